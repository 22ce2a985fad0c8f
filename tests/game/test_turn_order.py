"""The order of what follows from a judgement: rules.md, "One turn, in this order", steps 4 to 9.

A game file's facts may stand in any order; here the events themselves are looked at.
"""

from __future__ import annotations

import pytest

from eleusis.game.events import Drew
from eleusis.record.gamefile.reading import read_game
from eleusis.record.replaying.replay import replay_game

WRONG = ["played", "rejected", "drew: wrong play", "drew: refill"]
MISJUDGED = ["played", "called", "rejected", "prophet_overthrown", "drew: overthrown", "drew: refill"]
RIGHT_NO_PLAY = ["no_play_declared", "no_play_upheld", "new_hand_dealt", "drew: refill"]


def what_followed(knobs: str, hands: str, moves: str) -> list[str]:
    """What happened from the last line of play on, each event by its type, a draw with its reason."""
    lines = "".join(f"\n      {line}" for line in moves.split("; "))
    text = (
        f"eleusis: 1\nvariant: {{extends: abbott, refill: {{kind: up_to, hand: 6}}, {knobs}}}\n"
        f"players: [Ann, Bob, Cleo, Dan]\nseed: 1\nrounds:\n"
        f"  - dealer: Dan\n    rule: red\n    starter: AH\n    hands: {{{hands}}}\n    moves: |{lines}\n"
    )
    replayed = replay_game(read_game(text))
    assert replayed.findings == []
    (record,) = replayed.rounds
    begins = max(n for n, step in enumerate(record.steps) if step.move.verb in ("play", "no-play"))
    events = [event for step in record.steps[begins:] for event in step.events]
    return [f"drew: {event.why}" if isinstance(event, Drew) else event.type for event in events]


GUESS = "guess: {kind: every_turn, bonus: 1}"


@pytest.mark.parametrize(
    ("knobs", "hands", "moves", "events"),
    [
        (
            f"{GUESS}, expulsion: {{layout: 1}}",
            "Ann: 2S 3H, Bob: 4D",
            "Ann play 2S",
            [*WRONG, "expelled"],
        ),
        (
            f"{GUESS}, turn_limit: {{kind: turns, turns: 1}}",
            "Ann: 2S 3H, Bob: 4D",
            "Ann play 2S",
            [*WRONG, "guess_offered", "passed", "round_ended"],
        ),
        (
            f"{GUESS}, turn_limit: {{kind: turns, turns: 2}}",
            "Ann: 2H 3H, Bob: 4S 5S, Cleo: 6D",
            "Ann play 2H; Ann declare; Bob play 4S; Ann call right",
            [*MISJUDGED, "guess_offered", "passed", "round_ended"],
        ),
        (
            "expulsion: {kind: sudden_death, layout: 1, since_marker: 1, on_overthrow: true}",
            "Ann: 2H 3H, Bob: 4S 5S, Cleo: 6D",
            "Ann play 2H; Ann declare; Bob play 4S; Ann call right",
            [*MISJUDGED, "expelled"],
        ),
        (
            f"{GUESS}, turn_limit: {{kind: turns, turns: 1}}",
            "Ann: 2S 3S, Bob: 4D",
            "Ann no-play",
            [*RIGHT_NO_PLAY, "guess_offered", "passed", "round_ended"],
        ),
    ],
)
def test_the_steps_of_a_turn_come_in_their_order(knobs: str, hands: str, moves: str, events: list[str]) -> None:
    assert what_followed(knobs, hands, moves) == events
