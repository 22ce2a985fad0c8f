"""`eleusis benchmark`: how well a player finds rules, over the rounds of a suite."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
import typer.core

from eleusis.doors.cli.common.given import complete_variant, extra_rules
from eleusis.doors.cli.common.groups import in_groups
from eleusis.doors.cli.common.options import Format, ProgramOptions, RuleFiles
from eleusis.doors.cli.common.output import warn, write_json, write_page


class _Suites(typer.core.TyperGroup):
    """Its arguments are suites and files, but for the name of a command in the first place."""

    allow_interspersed_args = True

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        command = self.commands.get(args[0]) if args else None
        if command is None:
            return super().make_context(info_name, args, parent, **extra)
        return command.make_context(f"{info_name} {args[0]}", args[1:], parent, **extra)


def register(app: typer.Typer) -> None:
    """Adds the group to the command line."""
    group = typer.Typer(cls=_Suites, rich_markup_mode=None, subcommand_metavar="")
    group.callback(invoke_without_command=True)(in_groups(benchmark))
    group.command("compare")(compare)
    app.add_typer(group, name="benchmark")


def benchmark(
    *,
    suites: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[SUITE|FILE...]",
            help="What to play: a suite that comes with eleusis (solo-library), game files, or folders of them.",
        ),
    ] = None,
    player: Annotated[
        str | None,
        typer.Option(
            metavar="KIND",
            help="Who plays, in every seat but the dealer's: random, scientist(bits=20) or knower(skill=0.5).",
        ),
    ] = None,
    players: Annotated[
        str | None, typer.Option(metavar="A,B,C", help="Several kinds of bot, to rank them; with --rotate.")
    ] = None,
    rotate: Annotated[
        bool,
        typer.Option(
            "--rotate", help="Play each deal once for each of --players, so that all of them sit in every seat."
        ),
    ] = False,
    programs: ProgramOptions,
    generate: Annotated[
        int | None, typer.Option(metavar="N", help="Make up N rules, none of them in the library.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=0, help="Decides those rules and their cards. Default: drawn, and shown afterwards."
        ),
    ] = None,
    difficulty: Annotated[
        str | None, typer.Option(metavar="2..4", help="How hard those rules are, from 1 to 5, in equal shares.")
    ] = None,
    edition: Annotated[
        str | None,
        typer.Option(
            metavar="EDITION",
            help="The edition: a name or a path. Default: that of the files, or solo for made-up rules.",
            autocompletion=complete_variant,
        ),
    ] = None,
    leave_out: Annotated[
        bool,
        typer.Option("--leave-out", help="Leave the round's rule out of the library that the player is given."),
    ] = False,
    rules: RuleFiles = None,
    max_rounds: Annotated[int | None, typer.Option(metavar="N", help="Play only the first N rounds.")] = None,
    on_error: Annotated[
        Literal["stop", "score"],
        typer.Option(help="If a player fails: stop, or score the round as not found and carry on."),
    ] = "stop",
    jobs: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            max=256,
            help="How many processes to use. Default: one, or one per processor for over a hundred rounds.",
        ),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="Share the work out through a dask.distributed scheduler, tcp://HOST:PORT."
        ),
    ] = None,
    out: Annotated[
        str | None, typer.Option(metavar="FILE.jsonl", help="Append each result to this file as it comes.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Carry on with the file given with --out.")] = False,
    report: Annotated[str | None, typer.Option(metavar="FILE.html", help="Also write a page with charts.")] = None,
    compare_: Annotated[bool, typer.Option("--compare", hidden=True)] = False,
    format: Format = "text",
) -> None:
    """Let a player find rules, round after round, and see how well it does and how well it knows what it knows.

    A suite is a game file; each of its rounds that has a rule and no moves gets played. --generate makes up rules
    that no one can have learnt by heart. The same command gives the same results, whatever --jobs is; if a run is
    interrupted, carry on with --resume.

    Examples:
      eleusis benchmark solo-library --player "knower(skill=0.5)"
      eleusis benchmark --generate 50 --difficulty 2..3 --player scientist
    """
    from eleusis.benchmark.arranging import DIFFICULTY, arrange, split_kinds
    from eleusis.benchmark.evaluating import run_contest
    from eleusis.ground.errors import NotationError, quote, visible
    from eleusis.ground.files import is_stream
    from eleusis.lab.run import Progress, choose_worker

    if compare_:
        if suites is None or len(suites) != 2:
            raise NotationError("notation/option", "--compare takes two files of results")
        compare(suites[0], suites[1], format)
        return
    if (players is not None) != rotate:
        raise NotationError("notation/option", "--players and --rotate go together: --players A,B,C --rotate")
    if (player is None) == (players is None):
        how = "--player random, or several as --players random,knower --rotate"
        raise NotationError("notation/option", f"say who plays: {how}")
    if cluster is not None and jobs is not None:
        raise NotationError("notation/option", "--cluster and --jobs don't go together")
    if resume and out is None:
        raise NotationError("notation/option", "--resume continues a file: name it with --out")
    if out is not None and is_stream(out):
        instead = "the results go to the standard output with --format json"
        raise NotationError(
            "notation/option", f"--out takes the name of a file, and {quote(out)} isn't one: {instead}"
        )
    if difficulty is not None and generate is None:
        raise NotationError("notation/option", "--difficulty is for --generate: suites have their own rules")
    arrangement = arrange(
        split_kinds(players) if players is not None else str(player),
        suites or (),
        generate=generate,
        seed=seed,
        difficulty=difficulty or DIFFICULTY,
        edition=edition,
        leave_out=leave_out,
        max_rounds=max_rounds,
        on_error=on_error,
        rules=extra_rules(rules),
        programs=programs.read(),
        resumed=Path(out) if resume and out is not None else None,
    )
    for note in arrangement.notes:
        warn(f"note: {note}")
    if report is not None:
        from eleusis.lab.reporting.report import check_report

        check_report(report, out)
    if cluster is not None:
        from eleusis.lab.dask_cluster import Cluster
    contest = arrangement.contest
    worker = choose_worker(len(contest.bouts), jobs) if cluster is None else Cluster(cluster)
    try:
        evaluation = run_contest(
            contest, worker, seed=arrangement.seed, out=out, resume=resume, progress=Progress(), tell=warn
        )
    finally:
        if arrangement.drawn:
            warn(f"the rules were made up from --seed {arrangement.seed}")
    if report is not None:
        evaluation.write_report(report, command())
        warn(f"{visible(report)}: written")
    if format == "json":
        write_json(evaluation.to_json(command()))
    else:
        write_page(evaluation.to_text)


def compare(
    a: Annotated[str, typer.Argument(metavar="A", help="A file that --out has written.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Another, with rounds of the same suites.")],
    format: Format = "text",
) -> None:
    """Compare two files of results, over the rounds that both have.

    Differences are paired, deal by deal, each with its 95 % interval.

    Examples:
      eleusis benchmark compare a.jsonl b.jsonl
      eleusis benchmark compare a.jsonl b.jsonl --format json
    """
    from functools import partial

    from eleusis.benchmark.evaluating import Evaluation, pairing_json
    from eleusis.benchmark.scorecard import compare_text

    first, second = Evaluation.load(a), Evaluation.load(b)
    for note in (*first.notes, *second.notes):
        warn(f"note: {note}")
    pairing = first.compare(second)
    if format == "json":
        write_json(pairing_json(pairing))
    else:
        write_page(partial(compare_text, pairing, (a, b)))


def command() -> str:
    """The command as it was typed."""
    return shlex.join(["eleusis", *sys.argv[1:]])
