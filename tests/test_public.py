"""What other programs may import: every name of `eleusis` is there, typed, and says what it is."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import attrs
import pytest

import eleusis
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


def names_twice(homes: dict[str, str]) -> list[str]:
    """The names that have two homes, or stand twice in one."""
    names = [name for words in homes.values() for name in words.split()]
    return sorted({name for name in names if names.count(name) > 1})


def is_at_home(value: object, home: str) -> bool:
    """Whether a class or function was defined in a module, or in one of a package; a constant could be anywhere."""
    if not inspect.isclass(value) and not inspect.isfunction(value):
        return True
    is_package = hasattr(importlib.import_module(home), "__path__")
    return value.__module__ == home or (is_package and value.__module__.startswith(f"{home}."))


def test_each_name_has_one_home_which_defines_it() -> None:
    assert names_twice({"a": "x y", "b": "y z z"}) == ["y", "z"]
    assert not names_twice(eleusis._HOMES)
    assert not is_at_home(eleusis.Rule, "eleusis.secret.library"), "it only imports it"
    assert not is_at_home(eleusis.compare, "eleusis.secret.rule")
    assert not [name for name, home in eleusis._HOME.items() if not is_at_home(getattr(eleusis, name), home)]


def for_checkers(source: str) -> list[tuple[str, str]]:
    """What the TYPE_CHECKING block of a module imports, as often as it does: each name with its home.

    Fails where there is more in the block than that, `Callable` and the type of `__version__`.
    """
    tests = [node for node in ast.parse(source).body if isinstance(node, ast.If)]
    (block,) = (node for node in tests if ast.unparse(node.test) == "TYPE_CHECKING")
    assert not block.orelse
    imports = []
    for node in block.body:
        if ast.unparse(node) in ("from collections.abc import Callable", "__version__: str"):
            continue
        assert isinstance(node, ast.ImportFrom), ast.unparse(node)
        for alias in node.names:
            assert alias.name == alias.asname, f"{alias.name}: a type checker takes only `as` itself for exported"
            imports.append((alias.name, node.module or ""))
    return imports


def test_the_table_and_what_type_checkers_see_are_one() -> None:
    assert sorted(for_checkers((PACKAGE / "__init__.py").read_text(encoding="utf-8"))) == sorted(
        eleusis._HOME.items()
    )


@pytest.mark.parametrize("line", ["from a import b", "from a import b as c", "import a", "b = 1", "class B: ..."])
def test_more_in_the_block_than_the_table_is_found(line: str) -> None:
    block = "if TYPE_CHECKING:\n    from collections.abc import Callable\n    from a import x as x\n"
    assert for_checkers(block) == [("x", "a")]
    with pytest.raises(AssertionError):
        for_checkers(f"{block}    {line}\n")
    assert for_checkers(f"{block}    from b import x as x\n") == [("x", "a"), ("x", "b")]


def test_dir_lists_what_is_exported() -> None:
    assert dir(eleusis) == sorted([*vars(eleusis)["__all__"], "__version__"], key=str)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        getattr(eleusis, "nonsense")  # noqa: B009  # a type checker knows that it isn't there


INTERNAL = {
    "eleusis.ground.files.NotAFile": "every reader makes an error with a code of it",
    "eleusis.testing.gametests.failure.GameFailed": "fails a test: on its way to pytest",
    "eleusis.doors.terminal.asking.until_answered.Left": "somebody left the table: on its way to the command",
    "eleusis.doors.terminal.asking.until_answered.Stopped": "the table ended the game: on its way to the command",
    "eleusis.doors.terminal.setting_up.LookedBack": "a word about the last round: on its way to the sitting",
    "eleusis.doors.terminal.signals.Ended": "a signal, on its way to the command",
    "eleusis.doors.web.evenings.refused.StarterTells": "on its way to a page",
    "eleusis.doors.web.evenings.refused.TableError": "on its way to a page",
    "eleusis.doors.web.evenings.refused.TableMoved": "on its way to a page",
    "eleusis.doors.web.seats.seat_names.SeatError": "on its way to a page, or to the command",
    "eleusis.doors.web.wire.WebError": "on its way to a page",
}
"""The exception classes that no other program meets, each with the reason; so is one with an underscore."""


def not_exported(kinds: Iterable[type[BaseException]]) -> list[str]:
    """The public exception classes that `eleusis` does not export."""
    return sorted(
        f"{kind.__module__}.{kind.__name__}"
        for kind in kinds
        if not kind.__name__.startswith("_") and getattr(eleusis, kind.__name__, None) is not kind
    )


OF_EXTRAS = {
    "eleusis.doors.assistant.server.": "mcp",
    "eleusis.envs.": "pettingzoo",
    "eleusis.evals.": "inspect_ai",
    "eleusis.doors.web.": "starlette",
}
"""The rooms and modules that can't be imported without a library of an extra, each with that library."""


def exceptions() -> Iterator[type[BaseException]]:
    """The exception classes of every module of eleusis, where they are defined."""
    for module in pkgutil.walk_packages(eleusis.__path__, "eleusis."):
        needed = next((needs for room, needs in OF_EXTRAS.items() if f"{module.name}.".startswith(room)), None)
        if needed is not None and find_spec(needed) is None:
            continue
        if module.name != "eleusis.__main__":  # which runs the command
            for kind in vars(importlib.import_module(module.name)).values():
                if inspect.isclass(kind) and issubclass(kind, BaseException) and kind.__module__ == module.name:
                    yield kind


def test_every_move_event_and_error_is_exported() -> None:
    assert all(getattr(eleusis, kind.__name__) is kind for kind in (*MOVES, *EVENTS))
    planted = type("Planted", (Exception,), {"__module__": "eleusis.lab.run"})
    namesake = type("RuleError", (Exception,), {"__module__": "eleusis.lab.run"})
    assert not_exported([planted, namesake, eleusis.RuleError]) == [
        "eleusis.lab.run.Planted",
        "eleusis.lab.run.RuleError",
    ]
    kinds = set(exceptions())
    assert {eleusis.Undecided, eleusis.RuleError} <= kinds
    assert not_exported(kinds) == sorted(INTERNAL)


def test_importing_eleusis_imports_nothing_else() -> None:
    """Start-up is part of the product: what is imported comes when it is asked for."""
    code = "import sys, eleusis; print(*sorted(name for name in sys.modules if name.startswith('eleusis')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split() == ["eleusis"]
