"""What else happens in a turn: the prophet, guesses, hints, expulsion, the end."""

from __future__ import annotations

from typing import Literal

from eleusis.game.events.base import Event, Lesson
from eleusis.game.state import EndReason, Hidden, State


class HintGiven(Event):
    """The dealer gave a hint."""

    type = "hint_given"
    teaches = Lesson("everyone has heard the hint")
    seat: str
    hint: str

    def apply(self, state: State, hidden: Hidden) -> None:
        pass


class ProphetDeclared(Event):
    """A player declared as prophet, and the marker went on the layout; one who stays in has not gone out."""

    type = "prophet_declared"
    teaches = None
    seat: str

    def apply(self, state: State, hidden: Hidden) -> None:
        state.prophet = self.seat
        state.declared_at = state.layout.count
        state.right_since = state.wrong_since = 0
        state.been_prophet |= {self.seat}
        state.phase = "play"
        state.out.pop(self.seat, None)


class ProphetOverthrown(Event):
    """The prophet was wrong: the marker went, and the prophet is a player again."""

    type = "prophet_overthrown"
    teaches = None
    seat: str

    def apply(self, state: State, hidden: Hidden) -> None:
        state.prophet = None


class SuddenDeathBegan(Event):
    """From this turn to the end of the round, anyone who is wrong is expelled."""

    type = "sudden_death_began"
    teaches = None

    def apply(self, state: State, hidden: Hidden) -> None:
        state.sudden_death = True


class Expelled(Event):
    """A player was expelled, but keeps the hand for scoring."""

    type = "expelled"
    teaches = None
    seat: str

    def apply(self, state: State, hidden: Hidden) -> None:
        state.expelled += (self.seat,)


class WentOut(Event):
    """A player has no cards left; `reason` is why the round may now end."""

    type = "went_out"
    teaches = None
    seat: str
    reason: Literal["out of cards", "right no play"]

    def apply(self, state: State, hidden: Hidden) -> None:
        state.out[self.seat] = self.reason


class GuessOffered(Event):
    """The turn is judged, and the mover may guess the rule."""

    type = "guess_offered"
    teaches = None
    seat: str

    def apply(self, state: State, hidden: Hidden) -> None:
        state.phase = "guess"


class GuessMade(Event):
    """A player guessed the rule."""

    type = "guess_made"
    teaches = None
    seat: str
    rule: str

    def apply(self, state: State, hidden: Hidden) -> None:
        state.phase, state.guess = "judge guess", self.rule


class GuessJudged(Event):
    """The dealer said whether the guess is right."""

    type = "guess_judged"
    teaches = None
    seat: str
    right: bool

    def apply(self, state: State, hidden: Hidden) -> None:
        state.phase = "play"
        if self.right:
            state.guesser = self.seat
        else:
            state.wrong_guesses[self.seat] = state.wrong_guesses.get(self.seat, 0) + 1


class StayOffered(Event):
    """The mover has no cards left, and may stay in as prophet before the round ends."""

    type = "stay_offered"
    teaches = None
    seat: str

    def apply(self, state: State, hidden: Hidden) -> None:
        state.phase = "stay"


class Passed(Event):
    """A player passed up the chance to guess or to declare."""

    type = "passed"
    teaches = None
    seat: str
    right: Literal["guess", "declare"]

    def apply(self, state: State, hidden: Hidden) -> None:
        state.phase = "play"
        if self.right == "declare":
            state.passed += (self.seat,)


class RoundEnded(Event):
    """The round ended."""

    type = "round_ended"
    teaches = None
    reason: EndReason

    def apply(self, state: State, hidden: Hidden) -> None:
        state.ended, state.phase = self.reason, "over"
