"""`eleusis review`: what could have been known in recorded games, turn by turn."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from eleusis.doors.cli.common.given import extra_rules, games_of
from eleusis.doors.cli.common.options import Format, GameFiles, RuleFiles, Settings, VariantInstead, number_option
from eleusis.doors.cli.common.output import warn, write_json, write_page
from eleusis.ground import exits
from eleusis.minds.induction import BITS


def review(
    files: GameFiles,
    round_: Annotated[
        int | None, typer.Option("--round", metavar="N", help="Look at this round only; the first is 1.")
    ] = None,
    variant: VariantInstead = None,
    set_: Settings = None,
    rules: RuleFiles = None,
    bits: Annotated[
        int | None, number_option(6, BITS, "Consider rules of at most N bits: fewer rules, a faster answer.")
    ] = None,
    report: Annotated[
        str | None, typer.Option(metavar="FILE.html", help="Also write a page with the curve, for a single game.")
    ] = None,
    format: Format = "text",
) -> None:
    """Look back on a game: what could you have known after each turn, and what did each player make of it?

    The yardstick is a perfect reasoner who considers the same rules as the scientist bot. Needs an extra:
    pip install 'eleusis[bots]'. Exit 1 if a replay would find something wrong with a game.

    Examples:
      eleusis review evening.yaml
      eleusis review evening.yaml --round 2 --report out.html
    """
    from eleusis.ground.errors import EleusisError, visible
    from eleusis.lab.reporting.report import write_page_whole
    from eleusis.record.gamefile.reading import load_game
    from eleusis.record.replaying.replay import replay_game
    from eleusis.reviewing.review import check_numpy
    from eleusis.reviewing.review import review as look_back

    check_numpy()
    from eleusis.minds.induction.family import family

    more = extra_rules(rules)
    paths, code = games_of(files)
    if report is not None:
        _check_report(report, len(paths))
    for number, path in enumerate(paths):
        try:
            game = replay_game(load_game(path, more), variant, set_ or (), more)
            looked_at = look_back(game, number=round_, rules=more, family=family(bits) if bits else None)
        except EleusisError as error:
            warn(str(error))
            code = max(code, error.exit_code)
            continue
        if report is not None:
            write_page_whole(Path(report), looked_at.html())
            warn(f"{visible(report)}: written")
        if format == "json":
            write_json(looked_at.to_json())
        else:
            write_page(looked_at.text, lead="\n" if number else "")
        records = [record for record in game.rounds if round_ in (None, record.number)]
        for finding in (finding for record in records for finding in record.findings):
            warn(f"{finding} [{finding.code}]")
            code = max(code, exits.FINDING)
    raise SystemExit(code)


def _check_report(report: str, games: int) -> None:
    """Raises NotationError (`notation/option`) for several games or for `-`, LabError for what can't be written."""
    from eleusis.ground.errors import NotationError
    from eleusis.lab.reporting.report import check_page
    from eleusis.words.page.templating import check_jinja

    if games > 1:
        raise NotationError("notation/option", f"--report takes one game, not {games}")
    if report == "-":
        raise NotationError(
            "notation/option", "--report - makes no sense: the text goes to stdout, a page to a file"
        )
    check_page(Path(report))
    check_jinja()
