"""`eleusis diff`: recorded games under another rule."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis.doors.cli import exits, main
from eleusis.game.events import Accepted, CardForced, Expelled, Rejected
from eleusis.lab.diffing.diff import GameDiff, diff_game
from eleusis.lab.diffing.side_by_side import DiffPage, join_games, tell_game
from eleusis.minds.players.registry import read_seats
from eleusis.record.gamefile.reading import load_game, read_game
from eleusis.record.replaying.replay import replay_game
from eleusis.table.bots_only import deal_game
from eleusis.variant import load_variant

SEATS = read_seats("Ann:random(strings=0.1),Bob:knower(skill=0.6),Cleo:random,Dan:knower(skill=0.3),Eve:random")
SHORT = """eleusis: 1
variant: abbott
players: [Ann, Bob, Cleo, Dan]
rounds:
  - dealer: Dan
    rule: red
    starter: 2S
    hands: {Ann: 5H 6H, Bob: 5S 7S, Cleo: 8H KD}
    stock: 2H 3H 4H 9D 10D QC
    moves: |
      Bob play 5S
      Cleo play 8H
      Ann play 5H
      Bob play 2H
"""


def diff_text(games: Sequence[GameDiff], counted: bool = False, width: int = 80) -> str:
    """All that is said of games."""
    page = DiffPage(counted, width=width)
    return join_games([tell_game(game, page) for game in games], counted=counted, width=width)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    games = tmp_path_factory.mktemp("games")
    for seed in range(16):
        text = deal_game("abbott", SEATS, seed=seed, rounds=1, dealer="Eve", given=["abb-1"])
        (games / f"g{seed:02}.yaml").write_text(text, encoding="utf-8")
    return games


def test_under_its_own_variant_nothing_differs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", str(folder), "--variant", "abbott"]) == exits.FINE
    assert "16  the same" in capsys.readouterr().out


def test_exactly_the_games_with_an_expulsion_in_between(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", str(folder), "--set", "expulsion.layout=50", "--format", "json"]) == exits.FINDING
    games = json.loads(capsys.readouterr().out)["games"]
    listed = {Path(game["file"]).name for game in games if game["kind"] != "same"}
    assert listed == {path.name for path in folder.iterdir() if expelled_between(path, 40, 50)}
    assert 0 < len(listed) < 16


def expelled_between(path: Path, low: int, high: int) -> bool:
    """Whether somebody was expelled without a prophet, while so many cards were on the layout before the play."""
    round_ = replay_game(load_game(path)).rounds[0].round
    count, before, prophet = 1, 1, False
    for event in round_.events:
        if isinstance(event, (Accepted, Rejected, CardForced)):
            before, count = count, count + (1 if isinstance(event, CardForced) else len(event.cards))
        prophet = {"prophet_declared": True, "prophet_overthrown": False}.get(event.type, prophet)
        if isinstance(event, Expelled) and not prophet and low <= before < high:
            return True
    return False


def diff(*settings: str, text: str = SHORT, variant: str | None = None) -> GameDiff:
    b = load_variant(variant, settings) if variant else None
    return diff_game(read_game(text, "g.yaml", {}), None, b, settings)


def test_only_scores_differ(snapshot: SnapshotAssertion) -> None:
    text = SHORT.replace("rounds:\n", "stopped: true\nrounds:\n")
    game_diff = diff("scoring.out=9", "scoring.base={from: 20}", text=text)
    assert game_diff.kind == "scores"
    assert game_diff.rounds[0].gap > 0
    assert diff_text([game_diff]) == snapshot


def test_differs_at_a_move(snapshot: SnapshotAssertion) -> None:
    game_diff = diff("wrong_play.draw_per_card=3")
    round_diff = game_diff.rounds[0]
    assert (game_diff.kind, round_diff.at) == ("differs", 1)
    assert (getattr(round_diff.a.event, "due", 0), getattr(round_diff.b.event, "due", 0)) == (2, 3)
    assert diff_text([game_diff]) == snapshot


def test_cannot_go_on(snapshot: SnapshotAssertion) -> None:
    game_diff = diff("wrong_play.draw_per_card=0")
    round_diff = game_diff.rounds[0]
    assert (game_diff.kind, round_diff.at, round_diff.move) == ("cannot go on", 4, 1)
    assert round_diff.b.stopped is not None
    assert round_diff.b.stopped.code == "move/not-in-hand"
    assert diff_text([game_diff]) == snapshot


def test_cards_that_give_out() -> None:
    text = SHORT.replace("    stock: 2H 3H 4H 9D 10D QC\n", "    stock: 2H 3H\n")
    game_diff = diff("wrong_play.draw_per_card=4", text=text)
    assert game_diff.kind == "cannot go on"
    assert game_diff.rounds[0].b.stopped is not None
    assert game_diff.rounds[0].b.stopped.code == "script/no-seed"
    assert game_diff.rounds[0].at == 1


def test_a_deal_that_differs_or_can_not_be_made(folder: Path) -> None:
    game = load_game(folder / "g00.yaml")
    other = diff_game(game, None, load_variant("abbott", ["deal.hand=9"]))
    assert other.rounds[0].move == 0
    none = diff_game(game, None, load_variant("abbott", ["stock.empty=end_round", "stock.decks=1"]))
    assert none.rounds[0].at == 0
    assert none.rounds[0].b.stopped is not None
    assert none.rounds[0].b.stopped.code == "script/stock-too-small"
    assert "the deal" in diff_text([other, none])


def test_two_variants(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    args = ["diff", str(folder / "g00.yaml"), "--variant", "abbott", "--variant", "abbott"]
    assert main(args) == exits.FINE
    assert "every setting alike" in capsys.readouterr().out
    assert main([*args, "--set", "wrong_play.draw_per_card=3"]) == exits.FINDING


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """A folder with a game of each of four editions; the one of Abbott's stands there twice."""
    for number, variant in enumerate(("abbott", "abbott", "guyton", "express", "matuszek")):
        text = SHORT.replace("variant: abbott", f"variant: {variant}")
        if variant != "abbott":  # the dealer's left begins
            text = text.replace("    moves: |\n", "    moves: |\n      Ann play 6H\n")
        (tmp_path / f"{number}-{variant}.yaml").write_text(text, encoding="utf-8")
    return tmp_path


def test_a_knob_that_some_editions_do_not_have(mixed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", str(mixed), "--set", "expulsion.layout=50"]) == exits.FINE
    out, err = capsys.readouterr()
    assert err == ""
    assert "3 games under A and under B" in out
    assert "  2 games left out: their variants have no expulsion.layout\n" in out
    assert main(["diff", str(mixed), "--set", "guess.bonus=9"]) == exits.FINE
    assert "  4 games left out: their variants have no guess.bonus\n" in capsys.readouterr().out
    both = ["--set", "cutoff.layout=2", "--set", "prophet.overthrow_draw=1"]
    assert main(["diff", str(mixed), *both, "--format", "json"]) == exits.FINDING
    printed = json.loads(capsys.readouterr().out)
    assert [Path(game["file"]).name for game in printed["games"]] == ["2-guyton.yaml"]
    assert [(Path(game["file"]).name, game["knobs"]) for game in printed["left_out"]] == [
        ("0-abbott.yaml", ["cutoff.layout"]),
        ("1-abbott.yaml", ["cutoff.layout"]),
        ("3-express.yaml", ["cutoff.layout", "prophet.overthrow_draw"]),
        ("4-matuszek.yaml", ["cutoff.layout"]),
    ]


def test_nothing_left_to_compare_is_bad_input(mixed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for game in ("0-abbott.yaml", "1-abbott.yaml", "4-matuszek.yaml"):
        (mixed / game).unlink()
    for how in ("text", "json"):
        assert main(["diff", str(mixed), "--set", "expulsion.layout=50", "--format", how]) == exits.BAD_INPUT
        out, err = capsys.readouterr()
        assert out == ""
        assert err == "there is nothing to compare: 2 games left out: their variants have no expulsion.layout\n"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["diff", "x.yaml"], "what should be compared?"),
        (["diff", "nowhere.yaml", "--set", "deal.hand=3"], "nowhere.yaml: there is no such file"),
        (["diff", ".", *["--variant", "abbott"] * 3], "two variants at most"),
        (["diff", ".", "--variant", "abot"], "did you mean 'abbott'"),
        (["diff", "{game}", "--set", "deal.hnad=3"], "did you mean 'hand'"),
    ],
)
def test_bad_input(args: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / "g.yaml"
    game.write_text(SHORT, encoding="utf-8")
    assert main([arg.format(game=game) for arg in args]) == exits.BAD_INPUT
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
