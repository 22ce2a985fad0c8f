"""Syntax tree → closures over slots; no text is ever executed."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Sequence
from typing import Any

import attrs

from eleusis.pack import ALL
from eleusis.secret import tree as t
from eleusis.secret import values as v
from eleusis.secret.checker import APPLY
from eleusis.secret.features import Type
from eleusis.secret.slots import (
    FEATURE_TABLES,
    NO_CARD,
    AtSlot,
    BackSlot,
    CountsSlot,
    LatestSlot,
    Maybe,
    PositionSlot,
    RecencySlot,
    Slot,
    StreakSlot,
    Table,
    TallySlot,
    fold,
)

Run = Callable[[Sequence[Any], int], Any]
"""Slot values, and the card of the line inside its brackets, → a value (values.py) or, if scalar, a `Maybe`."""


@attrs.define(eq=False)
class Code:
    """A compiled expression, with what it depends on."""

    node: t.Node
    yesno: bool
    vector: bool
    """Whether its value differs from candidate to candidate."""
    slots: frozenset[int]
    each: bool
    """Whether it depends on the card of the line that stands for each."""
    run: Run
    parts: tuple[Code, ...] = ()
    own: tuple[int, ...] = ()
    """The slots that it reads itself, not through its parts."""
    bounds: tuple[float, float] | None = None
    """Kept by demands.py."""

    def table(self) -> tuple[Any, ...]:
        """Its value for each card of the line (and for no card); it must depend on no slot."""
        return tuple([_frozen(self.run((), e)) for e in range(NO_CARD + 1)])


def _frozen(value: Any) -> Any:
    return tuple(sorted(value.items())) if isinstance(value, dict) else value


def classes_of(tables: Sequence[tuple[Any, ...]]) -> tuple[int, ...]:
    """For each card the first one on which all tables agree with it; no card stands for itself."""
    first: dict[tuple[Any, ...], int] = {}
    keys = zip(range(NO_CARD), *tables, strict=False)
    return (*[first.setdefault(key[1:], key[0]) for key in keys], NO_CARD)


def each_tables(code: Code) -> list[tuple[Any, ...]]:
    """The tables of the largest parts of a body that depend on the card of the line alone."""
    if not code.each:
        return []
    if not code.slots:
        return [code.table()]
    return [table for part in code.parts for table in each_tables(part)]


class Compiler:
    """Compiles one tree; `slots` is what the code reads, in order."""

    def __init__(self) -> None:
        self.slots: dict[Slot, int] = {}
        self.nested = 0
        """How many brackets of a line stand around."""

    def slot(self, slot: Slot) -> int:
        return self.slots.setdefault(slot, len(self.slots))

    # Making codes

    def make(
        self, node: t.Expr, parts: Sequence[Code], run: Run, vector: bool, slots: Sequence[int] = ()
    ) -> Code:
        """A code of parts; what depends on nothing is computed now, what depends on a card is tabled."""
        uses = frozenset(slots).union(*[part.slots for part in parts])
        each = any([part.each for part in parts])
        yesno = t.type_of(node) is Type.YESNO
        if not uses and not each:
            value = run((), NO_CARD)
            return Code(node, yesno, vector, uses, each, lambda s, e: value, tuple(parts))
        if not uses:
            table = [run((), card) for card in range(NO_CARD + 1)]
            return Code(node, yesno, vector, uses, each, lambda s, e: table[e], tuple(parts))
        return Code(node, yesno, vector, uses, each, run, tuple(parts), tuple(slots))

    def read(self, node: t.Expr, slot: Slot) -> Code:
        i = self.slot(slot)
        return Code(
            node, t.type_of(node) is Type.YESNO, False, frozenset((i,)), False, lambda s, e: s[i], (), (i,)
        )

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
            case t.Call(name="abs", args=args):
                return self.apply(node, args[0], abs)
            case t.Call(name=name, args=args):
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

    def lookup(self, node: t.Expr, slot: Slot, table: Sequence[Any], parts: Sequence[Code] = ()) -> Code:
        i = self.slot(slot)
        yesno = t.type_of(node) is Type.YESNO
        return Code(node, yesno, False, frozenset((i,)), False, lambda s, e: table[s[i]], tuple(parts), (i,))

    def negation(self, node: t.Expr, body: Code) -> Code:
        run = body.run
        if body.vector:
            return self.make(node, (body,), lambda s, e: run(s, e)[::-1], True)
        return self.make(node, (body,), lambda s, e: None if (x := run(s, e)) is None else not x, False)

    def junction(
        self, node: t.Expr, codes: list[Code], scalar: Callable[..., Any], pairs: Callable[..., Any]
    ) -> Code:
        if not any([code.vector for code in codes]):
            runs = [code.run for code in codes]
            return self.make(node, codes, lambda s, e: scalar([run(s, e) for run in runs]), False)
        runs = [as_pair(code) for code in codes]
        return self.make(node, codes, lambda s, e: pairs([run(s, e) for run in runs]), True)

    def choice(self, node: t.If) -> Code:
        cond, then, other = codes = [self.compile(part) for part in (node.cond, node.then, node.other)]
        if not any([code.vector for code in codes]):
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
        vector = any([code.vector for code in codes])
        lift = (as_pair if codes[0].yesno else as_spread) if vector else (lambda code: code.run)
        runs = [lift(code) for code in codes]
        i, length = self.slot(PositionSlot()), len(runs)
        return self.make(node, codes, lambda s, e: runs[(s[i] - 1) % length](s, e), vector, (i,))

    # Comparisons: every operand is computed once, then compared pair by pair

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
        vector = any([code.vector for code in codes])
        tests = [_tests(op, a, b) for op, a, b in zip(node.ops, places, places[1:], strict=False)]
        if vector and len(codes) == 2 and isinstance(places[1], int):
            fast = _cached(node.ops[0], codes)
            if fast is not None:
                return self.make(node, codes, fast, True)
        compare: Callable[..., Any]
        if vector:
            runs = [as_spread(code) for code in codes]
            compare, every, some, turn = v.compare_spreads, v.all_pairs, v.any_pairs, _turned
        else:
            runs = [code.run for code in codes]
            compare, every, some, turn = _compare, v.all_values, v.any_values, _opposite  # type: ignore[assignment]

        def run(s: Sequence[Any], e: int) -> Any:
            got = [run(s, e) for run in runs]
            return every(
                [
                    turn(
                        some([every([compare(op, got[a], got[b]) for op, a, b in group]) for group in groups])
                    )
                    if negated
                    else some(
                        [every([compare(op, got[a], got[b]) for op, a, b in group]) for group in groups]
                    )
                    for negated, groups in tests
                ]
            )

        return self.make(node, codes, run, vector)

    # The line

    def cards(
        self, window: int | None, body: Code, recent: bool
    ) -> tuple[Callable[[Sequence[Any]], Any], list[int]]:
        """How to get at the cards of a line, the latest first: pairs of a card and a number, or None if too few."""
        if window is not None:
            indices = [self.slot(BackSlot(n)) for n in range(1, window + 1)]
            deepest = indices[-1]
            return (lambda s: None if s[deepest] == NO_CARD else [(s[i], 1) for i in indices]), indices
        classes = classes_of(each_tables(body))
        if recent:
            i = self.slot(RecencySlot(classes))
            return (lambda s: [(card, 1) for card in s[i]]), [i]
        i = self.slot(CountsSlot(classes))
        return (lambda s: s[i]), [i]

    def over(self, node: t.Over) -> Code:
        body, how = self.bracketed(node.body), node.how
        if node.window is None and not body.slots:
            columns = _columns(body)
            if all(None not in table[:NO_CARD] for _, table in columns):
                indices = [self.slot(TallySlot(how, table)) for _, table in columns]
                return self._by_candidate(node, body, columns, indices, None)
        items, indices = self.cards(node.window, body, False)
        run = body.run
        if not body.vector:

            def scalar(s: Sequence[Any], e: int) -> Any:
                cards = items(s)
                return None if cards is None else fold(how, [(run(s, card), times) for card, times in cards])

            return self._line(node, body, scalar, indices)
        if how in ("any", "all"):
            join, absent = (v.any_pairs if how == "any" else v.all_pairs), v.MISSING

            def pairs(s: Sequence[Any], e: int) -> Any:
                cards = items(s)
                return absent if cards is None else join([run(s, card) for card, _ in cards])

            return self._line(node, body, pairs, indices)

        def spreads(s: Sequence[Any], e: int) -> Any:
            cards = items(s)
            if cards is None:
                return {}
            many = [(run(s, card), times) for card, times in cards]
            return v.count_pairs(many) if how == "count" else v.fold_spreads(how, many)

        return self._line(node, body, spreads, indices)

    def _by_candidate(
        self,
        node: t.Expr,
        body: Code,
        columns: Sequence[tuple[int, Table]],
        indices: Sequence[int],
        table: Table | None,
    ) -> Code:
        """A code that reads one slot for each group of candidates, and looks it up in a table if there is one."""
        yesno = t.type_of(node) is Type.YESNO
        i = indices[0]
        run: Run
        if len(columns) == 1:
            run = (lambda s, e: s[i]) if table is None else (lambda s, e: table[s[i]])
            return Code(node, yesno, False, frozenset(indices), False, run, (body,), tuple(indices))
        pairs = [(mask, index) for (mask, _), index in zip(columns, indices, strict=True)]

        def spread(s: Sequence[Any], e: int) -> Any:
            found: v.Spread = {}
            for mask, index in pairs:
                value = s[index] if table is None else table[s[index]]
                if value is not None:
                    found[value] = found.get(value, 0) | mask
            return (found.get(True, 0), found.get(False, 0)) if yesno else found

        return Code(node, yesno, True, frozenset(indices), False, spread, (body,), tuple(indices))

    def bracketed(self, body: t.Expr) -> Code:
        self.nested += 1
        code = self.compile(body)
        self.nested -= 1
        return code

    def _line(self, node: t.Expr, body: Code, run: Run, indices: Sequence[int]) -> Code:
        """A code over the line: its body's card is bound here, so that other brackets around it need it once."""
        if self.nested:
            run = _once(run)
        slots = body.slots.union(indices)
        return Code(
            node, t.type_of(node) is Type.YESNO, body.vector, slots, False, run, (body,), tuple(indices)
        )

    def latest(self, node: t.Feature, window: int | None, where: Code, table: Sequence[Any]) -> Code:
        if window is None and not where.slots:
            columns = _columns(where)
            slots = [self.slot(LatestSlot(column)) for _, column in columns]
            return self._by_candidate(node, where, columns, slots, table)
        items, indices = self.cards(window, where, True)
        run, yesno = where.run, t.type_of(node) is Type.YESNO
        if not where.vector:

            def scalar(s: Sequence[Any], e: int) -> Any:
                for card, _ in items(s) or ():
                    found = run(s, card)
                    if found is not False:
                        return table[card] if found else None
                return None

            return self._line(node, where, scalar, indices)

        def vector(s: Sequence[Any], e: int) -> Any:
            spread: v.Spread = {}
            left = v.TRUE[0]
            for card, _ in items(s) or ():
                true, false = run(s, card)
                if left & true and table[card] is not None:
                    spread[table[card]] = spread.get(table[card], 0) | (left & true)
                left &= false
            return (spread.get(True, 0), spread.get(False, 0)) if yesno else spread

        return self._line(node, where, vector, indices)


def _once(run: Run) -> Run:
    """The same, reckoned once for the slots at hand."""
    last: list[Any] = [None, None]

    def remembered(s: Sequence[Any], e: int) -> Any:
        if last[0] is not s:
            last[1] = run(s, e)
            last[0] = s
        return last[1]

    return remembered


def _columns(body: Code) -> list[tuple[int, Table]]:
    """The table of a body for each group of candidates that see the same one: the group's mask, and the table."""
    if not body.vector:
        return [(ALL, body.table())]
    rows = [v.spread_pair(row) if body.yesno else dict(row) for row in body.table()[:NO_CARD]]
    groups: list[tuple[int, tuple[Maybe, ...]]] = [(ALL, ())]
    for row in rows:
        split = []
        for mask, column in groups:
            left = mask
            for value, more in row.items():
                if mask & more:
                    split.append((mask & more, (*column, value)))
                    left &= ~more
            if left:
                split.append((left, (*column, None)))
        groups = split
    return [(mask, (*column, None)) for mask, column in groups]


def as_pair(code: Code) -> Run:
    """A yes/no code as one that gives a pair of masks."""
    if code.vector:
        return code.run
    run, pair_of = code.run, v.pair_of
    return lambda s, e: pair_of(run(s, e))


def as_spread(code: Code) -> Run:
    """Any code as one that gives a spread."""
    run = code.run
    if not code.vector:
        return lambda s, e: {} if (value := run(s, e)) is None else {value: ALL}
    if code.yesno:
        return lambda s, e: v.spread_pair(run(s, e))
    return run


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
    groups = []
    for spot in right:
        groups.append(
            [("==", left, spot[0])] if len(spot) == 1 else [("<=", spot[0], left), ("<=", left, spot[1])]
        )
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
