"""What the owner of a room does to many tables at once; each table does it as if its own host had asked."""

from __future__ import annotations

import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from typing import Final

import attrs
import msgspec

from eleusis.doors.web.answering import WORKS
from eleusis.doors.web.evenings import after, playing
from eleusis.doors.web.evenings.evening import Evening
from eleusis.doors.web.looking_up import check_edition_name
from eleusis.doors.web.rooms import room_messages as messages
from eleusis.doors.web.rooms.glancing import on_the_wall
from eleusis.doors.web.rooms.room import OpenTable, Room
from eleusis.doors.web.wire import WebError, json_object, read_message
from eleusis.ground.errors import EleusisError, did_you_mean, quote
from eleusis.reviewing.review_page import GuessTold, RoundToTalk, TableToTalk, make_talk_page

_HOUR: Final = 3600.0
_LOG_LINES: Final = 300
_FILES: Final[Mapping[str, Callable[[Room, str], Awaitable[None]]]] = {
    "put-away": Room.put_away,
    "bring-back": Room.bring_back,
    "delete": Room.delete,
}
"""What is done to the files of a table, and not in its game."""


class _Made(msgspec.Struct):
    turn: int
    guess: str
    in_words: str | None
    right: bool
    agrees: float | None


class _Near(msgspec.Struct):
    seat: str
    guesses: list[_Made]


class _Wrong(msgspec.Struct):
    seat: str
    guess: str
    text: str


class _RoundTold(msgspec.Struct):
    """What is needed here of a round as /api/rounds/N tells it."""

    near: list[_Near]
    wrong_guesses: list[_Wrong]


@attrs.define(eq=False)
class Owner:
    """Does what the owner asks."""

    room: Room
    _pages: dict[str, tuple[float, str]] = attrs.field(factory=dict, init=False)
    """Pages that were made, by their tickets, each with when it ends."""

    def look(self) -> messages.RoomSeen:
        """The room, with all of its tables."""
        room = self.room
        settings = messages.RoomSettings(
            **room.kept.plan,
            players=room.kept.players,
            same=room.kept.same,
            anybody=room.kept.anybody,
            forbidden=room.kept.forbidden,
        )
        shard = None if room.shard.of == 1 else f"{room.shard.number}/{room.shard.of}"
        wall = f"wall#{room.wall_key}"
        now = time.time()
        return messages.RoomSeen(f"{room.url}/", wall, settings, room.tables(), now, room.put_away_after, shard)

    def look_at_wall(self) -> messages.WallSeen:
        """What hangs on the wall: the tables of this server that are not put away."""
        tables = [table for table in self.room.tables() if not table.away and table.server is None]
        evenings = {code: table.evening for code, table in self.room.open.items()}
        sought = {rule for evening in evenings.values() if (rule := evening.rule_in_play) is not None}
        shown = [on_the_wall(table, evenings.get(table.code), sought) for table in tables]
        return messages.WallSeen(f"{self.room.url}/", shown)

    def read_log(self) -> messages.LogSeen:
        """The last lines of the log."""
        return messages.LogSeen(self.room.log_lines(_LOG_LINES))

    async def do(self, body: bytes) -> messages.RoomDone:
        """Do what a request asks for. Raises WebError and what the setting of a room raises."""
        data = json_object(body)
        match data.get("do"):
            case "set":
                check_edition_name(read_message(data, messages.SetRoom).variant)
                self.room.change({name: value for name, value in data.items() if name != "do"})
                return messages.RoomDone([], {})
            case "make":
                return await self._make(read_message(data, messages.MakeTables))
            case "talk":
                return await self._talk(read_message(data, messages.TalkItOver))
            case "hint":
                hint = read_message(data, messages.HintForAll)
                return await self._for_all(hint, lambda evening: playing.give_hint(evening, hint.text))
            case str() as do if do in _FILES:
                wanted = read_message(data, messages.DoForAll)
                if wanted.tables is None:
                    raise WebError("web/key", 'say which tables are meant: "tables": ["KWTF"]')
                return await self._each(wanted.tables, partial(_FILES[do], self.room))
            case str() as do if do in WORKS:
                return await self._for_all(read_message(data, messages.DoForAll), WORKS[do])
            case do:
                works = ["set", "make", "talk", "hint", *_FILES, *WORKS]
                raise WebError("web/type", f"the owner can't do {quote(do)}{did_you_mean(str(do), works)}")

    async def _make(self, wanted: messages.MakeTables) -> messages.RoomDone:
        made: list[str] = []
        refused: dict[str, str] = {}
        for number, names in enumerate(wanted.groups, 1):
            try:
                made.append((await self.room.make(names)).code)
            except EleusisError as error:
                refused[f"group {number}"] = error.message
        return messages.RoomDone(made, refused)

    async def _for_all(self, wanted: messages.ForTables, work: Callable[[Evening], object]) -> messages.RoomDone:
        async def change(code: str) -> None:
            table = await self.room.find(code)
            await table.hub.change(partial(work, table.evening))

        return await self._each(self._choose(wanted), change)

    def _choose(self, wanted: messages.ForTables) -> list[str]:
        if wanted.tables is not None:
            return wanted.tables
        return [code for code in self.room.listed if self.room.has(code)]

    async def _each(self, codes: Iterable[str], work: Callable[[str], Awaitable[None]]) -> messages.RoomDone:
        done: list[str] = []
        refused: dict[str, str] = {}
        for code in codes:
            try:
                await work(code)
            except EleusisError as error:
                refused[code] = error.message
            else:
                done.append(code)
        return messages.RoomDone(done, refused)

    # The talk at the end

    async def _talk(self, wanted: messages.TalkItOver) -> messages.RoomDone:
        tables: list[TableToTalk] = []

        async def tell(code: str) -> None:
            table = await self.room.find(code)
            evening = table.evening
            with evening.looking():
                dealt = [] if evening.table is None else evening.table.rounds
                numbers = [record.number for record in dealt if record.ended is not None]
            if not numbers:
                raise WebError("web/told-later", "no round is over there")
            rounds = [await self._to_talk(table, number) for number in numbers]
            tables.append(TableToTalk(code, table.look().title, evening.players, rounds))

        done = await self._each(self._choose(wanted), tell)
        if not tables:
            return done
        ticket = secrets.token_urlsafe(24)
        now = time.monotonic()
        self._pages = {name: page for name, page in self._pages.items() if page[0] > now}
        self._pages[ticket] = now + _HOUR, make_talk_page(tables)
        return msgspec.structs.replace(done, page=f"talk/{ticket}")

    async def _to_talk(self, table: OpenTable, number: int) -> RoundToTalk:
        tell_round = partial(after.tell_round, table.evening, number, "round")
        shown = msgspec.convert(await table.hub.workers.tell(tell_round), _RoundTold)
        why = {(wrong.seat, wrong.guess): wrong.text for wrong in shown.wrong_guesses}
        guesses = [
            GuessTold(
                near.seat,
                made.turn,
                made.guess,
                made.in_words,
                made.right,
                made.agrees,
                why.get((near.seat, made.guess), ""),
            )
            for near in shown.near
            for made in near.guesses
        ]
        review = await table.api.answers.look_back(number)
        return RoundToTalk(review, sorted(guesses, key=lambda guess: guess.turn))

    def page(self, ticket: str) -> str:
        """A page that was made within the last hour. Raises WebError (`web/not-found`)."""
        end, page = self._pages.get(ticket, (0.0, ""))
        if end <= time.monotonic():
            raise WebError("web/not-found", "this page is gone after an hour: make it again on the room's page")
        return page
