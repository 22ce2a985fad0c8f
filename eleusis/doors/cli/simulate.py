"""`eleusis simulate`: what a change of the rules does to many games."""

from __future__ import annotations

import shlex
import sys
from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from eleusis.doors.cli.common.given import complete_variant, extra_rules, programs_of
from eleusis.doors.cli.common.options import Bots, MoveTime, RuleFiles, Settings
from eleusis.doors.cli.common.output import warn, write, write_json, write_page
from eleusis.lab import TABLE

if TYPE_CHECKING:
    from eleusis.lab.columns import PlayedBy
    from eleusis.lab.simulation import Results


def simulate(
    variant: Annotated[
        list[str] | None,
        typer.Option(
            metavar="EDITION",
            help="An edition, with settings of its own if you like: 'abbott deal.hand=9'. Repeatable.",
            autocompletion=complete_variant,
        ),
    ] = None,
    set_: Settings = None,
    sweep: Annotated[
        str | None, typer.Option(metavar="KNOB=VALUES", help="Try each of these values: 20..60:10, or 1,2,5.")
    ] = None,
    rounds: Annotated[
        int | None,
        typer.Option(metavar="N", help="How many rounds, the same deals for each variant. Default: 1000."),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Play N whole games instead, each as long as the edition says, and measure their totals.",
        ),
    ] = None,
    stop_after: Annotated[int | None, typer.Option(metavar="N", help="End each game after N rounds.")] = None,
    players: Annotated[
        str,
        typer.Option(
            metavar="NAMES",
            help="The bots, clockwise; they deal in turn. Kinds: random, scientist, knower(skill=0.7).",
            show_default="three knowers of skill 0.7, 0.5 and 0.3, and one random",
        ),
    ] = TABLE,
    bot: Bots = None,
    move_time: MoveTime = 30,
    rule: Annotated[
        str,
        typer.Option(
            metavar="RULES",
            help="The secret rules: all (the whole library), a difficulty from 1 to 5, generated, generated:3, "
            "a file, or one rule.",
        ),
    ] = "all",
    rules: RuleFiles = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Decides the cards, the rules and what the bots do.")] = 1,
    jobs: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, max=256, help="How many processes to use. Default: one per processor."),
    ] = None,
    engine: Annotated[
        Literal["auto", "python", "kernel"],
        typer.Option(
            help="What plays the rounds: auto uses the compiled kernel where it pays off; python never does; "
            "kernel insists on it."
        ),
    ] = "auto",
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="Share the work out through a dask.distributed scheduler, tcp://HOST:PORT."
        ),
    ] = None,
    out: Annotated[
        str | None, typer.Option(metavar="FILE", help="Save the numbers of each round in this SQLite file.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Carry on with the file given with --out.")] = False,
    report: Annotated[str | None, typer.Option(metavar="FILE.html", help="Also write a page with charts.")] = None,
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
    from eleusis.ground.errors import NotationError, visible
    from eleusis.lab.plan import check_table
    from eleusis.lab.run import Progress, choose_worker
    from eleusis.lab.simulation import make_plan, run_plan
    from eleusis.minds.players.registry import read_seats

    of_files = extra_rules(rules)
    plan = make_plan(
        variant or "abbott",
        rounds=rounds,
        games=games,
        stop_after=stop_after,
        players=read_seats(players, programs=programs_of(bot, move_time)),
        rules=tuple(of_files.values()) if rules and rule == "all" else rule,
        library=of_files,
        settings=set_ or (),
        sweep=sweep,
        seed=seed,
    )
    if cluster is not None and jobs is not None:
        raise NotationError("notation/option", "--cluster and --jobs don't go together")
    if cluster is not None and engine == "kernel":
        raise NotationError("notation/option", "--cluster and --engine kernel don't go together")
    for name, given in (("--out", out), ("--report", report), ("--resume", resume or None)):
        if replay_round is not None and given is not None:
            raise NotationError("notation/option", f"--replay-round and {name} don't go together")
    if resume and out is None:
        raise NotationError("notation/option", "--resume continues a file: name it with --out")
    for note in check_table(plan):
        warn(f"note: {note}")
    if replay_round is not None:
        from eleusis.lab.reporting.games import game_of, read_id

        write(game_of(plan, *read_id(replay_round, plan)).rstrip("\n"))
        return
    if report is not None:
        from eleusis.lab.reporting.report import check_report

        check_report(report, out)
    if cluster is not None:
        from eleusis.lab.dask_cluster import Cluster
    worker = choose_worker(plan.rounds * len(plan.arms), jobs) if cluster is None else Cluster(cluster)
    results = run_plan(
        plan,
        worker,
        out=out,
        resume=resume,
        progress=Progress(),
        engine="python" if cluster is not None else engine,
    )
    if engine == "kernel" or sys.stderr.isatty():
        _tell_who_played(results.played_by, engine == "kernel")
    if report is not None:
        results.write_report(report, command())
        warn(f"{visible(report)}: written")
    _print(results, format)


def _tell_who_played(played_by: PlayedBy, demanded: bool) -> None:
    """How many rounds the kernel played, and why not the others; nothing where nobody would have expected it to."""
    played = played_by.kernel + played_by.engine
    if played_by.missing:
        warn(f"note: {played_by.missing}")
    elif played and (played_by.kernel or demanded):
        why = f": {'; '.join(played_by.why)}" if played_by.engine and played_by.why else ""
        warn(f"note: the compiled kernel played {played_by.kernel:,} of {played:,} rounds{why}")


def _print(results: Results, format: str) -> None:
    """The results to stdout: as text for people, as JSON or as CSV."""
    if format == "json":
        write_json(results.to_json(command()))
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


def command() -> str:
    """The command as it was typed."""
    return shlex.join(["eleusis", *sys.argv[1:]])
