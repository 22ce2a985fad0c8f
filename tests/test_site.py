"""The site: what may go into a browser tab, what is refused before anything is written, the dailies' starters."""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Mapping
from datetime import date, timedelta
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from eleusis import EleusisError, read_game, replay_game
from eleusis.doors.cli import main
from eleusis.doors.site.building import ROOTS, build_site
from eleusis.doors.site.bytecode import compile_folder
from eleusis.doors.site.packing import LATER, LIBRARIES, check, pack
from eleusis.doors.site.starters import first_day, starters
from eleusis.doors.site.trimming import is_left_out
from eleusis.secret.daily_rules import rule_of_day
from eleusis.table.daily_puzzle import seed_of_day

MOST = 950_000
"""Bytes of our own modules and data, compiled and packed as one."""


def test_nothing_in_the_tab_reaches_for_sockets_processes_or_the_laboratory() -> None:
    check(pack(), ROOTS)


def test_nor_does_anything_more_where_numpy_is_there() -> None:
    check(pack(numpy=True), ROOTS, (*LIBRARIES, "numpy"))


def test_what_may_be_imported_later_is_what_is() -> None:
    assert set(LATER) <= set(pack().modules), "an exception for a module that is not there"


def plant(folder: Path, modules: Mapping[str, str]) -> Path:
    """A package of that name with these modules, and what stands above them."""
    package = folder / "eleusis"
    for name, text in {"doors/tab/browser_tab": "from eleusis.game import turn", **modules}.items():
        path = package / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for path in [package, *package.rglob("*")]:
        if path.is_dir():
            (path / "__init__.py").touch()
    return package


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("import socket", "socket"),
        ("import os\nfrom subprocess import run", "subprocess"),
        ("from threading import Lock, Thread", "threading.Thread"),
        ("import threading\ndef f():\n    threading.Thread().start()", "threading.Thread"),
        ("from concurrent.futures import Future", "concurrent.futures"),
        ("import numpy as np", "numpy"),
        ("from starlette.requests import Request", "starlette.requests"),
        ("from eleusis.lab import run", "eleusis.lab"),
        ("def f():\n    from eleusis.lab.run import go", "eleusis.lab.run"),
        ("HOME = 'eleusis.lab.run'", "eleusis.lab.run"),
    ],
)
def test_a_module_that_does_is_named_with_the_way_to_it(text: str, named: str, tmp_path: Path) -> None:
    package = plant(tmp_path, {"game/turn": "from eleusis.ground import bad", "ground/bad": text, "lab/run": ""})
    with pytest.raises(EleusisError) as caught:
        check(pack(package), ["doors.tab.browser_tab"])
    assert caught.value.code == "site/import"
    way = "eleusis.doors.tab.browser_tab → eleusis.game.turn → eleusis.ground.bad"
    assert caught.value.message.startswith(f"{way} imports {named}, ")
    assert caught.value.file == str(package / "ground" / "bad.py")
    assert (
        caught.value.line == text.count("\n") + 1 or caught.value.line == text.count("\n", 0, text.find(named)) + 1
    )


@pytest.mark.parametrize(
    "text",
    [
        "from threading import Lock",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import numpy\n    from eleusis.lab import run",
        "TEXT = 'eleusis.lab.none of it'",
    ],
)
def test_what_is_no_import_passes(text: str, tmp_path: Path) -> None:
    package = plant(tmp_path, {"game/turn": text, "lab/run": "import socket"})
    check(pack(package), ["doors.tab.browser_tab"])


def test_what_goes_into_the_tab_is_small(tmp_path: Path) -> None:
    contents = pack()
    for file in contents.files():
        (tmp_path / "in" / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(contents.package / file, tmp_path / "in" / file)
    compile_folder(str(tmp_path / "in"), str(tmp_path / "out"))
    data = [path for path in (tmp_path / "in").rglob("*.*") if path.suffix in (".yaml", ".pyi")]
    whole = b"".join(path.read_bytes() for path in sorted([*data, *(tmp_path / "out").rglob("*.pyc")]))
    assert len(gzip.compress(whole, 9)) <= MOST


def test_bytecode_needs_no_source_and_is_the_same_anywhere(tmp_path: Path) -> None:
    text = (
        '"""What it is."""\nfrom __future__ import annotations\nclass A:\n    """A."""\ndef f(a):\n    assert a\n'
    )
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "built_for_a_tab.py").write_text(text, encoding="utf-8")
        assert compile_folder(str(tmp_path / name), str(tmp_path / f"{name}-out")) == 1
    first, second = (tmp_path / f"{name}-out" / "built_for_a_tab.pyc" for name in ("one", "two"))
    assert first.read_bytes() == second.read_bytes()
    spec = spec_from_file_location("built_for_a_tab", first)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.__doc__ is None
    assert module.A.__doc__ is None
    with pytest.raises(AssertionError):
        module.f(0)


@pytest.mark.parametrize(
    ("path", "left_out"),
    [
        ("typing.py", False),
        ("asyncio/base_events.py", False),
        ("encodings/utf_8.py", False),
        ("encodings/__init__.py", False),
        ("encodings/cp1252.py", True),
        ("unittest/mock.py", True),
        ("multiprocessing/pool.py", True),
    ],
)
def test_the_library_is_trimmed(path: str, left_out: bool) -> None:
    assert is_left_out(path) == left_out


def test_the_starters_are_those_that_are_dealt() -> None:
    first = date(2026, 11, 28)
    cards = starters(first)
    assert len(cards) >= (date(2029, 11, 28) - first).days
    for number in [*range(21), len(cards) - 1]:
        day = first + timedelta(number)
        text = (
            f"eleusis: 1\nvariant: solo\nplayers: [Rosa, Dealer]\nseed: {seed_of_day(day)}\n"
            f"rounds: [{{dealer: Dealer, rule: '{rule_of_day(day).text}', moves: ''}}]\n"
        )
        (played,) = replay_game(read_game(text)).rounds
        assert [card.text for card in played.round.state.layout.mainline] == [cards[number]]


def test_the_day_of_a_build_can_be_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795910400")
    assert first_day() == date(2026, 11, 1)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    assert first_day() == date(2026, 1, 1)  # before the first puzzle there was none
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "soon")
    with pytest.raises(EleusisError) as caught:
        first_day()
    assert caught.value.code == "site/epoch"


def refused(*args: str, code: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What `eleusis site` says when it ends with exit code 2 and nothing on stdout, by an error with this code."""
    with pytest.raises(EleusisError) as caught:
        build_site(Path(args[0]), first_day(), Path(args[2]) if len(args) > 1 else None)
    assert caught.value.code == code
    assert main(["site", *args]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert len(err.splitlines()) == 1
    return err


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that alone is looked through for programs, and an empty cache."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("ELEUSIS_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.mark.parametrize("standing", ["file", "folder", "link"])
def test_what_is_not_a_site_stays_as_it_is(
    standing: str, programs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    if standing == "file":
        out.write_text("mine", encoding="utf-8")
    elif standing == "folder":
        out.mkdir()
        (out / "mine").touch()
    else:
        out.symlink_to(tmp_path / "nowhere")
    refused("out", code="site/not-ours", capsys=capsys)
    assert out.is_symlink() or out.read_text(encoding="utf-8") == "mine" if standing != "folder" else (out / "mine")


def test_without_npm_it_says_what_to_install(
    programs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "Node.js" in refused("out", code="site/no-program", capsys=capsys)
    assert not (tmp_path / "out").exists()


def fake(programs: Path, lines: str) -> None:
    """An npm that does this."""
    path = programs / "npm"
    path.write_text(f"#!/bin/sh\n{lines}\n", encoding="utf-8")
    path.chmod(0o755)


@pytest.mark.skipif(not Path("/bin/sh").exists(), reason="there is no shell")
@pytest.mark.parametrize(
    ("lines", "code", "said"),
    [
        ("echo other > pyodide-314.0.7.tgz", "site/wrong-hash", "SHA-256"),
        ("true", "site/not-fetched", "pyodide-314.0.7.tgz"),
        ("echo no network >&2; exit 1", "site/failed", "no network"),
    ],
)
def test_what_is_fetched_is_what_is_meant_or_nothing(
    lines: str, code: str, said: str, programs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fake(programs, lines)
    assert said in refused("out", code=code, capsys=capsys)
    assert {path.name for path in tmp_path.iterdir()} == {"bin", "cache"}
    assert not [*(tmp_path / "cache" / "site").iterdir()]


def test_a_wheel_that_is_not_there(programs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "numpy.whl" in refused("out", "--numpy", "numpy.whl", code="site/no-library", capsys=capsys)


def test_a_place_where_nothing_can_be_written(
    programs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert "file" in refused("file/out", code="site/cannot-write", capsys=capsys)
