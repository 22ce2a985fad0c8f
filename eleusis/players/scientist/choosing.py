"""What a play is worth: cards got rid of, what is learnt, what a bonus or an expulsion would bring."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import attrs
import numpy as np

from eleusis.game.moves import Move, NoPlay, Play
from eleusis.game.view import View
from eleusis.pack import Card
from eleusis.players.scientist.family import Floats
from eleusis.players.scientist.leaves import Masks
from eleusis.players.scientist.mind import DIGITS, Mind
from eleusis.variant import Variant

CURIOSITY = 1.5
"""What a bit of knowledge about the rule is worth in cards, while there is time to use it."""
_SURE = 0.6
"""Strings that are less probable than this are not looked at any further."""
_WIDTH = 4
_LONGEST = 8

Played = tuple[Card, ...]


def entropy(chance: float) -> float:
    """In bits, of something that is so probable."""
    if not 0 < chance < 1:
        return 0.0
    return -chance * math.log2(chance) - (1 - chance) * math.log2(1 - chance)


@attrs.frozen
class Stakes:
    """What is at stake in this turn."""

    variant: Variant
    hand: int
    curiosity: float
    """What a bit is worth in cards, now."""
    out: float
    """What it is worth to go out, besides the cards."""
    fall: float
    """What it costs to be wrong, besides the cards: to be expelled."""
    guess: float
    """What it is worth to be right, besides the cards: to be asked for a guess."""

    def play(self, count: int, right: float) -> float:
        """The worth of playing so many cards that are all right with this probability."""
        drawn = self.variant.wrong_play.draws(count)
        gain = count + self.guess + (self.out if count == self.hand else 0)
        return right * gain - (1 - right) * (drawn - count + self.fall) + self.curiosity * entropy(right)

    def no_play(self, none: float) -> float:
        """The worth of saying no play where no card is right with this probability."""
        new = self.variant.no_play.right.new_hand(self.hand)
        gain = (self.hand + self.out if new is None else self.hand - new) + self.guess
        loss = self.variant.no_play.wrong.draw - 1 + self.fall
        return none * gain - (1 - none) * loss + self.curiosity * entropy(none)


def stakes(view: View, variant: Variant, mind: Mind) -> Stakes:
    """What is at stake for the seat of a view."""
    count, prophet = view.layout.count, view.prophet
    since = None if prophet is None else count - (view.declared_at or 0)
    others = [len(hand) for seat, hand in view.hands.items() if seat != view.seat and seat not in view.expelled]
    time = min(1.0, min(others, default=6) / 6, len(view.hand) / 4)
    ending = variant.expulsion.is_met(count, since) or view.sudden_death
    if ending:
        time = 0.0
    elif variant.cutoff.is_reached(count + 6, None if since is None else since + 6):
        time *= 0.3
    guess = 0.0
    if variant.guess.offered:
        guess = variant.guess.bonus * mind.best[1]
    return Stakes(
        variant,
        len(view.hand),
        CURIOSITY * time,
        variant.scoring.out + (2 if len(others) else 0),
        min(len(view.hand), 5) * 1.0 if ending else 0.0,
        guess,
    )


def choose(view: View, variant: Variant, mind: Mind) -> Move:
    """The best play or no play of a hand."""
    hand = tuple([card for card in view.hand if card.known])
    cards = tuple(dict.fromkeys(hand))
    if not cards:
        return NoPlay(view.seat)
    stake = stakes(view, variant, mind)
    chances = mind.right_cards(cards).tolist()
    best = max(range(len(cards)), key=lambda n: (stake.play(1, chances[n]), -n))
    found: tuple[float, Move] = stake.play(1, chances[best]), Play(view.seat, (cards[best],))
    if len(hand) == len(view.hand):
        worth = stake.no_play(mind.none_right(cards))
        if worth > found[0]:
            found = worth, NoPlay(view.seat)
    most = min(len(hand), variant.play.max_cards or _LONGEST, _LONGEST)
    for string, chance in strings(mind, hand, most):
        worth = stake.play(len(string), chance)
        if worth > found[0]:
            found = worth, Play(view.seat, string)
    return found[1]


def strings(mind: Mind, hand: Sequence[Card], most: int) -> Iterator[tuple[tuple[Card, ...], float]]:
    """Strings of up to `most` cards that may well be right, each with its probability."""
    few, outside, rate = mind.few, mind.outside, mind.rate
    line = tuple(mind.reader.line)
    first: Masks = mind.masks(line)[few.rules]
    beam: list[tuple[Played, Played, Masks, Floats]] = [((), tuple(hand), first, few.chances)]
    for size in range(1, most + 1):
        grown = []
        for played, left, masks, chances in beam:
            for card in dict.fromkeys(left):
                weights = np.where((masks & np.uint64(card.bit)) != 0, chances, 0.0)
                inside = round(float(weights.sum()), DIGITS)
                if inside * (1 - outside) >= _SURE:
                    grown.append((inside, (*played, card), left, weights))
        grown.sort(key=lambda one: -one[0])
        beam = []
        for inside, played, left, weights in grown[:_WIDTH]:
            if size > 1:
                yield played, inside * (1 - outside) + rate**size * outside
            if size < most:
                rest = list(left)
                rest.remove(played[-1])
                beam.append((played, tuple(rest), few.forest.masks((*line, *played)), weights))
