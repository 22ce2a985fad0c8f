"""Random rules as texts, for hypothesis: every part of the language, each rule well typed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from hypothesis import strategies as st

from eleusis.pack import PACK, Card
from eleusis.secret.generating.parts import conditions, plays

LINES: st.SearchStrategy[list[Card]] = st.lists(st.sampled_from(PACK), max_size=8)

YES_NO = [
    "red",
    "black",
    "spade",
    "heart",
    "diamond",
    "club",
    "odd",
    "even",
    "face",
    "number",
    "high",
    "low",
    "prime",
    "ace",
    "jack",
    "queen",
    "king",
]
SUITS = ["spade", "heart", "diamond", "club"]


class Writer:
    """Writes one random rule; `draw` is hypothesis's, `inside` whether it stands in the brackets of a line."""

    def __init__(self, draw: Callable[..., object]) -> None:
        self._draw = draw
        self.inside = False

    def one(self, *choices: object) -> str:
        return str(self._draw(st.sampled_from(choices)))

    def number_from(self, low: int, high: int) -> int:
        found = self._draw(st.integers(low, high))
        assert isinstance(found, int)
        return found

    def of(self, kind: str, depth: int) -> str:
        return {"yes": self.yes, "number": self.number, "color": self.color, "suit": self.suit}[kind](depth)

    def source(self, depth: int) -> str:
        kind = self.number_from(0, 6 if depth > 0 else 4)
        if kind >= 5:
            return f"{self.line()}.latest({self.bracketed('yes', depth - 1)})."
        return ["", "card.", "last.", f"back({self.number_from(1, 4)}).", self.one("first.", "at(2).", "at(3).")][
            kind
        ]

    def line(self) -> str:
        return self.one("line", "line", "last1", "last2", "last3")

    def bracketed(self, kind: str, depth: int) -> str:
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
            return self.one("any", "none") if self.number_from(0, 9) == 0 else self.source(0) + self.one(*YES_NO)
        kind = self.number_from(0, 9)
        if kind == 0:
            return self.source(depth) + self.one(*YES_NO)
        if kind == 1:
            return f"not ({self.yes(depth - 1)})"
        if kind in (2, 3):
            word = self.one(" and ", " or ")
            return word.join(f"({self.yes(depth - 1)})" for _ in range(self.number_from(2, 3)))
        if kind == 4:
            return self.arms("yes", depth)
        if kind == 5:
            return f"{self.line()}.{self.one('any', 'all')}({self.bracketed('yes', depth - 1)})"
        if kind == 6:
            of = self.one("number", "color", "suit", "yes")
            members = [f"({self.of(of, depth - 1)})" for _ in range(self.number_from(1, 3))]
            if of == "number" and self.number_from(0, 1):
                members.append(f"{self.number(depth - 1)}..({self.number_from(0, 9)} + last.rank)")
            return f"({self.of(of, depth - 1)}) {self.one('in', 'not in')} {{{', '.join(members)}}}"
        if kind == 7:
            of = self.one("color", "suit", "yes")
            return f"({self.of(of, depth - 1)}) {self.one('==', '!=')} ({self.of(of, depth - 1)})"
        ops = [self.one("==", "!=", "<", "<=", ">", ">=") for _ in range(self.number_from(1, 2))]
        text = f"({self.number(depth - 1)})"
        for op in ops:
            text += f" {op} ({self.number(depth - 1)})"
        return text

    def number(self, depth: int) -> str:
        if depth <= 0:
            return self.one("position", "2", "7", "13", "streak(suit)", "streak(red)", self.source(0) + "rank")
        kind = self.number_from(0, 8)
        if kind == 0:
            return self.source(depth) + "rank"
        if kind == 1:
            return f"({self.number(depth - 1)}) {self.one('+', '-', '*')} ({self.number(depth - 1)})"
        if kind == 2:
            return f"({self.number(depth - 1)}) % {self.one(1, 2, 3, 5)}"
        if kind == 3:
            return f"-({self.number(depth - 1)})"
        if kind == 4:
            return f"abs({self.number(depth - 1)})"
        if kind == 5:
            return f"{self.one('min', 'max', 'gcd')}({self.number(depth - 1)}, {self.number(depth - 1)})"
        if kind == 6:
            return self.arms("number", depth)
        if kind == 7:
            how = self.one("count", "sum", "min", "max")
            return f"{self.line()}.{how}({self.bracketed('yes' if how == 'count' else 'number', depth - 1)})"
        return f"place({self.suit(depth - 1)}, club, heart, spade, diamond)"

    def color(self, depth: int) -> str:
        if depth <= 0 or self.number_from(0, 1):
            return self.source(depth) + "color"
        return self.one(f"next({self.color(depth - 1)}, red, black)", self.arms("color", depth))

    def suit(self, depth: int) -> str:
        if depth <= 0 or self.number_from(0, 1):
            return self.source(depth) + "suit"
        circle = self.one("spade, heart, diamond, club", "club, spade, heart, diamond")
        return self.one(f"next({self.suit(depth - 1)}, {circle})", self.arms("suit", depth))


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
