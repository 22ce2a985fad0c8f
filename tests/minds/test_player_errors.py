"""Bots that fail, or answer nonsense: named with their kind, their seat and the cause; what was played is kept."""

from __future__ import annotations

import io
import json
import pickle
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis.doors.cli import exits, main
from eleusis.doors.terminal.setting_up import Arrangement
from eleusis.driving.dealing import deal
from eleusis.driving.driver import Driver, answer_of
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.game.moves import Guess, Hint, Judge, Move, NoPlay, Play
from eleusis.game.view import View
from eleusis.ground.cards import PACK
from eleusis.ground.errors import PlayerError
from eleusis.minds.players.registry import make_player
from eleusis.record.replaying.replay import replay
from eleusis.secret.rule import Rule
from eleusis.table.game_table import resume
from eleusis.variant import load_variant
from tests.helpers.planted import Answers, plant, plant_answers
from tests.helpers.sittings import go_on, seated, sit

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


class Unspeakable(Exception):
    """An error that fails when it is told."""

    def __str__(self) -> str:
        raise RuntimeError("not even this")


def raising(error: BaseException) -> Callable[[View], object]:
    def answer(view: View) -> object:
        raise error

    return answer


def not_in_hand(view: View) -> object:
    return Play(view.seat, (next(card for card in PACK if card not in view.hand),))


def untyped(what: object) -> Any:
    """What no type checker would let a bot answer."""
    return what


NONSENSE: dict[str, tuple[Callable[[View], object], str, str]] = {
    "nothing": (lambda view: None, "player/no-move", "answered nothing, not with a move"),
    "a text": (lambda view: "play 5H", "player/no-move", "answered with 'str', not with a move"),
    "a class": (lambda view: NoPlay, "player/no-move", "not with a move"),
    "another seat's": (lambda view: NoPlay("Cleo"), "player/other-seat", "moved for 'Cleo'"),
    "a stranger's": (lambda view: NoPlay("Zoe\x1b[2J"), "player/other-seat", "moved for "),
    "no card of its hand": (not_in_hand, "player/illegal-move", "may not do that: Bob does not have "),
    "a number of cards": (
        lambda view: Play(view.seat, untyped(5)),
        "player/illegal-move",
        "can't be made of these",
    ),
    "cards in words": (
        lambda view: Play(view.seat, untyped(["5H"])),
        "player/illegal-move",
        "can't be made of these",
    ),
    "a judgement": (lambda view: Judge(view.seat, True), "player/illegal-move", "may not do that: "),
    "a hint": (lambda view: Hint(view.seat, "look"), "player/illegal-move", "not the dealer"),
    "nothing that has words": (
        lambda view: Play(view.seat, untyped((Unspeakable(),))),
        "player/illegal-move",
        "can't be made of these",
    ),
    "a guess of nothing": (lambda view: Guess(view.seat, untyped(None)), "player/illegal-move", "may not do that"),
    "a seat like any": (lambda view: NoPlay(untyped(ANY)), "player/other-seat", "a seat that is "),
    "a generator's end": (raising(GeneratorExit()), "player/failed", "failed: 'GeneratorExit'"),
    "no exception at all": (raising(BaseException("so")), "player/failed", "failed: 'BaseException: so'"),
    "an exception": (raising(ZeroDivisionError("by 0")), "player/failed", "failed: 'ZeroDivisionError: by 0'"),
    "control characters": (raising(ValueError("\x1b[2J\x07\nmore")), "player/failed", "failed: 'ValueError: "),
    "an error without words": (raising(Unspeakable()), "player/failed", "failed: 'Unspeakable'"),
    "the end": (raising(SystemExit()), "player/failed", "failed: 'SystemExit"),
    "the end, well": (raising(SystemExit(0)), "player/failed", "failed: 'SystemExit: 0'"),
    "deep": (raising(RecursionError("too deep")), "player/failed", "failed: 'RecursionError: too deep'"),
}
EACH = pytest.mark.parametrize("answer", NONSENSE)


def message_of(err: str) -> str:
    """The message of a command that a bot ended: a line with nothing raw in it, no traceback, the bot's fault."""
    assert "Traceback" not in err
    assert "bug in eleusis" not in err
    message = err.splitlines()[-1]
    assert message.isprintable()
    assert message.startswith("the bot of Bob (moody) ")
    return message


@EACH
def test_the_driver_names_the_bot_its_seat_and_the_cause_and_nothing_has_changed(answer: str) -> None:
    work, code, cause = NONSENSE[answer]
    round_ = deal(load_variant("express"), ("Bob", "Cleo", "Dan"), dealer="Dan", seed=1)
    before = round_.copy()
    bob: object = Answers(work)
    driver = Driver(round_, {"Bob": bob, "Dan": RuleDealer(Rule("red"), round_.variant)}, [], {"Bob": "moody"})  # type: ignore[dict-item]  # its answers are no moves
    with pytest.raises(PlayerError) as caught:
        driver.go()
    assert (caught.value.code, caught.value.exit_code) == (code, exits.FINDING)
    assert cause in caught.value.message
    assert message_of(caught.value.message)
    assert (round_.events, round_.state, driver.steps) == (before.events, before.state, [])
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), str(again), again.exit_code) == (PlayerError, str(caught.value), exits.FINDING)


def test_an_interruption_from_the_keyboard_is_no_mistake_of_a_bot() -> None:
    round_ = deal(load_variant("express"), ("Bob", "Cleo", "Dan"), dealer="Dan", seed=1)
    with pytest.raises(KeyboardInterrupt):
        Driver(round_, {"Bob": Answers(raising(KeyboardInterrupt()))}).go()  # type: ignore[dict-item]  # as above


# At the table


@EACH
def test_play_ends_with_a_word_and_keeps_its_file(
    answer: str, tmp_path: Path, monkeypatch: Patch, capsys: Capture, snapshot: SnapshotAssertion
) -> None:
    work, _, cause = NONSENSE[answer]
    plant_answers(monkeypatch, "moody", work)
    monkeypatch.delenv("ELEUSIS_DEBUG", raising=False)
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n1\np\n" * 20))
    path = tmp_path / "g.yaml"
    args = ["play", "--players", "Ann,Bob:moody,Cleo:random", "--variant", "express", "--dealer", "Cleo"]

    assert main([*args, "--rule", "any", "--seed", "3", "--file", str(path)]) == exits.FINDING

    err = capsys.readouterr().err
    assert cause in message_of(err)
    assert err == snapshot
    (game,) = replay(path)
    assert game.findings == []
    assert {step.seat for step in game.rounds[0].steps} <= {"Ann", "Cleo"}


def test_a_bot_that_fails_in_the_middle_is_asked_again_at_the_same_place(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    path, calls = tmp_path / "g.yaml", count(1)

    def sometimes(view: View) -> Move:
        if next(calls) == 4:
            raise MemoryError
        return view.options[-1] if not isinstance(view.options[0], Play) else view.options[0]

    plant_answers(monkeypatch, "moody", sometimes)
    players = "Ann:random,Bob:moody,Cleo:random"
    with pytest.raises(PlayerError, match="failed: 'MemoryError'"):
        sit(seated(path, players), "", Arrangement(given=[Rule("red")], rounds=1))
    (cut,) = replay(path)
    assert sum(step.seat == "Bob" for step in cut.rounds[0].steps) == 3
    go_on(path, rounds=1)
    calls = count(10)
    whole = tmp_path / "whole.yaml"
    sit(seated(whole, players), "", Arrangement(given=[Rule("red")], rounds=1))
    assert path.read_bytes() == whole.read_bytes(), "a game that was broken off goes on as it would have"


def test_a_guess_that_can_not_be_read_is_the_bots_mistake_where_no_person_deals(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    def prose(view: View) -> Move:
        return Guess(view.seat, "the weather") if isinstance(view.options[0], Guess) else view.options[0]

    plant_answers(monkeypatch, "moody", prose)
    path = tmp_path / "g.yaml"
    table = seated(path, "Ann:random,Bob:moody,Cleo:random")
    with pytest.raises(PlayerError) as caught:
        sit(table, "", Arrangement(given=[Rule("any")], dealer="Cleo"))
    assert caught.value.code == "player/illegal-move"
    resume(path)[0].file.close()  # type: ignore[union-attr]  # it has one: and it can be gone on with

    by_person = seated(None, "Ann:random,Bob:moody,Cleo")
    by_person.begin_round("Cleo", Rule("any"))
    while by_person.bot_to_act:
        by_person.step()
    assert (by_person.now.round.to_act, by_person.now.round.state.guess) == ("Cleo", "the weather")


def test_a_bot_that_can_not_say_what_it_believed_is_told(monkeypatch: Patch) -> None:
    with pytest.raises(PlayerError) as caught:
        answer_of("Ann", "moody", dict[int, int]().__getitem__, 5)
    assert caught.value.code == "player/failed"


# Without people


@pytest.mark.long
@EACH
def test_deal_ends_with_a_word_and_leaves_the_game_so_far(
    answer: str, tmp_path: Path, monkeypatch: Patch, capsys: Capture, snapshot: SnapshotAssertion
) -> None:
    work, _, cause = NONSENSE[answer]
    plant_answers(monkeypatch, "moody", work)
    monkeypatch.delenv("ELEUSIS_DEBUG", raising=False)
    path = tmp_path / "g.yaml"
    args = ["deal", "--players", "Ann,Bob:moody,Cleo", "--variant", "express", "--dealer", "Bob", "--seed", "4"]
    assert main([*args, "-o", str(path)]) == exits.FINDING
    out, err = capsys.readouterr()
    assert cause in message_of(err)
    assert out == ""
    assert not path.exists()
    part = tmp_path / "g.yaml.part"
    assert err == snapshot
    part.rename(path)
    (game,) = replay(path)
    assert game.findings == []
    assert [script.ended is None for script in game.rounds] == [False, True], (
        "Bob doesn't move in the round that he deals"
    )
    assert main(args) == exits.FINDING
    assert capsys.readouterr().out == path.read_text(encoding="utf-8")


def test_a_bot_that_can_not_even_be_made(
    tmp_path: Path, monkeypatch: Patch, capsys: Capture, snapshot: SnapshotAssertion
) -> None:
    def make(*_: object) -> object:
        raise SystemExit

    plant(monkeypatch, "moody", make)
    with pytest.raises(PlayerError) as caught:
        make_player("moody", "Bob", load_variant("express"), None)  # type: ignore[arg-type]  # nothing is drawn
    assert str(caught.value) == snapshot
    assert main(["deal", "--players", "Ann,Bob:moody", "--variant", "express"]) == exits.FINDING
    assert "failed: 'SystemExit'" in message_of(capsys.readouterr().err)


@EACH
def test_simulate_ends_with_a_word(answer: str, monkeypatch: Patch, capsys: Capture) -> None:
    work, _, cause = NONSENSE[answer]
    plant_answers(monkeypatch, "moody", work)
    monkeypatch.delenv("ELEUSIS_DEBUG", raising=False)
    args = ["simulate", "--players", "Ann:random,Bob:moody,Cleo:random", "--rounds", "4", "--jobs", "1"]
    assert main([*args, "--rule", "red", "--variant", "express"]) == exits.FINDING
    out, err = capsys.readouterr()
    assert cause in message_of(err)
    assert out == ""


@pytest.mark.long
def test_what_was_simulated_is_kept_and_gone_on_with(tmp_path: Path, monkeypatch: Patch, capsys: Capture) -> None:
    made = count(1)

    def fails_late(variant: object, chance: object) -> object:
        number = next(made)
        return Answers(lambda view: None) if number == 40 else Answers(lambda view: view.options[-1])

    args = ["simulate", "--players", "Ann:random,Bob:moody,Cleo:random", "--rounds", "90", "--jobs", "1"]
    args += ["--rule", "red", "--variant", "express", "--format", "json"]
    results = tmp_path / "r.sqlite"
    plant(monkeypatch, "moody", fails_late)
    assert main([*args, "--out", str(results)]) == exits.FINDING
    assert "answered nothing" in message_of(capsys.readouterr().err)
    before = next(made)
    assert main([*args, "--out", str(results), "--resume"]) == exits.FINE
    again = next(made) - before - 1
    assert again < 60, "the rounds of before are not played again"
    resumed = json.loads(capsys.readouterr().out)
    assert main(args) == exits.FINE
    whole = json.loads(capsys.readouterr().out)
    assert resumed["measures"] == whole["measures"]
