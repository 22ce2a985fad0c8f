"""A program put into situation after situation, and what it does wrong in each."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import attrs

from eleusis.driving.driver import Driver, Player, Remote
from eleusis.driving.replayed import RoundReplay
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.game.moves import Move
from eleusis.ground.chance import stream
from eleusis.ground.data import Json
from eleusis.ground.errors import IllegalMove, PlayerError
from eleusis.minds.players.program.command import Program
from eleusis.minds.players.program.process import ProgramProcess
from eleusis.minds.players.program.program_player import ProgramPlayer
from eleusis.minds.players.registry import make_player
from eleusis.record.gamefile.reading import read_game
from eleusis.record.replaying.replay import replay_game
from eleusis.secret.rule import Rule
from eleusis.testing.conformance.situations import PROGRAM_SEATS, SITUATIONS, Situation
from eleusis.variant import Variant

MAX_LATE = 3
"""After so many situations in which it was late the rest is left out: each would take as long again."""
MAX_QUOTED = 8000
"""The most characters of a message that are kept: half of them of its beginning, half of its end."""

LISTENING = 0.05
"""Seconds for which a program is listened to that is to say nothing, as after the end of a round."""

BEGINNING = "hello"
"""The name of the first situation: it is started, and says that it is ready."""
FAREWELL = "bye"
"""The name of the last one: it is told bye, its stdin is closed, and it ends."""


@attrs.frozen
class Fault:
    """Something that a program did wrong."""

    code: str
    """The error's code."""
    text: str
    """What it did, in a sentence."""
    sent: str
    """What it had been sent last."""
    came: str
    """What it answered; empty where nothing came."""


@attrs.frozen
class Trial:
    """What a program did in a situation."""

    name: str
    """What the situation is called."""
    what: str
    """What was to be done, in a sentence."""
    faults: tuple[Fault, ...]
    """What it did wrong there; empty where nothing."""

    def to_json(self) -> dict[str, Json]:
        """It as `bot check --format json` prints it."""
        return {"situation": self.name, "what": self.what, "faults": [attrs.asdict(fault) for fault in self.faults]}


class Trace:
    """What goes to and fro between eleusis and the processes of one program."""

    def __init__(self) -> None:
        self.sent = b""
        """The last message that was sent."""
        self.came = b""
        """The answer to it, once it is there."""
        self.extended = False
        """Whether messages get keys and events that nobody knows."""
        self.faults: list[Fault] = []
        """What went wrong in the present situation."""

    def begin(self, extended: bool = False) -> None:
        """A situation begins."""
        self.sent = self.came = b""
        self.extended = extended
        self.faults = []

    def note_message(self, message: bytes) -> bytes:
        """A message on its way, as it is to be sent. One that tells an error, not on purpose, is a fault."""
        data: dict[str, Any] = json.loads(message)
        if data["type"] == "error" and data["code"] != "move/on-purpose":
            self.add(data["code"], f"its answer was refused: {data['text']}")
        if self.extended:
            data = {"later": {"key": "that is ignored"}, **data}
            if "view" in data:
                data["view"] = {**data["view"], "later": [1, None]}
            if "events" in data:
                data["events"] = [*data["events"], {"type": "later_event", "seat": "Ann"}]
            message = json.dumps(data).encode() + b"\n"
        self.sent, self.came = message, b""
        return message

    def add(self, code: str, text: str) -> None:
        """Something that went wrong; the same is kept once."""
        if not any((fault.code, fault.text) == (code, text) for fault in self.faults):
            self.faults.append(Fault(code, text, _quote(self.sent), _quote(self.came)))


def _quote(line: bytes) -> str:
    text = line.decode("utf-8", "replace").rstrip("\n")
    half = MAX_QUOTED // 2
    return text if len(text) <= MAX_QUOTED else f"{text[:half]} … {text[-half:]}"


class TracedProcess(ProgramProcess):
    """A program at its pipes; all that passes is noted."""

    def __init__(self, trace: Trace, argv: Sequence[str], who: str, pass_on: Callable[[str], None]) -> None:
        self._trace = trace
        super().__init__(argv, who, pass_on)

    def ask(self, message: bytes, seconds: float) -> bytes:
        """Send a line, and return the line that answers it. Raises as ProgramProcess does."""
        message = self._trace.note_message(message)
        self._trace.came = super().ask(message, seconds)
        return self._trace.came

    def tell(self, message: bytes, seconds: float) -> None:
        """Send a line that is not answered, and see for a moment that it isn't. Raises as ProgramProcess does."""
        super().tell(self._trace.note_message(message), seconds)
        self.be_silent(LISTENING)  # an answer that nobody asked for comes now, and not to the next question


def try_program(
    program: Program, say: Callable[[str], None], situations: Sequence[Situation] = SITUATIONS
) -> Iterator[Trial]:
    """Put a program into every situation, one after the other; what it did in each.

    `say` is given the lines of its stderr. A program that can't be started, or doesn't say that it is ready, is put
    into no other; one that fails is started anew for the next.
    """
    trace = Trace()

    def hear(line: str) -> None:
        if line.startswith("warning: "):
            trace.add("player/bad-answer", line.removeprefix("warning: "))
        else:
            say(line)

    def start(argv: Sequence[str], who: str, pass_on: Callable[[str], None]) -> ProgramProcess:
        return TracedProcess(trace, argv, who, pass_on)

    players = {seat: ProgramPlayer(seat, program, hear, start) for seat in PROGRAM_SEATS}
    late = 0
    try:
        beginning = _try_hello(players[PROGRAM_SEATS[0]], trace)
        yield beginning
        if beginning.faults:
            return
        for situation in situations:
            trial = _try_situation(situation, players, trace)
            yield trial
            late += any(fault.code == "player/late" for fault in trial.faults)
            if late == MAX_LATE:
                return
        yield _try_farewell(players.values(), trace)
    finally:
        for player in players.values():
            player.close()


def _try_hello(player: ProgramPlayer, trace: Trace) -> Trial:
    game = read_game(SITUATIONS[0].game)
    trace.begin()
    try:
        player.begin_game(game.players, replay_game(game).variant)
    except PlayerError as error:
        trace.add(error.code, error.message)
    return Trial(BEGINNING, "It is started, and answers that it is ready.", tuple(trace.faults))


def _try_situation(situation: Situation, players: dict[str, ProgramPlayer], trace: Trace) -> Trial:
    game = replay_game(read_game(situation.game))
    trace.begin(situation.extended)
    try:
        for seat in situation.seats:
            players[seat].begin_game(game.players, game.variant)
        for record in game.rounds:
            _play_on(situation, record, {seat: players[seat] for seat in situation.seats}, game.variant)
    except PlayerError as error:
        trace.add(error.code, error.message)
    return Trial(situation.name, situation.what, tuple(trace.faults))


def _play_on(
    situation: Situation, record: RoundReplay, programs: dict[str, ProgramPlayer], variant: Variant
) -> None:
    """Play a round on from where it stands, and break it off. Raises PlayerError for the program."""
    round_ = record.round
    players: dict[str, Player | Remote] = {
        seat: make_player("random", seat, variant, stream(1, situation.name, record.number, seat), options=_LIVELY)
        for seat in round_.players
        if seat not in programs
    }
    listeners: dict[str, Remote] = {}
    for seat, program in programs.items():
        if seat == round_.dealer and record.rule is not None:
            listeners[seat] = program
        else:
            players[seat] = program
    dealer = None if record.rule is None else RuleDealer(Rule(record.rule), variant)
    if dealer is not None:
        players[round_.dealer] = dealer
    left = situation.refused

    def refuse(move: Move) -> None:
        nonlocal left
        if move.seat in programs and left:
            left -= 1
            message = "this error is sent on purpose, to check that another answer comes; it may be the same one"
            raise IllegalMove("move/on-purpose", message)

    limit = len(record.steps) + situation.steps
    check_guess = None if dealer is None else dealer.check
    Driver(round_, players, record.steps, check=refuse, check_guess=check_guess, listeners=listeners).to_end(limit)


_LIVELY = {"strings": 0.4, "no_plays": 0.15, "declares": 0.3, "guesses": 0.2}
"""The others do much of what can be done."""


def _try_farewell(players: Iterable[ProgramPlayer], trace: Trace) -> Trial:
    trace.begin()
    trace.sent = b'{"type":"bye"}'
    for player in players:
        if not player.close():
            trace.add("player/late", f"the bot of {player.seat} was still running 2 s after it was told goodbye")
    return Trial(FAREWELL, "It is told bye and its stdin is closed: it ends on its own.", tuple(trace.faults))
