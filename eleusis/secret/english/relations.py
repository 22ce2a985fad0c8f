"""How a card may relate to another one, as players say it: `higher than the last`.

A relation is known by what it means, the cards that are right for each of the 52 cards that it looks at; so
whatever text says the same is told in the same words.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, combinations_with_replacement, permutations

from eleusis.secret.compiled.meaning import Meaning
from eleusis.secret.compiled.spreads import spread_of
from eleusis.secret.english.card_sets import describe, mask_where, number_word
from eleusis.secret.language.text import parse

Relation = tuple[int, ...]
"""For each of the 52 cards the mask of the cards that stand in the relation to it."""

PLAIN = {
    "rank > last.rank": "higher than {}",
    "rank >= last.rank": "of the same rank as {} or higher",
    "rank < last.rank": "lower than {}",
    "rank <= last.rank": "of the same rank as {} or lower",
    "rank == last.rank": "of the same rank as {}",
    "rank != last.rank": "of a different rank from {}",
    "suit == last.suit": "of the same suit as {}",
    "suit != last.suit": "of a different suit from {}",
    "color == last.color": "of the same colour as {}",
    "color != last.color": "of the opposite colour to {}",
    "suit == last.suit or rank == last.rank": "of the same suit or the same rank as {}",
    "suit != last.suit and rank != last.rank": "of a different suit and a different rank from {}",
    "suit == last.suit or rank > last.rank": "of the same suit as {} or higher",
    "color == last.color or rank == last.rank": "of the same colour or the same rank as {}",
    "color != last.color and rank != last.rank": "of the other colour and a different rank from {}",
    "color == last.color and suit != last.suit": "of the same colour as {} but not of its suit",
    "color != last.color or suit == last.suit": "of the opposite colour to {} or of its suit",
    "suit == last.suit and rank == last.rank": "the same as {}, suit and rank",
    "suit != last.suit or rank != last.rank": "any but one just like {}",
    "color == last.color and rank > last.rank": "of the same colour as {} and higher",
    "color != last.color and rank > last.rank": "of the opposite colour to {} and higher",
    "color == last.color and rank < last.rank": "of the same colour as {} and lower",
    "color != last.color and rank < last.rank": "of the opposite colour to {} and lower",
    "suit == last.suit and rank > last.rank": "of the same suit as {} and higher",
    "suit == last.suit and rank < last.rank": "of the same suit as {} and lower",
    "gcd(rank, last.rank) > 1": "of a rank that shares a divisor above one with the rank of {}",
    "gcd(rank, last.rank) == 1": "of a rank that shares no divisor above one with the rank of {}",
    "rank + last.rank > 13": "of a rank that adds up to more than 13 with that of {}",
    "rank + last.rank < 14": "of a rank that adds up to at most 13 with that of {}",
    "rank + last.rank == 14": "of a rank that adds up to 14 with that of {}",
    "(rank + last.rank) % 3 == 0": "of a rank that adds up to a multiple of 3 with that of {}",
}  # fmt: skip
"""The relations that players have short words for."""


def _ranks(low: int, high: int) -> str:
    """`one rank`, `one or two ranks`, `one to three ranks`."""
    to = "" if low == high else f" {'or' if high == low + 1 else 'to'} {number_word(high)}"
    return f"{number_word(low)}{to} {'rank' if high == 1 else 'ranks'}"


def _steps() -> Iterator[tuple[str, str]]:
    """Relations by how many ranks lie between."""
    up, down = "(rank - last.rank)", "(last.rank - rank)"
    for low, high in combinations_with_replacement(range(1, 7), 2):
        near, ranks = f"== {low}" if low == high else f"in {low}..{high}", _ranks(low, high)
        yield f"abs{up} {near}", f"{ranks} above or below {{}}"
        ring = f"{up} % 13 {near} or {down} % 13 {near}"
        yield ring, f"{ranks} above or below {{}}, king and ace being neighbours"
        yield f"{up} % 13 {near}", f"{ranks} above {{}}, the ace following the king"
        yield f"{down} % 13 {near}", f"{ranks} below {{}}, the king following the ace"
        yield f"{up} {near}", f"{ranks} above {{}}, the king being the highest"
        yield f"{down} {near}", f"{ranks} below {{}}, the ace being the lowest"
    for n in range(1, 7):
        yield f"{up} % 13 <= {n}", f"of the same rank as {{}} or {_ranks(1, n)} above, the ace following the king"
    for n in range(1, 12):
        yield f"abs{up} <= {n}", f"at most {_ranks(n, n)} away from {{}}"
        yield f"abs{up} > {n}", f"more than {_ranks(n, n)} away from {{}}"


def _circles() -> Iterator[tuple[str, str]]:
    """Relations by the suit that follows in a circle."""
    for rest in permutations(("heart", "diamond", "club")):
        circle = ", ".join(("spade", *rest))
        way = f"the suit of {{}} in the circle {circle}"
        yield f"suit == next(last.suit, {circle})", f"of the suit that follows {way}"
        yield f"suit != next(last.suit, {circle})", f"of any suit but the one that follows {way}"


def _kinds() -> Iterator[tuple[str, str]]:
    """Relations by a kind that both cards are of, or just one."""
    for name in ("odd", "face", "high", "prime"):
        yes, no = describe(mask_where(name)).predicate, describe(mask_where(name, False)).predicate
        yield f"{name} == last.{name}", f"{yes} if {{}} is, and {no} if not"
        yield f"{name} != last.{name}", f"{no} if {{}} is {yes}, and {yes} if not"


def relations() -> Iterator[tuple[str, str]]:
    """Every relation with short words: the text of a rule that says it of `last`, and the words."""
    yield from chain(PLAIN.items(), _circles(), _steps(), _kinds())


@lru_cache(maxsize=1)
def catalogue() -> dict[Relation, str]:
    """All relations that have short words, made on first use."""
    words_of: dict[Relation, str] = {}
    for text, words in relations():
        words_of.setdefault(tuple((Meaning(parse(text)).table or [])[:52]), words)
    return words_of


def relation_words(relation: Relation) -> str | None:
    """How a card stands to another one, `{}` in place of that one; None if there is no short word for it."""
    return catalogue().get(relation) if len(set(relation)) > 1 else None


# Whole rules on the last card


def groups_of(relation: Relation) -> list[tuple[int, int]]:
    """Pairs of masks: after a card of the first one, the cards of the second are right; by the first card."""
    return [(after, mask) for mask, after in spread_of(relation).items()]


_SUITS = {mask_where(suit): suit for suit in ("spade", "heart", "diamond", "club")}


def pattern_sentence(relation: Relation) -> str | None:
    """A whole rule on the last card in a sentence, where it is one of the well-known patterns."""
    groups = groups_of(relation)
    following = dict(groups)
    if len(groups) == 2 and groups[0] == groups[1][::-1]:
        return _alternation(*groups[0])
    if set(following) == set(following.values()) == set(_SUITS):
        order = [groups[0][0]]
        while len(order) < 4:
            order.append(following[order[-1]])
        if len(set(order)) == 4:
            return f"{', '.join([_SUITS[suit] for suit in order])}, and round again.".capitalize()
    return None


def _alternation(mask: int, other: int) -> str | None:
    """A sentence like `Odd and even cards alternate`."""
    words = describe(mask), describe(other)
    if {words[0].predicate, words[1].predicate} == {"red", "black"}:
        return "The colours alternate."
    if max(words[0].cost, words[1].cost) > 1:
        return None
    first, second = sorted((words[0].plural, words[1].plural), key=_is_second)
    if first.count(" ") == second.count(" ") == 1:
        first = first.removesuffix(" cards")
    return f"{first[:1].upper()}{first[1:]} and {second} alternate."


def _is_second(plural: str) -> tuple[bool, str]:
    """Which of two complements to name first: odd before even, low before high, prime before non-prime."""
    return plural.startswith(("non", "even", "high", "number")), plural
