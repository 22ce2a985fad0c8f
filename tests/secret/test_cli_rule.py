"""`eleusis rule`, command by command."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import typer
from syrupy.assertion import SnapshotAssertion
from typer.testing import CliRunner

from eleusis.doors.cli import main
from eleusis.doors.cli import rule as rule_commands
from eleusis.ground.errors import EleusisError
from eleusis.secret.language.shape import difficulty, looks
from eleusis.secret.library import find_rule, library
from eleusis.secret.measuring.measure import measure
from tests.helpers.called import run_here


def run(*args: str, stdin: str | None = None) -> tuple[int, str]:
    app = typer.Typer(pretty_exceptions_enable=False)
    rule_commands.register(app)
    result = CliRunner().invoke(app, ["rule", *args], input=stdin)
    if isinstance(result.exception, EleusisError):
        raise result.exception
    return result.exit_code, result.stdout


def test_judge_lists_the_right_cards() -> None:
    code, out = run("judge", "abb-1", "--line", "7S 4H", "--format", "json")
    assert code == 0
    assert json.loads(out) == {
        "right": [
            f"{rank}{suit}"
            for suit in "HD"
            for rank in ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
        ]
    }


@pytest.mark.parametrize(
    ("card", "verdict"), [("JH", "right"), ("JC", "wrong"), ("JH 2C", "right"), ("JH 2D", "wrong")]
)
def test_judge_a_card_or_a_string(card: str, verdict: str) -> None:
    code, out = run(
        "judge", "if last.odd then black else red", "--line", "7S 4H", "--card", card, "--format", "json"
    )
    assert (code, json.loads(out)["verdict"]) == (0, verdict)


def test_judge_the_empty_mainline_and_stdin() -> None:
    assert run("judge", "-", "--line", "", "--card", "2H", stdin="red\n") == (0, "right\n")


def test_cards_and_rules_are_printed_as_people_name_them() -> None:
    assert run("judge", "heart", "--line", "")[1].startswith("A♥ 2♥")
    code, out = run("compare", "red", "-", "--line", "9H", stdin="red or face\n")
    assert (code, out) == (1, 'different: after 9♥ "red or face" takes J♠, "red" does not\n')


def test_judge_refuses_what_it_cannot_read(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(EleusisError) as caught:
        run("judge", "red", "--line", "7S XX")
    assert str(caught.value) == snapshot
    with pytest.raises(EleusisError, match="1:9: unknown word 'rde'"):
        run("judge", "rank == rde")


def test_compare() -> None:
    code, out = run("compare", "color != last.color", "if last.red then black else red", "--format", "json")
    assert (code, json.loads(out)) == (0, {"same": True, "line": [], "card": None, "right_in": None, "bound": None})
    code, out = run("compare", "red", "color == last.color", "--format", "json")
    comparison = json.loads(out)
    assert (code, comparison["same"], len(comparison["line"]), comparison["right_in"]) == (1, False, 1, "B")
    assert run("compare", "red", "color == last.color", "--line", "7S 4H")[0] == 0
    code, out = run("compare", "line.count(red) < line.count(black)", "line.count(black) > line.count(red)")
    assert code == 1
    assert out.startswith("not decided: no difference found on mainlines of up to ")


def test_list_show_and_measure() -> None:
    assert len(run("list")[1].splitlines()) == len(library()) + 1
    code, out = run("list", "--difficulty", "2", "--looks-at", "position", "--format", "json")
    assert code == 0
    assert all(
        rule["difficulty"] == 2 and "position" in looks(find_rule(rule["rule"]).tree) for rule in json.loads(out)
    )
    assert run("list", "--random", "--seed", "7") == run("list", "--random", "--seed", "7")
    assert "starter  red" in run("show", "exp-e3")[1]
    assert json.loads(run("measure", "guy-1", "--format", "json")[1])["long_run"] == 0.5
    assert "fair" in run("measure", "guy-1")[1]


def test_measures(snapshot: SnapshotAssertion) -> None:
    measures = measure(find_rule("rank > last.rank"))
    assert measures.exact
    assert measures.dead_end is not None
    assert [card.rank for card in measures.dead_end] == [13]
    assert measures.random_player == 0
    assert measure(find_rule("exp-x1")).findings == snapshot
    assert "exceptions" in measure(find_rule("exp-x3")).verdict
    assert measure(find_rule("exp-x2")).long_run == pytest.approx(0.75)
    assert measure(find_rule("red and odd")).never
    assert not measure(find_rule("line.count(red) > line.count(black)")).exact
    assert {difficulty(rule.tree) for rule in library().values()} == {1, 2, 3, 4, 5}


def test_check_of_files_folders_and_rules_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.yaml", tmp_path / "bad.yml"
    source = "{author: me, work: notes, label: easy, note: for beginners}"
    good.write_text(f"eleusis: 1\nrules:\n  one: red\n  two: {{rule: black, source: {source}}}\n", encoding="utf-8")
    bad.write_text("eleusis: 1\nrules: {one: rde}\n", encoding="utf-8")
    (tmp_path / "other.yaml").write_text("rules: [not, ours]\n", encoding="utf-8")
    assert main(["rule", "check", str(good)]) == 0
    assert capsys.readouterr().out == f"{good}: 2 rules, fine\n"
    assert main(["rule", "check", "--rules", str(good), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"file": str(good), "is": "2 rules", "errors": []}
    assert main(["rule", "check", str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert out == f"{good}: 2 rules, fine\n"
    assert err.startswith(f"{bad}:2:14: ")
    assert len(err.splitlines()) == 1
    assert main(["rule", "check"]) == 2
    assert "name one" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("said", "code", "rules"),
    [
        ("the colours alternate", 0, ["color != last.color"]),
        ("one higher", 1, ["(rank - last.rank) % 13 == 1", "rank == last.rank + 1"]),
        ("color != last.color", 0, ["color != last.color"]),
        ("the colours keep wobbling", 2, []),
        ("color !=", 2, []),
    ],
)
def test_read_tells_what_a_sentence_may_mean(said: str, code: int, rules: list[str], tmp_path: Path) -> None:
    done = run_here(tmp_path, "rule", "read", "-", "--format", "json", typed=f"{said}\n")
    data = json.loads(done.stdout)
    readings = sorted(data["readings"], key=lambda reading: str(reading["rule"]))
    assert (data["understood"], [reading["rule"] for reading in readings]) == (bool(rules), rules)
    listed = run_here(tmp_path, "rule", "read", said)
    assert listed.returncode == done.returncode == code
    assert all(reading["rule"] in listed.stdout and reading["words"] in listed.stdout for reading in readings)
    assert [bool(re.match(r"(-:)?1:\d+: ", end.stderr)) for end in (done, listed)] == [not rules] * 2


def test_words_lists_each_word_with_a_rule_that_has_it() -> None:
    groups = json.loads(run("words", "--format", "json")[1])
    words = [word for group in groups for word in group["entries"]]
    assert all(find_rule(word["example"]) for word in words)
    listed = run("words")[1]
    assert all(text in listed for word in words for text in word.values())
