"""At any moment each card of a long layout comes to the screen by one word or one key; and a whole hand does."""

from __future__ import annotations

import random

import pytest

from eleusis.doors.terminal.screen import Look, draw_table
from eleusis.driving.replayed import RoundReplay
from eleusis.record.replaying.replay import replay
from eleusis.words.page.drawing import draw, find_rows, marks_of
from eleusis.words.page.ink import PLAIN, cells
from eleusis.words.page.panes import Scroll
from eleusis.words.page.telling import story
from eleusis.words.page.transcript import page_of
from tests.doors.terminal.test_panes import INKS, SIZES, long_table, plain, some_layout
from tests.helpers.places import GAMES


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


@pytest.mark.long
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
