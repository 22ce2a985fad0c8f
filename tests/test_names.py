"""Names: one name one thing, functions are verbs, and a local says what it holds."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def trees(folder: str) -> dict[str, ast.Module]:
    """The modules under a folder of the project, by their paths in it, each as a tree."""
    paths = sorted(path for path in (ROOT / folder).rglob("*.py") if "__pycache__" not in path.parts)
    return {
        path.relative_to(ROOT / folder).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in paths
    }


TREES = trees("eleusis")
BESIDE = {f"{folder}/{module}": tree for folder in ("tests", "bench") for module, tree in trees(folder).items()}
"""The tests and the benchmarks, whose locals are held to the same rule."""

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

PROMISED = frozenset({"seen_by"})
"""Names that other programs rely on."""


def bound_names(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Every name that a module binds, with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            yield node.arg, node.lineno
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, node.lineno
        elif isinstance(node, ast.MatchAs | ast.MatchStar | ast.ExceptHandler) and node.name:
            yield node.name, node.lineno


def pronouns(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Every name that doesn't say what it holds, with its line."""
    return ((name, line) for name, line in bound_names(tree) if name.strip("_") in PRONOUNS)


def participles(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Every function that is called by a participle alone (`judged`, `left_out`), with its line.

    A property is an attribute, and may be; so may a name that goes on with a noun (`expected_text`).
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            parts = [part for decorator in node.decorator_list for part in ast.walk(decorator)]
            if any(isinstance(part, ast.Name) and part.id.endswith("property") for part in parts):
                continue
            first, *rest = node.name.strip("_").split("_")
            alone = all(word in PREPOSITIONS for word in rest)
            if alone and node.name not in PROMISED and (first in PARTICIPLES or first.endswith("ed")):
                yield node.name, node.lineno


def shared(homes: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """The names that have several homes, with these."""
    places: dict[str, list[str]] = defaultdict(list)
    for name, home in homes:
        places[name].append(home)
    return {name: homes for name, homes in places.items() if len(homes) > 1}


@pytest.mark.parametrize("module", [*TREES, *BESIDE])
def test_a_local_says_what_it_holds(module: str) -> None:
    assert not [f"{module}:{line}: {name}" for name, line in pronouns({**TREES, **BESIDE}[module])]


@pytest.mark.parametrize("module", TREES)
def test_a_function_is_called_by_a_verb(module: str) -> None:
    assert not [f"{module}:{line}: {name}" for name, line in participles(TREES[module])]


def test_what_is_looked_for_would_be_found() -> None:
    source = """
def judged(one): ...
def judge(card): return [some for some in card]
def left_out(): return lambda told: told
def expected_text(): ...
class A:
    @property
    def known(self): ...
"""
    tree = ast.parse(source)
    assert sorted(name for name, _ in pronouns(tree)) == ["one", "some", "told"]
    assert sorted(name for name, _ in participles(tree)) == ["judged", "left_out"]
    assert shared([("A", "x"), ("B", "x"), ("A", "y")]) == {"A": ["x", "y"]}


def test_no_two_public_classes_share_a_name() -> None:
    """A command's file in cli/ is named after its command, and may have names of its own."""
    assert not shared(
        (node.name, f"{module}:{node.lineno}")
        for module, tree in TREES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_") and not module.startswith("cli/")
    )


def test_no_two_modules_share_a_name() -> None:
    paths = [Path(module) for module in TREES if not module.startswith("cli/")]
    assert not shared(
        (path.parent.name if path.stem == "__init__" else path.stem, path.as_posix()) for path in paths
    )


def test_no_room_holds_more_than_fourteen_files() -> None:
    rooms = [path.parent for path in map(Path, TREES) if path.stem != "__init__"]
    assert not {room.as_posix() for room in rooms if rooms.count(room) > 14}
