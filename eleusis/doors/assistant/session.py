"""The games of one session: dealt, looked at and played by calls with texts, and told in texts.

Nothing here tells more than the view of a seat on which no bot sits, until a round is over. The seed is told once
the game is, since it holds every card that is still to come.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated

import attrs
from pydantic import Field

from eleusis.doors.assistant.texts import check_game_file, check_variant, shorten
from eleusis.evals.briefing import write_question
from eleusis.game.moves import Move, Play, Undo, read_move
from eleusis.ground.cards import text_of
from eleusis.ground.chance import draw_seed
from eleusis.ground.errors import IllegalMove, NotationError, ScriptError, did_you_mean, quote
from eleusis.minds.players.registry import Seat, read_seats
from eleusis.record.gamefile.reading import read_game
from eleusis.record.replaying.replay import replay_game
from eleusis.reviewing.review import review_round
from eleusis.reviewing.review_text import round_lines
from eleusis.secret.library import find_rule
from eleusis.table.bots_only import write_played
from eleusis.table.dealers_rules import to_draw
from eleusis.table.game_head import first_dealer, game_head
from eleusis.table.game_table import Table, new_table
from eleusis.table.permissions import check_move, is_last_round, next_dealer, settle_rule, why_no_round
from eleusis.variant import Variant, load_variant
from eleusis.variant.saying import count
from eleusis.words.page.ink import Ink
from eleusis.words.page.plain_lines import plain_lines
from eleusis.words.page.transcript import transcript

MAX_GAMES = 8
"""So many games a session keeps; of those that are over the oldest makes room."""
MAX_EVENTS = 300
"""As data, so many of the last events are told."""
MAX_SEATS = 12
"""So many players sit at a table: bots take their time."""
MAX_STEPS = 5_000
"""A round that has so many steps is broken off: bots alone might never end it."""
WIDTH = 100
"""The columns of a review."""
_BOTS = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")


@attrs.define(eq=False)
class PlayedGame:
    """A game of the session: its table, how hard the rules of its bots are, and what has been told of it."""

    table: Table
    difficulty: int | None
    heard: dict[str, int] = attrs.field(factory=dict)
    """How many events of the round each seat has been told."""

    @property
    def people(self) -> list[str]:
        """The seats on which no bot sits."""
        return [seat for seat in self.table.players if not self.table.bot(seat)]

    @property
    def over(self) -> bool:
        """Whether no round follows."""
        return not self.table.playing and is_last_round(self.table)


VariantName = Annotated[str, Field(max_length=60, description="Its name, as list_editions has it.")]
Settings = Annotated[
    list[Annotated[str, Field(max_length=300)]],
    Field(max_length=50, description="Settings to change, such as expulsion.layout=50."),
]
GameId = Annotated[str, Field(max_length=20, description="The game's id, such as g1.")]
SeatName = Annotated[
    str | None, Field(max_length=200, description="One of your seats; by default, the one that is to act.")
]


class Games:
    """The games of a session, by their ids; what its public methods say of themselves is told to the assistant."""

    def __init__(self) -> None:
        self._games: dict[str, PlayedGame] = {}
        self._count = 0

    def deal(
        self,
        variant: VariantName = "solo",
        players: Annotated[
            str | None,
            Field(
                max_length=2000,
                description='Who sits there, clockwise, as "You,Ann:good,Bob:beginner": a name alone is a '
                "seat of yours, the others are bots (beginner, good, expert).",
            ),
        ] = None,
        dealer: Annotated[
            str | None, Field(max_length=200, description="Who deals first; by default, a bot.")
        ] = None,
        difficulty: Annotated[
            int | None, Field(ge=1, le=5, description="How hard the rule is that a bot draws from the library.")
        ] = None,
        rule: Annotated[
            str | None, Field(max_length=6000, description="The secret rule, where the dealer's seat is yours.")
        ] = None,
        settings: Settings = [],  # noqa: B006  # never changed; it is the default in the schema
    ) -> str:
        """Deal a new game. Gives its id and what your seat sees. The cards come from a seed that nobody is told."""
        check_variant(variant)
        self._make_room()
        chosen = load_variant(variant, settings)
        seats = read_seats(players) if players else default_seats(chosen)
        if len(seats) > MAX_SEATS:
            raise NotationError("notation/player", f"{MAX_SEATS} players at most, not {len(seats)}")
        if all(seat.bot for seat in seats):
            raise NotationError(
                "notation/player", 'only bots sit there: leave the kind off one seat, as in "You,Bob:good"'
            )
        seed = draw_seed()
        table = new_table(game_head(variant, seats, seed, settings), seats)
        names = [seat.name for seat in seats]
        bots = [seat.name for seat in seats if seat.bot]
        first = first_dealer(names, dealer or (bots[-1] if bots and rule is None else None))
        if difficulty is not None:
            to_draw(None, difficulty)
        played = PlayedGame(table, difficulty)
        text = self._deal_round(played, first, rule)
        self._count += 1
        name = f"g{self._count}"
        self._games[name] = played
        return f"Game {name}: {chosen.title}; {', '.join(_describe(seat) for seat in seats)}.\n{text}"

    def next_round(
        self,
        game: GameId,
        rule: Annotated[
            str | None,
            Field(max_length=6000, description="The secret rule, where the next dealer's seat is yours."),
        ] = None,
    ) -> str:
        """Deal the next round of a game whose last round is over."""
        played = self._find(game)
        if (why_not := why_no_round(played.table)) is not None:
            raise ScriptError("script/round-on", why_not)
        return self._deal_round(played, next_dealer(played.table), rule)

    def play(
        self,
        game: GameId,
        move: Annotated[
            str,
            Field(
                max_length=6000,
                description='The move: play 5H 6S, no-play, declare, pass, call wrong 9H, guess "RULE", '
                "judge right.",
            ),
        ],
        seat: SeatName = None,
    ) -> str:
        """Make a move; then the bots move. Gives what has happened since, and what is asked of you next."""
        played = self._find(game)
        mover = self._find_seat(played, seat)
        wanted = read_move(move, mover)
        if isinstance(wanted, Undo):
            raise IllegalMove("move/may-not-undo", f"{mover} may not take a move back: it has been answered")
        self._drive(played, wanted)
        return self._tell(played, [mover])

    def look(
        self,
        game: GameId,
        seat: SeatName = None,
        as_json: Annotated[bool, Field(description="As data: the view, the options and the events.")] = False,
    ) -> str:
        """All that a seat of yours sees of the round that is on: what happened, its hand, what it may do."""
        played = self._find(game)
        view = played.table.now.round.view(self._find_seat(played, seat))
        if as_json:
            moves = [move.text for move in view.options]
            first = max(0, len(view.events) - MAX_EVENTS)
            events = [event.to_json() for event in view.events[first:]]
            data = {"view": view.to_json(), "options": moves, "events": events, "events_before": first}
            return json.dumps(data, ensure_ascii=False)
        lines = plain_lines(view.events)
        lines += [
            f"{who} holds {count(len(hand), 'card')}." for who, hand in view.hands.items() if who != view.seat
        ]
        if view.due is not Play:
            lines.append(f"Hand: {text_of(view.hand) or 'none'}.")
        if view.due is not None:
            lines.append(write_question(view, len(view.events)))
        return shorten("\n".join(lines))

    def review(
        self,
        game: GameId,
        number: Annotated[
            int | None,
            Field(ge=1, le=1000, description="Which round, from 1; by default, the last one that is over."),
        ] = None,
        as_json: Annotated[bool, Field(description="As data: every turn with its bits, and the players.")] = False,
    ) -> str:
        """What could have been known in a round that is over: what each verdict taught, against what it could.

        It says from which turn on the rule could be known, and of each player how much was luck and how much skill.
        While the round is on it is refused, since it would tell the rule.
        """
        table = self._find(game).table
        rounds, playing = table.rounds, table.playing
        number = len(rounds) - playing if number is None else number
        if playing and number in (0, len(rounds)):
            message = f"round {len(rounds)} is under way: look back on it when it is over"
            raise ScriptError("script/round-on", message)
        if not 1 <= number <= len(rounds):
            raise NotationError(
                "notation/round", f"there is no round {number} yet: {count(len(rounds), 'round')} so far"
            )
        looked_at = review_round(rounds[number - 1], table.dealt[number - 1])
        if as_json:
            return json.dumps(looked_at.to_json(), ensure_ascii=False)
        return shorten("\n".join(Ink().finish(round_lines(looked_at, WIDTH, Ink()))))

    def end_game(self, game: GameId) -> str:
        """End a game for good, and get all of it as a game file: every card, the rules, the seed."""
        played = self._find(game)
        table = played.table
        if not played.over:
            table.stop()
        del self._games[game]
        return shorten(write_played(table, full=True))

    def list_games(self) -> str:
        """The games of this session, and where they stand."""
        lines = []
        for name, game in self._games.items():
            table = game.table
            state = (
                "over" if game.over else f"round {len(table.rounds)}, {table.now.round.to_act or 'nobody'} to act"
            )
            lines.append(f"{name}: {table.variant.name}, {', '.join(table.players)}; {state}")
        return "\n".join(lines) or "no game yet: deal one"

    # What they have in common

    def _find(self, name: str) -> PlayedGame:
        if name not in self._games:
            message = f"there is no game {quote(name)}{did_you_mean(name, self._games)}; call list_games"
            raise NotationError("notation/game", message)
        return self._games[name]

    def _find_seat(self, game: PlayedGame, seat: str | None) -> str:
        """The seat that is meant: named, or the one to act, or the first on which no bot sits.

        Raises NotationError (`notation/seat`) for a stranger, and for a seat that belongs to a bot.
        """
        if seat is None:
            due = game.table.now.round.to_act
            return due if due in game.people else game.people[0]
        if seat not in game.table.players:
            hint = did_you_mean(seat, game.people)
            raise NotationError("notation/seat", f"nobody at the table is called {quote(seat)}{hint}")
        if seat not in game.people:
            raise NotationError("notation/seat", f"{seat} is played by a bot: yours is {' or '.join(game.people)}")
        return seat

    def _make_room(self) -> None:
        """Let go of the oldest game that is over. Raises NotationError (`notation/game`) where none is."""
        if len(self._games) < MAX_GAMES:
            return
        ended = next((name for name, game in self._games.items() if game.over), None)
        if ended is None:
            raise NotationError("notation/game", f"{MAX_GAMES} games are under way: end one with end_game")
        del self._games[ended]

    def _deal_round(self, game: PlayedGame, dealer: str, rule: str | None) -> str:
        """Deal a round and let bots move. Raises NotationError where it isn't clear by which rule."""
        table = game.table
        if table.bot(dealer) and rule is not None:
            message = (
                f"{dealer} is a bot and draws the rule: give none, or deal yourself with dealer={game.people[0]}"
            )
            raise NotationError("notation/option", message)
        secret = settle_rule(table, dealer, [] if rule is None else [find_rule(rule)], game.difficulty)
        if secret is None:
            raise NotationError("notation/option", f"{dealer} is your seat and deals: give the rule")
        table.begin_round(dealer, secret)
        game.heard.clear()
        self._drive(game)
        return self._tell(game, game.people)

    def _drive(self, game: PlayedGame, move: Move | None = None) -> None:
        """Make a move, and let bots move until somebody else is to act or the round is over."""
        table = game.table
        if not table.playing:
            raise ScriptError("script/round-on", "no round is under way: deal the next with next_round")
        if move is not None:
            check_move(table, move)
        table.drive(() if move is None else (move,), limit=MAX_STEPS)
        if table.playing and table.bot_to_act:
            table.stop()  # so many steps and no end

    def _tell(self, game: PlayedGame, seats: Sequence[str]) -> str:
        """What is new to some seats, and what the one to act is asked for; how a round ended that is over."""
        table = game.table
        round_ = table.now.round
        due = round_.to_act
        hearers = list(dict.fromkeys([*seats, *([due] if due in game.people else [])]))
        parts = []
        for seat in hearers:
            view = round_.view(seat)
            head = f"[{seat}]\n" if len(hearers) > 1 else ""
            heard = game.heard.get(seat, 0)
            news = write_question(view, heard) if seat == due else "\n".join(plain_lines(view.events[heard:]))
            game.heard[seat] = len(view.events)
            parts.append(head + news)
        if table.now.ended is not None:
            scores = ", ".join(f"{seat} {points}" for seat, points in (table.now.scores or {}).items())
            rule = "" if table.rule is None else f" The rule was: {table.rule.text}"
            parts.append(f"The round is over ({table.now.ended}).{rule}\nScores: {scores}.")
            parts.append(
                f"The game is over: {', '.join(f'{seat} {points}' for seat, points in table.match.totals.items())}."
                if game.over
                else f"{next_dealer(table)} deals next."
            )
        return shorten("\n".join(parts))


def _describe(seat: Seat) -> str:
    return f"{seat.name} ({seat.how if seat.bot else 'yours'})"


def default_seats(variant: Variant) -> tuple[Seat, ...]:
    """One seat for the assistant, a bot that deals, and as many more as the edition asks for."""
    others = max(variant.players.min - 2, 0)
    return (Seat("You"), *(Seat(name, "good") for name in _BOTS[:others]), Seat("Dealer", "good"))


def replay_text(text: str, seat: str | None = None) -> str:
    """The transcript of a game file that is given as a text; with `seat` as that one saw it.

    Raises what reading and replaying raise, and NotationError (`notation/option`) where it names a file.
    """
    game = read_game(text, "the game")
    check_game_file(game)
    return shorten(transcript(replay_game(game), seat=seat))
