"""What of eleusis goes into the tab: the modules that its page comes to, and the data that lie beside them."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from modulefinder import ModuleFinder
from pathlib import Path

import attrs

from eleusis.minds.players.kinds import KINDS

PACKAGE = Path(__file__).resolve().parents[2]
ROOT = "eleusis.doors.tab.browser_tab"
"""Where the engine of a tab is entered."""
_NEVER = ("eleusis.minds.players.program.program_player", "eleusis.doors.web.seats.lookalikes")
"""A tab runs no processes, and nobody takes a seat in it by a name that they choose."""
_NO_NUMPY = (
    "eleusis.minds.induction.family",
    "eleusis.minds.players.scientist.player",
    "eleusis.reviewing.looking_back",
)
"""Where the scientist and the review begin to work with numpy: whoever imports one asks first for numpy."""
_DATA = (".yaml", ".json", ".pyi")


@attrs.frozen
class Contents:
    """What goes into the tab."""

    modules: Mapping[str, Path]
    """The modules of eleusis, by their names."""
    library: tuple[str, ...]
    """What of the standard library they import, now or later."""

    def files(self) -> Iterator[Path]:
        """The files, in the package: the modules, and the data that lie beside one."""
        yield from (path.relative_to(PACKAGE) for path in self.modules.values())
        for folder in sorted({path.parent for path in self.modules.values()}):
            yield from (path.relative_to(PACKAGE) for path in sorted(folder.iterdir()) if path.suffix in _DATA)


def pack(*, numpy: bool = False) -> Contents:
    """What is imported on any way from the root, also in a function, and from the kinds of bots."""
    # Only our own folder is looked through: what isn't found there, `badmodules`, is of others. Kinds of bots are
    # imported by their names, which no import statement tells.
    left_out = _NEVER if numpy else (*_NEVER, *_NO_NUMPY)
    finder = ModuleFinder([str(PACKAGE.parent)], excludes=left_out)
    for name in (ROOT, *sorted({kind.home for kind in KINDS.values()})):
        finder.import_hook(name)
    modules = {
        name: Path(module.__file__)  # type: ignore[attr-defined]  # typeshed leaves it out
        for name, module in sorted(finder.modules.items())
        if name.partition(".")[0] == PACKAGE.name
    }
    # Files are locked by fcntl, and counted by resource, where there is such a module: a tab has none.
    shipped = sys.stdlib_module_names - {"fcntl", "resource"}
    library = sorted([name for name in finder.badmodules if name.partition(".")[0] in shipped])
    return Contents(modules, tuple(library))
