"""Clues: what the events of a round say about the rule, all that everyone at the table has seen."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import assert_never

import attrs

from eleusis.game import events as ev
from eleusis.game.view import SeenEvents
from eleusis.ground.cards import Card
from eleusis.secret.compiled.past import Line


@attrs.frozen
class Clue:
    """Something that the rule must fit."""

    judges: bool = attrs.field(default=False, kw_only=True, eq=False, repr=False)
    """Whether it is the judgement of a move, and not what came out besides: a forced or a named card, a guess."""


@attrs.frozen
class Starter(Clue):
    """This card was turned as the starter."""

    card: Card
    must_be_right: bool = False
    """Whether a starter must be right on an empty mainline, where the rule has no condition of its own on it."""
    first: bool = False
    """Whether it had to be right, and no card was set aside before it, as far as one can see."""


@attrs.frozen
class SetAside(Clue):
    """This card was turned as the starter, and was not right."""

    card: Card


@attrs.frozen
class AfterLine(Clue):
    """Something about these cards after the line."""

    line: Sequence[Card]
    cards: tuple[Card, ...]


class Right(AfterLine):
    """After the line these cards are right, one after the other."""


class Wrong(AfterLine):
    """After the line these cards are not all right, one after the other."""


class NoneRight(AfterLine):
    """After the line no card of these is right."""


class SomeRight(AfterLine):
    """After the line some card of these is right."""


@attrs.frozen
class Refused(Clue):
    """The rule is not the one of this text, guessed where this mainline lay."""

    text: str
    starters: tuple[Card, ...]
    """What the mainline began with."""
    line: Sequence[Card]


class ClueReader:
    """Reads events in their order.

    `starters` is what the mainline began with, `turns` how many turns were judged.
    """

    def __init__(self, right_starters: bool = False) -> None:
        """With `right_starters` a starter must be right on an empty mainline."""
        self._right_starters = right_starters
        self._cards: list[Card] = []
        self.starters: tuple[Card, ...] = ()
        self.turns = 0
        self._hand: tuple[Card, ...] = ()
        self._all_known = True
        """Else the right card may be one that nobody wrote down."""
        self._named: Card | None = None
        self._guess = ""

    @property
    def line(self) -> Line:
        """The mainline so far."""
        return Line(self._cards, len(self._cards))

    def read(self, event: ev.AnyEvent) -> Iterable[Clue]:
        """The clues of the next event."""
        line = self.line
        match event:
            case ev.RoundBegan(starters=starters, set_aside=set_aside):
                self.starters = starters
                self._cards += starters
                if len(starters) == 1:  # of several, any may have been the one that a card was no starter behind
                    must_be_right = self._right_starters
                    starter = Starter(starters[0], must_be_right, must_be_right and not set_aside)
                    return [starter, *map(SetAside, dict.fromkeys(set_aside))]
            case ev.NoPlayDeclared(hand=hand):
                self._hand, self._named = tuple([card for card in hand if card.known]), None
                self._all_known = len(self._hand) == len(hand)
            case ev.Called(card=card):
                self._named = card
            case ev.Accepted(cards=cards):
                self.turns += 1
                self._cards += cards
                return [Right(line, cards, judges=True)]
            case ev.Rejected(cards=cards):
                self.turns += 1
                return [Wrong(line, cards, judges=True)]
            case ev.NoPlayUpheld() | ev.NoPlayTakenBack(right=True):
                self.turns += 1
                return [NoneRight(line, self._hand, judges=True)]
            case ev.CardForced(card=card):
                self.turns += 1
                self._cards.append(card)
                return [Right(line, (card,)), *self._clear_named(line, card)]
            case ev.NoPlayTakenBack():
                self.turns += 1
                right = [SomeRight(line, self._hand, judges=True)] if self._all_known else []
                return [*right, *self._clear_named(line, None)]
            case ev.GuessMade(rule=rule):
                self._guess = rule
            case ev.GuessJudged(right=False):
                return [Refused(self._guess, self.starters, line)]
            case ev.Played() | ev.GuessJudged() | ev.HintGiven():
                pass  # what follows tells it; a right guess ends the round; a hint is for people
            case (
                ev.Drew() | ev.NewHandDealt() | ev.DeckAdded() | ev.GuessOffered() | ev.Passed() | ev.WentOut()
                | ev.StayOffered() | ev.ProphetDeclared() | ev.ProphetOverthrown() | ev.SuddenDeathBegan()
                | ev.Expelled() | ev.RoundEnded()
            ):  # fmt: skip
                pass
            case _:
                assert_never(event)
        return []

    def _clear_named(self, line: Line, forced: Card | None) -> list[Clue]:
        """That the card which the prophet named is wrong, where another one was played, or none."""
        named = self._named
        return [] if named is None or named is forced else [Wrong(line, (named,))]


class Follower(ABC):
    """Who follows a round clue by clue, and begins anew with another round, or where something was taken back."""

    def __init__(self, right_starters: bool = False) -> None:
        """`right_starters` as a ClueReader takes it."""
        self.right_starters = right_starters
        self.forget()

    def forget(self) -> None:
        """Begin a new round."""
        self.reader = ClueReader(self.right_starters)
        self.events: Sequence[ev.AnyEvent] = ()

    def see(self, events: SeenEvents) -> None:
        """Take in the events of a round so far; those that were seen before are known."""
        new = events.since(self.events)
        if new is None:
            self.forget()
            new = events
        if new and not self.events:
            self._begin(new[0])
        for event in new:
            turns = self.reader.turns
            for clue in self.reader.read(event):
                self._take(clue)
            if self.reader.turns != turns:
                self._note()
        self.events = events

    @abstractmethod
    def _take(self, clue: Clue) -> None:
        """Take in the next clue."""

    def _begin(self, deal: ev.AnyEvent) -> None:  # noqa: B027  # few have something to do then
        """What comes first in a round, before its first clue."""

    def _note(self) -> None:  # noqa: B027
        """What comes after each turn, behind its last clue."""
