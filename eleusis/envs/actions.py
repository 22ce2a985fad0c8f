"""The actions of an agent as numbers: which move each is, and which of them are allowed now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import cycle
from operator import index
from typing import SupportsIndex

from eleusis.envs.setting import EnvSetting
from eleusis.game.moves import Call, Declare, Guess, Move, NoPlay, Pass, Play
from eleusis.game.view import View
from eleusis.ground.cards import PACK, Card
from eleusis.ground.errors import IllegalMove

_ANY = bytes([0] + [1] * 255)
"""Turns counts of cards into whether there is one."""


class Actions:
    """The actions of a table, one after the other; what a variant hasn't got is left out.

    `texts` names each: `play 5H` for the 52 cards; where strings may be played, `build 5H` for the 52 cards, which
    puts the card into the string that the next `play` ends; `no-play`; `pass`; `declare`; `call right` and
    `call wrong`, and `call wrong 5H` for the 52 cards; `guess red` for each rule that may be guessed.
    """

    def __init__(self, setting: EnvSetting) -> None:
        variant, prophet = setting.variant, setting.has_prophet
        self.strings = setting.strings
        """The most cards of a play."""
        self.builds = range(52, 104 if self.strings > 1 else 52)
        """The actions that put a card into a string, and are no move yet."""
        named = PACK if prophet and variant.no_play.allowed else ()

        # The moves of each agent, once and for all; those of a string depend on it.
        self.moves: dict[str, list[Move | None]] = {}
        """For each agent the move of each action; None for those that build a string."""
        for seat in setting.agents:
            calls: list[Move] = [Declare(seat), Call(seat, True), Call(seat, False)] if prophet else []
            self.moves[seat] = [
                *(Play(seat, (card,)) for card in PACK),
                *(None for _ in self.builds),
                *([NoPlay(seat)] if variant.no_play.allowed else []),
                *([Pass(seat)] if prophet or setting.guesses else []),
                *calls,
                *(Call(seat, False, card) for card in named),
                *(Guess(seat, text) for text in setting.guesses),
            ]
        self.texts: tuple[str, ...] = tuple(map(_name_action, self.moves[setting.agents[0]], cycle(PACK)))
        """What each action is, in words."""

        # What is allowed, where that hangs on no card.
        size = len(self.texts)
        behind = self.builds.stop
        self._no_play = bytes([text == "no-play" for text in self.texts[behind:]])
        self._no_builds = bytes(len(self.builds))
        self._while_building = bytes(size - behind)
        self._declare = self._mask("declare", "pass")
        self._call = self._mask("call right", "call wrong")
        self._guess = bytes(
            [text == "pass" or i >= size - len(setting.guesses) for i, text in enumerate(self.texts)]
        )
        at = self.texts.index("call right") if prophet else 0
        self._before_named = bytes([i == at for i in range(at + 2)])
        self._behind_named = bytes(len(setting.guesses))
        self.none = bytes(size)
        """Nothing is allowed: it is another's turn, or the round is over."""

    def read(self, action: SupportsIndex) -> int:
        """An action as a number. Raises IllegalMove (`move/masked`) for one that there is not."""
        number, last = index(action), len(self.texts) - 1
        if not 0 <= number <= last:
            raise IllegalMove("move/masked", f"there is no action {number}: they are 0 to {last}")
        return number

    def _mask(self, *texts: str) -> bytes:
        return bytes([text in texts for text in self.texts])

    def mask(self, view: View, string: Sequence[Card]) -> bytes:
        """For each action 1 where the seat of this view, which builds a `string`, may take it now, else 0."""
        due = Play if string else view.due
        if due is Play:
            plays = count_held(view, string).translate(_ANY)
            if not self._no_builds:
                return plays + self._no_play
            # A card may go into a string where another is left to end it, and the string has room for both.
            builds = self._no_builds
            if len(string) + 2 <= self.strings and len(view.hand) > len(string) + 1:
                builds = plays
            return plays + builds + (self._while_building if string else self._no_play)
        if due is Declare:
            return self._declare
        if due is Guess:
            return self._guess
        if due is Call:
            if view.pending:
                return self._call
            shown = count_cards(view.hands[view.mover or ""])
            return self._before_named + shown.translate(_ANY) + self._behind_named
        return self.none


def _name_action(move: Move | None, card: Card) -> str:
    """An action in words; without a move it puts a card into a string."""
    if move is None:
        return f"build {card}"
    return f"guess {move.rule}" if isinstance(move, Guess) else move.text


def count_cards(cards: Iterable[Card]) -> bytes:
    """How many there are of each of the 52 cards; `??` is none of them."""
    counts = bytearray(53)
    for card in cards:
        counts[card.index] += 1
    return bytes(counts[:52])


def count_held(view: View, string: Sequence[Card]) -> bytes:
    """How many of each card the seat of a view holds, without those of the `string` that it is building."""
    counts = bytearray(count_cards(view.hand))
    for card in string:
        counts[card.index] -= 1
    return bytes(counts)
