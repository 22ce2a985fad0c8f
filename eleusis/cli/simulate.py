"""`eleusis simulate`: what a change of the rules does to many games."""

from __future__ import annotations

import os
import shlex
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
    from eleusis.errors import LabError, NotationError
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
    if cluster is not None and jobs is not None:
        raise NotationError("notation/option", "--cluster and --jobs exclude each other")
    for name, given in (("--out", out), ("--report", report), ("--resume", resume or None)):
        if replay_round is not None and given is not None:
            raise NotationError("notation/option", f"--replay-round and {name} exclude each other")
    if resume and out is None:
        raise NotationError("notation/option", "--resume goes on with a file: name it with --out")
    if not found_rules:
        raise LabError("lab/no-rules", "there is no rule to deal with: the files of --rules have none")
    seats = read_seats(players)
    game = None if games is None else game_length(arms, [seat.name for seat in seats], stop_after)
    count = games * game if games is not None and game is not None else 1000 if rounds is None else rounds
    plan = Plan(tuple(arms), seats, found_rules, seed, count, knob, game)
    for note in check_table(plan):
        warn(f"note: {note}")
    if replay_round is not None:
        from eleusis.lab.reporting.games import game_of, read_id

        write(game_of(plan, *read_id(replay_round, plan)).rstrip("\n"))
        return
    if report is not None:
        _check_report(Path(report), out)
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


def _check_report(path: Path, out: str | None) -> None:
    """Raises LabError where the page can't be written, or would take the place of a file that is no page."""
    from eleusis.door import read_bytes
    from eleusis.errors import LabError, Place
    from eleusis.lab.reporting.report import check_report

    place = Place(str(path))
    if out is not None and _same(path, Path(out)):
        raise LabError("lab/cannot-write", "--report and --out are the same file", place)
    check_report(path)
    if path.is_file():
        try:
            start = read_bytes(path, 256)
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise LabError("lab/cannot-write", f"this can't be looked into: {why}", place) from None
        start = start.removeprefix(b"\xef\xbb\xbf").lstrip().lower()
        if start and not start.startswith((b"<!doctype html", b"<html")):
            message = "this file exists already and is no page: take another name for --report"
            raise LabError("lab/file-exists", message, place)


def _same(one: Path, other: Path) -> bool:
    """Whether two paths lead to one file, which needn't be there yet."""
    try:
        return one.resolve() == other.resolve() or one.samefile(other)
    except (OSError, RuntimeError):  # one isn't there, or links go round in a circle
        return False


def _simulate(plan: Plan, worker: Worker, out: str | None, resume: bool, report: str | None, format: str) -> None:
    from contextlib import nullcontext

    from eleusis.lab.measures import measured
    from eleusis.lab.run import Progress, run

    store = None
    if out is not None:
        from eleusis.lab.store import Store, check_writable

        check_writable(Path(out))
        store = Store(Path(out), plan, resume, warn)
    with store or nullcontext():
        arms = run(plan, worker, store, Progress())
    found = measured(plan, arms)
    if report is not None:
        from eleusis.errors import visible
        from eleusis.lab.reporting.report import write_report

        write_report(Path(report), plan, arms, found, command())
        warn(f"{visible(report)}: written")
    _print(plan, found, format)


def command() -> str:
    """The command as it was typed."""
    return shlex.join(["eleusis", *sys.argv[1:]])


def _print(plan: Plan, found: list[Found], format: str) -> None:
    from eleusis.lab.reporting.tables import results_csv, results_json, results_text

    if format == "json":
        write_json(results_json(plan, found, command()))
    elif format == "csv":
        write(results_csv(plan, found).rstrip("\n"))
    else:
        from eleusis.page.ink import page_for

        width, colour = page_for(sys.stdout)
        write(results_text(plan, found, width=width, colour=colour).rstrip("\n"), coloured=colour)
