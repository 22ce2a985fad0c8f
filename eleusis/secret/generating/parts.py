"""The parts that generated rules are put together from: what dealers ask of a card, of a line, of a place."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product

_TRAITS = (
    "red", "black", "odd", "even", "face", "number", "high", "low", "prime", "spade", "heart", "diamond", "club",
    "ace", "jack", "queen", "king",
)  # fmt: skip
_OPS = ("==", "!=", "<", "<=", ">", ">=")
_OTHERS = ("last", "back(2)", "first")
_COLORS = ("red", "black")
_SUITS = ("spade", "heart", "diamond", "club")


def plays() -> Iterator[str]:
    """What may be asked of the card that is played, by itself or beside another card, or by its place."""
    yield from _of_itself()
    for other in _OTHERS:
        yield from _likeness(other)
        yield from _steps(other)
    yield from _turns()


def conditions() -> Iterator[str]:
    """What may be asked before the card is looked at: of the last cards, the place, the whole line."""
    for other in _OTHERS:
        yield from [f"{other}.{trait}" for trait in _TRAITS]
        yield f"not {other}.prime"
        yield from [f"{other}.rank {op} {n}" for op in ("<=", ">=") for n in range(2, 13)]
        yield from [f"{other}.rank % 3 == {n}" for n in range(3)]
    for a, b in (("last", "back(2)"), ("last", "first"), ("back(2)", "back(3)"), ("back(2)", "first")):
        yield from [f"{a}.{name} == {b}.{name}" for name in ("color", "suit", "odd", "face", "high", "prime")]
        yield from [f"{a}.rank {op} {b}.rank" for op in ("==", "<", "<=")]
    yield from [f"position % {m} == {n}" for m in (2, 3, 4, 5) for n in range(m)]
    for feature in ("color", "suit", "odd", "high", "face", "prime"):
        yield from [f"streak({feature}) {op} {n}" for op, n in ((">=", 2), (">=", 3), (">=", 4), ("==", 2))]
        yield f"streak({feature}) % 2 == 0"
    for trait in ("red", "odd", "face", "high", "prime", *_SUITS):
        yield from [f"line.count({trait}) % {m} == {n}" for m in (2, 3) for n in range(m - 1)]
        yield from [f"line.count({trait}) >= {n}" for n in (2, 3, 5)]
        yield f"line.any({trait})"
        yield from [f"last3.count({trait}) >= {n}" for n in (1, 2, 3)]
        yield from [f"last2.{how}({trait})" for how in ("any", "all")]
    yield from [f"line.sum(rank) % {m} == {n}" for m in (2, 3) for n in range(m - 1)]
    yield from [f"last2.sum(rank) {op} {n}" for op, n in ((">", 13), (">=", 10), (">=", 20))]
    yield "last2.sum(rank) % 2 == 0"


def _of_itself() -> Iterator[str]:
    yield from _TRAITS
    yield "any"
    yield from [f"not {trait}" for trait in ("prime", *_SUITS, "ace", "jack", "queen", "king")]
    yield from [f"rank {op} {n}" for op in ("<=", ">=") for n in range(2, 13)]
    yield from [f"rank in {low}..{high}" for low in range(2, 11) for high in range(low + 2, 13)]
    yield from [f"rank % {m} == {n}" for m in (3, 4) for n in range(m)]
    yield from [f"rank == {n}" for n in range(2, 11)]
    yield from [f"rank in {{{a}, {b}, {c}}}" for a, b, c in combinations((1, 3, 5, 7, 9, 11, 13), 3)]
    yield from [f"suit in {{{a}, {b}}}" for a, b in (("spade", "heart"), ("spade", "diamond"))]
    yield from [f"suit in {{{a}, {b}}}" for a, b in (("club", "heart"), ("club", "diamond"))]


def _likeness(other: str) -> Iterator[str]:
    yield from [f"rank {op} {other}.rank" for op in _OPS]
    yield from [f"{name} {op} {other}.{name}" for name in ("color", "suit") for op in ("==", "!=")]
    for trait in ("odd", "face", "high", "prime", "spade", "heart", "diamond", "club"):
        yield from [f"{trait} {op} {other}.{trait}" for op in ("==", "!=")]
    for rest in permutations(_SUITS[1:]):
        circle = ", ".join((_SUITS[0], *rest))
        yield from [f"suit {op} next({other}.suit, {circle})" for op in ("==", "!=")]


def _steps(other: str) -> Iterator[str]:
    near, up, down = f"abs(rank - {other}.rank)", f"(rank - {other}.rank)", f"({other}.rank - rank)"
    for n in range(1, 7):
        yield from [f"{near} == {n}", f"{up} % 13 == {n}", f"{down} % 13 == {n}"]
        yield from [f"{near} <= {n}", f"{near} > {n}", f"{up} % 13 <= {n}", f"{down} % 13 <= {n}"]
    for low, high in combinations(range(1, 7), 2):
        yield from [f"{near} in {low}..{high}", f"{up} % 13 in {low}..{high}", f"{down} % 13 in {low}..{high}"]
    for m in (3, 4, 5):
        yield from [f"{up} % {m} == {n}" for n in range(m)]
        yield from [f"(rank + {other}.rank) % {m} == {n}" for n in range(m)]
    yield from [f"{near} % 2 == {n}" for n in (0, 1)]


def _turns() -> Iterator[str]:
    """Cycles by the place on the line, of periods 2 to 4 (and 6)."""
    for period in (2, 3, 4):
        for colors in product(_COLORS, repeat=period):
            if len(set(colors)) > 1:
                yield f"color == cycle({', '.join(colors)})"
    yield "color == cycle(red, red, red, black, black, black)"
    yield "color == cycle(black, black, black, red, red, red)"
    for period in (2, 3, 4):
        yield from [f"suit == cycle({', '.join(suits)})" for suits in permutations(_SUITS, period)]
    for a, b in (("odd", "even"), ("low", "high"), ("face", "number"), ("prime", "not prime")):
        for period in (2, 3, 4):
            for parts in product((a, b), repeat=period):
                if len(set(parts)) > 1:
                    yield f"cycle({', '.join(parts)})"
    for a, b, c in permutations(("red", "odd", "high", "face", "black", "even", "low"), 3):
        yield f"cycle({a}, {b}, {c})"
    for a, b in permutations(("red", "odd", "high", "face", "black", "even", "low", *_SUITS), 2):
        yield f"cycle({a}, {b})"
