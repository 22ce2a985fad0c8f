"""Checking a game file without playing it: all that is wrong with it, at once."""

from __future__ import annotations

from collections.abc import Mapping

from eleusis.game.match import Match
from eleusis.ground.errors import EleusisError, raise_all
from eleusis.ground.yaml.parsing import YamlNode
from eleusis.record.gamefile.contents import GameFile
from eleusis.record.gamefile.reading import GameReader
from eleusis.record.replaying.replay import deal_round, resolve_variant
from eleusis.secret.rule import Rule


def check_game(node: YamlNode, file: str, rules: Mapping[str, Rule] | None = None) -> GameFile:
    """The game of a YAML tree, its variant found and each of its rounds dealt.

    A round that can't be read is not dealt; everything else is. Raises all that is wrong, at once.
    """
    reader = GameReader(file, rules or {})
    game = reader.read(node)
    errors = list(reader.errors)
    if game.variant:
        try:
            errors += _undealt(game, reader.sound)
        except EleusisError as error:
            errors += error.errors
    if errors:
        raise_all(errors)
    return game


def _undealt(game: GameFile, sound: set[int]) -> list[EleusisError]:
    """What keeps the sound rounds of a game from being dealt. Raises what is wrong with its variant."""
    edition = resolve_variant(game, None, ())
    match = Match(edition, game.players)
    errors: list[EleusisError] = []
    for number, script in enumerate(game.rounds if sound else (), start=1):
        dealer = script.dealer if script.dealer in game.players else match.next_dealer()
        if number in sound:
            try:
                deal_round(game, script, number, edition, dealer)
            except EleusisError as error:
                errors.append(error)
        match.add(dealer, None)
    return errors
