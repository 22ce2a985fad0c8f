"""`eleusis replay`: play game files again, judge them, score them, print them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from eleusis import exits
from eleusis.cli.common.given import extra_rules, games_of
from eleusis.cli.common.output import warn, write_json, write_page

if TYPE_CHECKING:
    from typing import Annotated

    import typer

    from eleusis.cli.common.given import complete_variant
    from eleusis.cli.common.options import Format, RuleFiles, Settings
    from eleusis.driving.record import GameReplay


def replay(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Game files, folders of them, or - for stdin.")
    ],
    variant: Annotated[
        str | None,
        typer.Option(help="Play them under this variant instead.", autocompletion=complete_variant),
    ] = None,
    set_: Settings = None,
    as_: Annotated[
        str | None, typer.Option("--as", metavar="SEAT", help="Show only what this seat may see.")
    ] = None,
    rules: RuleFiles = None,
    format: Format = "text",
) -> None:
    """Replay game files: every move checked, every judgement held against the rule, every score counted.

    Exit 0 if all went as the files expect, 1 if not (illegal moves, misjudgements, failed expectations), 2 if
    a file can't be read.

    Example: eleusis replay games/ --set expulsion.layout=50
    """
    from eleusis.errors import EleusisError
    from eleusis.gamefile.reading import load_game
    from eleusis.replaying.replay import replay_game

    more = extra_rules(rules)
    paths, code = games_of(files)
    for number, path in enumerate(paths):
        try:
            game = replay_game(load_game(path, more), variant, set_ or (), more)
            _print(game, as_, format, first=number == 0)
        except EleusisError as error:
            warn(str(error))
            code = max(code, error.exit_code)
            continue
        if game.findings:
            code = max(code, exits.FINDING)
    raise SystemExit(code)


def _print(game: GameReplay, seat: str | None, format: str, first: bool) -> None:
    from eleusis.errors import NotationError, did_you_mean, quote, visible
    from eleusis.variant.saying import count

    if seat is not None and seat not in game.players:
        message = f"{visible(game.file)}: nobody there is called {quote(seat)}{did_you_mean(seat, game.players)}"
        raise NotationError("notation/seat", message)
    if format == "json":
        for warning in game.warnings if seat is None else ():  # one may tell what the rule is, as a finding may
            warn(f"{visible(game.file)}: warning: {visible(warning)}")
        write_json(game.to_json(seat))
    else:
        from eleusis.page.transcript import transcript

        write_page(partial(transcript, game, seat=seat), lead="" if first else "\n")
    if seat is None:
        for finding in game.findings:
            warn(f"{finding} [{finding.code}]")
    elif game.findings:
        why = f"not shown to {quote(seat)[1:-1]}: they may tell what the rule or a hand is"
        warn(f"{visible(game.file)}: {count(len(game.findings), 'finding')}, {why}")
