"""`eleusis check`: are these files well made? All errors at once."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from eleusis.doors.cli.common.given import extra_rules, tell_empty_folders
from eleusis.doors.cli.common.options import Format, Jobs, RuleFiles
from eleusis.doors.cli.common.outcome import Outcome
from eleusis.ground import exits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from eleusis.ground.errors import EleusisError
    from eleusis.secret.rule import Rule


def check(
    paths: Annotated[
        list[str],
        typer.Argument(metavar="PATH...", help="Variant, game and rule files, folders, or - for stdin."),
    ],
    rules: RuleFiles = None,
    jobs: Jobs = None,
    format: Format = "text",
) -> None:
    """Check variant, game and rule files, and see every error at once.

    A game file is read to the end and its rounds are dealt; to play it through, use `eleusis replay`. Exit 0 if all
    is well, 2 if not.

    Examples:
      eleusis check my-variant.yaml
      eleusis check variants/ games/ my-rules.yaml
    """
    from eleusis.record.gamefile.folders import files_of, has_key

    more = extra_rules(rules)
    ours = list(files_of(paths, lambda file: has_key(file, "eleusis", "rounds")))
    code = tell_empty_folders(paths, ours, "variant, game or rule")
    report_all(ours, partial(_check, rules=more), format, jobs, code)


def report_all(
    paths: Iterable[Path],
    describe: Callable[[Path], str],
    format: str,
    jobs: int | None = 1,
    code: int = exits.FINE,
) -> NoReturn:
    """Prints of each file what it is, or all that is wrong with it; exits with the worst code, at least `code`."""
    from eleusis.doors.cli.common.many_files import work_on_files

    report = partial(_report, describe=describe, format=format)
    outcomes = work_on_files(report, paths, jobs)
    raise SystemExit(max([code, *(outcome.print() for outcome in outcomes)]))


def _report(path: Path, describe: Callable[[Path], str], format: str) -> Outcome:
    """What `describe` says that a file is, or all that is wrong with it."""
    from eleusis.ground.errors import EleusisError, Place, visible

    outcome = Outcome()
    errors: tuple[EleusisError, ...] = ()
    description = ""
    try:
        description = describe(path)
    except EleusisError as wrong:
        errors = wrong.errors
    if format == "json":
        entries = [{"code": e.code, "line": e.line, "column": e.column, "text": e.message} for e in errors]
        outcome.write_json({"file": str(path), "is": description or None, "errors": entries})
    elif errors:
        for error in errors:
            outcome.warn(str(error if error.file else error.at(Place(str(path)))))
    else:
        outcome.write(f"{visible(str(path))}: {description}, fine")
    outcome.code = exits.BAD_INPUT if errors else exits.FINE
    return outcome


def _check(path: Path, rules: Mapping[str, Rule]) -> str:
    """What the file is, if it is fine; raises what is wrong with it."""
    from eleusis.ground.yaml.parsing import Mapping as YamlMap
    from eleusis.ground.yaml.parsing import loading
    from eleusis.record.replaying.checking import check_game
    from eleusis.secret.library import rules_from_node
    from eleusis.variant import variant_from_file
    from eleusis.variant.saying import count

    with loading(path) as node:
        if isinstance(node, YamlMap) and "rounds" in node:
            game = check_game(node, str(path), rules)
            return f"a game, {count(len(game.rounds), 'round')}"
        if isinstance(node, YamlMap) and "rules" in node:
            return f"a rule file, {count(len(rules_from_node(node)), 'rule')}"
        return f"the variant {variant_from_file(node, path).name}"
