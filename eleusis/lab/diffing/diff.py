"""What a change of the rules does to recorded games: each is replayed under both, and the two held together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Literal

import attrs

from eleusis.driving.driver import Step
from eleusis.driving.record import Finding, RoundReplay
from eleusis.errors import EleusisError, Place, VariantError
from eleusis.game.events import AnyEvent, Json
from eleusis.game.match import Match
from eleusis.gamefile.contents import GameFile, RoundScript
from eleusis.replaying.replay import replay_round, resolve_variant
from eleusis.secret.rule import Rule
from eleusis.variant import Variant
from eleusis.variant.merge import is_setting

Kind = Literal["cannot go on", "differs", "scores", "same"]

KINDS: tuple[Kind, ...] = ("cannot go on", "differs", "scores", "same")
"""What can come of a game, the most affected first."""


@attrs.frozen
class Side:
    """A round under one of the two variants; `round` is None where it can't even be dealt."""

    round: RoundReplay | None
    stopped: Finding | None
    """What kept it from going on."""
    moves: int
    """How many moves of the seats were made."""

    @property
    def ended(self) -> str | None:
        return None if self.round is None else self.round.ended

    @property
    def scores(self) -> dict[str, int] | None:
        return None if self.round is None else self.round.scores


@attrs.frozen
class RoundDiff:
    """One round under both variants.

    `move` counts the moves of the seats from 1, and is 0 for the deal; `step_a` and `step_b` are the steps in which
    the first event differs, `event_a` and `event_b` that event: None where that side has no more.
    """

    number: int
    kind: Kind
    a: Side
    b: Side
    move: int | None = None
    step_a: Step | None = None
    step_b: Step | None = None
    event_a: AnyEvent | None = None
    event_b: AnyEvent | None = None

    @property
    def stopped_at(self) -> int | None:
        """The move at which a side can't go on that the other side could."""
        stops = [side.moves + 1 if side.round else 0 for side in (self.a, self.b) if side.stopped]
        return min(stops) if stops and self.kind == "cannot go on" else None

    @property
    def at(self) -> int | None:
        """The move that the kind speaks of."""
        return self.stopped_at if self.kind == "cannot go on" else self.move

    @property
    def gap(self) -> int:
        """By how many points the scores differ, added up over the seats."""
        if self.a.scores is None or self.b.scores is None:
            return 0
        return sum(abs(self.b.scores[seat] - points) for seat, points in self.a.scores.items())


@attrs.frozen
class GameDiff:
    """One recorded game under both variants; `totals` is None on a side where a round can't be dealt."""

    file: str
    title: str | None
    variant_a: Variant
    variant_b: Variant
    rounds: tuple[RoundDiff, ...]
    totals_a: dict[str, int]
    totals_b: dict[str, int]

    @property
    def kind(self) -> Kind:
        return self.worst.kind if self.worst else "same"

    @property
    def worst(self) -> RoundDiff | None:
        """The round that is affected most, the first of them; None in a game without rounds."""
        return min(self.rounds, key=lambda one: (KINDS.index(one.kind), one.number), default=None)

    @property
    def changes(self) -> dict[str, int]:
        """By how much each total is another under B, where it is."""
        gaps = {seat: self.totals_b[seat] - points for seat, points in self.totals_a.items()}
        return {seat: gap for seat, gap in gaps.items() if gap}

    @property
    def order(self) -> tuple[int, int, int, int, str]:
        """Sorts games, the most affected first: by kind, then how early, then by how many points."""
        worst = self.worst
        early = (worst.number, worst.at or 0) if worst and self.kind in ("cannot go on", "differs") else (0, 0)
        return (KINDS.index(self.kind), *early, -sum(map(abs, self.changes.values())), self.file)

    def to_json(self) -> dict[str, Json]:
        """The game as `diff --format json` prints it."""
        return {
            "file": self.file,
            "title": self.title,
            "kind": self.kind,
            "a": self.variant_a.name,
            "b": self.variant_b.name,
            "totals": {"a": dict(self.totals_a), "b": dict(self.totals_b)},
            "rounds": [_round_json(one) for one in self.rounds],
        }


def diff_game(
    game: GameFile,
    a: Variant | None,
    b: Variant | None,
    overrides: Sequence[str] = (),
    rules: Mapping[str, Rule] | None = None,
) -> GameDiff:
    """A game under A and under B; None is the game's own variant, for B with the overrides put on top.

    Raises VariantError for a variant that can't be had, and ScriptError where a round can't be dealt under A.
    """
    one = a or resolve_variant(game, None, ())
    other = b or resolve_variant(game, None, overrides)
    sides_a, totals_a = _play(game, one, rules or {})
    for side in sides_a:
        if side.round is None and side.stopped is not None:
            raise EleusisError(side.stopped.code, side.stopped.text, side.stopped.place)
    sides_b, totals_b = _play(game, other, rules or {})
    rounds = [_compare(number, *pair) for number, pair in enumerate(zip(sides_a, sides_b, strict=True), start=1)]
    return GameDiff(game.file, game.title, one, other, tuple(rounds), totals_a, totals_b)


def _play(game: GameFile, edition: Variant, rules: Mapping[str, Rule]) -> tuple[list[Side], dict[str, int]]:
    match = Match(edition, game.players)
    sides = []
    for number, script in enumerate(game.rounds, start=1):
        dealer = script.dealer or match.next_dealer()
        side = _side(game, script, number, edition, dealer, rules)
        if number == len(game.rounds) and game.stopped and side.round and side.stopped is None:
            side.round.round.abandon()
        match.add(dealer, side.scores)
        sides.append(side)
    match.stopped = game.stopped
    return sides, match.totals


def _side(
    game: GameFile, script: RoundScript, number: int, edition: Variant, dealer: str, rules: Mapping[str, Rule]
) -> Side:
    """One round; where its cards give out (a file without a seed), what was played up to there."""
    stopped: Finding | None = None
    try:
        one = replay_round(game, script, number, edition, dealer, rules)
    except EleusisError as error:
        stopped = Finding(error.code, error.place, error.message)
        line = next((i for i, line in enumerate(script.lines) if _same_line(line.place, error.place)), None)
        if line is None:
            return Side(None, stopped, 0)
        shorter = attrs.evolve(script, lines=script.lines[:line])
        one = replay_round(game, shorter, number, edition, dealer, rules)
    stopped = stopped or one.stopped_by
    return Side(one, stopped, sum(step.by == "seat" for step in one.steps))


def _same_line(a: Place, b: Place) -> bool:
    return a.line is not None and a.line == b.line


def _compare(number: int, a: Side, b: Side) -> RoundDiff:
    stops = tuple(side.stopped and (side.stopped.code, side.moves) for side in (a, b))
    if a.round is None or b.round is None:
        return RoundDiff(number, "cannot go on", a, b, 0)
    found = _first_difference(number, a, b, a.round, b.round)
    if stops[0] != stops[1]:
        return attrs.evolve(found, kind="cannot go on")
    if found.kind == "same" and a.scores != b.scores:
        return attrs.evolve(found, kind="scores")
    return found


def _first_difference(number: int, a: Side, b: Side, one: RoundReplay, other: RoundReplay) -> RoundDiff:
    events_a, events_b = one.round.events, other.round.events
    if events_a == events_b:
        return RoundDiff(number, "same", a, b)
    if events_a[0] != events_b[0]:
        return RoundDiff(number, "differs", a, b, 0, None, None, events_a[0], events_b[0])
    move = 0
    for step_a, step_b in zip_longest(one.steps, other.steps):
        made = step_a or step_b
        move += made.by == "seat"
        if step_a and step_b and step_a.events == step_b.events:
            continue
        pairs = zip_longest(step_a.events if step_a else (), step_b.events if step_b else ())
        event_a, event_b = next(pair for pair in pairs if pair[0] != pair[1])
        if not (step_a and step_b) and (a.stopped or b.stopped):
            return RoundDiff(number, "same", a, b)  # one side stops here, having been the same so far
        return RoundDiff(number, "differs", a, b, move, step_a, step_b, event_a, event_b)
    last = tuple(events[-1] if len(events) > 1 else None for events in (events_a, events_b))
    return RoundDiff(number, "differs", a, b, move + 1, None, None, *last)


def _round_json(one: RoundDiff) -> dict[str, Json]:
    told: dict[str, Json] = {"number": one.number, "kind": one.kind}
    if one.kind == "same":
        return told
    told["move"] = one.at
    told["first_difference"] = one.move
    for name, side, step, event in (
        ("a", one.a, one.step_a, one.event_a),
        ("b", one.b, one.step_b, one.event_b),
    ):
        stopped: Json = None
        if side.stopped is not None:
            at: Json = side.moves + 1 if side.round else 0
            stopped = {
                "move": at,
                "code": side.stopped.code,
                "place": str(side.stopped.place),
                "text": side.stopped.text,
            }
        scores = side.scores
        told[name] = {
            "step": step.n if step else None,
            "seat": step.seat if step else None,
            "made": step.move.text if step else None,
            "event": event.to_json() if event else None,
            "stopped": stopped,
            "ended": side.ended,
            "scores": None if scores is None else dict(scores),
        }
    return told


@attrs.frozen
class LeftOut:
    """A game that is not compared, since the kinds of its edition don't have these knobs."""

    file: str
    knobs: tuple[str, ...]

    def to_json(self) -> dict[str, Json]:
        """The game as `diff --format json` prints it."""
        return {"file": self.file, "knobs": list(self.knobs)}


def left_out(file: str, error: EleusisError) -> LeftOut | None:
    """The game that an error leaves out; None where anything else is wrong than overrides of absent knobs."""
    knobs: dict[str, None] = {}
    for part in error.errors:
        absent = part.absent_knob if isinstance(part, VariantError) else ""
        if not absent or not is_setting(part.place):
            return None
        knobs[absent] = None
    return LeftOut(file, tuple(knobs))


def summary(games: Sequence[GameDiff]) -> dict[str, int]:
    """How many games there are of each kind."""
    return {kind: sum(game.kind == kind for game in games) for kind in KINDS}
