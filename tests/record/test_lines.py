"""Lines of play: players whose names are words of the notation, and the places of what is wrong."""

from __future__ import annotations

import pytest

from eleusis.ground.errors import NotationError, Place
from eleusis.record.gamefile.lines import read_line

AWKWARD = ("right", "guess", "ended", "a b", '"', "#", "=>", "draws", "no-play", ";")


@pytest.mark.parametrize(
    "phrase",
    [
        "right",
        "wrong",
        "guess right",
        "guess wrong",
        "ended cutoff",
        "ended out of cards",
        "right draws 2",
        "right out",
        "guess draws 2",
        "guess out",
        "guess new hand 3",
        "ended out",
        "ended expelled",
        "ended draws 0",
        "draws draws 2",
        '"a b" overthrown',
        '"\\"" plays 5H',
        '"#" out',
        '"=>" out',
        '";" out',
        "no-play out",
    ],
)
def test_a_phrase_reads_back_whoever_plays(phrase: str) -> None:
    line = read_line(f"right play 5H => {phrase}; {phrase}", AWKWARD, Place("f", 3, 7))
    assert line is not None
    assert [fact.text for fact in line.expected] == [phrase, phrase]
    assert [fact.place.column for fact in line.expected] == [24, 26 + len(phrase)]
    assert read_line(line.text, AWKWARD, Place("f", 3, 7)) == line


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("Zoe play 5H", 7),
        ("  right play 5X", 20),
        ('"a b" play 5H => ;right; oops', 32),
        ("ended play 5H => ended out of luck", 34),
        ("no-play sings", 15),
    ],
)
def test_the_place_is_that_of_the_wrong_word(text: str, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        read_line(text, AWKWARD, Place("f", 3, 7))
    assert (caught.value.line, caught.value.column) == (3, column)


def test_nothing_and_comments_are_no_lines() -> None:
    for text in ("", "   ", "# Ann play 5H", "  # => ;"):
        assert read_line(text, AWKWARD, Place("f", 1, 1)) is None
