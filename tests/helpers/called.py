"""Commands called within this process as if through pipes; a process of its own costs a quarter of a second."""

from __future__ import annotations

import contextlib
import io
import subprocess
from pathlib import Path
from unittest.mock import patch

from eleusis.doors.cli import main

Done = subprocess.CompletedProcess[str]
"""What a command printed, and its exit code."""


class Pipe(io.TextIOWrapper):
    """An end of a pipe: it begins with a text, and what is written to it can be read afterwards."""

    def __init__(self, text: str = "") -> None:
        super().__init__(io.BytesIO(text.encode()), encoding="utf-8", write_through=True)

    @property
    def text(self) -> str:
        """All that was written."""
        buffer = self.buffer
        assert isinstance(buffer, io.BytesIO)
        return buffer.getvalue().decode("utf-8")


def run_here(folder: Path, *args: str, typed: str = "") -> Done:
    """Runs a command in a folder with this on its stdin; how it ended, as of a process."""
    out, err = Pipe(), Pipe()
    with contextlib.chdir(folder), patch.multiple("sys", stdin=Pipe(typed), stdout=out, stderr=err):
        code = main(args)
    return Done(["eleusis", *args], code, out.text, err.text)
