"""The player who plays at random: legal, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import attrs

from eleusis.game.moves import Declare, Guess, Move, NoPlay, Pass, Play
from eleusis.game.view import View
from eleusis.ground.chance import sample
from eleusis.secret.rule import Rule
from eleusis.variant import Variant

_SHORT = 50
"""Characters of a rule that it may guess: others at the table have to read it."""


@attrs.define(eq=False)
class RandomPlayer:
    """Chooses among the legal moves by a stream of chance.

    `strings`, `no_plays`, `declares` and `guesses` are how often (0 to 1) it plays several cards, says no
    play, declares, and guesses one of `rules` where it may.
    """

    variant: Variant
    chance: random.Random
    strings: float = 0.2
    no_plays: float = 0.05
    declares: float = 0.1
    guesses: float = 0.5
    rules: Sequence[str] = ("any",)

    def move(self, view: View) -> Move:
        """One of the options, or a string built from the hand."""
        number, due = self.chance.random, view.due
        if due is Play:
            if number() < self.no_plays and self.variant.no_play.allowed:
                return NoPlay(view.seat)
            most = self.variant.play.max_cards
            if number() < self.strings and most != 1:
                hand = [card for card in view.hand if card.known]
                if len(hand) > 1:
                    size = min(2 + int(number() * 3), len(hand), most or len(hand))
                    return Play(view.seat, tuple(sample(hand, size, self.chance)))
            cards = view.playable
            if not cards:
                return NoPlay(view.seat)
            return Play(view.seat, (cards[int(number() * len(cards))],))
        if due is Declare:
            return (Declare if number() < self.declares else Pass)(view.seat)
        if due is Guess:
            if number() < self.guesses:
                return Guess(view.seat, self.rules[int(number() * len(self.rules))])
            return Pass(view.seat)
        return view.options[int(number() * len(view.options))]


def make(
    *,
    variant: Variant,
    chance: random.Random,
    library: Mapping[str, Rule],
    options: Mapping[str, float],
    **others: object,
) -> RandomPlayer:
    """A random player for a seat; it guesses rules of the library that are quickly said."""
    short = tuple([name for name, rule in library.items() if len(rule.text) <= _SHORT])
    return RandomPlayer(variant, chance, rules=short or ("any",), **options)
