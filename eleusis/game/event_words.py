"""What an event says: declared with its class, and put in words for whoever reads or hears of it.

    says = EventWords(begins=False, fact="{seat} draws {cards:count}", line="{seat} draws {cards:known}", story="")

In a text stand the fields of the event. A seat may have a verb, which agrees with it: `{seat:draw}` is `Ann draws`,
and `you draw` where Ann is spoken to. Cards are told one by one, or `{cards:count}` as how many they are, or
`{cards:known}` one by one if all are known, else as how many. What was right or wrong is told in that word.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec
from msgspec import structs

from eleusis.game.line_words import seat_word
from eleusis.ground.agreement import say_within
from eleusis.ground.cards import Card
from eleusis.ground.yaml.writer import in_double_quotes

Act = Literal["play", "no play", "guess"]
"""What a dealer judges."""


class EventWords(msgspec.Struct, frozen=True, kw_only=True):
    """What an event says to each who is told of it; nothing has a default, so nothing can be forgotten."""

    begins: bool
    """Whether a seat did it, so that it begins a line; else it is said behind what it followed from."""
    fact: str
    """What may stand after `=>`; empty for what a line of a file says itself, or what is no fact of one."""
    line: str
    """What programs are told, in the notation of game files; empty where they are asked, or know it."""
    story: str
    """What players are told; empty where that hangs on what was told before: the story's own code says it then."""
    noted: bool = False
    """Whether a review notes it with the turn that it happened in."""


class _Word(str):
    """A text of an event: bare, in double quotes (`{rule:quoted}`) or, of a seat, with a verb."""

    __slots__ = ()

    def __format__(self, verb: str) -> str:
        if verb == "quoted":
            return in_double_quotes(self)
        return say_within(self, verb) if verb else str(self)


class _Cards:
    """Cards of an event."""

    def __init__(self, cards: tuple[Card, ...], write: Callable[[Card], str]) -> None:
        self.cards = cards
        self.write = write

    def __format__(self, how: str) -> str:
        counted = how == "count" or (how == "known" and not (self.cards and all(card.known for card in self.cards)))
        return str(len(self.cards)) if counted else " ".join(map(self.write, self.cards))


def put_in_words(
    text: str,
    event: msgspec.Struct,
    name: Callable[[str], str] = seat_word,
    write: Callable[[Card], str] = lambda card: card.text,
    **more: str,
) -> str:
    """A text about an event, its seats by `name` and its cards as `write` has them; `more` may stand there too."""
    if "{" not in text:
        return text
    words: dict[str, object] = {}
    for field, value in structs.asdict(event).items():
        if isinstance(value, str):
            words[field] = _Word(name(value) if field == "seat" else value)
        elif isinstance(value, bool):
            words[field] = "right" if value else "wrong"
        elif value is None or isinstance(value, Card):
            words[field] = "" if value is None else write(value)
        elif isinstance(value, tuple):
            words[field] = _Cards(value, write)
    return text.format_map({**words, **more}).rstrip()
