"""What is compared: the transcript of one round, and the score sheet of a game, as plain text.

A page holds what happened at the table and nothing else: no path, no finding, no title of an edition. So it
changes when the game goes another way, and only then.
"""

from __future__ import annotations

import attrs

from eleusis.driving.replayed import Finding, GameReplay, RoundReplay
from eleusis.ground.errors import Place
from eleusis.ground.yaml.parsing import Scalar
from eleusis.record.gamefile.contents import GameFile
from eleusis.words.page.ink import PLAIN
from eleusis.words.page.scoresheet import score_sheet
from eleusis.words.page.telling import Page
from eleusis.words.page.transcript import heading, transcript

WIDTH = 80


def round_page(game: GameFile, replay: GameReplay, number: int) -> str:
    """The transcript of a round (from 1) by itself; where points are added up, they are those of this round."""
    return transcript(_bare(game, replay, [_bare_round(replay.rounds[number - 1], game)]), width=WIDTH).rstrip("\n")


def totals_page(game: GameFile, replay: GameReplay) -> str:
    """The score sheet of a game."""
    top = heading(_bare(game, replay, []), width=WIDTH).rstrip("\n")
    names = {player: PLAIN.safe(player, WIDTH // 5) for player in replay.players}
    sheet = score_sheet(replay, Page(PLAIN, WIDTH, None, names, ""))
    return "\n".join([top, "", *PLAIN.finish(sheet)])


def _bare(game: GameFile, replay: GameReplay, rounds: list[RoundReplay]) -> GameReplay:
    return attrs.evolve(
        replay,
        file=_name(game),
        variant=attrs.evolve(replay.variant, title=_edition(game)),
        overrides={},
        rounds=rounds,
        findings=[],
        warnings=[],
        stopped=False,
    )


def _edition(game: GameFile) -> str:
    """The edition as the game has it: under another one the page should differ only where the game does."""
    if isinstance(game.variant, str):
        return game.variant
    base = game.variant.get("extends")
    return f"{base.text}, with changes" if isinstance(base, Scalar) else "an edition of its own"


def _bare_round(record: RoundReplay, game: GameFile) -> RoundReplay:
    """A round without findings; of the one that stopped it, the place is given by the file's name."""
    stop = record.stopped_by
    if stop is not None:
        stop = Finding(stop.code, Place(_name(game), stop.place.line, stop.place.column), stop.text)
    return attrs.evolve(record, findings=[], stopped_by=stop)


def _name(game: GameFile) -> str:
    return game.file.replace("\\", "/").rpartition("/")[2]
