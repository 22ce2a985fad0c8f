"""`eleusis bot`: kinds listed, programs put into every situation; the bots that the docs give to begin from."""

from __future__ import annotations

import json
import re
import shlex
import sys
import tomllib
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis import EleusisError, Play, Played, belief_of, deal, load_variant, make_player, replay, variant_names
from eleusis.doors.cli import exits, main
from eleusis.ground.chance import stream
from eleusis.minds.players.program.command import Program
from eleusis.record.gamefile.reading import read_game
from eleusis.record.replaying.replay import replay_game
from eleusis.testing.conformance.situations import SITUATIONS, Situation
from eleusis.testing.conformance.trial import BEGINNING, FAREWELL, Trial, try_program
from tests.helpers.called import run_here
from tests.helpers.pages import DOCS, blocks
from tests.helpers.patience import patient

MINIMAL, SHELL = DOCS / "bots" / "minimal.py", DOCS / "bots" / "shell.sh"
BOTS = {"minimal": shlex.join([sys.executable, str(MINIMAL)]), "shell": shlex.join(["/bin/sh", str(SHELL)])}
NO_SHELL = pytest.mark.skipif(not Path("/bin/sh").exists(), reason="there is no shell")
RUN = [pytest.param(name, marks=NO_SHELL if name == "shell" else ()) for name in BOTS]
PAGE = (DOCS / "bots.md").read_text(encoding="utf-8")
IN_PAGE = {block.mark.removeprefix("file: "): block.text for block in blocks(PAGE) if block.mark}


# The situations


def options_in(situation: Situation) -> list[str]:
    """What the program is asked first in a situation."""
    game = replay_game(read_game(situation.game))
    assert (game.findings, game.warnings) == ([], []), situation.name
    round_ = game.rounds[0].round
    assert round_.ended is None
    return [move.text for move in round_.options()] if round_.to_act in situation.seats else []


def test_a_situation_is_what_it_says() -> None:
    first = {situation.name: options_in(situation) for situation in SITUATIONS}
    assert len(first) == len(SITUATIONS), "each has a name of its own"
    assert first["declaring"] == first["bidding"] == ["declare", "pass"]
    assert first["staying"] == ["play 5H", "no-play"]
    assert first["calling a play"] == ["call right", "call wrong"]
    assert first["guessing"] == ['guess ""', "pass"]
    assert first["judging a play"] == first["judging a guess"] == ["judge right", "judge wrong"]
    for name, verb in (("calling a no play", "call"), ("judging a no play", "judge")):
        assert first[name][:2] == [f"{verb} right", f"{verb} wrong 5D"]
    assert first["expulsion"] == first["dealing by a rule"] == []
    for name in ("a play", "strings", "no play", "being overthrown", "an error", "two errors"):
        assert first[name][0].startswith("play "), name
        assert first[name][-1] == "no-play"


def test_what_has_happened_is_what_it_says() -> None:
    games = {situation.name: replay_game(read_game(situation.game)) for situation in SITUATIONS}
    events = {name: [event.type for event in game.rounds[0].round.events] for name, game in games.items()}
    assert events["being overthrown"].count("prophet_overthrown") == 1
    assert games["expulsion"].rounds[0].round.state.expelled == ("Ann",)
    strings = games["strings"].rounds[0].round.events
    assert [len(event.cards) for event in strings if isinstance(event, Played)] == [1, 2, 3]
    stuck = games["no play"].rounds[0]
    assert [event.type for event in stuck.round.events].count("no_play_declared") == 2
    assert not [card for card in stuck.hands["Ann"] if not card.red]
    assert stuck.layout.mainline[-1].rank % 2, "and so black would be right"
    assert len(games["several rounds"].rounds) == 3
    editions = {game.variant.name.removesuffix(", changed") for game in games.values()}
    assert editions == set(variant_names()), "every edition that ships"


# Who keeps to the protocol


def try_source(folder: Path, source: str, *names: str, move_time: float = patient(5)) -> dict[str, Trial]:
    """What a program in Python does in some situations, by their names."""
    (folder / "bot.py").write_text(source, encoding="utf-8")
    program = Program("bot", (sys.executable, "-I", "-S", str(folder / "bot.py")), move_time)
    situations = [situation for situation in SITUATIONS if situation.name in names]
    assert len(situations) == len(names)
    heard: list[str] = []
    return {trial.name: trial for trial in try_program(program, heard.append, situations)}


@pytest.mark.long
@pytest.mark.parametrize("name", RUN)
def test_the_bots_of_the_docs_do_all_right(name: str, tmp_path: Path) -> None:
    done = run_here(tmp_path, "bot", "check", BOTS[name])
    assert (done.returncode, "WRONG" in done.stdout) == (exits.FINE, False), done.stdout
    assert done.stdout.count("fine ") == len(SITUATIONS) + 2
    assert done.stdout.endswith(f"in all {len(SITUATIONS) + 2} situations.\n")


BEGIN = "import json, sys, time\nfor line in sys.stdin:\n m = json.loads(line); kind = m['type']\n"
HELLO = " if kind == 'hello': print('{\"type\": \"ready\"}', flush=True)\n"
FIRST = "print(json.dumps({'move': m['options'][0]}), flush=True)"
MOVE = f" if kind == 'move': options = m['options']; {FIRST}\n"
ERROR = " if kind == 'error': m['options'] = options; " + FIRST + "\n"

WRONG: dict[str, tuple[str, str, str, str]] = {
    "doesn't answer an error": ("two errors", BEGIN + HELLO + MOVE, "player/late", "didn't answer within 0.5 s"),
    "answers an error with words": (
        "an error",
        BEGIN + HELLO + MOVE + " if kind == 'error': print('sorry', flush=True)\n",
        "player/bad-answer",
        "it is not JSON",
    ),
    "gives up at an error": (
        "an error", BEGIN + HELLO + MOVE + " if kind == 'error': sys.exit(4)\n", "player/died", "with exit code 4",
    ),
    "leaves a guess empty": (
        "guessing", BEGIN + HELLO + MOVE + ERROR, "rule/empty", 'guess "" must be filled in with a rule',
    ),
    "says hello once": (
        "a play", BEGIN + " if kind == 'hello':\n  if 'seen' in dir(): sys.exit(0)\n  seen = 1\n" + HELLO + MOVE,
        "player/died", "ended, with exit code 0",
    ),
    "answers the end": (
        "several rounds",
        BEGIN + HELLO + MOVE.replace("[0]", "[-1]") + " if kind == 'end': print('{}', flush=True)\n",
        "player/unasked|player/bad-answer", "wrote a line before it was asked|it has no move",  # if it is slow
    ),
    "knows all keys": (
        "a later version", BEGIN + " assert 'later' not in m\n" + HELLO + MOVE, "player/died", "AssertionError",
    ),
    "can't judge": (
        "judging a no play", BEGIN + HELLO + " if kind == 'move': print('{\"move\": \"judge\"}', flush=True)\n"
        " if kind == 'error': print('{\"move\": \"judge\"}', flush=True)\n", "notation/missing", "was refused",
    ),
    "states no rule": (
        "a play", BEGIN + HELLO + MOVE.replace("[0]}", "[-1], 'rule': 'rred'}") + ERROR,
        "player/bad-answer", "the rule 'rred' can't be read",
    ),
}  # fmt: skip
"""For each mistake where it shows, a program that makes it, and what is said of it."""


@pytest.mark.long
@pytest.mark.parametrize("mistake", WRONG)
def test_what_a_program_does_wrong_is_said(mistake: str, tmp_path: Path) -> None:
    name, source, code, text = WRONG[mistake]
    trials = try_source(tmp_path, source, name, move_time=0.5)
    assert not trials[BEGINNING].faults
    faults = trials[name].faults
    assert any(re.fullmatch(code, fault.code) and re.search(text, fault.text) for fault in faults), faults
    for fault in faults:
        assert json.loads(fault.sent)["type"] in ("hello", "move", "error", "end")
        assert fault.text.isprintable()


@pytest.mark.long
def test_who_does_not_end_is_said_and_ended(tmp_path: Path) -> None:
    trials = try_source(tmp_path, BEGIN + HELLO + MOVE + ERROR + "time.sleep(60)\n")
    assert [fault.text for fault in trials[FAREWELL].faults] == [
        "the bot of Ann was still running 2 s after it was told goodbye"
    ]


@pytest.mark.parametrize("kind", ["random", "Knower", "knower(skill=0.5)"])
def test_a_kind_is_no_program(kind: str, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    done = run_here(tmp_path, "bot", "check", kind)
    assert (done.returncode, done.stdout) == (exits.BAD_INPUT, "")
    assert done.stderr == snapshot


def test_a_program_that_is_called_as_a_kind_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "random").write_text("#!/bin/sh\n", encoding="utf-8")
    (tmp_path / "random").chmod(0o700)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    done = run_here(tmp_path, "bot", "check", "random")
    assert (done.returncode, "player/died" in done.stdout) == (exits.FINDING, True)


def test_a_command_that_is_none_is_bad_input(tmp_path: Path) -> None:
    for command in ("", "'"):
        done = run_here(tmp_path, "bot", "check", command)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (exits.BAD_INPUT, "", 1)


def test_who_has_played_its_last_card_is_asked_whether_it_stays(tmp_path: Path) -> None:
    log = BEGIN + f" open({str(tmp_path / 'log')!r}, 'a').write(line)\n" + HELLO + MOVE + ERROR
    trials = try_source(tmp_path, log, "staying")
    assert not trials["staying"].faults
    messages = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    assert [(m["view"]["phase"], m["options"]) for m in messages if m["type"] == "move"][:2] == [
        ("play", ["play 5H", "no-play"]),
        ("stay", ["declare", "pass"]),
    ]


# The docs


@pytest.mark.long
def test_errors_on_purpose_are_told_as_such(tmp_path: Path) -> None:
    log = BEGIN + f" if kind == 'error': open({str(tmp_path / 'log')!r}, 'a').write(line)\n" + HELLO + MOVE + ERROR
    (tmp_path / "bot.py").write_text(log, encoding="utf-8")
    done = run_here(tmp_path, "bot", "check", shlex.join([sys.executable, "-I", "-S", "bot.py"]))
    assert "WRONG  an error:" not in done.stdout
    codes = [json.loads(line)["code"] for line in (tmp_path / "log").read_text().splitlines()]
    assert codes.count("move/on-purpose") == 3


@pytest.mark.long
@pytest.mark.parametrize("name", RUN)
def test_the_bots_of_the_docs_play_abbott_to_the_end(name: str, tmp_path: Path) -> None:
    players = "Ann:mine,Bob:random,Cleo:random,Dan:random"
    args = ["deal", "--bot", f"mine={BOTS[name]}", "--players", players, "--seed", "4", "-o", "game.yaml"]
    assert run_here(tmp_path, *args).returncode == exits.FINE
    (game,) = replay(tmp_path / "game.yaml")
    assert not game.findings
    assert len(game.rounds) == 4
    assert all(record.ended is not None for record in game.rounds)
    assert any(event.type == "prophet_declared" for record in game.rounds for event in record.round.events)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The package of the page, as if it were installed."""
    project = tomllib.loads(next(block.text for block in blocks(PAGE) if block.language == "toml"))["project"]
    assert (project["name"], project["version"]) == ("house-bots", "1.0")
    points = project["entry-points"]["eleusis.players"]
    info = tmp_path / "house_bots-1.0.dist-info"
    info.mkdir()
    kinds = [f"{kind} = {home}\n" for kind, home in points.items()]
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: house-bots\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("".join(["[eleusis.players]\n", *kinds]), encoding="utf-8")
    (tmp_path / "house_bots.py").write_text(IN_PAGE["house_bots.py"], encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "house_bots", raising=False)
    return tmp_path


def test_the_package_of_the_page_adds_a_kind(site: Path) -> None:
    done = run_here(site, "bot", "list")
    assert done.returncode == exits.FINE
    rows = done.stdout.splitlines()
    assert max(map(len, rows)) <= 80
    assert rows[0].split() == ["kind", "from", "what", "it", "does"]
    (row,) = [row for row in rows if row.startswith("by-colour")]
    assert row.split()[1:3] == ["house-bots", "1.0"]
    assert "nerve=0.5 (0 to 1): how sure it is of what it says" in done.stdout
    data = {kind["name"]: kind for kind in json.loads(run_here(site, "bot", "list", "--format", "json").stdout)}
    assert set(data) == {"beginner", "good", "expert", "random", "knower", "scientist", "by-colour"}
    assert data["by-colour"] == {
        "name": "by-colour",
        "from": "house-bots 1.0",
        "doc": "plays the colour of the last right card",
        "options": {"nerve": {"low": 0, "high": 1, "default": 0.5, "doc": "how sure it is of what it says"}},
        "knows_rule": False,
    }
    assert (data["knower"]["from"], data["knower"]["knows_rule"]) == ("built in", True)
    players = "Ann:by-colour(nerve=0.8),Bob:random,Cleo:random"
    args = ("deal", "--variant", "express", "--players", players, "--rounds", "1")
    assert run_here(site, *args).returncode == exits.FINE


@pytest.mark.parametrize(("edition", "others"), [("express", ",Cleo:random"), ("solo", "")])
def test_the_kind_of_the_page_plays_where_it_may_guess(site: Path, edition: str, others: str) -> None:
    players = f"Bob:random,Ann:by-colour{others}"
    args = ("deal", "--variant", edition, "--players", players, "--rule", "color == last.color or rank == 7")
    done = run_here(site, *args, "--rounds", "1", "--seed", "2", "-o", "game.yaml")
    assert (done.returncode, done.stderr) == (exits.FINE, "game.yaml: written\n")
    assert 'Ann guess "color == last.color"' in (site / "game.yaml").read_text(encoding="utf-8")


def test_the_player_of_the_page_says_what_it_believes(site: Path) -> None:
    express = load_variant("express")
    view = deal(express, ["Ann", "Bob", "Cleo"], dealer="Cleo", seed=3).view("Ann")
    player = make_player("by-colour", "Ann", express, stream(1), options={"nerve": 0.8})
    assert isinstance(player.move(view), Play)
    assert belief_of(player, view) == ("color == last.color", 0.8)


def test_a_kind_that_can_not_be_had_is_told_beside_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    info = tmp_path / "broken-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(
        "[eleusis.players]\nghost = no_such_module_here:KIND\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    done = run_here(tmp_path, "bot", "list")
    assert done.returncode == exits.BAD_INPUT
    assert done.stderr == snapshot
    assert "\nscientist " in done.stdout
    assert main(["bot", "list", "--format", "json"]) == exits.BAD_INPUT
    with pytest.raises(EleusisError):
        make_player("ghost", "Ann", load_variant("express"), stream(1))
