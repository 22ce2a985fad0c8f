"""Transcripts as snapshots of syrupy.

They lie in `__transcripts__/`, apart from the snapshots of Python tests: syrupy would take them for unused when
such tests run alone. What nobody uses is decided here, by asking the game file: a snapshot whose test is in
the file is never called unused, whether or not it ran this time, and a file that can't be read keeps all.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.data import SnapshotCollection, SnapshotCollections
from syrupy.extensions.amber import AmberSnapshotExtension
from syrupy.location import PyTestLocation

from eleusis.ground.errors import EleusisError
from eleusis.record.gamefile.reading import load_game
from eleusis.testing.gametests.names import names_of_tests

NAMES: dict[Path, set[str] | None] = {}
"""The names of the tests of each game file that has been looked into; None where it can't be read."""


class Transcripts(AmberSnapshotExtension):
    """One file for each game file, one snapshot for each of its tests."""

    snapshot_dirname = "__transcripts__"

    def discover_snapshots(self, **arguments: Any) -> SnapshotCollections:
        """The snapshots of the site whose tests are no more."""
        unused = SnapshotCollections()
        for collection in super().discover_snapshots(**arguments):
            names = _names(Path(collection.location))
            if names is None:
                continue
            orphans = SnapshotCollection(location=collection.location)
            for snapshot in collection:
                if snapshot.name not in names:
                    orphans.add(snapshot)
            if orphans.has_snapshots:
                unused.add(orphans)
        return unused


def _names(location: Path) -> set[str] | None:
    """The names of the tests that a file of snapshots may be for; None if they can't be known."""
    names: set[str] = set()
    for ending in (".yaml", ".yml"):
        path = location.parent.parent / (location.stem + ending)
        if path not in NAMES and path.exists():
            try:
                NAMES[path] = names_of_tests(load_game(path))
            except EleusisError:
                NAMES[path] = None
        of_file = NAMES.get(path, set())
        if of_file is None:
            return None
        names |= of_file
    return names


def compare_with_snapshot(item: pytest.Item, page: str) -> tuple[str | None, str] | None:
    """Holds a page against its snapshot, or writes it; None if all is well.

    Else the page as it was (None: there is no snapshot) and as it is. Also None where syrupy is switched off.
    """
    session = getattr(item.config, "_syrupy", None)
    if session is None:
        return None
    option = item.config.option
    snapshot = SnapshotAssertion(
        session=session,
        extension_class=Transcripts,
        test_location=PyTestLocation(item),
        update_snapshots=option.update_snapshots,
        **(
            {"update_new_snapshots_only": option.update_new_snapshots_only}
            if hasattr(option, "update_new_snapshots_only")
            else {}
        ),
    )
    if snapshot == page:
        return None
    result = snapshot.executions[snapshot.num_executions - 1]
    if result.exception is not None:
        raise result.exception
    before = result.recalled_data
    return (None if before is None else _text(str(before))), page


def _text(serialized: str) -> str:
    """A text as it was before it was made a snapshot."""
    lines = serialized.split("\n")
    return "\n".join(lines[1:-1]) if lines[0] == lines[-1] == "'''" else serialized
