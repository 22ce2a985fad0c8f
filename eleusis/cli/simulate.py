"""`eleusis simulate`: what a change of the rules does to many games."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from eleusis.cli.options import RuleFiles, Settings, complete_variant, extra_rules
from eleusis.cli.output import warn, write, write_json

if TYPE_CHECKING:
    from eleusis.lab.measures import Found
    from eleusis.lab.plan import Plan
    from eleusis.lab.run import Worker

PLAYERS = "Ann:knower(skill=0.7),Bob:knower(skill=0.5),Cleo:knower(skill=0.3),Dan:random"


def register(app: typer.Typer) -> None:
    """Adds the command to the command line."""
    app.command("simulate")(simulate)


def simulate(
    variant: Annotated[
        list[str] | None,
        typer.Option(
            help="A variant, with settings behind it if you like: 'abbott deal.hand=9'; may be repeated.",
            autocompletion=complete_variant,
        ),
    ] = None,
    set_: Settings = None,
    sweep: Annotated[
        str | None, typer.Option(metavar="KNOB=VALUES", help="One variant for each value: 20..60:10, or 1,2,5.")
    ] = None,
    rounds: Annotated[
        int | None, typer.Option(help="How many rounds, the same deals under each variant; otherwise 1000.")
    ] = None,
    games: Annotated[
        int | None, typer.Option(help="Whole games instead: as many rounds each as the edition says, with totals.")
    ] = None,
    stop_after: Annotated[
        int | None, typer.Option(metavar="N", help="Stop each game for good after so many rounds.")
    ] = None,
    players: Annotated[str, typer.Option(help="The bots, clockwise; they deal in turn.")] = PLAYERS,
    rule: Annotated[
        str,
        typer.Option(
            help="The secret rules: all (of the library), a difficulty 1 to 5, generated, generated:3, a file, "
            "or one rule."
        ),
    ] = "all",
    rules: RuleFiles = None,
    seed: Annotated[int, typer.Option(help="Decides the cards, the rules and the bots.")] = 1,
    jobs: Annotated[
        int | None, typer.Option(min=1, max=256, help="Processes; otherwise one for each processor.")
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Work on a dask.distributed scheduler, tcp://HOST:PORT.")
    ] = None,
    out: Annotated[
        str | None, typer.Option(metavar="FILE", help="Keep the numbers of each round in this SQLite file.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the file of --out.")] = False,
    report: Annotated[str | None, typer.Option(metavar="FILE.html", help="Write a page with charts too.")] = None,
    replay_round: Annotated[
        str | None,
        typer.Option(metavar="ID", help="Print this round (with --games: its game) as a file: 17, or 17/B for B."),
    ] = None,
    format: Annotated[Literal["text", "json", "csv"], typer.Option("--format", help="How to print it.")] = "text",
) -> None:
    """Let bots play many rounds under one or more variants, and measure what comes out, with 95 % intervals.

    The deals, the rules and the bots' chances are the same under each variant, so differences are paired. With one
    variant and --set, the variant without the settings is compared with it; with several, or with --sweep, the
    settings go to all. The same command gives the same numbers on every machine, whatever --jobs is.

    Example: eleusis simulate --variant abbott --set wrong_play.draw_per_card=1 --rounds 300
    """
    from eleusis.errors import NotationError
    from eleusis.lab.plan import Plan, check_table, game_length, read_arms, read_rules
    from eleusis.players.registry import read_seats

    arms, knob = read_arms(variant or [], set_ or [], sweep)
    if len(rules or ()) and rule == "all":
        found_rules = tuple(extra_rules(rules).values())
    else:
        found_rules = read_rules(rule, seed, extra_rules(rules))
    if games is not None and rounds is not None:
        raise NotationError("notation/option", "--games and --rounds exclude each other")
    if games is None and stop_after is not None:
        raise NotationError("notation/option", "--stop-after stops whole games: say how many with --games")
    seats = read_seats(players)
    game = None if games is None else game_length(arms, [seat.name for seat in seats], stop_after)
    count = games * game if games is not None and game is not None else 1000 if rounds is None else rounds
    plan = Plan(tuple(arms), seats, found_rules, seed, count, knob, game)
    for note in check_table(plan):
        warn(f"note: {note}")
    if replay_round is not None:
        from eleusis.lab.games import game_of, read_id

        write(game_of(plan, *read_id(replay_round, plan)).rstrip("\n"))
        return
    if resume and out is None:
        raise NotationError("notation/option", "--resume goes on with a file: name it with --out")
    _simulate(plan, _worker(plan, jobs, cluster), out, resume, report, format)


def _worker(plan: Plan, jobs: int | None, cluster: str | None) -> Worker:
    from eleusis.lab.run import CHUNK, Processes, here

    if cluster is not None:
        from eleusis.lab.cluster import Cluster

        return Cluster(cluster)
    count = (
        jobs or len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else jobs or os.cpu_count() or 1
    )
    if count == 1 or (jobs is None and plan.rounds * len(plan.arms) <= 4 * CHUNK):
        return here
    return Processes(count)


def _simulate(plan: Plan, worker: Worker, out: str | None, resume: bool, report: str | None, format: str) -> None:
    from contextlib import nullcontext

    from eleusis.lab.measures import measured
    from eleusis.lab.run import Progress, run

    if report is not None:
        from eleusis.lab.report import check_report

        check_report(Path(report))
    store = None
    if out is not None:
        from eleusis.lab.store import Store, check_writable

        check_writable(Path(out))
        store = Store(Path(out), plan, resume)
    with store or nullcontext():
        arms = run(plan, worker, store, Progress())
    found = measured(plan, arms)
    if report is not None:
        from eleusis.lab.report import write_report

        write_report(Path(report), plan, arms, found, command())
        warn(f"{report}: written")
    _print(plan, found, format)


def command() -> str:
    """The command as it was typed."""
    return shlex.join(["eleusis", *sys.argv[1:]])


def _print(plan: Plan, found: list[Found], format: str) -> None:
    from eleusis.lab.text import results_csv, results_json, results_text

    if format == "json":
        write_json(results_json(plan, found, command()))
    elif format == "csv":
        write(results_csv(plan, found).rstrip("\n"))
    else:
        terminal = sys.stdout.isatty()
        width = shutil.get_terminal_size().columns if terminal else 80
        colour = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        write(results_text(plan, found, width=width, colour=colour).rstrip("\n"))
