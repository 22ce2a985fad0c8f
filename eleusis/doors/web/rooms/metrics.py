"""What a room tells Prometheus, at an address of its own: how much there is to do, and how fast it is done."""

from __future__ import annotations

import attrs
from prometheus_client import CollectorRegistry, Gauge, Histogram, start_http_server

from eleusis.doors.web.rooms.room import Room
from eleusis.ground.errors import NotationError, quote

_STEPS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 5)
"""Seconds at which the times of moves are told apart."""


@attrs.define(eq=False)
class Metrics:
    """The figures of a room; none names a table, a player or a card."""

    registry: CollectorRegistry = attrs.field(factory=CollectorRegistry)
    moves: Histogram = attrs.field(init=False)
    """How long moves took that were made, in seconds."""

    def __attrs_post_init__(self) -> None:
        self.moves = Histogram(
            "eleusis_move_seconds",
            "Time from a move's request to its answer, when it was made.",
            buckets=_STEPS,
            registry=self.registry,
        )

    def watch(self, room: Room) -> None:
        """Tell of a room from now on."""
        tables = Gauge("eleusis_tables", "Tables of this server.", ["state"], registry=self.registry)
        tables.labels("open").set_function(lambda: len(room.open))
        tables.labels("asleep").set_function(lambda: sum(map(room.has, [*room.listed])) - len(room.open))
        seats = Gauge("eleusis_seats", "Seats that somebody holds at open tables.", registry=self.registry)
        seats.set_function(lambda: sum(len(table.api.seating.held) for table in [*room.open.values()]))
        streams = Gauge("eleusis_streams", "Streams that pages listen to.", registry=self.registry)
        streams.set_function(lambda: sum(table.hub.streams for table in [*room.open.values()]))

    def serve(self, address: str) -> None:
        """Answer at an address such as `127.0.0.1:9317`. Raises NotationError (`notation/address`)."""
        host, _, port = address.rpartition(":")
        try:
            start_http_server(int(port), host.strip("[]") or "127.0.0.1", self.registry)
        except (OSError, ValueError, OverflowError) as error:
            message = f"--metrics is an address and a free port, such as 127.0.0.1:9317, not {quote(address)}"
            why = f": {error.strerror.lower()}" if isinstance(error, OSError) and error.strerror else ""
            raise NotationError("notation/address", f"{message}{why}") from None
