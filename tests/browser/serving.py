"""A real `eleusis serve` in a process of its own, which may be killed and taken up again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import eleusis
from tests.helpers.patience import patient

ROOT = Path(eleusis.__file__).parent.parent

BEFORE_A_FALL = """\
eleusis: 1
variant: abbott
players: [Ann, Bob, Cleo, Dan, Dora]
seed: 7
rounds:
  - dealer: Dora
    rule: "if last.odd then black else red"
    starter: 10C
    hands: {Bob: 5H 2C, Cleo: 4D 6C 8H, Dan: 9H 9C 3D}
    stock: 2H KS
    moves: |
      Bob play 5H
      Cleo play 4D 6C
      Cleo declare
      Dan no-play
"""
"""A Forecaster is to call a no play that is wrong, for the 9♣ is right: who names another card is overthrown."""


class _Served:
    """A server on this machine."""

    def __init__(self, *options: str) -> None:
        self._process = _start("--port", "0", *options)
        self._said = self._take_address()
        self.port = urlsplit(self.url).port

    def _take_address(self) -> dict[str, str]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "the server has ended before it listened"
        said: dict[str, str] = json.loads(line)
        self.url = said["url"]
        return said

    def kill(self) -> None:
        """End the server as a power cut would."""
        self._process.kill()
        self._process.communicate(timeout=patient(10))

    def stop(self) -> None:
        """End the server in peace."""
        if self._process.poll() is None:
            self._process.terminate()
        self._process.communicate(timeout=patient(20))


class ServedTable(_Served):
    """A table that is served on this machine, its game in a folder of its own; or a `begun` game, carried on."""

    def __init__(self, folder: Path, *options: str, begun: str | None = None) -> None:
        self.file = folder / "evening.yaml"
        where = ["--pace", "0", "--file", str(self.file)]
        if begun is not None:
            self.file.write_text(begun, encoding="utf-8")
            where = ["--resume", str(self.file)]
        super().__init__(*where, *options)

    @property
    def host_url(self) -> str:
        """The address of the host's page, with its key."""
        return self._said["host"]

    def host(self, do: str, **more: object) -> None:
        """Do as the host."""
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.host_url.partition('#')[2]}"}
        body = json.dumps({"do": do, **more}).encode()
        urllib.request.urlopen(urllib.request.Request(f"{self.url}/api/host", body, headers)).close()

    def resume(self) -> None:
        """Serve the same table again, at the same address."""
        self._process = _start("--port", str(self.port), "--resume", str(self.file))
        self._said = self._take_address()

    def replay(self) -> dict[str, Any]:
        """What `eleusis replay` says of the game file; it must find nothing to object to."""
        return replay(self.file)


class ServedRoom(_Served):
    """A room full of tables that is served on this machine, all of them in a folder."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        super().__init__("--pace", "0", "--tables", str(folder), *options)

    @property
    def host_url(self) -> str:
        """The address of its owner's page, with the key."""
        return self._said["room"]

    @property
    def wall_url(self) -> str:
        """The address of its wall, with the key of that."""
        return self._said["wall"]

    def replay(self, code: str) -> dict[str, Any]:
        """As at a table alone, of the table of this code."""
        return replay(self.folder / f"{code}.yaml")


def replay(file: Path) -> dict[str, Any]:
    """What `eleusis replay` says of a game file; it must find nothing to object to."""
    ended = _eleusis("replay", str(file), "--format", "json")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return dict(json.loads(ended.stdout))


def _command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "eleusis", *arguments]


def _surroundings() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def _start(*options: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        _command("serve", "--format", "json", *options),
        stdout=subprocess.PIPE,
        text=True,
        env=_surroundings(),
    )


def _eleusis(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        _command(*arguments), capture_output=True, text=True, env=_surroundings(), timeout=patient(60), check=False
    )
