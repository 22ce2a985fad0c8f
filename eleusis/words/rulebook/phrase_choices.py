"""What may stand in the holes of the phrasebook: kinds of cards, features, numbers, comparisons."""

from __future__ import annotations

from collections.abc import Mapping

from eleusis.words.rulebook.phrase_shapes import Choice

_CARDS = (
    ("red", "red cards", "@red"),
    ("black", "black cards", "@black"),
    ("a spade", "spades", "@spade"),
    ("a heart", "hearts", "@heart"),
    ("a diamond", "diamonds", "@diamond"),
    ("a club", "clubs", "@club"),
    ("a spade or a heart", "spades and hearts", "@suit in {spade, heart}"),
    ("a spade or a diamond", "spades and diamonds", "@suit in {spade, diamond}"),
    ("a club or a heart", "clubs and hearts", "@suit in {club, heart}"),
    ("a club or a diamond", "clubs and diamonds", "@suit in {club, diamond}"),
    ("odd", "odd cards", "@odd"),
    ("even", "even cards", "@even"),
    ("high (8 to K)", "high cards (8 to K)", "@high"),
    ("low (A to 7)", "low cards (A to 7)", "@low"),
    ("7 or higher", "cards from 7 up", "@rank >= 7"),
    ("6 or lower", "cards up to 6", "@rank <= 6"),
    ("in the middle (5 to 9)", "middle cards (5 to 9)", "@rank in 5..9"),
    ("at the edge (A to 4, 10 to K)", "cards at the edge (A to 4, 10 to K)", "@rank in {1..4, 10..13}"),
    ("a number card (A to 10)", "number cards (A to 10)", "@number"),
    ("a face card (J, Q, K)", "face cards (J, Q, K)", "@face"),
    ("a face card or an ace", "face cards and aces", "@rank in {ace, jack, queen, king}"),
    ("prime (2 3 5 7 J K)", "primes (2 3 5 7 J K)", "@prime"),
    ("a multiple of 3", "multiples of 3", "@rank % 3 == 0"),
    ("an ace", "aces", "@ace"),
    ("a jack", "jacks", "@jack"),
    ("a queen", "queens", "@queen"),
    ("a king", "kings", "@king"),
)
"""Kinds of cards: of one card, of several, and as the rule asks it of a card, whose name goes where @ stands."""


def _kinds(of: str = "", many: bool = False) -> tuple[Choice, ...]:
    """The kinds of cards, asked of a card (`last.`; empty: of the candidate)."""
    return tuple([Choice(plural if many else label, text.replace("@", of)) for label, plural, text in _CARDS])


def _numbers(first: int, last: int, text: str = "{}") -> tuple[Choice, ...]:
    """Numbers as they are, and as the rule has them."""
    return tuple([Choice(str(number), text.format(number)) for number in range(first, last + 1)])


_FEATURES = (
    Choice("colour", "color"),
    Choice("suit", "suit"),
    Choice("rank", "rank"),
    Choice("parity (odd or even)", "odd"),
    Choice("half (A to 7 or 8 to K)", "high"),
    Choice("kind (face or number)", "face"),
    Choice("kind (prime or not)", "prime"),
)
_DIVIDED = (
    Choice("even", "% 2 == 0"),
    Choice("odd", "% 2 == 1"),
    Choice("a multiple of 3", "% 3 == 0"),
    Choice("a multiple of 4", "% 4 == 0"),
    Choice("a multiple of 5", "% 5 == 0"),
)
_RANKS = (*map(str, range(2, 11)), "J", "Q")

CHOICES: Mapping[str, tuple[Choice, ...]] = {
    "cards": _kinds(),
    "last cards": _kinds("last."),
    "starters": _kinds("first."),
    "many cards": _kinds(many=True),
    "cards or any": (Choice("any card", "any"), *_kinds()),
    "questions": tuple([choice for choice in _kinds() if choice.text.isalpha()]),
    "features": _FEATURES,
    "same or not": (Choice("have the same", "=="), Choice("not have the same", "!=")),
    "higher": (
        Choice("higher than", ">"),
        Choice("at least as high as", ">="),
        Choice("lower than", "<"),
        Choice("at most as high as", "<="),
    ),
    "limits": (Choice("at least", ">="), Choice("at most", "<="), Choice("exactly", "==")),
    "steps": (
        Choice("at most", "<= "),
        Choice("at least", ">= "),
        Choice("exactly", "== "),
        Choice("1 to", "in 1.."),
    ),
    "small numbers": _numbers(1, 6),
    "few": _numbers(1, 4),
    "runs": _numbers(2, 5),
    "windows": _numbers(2, 6),
    "sums": _numbers(4, 24),
    "high sums": _numbers(10, 40),
    "ranks": tuple([Choice(name, str(number)) for number, name in enumerate(_RANKS, start=2)]),
    "divided": _DIVIDED,
    "factors": (Choice("a factor above 1", ">"), Choice("no factor above 1", "==")),
    "circles": (
        Choice("♠ → ♥ → ♦ → ♣ → ♠", "spade, heart, diamond, club"),
        Choice("♣ → ♦ → ♥ → ♠ → ♣", "club, diamond, heart, spade"),
        Choice("♠ → ♥ → ♣ → ♦ → ♠", "spade, heart, club, diamond"),
        Choice("♦ → ♣ → ♥ → ♠ → ♦", "diamond, club, heart, spade"),
        Choice("♠ → ♦ → ♥ → ♣ → ♠", "spade, diamond, heart, club"),
        Choice("♣ → ♥ → ♦ → ♠ → ♣", "club, heart, diamond, spade"),
    ),
    "nth": tuple(
        Choice(word, str(number))
        for number, word in enumerate(("second", "third", "fourth", "fifth", "sixth"), start=2)
    ),
    "blocks": tuple(
        Choice(word, f"% {2 * number} < {number}")
        for number, word in enumerate(("two", "three", "four", "five"), start=2)
    ),
    "any or all": (Choice("any", "any"), Choice("each", "all")),
    "inside": (Choice("between", "in"), Choice("outside of", "not in")),
}
"""What may stand in a hole, by the name of the list."""
