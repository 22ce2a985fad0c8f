"""The rules, clause by clause: each case of tests/cases is a game that its expectations hold against the text."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis.errors import Place, ScriptError
from eleusis.script.expect import actual, difference
from eleusis.script.reading import game_from_node
from eleusis.script.replay import replay_game
from eleusis.strict_yaml import Mapping, Reader, Scalar, Sequence, load

CASES = Path(__file__).parent / "cases"


def _cases() -> list[tuple[str, Mapping, str]]:
    found = []
    for path in sorted(CASES.glob("*.yaml")):
        top = load(path)
        assert isinstance(top, Mapping)
        items = top.get("cases")
        assert isinstance(items, Sequence)
        for item in items:
            assert isinstance(item, Mapping)
            name = item.get("name")
            assert isinstance(name, Scalar)
            found.append((f"{path.stem}: {name.text}", item, str(path)))
    return found


ALL = _cases()


def test_every_case_has_a_name_of_its_own_and_cites_a_clause() -> None:
    reader = Reader(ScriptError, "case")
    names = [name for name, _, _ in ALL]
    assert len(set(names)) == len(names)
    for _, case, _ in ALL:
        reader.mapping(case, ("name", "cites", "pair", "game", "findings"), "a case")
        assert reader.text(reader.required(case, "cites", "a case"), "cites")
    reader.done()


def test_no_case_is_lost(snapshot: SnapshotAssertion) -> None:
    """What is proved, clause by clause: a case that is gone shows here as the line that is now unproved."""
    reader = Reader(ScriptError, "case")
    lines = [f"{reader.text(case.get('cites'), 'cites')}: {name.partition(': ')[2]}" for name, case, _ in ALL]
    assert "\n".join(sorted(lines)) == snapshot


@pytest.mark.parametrize(("case", "file"), [pytest.param(case, file, id=name) for name, case, file in ALL])
def test_case(case: Mapping, file: str) -> None:
    body = case.get("game")
    assert isinstance(body, Mapping)
    one = Scalar("1", Place(file))
    game = game_from_node(Mapping({"eleusis": (one, one), **body.entries}, body.place), file)
    wanted = case.get("findings")
    codes = [item.text for item in wanted if isinstance(item, Scalar)] if isinstance(wanted, Sequence) else []

    replayed = replay_game(game)

    assert [found.code for found in replayed.findings] == codes, "\n".join(map(str, replayed.findings))
    for script, round_ in zip(game.rounds, replayed.rounds, strict=True):
        # A round that an illegal move cut short must still stand where it stood before that move.
        failed = [difference(expected, actual(round_, expected)) for expected in script.expected]
        assert [text for text in failed if text] == [] or "expectation" in codes
