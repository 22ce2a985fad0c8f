"""The story of a round as the pages have it: guesses in words, and each hint by who has given it."""

from __future__ import annotations

from typing import Final

from eleusis.doors.web.evenings.remarks import Remarks
from eleusis.driving.replayed import RoundReplay
from eleusis.ground.values import Json
from eleusis.table.game_table import Table
from eleusis.words.page.ink import Ink
from eleusis.words.page.telling import StoryLine, story
from eleusis.words.page.transcript import page_of

_ROOMY: Final = 10_000
"""Columns of a page on which nothing has to be cut."""


def story_json(table: Table, record: RoundReplay, seat: str | None, remarks: Remarks) -> list[dict[str, Json]]:
    """The story of a round as a seat may know it ("": a spectator; None: one who sees all).

    The hints that the host has hidden are left out.
    """
    ink = Ink()
    page = page_of(table.players, table.variant, _ROOMY, ink, seat, in_words=True, unexplained=table.rules)
    lines = story(record, page, remarks.find_by_clock(record))
    hints = [line for line in lines if line.hint]
    hosts = [hints[number] for number in remarks.by_host.get(record.number, ()) if number < len(hints)]
    hidden = [hints[number] for number in remarks.find_hidden(record)]
    for line in hosts:
        line.what = f'The host hints "{ink.safe(line.hint, _ROOMY)}"'
    return [
        _line_json(line, any(line is other for other in hosts))
        for line in lines
        if not any(line is other for other in hidden)
    ]


def _line_json(line: StoryLine, by_host: bool) -> dict[str, Json]:
    """A line of the story: what was done and what followed apart, and both as one sentence.

    A guess stands there as it was made too, and a hint with whether the host has given it.
    """
    return {
        "number": line.number,
        "seat": line.seat,
        "what": line.what,
        "then": [*line.then],
        "text": " · ".join([line.what, *line.then]),
        "guess": line.guess or None,
        "hint": {"text": line.hint, "by_host": by_host} if line.hint else None,
        "by_clock": line.by_clock,
    }
