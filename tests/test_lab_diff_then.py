"""`eleusis diff`: what is said of games that can't be followed, and what can still be compared of them."""

import json
from functools import cache
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis.doors.cli import exits, main
from eleusis.lab.diffing.continuing import Continuation, Continued, WayOn
from eleusis.lab.diffing.diff import GameDiff, diff_game
from eleusis.minds.players.registry import read_seat, read_seats
from eleusis.record.gamefile.reading import read_game
from eleusis.table.bots_only import deal_game
from tests.test_lab_diff import SHORT, diff_text

SEEDED = SHORT.replace("rounds:\n", "seed: 5\nrounds:\n")
NO_DRAW = "wrong_play.draw_per_card=0"
"""Under this Bob doesn't draw 2H for his wrong play, and so can't play it in move 4."""


def diff(how: WayOn | None, *settings: str, text: str = SEEDED) -> GameDiff:
    then = None if how is None else Continuation(how, read_seat("", "knower(skill=0.5)"))
    return diff_game(read_game(text, "g.yaml", {}), None, None, settings, {}, then)


def continued(how: WayOn, *settings: str, text: str = SEEDED) -> Continued:
    """The only round, both sides brought to an end."""
    round_ = diff(how, *settings, text=text).rounds[0].continued
    assert round_ is not None
    return round_


def first_lines(games: list[GameDiff], then: Continuation | None = None) -> str:
    """What stands above the list of kinds, on one line."""
    return " ".join(diff_text(games, then).partition("\n\n")[0].split())


def test_how_many_stop_early_is_said_at_the_top(snapshot: SnapshotAssertion) -> None:
    short, whole = diff(None, NO_DRAW), diff(None)
    assert [first_lines(games) for games in ([short, short, whole], [whole], [short, short], [short])] == snapshot


def test_counted_where_the_hands_stand() -> None:
    """Before move 4 Bob has 7S, and under A two cards that he drew; Cleo and Ann have played one of two."""
    round_ = continued("count", NO_DRAW, text=SHORT)
    assert round_.a is not None
    assert round_.b is not None
    assert (round_.a.by, round_.b.by) == ("counted", "counted")
    assert round_.a.scores == {"Ann": 2, "Bob": 0, "Cleo": 2, "Dan": 2}
    assert round_.b.scores == {"Ann": 0, "Bob": 0, "Cleo": 0, "Dan": 0}
    assert round_.a.figures.turns == round_.b.figures.turns == 3


def test_bots_play_both_sides_on() -> None:
    round_ = continued("bots", NO_DRAW)
    assert round_ == continued("bots", NO_DRAW)
    for ending in (round_.a, round_.b):
        assert ending is not None
        assert ending.by == "bots"
        assert ending.figures.turns > 3
        assert ending.ended != "abandoned"


def test_like_is_held_against_like() -> None:
    """The same state and a knob that nothing hangs on: here both sides stop at a card that nobody holds."""
    text = SEEDED.replace("Bob play 2H", "Bob play 3C")
    round_ = continued("bots", "expulsion.layout=500", text=text)
    assert round_.a is not None
    assert round_.a.by == "bots"
    assert round_.a == round_.b


def test_a_round_that_is_over_on_one_side_keeps_its_points_there() -> None:
    """With a cutoff at three cards the fourth move comes after the end: that is no stop, both ends are recorded."""
    text = SEEDED.replace("variant: abbott", "variant: guyton").replace(
        "      Bob play 5S\n      Cleo play 8H\n      Ann play 5H\n      Bob play 2H\n",
        "      Ann play 5H\n      Bob play 5S\n      Cleo play 8H\n      Ann play 6H\n",
    )
    game_diff = diff("bots", "cutoff.layout=3", text=text)
    round_ = game_diff.rounds[0].continued
    assert round_ is not None
    assert round_.recorded
    assert "In 1 game a round ends under B before its last recorded move" in first_lines([game_diff])
    assert "can't be followed" not in first_lines([game_diff])


def test_a_game_that_was_broken_off_goes_on_where_only_one_side_was_over() -> None:
    """Broken off on both sides it was recorded so; but where A had its cutoff, B is not to be held against that."""
    text = SEEDED.replace("variant: abbott", "variant: {extends: guyton, cutoff: {layout: 3}}").replace(
        "      Bob play 5S\n      Cleo play 8H\n      Ann play 5H\n      Bob play 2H\n",
        "      Ann play 5H\n      Bob play 5S\n",
    )
    text = text.replace("rounds:\n", "stopped: true\nrounds:\n")
    over = continued("bots", "cutoff.layout=30", text=text)
    assert over.a is not None
    assert over.b is not None
    assert (over.a.by, over.a.ended, over.b.by) == ("recorded", "cutoff", "bots")
    assert over.b.ended != "abandoned"
    both = continued("bots", "cutoff.layout=30", text=text.replace("      Bob play 5S\n", ""))
    assert both.a is not None
    assert (both.recorded, both.a.ended) == (True, "abandoned")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (SHORT, "no seed"),
        (SEEDED.replace("{Ann: 5H 6H, Bob: 5S 7S, Cleo: 8H KD}", "unknown"), "by their size only"),
        (SEEDED.replace("Ann: 5H 6H", "Ann: 5H ??"), "unwritten"),
        (
            SEEDED.replace("    rule: red\n", "").replace(
                "      Bob play 5S\n      Cleo play 8H\n      Ann play 5H\n",
                "      Bob play 5S\n      Dan judge wrong\n      Cleo play 8H\n      Dan judge right\n"
                "      Ann play 5H\n      Dan judge right\n",
            ),
            "judged by hand",
        ),
    ],
)
def test_what_cannot_be_played_on_is_said(text: str, why: str) -> None:
    settings = ["deal.hand=1"] if "unknown" in text else [NO_DRAW]
    game_diff = diff("bots", *settings, text=text)
    round_ = game_diff.rounds[0].continued
    assert round_ is not None
    assert (round_.a, round_.b) == (None, None)
    assert why in round_.why
    then = Continuation("bots", read_seat("", "random"))
    assert f"can't be continued: {round_.why} (1)." in " ".join(diff_text([game_diff], then=then).split())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in range(1, 4):
        (tmp_path / f"g{number}.yaml").write_text(SEEDED.replace("seed: 5", f"seed: {number}"), encoding="utf-8")
    return tmp_path


def test_as_text(folder: Path, capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion) -> None:
    args = ["diff", str(folder), "--set", NO_DRAW, "--then", "bots", "--stand-in", "random"]
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
    (group,) = counted["then"]["groups"]
    assert (group["group"], group["rounds"]) == ("count", 3)
    assert group["measures"]["score.player"] == {"a": 4 / 3, "b": 0.0, "difference": -4 / 3, "half": 0.0}
    assert group["measures"]["turns"]["a"] == 3.0
    for game in counted["games"]:
        for round_ in game["rounds"]:
            assert round_.pop("then")["a"]["by"] == "counted"
    assert counted["games"] == plain["games"]


EVENING = read_seats("Ann:random,Ben:random,Cleo:knower(skill=0.5),Dan:knower(skill=0.6)")
BOTS = Continuation("bots", read_seat("", "knower(skill=0.5)"))


@cache
def evening(
    seed: int = 1, rounds: int = 4, set_: str = "wrong_play.draw_per_card=1", stopped: bool = False
) -> GameDiff:
    """Rounds of an evening under two rules, bots playing on: four are a whole game of Abbott's."""
    text = deal_game("abbott", EVENING, seed=seed, rounds=rounds)
    if not stopped:
        text = text.replace("stopped: true\n", "")
    return diff_game(read_game(text, f"{seed}.yaml", {}), None, None, [set_], {}, BOTS)


def test_a_whole_game_has_totals_and_winners() -> None:
    """rules.md: all have dealt once; the totals are the sums of the rounds, and the highest wins."""
    game = evening()
    assert game.whole is not None
    sums = [dict.fromkeys(game.totals_a, 0) for _ in "AB"]
    for round_ in game.rounds:
        assert round_.continued is not None
        for side, ending in zip(sums, (round_.continued.a, round_.continued.b), strict=True):
            assert ending is not None
            for seat, points in ending.scores.items():
                side[seat] += points
    assert [game.whole.totals_a, game.whole.totals_b] == sums
    assert game.whole.winners == tuple([max(side, key=lambda seat: side[seat])] for side in sums)
    flat = " ".join(diff_text([game], then=BOTS).split())
    assert "1 whole game, by the totals A B B − A" in flat
    (a,), (b,) = game.whole.winners
    says = f"{a} wins under A and B alike" if a == b else f"{b} wins under B, {a} under A"
    assert f"4 rounds are too few to judge by. {says}." in flat
    assert f"A is won by {a} 1 B is won by {b} 1" in flat
    assert game.to_json()["then"] == game.whole.to_json()


def test_part_of_a_game_has_no_winner_unless_it_was_stopped() -> None:
    """Who never dealt has ten points where a game stops early, on both sides."""
    assert evening(rounds=2).whole is None
    assert "whole game" not in diff_text([evening(rounds=2)], then=BOTS)
    assert evening(rounds=2).to_json().get("then") is None
    early = evening(rounds=2, stopped=True)
    assert early.whole is not None
    ends = [round_.continued.a for round_ in early.rounds if round_.continued is not None]
    dealers = [game_round.dealer for game_round in (round_.a.round for round_ in early.rounds) if game_round]
    for seat, total in early.whole.totals_a.items():
        bonus = 0 if seat in dealers else 10
        assert total == sum(end.scores[seat] for end in ends if end is not None) + bonus


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--stand-in", "random"], "it needs --then bots"),
        (["--then", "bots", "--stand-in", "human"], "isn't a kind of bot"),
        (["--then", "bots", "--stand-in", "rndom"], "did you mean 'random'"),
        (["--then", "on"], "'on'"),
    ],
)
def test_bad_options(options: list[str], why: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", str(folder), "--set", NO_DRAW, *options]) == exits.BAD_INPUT
    assert why in capsys.readouterr().err
