"""The pack: 52 cards as interned values, how they are read and printed, and sets of them as 52-bit masks."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from itertools import product
from typing import Final

from eleusis.ground.errors import NotationError, Place, quote


class Suit(enum.Enum):
    """One of the four suits, in the order of the card indices.

    >>> Suit("heart").symbol, Suit.HEART.red
    ('♥', True)
    """

    SPADE = "spade"
    """♠"""
    HEART = "heart"
    """♥"""
    DIAMOND = "diamond"
    """♦"""
    CLUB = "club"
    """♣"""

    @property
    def letter(self) -> str:
        """Its letter in files: S, H, D or C."""
        return self.value[0].upper()

    @property
    def symbol(self) -> str:
        """Its symbol for people: ♠, ♥, ♦ or ♣."""
        return {"spade": "♠", "heart": "♥", "diamond": "♦", "club": "♣"}[self.value]

    @property
    def red(self) -> bool:
        """Whether it is red: a heart or a diamond."""
        return self in (Suit.HEART, Suit.DIAMOND)


RANK_NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


class Card:
    """One of the 52 cards, or the card that nobody wrote down (`??`); interned, so compared by identity.

    `index` is 0–51, suit by suit (spade, heart, diamond, club), ace to king, and 52 for `??`.
    `bit` is 1 << index, and 0 for `??`: an unknown card is a member of no mask.

    >>> ten = card("10d")
    >>> ten.rank, ten.suit.symbol, ten.pretty
    (10, '♦', '10♦')
    >>> ten is card("TD")
    True
    """

    __slots__ = ("bit", "index", "pretty", "rank", "suit", "text")

    index: Final[int]
    """0–51, suit by suit (spade, heart, diamond, club), ace to king; 52 for `??`."""
    rank: Final[int]
    """1 for the ace to 13 for the king; 0 for `??`."""
    suit: Final[Suit | None]
    """None for `??`."""
    bit: Final[int]
    """1 << index: the card in a mask; 0 for `??`."""
    text: Final[str]
    """As files have it: `10D`."""
    pretty: Final[str]
    """As people read it: `10♦`."""

    def __init__(self, index: int, rank: int, suit: Suit | None, name: str) -> None:
        """The card of a rank and a suit, called by its rank's `name`; the one of no suit is in no mask."""
        self.index, self.rank, self.suit = index, rank, suit
        self.bit = 0 if suit is None else 1 << index
        self.text = name if suit is None else name + suit.letter
        self.pretty = name if suit is None else name + suit.symbol

    @property
    def known(self) -> bool:
        """Whether it is one of the 52, not `??`."""
        return self.suit is not None

    @property
    def red(self) -> bool:
        """Whether its suit is red; `??` is not."""
        return self.suit is not None and self.suit.red

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card({self.text})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return card, (self.text,)


PACK: tuple[Card, ...] = tuple(
    Card(i, rank, suit, name)
    for i, (suit, (rank, name)) in enumerate(product(Suit, enumerate(RANK_NAMES, start=1)))
)
"""All 52 cards, in the order of their index."""

UNKNOWN = Card(52, 0, None, "??")
"""The card that nobody wrote down."""

ALL: int = (1 << 52) - 1
"""The mask of the whole pack."""

CARD_OF_TEXT: dict[str, Card] = {"??": UNKNOWN}
"""The cards by each way of writing them in capitals."""

for _card in PACK:
    assert _card.suit is not None
    for _rank in {RANK_NAMES[_card.rank - 1], "T" if _card.rank == 10 else RANK_NAMES[_card.rank - 1]}:
        for _suit in (_card.suit.letter, _card.suit.symbol):
            CARD_OF_TEXT[_rank + _suit] = _card


def card(text: str, place: Place | None = None) -> Card:
    """The card written as `7S`, `10d`, `TD` or `A♠` (`??` for the unknown one).

    Raises NotationError (`notation/card`) if it is none.

    >>> card("A♠")
    Card(AS)
    >>> card("??") is UNKNOWN
    True
    """
    named = CARD_OF_TEXT.get(text) or CARD_OF_TEXT.get(text.replace("\ufe0f", "").upper())
    if named is None:
        message = f"{quote(text)} is not a card: a rank (A 2 … 10 J Q K) and then a suit (S H D C), like 10D"
        raise NotationError("notation/card", message, place or Place())
    return named


def cards(text: str, place: Place | None = None) -> tuple[Card, ...]:
    """The cards of a text like `7S 4H, JC`; a space or a comma stands between two.

    `place` is that of the text's first character; an error's column is counted from there.
    Raises NotationError (`notation/card`).

    >>> cards("7S 4h, JC")
    (Card(7S), Card(4H), Card(JC))
    """
    words = text.replace(",", " ").split()
    hand = [CARD_OF_TEXT.get(word) for word in words]
    if None in hand:  # slow and exact: for lower case and for errors
        column = 0
        for i, word in enumerate(words):
            column = text.index(word, column)
            hand[i] = card(word, (place or Place(None, 1, 1)).right(column))
            column += len(word)
    return tuple(hand)  # type: ignore[arg-type]  # what was None has been read or raised


def text_of(cards: Iterable[Card]) -> str:
    """Cards as files have them: `7S 4H`."""
    return " ".join([card.text for card in cards])


def mask_of(cards: Iterable[Card]) -> int:
    """The 52-bit mask of a set of cards; `??` adds nothing.

    >>> cards_in(mask_of(cards("KS 2S KS")))
    (Card(2S), Card(KS))
    """
    mask = 0
    for card in cards:
        mask |= card.bit
    return mask


def cards_in(mask: int) -> tuple[Card, ...]:
    """The cards of a mask, in the order of their indices."""
    return tuple([card for card in PACK if mask & card.bit])


def decks(count: int) -> list[Card]:
    """`count` decks of 52 in order, unshuffled."""
    return list(PACK) * count
