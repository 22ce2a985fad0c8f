"""The player that knows the rule, and uses it as often as its skill says."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from eleusis.game.moves import Call, Declare, Guess, Move, NoPlay, Pass, Play
from eleusis.game.view import View
from eleusis.ground.cards import Card
from eleusis.minds.players.random_player import RandomPlayer
from eleusis.secret.rule import Rule
from eleusis.variant import Variant

TRIES = 600
"""Strings that are looked at for the longest right one."""
FAR_FROM_OUT = 4
"""With this many cards or more to go for everyone else, the markers bring more than the player's own hand would."""


class Knower:
    """Plays by the rule with probability `skill` at each decision, and like `RandomPlayer` otherwise.

    It plays its longest right string, says no play where no card is right, calls rightly, names a right card,
    guesses the rule, and declares where two or more others are still far from going out. Without a rule (a
    dealer who judges without a rule) it plays at random.
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
        """The move of its seat."""
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
            return (Declare if self._should_declare(view) else Pass)(view.seat)
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
        others = list(view.sizes)
        others.remove(len(view.hand))  # whichever of that size: its own hand is one of them
        return bool(others) and min(others) >= FAR_FROM_OUT


def longest(rule: Rule, line: Sequence[Card], hand: Sequence[Card], most: int | None) -> tuple[Card, ...]:
    """The longest right string of a hand (one of them, within a bound of search); empty if no card is right."""
    most = len(hand) if most is None else min(most, len(hand))
    grown = rule.tail(line)
    lying = len(grown)
    best: tuple[Card, ...] = ()
    # Of each card more, which could follow: they are tried in the order of their last copies in the hand.
    places = {card: place for place, card in enumerate(hand)}
    levels = [_right_cards(sorted(hand, key=places.__getitem__), rule.mask(grown))]
    tries = TRIES - 1
    while levels and tries:
        choice = next(levels[-1], None)
        if choice is None:
            levels.pop()
            continue
        tries -= 1
        card, left = choice
        grown[lying + len(levels) - 1 :] = (card,)
        if len(levels) > len(best):
            best = tuple(grown[lying:])
            if len(best) == most:
                break
        levels.append(_right_cards(left, rule.mask(grown)))
    return best


def _right_cards(hand: list[Card], mask: int) -> Iterator[tuple[Card, list[Card]]]:
    """The different cards of a hand that are in a mask, each with those that are left; copies lie side by side."""
    before: Card | None = None
    for place, card in enumerate(hand):
        if mask & card.bit and card is not before:
            yield card, hand[:place] + hand[place + 1 :]
        before = card


def make(
    *, variant: Variant, chance: random.Random, rule: Rule | None, options: Mapping[str, float], **others: object
) -> Knower:
    """A knower for a seat."""
    return Knower(variant, chance, rule, **options)
