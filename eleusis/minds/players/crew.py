"""Who answers for the seats of a round: the bots, made anew for each, and the programs, which stay for many."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING

import attrs

from eleusis.driving.driver import Player, Remote
from eleusis.game.moves import Declare, Guess, Move, Pass
from eleusis.game.view import View
from eleusis.ground.errors import PlayerError
from eleusis.minds.players.kinds import find_kind
from eleusis.minds.players.program.command import Program
from eleusis.minds.players.registry import SHIPPED, Seat, make_player
from eleusis.secret.rule import Rule
from eleusis.variant import Variant

if TYPE_CHECKING:
    from eleusis.minds.players.program.program_player import ProgramPlayer


class Crew:
    """The programs at a table, one for each seat: started when a game begins, told of the next, ended together.

    It costs nothing where nobody is a program.
    """

    def __init__(self) -> None:
        self._players: dict[tuple[str, Program], ProgramPlayer] = {}

    def begin_game(
        self,
        seats: Iterable[Seat],
        players: Sequence[str],
        variant: Variant,
        rules: Mapping[str, Rule] | None = None,
    ) -> None:
        """Tell each program that a game begins; one that doesn't run, or is of no use any more, is started.

        `rules` are named rules that they may state and guess besides those of the library. Raises PlayerError.
        """
        for seat in seats:
            if seat.program is None:
                continue
            key = seat.name, seat.program
            if key not in self._players:
                # late: few tables have a program
                from eleusis.minds.players.program.program_player import ProgramPlayer

                self._players[key] = ProgramPlayer(seat.name, seat.program)
            player = self._players[key]
            old = player.running
            try:
                player.begin_game(players, variant, rules or {})
            except PlayerError as error:
                if not old:
                    raise
                # What it did after its last game is no fault of this one, and which game comes next is chance.
                player.warn_once("restart", f"{error.message}: it is started again for the next game")
                player.begin_game(players, variant, rules or {})

    def player(self, seat: Seat) -> Remote | None:
        """The program on a seat, once a game has begun; None where no program sits there."""
        return None if seat.program is None else self._players[seat.name, seat.program]

    def listeners(self, dealer: Seat) -> dict[str, Remote]:
        """Who is told how the round came out and doesn't answer: a program whose seat deals by a rule."""
        player = self.player(dealer)
        return {} if player is None else {dealer.name: player}

    def close(self) -> None:
        """End all programs, and wait until they are gone."""
        players, self._players = list(self._players.values()), {}
        for player in players:
            player.dismiss()  # all at once, and then each is waited for
        for player in players:
            player.close()

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def seat_players(
    seats: Iterable[Seat],
    variant: Variant,
    chances: Mapping[str, Random],
    crew: Crew,
    *,
    rule: Rule | None,
    library: Mapping[str, Rule] = SHIPPED,
    with_people: bool = False,
) -> dict[str, Player | Remote]:
    """Who answers for these seats, none of them a person's; each bot has its chance.

    Where people sit too (`with_people`), a bot that knows the rule keeps it to itself: it would spoil their round.
    Raises as `make_player`.
    """

    def make(seat: Seat) -> Player:
        chance, options = chances[seat.name], seat.options
        player = make_player(seat.kind, seat.name, variant, chance, rule=rule, options=options, library=library)
        return Discreet(player) if with_people and find_kind(seat.kind).knows_rule else player

    return {seat.name: crew.player(seat) or make(seat) for seat in seats}


@attrs.frozen(eq=False)
class Discreet:
    """Plays as `player` does, which knows the rule, but never guesses or declares, nor says what it believes."""

    player: Player

    def move(self, view: View) -> Move:
        """The move of its seat."""
        return Pass(view.seat) if view.due in (Guess, Declare) else self.player.move(view)
