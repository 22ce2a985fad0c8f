"""A server that is ended: killed in the middle of a game, or by a signal, with streams open."""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path

import pytest

from eleusis.doors.web.seats.seat_lock import SeatLock
from eleusis.ground import exits
from eleusis.ground.errors import ScriptError
from tests.helpers.web_clients import Player, Server
from tests.helpers.web_kills import check_kept, killed

pytestmark = pytest.mark.long


def test_killed_and_gone_on_with(tmp_path: Path) -> None:
    tally = killed(tmp_path, 1, random.Random(5))
    assert tally.confirmed > 5
    assert tally.kills == 1


@pytest.mark.parametrize("resume", [False, True])
def test_a_second_server_on_a_table_is_told_who_has_it_and_touches_nothing(tmp_path: Path, resume: bool) -> None:
    path = tmp_path / "evening.yaml"
    seats = tmp_path / "evening.yaml.seats"
    with Server(path, "--variant", "express", "--players", "Ann,Bob,Cleo:random") as first:
        ann = Player(first.base, "Ann", random.Random(1))
        ann.sit()
        kept = seats.read_bytes()
        second = Server(path)
        second.start(resume=resume, wait=False)
        code, said = second.wait_for_end()
        assert code == exits.BAD_INPUT
        assert first.process is not None
        assert str(first.process.pid) in said
        assert len(said.splitlines()) == 1
        assert seats.read_bytes() == kept
        first.kill()
        second.start(resume=True)  # a killed server holds nothing
        second.key = first.key
        assert second.host("stop").status_code == 409
        assert second.table()["players"][0]["seat"] == "Ann"
        code, _ = second.end(signal.SIGTERM)
        ann.close()
    assert code == 143
    assert {entry.name for entry in tmp_path.iterdir()} == {"evening.yaml.seats"}


@pytest.mark.skipif(not hasattr(os, "O_NOFOLLOW"), reason="links are followed here")
def test_a_link_in_the_place_of_the_lock_leads_to_no_other_file(tmp_path: Path) -> None:
    other = tmp_path / "letter.txt"
    other.write_text("dear Bob")
    (tmp_path / ".evening.yaml.seats.lock").symlink_to(other)
    with pytest.raises(ScriptError) as caught:
        SeatLock(tmp_path / "evening.yaml.seats")
    assert caught.value.code == "script/cannot-write"
    assert other.read_text() == "dear Bob"


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
