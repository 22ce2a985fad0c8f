"""`eleusis simulate`: what it prints, and what it says to bad input."""

import csv
import io
import json
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from eleusis.doors.cli import exits, main

FEW = ["simulate", "--rounds", "24", "--players", "A:knower,B:random,C:knower(skill=0.5),D:random", "--jobs", "1"]


def test_two_variants(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*FEW, "--set", "wrong_play.draw_per_card=1"]) == exits.FINE
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= 80
    assert "--set wrong_play.draw_per_card=1\n" in out
    assert re.search(r"decks used +2\.\d+ ±0\.\d+", out)


def test_a_sweep(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*FEW, "--sweep", "expulsion.layout=20..60:10"]) == exits.FINE
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= 80
    assert "abbott, expulsion.layout from 20 to 60" in out


def test_the_same_against_itself_is_identical(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*FEW, "--variant", "guyton", "--variant", "guyton", "--format", "json"]) == exits.FINE
    data = json.loads(capsys.readouterr().out)
    assert {measure["differences"][1]["verdict"] for measure in data["measures"] if measure["differences"][1]} == {
        "identical"
    }


def test_json_and_csv_tell_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*FEW, "--format", "json"]) == exits.FINE
    data = json.loads(capsys.readouterr().out)
    assert main([*FEW, "--format", "csv"]) == exits.FINE
    rows = {row["measure"]: row for row in csv.DictReader(io.StringIO(capsys.readouterr().out))}
    assert [measure["id"] for measure in data["measures"]] == list(rows)
    for measure in data["measures"]:
        assert float(rows[measure["id"]]["value"]) == measure["arms"][0]["value"]
    endings = [measure["arms"][0]["value"] for measure in data["measures"] if measure["id"].startswith("ended.")]
    assert sum(endings) == pytest.approx(1)


def test_a_round_as_a_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main([*FEW, "--variant", "abbott", "--variant", "express", "--replay-round", "7/B"]) == exits.FINE
    file = tmp_path / "g.yaml"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["replay", str(file)]) == exits.FINE
    assert "variant: express" in file.read_text(encoding="utf-8")


@pytest.mark.skipif(find_spec("matplotlib") is None, reason="needs the extra report")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("what", [["--set", "deal.hand=9"], ["--sweep", "deal.hand=6,9"], []])
def test_report(what: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "out.html"
    assert main([*FEW, *what, "--report", str(page)]) == exits.FINE
    text = page.read_text(encoding="utf-8")
    assert text.count("<svg") >= 3
    assert "default-src 'none'" in text
    assert not re.search(r"""(?:src|href|url\()=?["']?(?:https?:)?//""", text.replace("xlink:href", ""))
    ids = re.findall(r' id="([^"]+)"', text)
    own = [
        id_
        for id_ in ids
        if not re.match(r"(figure|axes|patch|matplotlib|line2d|xtick|ytick|text|LineC|Fill|leg)", id_)
    ]
    assert len(own) == len(set(own))
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize(
    "args",
    [
        ["--rounds", "0"],
        ["--sweep", "expulsion.layuot=20..60:10"],
        ["--sweep", "expulsion.layout=60..20"],
        ["--sweep", "expulsion.layout=1..9999"],
        ["--sweep", "expulsion.layout"],
        ["--sweep", "deal.hand=3,4", "--variant", "abbott", "--variant", "guyton"],
        ["--players", "Ann:random"],
        ["--players", "Ann:random,Bob"],
        ["--variant", "express stock.empty=end_round stock.decks=1 deal.hand=20"],
        ["--variant", "abbott 7"],
        ["--out", "/nowhere/x.sqlite"],
        ["--report", "/nowhere/x.html"],
        ["--out", "{tmp}/other.sqlite", "--resume"],
        ["--out", "{tmp}/other.sqlite"],
        ["--resume"],
        ["--rule", "rank == red"],
        ["--rule", "generated:9"],
        ["--rule", "all", "--rules", "{tmp}/none.yaml"],
        ["--cluster", "tcp://127.0.0.1:1"],
        ["--replay-round", "2", "--out", "{tmp}/x"],
        ["--replay-round", "2", "--report", "{tmp}/x"],
        ["--replay-round", "2", "--resume"],
        ["--report", "{tmp}/x.html", "--out", "{tmp}/../{name}/x.html"],
        ["--report", "{tmp}/other.sqlite"],
        ["--replay-round", "25"],
        ["--replay-round", "3/Z"],
    ],
)
def test_bad_input(args: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "other.sqlite").write_text("something else")
    (tmp_path / "none.yaml").write_text("eleusis: 1\nrules: {}\n")
    assert main([*FEW, *[arg.format(tmp=tmp_path, name=tmp_path.name) for arg in args]]) == exits.BAD_INPUT
    out, err = capsys.readouterr()
    assert (out, err.count("Traceback")) == ("", 0)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["none.yaml", "other.sqlite"]
    assert (tmp_path / "other.sqlite").read_text() == "something else"


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense"])
def test_no_cluster(address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "new.sqlite"
    assert main([*FEW[:-2], "--cluster", address, "--out", str(out)]) == exits.BAD_INPUT
    assert re.search("cluster|no scheduler answers", capsys.readouterr().err)
    assert not out.exists()


def test_a_round_of_a_sweep_names_the_knob(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*FEW, "--sweep", "expulsion.layout=20,30", "--replay-round", "3/30"]) == exits.FINE
    assert "seed 1, abbott expulsion.layout=30" in capsys.readouterr().out
