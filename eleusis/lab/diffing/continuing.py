"""A round that one side can't follow to its end: both sides go on from the state before, or are counted there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

import attrs

from eleusis.driving.driver import Driver, Player
from eleusis.driving.replayed import Finding, RoundReplay
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.game.round import Round
from eleusis.ground.cards import UNKNOWN
from eleusis.ground.chance import stream
from eleusis.ground.data import Json
from eleusis.ground.errors import NotationError, ScriptError
from eleusis.minds.players.registry import Seat, make_player, read_seat
from eleusis.record.gamefile.contents import GameFile, RoundScript
from eleusis.record.replaying.replay import replay_round
from eleusis.secret.rule import Rule
from eleusis.variant import Variant

WayOn = Literal["count", "bots"]
"""How both sides go on: they are counted as they stand, or bots play them to their end."""

STAND_IN = "knower(skill=0.5)"
"""Who plays on for a seat that was a person's, where nobody else is named."""

MOST_STEPS = 2000
"""A round that bots can't bring to an end within so many further steps is broken off, and scored as it stands."""

NO_HANDS = "the hands are known by their size only"
NO_CARDS = "the file leaves cards unwritten"
NO_SEED = "the file has no seed, so nobody knows the cards to come"
NO_RULE = "the dealer judged by hand, and nobody can judge the bots"


@attrs.frozen
class Continuation:
    """What is to be done where a side can't follow the recorded moves."""

    how: WayOn
    """Count the points there, or let bots play on."""
    stand_in: Seat
    """The kind of bot that plays for people, and for bots that can't be had here."""


class EndFigures(NamedTuple):
    """What is counted of a round, in whole numbers."""

    turns: int
    layout: int
    """Cards on the layout at the end."""
    expelled: int
    players: int
    """The seats besides the dealer's."""
    players_score: int
    """Their points, added up."""
    dealer_score: int


@attrs.frozen
class SideEnding:
    """How a round came out on one side."""

    by: Literal["recorded", "counted", "bots"]
    """Whether its end was recorded, or it was counted where it stood, or bots played it on."""
    ended: str
    """Why it ended."""
    scores: dict[str, int]
    """The points of the seats."""
    figures: EndFigures
    """What is counted of it."""

    def to_json(self) -> dict[str, Json]:
        """The ending as `diff --format json` prints it."""
        figures = self.figures
        return {
            "by": self.by,
            "ended": self.ended,
            "scores": dict(self.scores),
            "turns": figures.turns,
            "layout": figures.layout,
            "expelled": figures.expelled,
        }


@attrs.frozen
class Continued:
    """A round on both sides, each to an end; or why that can't be had."""

    a: SideEnding | None
    b: SideEnding | None
    why: str = ""
    """Why it can't be compared; empty where it can."""
    cut: bool = False
    """Whether a side stopped before the recorded moves had run out."""

    @property
    def recorded(self) -> bool:
        """Whether both ends were recorded."""
        return all(ending is not None and ending.by == "recorded" for ending in (self.a, self.b))

    def to_json(self) -> dict[str, Json]:
        """The round as `diff --format json` prints it."""
        return {
            "a": None if self.a is None else self.a.to_json(),
            "b": None if self.b is None else self.b.to_json(),
            "why": self.why or None,
        }


class Replayed(NamedTuple):
    """A round as it was replayed on one side."""

    variant: Variant
    record: RoundReplay
    stopped: Finding | None
    """What kept it from going on."""


def continue_round(
    game: GameFile,
    script: RoundScript,
    number: int,
    sides: Sequence[Replayed],
    rules: Mapping[str, Rule],
    then: Continuation,
) -> Continued:
    """A round on both sides, from the last state to which both can follow the recorded moves.

    A side whose round is over by then has come to its end. Raises PlayerError where a bot goes wrong.
    """
    # Once its round is over, recorded moves are of no account.
    short = [side.stopped for side in sides if side.stopped is not None and side.record.ended is None]
    cuts = [_line_of(script, stopped) for stopped in short]
    lines = script.lines[: min(cuts)] if cuts else script.lines
    # A game that was broken off: where only one side was still open by then, that one goes on.
    also_open = None if all(side.record.ended == "abandoned" for side in sides) else "abandoned"
    endings: list[SideEnding] = []
    for side in sides:
        record = side.record
        if cuts or record.ended in (None, also_open):
            shorter = attrs.evolve(script, lines=lines)
            record = replay_round(game, shorter, number, side.variant, record.dealer, rules, implied=False)
        by: Literal["recorded", "counted", "bots"] = "recorded"
        if record.ended is None and then.how == "count":
            by = "counted"
            record.round.abandon()
        elif record.ended is None:
            by = "bots"
            why = _find_obstacle(game, script)
            if why:
                return Continued(None, None, why)
            try:
                _play_on(game, script, record, side.variant, rules, then.stand_in)
            except ScriptError as error:
                return Continued(None, None, error.message)
        endings.append(_reckon(by, record.round))
    a, b = endings
    return Continued(a, b, cut=bool(cuts))


def _line_of(script: RoundScript, finding: Finding) -> int:
    """Which line of a round a finding is about; the first where that isn't known."""
    return next((at for at, line in enumerate(script.lines) if line.place == finding.place), 0)


def _find_obstacle(game: GameFile, script: RoundScript) -> str:
    """Why bots can't play a round on; empty where they can."""
    if script.unknown:
        return NO_HANDS
    if any(UNKNOWN in cards for cards in (*script.hands.values(), script.stock)):
        return NO_CARDS
    if game.seed is None:
        return NO_SEED
    return NO_RULE if script.rule is None else ""


def _play_on(
    game: GameFile,
    script: RoundScript,
    record: RoundReplay,
    variant: Variant,
    rules: Mapping[str, Rule],
    stand_in: Seat,
) -> None:
    """Let bots play a round to its end; their chance is that of the game's seed, and the same on both sides."""
    assert script.rule is not None
    by_rule = RuleDealer(script.rule, variant, rules)
    dealer = record.dealer
    bots = [_bot_of(game, name, stand_in) for name in game.players if name != dealer]
    players: dict[str, Player] = {
        bot.name: make_player(
            bot.kind,
            bot.name,
            variant,
            stream(game.seed or 0, "diff", record.number, bot.name),
            rule=script.rule,
            options=bot.options,
        )
        for bot in bots
    }
    kinds = {bot.name: bot.kind for bot in bots}
    driver = Driver(
        record.round, {**players, dealer: by_rule}, record.steps, kinds=kinds, check_guess=by_rule.check
    )
    driver.to_end(len(record.steps) + MOST_STEPS)


def _bot_of(game: GameFile, name: str, stand_in: Seat) -> Seat:
    """The bot that played for a seat; the stand-in where that was a person, or can't be had here."""
    try:
        seat = read_seat(name, game.seats.get(name, ""))
    except NotationError:
        return attrs.evolve(stand_in, name=name)
    return seat if seat.bot else attrs.evolve(stand_in, name=name)


def _reckon(by: Literal["recorded", "counted", "bots"], round_: Round) -> SideEnding:
    """How a round that is over came out."""
    state, scores = round_.state, round_.scores
    assert state.ended is not None
    assert scores is not None
    players = [seat for seat in state.players if seat != state.dealer]
    figures = EndFigures(
        turns=state.turn,
        layout=state.laid,
        expelled=len(state.expelled),
        players=len(players),
        players_score=sum(scores[seat] for seat in players),
        dealer_score=scores[state.dealer],
    )
    return SideEnding(by, state.ended, dict(scores), figures)
