"""What is to be played: challenges, the kinds of player, and who sits where in which rotation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, cached_property

import attrs

from eleusis.benchmark.bouts import OnError, play_bout
from eleusis.benchmark.challenges import Challenge
from eleusis.benchmark.entries import Entry, Key
from eleusis.benchmark.held_out import is_other
from eleusis.benchmark.prices import Price, put_cost
from eleusis.driving.driver import Player, Remote
from eleusis.ground.chance import stream
from eleusis.lab.tally import CREW
from eleusis.minds.players.crew import seat_players
from eleusis.minds.players.registry import SHIPPED, Seat
from eleusis.secret.library import library_rule
from eleusis.secret.rule import Rule

BoutDone = tuple[list[Entry], list[str]]
"""The entries of a bout, and what is to be told of it."""


@attrs.frozen(eq=False, slots=False)
class Contest:
    """Rounds, and who plays them. The entries are the same in any process; only their seconds differ."""

    challenges: tuple[Challenge, ...]
    """The rounds, in their order."""
    kinds: tuple[Seat, ...]
    """The kinds of player, as seats without a name: a single one sits in all seats, several take turns."""
    rules: Mapping[str, Rule] = attrs.field(factory=dict)
    """Further rules by their ids, that a guess may name."""
    leave_out: bool = False
    """Whether the round's rule is taken from the library that a player is given."""
    on_error: OnError = "stop"
    """What becomes of a round whose player can't go on."""
    max_rounds: int | None = None
    """How many rounds are played at most, the first ones."""
    price: Price | None = None
    """What tokens cost; None where that is not asked."""
    open_ended: frozenset[str] = frozenset()
    """The files, as results call them, of which there could be more rounds: those of rules made up."""

    @cached_property
    def all_bouts(self) -> list[tuple[int, int]]:
        """All that there is to play, in order: the rotation, and the number of the challenge from 1."""
        rotations = range(len(self.kinds))
        return [(turn, number) for number in range(1, len(self.challenges) + 1) for turn in rotations]

    @property
    def bouts(self) -> list[tuple[int, int]]:
        """What of it is played."""
        return self.all_bouts[: self.max_rounds]

    @cached_property
    def expected(self) -> dict[Key, tuple[Challenge, Seat]]:
        """Of each entry that there may be, what is played and who plays, by its key."""
        return {
            key: (self.challenges[number - 1], kind)
            for turn, number in self.all_bouts
            for key, kind in zip(
                self.keys(turn, number), self.seat_kinds(self.challenges[number - 1], turn), strict=True
            )
        }

    def seat_kinds(self, challenge: Challenge, rotation: int) -> tuple[Seat, ...]:
        """Who sits where: in each rotation the kinds begin a place further on, so that each has every seat once."""
        count = len(self.kinds)
        return tuple(
            [
                attrs.evolve(self.kinds[(place + rotation) % count], name=name)
                for place, name in enumerate(challenge.seats)
            ]
        )

    def keys(self, rotation: int, number: int) -> Iterator[Key]:
        """The keys of the entries of a bout, in the order of its seats."""
        challenge = self.challenges[number - 1]
        for seat in challenge.seats:
            yield challenge.game.file, challenge.number, rotation, seat

    def play(self, rotation: int, number: int) -> BoutDone:
        """Play a bout. Raises as `play_bout`, and NotationError where a kind can't play here."""
        challenge = self.challenges[number - 1]
        entries, notes = play_bout(
            challenge,
            self.seat_kinds(challenge, rotation),
            self._make_player,
            rules=self.rules,
            rotation=rotation,
            leave_out=self.leave_out,
            on_error=self.on_error,
        )
        if any(entry.error is not None for entry in entries):
            CREW.close()  # who sits beside a program that failed is in the middle of a round that is over
        return [put_cost(entry, self.price) for entry in entries], notes

    def _make_player(self, challenge: Challenge, seat: Seat) -> Player | Remote:
        library = library_without(challenge.rule) if self.leave_out else SHIPPED
        seed = challenge.game.seed
        if seed is None:  # all cards are given
            seed = int(challenge.mark, 16)
        chances = {seat.name: stream(seed, "bot", challenge.number, seat.name)}
        CREW.begin_game([seat], challenge.game.players, challenge.variant, self.rules)
        players = seat_players([seat], challenge.variant, chances, CREW, rule=challenge.rule, library=library)
        return players[seat.name]


@cache
def library_without(rule: Rule) -> Mapping[str, Rule]:
    """The library that ships but for a rule and all that are the same, or may be: that are not sure to differ."""
    return {name: library_rule(name) for name in SHIPPED if is_other(library_rule(name), rule)}
