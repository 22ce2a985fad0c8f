"""`eleusis replay`: play game files again, judge them, score them, print them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from eleusis.doors.cli.common.given import extra_rules, games_of
from eleusis.doors.cli.common.options import Format, GameFiles, Jobs, RuleFiles, Settings, VariantInstead
from eleusis.doors.cli.common.outcome import Outcome, PageForm, page_on_stdout
from eleusis.ground import exits

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from pathlib import Path

    from eleusis.driving.replayed import GameReplay
    from eleusis.secret.rule import Rule


def replay(
    files: GameFiles,
    variant: VariantInstead = None,
    set_: Settings = None,
    as_: Annotated[
        str | None, typer.Option("--as", metavar="SEAT", help="Show only what this seat may see.")
    ] = None,
    rules: RuleFiles = None,
    jobs: Jobs = None,
    format: Format = "text",
) -> None:
    """Replay game files, and check every move, every judgement and every score.

    Exit 0 if all went as the files expect, 1 if not (illegal moves, misjudgements, failed expectations), 2 if
    a file can't be read.

    Examples:
      eleusis replay evening.yaml --as Bob
      eleusis replay games/ --set expulsion.layout=50
    """
    from eleusis.doors.cli.common.many_files import work_on_files

    more = extra_rules(rules)
    paths, code = games_of(files)
    page = page_on_stdout() if format == "text" else None
    play = partial(_replay, variant=variant, settings=set_ or (), rules=more, seat=as_, page=page)
    for number, outcome in enumerate(work_on_files(play, paths, jobs)):
        code = max(code, outcome.print(lead="\n" if number and page else ""))
    raise SystemExit(code)


def _replay(
    path: Path,
    variant: str | None,
    settings: Sequence[str],
    rules: Mapping[str, Rule],
    seat: str | None,
    page: PageForm | None,
) -> Outcome:
    """Replays a file, and tells it on a page of this form; on none, as JSON."""
    from eleusis.driving.rule_dealer import GuessBudget
    from eleusis.ground.errors import EleusisError
    from eleusis.record.gamefile.reading import load_game
    from eleusis.record.replaying.replay import replay_game

    outcome = Outcome()
    try:
        game = replay_game(load_game(path, rules), variant, settings, rules, GuessBudget())
        _tell(outcome, game, seat, page, rules)
    except EleusisError as error:
        outcome.warn(str(error))
        outcome.code = error.exit_code
        return outcome
    if game.findings:
        outcome.code = exits.FINDING
    return outcome


def _tell(
    outcome: Outcome, game: GameReplay, seat: str | None, page: PageForm | None, rules: Collection[str]
) -> None:
    from eleusis.ground.errors import NotationError, did_you_mean, quote, visible
    from eleusis.variant.saying import count

    if seat is not None and seat not in game.players:
        message = f"{visible(game.file)}: nobody there is called {quote(seat)}{did_you_mean(seat, game.players)}"
        raise NotationError("notation/seat", message)
    if page is None:
        for warning in game.warnings if seat is None else ():  # one may tell what the rule is, as a finding may
            outcome.warn(f"{visible(game.file)}: warning: {visible(warning)}")
        outcome.write_json(game.to_json(seat))
    else:
        from eleusis.words.page.transcript import transcript

        outcome.write_page(partial(transcript, game, seat=seat, unexplained=rules), page)
    if seat is None:
        for finding in game.findings:
            outcome.warn(f"{finding} [{finding.code}]")
    elif game.findings:
        why = f"not shown to {quote(seat)[1:-1]}: they may give away the rule or a hand"
        outcome.warn(f"{visible(game.file)}: {count(len(game.findings), 'finding')}, {why}")
