"""`eleusis benchmark`: how well a player finds rules, over the rounds of a suite."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from eleusis.cli.common.given import extra_rules, programs_of
from eleusis.cli.common.output import warn, write_json, write_page

if TYPE_CHECKING:
    from typing import Annotated, Literal

    import typer

    from eleusis.cli.common.given import complete_variant
    from eleusis.cli.common.options import Bots, Format, MoveTime, RuleFiles


def benchmark(
    suites: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[SUITE|FILE...]",
            help="What is played: a suite that ships (solo-library), game files, folders of them.",
        ),
    ] = None,
    player: Annotated[
        str | None,
        typer.Option(metavar="KIND", help="Who plays, in all seats but the dealer's: scientist(bits=20)."),
    ] = None,
    players: Annotated[
        str | None, typer.Option(metavar="A,B,C", help="Several kinds, to be ranked; with --rotate.")
    ] = None,
    rotate: Annotated[
        bool, typer.Option("--rotate", help="Play each deal with every one of --players in every seat.")
    ] = False,
    bot: Bots = None,
    move_time: MoveTime = 30,
    generate: Annotated[
        int | None, typer.Option(metavar="N", help="Make up so many rules, none of them in the library.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            min=0, help="Decides these rules and their cards; without one it is drawn, and told afterwards."
        ),
    ] = None,
    difficulty: Annotated[
        str | None, typer.Option(metavar="2..4", help="How hard these rules are, from 1 to 5, each as often.")
    ] = None,
    edition: Annotated[
        str | None,
        typer.Option(
            help="The edition: a name or a path; otherwise that of the files, and solo for rules made up.",
            autocompletion=complete_variant,
        ),
    ] = None,
    leave_out: Annotated[
        bool, typer.Option("--leave-out", help="Take each round's rule from the library that its player is given.")
    ] = False,
    rules: RuleFiles = None,
    max_rounds: Annotated[
        int | None, typer.Option(metavar="N", help="Play so many rounds, the first ones.")
    ] = None,
    on_error: Annotated[
        Literal["stop", "score"],
        typer.Option(help="Where a player fails: stop, or count its round as not found and go on."),
    ] = "stop",
    jobs: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=256,
            help="Processes; otherwise one, or for more than a hundred rounds one for each processor.",
        ),
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Work on a dask.distributed scheduler, tcp://HOST:PORT.")
    ] = None,
    out: Annotated[
        str | None, typer.Option(metavar="FILE.jsonl", help="Append each entry to this file as it comes.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the file of --out.")] = False,
    report: Annotated[str | None, typer.Option(metavar="FILE.html", help="Write a page with charts too.")] = None,
    compare: Annotated[
        bool, typer.Option("--compare", help="Hold two files of results, A.jsonl B.jsonl, against each other.")
    ] = False,
    format: Format = "text",
) -> None:
    """Let a player find rules, round by round, and tell how well it does and how well it knows what it knows.

    A suite is a game file: every round of it that has a rule and no moves is played. With --generate rules are made
    up that nobody can have learnt. The same command gives the same results, whatever --jobs is; a run that was
    broken off goes on with --resume.

    Example: eleusis benchmark solo-library --player "knower(skill=0.5)" --max-rounds 20
    """
    from eleusis.benchmark.arranging import DIFFICULTY, arrange, split_kinds
    from eleusis.benchmark.evaluating import run_contest
    from eleusis.door import is_stream
    from eleusis.errors import NotationError, quote, visible
    from eleusis.lab.run import Progress, choose_worker

    if compare:
        others = {
            "--player": player, "--players": players, "--rotate": rotate, "--generate": generate, "--seed": seed,
            "--difficulty": difficulty, "--edition": edition, "--leave-out": leave_out, "--max-rounds": max_rounds,
            "--out": out, "--resume": resume, "--report": report, "--cluster": cluster, "--jobs": jobs,
            "--bot": bot, "--rules": rules,
        }  # fmt: skip
        for name, given in others.items():
            if given is not None and given is not False:
                raise NotationError("notation/option", f"--compare plays nothing: {name} does not go with it")
        _compare(suites or [], format)
        return
    if (players is not None) != rotate:
        raise NotationError("notation/option", "--players and --rotate go together: --players A,B,C --rotate")
    if (player is None) == (players is None):
        how = "--player random, or several as --players random,knower --rotate"
        raise NotationError("notation/option", f"say who plays: {how}")
    if cluster is not None and jobs is not None:
        raise NotationError("notation/option", "--cluster and --jobs exclude each other")
    if resume and out is None:
        raise NotationError("notation/option", "--resume goes on with a file: name it with --out")
    if out is not None and is_stream(out):
        instead = "the results go to the standard output with --format json"
        raise NotationError(
            "notation/option", f"--out takes the name of a file, and {quote(out)} is none: {instead}"
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
        programs=programs_of(bot, move_time),
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


def _compare(files: list[str], format: str) -> None:
    """Two files of results over the rounds that both have."""
    from functools import partial

    from eleusis.benchmark.evaluating import Evaluation, pairing_json
    from eleusis.benchmark.scorecard import compare_text
    from eleusis.errors import NotationError

    if len(files) != 2:
        raise NotationError("notation/option", f"--compare takes two files of results, not {len(files)}")
    a, b = files
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
