"""What can be asked about one card: the features, their types, and the words that are values."""

from __future__ import annotations

import enum

from eleusis.ground.cards import PACK


class Type(enum.Enum):
    """The type of an expression; the value is how an error message calls it."""

    NUMBER = "a number"
    COLOR = "a color"
    SUIT = "a suit"
    YESNO = "a yes or no"


RuleValue = int | str | bool
"""A value of the language: a number, a colour or suit by its name, a yes or no."""

_FACES = {"ace": 1, "jack": 11, "queen": 12, "king": 13}
_SUITS = [card.suit.value for card in PACK if card.suit is not None]
_RANKS = [card.rank for card in PACK]
_COLORS = ["red" if card.red else "black" for card in PACK]

_PRIMES = {2, 3, 5, 7, 11, 13}

KINDS: dict[Type, tuple[RuleValue, ...]] = {
    Type.NUMBER: tuple(range(1, 14)),
    Type.COLOR: ("red", "black"),
    Type.SUIT: ("spade", "heart", "diamond", "club"),
}
"""All values that a card can have, type by type: what `next` and `place` list."""

TABLES: dict[str, tuple[RuleValue, ...]] = {
    "rank": tuple(_RANKS),
    "suit": tuple(_SUITS),
    "color": tuple(_COLORS),
    **{str(name): tuple(color == name for color in _COLORS) for name in KINDS[Type.COLOR]},
    **{str(name): tuple(suit == name for suit in _SUITS) for name in KINDS[Type.SUIT]},
    "odd": tuple(rank % 2 == 1 for rank in _RANKS),
    "even": tuple(rank % 2 == 0 for rank in _RANKS),
    "face": tuple(rank > 10 for rank in _RANKS),
    "number": tuple(rank <= 10 for rank in _RANKS),
    "high": tuple(rank >= 8 for rank in _RANKS),
    "low": tuple(rank <= 7 for rank in _RANKS),
    "prime": tuple(rank in _PRIMES for rank in _RANKS),
    **{name: tuple(rank == face for rank in _RANKS) for name, face in _FACES.items()},
}
"""The value of each feature for each card, by the card's index."""

TYPES: dict[str, Type] = {
    name: {"rank": Type.NUMBER, "suit": Type.SUIT, "color": Type.COLOR}.get(name, Type.YESNO) for name in TABLES
}
"""The type of each feature."""

VALUES: dict[str, tuple[Type, RuleValue]] = {
    **{str(name): (kind, name) for kind in (Type.COLOR, Type.SUIT) for name in KINDS[kind]},
    **{name: (Type.NUMBER, rank) for name, rank in _FACES.items()},
}
"""The names that are a colour, a suit or a rank where one is expected."""
