"""`eleusis simulate`: what a change of the rules does to many games."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal

import attrs
import typer

from eleusis.doors.cli.common import options
from eleusis.doors.cli.common.given import extra_rules
from eleusis.doors.cli.common.output import warn, write, write_json, write_page
from eleusis.ground.errors import NotationError, visible

if TYPE_CHECKING:
    from eleusis.lab.columns import PlayedBy
    from eleusis.lab.plan import Plan
    from eleusis.lab.simulation import Results
    from eleusis.minds.players.program.command import Program


@attrs.frozen
class ExperimentOptions:
    """What is played: variants, rounds or games, bots, rules, chance."""

    variant: Annotated[
        list[str] | None,
        options.variant_option(
            "A variant, with settings of its own if you like: 'abbott deal.hand=9'. Repeatable."
        ),
    ] = None
    set_: options.Settings = None
    sweep: Annotated[
        str | None, typer.Option(metavar="SETTING=VALUES", help="Try each of these values: 20..60:10, or 1,2,5.")
    ] = None
    rounds: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="How many rounds, the same deals for each variant. Default: 1000, or 200 if a bot has to think.",
        ),
    ] = None
    games: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Play N whole games instead, each as long as the variant says, and measure their totals.",
        ),
    ] = None
    stop_after: Annotated[int | None, typer.Option(metavar="N", help="End each game after N rounds.")] = None
    players: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES",
            help="The bots, clockwise; they deal in turn. Kinds: beginner, good, expert, random, "
            "knower(skill=0.7).",
            show_default="where a guess can end a round, two good players and two beginners; otherwise three "
            "knowers of skill 0.7, 0.5 and 0.3, and one random",
        ),
    ] = None
    rule: Annotated[
        str,
        typer.Option(
            metavar="RULES",
            help="The secret rules: all (the whole library), a difficulty from 1 to 5, generated, generated:3, "
            "a file, or one rule.",
        ),
    ] = "all"
    rules: options.RuleFiles = None
    seed: Annotated[int, typer.Option(metavar="N", help="Decides the cards, the rules and what the bots do.")] = 1

    def plan(self, programs: Mapping[str, Program]) -> Plan:
        """All of it checked. Raises LabError, VariantError, RuleError and NotationError for what can't be."""
        from eleusis.lab.simulation import Experiment
        from eleusis.minds.players.registry import read_seats

        of_files = extra_rules(self.rules)
        seats = None if self.players is None else read_seats(self.players, programs=programs)
        rules = tuple(of_files.values()) if self.rules and self.rule == "all" else self.rule
        lengths = self.rounds, self.games, self.stop_after
        chosen, settings = self.variant or "abbott", self.set_ or ()
        return Experiment(chosen, *lengths, seats, rules, settings, self.sweep, self.seed, of_files).plan()


def simulate(
    *,
    experiment: ExperimentOptions,
    programs: options.ProgramOptions,
    engine: Annotated[
        Literal["auto", "python", "kernel"],
        typer.Option(
            help="What plays the rounds: auto uses the compiled kernel where it pays off; python never does; "
            "kernel insists on it."
        ),
    ] = "auto",
    work: options.WorkOptions,
    kept: options.ResultsOptions,
    replay_round: Annotated[
        str | None,
        typer.Option(
            metavar="ID",
            help="Print this round (with --games, its game) as a game file: 17, or 17/B for variant B.",
        ),
    ] = None,
    format: Annotated[Literal["text", "json", "csv"], typer.Option("--format", help="How to print it.")] = "text",
) -> None:
    """Let bots play many rounds under one or more variants, and measure what changes, with 95 % intervals.

    The deals, the rules and the bots' luck are the same for each variant, so differences are paired. With one
    variant and --set, you compare it with and without the settings; with several, or with --sweep, the settings
    apply to all. The same command gives the same numbers on every machine, whatever --jobs is.

    Examples:
      eleusis simulate --set wrong_play.draw_per_card=1
      eleusis simulate --variant abbott --variant guyton --report out.html
    """
    from eleusis.lab.plan import check_table
    from eleusis.lab.run import Progress
    from eleusis.lab.simulation import run_plan

    plan = experiment.plan(programs.read())
    work.check()
    for note in check_table(plan):
        warn(f"note: {note}")
    if replay_round is not None:
        _write_game(plan, replay_round, kept)
        return
    kept.check()
    if kept.out is not None and kept.out.lower().endswith((".csv", ".json")):
        raise NotationError("notation/option", _no_table(kept.out))
    results = run_plan(
        plan,
        work.worker(plan.rounds * len(plan.arms)),
        out=kept.out,
        resume=kept.resume,
        progress=Progress(),
        engine=engine,
        far=work.cluster is not None,
    )
    by = results.played_by
    if engine == "kernel" or sys.stderr.isatty() or (work.cluster is not None and by.missing):
        _tell_who_played(by, engine == "kernel")
    kept.write_report(results.write_report)
    _print(results, format)


def _write_game(plan: Plan, replay_round: str, kept: options.ResultsOptions) -> None:
    """One round of the plan, or one game, to stdout as a game file."""
    from eleusis.lab.reporting.games import game_of, read_id

    if needless := [*options.collect_given(kept)]:
        raise NotationError("notation/option", f"--replay-round and {needless[0]} don't go together")
    write(game_of(plan, *read_id(replay_round, plan)).rstrip("\n"))


def _no_table(out: str) -> str:
    """What to say to a name after `--out` that asks for another form than it has."""
    stem, _, form = out.rpartition(".")
    name = f"--out keeps the rounds in SQLite, as in --out {stem or 'results'}.sqlite"
    return visible(f"{name}; for {form.upper()}, write --format {form.lower()} > {out}")


def _tell_who_played(played_by: PlayedBy, demanded: bool) -> None:
    """How many rounds the kernel played, and why not the others; nothing where nobody would have expected it to."""
    played = played_by.kernel + played_by.engine
    if played_by.missing and not played_by.kernel:
        warn(f"note: {played_by.missing}")
    elif played and (played_by.kernel or demanded):
        why = f": {'; '.join(played_by.why)}" if played_by.engine and played_by.why else ""
        warn(f"note: the compiled kernel played {played_by.kernel:,} of {played:,} rounds{why}")


def _print(results: Results, format: str) -> None:
    """The results to stdout: as text for people, as JSON or as CSV."""
    if format == "json":
        write_json(results.to_json(options.command()))
    elif format == "csv":
        write(results.to_csv().rstrip("\n"))
    else:
        write_page(partial(_page, results))


def _page(results: Results, width: int, colour: bool) -> str:
    """The results as text; where they run past the top of a terminal, the verdict stands below them once more."""
    from shutil import get_terminal_size

    from eleusis.lab.reporting.tables import results_in_short

    text = results.to_text(width=width, colour=colour)
    if not sys.stdout.isatty() or text.count("\n") < get_terminal_size().lines:
        return text
    return f"{text}\n{results_in_short(results.plan, results.outcomes, width=width, colour=colour)}"
