"""A bout: one challenge played by the kinds that sit there, and what each seat came to."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple

import attrs

from eleusis.benchmark.challenges import Challenge
from eleusis.benchmark.entries import Confidence, Entry
from eleusis.benchmark.offers import Offer, count_waits, list_guesses, read_offer
from eleusis.driving.driver import Driver, Player, Remote, Step, belief_of
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.game.moves import Call, Guess, Hint, Move, NoPlay, Play
from eleusis.game.round import Round
from eleusis.game.view import View
from eleusis.ground.cards import UNKNOWN, Card
from eleusis.ground.errors import PlayerError, RuleError, ScriptError
from eleusis.lab.plan import MAX_TURNS
from eleusis.lab.store import own_version
from eleusis.minds.players.registry import Seat
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule
from eleusis.secret.sameness import judge_guess

MakeOne = Callable[[Challenge, Seat], Player | Remote]
"""Makes the player of a seat in a bout."""
OnError = Literal["stop", "score"]
"""What becomes of a round whose player can't go on: it stops the run, or counts as not found."""


class Stated(NamedTuple):
    """A statement of a player, and the mainline as it stood then."""

    rule: Rule
    text: str
    confidence: float
    line: tuple[Card, ...]


@attrs.define(eq=False)
class Notes:
    """What is noted of the players while a round is played: their time, their tokens, what they state."""

    kinds: Mapping[str, str]
    rules: Mapping[str, Rule]
    steps: list[Step] = attrs.field(factory=list)
    """What has been played."""
    asked: str = ""
    """The seat that was asked last."""
    since: float = 0.0
    """When the player was asked, or answered last."""
    seconds: dict[str, float] = attrs.field(factory=dict)
    tokens: dict[str, int] = attrs.field(factory=dict)
    tokens_out: dict[str, int] = attrs.field(factory=dict)
    stated: dict[str, dict[int, Stated]] = attrs.field(factory=dict)
    """For each seat its last statement of each turn of the table."""
    offers: dict[str, dict[int, Offer]] = attrs.field(factory=dict)
    """For each seat what it made of its right to guess, by the turn of the table."""
    unread: list[str] = attrs.field(factory=list)
    """What a statement had in place of a rule, as sentences."""

    def before(self, seat: str) -> None:
        """A player is asked."""
        self.asked = seat
        self.since = time.perf_counter()

    def take(self, player: Player | Remote, view: View, move: Move) -> None:
        """A player has answered: what that took, and what it believes. Raises PlayerError for what is no belief."""
        seat = view.seat
        self.spend(seat)
        for name, sums in (("tokens", self.tokens), ("tokens_out", self.tokens_out)):
            tokens = getattr(player, name, None)
            if isinstance(tokens, int) and not isinstance(tokens, bool) and tokens >= 0:
                sums[seat] = sums.get(seat, 0) + tokens
        if view.due is Guess:
            self.offers.setdefault(seat, {})[view.turn] = read_offer(self.count_turns(seat), view, move, self.rules)
        statement = belief_of(player, view, self.kinds.get(seat))
        if statement is not None:
            self._note(seat, view, move, *statement)
        self.since = time.perf_counter()

    def count_turns(self, seat: str) -> int:
        """The turns that a seat has had."""
        return sum(step.seat == seat and isinstance(step.move, Play | NoPlay) for step in self.steps)

    def spend(self, seat: str) -> None:
        """The time since a seat was asked, or has answered last, is its own."""
        self.seconds[seat] = self.seconds.get(seat, 0.0) + time.perf_counter() - self.since

    def _note(self, seat: str, view: View, move: Move, text: str, confidence: float) -> None:
        # What waits for its judgement is of the turn that has begun and is not counted yet.
        turn = view.turn + isinstance(move, Play | NoPlay | Call)
        try:
            rule = find_rule(text, self.rules)
        except RuleError as error:
            self.unread.append(f"{seat} stated something that is not a rule, and that is left out: {error.message}")
            return
        self.stated.setdefault(seat, {})[turn] = Stated(rule, rule.text, confidence, tuple(view.mainline))


def play_bout(
    challenge: Challenge,
    seats: Sequence[Seat],
    make: MakeOne,
    *,
    rules: Mapping[str, Rule],
    rotation: int,
    leave_out: bool,
    on_error: OnError,
) -> tuple[list[Entry], list[str]]:
    """The entries of the seats of one round, and what was odd about their statements, as sentences.

    Raises PlayerError where a player can't go on and that is not to be scored, and ScriptError (`script/no-seed`)
    where cards are drawn that the file doesn't give.
    """
    kinds = {seat.name: seat.how for seat in seats}
    notes = Notes(kinds, rules)
    round_ = challenge.deal()
    failed: tuple[str, str] | None = None
    try:
        players = {}
        for seat in seats:
            notes.before(seat.name)
            players[seat.name] = make(challenge, seat)
        _play(challenge, round_, players, notes)
    except PlayerError as error:
        if on_error == "stop":
            raise
        notes.spend(notes.asked)
        if round_.ended is None:  # else it came out, and the player failed when it was told so
            failed = notes.asked, error.message
            round_.abandon()
    entries = [_make_entry(challenge, round_, seat, notes, rotation, leave_out, failed) for seat in seats]
    return entries, notes.unread


def _play(challenge: Challenge, round_: Round, players: Mapping[str, Player | Remote], notes: Notes) -> None:
    dealer = RuleDealer(challenge.rule, challenge.variant, notes.rules)
    place = challenge.script.place

    def check_drawn(step: Step) -> None:
        if any(UNKNOWN in event.shown_to_a_seat() for event in step.events):
            message = (
                "cards are drawn in this round that the file does not give: it needs a seed, or a longer stock"
            )
            raise ScriptError("script/no-seed", message, place)

    driver = Driver(
        round_,
        {**players, challenge.dealer: dealer},
        notes.steps,
        kinds=notes.kinds,
        before=notes.before,
        check_guess=dealer.check,
        answered=notes.take,
        after=check_drawn if challenge.game.seed is None else None,
    )
    hint = challenge.script.hint
    if hint is not None and round_.refusal(Hint(challenge.dealer, hint)) is None:
        driver.go([Hint(challenge.dealer, hint)], moves=1)
    driver.to_end(MAX_TURNS)


def _make_entry(
    challenge: Challenge,
    round_: Round,
    seat: Seat,
    notes: Notes,
    rotation: int,
    leave_out: bool,
    failed: tuple[str, str] | None,
) -> Entry:
    """What the round came to for a seat."""
    name = seat.name
    scores = round_.scores
    assert scores is not None
    stated = sorted(notes.stated.get(name, {}).items())
    confidences = [_judge(challenge.rule, statement) for _, statement in stated]
    gave_up = failed is not None and failed[0] == name
    solved = round_.state.guesser == name and not gave_up
    offers = notes.offers.get(name, {})
    held = {turn for (turn, _), (_, right) in zip(stated, confidences, strict=True) if right}
    wrong_guesses = round_.state.wrong_guesses.get(name, 0)
    return Entry(
        file=challenge.game.file,
        round=challenge.number,
        seat=name,
        rule=challenge.rule.text,
        edition=challenge.variant.name,
        score=scores[name],
        solved=solved,
        turns=notes.count_turns(name),
        wrong_guesses=wrong_guesses,
        seconds=round(notes.seconds.get(name, 0.0), 6),
        tokens=notes.tokens.get(name),
        confidences=tuple(confidences),
        player=seat.how,
        rotation=rotation,
        stated=tuple([statement.text for _, statement in stated]),
        ended=round_.ended or "",
        error=failed[1] if failed is not None and gave_up else None,
        leave_out=leave_out,
        deal=challenge.mark,
        version=own_version(),
        guesses=list_guesses(offers, wrong_guesses, solved),
        waited=count_waits(offers, held, solved) if stated and offers else None,
        tokens_out=notes.tokens_out.get(name),
    )


def _judge(secret: Rule, statement: Stated) -> Confidence:
    """How sure a player was, and whether its rule is the secret one from where the mainline stood."""
    return statement.confidence, judge_guess(secret, statement.rule, statement.line, statement.line).same
