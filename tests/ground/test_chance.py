"""The draws of a seed are for ever: what Python does not promise is written out, and gives what it gave."""

from __future__ import annotations

import random
import sys

import pytest

from eleusis.ground.chance import below, choose, sample, stream

WRITTEN_OUT = pytest.mark.skipif(
    not (3, 11) <= sys.version_info < (3, 14), reason="on other Pythons only what is held below is promised"
)


@WRITTEN_OUT
def test_a_sample_is_the_one_that_this_python_draws() -> None:
    for seed in range(40):
        for many in (1, 2, 5, 14, 20, 21, 22, 23, 40, 52, 84, 85, 86, 104):
            for size in {0, 1, 2, 3, 4, 5, 6, 7, 12, 21, many} & set(range(many + 1)):
                ours, theirs = stream(seed, many, size), stream(seed, many, size)
                assert sample(range(many), size, ours) == theirs.sample(range(many), size)
                assert ours.getstate() == theirs.getstate(), "and as much was taken from the stream"


@WRITTEN_OUT
def test_a_choice_is_the_one_that_this_python_makes() -> None:
    for seed in range(300):
        many = 1 + seed % 70
        ours, theirs = stream(seed, "choice"), stream(seed, "choice")
        assert [choose(range(many), ours) for _ in range(5)] == [theirs.choice(range(many)) for _ in range(5)]


def test_the_draws_of_a_seed_are_for_ever() -> None:
    """Held as they are, whatever a later Python does."""
    chance = stream(7, "golden")
    assert [below(limit, chance) for limit in (1, 2, 3, 6, 14, 52, 182)] == [0, 0, 0, 5, 3, 16, 72]
    assert sample("ABCDEFGHIJKLMN", 4, stream(7, "few")) == list("HMLD")
    assert sample(range(40), 4, stream(7, "many")) == [0, 20, 5, 31]
    assert sample(range(100), 8, stream(7, "more")) == [62, 38, 91, 50, 93, 84, 96, 40]


@pytest.mark.parametrize("size", [-1, 4])
def test_more_than_there_are_can_not_be_drawn(size: int) -> None:
    with pytest.raises(ValueError, match="of 3 can't be drawn"):
        sample("abc", size, random.Random(1))
    with pytest.raises(ValueError, match="no number below 0"):
        choose((), random.Random(1))
