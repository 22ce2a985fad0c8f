"""What the pages ask and are answered, whoever carries it: a server, or the tab that the pages run in.

Each request is about one evening; it comes with the seats that its browser holds, and whether it is the host's.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Concatenate, Final, ParamSpec

import attrs
from msgspec import UNSET
from msgspec.structs import asdict

from eleusis.doors.web import looking_up, wire
from eleusis.doors.web import web_messages as messages
from eleusis.doors.web.evenings import after, lobby, playing
from eleusis.doors.web.evenings.after import HowTold
from eleusis.doors.web.evenings.evening import Evening
from eleusis.doors.web.evenings.evening_plan import PlayerWanted
from eleusis.doors.web.evenings.round_told import review_json
from eleusis.doors.web.evenings.showing import show_view
from eleusis.doors.web.hub import Hub, Message
from eleusis.doors.web.refused import WebError
from eleusis.doors.web.seats.seat_names import seat_called
from eleusis.doors.web.wire import WebAnswer, read_body, read_message, send_data
from eleusis.game.events import AnyEvent
from eleusis.ground.cards import Card
from eleusis.ground.errors import EleusisError, did_you_mean, quote
from eleusis.reviewing.reviewed import RoundReview
from eleusis.secret.phrasebook.sentences import phrases_json

P = ParamSpec("P")
WORKS: Final[dict[str, Callable[[Evening], object]]] = {
    "start": lobby.start,
    "next": playing.next_round,
    "undo": playing.undo,
    "pause": partial(playing.pause, paused=True),
    "go-on": partial(playing.pause, paused=False),
    "stop": playing.stop,
    "again": after.play_again,
    "hide-hints": playing.hide_hints,
}
"""What the host may ask for in one word."""


@attrs.frozen
class Asked:
    """A request."""

    method: str
    """GET or POST."""
    path: str
    """What is asked for, such as /api/view."""
    query: Mapping[str, str] = attrs.field(factory=dict)
    """What stands behind the `?`."""
    body: bytes = b""
    """What a POST brings: JSON."""
    seats: tuple[str, ...] = ()
    """The seats that whoever asks holds."""
    by_host: bool = False
    """Whether it is the host who asks."""

    def mover(self, wanted: str | None) -> str:
        """The seat that a request acts for. Raises WebError (`web/no-token`, `web/not-yours`)."""
        if not self.seats:
            raise WebError("web/no-token", "this browser holds no seat: sit down first")
        own = self.seats[0] if wanted is None else seat_called(wanted, self.seats)
        if own is None:
            raise WebError("web/not-yours", f"this browser doesn't hold the seat {quote(wanted)}")
        return own

    @property
    def viewer(self) -> str | None:
        """The seat through whose eyes a request looks: named, or the first of the browser; None for a spectator.

        Raises WebError (`web/no-token`, `web/not-yours`) for another's.
        """
        wanted = self.query.get("seat")
        if wanted is None:
            return next(iter(self.seats), None)
        return self.mover(wanted) if wanted else None

    def check_host(self) -> None:
        """Raises WebError (`web/host-key`) where a request doesn't come from the host."""
        if not self.by_host:
            raise WebError(
                "web/host-key", "the host's key is needed: open the host page by the address with the key"
            )


Answering = Callable[["TableAnswers", Asked], Awaitable[WebAnswer]]


@attrs.define(eq=False)
class TableAnswers:
    """Answers requests about one evening; `urls` are the addresses at which its pages can be reached."""

    evening: Evening
    hub: Hub
    urls: Sequence[str] = ()
    reached: bool = False
    """Whether another device has asked for a page."""
    alone: bool = False
    """Whether whoever plays is the host too, as in a tab."""

    async def answer(self, asked: Asked) -> WebAnswer:
        """The answer to a request, also to one that is refused.

        A mistake of ours is raised as it is.
        """
        try:
            return await self.find(asked.method, asked.path)(self, asked)
        except EleusisError as error:
            return wire.send_error(error)

    @staticmethod
    def find(method: str, path: str) -> Answering:
        """Who answers a path. Raises WebError (`web/not-found`, `web/method`)."""
        place = _NUMBER.sub("{number}", path)
        if f"{method} {place}" in _ANSWERED:
            return _ANSWERED[f"{method} {place}"]
        if {f"GET {place}", f"POST {place}"}.isdisjoint(_ANSWERED):
            raise WebError("web/not-found", "there is nothing here")
        raise WebError("web/method", "this address doesn't take that method")

    @staticmethod
    def ways() -> tuple[str, ...]:
        """All that is answered: methods with paths."""
        return tuple(_ANSWERED)

    # What is open to all

    @property
    def address(self) -> str:
        """Where others sit down; nowhere where nobody can."""
        return f"{self.urls[0]}/" if self.urls else ""

    async def _table(self, asked: Asked) -> WebAnswer:
        news = asdict(await self.hub.table_now())
        return send_data(messages.TableSeen(**news, address=self.address, you=[*asked.seats], alone=self.alone))

    async def _view(self, asked: Asked) -> WebAnswer:
        seat = asked.viewer
        await self.hub.still()
        return send_data(show_view(self.evening, seat))

    def listen(self, asked: Asked, after: str | None = None) -> AsyncIterator[Message]:
        """What a page is told from now on; `after` is the last event that it has seen.

        Raises WebError (`web/type`, `web/no-token`, `web/not-yours`).
        """
        seat = asked.viewer
        wanted = after or asked.query.get("after")
        if wanted and not (wanted.isascii() and wanted.isdecimal() and len(wanted) < 10):
            raise WebError("web/type", f"after is the number of an event, not {quote(wanted)}")
        own = asked.seats if "seat" not in asked.query else (() if seat is None else (seat,))
        return self.hub.listen(own, seat, int(wanted) if wanted else None)

    async def _editions(self, asked: Asked) -> WebAnswer:
        players = len(self.evening.seats) or None
        return send_data(looking_up.tell_editions(players))

    async def _kinds(self, asked: Asked) -> WebAnswer:
        return send_data(looking_up.tell_kinds(self.evening.programs))

    async def _rules(self, asked: Asked) -> WebAnswer:
        await self.hub.still()
        return send_data(looking_up.tell_rulebook(self.evening.edition, len(self.evening.players) or None))

    async def _phrases(self, asked: Asked) -> WebAnswer:
        return send_data(phrases_json())

    # What seats do

    async def _move(self, asked: Asked) -> WebAnswer:
        wanted = read_body(asked.body, messages.MakeMove)
        seat = asked.mover(wanted.seat)
        await self.hub.change(partial(playing.move, self.evening, seat, wanted.n, wanted.move))
        await self.hub.still()
        return send_data(messages.MoveDone(self.evening.chronicle.last, show_view(self.evening, seat)))

    async def _change(
        self, work: Callable[Concatenate[Evening, P], object], *args: P.args, **more: P.kwargs
    ) -> WebAnswer:
        """Have something done to the evening, and say how far the game has come by it."""
        await self.hub.change(partial(work, self.evening, *args, **more))
        return await self._confirm()

    async def _confirm(self) -> WebAnswer:
        await self.hub.still()
        return send_data(messages.ThingDone(self.evening.chronicle.last))

    async def _choose(self, asked: Asked) -> WebAnswer:
        wanted = read_body(asked.body, messages.ChooseRule)
        if wanted.rule is UNSET and not wanted.draw:
            raise WebError("web/key", 'say {"rule": a text, or null to judge yourself}, or {"draw": true}')
        return await self._change(playing.choose_rule, asked.mover(wanted.seat), wanted)

    async def _look(self, asked: Asked) -> WebAnswer:
        text = read_body(asked.body, messages.LookAtRule).rule
        line: tuple[Card, ...] = ()
        events: tuple[AnyEvent, ...] = ()
        await self.hub.still()
        table = self.evening.table
        if table is not None and table.rounds and self.evening.choosing is None:
            view = table.now.round.view(None)
            line, events = tuple(view.mainline), tuple(view.events)
        # A rule of a file that only the dealer may know is named by its dealer alone.
        rules = self.evening.rules if self.evening.choosing in asked.seats else None
        return send_data(await self.hub.look(partial(looking_up.tell_look, text, line, events, rules)))

    async def _read(self, asked: Asked) -> WebAnswer:
        text = read_body(asked.body, messages.ReadText).text
        return send_data(await self.hub.look(partial(looking_up.tell_readings, text)))

    # Rounds that are over

    async def _tell(self, number: int, how: HowTold, seat: str | None = None) -> object:
        return await self.hub.look_into(partial(after.tell_round, self.evening, number, how, seat))

    async def _round(self, asked: Asked) -> WebAnswer:
        return send_data(await self._tell(_number(asked), "round"))

    async def _transcript(self, asked: Asked) -> WebAnswer:
        seat = asked.query.get("seat")
        return send_data(messages.TranscriptSeen(str(await self._tell(_number(asked), "transcript", seat))))

    async def look_back(self, number: int) -> RoundReview:
        """The review of a round, reckoned beside the game: nobody waits for it who plays.

        Raises WebError (`web/told-later`), and what a review raises.
        """
        look_back = await self.hub.look_into(partial(after.prepare_review, self.evening, number))
        return await self.hub.look_back(look_back)

    async def _review(self, asked: Asked) -> WebAnswer:
        return send_data(review_json(await self.look_back(_number(asked))))

    async def _file(self, asked: Asked) -> WebAnswer:
        evening = self.evening
        if evening.phase != "over":
            raise WebError(
                "web/told-later",
                "the game's file holds the cards that are still to come: it is given when the game is over",
            )
        name = evening.path.name.replace('"', "")
        text = await self.hub.look(evening.path.read_bytes)
        held = {"Content-Disposition": f'attachment; filename="{name}"'}
        return WebAnswer(text, media="application/yaml", headers=held)

    # The host

    async def _host_page(self, asked: Asked) -> WebAnswer:
        asked.check_host()
        evening = self.evening
        await self.hub.still()
        players = [PlayerWanted(seat.name, seat.how) for seat in evening.sitting]
        plan = {**asdict(evening.plan), "rules": len(evening.plan.rules)}
        return send_data(
            messages.HostSeen(
                [messages.AddressSeen(url) for url in self.urls],
                self.reached,
                str(evening.path) if evening.room is None else "",
                evening.how_to_resume,
                messages.HostSettings(**plan, players=players),
                evening.notes(),
            )
        )

    async def _host(self, asked: Asked) -> WebAnswer:
        asked.check_host()
        data = wire.json_object(asked.body)
        match data.pop("do", None):
            case "set":
                variant = data.get("variant")
                if isinstance(variant, str):
                    looking_up.check_edition_name(variant)
                return await self._change(lobby.set_up, data)
            case "remove":
                return await self._change(lobby.remove, read_message(data, messages.FreeSeat).seat)
            case "bot":
                bot = read_message(data, messages.PutBot)
                if not bot.once:
                    return await self._change(lobby.put_bot, bot.seat, bot.kind)
                await self.hub.let_play(lobby.stand_in(self.evening, bot.seat, bot.kind))
                return await self._confirm()
            case "person":
                return await self._change(lobby.put_person, read_message(data, messages.PutPerson).seat)
            case "hint":
                return await self._change(playing.give_hint, read_message(data, messages.GiveHint).text)
            case str() as do if do in WORKS:
                return await self._change(WORKS[do])
            case do:
                hint = did_you_mean(str(do), [*WORKS, "set", "remove", "bot", "person", "hint"])
                raise WebError("web/type", f"the host can't do {quote(do)}{hint}")


def _number(asked: Asked) -> int:
    """The number of the round that a path names."""
    return int(asked.path.split("/")[3])


_ANSWERED: Final[Mapping[str, Answering]] = {
    "GET /api/table": TableAnswers._table,
    "GET /api/view": TableAnswers._view,
    "GET /api/host": TableAnswers._host_page,
    "GET /api/editions": TableAnswers._editions,
    "GET /api/kinds": TableAnswers._kinds,
    "GET /api/rules": TableAnswers._rules,
    "GET /api/phrases": TableAnswers._phrases,
    "GET /api/rounds/{number}": TableAnswers._round,
    "GET /api/rounds/{number}/transcript": TableAnswers._transcript,
    "GET /api/rounds/{number}/review": TableAnswers._review,
    "GET /api/file": TableAnswers._file,
    "POST /api/moves": TableAnswers._move,
    "POST /api/rule": TableAnswers._choose,
    "POST /api/rules/look": TableAnswers._look,
    "POST /api/rules/read": TableAnswers._read,
    "POST /api/host": TableAnswers._host,
}
"""Who answers what."""
_NUMBER: Final = re.compile("(?<=/rounds/)[0-9]{1,9}(?=/|$)", re.ASCII)
"""Where a path names a round."""
