"""The dealer's rule at work: the judgements it makes, and whether a stated one follows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from eleusis.errors import RuleError
from eleusis.game.layout import Layout
from eleusis.game.moves import Judge
from eleusis.game.state import Phase
from eleusis.pack import UNKNOWN, Card
from eleusis.secret.judging import judge_guess
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule
from eleusis.variant import Variant


class Question(Protocol):
    """What a judge must see: a round's state has it, and so has the dealer's view."""

    @property
    def dealer(self) -> str: ...
    @property
    def phase(self) -> Phase: ...
    @property
    def mover(self) -> str | None: ...
    @property
    def pending(self) -> tuple[Card, ...]: ...
    @property
    def call(self) -> bool | None: ...
    @property
    def named(self) -> Card | None: ...
    @property
    def guess(self) -> str | None: ...
    @property
    def layout(self) -> Layout: ...
    @property
    def hands(self) -> Mapping[str, Sequence[Card]]: ...


class RuleJudge:
    """Answers for the dealer by a rule; `rules` are further named rules that a guess may use.

    `unproved` says that the last guess was let pass only because no difference was found.
    """

    def __init__(self, rule: Rule, rules: Mapping[str, Rule] | None = None) -> None:
        self.rule = rule
        self.rules = dict(rules or {})
        self.unproved = False

    def judge(self, asked: Question, variant: Variant) -> Judge | None:
        """The judgement that is due; None where the rule can't tell (an unwritten hand, a guess in prose)."""
        self.unproved = False
        if asked.phase == "judge guess":
            return self._judge_guess(asked, variant)
        line = asked.layout.mainline
        if asked.pending:
            return Judge(asked.dealer, self.rule.accepts(line, asked.pending))
        mask = self.rule.mask(line)
        assert asked.mover is not None
        hand = asked.hands[asked.mover]
        if asked.named is not None and mask & asked.named.bit:
            return Judge(asked.dealer, False, asked.named)
        right = next((card for card in hand if mask & card.bit), None)
        if right is not None:
            # Of a no play that is taken back, nobody learns which card was right.
            return Judge(asked.dealer, False, None if variant.prophet.takes_back and asked.call else right)
        return None if UNKNOWN in hand else Judge(asked.dealer, True)

    def objection(self, asked: Question, variant: Variant, stated: Judge) -> str | None:
        """What the rule says against a stated judgement; None if it agrees, or can't tell."""
        if asked.phase == "judge guess":
            due = self._judge_guess(asked, variant)
            if due is None or self.unproved or due.right == stated.right:
                return None
            return f"by the rule the guess is {_verdict(due.right)}"
        line = asked.layout.mainline
        if asked.pending:
            right = self.rule.accepts(line, asked.pending)
            played = " ".join(card.text for card in asked.pending)
            return None if right == stated.right else f"by the rule {played} is {_verdict(right)}"
        assert asked.mover is not None
        mask, hand = self.rule.mask(line), asked.hands[asked.mover]
        cards = [card for card in hand if mask & card.bit]
        if stated.right:
            return f"by the rule {cards[0]} of the hand is right" if cards else None
        if stated.card is not None and not mask & stated.card.bit:
            return f"by the rule {stated.card} is wrong"
        if stated.card is not asked.named and asked.named is not None and mask & asked.named.bit:
            return f"by the rule the card that was named, {asked.named}, is right"
        if not cards and UNKNOWN not in hand:
            return "by the rule no card of the hand is right"
        return None

    def _judge_guess(self, asked: Question, variant: Variant) -> Judge | None:
        try:
            guessed = find_rule(asked.guess or "", self.rules)
            verdict = judge_guess(
                self.rule, guessed, asked.layout.mainline, variant.guess.agrees_from(asked.layout.mainline)
            )
        except RuleError:
            return None
        self.unproved = verdict.same is None
        return Judge(asked.dealer, verdict.same is not False)


def _verdict(right: bool) -> str:
    return "right" if right else "wrong"
