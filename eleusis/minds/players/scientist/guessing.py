"""Whether to say aloud what the rule may be, and which rule to say.

Where a wrong guess costs nothing, the most probable rule is said. Where it has a price, saying it now must be worth
more than a turn that goes by: of 24 points with one less for each turn, and 2 for a wrong guess, a rule that is
probable by half is worth saying, and one by a fifth is not.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from eleusis.game.view import View
from eleusis.ground.cards import Card
from eleusis.minds.induction.likeness import classes
from eleusis.minds.induction.mind import Mind
from eleusis.secret.compiled.past import key_of
from eleusis.secret.measuring.measure import entropy
from eleusis.variant import Variant

LEAST = 0.03
"""A rule less probable than this is not worth saying aloud."""
CAUTION = 1.4
"""How many times its price a wrong guess is reckoned, while one may wait: rules that nobody thought of are many."""
_LEAST_BITS = 0.05
"""The next play is thought to teach this much at least: other cards will be drawn."""
_RACE = 0.1
"""What share of a bonus is lost by waiting a turn, for each other player who may find the rule."""
_LONGEST_WAIT = 6.0
"""A true rule is certain by then, in the bot's own turns."""


def best_guess(view: View, variant: Variant, mind: Mind) -> str | None:
    """The rule to say now; None where it is better to wait."""
    guess = variant.guess
    rule, chance = mind.best
    if guess.price:
        rule, chance = find_likeliest(mind, guess.agrees_from(view.starters, mind.line))
        if not mind.few.alive or _worth(view, variant, mind, rule, chance) <= 0:
            return None
    if chance < LEAST:
        return None
    return mind.few.text(rule)


def prize(view: View, variant: Variant) -> float:
    """What a right guess now would bring."""
    sizes, base = {view.seat: len(view.hand)}, variant.scoring.base
    named, unnamed = (base.base(sizes, guesser, view.turns_left)[view.seat] for guesser in (view.seat, None))
    return variant.guess.bonus + named - unnamed


def find_likeliest(mind: Mind, line: Sequence[Card] | None) -> tuple[int, float]:
    """Which of the few rules is most probably right from a line on, and how probably it is.

    Of rules that are the same from there, each is as good as any other; None: they must agree everywhere, as no two
    rules of the family do.
    """
    few = mind.few
    if line is None:
        return mind.best
    key = key_of(line)
    if mind.likeliest is not None and mind.likeliest[:2] == (few, key):
        return mind.likeliest[2]
    best = next(classes(few.forest, few.chances, line))
    answer = best.find_heaviest(few.chances), best.weight * (1 - few.outside)
    mind.likeliest = few, key, answer
    return answer


def _worth(view: View, variant: Variant, mind: Mind, rule: int, chance: float) -> float:
    """What it brings to say a rule now, more than to wait for one's next turn."""
    now, price = prize(view, variant), variant.guess.price
    around = [seat for seat in view.hands if seat not in (*view.expelled, view.prophet)]
    left = view.turns_left
    if left is not None and left < len(around):
        return chance * now - (1 - chance) * price
    # What a turn of waiting costs: points that go down by the turn, and a bonus that another may take.
    turn = variant.guess.bonus * _RACE * (len(around) - 1)
    if left is not None:
        turn += (now - variant.guess.bonus) * len(around) / (left + 1)
    surprise, learnt = _next_verdict(view, mind, rule)
    wait = min(_LONGEST_WAIT, max(1.0, -math.log2(chance) / surprise))
    saved = min(_LONGEST_WAIT, -math.log2(1 - min(chance, 0.999)) / learnt)
    return chance * min(now, wait * turn) - (1 - chance) * (CAUTION * price - min(now, saved * turn))


def _next_verdict(view: View, mind: Mind, rule: int) -> tuple[float, float]:
    """What the next play teaches at best, in bits: of this rule, if it is the true one, and at all."""
    cards = tuple(dict.fromkeys(card for card in view.hand if card.known))
    chances = mind.right_cards(cards).tolist() if cards else []
    mask = int(mind.few.masks(mind.line)[rule])
    verdicts = [chance if mask & card.bit else 1 - chance for card, chance in zip(cards, chances, strict=True)]
    surprise = max((-math.log2(max(verdict, _LEAST_BITS)) for verdict in verdicts), default=0.0)
    return max(surprise, _LEAST_BITS), max([_LEAST_BITS, *map(entropy, chances)])
