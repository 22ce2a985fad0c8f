"""A language model on a seat: asked turn by turn, told only what is new, corrected where its answer is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from eleusis.driving.driver import Remote, Statement
from eleusis.evals.answers import ModelAnswer, read_answer
from eleusis.evals.briefing import MOST_ERRORS, write_briefing, write_question, write_refusal
from eleusis.game.moves import Move, NoPlay, Pass, Play
from eleusis.game.view import View
from eleusis.ground.errors import EleusisError, PlayerError, RuleError
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule
from eleusis.variant import Variant


@attrs.frozen
class Reply:
    """What a model has said."""

    text: str
    tokens: int | None = None
    """What that took in tokens, what was read included; None where that is not known."""


Ask = Callable[[str], Reply]
"""Says something to a model and waits for its reply; what was said before is kept in mind there."""


class ModelPlayer(Remote):
    """Plays a seat by asking a model; `open_with` begins the talk with the briefing, and gives what asks."""

    def __init__(
        self, variant: Variant, open_with: Callable[[str], Ask], rules: Mapping[str, Rule] | None = None
    ) -> None:
        self._variant = variant
        self._open_with = open_with
        self._rules = dict(rules or {})
        self._ask: Ask | None = None
        self._heard = 0
        self._errors = 0
        self._passes = -1
        """The turn of the table in which it lets go by what is offered; -1: in none."""
        self._statement: Statement | None = None
        self._remark = ""
        """What is to be told of its last statement."""
        self.tokens: int | None = None
        """What its last answer took; None where that is not known."""

    @property
    def sent(self) -> int:
        """How many events it has been told."""
        return self._heard

    def answer(self, view: View, n: int) -> Move:
        """The move that the model answers. Raises PlayerError where it can't be brought to make one."""
        self._errors, self.tokens, self._statement = 0, None, None
        if self._ask is None:
            self._ask = self._open_with(write_briefing(self._variant, view.players, view.dealer, view.seat))
        offered = next((move for move in view.options if isinstance(move, Pass)), None)
        if offered is not None and self._passes == view.turn:
            return offered
        question = self._remark + write_question(view, self._heard)
        self._heard, self._remark = len(view.events), ""
        return self._exchange(question, view)

    def correct(self, view: View, n: int, error: EleusisError) -> Move:
        """Another move, once the model has been told why its last one is refused. Raises PlayerError."""
        self.tokens, self._statement = None, None
        self._count_error(view, error)
        return self._exchange(write_refusal(error.message), view)

    def end(self, view: View, rule: str | None, scores: Mapping[str, int]) -> None:
        """Nothing: a round is a talk of its own, and costs no more words."""

    def belief(self, view: View) -> Statement | None:
        """What it said with its last answer of the rule, and how sure it is."""
        return self._statement

    def _exchange(self, text: str, view: View) -> Move:
        assert self._ask is not None
        while True:
            reply = self._ask(text)
            if reply.tokens is not None:
                self.tokens = (self.tokens or 0) + reply.tokens
            try:
                answer = read_answer(reply.text, view.seat)
            except EleusisError as error:
                self._count_error(view, error)
                text = write_refusal(error.message)
                continue
            self._keep(answer, view)
            return answer.move

    def _keep(self, answer: ModelAnswer, view: View) -> None:
        """Keep in mind what it stated, and what it lets go by."""
        # What is offered next follows from this move: after a play one turn more has been judged.
        plays = isinstance(answer.move, Play | NoPlay)
        self._passes = view.turn + plays if answer.passes else -1
        remarks = [answer.unread] if answer.unread else []
        if answer.rule is not None:
            try:
                find_rule(answer.rule, self._rules)
            except RuleError as error:
                remarks = [f"your RULE can't be read: {error.message}"]
            else:
                if answer.confidence is not None:
                    self._statement = answer.rule, answer.confidence
        self._remark = "".join(f"({remark})\n" for remark in remarks)

    def _count_error(self, view: View, error: EleusisError) -> None:
        """Raises PlayerError for the last error that a move may have."""
        self._errors += 1
        if self._errors >= MOST_ERRORS:
            what = f"gave {MOST_ERRORS} answers in one move that can't be used: {error.message}"
            raise PlayerError("player/illegal-move", f"the model of {view.seat} {what}")
