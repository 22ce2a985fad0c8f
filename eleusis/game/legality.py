"""What a seat may do: whose turn it is, what it is asked for, which moves it may choose from; when a round ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from eleusis.game.moves import Call, Declare, Guess, Judge, Move, NoPlay, Pass, Play
from eleusis.game.state import EndReason, State
from eleusis.ground.cards import PACK, UNKNOWN, Card
from eleusis.variant import Variant

Hands = Mapping[str, Sequence[Card]]
"""Hands by seat."""


def to_act(state: State, variant: Variant) -> str | None:
    """The seat that acts next; None when the round is over."""
    phase = state.phase
    if phase == "play":
        return declarer(state, variant) or state.successor()
    if phase == "call":
        return state.prophet
    if phase in ("guess", "stay"):
        return state.mover
    return None if phase == "over" else state.dealer


def declarer(state: State, variant: Variant) -> str | None:
    """Who is asked now whether to declare as prophet; None: nobody is."""
    asked = bidders(state, variant)
    return asked[0] if asked else None


def bidders(state: State, variant: Variant) -> tuple[str, ...]:
    """Who is asked now whether to declare as prophet, and all who are asked after that one.

    Where the variant has no bidding that is the mover alone, else all who may, the mover first and then clockwise
    (rules.md, "may declare" and "Bidding").
    """
    mover = state.mover
    if mover is None or state.prophet is not None or state.phase not in ("play", "stay"):
        return ()
    if state.phase == "stay" or not variant.prophet.bidding:
        return () if state.passed or not may_be_prophet(state, variant, mover) else (mover,)
    asked = (mover, *state.after[mover][:-1])
    return tuple([seat for seat in asked if seat not in state.passed and may_be_prophet(state, variant, seat)])


def may_be_prophet(state: State, variant: Variant, seat: str) -> bool:
    """Whether a player is in, has enough others beside, and has not been prophet too often; there is none now."""
    if seat in state.expelled:
        return False
    others = len(state.players) - 2 - len(state.expelled)
    return variant.prophet.allows(others, seat in state.been_prophet)


def may_declare(state: State, variant: Variant) -> bool:
    """Whether somebody is asked now whether to declare as prophet."""
    return declarer(state, variant) is not None


def passes_in_silence(state: State, variant: Variant) -> bool:
    """Whether the next play lets a right to declare go by: not that of who has gone out, which ends the round."""
    return state.phase == "play" and may_declare(state, variant)


def may_stay(state: State, variant: Variant) -> bool:
    """Whether the mover, who has just played the last card, may stay in as prophet.

    A right no play that emptied the hand gives no such choice, and a right guess has ended the round.
    """
    mover = state.mover
    if not variant.prophet.going_out.may_stay or mover is None or state.prophet or state.guesser:
        return False
    return state.out.get(mover) == "out of cards" and may_be_prophet(state, variant, mover)


def prophet_errs(state: State, move: Judge) -> bool:
    """Whether the prophet misjudges a no play: the call differs, or the card named is not the one."""
    return state.call != move.right or (not move.right and state.named is not move.card)


def end_reason(state: State, variant: Variant) -> EndReason | None:
    """Why the round ends now, the first reason of rules.md step 9; None if it goes on."""
    if state.guesser is not None:
        return "right guess"
    if state.out:
        return "right no play" if "right no play" in state.out.values() else "out of cards"
    count, prophet = state.laid, state.prophet
    if variant.cutoff.is_reached(count, None if prophet is None else count - state.declared_at):
        return "cutoff"
    if variant.turn_limit.count_left(state.turn) == 0:
        return "turns played"
    if (prophet is not None or state.expelled) and state.successor() is None:
        return "all expelled" if state.expelled else "nobody can act"
    short = state.stranded if variant.stock.plays_on else state.short
    return "stock out" if short else None


def open_hand(state: State, seat: str, size: int) -> tuple[Card, ...]:
    """A hand as everyone knows it: first the cards that were shown, in hand order, then `??` for each other."""
    shown = state.shown.get(seat, [])
    return (*shown, *([UNKNOWN] * (size - len(shown))))


def options(state: State, variant: Variant, seat: str, hands: Hands) -> tuple[Move, ...]:
    """What the seat to act may do: one move for each card that makes a difference.

    `hands` are as the seat knows them: its own, and what has been shown of a hand that it calls or judges.
    """
    if state.phase == "guess":
        return (Guess(seat, ""), Pass(seat))
    if state.phase == "judge guess" or (state.phase == "judge" and state.pending):
        return (Judge(seat, True), Judge(seat, False))
    if state.phase == "call" and state.pending:
        return (Call(seat, True), Call(seat, False))
    if state.phase in ("call", "judge"):
        assert state.mover is not None
        kind = Call if state.phase == "call" else Judge
        named = [kind(seat, False, card) for card in choice(state, state.mover, hands[state.mover])]
        free = state.phase == "judge" and not needs_card(state, variant)
        return (kind(seat, True), *([Judge(seat, False)] if free else []), *named)
    if seat == declarer(state, variant):
        return (Declare(seat), Pass(seat))
    plays = [Play(seat, (card,)) for card in choice(state, seat, hands[seat])]
    return (*plays, NoPlay(seat)) if variant.no_play.allowed else (*plays,)


def choice(state: State, seat: str, hand: Sequence[Card]) -> list[Card]:
    """The different cards of a seat's hand, in hand order.

    A card that nobody wrote down may be any of which the seat doesn't know every copy to lie elsewhere.
    """
    different = dict.fromkeys(hand)
    if UNKNOWN not in different:
        return list(different)
    lying = elsewhere(state, seat, hand)
    return [card for card in PACK if card in hand or lying[card] < state.decks]


def needs_card(state: State, variant: Variant) -> bool:
    """Whether a no play judged wrong needs a card: not where it is taken back, whatever the card."""
    return not (variant.prophet.takes_back and state.call is True)


def elsewhere(state: State, seat: str, hand: Sequence[Card]) -> Counter[Card]:
    """How many copies of each card this seat knows to lie elsewhere than among its cards that nobody wrote down.

    They are in its hand, or all have seen them; counting more would tell it of other hands.
    """
    shown = [card for who, cards in state.shown.items() if who != seat for card in cards]
    return Counter([*state.layout.cards(), *state.set_aside, *state.pending, *hand, *shown])
