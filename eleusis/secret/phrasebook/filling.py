"""Sentences of the phrasebook that are being filled in: what they say so far, and the rule that they are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import attrs

from eleusis.secret.phrasebook.sentences import CHOICES, JOINS, Hole, Shape, join_rules


@attrs.define
class Sentence:
    """A sentence with something in each of its holes: at first what usually stands there.

    `join` is how it goes with the sentence before it, by the id of a join; None for the first, and an exception.
    """

    shape: Shape
    join: str | None = None
    texts: list[str] = attrs.field(factory=list)
    """What stands in the holes, by their numbers."""

    @classmethod
    def begin(cls, shape: Shape, join: str | None = None) -> Sentence:
        """A sentence as it stands in the phrasebook."""
        return cls(shape, join, [hole.usual for hole in shape.holes])

    def say(self, numbers: Iterator[int] | None = None) -> str:
        """The sentence in words; with `numbers`, each blank in brackets and with the next number."""
        return "".join(
            [part if isinstance(part, str) else self._say_blank(part, numbers) for part in self.shape.parts]
        )

    def _say_blank(self, hole: Hole, numbers: Iterator[int] | None) -> str:
        label = label_of(hole, self.texts[hole.number])
        return label if numbers is None else f"[{next(numbers)}: {label}]"


@attrs.define
class Wording:
    """A rule in sentences: one, perhaps joined by a second, and exceptions to both."""

    sentences: list[Sentence]
    exceptions: list[Sentence] = attrs.field(factory=list)

    @property
    def blanks(self) -> list[tuple[Sentence, Hole]]:
        """All holes in the order in which they are read."""
        return [
            (sentence, part)
            for sentence in (*self.sentences, *self.exceptions)
            for part in sentence.shape.parts
            if isinstance(part, Hole)
        ]

    @property
    def rule(self) -> str:
        """The rule that they are together."""
        first, *others = self.sentences
        rule = first.shape.fill(first.texts)
        for sentence in others:
            rule = join_rules(sentence.join or "and", rule, sentence.shape.fill(sentence.texts))
        for exception in self.exceptions:
            rule = exception.shape.fill(exception.texts, rule)
        return rule

    def say(self) -> list[str]:
        """The sentences, each blank with its number in brackets: `the last card is [1: odd]`."""
        numbers = count(1)
        return [
            (f"… {JOINS[sentence.join][0]}: " if sentence.join else "") + sentence.say(numbers)
            for sentence in (*self.sentences, *self.exceptions)
        ]


def label_of(hole: Hole, text: str) -> str:
    """How a text reads in a hole."""
    return next(choice.label for choice in CHOICES[hole.choices] if choice.text == text)
