"""What a change of the rules does to recorded games: each is replayed under both, and the two held together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Literal

import attrs

from eleusis.driving.driver import Step
from eleusis.driving.replayed import Finding, RoundReplay
from eleusis.game.events import AnyEvent
from eleusis.game.match import Match
from eleusis.ground.data import Json
from eleusis.ground.errors import EleusisError, VariantError
from eleusis.lab.diffing.counting import SideEnds, count_round
from eleusis.lab.diffing.whole_games import WholeGame, total_game
from eleusis.record.gamefile.contents import GameFile, RoundScript
from eleusis.record.replaying.replay import replay_round, resolve_variant
from eleusis.secret.rule import Rule
from eleusis.variant import Variant
from eleusis.variant.merge import is_setting

DiffKind = Literal["cannot go on", "differs", "scores", "same"]

KINDS: tuple[DiffKind, ...] = ("cannot go on", "differs", "scores", "same")
"""What can come of a game, the most affected first."""


@attrs.frozen
class Side:
    """A round under one of the two variants; `round` is None where it can't even be dealt."""

    round: RoundReplay | None
    stopped: Finding | None
    """What kept it from going on."""
    moves: int
    """How many moves of the seats were made."""
    step: Step | None = None
    """The step in which the first event differs from the other side's; None where this side has no more steps."""
    event: AnyEvent | None = None
    """That event; None where this side has no more."""

    @property
    def ended(self) -> str | None:
        """Why the round ended; None where it didn't."""
        return None if self.round is None else self.round.ended

    @property
    def scores(self) -> dict[str, int] | None:
        """The points of the seats; None where the round didn't end."""
        return None if self.round is None else self.round.scores

    @property
    def stopped_at(self) -> int | None:
        """The move at which it can't go on, 0 for the deal; None where it can."""
        if self.stopped is None:
            return None
        return self.moves + 1 if self.round else 0

    def to_json(self) -> dict[str, Json]:
        """The side as `diff --format json` prints it."""
        step = self.step
        stop: Json = None
        if self.stopped is not None:
            code, text = self.stopped.code, self.stopped.text
            stop = {"move": self.stopped_at, "code": code, "place": str(self.stopped.place), "text": text}
        return {
            "step": step.n if step else None,
            "seat": step.seat if step else None,
            "made": step.move.text if step else None,
            "event": self.event.to_json() if self.event else None,
            "stopped": stop,
            "ended": self.ended,
            "scores": None if self.scores is None else dict(self.scores),
        }


@attrs.frozen
class RoundDiff:
    """One round under both variants."""

    number: int
    kind: DiffKind
    a: Side
    b: Side
    move: int | None = None
    """The move in which the first event differs: moves of the seats are counted from 1, 0 is the deal."""
    ends: SideEnds | None = None
    """Both sides to an end, counted where one can't follow; None where that wasn't asked for, or can't be dealt."""

    @property
    def stopped_at(self) -> int | None:
        """The move at which a side can't go on that the other side could."""
        stops = [side.stopped_at for side in (self.a, self.b) if side.stopped_at is not None]
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

    def to_json(self) -> dict[str, Json]:
        """The round as `diff --format json` prints it."""
        then: dict[str, Json] = {}
        if self.ends is not None:
            then["then"] = dict(zip("ab", (end.to_json() for end in self.ends), strict=True))
        if self.kind == "same":
            return {"number": self.number, "kind": self.kind, **then}
        return {
            "number": self.number,
            "kind": self.kind,
            "move": self.at,
            "first_difference": self.move,
            "a": self.a.to_json(),
            "b": self.b.to_json(),
            **then,
        }


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
    whole: WholeGame | None = None
    """Its totals, where it is a whole game and each of its rounds has come to an end on both sides."""

    @property
    def kind(self) -> DiffKind:
        """What came of it: the worst that came of a round."""
        return self.worst.kind if self.worst else "same"

    @property
    def worst(self) -> RoundDiff | None:
        """The round that is affected most, the first of them; None in a game without rounds."""
        return min(self.rounds, key=lambda round_: (KINDS.index(round_.kind), round_.number), default=None)

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
        counted = any(round_.ends is not None for round_ in self.rounds)
        return {
            "file": self.file,
            "title": self.title,
            "kind": self.kind,
            "a": self.variant_a.name,
            "b": self.variant_b.name,
            "totals": {"a": dict(self.totals_a), "b": dict(self.totals_b)},
            "rounds": [round_.to_json() for round_ in self.rounds],
            **({"then": self.whole.to_json()} if self.whole is not None and counted else {}),
        }


def diff_game(
    game: GameFile,
    a: Variant | None,
    b: Variant | None,
    overrides: Sequence[str] = (),
    rules: Mapping[str, Rule] | None = None,
    count: bool = False,
) -> GameDiff:
    """A game under A and under B; None is the game's own variant, for B with the overrides put on top.

    With `count` both sides are counted as they stand where one can't follow the recorded moves. Raises VariantError
    for a variant that can't be had, and ScriptError where a round can't be dealt under A.
    """
    variant_a = a or resolve_variant(game, None, ())
    variant_b = b or resolve_variant(game, None, overrides)
    sides_a, totals_a = _play(game, variant_a, rules or {})
    for side in sides_a:
        if side.round is None and side.stopped is not None:
            raise EleusisError(side.stopped.code, side.stopped.text, side.stopped.place)
    sides_b, totals_b = _play(game, variant_b, rules or {})
    rounds = [_compare(number, *pair) for number, pair in enumerate(zip(sides_a, sides_b, strict=True), start=1)]
    variants = variant_a, variant_b
    if count:
        rounds = [_count(game, round_, variants, rules or {}) for round_ in rounds]
    whole = total_game(game, variants, [_find_scores(round_, count) for round_ in rounds])
    return GameDiff(game.file, game.title, *variants, tuple(rounds), totals_a, totals_b, whole)


def _find_scores(round_: RoundDiff, count: bool) -> tuple[dict[str, int] | None, ...]:
    """The points of a round on both sides: those recorded, or those that it was counted with."""
    if not count:
        return round_.a.scores, round_.b.scores
    return (None, None) if round_.ends is None else tuple(end.scores for end in round_.ends)


def _play(game: GameFile, variant: Variant, rules: Mapping[str, Rule]) -> tuple[list[Side], dict[str, int]]:
    """All rounds of a game under one variant, and the totals."""
    match = Match(variant, game.players)
    sides = []
    for number, script in enumerate(game.rounds, start=1):
        dealer = script.dealer or match.next_dealer()
        side = _play_round(game, script, number, variant, dealer, rules)
        if number == len(game.rounds) and game.stopped and side.round and side.stopped is None:
            side.round.break_off()
        match.add(dealer, side.scores)
        sides.append(side)
    match.stopped = game.stopped
    return sides, match.totals


def _play_round(
    game: GameFile, script: RoundScript, number: int, variant: Variant, dealer: str, rules: Mapping[str, Rule]
) -> Side:
    """One round; where its cards give out (a file without a seed), what was played up to there."""
    stopped: Finding | None = None
    try:
        record = replay_round(game, script, number, variant, dealer, rules)
    except EleusisError as error:
        stopped = Finding(error.code, error.place, error.message)
        at = error.place.line
        line = next((n for n, line in enumerate(script.lines) if at is not None and line.place.line == at), None)
        if line is None:
            return Side(None, stopped, 0)
        shorter = attrs.evolve(script, lines=script.lines[:line])
        record = replay_round(game, shorter, number, variant, dealer, rules)
    return Side(record, stopped or record.stopped_by, sum(step.by == "seat" for step in record.steps))


def _compare(number: int, a: Side, b: Side) -> RoundDiff:
    """The two sides of a round held together."""
    if a.round is None or b.round is None:
        return RoundDiff(number, "cannot go on", a, b, 0)
    difference = _find_difference(a, b, a.round, b.round)
    round_ = RoundDiff(number, "differs", *difference) if difference else RoundDiff(number, "same", a, b)
    stops = [side.stopped and (side.stopped.code, side.moves) for side in (a, b)]
    if stops[0] != stops[1]:
        return attrs.evolve(round_, kind="cannot go on")
    if round_.kind == "same" and a.scores != b.scores:
        return attrs.evolve(round_, kind="scores")
    return round_


def _count(
    game: GameFile, round_: RoundDiff, variants: tuple[Variant, Variant], rules: Mapping[str, Rule]
) -> RoundDiff:
    """A round with both sides brought to an end, where it could be dealt on both."""
    sides = [
        (variant, side.round, side.stopped)
        for variant, side in zip(variants, (round_.a, round_.b), strict=True)
        if side.round is not None
    ]
    if len(sides) < 2:
        return round_
    script = game.rounds[round_.number - 1]
    return attrs.evolve(round_, ends=count_round(game, script, round_.number, sides, rules))


def _find_difference(
    a: Side, b: Side, record_a: RoundReplay, record_b: RoundReplay
) -> tuple[Side, Side, int] | None:
    """Both sides with the first event that differs, and the move that it follows from; None if all are the same."""

    def differ(
        move: int, event_a: AnyEvent | None, event_b: AnyEvent | None, steps: Sequence[Step | None] = (None, None)
    ) -> tuple[Side, Side, int]:
        return (
            attrs.evolve(a, step=steps[0], event=event_a),
            attrs.evolve(b, step=steps[1], event=event_b),
            move,
        )

    events_a, events_b = record_a.round.events, record_b.round.events
    if events_a == events_b:
        return None
    if events_a[0] != events_b[0]:
        return differ(0, events_a[0], events_b[0])
    move = 0
    for step_a, step_b in zip_longest(record_a.steps, record_b.steps):
        move += (step_a or step_b).by == "seat"
        if step_a and step_b and step_a.events == step_b.events:
            continue
        if not (step_a and step_b) and (a.stopped or b.stopped):
            return None  # one side stops here, having been the same so far
        pairs = zip_longest(step_a.events if step_a else (), step_b.events if step_b else ())
        event_a, event_b = next((event_a, event_b) for event_a, event_b in pairs if event_a != event_b)
        return differ(move, event_a, event_b, (step_a, step_b))
    # What no step says: a round that was broken off at the end.
    last_a, last_b = (events[-1] if len(events) > 1 else None for events in (events_a, events_b))
    return differ(move + 1, last_a, last_b)


@attrs.frozen
class LeftOut:
    """A game that is not compared, since the kinds of its variant don't have these knobs."""

    file: str
    knobs: tuple[str, ...]

    def to_json(self) -> dict[str, Json]:
        """The game as `diff --format json` prints it."""
        return {"file": self.file, "knobs": list(self.knobs)}


def leave_out(file: str, error: EleusisError) -> LeftOut | None:
    """The game that an error leaves out; None where anything else is wrong than overrides of absent knobs."""
    knobs: dict[str, None] = {}
    for part in error.errors:
        absent = part.absent_knob if isinstance(part, VariantError) else ""
        if not absent or not is_setting(part.place):
            return None
        knobs[absent] = None
    return LeftOut(file, tuple(knobs))


def count_kinds(kinds: Sequence[DiffKind]) -> dict[str, int]:
    """How many games there are of each kind."""
    return {kind: kinds.count(kind) for kind in KINDS}
