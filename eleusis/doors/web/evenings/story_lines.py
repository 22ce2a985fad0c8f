"""The story of a round as the pages have it: guesses in words, and each hint by who has given it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, Protocol

import attrs

from eleusis.doors.web.evenings.event_marks import EventMarks
from eleusis.doors.web.web_messages import HintSeen, LineSeen
from eleusis.driving.driver import Step
from eleusis.driving.replayed import GameReplay, RoundReplay
from eleusis.game.events import RoundBegan
from eleusis.secret.rule import Rule
from eleusis.variant import Variant
from eleusis.words.page.ink import PLAIN
from eleusis.words.page.telling import StoryLine, Teller
from eleusis.words.page.transcript import page_of

_ROOMY: Final = 10_000
"""Columns of a page on which nothing has to be cut."""
_ALONE: Final = 2
"""Where no more sit than a dealer and one who plays, that one is spoken to."""


class ToldGame(Protocol):
    """A game of which is told: one at a table, or one that was read from a file."""

    @property
    def players(self) -> tuple[str, ...]:
        """Who sits there, clockwise."""

    @property
    def variant(self) -> Variant:
        """The edition that is played."""

    @property
    def rules(self) -> Mapping[str, Rule]:
        """The rules that have a name here besides those of the library."""

    @property
    def rounds(self) -> Sequence[RoundReplay]:
        """What has happened in each round."""

    @property
    def dealt(self) -> Sequence[Rule | None]:
        """The rule of each round; None where the dealer judged without one."""

    def as_replay(self) -> GameReplay:
        """The game so far, as a replay of its file gives it."""


@attrs.define(eq=False)
class _Story:
    """The story of a round as far as a seat has been told it."""

    deal: RoundBegan
    teller: Teller
    steps: int = 0
    """How many of its steps have been told."""
    last: Step | None = None
    """The last of these."""
    by_clock: set[int] = attrs.field(factory=set)
    """Those of them that were made for somebody whose time had run out."""

    def goes_on(self, record: RoundReplay, by_clock: Collection[int]) -> bool:
        """Whether all that has been told still stands: nothing was taken back, or is told otherwise by now."""
        last = record.steps[self.steps - 1] if 0 < self.steps <= len(record.steps) else None
        same = record.deal is self.deal and last is self.last
        return same and self.by_clock == {n for n in by_clock if n <= self.steps}

    def go_on(self, record: RoundReplay, by_clock: Collection[int]) -> list[StoryLine]:
        """Tell what has happened since, and give all lines."""
        for step in record.steps[self.steps :]:
            self.teller.tell(step, by_clock=step.n in by_clock)
            self.last = step
        self.steps, self.by_clock = len(record.steps), {*by_clock}
        return self.teller.end()


class Stories:
    """The story of the present round for each seat: it is told on, and anew only where something is taken back."""

    def __init__(self) -> None:
        self._stories: dict[str | None, _Story] = {}

    def tell(self, game: ToldGame, record: RoundReplay, seat: str | None, marks: EventMarks) -> list[LineSeen]:
        """The story of a round as a seat may know it ("": a spectator; None: one who sees all).

        The hints that the host has hidden are left out.
        """
        by_clock = marks.find_by_clock(record)
        story = self._stories.get(seat)
        if story is None or not story.goes_on(record, by_clock):
            page = page_of(game.players, game.variant, _ROOMY, PLAIN, seat, in_words=True, unexplained=game.rules)
            if game.variant.players.max == _ALONE and seat in page.names and seat != record.dealer:
                page.names[seat] = "you"
            story = self._stories[seat] = _Story(record.deal, Teller(page, len(record.starter)))
        lines = story.go_on(record, by_clock)
        hints = [line for line in lines if line.hint]
        by_host = marks.by_host.get(record.number, ())
        hosts = {id(line) for number, line in enumerate(hints) if number in by_host}
        hidden = {id(hints[number]) for number in marks.find_hidden(record)}
        return [_show_line(line, id(line) in hosts) for line in lines if id(line) not in hidden]


def _show_line(line: StoryLine, by_host: bool) -> LineSeen:
    """A line of the story: what was done and what followed apart, and both as one sentence.

    A guess stands there as it was made too, and a hint with whether the host has given it.
    """
    what = f'The host hints "{PLAIN.safe(line.hint, _ROOMY)}"' if by_host else line.what
    return LineSeen(
        line.number,
        line.seat,
        what,
        line.then,
        " · ".join([what, *line.then]),
        line.guess or None,
        HintSeen(line.hint, by_host) if line.hint else None,
        line.by_clock,
        line.kind,
        line.right,
        [card.text for card in line.laid],
        [card.text for card in line.shown],
    )
