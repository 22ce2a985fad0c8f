"""What an agent is shown: one row of small whole numbers, each part of it at a place that is known.

All of it follows from what lies open (`State`), from the events of plays, which hide nothing, and from the agent's
own view; tests/laws has the law that nothing else does.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

import attrs
import numpy as np
from numpy.typing import NDArray

from eleusis.envs.actions import count_cards, count_held
from eleusis.envs.setting import EnvSetting
from eleusis.game import events as ev
from eleusis.game.round import Round
from eleusis.game.state import Phase
from eleusis.game.view import View
from eleusis.ground.cards import Card
from eleusis.secret.library import find_rule

Bytes = NDArray[np.uint8]

MAINLINE = 8
"""The last cards of the mainline that an observation has apart."""
MOST = 255
"""Numbers that may be greater are told as this."""

WRONG, RIGHT, WAITS, UNFIT = 1, 2, 3, 4
"""The verdicts of an observation: the last is of the cards of a right no play, none of which was right."""
_VERDICTS = "1 wrong, 2 right, 3 waits for its judgement, 4 shown in a right no play, and not right"

PHASES: tuple[Phase, ...] = ("play", "call", "judge", "guess", "judge guess", "stay", "over")
"""What a round waits for, by its number in an observation."""
_PHASES_TOLD = ", ".join(f"{number} {phase}" for number, phase in enumerate(PHASES))


@attrs.frozen
class ObservedPart:
    """A part of an observation: its name, how many numbers it has, the greatest that one can be, what it tells."""

    name: str
    size: int
    most: int
    doc: str


def parts_of(setting: EnvSetting) -> tuple[ObservedPart, ...]:
    """The parts of an observation at a table, in order; what an edition hasn't got is left out."""
    variant, seats = setting.variant, len(setting.seats)
    prophet, guesses, history = setting.has_prophet, len(setting.guesses), setting.history
    limit = variant.turn_limit.count_left(0)
    parts = [
        ObservedPart("hand", 52, MOST, "the hand, without the cards of `string`"),
        ObservedPart("string", setting.strings - 1, 52, "the string being built, in order"),
        ObservedPart("shown", 52 if prophet and variant.no_play.allowed else 0, MOST,
                     "the hand shown in a no play that a prophet must call"),
        ObservedPart("right", 52, MOST, "the mainline, starters included"),
        ObservedPart("wrong", 52, MOST, "the wrong cards"),
        ObservedPart("set_aside", 52 if variant.deal.sets_aside else 0, MOST,
                     "the cards turned as starter that were not right"),
        ObservedPart("mainline", MAINLINE, 52, "the end of the mainline, the latest card first"),
        ObservedPart("card", history, 52, "the last cards laid or shown, the latest first"),
        ObservedPart("verdict", history, UNFIT, f"of each: 0 none, {_VERDICTS}"),
        ObservedPart("place", history if variant.play.max_cards != 1 else 0, MOST,
                     "its place in its play, from 1; 0 for a starter"),
        ObservedPart("by", history, seats, "who laid it; 0: the dealer, or none"),
        ObservedPart("expelled", seats, 1, "1: expelled"),
        ObservedPart("wrong_guesses", seats if guesses else 0, MOST, "wrong guesses of each seat"),
        ObservedPart("been_prophet", seats if prophet else 0, 1, "1: has been prophet in this round"),
        ObservedPart("cards", seats, MOST, "how many cards each seat holds"),
        ObservedPart("mover", 1, seats, "whose turn it is, or was last; 0: nobody's yet"),
        ObservedPart("phase", 1, len(PHASES) - 1, f"what the round waits for: {_PHASES_TOLD}"),
        ObservedPart("turn", 1, MOST, "turns judged"),
        ObservedPart("turns_left", 0 if limit is None else 1, MOST, "turns left"),
        ObservedPart("laid", 1, MOST, "cards on the layout"),
        ObservedPart("line", 1, MOST, "cards on the mainline"),
        ObservedPart("stock", 1, MOST, "cards in the stock"),
        ObservedPart("sudden_death", 1, 1, "1: whoever is wrong now is expelled"),
        ObservedPart("prophet", 1 if prophet else 0, seats, "who is prophet; 0: nobody"),
        ObservedPart("since", 1 if prophet else 0, MOST, "cards laid since the prophet declared"),
        ObservedPart("right_since", 1 if prophet else 0, MOST, "the right ones of these"),
        ObservedPart("tried", guesses, MOST, "how often each was guessed wrongly"),
    ]  # fmt: skip
    return tuple([part for part in parts if part.size])


class Encoder:
    """How the observations of a table are laid out: the same for each of its episodes."""

    def __init__(self, setting: EnvSetting) -> None:
        self.setting = setting
        self.parts: tuple[ObservedPart, ...] = parts_of(setting)
        self.places: dict[str, slice] = {}
        """Where in an observation each part stands."""
        at = 0
        for part in self.parts:
            self.places[part.name] = slice(at, at + part.size)
            at += part.size
        self.size = at
        """How many numbers an observation has."""
        names = list(self.places)
        first = names.index("mover")
        self.rows: list[str] = names[:first]
        """The parts of several numbers, but for the last."""
        self.singles: list[str] = [name for name in names[first:] if name != "tried"]
        """The parts of one number, which stand between these and the last."""
        self.high: Bytes = np.repeat(
            np.array([part.most for part in self.parts], np.uint8), [part.size for part in self.parts]
        )
        """The greatest that each number can be."""

        # Seats are numbered as each seat counts them: itself 1, the next clockwise 2, and so on; 0 is the dealer.
        names = [seat.name for seat in setting.seats]
        count = len(names)
        self.numbers: dict[str | None, int] = {None: 0} | {name: i for i, name in enumerate(names, start=1)}
        """The seats counted from the dealer's left; 0 is nobody."""
        self.turned: dict[str, bytes] = {
            name: bytes([0, *((other - own) % count + 1 for other in range(count))] + [0] * (255 - count))
            for own, name in enumerate(names)
        }
        """For each seat what turns those numbers into its own."""
        self.guess_at: dict[str, int] = {text: i for i, text in enumerate(setting.guesses)}
        """Which of the rules that may be guessed a text is."""


class Board:
    """What lies open in one round, kept up to date from play to play; each agent's observation is made of it."""

    def __init__(self, encoder: Encoder, round_: Round) -> None:
        self.encoder = encoder
        self.round = round_
        setting = encoder.setting
        seats = len(setting.seats)
        self._counts = {
            "right": bytearray(52),
            "wrong": bytearray(52),
            "expelled": bytearray(seats),
            "been_prophet": bytearray(seats),
            "wrong_guesses": bytearray(seats),
            "tried": bytearray(len(setting.guesses)),
        }
        """Parts of every observation; those of seats are counted from the dealer's left."""
        self._mainline = bytes(MAINLINE)
        self._history: _History = (bytes(setting.history),) * 4
        self._guess: int | None = None
        self._mover: str | None = None
        self._played: tuple[Card, ...] = ()
        self._seen = 0
        """How many events have been taken in."""
        self.catch_up()

    def copy(self, round_: Round) -> Board:
        """The same board for a copy of its round."""
        twin = copy(self)
        twin.round, twin._counts = round_, {name: bytearray(counts) for name, counts in self._counts.items()}
        return twin

    # What happened since

    def catch_up(self) -> None:
        """Take in the events since the last time."""
        events = self.round.events
        for event in events[self._seen :]:
            self._take(event)
        self._seen = len(events)
        state, counts, numbers = self.round.state, self._counts, self.encoder.numbers
        for seat in state.expelled:
            counts["expelled"][numbers[seat] - 1] = 1
        for seat in state.been_prophet:
            counts["been_prophet"][numbers[seat] - 1] = 1
        for seat, times in state.wrong_guesses.items():
            counts["wrong_guesses"][numbers[seat] - 1] = min(times, MOST)

    def _take(self, event: ev.AnyEvent) -> None:
        """Take in what an event says of cards and guesses that no state keeps; none of that is hidden."""
        counts = self._counts
        match event:
            case ev.Played(seat, cards):
                self._mover, self._played = seat, cards
            case ev.NoPlayDeclared(seat):
                self._mover = seat
            case ev.NoPlayUpheld(cards=cards):
                self._lay(cards, UNFIT)
            case ev.GuessMade(rule=rule):
                self._guess = self._find_guess(rule)
        if event.judges == "play":
            self._lay(self._played, RIGHT if event.verdict else WRONG)
        elif event.accepted:
            self._lay(event.accepted, RIGHT)
        elif event.judges == "guess" and not event.verdict and self._guess is not None:
            _raise(counts["tried"], self._guess)
        self._accept(event.accepted)
        _add(counts["wrong"], event.rejected)

    def _find_guess(self, text: str) -> int | None:
        """Which of the rules that may be guessed a guess is, if any; bots may name one by its id in the library."""
        guesses = self.encoder.guess_at
        return guesses[text] if text in guesses else guesses.get(find_rule(text).text)

    def _lay(self, cards: Sequence[Card], verdict: int) -> None:
        self._history = _lay(self._history, cards, verdict, self.encoder.numbers[self._mover])

    def _accept(self, cards: Sequence[Card]) -> None:
        _add(self._counts["right"], cards)
        self._mainline = (bytes([card.index + 1 for card in reversed(cards)]) + self._mainline)[:MAINLINE]

    # What an agent is shown

    def encode(self, view: View, string: Sequence[Card] = ()) -> bytearray:
        """What the seat of this view is shown, part by part, while it builds a `string`."""
        encoder, state, prophet = self.encoder, self.round.state, self.round.state.prophet
        numbers, turned = encoder.numbers, encoder.turned[view.seat]
        at = numbers[view.seat] - 1
        history, counts = self._history, self._counts
        if state.pending:  # which the round has not on its layout yet, and every agent sees
            history = _lay(history, state.pending, WAITS, numbers[state.mover])
        cards, verdicts, places, by = history
        calls_no_play = state.phase == "call" and not state.pending
        rows: dict[str, bytes | bytearray] = {
            "hand": count_held(view, string),
            "string": bytes([card.index + 1 for card in string]).ljust(encoder.setting.strings - 1, b"\0"),
            "shown": count_cards(view.hands[state.mover or ""] if calls_no_play else ()),
            "right": counts["right"],
            "wrong": counts["wrong"],
            "set_aside": count_cards(state.set_aside),
            "mainline": self._mainline,
            "card": cards,
            "verdict": verdicts,
            "place": places,
            "by": by.translate(turned),
            "expelled": counts["expelled"][at:] + counts["expelled"][:at],
            "wrong_guesses": counts["wrong_guesses"][at:] + counts["wrong_guesses"][:at],
            "been_prophet": counts["been_prophet"][at:] + counts["been_prophet"][:at],
            "cards": _bytes_of(*view.sizes[at:], *view.sizes[:at]),
        }
        singles = {
            "mover": turned[numbers[state.mover]],
            "phase": PHASES.index(state.phase),
            "turn": state.turn,
            "turns_left": view.turns_left or 0,
            "laid": state.laid,
            "line": len(state.layout.mainline),
            "stock": view.stock,
            "sudden_death": state.sudden_death,
            "prophet": turned[numbers[prophet]],
            "since": state.laid - state.declared_at if prophet else 0,
            "right_since": state.right_since if prophet else 0,
        }
        parts = [rows[name] for name in encoder.rows]
        parts += [_bytes_of(*[singles[name] for name in encoder.singles]), counts["tried"]]
        return bytearray().join(parts)


_History = tuple[bytes, bytes, bytes, bytes]
"""Of each of the last cards its number, its verdict, its place in its play, and who laid it; the latest first."""


def _lay(history: _History, cards: Sequence[Card], verdict: int, number: int) -> _History:
    """The cards of a play before those of the history; `number` is who laid them, 0 for starters."""
    count = len(cards)
    latest = (
        bytes([card.index + 1 for card in reversed(cards)]),
        bytes([verdict]) * count,
        bytes([min(place, MOST) if number else 0 for place in range(count, 0, -1)]),
        bytes([number]) * count,
    )
    card, judged, place, by = ((new + old)[: len(old)] for new, old in zip(latest, history, strict=True))
    return card, judged, place, by


def _bytes_of(*numbers: int) -> bytes:
    """Numbers as bytes, each told as `MOST` where it is greater."""
    return bytes([number if number < MOST else MOST for number in numbers])


def _add(counts: bytearray, cards: Sequence[Card]) -> None:
    """Count cards, up to `MOST` of each."""
    for card in cards:
        _raise(counts, card.index)


def _raise(counts: bytearray, at: int) -> None:
    """Count one more, up to `MOST`."""
    if counts[at] < MOST:
        counts[at] += 1
