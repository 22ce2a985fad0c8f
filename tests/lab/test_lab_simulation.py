"""`simulate` from Python: the same numbers as the command's, asked for in a few words."""

from __future__ import annotations

import json

import pytest

from eleusis.doors.cli import exits, main
from eleusis.ground.errors import EleusisError
from eleusis.lab.simulation import Results, simulate
from eleusis.minds.players.registry import Seat
from eleusis.secret.rule import Rule
from eleusis.variant import load_variant

SEATS = (Seat("Ann", "random"), Seat("Bob", "knower", {"skill": 0.5}), Seat("Cleo", "knower"))
COMMAND = ["simulate", "--players", "Ann:random,Bob:knower(skill=0.5),Cleo:knower", "--jobs", "1"]


def assert_as_printed(results: Results, options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*COMMAND, *options, "--format", "json"]) == exits.FINE
    printed = json.loads(capsys.readouterr().out)
    assert results.to_json(printed["command"]) == printed


def test_the_numbers_are_those_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    results = simulate("abbott", settings=["deal.hand=9"], rounds=12, players=SEATS)
    assert_as_printed(results, ["--set", "deal.hand=9", "--rounds", "12"], capsys)
    results = simulate(["abbott", "express"], games=2, players=SEATS, seed=5, rules=["red", Rule("black")])
    assert results.plan.games == 2
    results = simulate("express", sweep="deal.hand=6,9", rounds=6, players=SEATS, rules="2", jobs=2)
    assert_as_printed(
        results, ["--variant", "express", "--sweep", "deal.hand=6,9", "--rounds", "6", "--rule", "2"], capsys
    )


def test_results_are_asked_by_the_ids_of_measures() -> None:
    results = simulate("abbott deal.hand=9", rounds=6, players=SEATS, rules=Rule("red"))
    turns = results["turns"].arms[0]
    assert turns is not None
    assert turns.low < turns.value < turns.high
    assert next(outcome.measure.id for outcome in results) == "turns"
    assert len(results) == len(list(results)) > 10
    assert str(results) == results.to_text()
    assert results.to_csv().count("\n") == 6 + 1
    assert "the rule red" in str(results)
    assert results.notes == ["New Eleusis is usually played by 4 to 8, the dealer included, not by 3"]
    with pytest.raises(KeyError):
        results["tuns"]


def test_a_dealer_without_a_score_is_under_no_cap() -> None:
    results = simulate("solo", rounds=6, players=SEATS[:2], rules=Rule("red"))
    assert results["score.player"].arms[0] is not None
    assert "cap" not in [outcome.measure.id for outcome in results]  # what never happens has no line


def test_variants_that_were_made_are_as_good_as_those_that_are_named() -> None:
    made = load_variant("abbott", ["deal.hand=9"])
    named = simulate("abbott deal.hand=9", settings=["stock.decks=3"], rounds=6, players=SEATS)
    results = simulate(made, settings=["stock.decks=3"], rounds=6, players=SEATS)
    assert [outcome.arms for outcome in results] == [outcome.arms for outcome in named]
    assert results.plan.arms[0].variant is made


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"rounds": 5, "games": 5}, "notation/option"),
        ({"rounds": 0}, "lab/rounds"),
        ({"rules": []}, "lab/no-rules"),
        ({"players": "Ann,Bob:random"}, "lab/no-bot"),
        ({"sweep": "deal.hand=9..1"}, "lab/sweep"),
        ({"settings": ["deal.hnad=9"]}, "variant/unknown-knob"),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_code(arguments: dict[str, object], code: str) -> None:
    with pytest.raises(EleusisError) as error:
        simulate("abbott", **arguments)  # type: ignore[arg-type]  # of many types
    assert error.value.code == code
