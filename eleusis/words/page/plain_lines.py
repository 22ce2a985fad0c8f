"""Events in the notation of game files, for readers that pay by the word: `Bob play 5H => wrong; Bob draws 2`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from eleusis.game import events as ev
from eleusis.game.line_words import seat_word
from eleusis.game.moves import Call, Declare, Guess, Hint, NoPlay, Play
from eleusis.ground.cards import Card, text_of


def plain_lines(events: Iterable[ev.AnyEvent]) -> list[str]:
    """A line for each thing that a seat did, with what followed; cards are told as far as the events show them.

    A right that was offered or let go by is left out: who has one is asked, or knows.
    """
    lines: list[tuple[str, list[str]]] = []
    for event in events:
        did, followed = _tell(event)
        if did:
            lines.append((did, []))
        if followed:
            if not lines:  # what it followed from was told before
                lines.append(("", []))
            lines[-1][1].append(followed)
    return [f"{did} => {'; '.join(followed)}".strip() if followed else did for did, followed in lines]


def _tell(event: ev.AnyEvent) -> tuple[str, str]:
    """What a seat did, and what followed from the thing before; the one or the other, or neither."""
    match event:
        case ev.RoundBegan():
            return f"{event.dealer} deals; {event.first} begins. {_beginning(event)}", ""
        case ev.Played(seat, cards):
            return _did(seat, Play(seat, cards).text), ""
        case ev.NoPlayDeclared(seat, hand):
            return _did(seat, f"{NoPlay(seat).text} ({text_of(hand)})"), ""
        case ev.Called(seat, right, card):
            return _did(seat, Call(seat, right, card).text), ""
        case ev.GuessMade(seat, rule):
            return _did(seat, Guess(seat, rule).text), ""
        case ev.HintGiven(seat, hint):
            return _did(seat, Hint(seat, hint).text), ""
        case ev.ProphetDeclared(seat):
            return _did(seat, Declare(seat).text), ""
        case ev.Accepted() | ev.NoPlayUpheld():
            return "", "right"
        case ev.Rejected():
            return "", "wrong"
        case ev.CardForced(_, card):
            return "", f"wrong; {card.text} goes to the mainline"
        case ev.NoPlayTakenBack():
            return "", f"{'right' if event.right else 'wrong'}; the hand is taken back"
        case ev.Drew(seat, cards):
            return "", f"{seat_word(seat)} draws {_own(cards)}"
        case ev.NewHandDealt(seat, cards):
            return "", f"{seat_word(seat)} new hand {_own(cards)}"
        case ev.ProphetOverthrown(seat):
            return "", f"{seat_word(seat)} overthrown"
        case ev.Expelled(seat):
            return "", f"{seat_word(seat)} expelled"
        case ev.WentOut(seat):
            return "", f"{seat_word(seat)} out"
        case ev.GuessJudged(_, right):
            return "", "right" if right else "wrong"
        case ev.SuddenDeathBegan():
            return "", "sudden death begins"
        case ev.DeckAdded():
            return "", "a deck is added"
        case ev.RoundEnded():
            return "", f"ended {event.reason}"
        case ev.GuessOffered() | ev.StayOffered() | ev.Passed():
            return "", ""
        case _:
            assert_never(event)


def _did(seat: str, move: str) -> str:
    return f"{seat_word(seat)} {move}"


def _own(cards: tuple[Card, ...]) -> str:
    """Cards by name where they are known, else how many."""
    return text_of(cards) if cards and all(card.known for card in cards) else str(len(cards))


def _beginning(event: ev.RoundBegan) -> str:
    """What is on the table before the first turn."""
    starters = f"Mainline: {text_of(event.starters)}." if event.starters else "The mainline is empty."
    return f"{starters} Set aside: {text_of(event.set_aside)}." if event.set_aside else starters
