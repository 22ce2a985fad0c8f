"""A tab: one game at a time is open, and all that the pages ask is answered here, by the functions of the server.

There are no threads: what is asked for is done before anything else is answered. What takes seconds (a bot that
plays a whole game) is asked of a second tab in a worker of its own, which can be ended.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from datetime import date
from functools import partial
from pathlib import Path
from typing import Final, TypeVar
from urllib.parse import parse_qsl, urlsplit

import attrs

from eleusis.doors.tab import tab_messages as messages
from eleusis.doors.tab.friends_rules import rate, read_friends_rule
from eleusis.doors.tab.kept_games import KeptGames, title_by
from eleusis.doors.tab.looked_at_game import answer_looking_back
from eleusis.doors.tab.new_games import begin_again, begin_alone, begin_game, go_on, lesson_rule
from eleusis.doors.tab.without_game import answer_without_game
from eleusis.doors.web.answering import Asked, TableAnswers
from eleusis.doors.web.evenings import playing
from eleusis.doors.web.evenings.evening import Evening
from eleusis.doors.web.evenings.opened_game import GameLookedAt, open_game
from eleusis.doors.web.hub import Hub
from eleusis.doors.web.refused import WebError
from eleusis.doors.web.wire import WebAnswer, read_body, send_data
from eleusis.ground.errors import EleusisError, ScriptError
from eleusis.secret.daily_rules import rule_of_day
from eleusis.table.daily_puzzle import (
    find_turn,
    perfect_turn,
    read_day,
    seed_of_day,
    share_line,
    share_result,
    title_of_day,
)
from eleusis.table.game_table import Table

T = TypeVar("T")
_FILE_NAME: Final = re.compile('filename="([^"]+)"')


async def run_here(work: Callable[[], T]) -> T:
    """Do some work before anything else is answered: a tab has no threads. Raises what it raises."""
    return work()


@attrs.define(eq=False)
class Tab:
    """What one page talks to.

    `keep` is awaited after each change, before anybody is told: it saves the folder, or says why it can't.
    """

    _games: KeptGames
    _keep: Callable[[], Awaitable[str | None]]
    _answers: TableAnswers | None = None
    _looked_at: GameLookedAt | None = None
    _opened: messages.Opened | None = None
    _streams: dict[int, asyncio.Task[None]] = attrs.field(factory=dict)
    _turning: asyncio.Lock = attrs.field(factory=asyncio.Lock, init=False)
    """Held while one game is put in the place of another: requests may come faster than that is done."""

    @classmethod
    def in_folder(cls, folder: str, keep: Callable[[], Awaitable[str | None]]) -> Tab:
        """A tab whose games are kept in a folder."""
        Path(folder).mkdir(exist_ok=True)
        return cls(KeptGames(Path(folder)), keep)

    # What is asked

    async def answer(self, method: str, target: str, body: str = "") -> WebAnswer:
        """The answer to a request: `target` is a path with its query. A mistake of ours is raised as it is."""
        asked = self._read(method, target, body)
        try:
            if asked.path.startswith("/api/tab/"):
                return await self._answer_here(asked)
            needs_none = self._answers is None or "variant" in asked.query
            if needs_none and (answer := answer_without_game(asked)) is not None:
                return answer
            if self._looked_at is not None:
                return answer_looking_back(self._looked_at, asked)
            return await self._table().answer(asked)
        except EleusisError as error:
            return messages.send_errors(error)

    async def ask(self, method: str, target: str, body: str) -> tuple[int, str, str | None]:
        """The status and the text of an answer, for a script, and what its file is called where it is one.

        A mistake of ours is raised as it is.
        """
        answer = await self.answer(method, target, body)
        named = _FILE_NAME.search(answer.headers.get("Content-Disposition", ""))
        return answer.status, answer.body.decode(), None if named is None else named[1]

    def listen(self, number: int, target: str, tell: Callable[[int | None, str], None]) -> None:
        """Tell from now on what happens: events with their numbers, and without one how the table stands.

        `number` is by what `close_stream` knows it. Raises WebError as a request does.
        """
        heard = self._table().listen(self._read("GET", target))

        async def stream() -> None:
            async for message in heard:
                tell(message.n, message.data)

        self._streams[number] = asyncio.ensure_future(stream())

    def close_stream(self, number: int) -> None:
        """Tell no more."""
        stream = self._streams.pop(number, None)
        if stream is not None:
            stream.cancel()

    def _read(self, method: str, target: str, body: str = "") -> Asked:
        parts = urlsplit(target)
        evening = None if self._answers is None else self._answers.evening
        seats = () if evening is None else evening.seating.held
        query = dict(parse_qsl(parts.query, keep_blank_values=True))
        return Asked(method, parts.path, query, body.encode(), seats=seats, by_host=True)

    def _table(self) -> TableAnswers:
        if self._answers is None:
            raise WebError("web/no-round", "no game is open")
        return self._answers

    async def _answer_here(self, asked: Asked) -> WebAnswer:
        match asked.method, asked.path.removeprefix("/api/tab/"):
            case "POST", "open":
                return send_data(await self.open(messages.read_opening(asked.body)))
            case "GET", "games":
                return send_data([*self._games.list_games()])
            case "GET", "history":
                return send_data(self._games.tell_history(read_day(asked.query.get("today", ""))))
            case "GET", "summary" if self._looked_at is not None:
                return send_data(self._looked_at.summary())
            case "GET", "result":
                return send_data(self._share())
            case "POST", "close":
                await self.close()
                return send_data({})
            case "POST", "friend":
                return send_data(self._find_friends(read_body(asked.body, messages.FriendsRule)))
            case "POST", "forget":
                return await self._forget(read_body(asked.body, messages.ForgetGame).file)
            case "POST", "rate":
                return send_data(rate(read_body(asked.body, messages.RateRule).rule))
        raise WebError("web/not-found", "there is nothing here")

    # What is open

    async def open(self, wanted: messages.Opening) -> messages.Opened:
        """Open a game, in the place of the one that is. Raises what beginning, or reading it, raises."""
        async with self._turning:
            return await self._open(wanted)

    async def _open(self, wanted: messages.Opening) -> messages.Opened:
        if isinstance(wanted, messages.OpenText):
            looked_at = open_game(wanted.text, wanted.name)
            await self._close()
            self._looked_at = looked_at
            return messages.Opened(wanted.name, "text")
        path = self._path_of(wanted)
        if self._opened is not None and self._opened.file == path.name:
            return self._opened
        evening = go_on(path) if path.exists() else self._begin(path, wanted)
        await self._close()
        hub = Hub(evening, run_here, keep=partial(self._settle, evening))
        self._answers = TableAnswers(evening, hub, alone=True)
        self._opened = opened = self._games.describe(evening.path)
        await self._settle(evening)
        hub.start()
        return opened

    def _path_of(self, wanted: messages.GameOpening) -> Path:
        """Where a game is kept, or will be. Raises NotationError."""
        match wanted:
            case messages.OpenKept(file):
                return self._games.find(file)
            case messages.OpenDaily(day):
                return self._games.daily_path(read_day(day))
            case messages.OpenLesson():
                return self._games.new_path("lesson")
            case messages.OpenRule():
                return self._games.new_path("rule")
        return self._games.new_path("game")

    def _begin(self, path: Path, wanted: messages.GameOpening) -> Evening:
        match wanted:
            case messages.OpenDaily(text, name):
                day = read_day(text)
                return begin_alone(path, name, rule_of_day(day), seed_of_day(day), title_of_day(day))
            case messages.OpenLesson(name):
                return begin_alone(path, name, *lesson_rule(), "Eleusis: the first puzzle")
            case messages.OpenRule(text, by, seed, name):
                return begin_alone(path, name, read_friends_rule(text), seed, title_by(by), by=by)
            case messages.OpenGame():
                return begin_game(path, wanted)
        return begin_again(path, self._table().evening)

    def _find_friends(self, sent: messages.FriendsRule) -> messages.FriendsGame:
        """The game that was begun by a friend's rule, where it was. Raises RuleError."""
        game = self._games.find_friends(read_friends_rule(sent.rule), sent.by, sent.seed)
        return messages.FriendsGame() if game is None else messages.FriendsGame(game.file, game.over)

    async def close(self) -> None:
        """Let go of what is open."""
        async with self._turning:
            await self._close()

    async def _close(self) -> None:
        for number in [*self._streams]:
            self.close_stream(number)
        if self._answers is not None:
            await self._answers.hub.close()
        self._answers = self._looked_at = self._opened = None

    async def _forget(self, file: str) -> WebAnswer:
        async with self._turning:
            if self._opened is not None and self._opened.file == file:
                await self._close()
            self._games.forget(file)
            await self._keep_all()
        return send_data({})

    async def _settle(self, evening: Evening) -> None:
        """What follows by itself: after its last round a game is over. Then all is kept."""
        if evening.phase == "between" and evening.last_round:
            playing.next_round(evening)
        opened = self._opened
        if opened is not None and evening.phase == "over" and evening.table is not None:
            self._note_ending(opened, evening.table)
        try:
            await self._keep_all()
        except ScriptError as error:
            # What is shown isn't kept: it goes no further until it is.
            evening.broken = error.message
            raise

    def _note_ending(self, opened: messages.Opened, table: Table) -> None:
        totals = table.match.totals
        most = max(totals.values())
        turn = None if opened.kind == "game" else find_turn(table.now)
        winners = [seat for seat, points in totals.items() if points == most != 0]
        self._games.note_ending(opened.file, messages.GameEnding(winners, most, turn))
        if opened.day is not None:
            day = date.fromisoformat(opened.day)
            self._games.note_result(day, messages.DayPlayed(turn, share_line(day, table.now)))

    async def _keep_all(self) -> None:
        """Save what has changed. Raises ScriptError (`script/cannot-write`)."""
        problem = await self._keep()
        if problem:
            message = f"this browser can't keep it. Is there room left on the device? ({problem})"
            raise ScriptError("script/cannot-write", message)

    def _share(self) -> messages.Result:
        """What may be told and shared of a game that is over. Raises WebError (`web/told-later`) before."""
        evening, opened = self._table().evening, self._opened
        if evening.phase != "over" or evening.table is None or opened is None or opened.kind == "game":
            raise WebError("web/told-later", "there is a result when the puzzle is over")
        record = evening.table.now
        turn = find_turn(record)
        if opened.day is None:
            return messages.Result(share_result(record, opened.by or "the teacher"), turn)
        day = date.fromisoformat(opened.day)
        return messages.Result(share_line(day, record), turn, perfect_turn(day))
