"""`eleusis diff`: what a change of the rules does to recorded games."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from eleusis.doors.cli.common.given import extra_rules, games_of
from eleusis.doors.cli.common.options import Format, GameFiles, Jobs, RuleFiles, Settings, variant_option
from eleusis.doors.cli.common.outcome import Outcome, PageForm, page_on_stdout
from eleusis.doors.cli.common.output import warn, write, write_json
from eleusis.ground import exits

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from eleusis.ground.errors import EleusisError
    from eleusis.lab.diffing.diff import LeftOut
    from eleusis.lab.diffing.side_by_side import DiffedGame
    from eleusis.secret.rule import Rule
    from eleusis.variant import Variant


def diff(
    files: GameFiles,
    variant: Annotated[
        list[str] | None,
        variant_option("The variant for B. Give it twice to name A first, then B; otherwise A is each game's own."),
    ] = None,
    set_: Settings = None,
    then: Annotated[
        Literal["count"] | None,
        typer.Option(help="If one side can't follow the recorded moves: count both sides as they stand."),
    ] = None,
    rules: RuleFiles = None,
    jobs: Jobs = None,
    format: Format = "text",
) -> None:
    """Replay recorded games under two sets of rules, A and B, and see where they diverge.

    With --set alone, A is each game's own variant, and B the same with your settings. With one --variant, B is that
    one. Settings always apply to B. Games without that setting are left out. Exit 0 if no game differs,
    1 if one does, 2 for bad input or if there is nothing to compare.

    Examples:
      eleusis diff games/ --set expulsion.layout=50
      eleusis diff evening.yaml --variant abbott --variant guyton
      eleusis diff games/ --set wrong_play.draw_per_card=1 --then count
    """
    from eleusis.doors.cli.common.many_files import work_on_files
    from eleusis.lab.diffing.diff import LeftOut
    from eleusis.lab.diffing.side_by_side import games_json, join_games, left_out_lines

    a, b = _variants(variant or [], set_ or [])
    count = then is not None
    more = extra_rules(rules)
    paths, code = games_of(files)
    page = page_on_stdout() if format == "text" else None
    compare = partial(_diff, a=a, b=b, settings=set_ or (), rules=more, count=count, page=page)
    games: list[DiffedGame] = []
    without: list[LeftOut] = []
    for result in work_on_files(compare, paths, jobs):
        if isinstance(result, Outcome):
            code = max(code, result.print())
        elif isinstance(result, LeftOut):
            without.append(result)
        else:
            games.append(result)
    if games and page is None:
        write_json(games_json(games, without, count))
    elif page is not None and games:
        write(join_games(games, without, counted=count, **page._asdict()).rstrip("\n"), coloured=page.colour)
    elif without:
        code = exits.BAD_INPUT
        for sentence in left_out_lines(without):
            warn(f"there is nothing to compare: {sentence}")
    if any(game.kind != "same" for game in games):
        code = max(code, exits.FINDING)
    raise SystemExit(code)


def _diff(
    path: Path,
    a: Variant | None,
    b: Variant | None,
    settings: Sequence[str],
    rules: Mapping[str, Rule],
    count: bool,
    page: PageForm | None,
) -> DiffedGame | LeftOut | Outcome:
    """What is to be told of a file on a page of this form (on none: as JSON); or what is wrong with it."""
    from eleusis.ground.errors import EleusisError
    from eleusis.lab.diffing.diff import diff_game, leave_out
    from eleusis.lab.diffing.side_by_side import DiffPage, tell_game
    from eleusis.record.gamefile.reading import load_game

    try:
        game = diff_game(load_game(path, rules), a, b, settings, rules, count)
        return tell_game(game, None if page is None else DiffPage(count, **page._asdict()))
    except EleusisError as error:
        lacks = leave_out(str(path), error)
        if lacks is not None:
            return lacks
        outcome = Outcome()
        outcome.warn(_say(error, path))
        outcome.code = exits.BAD_INPUT
        return outcome


def _say(error: EleusisError, path: Path) -> str:
    """What is wrong, with the game's file in front where the fault is not in a file (but in `--set`, say)."""
    from eleusis.ground.errors import visible

    return "\n".join(
        str(part) if part.file and not part.file.startswith("--set ") else f"{visible(str(path))}: {part}"
        for part in error.errors
    )


def _variants(names: list[str], settings: list[str]) -> tuple[Variant | None, Variant | None]:
    """A and B, None for each game's own."""
    from eleusis.ground.errors import NotationError
    from eleusis.variant import load_variant

    if len(names) > 2:
        raise NotationError("notation/option", "two variants at most can be compared here: A and B")
    if not names and not settings:
        message = "what should be compared? Name a --variant or two, or change a setting with --set"
        raise NotationError("notation/option", message)
    first = load_variant(names[0]) if len(names) == 2 else None
    return first, load_variant(names[-1], settings) if names else None
