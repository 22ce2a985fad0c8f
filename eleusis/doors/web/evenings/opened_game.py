"""A game file of anybody's, opened to look back upon: whatever `replay` takes, over or not, right or wrong.

Nothing is played on and no file is read but the text that was given: who opens a stranger's game lets it name an
edition, but no path.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import attrs

from eleusis.doors.web.evenings.round_told import RoundTeller
from eleusis.driving.replayed import Finding, GameReplay, RoundReplay
from eleusis.driving.rule_dealer import GuessBudget
from eleusis.ground.data import Json
from eleusis.ground.errors import ScriptError, quote
from eleusis.ground.yaml.parsing import Scalar
from eleusis.record.gamefile.contents import GameFile
from eleusis.record.gamefile.reading import read_game
from eleusis.record.replaying.replay import replay_game
from eleusis.secret.rule import Rule
from eleusis.variant import Variant
from eleusis.variant.shelves import is_path


@attrs.frozen(eq=False)
class _Replayed:
    """A replay with the rules that were dealt, which its rounds have as texts only."""

    replay: GameReplay
    dealt: Sequence[Rule | None]
    rules: Mapping[str, Rule]
    players: tuple[str, ...]
    variant: Variant
    rounds: Sequence[RoundReplay]

    def as_replay(self) -> GameReplay:
        return self.replay


@attrs.frozen(eq=False)
class GameLookedAt:
    """A game that was read from a file, to be looked back upon; a round is told as far as it went."""

    _replay: GameReplay
    teller: RoundTeller
    """Tells of its rounds; of one that isn't over there is no `ended`, no `scores` and no `sheet`."""

    def summary(self) -> dict[str, Json]:
        """What there is to say of the whole game: who played what, how it stands, what is wrong with the file."""
        game = self._replay
        rounds = {finding: record.number for record in game.rounds for finding in record.findings}
        return {
            "title": game.title or Path(game.file).name,
            "variant": game.variant.name,
            "edition": game.variant.title,
            "players": [*game.players],
            "rounds": len(game.rounds),
            "unfinished": [record.number for record in game.rounds if record.ended is None],
            "over": game.stopped,
            "totals": {**game.totals},
            "warnings": [*game.warnings],
            "findings": [_finding_json(finding, rounds.get(finding)) for finding in game.findings],
        }

    @property
    def players(self) -> tuple[str, ...]:
        """Who sat there, clockwise."""
        return self._replay.players

    @property
    def rounds_over(self) -> list[int]:
        """The numbers of the rounds that are over."""
        return [record.number for record in self._replay.rounds if record.ended is not None]


def open_game(text: str, name: str, rules: Mapping[str, Rule] | None = None) -> GameLookedAt:
    """The game in a text, replayed; `name` is what its file is called, `rules` are more rules, by their ids.

    Raises what reading and replaying it raises, and ScriptError (`script/variant`) where it names a variant by a
    path.
    """
    game = read_game(text, name, rules)
    _check_no_path(game)
    replay = replay_game(game, rules=rules, budget=GuessBudget())
    dealt = [script.rule for script in game.rounds]
    game_told = _Replayed(replay, dealt, rules or {}, replay.players, replay.variant, replay.rounds)
    return GameLookedAt(replay, RoundTeller(game_told, unfinished=True))


def _check_no_path(game: GameFile) -> None:
    """Refuse a variant that stands in another file. Raises ScriptError (`script/variant`)."""
    if isinstance(game.variant, str):
        ref, place = game.variant, game.variant_place
    else:
        extended = game.variant.get("extends")
        if not isinstance(extended, Scalar):
            return
        ref, place = extended.text, extended.place
    if is_path(ref):
        message = f"a game that is opened here can't take its variant from the file {quote(ref)}: write it out"
        raise ScriptError("script/variant", message, place)


def _finding_json(finding: Finding, number: int | None) -> dict[str, Json]:
    place = finding.place
    return {
        "round": number,
        "code": finding.code,
        "text": finding.text,
        "line": place.line,
        "column": place.column,
    }
