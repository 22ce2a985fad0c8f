"""What an evening refuses, each with a stable code; which answer that is over HTTP, `wire.py` says."""

from __future__ import annotations

from collections.abc import Mapping

from eleusis.ground.cards import Card
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

    def at(self, place: Place) -> TableError:
        """The same error at another place."""
        return TableError(self.code, self.message, place, self.more)

    def __reduce__(self) -> tuple[type[TableError], tuple[str, str, Place, dict[str, Json]]]:
        return TableError, (self.code, self.message, self.place, self.more)


class TableMoved(TableError):
    """A move that was made in an older state of the table."""

    def __init__(self, n: int) -> None:
        """`n` is the number of the last event."""
        super().__init__("web/moved", "the table has moved on: look again", more={"n": n})


class StarterTells(TableError):
    """The card that would be turned as the starter gives the rule away."""

    def __init__(self, starter: Card, shorter: str) -> None:
        """From the `starter` on, `shorter` is the same rule."""
        message = f"from {starter.pretty} on, a much shorter rule is the same as yours: {shorter}"
        more: dict[str, Json] = {"starter": starter.text, "shorter": shorter}
        super().__init__("rule/starter-tells", message, more=more)
