"""The scores of the one-player game, worked out again by an accountant that shares no code with the engine."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from eleusis.minds.players.registry import read_seats
from eleusis.table.bots_only import deal_game
from tests.helpers.solo_scores import Account, accounts, main

PLAYERS = ("random", "random(guesses=0.6)", "knower(skill=0.3)", "knower(skill=0.8)")


def dealt(folder: Path, player: str, seed: int, overrides: Sequence[str] = ()) -> Path:
    """A one-player game of bots, as `eleusis deal` writes it."""
    seats = read_seats(f"Ann:{player},Bob:random", default="random")
    file = folder / f"{seed}.yaml"
    file.write_text(deal_game("solo", seats, seed=seed, dealer="Bob", overrides=overrides, expect=True))
    return file


def played(folder: Path, player: str, seeds: Sequence[int]) -> list[Account]:
    """The accounts of a player's games with these seeds."""
    return [account for seed in seeds for account in accounts(dealt(folder, player, seed))]


@pytest.mark.long
@pytest.mark.parametrize("player", PLAYERS)
def test_each_score_is_what_the_lines_of_play_come_to(player: str, tmp_path: Path) -> None:
    counted = played(tmp_path, player, range(1, 9))
    assert len(counted) == 8
    assert [account for account in counted if account.wrong_guesses or account.found_in], "nobody guesses"
    assert {account.ended for account in counted} <= {"right guess", "turns played"}


@pytest.mark.soak
@pytest.mark.parametrize("player", ["random", "knower(skill=0.3)"])
def test_a_thousand_scores_are_what_the_lines_of_play_come_to(player: str, tmp_path: Path) -> None:
    counted = played(tmp_path, player, range(1, 1001))
    assert len(counted) == 1000
    assert sum(account.wrong_guesses for account in counted) > 100
    assert sum(account.found_in is not None for account in counted) > 10
    assert player != "random" or {account.ended for account in counted} == {"right guess", "turns played"}


def test_another_limit_and_another_price_are_counted_so(tmp_path: Path) -> None:
    overrides = ["turn_limit.turns=12", "guess.price=5"]
    for seed in range(1, 9):
        (account,) = accounts(dealt(tmp_path, "knower(skill=0.5)", seed, overrides))
        assert account.score == (13 - (account.found_in or 13)) - 5 * account.wrong_guesses


GAME = """eleusis: 1
variant: {extends: solo, guess: {price: 3}}
players: [Ann, "Aunt Vi"]
seed: 1
rounds:
  - dealer: "Aunt Vi"
    rule: red
    starter: AH
    moves: |
      Ann play 10S                   # the first
      Ann guess "rank > 3 # no \\" => wrong" => guess wrong
      "Aunt Vi" judge wrong
      Ann play 4S                    => wrong; Ann draws 1
      Ann pass
      Ann play QH
      Ann guess "red"                => guess right; ended right guess
    expect: {ended: right guess, scores: {Ann: 25, "Aunt Vi": 0}}
"""


def test_what_is_counted_by_hand(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    file.write_text(GAME)
    assert list(accounts(file)) == [Account(str(file), 3, 1, 3, 31 - 3 - 3, "right guess")]
    assert main([str(file)]) == 0
