"""`eleusis variants` and what every command shares: exit codes, messages, streams."""

import json
import os
import re
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest

from eleusis.doors.cli import exits, main
from eleusis.doors.cli.common.framework import COMMANDS
from eleusis.variant import load_variant, variant_names
from eleusis.variant.write import ABSENT, knob_text
from tests.helpers.patience import patient
from tests.helpers.places import ROOT

RUN = [sys.executable, "-c", "import sys; from eleusis.doors.cli import main; sys.exit(main())"]


def run(*args: str, **environment: str) -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run(
        [*RUN, *args], capture_output=True, text=True, env=environ, timeout=patient(20), check=False
    )


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variants"]) == exits.FINE
    shown = capsys.readouterr().out
    assert [line.split()[0] for line in shown.splitlines()] == ["variant", *variant_names()]
    assert main(["variants", "list"]) == exits.FINE
    assert capsys.readouterr().out == shown
    assert max(map(len, shown.splitlines())) <= 80


def test_list_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variants", "--format", "json"]) == 0
    assert [row["name"] for row in json.loads(capsys.readouterr().out)] == variant_names()


def test_show(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["variants", "show", "abbott", "--set", "expulsion.layout=50"]) == 0
    file = tmp_path / "v.yaml"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert load_variant(str(file)) == load_variant("abbott", ["expulsion.layout=50"])
    assert main(["variants", "show", str(file), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["expulsion"]["layout"] == 50


def test_diff(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variants", "diff", "abbott", "abbott"]) == exits.FINE
    capsys.readouterr()
    assert main(["variants", "diff", "abbott", "abbott", "--set", "deal.hand=9"]) == exits.FINDING
    assert capsys.readouterr().out.splitlines()[1].split() == ["deal.hand", "14", "9"]
    assert main(["variants", "diff", "abbott", "guyton", "--format", "json"]) == exits.FINDING
    rows = {row["knob"]: row for row in json.loads(capsys.readouterr().out)["differences"]}
    assert rows["scoring.out"] == {"knob": "scoring.out", "a": 4, "b": 0}
    assert rows["cutoff.layout"] == {"knob": "cutoff.layout", "b": 30}


@pytest.mark.parametrize(("a", "b"), [*combinations(variant_names(), 2)], ids="-".join)
def test_diff_of_any_two(a: str, b: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Readable at 80 columns, and nothing is lost: each knob of the JSON stands there, with its value."""
    assert main(["variants", "diff", a, b]) == exits.FINDING
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 80
    assert ABSENT not in shown
    assert main(["variants", "diff", a, b, "--format", "json"]) == exits.FINDING
    words = set(re.findall(r"[^\s,{}:]+", shown))
    for row in json.loads(capsys.readouterr().out)["differences"]:
        path = row["knob"].split(".")
        assert any(".".join(path[at:]) in words for at in range(len(path)))
        assert {knob_text(row[side]) for side in ("a", "b") if side in row} <= words


def test_choose(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variants", "choose", "--players", "5", "--minutes", "30"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [
        "express",
        "guyton",
        "abril",
        "abbott",
        "matuszek-1995",
        "matuszek",
        "solo",
    ]
    assert "too long" in lines[2]
    assert max(map(len, lines)) <= 80
    assert main(["variants", "choose", "--players", "2", "--level", "easy", "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["variant"] for row in rows if row["fits"]] == ["solo"]


def test_choose_says_by_its_exit_code_that_nothing_fits(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variants", "choose", "--players", "30", "--minutes", "5"]) == exits.FINDING
    assert len(capsys.readouterr().out.splitlines()) == 7


def test_choose_tells_how_long_an_evening_takes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variants", "choose", "--players", "5"]) == 0
    lines = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}
    assert "round 30 min, game 150" in lines["guyton"]


def test_choose_ranks_a_file_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "own.yaml"
    own.write_text("eleusis: 1\nname: own\nextends: express\nabout: {ideal_players: 7, level: easy}\n", "utf-8")
    assert main(["variants", "choose", str(own), "--players", "7", "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert rows[0]["variant"] == str(own)
    assert len(rows) == 8
    own.write_text("eleusis: 1\nname: own\nextends: expres\n", "utf-8")
    assert main(["variants", "choose", str(own)]) == exits.BAD_INPUT
    assert "express" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["variants", "show", "abot"], "did you mean 'abbott'"),
        (["variants", "show", "/nowhere/x.yaml"], "/nowhere/x.yaml: there is no such file"),
        (["variants", "show", "abbott", "--set", "play.max=3"], "--set play.max=3: there is no setting 'max'"),
        (["variants", "show"], "Missing argument"),
        (["schema"], "Choose from variant, game, "),
        (["simulate", "--rounds", "many"], "is not a valid whole number"),
        (["variants", "sho"], "No such command"),
        (["variants", "choose", "--players", "many"], "Invalid value"),
        (["varaints"], "No such command"),
        (["--nonsense"], "No such option"),
    ],
)
def test_bad_input(args: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(args) == exits.BAD_INPUT
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert "Traceback" not in err


def test_stdin() -> None:
    text = "eleusis: 1\nname: piped\nextends: abbott\n"
    done = subprocess.run(
        [*RUN, "variants", "show", "-"],
        input=text,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert (done.returncode, done.stdout.splitlines()[1]) == (0, "name: piped")


def test_help_and_version_and_completion() -> None:
    done = run("--help")
    assert done.returncode == 0
    assert all(name in done.stdout for name in COMMANDS)
    assert "--install-completion" in done.stdout
    assert run("--version").stdout.startswith("eleusis ")
    assert run().returncode == exits.BAD_INPUT


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_full_disk_is_one_message() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*RUN, "variants"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            check=False,
        )
    assert done.returncode == exits.BAD_INPUT
    assert done.stderr.count("\n") == 1


def test_letters_where_there_are_no_suits() -> None:
    done = run("variants", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "4-8" in done.stdout
    code = "from eleusis.doors.cli.common import output as o; o.prepare_streams(); o.write('10♦ é \\udc80')"
    plain = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"},
        check=True,
    )
    assert plain.stdout == "10D ? \\udc80\n"


def test_interrupt_and_own_mistakes(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted() -> list[str]:
        raise KeyboardInterrupt

    monkeypatch.setattr("eleusis.variant.load_variants", interrupted)
    assert main(["variants"]) == exits.INTERRUPTED
    assert capsys.readouterr().err == "interrupted\n"

    def broken() -> list[str]:
        raise RuntimeError("no\nway")

    monkeypatch.setattr("eleusis.variant.load_variants", broken)
    monkeypatch.delenv("ELEUSIS_DEBUG", raising=False)
    monkeypatch.setattr("eleusis.doors.cli.silence_stdout", lambda: None)
    assert main(["variants"]) == exits.BUG
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "RuntimeError: no" in err
