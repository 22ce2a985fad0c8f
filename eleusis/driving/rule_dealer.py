"""The dealer who follows a rule: the judgements it gives, and whether a stated one follows it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import attrs

from eleusis.driving.driver import ByRule, Undecided
from eleusis.game.moves import Guess, Judge, Move
from eleusis.game.state import JUDGING
from eleusis.game.view import View
from eleusis.ground.cards import UNKNOWN, Card, text_of
from eleusis.ground.errors import IllegalMove, RuleError
from eleusis.secret.automaton.comparison import Comparison
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule
from eleusis.secret.sameness import differ_soon, judge_guess
from eleusis.variant import Variant

_USUAL_WORK = 1_000_000


@attrs.define
class GuessBudget:
    """What the guesses of a file may cost, in units of work beyond what is usual: counted and never timed, so that
    a file comes out alike on every machine.
    """

    left: float = 200_000_000

    def check(self) -> None:
        """Raises IllegalMove (`move/guess-too-dear`) where nothing is left."""
        if self.left < 0:
            message = "the guesses before this one took so much reckoning that it isn't judged any more"
            raise IllegalMove("move/guess-too-dear", message)

    def spend(self, work: int) -> None:
        """Take what the judging of a guess cost; most guesses cost nothing."""
        self.left -= max(0, work - _USUAL_WORK)


class RuleDealer(ByRule):
    """Judges plays, no plays and guesses by a rule; `rules` are further named rules that a guess may use.

    A guess that is neither proved nor refuted counts as right, and `unproved` says so; where the guess is why, and
    not the rule, it is refused. With `certain` both are left to a person. Past the `budget` no guess is
    judged.

    >>> from eleusis import Play, cards, deal, load_variant
    >>> express = load_variant("express")
    >>> round_ = deal(express, ["Ann", "Bob", "Cleo"], seed=3)
    >>> _ = round_.step(Play("Bob", cards("KH")))
    >>> RuleDealer(Rule("red"), express).move(round_.view("Ann"))
    Judge(seat='Ann', right=True, card=None)
    """

    def __init__(
        self,
        rule: Rule,
        variant: Variant,
        rules: Mapping[str, Rule] | None = None,
        *,
        certain: bool = False,
        budget: GuessBudget | None = None,
    ) -> None:
        self.rule = rule
        self.variant = variant
        self.rules = dict(rules or {})
        self.certain = certain
        self.budget = budget or GuessBudget(math.inf)
        self.unproved: bool = False
        """Whether the last judgement was of a guess that is neither proved nor refuted."""
        self._compared: tuple[object, Comparison] | None = None
        """The guess that was judged last, with all that this hangs on, and what came of it."""

    @property
    def text(self) -> str:
        """The rule's text."""
        return self.rule.text

    def move(self, view: View) -> Move:
        """The judgement that is due.

        Raises Undecided where the rule can't tell: an unwritten hand, prose. Raises IllegalMove
        (`move/guess-too-dear`) for a guess that is refused, which `check` refuses before it is made.
        """
        judgement = self.judgement(view)
        if judgement is None and view.phase == "judge guess":
            self._refuse_dear(view.guess or "", view)
        if judgement is None or (self.certain and self.unproved):
            raise Undecided
        return judgement

    def check(self, move: Move, view: View) -> None:
        """Raises RuleError for a guess that can't be read, and so not be judged by the rule, and IllegalMove
        (`move/guess-too-dear`) for one that is too much to reckon; `view` is a view of the round as it stands."""
        if isinstance(move, Guess):
            if not move.rule.strip():
                raise RuleError("rule/empty", 'the guess is empty: guess "" must be filled in with a rule')
            find_rule(move.rule, self.rules)
            self._refuse_dear(move.rule, view)

    def judgement(self, view: View) -> Judge | None:
        """The judgement that is due; None where the rule can't tell (an unwritten hand, a guess in prose).

        Raises IllegalMove (`move/out-of-turn`) where nothing is to be judged.
        """
        self.unproved = False
        if view.pending:
            return Judge(view.seat, self.rule.accepts(view.mainline, view.pending))
        if view.phase == "judge guess":
            return self._judge_guess(view)
        line = view.mainline
        mask = self.rule.mask(line)
        if view.mover is None or view.phase not in JUDGING:
            raise IllegalMove("move/out-of-turn", f"{view.seat} has nothing to judge now")
        hand = view.hands[view.mover]
        if view.named is not None and mask & view.named.bit:
            return Judge(view.seat, False, view.named)
        right = next((card for card in hand if mask & card.bit), None)
        if right is not None:
            # Of a no play that is taken back, nobody learns which card was right.
            return Judge(view.seat, False, None if self.variant.prophet.takes_back and view.call else right)
        return None if UNKNOWN in hand else Judge(view.seat, True)

    def objection(self, view: View, stated: Judge) -> str | None:
        """What the rule says against a stated judgement; None if it agrees, or can't tell."""
        if view.phase == "judge guess":
            due = self._judge_guess(view)
            if due is None or self.unproved or due.right == stated.right:
                return None
            return f"by the rule the guess is {_verdict(due.right)}"
        line = view.mainline
        if view.pending:
            right = self.rule.accepts(line, view.pending)
            return None if right == stated.right else f"by the rule {text_of(view.pending)} is {_verdict(right)}"
        assert view.mover is not None
        mask, hand = self.rule.mask(line), view.hands[view.mover]
        cards = [card for card in hand if mask & card.bit]
        if stated.right:
            return f"by the rule {cards[0]} of the hand is right" if cards else None
        if stated.card is not None and not mask & stated.card.bit:
            return f"by the rule {stated.card} is wrong"
        # Without its card a judgement leaves that to the rule, and so it can't be the wrong one.
        other = stated.card is not None and stated.card is not view.named
        if other and view.named is not None and mask & view.named.bit:
            return f"by the rule the card that was named, {view.named}, is right"
        if not cards and UNKNOWN not in hand:
            return "by the rule no card of the hand is right"
        return None

    def _judge_guess(self, view: View) -> Judge | None:
        verdict = self._compare(view.guess or "", view)
        if verdict is None or verdict.dear:
            return None
        self.unproved = verdict.same is None
        return Judge(view.seat, verdict.same is not False)

    def _refuse_dear(self, guess: str, view: View) -> None:
        """Raises IllegalMove for a guess that can't be told from the rule because of how it is said."""
        verdict = None if self.certain else self._compare(guess, view)
        if verdict is not None and verdict.dear:
            raise IllegalMove(
                "move/guess-too-dear",
                "that guess takes too much reckoning to be judged; say the same thing more simply",
            )

    def _compare(self, guess: str, view: View) -> Comparison | None:
        """A guess held against the rule; None where it can't be read. What came out last is kept: it is asked
        twice."""
        line = view.mainline
        asked = guess, view.starters, tuple(line)
        if self._compared is None or self._compared[0] != asked:
            self.budget.check()
            try:
                guessed = find_rule(guess, self.rules)
                verdict = judge_guessed(self.variant, self.rule, guessed, view.starters, line)
            except RuleError:
                return None
            self.budget.spend(verdict.work)
            self._compared = asked, verdict
        return self._compared[1]


def judge_guessed(
    variant: Variant,
    rule: Rule,
    guessed: Rule,
    starters: Sequence[Card],
    mainline: Sequence[Card],
) -> Comparison:
    """Whether a guess agrees with the rule as far as the variant asks it; what is not decided counts as right, but
    for a guess that is `dear`.

    `starters` are those of the round, `mainline` is what lies there now. Raises RuleError as `judge_guess` does.
    """
    agrees_from = variant.guess.agrees_from(starters, mainline)
    if agrees_from is not None and rule.tree != guessed.tree and differ_soon(rule, guessed, agrees_from):
        return Comparison(False)
    return judge_guess(rule, guessed, mainline, agrees_from)


def _verdict(right: bool) -> str:
    return "right" if right else "wrong"
