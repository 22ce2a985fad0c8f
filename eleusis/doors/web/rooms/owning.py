"""What the owner of a room does to many tables at once; each table does it as if its own host had asked."""

from __future__ import annotations

import secrets
import time
from collections.abc import Awaitable, Callable, Container, Iterable, Mapping, Sequence
from functools import partial
from itertools import starmap
from typing import Final, NamedTuple

import attrs
import msgspec

from eleusis.doors.web.answering import WORKS
from eleusis.doors.web.evenings import after, lobby, playing
from eleusis.doors.web.evenings.evening import Evening, seats_path
from eleusis.doors.web.evenings.kept import read_next
from eleusis.doors.web.evenings.opened_game import GameLookedAt, open_game
from eleusis.doors.web.evenings.round_told import RoundTeller
from eleusis.doors.web.hub import Hub
from eleusis.doors.web.looking_up import check_edition_name
from eleusis.doors.web.refused import WebError
from eleusis.doors.web.rooms import room_messages as messages
from eleusis.doors.web.rooms.glancing import on_the_wall, standing_hint
from eleusis.doors.web.rooms.room import Room
from eleusis.doors.web.wire import json_object, read_message
from eleusis.ground.errors import EleusisError, did_you_mean, quote
from eleusis.ground.files import read_bytes
from eleusis.reviewing.review_page import GuessTold, RoundToTalk, TableToTalk, make_talk_page

_HOUR: Final = 3600.0
_LONGEST_GAME: Final = 1 << 24
"""Bytes of a game file that is talked over."""
_LOG_LINES: Final = 300
_FILES: Final[Mapping[str, Callable[[Room, str], Awaitable[None]]]] = {
    "put-away": Room.put_away,
    "bring-back": Room.bring_back,
    "delete": Room.delete,
}
"""What is done to the files of a table, and not in its game."""


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
        return messages.RoomSeen(f"{room.url}/", f"wall#{room.wall_key}", settings, room.tables(), time.time())

    async def look_at_wall(self) -> messages.WallSeen:
        """What hangs on the wall: the tables that are not put away."""
        opened = {**self.room.open}
        sought = {rule for table in opened.values() if (rule := table.evening.rule_in_play) is not None}
        shown: list[messages.TableOnWall] = []
        hints: set[str | None] = set()
        for seen in self.room.tables(away=False):
            table = opened.get(seen.code)
            if table is not None:
                await table.hub.still()
                if seen.phase == "play":
                    hints.add(standing_hint(table.evening))
            shown.append(on_the_wall(seen, None if table is None else table.evening, sought))
        return messages.WallSeen(f"{self.room.url}/", shown, hints.pop() if len(hints) == 1 else None)

    def read_log(self) -> messages.LogSeen:
        """The last lines of the log."""
        return messages.LogSeen(self.room.log.last_lines(_LOG_LINES))

    async def do(self, body: bytes) -> messages.RoomDone:
        """Do what a request asks for. Raises WebError and what the setting of a room raises."""
        data = json_object(body)
        match data.get("do"):
            case "set":
                check_edition_name(read_message(data, messages.SetRoom).variant)
                changes = {name: value for name, value in data.items() if name != "do"}
                self.room.change(changes)
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
                refused[f"line {number}"] = error.message
        return messages.RoomDone(made, refused)

    async def _for_all(self, wanted: messages.ForTables, work: Callable[[Evening], object]) -> messages.RoomDone:
        async def change(code: str) -> None:
            table = await self.room.find(code)
            if wanted.tables is None and work is lobby.start and not table.evening.seating.held:
                raise WebError("web/not-now", "nobody sits there yet: tick it to start it all the same")
            await table.hub.change(partial(work, table.evening))

        return await self._each(self._choose(wanted), change)

    def _choose(self, wanted: messages.ForTables) -> list[str]:
        if wanted.tables is not None:
            return wanted.tables
        return [table.code for table in self.room.tables(away=False)]

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
        evenings = [table.evening for table in self.room.open.values()]
        sought = {rule.text for evening in evenings if (rule := evening.rule_in_play) is not None}

        async def tell(code: str) -> None:
            table = await self.room.find(code)
            evening, title, before = table.evening, table.look().title, len(tables)
            games = await table.hub.look_back(partial(_read_earlier, self.room, code, evening))
            await table.hub.still()
            dealt = [] if evening.table is None else evening.table.rounds
            over = [record.number for record in dealt if record.ended is not None]
            games.append(_Played(evening.path.stem, evening.players, over, partial(after.reveal, evening)))
            for name, players, numbers, teller in games:
                looked_back = [await _to_talk(table.hub, teller, number, sought) for number in numbers]
                if said := [each for each in looked_back if each is not None]:
                    tables.append(TableToTalk(name, title, players, said))
            if len(tables) == before:
                raise WebError("web/told-later", "no round is over there whose rule nobody looks for any more")

        done = await self._each(self._choose(wanted), tell)
        if not tables:
            return done
        ticket = secrets.token_urlsafe(24)
        now = time.monotonic()
        self._pages = {name: page for name, page in self._pages.items() if page[0] > now}
        self._pages[ticket] = now + _HOUR, make_talk_page(tables)
        return msgspec.structs.replace(done, page=f"talk/{ticket}")

    def page(self, ticket: str) -> str:
        """A page that was made within the last hour. Raises WebError (`web/not-found`)."""
        end, page = self._pages.get(ticket, (0.0, ""))
        if end <= time.monotonic():
            raise WebError("web/not-found", "this page is gone after an hour: make it again on the room's page")
        return page


class _Played(NamedTuple):
    """A game that was played at a table, with who tells of each of its rounds that are over."""

    name: str
    players: Sequence[str]
    rounds_over: Sequence[int]
    teller: Callable[[int], RoundTeller]


def _read_earlier(room: Room, code: str, evening: Evening) -> list[_Played]:
    """The games that were played at a table before the present one, by the names of their files."""
    path, games = room.folder / f"{code}.yaml", list[_Played]()
    while path != evening.path and (following := read_next(seats_path(path))) is not None:
        if path.exists():
            game = open_game(read_bytes(path, _LONGEST_GAME).decode(), path.name, room.extras.rules)
            games.append(_Played(path.stem, game.players, game.rounds_over, partial(_teller_of, game)))
        path = path.with_name(following)
    return games


def _teller_of(game: GameLookedAt, number: int) -> RoundTeller:
    return game.teller


async def _to_talk(
    hub: Hub, teller: Callable[[int], RoundTeller], number: int, sought: Container[str]
) -> RoundToTalk | None:
    """A round with its guesses, looked back upon; None while its rule is looked for elsewhere."""
    rule, guesses = await hub.look_into(lambda: teller(number).tell_guesses(number))
    if rule in sought:
        return None
    look_back = await hub.look_into(lambda: teller(number).prepare_review(number))
    return RoundToTalk(await hub.look_back(look_back), [*starmap(GuessTold, guesses)])
