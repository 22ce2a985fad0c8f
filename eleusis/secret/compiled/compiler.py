"""Syntax tree → closures over slots; no text is ever executed."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Sequence
from typing import Any

from eleusis.secret.compiled import spreads as v
from eleusis.secret.compiled.code import Code, as_pair, as_spread
from eleusis.secret.compiled.operators import Comparing
from eleusis.secret.compiled.over_line import Lines
from eleusis.secret.compiled.slots import FEATURE_TABLES, NO_CARD, AtSlot, BackSlot, PositionSlot, StreakSlot
from eleusis.secret.language import tree as t
from eleusis.secret.language.checker import APPLY
from eleusis.secret.language.features import Type


class Compiler(Comparing, Lines):
    """Compiles one tree; `slots` is what the code reads, in order."""

    def compile(self, node: t.Expr) -> Code:
        match node:
            case t.Const(value=value):
                return self.make(node, (), lambda s, e: value, False)
            case t.Feature():
                return self.feature(node)
            case t.Position():
                return self.read(node, PositionSlot())
            case t.Streak(feature=feature):
                return self.read(node, StreakSlot(FEATURE_TABLES[feature]))
            case t.Not(body=body):
                return self.negation(node, self.compile(body))
            case t.And(parts=parts):
                codes = [self.compile(part) for part in parts]
                return self.junction(node, codes, v.all_values, v.all_pairs)
            case t.Or(parts=parts):
                codes = [self.compile(part) for part in parts]
                return self.junction(node, codes, v.any_values, v.any_pairs)
            case t.If():
                return self.choice(node)
            case t.Compare():
                return self.comparison(node)
            case t.Add(terms=terms):
                return self.reduce(node, terms, operator.add)
            case t.Mul(factors=factors):
                return self.reduce(node, factors, operator.mul)
            case t.Neg(body=body):
                return self.apply(node, body, operator.neg)
            case t.Mod(body=body, by=by):
                return self.apply(node, body, lambda n: n % by)
            case t.FunctionCall(name="abs", args=args):
                return self.apply(node, args[0], abs)
            case t.FunctionCall(name=name, args=args):
                return self.reduce(node, args, APPLY[name])
            case t.Cycle():
                return self.cycle(node)
            case t.Next(body=body, circle=circle):
                around = [const.value for const in circle]
                after = dict(zip(around, around[1:] + around[:1], strict=True))
                return self.apply(node, body, after.get)
            case t.PlaceIn(body=body, circle=circle):
                place = {const.value: n for n, const in enumerate(circle, start=1)}
                return self.apply(node, body, place.get)
            case t.Over():
                return self.over(node)
            case _:
                raise AssertionError(node)

    def feature(self, node: t.Feature) -> Code:
        table = FEATURE_TABLES[node.name]
        match node.of:
            case t.Candidate():
                spread: v.Spread = {}
                for index in range(NO_CARD):
                    spread[table[index]] = spread.get(table[index], 0) | (1 << index)
                value = (spread[True], spread[False]) if t.type_of(node) is Type.YESNO else spread
                return self.make(node, (), lambda s, e: value, True)
            case t.Each():
                yesno = t.type_of(node) is Type.YESNO
                return Code(node, yesno, False, frozenset(), True, lambda s, e: table[e])
            case t.Back(n=n):
                return self.lookup(node, BackSlot(n), table)
            case t.At(n=n):
                return self.lookup(node, AtSlot(n), table)
            case t.Latest(window=window, where=where):
                return self.latest(node, window, self.bracketed(where), table)

    def negation(self, node: t.Expr, body: Code) -> Code:
        run = body.run
        if body.vector:
            return self.make(node, (body,), lambda s, e: run(s, e)[::-1], True)
        return self.make(node, (body,), lambda s, e: None if (x := run(s, e)) is None else not x, False)

    def junction(
        self, node: t.Expr, codes: list[Code], scalar: Callable[..., Any], pairs: Callable[..., Any]
    ) -> Code:
        if not any(code.vector for code in codes):
            runs = [code.run for code in codes]
            return self.make(node, codes, lambda s, e: scalar([run(s, e) for run in runs]), False)
        runs = [as_pair(code) for code in codes]
        return self.make(node, codes, lambda s, e: pairs([run(s, e) for run in runs]), True)

    def choice(self, node: t.If) -> Code:
        cond, then, other = codes = [self.compile(part) for part in (node.cond, node.then, node.other)]
        if not any(code.vector for code in codes):
            ask, yes, no = cond.run, then.run, other.run

            def scalar(s: Sequence[Any], e: int) -> Any:
                answer = ask(s, e)
                if answer is None:
                    value = yes(s, e)
                    return value if value is not None and value == no(s, e) else None
                return yes(s, e) if answer else no(s, e)

            return self.make(node, codes, scalar, False)
        lift = as_pair if then.yesno else as_spread
        choose: Callable[..., Any] = v.choose_pair if then.yesno else v.choose_spread
        yes, no = lift(then), lift(other)
        if cond.vector:
            ask = cond.run
            return self.make(node, codes, lambda s, e: choose(ask(s, e), yes(s, e), no(s, e)), True)
        ask = cond.run

        def vector(s: Sequence[Any], e: int) -> Any:
            answer = ask(s, e)
            if answer is None:
                return choose(v.MISSING, yes(s, e), no(s, e))
            return yes(s, e) if answer else no(s, e)

        return self.make(node, codes, vector, True)

    def apply(self, node: t.Expr, arg: t.Expr, function: Callable[[Any], Any]) -> Code:
        code = self.compile(arg)
        run = code.run
        if code.vector:
            return self.make(node, (code,), lambda s, e: v.map_spread(function, run(s, e)), True)
        return self.make(node, (code,), lambda s, e: None if (x := run(s, e)) is None else function(x), False)

    def reduce(self, node: t.Expr, args: Sequence[t.Expr], function: Callable[[Any, Any], Any]) -> Code:
        """A function of two values over many; what is the same for all candidates is reckoned first."""
        codes = [self.compile(arg) for arg in args]
        runs = [code.run for code in codes if not code.vector]
        spreads = [code.run for code in codes if code.vector]

        def scalar(s: Sequence[Any], e: int) -> Any:
            found = [run(s, e) for run in runs]
            return None if None in found else functools.reduce(function, found)

        if not spreads:
            return self.make(node, codes, scalar, False)

        def vector(s: Sequence[Any], e: int) -> Any:
            spread: v.Spread = functools.reduce(
                functools.partial(v.join_spreads, function), [run(s, e) for run in spreads]
            )
            if runs:
                fixed = scalar(s, e)
                return {} if fixed is None else v.map_spread(lambda x: function(x, fixed), spread)
            return spread

        return self.make(node, codes, vector, True)

    def cycle(self, node: t.Cycle) -> Code:
        codes = [self.compile(entry) for entry in node.entries]
        vector = any(code.vector for code in codes)
        lift = (as_pair if codes[0].yesno else as_spread) if vector else (lambda code: code.run)
        runs = [lift(code) for code in codes]
        i, length = self.slot(PositionSlot()), len(runs)
        return self.make(node, codes, lambda s, e: runs[(s[i] - 1) % length](s, e), vector, (i,))
