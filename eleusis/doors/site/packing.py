"""What of eleusis goes into the tab, and the check that nothing of it reaches for what a tab doesn't have.

The package goes in but for what is left out here. What remains is held to it by its syntax trees: what a module
imports when it is imported must be there, and what a function imports later too, unless `LATER` allows it.
"""

from __future__ import annotations

import ast
import contextlib
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

import attrs

from eleusis.doors.site.failing import SiteError
from eleusis.ground.errors import Place

PACKAGE = Path(__file__).resolve().parents[2]

LEFT_OUT = (
    "__main__", "lab", "benchmark", "envs", "evals", "testing", "ground.processes", "forms",
    "doors.cli", "doors.terminal", "doors.assistant", "doors.site",
    "doors.web.api", "doors.web.serving", "doors.web.guard", "doors.web.addresses", "doors.web.responses",
    "doors.web.rooms", "doors.web.work_threads", "doors.web.http_schema", "doors.web.seats.lookalikes",
    "minds.players.program.process", "minds.players.program.launcher", "minds.players.program.program_player",
    "minds.players.program.messages",
)  # fmt: skip
"""Modules, and rooms with all that is in them, that a tab has no use for."""
NEEDS_NUMPY = (
    "minds.induction.candidates", "minds.induction.family",
    "minds.induction.forest", "minds.induction.leaves", "minds.induction.likeness", "minds.induction.mind",
    "minds.induction.posterior", "minds.induction.seeking", "minds.players.scientist.choosing",
    "minds.players.scientist.forecast",
    "minds.players.scientist.guessing", "minds.players.scientist.player", "reviewing.looking_back",
    "reviewing.reckoning", "table.tutor",
)  # fmt: skip
"""The scientist, the review and the tutor, which work with numpy: left out where there is none."""
LIBRARIES = ("attr", "attrs", "lazy_loader", "msgspec", "yaml")
"""The libraries of others that go with it."""
FORBIDDEN = (
    "socket", "ssl", "subprocess", "multiprocessing", "concurrent", "selectors", "signal", "ctypes", "http",
    "smtplib", "threading.Thread", "sqlite3", "curses", "tkinter", "webbrowser",
)  # fmt: skip
"""What of the standard library no module of the tab may import: sockets, processes, threads, screens."""
LATER: Mapping[str, frozenset[str]] = {
    "": frozenset({"lab", "benchmark"}),  # public names, each imported when it is asked for
    "doors.web.seats.seating": frozenset({"doors.web.seats.lookalikes"}),
    "ground.files": frozenset({"fcntl"}),
    "minds.induction": frozenset({"numpy"}),
    "minds.players.crew": frozenset({"minds.players.program.program_player"}),
    "minds.players.scientist": frozenset({"minds.induction.family", "minds.players.scientist.player"}),
    "reviewing.review": frozenset({"minds.induction.family", "reviewing.looking_back"}),
    "table.tutors": frozenset({"table.tutor"}),
    "words.page.templating": frozenset({"jinja2"}),
}
"""What functions of a module may import although it isn't there: each asks first, or says what is missing."""
_DATA = (".yaml", ".json", ".pyi")


@attrs.frozen
class Import:
    """An import in a module: the full name of what is imported, its line, and whether a function does it, later."""

    name: str
    line: int
    late: bool


@attrs.frozen
class Contents:
    """The package as it goes into the tab."""

    package: Path
    """The folder of the package."""
    modules: Mapping[str, Path]
    """Its modules by name, as `game.round`; the package itself is the empty name."""
    left_out: frozenset[str]
    """The names of those that stay out."""

    def files(self) -> Iterator[Path]:
        """The files, in the package: the modules, and the data that lie beside one."""
        yield from (path.relative_to(self.package) for path in self.modules.values())
        for folder in sorted({path.parent for path in self.modules.values()}):
            for path in sorted(folder.iterdir()):
                if path.suffix in _DATA:
                    yield path.relative_to(self.package)


def pack(package: Path = PACKAGE, *, numpy: bool = False) -> Contents:
    """What goes into the tab of a package like this one, by what is left out."""
    out = LEFT_OUT if numpy else (*LEFT_OUT, *NEEDS_NUMPY)
    names = {_name_of(path.relative_to(package)): path for path in sorted(package.rglob("*.py"))}
    left = frozenset(name for name in names if _within(name, out))
    return Contents(package, {name: path for name, path in names.items() if name not in left}, left)


def check(contents: Contents, roots: Sequence[str], libraries: Sequence[str] = LIBRARIES) -> None:
    """Raises SiteError (`site/import`) where a module reaches for what no tab has, with the way to that module."""
    imports = {name: [*imports_of(path, contents.package.name)] for name, path in contents.modules.items()}
    ways = _ways(imports, contents, roots)
    for name in sorted(imports, key=lambda name: len(ways[name])):
        for each in imports[name]:
            package, _, inner = each.name.partition(".")
            inside = package == contents.package.name
            if not (inner in contents.left_out if inside else _is_strange(each.name, libraries)):
                continue
            if not (each.late and _within(inner if inside else each.name, LATER.get(name, ()))):
                chain = " → ".join(f"{contents.package.name}.{part}".rstrip(".") for part in ways[name])
                place = Place(str(contents.modules[name]), each.line)
                raise SiteError("site/import", f"{chain} imports {each.name}, which no tab has", place)


def _is_strange(name: str, libraries: Sequence[str]) -> bool:
    """Whether a module that isn't of the package is none that a tab has."""
    package = name.partition(".")[0]
    return _within(name, FORBIDDEN) or (package not in sys.stdlib_module_names and package not in libraries)


def all_modules(contents: Contents) -> list[str]:
    """What is imported in a tab, sooner or later: the modules of the package, and those of the standard library."""
    ours = [f"{contents.package.name}.{name}".rstrip(".") for name in contents.modules]
    others: set[str] = set()
    for name, path in contents.modules.items():
        for each in imports_of(path, contents.package.name):
            if each.name.partition(".")[0] in sys.stdlib_module_names and not _within(
                each.name, LATER.get(name, ())
            ):
                others.add(each.name)
    return [*ours, *sorted(filter(_is_module, others))]


def _is_module(name: str) -> bool:
    """Whether a name that is imported is a module, and not something in one."""
    with contextlib.suppress(ModuleNotFoundError):  # what it stands in is no package
        return find_spec(name) is not None
    return False


def imports_of(path: Path, package: str = PACKAGE.name) -> Iterator[Import]:
    """What a module imports, and the modules that its texts name; not what is for type checkers alone."""
    yield from _imports(ast.parse(path.read_text(encoding="utf-8")), package, late=False)
    stub = path.with_suffix(".pyi")
    if stub.exists():
        for node in ast.walk(ast.parse(stub.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                yield Import(f"{package}.{node.module}", node.lineno, late=True)


def _imports(node: ast.AST, package: str, *, late: bool) -> Iterator[Import]:
    match node:
        case ast.If(test=ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING")):
            for other in node.orelse:
                yield from _imports(other, package, late=late)
            return
        case ast.Import(names=aliases):
            yield from (Import(alias.name, node.lineno, late) for alias in aliases)
        case ast.ImportFrom(module=str(name), names=aliases):
            yield Import(name, node.lineno, late)
            yield from (Import(f"{name}.{alias.name}", node.lineno, late) for alias in aliases)
        case ast.Attribute(value=ast.Name(id="threading"), attr=str(name)):
            yield Import(f"threading.{name}", node.lineno, late)
        case ast.Constant(value=str(name)) if name.startswith(f"{package}."):
            yield Import(name, node.lineno, late=True)
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
            late = True
    for child in ast.iter_child_nodes(node):
        yield from _imports(child, package, late=late)


def _ways(
    imports: Mapping[str, Sequence[Import]], contents: Contents, roots: Sequence[str]
) -> dict[str, tuple[str, ...]]:
    """The shortest way from a root to each module; a module that none leads to stands alone."""
    ways: dict[str, tuple[str, ...]] = {root: (root,) for root in roots}
    waiting = deque(roots)
    while waiting:
        name = waiting.popleft()
        for each in imports[name]:
            package, _, target = each.name.partition(".")
            if package == contents.package.name and target in imports and target not in ways:
                ways[target] = (*ways[name], target)
                waiting.append(target)
    return {name: ways.get(name, (name,)) for name in imports}


def _name_of(path: Path) -> str:
    """The name of a module by its path in the package."""
    return ".".join(path.with_suffix("").parts).removesuffix("__init__").removesuffix(".")


def _within(name: str, rooms: Iterable[str]) -> bool:
    """Whether a name is one of these, or stands in one of them."""
    return any(name == room or name.startswith(f"{room}.") for room in rooms)
