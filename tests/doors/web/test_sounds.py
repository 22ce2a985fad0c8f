"""The sounds of the table's page are what their script renders, and small."""

from __future__ import annotations

import pytest

from bench.sounds import PLAYED, SOUNDS, render

MOST, MOST_TOGETHER = 12 * 1024, 40 * 1024


@pytest.mark.parametrize("name", PLAYED)
def test_a_sound_is_what_its_script_renders(name: str) -> None:
    assert (SOUNDS / name).read_bytes() == render(name), "python -m bench sounds renders it again"


def test_the_sounds_are_small_and_there_are_no_others() -> None:
    sizes = {path.name: path.stat().st_size for path in SOUNDS.iterdir()}
    assert set(sizes) == set(PLAYED)
    assert max(sizes.values()) <= MOST
    assert sum(sizes.values()) <= MOST_TOGETHER
