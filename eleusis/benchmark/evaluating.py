"""A whole benchmark in one call, for programmers and for `eleusis benchmark`: set up, played, reckoned."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import attrs

from eleusis.benchmark import figures
from eleusis.benchmark.arranging import Benchmark
from eleusis.benchmark.bouts import OnError
from eleusis.benchmark.contest import Contest
from eleusis.benchmark.entries import Entry, Key
from eleusis.benchmark.ledger import Ledger, load_entries
from eleusis.benchmark.prices import put_cost
from eleusis.benchmark.scorecard import scorecard
from eleusis.ground.statistics import Interval, estimate_json
from eleusis.lab.run import Progress, Worker, choose_worker, handing_over
from eleusis.minds.players.registry import Seat

_MOST_SAID = 5
"""So many odd statements are told, at most."""


@attrs.frozen(eq=False)
class Evaluation:
    """The result of a benchmark: an `Entry` for each round and seat. You can iterate over them.

    `print(evaluation)` shows the table that `eleusis benchmark` prints.
    """

    entries: tuple[Entry, ...]
    """One for each round and seat, in the order of the suites."""
    rotations: int = 1
    """How often each deal is played, with the kinds in other seats."""
    seed: int | None = None
    """What the rules were made up from; None where they stand in files."""
    notes: tuple[str, ...] = ()
    """What is unusual about the table, odd in what players stated, or torn in a file, as sentences."""

    @classmethod
    def load(cls, path: str | Path) -> Evaluation:
        """The evaluation of a file that `--out` has written. Raises LabError (`lab/not-results`)."""
        notes: list[str] = []
        entries = tuple(load_entries(Path(path), notes.append))
        return cls(entries, 1 + max(entry.rotation for entry in entries), notes=tuple(notes))

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def __str__(self) -> str:
        return self.to_text()

    @property
    def ranking(self) -> tuple[figures.Standing, ...]:
        """The kinds, best first, over the deals in which each sat in every seat; empty for a single kind."""
        return tuple(figures.rank(self.entries, self.rotations)) if self.rotations > 1 else ()

    def compare(self, other: Evaluation) -> figures.Pairing:
        """This one (A) compared with another (B), over the rounds that both have.

        Raises LabError (`lab/no-rounds`) where there are none.
        """
        return figures.pair(self.entries, other.entries)

    def to_text(self, *, width: int = 80, colour: bool = False) -> str:
        """The table for a terminal, with no line over `width` columns (60 at least)."""
        return scorecard(self.entries, self.ranking, width=width, colour=colour)

    def to_json(self, command: str = "") -> dict[str, object]:
        """What `benchmark --format json` prints; `command` is how it was asked for."""
        data: dict[str, object] = {
            "eleusis": 1,
            "command": command,
            "seed": self.seed,
            "rounds": [entry.to_json() for entry in self.entries],
            **figures.figures_json(self.entries),
            "calibration": [attrs.asdict(own) for own in figures.bins_of(figures.decided_pairs(self.entries))],
            "players": [self._of_kind(kind) for kind in figures.kinds_of(self.entries)],
        }
        if self.rotations > 1:
            without = attrs.filters.exclude("entries")
            data["ranking"] = [
                attrs.asdict(standing, filter=without, value_serializer=_plain) for standing in self.ranking
            ]
        return data

    def _of_kind(self, kind: str) -> dict[str, object]:
        """The figures of one kind of player, and their intervals."""
        own = [entry for entry in self.entries if entry.player == kind]
        intervals = {figure.measure.id: estimate_json(figures.estimate(figure, own)) for figure in figures.FIGURES}
        return {"player": kind, **figures.figures_json(own), "intervals": intervals}

    def write_report(self, path: str | Path, command: str = "") -> None:
        """Write a page with a chart of calibration. Raises LabError: `lab/cannot-write`, `lab/no-charts`."""
        from eleusis.benchmark.calibration_page import write_calibration_page  # matplotlib takes long

        write_calibration_page(Path(path), self.entries, self.ranking, command)


def _plain(_: object, field: object, value: object) -> object:
    """A value of a ranking as data."""
    return estimate_json(value) if isinstance(value, Interval) else value


def evaluate(
    player: str | Seat | Sequence[str | Seat],
    suites: str | Sequence[str] = (),
    *,
    generate: int | None = None,
    seed: int | None = None,
    difficulty: str | None = None,
    variant: str | None = None,
    edition: str | None = None,
    leave_out: bool = False,
    max_rounds: int | None = None,
    on_error: OnError = "stop",
    price: str | None = None,
    jobs: int | None = 1,
) -> Evaluation:
    """Let a player play every round of suites, or rounds with rules made up, and measure how well it does.

    The same arguments give the same entries on every machine, whatever `jobs` is; only their seconds differ.

        evaluation = evaluate("knower(skill=0.5)", "solo-library", max_rounds=20)
        print(evaluation)

    - `player`: a kind with its options, as `"scientist(bits=20)"`, or a `Seat`. It sits in all seats but the
      dealer's. Of several each sits in every seat of the same deals in turn, and they are ranked.
    - `suites`: `"solo-library"` or `"classic"`, paths of game files (with a `/`, or ending in `.yaml`) or of
      folders, or several. Played are their rounds that have a rule and no moves.
    - `generate`: so many rounds with rules made up besides, none of which is the same as a rule of the library,
      their difficulties `"2..4"` in turn; `seed` decides rules and cards, without one it is drawn.
    - `variant`: the name or path of a variant to play instead of that of the files; rules made up are played in
      `solo` if none is named. `edition` is its older name.
    - `leave_out`: take the round's rule, and all that are the same, from the library that a player is given.
    - `max_rounds`: play so many rounds at most, the first ones.
    - `on_error`: what becomes of a round whose player fails: `"stop"` raises PlayerError, `"score"` counts it as
      not found and goes on.
    - `price`: what a million tokens cost, read and written: `"3/15"`, or `"3"` for both.
    - `jobs`: processes to play in; 1 is this one, None one for each processor.

    Raises what the command would say, each with its code: LabError (`lab/…`), VariantError, RuleError, ScriptError,
    NotationError, YamlError, and PlayerError where a player goes wrong.
    """
    arrangement = Benchmark(
        player,
        suites,
        generate=generate,
        seed=seed,
        difficulty=difficulty,
        edition=variant or edition,
        leave_out=leave_out,
        max_rounds=max_rounds,
        on_error=on_error,
        price=price,
    ).arrange()
    contest = arrangement.contest
    notes = list(arrangement.notes)
    worker = choose_worker(len(contest.bouts), jobs)
    evaluation = run_contest(contest, worker, seed=arrangement.seed, tell=notes.append)
    return attrs.evolve(evaluation, notes=tuple(notes))


def run_contest(
    contest: Contest,
    worker: Worker,
    *,
    seed: int | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    progress: Progress | None = None,
    tell: Callable[[str], None] | None = None,
) -> Evaluation:
    """Play all rounds of a contest; with `out` the entries are kept in that file, a line each, as they come.

    `resume` goes on with such a file; `tell` is given what is odd or damaged, as sentences. `seed` is what rules
    were made up from. Raises LabError (`lab/…`), and PlayerError where a player goes wrong.
    """
    say = tell or (lambda text: None)
    ledger = None if out is None else Ledger(Path(out), contest, resume, say)
    entries: dict[Key, Entry] = {} if ledger is None else ledger.entries
    left = [bout for bout in contest.bouts if not all(key in entries for key in contest.keys(*bout))]
    progress = progress or Progress(live=False)
    progress.begin(len(contest.bouts), len(contest.bouts) - len(left))
    odd = 0
    with handing_over(progress):
        for _, played in worker(contest.play, ((turn, number, number) for turn, number in left)):
            for of_bout, notes in played:
                if ledger is not None:
                    ledger.add(of_bout)
                entries.update({entry.key: entry for entry in of_bout})
                for note in notes[: max(0, _MOST_SAID - odd)]:
                    say(note)
                odd += len(notes)
            progress.add(len(played))
    if odd > _MOST_SAID:
        say(f"{odd - _MOST_SAID} more statements are not rules")
    keys = [key for bout in contest.bouts for key in contest.keys(*bout)]
    played_all = tuple([put_cost(entries[key], contest.price) for key in keys])
    return Evaluation(played_all, len(contest.kinds), seed)


def pairing_json(pairing: figures.Pairing) -> dict[str, object]:
    """What `benchmark compare --format json` prints."""
    return {
        "eleusis": 1,
        "rounds": len(pairing.a),
        "only_a": pairing.only_a,
        "only_b": pairing.only_b,
        "others": pairing.others,
        "a": figures.figures_json(pairing.a),
        "b": figures.figures_json(pairing.b),
        "differences": {
            gap.measure.id: {"difference": estimate_json(gap.difference), "verdict": gap.verdict}
            for gap in pairing.gaps
        },
        "better": pairing.better,
    }
