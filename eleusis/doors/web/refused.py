"""What a table in the browser refuses, each with a stable code; which answer that is over HTTP, `wire.py` says."""

from __future__ import annotations

from collections.abc import Mapping

from eleusis.ground.data import Json
from eleusis.ground.errors import NOWHERE, EleusisError, Place


class WebError(EleusisError):
    """Something that can't be done at a table in the browser, or not now: codes `web/…`, and `seat/…` of seats.

    `wait` is after how many seconds it may be tried again, 0 where waiting doesn't help; `more` is what is to be
    known besides, as data.
    """

    def __init__(
        self,
        code: str,
        message: str,
        place: Place = NOWHERE,
        *,
        wait: float = 0,
        more: Mapping[str, Json] | None = None,
    ) -> None:
        super().__init__(code, message, place)
        self.wait = wait
        self.more = dict(more or {})
