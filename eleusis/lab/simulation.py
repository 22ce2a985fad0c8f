"""A whole simulation in one call, for programmers and for `eleusis simulate`: planned, played, measured."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from operator import index
from pathlib import Path

import attrs

from eleusis.ground.errors import LabError, NotationError, did_you_mean, quote
from eleusis.ground.statistics import Outcome
from eleusis.lab import QUICK
from eleusis.lab.arguments import read_several
from eleusis.lab.arms import Arm, read_arms
from eleusis.lab.columns import PlayedBy, RoundColumns
from eleusis.lab.kernel.sharing import KernelShare, PlayFar
from eleusis.lab.measures import measure_rounds
from eleusis.lab.plan import Plan, check_table, game_length, read_rules, seat_bots
from eleusis.lab.reporting.rounds import rounds_csv
from eleusis.lab.reporting.tables import results_json, results_text
from eleusis.lab.reporting.verdict import find_verdict
from eleusis.lab.run import Processes, Progress, Worker, choose_worker, run
from eleusis.lab.store import Store, check_writable
from eleusis.minds.players.registry import Seat, read_seats
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule
from eleusis.variant import Variant

ENGINES = ("auto", "python", "kernel")
"""Who plays: the engine with the kernel where that pays, the engine alone, the kernel in any case."""
ROUNDS, ROUNDS_OF_THOUGHT = 1000, 200
"""How many rounds are played where nothing else is said: where no bot has to think, and where one has."""


@attrs.frozen(eq=False)
class Results:
    """What came out of a simulation. Iterating goes over the outcomes; `results["turns"]` is that of one measure.

    An `Outcome` has, for each variant (an *arm*) in order, an `Interval` (`value`, `low`, `high` at 95 %, `cases`;
    None where no round says anything), its difference to the first arm, and what can be said of that difference.
    `print(results)` shows what `eleusis simulate` prints: the verdict in sentences, and the tables.

    >>> bots = "Ann:random,Bob:random,Cleo:random"
    >>> results = simulate("express", rounds=4, rules="red", settings="deal.hand=6", players=bots)
    >>> [interval.value for interval in results["turns"].arms]
    [42.25, 18.0]
    >>> results["turns"].differences[1].value
    -24.25
    """

    plan: Plan
    """What was played: variants, seats, rules, seed, how many rounds."""
    rounds: tuple[RoundColumns, ...]
    """The whole numbers of every round, for each arm."""
    outcomes: tuple[Outcome, ...]
    """What each measure came to."""
    played_by: PlayedBy
    """How many of the rounds the compiled kernel played, how many the engine, and why."""

    def __getitem__(self, measure: str) -> Outcome:
        """The outcome of a measure, by its id (`"score.dealer"`). Raises KeyError where these rounds have none."""
        for outcome in self.outcomes:
            if outcome.measure.id == measure:
                return outcome
        ids = [outcome.measure.id for outcome in self.outcomes]
        raise KeyError(f"no measure {quote(measure)}{did_you_mean(measure, ids)}")

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self.outcomes)

    def __len__(self) -> int:
        return len(self.outcomes)

    def __str__(self) -> str:
        return self.to_text()

    @property
    def notes(self) -> list[str]:
        """What is unusual about the table, as sentences: six players where the variant is for four, say."""
        return check_table(self.plan)

    @property
    def verdict(self) -> list[str]:
        """What changes, or what a round is like, in a few sentences: those that `eleusis simulate` begins with."""
        return find_verdict(self.plan, self.outcomes)

    def to_text(self, *, width: int = 80, colour: bool = False) -> str:
        """The verdict and the tables for a terminal, with no line over `width` columns (60 at least)."""
        return results_text(self.plan, self.outcomes, width=width, colour=colour)

    def to_json(self, command: str = "") -> dict[str, object]:
        """What `simulate --format json` prints; `command` is how it was asked for."""
        return results_json(self.plan, self.outcomes, command)

    def to_csv(self) -> str:
        """What `simulate --format csv` prints: one line for each round of each arm, below a line of headings."""
        return rounds_csv(self.plan, self.rounds)

    def write_report(self, path: str | Path, command: str = "") -> None:
        """Write a page with charts and the table. Raises LabError: `lab/cannot-write`, `lab/no-charts`."""
        from eleusis.lab.reporting.report import write_report  # matplotlib takes long

        write_report(Path(path), self.plan, self.rounds, self.outcomes, command)


@attrs.frozen
class Experiment:
    """What is to be simulated, as one asks for it: the arguments of `simulate`, which says what each means."""

    variants: str | Variant | Sequence[str | Variant] = "abbott"
    rounds: int | None = None
    games: int | None = None
    stop_after: int | None = None
    players: str | Sequence[Seat] | None = None
    rules: str | Rule | Sequence[str | Rule] = "all"
    settings: str | Sequence[str] = ()
    sweep: str | None = None
    seed: int = 1
    library: Mapping[str, Rule] = attrs.field(factory=dict)
    """Further rules that ids may name."""

    def plan(self) -> Plan:
        """What is played, all of it read. Raises as `simulate` does."""
        chosen: tuple[str | Variant, ...] = read_several(self.variants, str, Variant)
        if not chosen:
            raise LabError("lab/argument", "variants takes one variant at least, not none")
        arms, knob = read_arms(chosen, read_several(self.settings, str), self.sweep)
        secrets, seats, seed = self._rules(), self._seats(arms), index(self.seed)
        if self.games is not None and self.rounds is not None:
            raise NotationError("notation/option", "--games and --rounds don't go together")
        if self.games is None and self.stop_after is not None:
            raise NotationError("notation/option", "--stop-after stops whole games: say how many with --games")
        if not secrets:
            raise LabError("lab/no-rules", "there is no rule to deal by: the files given with --rules have none")
        if self.games is not None:
            length = game_length(arms, [seat.name for seat in seats], self.stop_after)
            return Plan(tuple(arms), seats, secrets, seed, self.games * length, knob, length)
        quick = all(seat.kind in QUICK for seat in seats)
        rounds = (ROUNDS if quick else ROUNDS_OF_THOUGHT) if self.rounds is None else self.rounds
        return Plan(tuple(arms), seats, secrets, seed, rounds, knob)

    def _rules(self) -> tuple[Rule, ...]:
        if isinstance(self.rules, str):
            return read_rules(self.rules, self.seed, self.library)
        several: tuple[str | Rule, ...] = read_several(self.rules, Rule)
        return tuple(rule if isinstance(rule, Rule) else find_rule(rule, self.library) for rule in several)

    def _seats(self, arms: Sequence[Arm]) -> tuple[Seat, ...]:
        if self.players is None:
            return seat_bots(arms)
        return read_seats(self.players) if isinstance(self.players, str) else tuple(self.players)


def simulate(
    variants: str | Variant | Sequence[str | Variant] = "abbott",
    *,
    rounds: int | None = None,
    games: int | None = None,
    stop_after: int | None = None,
    players: str | Sequence[Seat] | None = None,
    rules: str | Rule | Sequence[str | Rule] = "all",
    settings: str | Sequence[str] = (),
    sweep: str | None = None,
    seed: int = 1,
    jobs: int | None = 1,
    engine: str = "auto",
) -> Results:
    """Let bots play many rounds under one or more variants, and measure what comes out, with 95 % intervals.

    Every variant gets the same deals, rules and chances of the bots, so the differences are paired; and the same
    arguments give the same numbers on every machine, whatever `jobs` is.

        results = simulate("abbott", settings=["wrong_play.draw_per_card=1"], rounds=300)
        print(results)
        turns = results["turns"]
        print(turns.arms[0].value, turns.differences[1].value, turns.verdicts[1])

    - `variants`: names, paths or `Variant`s; settings may stand behind a name: `"abbott deal.hand=9"`.
    - `rounds`: how many under each variant, 1000 if nothing is said, or 200 where a bot has to think; or `games`:
      whole games, of as many rounds as the variant says, each stopped for good after `stop_after` rounds if that
      is given.
    - `players`: the bots clockwise, as `"Ann:knower(skill=0.7),Bob:random"`; they deal in turn. If nothing is
      said, three knowers and a random player sit there; where a right guess ends a round, two good players and
      two beginners, who have to find the rule.
    - `rules`: the secret rules to draw from: `"all"` of the library, a difficulty `"1"` to `"5"`, `"generated"` or
      `"generated:3"`, a file, an id, a rule's text, a `Rule`, or several ids, texts and `Rule`s.
    - `settings`: a knob or several (`"deal.hand=9"`). With one variant it is held against itself without
      them, and they must change something in it; with several, or with a `sweep`, they go to all. `sweep` makes
      a variant for each value of a knob: `"deal.hand=6..14:2"`.
    - `seed`: decides the cards, the rules and the bots.
    - `jobs`: processes to play in; 1 is this one, None one for each processor.
    - `engine`: `"auto"` has the compiled kernel play what it can where that pays, `"python"` has the engine play
      everything, `"kernel"` demands the kernel (`lab/no-kernel` where it can't be had). The numbers are the same.

    Raises what the command would say, each with its code: LabError (`lab/…`), VariantError, RuleError, ScriptError,
    NotationError, and PlayerError where a bot goes wrong.
    """
    plan = Experiment(variants, rounds, games, stop_after, players, rules, settings, sweep, seed).plan()
    check_table(plan)
    return run_plan(plan, choose_worker(plan.rounds * len(plan.arms), jobs), engine=engine)


def run_plan(
    plan: Plan,
    worker: Worker,
    *,
    out: str | Path | None = None,
    resume: bool = False,
    progress: Progress | None = None,
    engine: str = "auto",
    far: bool = False,
) -> Results:
    """Play all rounds of a plan and measure them; with `out` the numbers are kept in that SQLite file.

    `resume` goes on with such a file; `engine` is who plays, as in `simulate`, and `far` says
    that a kernel is looked for where the worker works. Raises LabError (`lab/…`), and
    PlayerError where a bot goes wrong.
    """
    if engine not in ENGINES:
        message = f"engine takes 'auto', 'python' or 'kernel', not {quote(engine)}{did_you_mean(engine, ENGINES)}"
        raise LabError("lab/argument", message)
    threads = worker.jobs if isinstance(worker, Processes) else 1
    share = None if engine == "python" or far else KernelShare(plan, engine == "kernel", threads)
    by_far = partial(worker, PlayFar(plan, engine == "kernel")) if far and engine != "python" else None
    played_by = PlayedBy()
    store = None
    if out is not None:
        check_writable(Path(out))
        store = Store(Path(out), plan, resume)
    with store or nullcontext():
        arms = run(plan, worker, store, progress, share, played_by, by_far)
    return Results(plan, tuple(arms), tuple(measure_rounds(plan, arms)), played_by)
