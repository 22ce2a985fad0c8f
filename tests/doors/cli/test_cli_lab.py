"""`eleusis simulate`: what it prints, and what it says to bad input."""

import csv
import io
import json
import re
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import pytest

from eleusis.doors.cli import exits, main

pytestmark = pytest.mark.long

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


COLUMNS = (
    "variant,round,game,rule,dealer,ended,turns,layout,mainline,decks,plays,right_plays,strings,right_strings,"
    "no_plays,right_no_plays,declared,overthrown,true_prophet,first_declared,declared_at,lasted,expelled,guesses,"
    "right_guesses,dealer_score,cap_bites,players,players_score,prophet_score,out,out_score,expelled_score,spread,"
    "lead,score.A,score.B,score.C,score.D"
)
"""What programs of others rely on: a column may come behind these, none may go or be called otherwise."""


def test_csv_is_the_rounds_that_json_tells_the_means_of(capsys: pytest.CaptureFixture[str]) -> None:
    command = [*FEW, "--set", "deal.hand=9"]
    assert main([*command, "--format", "json"]) == exits.FINE
    data = json.loads(capsys.readouterr().out)
    assert main([*command, "--format", "csv"]) == exits.FINE
    text = capsys.readouterr().out
    assert text.splitlines()[0] == COLUMNS
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [(row["variant"], row["round"]) for row in rows] == [
        (arm["label"], str(number)) for arm in data["arms"] for number in range(1, 25)
    ]
    measures = {measure["id"]: [arm["value"] for arm in measure["arms"]] for measure in data["measures"]}
    for arm, own in enumerate((rows[:24], rows[24:])):
        assert sum(int(row["turns"]) for row in own) / 24 == pytest.approx(measures["turns"][arm])
        cut = sum(row["ended"] == "all expelled" for row in own) / 24
        assert cut == pytest.approx(measures["ended.all_expelled"][arm])
        dealt = [int(row[f"score.{row['dealer']}"]) for row in own]
        assert sum(dealt) / 24 == pytest.approx(measures["score.dealer"][arm])
    assert {row["game"] for row in rows} == {""}


def test_csv_of_whole_games_says_which_game_a_round_is_of(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*FEW[:1], *FEW[3:], "--games", "2", "--rule", "red", "--format", "csv"]) == exits.FINE
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["game"] for row in rows] == ["1"] * 4 + ["2"] * 4
    assert {row["rule"] for row in rows} == {"red"}


def test_who_guesses_in_express_looks_for_the_rule_and_as_many_play_as_may(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A right guess ends the round [Golden 2006; Hugging Face 2026]: who knows the rule would end it at once."""
    quick = ["simulate", "--rounds", "1", "--rule", "red", "--jobs", "1"]
    for variants, kinds in (
        (["express"], ["good", "good", "beginner", "beginner"]),
        (["solo"], ["good", "good"]),
        (["abbott", "express"], ["good", "good", "beginner", "beginner"]),
        (["guyton"], ["knower(skill=0.7)", "knower(skill=0.5)", "knower(skill=0.3)", "random"]),
    ):
        named = [word for variant in variants for word in ("--variant", variant)]
        assert main([*quick, *named, "--format", "json"]) == exits.FINE
        seats = json.loads(capsys.readouterr().out)["players"]
        assert [seat["bot"] for seat in seats] == kinds


@pytest.mark.parametrize(
    ("variant", "players", "warned"),
    [
        ("express", "A:knower,B:random,C:random", True),
        ("express", "A:good,B:random,C:good", True),
        ("express", "A:good,B:beginner,C:good", False),
        ("abbott", "A:knower,B:random,C:random", False),
    ],
)
def test_figures_that_say_nothing_about_people_say_so_first(
    variant: str, players: str, warned: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["simulate", "--rounds", "1", "--rule", "red", "--jobs", "1", "--variant", variant]
    assert main([*command, "--players", players]) == exits.FINE
    assert ("nothing about people" in capsys.readouterr().out.partition(".")[0]) == warned


def test_a_result_says_what_changes_and_what_made_it(capsys: pytest.CaptureFixture[str]) -> None:
    """The changes are those of `variants diff`, knob by knob."""
    assert main([*FEW, "--variant", "abbott", "--variant", "guyton"]) == exits.FINE
    out = capsys.readouterr().out
    assert main(["variants", "diff", "abbott", "guyton"]) == exits.FINDING
    knobs = [line.split()[0] for line in capsys.readouterr().out.splitlines() if not line.startswith(" ")]
    changes = out.partition("what B changes\n")[2].partition("\n\n")[0].splitlines()
    assert [line.split()[0] for line in changes if not line.startswith("    ")] == knobs
    assert re.search(rf"^eleusis {re.escape(version('eleusis'))}, \d+ [A-Z][a-z]+ 20\d\d$", out, re.M)


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


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense"])
def test_no_cluster(address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "new.sqlite"
    assert main([*FEW[:-2], "--cluster", address, "--out", str(out)]) == exits.BAD_INPUT
    assert re.search("cluster|no scheduler answers", capsys.readouterr().err)
    assert not out.exists()
