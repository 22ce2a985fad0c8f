"""Every public name says what it is: a docstring that begins with a sentence.

Ruff asks that of modules, classes and functions (D1, in pyproject.toml). Of methods it is asked here: one that a
base class describes need not be described again in each class that has it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache, cached_property

import attrs
import pytest

from tests.modules import trees_in

Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def classes_in(trees: dict[str, ast.Module]) -> dict[tuple[str, str], ast.ClassDef]:
    """The classes, also nested ones, by their modules' paths and their own names."""
    return {
        (module, node.name): node
        for module, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }


@attrs.frozen(eq=False, slots=False)
class Package:
    """The modules of a package by their paths in it, and their classes."""

    trees: dict[str, ast.Module]

    @cached_property
    def classes(self) -> dict[tuple[str, str], ast.ClassDef]:
        return classes_in(self.trees)


@cache
def ours() -> Package:
    return Package(trees_in("eleusis"))


def statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a body, also those under an `if`, a `try` or a `with` in it."""
    for statement in body:
        yield statement
        if isinstance(statement, ast.If | ast.Try | ast.TryStar | ast.With):
            for field in ("body", "orelse", "finalbody"):
                yield from statements(getattr(statement, field, []))
            for handler in getattr(statement, "handlers", []):
                yield from statements(handler.body)


def is_overload(method: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether it is one of several signatures of a method, which is described once."""
    return any(
        isinstance(decorator, ast.Name) and decorator.id == "overload" for decorator in method.decorator_list
    )


def public_parts(tree: ast.Module) -> Iterator[tuple[str, Documented, ast.ClassDef | None]]:
    """What others may name of a module: itself, its functions and classes, and all that stands in public classes.

    Each comes with its name and the class in which it stands.
    """
    yield "the module", tree, None
    yield from parts_of(tree.body, "", None)


def parts_of(
    body: list[ast.stmt], before: str, cls: ast.ClassDef | None
) -> Iterator[tuple[str, Documented, ast.ClassDef | None]]:
    """The public functions and classes of a body, and what stands in these classes."""
    for part in statements(body):
        if not isinstance(part, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) or part.name.startswith("_"):
            continue
        if isinstance(part, ast.ClassDef):
            yield before + part.name, part, cls
            yield from parts_of(part.body, f"{before}{part.name}.", part)
        elif not is_overload(part):
            yield before + part.name, part, cls


def bases_of(package: Package, module: str, cls: ast.ClassDef) -> Iterator[tuple[str, ast.ClassDef]]:
    """The classes of ours from which a class inherits, each with its module: from there, or of the same module."""
    for base in cls.bases:
        inner = base.value if isinstance(base, ast.Subscript) else base
        name = inner.id if isinstance(inner, ast.Name) else getattr(inner, "attr", "")
        for home in (module, *homes_of(package, module, inner)):
            if package.classes.get((home, name), cls) is not cls:
                yield home, package.classes[home, name]
                break


def homes_of(package: Package, module: str, base: ast.expr) -> Iterator[str]:
    """The modules from which a module may have the name of a base class, or the module before its dot."""
    local = base.value if isinstance(base, ast.Attribute) else base
    for node in ast.walk(package.trees[module]):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("eleusis"):
            for alias in node.names:
                if isinstance(local, ast.Name) and local.id == (alias.asname or alias.name):
                    path = (node.module or "").replace(".", "/").removeprefix("eleusis").removeprefix("/")
                    whole = f"{path}/{alias.name}".removeprefix("/")
                    yield from (f"{path}.py", f"{path}/__init__.py", f"{whole}.py", f"{whole}/__init__.py")
                    shown = [home for home in package.trees if home.startswith(f"{path}/")]
                    if f"{path}/__init__.py" in package.trees:  # a package shows its modules'
                        yield from shown


def base_docstring(package: Package, module: str, cls: ast.ClassDef, method: str) -> str | None:
    """What the nearest base class of ours says of a method."""
    for home, parent in bases_of(package, module, cls):
        own = next(
            (
                part
                for part in statements(parent.body)
                if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef) and part.name == method
            ),
            None,
        )
        text = (own and ast.get_docstring(own)) or base_docstring(package, home, parent, method)
        if text:
            return text
    return None


def is_sentence(text: str) -> bool:
    """Whether the first paragraph begins as a sentence, or with code, and ends as one; of two words or more."""
    first = text.partition("\n\n")[0].strip()
    begins = first[:1].isupper() or first[:1].isdigit() or first[:1] == "`"
    return begins and first.endswith((".", ":", "?", "!", ".)")) and len(re.findall(r"\w+", first)) >= 2


def without_sentence(package: Package, name: str) -> list[str]:
    """What is public in a module and doesn't say what it is, each with its line."""
    bad = []
    for part_name, node, cls in public_parts(package.trees[name]):
        text = ast.get_docstring(node)
        if not text and cls is not None and not isinstance(node, ast.ClassDef | ast.Module):
            text = base_docstring(package, name, cls, node.name)
        if not text or not is_sentence(text):
            bad.append(f"{name}:{getattr(node, 'lineno', 1)}: {part_name}" + (f": {text[:60]!r}" if text else ""))
    return bad


def test_every_public_name_has_its_sentence() -> None:
    bad = [text for name in ours().trees for text in without_sentence(ours(), name)]
    assert not bad, "\n".join(bad)


@pytest.mark.parametrize(
    ("source", "lacking"),
    [
        ("def f(): ...", "f"),
        ("async def f(): ...", "f"),
        ("if x:\n def f(): ...", "f"),
        ('class A:\n "An a."\n async def f(self): ...', "A.f"),
        ('class A:\n "An a."\n if x:\n  y = 1\n else:\n  def f(self): ...', "A.f"),
        ('class A:\n "An a."\n try: ...\n except E:\n  def f(self): ...', "A.f"),
        ('class A:\n "An a."\n class B:\n  "A small b."\n  def f(self): ...', "A.B.f"),
        ('class A:\n "An a."\n class B: ...', "A.B"),
        ('def f(): "."', "f"),
        ('def f(): "Thing."', "f"),
        ('def f(): "... and so on."', "f"),
        ('def f(): "makes a card."', "f"),
        ('def f(): "Makes a card"', "f"),
    ],
)
def test_a_name_without_its_sentence_is_found(source: str, lacking: str) -> None:
    tree = ast.parse(f'"""A module of mine."""\n{source}')
    bad = without_sentence(Package({"ground/values.py": tree}), "ground/values.py")
    assert [text.split(": ")[1] for text in bad] == [lacking]


def test_a_method_may_leave_it_to_its_base_and_to_no_namesake() -> None:
    base = '"""A module."""\nclass Base:\n "A base."\n def f(self): "Does a thing."\n'
    heir = '"""A module."""\n{}class Heir(Base):\n "An heir."\n def f(self): ...\n'
    trees = {
        "a.py": ast.parse(base),
        "b.py": ast.parse(heir.format("from eleusis.a import Base\n")),
        "c.py": ast.parse(heir.format("from eleusis.d import Base\n")),
        "d.py": ast.parse('"""A module."""\nclass Base:\n "Another base."\n'),
    }
    assert [without_sentence(Package(trees), name) for name in trees] == [[], [], ["c.py:5: Heir.f"], []]
