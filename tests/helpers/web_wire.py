"""An application asked without sockets, byte for byte; and twin tables that differ in what a seat can't see."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import attrs
from starlette.routing import Route

from eleusis.doors.web.addresses import Hosts
from eleusis.doors.web.answering import TableAnswers
from eleusis.doors.web.api import Api, make_app
from eleusis.doors.web.evenings import lobby
from eleusis.doors.web.evenings.evening import seats_path
from eleusis.doors.web.guard import Guard
from eleusis.doors.web.hub import Hub
from eleusis.doors.web.responses import SeatCookie
from eleusis.doors.web.seats.seating import Seating
from eleusis.doors.web.work_threads import in_thread
from eleusis.game.events import DeckAdded
from eleusis.game.moves import Guess, Judge
from eleusis.ground.cards import PACK, Card
from eleusis.ground.errors import NOWHERE
from eleusis.record.gamefile.contents import GameFile, RoundScript
from eleusis.record.gamefile.writing import write_game
from eleusis.secret.rule import Rule
from tests.helpers.web_browsers import Answer as WholeAnswer
from tests.helpers.web_browsers import send_request
from tests.helpers.web_tables import BASE, MANY, PORT
from tests.laws.tables import rule_of, variant_text
from tests.laws.twins import Leak, SeatAccount, moments, tokens_in, twins

Answer = tuple[int, tuple[tuple[str, str], ...], bytes]
"""A status, headers and a body."""
_STILL = ("/api/qr.svg", "/api/editions", "/api/kinds", "/api/rules", "/api/phrases")
"""What is the same in every game, as pages are: asked in the end."""
TRIES = ("play AS", "play AS 2S 3S", "no-play", "declare", "call right", "judge wrong 9H", 'guess "red"', "pass")


@attrs.define
class Wire:
    """A table that is served within this process."""

    app: Guard
    api: Api
    cookies: dict[str, str] = attrs.field(factory=dict)
    """What the browser of each seat keeps."""

    async def ask(self, path: str, who: str | None = None, body: Any = None, *, key: bool = False) -> Answer:
        """The answer to a request of a seat's browser, or of one without a seat; `key`: of the host's."""
        headers = [("host", f"127.0.0.1:{PORT}"), ("cookie", self._cookie(who).split(";")[0])]
        headers += [("authorization", f"Bearer {self.api.evening.seating.key}")] if key else []
        method, parts = ("GET", []) if body is None else ("POST", [json.dumps(body).encode()])
        headers += [("content-type", "application/json")] if parts else []
        stream = path.startswith("/api/events")
        answer = WholeAnswer(await send_request(self.app, method, path, headers, parts, ("127.0.0.1", 5), stream))
        if who is not None:
            self.cookies[who] = answer.headers.get("set-cookie", self._cookie(who))
        kept = tuple(pair for pair in answer.headers.items() if pair[0] not in ("set-cookie", "date"))
        return answer.status, kept, answer.body

    def _cookie(self, who: str | None) -> str:
        return self.cookies.get(who or "", "")

    async def post(self, who: str | None, path: str, **body: Any) -> Any:
        """What is answered to something that must be fine."""
        status, _, text = await self.ask(path, who, body, key=who is None)
        assert status in (200, 201), (body, text)
        return json.loads(text)

    def gets(self) -> Iterator[str]:
        """Every path that may be asked for, found, not listed."""
        for route in self.api.routes():
            if isinstance(route, Route) and route.methods and "GET" in route.methods and ":path" not in route.path:
                yield route.path.replace("{number:int}", "1")
        for way in self.api.answers.ways():
            if way.startswith("GET "):
                yield way.removeprefix("GET ").replace("{number}", "1")


@asynccontextmanager
async def wired(path: Path) -> AsyncIterator[Wire]:
    """A table that goes on with a game file, all of its seats taken."""
    evening, _ = lobby.resume_evening(path, Seating.create(seats_path(path)))
    cookie = SeatCookie(PORT)
    api = Api(TableAnswers(evening, Hub(evening, in_thread), [BASE]), cookie)
    app = make_app(api)
    guard = Guard(app, hosts=Hosts("127.0.0.1", PORT), cookie=cookie, caller_of=api.caller, limits=MANY)
    async with app.router.lifespan_context(app):
        wire = Wire(guard, api)
        for seat in evening.players:
            await wire.post(seat, "/api/seats", name=seat)
        yield wire


# Twins


@attrs.frozen
class Twin:
    """A deal as a game file has it, and the moves that are made in it."""

    text: str
    moves: tuple[tuple[str, str], ...]
    """The seat that says each, and its line."""


def twin_games(name: str, seed: int, seat: int, *, by_rule: bool) -> tuple[str, Twin, Twin]:
    """A round of random moves, and one that differs in all that a seat (its name comes first) can't know of it.

    `by_rule` the dealer's rules judge, and differ too; otherwise a person does.
    """
    played = _play(name, seed, seat)
    players, watcher, dealer = played.accounts[0].round.players, played.watcher, played.accounts[0].round.dealer
    rules: list[Rule | None] = [None, None]
    if by_rule:
        rule = rule_of(name, seed)
        knows = watcher == dealer or not played.unseen
        rules = [rule, rule if knows else _other_rule(rule, PACK[min(played.unseen)])]
    games = []
    for account, rule_, deck_seed in zip(played.accounts, rules, (11, 12), strict=True):
        began = account.round.began
        steps = account.record.steps[: played.steps]
        said = [step.move for step in steps if not (by_rule and isinstance(step.move, Judge))]
        script = RoundScript(
            NOWHERE, dealer=began.dealer, rule=rule_, rule_ref=None if rule_ is None else rule_.text,
            starter=began.starters, set_aside=began.set_aside, hands=dict(began.hands), stock=began.stock,
        )  # fmt: skip
        game = GameFile("evening.yaml", "VARIANT", players, seed=deck_seed, rounds=(script,))
        text = write_game(game).replace("VARIANT", variant_text(name) or name) + "    moves: |\n"
        games.append(Twin(text, tuple((move.seat, move.text) for move in said)))
    return watcher, games[0], games[1]


@attrs.define
class _Played:
    """A round as far as it goes without an end, without a right guess and without another deck."""

    watcher: str
    accounts: tuple[SeatAccount, SeatAccount]
    """The round, and one in which all that the watcher can't know is otherwise."""
    unseen: set[int]
    """Cards, by their index, that the watcher hasn't seen; nor has any of them been judged."""
    steps: int
    """How many steps of it are to be made again."""


def _play(name: str, seed: int, seat: int) -> _Played:
    played = None
    for moment in moments(name, seed):
        last = moment.steps[-1]
        if any(isinstance(event, DeckAdded) for event in last.events):
            break
        watcher = moment.players[seat % len(moment.players)]
        hidden = {token.index for token in moment.hidden_from(watcher)}
        serials = moment.seen_serials[watcher]
        tokens = [token for event in moment.round.events for token in tokens_in(event)]
        seen = {token.index for token in tokens if token.serial in serials}
        played = _Played(watcher, twins(moment, watcher, seed), hidden - seen, len(moment.steps) - 1)
        right_guess = isinstance(last.move, Judge) and last.move.right and isinstance(moment.steps[-2].move, Guess)
        if moment.round.ended or right_guess:
            break
    assert played is not None
    steps = played.accounts[0].record.steps
    while isinstance(steps[played.steps].move, Judge):  # what is answered by the rule at once goes with the answer
        played.steps -= 1
    return played


def _other_rule(rule: Rule, card: Card) -> Rule:
    """A rule that judges one card otherwise."""
    suits = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
    is_it = f"rank == {card.rank} and suit == {suits[card.text[-1]]}"
    return Rule(f"if {is_it} then not ({rule.text}) else {rule.text}")


# The law


async def hold(folder: Path, name: str, seed: int, seat: int, *, by_rule: bool = False, every: int = 12) -> int:
    """The law over one round; how many answers were compared. Raises Leak."""
    watcher, game, twin = twin_games(name, seed, seat, by_rule=by_rule)
    paths = [folder / "a" / "evening.yaml", folder / "b" / "evening.yaml"]
    for path, dealt in zip(paths, (game, twin), strict=True):
        path.parent.mkdir(exist_ok=True)
        path.write_text(dealt.text)
        seats_path(path).unlink(missing_ok=True)
    compared = 0
    async with wired(paths[0]) as first, wired(paths[1]) as other:
        for number, (said, said_too) in enumerate(zip(game.moves, twin.moves, strict=True)):
            if number % every == every // 2:
                compared += await compare(first, other, watcher)
            for wire, (mover, line) in ((first, said), (other, said_too)):
                await wire.post(mover, "/api/moves", n=wire.api.evening.chronicle.last, move=line)
        compared += await compare(first, other, watcher, still=True)
    return compared


async def compare(first: Wire, other: Wire, watcher: str, *, still: bool = False) -> int:
    """Ask both tables all that can be asked. Raises Leak where a byte differs, but for PINs and folders."""
    players = first.api.evening.players
    asked: list[tuple[str, str | None, Any, bool]] = []
    for path in first.gets():
        if still or (path.startswith(("/api", "/review")) and path not in _STILL):
            asked += [(path, watcher, None, False), (path, None, None, False), (path, None, None, True)]
        if still:
            other_seat = next(seat for seat in players if seat != watcher)
            asked += [(f"{path}?seat={seat}", watcher, None, False) for seat in (other_seat, "", "Nobody")]
    asked += [("/api/events?after=0", watcher, None, False), ("/api/events?seat=&after=0", watcher, None, True)]
    n = first.api.evening.chronicle.last
    acts = first.api.evening.table is not None and first.api.evening.table.now.round.to_act == watcher
    for line in TRIES:  # out of turn, or too late: nothing happens, and the refusal says no more than it may
        asked.append(("/api/moves", watcher, {"n": 0 if acts else n, "move": line}, False))
    for seat in players:
        if seat != watcher:
            asked.append(("/api/moves", watcher, {"n": n, "move": "pass", "seat": seat}, False))
    asked.append(("/api/rules/look", watcher, {"rule": "red"}, False))
    asked.append(("/api/rule", watcher, {"rule": "red"}, False))
    for path, who, body, key in asked:
        answer, twin = [_plain(await wire.ask(path, who, body, key=key), wire) for wire in (first, other)]
        assert answer[0] != 500, path
        if answer != twin:
            raise Leak(f"{path} {body or ''} to {watcher if who else 'a spectator'}: {_difference(answer, twin)}")
    return len(asked)


def _plain(answer: Answer, wire: Wire) -> Answer:
    """An answer without what may differ: PINs, and the folder of the game."""
    status, headers, body = answer
    folder = str(wire.api.evening.path.parent).encode()
    return status, headers, re.sub(rb'"pin":"\d{6}"', b'"pin":"PIN"', body.replace(folder, b"FOLDER"))


def _difference(answer: Answer, twin: Answer) -> str:
    """Where two answers begin to differ."""
    first, second = repr(answer), repr(twin)
    same = next((at for at, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), 0)
    return f"{first[max(0, same - 80) : same + 80]} != {second[same : same + 80]}"
