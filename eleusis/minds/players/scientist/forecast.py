"""Whether to declare oneself prophet: what the bonus may be, and how probable it is to last that long."""

from __future__ import annotations

import random

import numpy as np

from eleusis.game.view import View
from eleusis.ground.cards import PACK
from eleusis.minds.induction.mind import Mind
from eleusis.variant import Variant

_AHEAD = 8
"""How many mainline cards are thought ahead."""
_CARDS_A_TURN = 1.3
"""How many cards a play has, about."""
_NO_END = 40
"""How many cards are thought to come where neither expulsion nor a cutoff is near."""
PATIENCE = 0.5
"""What share of the worth of a sure declaration one must have to declare now: who falls may not try again."""
FORFEIT = 0.5
"""What share of the worth of playing on is lost by a fall."""


def worth_declaring(view: View, variant: Variant, mind: Mind, chance: random.Random) -> float:
    """What declaring now brings more than playing on, and waiting until the rule is surer, in points."""
    prophet = variant.prophet
    others = [
        len(hand) for seat, hand in view.hands.items() if seat not in (view.seat, view.dealer, *view.expelled)
    ]
    rate = share_right(view)
    ahead = cards_ahead(variant, others, rate, view.turns_left)
    survival = chance_to_last(mind, chance, ahead)
    bonus = ahead * (rate * prophet.bonus.right + (1 - rate) * prophet.bonus.wrong)
    if not view.hand:
        # Who passes now has gone out, and the others keep their cards.
        kept = variant.scoring.out + (
            rate * ahead / max(1, len(others)) if variant.scoring.base.counts_hands else 0
        )
        return survival * bonus - (1 - survival) * prophet.going_out.overthrow_draw - kept
    alone = worth_of_playing_on(view, variant, mind, others, rate)
    now = survival * (bonus - alone) - (1 - survival) * (prophet.overthrow_draw + alone * FORFEIT)
    return now - max(0.0, (bonus - alone) * (PATIENCE if prophet.once_per_round else PATIENCE / 2))


def share_right(view: View) -> float:
    """What share of the cards were right so far, about: under each card of the mainline lie the wrong ones."""
    right = len(view.mainline)
    # Without a starter some may lie there that were wrong before any card was right: they hang below none.
    wrong = view.layout.count - right - (0 if view.starters else sum(map(len, view.layout.before)))
    return (1 + right) / (2.5 + right + wrong)


def cards_ahead(variant: Variant, others: list[int], rate: float, turns_left: int | None) -> float:
    """How many cards will be played before the round ends, about; `others` are the sizes of the other hands."""
    spans = [_NO_END if span is None else span for span in (variant.expulsion.span, variant.cutoff.span)]
    limits = [float(_NO_END), spans[0] + 2.0, spans[1]]
    # A right card leaves the hand, a wrong one brings some more: so fast the smallest hand runs out.
    drift = rate - (1 - rate) * (variant.wrong_play.draws(1) - 1)
    if drift > 0 and not variant.refill.due(0):
        limits.append(min(others, default=0) / drift * max(1, len(others)))
    if turns_left is not None:
        limits.append(turns_left * _CARDS_A_TURN)
    return min(limits)


def worth_of_playing_on(view: View, variant: Variant, mind: Mind, others: list[int], rate: float) -> float:
    """What the bot's own hand would bring if it went on playing: cards, and perhaps the bonus for going out."""
    # Who knows the rule gets rid of most of a string in a turn, who doesn't of a fifth of a card.
    sure = mind.best[1]
    string = min(variant.play.max_cards or 4, 4)
    per_turn = sure * (1 + 0.4 * (string - 1)) + (1 - sure) * 0.2
    turns = cards_ahead(variant, others, rate, view.turns_left) / max(1, len(others)) / _CARDS_A_TURN
    if variant.refill.due(0):  # no card is got rid of for good
        return 0.0
    shed = min(len(view.hand), per_turn * turns)
    going_out = max(0.0, min(1.0, per_turn * turns / max(1, len(view.hand)) - 0.5))
    return (shed if variant.scoring.base.counts_hands else 0.0) + going_out * variant.scoring.out


def chance_to_last(mind: Mind, chance: random.Random, ahead: float) -> float:
    """How probable it is that no call is wrong for this many cards.

    The line is thought on by the most probable rule, card by card; if another rule were the true one, each card
    about which the two disagree would show it.
    """
    few = mind.few
    best = int(few.chances.argmax())
    line = mind.line
    apart = np.zeros(len(few.rules))
    steps = 0
    for _ in range(_AHEAD):
        masks = few.forest.masks(line)
        apart += np.bitwise_count(masks ^ masks[best]) / len(PACK)
        steps += 1
        right = [card for card in PACK if int(masks[best]) & card.bit]
        if not right:
            break
        line = line.plus((right[int(chance.random() * len(right))],))
    never_wrong = (1 - apart / steps) ** ahead
    return float((few.chances * never_wrong).sum()) * (1 - few.outside)
