"""The one place where a round is driven: who is to act is asked, the move is made, what follows is recorded.

Who sits on a seat makes no difference here: a bot, a dealer with a rule and one whose judgements are the lines of a
file are players alike. What people say, and the lines of a file, comes as a source of moves.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Literal, ParamSpec, Protocol, TypeVar

import attrs
import msgspec

from eleusis.game.events import AnyEvent
from eleusis.game.moves import MOVES, Guess, Move
from eleusis.game.refusals import refuse_form
from eleusis.game.round import Round
from eleusis.game.state import JUDGING
from eleusis.game.view import View
from eleusis.ground.errors import EleusisError, PlayerError, ScriptError, quote

P = ParamSpec("P")
T = TypeVar("T")

_MOVES = frozenset(MOVES)

MAX_STEPS = 100_000
"""No real round comes near; it stops a round in which nobody ever gets rid of a card."""

By = Literal["seat", "rule", "implied"]
"""Who made a step: the seat (a line of the file, a person, a bot), the dealer's rule, or nobody: a pass that
the end of the file implies."""


class Step(msgspec.Struct, frozen=True, gc=False):
    """One move and what followed from it; `n` counts from 1 in its round.

    >>> from eleusis import Judge, Play, cards, deal, load_variant
    >>> round_ = deal(load_variant("express"), ["Ann", "Bob", "Cleo"], seed=3)
    >>> steps = []
    >>> Driver(round_, {}, steps).go([Play("Bob", cards("KH")), Judge("Ann", right=True)])
    'Bob'
    >>> [(step.n, step.move.text, step.by) for step in steps]
    [(1, 'play KH', 'seat'), (2, 'judge right', 'seat')]
    """

    n: int
    """Which step of its round it is, from 1."""
    move: Move
    """The move."""
    events: tuple[AnyEvent, ...]
    """What followed from it, with every card."""
    by: By = "seat"
    """Who made it."""

    @property
    def seat(self) -> str:
        """Whose move it was."""
        return self.move.seat

    def seen_by(self, seat: str | None) -> Step:
        """The step as that seat may know it (None: a spectator)."""
        events = tuple([event.seen_by(seat) for event in self.events])
        return Step(self.n, self.move.seen_by(seat, events), events, self.by)


class Player(Protocol):
    """Sits on a seat, or deals: sees what that seat may see, and answers with its move."""

    def move(self, view: View) -> Move:
        """The move of the seat that is to act in this view."""
        ...


class ByRule:
    """The base of a dealer that answers by a rule.

    For dealers of your own: only a subclass may raise Undecided.
    """

    __slots__ = ()

    @property
    def text(self) -> str | None:
        """The rule's text, shown when the round is over; None to keep it secret."""
        return None

    def move(self, view: View) -> Move:
        """The judgement that is due. Raises Undecided."""
        raise NotImplementedError


class Remote:
    """The base of a player that sits outside of this process: a program, say.

    It is told which step its answer will be and why an answer is refused, and it is told how the round came out.
    """

    __slots__ = ()

    @property
    def sent(self) -> int:
        """How many events of this round it has been sent, which can't be undone any more."""
        raise NotImplementedError

    def answer(self, view: View, n: int) -> Move:
        """The move of the seat that is to act in this view, which will be step `n` of the record.

        Raises PlayerError where none comes.
        """
        raise NotImplementedError

    def correct(self, view: View, n: int, error: EleusisError) -> Move:
        """A new move, after the last answer was refused with this error.

        Raises PlayerError where none comes, or too many were refused.
        """
        raise NotImplementedError

    def end(self, view: View, rule: str | None, scores: Mapping[str, int]) -> None:
        """The round is over, with these scores; `rule` is what it was played by, where that was given as a rule."""
        raise NotImplementedError


class Undecided(Exception):
    """The dealer's rule can't decide: the next line of the file does, or a person; the laboratory gives up."""


@attrs.define(eq=False)
class Driver:
    """Drives a round; `players` answer for their seats, the other seats get their moves from outside.

    `steps`, where given, is the list that every step is appended to. `kinds` are the players' kinds, for errors.
    `before` is called with the seat before its player is asked (to seed its chance), `check` with the answer (to
    refuse by an EleusisError what this table does not take), and `after` with each step, when it has been made.
    """

    round: Round
    """The round that is driven."""
    players: Mapping[str, Player | Remote]
    """Who answers for which seat."""
    steps: list[Step] | None = None
    """The list that every step is appended to."""
    kinds: Mapping[str, str] = attrs.field(factory=dict)
    """The players' kinds by seat, for errors."""
    before: Callable[[str], None] | None = None
    """Called with the seat before its player is asked."""
    check: Callable[[Move], None] | None = None
    """Called with a player's answer; refuses it by an EleusisError."""
    after: Callable[[Step], None] | None = None
    """Called with each step when it has been made."""
    answered: Callable[[Player | Remote, View, Move], None] | None = None
    """Called with a player, the view that it has just answered to and its answer, before the move is made."""
    listeners: Mapping[str, Remote] = attrs.field(factory=dict)
    """Who is told how the round came out and doesn't answer: a program whose seat deals by a rule."""
    check_guess: Callable[[Guess, View], None] | None = None
    """As `check`, for what a dealer with this view asks of guesses that the rules of the game allow."""
    finished: bool = attrs.field(default=False, init=False)
    """Whether they have been told."""

    def go(
        self,
        said: Iterable[Move] = (),
        *,
        moves: int | None = None,
        limit: int | None = None,
        by: By = "seat",
    ) -> str | None:
        """Go on with the round: what the rule judges is judged first, then moves that are `said`, then players.

        It stops after `moves` moves (and what the rule makes of the last of them), and between two turns once the
        round has `limit` steps. Returns the seat that is due and for which nobody answers; None where the round is
        over, or has stopped.

        Raises IllegalMove for a move that was said, PlayerError for a player, and what `said`, `before` and
        `after` raise.
        """
        round_, players, steps, after = self.round, self.players, self.steps, self.after
        source = iter(said)
        n = 0 if steps is None else len(steps)
        dealer = players.get(round_.dealer)
        rule = dealer if isinstance(dealer, ByRule) else None
        while True:
            move: Move | None = None
            made_by: By = by
            # First what the rule judges; what it can't tell is said, or nobody answers.
            if rule is not None and round_.state.phase in JUDGING:
                try:
                    move, made_by = rule.move(round_.view(round_.dealer)), "rule"
                except Undecided:
                    move = None
            # Then what is said, as far as this may go on.
            if move is None:
                if moves is not None:
                    if not moves:
                        return None
                    moves -= 1
                if limit is not None and n >= limit and round_.state.phase == "play":
                    return None
                move = next(source, None)
            # Then players. Where one's move is refused, that is the player's mistake, and told as such.
            if move is None:
                seat = round_.to_act
                player = None if seat is None else players.get(seat)
                if seat is None or player is None or player is rule:
                    return seat
                move, made_by = self.consult(n)(), "seat"
            events = round_.step(move)
            # The number is that of the record where there is one: what is said may have taken steps back.
            n = 1 + (n if steps is None else len(steps))
            if steps is not None or after is not None:
                step = Step(n, move, tuple(events), made_by)
                if steps is not None:
                    steps.append(step)
                if after is not None:
                    after(step)

    def to_end(self, limit: int | None = MAX_STEPS) -> None:
        """Let the players play the round to its end; one that has none within `limit` steps is abandoned.

        It is abandoned between two turns, and scored as it stands. Raises ScriptError: `script/no-player` for a
        seat without a player, `script/no-judgement` where the dealer's rule can't tell; and PlayerError.
        """
        due = self.go(limit=limit)
        if due is not None:
            raise nobody_answers(due, self.players)
        self.round.abandon()
        self.finish()

    def finish(self) -> None:
        """Tell players outside of this process, once, how the round ended. Raises PlayerError."""
        scores = self.round.scores
        if self.finished or scores is None:
            return
        self.finished = True
        dealer = self.players.get(self.round.dealer)
        rule = dealer.text if isinstance(dealer, ByRule) else None
        for seat, player in {**self.players, **self.listeners}.items():
            if isinstance(player, Remote):
                player.end(self.round.view(seat), rule, scores)

    def consult(self, made: int = 0) -> Callable[[], Move]:
        """What asks the player whose turn it is: it thinks on a view of now, and gives a move that the rules allow.

        Where no record is kept, `made` says how many steps there are. It raises PlayerError.
        """
        seat = self.round.to_act
        assert seat is not None, "the round is over"
        if self.before is not None:
            self.before(seat)
        player, view = self.players[seat], self.round.view(seat)
        if isinstance(player, Remote):
            return partial(self._ask, player, view, 1 + (made if self.steps is None else len(self.steps)))
        return partial(self._answer, player, view)

    def _ask(self, player: Remote, view: View, n: int) -> Move:
        """The move of a player outside of this process, who may correct what is refused."""
        move = player.answer(view, n)
        while True:
            if self.answered is not None:
                self.answered(player, view, move)
            try:
                self._check(move)
                refused: EleusisError | None = self.round.refusal(move)
            except EleusisError as error:
                refused = error
            if refused is None:
                return move
            move = player.correct(view, n, refused)

    def _answer(self, player: Player, view: View) -> Move:
        """The move of a player, if it is one that can be made."""
        seat = view.seat
        try:
            move: object = player.move(view)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a player may raise anything, and it is the player's mistake
            raise player_error(seat, self.kinds.get(seat), error) from error
        if type(move) not in _MOVES or not isinstance(move, Move):
            what = "nothing" if move is None else f"with {quote(_name_of(move))}"
            raise self._error("no-move", seat, f"answered {what}, not with a move")
        if type(move.seat) is not str or move.seat != seat:
            whom = quote(move.seat) if type(move.seat) is str else f"a seat that is {quote(_name_of(move.seat))}"
            raise self._error("other-seat", seat, f"moved for {whom}")
        if self.check is not None or move.__class__ is Guess:
            try:
                self._check(move)
            except EleusisError as error:
                raise self._error("illegal-move", seat, f"may not do that here: {error.message}") from error
        if self.answered is not None:
            self.answered(player, view, move)
        if (refusal := self.round.refusal(move)) is not None:
            raise self._error("illegal-move", seat, f"may not do that: {refusal.message}") from refusal
        return move

    def _check(self, move: Move) -> None:
        """Refuse what this table does not take."""
        if self.check is not None:
            if not move.well_formed:
                raise refuse_form(move)
            self.check(move)
        if self.check_guess is not None and isinstance(move, Guess):
            round_ = self.round
            if round_.refusal(move) is None:
                self.check_guess(move, round_.view(round_.dealer))

    def _error(self, code: str, seat: str, what: str) -> PlayerError:
        return PlayerError(f"player/{code}", f"{_who(seat, self.kinds.get(seat))} {what}")


Statement = tuple[str, float]
"""What a player states of the secret rule: its text, and how probable the player holds it, from 0 to 1."""


def belief_of(player: object, view: View, kind: str | None = None) -> Statement | None:
    """What a player believes of the rule, asked with a view that it has just answered to; None: it says nothing.

    Raises PlayerError: `player/failed` where its code goes wrong, `player/no-belief` for what is no statement.
    """
    ask = getattr(player, "belief", None)
    if ask is None:
        return None
    stated: object = answer_of(view.seat, kind, ask, view)
    if stated is None:
        return None
    match stated:
        case (str(rule), int() | float() as chance) if 0 <= chance <= 1:
            return rule, float(chance)
    message = f"{_who(view.seat, kind)} believes {quote(_name_of(stated))}, not a rule and a number from 0 to 1"
    raise PlayerError("player/no-belief", message)


def nobody_answers(seat: str, players: Mapping[str, object]) -> ScriptError:
    """The error where nobody plays for a seat that is due, or its rule can't tell and there is nobody to ask."""
    if isinstance(players.get(seat), ByRule):
        return ScriptError("script/no-judgement", f"{seat}'s rule can't judge this: a person must")
    return ScriptError("script/no-player", f"nobody plays for {seat}")


def answer_of(seat: str, kind: str | None, work: Callable[P, T], /, *args: P.args, **named: P.kwargs) -> T:
    """What other code of a player gives than its moves.

    Raises PlayerError (`player/failed`), and the errors of this project as they are.
    """
    try:
        return work(*args, **named)
    except (EleusisError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise player_error(seat, kind, error) from error


def player_error(seat: str, kind: str | None, error: BaseException) -> PlayerError:
    """The error where a player's own code went wrong: an interruption from the keyboard is none of its mistakes."""
    more = "" if os.environ.get("ELEUSIS_DEBUG") else "; ELEUSIS_DEBUG=1 shows where"
    return PlayerError("player/failed", f"{_who(seat, kind)} failed: {quote(_cause(error), 200)}{more}")


def _who(seat: str, kind: str | None) -> str:
    return f"the player of {seat}" if kind is None else f"the bot of {seat} ({kind})"


def _cause(error: BaseException) -> str:
    """An exception in words, on one line; its own words may fail too."""
    try:
        text = str(error)
    except BaseException:
        text = ""
    return f"{_name_of(error)}: {text}".removesuffix(": ")


def _name_of(value: object) -> str:
    """The name of a value's class, which may be no text, or fail."""
    try:
        return str(type.__dict__["__name__"].__get__(type(value)))
    except BaseException:
        return "something"


def play_round(round_: Round, players: Mapping[str, Player], max_steps: int = MAX_STEPS) -> list[Step]:
    """The steps of a round that its players, the dealer among them, play to its end. Raises as `Driver.to_end`.

    >>> from random import Random
    >>> from eleusis import Rule, RuleDealer, deal, load_variant, make_player
    >>> express = load_variant("express")
    >>> bots = {seat: make_player("random", seat, express, Random(1)) for seat in ("Bob", "Cleo")}
    >>> round_ = deal(express, ["Ann", "Bob", "Cleo"], seed=3)
    >>> steps = play_round(round_, {"Ann": RuleDealer(Rule("red"), express), **bots})
    >>> len(steps), round_.ended, round_.scores
    (109, 'out of cards', {'Ann': 15, 'Bob': 8, 'Cleo': 15})
    """
    steps: list[Step] = []
    Driver(round_, players, steps).to_end(max_steps)
    return steps
