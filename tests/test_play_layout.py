"""At any moment each card of a long layout comes to the screen by one word or one key; and a whole hand does."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from eleusis.doors.terminal.editor import Session
from eleusis.doors.terminal.on_request import find_cards
from eleusis.doors.terminal.question import Question
from eleusis.doors.terminal.screen import Look, draw_table
from eleusis.doors.terminal.setting_up import Arrangement
from eleusis.driving.replayed import RoundReplay
from eleusis.ground.errors import NotationError
from eleusis.record.replaying.replay import replay
from eleusis.secret.library import find_rule
from eleusis.table.game_table import Table
from eleusis.words.page.drawing import draw, find_rows, marks_of
from eleusis.words.page.ink import PLAIN, cells
from eleusis.words.page.panes import Scroll
from eleusis.words.page.telling import story
from eleusis.words.page.transcript import page_of
from tests.sittings import FakeTerminal, play, seated, sit, sit_at
from tests.test_panes import CARD, INKS, SIZES, long_table, plain, some_layout


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
    for game in replay(*sorted((Path(__file__).parent / "games").glob("*.yaml"))[::5]):
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


class Asking(FakeTerminal):
    """A typist who plays by chance and, from so many cards on, asks for each turn at each new kind of question."""

    def __init__(self, table: Table, size: tuple[int, int], cards: int, kinds: Sequence[str]) -> None:
        super().__init__([], size)
        self.table, self.cards, self.kinds = table, cards, kinds
        self.chance = random.Random(3)
        self.words: list[str] = []
        self.word = ""
        self.checked: dict[str, int] = {}

    def ask(self, question: Question) -> str:
        kind = next((kind for kind in self.kinds if kind in question.prompt), "")
        if self.word:
            self.check(question)
        elif kind and kind not in self.checked and self.table.now.layout.count >= self.cards:
            self.words = [*turns_of(self.table.now)]
            self.checked[kind] = 0
            # All at a player's turn, else some; and a guess that is doubted is not asked about twice.
            self.words = self.words[:: {"plays": 1, "Guess it anyway": 99}.get(kind, 5)]
        if self.words:
            self.word = self.words.pop()
            self.checked[kind] = self.checked.get(kind, 0) + 1
            return f"layout {self.word}"
        self.word = ""
        if len(self.checked) == len(self.kinds):
            raise EOFError
        return self.answer(question.prompt)

    def check(self, question: Question) -> None:
        """The cards of the turn are on the screen, whatever is asked below it."""
        assert question.paint is not None
        width, height = self._size[0], self._size[1] - 5
        lines = question.paint(width, height)
        assert len(lines) <= height
        wanted = rows_wanted(self.table.now, turns_of(self.table.now)[self.word], width)
        assert set(wanted) <= set(lines), (self.word, question.prompt)

    def answer(self, prompt: str) -> str:
        enough = self.table.now.layout.count >= self.cards if self.table.rounds else False
        if "y, or Enter" in prompt:
            return "y"
        if "judges the play" in prompt or "calls" in prompt:
            return "r" if enough else "w"
        if "the guess" in prompt:
            return "r"
        if "do you guess" in prompt:
            return "guess red" if enough else ""
        if "as Forecaster?" in prompt:
            return "declare" if enough else "pass"
        if "next round" in prompt:
            return "stop"
        if "plays" in prompt:
            moves = [move.text for move in self.table.now.round.options() if move.verb == "play"]
            return self.chance.choice(moves)
        return ""


PROPHECY = ("press Enter to see", "plays", "as Forecaster?", "calls the play")
JUDGING = ("judges the play", "do you guess", "Guess it anyway", "the guess", "the next round", "Enter to leave")


@pytest.mark.parametrize("size", [(80, 24), pytest.param((40, 12), marks=pytest.mark.soak)])
@pytest.mark.parametrize(
    ("edition", "more", "kinds"),
    [("abbott", ["expulsion.kind=none", "prophet.bidding=true"], PROPHECY), ("express", [], JUDGING)],
)
def test_at_80_by_24_each_card_of_60_comes_by_one_word_whatever_is_asked(
    edition: str, more: list[str], kinds: Sequence[str], size: tuple[int, int]
) -> None:
    """In the first a bot deals, and somebody is prophet; in the second a person judges, and a guess ends it."""
    dealer = "Dan:random" if edition == "abbott" else "Dan"
    table = seated(None, f"Ann,Bob,Cleo,{dealer}", edition, overrides=more)
    given = [find_rule("red")] if edition == "abbott" else []
    desk = Asking(table, size, 60, kinds)
    sit_at(desk, table, Arrangement(dealer="Dan", given=given, pace=0))
    assert desk.checked.keys() == {*kinds}
    assert all(many >= 6 for kind, many in desk.checked.items() if kind != "Guess it anyway")
    assert desk.checked.get("plays", 30) >= 30


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


def test_a_turn_without_a_card_on_the_layout_says_so(tmp_path: Path) -> None:
    table = seated(tmp_path / "g.yaml", "Ann,Bob,Cleo", "express", overrides=["guess.kind=none"])
    desk = FakeTerminal(["", "np", "y", "layout 1", "", "1", "layout starter", "undo", "quit"])
    sit_at(desk, table, Arrangement(dealer="Cleo", given=[find_rule("none")], pace=0))
    page = page_of(table.players, table.variant, 80, PLAIN, None)
    with pytest.raises(NotationError, match="no card on the layout is from turn 1: Ann says no play"):
        find_cards(table, "1", page)
    assert "! no card on the layout is from turn 1: Ann says no play (" in " ".join(desk.seen.split())


def test_a_player_called_layout_may_play_card_1(tmp_path: Path) -> None:
    play(tmp_path / "g.yaml", "Layout 1\nquit\n", "Layout,Bob:random,Cleo:random", rule="any", dealer="Cleo")
    assert "Layout play" in (tmp_path / "g.yaml").read_text()


# Keys


def test_home_and_end_go_to_the_ends_and_where_something_is_typed_move_the_cursor() -> None:
    pytest.importorskip("prompt_toolkit")
    from prompt_toolkit.application import create_app_session
    from prompt_toolkit.input import create_pipe_input
    from prompt_toolkit.output import DummyOutput

    home, end, c_home, c_end = "\x1b[H", "\x1b[F", "\x1b[1;5H", "\x1b[1;5F"
    for keys, place, typed in (
        (home, -4, ""),
        (home + end, 1, ""),
        (f"h{home}5{end}", 0, "5h"),
        (f"5h{c_home} 6c", -4, "5h 6c"),
        (f"{home}5h{c_end} 6c", 1, "5h 6c"),
    ):
        scroll = Scroll(first=-4, last=3, newest=1)
        with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
            pipe.send_text(f"{keys}\r")
            assert Session(False).ask(Question("Ann plays\n>", scroll=scroll)) == typed
        assert scroll.place == place


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


@pytest.mark.parametrize("word", ["hand", "layout"])
def test_the_help_names_words_and_keys(word: str, tmp_path: Path) -> None:
    table = seated(tmp_path / "g.yaml", "Ann,Bob:random,Cleo:random")
    desk = FakeTerminal(["?", "", "", "quit"])
    desk.scrolls = True
    sit_at(desk, table, Arrangement(dealer="Cleo", given=[find_rule("any")], pace=0))
    assert re.search(r"^  PgUp  ", desk.seen, re.MULTILINE)
    assert re.search(r"^  Home  ", desk.seen, re.MULTILINE)
    assert f"  {word} " in desk.seen


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
