"""What may stand in the holes of the phrasebook: kinds of cards, features, numbers, comparisons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from eleusis.ground.yaml.shipped import load_shipped
from eleusis.secret.phrasebook.shapes import Choice

BOOK: Mapping[str, Any] = load_shipped(__file__, "sentences.yaml")
"""The phrasebook as its file has it."""


def _kinds(of: str = "", many: bool = False) -> tuple[Choice, ...]:
    """The kinds of cards, asked of a card (`last.`; empty: of the candidate)."""
    return tuple(
        [Choice(plural if many else label, text.replace("@", of)) for label, plural, text in BOOK["kinds"]]
    )


def _choose_from(choices: Mapping[str, str] | tuple[int, int]) -> tuple[Choice, ...]:
    """Choices by their labels, or numbers from the first to the last."""
    if isinstance(choices, Mapping):
        return tuple([Choice(label, text) for label, text in choices.items()])
    first, last = choices
    return tuple([Choice(str(number), str(number)) for number in range(first, last + 1)])


CHOICES: Mapping[str, tuple[Choice, ...]] = {
    "cards": _kinds(),
    "last cards": _kinds("last."),
    "starters": _kinds("first."),
    "many cards": _kinds(many=True),
    "cards or any": (Choice("any card", "any"), *_kinds()),
    "questions": tuple([choice for choice in _kinds() if choice.text.isalpha()]),
    **{name: _choose_from(choices) for name, choices in BOOK["choices"].items()},
}
"""What may stand in a hole, by the name of the list."""
