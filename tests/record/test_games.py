"""The project's own games go as their files say."""

from __future__ import annotations

import pytest

from eleusis.record.gamefile.reading import load_game
from eleusis.record.replaying.replay import replay_game
from tests.helpers.places import GAMES


@pytest.mark.parametrize("name", sorted(path.name for path in GAMES.glob("*.yaml")))
def test_each_game_goes_as_its_file_says(name: str) -> None:
    game = load_game(GAMES / name)
    assert replay_game(game).findings == []
    assert game.title
    assert all(script.expected for script in game.rounds), "a round without expect:"
    assert any(line.expected for script in game.rounds for line in script.lines)
