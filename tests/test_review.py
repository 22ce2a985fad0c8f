"""`eleusis review`: what is reckoned of rounds of each kind, what it prints, and how it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from eleusis.cli import exits, main
from eleusis.errors import LabError, NotationError
from eleusis.gamefile.reading import read_game
from eleusis.induction.family import Family
from eleusis.reviewing.review import review
from eleusis.reviewing.reviewed import RoundReview
from tests.scientist_tables import own_shelf, small

__all__ = ["own_shelf", "small"]

GAMES = Path(__file__).parent / "games"

SOLO = """\
eleusis: 1
variant: express
players: [Ann, Bob, Cleo]
seed: 7
rounds:
  - dealer: Cleo
    rule: if last.odd then black else red
    starter: 7S
    hands: {Ann: 5H 2C 3C, Bob: 4H 9S KD}
    moves: |
      Ann play 5H => wrong
      Bob play 9S => right
      Bob guess "black"
"""


def look(text: str, family: Family) -> RoundReview:
    return review(read_game(text), family=family).rounds[0]


def test_what_the_keys_are(small: Family) -> None:
    data = json.loads(json.dumps(review(read_game(SOLO), family=small).to_json()))
    assert list(data) == ["eleusis", "file", "rounds"]
    (record,) = data["rounds"]
    assert list(record) == ["dealer", "rule", "rule_in_family", "known_at", "turns", "players"]
    assert list(record["turns"][0]) == [
        *("n", "seat", "move", "verdict", "alive", "bits_left", "bits_gained", "bits_besides", "bits_expected"),
        *("best", "rule_chance", "top"),
    ]
    assert list(record["turns"][0]["best"]) == ["move", "bits_expected"]
    assert list(record["turns"][0]["top"][0]) == ["rule", "chance"]
    assert list(record["players"]) == ["Ann", "Bob"]
    assert list(record["players"]["Ann"]) == [
        *("turns", "bits_gained", "bits_expected", "bits_best", "efficiency"),
    ]
    assert [turn["n"] for turn in record["turns"]] == [1, 3]
    assert [turn["move"] for turn in record["turns"]] == ["play 5H", "play 9S"]
    assert [turn["verdict"] for turn in record["turns"]] == ["wrong", "right"]


@pytest.mark.parametrize("path", sorted(GAMES.glob("matuszek-*.yaml")), ids=lambda path: path.stem)
def test_what_was_learnt_adds_up(path: Path, small: Family) -> None:
    for record in review(path, family=small).rounds:
        bits = [
            turn.bits_gained + turn.bits_besides
            for turn in record.turns
            if turn.bits_gained is not None and turn.bits_besides is not None
        ]
        assert all(amount >= 0 for amount in bits)
        assert all(turn.bits_gained is None for turn in record.turns if not turn.alive)
        for turn in record.turns:
            if turn.best is not None and turn.bits_expected is not None:
                assert turn.bits_expected <= turn.best.bits_expected


def test_a_round_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    path = GAMES / "matuszek-two-deals-each.yaml"
    assert main(["review", str(path), "--round", "9", "--bits", "6"]) == exits.BAD_INPUT
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"{path}: there is no round 9: it has rounds 1 to 6\n")
    with pytest.raises(NotationError) as error:
        review(read_game(SOLO), number=0)
    assert (error.value.code, error.value.message) == (
        "notation/round",
        "<text>: there is no round 0: it has only round 1",
    )


def test_without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("eleusis.reviewing.review.find_spec", lambda name: None)
    with pytest.raises(LabError, match="needs numpy: pip install") as error:
        review(read_game(SOLO))
    assert error.value.code == "lab/no-numpy"
