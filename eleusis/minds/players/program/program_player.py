"""A seat on which a program plays: what it is sent and when, and what its answers are worth."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence

from msgspec import structs

from eleusis.driving.driver import Remote, Statement
from eleusis.game.events import AnyEvent
from eleusis.game.moves import Move, read_move
from eleusis.game.view import View
from eleusis.ground.errors import EleusisError, IllegalMove, PlayerError, RuleError, quote, visible
from eleusis.minds.players.program import messages
from eleusis.minds.players.program.command import Program
from eleusis.minds.players.program.process import ProgramProcess
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule
from eleusis.variant import Variant, to_mapping

READY_TIME = 30.0
"""Seconds that a program has to say that it is ready."""
NO_RULES: Mapping[str, Rule] = {}
MAX_ERRORS = 3
"""This many errors in one move end a program."""


def print_error(line: str) -> None:
    """A line for people, on stderr."""
    print(line, file=sys.stderr, flush=True)


class ProgramPlayer(Remote):
    """A program on a seat. It is started when its first game begins, and again where it has been ended since.

    What it is sent comes from its seat's views and nowhere else: no seed, and no card that the seat can't see.
    `say` is given the lines of its stderr, each behind the seat's name, and what is wrong with what it states;
    `start` starts its process.
    """

    def __init__(
        self,
        seat: str,
        program: Program,
        say: Callable[[str], None] = print_error,
        start: Callable[[Sequence[str], str, Callable[[str], None]], ProgramProcess] | None = None,
    ) -> None:
        self.seat = seat
        self.program = program
        self.name = ""
        """The name that it gives itself."""
        self.tokens: int | None = None
        """The tokens that its last answer cost it; None where it doesn't say."""
        self.tokens_out: int | None = None
        """How many of them were written."""
        self._say = say
        self._start = start or ProgramProcess
        self._who = f"the bot of {seat} ({program.name})"
        self._process: ProgramProcess | None = None
        self._seen: Sequence[AnyEvent] = ()
        self._errors = 0
        self._options: dict[str, Move] = {}
        self._answer = messages.Answer("")
        self._rules: Mapping[str, Rule] = NO_RULES
        self._warned: set[str] = set()

    @property
    def sent(self) -> int:
        """How many events of this round it has been sent, which can't be undone any more."""
        return len(self._seen)

    @property
    def running(self) -> bool:
        """Whether its process has been started, and not been ended since."""
        return self._process is not None and not self._process.closed

    def warn_once(self, about: str, text: str) -> None:
        """Say what is odd about it, once for each thing that it may be `about`."""
        if about not in self._warned:
            self._warned.add(about)
            self._say(visible(f"warning: {text}"))

    def begin_game(self, players: Sequence[str], variant: Variant, rules: Mapping[str, Rule] = NO_RULES) -> None:
        """Say hello, and wait until it is ready; `rules` are named rules that it may state. Raises PlayerError."""
        self._seen = ()
        self._rules = rules
        if self._process is None or self._process.closed:
            self._process = self._start(self.program.argv, self._who, self._pass_on)
        hello = messages.Hello(messages.PROTOCOL, self.seat, tuple(players), to_mapping(variant))
        line = self._process.ask(hello.line, READY_TIME)
        try:
            self.name = messages.read_ready(line)
        except PlayerError as error:
            self._process.fail("bad-answer", f"didn't say that it is ready: {error.message}")

    def answer(self, view: View, n: int) -> Move:
        """The move of the seat that is to act in this view, which will be step `n` of the record.

        Raises PlayerError where none comes.
        """
        self._errors = 0
        self._options = options = {move.text: move for move in view.options}
        return self._ask(messages.AskMove(n, self._take_news(view), view.seen, tuple(options)).line)

    def correct(self, view: View, n: int, error: EleusisError) -> Move:
        """A new move, after the last answer was refused with this error.

        Raises PlayerError where none comes, or too many were refused.
        """
        return self._ask(self._refuse(error))

    def belief(self, view: View) -> Statement | None:
        """The rule that its last answer stated, and the confidence; None where it did not state both."""
        rule, confidence = self._answer.rule, self._answer.confidence
        return None if rule is None or confidence is None else (rule, confidence)

    def end(self, view: View, rule: str | None, scores: Mapping[str, int]) -> None:
        """The round is over, with these scores; `rule` is what it was played by, where that was given as a rule.

        Raises PlayerError for a program that is no more, or doesn't read.
        """
        message = messages.RoundOver(self._take_news(view), rule, dict(scores)).line
        self._seen = ()
        self._running.tell(message, self.program.move_time)

    def dismiss(self) -> None:
        """Say good-bye, and close its stdin; it has two seconds from now on."""
        if self._process is not None:
            self._process.dismiss(messages.Bye().line)

    def close(self) -> bool:
        """Say good-bye if that was not done, wait until it is over, and end what is left of it.

        Whether it had ended by itself.
        """
        if self._process is None:
            return True
        self._process.dismiss(messages.Bye().line)
        return self._process.close()

    @property
    def _running(self) -> ProgramProcess:
        if self._process is None:
            raise PlayerError("player/not-started", f"{self._who} could not be told that a game begins")
        return self._process

    def _take_news(self, view: View) -> tuple[AnyEvent, ...]:
        """What has happened since the last message, as the seat sees it; of a new round everything."""
        events = view.events
        news = events.since(self._seen)
        self._seen = events
        return tuple(events if news is None else news)

    def _ask(self, message: bytes) -> Move:
        """The move that it answers; what can't be read it may correct."""
        process, self.tokens, self.tokens_out = self._running, None, None
        while True:
            line = process.ask(message, self.program.move_time)
            try:
                answer, slips = messages.read_answer(line)
                if answer.tokens is not None:
                    self.tokens = (self.tokens or 0) + answer.tokens
                if answer.tokens_out is not None:
                    self.tokens_out = (self.tokens_out or 0) + answer.tokens_out
                move = self._options.get(answer.move) or read_move(answer.move, self.seat)
            except EleusisError as error:
                message = self._refuse(error)
                continue
            self._answer = self._check_statement(answer, slips)
            return move

    def _refuse(self, error: EleusisError) -> bytes:
        """The message that tells an error. Raises PlayerError for the last that it may make."""
        self._errors += 1
        if self._errors == MAX_ERRORS:
            code = "illegal-move" if isinstance(error, IllegalMove) else "bad-answer"
            self._running.fail(
                code, f"can't answer like that, for the third time in one move: {visible(error.message)}"
            )
        return messages.AnswerRefused(error.code, error.message).line

    def _check_statement(self, answer: messages.Answer, slips: dict[str, str]) -> messages.Answer:
        """The answer, without a rule that can't be read; what is wrong with it is said once of each key."""
        if answer.rule is not None:
            try:
                find_rule(answer.rule, self._rules)
            except RuleError as error:
                slips["rule"] = f"the rule {quote(answer.rule)} can't be read: {error.message}"
                answer = structs.replace(answer, rule=None)
        for key, slip in slips.items():
            self.warn_once(key, f"what {self._who} says besides its move is ignored: {slip}")
        return answer

    def _pass_on(self, line: str) -> None:
        self._say(f"{self.seat}: {line}")
