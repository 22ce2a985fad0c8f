"""A program that gets half of a core, it and all that it starts: by a control group of Linux, made by root."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

GROUPS = Path("/sys/fs/cgroup")
PERIOD = 100_000
"""Microseconds; in each of them the group may compute for half as long."""


@contextmanager
def half_a_core(program: str, folder: Path) -> Iterator[Path]:
    """A script in a folder that starts the program with half of a core.

    Raises OSError where there are no control groups, or none may be made.
    """
    unified = (GROUPS / "cgroup.controllers").is_file()
    group = GROUPS / ("" if unified else "cpu") / f"eleusis-bench-{folder.name}"
    group.mkdir()
    try:
        if unified:
            (group / "cpu.max").write_text(f"{PERIOD // 2} {PERIOD}", encoding="ascii")
        else:
            (group / "cpu.cfs_period_us").write_text(str(PERIOD), encoding="ascii")
            (group / "cpu.cfs_quota_us").write_text(str(PERIOD // 2), encoding="ascii")
        script = folder / "half-a-core"
        joins = f"echo $$ > {shlex.quote(str(group / 'cgroup.procs'))}"
        script.write_text(f'#!/bin/sh\n{joins}\nexec {shlex.quote(program)} "$@"\n', encoding="utf-8")
        script.chmod(0o755)
        yield script
    finally:
        group.rmdir()
