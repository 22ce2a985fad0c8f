"""The syntax tree of the rule language: small frozen nodes, the same for every part that reads rules.

An expression is one of the classes below (`Expr`). The card that a `Feature` is asked of is a `CardNode`.
`at` is where the node stands in the text (an offset from 0); it plays no part in equality.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeVar

import attrs

from eleusis.secret.language.features import TYPES, RuleValue, Type

T = TypeVar("T")
N = TypeVar("N", bound="Node")

How = Literal["count", "sum", "min", "max", "any", "all"]
Function = Literal["abs", "min", "max", "gcd"]
Comparator = Literal["==", "!=", "<", "<=", ">", ">=", "in", "not in"]
OPPOSITES: Mapping[str, Comparator] = {
    "==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "in": "not in", "not in": "in",
}  # fmt: skip
"""What holds of two values where a comparison of them doesn't."""


@attrs.frozen(cache_hash=True)
class Node:
    """The base of all nodes."""

    at: int = attrs.field(default=0, kw_only=True, eq=False, repr=False)


# Cards to ask


class Candidate(Node):
    """The card that is judged: a bare feature, or `card.` inside the brackets of a line."""


class Each(Node):
    """Each card of the line: a bare feature inside the brackets of `line.…( )` or `lastN.…( )`."""


@attrs.frozen(cache_hash=True)
class Back(Node):
    """The n-th card from the end of the mainline: `last` is `Back(1)`."""

    n: int


@attrs.frozen(cache_hash=True)
class At(Node):
    """The n-th card of the mainline: `first` is `At(1)`."""

    n: int


@attrs.frozen(cache_hash=True)
class Latest(Node):
    """The most recent card for which `where` holds, of the mainline or of its last `window` cards."""

    window: int | None
    where: Expr


CardNode = Candidate | Each | Back | At | Latest


# Expressions


@attrs.frozen(cache_hash=True)
class Const(Node):
    """A value: a number, `any` (True) or `none` (False), or the name of a colour, suit or rank."""

    type: Type
    value: RuleValue
    word: str
    """As it is written: `11` and `jack` are two words for one value."""


@attrs.frozen(cache_hash=True)
class Name(Node):
    """A bare name whose reading is not settled; never in a tree that `parse` returns."""

    word: str
    each: bool


@attrs.frozen(cache_hash=True)
class Feature(Node):
    """A feature of a card: `last.rank`."""

    of: CardNode
    name: str


class Position(Node):
    """The place that the candidate would take on the mainline, from 1."""


@attrs.frozen(cache_hash=True)
class Not(Node):
    """The opposite of a condition."""

    body: Expr


@attrs.frozen(cache_hash=True)
class And(Node):
    """Two or more conditions, all of them."""

    parts: tuple[Expr, ...]


@attrs.frozen(cache_hash=True)
class Or(Node):
    """Two or more conditions, at least one of them."""

    parts: tuple[Expr, ...]


@attrs.frozen(cache_hash=True)
class If(Node):
    """One of two values, by a condition."""

    cond: Expr
    then: Expr
    other: Expr


@attrs.frozen(cache_hash=True)
class Span(Node):
    """`low..high`, both included; only inside `Among`."""

    low: Expr
    high: Expr


@attrs.frozen(cache_hash=True)
class Among(Node):
    """What stands after `in`: a set, or one range; only as an operand of `Compare`."""

    members: tuple[Expr | Span, ...]


@attrs.frozen(cache_hash=True)
class Compare(Node):
    """`a < b <= c`: operands a, b, c and ops <, <=; after `in` and `not in` stands an `Among`."""

    operands: tuple[Expr | Among, ...]
    ops: tuple[Comparator, ...]


@attrs.frozen(cache_hash=True)
class Add(Node):
    """Two or more terms; `a - b` is `Add((a, Neg(b)))`."""

    terms: tuple[Expr, ...]


@attrs.frozen(cache_hash=True)
class Neg(Node):
    """A number with its sign turned."""

    body: Expr


@attrs.frozen(cache_hash=True)
class Mul(Node):
    """Two or more factors."""

    factors: tuple[Expr, ...]


@attrs.frozen(cache_hash=True)
class Mod(Node):
    """The remainder by a positive number, never negative."""

    body: Expr
    by: int


@attrs.frozen(cache_hash=True)
class FunctionCall(Node):
    """`abs` of one number; `min`, `max` or `gcd` of two or more."""

    name: Function
    args: tuple[Expr, ...]


@attrs.frozen(cache_hash=True)
class Cycle(Node):
    """The entry whose turn it is by the position; the others do not count."""

    entries: tuple[Expr, ...]


@attrs.frozen(cache_hash=True)
class Next(Node):
    """The value that follows in a circle of all values of a kind."""

    body: Expr
    circle: tuple[Const, ...]


@attrs.frozen(cache_hash=True)
class PlaceIn(Node):
    """`place( )`: where the value stands in a list of all values of a kind, from 1."""

    body: Expr
    circle: tuple[Const, ...]


@attrs.frozen(cache_hash=True)
class Streak(Node):
    """How many cards at the end of the mainline share this feature's value."""

    feature: str


@attrs.frozen(cache_hash=True)
class Over(Node):
    """A number or a yes/no over the mainline (`window` None) or over its last `window` cards."""

    how: How
    window: int | None
    body: Expr


Expr = (
    Const
    | Name
    | Feature
    | Position
    | Not
    | And
    | Or
    | If
    | Compare
    | Add
    | Neg
    | Mul
    | Mod
    | FunctionCall
    | Cycle
    | Next
    | PlaceIn
    | Streak
    | Over
)

_NUMBERS = (Position, Add, Neg, Mul, Mod, FunctionCall, PlaceIn, Streak)


Join = Literal["if", "and", "or"]
"""How rules are made of others: a choice by a condition, or two joined."""


def put_together(how: Join | None, trees: Sequence[Expr]) -> Expr:
    """The tree of a condition and two arms, or of two joined; None: the one that there is."""
    match how:
        case "if":
            return If(*trees)
        case "and":
            return And(tuple(trees))
        case "or":
            return Or(tuple(trees))
        case None:
            return trees[0]


def type_of(expr: Expr) -> Type:
    """The type of a settled expression."""
    while True:
        if isinstance(expr, If):
            expr = expr.then
        elif isinstance(expr, Cycle):
            expr = expr.entries[0]
        elif isinstance(expr, Const):
            return expr.type
        elif isinstance(expr, Feature):
            return TYPES[expr.name]
        elif isinstance(expr, Next):
            return expr.circle[0].type
        elif isinstance(expr, Over):
            return Type.YESNO if expr.how in ("any", "all") else Type.NUMBER
        else:
            return Type.NUMBER if isinstance(expr, _NUMBERS) else Type.YESNO


def fields_of(node: Node) -> dict[str, Any]:
    """What a node says, by the names of its fields; where it stands is left out."""
    names: tuple[str, ...] = node.__match_args__
    return {name: getattr(node, name) for name in names}


def with_fields(node: N, **fields: Any) -> N:
    """The same node with other fields."""
    return attrs.evolve(node, **fields)


def children(node: Node) -> Iterator[Node]:
    """The nodes right under a node, in the order of the text, which is that of its fields."""
    names: tuple[str, ...] = node.__match_args__
    for name in names:
        value = getattr(node, name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            yield from [part for part in value if isinstance(part, Node)]


def comparands(node: Compare) -> list[Expr]:
    """All that a comparison compares, in the order of the text: operands, members of a set, ends of a range."""
    members = [member for operand in node.operands for member in _members(operand)]
    return [end for member in members for end in ends_of(member)]


def by_operand(node: Compare, values: Iterable[T]) -> list[list[tuple[T, ...]]]:
    """What belongs to the comparands of a comparison, one value each, put back together operand by operand.

    An operand is a list of its members, and a member has one value, or two if it is a range: for `a in {b, c..d}`
    and the values 0, 1, 2, 3 it is `[[(0,)], [(1,), (2, 3)]]`.
    """
    rest = iter(values)
    return [
        [tuple([next(rest) for _ in ends_of(member)]) for member in _members(operand)] for operand in node.operands
    ]


def _members(operand: Expr | Among) -> tuple[Expr | Span, ...]:
    return operand.members if isinstance(operand, Among) else (operand,)


def ends_of(member: Expr | Span) -> tuple[Expr, ...]:
    """The expressions of a member of a set: the two ends of a range."""
    return (member.low, member.high) if isinstance(member, Span) else (member,)


def walk(root: Node) -> Iterator[Node]:
    """A node and all nodes under it, in the order of the text."""
    todo = [root]
    while todo:
        node = todo.pop()
        yield node
        todo.extend(reversed(list(children(node))))


def size(root: Node) -> int:
    """The number of nodes of a tree."""
    return sum(1 for _ in walk(root))
