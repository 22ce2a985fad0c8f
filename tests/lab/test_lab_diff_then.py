"""`eleusis diff`: what is said of games that can't be followed, and what can still be compared of them."""

import json
from functools import cache
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis.doors.cli import exits, main
from eleusis.lab.diffing.counting import SideEnds
from eleusis.lab.diffing.diff import GameDiff, diff_game
from eleusis.minds.players.registry import read_seats
from eleusis.record.gamefile.reading import read_game
from eleusis.table.bots_only import deal_game
from tests.lab.test_lab_diff import SHORT, diff_text

SEEDED = SHORT.replace("rounds:\n", "seed: 5\nrounds:\n")
NO_DRAW = "wrong_play.draw_per_card=0"
"""Under this Bob doesn't draw 2H for his wrong play, and so can't play it in move 4."""


def diff(*settings: str, text: str = SEEDED, count: bool = False) -> GameDiff:
    return diff_game(read_game(text, "g.yaml", {}), None, None, settings, {}, count)


def count(*settings: str, text: str = SEEDED) -> SideEnds:
    """The ends of the only round, both sides counted."""
    ends = diff(*settings, text=text, count=True).rounds[0].ends
    assert ends is not None
    return ends


def first_lines(games: list[GameDiff]) -> str:
    """What stands above the list of kinds, on one line."""
    return " ".join(diff_text(games).partition("\n\n")[0].split())


def test_how_many_stop_early_is_said_at_the_top(snapshot: SnapshotAssertion) -> None:
    short, whole = diff(NO_DRAW), diff()
    assert [first_lines(games) for games in ([short, short, whole], [whole], [short, short], [short])] == snapshot


def test_counted_where_the_hands_stand() -> None:
    """Before move 4 Bob has 7S, and under A two cards that he drew; Cleo and Ann have played one of two."""
    a, b = count(NO_DRAW, text=SHORT)
    assert (a.by, b.by) == ("counted", "counted")
    assert a.scores == {"Ann": 2, "Bob": 0, "Cleo": 2, "Dan": 2}
    assert b.scores == {"Ann": 0, "Bob": 0, "Cleo": 0, "Dan": 0}


def test_like_is_held_against_like() -> None:
    """The same state and a knob that nothing hangs on: here both sides stop at a card that nobody holds."""
    a, b = count("expulsion.layout=500", text=SEEDED.replace("Bob play 2H", "Bob play 3C"))
    assert a.by == "counted"
    assert a == b


def test_a_round_that_is_over_on_one_side_keeps_its_points_there() -> None:
    """With a cutoff at three cards the fourth move comes after the end: that is no stop, both ends are recorded."""
    text = SEEDED.replace("variant: abbott", "variant: guyton").replace(
        "      Bob play 5S\n      Cleo play 8H\n      Ann play 5H\n      Bob play 2H\n",
        "      Ann play 5H\n      Bob play 5S\n      Cleo play 8H\n      Ann play 6H\n",
    )
    game_diff = diff("cutoff.layout=3", text=text, count=True)
    assert [end.by for end in game_diff.rounds[0].ends or ()] == ["recorded"] * 2
    assert "In 1 game a round ends under B before its last recorded move" in first_lines([game_diff])
    assert "can't be followed" not in first_lines([game_diff])


def test_a_game_that_was_broken_off_is_counted_where_only_one_side_was_over() -> None:
    """Broken off on both sides it was recorded so; but where A had its cutoff, B is not to be held against that."""
    text = SEEDED.replace("variant: abbott", "variant: {extends: guyton, cutoff: {layout: 3}}").replace(
        "      Bob play 5S\n      Cleo play 8H\n      Ann play 5H\n      Bob play 2H\n",
        "      Ann play 5H\n      Bob play 5S\n",
    )
    text = text.replace("rounds:\n", "stopped: true\nrounds:\n")
    a, b = count("cutoff.layout=30", text=text)
    assert (a.by, a.ended, b.by) == ("recorded", "cutoff", "counted")
    ends = count("cutoff.layout=30", text=text.replace("      Bob play 5S\n", ""))
    assert [(end.by, end.ended) for end in ends] == [("recorded", "abandoned")] * 2


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in range(1, 4):
        (tmp_path / f"g{number}.yaml").write_text(SEEDED.replace("seed: 5", f"seed: {number}"), encoding="utf-8")
    return tmp_path


def test_as_text(folder: Path, capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion) -> None:
    args = ["diff", str(folder), "--set", NO_DRAW, "--then", "count"]
    assert main(args) == exits.FINDING
    out = capsys.readouterr().out
    assert out.replace(str(folder), "FOLDER") == snapshot
    assert max(map(len, out.splitlines())) <= 80


def test_as_data(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    args = ["diff", str(folder), "--set", NO_DRAW, "--format", "json"]
    assert main(args) == exits.FINDING
    plain = json.loads(capsys.readouterr().out)
    assert plain["then"] is None
    assert plain["followed"] == {
        "to_the_end": 0,
        "stopped": {"move": 3, "cards": 0, "deal": 0},
        "half_by_move": 4,
        "sooner_over": 0,
        "run_out": 0,
    }
    assert main([*args, "--then", "count"]) == exits.FINDING
    counted = json.loads(capsys.readouterr().out)
    then = counted["then"]
    assert (then["how"], then["rounds"], then["counted"]) == ("count", 3, 3)
    assert [own["value"] for own in then["measures"]["score.player"].values()] == [4 / 3, 0.0, -4 / 3]
    for game in counted["games"]:
        for round_ in game["rounds"]:
            assert round_.pop("then")["a"]["by"] == "counted"
    assert counted["games"] == plain["games"]


EVENING = read_seats("Ann:random,Ben:random,Cleo:knower(skill=0.5),Dan:knower(skill=0.6)")


@cache
def evening(
    seed: int = 1, rounds: int = 4, set_: str = "wrong_play.draw_per_card=1", stopped: bool = False
) -> GameDiff:
    """Rounds of an evening under two rules, counted: four are a whole game of Abbott's."""
    text = deal_game("abbott", EVENING, seed=seed, rounds=rounds)
    if not stopped:
        text = text.replace("stopped: true\n", "")
    return diff_game(read_game(text, f"{seed}.yaml", {}), None, None, [set_], {}, count=True)


def test_a_whole_game_has_totals_and_winners() -> None:
    """rules.md: all have dealt once; the totals are the sums of the rounds, and the highest wins."""
    game = evening()
    assert game.whole is not None
    sums = [dict.fromkeys(game.totals_a, 0) for _ in "AB"]
    for round_ in game.rounds:
        assert round_.ends is not None
        for side, end in zip(sums, round_.ends, strict=True):
            for seat, points in end.scores.items():
                side[seat] += points
    assert [game.whole.totals_a, game.whole.totals_b] == sums
    assert game.whole.winners == tuple([max(side, key=lambda seat: side[seat])] for side in sums)
    flat = " ".join(diff_text([game], counted=True).split())
    (a,), (b,) = game.whole.winners
    says = f"{a} is ahead under A and B alike" if a == b else f"{b} is ahead under B, {a} under A"
    assert f"4 rounds are too few to judge by. {says}." in flat
    assert game.to_json()["then"] == game.whole.to_json()


def test_part_of_a_game_has_no_winner_unless_it_was_stopped() -> None:
    """Who never dealt has ten points where a game stops early, on both sides."""
    assert evening(rounds=2).whole is None
    assert "whole game" not in diff_text([evening(rounds=2)], counted=True)
    assert evening(rounds=2).to_json().get("then") is None
    early = evening(rounds=2, stopped=True)
    assert early.whole is not None
    ends = [round_.ends[0] for round_ in early.rounds if round_.ends is not None]
    dealers = [game_round.dealer for game_round in (round_.a.round for round_ in early.rounds) if game_round]
    for seat, total in early.whole.totals_a.items():
        bonus = 0 if seat in dealers else 10
        assert total == sum(end.scores[seat] for end in ends) + bonus


@pytest.mark.parametrize(("options", "why"), [(["--then", "on"], "'on'"), (["--then", "bots"], "'bots'")])
def test_bad_options(options: list[str], why: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", str(folder), "--set", NO_DRAW, *options]) == exits.BAD_INPUT
    assert why in capsys.readouterr().err
