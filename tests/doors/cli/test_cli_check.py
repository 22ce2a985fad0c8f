"""`eleusis check`, through the real command line: every kind of file, every error at once, hostile input."""

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


@pytest.mark.long
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


@pytest.mark.parametrize("path", ["nowhere.yaml", "x" * 300, "a\0b", "/dev/null/x.yaml"])
def test_unreadable_files_do_not_hide_the_others(path: str, tmp_path: Path, capsys: Capture) -> None:
    assert main(["check", path, put(tmp_path, GAME)]) == exits.BAD_INPUT
    out, err = capsys.readouterr()
    assert len(err.splitlines()) == 1
    assert out.endswith("fine\n")


@pytest.mark.long
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
