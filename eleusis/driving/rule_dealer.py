"""The dealer who follows a rule: the judgements it gives, and whether a stated one follows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from eleusis.driving.driver import ByRule, Undecided
from eleusis.errors import IllegalMove, RuleError
from eleusis.game.moves import Guess, Judge, Move
from eleusis.game.state import JUDGING
from eleusis.game.view import View
from eleusis.pack import UNKNOWN, Card, text_of
from eleusis.secret.automaton.comparison import Comparison
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule
from eleusis.secret.sameness import differ_soon, judge_guess
from eleusis.values import new
from eleusis.variant import Variant


class RuleDealer(ByRule):
    """Judges plays, no plays and guesses by a rule; `rules` are further named rules that a guess may use.

    A guess that is neither proved nor refuted counts as right, and `unproved` says so; with `certain` it is left
    to a person.
    """

    def __init__(
        self, rule: Rule, variant: Variant, rules: Mapping[str, Rule] | None = None, *, certain: bool = False
    ) -> None:
        self.rule = rule
        self.variant = variant
        self.rules = dict(rules or {})
        self.certain = certain
        self.unproved: bool = False
        """Whether the last judgement was of a guess that is neither proved nor refuted."""

    @property
    def text(self) -> str:
        """The rule's text."""
        return self.rule.text

    def move(self, view: View) -> Move:
        """The judgement that is due. Raises Undecided where the rule can't tell: an unwritten hand, prose."""
        if cards := view.pending:  # by far the most, and so without a further call
            self.unproved = False
            return new(Judge, (view.seat, self.rule.accepts(view.mainline, cards), None))
        judgement = self.judgement(view)
        if judgement is None or (self.certain and self.unproved):
            raise Undecided
        return judgement

    def check(self, move: Move) -> None:
        """Raises RuleError for a guess that can't be read, and so not be judged by the rule."""
        if isinstance(move, Guess):
            if not move.rule.strip():
                raise RuleError("rule/empty", 'the guess is empty: guess "" must be filled in with a rule')
            find_rule(move.rule, self.rules)

    def judgement(self, view: View) -> Judge | None:
        """The judgement that is due; None where the rule can't tell (an unwritten hand, a guess in prose).

        Raises IllegalMove (`move/out-of-turn`) where nothing is to be judged.
        """
        self.unproved = False
        cards = view.pending
        if cards:
            return Judge(view.seat, self.rule.accepts(view.mainline, cards))
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
        try:
            guessed = find_rule(view.guess or "", self.rules)
            verdict = judge_guessed(self.variant, self.rule, guessed, view.starters, view.mainline)
        except RuleError:
            return None
        self.unproved = verdict.same is None
        return Judge(view.seat, verdict.same is not False)


def judge_guessed(
    variant: Variant,
    rule: Rule,
    guessed: Rule,
    starters: Sequence[Card],
    mainline: Sequence[Card],
    *,
    looked: bool = False,
) -> Comparison:
    """Whether a guess agrees with the rule as far as the edition asks it; what is not decided counts as right.

    `starters` are those of the round, `mainline` is what lies there now; `looked` says that the two don't differ
    soon. Raises RuleError as `judge_guess` does.
    """
    agrees_from = variant.guess.agrees_from(starters, mainline)
    unlike = not looked and rule.tree != guessed.tree
    if agrees_from is not None and unlike and differ_soon(rule, guessed, agrees_from):
        return Comparison(False)
    return judge_guess(rule, guessed, mainline, agrees_from)


def _verdict(right: bool) -> str:
    return "right" if right else "wrong"
