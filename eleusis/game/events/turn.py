"""What else happens in a turn: the prophet, guesses, hints, expulsion, the end."""

from __future__ import annotations

from typing import Literal

from eleusis.game.events.base import Event, Lesson
from eleusis.game.state import EndReason, Hidden, State


class HintGiven(Event, frozen=True):
    """The dealer gave a hint."""

    teaches = Lesson("everyone has heard the hint")
    seat: str
    hint: str

    def apply(self, state: State, hidden: Hidden) -> None:
        pass


class ProphetDeclared(Event, frozen=True):
    """A player declared as prophet, and the marker went on the layout; one who stays in has not gone out."""

    teaches = None
    seat: str

    def apply(self, state: State, hidden: Hidden) -> None:
        state.prophet = self.seat
        state.declared_at = state.laid
        state.right_since = state.wrong_since = 0
        state.been_prophet |= {self.seat}
        state.phase = "play"
        state.out.pop(self.seat, None)


class ProphetOverthrown(Event, frozen=True):
    """The prophet was wrong: the marker went, and the prophet is a player again."""

    teaches = None
    seat: str

    def apply(self, state: State, hidden: Hidden) -> None:
        state.prophet = None


class SuddenDeathBegan(Event, frozen=True):
    """From this turn to the end of the round, anyone who is wrong is expelled."""

    teaches = None

    def apply(self, state: State, hidden: Hidden) -> None:
        state.sudden_death = True


class Expelled(Event, frozen=True):
    """A player was expelled, but keeps the hand for scoring."""

    teaches = None
    seat: str

    def apply(self, state: State, hidden: Hidden) -> None:
        state.expelled += (self.seat,)


class WentOut(Event, frozen=True):
    """A player has no cards left; `reason` is why the round may now end."""

    teaches = None
    seat: str
    reason: Literal["out of cards", "right no play"]

    def apply(self, state: State, hidden: Hidden) -> None:
        state.out[self.seat] = self.reason


class GuessOffered(Event, frozen=True):
    """The turn is judged, and the mover may guess the rule."""

    teaches = None
    seat: str

    def apply(self, state: State, hidden: Hidden) -> None:
        state.phase = "guess"


class GuessMade(Event, frozen=True):
    """A player guessed the rule."""

    teaches = None
    seat: str
    rule: str

    def apply(self, state: State, hidden: Hidden) -> None:
        state.phase, state.guess = "judge guess", self.rule


class GuessJudged(Event, frozen=True):
    """The dealer said whether the guess is right."""

    teaches = None
    seat: str
    right: bool

    def apply(self, state: State, hidden: Hidden) -> None:
        state.phase = "play"
        if self.right:
            state.guesser = self.seat
        else:
            state.wrong_guesses[self.seat] = state.wrong_guesses.get(self.seat, 0) + 1


class StayOffered(Event, frozen=True):
    """The mover has no cards left, and may stay in as prophet before the round ends."""

    teaches = None
    seat: str

    def apply(self, state: State, hidden: Hidden) -> None:
        state.phase = "stay"


class Passed(Event, frozen=True):
    """A player passed up the chance to guess or to declare."""

    teaches = None
    seat: str
    right: Literal["guess", "declare"]

    def apply(self, state: State, hidden: Hidden) -> None:
        state.phase = "play"
        if self.right == "declare":
            state.passed += (self.seat,)


class RoundEnded(Event, frozen=True):
    """The round ended."""

    teaches = None
    reason: EndReason

    def apply(self, state: State, hidden: Hidden) -> None:
        state.ended, state.phase = self.reason, "over"
