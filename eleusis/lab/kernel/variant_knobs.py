"""What the kernel must know of a variant, as numbers; its own policies are asked for them.

A mechanism that the kernel doesn't know is declined by its name, so that a new policy is played by the engine until
somebody teaches it to the kernel (`tests/lab/test_kernel.py` holds that each is either known or named here).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from eleusis.driving.dealing import MAX_PLAYERS
from eleusis.ground.cards import PACK, Card
from eleusis.variant import Variant
from eleusis.variant.knobs import Policy
from eleusis.variant.mechanisms.cutoff import CardsPlayed, NoCutoff
from eleusis.variant.mechanisms.expulsion import NoExpulsion, PerPlay, SuddenDeath, Thresholds
from eleusis.variant.mechanisms.guess import AfterRight, EveryTurn, NoGuess
from eleusis.variant.mechanisms.plays import NoPlayAllowed, NoPlayBarred
from eleusis.variant.mechanisms.prophet import GoesOut, MayStay, NoProphet, Prophet
from eleusis.variant.mechanisms.refill import NoRefill, UpTo
from eleusis.variant.mechanisms.scoring import ByTurns, From, HighCount
from eleusis.variant.mechanisms.setup import CountStarter, LeftOfDealer
from eleusis.variant.mechanisms.turn_limit import NoTurnLimit, Turns
from eleusis.variant.mechanisms.wrong_play import Capped, PerCard

HAND_MAX: Final = 1024
"""Cards in a hand, at most: a round in which somebody would hold more is left to the engine."""

COVERED: Final[Mapping[str, tuple[type[Policy], ...]]] = {
    "first_player": (CountStarter, LeftOfDealer),
    "wrong_play": (PerCard, Capped),
    "no_play": (NoPlayAllowed, NoPlayBarred),
    "refill": (UpTo, NoRefill),
    "prophet": (Prophet, NoProphet),
    "prophet.going_out": (MayStay, GoesOut),
    "expulsion": (PerPlay, SuddenDeath, NoExpulsion),
    "cutoff": (CardsPlayed, NoCutoff),
    "turn_limit": (Turns, NoTurnLimit),
    "guess": (AfterRight, EveryTurn, NoGuess),
    "scoring.base": (HighCount, From, ByTurns),
}
"""The policies that the kernel knows, by where they stand in a variant."""

# A policy is a function of few small numbers. So C gets no policies: it gets a table of what each of them answers
# to everything that it could be asked, and looks the answer up.

_HANDS = range(HAND_MAX + 1)
_TRUTHS = (False, True)
_STARTERS, _MAINLINE = PACK[:1], PACK[:2]


def find_unknown(variant: Variant) -> str | None:
    """The mechanism of a variant that the kernel doesn't know, as `refill.kind=up_to`; None if it knows all."""
    for path, policies in COVERED.items():
        policy: Policy = variant  # type: ignore[assignment]  # the way to it leads through sections
        for name in path.split("."):
            policy = getattr(policy, name)
        if type(policy) not in policies:
            return f"{path}.kind={policy.kind}"
    return None


def _first_offset(variant: Variant, players: int) -> list[int]:
    offset = variant.first_player.offset
    return [offset(players, None), *[offset(players, rank) for rank in range(1, 14)]]


def _threshold(policy: object, which: str) -> int:
    """A number of cards; 0 where the policy has no threshold, and is never asked for it."""
    return int(getattr(policy, which)) if isinstance(policy, Thresholds) else 0


def _agrees_from(variant: Variant, line: Sequence[Card] | None) -> bool:
    """Whether a guess must agree with the rule from this line on, where _MAINLINE lies."""
    agrees_from = variant.guess.agrees_from(_STARTERS, _MAINLINE)
    return (agrees_from if agrees_from is None else tuple(agrees_from)) == line


Read = Callable[[Variant, int], "int | list[int]"]
"""Reads a knob of the kernel from a variant, for so many players besides the dealer."""


FIELDS: Final[Mapping[str, Read]] = {
    # the cards
    "decks": lambda v, n: v.stock.decks,
    "refills": lambda v, n: v.stock.refills,
    "refill_at": lambda v, n: v.stock.refill_at,
    "plays_on": lambda v, n: v.stock.plays_on,
    "hand": lambda v, n: v.deal.hand,
    "starters": lambda v, n: v.deal.starters,
    "sets_aside": lambda v, n: v.deal.sets_aside,
    "first_offset": _first_offset,
    # a turn
    "max_cards": lambda v, n: v.play.max_cards or 0,
    "draws": lambda v, n: [v.wrong_play.draws(cards) for cards in _HANDS],
    "no_play": lambda v, n: v.no_play.allowed,
    "new_hand": lambda v, n: [v.no_play.right.new_hand(held) or 0 for held in _HANDS],
    "no_play_draw": lambda v, n: v.no_play.wrong.draw,
    "due": lambda v, n: [v.refill.due(held) for held in _HANDS],
    # the prophet; `allows` by others still in and by whether one has been prophet
    "allows": lambda v, n: [v.prophet.allows(others, been) for others in range(MAX_PLAYERS) for been in _TRUTHS],
    "bidding": lambda v, n: v.prophet.bidding,
    "may_stay": lambda v, n: v.prophet.going_out.may_stay,
    "overthrow_draw": lambda v, n: v.prophet.overthrow_draw,
    "stayed_draw": lambda v, n: v.prophet.going_out.overthrow_draw,
    "takes_back": lambda v, n: v.prophet.takes_back,
    "bonus_right": lambda v, n: v.prophet.points(1, 0),
    "bonus_wrong": lambda v, n: v.prophet.points(0, 1),
    # expulsion; `begins` by met, cards played; `expels` by met, begun, overthrew
    "expulsion": lambda v, n: isinstance(v.expulsion, Thresholds),
    "expulsion_layout": lambda v, n: _threshold(v.expulsion, "layout"),
    "expulsion_since": lambda v, n: _threshold(v.expulsion, "since_marker"),
    "begins": lambda v, n: [v.expulsion.begins(met, played) for met in _TRUTHS for played in _TRUTHS],
    "expels": lambda v, n: [
        v.expulsion.expels(met, begun, overthrew) for met in _TRUTHS for begun in _TRUTHS for overthrew in _TRUTHS
    ],
    # the end of a round
    "has_cutoff": lambda v, n: isinstance(v.cutoff, Thresholds),
    "cutoff_layout": lambda v, n: _threshold(v.cutoff, "layout"),
    "cutoff_since": lambda v, n: _threshold(v.cutoff, "since_marker"),
    "has_turn_limit": lambda v, n: v.turn_limit.count_left(0) is not None,
    "turn_limit": lambda v, n: v.turn_limit.count_left(0) or 0,
    # guesses; `offers` by whether the turn was right
    "offers": lambda v, n: [v.guess.offers(right) for right in _TRUTHS],
    "guess_from_everywhere": lambda v, n: _agrees_from(v, None),
    "guess_from_here": lambda v, n: _agrees_from(v, _MAINLINE),
    "guess_bonus": lambda v, n: v.guess.bonus,
    "guess_price": lambda v, n: v.guess.price,
    # scores
    "base_high_count": lambda v, n: isinstance(v.scoring.base, HighCount),
    "base_from": lambda v, n: isinstance(v.scoring.base, From),
    "base_by_turns": lambda v, n: isinstance(v.scoring.base, ByTurns),
    "base_start": lambda v, n: v.scoring.base.base({"": 0}, None, None)[""],
    "out": lambda v, n: v.scoring.out,
    "dealer_scores": lambda v, n: v.scoring.dealer_scores,
    "has_cap": lambda v, n: v.scoring.dealer_cap_per_card is not None,
    "cap": lambda v, n: v.scoring.dealer_cap_per_card or 0,
}
"""Where the kernel's knobs come from, by their names in `native/knobs.h`."""
