"""Syntax tree → functions of the slots; no text is ever executed.

`if last.red then rank > last.rank else odd`, for example, reads one slot, the last card. `last.red` and `last.rank`
look that card up in a table; `odd` is the same mask for any line and reckoned once; `rank > last.rank` is a mask
for each rank of the last card, kept once reckoned; and the `if` picks one of the two masks.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence

from eleusis.secret.compiled import operators, over_line
from eleusis.secret.compiled import slots as s
from eleusis.secret.compiled.code import Code, make_code
from eleusis.secret.compiled.slots import FEATURE_TABLES, NO_CARD
from eleusis.secret.compiled.spreads import pair_of_spread, spread_of
from eleusis.secret.language import tree as t
from eleusis.secret.language.checker import APPLY
from eleusis.secret.language.features import Type


class Compiler:
    """Compiles trees; `slots` is what their codes read, in the order in which it was first asked for."""

    def __init__(self) -> None:
        self.slots = s.SlotNumbers()
        self._depth = 0
        """How many brackets of a line stand around."""

    def compile(self, node: t.Expr) -> Code:
        """The code of a settled expression."""
        match node:
            case t.Const(value=value):
                return make_code(node, lambda values, card: value)
            case t.Feature():
                return self._feature(node)
            case t.Position():
                return self._read(node, s.PositionSlot())
            case t.Streak(feature=feature):
                return self._read(node, s.StreakSlot(FEATURE_TABLES[feature]))
            case t.Not(body=body):
                return operators.negation(node, self.compile(body))
            case t.And(parts=parts) | t.Or(parts=parts):
                return operators.junction(node, self._compile_all(parts))
            case t.If(cond=cond, then=then, other=other):
                return operators.choice(node, *self._compile_all((cond, then, other)))
            case t.Compare():
                return operators.comparison(node, self._compile_all(t.comparands(node)))
            case t.Add(terms=terms):
                return operators.reduction(node, self._compile_all(terms), operator.add)
            case t.Mul(factors=factors):
                return operators.reduction(node, self._compile_all(factors), operator.mul)
            case t.Neg(body=body):
                return operators.mapping(node, self.compile(body), operator.neg)
            case t.Mod(body=body, by=by):
                return operators.mapping(node, self.compile(body), lambda number: number % by)
            case t.FunctionCall(name="abs", args=(arg,)):
                return operators.mapping(node, self.compile(arg), abs)
            case t.FunctionCall(name=name, args=args):
                return operators.reduction(node, self._compile_all(args), APPLY[name])
            case t.Cycle(entries=entries):
                return operators.cycle(node, self._compile_all(entries), self.slots[s.PositionSlot()])
            case t.Next(body=body, circle=circle):
                around = [const.value for const in circle]
                after = dict(zip(around, around[1:] + around[:1], strict=True))
                return operators.mapping(node, self.compile(body), after.get)
            case t.PlaceIn(body=body, circle=circle):
                place = {const.value: n for n, const in enumerate(circle, start=1)}
                return operators.mapping(node, self.compile(body), place.get)
            case t.Over(body=body):
                return over_line.over(node, self._in_brackets(body), self.slots, self._depth > 0)
            case _:
                raise AssertionError(node)

    def _compile_all(self, nodes: Sequence[t.Expr]) -> list[Code]:
        return [self.compile(node) for node in nodes]

    def _in_brackets(self, body: t.Expr) -> Code:
        """What stands in the brackets of a line."""
        self._depth += 1
        code = self.compile(body)
        self._depth -= 1
        return code

    def _feature(self, node: t.Feature) -> Code:
        table = FEATURE_TABLES[node.name]
        match node.of:
            case t.Candidate():
                spread = spread_of(table[:NO_CARD])
                value = pair_of_spread(spread) if t.type_of(node) is Type.YESNO else spread
                return make_code(node, lambda values, card: value, vector=True)
            case t.Each():
                return Code(node, t.type_of(node), lambda values, card: table[card], False, frozenset(), each=True)
            case t.Back(n=n) | t.At(n=n):
                i = self.slots[s.BackSlot(n) if isinstance(node.of, t.Back) else s.AtSlot(n)]
                return make_code(node, lambda values, card: table[values[i]], own=(i,))
            case t.Latest(window=window, where=where):
                return over_line.latest(node, window, self._in_brackets(where), self.slots, self._depth > 0)

    def _read(self, node: t.Expr, slot: s.Slot) -> Code:
        """What a slot holds."""
        i = self.slots[slot]
        return make_code(node, lambda values, card: values[i], own=(i,))
