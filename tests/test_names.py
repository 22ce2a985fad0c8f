"""Names: one name one thing, functions are verbs, and a local says what it holds."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.helpers.modules import trees_in

PRONOUNS = re.compile("_*(ones?|found|told|some|known|it|this|that|these|those|(any|some)?things?|stuff)_*", re.I)
"""Names that don't say what they hold: no variable, argument, function or class is called so."""

PARTICIPLE = re.compile(
    r"""_*([a-z]+ed|begun|bound|broken|built|chosen|dealt|done|drawn|fallen|forgotten|found|given|gone|grown|heard|held
    |hidden|kept|known|left|lost|made|meant|met|paid|said|seen|sent|shown|sold|spent|taken|taught|thrown|told|won
    |written)(_(at|back|by|for|from|in|of|on|out|over|to|up|with))*_*""",
    re.X,
)
"""Names that don't say what a function does: a property is an attribute, and may be called so."""

PROMISED = ("known", "seen_by")
"""Functions and properties that other programs rely on."""


def name_of(node: ast.AST) -> str:
    """The name that a node binds; "" for none."""
    match node:
        case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
            return name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return "" if name in PROMISED else name
        case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.ExceptHandler(name=str(name)):
            return name
    return ""


@pytest.mark.parametrize("folder", ["eleusis", "tests", "bench"])
def test_a_local_says_what_it_holds(folder: str) -> None:
    assert not [
        f"{folder}/{module}:{getattr(node, 'lineno', 0)}: {name_of(node)}"
        for module, tree in trees_in(folder).items()
        for node in ast.walk(tree)
        if PRONOUNS.fullmatch(name_of(node))
    ]


@pytest.mark.long
def test_a_function_is_called_by_a_verb() -> None:
    assert not [
        f"{module}:{node.lineno}: {node.name}"
        for module, tree in trees_in("eleusis").items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and not any("property" in ast.unparse(decorator) for decorator in node.decorator_list)
        and PARTICIPLE.fullmatch(name_of(node))
    ]


def test_no_two_public_classes_and_no_two_modules_share_a_name() -> None:
    """A command's file in cli/ is named after its command, and may have names of its own."""
    ours = {module: tree for module, tree in trees_in("eleusis").items() if not module.startswith("doors/cli/")}
    classes = Counter(
        node.name for tree in ours.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)
    )
    paths = map(Path, ours)
    modules = Counter(path.parent.name if path.stem == "__init__" else path.stem for path in paths)
    assert not [name for name, times in (classes + modules).items() if times > 1 and not name.startswith("_")]
