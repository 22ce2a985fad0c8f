"""`eleusis diff`: recorded games under another rule."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from eleusis.doors.cli import exits, main
from eleusis.game.events import Accepted, CardForced, Expelled, Rejected
from eleusis.lab.diffing.diff import GameDiff, diff_game
from eleusis.lab.diffing.side_by_side import DiffPage, join_games, tell_game
from eleusis.minds.players.registry import read_seats
from eleusis.record.gamefile.reading import load_game
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


def test_a_deal_that_differs_or_can_not_be_made(folder: Path) -> None:
    game = load_game(folder / "g00.yaml")
    other = diff_game(game, None, load_variant("abbott", ["deal.hand=9"]))
    assert other.rounds[0].move == 0
    none = diff_game(game, None, load_variant("abbott", ["stock.empty=end_round", "stock.decks=1"]))
    assert none.rounds[0].at == 0
    assert none.rounds[0].b.stopped is not None
    assert none.rounds[0].b.stopped.code == "script/stock-too-small"
    assert "the deal" in diff_text([other, none])
