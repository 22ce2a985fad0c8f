"""A server that is ended: killed in the middle of a game, or by a signal, with streams open."""

from __future__ import annotations

import random
import signal
import time
from pathlib import Path

import pytest

from tests.web_clients import Player, Server
from tests.web_kills import check_kept, killed


def test_killed_and_gone_on_with(tmp_path: Path) -> None:
    tally = killed(tmp_path, 1, random.Random(5))
    assert tally.confirmed > 5
    assert tally.kills == 1


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 143), pytest.param(signal.SIGINT, 130, marks=pytest.mark.soak)]
)
def test_a_signal_ends_the_server_and_its_streams_and_nothing_is_lost(
    tmp_path: Path, number: int, code: int
) -> None:
    path = tmp_path / "evening.yaml"
    with Server(path, "--variant", "express", "--players", "Ann,Bob:random,Cleo:random") as server:
        ann = Player(server.base, "Ann", random.Random(1))
        ann.sit()
        ann.start()
        assert server.host("set", dealer="Cleo").status_code == 200
        assert server.host("start").status_code == 200
        while len(ann.heard.events) < 6:
            time.sleep(0.01)
        exit_code, said = server.end(number)  # which waits so long and no longer
        ann.close()
        assert not ann.mistake
    assert exit_code == code
    assert f"continue with: eleusis serve --resume {path}" in said
    assert "Traceback" not in said
    check_kept(path, [ann])
