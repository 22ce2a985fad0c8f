"""Numbers as people say them: `1 card`, `4 cards`, `the 2nd`, `the 11th`."""

from __future__ import annotations

from collections.abc import Sequence


def count(number: int, noun: str, plural: str = "") -> str:
    """A number of things: for 1 the noun itself, else its plural, with an s unless it is given."""
    return f"{number} {noun}" if number == 1 else f"{number} {plural or noun + 's'}"


def ordinal(number: int) -> str:
    """The place of a number: 1st, 2nd, 3rd, 4th, 11th, 21st."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def points(number: int) -> str:
    """A bonus or a price: `4 points`, or that there is none."""
    return count(number, "point") if number else "nothing"


def span(low: int, high: int | None) -> str:
    """A range of numbers: `4–8`, `1`, `3 or more`."""
    if high is None:
        return f"{low} or more"
    return str(low) if low == high else f"{low}–{high}"


def put_in_row(words: Sequence[str], last: str) -> str:
    """A list in a sentence: `a, b and c`, with `and`, `or` or the like before the last."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def capital(text: str) -> str:
    """A sentence from its words: the first letter is large, the others are as they are."""
    return text[:1].upper() + text[1:]
