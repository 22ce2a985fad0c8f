"""The story of a round as the pages have it: guesses in words, and each hint by who has given it."""

from __future__ import annotations

from typing import Final

from eleusis.doors.web.evenings.remarks import Remarks
from eleusis.doors.web.web_messages import HintSeen, LineSeen
from eleusis.driving.replayed import RoundReplay
from eleusis.table.game_table import Table
from eleusis.words.page.ink import PLAIN
from eleusis.words.page.telling import StoryLine, Teller
from eleusis.words.page.transcript import page_of

_ROOMY: Final = 10_000
"""Columns of a page on which nothing has to be cut."""


def tell_story(table: Table, record: RoundReplay, seat: str | None, remarks: Remarks) -> list[LineSeen]:
    """The story of a round as a seat may know it ("": a spectator; None: one who sees all).

    The hints that the host has hidden are left out. A hundred turns take a thousandth of a second.
    """
    page = page_of(table.players, table.variant, _ROOMY, PLAIN, seat, in_words=True, unexplained=table.rules)
    teller, by_clock = Teller(page, len(record.starter)), remarks.find_by_clock(record)
    for step in record.steps:
        teller.tell(step, by_clock=step.n in by_clock)
    lines = teller.end()
    hints = [line for line in lines if line.hint]
    by_host = remarks.by_host.get(record.number, ())
    hosts = {id(line) for number, line in enumerate(hints) if number in by_host}
    hidden = {id(hints[number]) for number in remarks.find_hidden(record)}
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
    )
