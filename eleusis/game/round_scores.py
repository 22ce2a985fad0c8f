"""Scores: the players' from their hands and bonuses, the dealer's from theirs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from eleusis.game.state import State
from eleusis.ground.cards import Card
from eleusis.variant import Variant


def scores(variant: Variant, state: State, hands: Mapping[str, Sequence[Card]]) -> dict[str, int]:
    """The score of each seat if the round ended as it stands, the dealer's included."""
    prophet = state.prophet
    bonuses: dict[str, int] = dict.fromkeys(state.out, variant.scoring.out)
    if prophet is not None:
        points = variant.prophet.points(state.right_since, state.wrong_since)
        bonuses[prophet] = bonuses.get(prophet, 0) + points
    if state.guesser is not None:
        bonuses[state.guesser] = bonuses.get(state.guesser, 0) + variant.guess.bonus
    for seat, times in state.wrong_guesses.items():
        bonuses[seat] = bonuses.get(seat, 0) - variant.guess.price * times
    sizes = {seat: cards_held(state, seat, hands[seat]) for seat in state.players if seat != state.dealer}
    cap = state.declared_at if prophet is not None else None
    turns_left = variant.turn_limit.count_left(state.turn)
    result = score(variant, sizes, bonuses, state.dealer, cap, guesser=state.guesser, turns_left=turns_left)
    return {seat: result[seat] for seat in state.players}


def cards_held(state: State, seat: str, hand: Sequence[Card]) -> int:
    """The cards that count for a seat: of a round broken off before a judgement, those that wait for it too."""
    waiting = len(state.pending) if seat == state.mover else 0
    return len(hand) + waiting


def score(
    variant: Variant,
    sizes: Mapping[str, int],
    bonuses: Mapping[str, int],
    dealer: str,
    declared_at: int | None,
    *,
    guesser: str | None = None,
    turns_left: int | None = None,
) -> dict[str, int]:
    """The scores for hands of these sizes.

    `declared_at` is the number of cards on the layout when the prophet who is still one declared, else None.
    `guesser` is who has guessed the rule, `turns_left` the turns that were left then, None where there is no limit.
    The dealer, where the variant gives one a score, has the highest of the players, under a prophet at most
    `dealer_cap_per_card` for each such card (rules.md, row "dealer").
    """
    scoring = variant.scoring
    base = scoring.base.base(sizes, guesser, turns_left)
    result = {seat: points + bonuses.get(seat, 0) for seat, points in base.items()}
    best = max(result.values()) if scoring.dealer_scores else 0
    per_card = scoring.dealer_cap_per_card
    if scoring.dealer_scores and declared_at is not None and per_card is not None:
        best = min(best, per_card * declared_at)
    result[dealer] = best
    return result
