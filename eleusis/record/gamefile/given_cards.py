"""The cards that a game file gives or expects: read from their texts, and found again in them for an error."""

from __future__ import annotations

import re
from collections.abc import Iterable

from eleusis.ground.cards import Card, cards
from eleusis.ground.errors import EleusisError, Place
from eleusis.ground.yaml.parsing import Mapping, Scalar, YamlNode, YamlReader
from eleusis.ground.yaml.parsing import Sequence as YamlSequence

_CARD = re.compile(r"[^\s,]+")
"""One card in a text of cards."""


def is_null(node: YamlNode) -> bool:
    """Whether a node is `null`, `~` or nothing."""
    return isinstance(node, Scalar) and node.null


def read_cards(reader: YamlReader, node: YamlNode | None, what: str) -> tuple[Card, ...] | None:
    """Cards from a text, or from a list of texts; None where nothing is there, or a map."""
    if node is None or isinstance(node, Mapping):
        reader.text(node, what)
        return None
    hand: list[Card] = []
    for part in [node] if isinstance(node, Scalar) else node.items:
        text = "" if is_null(part) and part is node else reader.text(part, what, longest=20_000)
        try:
            hand.extend(cards(text or ""))
        except EleusisError as error:
            reader.add(error.at(_place_in(part, text or "", (error.column or 1) - 1)))
    return tuple(hand)


def card_place(nodes: Iterable[YamlNode], card: Card | None, nth: int) -> Place | None:
    """Where the `nth` copy of a card (None: the `nth` card of all) stands in texts that `read_cards` has read.

    Counted from 1, or from the end with -1. None where there are not so many.
    """
    spots = [
        (scalar, word.start())
        for node in nodes
        for scalar in ([node] if isinstance(node, Scalar) else node if isinstance(node, YamlSequence) else ())
        if isinstance(scalar, Scalar) and not scalar.null
        for word in _CARD.finditer(scalar.text)
        if card is None or cards(word.group()) == (card,)
    ]
    if not 1 <= abs(nth) <= len(spots):
        return None
    scalar, index = spots[nth - 1 if nth > 0 else nth]
    return _place_in(scalar, scalar.text, index)


def _place_in(node: YamlNode, text: str, index: int) -> Place:
    """Where the index-th character of a node's text stands in the file; worked out for errors only."""
    before = text[:index]
    row = before.count("\n")
    return node.at(row + 1, index - before.rfind("\n")) if isinstance(node, Scalar) else node.place
