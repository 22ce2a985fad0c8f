"""An evening: a game behind the pages, from the empty table to its end, and the next one after it.

Nothing here knows of requests. One thread at a time changes it, within `_changing`; any other may look meanwhile
(`looking`), also while a bot thinks: the lock is let go for that time, since a bot looks at its view and changes
nothing.
"""

from __future__ import annotations

import shlex
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Literal

import attrs
from msgspec.structs import replace

from eleusis.doors.web.evenings.chronicle import Chronicle
from eleusis.doors.web.evenings.evening_plan import MAX_OWN, MAX_SEATS, PLANNED, EveningPlan, read_players
from eleusis.doors.web.evenings.kept import read_kept, read_next
from eleusis.doors.web.evenings.refused import TableError, TableMoved
from eleusis.doors.web.evenings.remarks import Remarks
from eleusis.doors.web.evenings.round_told import RoundTeller
from eleusis.doors.web.evenings.starters import read_lying, turn_starter_as
from eleusis.doors.web.evenings.story_lines import Stories
from eleusis.doors.web.seats.lookalikes import check_new_name
from eleusis.doors.web.seats.seat_lock import SeatLock
from eleusis.doors.web.seats.seat_names import SeatError, check_seat_name, seat_called
from eleusis.doors.web.seats.seating import Seating
from eleusis.driving.dealing import check_players, unusual
from eleusis.game.moves import Hint, Pass, Undo, read_move
from eleusis.ground.chance import draw_seed
from eleusis.ground.data import Json
from eleusis.ground.errors import (
    EleusisError,
    IllegalMove,
    NotationError,
    Place,
    RuleError,
    ScriptError,
    did_you_mean,
    quote,
)
from eleusis.ground.files import read_bytes
from eleusis.minds.players.kinds import find_kind
from eleusis.minds.players.program.command import Program
from eleusis.minds.players.registry import NO_PROGRAMS, Seat, read_seat
from eleusis.record.gamefile.appending import check_free
from eleusis.reviewing.reviewed import RoundReview
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule
from eleusis.table.alone import bot_that_deals, is_for_two, seat_dealer
from eleusis.table.dealers_rules import draw_rule, next_rule
from eleusis.table.game_head import first_dealer, game_head
from eleusis.table.game_table import Table, finished_table, new_table, resume
from eleusis.table.starter_choice import begin_by_rule, can_begin
from eleusis.variant import Variant

HowTold = Literal["round", "transcript"]
"""How a round that is over is told."""
Stage = Literal["lobby", "rule", "play", "between", "over"]
"""Nobody has begun; a person who deals chooses a rule; a round is on; one is over; the game is."""

_LONGEST_HEAD = 1 << 16
"""Bytes of what stands in a game file before its rounds."""


class Evening:
    """The game that is served: its file, who sits where, how it is played, and all that happens.

    `path` is where the game is kept; `plan` and `seats` are what is decided beforehand. `rules` are those that may
    be named besides the library's, `programs` kinds of bot besides those that there are.
    """

    def __init__(
        self,
        path: Path,
        seating: Seating,
        plan: EveningPlan,
        seats: Sequence[Seat] = (),
        *,
        seed: int | None = None,
        rules: Mapping[str, Rule] | None = None,
        programs: Mapping[str, Program] = NO_PROGRAMS,
    ) -> None:
        self.path = path
        self.seating = seating
        self.plan = plan
        self.seats: list[Seat] = [*seats]
        self.seed = seed
        self.rules = dict(rules or {})
        self.rule_files: tuple[str, ...] = ()
        """The files and sets that `rules` come from, as `--rules` names them."""
        self.programs = programs
        self.lock: SeatLock | None = None
        """What keeps other servers from this table, where it is served."""
        self.game = 1
        self.table: Table | None = None
        self.chronicle = Chronicle()
        self.remarks = Remarks(self.chronicle)
        self.stories = Stories()
        self.choosing: str | None = None
        """The person who deals and has yet to say by which rule."""
        self.paused = False
        self.broken: str | None = None
        """Why the game can't go on: its file, or a bot."""
        self.teller: RoundTeller | None = None
        self.revealed: set[int] = set()
        """The rounds of which something was told that is told once they are over."""
        self._by_host: dict[int, list[int]] = {}
        """Of each round, by its number, which of its hints the host gave: their numbers among them, from 0."""
        self._thinking: str | None = None
        self._lock = threading.Lock()

    @classmethod
    def resume(
        cls,
        path: Path,
        seating: Seating,
        *,
        rules: Mapping[str, Rule] | None = None,
        programs: Mapping[str, Program] = NO_PROGRAMS,
        others: Mapping[str, str] | None = None,
    ) -> tuple[Evening, str]:
        """The evening as a server left it, however it ended, and what was dropped from a torn end of its file.

        Where the game had not begun, nothing but the seats is there yet. `others` says who sits on which seat from
        now on. Raises as `read_kept`, before anything is changed, and as `resume` of a table.
        """
        kept = read_kept(seating.path, rules, programs)
        settings = kept.settings
        evening = cls(path, seating, kept.plan, seed=settings.seed, rules=rules, programs=programs)
        evening.game = settings.game
        evening.chronicle = Chronicle(settings.before)
        evening.remarks = Remarks(evening.chronicle, {*settings.remarks.by_clock}, {*settings.remarks.hidden})
        evening.paused = settings.paused
        evening._by_host.update(settings.by_host)
        played_by = dict(others or {})
        sitting = {seat.name: seat for seat in kept.players}
        if not path.exists() or (seating.settings and _is_unbegun(path)):
            path.unlink(missing_ok=True)
            evening.seats = [*sitting.values()]
            return evening, ""
        table, dropped = finished_table(path, evening.rules), ""
        if table is None:
            played_by = {name: seat.how for name, seat in sitting.items()} | played_by
            try:
                table, dropped = resume(path, evening.rules, programs=programs, others=played_by)
            except NotationError as error:
                stray = others is None or others.keys() <= sitting.keys()
                raise error.at(kept.place) if stray and not error.file else error from None
        table.thinking = evening._note_thinking
        evening.table, evening.teller = table, RoundTeller(table, evening._by_host, evening.remarks)
        evening.seats = [*table.seats.values()]
        evening.plan = replace(evening.plan, by_hand=evening.plan.by_hand or (bool(table.rounds) and table.by_hand))
        evening.chronicle.catch_up(table.rounds)
        evening.revealed = {record.number for record in table.rounds if record.ended is not None}
        choosing = settings.choosing
        if not table.playing and not table.match.stopped:
            if choosing is not None and choosing in table.players and not table.bot(choosing):
                evening.choosing = choosing
            elif not table.rounds or choosing in table.players:
                with evening._changing():
                    evening._begin_round()
        evening._remember()
        return evening, dropped

    # Who looks, and who changes

    @contextmanager
    def looking(self) -> Iterator[None]:
        """Within the block nothing changes."""
        with self._lock:
            yield

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Within the block the game may change; then what has happened gets its numbers, and is remembered.

        The lock is let go while a bot thinks.
        """
        self._lock.acquire()
        try:
            yield
        finally:
            if self._thinking is not None:  # it failed, and has not answered
                self._lock.acquire()
                self._thinking = None
            if self.table is not None:
                self.chronicle.catch_up(self.table.rounds)
            self._lock.release()

    def _note_thinking(self, seat: str | None) -> None:
        """A bot begins to think, or (None) has answered: meanwhile others may look."""
        if seat is not None and self._thinking is None:
            self._thinking = seat
            self._lock.release()
        elif seat is None and self._thinking is not None:
            self._lock.acquire()
            self._thinking = None

    # How it stands

    @property
    def phase(self) -> Stage:
        """How far the game has come."""
        if self.table is None:
            return "lobby"
        if self.choosing is not None:
            return "rule"
        if self.table.playing:
            return "play"
        return "over" if self.table.match.stopped else "between"

    @property
    def sitting(self) -> Sequence[Seat]:
        """Who or what plays on each seat, clockwise."""
        return self.seats if self.table is None else [*self.table.seats.values()]

    @property
    def players(self) -> tuple[str, ...]:
        """Who sits there, clockwise."""
        return tuple(seat.name for seat in self.sitting)

    @property
    def edition(self) -> Variant:
        """The edition that is played, or is to be. Raises VariantError."""
        return self.plan.edition if self.table is None else self.table.variant

    def who(self, seat: str) -> Seat:
        """Who or what plays on a seat. Raises TableError (`web/no-seat`) for a stranger."""
        if (sits := self._find_seat(seat)) is not None:
            return sits
        hint = did_you_mean(seat, self.players)
        raise TableError("web/no-seat", f"nobody at the table is called {quote(seat)}{hint}")

    @property
    def next_dealer(self) -> str | None:
        """Who deals the next round; None where none follows, or nobody sits there."""
        if self.table is None:
            return self._first_dealer() if len(self.seats) > 1 else None
        if not self.table.rounds:
            return self._first_dealer()
        return None if self.last_round else self.table.match.next_dealer()

    @property
    def last_round(self) -> bool:
        """Whether no round follows the present one."""
        if self.table is None:
            return False
        return self.table.match.stopped or self.table.match.complete or len(self.table.rounds) == self.plan.rounds

    def _first_dealer(self) -> str:
        names = self.players
        wanted = self.plan.dealer
        if wanted is None and is_for_two(self.plan.edition):
            wanted = bot_that_deals(self.seats)
        sits = wanted is not None and wanted.strip().casefold() in (name.casefold() for name in names)
        return first_dealer(names, wanted if sits else None)

    @property
    def bot_due(self) -> bool:
        """Whether a bot is to move now."""
        table = self.table
        return (
            self.phase == "play" and table is not None and table.bot_to_act and not self.paused and not self.broken
        )

    # Before the deal

    def sit_down(self, name: object, *, take_over: bool = False, holds: Sequence[str] = ()) -> str:
        """The seat of somebody who sits down: a free one by its name, a new one, or with `take_over` a bot's.

        `holds` are the seats that the same browser has already. Raises TableError (`web/no-seat`, `web/bots-seat`,
        `web/table-full`, `web/enough-seats`), SeatError (`seat/name`, `seat/scripts`, `seat/alike`).
        """
        with self._changing():
            wanted = check_seat_name(name)
            sits = self._find_seat(wanted)
            if holds:
                self._check_more(wanted if sits is None else sits.name, holds)
            if sits is None:
                self._add_seat(wanted)
                return wanted
            if sits.bot:
                if not take_over:
                    raise TableError("web/bots-seat", f"{sits.name} is a bot: take it over, or choose another name")
                if not self.plan.free:
                    raise TableError("web/bots-seat", f"{sits.name} is a bot, and only the host may change that")
                self._reseat(Seat(sits.name))
            return sits.name

    def _check_more(self, seat: str, holds: Sequence[str]) -> None:
        """Raises TableError (`web/enough-seats`) where a browser that holds seats may not have this one too."""
        if self.plan.by_hand or seat in holds:
            return
        if len(holds) >= MAX_OWN:
            raise TableError("web/enough-seats", f"a browser holds {MAX_OWN} seats at most")
        table = self.table
        if table is not None and table.playing and seat == table.now.dealer and table.rule is not None:
            message = f"{seat} deals this round: if you play in it, sit down there when it is over"
            raise TableError("web/enough-seats", message)

    def _find_seat(self, name: str) -> Seat | None:
        """Who or what plays on the seat that a name means; None for a stranger."""
        sitting = {seat.name: seat for seat in self.sitting}
        called = seat_called(name, sitting)
        return None if called is None else sitting[called]

    def _add_seat(self, name: str) -> None:
        if self.table is not None:
            hint = did_you_mean(name, self.players)
            message = f"nobody here is called {quote(name)}{hint}: the game is on; take over a bot's seat, or wait"
            raise TableError("web/no-seat", f"{message} for the next game")
        if not self.plan.free:
            hint = did_you_mean(name, self.players)
            raise TableError("web/no-seat", f"nobody here is called {quote(name)}{hint}: ask the host for a seat")
        if len(self.seats) >= MAX_SEATS:
            raise TableError("web/table-full", f"all {MAX_SEATS} seats are taken")
        check_new_name(name, self.players)
        self.seats.append(Seat(name))
        self._remember()

    def set_up(self, changes: Mapping[str, object]) -> None:
        """Change the plan, and in `players` who sits there: and once dealt, only what no deal hangs on.

        Raises NotationError, VariantError, RuleError, SeatError and ScriptError for what can't be; TableError
        (`web/game-on`).
        """
        with self._changing():
            for key in changes:
                if key not in (*PLANNED, "players"):
                    hint = did_you_mean(key, (*PLANNED, "players"))
                    raise NotationError("notation/option", f"there is nothing called {quote(key)} to set{hint}")
            fixed = [key for key in changes if key in ("variant", "settings", "players", "open_hands", "by_hand")]
            if self.table is not None and fixed:
                raise TableError("web/game-on", f"the game has begun: {fixed[0]} can't be changed any more")
            seats = self.seats
            if "players" in changes:
                seats = [*read_players(changes["players"], self.programs)]
                seats = [attrs.evolve(seat, name=check_seat_name(seat.name)) for seat in seats]
                self._check_seats(seats)
            plan = self.plan.change({key: value for key, value in changes.items() if key != "players"}, self.rules)
            if plan.dealer is not None and "dealer" in changes:
                first_dealer([seat.name for seat in seats] or [""], plan.dealer)
            self.plan, self.seats = plan, [*seats]
            if self.table is None:
                self.seating.keep_only(self._people())
            self._remember()

    @staticmethod
    def _check_seats(seats: Sequence[Seat]) -> None:
        names = [seat.name for seat in seats]
        twice = next((name for place, name in enumerate(names) if seat_called(name, names[:place])), None)
        if twice is not None:
            raise ScriptError("script/players", f"two players are called {quote(twice)}")
        if len(seats) > MAX_SEATS:
            raise TableError("web/table-full", f"{MAX_SEATS} seats at most, not {len(seats)}")
        for place, name in enumerate(names):
            check_new_name(name, names[:place])

    def _people(self) -> list[str]:
        return [seat.name for seat in self.sitting if not seat.bot]

    # The game and its rounds

    def start(self) -> None:
        """Begin the game: its file is written, and the first round dealt or its dealer asked for a rule.

        Raises ScriptError (`script/…`), TableError (`web/game-on`), PlayerError.
        """
        with self._changing():
            if self.table is not None:
                raise TableError("web/game-on", "the game has begun already")
            seats = [*seat_dealer(self.seats)] if not self.plan.by_hand else self.seats
            check_players([seat.name for seat in seats])
            if self.plan.by_hand and any(seat.bot for seat in seats):
                message = "a bot can't see the cards of a real table: a table by hand takes people only"
                raise ScriptError("script/by-hand", message)
            if len(seats) > len(self.seats) and self.plan.dealer is None:
                self.plan = replace(self.plan, dealer=seats[-1].name)
            seed = draw_seed() if self.seed is None else self.seed
            head = game_head(self.plan.variant, seats, seed, self.plan.settings, self.path)
            check_free(self.path)
            self.seats = seats
            self.table = new_table(head, seats, self.rules, self.path, private=True)
            self.table.thinking = self._note_thinking
            self.teller = RoundTeller(self.table, self._by_host, self.remarks)
            self.seed = seed
            self._begin_round()

    def next_round(self) -> None:
        """Begin the next round, or end the game where none follows.

        Raises TableError (`web/round-on`), and as `start` does.
        """
        with self._changing():
            if self.phase != "between" or self.table is None:
                raise TableError("web/round-on", self._why_no_round())
            if self.last_round:
                self.table.stop()
                self._remember()
            else:
                self._begin_round()

    def _why_no_round(self) -> str:
        match self.phase:
            case "lobby":
                return "the game has not begun: start it"
            case "over":
                return "the game is over: no round follows"
            case "rule":
                return f"{self.choosing} is choosing a rule"
            case _:
                return "a round is under way: the next is dealt when it is over"

    def _begin_round(self) -> None:
        """Deal the next round by a rule that is given or drawn, or wait for the dealer to choose one."""
        table = self._the_table()
        dealer = self.next_dealer
        assert dealer is not None
        number = len(table.rounds) + 1
        if not self.plan.by_hand and (self.plan.rules or table.bot(dealer)):
            given = [find_rule(text, self.rules) for text in self.plan.rules]
            rule = next_rule(table.script.seed or 0, number, given, table.rules, self.plan.difficulty)
            begin_by_rule(table, dealer, rule)
            table.drive(moves=0)
        else:
            self.choosing = dealer
        self._remember()

    def choose_rule(
        self,
        seat: str,
        text: str | None,
        *,
        draw: bool = False,
        hint: str | None = None,
        starter: str = "keep",
        starters: str | None = None,
        set_aside: str | None = None,
    ) -> None:
        """The rule of the person who deals (None: the dealer judges each play), and the round is dealt.

        `starter` says what becomes of one that gives the rule away: `keep`, `turn` others, or `ask` (refused, with
        what is to be known of it). At a real table `starters` are those that lie there. Raises TableError
        (`web/not-dealing`), StarterTells, RuleError, NotationError, ScriptError.
        """
        with self._changing():
            table = self._the_table()
            if self.choosing is None or seat != self.choosing:
                raise TableError("web/not-dealing", f"{seat} is not asked for a rule now")
            number = len(table.rounds) + 1
            rule = None
            if draw:
                rule = draw_rule(table.script.seed or 0, number, table.rules, self.plan.difficulty)
            elif text is not None:
                rule = find_rule(text, table.rules)
            if rule is not None and not can_begin(table, rule):
                raise RuleError("rule/no-starter", "no card of the pack is right as the starter by this rule")
            if hint and not table.variant.hints.ever:
                raise IllegalMove("move/no-hints", f"{table.variant.name} has no hints")
            by_hand = self.plan.by_hand
            turned = (
                read_lying(table, starters, set_aside) if by_hand else turn_starter_as(table, seat, rule, starter)
            )
            table.begin_round(seat, rule, starter=turned.starter, turned_away=turned.away, unknown=by_hand)
            self.choosing = None
            if hint:
                table.step(Hint(seat, hint[:400]))
            table.drive(moves=0)
            self._remember()

    def stop(self) -> None:
        """End the game for good.

        Raises TableError (`web/round-on`) where none has begun, and ScriptError of the file.
        """
        with self._changing():
            if self.table is None or self.table.match.stopped:
                raise TableError("web/round-on", self._why_no_round())
            self.choosing = None
            self.table.stop()
            self._remember()

    def play_again(self) -> None:
        """Clear the table for a new game of the same people.

        Raises TableError (`web/round-on`) before the end, and ScriptError where its file is another server's.
        """
        with self._changing():
            if self.phase != "over" or self.table is None:
                raise TableError("web/round-on", "the game is not over: stop it first")
            path = _next_path(self.path)
            if self.lock is not None:
                self.lock.go_on_to(seats_path(path))
            seats = [*self.table.seats.values()]
            begun: dict[str, Json] = {"seed": None, "choosing": None, "paused": False, "by_host": {}, "remarks": {}}
            state = {**self._settings(), **begun, "game": self.game + 1, "before": self.chronicle.last}
            self.seating.keep_settings(
                {**self._settings(), "next": path.name}
            )  # so the first file leads to the last
            self.seating.go_on_in(seats_path(path), state)
            self.table.close()
            self.seats = seats
            self.chronicle = Chronicle(self.chronicle.last)
            self.remarks = Remarks(self.chronicle)
            self.table = self.teller = self.seed = self.broken = None
            self.paused = False
            self.revealed.clear()
            self._by_host.clear()
            self.game += 1
            self.path = path

    # Moves

    def move(self, seat: str, n: int, text: str) -> None:
        """Make a move for a seat, as its line in a game file has it; `n` is what its player had seen.

        Raises TableMoved where more has happened, TableError (`web/paused`, `web/no-round`), NotationError,
        IllegalMove, ScriptError of the file.
        """
        with self._changing():
            if n != self.chronicle.last:
                raise TableMoved(self.chronicle.last)
            table = self._in_play()
            move = read_move(text, seat)
            if isinstance(move, Undo):
                self._undo(seat)
                return
            if table.bot(seat) and not isinstance(move, Hint):
                raise IllegalMove("move/not-yours", f"{seat} is a bot, and plays by itself")
            if (refusal := table.now.round.refusal(move)) is not None:
                raise refusal
            table.check_guess(move)
            self._make(lambda: table.step(move))

    def move_bot(self) -> None:
        """Let the bot move that is due, if one still is.

        Raises PlayerError and ScriptError; the game can't go on then.
        """
        with self._changing():
            table = self.table
            if table is not None and self.bot_due:
                self._make(table.step)

    def undo(self) -> None:
        """Take back the last move, for the host.

        Raises IllegalMove (`move/may-not-undo`), TableError (`web/no-round`).
        """
        with self._changing():
            table = self._the_table()
            steps = table.rounds[-1].steps if table.rounds else []
            if not steps:
                raise IllegalMove("move/may-not-undo", "nothing can be taken back: nothing has happened yet")
            self._undo(steps[-1].seat)

    def _undo(self, seat: str) -> None:
        table = self._the_table()
        why_not = self.why_not_undo(table)
        if why_not is not None:
            raise IllegalMove("move/may-not-undo", f"nothing can be taken back: {why_not}")
        table.undo(seat)

    def why_not_undo(self, table: Table) -> str | None:
        """Why nobody may take the last move back; None where its seat may."""
        if self.choosing is not None or table.match.stopped:
            return "the round is over for good"
        return table.why_not_undo(table.now.number in self.revealed)

    def give_hint(self, text: str) -> None:
        """A hint of the host's, which may be given while the game is paused too. Else raises as `move`.

        The game file has it in the dealer's name, who gives hints there; the pages say whose it is.
        """
        with self._changing():
            table = self._in_play(even_paused=True)
            number = sum(isinstance(step.move, Hint) for step in table.now.steps)
            self._make(lambda: table.step(Hint(table.now.dealer, text)))
            self._by_host.setdefault(table.now.number, []).append(number)
            self._remember()

    def hosts_hints(self, number: int) -> Sequence[int]:
        """Which hints of a round the host gave, by their numbers among its hints, from 0."""
        return self._by_host.get(number, ())

    def hide_hints(self) -> None:
        """Take the hints of the present round from all pages; the game's file keeps what was said.

        Raises TableError (`web/not-now`) where there is none.
        """
        with self._changing():
            table = self.table
            if table is None or not table.rounds or not self.remarks.hide_hints(table.now):
                raise TableError("web/not-now", "there is no hint on the pages")
            self._remember()

    def time_out(self, n: int) -> None:
        """The clock of a turn has run out, at which `n` was the last event: a right goes by, a turn is played."""
        with self._changing():
            table = self.table
            if n != self.chronicle.last or self.phase != "play" or table is None or self.paused:
                return
            seat = table.now.round.to_act
            if seat is None or seat == table.now.dealer or table.bot(seat) or table.by_hand:
                return
            stood = len(table.now.round.events)
            try:
                if table.now.round.refusal(Pass(seat)) is None:
                    self._make(lambda: table.step(Pass(seat)))
                else:
                    self._stand_in(seat, read_seat(seat, "random(no_plays=0, declares=0, guesses=0)"), once=True)
            finally:
                happened = len(table.now.round.events) - stood
                self.remarks.by_clock.update(range(n + 1, n + 1 + happened))
                self._remember()

    # What is told afterwards

    def tell_round(self, number: int, how: HowTold, seat: str | None = None) -> object:
        """A round that is over: told in whole, or as a transcript.

        It changes nothing but that the round can't be taken up again by an undo. Raises TableError
        (`web/told-later`), and what the telling raises.
        """
        with self.looking():
            teller = self._reveal(number)
            return teller.tell(number) if how == "round" else teller.transcript(number, seat)

    def review_round(self, number: int) -> RoundReview:
        """A round that is over, looked back upon; that takes seconds, and the game goes on meanwhile.

        Raises TableError (`web/told-later`), and what a review raises.
        """
        with self.looking():
            look_back = self._reveal(number).prepare_review(number)
        return look_back()

    def _reveal(self, number: int) -> RoundTeller:
        """Who tells of a round that is over, and from now on may not be taken up again."""
        if self.teller is None or not self.teller.is_over(number):
            raise TableError("web/told-later", f"round {number} stays secret until it is over")
        self.revealed.add(number)
        return self.teller

    @property
    def how_to_resume(self) -> str:
        """The command that goes on with the game after the server has ended."""
        named = [word for file in self.rule_files for word in ("--rules", file)]
        return shlex.join(["eleusis", "serve", "--resume", str(self.path), *named])

    def clear_up(self) -> None:
        """Leave nothing behind of a table at which nobody has sat and nothing was dealt."""
        if self.table is None and not self.seating.held and not self.path.exists():
            seats_path(self.path).unlink(missing_ok=True)

    def notes(self) -> list[str]:
        """What is unusual about this table, each as a sentence."""
        return unusual(self.edition, len(self.players)) if len(self.players) > 1 else []

    # Who plays

    def put_bot(self, seat: str, kind: str, *, once: bool = False) -> None:
        """Let a bot play on somebody's seat, for the turn that is due or from now on.

        Raises TableError (`web/no-seat`, `web/not-now`), NotationError for the kind, PlayerError.
        """
        with self._changing():
            sits = self.who(seat)
            bot = read_seat(sits.name, kind, self.programs)
            if not bot.bot:
                raise NotationError("notation/player", "a bot has a kind, such as random or scientist")
            if self.phase == "play" and bot.program is None and find_kind(bot.kind).knows_rule:
                message = f"{bot.kind} knows the rule, and might give it away: let another bot play this round"
                raise TableError("web/not-now", message)
            self._stand_in(sits.name, bot, once)

    def put_person(self, seat: str) -> None:
        """Let a person play where a bot does. Raises TableError (`web/no-seat`, `web/not-now`)."""
        with self._changing():
            self._reseat(Seat(self.who(seat).name))

    def _stand_in(self, seat: str, bot: Seat, once: bool) -> None:
        table = self.table
        if not once:
            self._reseat(bot)
            return
        if self.paused:
            raise TableError("web/paused", "the game is paused")
        if table is None or not table.playing or table.now.round.to_act != seat or seat == table.now.dealer:
            raise TableError("web/not-now", f"it isn't {seat}'s turn: a bot can stand in when it is")
        before = table.seats[seat]
        table.seat_anew(bot)
        try:
            self._make(table.step)
            self._answer_for(seat)  # a guess that is offered, and after it the right to declare
            self._answer_for(seat)
        finally:
            table.seat_anew(before)

    def _answer_for(self, seat: str) -> None:
        """Let the bot that stands in answer what it is still asked."""
        table = self._the_table()
        if table.playing and table.now.round.to_act == seat:
            self._make(table.step)

    def _reseat(self, seat: Seat) -> None:
        table = self.table
        if table is not None:
            if self.plan.by_hand:
                raise TableError("web/not-now", "a bot can't see the cards of a real table")
            deals = table.now.dealer if table.playing else self.choosing
            draws = seat.bot and seat.name == self.choosing
            if seat.name == deals and seat.bot is not table.bot(seat.name) and not draws:
                raise TableError("web/not-now", f"{seat.name} deals this round: wait until it is over")
            table.seat_anew(seat)
            self.broken = None  # it may have been the one who sat there
            if draws:
                self.choosing = None
                self._begin_round()
        self.seats = [seat if sits.name == seat.name else sits for sits in self.seats]
        if seat.bot:
            self._void(seat.name)
        self._remember()

    def remove(self, seat: str) -> None:
        """Take a seat from who holds it; its hand stays. Before the game an empty place is left to nobody."""
        with self._changing():
            self._void(self.who(seat).name)

    def _void(self, seat: str) -> None:
        if seat in self.seating.held:
            self.seating.remove(seat)

    def pause(self, paused: bool) -> None:
        """Stop all moves for a while, or let the game go on."""
        with self._changing():
            self.paused = paused
            self.broken = None if not paused else self.broken
            self._remember()

    # What they have in common

    def _the_table(self) -> Table:
        if self.table is None:
            raise TableError("web/no-round", "the game has not begun")
        return self.table

    def _in_play(self, even_paused: bool = False) -> Table:
        """The table, where moves can be made. Raises TableError."""
        table = self._the_table()
        if self.choosing is not None or not table.rounds:
            raise TableError("web/no-round", f"there is no round now: {self._why_no_round()}")
        if self.broken is not None:
            raise TableError("web/broken", f"the game has stopped: {self.broken}")
        if self.paused and not even_paused:
            raise TableError("web/paused", "the game is paused")
        return table

    def _make(self, step: Callable[[], object]) -> None:
        """Make a step; where the file or a bot fails the game stops until the host lets it go on."""
        try:
            step()
            if self.teller is not None:
                self.teller.remember()
        except EleusisError as error:
            if error.code.startswith(("script/", "player/", "file/")):
                self.broken = error.message
            raise

    def _remember(self) -> None:
        """Keep beside the game file what a killed server must know to go on."""
        self.seating.keep_settings(self._settings())

    def _settings(self) -> dict[str, Json]:
        return {
            "plan": self.plan.to_json(),
            "players": [{"seat": seat.name, "kind": seat.how} for seat in self.sitting],
            "seed": self.seed,
            "choosing": self.choosing,
            "paused": self.paused,
            "game": self.game,
            "before": self.chronicle.before,
            "by_host": {str(number): [*hints] for number, hints in self._by_host.items()},
            "remarks": self.remarks.to_json(),
        }


def seats_path(path: Path) -> Path:
    """The file beside that of a game in which its seats, PINs and plan are kept."""
    return path.with_name(f"{path.name}.seats")


def last_path(path: Path) -> Path:
    """The file of the last game of an evening that began in this one.

    Raises as `read_seat_file`, and SeatError (`seat/broken`) for a name that can't follow.
    """
    passed = {path.name}
    while seats_path(path).exists():
        following = read_next(seats_path(path))
        if following is None or not seats_path(path.with_name(following)).exists():
            break
        if following in passed:
            message = f"next leads back to {quote(following)}, where the evening began"
            raise SeatError("seat/broken", message, Place(str(seats_path(path))))
        path = path.with_name(following)
        passed.add(following)
    return path


def _is_unbegun(path: Path) -> bool:
    """Whether the first lines of a game file were being written when the server was killed: nothing is dealt."""
    try:
        head = read_bytes(path, _LONGEST_HEAD)
    except (OSError, ValueError):
        return False
    first = b"eleusis: 1\n"
    return head[: len(first)] == first[: len(head)] and b"\nrounds:" not in head and len(head) < _LONGEST_HEAD


def is_free(path: Path) -> bool:
    """Whether no game is kept in a file, and none is about to be."""
    return not path.exists() and not seats_path(path).exists()


def _next_path(path: Path) -> Path:
    """The file of the next game: `evening.yaml`, `evening-2.yaml`, `evening-3.yaml`, …, the first that is free."""
    stem, _, number = path.stem.rpartition("-")
    stem, first = (stem, int(number) + 1) if stem and number.isdecimal() else (path.stem, 2)
    return next(free for at in count(first) if is_free(free := path.with_name(f"{stem}-{at}{path.suffix}")))
