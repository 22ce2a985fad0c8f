"""What a seat may do: whose turn it is, what is refused and why, and when a round ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from eleusis.errors import IllegalMove, did_you_mean, quote
from eleusis.game.moves import Call, Declare, Guess, Hint, Judge, Move, NoPlay, Pass, Play, validate
from eleusis.game.state import JUDGING, EndReason, Phase, State
from eleusis.pack import PACK, UNKNOWN, Card
from eleusis.values import new
from eleusis.variant import Variant

Hands = Mapping[str, Sequence[Card]]
"""Hands by seat. What is refused and why hangs on what lies open and on the mover's own hand alone, so a refusal
can't tell of another's cards."""


def to_act(state: State, variant: Variant) -> str | None:
    """The seat that acts next; None when the round is over."""
    phase = state.phase
    if phase == "play":
        return state.mover if may_declare(state, variant) else state.successor()
    if phase == "call":
        return state.prophet
    if phase == "guess":
        return state.mover
    return None if phase == "over" else state.dealer


def may_declare(state: State, variant: Variant) -> bool:
    """Whether the mover may now declare himself prophet (rules.md, row "may declare")."""
    seat = state.mover
    if seat is None or state.phase != "play" or state.passed or state.prophet is not None:
        return False
    if seat in state.expelled:
        return False
    others = len(state.players) - 2 - len(state.expelled)
    return variant.prophet.allows(others, seat in state.been_prophet)


def prophet_errs(state: State, move: Judge) -> bool:
    """Whether the prophet misjudges a no play: his call differs, or the card that he named is not the one."""
    return state.call != move.right or (not move.right and state.named is not move.card)


def end_reason(state: State, variant: Variant) -> EndReason | None:
    """Why the round ends now, the first reason of rules.md step 9; None if it goes on."""
    if state.guesser is not None:
        return "right guess"
    if state.out:
        return "right no play" if "right no play" in state.out.values() else "out of cards"
    count, prophet = state.layout.count, state.prophet
    if variant.cutoff.is_reached(count, None if prophet is None else count - state.declared_at):
        return "cutoff"
    if (prophet is not None or state.expelled) and state.successor() is None:
        return "all expelled" if state.expelled else "nobody can act"
    return "stock out" if state.short else None


def due(state: State, variant: Variant, seat: str) -> type[Move] | None:
    """The kind of move that a seat is asked for; None unless it is to act.

    Where a play is, a no play may be said as well; where a guess or a declaration is, it may be passed on.
    """
    if state.phase == "play":  # by far the most, and so without asking twice whether the mover may declare
        if may_declare(state, variant):
            return Declare if state.mover == seat else None
        return Play if state.successor() == seat else None
    return _DUE[state.phase] if to_act(state, variant) == seat else None


_DUE: dict[Phase, type[Move] | None] = {
    "call": Call, "judge": Judge, "guess": Guess, "judge guess": Judge, "over": None,
}  # fmt: skip


def open_hand(state: State, seat: str, size: int) -> tuple[Card, ...]:
    """A hand as everyone knows it: first the cards that were shown, in hand order, then `??` for each other."""
    shown = state.shown.get(seat, [])
    return (*shown, *([UNKNOWN] * (size - len(shown))))


def options(state: State, variant: Variant, hands: Hands) -> tuple[Move, ...]:
    """What the seat to act may do: one move for each card that makes a difference.

    `hands` are as the seat knows them: its own, and what has been shown of a hand that it calls or judges.
    """
    seat = to_act(state, variant)
    if seat is None:
        return ()
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
    if seat == state.mover and may_declare(state, variant):
        return (Declare(seat), Pass(seat))
    return (*[new(Play, (seat, (card,))) for card in choice(state, seat, hands[seat])], NoPlay(seat))


def choice(state: State, seat: str, hand: Sequence[Card]) -> list[Card]:
    """The different cards of a seat's hand, in hand order.

    A card that nobody wrote down may be any of which the seat doesn't know every copy to lie elsewhere.
    """
    if UNKNOWN not in hand:
        return list(dict.fromkeys(hand))
    lying = elsewhere(state, seat, hand)
    return [card for card in PACK if card in hand or lying[card] < state.decks]


def needs_card(state: State, variant: Variant) -> bool:
    """Whether a no play judged wrong needs a card: not where it is taken back, whatever the card."""
    return not (variant.prophet.takes_back and state.call is True)


def refuse(code: str, message: str) -> IllegalMove:
    """The refusal with the code `move/CODE`; it is the caller who raises it."""
    return IllegalMove(f"move/{code}", message)


def check(state: State, variant: Variant, hands: Hands, move: Move) -> None:
    """Raises IllegalMove (`move/…`) unless the rules allow this move now: all refusals are made here."""
    check_kind = _CHECKS.get(type(move))
    if check_kind is None or type(move[0]) is not str:
        raise no_move(move)
    check_kind(state, variant, hands, move)


def no_move(move: Move) -> IllegalMove:
    """The refusal of what is no move of a round, or names no seat: that is the first field of every move."""
    if type(move) not in _CHECKS:
        return refuse("unknown", f"{quote(type(move).__name__)} is not a move")
    return refuse("malformed", f"a seat is named by a text, not by {quote(type(move[0]).__name__)}")


def check_seat(state: State, seat: str) -> None:
    """Raises IllegalMove unless this is a seat at the table."""
    if seat not in state.players:
        message = f"nobody at the table is called {quote(seat)}{did_you_mean(seat, state.players)}"
        raise refuse("no-such-seat", message)


def out_of_turn(state: State, variant: Variant, seat: str, what: str) -> IllegalMove:
    """The refusal of a move that is not the one due: it says which one is."""
    check_seat(state, seat)
    if state.phase == "over":
        return refuse("round-over", f"the round is over ({state.ended}): {seat} can't {what} any more")
    if seat in state.expelled:
        return refuse("out-of-turn", f"{seat} was expelled and can't {what} in this round")
    actor = to_act(state, variant)
    due = {
        "play": f"it is {state.successor()}'s turn" + (" to play" if seat == state.successor() else ""),
        "call": f"{actor} has to call {state.mover}'s {'play' if state.pending else 'no play'} first",
        "judge": f"{actor} has to judge {state.mover}'s {'play' if state.pending else 'no play'} first",
        "guess": f"{actor} may guess or pass",
        "judge guess": f"{actor} has to judge {state.mover}'s guess first",
    }[state.phase]
    if seat == state.prophet and what in ("play", "declare no play"):
        due = f"as {variant.prophet.title} {seat} makes no moves; {due}"
    return refuse("out-of-turn", f"{seat} can't {what} now: {due}")


def check_turn(state: State, variant: Variant, seat: str, what: str = "play") -> None:
    """Refuse a turn out of turn. Where the mover is offered a guess, the next seat's turn passes that by."""
    if seat == state.successor():
        if state.phase == "play":
            return
        if state.phase == "guess":
            reason = end_reason(state, variant)
            if reason is None:
                return
            raise refuse(
                "round-over", f"the round is over ({reason}) unless {state.mover} guesses: {seat} can't {what}"
            )
    raise out_of_turn(state, variant, seat, what)


def check_play(state: State, variant: Variant, hands: Hands, move: Play) -> None:
    """Refuse a play out of turn, or of cards that can't be played from this hand."""
    check_turn(state, variant, move.seat)
    check_cards(state, variant, hands, move)


def check_no_play(state: State, variant: Variant, hands: Hands, move: NoPlay) -> None:
    """Refuse a no play out of turn."""
    check_turn(state, variant, move.seat)


def check_cards(state: State, variant: Variant, hands: Hands, move: Play) -> None:
    """Refuse cards that can't be played from the hand of their seat."""
    seat, cards = move
    if cards.__class__ is not tuple or [card for card in cards if card.__class__ is not Card]:
        seat, cards = validate(move)
    hand = hands[seat]
    if len(cards) == 1 and cards[0] in hand and cards[0] is not UNKNOWN:
        return
    most = variant.play.max_cards
    if not cards:
        raise refuse("no-cards", f"{seat} plays no card at all")
    if most is not None and len(cards) > most:
        raise refuse("too-many-cards", f"{seat} plays {len(cards)} cards at once, and {most} are allowed")
    left = list(hand)
    for card in cards:
        take_known(state, seat, card, hand, left)


def take_known(state: State, seat: str, card: Card, hand: Sequence[Card], left: list[Card]) -> None:
    """Take `card` out of what is `left` of a hand, or refuse: it is not in it, or can't be any more."""
    if card is UNKNOWN:
        raise refuse("needs-card", f"{seat} plays a card that must be named: ?? is no card")
    if card in left:
        left.remove(card)
    elif UNKNOWN in left:
        left.remove(UNKNOWN)
        if elsewhere(state, seat, hand)[card] >= state.decks:
            raise refuse(
                "impossible-card",
                f"{seat} can't have {card}: each of the {state.decks} in the pack is accounted for",
            )
    else:
        how = "a second time" if card in hand else "in the hand"
        raise refuse("not-in-hand", f"{seat} does not have {card} {how}")


def elsewhere(state: State, seat: str, hand: Sequence[Card]) -> Counter[Card]:
    """How many copies of each card this seat knows to lie elsewhere than among its cards that nobody wrote down.

    They are in its hand, or all have seen them; counting more would tell it of other hands.
    """
    shown = [card for who, cards in state.shown.items() if who != seat for card in cards]
    return Counter([*state.layout.cards(), *state.pending, *hand, *shown])


def check_named(state: State, card: Card, hands: Hands) -> None:
    """Refuse to name a card that is not in the hand that was shown."""
    assert state.mover is not None
    hand = hands[state.mover]
    take_known(state, state.mover, card, hand, list(hand))


def check_call(state: State, variant: Variant, hands: Hands, move: Call) -> None:
    """Refuse a call that is not due, or that names a card where none belongs or none where one does."""
    if move.card is not None or (move.right is not True and move.right is not False):
        validate(move)
    if state.phase != "call" or move.seat != state.prophet:
        raise out_of_turn(state, variant, move.seat, "call")
    if move.card is not None and (state.pending or move.right):
        raise refuse(
            "needless-card", f"{move.seat} names {move.card}, but a card is named for a wrong no play only"
        )
    if not state.pending and not move.right:
        if move.card is None:
            raise refuse(
                "needs-card", f"{move.seat} calls the no play wrong, and must name a right card of the hand"
            )
        check_named(state, move.card, hands)


def check_judge(state: State, variant: Variant, hands: Hands, move: Judge) -> None:
    """Refuse a judgement that is not due, or whose card is missing or does not belong."""
    if move.card is not None or (move.right is not True and move.right is not False):
        validate(move)
    if state.phase not in JUDGING or move.seat != state.dealer:
        raise out_of_turn(state, variant, move.seat, "judge")
    no_play = state.phase == "judge" and not state.pending
    if move.card is not None and (move.right or not no_play):
        raise refuse(
            "needless-card", f"{move.seat} names {move.card}, but a card is named for a wrong no play only"
        )
    if no_play and not move.right:
        if move.card is not None:
            check_named(state, move.card, hands)
        elif needs_card(state, variant):
            raise refuse(
                "needs-card", f"{move.seat} judges the no play wrong, and must name the card that is right"
            )


def check_guess(state: State, variant: Variant, hands: Hands, move: Guess) -> None:
    """Refuse a guess by a seat that has no right to one now."""
    validate(move)
    if state.phase != "guess" or move.seat != state.mover:
        refusal = out_of_turn(state, variant, move.seat, "guess")
        if refusal.code == "move/round-over":
            raise refusal
        why = "there is no guessing in this edition"
        if variant.guess.offered:
            why = f"a guess is offered {variant.guess.when()}"
        raise refuse("may-not-guess", f"{move.seat} may not guess now: {why}")


def check_pass(state: State, variant: Variant, hands: Hands, move: Pass) -> None:
    """Refuse a pass where there is nothing to pass on."""
    offered = state.phase == "guess" or may_declare(state, variant)
    if not offered or move.seat != state.mover:
        raise out_of_turn(state, variant, move.seat, "pass")


def check_declare(state: State, variant: Variant, hands: Hands, move: Declare) -> None:
    """Refuse a declaration, and say why. Where its seat is offered a guess, it passes that by."""
    seat, prophet = move.seat, variant.prophet
    check_seat(state, seat)
    if state.phase == "over":
        raise out_of_turn(state, variant, seat, "declare")
    if not prophet.allows(len(state.players), False):
        why = "there is no prophet in this edition"
    elif state.phase not in ("play", "guess") or seat != state.mover or state.passed:
        why = "one declares after one's own turn, before the next player acts"
    elif state.prophet is not None:
        why = f"{state.prophet} is prophet already"
    elif seat in state.expelled:
        why = "one who was expelled can't"
    elif state.phase == "guess" and end_reason(state, variant) is not None:
        why = "the round is over"
    elif prophet.allows(len(state.players) - 2 - len(state.expelled), seat in state.been_prophet):
        return
    elif seat in state.been_prophet and not prophet.allows(len(state.players), True):
        why = "nobody is prophet twice in a round"
    else:
        why = "too few other players are still in"
    raise refuse("may-not-declare", f"{seat} may not declare: {why}")


def check_hint(state: State, variant: Variant, hands: Hands, move: Hint) -> None:
    """Refuse a hint from anyone but the dealer, or at a time when the edition has none."""
    validate(move)
    check_seat(state, move.seat)
    if move.seat != state.dealer:
        raise refuse("no-hints", f"{move.seat} is not the dealer: only the dealer gives hints")
    if state.phase == "over":
        raise out_of_turn(state, variant, move.seat, "give a hint")
    if not variant.hints.allows(state.mover is not None, state.card_played):
        raise refuse("no-hints", f"{move.seat} may give no hint now (hints: {variant.hints.when()})")


_CHECKS: dict[type[Move], Callable[..., None]] = {
    Play: check_play,
    NoPlay: check_no_play,
    Call: check_call,
    Judge: check_judge,
    Guess: check_guess,
    Pass: check_pass,
    Declare: check_declare,
    Hint: check_hint,
}
"""What each kind of move is checked by; a check takes exactly the kind that it stands under."""
