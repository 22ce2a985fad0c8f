"""A review in a notebook and in print: sound markup, nothing obeyed, a curve to plot."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import attrs
import pytest

import eleusis
from eleusis.record.gamefile.reading import read_game

pytest.importorskip("numpy")

from eleusis.minds.induction.family import Family
from eleusis.reviewing.review import Review
from eleusis.reviewing.reviewed import RoundReview
from tests.helpers.scientist_tables import small

__all__ = ["small"]

GAME = """\
eleusis: 1
variant: express
players: [Ann, "<script>Bob</script>", Cleo]
seed: 7
rounds:
  - dealer: Cleo
    rule: RULE
    starter: 7S
    hands: {Ann: 5H 2C 3C, "<script>Bob</script>": 4H 9S KD}
    moves: |
MOVES
"""
MOVES = ("Ann play 5H", '"<script>Bob</script>" play 9S', "Ann play 2C")


def show(value: Review | RoundReview) -> str:
    """What a notebook is given."""
    return value._repr_html_()


def look(family: Family, rule: str = '"if last.odd then black else red"', moves: int = 3) -> Review:
    text = GAME.replace("RULE", rule).replace("MOVES", "\n".join(f"      {move}" for move in MOVES[:moves]))
    return eleusis.review(read_game(text), family=family)


def test_a_notebook_shows_the_curve_and_the_sayings(small: Family) -> None:
    review = look(small)
    page = ElementTree.fromstring(show(review))
    picture = next(svg for svg in page.iter("svg") if svg.get("role") == "img")
    assert picture.get("role") == "img"
    assert picture.get("aria-label")
    titles = [title.text or "" for title in picture.iter("title")]
    assert any("Ann, 5♥: wrong." in title for title in titles)
    words = "".join(page.itertext())
    for player in review.rounds[0].players.values():
        assert player.saying in words
    assert "<script>" not in show(review)
    assert not re.search(r"(?:href|src|url|style|onclick)\b", show(review)), "nothing from elsewhere, and no style"


def test_a_rule_that_could_be_known_has_a_tinted_ground(small: Family) -> None:
    (record,) = look(small).rounds
    changed = attrs.evolve(record, known_at=3)
    page = ElementTree.fromstring(show(changed))
    assert len(list(page.iter("rect"))) == 1
    assert not list(ElementTree.fromstring(show(record)).iter("rect"))


def test_a_curve_to_plot(small: Family) -> None:
    (record,) = look(small).rounds
    assert record.curve == [(0, record.bits_at_start), *((turn.n, turn.bits_left) for turn in record.turns)]
    assert [n for n, _ in record.curve] == [0, 1, 3, 5]


def test_in_print_it_is_the_text_and_short_among_others(small: Family, tmp_path: Path) -> None:
    review = look(small)
    assert str(review) == review.text()
    assert repr(review) == "<Review: <text>, 1 round>"
    assert repr(review.rounds[0]) == "<RoundReview: round 1, Cleo deals, 3 turns>"
