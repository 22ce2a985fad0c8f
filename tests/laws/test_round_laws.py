"""Laws of the round machine, held over random legal games of every variant."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eleusis.game.events import Event
from eleusis.game.moves import Call, Declare, Guess, Hint, Judge, Move, NoPlay, Pass, Play
from eleusis.game.round import Round
from eleusis.game.view import View
from eleusis.ground.cards import PACK, UNKNOWN, Card
from eleusis.ground.errors import IllegalMove
from eleusis.record.gamefile.reading import load_game
from eleusis.record.replaying.replay import replay_game
from eleusis.variant import Variant
from tests.helpers.places import GAMES
from tests.laws.tables import VARIANTS, seated, variant_of
from tests.test_coverage import parts, policies

SEEDS = st.integers(min_value=0, max_value=10_000)
LONGEST = 400


def all_cards(round_: Round) -> Counter[Card]:
    state, hidden = round_.state, round_.hidden
    counted = Counter(hidden.stock)
    counted.update(state.layout.cards())
    counted.update(state.pending)
    counted.update(state.set_aside)
    for hand in hidden.hands.values():
        counted.update(hand)
    return counted


def test_the_laws_play_every_kind_of_every_policy() -> None:
    """A kind that no edition and no mixture has would go through no law: give it a mixture in tables.py."""
    played = {cls for name in VARIANTS for cls in parts(variant_of(name))}
    missing = {cls.__name__ for cls in policies(Variant)} - {cls.__name__ for cls in played}
    assert not missing, f"no mixture in tests/laws/tables.py plays with {', '.join(sorted(missing))}"


@pytest.mark.long
@pytest.mark.parametrize("name", VARIANTS)
@settings(max_examples=6, deadline=None)
@given(seed=SEEDS)
def test_a_random_game_keeps_every_law(name: str, seed: int) -> None:
    round_, seats = seated(name, seed)
    events = list(round_.events)
    for _ in range(LONGEST):
        seat = round_.to_act
        if seat is None:
            break
        assert all_cards(round_) == Counter(dict.fromkeys(PACK, round_.state.decks))
        view = round_.view(seat)
        assert view.options == round_.options() != ()
        before = round_.copy()
        move = seats[seat].move(view)
        new = round_.step(move)
        events += new
        assert round_.events == events
        assert before.step(move) == new, "the same move on a copy gives the same events"
        assert (before.state, before.hidden) == (round_.state, round_.hidden)
        assert round_.state.laid == sum(event.laid for event in events) == round_.state.layout.count
        assert round_.state.turn == sum(event.settles for event in events)
    assert (round_.ended is None) == (round_.scores is None)
    again = Round.from_events(round_.variant, events, round_.supply)
    assert (again.state, again.hidden) == (round_.state, round_.hidden)
    printed = [json.dumps(event.to_json()) for event in events]
    assert [Event.from_json(json.loads(line)) for line in printed] == events
    if round_.ended is not None:
        assert round_.options() == ()
        assert round_.scores is not None
        best = max(round_.scores[seat] for seat in round_.hidden.hands)
        assert round_.scores[round_.dealer] <= (best if round_.variant.scoring.dealer_scores else 0)


@pytest.mark.long
@pytest.mark.parametrize("name", VARIANTS)
@settings(max_examples=2, deadline=None)
@given(seed=SEEDS)
def test_every_option_is_legal_and_what_is_illegal_changes_nothing(name: str, seed: int) -> None:
    round_, seats = seated(name, seed)
    for _ in range(40):
        seat = round_.to_act
        if seat is None:
            break
        options = round_.options()
        assert asked_and_tried(round_, options) == [None] * len(options)
        spite = spiteful(round_)
        for move, refusal in zip(spite, asked_and_tried(round_, spite), strict=True):
            if refusal is None:
                assert move.seat in (seat, round_.dealer, round_.state.successor())
        round_.step(seats[seat].move(round_.view(seat)))


@pytest.mark.long
@pytest.mark.parametrize("path", sorted(GAMES.glob("*.yaml")), ids=lambda path: path.stem)
def test_who_asks_before_a_move_is_told_what_the_move_would_meet(path: Path) -> None:
    """At every moment of the recorded games: of the move that was made, and of moves of every kind by everyone."""
    for record in replay_game(load_game(path)).rounds:
        round_ = record.round.at_deal()
        for step in record.steps:
            assert asked_and_tried(round_, [step.move, *spiteful(round_)])[0] is None
            round_.step(step.move)


def asked_and_tried(round_: Round, moves: Sequence[Move]) -> list[IllegalMove | None]:
    """The refusal of each move: the same if one asks for it as if one makes the move, and nothing changes by it."""
    before, trial = round_.copy(), round_.copy()
    refusals: list[IllegalMove | None] = []
    for move in moves:
        refusal, error = round_.refusal(move), None
        try:
            trial.step(move)
        except IllegalMove as illegal:
            error = illegal
            assert error.code.startswith("move/")
            assert error.exit_code == 1
            # Two states that have seen as much are held against each other below, after all moves.
            assert (trial.state.moment, len(trial.events)) == (before.state.moment, len(before.events)), move
        else:
            trial = round_.copy()
        assert (type(refusal), str(refusal)) == (type(error), str(error)), move
        assert refusal is None or error is None or refusal.code == error.code
        refusals.append(refusal)
    for after in (round_, trial):
        assert (after.state, after.hidden, after.events) == (before.state, before.hidden, before.events), moves
    return refusals


def spiteful(round_: Round) -> list[Move]:
    """Moves of every kind by everyone, most of them illegal; of a stranger one, of every kind in turn."""
    moves: list[Move] = []
    for seat in (*round_.players, "Nobody"):
        card = round_.hidden.hands.get(seat, [PACK[0]])[:1] or [PACK[0]]
        moves += [
            Play(seat, tuple(card)),
            Play(seat, ()),
            Play(seat, (PACK[0],) * 5),
            Play(seat, (UNKNOWN,)),
            NoPlay(seat),
            Declare(seat),
            Call(seat, True),
            Call(seat, False),
            Call(seat, False, PACK[51]),
            Call(seat, True, PACK[51]),
            Judge(seat, True),
            Judge(seat, False),
            Judge(seat, True, PACK[3]),
            Judge(seat, False, PACK[3]),
            Guess(seat, "red"),
            Pass(seat),
            Hint(seat, "look at the colours"),
        ]
    strangers = [move for move in moves if move.seat == "Nobody"]
    kept = strangers[len(round_.events) % len(strangers)]
    return [move for move in moves if move.seat != "Nobody" or move is kept]


@pytest.mark.long
@pytest.mark.parametrize("name", VARIANTS)
@settings(max_examples=4, deadline=None)
@given(seed=SEEDS)
def test_a_view_is_what_follows_from_the_events_that_the_seat_saw(name: str, seed: int) -> None:
    """And it stays as it was when the round goes on, or is taken back."""
    round_, seats = seated(name, seed)
    kept: list[tuple[View, View]] = []
    for n in range(120):
        seat = round_.to_act
        if seat is None:
            break
        for watcher in round_.players if n % 10 == 0 else ():
            view = round_.view(watcher)
            assert list(view.events) == [event.seen_by(watcher) for event in round_.events]
            assert view == round_.copy().view(watcher)
            kept.append((round_.view(watcher), round_.copy().view(watcher)))
        round_.step(seats[seat].move(round_.view(seat)))
        if n % 15 == 14:
            before = round_.view(seat)
            events = len(round_.step(seats[round_.to_act].move(round_.view(round_.to_act)))) if round_.to_act else 0
            round_.rewind(events)
            assert round_.view(seat) == before
    for late, early in kept:
        assert late == early
        assert late.events == early.events


@pytest.mark.long
@pytest.mark.parametrize("name", VARIANTS)
@settings(max_examples=3, deadline=None)
@given(seed=SEEDS)
def test_the_same_seed_gives_the_same_game(name: str, seed: int) -> None:
    records = []
    for _ in range(2):
        round_, seats = seated(name, seed)
        for _ in range(100):
            if round_.to_act is None:
                break
            round_.step(seats[round_.to_act].move(round_.view(round_.to_act)))
        records.append(round_.events)
    assert records[0] == records[1]
