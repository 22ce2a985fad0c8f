"""Which lines of a module ask what kind a policy or an event is, read from its syntax tree."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

import attrs

from eleusis.game.events import EVENTS, Event
from eleusis.variant.knobs import Knob, Policy, knobs_of
from eleusis.variant.model import HEADER, Variant


@attrs.frozen
class Family:
    """Classes about whose kind nobody is to ask."""

    home: str
    """The package that they are imported from."""
    classes: frozenset[str]
    words: tuple[frozenset[str], ...]
    """The names of their kinds, those of one choice together."""
    holders: frozenset[str]
    """The attributes that hold such a name."""
    fields: frozenset[str]
    """The attributes that some of them have and others don't."""
    called: str = ""
    """What an expression must mention for `getattr` on it to be such a question."""


def policies() -> Family:
    """The policies, and the sections that choose by a word."""
    every = list(_knobs(Variant))
    choices = [(field.name, knob) for field, knob in every if knob.kinds and issubclass(knob.kinds[0], Policy)]
    kinds = {cls for _, knob in choices for cls in knob.kinds}
    words = [frozenset(knob.choices) for _, knob in every if knob.form == "word"]
    words += [frozenset(cls.kind for cls in knob.kinds) for _, knob in choices]
    return Family(
        "eleusis.variant",
        frozenset(base.__name__ for cls in kinds for base in cls.__mro__ if issubclass(base, Policy)),
        tuple(words),
        frozenset(
            {"kind", *(name for name, _ in choices), *(field.name for field, k in every if k.form == "word")}
        ),
        frozenset({"kind", *(field.name for cls in kinds for field, _ in knobs_of(cls).values())}),
    )


def events() -> Family:
    """The events."""
    return Family(
        "eleusis.game.events",
        frozenset({event.__name__ for event in EVENTS} | {Event.__name__}),
        (frozenset(event.type for event in EVENTS),),
        frozenset({"type"}),
        frozenset(name for event in EVENTS for name in event.__struct_fields__),
        "event",
    )


def _knobs(cls: type[Any]) -> Iterator[tuple[Any, Knob]]:
    """The knobs of a class and of all sections below it: field, description."""
    for name, (field, knob) in knobs_of(cls).items():
        if cls is not Variant or name not in HEADER:
            yield field, knob
            for kind in knob.kinds:
                yield from _knobs(kind)


def questions(source: str | ast.Module, family: Family, *, matches: bool = True) -> list[int]:
    """The lines of a module that ask which kind something of a family is, its `match` patterns too or not."""
    asker = _Asker(ast.parse(source) if isinstance(source, str) else source, family)
    return sorted({*asker.lines, *(asker.patterns if matches else ())})


class _Asker(ast.NodeVisitor):
    def __init__(self, tree: ast.AST, family: Family) -> None:
        self.family = family
        self.names: set[str] = set()
        """What the classes are called in this module."""
        self.rooms: set[str] = set()
        """What the modules are called that have them as attributes."""
        self.lines: list[int] = []
        self.patterns: list[int] = []
        """The lines with a class as a pattern."""
        home = family.home
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    whole = f"{node.module}.{alias.name}"
                    if alias.name in family.classes and whole.startswith(f"{home}."):
                        self.names.add(alias.asname or alias.name)
                    elif f"{whole}.".startswith(f"{home}."):
                        self.rooms.add(alias.asname or alias.name)
            elif isinstance(node, ast.Import):
                self.rooms |= {alias.asname or alias.name for alias in node.names if alias.name.startswith(home)}
        self.visit(tree)

    def ask(self, node: ast.expr | ast.stmt) -> None:
        self.lines.append(node.lineno)

    def names_a_class(self, node: ast.AST) -> bool:
        """Whether one of the classes is named somewhere in an expression."""
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and part.id in self.names:
                return True
            if (
                isinstance(part, ast.Attribute)
                and part.attr in self.family.classes
                and ast.unparse(part.value) in self.rooms
            ):
                return True
        return False

    def words_in(self, *nodes: ast.AST) -> set[str]:
        """The names of kinds that stand in some expressions."""
        constants = {part.value for node in nodes for part in ast.walk(node) if isinstance(part, ast.Constant)}
        return {word for group in self.family.words for word in group & constants}

    def holds_a_kind(self, node: ast.AST) -> bool:
        """Whether an expression is an attribute that holds the name of a kind, or a variable called like one."""
        name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
        return name in self.family.holders

    def visit_Call(self, node: ast.Call) -> None:
        called = node.func.id if isinstance(node.func, ast.Name) else ""
        if called in ("isinstance", "issubclass") and any(map(self.names_a_class, node.args[1:])):
            self.ask(node)
        if called in ("getattr", "hasattr") and self.family.called in ast.unparse(node.args[0]):
            name = node.args[1]
            if isinstance(name, ast.Constant) and name.value in self.family.fields:
                self.ask(node)
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        sides = [node.left, *node.comparators]
        if any(not isinstance(side, ast.Call) and self.names_a_class(side) for side in sides):
            self.ask(node)  # type(x) is PerCard, x.__class__ in (PerCard, Squared)
        words = self.words_in(*(side for side in sides if not isinstance(side, ast.Call)))
        if any("_" in word for word in words) or (words and any(map(self.holds_a_kind, sides))):
            self.ask(node)
        self.generic_visit(node)

    def visit_Match(self, node: ast.Match) -> None:
        words = self.words_in(*(case.pattern for case in node.cases))
        if any("_" in word for word in words) or (words and self.holds_a_kind(node.subject)):
            self.ask(node)
        self.generic_visit(node)

    def visit_MatchClass(self, node: ast.MatchClass) -> None:
        if self.names_a_class(node.cls):
            self.patterns.append(node.cls.lineno)
        self.generic_visit(node)

    def visit_Dict(self, node: ast.Dict) -> None:
        keys = {key.value for key in node.keys if isinstance(key, ast.Constant)}
        if any(len(keys & group) > 1 and any("_" in word for word in group & keys) for group in self.family.words):
            self.ask(node)  # a table of answers, to be looked up by a kind
        self.generic_visit(node)


def open_matches(source: str | ast.Module, family: Family) -> list[int]:
    """The lines of each `match` over a family that doesn't end with `case _: assert_never(…)`."""
    tree, lines = ast.parse(source) if isinstance(source, str) else source, []
    asker = _Asker(tree, family)
    for node in ast.walk(tree):
        if isinstance(node, ast.Match) and any(asker.names_a_class(case.pattern) for case in node.cases):
            last = node.cases[-1]
            closed = [statement for statement in last.body if ast.unparse(statement).startswith("assert_never(")]
            if not (isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None and closed):
                lines.append(node.lineno)
    return lines
