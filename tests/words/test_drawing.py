"""The drawing of the layout: what hangs where, what bears a marker, and where a line is broken."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from eleusis.game.layout import GrowingLayout
from eleusis.ground.cards import PACK, Card, cards
from eleusis.variant import load_variant
from eleusis.words.page.drawing import Marks, draw, marks
from eleusis.words.page.ink import BOLD, FAINT, Ink


def layout_of(text: str) -> GrowingLayout:
    """A layout from its plays in order, `;` between them; the wrong ones begin with a minus sign."""
    layout = GrowingLayout()
    for play in text.split(";"):
        word = play.strip()
        if word.startswith("-"):
            layout.reject(cards(word[1:]))
        elif word:
            layout.accept(cards(word))
    return layout


def random_layout(seed: int, size: int, wrong: float) -> GrowingLayout:
    chance = random.Random(seed)
    layout = GrowingLayout()
    while layout.count < size:
        play = tuple(chance.choices(PACK, k=chance.choice((1, 1, 1, 1, 2, 3, 4))))
        if chance.random() < wrong:
            layout.reject(play)
        else:
            layout.accept(play)
    return layout


def test_sidelines_hang_under_their_cards() -> None:
    """rules.md, known answers: odd and even alternate."""
    layout = layout_of("7S; 4H; -8C; -10D; JC; 2D; -6S; 9S; -KH")
    assert draw(layout) == [
        "  7♠──4♥──J♣──2♦──9♠",
        "      8♣      6♠  K♥",
        "      10♦",
    ]


def test_a_string_is_one_unit() -> None:
    layout = layout_of("10S; -4D 6C; -5H; 2D; -JH QH KH; -2C 3C")
    assert draw(layout) == [
        "  10♠─2♦",
        " ┌4♦ ┌J♥",
        " └6♣ │Q♥",
        "  5♥ └K♥",
        "     ┌2♣",
        "     └3♣",
    ]
    assert draw(layout, ink=Ink(ascii=True))[1:3] == [" /4D /JH", " \\6C |QH"]


def test_plays_on_an_empty_mainline_hang_before_the_first_card() -> None:
    assert draw(layout_of("-4D; -5D 6D; 10C; -2S")) == [
        "  ────10♣",
        "  4♦  2♠",
        " ┌5♦",
        " └6♦",
    ]
    assert draw(layout_of("-4D")) == ["  ──", "  4♦"]
    assert draw(GrowingLayout()) == ["  (empty)"]


def test_a_long_mainline_goes_on_below_the_sidelines() -> None:
    layout = layout_of("7S; 4H; -8C; JC; 2D; 9S; -KH")
    assert draw(layout, width=14) == [
        "  7♠──4♥──J♣─→",
        "      8♣",
        "",
        "→─2♦──9♠",
        "      K♥",
    ]


def test_the_marker_lies_where_the_edition_has_it() -> None:
    """rules.md, rows "marker drawn on" and "every 10th card"."""
    layout = layout_of("7S; 4H; -8C 9C; " + "; ".join(["-2D"] * 22))
    assert marks(load_variant("abbott"), layout, 4) == Marks(2)
    tens = frozenset({10, 20})
    assert marks(load_variant("guyton"), layout, 4) == Marks(4, frozenset({14, 24}), tens)
    assert marks(load_variant("matuszek-1995"), layout, 4) == Marks(4, frozenset({14, 24}), tens)
    assert marks(load_variant("abril"), layout, 4) == Marks(4)
    assert marks(load_variant("guyton"), layout, None) == Marks(tens=tens)
    assert not marks(load_variant("express"), layout, None)
    assert marks(load_variant("abbott"), layout_of("-7S; -5H; 4H; 5H"), 2) == Marks(None)
    assert marks(load_variant("matuszek-1995"), layout, 4) == Marks(4, frozenset({14, 24}), tens)


def test_under_bidding_the_marker_lies_on_the_last_card_played_whatever_the_edition_has() -> None:
    """rules.md, "Bidding"; going out as prophet leaves the marker where the edition has it."""
    layout = layout_of("7S; 4H; -8C 9C; " + "; ".join(["-2D"] * 22))
    every = "prophet.marker_every=10"
    assert marks(load_variant("abbott", ["prophet.bidding=true"]), layout, 4) == Marks(4)
    assert marks(load_variant("abbott", ["prophet.bidding=true", every]), layout, 4).since == {14, 24}
    assert marks(load_variant("guyton", ["prophet.bidding=true"]), layout, 4).prophet == 4
    stays = load_variant("abbott", ["prophet.going_out={kind: may_stay, overthrow_draw: 8}"])
    assert marks(stays, layout, 4) == Marks(2)


@pytest.mark.parametrize("at", range(1, 40))
def test_the_last_mainline_card_is_found(at: int) -> None:
    layout = GrowingLayout()
    chance = random.Random(at)
    mainline = []
    while layout.count < 45:
        before = layout.count
        if layout.count and chance.random() < 0.6:
            layout.reject((PACK[layout.count],))
        else:
            layout.accept((PACK[layout.count],))
            mainline.append(before + 1)
    expected = max((number for number in mainline if number <= at), default=None)
    assert marks(load_variant("abbott"), layout, at).prophet == expected


def test_a_card_bears_the_mark_that_tells_most() -> None:
    borne = Marks(10, frozenset({10, 20}), frozenset({10, 20, 30}))
    assert [borne.on(number) for number in (9, 10, 20, 30)] == ["", "●", "○", "'"]


@pytest.mark.parametrize("width", [40, 80, 120])
def test_sixty_cards(width: int, snapshot: SnapshotAssertion) -> None:
    layout = random_layout(3, 60, 0.55)
    borne = marks(load_variant("matuszek"), layout, 22)
    assert "\n".join(draw(layout, borne, width=width)) == snapshot


def test_colour(snapshot: SnapshotAssertion) -> None:
    layout = layout_of("7S; 4H; -8C 8H; -10D; JC")
    assert draw(layout, Marks(2, frozenset({4})), ink=Ink(colour=True)) == snapshot


@given(st.integers(0, 10_000), st.integers(0, 90), st.floats(0, 1), st.integers(12, 130), st.booleans())
def test_every_card_is_drawn_once_and_no_line_is_too_long(
    seed: int, size: int, wrong: float, width: int, marked: bool
) -> None:
    layout = random_layout(seed, size, wrong)
    borne = Marks(1, frozenset({3}), frozenset(range(1, 90, 10))) if marked else Marks()
    lines = draw(layout, borne, width=width)
    assert all(len(line) <= width and line == line.rstrip() for line in lines)
    drawn = "\n".join(lines)
    for symbol in "♠♥♦♣":
        assert drawn.count(symbol) == sum(symbol in card.pretty for card in layout.cards())
    assert "\n".join(draw(layout, borne, width=width, ink=Ink(ascii=True))).isascii()


def test_an_unknown_card_can_be_drawn() -> None:
    layout = layout_of("7S")
    unknown: tuple[Card, ...] = cards("?? 2H")
    layout.reject(unknown)
    assert draw(layout) == ["  7♠", " ┌??", " └2♥"]


def test_composed_lines_in_their_colours() -> None:
    lines = [f"{BOLD}Hands  ", f"{FAINT}─ ", "Ann plays 7♥ ", "\x1b[1m7♥\x1b[0m"]
    assert Ink().finish(lines) == ["Hands", "─", "Ann plays 7♥", "\x1b[1m7♥\x1b[0m"]
    assert Ink(colour=True).finish(lines) == [
        "\x1b[1mHands\x1b[0m",
        "\x1b[2m─\x1b[0m",
        "Ann plays \x1b[31m7♥\x1b[0m",
        "\x1b[1m7♥\x1b[0m",
    ]
    assert Ink(ascii=True).finish(lines[:3]) == ["Hands", "-", "Ann plays 7H"]
