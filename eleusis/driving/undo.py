"""Taking back: the last move of a seat, where nobody has learnt anything from what came after it."""

from __future__ import annotations

from eleusis.driving.driver import Step
from eleusis.driving.replayed import RoundReplay, Undone
from eleusis.ground.agreement import say_within
from eleusis.ground.errors import IllegalMove


def may_undo(record: RoundReplay, seat: str) -> str | None:
    """Why `seat` may not take back its last move; None if it may.

    The move must be the last thing that happened, made by the seat itself, and nobody may have learnt anything
    from it that can't be unlearnt: each event says of itself what it teaches (`teaches`). So a play, a call, a
    declaration, a guess, a pass and a judgement that made nobody draw may be taken back; a hint, a no play (the
    hand was shown) and cards that were drawn may not. At a real table, where the record shows nobody a card, a no
    play and a draw may be taken back as well.
    """
    if not record.steps:
        return "nothing has happened yet"
    last = record.steps[-1]
    if last.by != "seat":
        judgement = last.seen_by(None).move.text  # a card that the dealer named may be hidden
        return f"{say_within(last.seat, 'have')} already judged it ({judgement})"
    if last.seat != seat:
        return f"{say_within(last.seat, 'have')} moved since"
    if not record.round.ends_with(last.events):
        return f"the round has gone on since: {record.round.ended or 'other moves were made'}"
    return next((lesson for event in last.events if (lesson := event.lesson) is not None), None)


def undo(record: RoundReplay, seat: str) -> Step:
    """Take back the last move of `seat`; returns the step that is gone.

    Raises IllegalMove (`move/may-not-undo`), and nothing has changed then.
    """
    why = may_undo(record, seat)
    if why is not None:
        raise IllegalMove("move/may-not-undo", f"{seat} may not take a move back: {why}")
    step = record.take_back()
    record.undone.append(Undone(len(record.round.events), step.events))
    return step
