"""Whole games in the laboratory: totals as a replay of the game gives them, the never-dealt bonus, who is ahead."""

import json
import re
from pathlib import Path

import attrs
import pytest

from eleusis.doors.cli import exits, main
from eleusis.ground.errors import EleusisError
from eleusis.lab.arms import read_arms
from eleusis.lab.columns import RoundColumns
from eleusis.lab.measures import measure_rounds, measures_of
from eleusis.lab.plan import Plan, game_length, read_rules
from eleusis.lab.reporting.games import game_of
from eleusis.lab.run import Processes, here, run
from eleusis.lab.tally import Numbers, play
from eleusis.minds.players.registry import read_seats
from eleusis.record.gamefile.reading import read_game
from eleusis.record.replaying.replay import replay_game
from eleusis.variant import load_variant, variant_names

SEATS = "Ann:knower(skill=0.6),Bob:random,Cleo:knower"


def plan_of(*variants: str, games: int = 4, stop_after: int | None = None, seats: str = SEATS) -> Plan:
    arms, knob = read_arms(variants, (), None)
    sitters = read_seats(seats)
    length = game_length(arms, [seat.name for seat in sitters], stop_after)
    return Plan(tuple(arms), sitters, read_rules("all", 3), 3, games * length, knob, length)


@pytest.mark.long
@pytest.mark.parametrize("name", variant_names())
@pytest.mark.parametrize("stop_after", [None, 2])
def test_the_totals_are_those_of_the_game_file(name: str, stop_after: int | None) -> None:
    if load_variant(name).game.rounds.complete([1, 0, 0]):
        stop_after = None  # a game of one round can't be stopped between two
    plan = plan_of(name, games=3, stop_after=stop_after)
    totals = run(plan, here)[0].games.totals
    assert len(totals) == plan.games == 3
    for game in (1, 2, 3):
        text = game_of(plan, 0, game * (plan.game or 1))
        played = replay_game(read_game(text, "g.yaml", {}))
        assert not played.findings
        assert tuple(played.totals.values()) == totals[game - 1]
        assert len(played.rounds) == plan.game
        assert ("stopped: true" in text) == (stop_after is not None)


def test_a_game_is_over_when_all_have_dealt() -> None:
    """rules.md, rounds in a game: one per player, or an equal number of deals each."""
    arms, _ = read_arms(["abbott", "matuszek"], (), None)
    assert game_length(arms, "ABCDE") == 5
    assert game_length(arms, "ABCDE", 3) == 3
    assert game_length(arms[1:], "ABCDE", 10) == 10, "two deals each"
    with pytest.raises(EleusisError, match="over after 5 rounds") as error:
        game_length(arms, "ABCDE", 6)
    assert error.value.code == "lab/rounds"


@pytest.mark.parametrize(("name", "bonus"), [("abbott", 10), ("guyton", 10), ("matuszek", 0), ("express", 0)])
def test_who_never_dealt_has_the_bonus_when_the_game_stops(name: str, bonus: int) -> None:
    """rules.md, never dealt when the game stops: +10, +10, 0, 0."""
    plan = plan_of(name, stop_after=2)
    games = run(plan, here)[0].games
    assert games.bonus == [bonus] * 4
    assert run(plan_of(name), here)[0].games.bonus == [0] * 4


def test_rounds_of_a_game_are_dealt_anew_by_those_who_sit_there_in_turn() -> None:
    plan = plan_of("abbott")
    rounds = [play(plan, 0, number) for number in range(1, 7)]
    assert [round_.state.dealer for round_ in rounds] == ["Ann", "Bob", "Cleo"] * 2
    assert len({str(round_.events[0]) for round_ in rounds}) == 6
    assert [plan.place(number) for number in (1, 3, 4)] == [(1, 1), (1, 3), (2, 1)]


def given(scores: list[tuple[int, int, int]]) -> RoundColumns:
    """Rounds of one Express game each three with these scores; the seats deal in turn."""
    plan = attrs.evolve(plan_of("express"), rounds=len(scores))
    rounds = RoundColumns(plan)
    nothing = Numbers.from_row([0] * len(Numbers.names(3)))
    for number, row in enumerate(scores, start=1):
        rounds.add(number, nothing._replace(dealer=(number - 1) % 3, turns=7, scores=row).row)
    return rounds


def test_whole_games_by_hand() -> None:
    rounds = given([(1, 5, 3), (4, 5, 0), (2, 1, 9), (8, 0, 0), (0, 9, 0), (1, 0, 2)])
    assert rounds.games.totals == [(7, 11, 12), (9, 9, 2)]
    assert rounds.games.led == [1, 1]
    formulas = {measure.id: (measure, ratio_of) for measure, ratio_of in measures_of(rounds.plan, [1, 0, 2])}
    parts = formulas["game.wins.Ann"][0].parts
    wanted = {
        "total": ([30, 20], [3, 3]), "winner": ([12, 9], [1, 1]), "lead": ([1, 0], [1, 1]),
        "spread": ([5, 7], [1, 1]), "ties": ([0, 1], [1, 1]), "turns": ([21, 21], [1, 1]),
        "dealing": ([1 + 5 + 9, 8 + 9 + 2], [30, 20]), "kept": ([0, 1], [1, 1]), "total.Cleo": ([12, 2], [1, 1]),
        "wins.Ann": ([0, parts // 2], [parts, parts]), "wins.Cleo": ([parts, 0], [parts, parts]),
        # Cleo over Ann over Bob: of the first game 2 + 2 + 0, of the second 0 + 0 + 1
        "skill": ([4, 1], [6, 6]),
    }  # fmt: skip
    ratios = {name: formulas[f"game.{name}"][1](rounds) for name in wanted}
    assert {name: (list(ratio.y), list(ratio.x)) for name, ratio in ratios.items()} == wanted


def test_a_round_that_is_broken_off_ends_its_game() -> None:
    plan = attrs.evolve(plan_of("abbott", games=3), max_turns=9)
    games = run(plan, here)[0].games
    assert games.bonus == [20] * 3
    played = replay_game(read_game(game_of(plan, 0, 5), "g.yaml", {}))
    assert len(played.rounds) == 1
    assert tuple(played.totals.values()) == games.totals[1]


@pytest.mark.long
def test_processes_change_nothing_of_the_games() -> None:
    plan = plan_of("abbott", "guyton", games=9)
    assert measure_rounds(plan, run(plan, here)) == measure_rounds(plan, run(plan, Processes(2)))


GAMES = ["simulate", "--games", "6", "--players", SEATS, "--jobs", "1"]


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main([*GAMES, "--stop-after", "2", "--format", "json"]) == exits.FINE
    data = json.loads(capsys.readouterr().out)
    assert (data["games"], data["rounds"]) == (6, 12)
    measures = {measure["id"]: measure for measure in data["measures"]}
    assert measures["game.never_dealt"]["arms"][0]["value"] == 10
    assert measures["game.turns"]["of"] == "games"
    assert measures["turns"]["of"] == "rounds"
    assert measures["game.turns"]["arms"][0]["value"] == pytest.approx(2 * measures["turns"]["arms"][0]["value"])
    mean = [measures[f"game.total.{name}"]["arms"][0]["value"] for name in ("Ann", "Bob", "Cleo")]
    assert measures["game.total"]["arms"][0]["value"] == pytest.approx(sum(mean) / 3)
    wins = [measures.get(f"game.wins.{name}") for name in ("Ann", "Bob", "Cleo")]
    assert sum(measure["arms"][0]["value"] for measure in wins if measure) == pytest.approx(1)

    assert main([*GAMES, "--variant", "guyton"]) == exits.FINE
    out = capsys.readouterr().out
    assert "\n\n6 games of 3 rounds\n" in out
    assert max(map(len, out.splitlines())) <= 80
    assert re.search(r"\nwhole games\n  turns +\d", out)

    assert main([*GAMES, "--replay-round", "5"]) == exits.FINE
    file = tmp_path / "g.yaml"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert "Game 2 of 6" in file.read_text(encoding="utf-8")
    assert main(["replay", str(file)]) == exits.FINE


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--games", "6", "--rounds", "5"], "--games and --rounds don't go together"),
        (["--games", "6", "--stop-after", "4"], "over after 3 rounds, and can't be stopped after 4"),
        (["--games", "6", "--stop-after", "0"], "after 1 to 1000 rounds, not after 0"),
        (["--games", "0"], "0 games of 3 rounds"),
        (["--games", "9999999"], "9999999 games of 3 rounds"),
        (["--games", "6", "--replay-round", "19"], "write 1 to 18"),
    ],
)
def test_bad_input(args: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*GAMES[:1], *GAMES[3:], *args]) == exits.BAD_INPUT
    assert said in capsys.readouterr().err


def test_stopping_rounds_that_stand_alone_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--rounds", "3", "--stop-after", "2"]) == exits.BAD_INPUT
    assert "say how many with --games" in capsys.readouterr().err
