"""What a play is worth: cards got rid of, what is learnt, what a bonus or an expulsion would bring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import attrs
import numpy as np

from eleusis.game.moves import Move, NoPlay, Play
from eleusis.game.view import View
from eleusis.ground.cards import Card
from eleusis.minds.induction.leaves import Floats, Masks
from eleusis.minds.induction.mind import DIGITS, Mind
from eleusis.minds.induction.posterior import entropy
from eleusis.variant import Variant

CURIOSITY = 1.5
"""What a bit of knowledge about the rule is worth in cards, while there is time to use it."""
_SURE = 0.6
"""Strings that are less probable than this are not looked at any further."""
_WIDTH = 4
_LONGEST = 8

CardString = tuple[Card, ...]


@attrs.frozen
class Stakes:
    """What is at stake in this turn."""

    variant: Variant
    hand: int
    card: float
    """What it is worth to be rid of a card."""
    curiosity: float
    """What a bit is worth in cards, now."""
    out: float
    """What it is worth to go out, besides the cards."""
    fall: float
    """What it costs to be wrong, besides the cards: to be expelled."""
    guess: float
    """What it is worth to be right, besides the cards: to be asked for a guess."""

    def play(self, count: int, right: float) -> float:
        """The worth of playing this many cards that are all right with this probability."""
        right_hand = self.size_after(self.hand - count)
        wrong_hand = self.size_after(self.hand - count + self.variant.wrong_play.draws(count))
        gain = self.card * (self.hand - right_hand) + self.guess + self.bonus(right_hand)
        loss = self.card * (wrong_hand - self.hand) + self.fall - self.bonus(wrong_hand)
        return right * gain - (1 - right) * loss + self.curiosity * entropy(right)

    def no_play(self, none: float) -> float:
        """The worth of saying no play where no card is right with this probability."""
        no_play = self.variant.no_play
        right_hand = self.size_after(no_play.right.new_hand(self.hand) or 0)
        wrong_hand = self.size_after(self.hand - 1 + no_play.wrong.draw)
        gain = self.card * (self.hand - right_hand) + self.bonus(right_hand) + self.guess
        loss = self.card * (wrong_hand - self.hand) + self.fall - self.bonus(wrong_hand)
        return none * gain - (1 - none) * loss + self.curiosity * entropy(none)

    def size_after(self, held: int) -> int:
        """The cards held after the turn, if this many are left of the hand."""
        return held + self.variant.refill.due(held)

    def bonus(self, held: int) -> float:
        """What holding this many cards brings besides the cards."""
        return 0 if held else self.out


def find_stakes(view: View, variant: Variant, mind: Mind) -> Stakes:
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
    guess = variant.guess
    if guess.offers(False) and not ending:
        time = 1.0  # whatever the hands are, what is learnt can be said at once
    return Stakes(
        variant,
        len(view.hand),
        float(variant.scoring.base.counts_hands),
        CURIOSITY * time,
        variant.scoring.out + (2 if len(others) else 0),
        min(len(view.hand), 5) * 1.0 if ending else 0.0,
        variant.guess.bonus * mind.best[1] if guess.offers(True) and not guess.offers(False) else 0.0,
    )


def choose(view: View, variant: Variant, mind: Mind) -> Move:
    """The best play or no play of a hand."""
    hand = tuple([card for card in view.hand if card.known])
    cards = tuple(dict.fromkeys(hand))
    if not cards:
        return view.options[-1]  # a no play, where one may be said
    stake = find_stakes(view, variant, mind)

    def options() -> Iterator[tuple[float, Move]]:
        """The possible moves, with the value of each: a card, no play, or a string."""
        for card, chance in zip(cards, mind.right_cards(cards).tolist(), strict=True):
            yield stake.play(1, chance), Play(view.seat, (card,))
        if variant.no_play.allowed and len(hand) == len(view.hand):  # else a card that it can't see may be right
            yield stake.no_play(mind.none_right(cards)), NoPlay(view.seat)
        longest = min(len(hand), variant.play.max_cards or _LONGEST, _LONGEST)
        for string, chance in strings(mind, hand, longest):
            yield stake.play(len(string), chance), Play(view.seat, string)

    # Of equals the first one is chosen.
    _, move = max(options(), key=lambda option: option[0])
    return move


def strings(mind: Mind, hand: Sequence[Card], longest: int) -> Iterator[tuple[CardString, float]]:
    """Strings of up to `longest` cards that may well be right, each with its probability.

    They grow card by card, and of each length only the most probable ones grow on.
    """
    few, rate = mind.few, mind.outsider.rate
    beam: list[_Grown] = [_Grown((), tuple(hand), few.masks(mind.line), few.chances)]
    for size in range(1, longest + 1):
        grown = []
        for string in beam:
            for card in dict.fromkeys(string.left):
                chances = np.where((string.masks & np.uint64(card.bit)) != 0, string.chances, 0.0)
                inside = round(float(chances.sum()), DIGITS)
                if inside * (1 - few.outside) >= _SURE:
                    grown.append((inside, (*string.played, card), string.left, chances))
        grown.sort(key=lambda longer: -longer[0])
        beam = []
        for inside, played, left, chances in grown[:_WIDTH]:
            if size > 1:
                yield played, few.mix(inside, rate**size)
            if size < longest:
                rest = list(left)
                rest.remove(played[-1])
                beam.append(_Grown(played, tuple(rest), few.forest.masks(mind.line.plus(played)), chances))


class _Grown(NamedTuple):
    """A string that may grow on."""

    played: CardString
    left: CardString
    """What is left of the hand."""
    masks: Masks
    """The cards that may come next, for each of the few rules."""
    chances: Floats
    """The probability of each of the few rules; 0 for those that it contradicts."""
