"""What is answered about a rule's text: in words, on the present line, against what lies on the table."""

from __future__ import annotations

import json
from typing import cast

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis.doors.web.evenings.rule_talk import look
from eleusis.doors.web.web_messages import LookedAt
from eleusis.driving.replayed import RoundReplay
from eleusis.ground.cards import PACK, cards
from eleusis.ground.data import Json
from eleusis.ground.errors import RuleError
from eleusis.record.gamefile.reading import read_game
from eleusis.record.replaying.replay import replay_game
from eleusis.secret.library import playable
from eleusis.secret.measuring.measure import measure

GAME = """\
eleusis: 1
variant: abbott
players: [Ann, Bob, Cleo, Dan]
seed: 1
rounds:
  - dealer: Dan
    starter: 7S
    hands: {Ann: 4H 2C 3D, Bob: 9C KH 8H 6S, Cleo: 2H 4D}
    moves: |
      Ann play 4H
      Dan judge wrong
      Bob play 9C
      Dan judge right
      Cleo no-play
      Dan judge wrong 4D
      Ann play 2C 3D
      Dan judge right
      Bob no-play
      Dan judge right
"""


def table_of(game: str) -> RoundReplay:
    """The first round of a game."""
    return replay_game(read_game(game)).rounds[0]


def look_at_table(text: str) -> LookedAt:
    """What is said of a rule at the table of GAME."""
    view = table_of(GAME).round.view(None)
    assert view.turn == 5
    return look(text, view.mainline, view.events)


def test_a_text_is_told_in_words_on_the_line_and_as_fair(snapshot: SnapshotAssertion) -> None:
    said = look("if last.odd then black else red", cards("7S 4H"))
    assert said["rule"] == "if last.odd then black else red"
    assert said["english"] == snapshot
    assert said["right"] == [card.text for card in PACK if card.text[-1] in "HD"]
    assert said["line"] == ["7S", "4H"]
    assert said["fair"] is True
    assert said["about"] == snapshot
    assert said["contradicts"] == []
    assert json.loads(json.dumps(said)) == said


def test_where_no_card_lies_yet_it_is_shown_after_some() -> None:
    rows = cast("list[dict[str, list[str]]]", look("if last.odd then black else red", ())["after"])
    assert rows[0]["line"] == ["4H"]
    assert rows[0]["right"] == [card.text for card in PACK if card.text[-1] in "HD"]
    assert 1 < len(rows) <= 4
    assert look("if last.odd then black else red", cards("7S"))["after"] == []


def test_a_rule_that_is_not_fair_says_why_and_an_id_is_the_text_behind_it(snapshot: SnapshotAssertion) -> None:
    said = look("face and red", ())
    assert said["fair"] is False
    assert str(said["about"]) == snapshot
    assert look("abb-1", ())["rule"] == "if last.odd then black else red"


@pytest.mark.parametrize(
    ("rule", "sentences"),
    [
        ("suit in {club, diamond} and rank < 10", []),
        (
            "color != last.color",
            [
                "After 7♠, 4♥ was wrong; by this rule it is right",
                "After 7♠, 9♣ was right; by this rule it is wrong",
                "After 3♦, no card of the hand was right; by this rule 6♠ would be",
            ],
        ),
        (
            "none",
            [
                "After 7♠, 9♣ was right; by this rule it is wrong",
                "After 9♣, 4♦ was right; by this rule it is wrong",
                "After 4♦, 2♣ 3♦ was right; by this rule it is wrong",
            ],
        ),
        (
            "any",
            [
                "After 7♠, 4♥ was wrong; by this rule it is right",
                "After 3♦, no card of the hand was right; by this rule K♥ 8♥ 6♠ would be",
            ],
        ),
    ],
)
def test_a_guess_is_held_against_the_table(rule: str, sentences: list[str]) -> None:
    differing = cast("list[dict[str, Json]]", look_at_table(rule)["contradicts"])
    assert [entry["text"] for entry in differing] == sentences


def test_a_play_that_contradicts_is_told_with_its_turn_and_its_cards() -> None:
    differing = cast("list[dict[str, Json]]", look_at_table("none")["contradicts"])
    assert {key: differing[2][key] for key in ("turn", "cards", "after", "said")} == {
        "turn": 4,
        "cards": ["2C", "3D"],
        "after": ["7S", "9C", "4D"],
        "said": "right",
    }


def test_the_secret_does_not_change_what_is_said() -> None:
    round_ = table_of(GAME).round
    twin = table_of(GAME.replace("2C 3D, Bob", "2C 3D KD, Bob").replace("seed: 1", "seed: 2")).round
    for text in ("black", "any", "back(2).red == red"):
        answers = [look(text, view.mainline, view.events) for view in (round_.view(None), twin.view(None))]
        assert answers[0] == answers[1]


@pytest.mark.parametrize(
    ("text", "code", "column", "words"),
    [
        ("rank == red", "rule/type", 9, "can't compare"),
        ("if last.od then red else black", "rule/unknown-name", 9, "did you mean 'odd'?"),
        ("red or " * 800 + "red", "rule/too-long", 5001, "at most 5000"),
        ("", "rule/empty", 1, ""),
        ("the colours alternate", "rule/english", 1, "color != last.color"),
    ],
)
def test_an_error_says_where_it_is(text: str, code: str, column: int, words: str) -> None:
    with pytest.raises(RuleError) as refused:
        look(text, ())
    assert (refused.value.code, refused.value.column) == (code, column)
    assert words in refused.value.message


def test_the_rules_of_the_library_are_measured_as_they_are_elsewhere() -> None:
    for rule in [*playable().values()][::6]:
        assert look(rule.text, ())["fair"] is (not measure(rule).findings), rule.name


HOSTILE = (
    "+".join(f"line.sum(rank*card.rank+{n})%{n + 1}" for n in range(1, 60)) + " > 5",
    "+".join(f"line.max(rank*card.rank%{n + 1})" for n in range(1, 60)) + " > 5",
    " and ".join(f"line.count(suit == card.suit and rank > {n}) % {n} == 1" for n in range(2, 30)),
)
"""Long texts that take the longest to be worked out."""
