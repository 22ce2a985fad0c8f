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
from tests.scientist_tables import own_shelf, small

__all__ = ["own_shelf", "small"]

SVG = "{http://www.w3.org/2000/svg}"
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
    picture = next(page.iter(f"{SVG}svg"))
    assert picture.get("role") == "img"
    assert len(list(picture.iter(f"{SVG}g"))) == 3
    titles = [title.text or "" for title in picture.iter(f"{SVG}title")]
    assert titles[0] == "What was left to know in round 1"
    assert titles[1].startswith("Ann: play 5H, wrong, ")
    words = "".join(page.itertext())
    for player in review.rounds[0].players.values():
        assert player.saying in words
    assert "From " in (picture.findtext(f"{SVG}desc") or "")
    assert "<script>" not in show(review)
    assert not re.search(r"(?:href|src|url)\b", show(review)), "nothing from elsewhere"


def test_marks_stay_within_the_picture_and_are_full_where_right(small: Family) -> None:
    (record,) = look(small).rounds
    picture = next(ElementTree.fromstring(show(record)).iter(f"{SVG}svg"))
    marks = [next(mark.iter(f"{SVG}path")) for mark in picture.iter(f"{SVG}g")]
    heights = []
    for mark, turn in zip(marks, record.turns, strict=True):
        x, y = map(float, re.findall(r"[\d.]+", mark.attrib["d"])[:2])
        assert 0 < x < float(picture.attrib["width"])
        assert 0 < y < float(picture.attrib["height"])
        heights.append((turn.seat, y))
        assert (mark.attrib["fill"] == mark.attrib["stroke"]) == (turn.verdict == "right")
    assert marks[0].attrib["stroke"] == marks[2].attrib["stroke"] != marks[1].attrib["stroke"]
    own = [y for seat, y in heights if seat == "Ann"]  # the same shape begins at the same place of it
    assert (own[0] < own[1]) == (record.turns[0].bits_left > record.turns[2].bits_left)


@pytest.mark.parametrize(
    ("rule", "moves", "said"),
    [
        ("if first.red then black else line.count(king) > 2 or rank == 5", 3, "none of those that were looked at"),
        ("if last.odd then black else red", 3, "could not be known"),
        ("any", 0, "in no turn"),
    ],
)
def test_what_is_said_of_the_rule(rule: str, moves: int, said: str, small: Family) -> None:
    assert said in show(look(small, f'"{rule}"', moves)).replace("0 turns", "no turn")


def test_a_rule_that_could_be_known_has_a_tinted_ground(small: Family) -> None:
    (record,) = look(small).rounds
    changed = attrs.evolve(record, known_at=3)
    page = ElementTree.fromstring(show(changed))
    assert "The rule could be known from turn 2 on." in "".join(page.itertext())
    assert len(list(page.iter(f"{SVG}rect"))) == 1
    assert not list(ElementTree.fromstring(show(record)).iter(f"{SVG}rect"))


def test_a_curve_to_plot(small: Family) -> None:
    (record,) = look(small).rounds
    assert record.curve == [(0, record.bits_at_start), *((turn.n, turn.bits_left) for turn in record.turns)]
    assert [n for n, _ in record.curve] == [0, 1, 3, 5]


def test_in_print_it_is_the_text_and_short_among_others(small: Family, tmp_path: Path) -> None:
    review = look(small)
    assert str(review) == review.text()
    assert repr(review) == "<Review: <text>, 1 round>"
    assert repr(review.rounds[0]) == "<RoundReview: round 1, Cleo deals, 3 turns>"
