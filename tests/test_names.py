"""Names: one name one thing, functions are verbs, and a local says what it holds."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import eleusis
from tests.modules import modules_in, trees_in

PRONOUNS = frozenset(
    {"one", "ones", "found", "told", "some", "known", "it", "this", "that", "these", "those"}
    | {"thing", "things", "stuff", "something", "anything"}
)
"""Names that don't say what they hold: no variable, argument, loop or exception is called so."""

PARTICIPLES = frozenset(
    {"begun", "bound", "broken", "built", "chosen", "dealt", "done", "drawn", "fallen", "forgotten", "found"}
    | {"given", "gone", "grown", "heard", "held", "hidden", "kept", "known", "left", "lost", "made", "meant", "met"}
    | {"paid", "said", "seen", "sent", "shown", "sold", "spent", "taken", "taught", "thrown", "told", "won"}
    | {"written"}
)
"""Irregular participles; the others end in -ed."""
PREPOSITIONS = frozenset({"at", "back", "by", "for", "from", "in", "of", "on", "out", "over", "to", "up", "with"})

FUNCTION_OR_CLASS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)

PROMISED = frozenset({"known", "seen_by"})
"""Functions and properties that other programs rely on."""

PROPERTIES = frozenset({"property", "cached_property", "functools.cached_property"})
"""The decorators that make an attribute of a method."""


def bound_names(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Every name that a module binds, with its line."""
    for node in ast.walk(tree):
        match node:
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name, node.lineno
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
                yield name, node.lineno
            case ast.ExceptHandler(name=str(name)) | ast.alias(asname=str(name)) | ast.ClassDef(name=name):
                yield name, node.lineno
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if name not in PROMISED:
                yield name, node.lineno


def pronouns(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Every name that doesn't say what it holds, with its line."""
    return ((name, line) for name, line in bound_names(tree) if name.strip("_").lower() in PRONOUNS)


def functions(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Every function that is no property, with its line; also one that is a lambda by a name."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                if PROPERTIES.isdisjoint(map(ast.unparse, node.decorator_list)):
                    yield name, node.lineno
            case ast.Assign(targets=targets, value=ast.Lambda()):
                yield from ((target.id, node.lineno) for target in targets if isinstance(target, ast.Name))
            case (
                ast.AnnAssign(target=ast.Name(id=name), value=ast.Lambda())
                | ast.NamedExpr(target=ast.Name(id=name), value=ast.Lambda())
            ):
                yield name, node.lineno


def participles(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Every function that is called by a participle alone (`judged`, `left_out`), with its line.

    A property is an attribute, and may be; so may a name that goes on with a noun (`expected_text`).
    """
    for name, line in functions(tree):
        first, *rest = name.strip("_").split("_")
        alone = all(word in PREPOSITIONS for word in rest)
        if alone and name not in PROMISED and (first in PARTICIPLES or first.endswith("ed")):
            yield name, line


def at_the_top(tree: ast.Module) -> Iterator[ast.stmt]:
    """The statements of a module, also those under an `if` or a `try` of its own."""
    waiting: list[ast.AST] = list(tree.body)
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.stmt):
            yield node
        if isinstance(node, ast.If | ast.Try | ast.With | ast.ExceptHandler):
            waiting += ast.iter_child_nodes(node)


def classes(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """The public classes of a module with their lines, and what is called like one: `Hands = Mapping[…]`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name, node.lineno
    for statement in at_the_top(tree):
        targets: list[ast.expr] = []
        if isinstance(statement, ast.Assign):
            targets = statement.targets
        elif isinstance(statement, ast.AnnAssign) or type(statement).__name__ == "TypeAlias":
            targets = [statement.target if isinstance(statement, ast.AnnAssign) else getattr(statement, "name")]  # noqa: B009
        for target in targets:
            if isinstance(target, ast.Name) and re.fullmatch("[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*", target.id):
                yield target.id, statement.lineno


def borrowed(module: str, tree: ast.Module) -> Iterator[str]:
    """The public functions and classes at the top of a module that have the name of an export, and aren't it."""
    home = f"eleusis.{module.removesuffix('.py').removesuffix('/__init__').replace('/', '.')}"
    tops = {node.name: node.lineno for node in at_the_top(tree) if isinstance(node, FUNCTION_OR_CLASS)}
    for name, line in {**tops, **dict(classes(tree))}.items():
        exported_from = eleusis._HOME.get(name, home)
        if home != exported_from and not home.startswith(f"{exported_from}."):  # a package shows its modules'
            yield f"{module}:{line}: {name}"


def shared(homes: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """The names that have several homes, with these."""
    places: dict[str, list[str]] = defaultdict(list)
    for name, home in homes:
        places[name].append(home)
    return {name: homes for name, homes in places.items() if len(homes) > 1}


@pytest.mark.parametrize("folder", ["eleusis", "tests", "bench"])
def test_a_local_says_what_it_holds(folder: str) -> None:
    trees = trees_in(folder)
    assert trees
    wrong = [f"{folder}/{module}:{line}: {name}" for module in trees for name, line in pronouns(trees[module])]
    assert not wrong, "\n".join(wrong)


def test_a_function_is_called_by_a_verb() -> None:
    trees = trees_in("eleusis")
    wrong = [f"{module}:{line}: {name}" for module in trees for name, line in participles(trees[module])]
    assert not wrong, "\n".join(wrong)


PLANTED = """
def judged(one): ...
def judge(card): return [some for some in card]
def left_out(): return lambda told: told
def expected_text(): ...
class A:
    @property
    def known(self): ...
    @property
    def dealt(self): ...
    @functools.cached_property
    def drawn(self): ...
    @not_a_property
    def chosen(self): ...
    @shop.property
    def sold(self): ...
"""


def test_what_is_looked_for_would_be_found() -> None:
    tree = ast.parse(PLANTED)
    assert sorted(name for name, _ in pronouns(tree)) == ["one", "some", "told"]
    assert sorted(name for name, _ in participles(tree)) == ["chosen", "judged", "left_out", "sold"]
    assert shared([("A", "x"), ("B", "x"), ("A", "y")]) == {"A": ["x", "y"]}


@pytest.mark.parametrize(
    "source",
    [
        *(
            "import os as one",
            "from os import path as found",
            "self.found = 1",
            "def one(): ...",
            "class Stuff: ...",
        ),
        *("match a:\n case {**found}: ...", "match a:\n case [*found]: ...", "match a:\n case 1 as found: ..."),
        *("class A:\n @property\n def found(self): ...", "for a.it in b: ...", "try: ...\nexcept E as it: ..."),
    ],
)
def test_a_pronoun_is_found_however_it_is_bound(source: str) -> None:
    assert len(list(pronouns(ast.parse(source)))) == 1


@pytest.mark.parametrize("source", ["judged = lambda x: x", "judged: F = lambda x: x", "f(judged := lambda x: x)"])
def test_a_lambda_by_a_participle_is_found(source: str) -> None:
    assert [name for name, _ in participles(ast.parse(source))] == ["judged"]


@pytest.mark.parametrize(
    "source",
    [
        *("Hands = Mapping[str, Cards]", "Hands: TypeAlias = str", "Hands = NewType('Hands', str)"),
        *("Hands = namedtuple('Hands', 'a b')", "if TYPE_CHECKING:\n Hands = str", "class A:\n class Hands: ..."),
    ],
)
def test_what_is_called_like_a_class_counts_as_one(source: str) -> None:
    assert "Hands" in dict(classes(ast.parse(source + "\nHANDS = 1\n_Hands = int\nclass _Own: ...")))
    assert not dict(classes(ast.parse("HANDS = 1\n_Hands = int\nclass _Own: ...\nT = 1")))


def test_a_name_that_is_borrowed_from_an_export_is_found() -> None:
    tree = ast.parse("def compare(): ...\nclass Rule: ...\nclass A:\n def compare(self): ...")
    assert list(borrowed("lab/x.py", tree)) == ["lab/x.py:1: compare", "lab/x.py:2: Rule"]
    assert list(borrowed("lab/x.py", ast.parse("Rule = str"))) == ["lab/x.py:1: Rule"]
    assert list(borrowed("secret/rule.py", tree)) == ["secret/rule.py:1: compare"]


def test_no_two_public_classes_share_a_name() -> None:
    """A command's file in cli/ is named after its command, and may have names of its own."""
    ours = {module: tree for module, tree in trees_in("eleusis").items() if not module.startswith("doors/cli/")}
    assert not shared((name, f"{module}:{line}") for module, tree in ours.items() for name, line in classes(tree))
    assert not [text for module, tree in ours.items() for text in borrowed(module, tree)]


def test_no_two_modules_share_a_name() -> None:
    paths = [Path(module) for module in modules_in("eleusis") if not module.startswith("doors/cli/")]
    assert not shared(
        (path.parent.name if path.stem == "__init__" else path.stem, path.as_posix()) for path in paths
    )


def test_no_room_holds_more_than_fourteen_files() -> None:
    rooms = [path.parent for path in map(Path, modules_in("eleusis")) if path.stem != "__init__"]
    assert not {room.as_posix() for room in rooms if rooms.count(room) > 14}
