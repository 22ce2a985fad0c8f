"""How long a rule is to describe, in bits: the prior of the generator, and a measure of a rule.

A rule is told by answering questions, from the top of its tree down: which production comes next, then what it
needs. Each answer costs the bits in the tables below, so `length(tree)` is the sum over the tree, and a rule of
`n` bits has the prior weight 2^-n. No table gives away more than there is: its weights 2^-bits add up to at most 1.

    if last.odd then black else red       if: 3                                                  3
                                          a trait: 2, of the last card: 2, odd: 3                7
                                          a trait: 2, of the candidate: 1, black: 3              6
                                          a trait: 2, of the candidate: 1, red: 3                6    22 bits

What players say in one breath is a production of its own and costs less than its parts: a trait of a card
(`last.odd`), a likeness of two cards (`rank > last.rank`), a bound (`rank >= 7`, `streak(color) >= 3`), a step
(`(rank - last.rank) % 13 in 1..3`), a circle (`suit == next(last.suit, …)`), a turn (`color == cycle(red, black)`).
`rank > last.rank` is a likeness: 3, of ranks: 1, by `>`: 3, of the candidate: 1 and the last card: 2. That is 10
bits; as two numbers that are compared it would be 15.
"""

from __future__ import annotations

from eleusis.secret.language import tree as t
from eleusis.secret.language.features import Type

_Operand = t.Expr | t.Among
"""What may stand beside a sign of comparison."""

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


# What any kind of expression may need


def _source(of: t.CardNode) -> int:
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


def _constant(const: t.Const) -> int:
    return number_bits(int(const.value)) if const.type is Type.NUMBER else CONST[const.type]


def _over(node: t.Over) -> int:
    asks_yesno = node.how in ("count", "any", "all")
    return HOW[node.how] + _window(node.window) + (_yesno(node.body) if asks_yesno else _value(node.body))


# Yes or no


def _yesno(node: t.Expr) -> int:
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
        case t.Over():
            return YESNO["over"] + _over(node)
        case t.Compare(operands=(left, right), ops=(op,)):
            bits = _in_one_breath(left, op, right)
            return _compare(node) if bits is None else bits
        case t.Compare():
            return _compare(node)
        case _:
            raise AssertionError(node)


def _compare(node: t.Compare) -> int:
    """A comparison without a word of its own: the number of its signs, each sign, each operand."""
    first = node.operands[0]
    order = ORDER if not isinstance(first, t.Among) and t.type_of(first) is Type.NUMBER else EQUALITY
    signs = sum([1 + order[op] for op in node.ops])
    return YESNO["compare"] + 1 + signs + sum([_operand(operand) for operand in node.operands])


def _in_one_breath(left: _Operand, op: str, right: _Operand) -> int | None:
    """The bits of a likeness, a turn, a circle, a step or a bound; None for any other comparison."""
    match left, right:
        case t.Feature(name=name, of=of), t.Feature(name=other, of=of_other) if name == other:
            order = ORDER if name == "rank" else EQUALITY
            return YESNO["likeness"] + _feature(name) + order[op] + _source(of) + _source(of_other)
        case t.Feature(name=name, of=t.Candidate()), t.Cycle(entries=entries):
            constants = [entry for entry in entries if isinstance(entry, t.Const)]
            if len(constants) == len(entries):
                bits = sum([1 + _constant(const) for const in constants])
                return YESNO["turn"] + _feature(name) + EQUALITY[op] + bits
        case t.Feature(name=name, of=t.Candidate()), t.Next(body=t.Feature(name=other, of=of)) if name == other:
            bits = _source(of) + ORDERS[right.circle[0].type]
            return YESNO["circle"] + _feature(name) + EQUALITY[op] + bits
    limits = _limits(right)
    if limits is None or isinstance(left, t.Among) or t.type_of(left) is not Type.NUMBER:
        return None
    step = _step(left)
    if step is not None:
        return YESNO["step"] + step + ORDER[op] + limits
    return YESNO["bound"] + _quantity(left) + ORDER[op] + limits


def _limits(node: _Operand) -> int | None:
    """The bits of a number that stands there, or of a set of them (`7`, `{2, 4..6}`); None for what is neither."""
    members = node.members if isinstance(node, t.Among) else (node,)
    ends = [end for member in members for end in t.ends_of(member)]
    numbers = [end.value for end in ends if isinstance(end, t.Const) and end.type is Type.NUMBER]
    if len(numbers) < len(ends):
        return None
    return (2 * len(members) if isinstance(node, t.Among) else 0) + sum([number_bits(int(n)) for n in numbers])


def _step(node: t.Expr) -> int | None:
    """The bits of `abs(rank - last.rank)` and `(rank - last.rank) % 13`; None for other numbers."""
    match node:
        case t.FunctionCall(name="abs", args=(t.Add(terms=terms),)):
            form = 1
        case t.Mod(body=t.Add(terms=terms), by=by):
            form = 2 if by == 13 else 2 + number_bits(by)
        case _:
            return None
    match terms:
        case (
            t.Feature(name="rank", of=of),
            t.Feature(name="rank", of=other) | t.Neg(body=t.Feature(name="rank", of=other)),
        ):
            return form + 1 + _source(of) + _source(other)
        case _:
            return None


def _quantity(node: t.Expr) -> int:
    """The number that a bound is set to."""
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
            return QUANTITY["other"] + _value(node)


# Numbers, colours and suits


def _operand(node: _Operand) -> int:
    """Any value, or a set of values."""
    if isinstance(node, t.Among):
        return sum([2 + sum(map(_operand, t.ends_of(member))) for member in node.members])
    return _yesno(node) if t.type_of(node) is Type.YESNO else _value(node)


def _value(node: t.Expr) -> int:
    table, feature = (NUMBER, "rank") if t.type_of(node) is Type.NUMBER else (OTHER, "feature")
    match node:
        case t.Const():
            return table["const"] + _constant(node)
        case t.Feature(of=of):
            return table[feature] + _source(of)
        case t.If(cond=cond, then=then, other=other):
            return table["if"] + _yesno(cond) + _operand(then) + _operand(other)
        case t.Cycle(entries=entries):
            return table["cycle"] + sum([1 + _operand(entry) for entry in entries])
        case t.Position():
            return NUMBER["position"]
        case t.Streak(feature=feature):
            return NUMBER["streak"] + _feature(feature)
        case t.Mod(body=body, by=by):
            return NUMBER["remainder"] + number_bits(by) + _value(body)
        case t.Neg(body=body):
            return NUMBER["minus"] + _value(body)
        case t.Add(terms=terms) | t.Mul(factors=terms):
            signs = 1 + sum([isinstance(term, t.Neg) for term in terms])
            bodies = [_value(term.body if isinstance(term, t.Neg) else term) for term in terms]
            kind = NUMBER["sum" if isinstance(node, t.Add) else "product"]
            return kind + 2 * (len(terms) - 2) + signs + sum(bodies)
        case t.FunctionCall(args=args):
            return NUMBER["call"] + 2 + len(args) + sum(map(_value, args))
        case t.Over():
            return NUMBER["over"] + _over(node)
        case t.PlaceIn(body=body, circle=circle):
            return NUMBER["place"] + 2 + ORDERS[circle[0].type] + _operand(body)
        case t.Next(body=body, circle=circle):
            return OTHER["next"] + ORDERS[circle[0].type] + _operand(body)
        case _:
            raise AssertionError(node)
