"""How many tables a day those make who don't own the room: counted by their networks."""

from __future__ import annotations

import time
from collections import Counter
from typing import Final

import attrs

from eleusis.doors.web.refused import WebError

_DAY: Final = 24 * 3600


@attrs.define(eq=False)
class Quota:
    """What each network has made today; a server that starts anew counts anew."""

    _day: int = 0
    _made: Counter[str] = attrs.field(factory=Counter)

    def why_not_make(self, network: str, most: int) -> WebError | None:
        """Why somebody from a network can't make a table now, where `most` a day may be; None where they can."""
        if not most:
            return WebError("web/owner-only", "only the owner of this server makes tables: ask for a code")
        day, into = divmod(time.time(), _DAY)
        if int(day) != self._day:
            self._day, self._made = int(day), Counter()
        if self._made[network] < most:
            return None
        message = f"{most} tables a day may be made from one place: come back tomorrow"
        return WebError("web/too-often", message, wait=_DAY - into)

    def count(self, network: str) -> None:
        """Count a table that is made now."""
        self._made[network] += 1
