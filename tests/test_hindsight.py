"""A wrong guess is "wrong" and no more until the round has ended; then the transcript says where it differs."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis.driving.record import GameReplay
from eleusis.gamefile.reading import load_game
from eleusis.pack import card, cards
from eleusis.page.transcript import transcript
from eleusis.replaying.replay import replay_game

GAME = """\
eleusis: 1
title: Two wrong guesses
variant: express
players: [Ann, Bob, Cleo]
seed: 1
rounds:
  - dealer: Cleo
    rule: color != last.color
    starter: AH
    hands: {Ann: 2S 3H 4S, Bob: 5H 6S}
    moves: |
      Ann play 2S
      Ann guess "if last.red then spade else red"
      Bob play 5H
      Bob guess "it goes black, red, black, red"
      Cleo judge wrong
      Ann play 4S
      Ann guess "red == first.red or red != last.red"
"""
END = """\
      Bob play 6S
      Ann play 3H => ended out of cards
"""


def played(folder: Path, text: str) -> GameReplay:
    file = folder / "guesses.yaml"
    file.write_text(text, encoding="utf-8")
    return replay_game(load_game(str(file)))


def test_after_the_end_each_wrong_guess_is_told_apart_from_the_rule(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    game = played(tmp_path, GAME + END)
    (record,) = game.rounds
    assert [(wrong.seat, wrong.verdict.line, wrong.verdict.card) for wrong in record.wrong_guesses] == [
        ("Ann", cards("AH"), card("AC")),
        ("Ann", cards("AH"), card("2H")),
    ]
    assert transcript(game) == snapshot
    assert transcript(game, seat="Cleo").count("guessed") == 2


def test_before_the_end_nobody_is_told(tmp_path: Path) -> None:
    game = played(tmp_path, GAME)
    assert game.rounds[0].wrong_guesses == []
    assert "guessed" not in transcript(game)


@pytest.mark.parametrize("seat", ["Ann", "Bob"])
def test_a_seat_that_may_not_see_the_rule_is_not_told(seat: str, tmp_path: Path) -> None:
    text = transcript(played(tmp_path, GAME + END), seat=seat)
    assert "guessed" not in text
    assert "does not" not in text


def test_from_here_the_line_goes_on_from_the_one_that_lay(tmp_path: Path) -> None:
    text = (GAME + END).replace("variant: express", "variant: {extends: express, guess: {judged: from_here}}")
    game = played(tmp_path, text)
    assert [wrong.verdict.line[:3] for wrong in game.rounds[0].wrong_guesses] == [
        cards("AH 2S 2H"),
        cards("AH 2S 5H"),
    ]
