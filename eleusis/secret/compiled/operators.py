"""Compiling operators: codes → the code of what joins them, for one value or for all candidates at once."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Sequence
from typing import Any

from eleusis.ground.cards import ALL
from eleusis.secret.compiled import spreads as v
from eleusis.secret.compiled.code import Code, Run, as_pair, as_spread, make_code
from eleusis.secret.compiled.slots import NO_CARD
from eleusis.secret.language import tree as t

_MOST_PAIRS = 1000
"""How many outcomes a comparison remembers."""

# Yes or no


def negation(node: t.Not, body: Code) -> Code:
    """The operator `not`."""
    run, negate = body.run, v.OF_PAIRS.negate if body.vector else v.OF_VALUES.negate
    return make_code(node, lambda values, card: negate(run(values, card)), (body,), body.vector)


def junction(node: t.And | t.Or, codes: Sequence[Code]) -> Code:
    """`and`, `or`."""
    vector = any(code.vector for code in codes)
    runs = [as_pair(code) if vector else code.run for code in codes]
    logic = v.OF_PAIRS if vector else v.OF_VALUES
    join = logic.all_of if isinstance(node, t.And) else logic.any_of
    return make_code(node, lambda values, card: join([run(values, card) for run in runs]), codes, vector)


def choice(node: t.If, cond: Code, then: Code, other: Code) -> Code:
    """`if`: where the condition is missing, the arms count where they agree."""
    codes = (cond, then, other)
    vector = any(code.vector for code in codes)
    ask, yes, no, choose = cond.run, then.run, other.run, v.choose_value
    if vector:
        lift, choose = (as_pair, v.choose_pair) if then.yesno else (as_spread, v.choose_spread)
        yes, no = lift(then), lift(other)

    def choose_by_candidate(values: Sequence[Any], card: int) -> Any:
        return choose(ask(values, card), yes(values, card), no(values, card))

    def choose_arm(values: Sequence[Any], card: int) -> Any:
        answer = ask(values, card)
        if answer is None:
            return choose(v.MISSING, yes(values, card), no(values, card))
        return yes(values, card) if answer else no(values, card)

    return make_code(node, choose_by_candidate if cond.vector else choose_arm, codes, vector)


# Numbers, colours and suits


def mapping(node: t.Expr, body: Code, function: Callable[[Any], Any]) -> Code:
    """A function of one value; what it gives None for is missing."""
    run = body.run
    if body.vector:
        return make_code(node, lambda values, card: v.map_spread(function, run(values, card)), (body,), True)
    return make_code(
        node, lambda values, card: None if (value := run(values, card)) is None else function(value), (body,)
    )


def reduction(node: t.Expr, codes: Sequence[Code], function: Callable[[Any, Any], Any]) -> Code:
    """A function of two values over many; what is the same for all candidates is reckoned first."""
    runs = [code.run for code in codes if not code.vector]
    spread_runs = [code.run for code in codes if code.vector]

    def reduce_scalar(values: Sequence[Any], card: int) -> Any:
        operands = [run(values, card) for run in runs]
        return None if None in operands else functools.reduce(function, operands)

    if not spread_runs:
        return make_code(node, reduce_scalar, codes)
    join = functools.partial(v.join_spreads, function)

    def reduce_spreads(values: Sequence[Any], card: int) -> v.Spread:
        spread: v.Spread = functools.reduce(join, [run(values, card) for run in spread_runs])
        if not runs:
            return spread
        fixed = reduce_scalar(values, card)
        return {} if fixed is None else v.map_spread(lambda value: function(value, fixed), spread)

    return make_code(node, reduce_spreads, codes, True)


def cycle(node: t.Cycle, codes: Sequence[Code], position: int) -> Code:
    """`cycle`: the entry whose turn it is; `position` is the slot that says so."""
    vector = any(code.vector for code in codes)
    lift = as_pair if codes[0].yesno else as_spread
    runs = [lift(code) if vector else code.run for code in codes]
    length = len(runs)
    return make_code(
        node, lambda values, card: runs[(values[position] - 1) % length](values, card), codes, vector, (position,)
    )


# Comparisons


def comparison(node: t.Compare, codes: Sequence[Code]) -> Code:
    """A chain like `a < b <= c` or `a in {b, c..d}`: every operand is reckoned once, then compared pair by pair."""
    vector = any(code.vector for code in codes)
    if vector and len(codes) == 2 and not isinstance(node.operands[1], t.Among):
        looked_up = _comparison_by_value(node.ops[0], *codes)
        if looked_up is not None:
            return make_code(node, looked_up, codes, True)
    compare, all_of, any_of, negate = v.OF_PAIRS if vector else v.OF_VALUES
    runs = [as_spread(code) if vector else code.run for code in codes]
    links = _links(node)

    def chain(values: Sequence[Any], card: int) -> Any:
        operands = [run(values, card) for run in runs]
        outcomes = []
        for negated, alternatives in links:
            outcome = any_of(
                [all_of([compare(op, operands[a], operands[b]) for op, a, b in tests]) for tests in alternatives]
            )
            outcomes.append(negate(outcome) if negated else outcome)
        return all_of(outcomes)

    return make_code(node, chain, codes, vector)


_Test = tuple[str, int, int]
"""An operator, and the places of the two operands."""


def _links(node: t.Compare) -> list[tuple[bool, list[list[_Test]]]]:
    """A chain link by link: whether the link is negated, and its alternatives, each of tests that must all hold.

    `a not in {b, c..d}` is one link, negated, of two alternatives: `a == b`, and `c <= a` with `a <= d`.
    """
    links = []
    operands = t.by_operand(node, itertools.count())
    for op, ((left, *_), *_), right in zip(node.ops, operands, operands[1:], strict=False):
        alternatives: list[list[_Test]] = []
        for low, *high in right:
            if op not in ("in", "not in"):
                alternatives.append([(op, left, low)])
            elif high:
                alternatives.append([("<=", low, left), ("<=", left, high[0])])
            else:
                alternatives.append([("==", left, low)])
        links.append((op == "not in", alternatives))
    return links


def _comparison_by_value(op: str, left: Code, right: Code) -> Run | None:
    """A feature of the candidate against a value of the line, as most rules have it: the outcome for each value is
    reckoned once, and looked up from then on. None for any other comparison."""
    flipped = not (left.vector and not right.vector)
    fixed, moving = (right, left) if flipped else (left, right)
    if fixed.slots or fixed.each or moving.vector or not fixed.vector:
        return None
    spread = as_spread(fixed)((), NO_CARD)
    run = moving.run
    outcomes: dict[Any, v.Pair] = {None: v.MISSING}

    def compare(values: Sequence[Any], card: int) -> v.Pair:
        value = run(values, card)
        pair = outcomes.get(value)
        if pair is None:
            if len(outcomes) > _MOST_PAIRS:
                outcomes.clear()
                outcomes[None] = v.MISSING
            same = {value: ALL}
            pair = v.compare_spreads(op, same, spread) if flipped else v.compare_spreads(op, spread, same)
            outcomes[value] = pair
        return pair

    return compare
