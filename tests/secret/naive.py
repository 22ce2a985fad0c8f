"""The rule language read a second time, card by card and as plainly as can be: what the masks must agree with.

It shares the syntax tree with the program and nothing else.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from eleusis.ground.cards import PACK, Card
from eleusis.secret.language import tree as t

YES_NO: dict[str, Any] = {
    "red": lambda c: c.suit.value in ("heart", "diamond"),
    "black": lambda c: c.suit.value in ("spade", "club"),
    "odd": lambda c: c.rank in (1, 3, 5, 7, 9, 11, 13),
    "even": lambda c: c.rank in (2, 4, 6, 8, 10, 12),
    "face": lambda c: c.rank in (11, 12, 13),
    "number": lambda c: c.rank in range(1, 11),
    "high": lambda c: c.rank in range(8, 14),
    "low": lambda c: c.rank in range(1, 8),
    "prime": lambda c: c.rank in (2, 3, 5, 7, 11, 13),
    "ace": lambda c: c.rank == 1,
    "jack": lambda c: c.rank == 11,
    "queen": lambda c: c.rank == 12,
    "king": lambda c: c.rank == 13,
}


def feature(card: Card | None, name: str) -> Any:
    if card is None:
        return None
    assert card.suit is not None
    if name == "rank":
        return card.rank
    if name == "suit":
        return card.suit.value
    if name == "color":
        return "red" if card.suit.value in ("heart", "diamond") else "black"
    if name in ("spade", "heart", "diamond", "club"):
        return card.suit.value == name
    return YES_NO[name](card)


def verdict(tree: t.Expr, line: Sequence[Card], card: Card) -> bool:
    """Whether a card is right: a missing verdict is."""
    return value(tree, line, card, None) is not False


def right(tree: t.Expr, line: Sequence[Card]) -> int:
    """The mask of the right cards, one card at a time."""
    return sum(card.bit for card in PACK if verdict(tree, line, card))


def value(node: Any, line: Sequence[Card], card: Card, each: Card | None) -> Any:
    def get(inner: Any) -> Any:
        return value(inner, line, card, each)

    match node:
        case t.Const():
            return node.value
        case t.Feature():
            return feature(source(node.of, line, card, each), node.name)
        case t.Position():
            return len(line) + 1
        case t.Not():
            inner = get(node.body)
            return None if inner is None else not inner
        case t.And():
            return conjunction([get(part) for part in node.parts])
        case t.Or():
            return disjunction([get(part) for part in node.parts])
        case t.If():
            cond, then, other = get(node.cond), get(node.then), get(node.other)
            if cond is None:
                return then if then == other else None
            return then if cond else other
        case t.Compare():
            return chain(node, get)
        case t.Add():
            return strict(sum, [get(term) for term in node.terms])
        case t.Neg():
            return strict(lambda xs: -xs[0], [get(node.body)])
        case t.Mul():
            return strict(math.prod, [get(factor) for factor in node.factors])
        case t.Mod():
            return strict(lambda xs: xs[0] - node.by * (xs[0] // node.by), [get(node.body)])
        case t.FunctionCall():
            functions = {"abs": lambda xs: abs(xs[0]), "min": min, "max": max, "gcd": lambda xs: math.gcd(*xs)}
            return strict(functions[node.name], [get(arg) for arg in node.args])
        case t.Cycle():
            return get(node.entries[len(line) % len(node.entries)])
        case t.Next():
            entry, circle = get(node.body), [const.value for const in node.circle]
            return circle[(circle.index(entry) + 1) % len(circle)] if entry in circle else None
        case t.PlaceIn():
            entry, circle = get(node.body), [const.value for const in node.circle]
            return circle.index(entry) + 1 if entry in circle else None
        case t.Streak():
            same = 0
            for other in reversed(line):
                if feature(other, node.feature) != feature(line[-1], node.feature):
                    break
                same += 1
            return same
        case t.Over():
            return over(node, line, card)
    raise AssertionError(node)


def strict(function: Any, values: list[Any]) -> Any:
    return None if None in values else function(values)


def conjunction(values: list[Any]) -> Any:
    if False in values:
        return False
    return None if None in values else True


def disjunction(values: list[Any]) -> Any:
    if True in values:
        return True
    return None if None in values else False


def chain(node: t.Compare, get: Any) -> Any:
    steps = []
    for left, op, right in zip(node.operands, node.ops, node.operands[1:], strict=False):
        if isinstance(right, t.Among):
            answer = member(get(left), right, get)
            steps.append((None if answer is None else not answer) if op == "not in" else answer)
        else:
            steps.append(compared(get(left), op, get(right)))
    return conjunction(steps)


def member(value: Any, among: t.Among, get: Any) -> Any:
    answers = []
    for entry in among.members:
        if isinstance(entry, t.Span):
            answers.append(
                conjunction([compared(get(entry.low), "<=", value), compared(value, "<=", get(entry.high))])
            )
        else:
            answers.append(compared(value, "==", get(entry)))
    return disjunction(answers)


def compared(left: Any, op: str, right: Any) -> Any:
    if left is None or right is None:
        return None
    return {
        "==": left == right,
        "!=": left != right,
        "<": op == "<" and left < right,
        "<=": op == "<=" and left <= right,
        ">": op == ">" and left > right,
        ">=": op == ">=" and left >= right,
    }[op]


def stretch(window: int | None, line: Sequence[Card]) -> Sequence[Card] | None:
    if window is None:
        return line
    return line[-window:] if len(line) >= window else None


def source(of: t.CardNode, line: Sequence[Card], card: Card, each: Card | None) -> Card | None:
    match of:
        case t.Candidate():
            return card
        case t.Each():
            return each
        case t.Back(n=n):
            return line[-n] if n <= len(line) else None
        case t.At(n=n):
            return line[n - 1] if n <= len(line) else None
        case t.Latest():
            for other in reversed(stretch(of.window, line) or ()):
                answer = value(of.where, line, card, other)
                if answer is None:
                    return None
                if answer:
                    return other
            return None


def over(node: t.Over, line: Sequence[Card], card: Card) -> Any:
    cards = stretch(node.window, line)
    if cards is None:
        return None
    values = [value(node.body, line, card, other) for other in cards]
    if node.how == "any":
        return disjunction(values)
    if node.how == "all":
        return conjunction(values)
    if node.how in ("count", "sum"):
        return strict(sum, values)
    return strict(min if node.how == "min" else max, values) if values else None
