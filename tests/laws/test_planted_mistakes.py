"""The law over random editions finds mistakes that are planted, one by one, in the engine and in its mechanisms."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from eleusis.game import legality
from eleusis.game import round as round_module
from eleusis.game.events import NoPlayUpheld
from eleusis.game.round_scores import scores
from eleusis.game.state import Hidden, State
from eleusis.variant import Variant
from eleusis.variant.mechanisms.cutoff import CardsPlayed
from eleusis.variant.mechanisms.expulsion import SuddenDeath
from eleusis.variant.mechanisms.guess import EveryTurn
from eleusis.variant.mechanisms.prophet import MayStay, Prophet
from eleusis.variant.mechanisms.refill import UpTo
from eleusis.variant.mechanisms.scoring import ByTurns
from eleusis.variant.mechanisms.setup import Deal, Stock
from eleusis.variant.mechanisms.turn_limit import Turns
from eleusis.variant.mechanisms.wrong_play import PerCard
from tests.laws.knob_sets import draw_variant, settings_of
from tests.laws.test_random_knobs import hold

ENOUGH = 500
"""Among so many knob sets each mistake shows."""

end_reason, declarer, upheld = legality.end_reason, legality.declarer, NoPlayUpheld.apply


def lose_a_card(event: NoPlayUpheld, state: State, hidden: Hidden) -> None:
    upheld(event, state, hidden)
    hidden.stock.pop()


def wrong_order(state: State, variant: Variant) -> Any:
    return "turns played" if variant.turn_limit.count_left(state.turn) == 0 else end_reason(state, variant)


def ask_the_mover(state: State, variant: Variant) -> str | None:
    seat = declarer(state, variant)
    return seat if seat == state.mover else None


def pay_the_dealer(*what: Any) -> dict[str, int]:
    return {seat: points + (n == 0) for n, (seat, points) in enumerate(scores(*what).items())}


def forgive(variant: Variant, state: State, hands: Any) -> dict[str, int]:
    return scores(variant, attrs.evolve(state, wrong_guesses={}), hands)


MISTAKES: dict[str, tuple[str, object, str, object]] = {
    "a card is lost": ("no_play allowed", NoPlayUpheld, "apply", lose_a_card),
    "the last turn comes first": ("turn_limit turns", legality, "end_reason", wrong_order),
    "somebody has a point too many": ("", round_module, "scores", pay_the_dealer),
    "cut off a card late": (
        "cutoff cards_played",
        CardsPlayed,
        "is_reached",
        lambda knobs, cards, since: knobs.is_met(cards - 1, since),
    ),
    "a turn too many": (
        "turn_limit turns", Turns, "count_left", lambda knobs, turn: max(knobs.turns + 1 - turn, 0)
    ),
    "a hand is not quite filled up": (
        "refill up_to", UpTo, "due", lambda knobs, held: max(knobs.hand - 1 - held, 0)
    ),
    "a card too many for a wrong play": (
        "wrong_play per_card", PerCard, "draws", lambda knobs, cards: knobs.draw_per_card * cards + 1
    ),
    "no guess after a wrong play": ("guess every_turn", EveryTurn, "offers", lambda knobs, right: right),
    "a wrong guess is free": ("guess every_turn", round_module, "scores", forgive),
    "nothing for the turns left": (
        "scoring.base by_turns", ByTurns, "base", lambda knobs, sizes, *_: dict.fromkeys(sizes, 0)
    ),
    "nobody stays": ("prophet.going_out may_stay", MayStay, "may_stay", False),
    "a prophet again": (
        "prophet.once_per_round True", Prophet, "allows", lambda knobs, others, been: others >= knobs.other_players
    ),
    "the mover alone is asked": ("prophet.bidding True", legality, "declarer", ask_the_mover),
    "no sudden death": ("expulsion sudden_death", SuddenDeath, "begins", lambda knobs, met, played: False),
    "whatever starter is turned": ("deal.starter right", Deal, "sets_aside", property(lambda knobs: False)),
    "an empty stock is the end": ("stock.empty play_on", Stock, "plays_on", property(lambda knobs: False)),
}  # fmt: skip
"""Each with a setting that an edition must have for it to show, and what is put where."""


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_caught(mistake: str, monkeypatch: pytest.MonkeyPatch) -> None:
    setting, owner, name, planted = MISTAKES[mistake]
    numbers = [n for n in range(ENOUGH) if not setting or setting in settings_of(draw_variant(n))]
    monkeypatch.setattr(owner, name, planted)
    with pytest.raises(AssertionError):
        hold_all(numbers)


def hold_all(numbers: list[int]) -> None:
    for number in numbers:
        hold(number, 0)
