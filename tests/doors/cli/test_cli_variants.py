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


def test_show(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["variants", "show", "abbott", "--set", "expulsion.layout=50"]) == 0
    file = tmp_path / "v.yaml"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert load_variant(str(file)) == load_variant("abbott", ["expulsion.layout=50"])
    assert main(["variants", "show", str(file), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["expulsion"]["layout"] == 50


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


@pytest.mark.long
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


@pytest.mark.long
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
