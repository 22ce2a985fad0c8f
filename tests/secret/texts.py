"""Random rules as texts, for hypothesis: every part of the language, each rule well typed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from hypothesis import strategies as st

from eleusis.ground.cards import PACK, Card
from eleusis.secret.generating.parts import conditions, plays
from eleusis.secret.language.features import TYPES, Type

LINES: st.SearchStrategy[list[Card]] = st.lists(st.sampled_from(PACK), max_size=8)

YES_NO = [name for name, kind in TYPES.items() if kind is Type.YESNO]


class Writer:
    """Writes one random rule; `draw` is hypothesis's, `inside` whether it stands in the brackets of a line."""

    def __init__(self, draw: Callable[..., object]) -> None:
        self._draw = draw
        self.inside = False

    def pick(self, *choices: object) -> str:
        return str(self._draw(st.sampled_from(choices)))

    def number_from(self, low: int, high: int) -> int:
        number = self._draw(st.integers(low, high))
        assert isinstance(number, int)
        return number

    def of(self, kind: str, depth: int) -> str:
        return {"yes": self.yes, "number": self.number, "color": self.color, "suit": self.suit}[kind](depth)

    def source(self, depth: int) -> str:
        kind = self.number_from(0, 6 if depth > 0 else 4)
        if kind >= 5:
            return f"{self.line()}.latest({self.in_brackets('yes', depth - 1)})."
        return ["", "card.", "last.", f"back({self.number_from(1, 4)}).", self.pick("first.", "at(2).", "at(3).")][
            kind
        ]

    def line(self) -> str:
        return self.pick("line", "line", "last1", "last2", "last3")

    def in_brackets(self, kind: str, depth: int) -> str:
        outer, self.inside = self.inside, True
        text = self.of(kind, depth)
        self.inside = outer
        return text

    def arms(self, kind: str, depth: int) -> str:
        if self.number_from(0, 1):
            return f"(if {self.yes(depth - 1)} then {self.of(kind, depth - 1)} else {self.of(kind, depth - 1)})"
        entries = [self.of(kind, depth - 1) for _ in range(self.number_from(1, 3))]
        return f"cycle({', '.join(entries)})"

    def yes(self, depth: int) -> str:
        if depth <= 0:
            return self.pick("any", "none") if self.number_from(0, 9) == 0 else self.source(0) + self.pick(*YES_NO)
        kind = self.number_from(0, 9)
        if kind == 0:
            return self.source(depth) + self.pick(*YES_NO)
        if kind == 1:
            return f"not ({self.yes(depth - 1)})"
        if kind in (2, 3):
            word = self.pick(" and ", " or ")
            return word.join(f"({self.yes(depth - 1)})" for _ in range(self.number_from(2, 3)))
        if kind == 4:
            return self.arms("yes", depth)
        if kind == 5:
            return f"{self.line()}.{self.pick('any', 'all')}({self.in_brackets('yes', depth - 1)})"
        if kind == 6:
            of = self.pick("number", "color", "suit", "yes")
            members = [f"({self.of(of, depth - 1)})" for _ in range(self.number_from(1, 3))]
            if of == "number" and self.number_from(0, 1):
                members.append(f"{self.number(depth - 1)}..({self.number_from(0, 9)} + last.rank)")
            return f"({self.of(of, depth - 1)}) {self.pick('in', 'not in')} {{{', '.join(members)}}}"
        if kind == 7:
            of = self.pick("color", "suit", "yes")
            return f"({self.of(of, depth - 1)}) {self.pick('==', '!=')} ({self.of(of, depth - 1)})"
        ops = [self.pick("==", "!=", "<", "<=", ">", ">=") for _ in range(self.number_from(1, 2))]
        text = f"({self.number(depth - 1)})"
        for op in ops:
            text += f" {op} ({self.number(depth - 1)})"
        return text

    def number(self, depth: int) -> str:
        if depth <= 0:
            return self.pick("position", "2", "7", "13", "streak(suit)", "streak(red)", self.source(0) + "rank")
        kind = self.number_from(0, 8)
        if kind == 0:
            return self.source(depth) + "rank"
        if kind == 1:
            return f"({self.number(depth - 1)}) {self.pick('+', '-', '*')} ({self.number(depth - 1)})"
        if kind == 2:
            return f"({self.number(depth - 1)}) % {self.pick(1, 2, 3, 5)}"
        if kind == 3:
            return f"-({self.number(depth - 1)})"
        if kind == 4:
            return f"abs({self.number(depth - 1)})"
        if kind == 5:
            return f"{self.pick('min', 'max', 'gcd')}({self.number(depth - 1)}, {self.number(depth - 1)})"
        if kind == 6:
            return self.arms("number", depth)
        if kind == 7:
            how = self.pick("count", "sum", "min", "max")
            return f"{self.line()}.{how}({self.in_brackets('yes' if how == 'count' else 'number', depth - 1)})"
        return f"place({self.suit(depth - 1)}, club, heart, spade, diamond)"

    def color(self, depth: int) -> str:
        if depth <= 0 or self.number_from(0, 1):
            return self.source(depth) + "color"
        return self.pick(f"next({self.color(depth - 1)}, red, black)", self.arms("color", depth))

    def suit(self, depth: int) -> str:
        if depth <= 0 or self.number_from(0, 1):
            return self.source(depth) + "suit"
        circle = self.pick("spade, heart, diamond, club", "club, spade, heart, diamond")
        return self.pick(f"next({self.suit(depth - 1)}, {circle})", self.arms("suit", depth))


PLAYS, CONDITIONS = list(plays()), list(conditions())


def made_up(chance: Random) -> str:
    """A rule of the parts that generated rules are put together from, of any use or none."""
    play, other, condition = chance.choice(PLAYS), chance.choice(PLAYS), chance.choice(CONDITIONS)
    return chance.choice(
        (play, f"({play}) and ({other})", f"({play}) or ({other})", f"if {condition} then {play} else {other}")
    )


@st.composite
def rules(draw: Callable[..., object], depth: int = 3) -> str:
    """A rule of up to so many levels."""
    return Writer(draw).yes(depth)
