"""The player who knows the rule, and uses what he knows as often as his skill says."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from eleusis.game.moves import Call, Declare, Guess, Move, NoPlay, Pass, Play
from eleusis.game.view import View
from eleusis.pack import Card
from eleusis.players.random_player import RandomPlayer
from eleusis.secret.rule import Rule
from eleusis.variant import Variant

TRIES = 600
"""Strings that are looked at for the longest right one."""
FAR_FROM_OUT = 4
"""With so many cards or more to go for everyone else, the markers bring more than one's own hand would."""


class Knower:
    """Plays by the rule with probability `skill` at each decision, and like `RandomPlayer` otherwise.

    He plays his longest right string, says no play where no card is right, calls rightly, names a right card,
    guesses the rule, and declares where two or more others are still far from going out. Without a rule (a
    dealer who judges by himself) he plays at random.
    """

    def __init__(self, variant: Variant, chance: random.Random, rule: Rule | None, *, skill: float = 1.0) -> None:
        self.variant = variant
        self.chance = chance
        self.rule = rule
        self.skill = skill
        self.ignorant = RandomPlayer(variant, chance, declares=0.02, guesses=0.1)
        self.knew = False
        """Whether the last move was made by the rule."""

    def belief(self, view: View) -> tuple[str, float] | None:
        """The rule, for sure, where the last move was made by it; else nothing."""
        return (self.rule.text, 1.0) if self.rule is not None and self.knew else None

    def move(self, view: View) -> Move:
        """The move of his seat."""
        self.knew = self.rule is not None and self.chance.random() < self.skill
        if self.rule is None or not self.knew:
            return self.ignorant.move(view)
        due = view.due
        if due is Play:
            return self._play(view, self.rule) or self.ignorant.move(view)
        if due is Call:
            return self._call(view, self.rule)
        if due is Guess:
            return Guess(view.seat, self.rule.text)
        if due is Declare:
            return Declare(view.seat) if self._should_declare(view) else Pass(view.seat)
        return self.ignorant.move(view)

    def _play(self, view: View, rule: Rule) -> Move | None:
        """The longest right string, or a no play; None where no card is right and that may not be said."""
        cards = longest(rule, view.mainline, view.hand, self.variant.play.max_cards)
        if cards:
            return Play(view.seat, cards)
        return NoPlay(view.seat) if self.variant.no_play.allowed else None

    def _call(self, view: View, rule: Rule) -> Move:
        line = view.mainline
        if view.pending:
            return Call(view.seat, rule.accepts(line, view.pending))
        mask = rule.mask(line)
        shown = view.hands[view.mover or ""]
        right = next((card for card in shown if mask & card.bit), None)
        return Call(view.seat, right is None, right)

    def _should_declare(self, view: View) -> bool:
        """Where everyone else is still far from going out."""
        others = [len(hand) for seat, hand in view.hands.items() if seat != view.seat]
        return bool(others) and min(others) >= FAR_FROM_OUT


def longest(rule: Rule, line: Sequence[Card], hand: Sequence[Card], most: int | None) -> tuple[Card, ...]:
    """The longest right string of a hand (one of them, within a bound of search); empty if no card is right."""
    most = len(hand) if most is None else min(most, len(hand))
    best: tuple[Card, ...] = ()
    tries = TRIES
    waiting: list[tuple[tuple[Card, ...], tuple[Card, ...]]] = [((), tuple(card for card in hand if card.known))]
    while waiting and tries and len(best) < most:
        played, left = waiting.pop()
        tries -= 1
        if len(played) > len(best):
            best = played
        if len(played) == most:
            continue
        mask = rule.mask([*line, *played])
        for card in dict.fromkeys(reversed(left)):
            if mask & card.bit:
                rest = list(left)
                rest.remove(card)
                waiting.append(((*played, card), tuple(rest)))
    return best


def make(
    *, variant: Variant, chance: random.Random, rule: Rule | None, options: Mapping[str, float], **others: object
) -> Knower:
    """A knower for a seat."""
    return Knower(variant, chance, rule, **options)
