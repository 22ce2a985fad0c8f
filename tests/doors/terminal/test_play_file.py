"""Nothing is lost: the growing file, torn at any byte, killed at any moment, goes on as it would have."""

from __future__ import annotations

import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import attrs
import pytest

from eleusis.doors.cli import main
from eleusis.doors.terminal.setting_up import Arrangement, begin_game
from eleusis.ground.errors import EleusisError, ScriptError
from eleusis.record.gamefile.appending import GrowingFile
from eleusis.record.gamefile.reading import load_game
from eleusis.record.replaying.replay import replay
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule
from eleusis.table.game_table import play_on, resume
from tests.helpers.patience import patient
from tests.helpers.sittings import FakeTerminal, go_on, play, seated, sit

BOTS = "Ann:random,Bob:random(no_plays=0.2),Cleo:knower(skill=0.4),Dan:random(declares=0.4)"
NAMES = '"Ann, of course":random,Bob:random,"=> #x":random,Dän:knower(skill=0.3)'


@pytest.fixture
def quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that need not be waited for."""
    monkeypatch.setattr(os, "fsync", lambda handle: None)


def plan_of(rounds: int) -> Arrangement:
    return Arrangement(rounds=rounds, pace=0)


def whole(path: Path, players: str = BOTS, variant: str = "abbott", rounds: int = 2) -> bytes:
    """A whole game of bots, kept in a file."""
    sit(seated(path, players, variant, seed=8), "", plan_of(rounds))
    return path.read_bytes()


@pytest.mark.long
@pytest.mark.usefixtures("quick_disk")
@pytest.mark.parametrize(("players", "rounds"), [(BOTS, 2), (NAMES, 1)], ids=["plain names", "odd names"])
@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.soak)])
def test_a_file_cut_at_any_of_its_last_300_bytes_goes_on_to_the_same_game(
    tmp_path: Path, players: str, rounds: int, every: int
) -> None:
    path = tmp_path / "game.yaml"
    full = whole(path, players, rounds=rounds)
    assert b"stopped: true\n" in full[-20:]
    for end in (*range(len(full) - 300, len(full) - 20, every), *range(len(full) - 20, len(full))):
        path.write_bytes(full[:end])
        dropped, _ = go_on(path, rounds=rounds)
        assert path.read_bytes() == full, end
        assert full[:end].decode(errors="replace").endswith(dropped)


@pytest.mark.long
@pytest.mark.usefixtures("quick_disk")
@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.soak)])
def test_a_file_cut_in_a_head_goes_on_or_says_that_nothing_is_there(tmp_path: Path, every: int) -> None:
    path = tmp_path / "game.yaml"
    sit(seated(path, "Ann:knower,Bob:knower,Cleo:knower", "express", 2), "", plan_of(2))
    full = path.read_bytes()
    begun = full.index(b"rounds:\n") + len(b"rounds:\n")
    second = full.index(b"\n  - ", begun)
    for end in (*range(0, begun + 150, every), *range(second - 10, second + 120, every)):
        path.write_bytes(full[:end])
        if end < begun:
            with pytest.raises(EleusisError):
                resume(path)
            assert path.read_bytes() == full[:end], "what can't be gone on with is not touched"
        else:
            go_on(path, rounds=2)
            assert path.read_bytes() == full, end


@pytest.mark.usefixtures("quick_disk")
def test_a_file_left_at_any_line_replays_as_far_as_it_goes(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    full = whole(path, rounds=1)
    begun = full.index(b"\nrounds:\n") + len(b"\nrounds:\n")
    ends = [newline.end() for newline in re.finditer(rb"\n", full) if newline.end() >= begun]
    for end in [*ends[:8], *ends[-8:]]:
        path.write_bytes(full[:end])
        (left,) = replay(path)
        assert not left.findings
        assert main(["check", str(path)]) == 0
        assert len(left.rounds) == (end > begun)
        if full[:end].endswith(b"stopped: true\n"):
            continue
        table, _ = resume(path)
        assert [record.round.events for record in table.rounds] == [
            record.round.events for record in left.rounds if b"moves: |" in full[:end]
        ]
        assert table.file is not None
        table.file.close()


@pytest.mark.parametrize("by_hand", [False, True])
def test_a_game_killed_before_its_first_round_keeps_who_deals_and_the_rule(tmp_path: Path, by_hand: bool) -> None:
    path = tmp_path / "game.yaml"
    given, dealt = (find_rule("red"), find_rule("black")), ("10h\nquit\n" if by_hand else "quit\n")
    plan = Arrangement("Cleo", given, players="Ann,Ben,Cleo,Dan", variant="abbott", file=str(path), by_hand=by_hand)
    begin_game(FakeTerminal([]), plan)[0].close()
    assert main(["check", str(path)]) == 0
    for _ in range(2):  # and once more while it goes on
        table, dropped = resume(path)
        assert (dropped, table.rounds) == ("", [])
        table.close()
    go_on(path, dealt, by_hand=by_hand)
    table, _ = resume(path)
    assert [(table.now.dealer, str(table.rule))] == [("Cleo", "red")]
    table.close()
    assert path.read_text().count("dealer: Cleo") == 1


def test_what_is_told_anew_goes_before_what_was_planned(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    plan = Arrangement("Cleo", (find_rule("red"),), players="Ann,Ben,Cleo", variant="abbott", file=str(path))
    begin_game(FakeTerminal([]), plan)[0].close()
    go_on(path, "quit\n", dealer="Ben", given=(find_rule("black"),))
    table, _ = resume(path)
    assert [(table.now.dealer, str(table.rule))] == [("Ben", "black")]
    table.close()


@pytest.mark.parametrize("end", ["", "stopped: true\n"])
def test_a_game_left_before_its_first_round_replays(
    tmp_path: Path, end: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.yaml"
    table = seated(path, BOTS, "abbott")
    assert table.file is not None
    table.file.close()
    path.write_text(path.read_text() + end)
    assert path.read_text().endswith("\nrounds:\n" + end)
    assert main(["replay", str(path)]) == 0
    assert ("position: no round has been dealt yet" in capsys.readouterr().out) == (not end)
    assert main(["replay", "--format", "json", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["rounds"] == []
    assert main(["check", str(path)]) == 0
    assert main(["diff", "--variant", "abbott", "--variant", "guyton", str(path)]) == 0


def test_a_file_that_has_ended_can_not_be_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    whole(path)
    with pytest.raises(ScriptError, match="ended for good") as caught:
        resume(path)
    assert caught.value.code == "script/not-resumable"


def test_a_list_before_the_rounds_is_no_round_that_was_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    text = "eleusis: 1\nvariant: abbott\nseed: 1\nplayers:\n  - Ann\n  - Ben\n  - Cleo\n  - Dan\nrounds:\n"
    path.write_text(text)
    table, dropped = resume(path)
    table.close()
    assert (table.players, dropped) == (("Ann", "Ben", "Cleo", "Dan"), "")


def test_a_first_round_that_is_no_text_is_dropped_as_a_torn_one_is(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    head = b"eleusis: 1\nvariant: abbott\nplayers: [Ann, Ben, Cleo, Dan]\nseed: 1\nrounds:\n"
    path.write_bytes(head + b"  - dealer: \xff\n")
    table, dropped = resume(path)
    table.close()
    assert (dropped, path.read_bytes()) == ("  - dealer: \ufffd\n", head)


def test_what_a_first_round_says_besides_who_deals_and_the_rule_is_told_as_dropped(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    planned = "  - dealer: Ben\n    rule: red\n    starter: 5H\n"
    path.write_text(f"eleusis: 1\nvariant: abbott\nplayers: [Ann, Ben, Cleo, Dan]\nseed: 1\nrounds:\n{planned}")
    table, dropped = resume(path)
    table.close()
    assert dropped == planned
    assert table.planned is not None
    assert (table.planned.dealer, str(table.planned.rule)) == ("Ben", "red")


def test_a_file_that_is_longer_than_a_game_can_be_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    whole(path)
    long = path.read_bytes().replace(b"stopped: true\n", b"# " + "🂡".encode() * 2_000_000 + b"\n")
    path.write_bytes(long)
    with pytest.raises(ScriptError) as caught:
        resume(path)
    assert caught.value.code == "script/not-resumable"
    assert path.read_bytes() == long


@pytest.mark.parametrize(
    "text",
    [
        "",
        "eleusis: 1\n",
        "nonsense\n",
        "eleusis: 1\nvariant: abbott\nplayers: [A, B]\nseed: 1\nrounds:\n  - moves: A no-play\n",
        "eleusis: 1\nvariant: abbott\nplayers: [A, B]\nseats: {A: nobody}\nseed: 1\nrounds:\n",
        "eleusis: 1\nvariant: abbott\nplayers: [A, B]\nseed: 1\nrounds:\n  - moves: |\n      A declare\n",
    ],
)
def test_what_can_not_be_gone_on_with_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(text)
    with pytest.raises(EleusisError) as caught:
        resume(path)
    assert caught.value.code == "script/seats" or "seats" not in text
    assert path.read_text() == text


@pytest.mark.parametrize(
    "rounds",
    [
        "rounds: []  # none yet\n",
        "rounds: [{}]\n",
        "rounds:\n  - moves: |\n      B no-play\n      A judge right\n    dealer: A\n",
        "rounds:\n- moves: >\n    B no-play\n\n    A judge right => right # so\n  dealer: A\nexpect: {}\n",
        "rounds: []\r\n",
    ],
)
def test_a_file_that_is_laid_out_otherwise_is_written_anew_before_it_grows(tmp_path: Path, rounds: str) -> None:
    """Given a file of a person's, when it is only looked at, then it stays; when it grows, all is still there."""
    path = tmp_path / "game.yaml"
    text = f"# mine\neleusis: 1\nvariant: abbott\nplayers: [A, B]\nseed: 1\n{rounds}"
    path.write_bytes(text.encode())
    table, dropped = resume(path)
    assert not dropped
    table.close()
    assert path.read_bytes() == text.encode()
    before = load_game(path)
    table, _ = resume(path)
    if table.playing:
        table.step(table.now.round.options()[0])
    else:
        table.begin_round("A", Rule("red"))
    table.close()
    after = load_game(path)
    assert attrs.evolve(after, rounds=()) == attrs.evolve(before, rounds=())
    assert [round_.lines[: len(old.lines)] for round_, old in zip(after.rounds, before.rounds, strict=False)] == [
        old.lines for old in before.rounds
    ]
    assert path.read_bytes().startswith(b"eleusis: 1\n")
    resume(path)[0].close()


def test_an_existing_file_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text("mine\n")
    with pytest.raises(ScriptError) as caught:
        seated(path, BOTS)
    assert caught.value.code == "script/file-exists"
    assert path.read_text() == "mine\n"


@pytest.mark.parametrize("how", ["grown", "replaced", "gone", "changed"])
def test_a_file_that_another_program_changes_is_told_and_not_written(tmp_path: Path, how: str) -> None:
    path = tmp_path / "game.yaml"
    table = seated(path, BOTS, "abbott")
    table.begin_round("Ann", Rule("red"))
    events = len(table.now.round.events)
    before = path.read_text()
    if how == "grown":
        path.write_text(before + "# mine\n")
    elif how == "replaced":
        (tmp_path / "other").write_text(before.replace("red", "odd"))
        (tmp_path / "other").replace(path)
    elif how == "gone":
        path.unlink()
    else:
        path.write_text(before.replace("red", "odd"))
    there = path.read_text() if path.exists() else None
    with pytest.raises(ScriptError) as caught:
        play_on(table)
    assert caught.value.code == "script/file-changed"
    assert (path.read_text() if path.exists() else None) == there
    assert len(table.now.round.events) == events, "what is not written has not happened"
    assert table.file is not None
    table.file.close()


@pytest.mark.parametrize("how", ["copied", "touched", "written again"])
def test_a_file_that_has_the_same_text_again_is_gone_on_with(tmp_path: Path, how: str) -> None:
    path = tmp_path / "game.yaml"
    table = seated(path, BOTS, "abbott")
    table.begin_round("Ann", Rule("red"))
    if how == "copied":
        shutil.copy(path, tmp_path / "copy")
        (tmp_path / "copy").replace(path)
    elif how == "touched":
        os.utime(path, ns=(1, 1))
    else:
        path.write_text(path.read_text())
    play_on(table)
    assert table.file is not None
    with pytest.raises(ScriptError) as caught:
        GrowingFile.reopen(path)
    assert caught.value.code == "script/in-use", "the copy is locked as the file was"
    table.file.close()
    [game] = replay(path)
    assert [step.move.text for step in game.rounds[0].steps] == [step.move.text for step in table.now.steps]


def test_one_sitting_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    play(path, "1\n")
    table, _ = resume(path)
    with pytest.raises(ScriptError) as caught:
        resume(path)
    assert caught.value.code == "script/in-use"
    assert table.file is not None
    table.file.close()


COMMAND = (sys.executable, "-m", "eleusis", "play")


def test_a_full_disk_is_told_and_leaves_whole_lines(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"

    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (700, 700))

    done = subprocess.run(
        [*COMMAND, "--players", BOTS, "--variant", "abbott", "--seed", "8", "--file", str(path)],
        preexec_fn=small, capture_output=True, text=True, timeout=patient(60), check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "the game can't be written" in done.stderr, "script/cannot-write"
    assert f"continue with: eleusis play --resume {path}" in done.stderr
    assert path.read_bytes().endswith(b"\n")
    go_on(path, rounds=1)
    assert [record.ended for record in next(iter(replay(path))).rounds]


@pytest.mark.long
@pytest.mark.parametrize("times", [4, pytest.param(12, marks=pytest.mark.soak)])
def test_killed_and_gone_on_with(times: int, tmp_path: Path) -> None:
    killed_and_gone_on_with(tmp_path, times, random.Random(times))


def turns(shown: list[bytes]) -> int:
    """The turns that were told: each has its number, and may be told again when it has been judged."""
    numbers = [line.split()[0] for line in shown if re.match(rb" *\d+  .* (plays|says no play) ", line)]
    return sum(before != after for before, after in pairwise([b"", *numbers]))


def killed_and_gone_on_with(folder: Path, times: int, chance: random.Random) -> None:
    """Kill a sitting at random moments: every move whose result was shown is in the file, which then goes on."""
    full = whole(folder / "whole.yaml")
    for number in range(times):
        path = folder / f"killed-{number}.yaml"
        table = ["--players", BOTS, "--variant", "abbott", "--seed", "8", "--rounds", "2", "--file", str(path)]
        child = subprocess.Popen(
            [*COMMAND, *table], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL
        )
        assert child.stdout is not None
        shown = [child.stdout.readline() for _ in range(int(chance.random() * 110))]
        time.sleep(chance.random() * 0.01)
        child.send_signal(signal.SIGKILL)
        shown += child.stdout.readlines()
        child.stdout.close()
        child.wait()
        if not path.exists():
            continue
        there = path.read_bytes()
        assert full.startswith(there)
        shown_turns = turns(shown)
        made = there.count(b" play ") + there.count(b" no-play")
        assert made >= shown_turns, "what was shown was on the disk before"
        if b"\nrounds:\n" in there and there != full:
            go_on(path, rounds=2)
            assert path.read_bytes() == full
