"""The news: the story of a round in plain lines, each told when it happens."""

from __future__ import annotations

import attrs

from eleusis.driving.record import RoundReplay
from eleusis.page.telling import Page, StoryLine, Teller, lay_out

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
        before = {id(line): _so_far(line) for line in lines[-_RECENT:]}
        for step in self.record.steps[self.steps :]:
            self.teller.tell(step)
        self.steps = len(self.record.steps)
        recent = [(before.get(id(line)), _so_far(line)) for line in lines[-_RECENT:]]
        fresh = [line for old, line in recent if _tells_more(old, line)]
        if fresh and fresh[-1].waits:
            fresh[-1].then.append("not judged yet")
        return [text for line in fresh for text in lay_out([line], self.page)]


def _so_far(line: StoryLine) -> StoryLine:
    """A copy of a line with all that it would tell now."""
    return attrs.evolve(line, then=[*line.then, *line.late], late=[])


def _tells_more(old: StoryLine | None, line: StoryLine) -> bool:
    """Whether a line tells more than before; that somebody passes is not worth telling twice."""
    return old is None or (old != line and attrs.evolve(old, then=[*old.then, "passes"]) != line)
