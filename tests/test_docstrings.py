"""Every public name says what it is: a docstring that begins with a sentence.

Ruff asks that of modules, classes and functions (D1, in pyproject.toml). Of methods it is asked here: one that a
base class describes need not be described again in each class that has it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "eleusis"
TREES = {
    path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
    for path in sorted(PACKAGE.rglob("*.py"))
    if "__pycache__" not in path.parts
}
CLASSES = {node.name: node for tree in TREES.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
"""The classes by their names; of the public ones no two have the same (tests/test_names.py)."""

Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def is_overload(method: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether it is one of several signatures of a method, which is described once."""
    return any(
        isinstance(decorator, ast.Name) and decorator.id == "overload" for decorator in method.decorator_list
    )


def public_parts(tree: ast.Module) -> Iterator[tuple[str, Documented]]:
    """What others may name of a module, each with its name: itself, its functions and classes, their methods."""
    yield "the module", tree
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
            yield node.name, node
            for part in node.body if isinstance(node, ast.ClassDef) else ():
                if isinstance(part, ast.FunctionDef) and not part.name.startswith("_") and not is_overload(part):
                    yield f"{node.name}.{part.name}", part


def base_docstring(cls: ast.ClassDef, method: str) -> str | None:
    """What the nearest base class of ours says of a method."""
    for base in cls.bases:
        inner = base.value if isinstance(base, ast.Subscript) else base
        parent = CLASSES.get(inner.id if isinstance(inner, ast.Name) else getattr(inner, "attr", ""))
        if parent is None or parent is cls:
            continue
        own = next(
            (part for part in parent.body if isinstance(part, ast.FunctionDef) and part.name == method), None
        )
        text = (own and ast.get_docstring(own)) or base_docstring(parent, method)
        if text:
            return text
    return None


def is_sentence(text: str) -> bool:
    """Whether the first paragraph begins as a sentence, or with code, and ends as one."""
    first = text.partition("\n\n")[0].strip()
    return first.endswith((".", ":", "?", "!", ".)")) and not first[:1].islower()


@pytest.mark.parametrize("name", TREES)
def test_every_public_name_has_its_sentence(name: str) -> None:
    bad = []
    for part_name, node in public_parts(TREES[name]):
        text = ast.get_docstring(node)
        cls, _, method = part_name.partition(".")
        if not text and method:
            text = base_docstring(CLASSES[cls], method)
        if not text or not is_sentence(text):
            bad.append(f"{name}:{getattr(node, 'lineno', 1)}: {part_name}" + (f": {text[:60]!r}" if text else ""))
    assert not bad, "\n".join(bad)
