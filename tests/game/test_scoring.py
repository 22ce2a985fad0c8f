"""The known answers of the editions' texts, as plain sums."""

from __future__ import annotations

import pytest

from eleusis.game.layout import GrowingLayout
from eleusis.game.round_scores import score
from eleusis.ground.cards import cards, text_of
from eleusis.secret.rule import Rule
from eleusis.variant import Variant, load_variant
from eleusis.variant.mechanisms.prophet import Prophet

ABBOTT, GUYTON, MATUSZEK, EXPRESS = (load_variant(name) for name in ("abbott", "guyton", "matuszek", "express"))


def bonus(variant: Variant, right: int, wrong: int) -> int:
    assert isinstance(variant.prophet, Prophet)
    return variant.prophet.points(right, wrong)


def test_abbott_scores() -> None:
    sizes = {"A": 4, "B": 10, "C": 6, "D": 0}
    scores = score(ABBOTT, sizes, {"D": ABBOTT.scoring.out}, "E", None)
    assert scores == {"A": 6, "B": 0, "C": 4, "D": 14, "E": 14}


def test_guyton_scores() -> None:
    sizes = {"B": 8, "C": 10, "D": 15}
    assert bonus(GUYTON, 8, 7) == 22
    assert score(GUYTON, sizes, {"B": bonus(GUYTON, 8, 7)}, "A", 18) == {"B": 29, "C": 5, "D": 0, "A": 29}
    assert score(GUYTON, sizes, {"B": bonus(GUYTON, 8, 7)}, "A", 14)["A"] == 28, "twice the cards before him"


@pytest.mark.parametrize(
    ("variant", "out"),
    [(ABBOTT, 4), (GUYTON, 0), (MATUSZEK, 4), (EXPRESS, 3)],
    ids=lambda x: getattr(x, "name", ""),
)
def test_out_of_cards(variant: Variant, out: int) -> None:
    assert variant.scoring.out == out


def test_express_scores_from_twelve() -> None:
    assert score(EXPRESS, {"A": 0, "B": 15}, {"A": 3 + 6}, "C", None) == {"A": 21, "B": -3, "C": 21}
    assert EXPRESS.guess.bonus == 6


@pytest.mark.parametrize("variant", [ABBOTT, GUYTON, MATUSZEK], ids=lambda variant: variant.name)
def test_a_right_no_play_with_six_cards_gives_two(variant: Variant) -> None:
    assert [variant.no_play.right.new_hand(n) or 0 for n in (6, 5, 4, 1)] == [2, 1, 0, 0]


def test_express_no_play_and_wrong_card() -> None:
    assert [EXPRESS.no_play.right.new_hand(n) or 0 for n in (6, 1)] == [5, 0]
    assert EXPRESS.wrong_play.draws(1) == 1, "the hand stays as long as it was"
    assert [ABBOTT.wrong_play.draws(n) for n in (1, 2, 4)] == [2, 4, 8]


@pytest.mark.parametrize(
    ("rule", "starter", "played", "mainline", "aside"),
    [
        ("odd != last.odd", "7S", "4H 8C 10D JC 2D 6S 9S KH", "7S 4H JC 2D 9S", 4),
        ("color != last.color", "5S", "JH JS 10C AD QH 2D 6C", "5S JH JS AD 6C", 3),
    ],
)
def test_layouts(rule: str, starter: str, played: str, mainline: str, aside: int) -> None:
    layout, judge = GrowingLayout(), Rule(rule)
    layout.accept(cards(starter))
    for card in cards(played):
        (layout.accept if judge.accepts(layout.mainline, (card,)) else layout.reject)((card,))
    assert text_of(layout.mainline) == mainline
    assert sum(len(plays) for plays in layout.sidelines) == aside
    assert layout.count == 1 + len(cards(played))
