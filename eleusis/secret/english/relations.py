"""How a card may relate to another one, as players say it: `higher than the last`.

A relation is known by what it means, the cards that are right for each of the 52 cards that it looks at; so
whatever text says the same is told in the same words.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations

from eleusis.secret.compiled.meaning import Meaning
from eleusis.secret.english.card_sets import describe, mask_where, number_word
from eleusis.secret.language.text import parse

Relation = tuple[int, ...]
"""For each of the 52 cards the mask of the cards that stand in the relation to it."""

_PLAIN = {
    "rank > last.rank": "higher than {}",
    "rank >= last.rank": "of the same rank as {} or higher",
    "rank < last.rank": "lower than {}",
    "rank <= last.rank": "of the same rank as {} or lower",
    "rank == last.rank": "of the same rank as {}",
    "rank != last.rank": "of another rank than {}",
    "suit == last.suit": "of the same suit as {}",
    "suit != last.suit": "of another suit than {}",
    "color == last.color": "of the same colour as {}",
    "color != last.color": "of the opposite colour to {}",
    "suit == last.suit or rank == last.rank": "of the same suit or the same rank as {}",
    "suit != last.suit and rank != last.rank": "of another suit and another rank than {}",
    "suit == last.suit or rank > last.rank": "of the same suit as {} or higher",
    "color == last.color or rank == last.rank": "of the same colour or the same rank as {}",
    "color != last.color and rank != last.rank": "of the other colour and another rank than {}",
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
_SHARED = ("odd", "face", "high", "prime")


def _ranks(n: int) -> str:
    return "one rank" if n == 1 else f"{number_word(n)} ranks"


def _span(low: int, high: int) -> str:
    """`one rank`, `one or two ranks`, `one to three ranks`."""
    if low == high:
        return _ranks(low)
    between = "or" if high == low + 1 else "to"
    return f"{number_word(low)} {between} {number_word(high)} ranks"


def _steps() -> dict[str, str]:
    """Relations by how many ranks lie between."""
    found: dict[str, str] = {}
    for low in range(1, 7):
        for high in range(low, 7):
            near, span = f"{low}..{high}", _span(low, high)
            found[f"abs(rank - last.rank) in {near}"] = f"{span} above or below {{}}"
            ring = ", king and ace being neighbours"
            found[f"(rank - last.rank) % 13 in {near} or (last.rank - rank) % 13 in {near}"] = (
                f"{span} above or below {{}}{ring}"
            )
            found[f"(rank - last.rank) % 13 in {near}"] = f"{span} above {{}}, the ace following the king"
            found[f"(last.rank - rank) % 13 in {near}"] = f"{span} below {{}}, the king following the ace"
            found[f"rank - last.rank in {near}"] = f"{span} above {{}}, the king being the highest"
            found[f"last.rank - rank in {near}"] = f"{span} below {{}}, the ace being the lowest"
    for n in range(1, 7):
        found[f"(rank - last.rank) % 13 <= {n}"] = (
            f"of the same rank as {{}} or {_span(1, n)} above, the ace following the king"
        )
    for n in range(1, 12):
        found[f"abs(rank - last.rank) <= {n}"] = f"at most {_ranks(n)} away from {{}}"
        found[f"abs(rank - last.rank) > {n}"] = f"more than {_ranks(n)} away from {{}}"
    return found


def _circles() -> dict[str, str]:
    """Relations by the suit that follows in a circle."""
    found = {}
    for rest in permutations(("heart", "diamond", "club")):
        circle = ", ".join(("spade", *rest))
        way = f"the suit of {{}} in the circle {circle}"
        found[f"suit == next(last.suit, {circle})"] = f"of the suit that follows {way}"
        found[f"suit != next(last.suit, {circle})"] = f"of any suit but the one that follows {way}"
    return found


@lru_cache(maxsize=1)
def _catalogue() -> dict[Relation, str]:
    found: dict[Relation, str] = {}
    for text, words in {**_PLAIN, **_circles(), **_steps()}.items():
        table = Meaning(parse(text)).table
        assert table is not None
        found.setdefault(tuple(table[:52]), words)
    for name in _SHARED:
        yes, no = describe(mask_where(name)), describe(mask_where(name, False))
        same = Meaning(parse(f"{name} == last.{name}")).table or []
        other = Meaning(parse(f"{name} != last.{name}")).table or []
        found.setdefault(tuple(same[:52]), f"{yes.predicate} if {{}} is, and {no.predicate} if not")
        found.setdefault(
            tuple(other[:52]), f"{no.predicate} if {{}} is {yes.predicate}, and {yes.predicate} if not"
        )
    return found


def relation_words(table: Relation) -> str | None:
    """How a card stands to another one, `{}` in place of that one; None if there is no short word for it."""
    if len(set(table)) == 1:
        return None
    return _catalogue().get(table)


Groups = list[tuple[int, int]]
"""Pairs of masks: after a card of the first one, the cards of the second are right."""


def groups_of(table: Relation) -> Groups:
    """The cards that are followed by the same cards."""
    found: dict[int, int] = {}
    for card, mask in enumerate(table):
        found[mask] = found.get(mask, 0) | (1 << card)
    return [(after, mask) for mask, after in found.items()]


_SUITS = {mask_where(suit): suit for suit in ("spade", "heart", "diamond", "club")}


def pattern_sentence(table: Relation) -> str | None:
    """A whole rule on the last card in a sentence, where it is one of the well-known patterns."""
    groups = groups_of(table)
    following = dict(groups)
    if len(groups) == 2 and all(following.get(mask) == after for after, mask in groups):
        (first, second) = [describe(after) for after, _ in groups]
        if {first.predicate, second.predicate} == {"red", "black"}:
            if groups[0][0] != groups[0][1]:
                return "The colours alternate."
        elif groups[0][0] != groups[0][1] and max(first.cost, second.cost) == 1:
            one, other = sorted((first.plural, second.plural), key=_positive)
            if not ("(" in one or "." in other) and one.count(" ") == other.count(" ") == 1:
                one = one.removesuffix(" cards")
            return f"{_capital(one)} and {other} alternate."
    if set(following) == set(_SUITS) and set(following.values()) == set(_SUITS):
        order = [groups[0][0]]
        while following[order[-1]] not in order:
            order.append(following[order[-1]])
        if len(order) == 4 and following[order[-1]] == order[0]:
            return _capital(f"{', '.join([_SUITS[suit] for suit in order])}, and round again.")
    return None


def _positive(many: str) -> tuple[bool, str]:
    """Which of two complements to name first: odd before even, low before high, prime before non-prime."""
    return many.startswith(("non", "even", "high", "number")), many


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
