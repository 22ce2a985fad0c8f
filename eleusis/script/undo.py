"""Taking back: the last move of a seat, where nobody has learnt anything from what came after it."""

from __future__ import annotations

from eleusis.driving import Step
from eleusis.errors import IllegalMove
from eleusis.game.events import Drew, HintGiven, NewHandDealt, NoPlayDeclared
from eleusis.pack import Card
from eleusis.script.record import RoundReplay


def may_undo(one: RoundReplay, seat: str) -> str | None:
    """Why `seat` may not take back its last move; None if it may.

    The move must be the last thing that happened. It may be a play, a call, a declaration, a guess or a pass that
    nobody has answered, and a judgement that made nobody draw a card; not a hint, and not a no play, since the hand
    was shown. At a real table, where the cards are not known to the record, a no play and a judgement that made
    somebody draw may be taken back as well.
    """
    if not one.steps:
        return "nothing has happened yet"
    last = one.steps[-1]
    if last.by != "seat":
        return f"the judgement has been made, and everyone has seen it: {_told(last)}"
    if last.seat != seat:
        return f"{last.seat} has moved since"
    for event in last.events:
        if isinstance(event, HintGiven):
            return "everyone has heard the hint"
        if isinstance(event, NoPlayDeclared) and _known(event.hand):
            return "the hand was shown to everyone"
        if isinstance(event, (Drew, NewHandDealt)) and _known(event.cards):
            return f"{event.seat} has seen the cards that were drawn"
    return None


def undo(one: RoundReplay, seat: str) -> Step:
    """Take back the last move of `seat`; returns the step that is gone.

    Raises IllegalMove (`move/may-not-undo`), and nothing has changed then.
    """
    why = may_undo(one, seat)
    if why is not None:
        raise IllegalMove("move/may-not-undo", f"{seat} may not take a move back: {why}")
    gone = one.steps.pop()
    one.round.rewind(len(gone.events))
    return gone


def _known(cards: tuple[Card, ...]) -> bool:
    return any(card.known for card in cards)


def _told(step: Step) -> str:
    return f"{step.seat} {step.move.text}"
