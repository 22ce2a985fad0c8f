"""What is done once before the heap of a tab's Python is kept: a visit that begins with it has a game sooner."""

from __future__ import annotations

import shutil
from datetime import date
from pathlib import Path
from typing import Final

from eleusis.doors.tab.beginning import begin_alone
from eleusis.doors.web.evenings.showing import show_table, show_view
from eleusis.secret.daily_rules import rule_of_day

_NAME: Final = "Player"


def warm_up(folder: str) -> None:
    """Begin a puzzle in a new folder, look at it, and forget it: what was read for it stays read.

    Raises OSError where there is such a folder.
    """
    place = Path(folder)
    place.mkdir()
    evening = begin_alone(place / "puzzle.yaml", _NAME, rule_of_day(date(2026, 11, 23)), 1, "", as_turned=True)
    show_table(evening)
    show_view(evening, _NAME)
    if evening.table is not None and evening.table.file is not None:
        evening.table.file.close()
    shutil.rmtree(place)
