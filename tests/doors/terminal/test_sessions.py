"""Sessions at a terminal, each played once more: what is shown, and the games that they leave."""

from __future__ import annotations

from pathlib import Path

import pytest

from eleusis.record.replaying.replay import replay
from eleusis.table import tutors
from eleusis.table.game_table import resume
from tests.helpers.sessions import replay_sessions

DOORS = Path(__file__).parents[1]


@pytest.mark.parametrize("name", sorted(str(path.relative_to(DOORS)) for path in DOORS.glob("*/sessions/*.txt")))
def test_a_session_goes_as_it_did(
    name: str, tmp_path: Path, pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And each of its games can be replayed, and gone on with; `--update` writes down what is shown now."""
    path = DOORS / name
    if path.stem in ("beliefs", "review", "tutor"):
        pytest.importorskip("numpy")
    if path.stem == "tutor":
        from eleusis.minds.induction.family import family
        from tests.helpers.scientist_tables import SMALL

        few = family(SMALL)  # all rules take long
        monkeypatch.setattr(tutors, "usual_family", lambda: few)
    text = path.read_text()
    now = replay_sessions(text, tmp_path)
    if pytestconfig.getoption("--update"):
        path.write_text(now)
    else:
        assert now == text
    for kept in tmp_path.glob("*/*.yaml") if name.startswith("terminal") else ():
        for game in replay(kept):
            assert all(record.stopped_by is None for record in game.rounds)
            if not game.stopped:
                resume(kept)[0].close()
