"""A wrong guess is "wrong" and no more until the round has ended; then the transcript says where it differs."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis.driving.replayed import GameReplay
from eleusis.ground.cards import card, cards
from eleusis.record.gamefile.reading import load_game
from eleusis.record.replaying.replay import replay_game
from eleusis.words.page.transcript import transcript

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
      Bob guess "it goes black, red, and something"
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


GUESSED = """\
eleusis: 1
variant: {extends: matuszek, guess: {kind: after_right, bonus: 6, judged: JUDGED}}
players: [Ann, Bob, Cleo]
seed: 1
rounds:
  - dealer: Cleo
    rule: RULE
    starter: STARTER
    hands: {Ann: 2S 3H, Bob: 5S 6H}
    moves: |
      Ann play CARD
      Ann guess "GUESS"
      Cleo judge wrong
    expect: {ended: abandoned}
stopped: true
"""


def tell_differences(
    folder: Path, judged: str, rule: str, guess: str, starter: str = "AH", card: str = "2S"
) -> list[str]:
    """Where Ann's guess, called wrong, is told to differ once the game was stopped."""
    text = GUESSED.replace("JUDGED", judged).replace("RULE", rule).replace("GUESS", guess)
    game = played(folder, text.replace("STARTER", starter).replace("CARD", card))
    return [wrong.describe("Cleo's", "Ann's") for wrong in game.rounds[0].wrong_guesses]


@pytest.mark.parametrize("judged", ["everywhere", "this_round"])
def test_what_is_told_could_have_happened_in_this_round(judged: str, tmp_path: Path) -> None:
    """Everywhere the shortest line begins with an ace of spades, which nobody saw."""
    (text,) = tell_differences(tmp_path, judged, "color != last.color", "if last.red then black else even")
    assert text == "after A♥ A♠ Ann's takes 2♠, Cleo's does not"


def test_from_here_it_goes_on_from_the_mainline(tmp_path: Path) -> None:
    (text,) = tell_differences(tmp_path, "from_here", "color != last.color", "if last.red then spade else red")
    assert text == "after A♥ 2♠ 2♥ Cleo's takes A♣, Ann's does not"


def test_what_only_another_starter_shows_is_told_as_such(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    rule = "if first.red then black else even"
    (text,) = tell_differences(tmp_path, "everywhere", rule, "black")
    assert text == snapshot
    for judged in ("this_round", "from_here"):
        assert tell_differences(tmp_path, judged, rule, "black") == [], "a dealer erred: it does not differ"
