"""At any moment each card of a long layout comes to the screen by one word or one key; and a whole hand does."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path

import pytest

from eleusis.doors.terminal.screen import Look, draw_table
from eleusis.doors.terminal.setting_up import Arrangement
from eleusis.driving.replayed import RoundReplay
from eleusis.record.replaying.replay import replay
from eleusis.secret.library import find_rule
from eleusis.words.page.drawing import draw, find_rows, marks_of
from eleusis.words.page.ink import PLAIN, cells
from eleusis.words.page.panes import Scroll
from eleusis.words.page.telling import story
from eleusis.words.page.transcript import page_of
from tests.doors.terminal.test_panes import CARD, INKS, SIZES, long_table, plain, some_layout
from tests.helpers.places import GAMES
from tests.helpers.sittings import FakeTerminal, play, seated, sit, sit_at


def turns_of(record: RoundReplay) -> dict[str, range]:
    """The cards that each turn laid, by what is typed for it, from the events alone."""
    laid = {"starter": range(len(record.starter))}
    turn, cards = 0, len(record.starter)
    for event in (event for step in record.steps for event in step.events):
        turn += event.type in ("played", "no_play_declared")
        if event.laid:
            laid[str(turn)] = range(cards, cards := cards + event.laid)
    return {word: numbers for word, numbers in laid.items() if numbers}


def test_each_card_of_every_game_belongs_to_the_turn_that_laid_it() -> None:
    seen = 0
    for game in replay(*sorted(GAMES.glob("*.yaml"))[::5]):
        page = page_of(game.players, game.variant, 80, PLAIN, None)
        for record in game.rounds:
            by_turn = {str(line.number): line.cards for line in story(record, page) if line.cards}
            assert by_turn == {word: cards for word, cards in turns_of(record).items() if word != "starter"}
            assert sum(map(len, turns_of(record).values())) == record.layout.count
            seen += len(by_turn)
    assert seen > 100


@pytest.mark.parametrize("seed", range(20))
def test_each_card_lies_in_its_row(seed: int) -> None:
    layout = some_layout(random.Random(seed), 60)
    for width in (12, 24, 79):
        rows = draw(layout, width=width)
        places = find_rows(layout, width=width)
        assert len(places) == layout.count
        for card, place in zip(layout.cards(), places, strict=True):
            assert card.pretty in rows[place]
        assert {*places} | {0} == {place for place, row in enumerate(rows) if row}, "the mainline may be empty"


def rows_wanted(record: RoundReplay, cards: range, width: int) -> list[str]:
    """The rows that some cards of a layout lie in."""
    layout, borne = record.layout, marks_of(record.round)
    rows, places = draw(layout, borne, width=width - 1), find_rows(layout, borne, width=width - 1)
    return [rows[place] for place in sorted({places[number] for number in cards})]


SCORES = ["", "The round ends", "the rule was: red", "", "Scores", *(f"Ann {points}" for points in range(9))]


@pytest.mark.parametrize(("rule", "ink"), [("rank > last.rank", "colour"), ("none", "plain")])
def test_on_every_screen_a_turn_that_is_sought_is_seen_and_the_rest_can_be_scrolled_to(rule: str, ink: str) -> None:
    """Under `none` the only column is far higher than any window."""
    table = long_table(60, rule=rule)
    record, turns = table.now, [*turns_of(table.now).values()]
    for width, height in SIZES:
        drawn = {row for row in draw(record.layout, width=width - 1) if row}
        for seat, below in (("Ann", []), (None, SCORES)):
            for cards in turns[::12]:
                scroll = Scroll(sought=cards)
                look = Look(width, height, INKS[ink], seat, scroll=scroll)
                lines = plain(draw_table(table, look, ["what it was"], below))
                wanted = rows_wanted(record, cards, width)
                assert wanted[0] in lines
                assert set(wanted) <= set(lines) or height <= len(wanted) + 3
            if (width, height) not in SIZES[::3]:
                continue
            seen: set[str] = set()
            for place in range(scroll.first, scroll.last + 1):
                scroll.place = place
                lines = plain(draw_table(table, look, ["what it was"], below))
                assert len(lines) <= height
                assert all(cells(line) <= width for line in lines)
                seen |= set(lines)
            assert drawn | set(filter(None, below)) <= seen


def test_in_a_pipe_the_word_tells_the_part_with_that_turn(tmp_path: Path) -> None:
    typed = "1\n\n" * 12 + "layout 1\nlayout starter\nquit\n"
    said = play(tmp_path / "g.yaml", typed, "Ann,Bob:random,Cleo:random", rule="any", dealer="Cleo")
    first = said.split("layout 1\n")[1]
    mainline = first.splitlines()[0]
    assert CARD.search(mainline)
    assert re.search(r"^Turn 1: \w+ (plays|says) ", first, re.MULTILINE)
    assert f"\n\nThe starter: {CARD.findall(mainline)[0]}\n" in first


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("layout 99", "! there is no turn 99 yet: the last one is"),
        ("layout 0", "! there is no turn 0: the last one is"),
        ("layout 12345", "! which turn? layout 17 shows the cards of turn 17"),
        ("layout ١", "! which turn? layout 17 shows the cards of turn 17"),
        ("layout -1", "! which turn? layout 17 shows the cards of turn 17"),
        ("layout 1 2", "! which turn? layout 17 shows the cards of turn 17"),
        ("LAYOUT STARTER", "The starter: "),
        ("layout   1", "Turn 1: "),
    ],
)
def test_a_number_that_there_isnt_is_told_in_one_sentence(typed: str, said: str, tmp_path: Path) -> None:
    heard = play(
        tmp_path / "g.yaml", f"1\n\n1\n\n{typed}\nquit\n", "Ann,Bob:random,Cleo:random", rule="any", dealer="Cleo"
    )
    assert said in " ".join(heard.split(typed)[1].split())


# Keys


# A long hand


def test_a_hand_that_has_no_room_comes_whole_by_a_word(tmp_path: Path) -> None:
    table = seated(tmp_path / "g.yaml", "Ann,Bob:random,Cleo:random", overrides=["deal.hand=44"])
    desk = FakeTerminal(["hand", "", "", "", "quit"], (40, 12))
    sit_at(desk, table, Arrangement(dealer="Cleo", given=[find_rule("any")], pace=0))
    screens = [" ".join(screen) for screen in desk.screens]
    asked = next(number for number, screen in enumerate(screens) if "Ann plays" in screen)
    assert "(more of your hand above: type hand)" in screens[asked]
    assert "Ann's hand: 44 cards" in screens[asked + 1]
    numbered = re.findall(r"(\d+):((?:10|[A2-9JQK])[♠♥♦♣])", " ".join(screens[asked + 1 : asked + 4]))
    assert [int(number) for number, _ in numbered][:44] == [*range(1, 45)]
    assert all(len(screen) <= 12 for screen in desk.screens)


def test_no_hand_is_shown_that_is_hidden_and_none_where_there_is_none(tmp_path: Path) -> None:
    table = seated(tmp_path / "g.yaml", "Ann,Bob,Cleo:random")
    desk = FakeTerminal(["hand", "", "hand", "", "1", "guess any", "hand", "quit"])
    sit_at(desk, table, Arrangement(dealer="Cleo", given=[find_rule("any")], pace=0))
    refusals = ("  ! that hand is still hidden: first press Enter alone", "  ! no hand is open here")
    answers = [line for screen in desk.screens for line in screen if line.startswith(refusals)]
    assert [line.startswith(refusals[0]) for line in answers] == [True, False]
    assert sum(any("'s hand: 12 cards" in line for line in screen) for screen in desk.screens) == 1
    said = play(tmp_path / "h.yaml", "5h\nhand\nquit\n", "Ann,Bob,Cleo", by_hand=True)
    assert "! no hand is open here" in said


@pytest.mark.parametrize("typed", [["log", "layout 3"], ["layout 3"], ["layout", "layout 3"]])
@pytest.mark.parametrize("live", [True, False])
def test_between_two_rounds_of_a_real_table_a_turn_of_the_last_one_is_printed(
    live: bool, typed: list[str], tmp_path: Path
) -> None:
    """No screen with a layout follows; and the next one is of another round, with fewer cards."""
    table = seated(tmp_path / "g.yaml", "Ann,Bob,Cleo", "express", overrides=["deal.hand=2", "guess.kind=none"])
    arrangement = Arrangement(by_hand=True, dealer="Cleo", pace=0)
    moves = ["5h", "6h r", "7h r", "8h r"]
    if live:
        desk = FakeTerminal([*moves, "", *typed, "5s", "quit"])
        sit_at(desk, table, arrangement)
        assert isinstance(desk.out, io.StringIO)
        said = desk.out.getvalue()
    else:
        said, _ = sit(table, "\n".join([*moves, *typed, "5s", "quit", ""]), arrangement)
    assert len(table.rounds) == 2
    assert "  5♥──6♥──7♥──8♥\n\nTurn 3: Ann plays 8♥ · right" in said
