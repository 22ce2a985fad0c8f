"""Clues: what the events of a round say about the rule, all that everyone at the table has seen."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

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
        self._played: tuple[Card, ...] = ()
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
        if event.settles:
            self.turns += 1
        match event:
            case ev.RoundBegan(starters=starters, set_aside=set_aside):
                return self._of_deal(starters, set_aside)
            case ev.Played(cards=cards):
                self._played = cards
            case ev.NoPlayDeclared(hand=hand):
                self._hand, self._named = tuple([card for card in hand if card.known]), None
                self._all_known = len(self._hand) == len(hand)
            case ev.Called(card=card):
                self._named = card
            case ev.GuessMade(rule=rule):
                self._guess = rule
        self._cards += event.accepted
        if event.judges == "play":
            cards = event.accepted or event.rejected or self._played
            return [(Right if event.verdict else Wrong)(line, cards, judges=True)]
        if event.judges == "no play":
            return self._of_no_play(line, event)
        if event.judges == "guess" and not event.verdict:  # a right one ends the round
            return [Refused(self._guess, self.starters, line)]
        return []

    def _of_deal(self, starters: tuple[Card, ...], set_aside: tuple[Card, ...]) -> list[Clue]:
        """What the deal says of the rule."""
        self.starters = starters
        self._cards += starters
        if len(starters) != 1:  # of several, any may have been the one that a card was no starter behind
            return []
        must_be_right = self._right_starters
        starter = Starter(starters[0], must_be_right, must_be_right and not set_aside)
        return [starter, *map(SetAside, dict.fromkeys(set_aside))]

    def _of_no_play(self, line: Line, event: ev.AnyEvent) -> list[Clue]:
        """What the judgement of a no play says: of the hand or, where a card of it is played, of that card."""
        if event.verdict:
            return [NoneRight(line, self._hand, judges=True)]
        clues: list[Clue] = [Right(line, event.accepted)] if event.accepted else []
        if not clues and self._all_known:
            clues = [SomeRight(line, self._hand, judges=True)]
        named = self._named  # it is wrong, where another one was played, or none
        return clues if named is None or named in event.accepted else [*clues, Wrong(line, (named,))]


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
