"""What is refused, and why.

A check raises IllegalMove (`move/…`), or lets the move be; it changes nothing. What it says hangs on what lies open
and on the mover's own hand alone, so a refusal can't tell of another's cards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import structs

from eleusis.game import legality
from eleusis.game.moves import MAX_SAID, Call, Declare, Guess, Hint, Judge, Move, NoPlay, Pass, Play
from eleusis.game.state import JUDGING, State
from eleusis.ground.agreement import agree, name_first, name_owner, name_within, say, say_within
from eleusis.ground.cards import UNKNOWN, Card
from eleusis.ground.errors import IllegalMove, did_you_mean, quote
from eleusis.variant import Variant


def refuse(code: str, message: str) -> IllegalMove:
    """The refusal with the code `move/CODE`; it is the caller who raises it."""
    return IllegalMove(f"move/{code}", message)


def check(state: State, variant: Variant, hands: legality.Hands, move: Move) -> None:
    """Raises IllegalMove (`move/…`) unless the rules allow this move now: all refusals are made here."""
    check_kind = _CHECKS.get(type(move))
    if check_kind is None:
        raise refuse("unknown", f"{quote(type(move).__name__)} is not a move")
    if not move.well_formed:
        raise refuse_form(move)
    check_kind(state, variant, hands, move)


def refuse_form(move: Move) -> IllegalMove:
    """The refusal of a move with a field of another kind, or too long a text."""
    kinds = ", ".join(type(part).__name__ for part in structs.astuple(move))
    most = f"a text has {MAX_SAID:,} characters at most"
    return refuse("malformed", f"a {move.verb} can't be made of these: {kinds}; {most}")


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
        return refuse("out-of-turn", f"{seat} {agree(seat, 'were')} expelled and can't {what} in this round")
    actor = legality.to_act(state, variant) or ""
    following = state.successor() or ""
    has, owner = say_within(actor, "have"), name_owner(state.mover or "")
    now = {
        "play": f"it is {name_owner(following)} turn" + (" to play" if seat == following else ""),
        "call": f"{has} to call {owner} {'play' if state.pending else 'no play'} first",
        "judge": f"{has} to judge {owner} {'play' if state.pending else 'no play'} first",
        "guess": f"{name_within(actor)} may guess or pass",
        "stay": f"{name_within(actor)} may stay as {variant.prophet.title} or pass",
        "judge guess": f"{has} to judge {owner} guess first",
    }[state.phase]
    if seat == state.prophet and what == "play":
        now = f"as {variant.prophet.title} {say_within(seat, 'make')} no moves; {now}"
    return refuse("out-of-turn", f"{seat} can't {what} now: {now}")


def check_turn(state: State, variant: Variant, seat: str) -> None:
    """Refuse a turn out of turn. Where the mover is offered a guess, the next seat's turn passes that by."""
    if seat == state.successor():
        if state.phase == "play":
            return
        if state.phase in ("guess", "stay"):
            reason = legality.end_reason(state, variant)
            if reason is None:
                return
            unless = say_within(state.mover or "", "guess" if state.phase == "guess" else "declare")
            raise refuse("round-over", f"the round is over ({reason}) unless {unless}: {seat} can't play")
    raise out_of_turn(state, variant, seat, "play")


def check_no_play(state: State, variant: Variant, hands: legality.Hands, move: NoPlay) -> None:
    """Refuse a no play out of turn."""
    seat = move.seat
    check_turn(state, variant, seat)
    if not variant.no_play.allowed:
        raise refuse("no-no-play", f"{seat} can't say no play: in this edition it {variant.no_play.in_words()}")


def check_play(state: State, variant: Variant, hands: legality.Hands, move: Play) -> None:
    """Refuse a play out of turn, or of cards that can't be played from this hand."""
    seat, cards = move.seat, move.cards
    check_turn(state, variant, seat)
    hand = hands[seat]
    most = variant.play.max_cards
    if not cards:
        raise refuse("no-cards", f"{say(seat, 'play')} no card at all")
    if most is not None and len(cards) > most:
        allowed = "only one is" if most == 1 else f"{most} are"
        raise refuse("too-many-cards", f"{say(seat, 'play')} {len(cards)} cards at once, and {allowed} allowed")
    left = list(hand)
    for card in cards:
        take_known(state, seat, card, hand, left)


def take_known(state: State, seat: str, card: Card, hand: Sequence[Card], left: list[Card]) -> None:
    """Take `card` out of what is `left` of a hand, or refuse: it is not in it, or can't be any more."""
    if card is UNKNOWN:
        raise refuse("needs-card", f"{say(seat, 'play')} a card that must be named: ?? isn't a card")
    if card in left:
        left.remove(card)
    elif UNKNOWN in left:
        left.remove(UNKNOWN)
        if legality.elsewhere(state, seat, hand)[card] >= state.decks:
            raise refuse(
                "impossible-card",
                f"{seat} can't have {card}: each of the {state.decks} in the pack is accounted for",
            )
    else:
        how = "a second time" if card in hand else "in the hand"
        raise refuse("not-in-hand", f"{say(seat, 'do')} not have {card} {how}")


def check_call(state: State, variant: Variant, hands: legality.Hands, move: Call) -> None:
    """Refuse a call that is not due, or that names a card where none belongs or none where one does."""
    if state.phase != "call" or move.seat != state.prophet:
        raise out_of_turn(state, variant, move.seat, "call")
    if state.pending:
        refuse_card(move)
    else:
        check_named(state, hands, move, "the no play wrong, and must name a right card of the hand")


def check_judge(state: State, variant: Variant, hands: legality.Hands, move: Judge) -> None:
    """Refuse a judgement that is not due, or whose card is missing or does not belong."""
    if state.phase not in JUDGING or move.seat != state.dealer:
        raise out_of_turn(state, variant, move.seat, "judge")
    if state.pending or state.phase == "judge guess":
        refuse_card(move)
    else:
        needed = legality.needs_card(state, variant)
        check_named(
            state, hands, move, "the no play wrong, and must name the card that is right" if needed else None
        )


def check_named(state: State, hands: legality.Hands, move: Call | Judge, needed: str | None) -> None:
    """Refuse a card that is not in the hand that was shown for the no play; `needed` says why there must be one."""
    if move.right:
        refuse_card(move)
    elif move.card is not None:
        assert state.mover is not None
        hand = hands[state.mover]
        take_known(state, state.mover, move.card, hand, list(hand))
    elif needed is not None:
        raise refuse("needs-card", f"{say(move.seat, move.verb)} {needed}")


def refuse_card(move: Call | Judge) -> None:
    """Refuse a card that is named though nothing asks for it."""
    if move.card is not None:
        text = f"{say(move.seat, 'name')} {move.card}, but only a wrong no play needs a card"
        raise refuse("needless-card", text)


def check_guess(state: State, variant: Variant, hands: legality.Hands, move: Guess) -> None:
    """Refuse a guess by a seat that has no right to one now."""
    seat = move.seat
    if state.phase != "guess" or seat != state.mover:
        refusal = out_of_turn(state, variant, seat, "guess")
        if refusal.code == "move/round-over":
            raise refusal
        if not variant.guess.offered:
            raise refuse("may-not-guess", "there is no guessing in this edition")
        raise refuse("may-not-guess", f"{name_first(seat)} can guess only {variant.guess.in_words()}")


def check_pass(state: State, variant: Variant, hands: legality.Hands, move: Pass) -> None:
    """Refuse a pass where there is nothing to pass on."""
    seat = move.seat
    if seat != (state.mover if state.phase == "guess" else legality.declarer(state, variant)):
        raise out_of_turn(state, variant, seat, "pass")


def check_declare(state: State, variant: Variant, hands: legality.Hands, move: Declare) -> None:
    """Refuse a declaration, and say why. Where its seat is offered a guess, it passes that by."""
    seat, prophet, mover = move.seat, variant.prophet, state.mover
    check_seat(state, seat)
    if state.phase == "over":
        raise out_of_turn(state, variant, seat, "declare")
    whose = "a" if prophet.bidding else "your own"
    after_turn = mover is not None and state.phase in ("play", "guess", "stay")
    if not prophet.allows(len(state.players), False):
        why = "this edition has no prophet"
    elif not after_turn or (not prophet.bidding and (seat != mover or state.passed)):
        why = f"you declare after {whose} turn, before the next player acts"
    elif seat == state.dealer:
        why = "the dealer can't"
    elif state.prophet is not None:
        why = f"{say_within(state.prophet, 'are')} prophet already"
    elif seat in state.expelled:
        why = "an expelled player can't"
    elif (
        state.phase == "guess"
        and legality.end_reason(state, variant) is not None
        and not legality.may_stay(state, variant)
    ):
        why = "the round is over"
    elif not legality.may_be_prophet(state, variant, seat):
        twice = seat in state.been_prophet and not prophet.allows(len(state.players), True)
        why = "nobody is prophet twice in a round" if twice else "too few other players are still in"
    elif seat in state.passed:
        why = "the chance was passed up in this turn"
    elif (first := legality.declarer(state, variant) if state.phase == "play" else mover) != seat:
        why = f"{say_within(first or '', 'are')} asked first"
    else:
        return
    raise refuse("may-not-declare", f"{seat} may not declare: {why}")


def check_hint(state: State, variant: Variant, hands: legality.Hands, move: Hint) -> None:
    """Refuse a hint from anyone but the dealer, or at a time when the edition has none."""
    seat = move.seat
    check_seat(state, seat)
    if seat != state.dealer:
        raise refuse("no-hints", f"{say(seat, 'are')} not the dealer: only the dealer gives hints")
    if state.phase == "over":
        raise out_of_turn(state, variant, seat, "give a hint")
    if not variant.hints.allows(state.mover is not None, state.card_played):
        raise refuse("no-hints", f"{seat} can't give a hint now (hints: {variant.hints.in_words()})")


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
