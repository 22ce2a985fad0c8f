"""Types, before play: settles how each bare name is read, and refuses what makes no sense."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NoReturn

from eleusis.ground.errors import quote
from eleusis.secret.language import tree as t
from eleusis.secret.language.features import KINDS, TYPES, VALUES, Type
from eleusis.secret.language.tokens import fail

_Types = frozenset[Type]
_ORDER = ("<", "<=", ">", ">=")


def _say(types: _Types) -> str:
    """Types as a message says them: `a number`, or what a name might mean."""
    others = sorted(kind.value for kind in types - {Type.YESNO})
    words = [*others, *([Type.YESNO.value] if Type.YESNO in types else [])]
    return " or ".join(words)


class Checker:
    """Settles one tree; `check(expr)` gives the tree of a rule, without a `Name` in it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.seen: dict[tuple[int, bool], _Types] = {}

    def fail(self, node: t.Node, code: str, message: str) -> NoReturn:
        """Raises a RuleError at a node."""
        fail(self.text, node.at, code, message)

    def check(self, expr: t.Expr) -> t.Expr:
        """The settled tree of a rule. Raises RuleError."""
        types = self.possible(expr, False)
        if Type.YESNO not in types:
            message = f"a rule says yes or no to a card, and this is {_say(types)}"
            self.fail(expr, "type", message)
        return self.settle(expr, Type.YESNO)

    def possible(self, node: t.Node, values: bool) -> _Types:
        """The types that a node may have; `values`: a colour, suit or rank may be expected here."""
        key = (id(node), values)
        if key not in self.seen:
            self.seen[key] = self._possible(node, values)
        return self.seen[key]

    def _possible(self, node: t.Node, values: bool) -> _Types:
        if isinstance(node, t.Name):
            own = TYPES[node.word]
            return frozenset((own, VALUES[node.word][0]) if values and node.word in VALUES else (own,))
        if isinstance(node, t.If):
            return self.common((node.then, node.other), values, "the arms of 'if'")
        if isinstance(node, t.Cycle):
            return self.common(node.entries, values, "the entries of 'cycle'")
        if isinstance(node, t.Next):
            return frozenset((self.kind_of(node),))
        if isinstance(node, t.Span):
            return frozenset((Type.NUMBER,))
        if isinstance(node, t.Among):
            return self.common(node.members, True, "the members of a set")
        assert isinstance(node, t.Expr)
        return frozenset((t.type_of(node),))

    def common(self, nodes: Sequence[t.Node], values: bool, what: str) -> _Types:
        """The types that all nodes may have; an error where there is none."""
        left = self.possible(nodes[0], values)
        for node in nodes[1:]:
            right = self.possible(node, values)
            if not left & right:
                message = f"{what} must be of one type, and here {_say(left)} meets {_say(right)}"
                self.fail(node, "type", message)
            left &= right
        return left

    # Settling: the node as `want`

    def wants(self, node: t.Expr, want: Type, what: str) -> t.Expr:
        """A node where the place itself says the type, and a name asks about the card."""
        types = self.possible(node, False)
        if want not in types:
            hint = ""
            if isinstance(node, t.Name) and VALUES.get(node.word, ("",))[0] is want:
                hint = f": {quote(node.word)} asks about the card here"
            self.fail(node, "type", f"{what} must be {want.value}, and this is {_say(types)}{hint}")
        return self.settle(node, want)

    def settle(self, node: t.Expr, want: Type) -> t.Expr:
        """A node and all under it settled, where it is known to be of a type."""
        match node:
            case t.Name(word=word, each=each):
                if TYPES[word] is want:
                    of = t.Each(at=node.at) if each else t.Candidate(at=node.at)
                    return t.Feature(of, word, at=node.at)
                kind, value = VALUES[word]
                return t.Const(kind, value, word, at=node.at)
            case t.If(cond=cond, then=then, other=other):
                cond = self.wants(cond, Type.YESNO, "what follows 'if'")
                return t.If(cond, self.settle(then, want), self.settle(other, want), at=node.at)
            case t.Cycle(entries=entries):
                return t.Cycle(tuple([self.settle(entry, want) for entry in entries]), at=node.at)
            case t.Not(body=body):
                return t.Not(self.wants(body, Type.YESNO, "what follows 'not'"), at=node.at)
            case t.And(parts=parts):
                return t.And(self.all_of(parts, Type.YESNO, "each part of 'and'"), at=node.at)
            case t.Or(parts=parts):
                return t.Or(self.all_of(parts, Type.YESNO, "each part of 'or'"), at=node.at)
            case t.Add(terms=terms):
                return t.Add(self.all_of(terms, Type.NUMBER, "what is added or subtracted"), at=node.at)
            case t.Mul(factors=factors):
                return t.Mul(self.all_of(factors, Type.NUMBER, "what is multiplied"), at=node.at)
            case t.Neg(body=body):
                return t.Neg(self.wants(body, Type.NUMBER, "what follows '-'"), at=node.at)
            case t.Mod(body=body, by=by):
                return t.Mod(self.wants(body, Type.NUMBER, "what stands before '%'"), by, at=node.at)
            case t.FunctionCall(name=name, args=args):
                return t.FunctionCall(name, self.all_of(args, Type.NUMBER, f"what {name}( ) takes"), at=node.at)
            case t.Compare():
                return self.compare(node)
            case t.Next() | t.PlaceIn():
                return self.in_circle(node)
            case t.Feature(of=t.Latest() as latest, name=name):
                where = self.wants(latest.where, Type.YESNO, "what latest( ) looks for")
                return t.Feature(t.Latest(latest.window, where, at=latest.at), name, at=node.at)
            case t.Over(how=how, body=body):
                inner = Type.YESNO if how in ("count", "any", "all") else Type.NUMBER
                return t.with_fields(node, body=self.wants(body, inner, f"what {how}( ) takes"))
            case _:
                return node

    def all_of(self, nodes: tuple[t.Expr, ...], want: Type, what: str) -> tuple[t.Expr, ...]:
        """Nodes that are all wanted as a type."""
        return tuple([self.wants(node, want, what) for node in nodes])

    def compare(self, node: t.Compare) -> t.Expr:
        """A comparison: all operands of one type, numbers where they are ordered."""
        types = [self.possible(operand, True) for operand in node.operands]
        common = types[0]
        for before, operand, op, kind in zip(node.operands, node.operands[1:], node.ops, types[1:], strict=False):
            if not common & kind:
                message = f"{self.name_of(before)} is {_say(common)} and {self.name_of(operand)} is {_say(kind)}"
                self.fail(operand, "type", f"{message}: '{op}' can't compare them")
            common &= kind
        ordered = [op for op in node.ops if op in _ORDER]
        if ordered and Type.NUMBER not in common:
            self.fail(node, "type", f"'{ordered[0]}' compares numbers, and this is {_say(common)}")
        want = Type.YESNO if Type.YESNO in common else next(iter(common))
        want = Type.NUMBER if ordered else want
        operands: list[t.Expr | t.Among] = []
        for operand in node.operands:
            if isinstance(operand, t.Among):
                members = tuple([self.member(member, want) for member in operand.members])
                operands.append(t.Among(members, at=operand.at))
            else:
                operands.append(self.settle(operand, want))
        return t.Compare(tuple(operands), node.ops, at=node.at)

    def member(self, node: t.Expr | t.Span, want: Type) -> t.Expr | t.Span:
        """A member of a set, or a range, which must not be empty."""
        if not isinstance(node, t.Span):
            return self.settle(node, want)
        ends = []
        for end in (node.low, node.high):
            types = self.possible(end, True)
            if Type.NUMBER not in types:
                self.fail(end, "type", f"a range goes from number to number, and this is {_say(types)}")
            ends.append(self.settle(end, Type.NUMBER))
        low, high = (constant(end) for end in ends)
        if low is not None and high is not None and low > high:
            message = f"the range {low}..{high} is empty: put the smaller end first"
            self.fail(node, "empty-set", message)
        return t.Span(*ends, at=node.at)

    def name_of(self, node: t.Node) -> str:
        """An operand as a message names it: by its word where it has one."""
        match node:
            case t.Name(word=word) | t.Const(word=word):
                return quote(word)
            case t.Feature(of=t.Back(n=1), name=name):
                return quote(f"last.{name}")
            case t.Among():
                return "what is in the set"
            case t.Position():
                return "'position'"
            case _:
                return "what stands before it" if node.at == 0 else "this"

    # next and place

    def kind_of(self, node: t.Next | t.PlaceIn) -> Type:
        """The type of a circle: the one kind that all its entries name."""
        word = "next" if isinstance(node, t.Next) else "place"
        if not node.circle:
            self.fail(node, "circle", f"{word}( ) lists every value of a kind after what it looks up")
        for entry in node.circle:
            if not isinstance(entry, t.Const | t.Name) or (isinstance(entry, t.Name) and entry.word not in VALUES):
                self.fail(entry, "circle", f"{word}( ) lists the names of suits, colors or ranks, each once")
        kinds = self.common(node.circle, True, f"the entries of '{word}'") - {Type.YESNO}
        if not kinds:
            self.fail(node, "circle", f"{word}( ) lists the names of suits, colors or ranks, each once")
        return next(iter(kinds))

    def in_circle(self, node: t.Next | t.PlaceIn) -> t.Expr:
        """`next` and `place`: all values of a kind, each once."""
        word = "next" if isinstance(node, t.Next) else "place"
        kind = self.kind_of(node)
        types = self.possible(node.body, True)
        if kind not in types:
            message = f"{word}( ) lists {kind.value[2:]}s and looks up {_say(types)}"
            self.fail(node.body, "type", message)
        body = self.settle(node.body, kind)
        circle: list[t.Const] = []
        for entry in node.circle:
            const = self.settle(entry, kind)
            assert isinstance(const, t.Const)
            if const.value not in KINDS[kind]:
                self.fail(entry, "circle", f"{quote(const.word)} isn't a rank: ranks go from 1 to 13")
            if any(const.value == other.value for other in circle):
                self.fail(entry, "circle", f"{quote(const.word)} appears twice in {word}( ): list each value once")
            circle.append(const)
        missing = [value for value in KINDS[kind] if all(value != const.value for const in circle)]
        if missing:
            left_out = ", ".join(str(value) for value in missing)
            message = f"{word}( ) must list every value of the kind once: {left_out} is left out"
            self.fail(node, "circle", message)
        return type(node)(body, tuple(circle), at=node.at)


def constant(expr: t.Node) -> int | None:
    """The value of a number that depends on nothing, or None."""
    match expr:
        case t.Const(value=int() as value):
            return value
        case t.Neg(body=body):
            inner = constant(body)
            return None if inner is None else -inner
        case t.Mod(body=body, by=by):
            inner = constant(body)
            return None if inner is None else inner % by
        case t.Add(terms=many) | t.Mul(factors=many) | t.FunctionCall(args=many):
            numbers = [number for part in many if (number := constant(part)) is not None]
            if len(numbers) < len(many):
                return None
            if isinstance(expr, t.Add):
                return sum(numbers)
            if isinstance(expr, t.Mul):
                return math.prod(numbers)
            assert isinstance(expr, t.FunctionCall)
            return APPLY[expr.name](*numbers)
        case _:
            return None


APPLY: dict[str, Callable[..., int]] = {"abs": abs, "min": min, "max": max, "gcd": math.gcd}
"""The functions behind `FunctionCall`."""
