"""One bad game file per message, and the message that it gets."""

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis.ground.errors import EleusisError
from eleusis.ground.yaml.parsing import load
from eleusis.record.gamefile.reading import load_game
from eleusis.record.replaying.checking import check_game
from eleusis.record.replaying.replay import replay_game
from tests.helpers.places import BAD

BAD_GAMES = BAD / "game"
NAMES = sorted(path.stem for path in BAD_GAMES.glob("*.yaml"))

ONLY_WHEN_PLAYED = {"no_seed_for_a_draw"}
"""Files whose defect shows only when the cards run out; `eleusis check` can't know."""


@pytest.mark.parametrize("name", NAMES)
def test_message(name: str, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(EleusisError) as caught:
        replay_game(load_game(BAD_GAMES / f"{name}.yaml"))
    assert caught.value.exit_code == 2
    assert messages(caught.value) == snapshot


@pytest.mark.parametrize("name", sorted(set(NAMES) - ONLY_WHEN_PLAYED))
def test_check_finds_what_replay_finds(name: str) -> None:
    with pytest.raises(EleusisError) as caught:
        replay_game(load_game(BAD_GAMES / f"{name}.yaml"))
    with pytest.raises(EleusisError) as checked:
        check_game(load(BAD_GAMES / f"{name}.yaml"), str(BAD_GAMES / f"{name}.yaml"))
    assert set(messages(caught.value).splitlines()) <= set(messages(checked.value).splitlines())


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_every_message_has_its_place_and_is_one_short_line(name: str) -> None:
    with pytest.raises(EleusisError) as caught:
        replay_game(load_game(BAD_GAMES / f"{name}.yaml"))
    for line in messages(caught.value).splitlines():
        where, _, said = line.partition(": ")
        assert where.partition(":")[0].endswith(".yaml")
        assert said
        assert len(line) < 300
        assert line.isprintable()


def messages(error: EleusisError) -> str:
    """All messages of an error with their codes, the folder left out."""
    return "\n".join(f"{single}  [{single.code}]" for single in error.errors).replace(f"{BAD_GAMES}/", "")
