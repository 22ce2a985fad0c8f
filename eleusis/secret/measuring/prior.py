"""How long a rule is to describe, in bits: the prior of the generator, and a measure of a rule.

A rule is told by answering questions, from the top of its tree down: which production comes next, then what it
needs. Each answer costs the bits in the tables below, so `length(tree)` is the sum over the tree, and a rule of
`n` bits has the prior weight 2^-n. No table gives away more than there is: its weights 2^-bits add up to at most 1.
What players say in one breath is a production of its own and costs less than its parts: a trait of a card
(`last.odd`), a likeness of two cards (`rank > last.rank`), a bound (`rank >= 7`, `streak(color) >= 3`), a step
(`(rank - last.rank) % 13 in 1..3`), a circle (`suit == next(last.suit, …)`), a turn (`color == cycle(red, black)`).
"""

from __future__ import annotations

from typing import Any

from eleusis.secret.language import tree as t
from eleusis.secret.language.features import Type

YESNO = {
    "trait": 2, "likeness": 3, "bound": 3, "if": 3, "and": 4, "or": 4, "step": 4, "compare": 5, "not": 5,
    "cycle": 5, "circle": 5, "turn": 5, "any": 7, "none": 7, "over": 7,
}  # fmt: skip
"""What kind of yes or no: `and`, `or` and `cycle` cost 1 more for each part (beyond two; each entry)."""
NUMBER = {
    "rank": 1, "const": 3, "remainder": 4, "sum": 4, "position": 4, "streak": 5, "over": 5, "call": 6, "if": 6,
    "cycle": 6, "place": 6, "product": 6, "minus": 6,
}  # fmt: skip
"""What kind of number."""
QUANTITY = {"rank": 1, "position %": 3, "streak": 3, "over": 3, "other": 3}
"""What a bound is set to; `other` is followed by any number."""
OTHER = {"feature": 1, "const": 2, "next": 4, "if": 4, "cycle": 4}
"""What kind of colour or suit."""
TRAIT = {
    "red": 3, "black": 3, "odd": 3, "even": 3, "high": 4, "low": 4, "face": 4, "spade": 5, "heart": 5, "diamond": 5,
    "club": 5, "prime": 5, "number": 5, "ace": 7, "jack": 7, "queen": 7, "king": 7,
}  # fmt: skip
FEATURE = {"rank": 1, "suit": 3, "color": 3, "trait": 2}
ORDER = {"==": 3, "!=": 3, "<": 3, "<=": 3, ">": 3, ">=": 3, "in": 3, "not in": 3}
EQUALITY = {"==": 1, "!=": 2, "in": 3, "not in": 3}
SOURCE = {"candidate": 1, "last": 2, "back(2)": 4, "first": 4, "back": 3, "at": 6, "latest": 7}
"""Which card: `back(n)` and `at(n)` cost n more; inside the brackets of a line `candidate` is each card."""
HOW = {"count": 1, "sum": 2, "min": 3, "max": 3, "any": 1, "all": 1}
ORDERS = {Type.COLOR: 0, Type.SUIT: 3, Type.NUMBER: 29}
"""In which circle: one of 1, 6 or 12! orders."""
CONST = {Type.COLOR: 1, Type.SUIT: 2, Type.NUMBER: 0}


def length(tree: t.Expr) -> int:
    """The description length of a rule in bits, by the tables of this module."""
    return _yesno(tree)


def number_bits(n: int) -> int:
    """3 for 0 to 3, 5 for 4 to 13, then 5 + 2 for each binary digit."""
    n = abs(n)
    return 3 if n <= 3 else 5 if n <= 13 else 5 + 2 * n.bit_length()


def _source(of: t.Source) -> int:
    match of:
        case t.Back(n=n):
            return SOURCE["last"] if n == 1 else SOURCE["back(2)"] if n == 2 else SOURCE["back"] + n
        case t.At(n=n):
            return SOURCE["first"] if n == 1 else SOURCE["at"] + n
        case t.Latest(window=window, where=where):
            return SOURCE["latest"] + _window(window) + _yesno(where)
        case _:
            return SOURCE["candidate"]


def _window(window: int | None) -> int:
    return 1 if window is None else 1 + window


def _feature(name: str) -> int:
    return FEATURE[name] if name in FEATURE else FEATURE["trait"] + TRAIT[name]


def _yesno(node: Any) -> int:
    match node:
        case t.Const(value=value):
            return YESNO["any" if value else "none"]
        case t.Feature(of=of, name=name):
            return YESNO["trait"] + _source(of) + TRAIT[name]
        case t.Not(body=body):
            return YESNO["not"] + _yesno(body)
        case t.And(parts=parts) | t.Or(parts=parts):
            kind = YESNO["and" if isinstance(node, t.And) else "or"]
            return kind + len(parts) - 2 + sum([_yesno(part) for part in parts])
        case t.If(cond=cond, then=then, other=other):
            return YESNO["if"] + _yesno(cond) + _yesno(then) + _yesno(other)
        case t.Cycle(entries=entries):
            return YESNO["cycle"] + sum([1 + _yesno(entry) for entry in entries])
        case t.Over(how=how, window=window, body=body):
            return YESNO["over"] + HOW[how] + _window(window) + _yesno(body)
        case t.Compare(operands=operands, ops=ops):
            return _compare(operands, ops)
        case _:
            raise AssertionError(node)


def _compare(operands: tuple[Any, ...], ops: tuple[str, ...]) -> int:
    if len(ops) == 1:
        (left, right), op = operands, ops[0]
        match left, right:
            case t.Feature(name=one), t.Feature(name=other) if one == other:
                order = ORDER if one == "rank" else EQUALITY
                return YESNO["likeness"] + _feature(one) + order[op] + _source(left.of) + _source(right.of)
            case t.Feature(name=name, of=t.Candidate()), t.Cycle(entries=entries) if _constant(entries):
                bits = sum([1 + _const(entry) for entry in entries])
                return YESNO["turn"] + _feature(name) + EQUALITY[op] + bits
            case t.Feature(name=one, of=t.Candidate()), t.Next(body=t.Feature(name=other) as body) if one == other:
                order_ = ORDERS[right.circle[0].type]
                return YESNO["circle"] + _feature(one) + EQUALITY[op] + _source(body.of) + order_
        fixed = _fixed(right)
        if fixed is not None and t.type_of(left) is Type.NUMBER:
            step = _step(left)
            if step is not None:
                return YESNO["step"] + step + ORDER[op] + fixed
            return YESNO["bound"] + _quantity(left) + ORDER[op] + fixed
    kind = t.type_of(operands[0])
    order = ORDER if kind is Type.NUMBER else EQUALITY
    return YESNO["compare"] + 1 + sum([order[op] + 1 for op in ops]) + sum([_operand(one) for one in operands])


def _constant(nodes: tuple[Any, ...]) -> bool:
    return all(isinstance(node, t.Const) for node in nodes)


def _const(const: Any) -> int:
    return number_bits(const.value) if const.type is Type.NUMBER else CONST[const.type]


def _fixed(node: Any) -> int | None:
    """The bits of a constant, or of a set of constants; None for what is no constant."""
    match node:
        case t.Const(type=Type.NUMBER, value=value):
            return number_bits(int(value))
        case t.Among(members=members):
            bits = [_ends(member) for member in members]
            return None if None in bits else sum([1 + (one or 0) for one in bits])
        case _:
            return None


def _ends(member: Any) -> int | None:
    if isinstance(member, t.Span):
        ends = (_fixed(member.low), _fixed(member.high))
        return None if None in ends else 1 + (ends[0] or 0) + (ends[1] or 0)
    bits = _fixed(member)
    return None if bits is None else 1 + bits


def _step(node: Any) -> int | None:
    """The bits of `abs(rank - last.rank)` and `(rank - last.rank) % 13`; None for other numbers."""
    match node:
        case t.FunctionCall(name="abs", args=(t.Add() as add,)):
            form = 1
        case t.Mod(body=t.Add() as add, by=by):
            form = 2 if by == 13 else 2 + number_bits(by)
        case _:
            return None
    match add.terms:
        case (t.Feature(name="rank", of=one), t.Feature(name="rank", of=other)):
            return form + 1 + _source(one) + _source(other)
        case (t.Feature(name="rank", of=one), t.Neg(body=t.Feature(name="rank", of=other))):
            return form + 1 + _source(one) + _source(other)
        case _:
            return None


def _quantity(node: Any) -> int:
    match node:
        case t.Feature(of=of):
            return QUANTITY["rank"] + _source(of)
        case t.Mod(body=t.Position(), by=by):
            return QUANTITY["position %"] + number_bits(by)
        case t.Streak(feature=feature):
            return QUANTITY["streak"] + _feature(feature)
        case t.Over():
            return QUANTITY["over"] + _over(node)
        case _:
            return QUANTITY["other"] + _number(node)


def _over(node: t.Over) -> int:
    inner = _yesno(node.body) if node.how in ("count", "any", "all") else _number(node.body)
    return HOW[node.how] + _window(node.window) + inner


def _operand(node: Any) -> int:
    if isinstance(node, t.Among):
        ends = [(one.low, one.high) if isinstance(one, t.Span) else (one,) for one in node.members]
        return sum([2 + sum([_operand(end) for end in pair]) for pair in ends])
    kind = t.type_of(node)
    if kind is Type.YESNO:
        return _yesno(node)
    return _number(node) if kind is Type.NUMBER else _other(node)


def _number(node: Any) -> int:
    match node:
        case t.Const(value=value):
            return NUMBER["const"] + number_bits(int(value))
        case t.Feature(of=of):
            return NUMBER["rank"] + _source(of)
        case t.Position():
            return NUMBER["position"]
        case t.Streak(feature=feature):
            return NUMBER["streak"] + _feature(feature)
        case t.Mod(body=body, by=by):
            return NUMBER["remainder"] + number_bits(by) + _number(body)
        case t.Neg(body=body):
            return NUMBER["minus"] + _number(body)
        case t.Add(terms=many) | t.Mul(factors=many):
            kind = NUMBER["sum" if isinstance(node, t.Add) else "product"]
            minus = [isinstance(one, t.Neg) for one in many]
            bodies = [one.body if isinstance(one, t.Neg) else one for one in many]
            return kind + 2 * (len(many) - 2) + sum(minus) + 1 + sum([_number(body) for body in bodies])
        case t.FunctionCall(args=args):
            return NUMBER["call"] + 2 + len(args) + sum([_number(arg) for arg in args])
        case t.PlaceIn(body=body, circle=circle):
            return NUMBER["place"] + 2 + ORDERS[circle[0].type] + _operand(body)
        case t.Over():
            return NUMBER["over"] + _over(node)
        case _:
            return _chosen(node, NUMBER)


def _other(node: Any) -> int:
    match node:
        case t.Const():
            return OTHER["const"] + _const(node)
        case t.Feature(of=of):
            return OTHER["feature"] + _source(of)
        case t.Next(body=body, circle=circle):
            return OTHER["next"] + ORDERS[circle[0].type] + _operand(body)
        case _:
            return _chosen(node, OTHER)


def _chosen(node: Any, table: dict[str, int]) -> int:
    match node:
        case t.If(cond=cond, then=then, other=other):
            return table["if"] + _yesno(cond) + _operand(then) + _operand(other)
        case t.Cycle(entries=entries):
            return table["cycle"] + sum([1 + _operand(entry) for entry in entries])
        case _:
            raise AssertionError(node)
