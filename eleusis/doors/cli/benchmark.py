"""`eleusis benchmark`: how well a player finds rules, over the rounds of a suite."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import attrs
import typer
import typer.core

from eleusis.doors.cli.common import options
from eleusis.doors.cli.common.given import extra_rules
from eleusis.doors.cli.common.groups import add_group, in_groups
from eleusis.doors.cli.common.output import warn, write_json, write_page
from eleusis.ground.errors import NotationError, quote
from eleusis.ground.files import is_stream

if TYPE_CHECKING:
    from eleusis.benchmark.arranging import Setup
    from eleusis.minds.players.program.command import Program


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
    lead = in_groups(benchmark)
    add_group(app, lead, [compare], cls=_Suites, subcommand_metavar="", invoke_without_command=True)


@attrs.frozen
class PlayerOptions:
    """Who plays."""

    player: Annotated[
        str | None,
        typer.Option(
            metavar="KIND",
            help="Who plays, in every seat but the dealer's: beginner, good, expert, random or knower(skill=0.5).",
        ),
    ] = None
    players: Annotated[
        str | None, typer.Option(metavar="A,B,C", help="Several kinds of bot, to rank them; with --rotate.")
    ] = None
    rotate: Annotated[
        bool,
        typer.Option(
            "--rotate", help="Play each deal once for each of --players, so that all of them sit in every seat."
        ),
    ] = False

    def read(self) -> str | list[str]:
        """The kind of bot, or several to rank. Raises NotationError (`notation/option`)."""
        from eleusis.benchmark.arranging import split_kinds

        if (self.players is not None) != self.rotate:
            raise NotationError("notation/option", "--players and --rotate go together: --players A,B,C --rotate")
        if (self.player is None) == (self.players is None):
            how = "--player random, or several as --players random,knower --rotate"
            raise NotationError("notation/option", f"say who plays: {how}")
        return split_kinds(self.players) if self.players is not None else str(self.player)


@attrs.frozen
class SuiteOptions:
    """Which rounds are played, and what a player may know."""

    generate: Annotated[
        int | None, typer.Option(metavar="N", help="Make up N rules, none of them in the library.")
    ] = None
    seed: Annotated[
        int | None,
        options.number_option(
            0, None, "Decides those rules and their cards. Default: drawn, and shown afterwards."
        ),
    ] = None
    difficulty: Annotated[
        str | None, typer.Option(metavar="2..4", help="How hard those rules are, from 1 to 5, in equal shares.")
    ] = None
    variant: Annotated[
        str | None,
        options.variant_option(
            "The variant: a name or a path. Default: that of the files, or solo for made-up rules."
        ),
    ] = None
    edition: Annotated[str | None, typer.Option("--edition", hidden=True)] = None
    leave_out: Annotated[
        bool,
        typer.Option("--leave-out", help="Leave the round's rule out of the library that the player is given."),
    ] = False
    rules: options.RuleFiles = None
    max_rounds: Annotated[int | None, typer.Option(metavar="N", help="Play only the first N rounds.")] = None
    on_error: Annotated[
        Literal["stop", "score"],
        typer.Option(help="If a player fails: stop, or score the round as not found and carry on."),
    ] = "stop"
    price: Annotated[
        str | None,
        typer.Option(metavar="IN/OUT", help="What a million tokens cost, read and written, such as 3/15."),
    ] = None

    def arrange(
        self, kinds: str | list[str], suites: Sequence[str], programs: Mapping[str, Program], resumed: str | None
    ) -> Setup:
        """All of it checked. Raises what reading any of it raises."""
        from eleusis.benchmark.arranging import Benchmark

        asked = Benchmark(
            kinds,
            suites,
            generate=self.generate,
            seed=self.seed,
            difficulty=self.difficulty,
            edition=self.variant or self.edition,
            leave_out=self.leave_out,
            max_rounds=self.max_rounds,
            on_error=self.on_error,
            price=self.price,
            rules=extra_rules(self.rules),
            programs=programs,
        )
        return asked.arrange(None if resumed is None else Path(resumed))


def benchmark(
    *,
    suites: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[SUITE|FILE...]",
            help="What to play: a suite by name (classic or solo-library), game files, or folders of them.",
        ),
    ] = None,
    who: PlayerOptions,
    programs: options.ProgramOptions,
    what: SuiteOptions,
    work: options.WorkOptions,
    kept: options.ResultsOptions,
    compare_: Annotated[bool, typer.Option("--compare", hidden=True)] = False,
    format: options.Format = "text",
) -> None:
    """Let a player find rules, round after round, and see how well it does and how well calibrated it is.

    A suite is a game file; each of its rounds that has a rule and no moves gets played. --generate makes up rules
    that no one can have learnt by heart. The same command gives the same results, whatever --jobs is; if a run is
    interrupted, carry on with --resume.

    Examples:
      eleusis benchmark solo-library --player "knower(skill=0.5)"
      eleusis benchmark --generate 50 --difficulty 2..3 --player scientist
    """
    from eleusis.benchmark.evaluating import run_contest
    from eleusis.lab.run import Progress

    if compare_:
        groups = (who, programs, what, work, kept)
        if needless := [name for group in groups for name in options.collect_given(group)]:
            raise NotationError("notation/option", f"--compare plays nothing: {needless[0]} can't be used with it")
        if suites is None or len(suites) != 2:
            raise NotationError("notation/option", "--compare takes two files of results")
        compare(suites[0], suites[1], format)
        return
    work.check()
    _check_out(kept.out)
    resumed = kept.out if kept.resume else None
    arrangement = what.arrange(who.read(), suites or (), programs.read(), resumed)
    for note in arrangement.notes:
        warn(f"note: {note}")
    kept.check()
    contest, seed = arrangement.contest, arrangement.seed
    worker = work.worker(len(contest.bouts))
    try:
        evaluation = run_contest(
            contest, worker, seed=seed, out=kept.out, resume=kept.resume, progress=Progress(), tell=warn
        )
    finally:
        if arrangement.drawn:
            warn(f"the rules were made up from --seed {seed}")
    kept.write_report(evaluation.write_report)
    if format == "json":
        write_json(evaluation.to_json(options.command()))
    else:
        write_page(evaluation.to_text)


def _check_out(out: str | None) -> None:
    """Raises NotationError where results are to be appended to a stream."""
    if out is not None and is_stream(out):
        instead = "the results go to the standard output with --format json"
        raise NotationError(
            "notation/option", f"--out takes the name of a file, and {quote(out)} isn't one: {instead}"
        )


def compare(
    a: Annotated[str, typer.Argument(metavar="A", help="A file that --out has written.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Another, with rounds of the same suites.")],
    format: options.Format = "text",
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
