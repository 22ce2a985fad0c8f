"""The architecture: which part may import which. The list FLOORS is the house, ground floor first."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.helpers.modules import PACKAGE, modules_in, tree_of
from tests.helpers.places import ROOT

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
        ("chance", "exits", "agreement", "statistics", "remembering"),
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
        ("english",),  # a rule in plain words
        ("phrasebook",),  # and plain words as a rule
        ("measuring",),
        ("library",),
        ("daily_rules",),
        ("generating",),
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
        ("moves", "state", "event_words"),
        ("events", "legality", "round_scores"),
        ("refusals", "view"),
        ("round",),
    ),
    "minds": (("induction",), ("players",)),
    "record": (("gamefile",), ("replaying",)),
    "words": (("rulebook", "page"),),
    "testing": (("gametests", "conformance"), ("pytest_plugin",)),
    "reviewing": (
        ("reviewed",),  # what comes out
        ("reckoning", "sayings"),
        ("looking_back", "review_text", "curve"),
        ("review_page",),
        ("review",),
    ),
    "lab": (
        ("arguments", "arms"),
        ("plan", "points"),
        ("tally",),
        ("columns",),
        ("measures", "store", "kernel"),
        ("reporting", "run"),
        ("diffing", "dask_cluster", "simulation"),
    ),
    "benchmark": (
        ("challenges", "entries"),
        ("offers", "prices", "figures"),
        ("bouts", "held_out", "suites"),
        ("contest",),
        ("ledger", "scorecard"),
        ("arranging", "calibration_page"),
        ("evaluating",),
    ),
    "doors": (("terminal", "web", "assistant"), ("tab",), ("site",), ("cli",)),
}
"""The floors inside a room, likewise."""

APART = {
    "game": ("secret",),
    "variant": ("secret",),
    "secret": ("variant", "game"),
}
"""Rooms that must not know others although these may stand lower: so the secret can't leak into the round."""

NO_MODULES = {"eleusis", "eleusis.variants", "eleusis.players", "eleusis.zip"}
"""What a string says that is no module: the program, groups of entry points, the archive of a site."""

FLOOR = {room: number for number, floor in enumerate(FLOORS) for room in floor}
MODULES = tuple(modules_in("eleusis").values())


def room_of(path: Path) -> str:
    """The folder of a module, or the module itself where it stands in none."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(path: Path) -> Iterator[tuple[str, int]]:
    """The modules of eleusis that a module imports, wherever in it, or names as a string, each with its line."""
    for node in ast.walk(tree_of(path)):
        match node:
            case ast.Import(names=aliases):
                names = [alias.name for alias in aliases]
            case ast.ImportFrom(module="eleusis", names=aliases):
                names = [f"eleusis.{alias.name}" for alias in aliases]
            case ast.ImportFrom(module=str(name)) | ast.Constant(value=str(name)):
                names = [name]
            case _:
                continue
        for name in names:
            if re.fullmatch(r"eleusis(\.\w+)*", name) and name not in NO_MODULES:
                yield name.removeprefix("eleusis").removeprefix(".") or "__init__", getattr(node, "lineno", 0)


def test_every_module_has_its_floor() -> None:
    assert {room_of(path) for path in MODULES} == set(FLOOR)


@pytest.mark.long
def test_a_module_imports_only_from_below() -> None:
    wrong = []
    for path in MODULES:
        own = room_of(path)
        for module, line in imported(path):
            room = module.partition(".")[0]
            if (room != own and FLOOR[room] >= FLOOR[own]) or room in APART.get(own, ()):
                wrong.append(f"{path.relative_to(ROOT)}:{line}: {own} must not import {room}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("room", INSIDE)
def test_the_rooms_inside_a_room_have_floors_too(room: str) -> None:
    floor = {name: number for number, names in enumerate(INSIDE[room]) for name in names}
    inner = {
        path: path.relative_to(PACKAGE / room).parts[0].removesuffix(".py")
        for path in MODULES
        if room_of(path) == room
    }
    assert {*inner.values()} - {"__init__"} == set(floor)
    for path, own in inner.items():
        for module, line in imported(path):
            top, _, rest = module.partition(".")
            name = rest.partition(".")[0]
            if top == room and own != "__init__" and name not in ("", own):  # its own door: see the circles below
                assert floor[name] < floor[own], f"{path.relative_to(ROOT)}:{line}: {own} must not import {name}"


@pytest.mark.long
def test_no_modules_import_each_other_in_a_circle() -> None:
    names = {".".join(path.relative_to(PACKAGE).with_suffix("").parts): path for path in MODULES}
    graph = {
        name.removesuffix(".__init__"): {module for module, _ in imported(path)} for name, path in names.items()
    }
    TopologicalSorter(graph).prepare()


def test_nothing_compares_the_name_of_an_edition() -> None:
    names = [path.stem for path in (PACKAGE.parent / "variants").glob("*.yaml")]
    for path in MODULES:
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Compare):
                constants = [part.value for part in ast.walk(node) if isinstance(part, ast.Constant)]
                assert not set(names) & {c for c in constants if isinstance(c, str)}, f"{path}:{node.lineno}"


def test_data_become_values_of_a_kind_in_one_place() -> None:
    """Two threads must not make msgspec work out the same kind at once: `from_data` sees to it."""
    for path in MODULES:
        if path.relative_to(PACKAGE).as_posix() == "ground/data.py":
            continue
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("msgspec."):
                what = ast.unparse(node.func)
                kind = next(
                    (ast.unparse(word.value) for word in node.keywords if word.arg == "type"), "dict[str, object]"
                )
                plain = not what.endswith(("convert", "Decoder")) and kind == "dict[str, object]"
                assert plain, f"{path.relative_to(ROOT)}:{node.lineno}: from_data is to read it"
