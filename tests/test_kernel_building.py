"""The kernel's library: built where a compiler is, kept where only its owner writes, and never in the way."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from eleusis.ground.cache_folder import make_folder
from eleusis.ground.errors import LabError
from eleusis.lab.kernel import building
from eleusis.lab.kernel.building import find_compiler, load_kernel
from eleusis.lab.kernel.prelude import write_prelude

PRELUDE = "enum { ANSWER = 42 };\n"
SOURCE = '#include "half.h"\nint answer(void) { return half() * 2; }\n'


def has_compiler() -> bool:
    """Whether there is a quick one: zig takes seconds for each of these small libraries."""
    try:
        command, _ = find_compiler()
    except LabError:
        return False
    return Path(command[0]).stem != "zig"


needs_compiler = pytest.mark.skipif(not has_compiler(), reason="there is no C compiler, or zig alone")


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Small sources, and a cache folder of their own."""
    native = tmp_path / "native"
    native.mkdir()
    (native / "answer.c").write_text(SOURCE, encoding="utf-8")
    (native / "half.h").write_text("int half(void);\n", encoding="utf-8")
    (native / "half.c").write_text("int half(void) { return ANSWER / 2; }\n", encoding="utf-8")
    monkeypatch.setattr(building, "NATIVE", native)
    monkeypatch.setenv("ELEUSIS_CACHE", str(tmp_path / "cache"))
    # Above the folder of a test is /tmp, where everybody may write: here it doesn't count.
    walk_up = building._walk_up
    monkeypatch.setattr(
        building, "_walk_up", lambda folder: [path for path in walk_up(folder) if path.is_relative_to(tmp_path)]
    )
    return tmp_path / "cache" / "kernel"


@pytest.fixture
def workshops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where private temporary folders are made."""
    folder = tmp_path / "temporary"
    folder.mkdir(mode=0o700)
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def answer(prelude: str = PRELUDE) -> int:
    library = load_kernel(prelude)
    assert library is not None
    number: int = library.answer()
    return number


def refusal() -> str:
    with pytest.raises(LabError) as error:
        load_kernel(PRELUDE)
    assert error.value.code == "lab/no-kernel"
    assert "\n" not in error.value.message
    return error.value.message


@needs_compiler
def test_the_shipped_sources_give_no_warning(tmp_path: Path) -> None:
    command, _ = find_compiler()
    head = tmp_path / "prelude.h"
    head.write_text(building._GUARD + write_prelude(), encoding="utf-8")
    sources = sorted(Path(building.__file__).with_name("native").glob("*.c"))
    assert sources
    flags = ["-std=c11", "-O0", "-c", "-Wall", "-Wextra", "-Wshadow", "-Werror", "-o", str(tmp_path / "kernel.o")]
    result = subprocess.run([*command, *flags, "-include", head, *sources], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


def compiler(folder: Path, script: str) -> Path:
    """A compiler of ours, in sh."""
    path = folder / "mycc"
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def never(*_: object) -> None:
    raise AssertionError("nothing is to be built here")


@needs_compiler
def test_it_is_built_once_and_kept(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    assert load_kernel(PRELUDE, False, said.append) is None
    assert said == []
    load_kernel(PRELUDE, True, said.append)
    assert said == ["compiling the kernel, once …", ""]
    (library,) = shelf.iterdir()
    assert shelf.stat().st_mode & 0o077 == 0
    with monkeypatch.context() as patch:
        patch.setattr(building, "_compile", never)
        assert answer() == 42
    assert answer("enum { ANSWER = 44 };\n") == 44, "another prelude, another library"
    (building.NATIVE / "half.h").write_text("int half(void); /* other */\n", encoding="utf-8")
    assert answer() == 42
    assert len(list(shelf.iterdir())) == 3
    assert library.exists()


@needs_compiler
@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(path.read_bytes()[:-1]),
        lambda path: path.write_bytes(path.read_bytes().replace(b"answer", b"aswner")),
        lambda path: (path.unlink(), subprocess.run(["mkfifo", path], check=True)),
        lambda path: path.rename(path.with_name("something.so")),
    ],
    ids=["empty", "short", "changed", "pipe", "another name"],
)
def test_a_damaged_library_is_built_anew(shelf: Path, damage: Callable[[Path], object]) -> None:
    assert answer() == 42
    (library,) = shelf.iterdir()
    sound = library.read_bytes()
    # What this process has loaded is mapped: it is damaged in a file of its own.
    library.unlink()
    library.write_bytes(sound)
    damage(library)
    assert load_kernel(PRELUDE, build=False) is None
    assert answer() == 42
    assert library.read_bytes() == sound


@needs_compiler
def test_a_library_that_is_sound_and_of_another_machine_is_passed_over(shelf: Path) -> None:
    assert answer() == 42
    (library,) = shelf.iterdir()
    word = library.name.partition("-")[0]
    library.unlink()
    foreign = b"\x7fELF of another machine"
    strange = shelf / f"{word}-{building._digest(foreign)}{library.suffix}"
    strange.write_bytes(foreign)
    assert load_kernel(PRELUDE, build=False) is None
    assert answer() == 42
    assert strange.exists(), "that machine may need it"


@needs_compiler
@pytest.mark.parametrize("spoil", ["open", "file", "foreign", "nobody"])
def test_a_folder_that_is_not_ours_alone_is_not_used(
    spoil: str, shelf: Path, workshops: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf.parent.mkdir(mode=0o700)
    if spoil == "file":
        shelf.write_text("in the way", encoding="utf-8")
    else:
        shelf.mkdir()
        shelf.chmod(0o777 if spoil == "open" else 0o700)
    if spoil == "foreign":
        give_away(shelf)
    if spoil == "nobody":
        monkeypatch.delenv("ELEUSIS_CACHE")
        monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
        monkeypatch.setattr(Path, "home", no_home)
    assert load_kernel(PRELUDE, build=False) is None
    assert answer() == 42
    assert spoil == "file" or list(shelf.iterdir()) == []
    assert list(workshops.iterdir()) == [], "what is built for once is cleared away"


@needs_compiler
@pytest.mark.parametrize("mode", [0o777, 0o1777, 0o775, 0o702, None])
@pytest.mark.parametrize("levels", [0, 1])
def test_below_a_folder_that_others_can_write_to_nothing_is_loaded_or_kept(
    mode: int | None, levels: int, shelf: Path, workshops: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert answer() == 42
    (library,) = shelf.iterdir()
    mine = shelf.parent.joinpath(*["deeper"] * levels)
    monkeypatch.setenv("ELEUSIS_CACHE", str(mine))
    if levels:
        mine.mkdir(mode=0o700)
        shelf.rename(mine / "kernel")
    assert load_kernel(PRELUDE, build=False) is not None
    if mode is not None:
        shelf.parent.chmod(mode)
    else:
        give_away(shelf.parent)
    notes: list[str] = []
    assert load_kernel(PRELUDE, False, None, notes.append) is None
    assert notes == [], "nothing would have been built"
    library_here = load_kernel(PRELUDE, True, None, notes.append)
    assert library_here is not None
    assert library_here.answer() == 42
    assert len(notes) == 1
    assert str(shelf.parent) in notes[0]
    assert [path.name for path in (mine / "kernel").iterdir()] == [library.name]
    assert list(workshops.iterdir()) == [], "what is built for once is cleared away"


@needs_compiler
def test_a_link_into_a_folder_that_others_can_write_to_is_followed(
    shelf: Path, workshops: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert answer() == 42
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    shelf.parent.rename(shared / "cache")
    shelf.parent.symlink_to(shared / "cache")
    assert load_kernel(PRELUDE, build=False) is None


def test_nothing_is_built_where_others_can_write(
    shelf: Path, workshops: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf.parent.mkdir()
    shelf.parent.chmod(0o1777)
    workshops.chmod(0o777)
    assert str(workshops) in refusal()
    assert list(workshops.iterdir()) == []


def test_the_folders_of_the_cache_are_made_for_their_owner_alone(shelf: Path) -> None:
    old = os.umask(0)
    try:
        load_kernel(PRELUDE, build=False)
    finally:
        os.umask(old)
    assert [folder.stat().st_mode & 0o777 for folder in (shelf, shelf.parent)] == [0o700, 0o700]


def give_away(folder: Path) -> None:
    """Makes a folder somebody else's."""
    if os.getuid() != 0:
        pytest.skip("only root can give a folder to somebody else")
    os.chown(folder, 65534, -1)


def no_home() -> Path:
    raise RuntimeError("Could not determine home directory.")


@needs_compiler
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written(shelf: Path, workshops: Path) -> None:
    make_folder(shelf)
    shelf.chmod(0o500)
    assert answer() == 42
    assert list(workshops.iterdir()) == []


@pytest.mark.parametrize(
    ("cc", "says"),
    [
        ("", "there is no C compiler (cc, gcc, clang); pip install 'eleusis[fast]' brings one"),
        ("no-such-compiler", "CC names 'no-such-compiler', and there is no such program"),
        ("gcc 'x", "can't be read as a command"),
    ],
)
def test_no_compiler(cc: str, says: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CC", cc)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(building, "find_spec", lambda package: None)
    assert says in refusal()


def test_a_package_can_bring_the_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "ziglang").mkdir()
    (tmp_path / "ziglang" / "__init__.py").touch()
    compiler(tmp_path / "ziglang", "exit 1").rename(tmp_path / "ziglang" / "zig")
    assert find_compiler()[0][:2] == (str(tmp_path / "ziglang" / "zig"), "cc")


@pytest.mark.skipif(sys.platform == "win32", reason="the compilers are shell scripts")
@pytest.mark.parametrize(
    ("script", "says"),
    [
        (
            "echo half.c:1: warning: hm; echo 'half.c:2: error: \x1b[31mno' >&2; exit 1",
            "half.c:2: error: \\x1b[31mno",
        ),
        ("exit 3", "exit code 3"),
        ("exit 0", "built nothing"),
        ('while [ "$1" != -o ]; do shift; done; echo garbage > "$2"', "can't be built or loaded here"),
    ],
)
def test_a_compiler_that_fails(
    script: str, says: str, shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", str(compiler(tmp_path, script)))
    assert says in refusal()
    assert [path.name for path in shelf.iterdir() if path.name.startswith(".")] == []


@needs_compiler
def test_sources_that_do_not_compile() -> None:
    (building.NATIVE / "half.c").write_text("int half(void) { return ANSWERS; }\n", encoding="utf-8")
    assert "ANSWERS" in refusal()


@pytest.mark.skipif(sys.platform == "win32", reason="the compiler is a shell script")
def test_a_compiler_that_hangs_is_ended_with_what_it_started(
    shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pid = tmp_path / "pid"
    monkeypatch.setenv("CC", str(compiler(tmp_path, f"sleep 600 & echo $! > {pid}; wait")))
    monkeypatch.setattr(building, "PATIENCE", 0.3)
    assert "has not finished within 0 s" in refusal()
    assert list(shelf.iterdir()) == []
    deadline = time.monotonic() + 20
    while is_running(int(pid.read_text(encoding="utf-8"))):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def is_running(pid: int) -> bool:
    """Whether a process is there that is no zombie."""
    if Path("/proc/self/stat").exists():
        try:
            stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
        except FileNotFoundError:
            return False
        return stat.rpartition(")")[2].split()[0] != "Z"
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@needs_compiler
def test_two_processes_at_once_both_have_it(shelf: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from eleusis.lab.kernel import building\n"
        "building.NATIVE = Path(sys.argv[1]); building._walk_up = lambda folder: []\n"
        "library = building.load_kernel(sys.argv[2])\n"
        "assert library.answer() == 42"
    )
    command = [sys.executable, "-c", script, str(building.NATIVE), PRELUDE]
    builders = [subprocess.Popen(command) for _ in range(2)]
    assert [builder.wait(60) for builder in builders] == [0, 0]
    assert answer() == 42
    assert all(path.suffix == building._SUFFIX for path in shelf.iterdir())


@needs_compiler
def test_what_is_old_goes(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = shelf / ".building-killed"
    make_folder(left)
    (left / "kernel.so").write_bytes(b"half of it")
    fresh = shelf / ".building-now"
    fresh.mkdir()
    os.utime(left, (1, 1))
    for number in range(building._KEPT + 2):
        old = shelf / f"{number}-0{building._SUFFIX}"
        old.write_bytes(b"")
        os.utime(old, (number, number))
    assert answer() == 42
    assert not left.exists()
    assert fresh.exists()
    assert len([path for path in shelf.iterdir() if path.suffix == building._SUFFIX]) == building._KEPT
    assert answer() == 42


@needs_compiler
@pytest.mark.soak
def test_a_build_that_is_killed_leaves_nothing_broken(shelf: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from eleusis.lab.kernel import building\n"
        "building.NATIVE = Path(sys.argv[1]); building._walk_up = lambda folder: []\n"
        "print(flush=True); building.load_kernel(sys.argv[2])"
    )
    command = [sys.executable, "-c", script, str(building.NATIVE), PRELUDE]
    for number in range(30):
        builder = subprocess.Popen(command, stdout=subprocess.PIPE)
        assert builder.stdout is not None
        builder.stdout.readline()
        time.sleep(number * 0.007)
        builder.kill()
        builder.communicate()
        for path in shelf.glob(f"*{building._SUFFIX}"):
            assert path.stem.endswith(building._digest(path.read_bytes())), "whole, or not there"
            if number % 3:
                path.unlink()
    assert answer() == 42
