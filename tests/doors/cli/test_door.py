"""What is named as a file and is none is told at once at every door; and no word of what is no variant is told."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from eleusis.doors.cli import main
from eleusis.ground.errors import EleusisError
from eleusis.ground.files import write_whole
from eleusis.ground.yaml.parsing import load
from eleusis.lab.store import check_writable
from eleusis.record.gamefile.appending import GrowingFile
from eleusis.record.gamefile.folders import game_files
from eleusis.record.gamefile.reading import load_game, read_game
from eleusis.record.replaying.replay import replay_game
from eleusis.secret.library import load_rules
from eleusis.testing.gametests.recognising import kind_of
from eleusis.variant import load_variant
from tests.helpers.patience import patient
from tests.helpers.places import ROOT

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")

GAME = "eleusis: 1\nvariant: abbott\nplayers: [Ann, Bob, Cleo]\nseed: 1\nrounds:\n  - rule: red\n"
RUN = [sys.executable, "-m", "eleusis"]


def pipe(path: Path) -> None:
    os.mkfifo(path)


def link_to_pipe(path: Path) -> None:
    os.mkfifo(path.with_name("real"))
    path.symlink_to("real")


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def terminal(path: Path) -> None:
    path.symlink_to("/dev/tty")


def endless_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as sock:
        folder = Path.cwd()
        os.chdir(path.parent)  # the name of a socket must be short
        sock.bind(path.name)
        os.chdir(folder)


def folder(path: Path) -> None:
    path.mkdir()


def circle(path: Path) -> None:
    path.symlink_to(path.name)


MAKERS = (pipe, link_to_pipe, device, terminal, endless_socket, folder, circle)


@pytest.fixture(params=MAKERS, ids=lambda maker: maker.__name__)
def strange(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A path that looks like a file and is none."""
    path = tmp_path / "x.yaml"
    request.param(path)
    return path


def refused(act: Callable[[], object]) -> EleusisError:
    with pytest.raises(EleusisError) as caught:
        act()
    assert caught.value.exit_code == 2
    assert str(caught.value).isprintable()
    return caught.value


def test_every_door_refuses_at_once_what_is_no_file(strange: Path) -> None:
    for door in (load, load_game, load_rules, lambda path: load_variant(str(path)), GrowingFile.reopen):
        refused(partial(door, strange))
    assert kind_of(strange) is None
    if not strange.is_dir():
        assert list(game_files([strange.parent])) == ([] if strange.exists() else [strange])
    named = GAME.replace("abbott", str(strange))
    error = refused(lambda: replay_game(read_game(named, str(strange.with_name("game.yaml")))))
    assert error.line == 2
    inherited = GAME.replace("abbott", f"{{extends: {strange}}}")
    assert refused(lambda: replay_game(read_game(inherited, str(strange.with_name("game.yaml"))))).line == 2
    refused(lambda: check_writable(strange))


def test_every_command_refuses_at_once_what_is_no_file(strange: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(strange)
    commands = [
        ["play", "--resume", path],
        ["play", "--file", path],
        ["simulate", "--rounds", "4", "--out", path],
        ["simulate", "--rounds", "4", "--out", path, "--resume"],
        ["simulate", "--rounds", "4", "--rule", path],
        ["rule", "list", "--rules", path],
        ["variants", "show", path],
        ["check", path],
        ["replay", path],
    ]
    for command in commands:
        if strange.is_dir() and command[0] in ("check", "replay"):
            continue
        assert main(command) == 2, command
        out, err = capsys.readouterr()
        assert out == ""
        assert len(err.splitlines()) == 1, err
        assert "x.yaml" in err


def test_to_write_to_a_pipe_that_nobody_reads_is_an_error_and_to_one_that_is_read_is_none(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    os.mkfifo(path)
    assert "nobody reads this pipe" in str(refused(lambda: write_whole(path, "text")))
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(path, "text")
    assert os.read(reader, 10) == b"text"
    os.close(reader)
    os.mkfifo(tmp_path / ".y.yaml.part")
    write_whole(tmp_path / "y.yaml", "text")
    assert (tmp_path / "y.yaml").read_text() == "text"
    assert [file.name for file in tmp_path.iterdir() if file.name.startswith(".")] == []


@pytest.mark.long
def test_what_the_shell_has_opened_is_read(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME)
    for script in (
        "'$0' -m eleusis check <(cat game.yaml)",
        "cat game.yaml | '$0' -m eleusis check /dev/stdin",
        "'$0' -m eleusis check - < game.yaml",
        "'$0' -m eleusis check /dev/fd/7 7< game.yaml",
    ):
        command = script.replace("$0", sys.executable)
        done = subprocess.run(
            ["bash", "-c", command], capture_output=True, text=True, cwd=tmp_path, timeout=patient(60), check=False,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, ""), script
        assert done.stdout.endswith(": a game, 1 round, fine\n")


SECRETS = (
    "root:$6$saltsalt$hash:19000:0:99999:7:::\ndaemon:*:19000\n",
    "password: hunter2\nuser: root\n",
    "- hunter2\n- root\n",
    "eleusis: hunter2\n",
    "*hunter2\n",
    "!hunter2 x\n",
    "hunter2: {hunter2: 1, hunter2: 2}\n",
    "\x1bhunter2\x07",
    "hunter2",
    "",
    "eleusis: 1\nrounds:\n  - {rule: hunter2}\n",
    "eleusis: 1\nrules: {hunter2: hunter2}\n",
)


@pytest.mark.long
@pytest.mark.parametrize("text", SECRETS)
def test_no_word_of_a_file_that_is_no_variant_is_told(text: str, tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text(text)
    untold(tmp_path, "x.yaml")
    (tmp_path / "private").write_text(text)
    (tmp_path / "x.yaml").unlink()
    (tmp_path / "x.yaml").symlink_to("private")
    untold(tmp_path, "x.yaml")
    untold(tmp_path, "private")
    untold(tmp_path, f"{tmp_path}/private")


def untold(folder: Path, ref: str) -> None:
    """A game and a variant that name the file get an error at the name, with no word of the file."""
    for variant in (ref, f"{{extends: {ref}}}"):
        game = read_game(GAME.replace("abbott", variant), str(folder / "game.yaml"))
        error = refused(partial(replay_game, game))
        assert (error.file, error.line) == (str(folder / "game.yaml"), 2)
        said = str(error).replace(str(folder), "")
        assert not re.search(r"hunter2|salt|daemon|password|byte|line \d", said), said


@settings(max_examples=60, deadline=None)
@given(data=st.binary(max_size=60) | st.text("ab:{}[]-*&!#'\"\n \t", max_size=60).map(str.encode))
def test_whatever_stands_in_it_the_message_is_the_same(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    assume(b"eleusis" not in data)  # hypothesis knows our words, and would write a file that is a variant
    folder = tmp_path_factory.mktemp("named")
    (folder / "x.yaml").write_bytes(data)
    game = read_game(GAME.replace("abbott", "x.yaml"), str(folder / "game.yaml"))
    error = refused(lambda: replay_game(game))
    assert (error.code, error.message) == (
        "variant/not-a-map",
        "'x.yaml' isn't a variant file, which is a map with eleusis: 1",
    )


def test_what_is_wrong_in_a_variant_that_is_one_is_told_there(tmp_path: Path) -> None:
    for text, line in (("eleusis: 1\nname: x\nname: y\n", 3), ("eleusis: 1\nname: x\nhint: 3\nextends: abbott", 3)):
        (tmp_path / "x.yaml").write_text(text)
        game = read_game(GAME.replace("abbott", "x.yaml"), str(tmp_path / "game.yaml"))
        error = refused(partial(replay_game, game))
        assert (error.file, error.line) == (str(tmp_path / "x.yaml"), line)
