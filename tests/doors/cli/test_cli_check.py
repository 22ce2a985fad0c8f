"""`eleusis check`, through the real command line: every kind of file, every error at once, hostile input."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis.doors.cli import exits, main
from eleusis.variant.shelves import shipped_folder
from tests.helpers.hostile import HEAD, HOSTILE, ROUND
from tests.helpers.patience import patient
from tests.helpers.places import ROOT

Capture = pytest.CaptureFixture[str]

RUN = [sys.executable, "-c", "import sys; from eleusis.doors.cli import main; sys.exit(main())"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}
GAME = HEAD + ROUND
VARIANT = "eleusis: 1\nname: mine\nextends: abbott\n"
RULES = "eleusis: 1\nrules:\n  mine: red\n  other: {rule: black, examples: [{line: 5H, right: 6S, wrong: 6H}]}\n"


def put(folder: Path, text: str, name: str = "file.yaml") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_input_is_one_clean_message(name: str, tmp_path: Path, capsys: Capture) -> None:
    path = put(tmp_path, HOSTILE[name].text)
    assert main(["check", path]) == HOSTILE[name].check
    out, err = capsys.readouterr()
    assert "Traceback" not in err + out
    assert all(line.startswith(path) and len(line) < len(path) + 300 for line in err.splitlines())
    assert (out == "") == (HOSTILE[name].check == exits.BAD_INPUT)
    assert (err == "") == (HOSTILE[name].check == exits.FINE)
    assert len(err.splitlines()) <= 50


def test_it_says_what_each_file_is(tmp_path: Path, capsys: Capture) -> None:
    paths = [put(tmp_path, text, f"{i}.yaml") for i, text in enumerate((GAME, GAME + ROUND, VARIANT, RULES))]
    assert main(["check", *paths]) == exits.FINE
    out, err = capsys.readouterr()
    said = ["a game, 1 round", "a game, 2 rounds", "the variant mine", "a rule file, 2 rules"]
    assert out.splitlines() == [f"{path}: {text}, fine" for path, text in zip(paths, said, strict=True)]
    assert err == ""


def test_every_error_of_every_file_at_once(tmp_path: Path, capsys: Capture) -> None:
    bad = ROOT / "tests" / "bad" / "game" / "several_errors_at_once.yaml"
    variant = put(tmp_path, VARIANT + "stock: {deks: 1}\ndeal: {hand: 0}\n", "v.yaml")
    rules = put(tmp_path, "eleusis: 1\nrules:\n  a: rde\n  b: {rule: red, examples: [{right: 6S}]}\n", "r.yaml")
    assert main(["check", str(bad), variant, rules, put(tmp_path, GAME)]) == exits.BAD_INPUT
    out, err = capsys.readouterr()
    assert out.endswith("a game, 1 round, fine\n")
    assert len([line for line in err.splitlines() if line.startswith(str(bad))]) == 13
    for said in (
        "v.yaml:4:9: ",
        "v.yaml:5:14: ",
        "r.yaml:3:6: unknown word",
        "r.yaml:4:29: by the rule 6S is",
    ):
        assert said in err


def test_json_has_an_object_a_line_with_code_line_and_column(tmp_path: Path, capsys: Capture) -> None:
    good, bad = put(tmp_path, GAME, "a.yaml"), put(tmp_path, GAME + "    moves: |\n      Zoe play 5H\n", "b.yaml")
    assert main(["check", str(tmp_path), "--format", "json"]) == exits.BAD_INPUT
    out, err = capsys.readouterr()
    assert err == ""
    assert [json.loads(line) for line in out.splitlines()] == [
        {"file": good, "is": "a game, 1 round", "errors": []},
        {
            "file": bad,
            "is": None,
            "errors": [
                {
                    "code": "notation/seat",
                    "line": 11,
                    "column": 7,
                    "text": "nobody at the table is called 'Zoe'",
                }
            ],
        },
    ]


def test_a_folder_gives_the_files_that_are_ours(
    tmp_path: Path, capsys: Capture, snapshot: SnapshotAssertion
) -> None:
    put(tmp_path, "services: {}\n", "docker.yaml")
    put(tmp_path, GAME, "game.yml")
    (tmp_path / "sub").mkdir()
    put(tmp_path / "sub", VARIANT, "v.yaml")
    assert main(["check", str(tmp_path)]) == exits.FINE
    assert len(capsys.readouterr().out.splitlines()) == 2
    (tmp_path / "dangling.yaml").symlink_to(tmp_path / "nowhere")
    assert main(["check", str(tmp_path)]) == exits.BAD_INPUT
    assert capsys.readouterr().err == snapshot


def test_a_folder_with_none_of_our_files_is_told(tmp_path: Path, capsys: Capture) -> None:
    put(tmp_path, "services: {}\n", "docker.yaml")
    (tmp_path / "ours").mkdir()
    put(tmp_path / "ours", VARIANT, "v.yaml")
    (tmp_path / "empty").mkdir()
    assert main(["check", str(tmp_path / "ours"), str(tmp_path / "empty")]) == exits.BAD_INPUT
    said = capsys.readouterr()
    assert len(said.out.splitlines()) == 1
    assert said.err.startswith(f"{tmp_path}/empty: ")


GAMES_IN_OTHER_CLOTHES = {
    "quoted": GAME.replace("rounds:", '"rounds":'),
    "blank": GAME.replace("rounds:", "rounds :"),
    "json": '{"eleusis": 1, "variant": "abbott", "players": ["A", "B"], "seed": 1, "rounds": [{"rule": "red"}]}\n',
    "bom": "\ufeff" + "rounds: [{rule: red}]\neleusis: 1\nvariant: abbott\nplayers: [Ann, Bob]\nseed: 1\n",
    "indented": "".join(f"  {line}\n" for line in GAME.splitlines()),
}


@pytest.mark.parametrize("name", GAMES_IN_OTHER_CLOTHES)
def test_every_game_of_a_folder_is_seen_however_it_is_written(name: str, tmp_path: Path, capsys: Capture) -> None:
    put(tmp_path, GAMES_IN_OTHER_CLOTHES[name])
    put(tmp_path, "steps: {rounds_of_tests: 3}\n# rounds\n", "ci.yaml")
    assert main(["check", str(tmp_path)]) == exits.FINE
    assert capsys.readouterr().out.endswith("a game, 1 round, fine\n")
    assert main(["replay", str(tmp_path), "--format", "json"]) == exits.FINE
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_a_game_of_a_folder_without_its_version_is_told(tmp_path: Path, capsys: Capture) -> None:
    put(tmp_path, GAME.replace("eleusis: 1\n", ""))
    for command in ("check", "replay"):
        assert main([command, str(tmp_path)]) == exits.BAD_INPUT
        assert "eleusis" in capsys.readouterr().err


def test_one_stage_does_not_hide_the_errors_of_the_next(
    tmp_path: Path, capsys: Capture, snapshot: SnapshotAssertion
) -> None:
    """A rule that can't be read, an edition that isn't there, a round that can't be dealt: all at once."""
    bad = GAME.replace("    rule: red\n", "    rule: redd\n").replace("abbott", "abott")
    assert main(["check", put(tmp_path, bad)]) == exits.BAD_INPUT
    err = capsys.readouterr().err
    assert err == snapshot
    three = "  - {dealer: Eve, rule: red, starter: AH, stock: 5H 5H 5H}\n"
    assert main(["check", put(tmp_path, GAME.replace("rule: red", "rule: redd") + three)]) == exits.BAD_INPUT
    err = capsys.readouterr().err
    assert err == snapshot
    assert "3 copies of 5H" in err
    twins = (
        GAME.replace("[Ann, Bob, Cleo, Dan, Eve]", "[Ann, Bob, Cleo, Dan, Ann, Eve]") + "    moves: Ann ply 5H\n"
    )
    assert main(["check", put(tmp_path, twins)]) == exits.BAD_INPUT
    err = capsys.readouterr().err
    assert err == snapshot


@pytest.mark.parametrize("path", ["nowhere.yaml", "x" * 300, "a\0b", "/dev/null/x.yaml"])
def test_unreadable_files_do_not_hide_the_others(path: str, tmp_path: Path, capsys: Capture) -> None:
    assert main(["check", path, put(tmp_path, GAME)]) == exits.BAD_INPUT
    out, err = capsys.readouterr()
    assert len(err.splitlines()) == 1
    assert out.endswith("fine\n")


def test_stdin_and_rules_of_ones_own(tmp_path: Path, capsys: Capture) -> None:
    done = subprocess.run(
        [*RUN, "check", "-"],
        input=GAME,
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        timeout=patient(30),
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (exits.FINE, "-: a game, 1 round, fine\n", "")
    game = put(tmp_path, GAME.replace("rule: red", "rule: my-rule"))
    assert main(["check", game]) == exits.BAD_INPUT
    capsys.readouterr()
    rules = put(tmp_path, RULES.replace("mine", "my-rule"), "rules.yaml")
    assert main(["check", game, "--rules", rules]) == exits.FINE


def test_the_shipped_variants_and_the_games_of_the_tests_are_fine(capsys: Capture) -> None:
    assert main(["check", str(shipped_folder()), str(ROOT / "tests" / "games")]) == exits.FINE
    assert len(capsys.readouterr().out.splitlines()) >= 5
