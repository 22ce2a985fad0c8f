"""Compiling comparisons: every operand is computed once, then compared pair by pair."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from eleusis.pack import ALL
from eleusis.secret.compiled import spreads as v
from eleusis.secret.compiled.code import Code, Run, as_spread
from eleusis.secret.compiled.maker import Maker
from eleusis.secret.compiled.slots import NO_CARD
from eleusis.secret.language import tree as t


class Comparing(Maker):
    """The part of the compiler for `Compare`."""

    def comparison(self, node: t.Compare) -> Code:
        codes: list[Code] = []
        places: list[Any] = []
        for operand in node.operands:
            if isinstance(operand, t.Among):
                spots: list[Any] = []
                for member in operand.members:
                    ends = (member.low, member.high) if isinstance(member, t.Span) else (member,)
                    spots.append(tuple(range(len(codes), len(codes) + len(ends))))
                    codes.extend([self.compile(end) for end in ends])
                places.append(spots)
            else:
                places.append(len(codes))
                codes.append(self.compile(operand))
        vector = any(code.vector for code in codes)
        tests = [_tests(op, a, b) for op, a, b in zip(node.ops, places, places[1:], strict=False)]
        if vector and len(codes) == 2 and isinstance(places[1], int):
            fast = _cached(node.ops[0], codes)
            if fast is not None:
                return self.make(node, codes, fast, True)
        kit: tuple[Callable[..., Any], ...] = (_compare, v.all_values, v.any_values, _opposite)
        runs = [code.run for code in codes]
        if vector:
            kit = (v.compare_spreads, v.all_pairs, v.any_pairs, _turned)
            runs = [as_spread(code) for code in codes]
        compare, every, some, turn = kit

        def chain(s: Sequence[Any], e: int) -> Any:
            got = [run(s, e) for run in runs]
            steps = []
            for negated, groups in tests:
                step = some([every([compare(op, got[a], got[b]) for op, a, b in group]) for group in groups])
                steps.append(turn(step) if negated else step)
            return every(steps)

        return self.make(node, codes, chain, vector)


def _compare(op: str, left: Any, right: Any) -> bool | None:
    return None if left is None or right is None else v.COMPARE[op](left, right)


def _opposite(value: bool | None) -> bool | None:
    return None if value is None else not value


def _turned(pair: v.Pair) -> v.Pair:
    return pair[1], pair[0]


def _tests(op: str, left: int, right: Any) -> tuple[bool, list[list[tuple[str, int, int]]]]:
    """One step of a chain: whether it is negated, and alternatives of pairs of operands to compare."""
    if isinstance(right, int):
        return False, [[(op, left, right)]]
    groups = [
        [("==", left, spot[0])] if len(spot) == 1 else [("<=", spot[0], left), ("<=", left, spot[1])]
        for spot in right
    ]
    return op == "not in", groups


def _cached(op: str, codes: Sequence[Code]) -> Run | None:
    """A candidate's feature against a value of the line: each result is computed once."""
    fixed, moving = codes
    flipped = not (fixed.vector and not moving.vector)
    if flipped:
        fixed, moving = moving, fixed
    if fixed.slots or fixed.each or moving.vector or not fixed.vector:
        return None
    spread = as_spread(fixed)((), NO_CARD)
    known: dict[Any, v.Pair] = {None: v.MISSING}
    run = moving.run

    def compare(s: Sequence[Any], e: int) -> v.Pair:
        value = run(s, e)
        pair = known.get(value)
        if pair is None:
            if len(known) > 1000:
                known.clear()
                known[None] = v.MISSING
            other = {value: ALL}
            pair = v.compare_spreads(op, other, spread) if flipped else v.compare_spreads(op, spread, other)
            known[value] = pair
        return pair

    return compare
