"""The site: what may go into a browser tab, what is refused before anything is written, the dailies' starters."""

from __future__ import annotations

import gzip
import shutil
from datetime import date, timedelta
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from eleusis import EleusisError, read_game, replay_game
from eleusis.doors.cli import main
from eleusis.doors.site.building import build_site
from eleusis.doors.site.bytecode import compile_folder
from eleusis.doors.site.packing import PACKAGE, pack
from eleusis.doors.site.starters import first_day, starters
from eleusis.doors.site.trimming import is_left_out
from eleusis.minds.players.kinds import KINDS
from eleusis.secret.daily_rules import rule_of_day
from eleusis.table.daily_puzzle import seed_of_day

pytestmark = pytest.mark.long

MOST = 950_000
"""Bytes of our own modules and data, compiled and packed as one."""


UNWANTED = {"socket", "ssl", "subprocess", "multiprocessing", "concurrent", "selectors", "signal", "ctypes", "http",
    "smtplib", "sqlite3", "curses", "tkinter", "webbrowser"}  # fmt: skip
"""What of the standard library may be in a tab, since that of others needs it, and is of no use there."""


@pytest.mark.parametrize("numpy", [False, True])
def test_nothing_in_the_tab_reaches_for_sockets_processes_or_the_laboratory(numpy: bool) -> None:
    contents = pack(numpy=numpy)
    assert {name.partition(".")[0] for name in contents.library}.isdisjoint(UNWANTED)
    assert not [name for name in contents.modules if name.startswith(("eleusis.lab", "eleusis.benchmark"))]
    assert not [name for name, path in contents.modules.items() if "Thread(" in path.read_text(encoding="utf-8")]


def test_the_bots_of_the_tab_are_there_and_the_scientist_where_numpy_is() -> None:
    modules = pack().modules
    assert {kind.home for kind in KINDS.values()} <= {*modules}
    added = {*pack(numpy=True).modules} - {*modules}
    assert {"eleusis.minds.players.scientist.player", "eleusis.reviewing.looking_back"} <= added


def test_what_goes_into_the_tab_is_small(tmp_path: Path) -> None:
    for file in pack().files():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(PACKAGE / file, tmp_path / file)
    compile_folder(str(tmp_path))
    whole = b"".join(path.read_bytes() for path in sorted(tmp_path.rglob("*.*")))
    assert len(gzip.compress(whole, 9)) <= MOST


def test_bytecode_needs_no_source_and_is_the_same_anywhere(tmp_path: Path) -> None:
    text = (
        '"""What it is."""\nfrom __future__ import annotations\nclass A:\n    """A."""\ndef f(a):\n    assert a\n'
    )
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "built_for_a_tab.py").write_text(text, encoding="utf-8")
        assert compile_folder(str(tmp_path / name)) == 1
    first, second = (tmp_path / name / "built_for_a_tab.pyc" for name in ("one", "two"))
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
