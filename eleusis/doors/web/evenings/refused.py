"""What an evening refuses, each with a stable code; which answer that is over HTTP, `wire.py` says."""

from __future__ import annotations

from collections.abc import Mapping

from eleusis.ground.data import Json
from eleusis.ground.errors import NOWHERE, EleusisError, Place


class TableError(EleusisError):
    """Something that can't be done at a table in the browser, or not now: codes `web/…`.

    `more` is what is to be known besides, as data.
    """

    def __init__(
        self, code: str, message: str, place: Place = NOWHERE, more: Mapping[str, Json] | None = None
    ) -> None:
        super().__init__(code, message, place)
        self.more = dict(more or {})
