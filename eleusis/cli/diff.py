"""`eleusis diff`: what a change of the rules does to recorded games."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from eleusis import exits
from eleusis.cli.common.given import extra_rules, games_of
from eleusis.cli.common.output import warn, write_json, write_page

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Annotated

    import typer

    from eleusis.cli.common.given import complete_variant
    from eleusis.cli.common.options import Format, RuleFiles, Settings
    from eleusis.errors import EleusisError
    from eleusis.lab.diffing.diff import GameDiff, LeftOut
    from eleusis.variant import Variant


def diff(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Game files, folders of them, or - for stdin.")
    ],
    variant: Annotated[
        list[str] | None,
        typer.Option(help="B, or A and then B; A is otherwise each game's own.", autocompletion=complete_variant),
    ] = None,
    set_: Settings = None,
    rules: RuleFiles = None,
    format: Format = "text",
) -> None:
    """Replay recorded games under two variants, and tell where they part.

    With one --variant, A is each game's own variant and B the named one; with --set alone, B is the game's own
    with these settings; the settings always go to B. Games whose editions don't have such a knob are left out.
    Exit 0 if no game differs, 1 if one does, 2 for bad input or where nothing can be compared.

    Example: eleusis diff games/ --set expulsion.layout=50
    """
    from eleusis.errors import EleusisError
    from eleusis.gamefile.reading import load_game
    from eleusis.lab.diffing.diff import diff_game, leave_out
    from eleusis.lab.diffing.side_by_side import left_out_lines

    a, b = _variants(variant or [], set_ or [])
    more = extra_rules(rules)
    paths, code = games_of(files)
    games: list[GameDiff] = []
    without: list[LeftOut] = []
    for path in paths:
        try:
            games.append(diff_game(load_game(path, more), a, b, set_ or (), more))
        except EleusisError as error:
            lacks = leave_out(str(path), error)
            if lacks is not None:
                without.append(lacks)
                continue
            warn(_say(error, path))
            code = exits.BAD_INPUT
    if games:
        _print(games, without, format)
    elif without:
        code = exits.BAD_INPUT
        for sentence in left_out_lines(without):
            warn(f"there is nothing to compare: {sentence}")
    if any(game.kind != "same" for game in games):
        code = max(code, exits.FINDING)
    raise SystemExit(code)


def _say(error: EleusisError, path: Path) -> str:
    """What is wrong, with the game's file in front where the fault is not in a file (but in `--set`, say)."""
    from eleusis.errors import visible

    return "\n".join(
        str(part) if part.file and not part.file.startswith("--set ") else f"{visible(str(path))}: {part}"
        for part in error.errors
    )


def _variants(names: list[str], settings: list[str]) -> tuple[Variant | None, Variant | None]:
    """A and B, None for each game's own."""
    from eleusis.errors import NotationError
    from eleusis.variant import load_variant

    if len(names) > 2:
        raise NotationError("notation/option", "two variants at most are compared here: A and B")
    if not names and not settings:
        message = "what is to be compared? Name a --variant or two, or --set a knob"
        raise NotationError("notation/option", message)
    first = load_variant(names[0]) if len(names) == 2 else None
    return first, load_variant(names[-1], settings) if names else None


def _print(games: list[GameDiff], without: list[LeftOut], format: str) -> None:
    from eleusis.lab.diffing.diff import count_kinds

    if format == "json":
        ordered = sorted(games, key=lambda game: game.order)
        write_json(
            {
                "eleusis": 1,
                "summary": count_kinds(games),
                "games": [game.to_json() for game in ordered],
                "left_out": [game.to_json() for game in without],
            }
        )
        return
    from eleusis.lab.diffing.side_by_side import diff_text

    write_page(partial(diff_text, games, without))
