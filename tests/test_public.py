"""What other programs may import: every name of `eleusis` is there, typed, and says what it is."""

from __future__ import annotations

import ast
import importlib
import inspect
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import attrs
import pytest

import eleusis
from eleusis import errors
from eleusis.game.events import EVENTS
from eleusis.game.moves import MOVES

PACKAGE = Path(eleusis.__file__).parent


def first_sentence(text: str | None) -> str:
    """What stands before the first empty line of a docstring."""
    return (text or "").strip().partition("\n\n")[0]


def constant_docstring(module: str, name: str) -> str | None:
    """The text under the assignment of a constant."""
    source = Path(inspect.getfile(importlib.import_module(module))).read_text(encoding="utf-8")
    body = ast.parse(source).body
    for node, after in pairwise(body):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(isinstance(target, ast.Name) and target.id == name for target in targets):
            text = after.value if isinstance(after, ast.Expr) else None
            return text.value if isinstance(text, ast.Constant) and isinstance(text.value, str) else None
    return None


@pytest.mark.parametrize("name", vars(eleusis)["__all__"])
def test_an_exported_name_is_there_and_says_what_it_is(name: str) -> None:
    value = getattr(eleusis, name)
    is_constant = not inspect.isclass(value) and not inspect.isfunction(value)
    docstring = constant_docstring(eleusis._HOME[name], name) if is_constant else value.__doc__
    sentence = first_sentence(docstring)
    assert sentence[:1].isupper() or sentence[:1] in "`0123456789", f"{name}: {sentence!r}"
    assert sentence.endswith((".", ":")), f"{name}: {sentence!r} is no sentence"


CLASSES = [name for name in vars(eleusis)["__all__"] if inspect.isclass(getattr(eleusis, name))]
RECORDS = [name for name in CLASSES if attrs.has(getattr(eleusis, name)) and name != "Variant"]
"""The exported classes whose fields say under each what it is; of an edition, its knobs say it."""


@pytest.mark.parametrize("name", RECORDS)
def test_every_field_of_an_exported_record_says_what_it_is(name: str) -> None:
    body = ast.parse(inspect.getsource(getattr(eleusis, name)).strip()).body[0]
    assert isinstance(body, ast.ClassDef)
    documented = {
        node.target.id
        for node, after in pairwise(body.body)
        if isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Name)
        and isinstance(after, ast.Expr)
        and isinstance(after.value, ast.Constant)
    }
    fields = {field.name for field in attrs.fields(getattr(eleusis, name))}
    assert not fields - documented, f"{name} has fields without a sentence"


def test_the_table_and_what_type_checkers_see_are_one() -> None:
    tree = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom) and node.module != "collections.abc"]
    for_checkers = {alias.asname: node.module for node in imports for alias in node.names}
    assert for_checkers == eleusis._HOME
    assert all(alias.name == alias.asname for node in imports for alias in node.names)


def test_dir_lists_what_is_exported() -> None:
    assert dir(eleusis) == sorted([*vars(eleusis)["__all__"], "__version__"], key=str)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        getattr(eleusis, "nonsense")  # noqa: B009  # a type checker knows that it isn't there


def test_every_move_event_and_error_is_exported() -> None:
    kinds = [kind for kind in vars(errors).values() if inspect.isclass(kind) and issubclass(kind, Exception)]
    for kind in (*MOVES, *EVENTS, *kinds):
        assert getattr(eleusis, kind.__name__) is kind


def test_importing_eleusis_imports_nothing_else() -> None:
    """Start-up is part of the product: what is imported comes when it is asked for."""
    code = "import sys, eleusis; print(*sorted(name for name in sys.modules if name.startswith('eleusis')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split() == ["eleusis"]
