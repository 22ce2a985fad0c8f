"""The news: the story of a round in plain lines, each told when it happens."""

from __future__ import annotations

from eleusis.driving.replayed import RoundReplay
from eleusis.words.page.telling import Page, Teller, lay_out, line_so_far

_RECENT = 6
"""Lines of a story that a step may still change."""


class News:
    """Tells a round step by step; what had happened before is taken as told."""

    def __init__(self, record: RoundReplay, page: Page) -> None:
        self.record = record
        self.page = page
        self.teller = Teller(page, len(record.starter))
        self.steps = 0
        """How many steps have been told."""
        self.more()

    def more(self) -> list[str]:
        """The lines that are new since the last time, or tell more than they did."""
        lines = self.teller.lines
        before = {id(line): line_so_far(line) for line in lines[-_RECENT:]}
        for step in self.record.steps[self.steps :]:
            self.teller.tell(step)
        self.steps = len(self.record.steps)
        now = {id(line): line_so_far(line) for line in lines[-_RECENT:]}
        fresh = [line for which, line in now.items() if before.get(which) != line]
        if fresh and fresh[-1].waits:
            fresh[-1].then.append("not judged yet")
        return [text for line in fresh for text in lay_out([line], self.page)]
