"""The architecture: which part may import which. The list FLOORS is the house, ground floor first."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.long_files import long_files, main
from tests.modules import PACKAGE, ROOT, modules_in, tree_of

FLOORS: tuple[tuple[str, ...], ...] = (
    ("ground",),  # errors, files, cards, chance, processes, YAML
    ("secret", "variant"),  # the secret rule: knows cards, nothing of the game; the edition as data
    ("game",),  # the round: knows the edition, never the secret
    ("driving",),  # a round dealt, driven, recorded: the first floor that knows both
    ("minds", "record", "words"),  # who thinks; what was played, as a file; what people read
    ("forms", "reviewing", "testing"),
    ("table",),
    ("lab",),
    ("benchmark", "envs"),
    ("evals",),
    ("doors",),
    ("__main__", "__init__"),
)
"""A module imports only from its own room and from floors below; an import inside a function counts too."""

INSIDE: dict[str, tuple[tuple[str, ...], ...]] = {
    "ground": (
        ("chance", "exits", "cache_folder", "agreement"),
        ("errors",),
        ("files", "processes", "cards"),
        ("data",),
        ("yaml",),
    ),
    "secret": (
        ("language",),  # text ↔ tree
        ("compiled",),  # tree → masks
        ("automaton",),  # what rules remember, and whether two are the same
        ("rule",),
        ("sameness",),
        ("measuring",),
        ("library",),
        ("daily_rules",),
        ("english", "generating"),
        ("shortening",),  # which asks what generated rules are made from
    ),
    "variant": (
        ("clauses", "saying", "shelves"),
        ("knobs",),
        ("mechanisms",),  # a file for each section, with its policies
        ("model",),
        ("build", "merge", "write", "suitability"),
        ("load",),
    ),
    "game": (
        ("layout", "line_words", "match", "sight"),
        ("moves", "state"),
        ("events", "legality", "round_scores"),
        ("refusals", "view"),
        ("round",),
    ),
    "minds": (("induction",), ("players",)),
    "record": (("gamefile",), ("replaying",)),
    "words": (("rulebook", "page"),),
    "testing": (("gametests", "conformance"), ("pytest_plugin",)),
    "reviewing": (
        ("reviewed", "marks", "page_style"),  # what comes out: objects, and how a page shows them
        ("reckoning", "sayings", "curve"),
        ("looking_back", "review_text", "page_words"),
        ("review_page",),
        ("review",),
        ("shown",),  # in notebooks
    ),
    "lab": (
        ("arguments", "arms", "intervals"),
        ("plan", "points", "diffing"),
        ("tally",),
        ("columns",),
        ("measures", "store", "kernel"),
        ("reporting", "run"),
        ("dask_cluster", "simulation"),
    ),
    "benchmark": (
        ("challenges", "entries"),
        ("bouts", "held_out", "suites"),
        ("contest", "figures"),
        ("ledger", "scorecard"),
        ("arranging", "calibration_page"),
        ("evaluating",),
    ),
    "doors": (("terminal", "web", "assistant"), ("cli",)),
}
"""The floors inside a room, likewise."""

APART = {
    "game": ("secret",),
    "variant": ("secret",),
    "secret": ("variant", "game"),
}
"""Rooms that must not know others although these may stand lower: so the secret can't leak into the round."""

BY_NAME = {
    "__init__": "an export comes from its home when it is asked for",
    "minds/players/registry": "a kind of bot is imported when one is made",
    "minds/players/kinds": "a kind that a package offers is imported when it is asked for",
    "variant/shelves": "looks for the folder of a package that offers editions, and imports nothing of it",
    "doors/cli/common/framework": "a command is imported when it is called",
    "game/sight": "evaluates the annotations of events, in the names of their modules",
    "lab/dask_cluster": "Dask is an extra, and has no types",
}
"""The modules that import others by a name which they make or are handed, or run a text; each with the reason."""

OFFERS = {"eleusis.variants", "eleusis.players"}
"""Groups of entry points, which look like modules."""

FLOOR = {room: number for number, floor in enumerate(FLOORS) for room in floor}
MODULES = tuple(modules_in("eleusis").values())


def room_of(path: Path) -> str:
    """The folder of a module, or the module itself where it stands in none."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(path: Path) -> Iterator[tuple[str, int]]:
    """The modules of eleusis that a module imports, wherever in it, each with its line."""
    for node in ast.walk(tree_of(path)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: imports are written out in full"
            names = [node.module or ""]
            if node.module == "eleusis":
                names = [f"eleusis.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names = [node.value] if node.value.startswith("eleusis.") and " " not in node.value else []
            names = [name for name in names if name not in OFFERS]
        for name in names:
            top, _, rest = name.partition(".")
            if top == "eleusis":
                yield rest or "__init__", getattr(node, "lineno", 0)


def imports_by_name(tree: ast.AST) -> list[int]:
    """The lines of a module that import by a name, whether spelt out or made: `import_module(…)`, `__import__`.

    Whether a distribution is installed, and which version, may be asked anywhere.
    """
    lines = []
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=aliases):
                named = {alias.name for alias in aliases} & {"importlib", "imp", "runpy", "pkgutil", "builtins"}
                named |= {alias.name for alias in aliases if alias.name.startswith("importlib.")}
            case ast.ImportFrom(module="importlib.util" | "importlib.metadata", names=aliases):
                named = {alias.name for alias in aliases} - {"find_spec", "version", "PackageNotFoundError"}
            case ast.ImportFrom(module=str(module)):
                named = {module.partition(".")[0]} & {"importlib", "imp", "runpy", "pkgutil", "builtins"}
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.Constant(value=str(name)):
                named = {name} & {"import_module", "__import__", "__builtins__", "exec", "eval"}
            case _:
                continue
        if named:
            lines.append(node.lineno)
    return lines


def test_only_the_listed_modules_import_by_name() -> None:
    by_name = {
        path.relative_to(PACKAGE).with_suffix("").as_posix(): lines
        for path in MODULES
        if (lines := imports_by_name(tree_of(path)))
    }
    assert set(by_name) == set(BY_NAME), by_name


@pytest.mark.parametrize(
    "source",
    [
        'from importlib import import_module\nimport_module("eleusis" + ".secret.rule")',
        'import importlib as i\ni.import_module("..secret.rule", "eleusis.game")',
        '__import__("eleusis.secret.rule")',
        'getattr(loader, "import_module")("eleusis." + name)',
        'exec("import " + name)',
        "from importlib.util import spec_from_file_location",
        "import importlib.util",
    ],
)
def test_an_import_by_name_is_found(source: str) -> None:
    assert imports_by_name(ast.parse(source))
    assert not imports_by_name(ast.parse("from importlib.util import find_spec\nimport json"))


def test_every_module_has_its_floor() -> None:
    assert {room_of(path) for path in MODULES} == set(FLOOR)


def test_a_module_imports_only_from_below() -> None:
    wrong = []
    for path in MODULES:
        own = room_of(path)
        for module, line in imported(path):
            room = module.partition(".")[0]
            where = f"{path.relative_to(ROOT)}:{line}"
            if room not in FLOOR:
                wrong.append(f"{where}: {room} has no floor")
            elif room != own and FLOOR[room] >= FLOOR[own]:
                wrong.append(f"{where}: {own} must not import {room}")
            if room in APART.get(own, ()):
                wrong.append(f"{where}: {own} must know nothing of {room}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("room", INSIDE)
def test_the_rooms_inside_a_room_have_floors_too(room: str) -> None:
    floor = {name: number for number, names in enumerate(INSIDE[room]) for name in names}
    paths = [
        path for path in MODULES if room_of(path) == room and path.parent.name + path.stem != f"{room}__init__"
    ]
    assert {path.relative_to(PACKAGE / room).parts[0].removesuffix(".py") for path in paths} == set(floor)
    for path in paths:
        own = path.relative_to(PACKAGE / room).parts[0].removesuffix(".py")
        for module, line in imported(path):
            top, _, rest = module.partition(".")
            inner = rest.partition(".")[0]
            if top == room and inner not in ("", own):  # its own door: see the circles below
                where = f"{path.relative_to(PACKAGE.parent)}:{line}"
                assert floor[inner] < floor[own], f"{where}: {own} must not import {inner}"


def name_of(path: Path) -> str:
    """The dotted name of a module."""
    return ".".join(("eleusis", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")


def targets_in(tree: ast.AST, names: set[str], strings: bool = True) -> set[str]:
    """The modules of `names` that a module imports, wherever in it, also for its types only, or as a string."""
    targets: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            targets |= {alias.name for alias in node.names} & names
        elif isinstance(node, ast.ImportFrom) and node.module in names:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            targets |= inner & names
            if not inner <= names:
                targets.add(node.module)
        elif strings and isinstance(node, ast.Constant) and isinstance(node.value, str):
            targets |= {node.value} & names - {"eleusis"}  # that alone is the name of the program
    return targets


BOTS_BY_NAME = "eleusis.minds.players.registry"
"""Names the homes of the bots as strings: it imports one when it is asked for, when all have been imported."""


def import_graph() -> dict[str, set[str]]:
    """For each module of eleusis the modules that it imports."""
    names = {name_of(path) for path in MODULES}
    return {
        name_of(path): targets_in(tree_of(path), names, strings=name_of(path) != BOTS_BY_NAME) for path in MODULES
    }


def circles(imports: dict[str, set[str]]) -> list[list[str]]:
    """The modules that import each other in a circle: groups of which each leads to each other."""
    reach = {module: set(targets) for module, targets in imports.items()}
    while True:
        wider = {module: targets.union(*(reach[target] for target in targets)) for module, targets in reach.items()}
        if wider == reach:
            break
        reach = wider
    groups = {tuple(sorted(other for other in reach[module] if module in reach[other])) for module in reach}
    return [list(group) for group in sorted(groups) if group]


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"d"}}) == [["b", "c"], ["d"]]
    assert targets_in(
        ast.parse("x = {'eleusis.a': 1}\nfrom eleusis import b"), {"eleusis.a", "eleusis.b", "eleusis"}
    ) == {
        "eleusis.a",
        "eleusis.b",
    }
    assert not circles(import_graph())


def test_nothing_compares_the_name_of_an_edition() -> None:
    names = [path.stem for path in (PACKAGE.parent / "variants").glob("*.yaml")]
    for path in MODULES:
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Compare):
                constants = [part.value for part in ast.walk(node) if isinstance(part, ast.Constant)]
                assert not set(names) & {c for c in constants if isinstance(c, str)}, f"{path}:{node.lineno}"


def test_a_long_file_is_a_warning(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "eleusis").mkdir()
    (tmp_path / "eleusis" / "long.py").write_text("x = 1\n" * 301, encoding="utf-8")
    (tmp_path / "eleusis" / "short.py").write_text("x = 1\n" * 300, encoding="utf-8")
    assert long_files(tmp_path) == [(301, "eleusis/long.py")]
    main()
    assert all(line.startswith("warning: eleusis/") for line in capsys.readouterr().out.splitlines())
