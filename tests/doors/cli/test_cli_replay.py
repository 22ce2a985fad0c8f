"""`eleusis replay`, through the real command line: hostile input, expectations, JSON, what a seat may see."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis.doors.cli import exits, main
from eleusis.game.events import EVENTS
from eleusis.game.moves import MOVES
from eleusis.game.state import END_REASONS
from tests.helpers.hostile import HOSTILE, Hostile, moves
from tests.helpers.patience import patient
from tests.helpers.places import ROOT

Capture = pytest.CaptureFixture[str]

RUN = [sys.executable, "-c", "import sys; from eleusis.doors.cli import main; sys.exit(main())"]
CLEO = ROOT / "tests" / "games" / "abbott-cleo-forecasts.yaml"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}
TIMEOUT = patient(30)


def run(*args: str, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*RUN, *args], input=stdin, capture_output=True, text=True, env=ENVIRONMENT, timeout=TIMEOUT, check=False
    )


def put(folder: Path, text: str, name: str = "game.yaml") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def replayed(capsys: Capture, *args: str) -> tuple[int, list[dict[str, Any]], str]:
    """The exit code, the objects printed, and what stderr says."""
    code = main(["replay", *args, "--format", "json"])
    out, err = capsys.readouterr()
    return code, [json.loads(line) for line in out.splitlines()], err


# Hostile input


@pytest.mark.long
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_input_is_one_clean_message(
    name: str, tmp_path: Path, capsys: Capture, snapshot: SnapshotAssertion
) -> None:
    hostile: Hostile = HOSTILE[name]
    path = put(tmp_path, hostile.text)
    assert main(["replay", path]) == hostile.replay
    out, err = capsys.readouterr()
    assert err == snapshot
    assert "Traceback" not in err + out
    assert all(line.startswith(path) and len(line) < len(path) + 300 for line in err.splitlines())
    assert (out == "") == (hostile.replay == exits.BAD_INPUT)
    assert (err == "") == (hostile.replay == exits.FINE)
    assert len(err.splitlines()) <= 50


def test_illegal_moves_are_named_by_code_and_place(tmp_path: Path, capsys: Capture) -> None:
    path = put(tmp_path, HOSTILE["second prophet"].text)
    code, [game], err = replayed(capsys, path)
    assert code == exits.FINDING
    [finding] = game["findings"]
    assert finding["code"] == "move/may-not-declare"
    assert finding["place"] == f"{path}:15:7"
    assert err == f"{finding['place']}: {finding['text']} [{finding['code']}]\n"
    assert [step["move"] for step in game["rounds"][0]["steps"]][-2:] == ["call right", "judge right"]


@pytest.mark.parametrize("kind", ["folder", "missing", "dangling", "long", "nul", "not a folder", "not UTF-8"])
def test_unreadable_files(kind: str, tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "dangling.yaml").symlink_to(tmp_path / "nowhere")
    (tmp_path / "empty").mkdir()
    (tmp_path / "bytes.yaml").write_bytes(b"eleusis: 1\ntitle: \xff\n")
    path = {
        "folder": str(tmp_path / "empty"),
        "missing": str(tmp_path / "none.yaml"),
        "dangling": str(tmp_path / "dangling.yaml"),
        "long": "x" * 300 + ".yaml",
        "nul": "a\0b.yaml",
        "not a folder": str(CLEO / "x.yaml"),
        "not UTF-8": str(tmp_path / "bytes.yaml"),
    }[kind]
    assert main(["replay", path, str(CLEO)]) == exits.BAD_INPUT
    out, err = capsys.readouterr()
    assert len(err.splitlines()) == 1
    assert "Traceback" not in err
    assert "Cleo forecasts and falls" in out, "what can be read is replayed all the same"


def test_a_folder_with_a_dangling_link_says_so_and_goes_on(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "a.yaml").symlink_to(tmp_path / "nowhere")
    put(tmp_path, CLEO.read_text(encoding="utf-8"), "b.yml")
    put(tmp_path, "eleusis: 1\nname: no-game\nextends: abbott\n", "c.yaml")
    put(tmp_path, "services: {db: none}\n", "docker.yaml")
    code, games, err = replayed(capsys, str(tmp_path))
    assert (code, len(games), len(err.splitlines())) == (exits.BAD_INPUT, 1, 1)
    assert games[0]["file"] == str(tmp_path / "b.yml")


@pytest.mark.long
def test_a_closed_pipe_is_quiet() -> None:
    command = f"'{sys.executable}' -c 'import sys; from eleusis.doors.cli import main; sys.exit(main())'"
    files = f"'{CLEO}' " * 60
    script = f"{command} replay {files} | head -1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, env=ENVIRONMENT, timeout=TIMEOUT, check=False
    )
    assert done.stdout.splitlines()[-1] == "0"
    assert len(done.stdout.splitlines()) == 2
    assert done.stderr == ""


@pytest.mark.long
def test_a_closed_stdin_is_empty(snapshot: SnapshotAssertion) -> None:
    script = (
        f"'{sys.executable}' -c 'import sys; from eleusis.doors.cli import main; sys.exit(main())' replay - <&-"
    )
    done = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, env=ENVIRONMENT, timeout=TIMEOUT, check=False
    )
    assert (done.returncode, done.stderr) == snapshot


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_while_reading_stdin() -> None:
    process = subprocess.Popen(
        [*RUN, "replay", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    )
    assert process.stdin is not None
    process.stdin.write(b"#" * 300_000)  # more than a pipe holds: when it is written, the process is reading
    process.stdin.flush()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=TIMEOUT)
    assert (process.returncode, out, err) == (exits.INTERRUPTED, b"", b"interrupted\n")


# The game file of the design


def test_the_printed_game_replays_as_it_expects(capsys: Capture) -> None:
    assert main(["replay", str(CLEO)]) == exits.FINE
    out, err = capsys.readouterr()
    assert err == ""
    assert "Cleo forecasts and falls" in out
    assert "\x1b" not in out


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ("draws 4", "draws 3"),
        ("draws 5", "draws 4"),
        ("Bob: 1", "Bob: 2"),
        ("Cleo: 10", "Cleo: 9"),
        ("Dan: 2}", "Dan: 3}"),
        ("Ann: 0", "Ann: 1"),
        ("=> wrong", "=> right"),
        ("Cleo overthrown", "Dan overthrown"),
        ("ended: null", "ended: cutoff"),
    ],
)
def test_with_one_word_changed_it_says_what_differs_and_where(
    was: str, becomes: str, tmp_path: Path, capsys: Capture
) -> None:
    text = CLEO.read_text(encoding="utf-8")
    assert text.count(was) == 1
    path = put(tmp_path, text.replace(was, becomes))
    line = text[: text.index(was)].count("\n") + 1
    code, [game], err = replayed(capsys, path)
    assert code == exits.FINDING
    [message] = err.splitlines()
    assert message.startswith(f"{path}:{line}:")
    assert re.search(r"expected .*: .*, but .*", message)
    assert becomes.split()[-1].strip("}").rstrip(":") in message
    assert [finding["code"] for finding in game["findings"]] == ["expectation"]


def test_a_stated_judgement_that_the_rule_denies_is_a_finding(tmp_path: Path, capsys: Capture) -> None:
    path = put(tmp_path, moves("Ann play 5H", "Eve judge wrong"))
    code, [game], err = replayed(capsys, path)
    assert code == exits.FINDING
    [finding] = game["findings"]
    assert (finding["code"], finding["place"]) == ("misjudged", f"{path}:12:7")
    assert "by the rule 5H is right" in err
    assert game["rounds"][0]["layout"]["sidelines"] == [[["5H"]]], "the stated judgement wins"


def test_to_a_seat_a_finding_is_told_without_its_text(tmp_path: Path, capsys: Capture) -> None:
    path = put(tmp_path, moves("Ann play 5H", "Eve judge wrong"))
    assert main(["replay", path, "--as", "Bob", "--format", "json"]) == exits.FINDING
    [finding] = json.loads(capsys.readouterr().out)["findings"]
    assert finding == {"code": "misjudged", "place": f"{path}:12:7", "text": None}


# JSON


def test_json_has_exactly_the_promised_shape(capsys: Capture) -> None:
    code, [game], err = replayed(capsys, str(CLEO))
    assert (code, err) == (exits.FINE, "")
    promised = ["eleusis", "file", "title", "variant", "overrides", "players", "rounds", "totals", "findings"]
    assert [key for key in game if key in promised] == promised, "it only grows"
    assert game["eleusis"] == 1
    assert game["file"] == str(CLEO)
    assert (game["title"], game["variant"], game["overrides"]) == ("Cleo forecasts and falls", "abbott", {})
    assert game["players"] == ["Ann", "Bob", "Cleo", "Dan", "Eve"]
    assert game["totals"] == dict.fromkeys(game["players"], 0)
    assert game["findings"] == []
    [record] = game["rounds"]
    wanted = ("dealer", "rule", "starter", "steps", "layout", "hands", "prophet", "expelled", "ended", "scores")
    assert set(wanted) <= set(record)
    assert record["dealer"] == "Eve"
    assert record["rule"] == "if last.odd then black else red"
    assert record["starter"] == ["10C"]
    assert record["layout"] == {
        "mainline": ["10C", "5H", "9C"],
        "sidelines": [[], [["4D", "6C"]], []],
        "before": [],
    }
    assert list(record["hands"]) == ["Ann", "Bob", "Cleo", "Dan"]
    assert (len(record["hands"]["Ann"]), record["hands"]["Bob"], record["hands"]["Dan"]) == (
        14,
        ["2C"],
        ["9H", "3D"],
    )
    assert (record["prophet"], record["expelled"]) == (None, [])
    assert record["ended"] is None, "a position"
    assert record["scores"] is None
    for n, step in enumerate(record["steps"], start=1):
        assert {"n", "seat", "move", "events"} <= set(step)
        assert step["n"] == n
        assert step["seat"] in game["players"]
        assert step["move"].split()[0] in {kind.verb for kind in MOVES}
        assert step["by"] in ("seat", "rule", "implied")
        assert all(event["type"] in {kind.type for kind in EVENTS} for event in step["events"])
    assert [step["by"] for step in record["steps"] if step["seat"] == "Eve"] == ["rule"] * 3
    assert record["steps"][1] == {
        "n": 2,
        "seat": "Eve",
        "move": "judge right",
        "by": "rule",
        "events": [{"type": "accepted", "seat": "Bob", "cards": ["5H"]}],
    }


def test_a_round_that_is_over_has_its_reason_and_its_scores(tmp_path: Path, capsys: Capture) -> None:
    _, [game], _ = replayed(capsys, put(tmp_path, moves("Ann play 5H 6H")))
    [record] = game["rounds"]
    assert record["ended"] == "out of cards"
    assert record["ended"] in END_REASONS
    assert record["scores"] == {"Ann": 6, "Bob": 0, "Cleo": 0, "Dan": 0, "Eve": 6}
    assert game["totals"] == record["scores"]


@pytest.mark.long
def test_one_object_a_line_for_several_files_folders_and_stdin(tmp_path: Path, capsys: Capture) -> None:
    for name in ("b.yaml", "a.yaml", "deep.yml"):
        put(tmp_path, CLEO.read_text(encoding="utf-8"), name)
    code, games, err = replayed(capsys, str(tmp_path), str(CLEO))
    assert (code, err) == (exits.FINE, "")
    assert [Path(game["file"]).name for game in games] == ["a.yaml", "b.yaml", "deep.yml", CLEO.name]
    done = run("replay", "-", "--format", "json", stdin=CLEO.read_text(encoding="utf-8"))
    assert (done.returncode, json.loads(done.stdout)["file"]) == (0, "-")


def test_findings_of_one_file_do_not_hide_the_next(tmp_path: Path, capsys: Capture) -> None:
    bad = put(tmp_path, "eleusis: 1\n", "a.yaml")
    illegal = put(tmp_path, HOSTILE["out of turn"].text, "b.yaml")
    code, games, err = replayed(capsys, illegal, bad, str(CLEO))
    assert (code, len(games)) == (exits.BAD_INPUT, 2)
    assert err.startswith(f"{illegal}:")
    assert replayed(capsys, illegal, str(CLEO))[0] == exits.FINDING


def drawn(games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    steps = [step for game in games for record in game["rounds"] for step in record["steps"]]
    return [event for step in steps for event in step["events"] if event["type"] == "drew"]


# What a seat may see

SEEN = """eleusis: 1
variant: abbott
players: [Ann, Bob, Cleo, Dan]
seed: {seed}
rounds:
  - dealer: Dan
    rule: {rule}
    starter: AH
    hands: {{Ann: 5H 2C 7D 8D, Bob: 4S 6C 7C, Cleo: {cleo}}}
    stock: 2H KS 5S 6S 7S 8S {for_ann} {for_bob}
    moves: |
      Ann play 2C
      Bob play 6C 7C
      Cleo play 9H
      Cleo declare
      Ann no-play
      Cleo call wrong 5H
      Bob no-play
      Cleo call right
"""
DEALT = {"seed": "1", "rule": "red", "cleo": "9H 9C 3D", "for_ann": "2D 3C 4C 5C 6C", "for_bob": "9S"}
OTHER = {
    "seed": "2",
    "rule": "heart or diamond",
    "cleo": "9H JC 3S",
    "for_ann": "3D 4C 5C 7C QC",
    "for_bob": "10S",
}
MAY_SEE = {"Ann": ["for_ann"], "Bob": ["for_bob"], "Cleo": ["cleo"], "Dan": ["rule"]}


@pytest.mark.parametrize("format", ["json", "text"])
@pytest.mark.parametrize("seat", MAY_SEE)
def test_what_a_seat_may_not_see_makes_no_difference(
    seat: str, format: str, tmp_path: Path, capsys: Capture
) -> None:
    said = []
    for given in (DEALT, {**OTHER, **{key: DEALT[key] for key in MAY_SEE[seat]}}):
        path = put(tmp_path, SEEN.format(**given))
        assert main(["replay", path, "--as", seat, "--format", format]) == exits.FINE
        said.append(capsys.readouterr())
    assert said[0] == said[1]
    if format == "json":
        [record] = json.loads(said[0].out)["rounds"]
        hidden = {"Ann": ["5H", "7D", "8D", "2H", "KS"], "Bob": [], "Cleo": []}
        assert record["rule"] == ("red" if seat == "Dan" else None)
        for who, hand in record["hands"].items():
            if who == seat:
                assert "??" not in hand
            else:
                shown = [card for card in hand if card != "??"]
                assert shown == [card for card in hidden[who] if card != "5H"], (
                    "shown at the no play, and still there"
                )


def test_findings_tell_a_seat_nothing(tmp_path: Path, capsys: Capture, snapshot: SnapshotAssertion) -> None:
    text = moves("Ann play 5H", "Eve judge wrong", "Bob no-play", "Eve judge right").replace(
        "    moves: |", "    expect: {hands: {Cleo: KS KD}}\n    moves: |"
    )
    path = put(tmp_path, text)
    for format in ("json", "text"):
        assert main(["replay", path, "--as", "Dan", "--format", format]) == exits.FINDING
        out, err = capsys.readouterr()
        assert not re.search("by the rule|is right|KS|9H", err + out)
        assert err == snapshot


def test_a_warning_that_tells_of_the_rule_is_no_business_of_a_seat(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion
) -> None:
    path = tmp_path / "g.yaml"
    path.write_text(
        "eleusis: 1\nvariant: abbott\nplayers: [Ann, Bob, Cleo, Dan]\nseed: 7\nrounds:\n"
        "  - {dealer: Ann, rule: {rule: red, starter: red}, starter: 10C}\n"
    )
    for format_ in ("json", "text"):
        assert main(["replay", "--as", "Bob", "--format", format_, str(path)]) == 0
        out, err = capsys.readouterr()
        assert "condition" not in out + err
    assert main(["replay", "--format", "json", str(path)]) == 0
    assert capsys.readouterr().err == snapshot
