"""The rules, clause by clause: each case of tests/cases is a game that its expectations hold against the text."""

from __future__ import annotations

import re
from functools import cache

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis.driving.replayed import GameReplay
from eleusis.ground.errors import Place, ScriptError
from eleusis.ground.yaml.parsing import Mapping, Scalar, Sequence, YamlReader, load
from eleusis.record.gamefile.contents import GameFile
from eleusis.record.gamefile.reading import game_from_node
from eleusis.record.replaying.expecting import actual, difference
from eleusis.record.replaying.replay import replay_game
from tests.helpers.places import CASES

NAMES = [
    f"{path.stem}: {name}"
    for path in sorted(CASES.glob("*.yaml"))
    for name in re.findall(r"^  - name: (.+)$", path.read_text(encoding="utf-8"), re.M)
]


@cache
def cases() -> dict[str, Mapping]:
    """Every case by its name."""
    all_cases = {}
    for path in sorted(CASES.glob("*.yaml")):
        top = load(path)
        assert isinstance(top, Mapping)
        items = top.get("cases")
        assert isinstance(items, Sequence)
        for item in items:
            assert isinstance(item, Mapping)
            name = item.get("name")
            assert isinstance(name, Scalar)
            all_cases[f"{path.stem}: {name.text}"] = item
    return all_cases


def test_every_case_has_a_name_of_its_own_and_cites_a_clause() -> None:
    reader = YamlReader(ScriptError, "case")
    assert [*cases()] == NAMES
    for case in cases().values():
        reader.mapping(case, ("name", "cites", "pair", "game", "findings"), "a case")
        assert reader.text(reader.require(case, "cites", "a case"), "cites")
    reader.finish()


def test_no_case_is_lost(snapshot: SnapshotAssertion) -> None:
    """What is proved, clause by clause: a case that is gone shows here as the line that is now unproved."""
    reader = YamlReader(ScriptError, "case")
    lines = [
        f"{reader.text(case.get('cites'), 'cites')}: {name.partition(': ')[2]}" for name, case in cases().items()
    ]
    assert "\n".join(sorted(lines)) == snapshot


def problems_of(game: GameFile, replayed: GameReplay, codes: list[str]) -> list[str]:
    """All that is otherwise than a case says, of all its rounds: findings besides those of `codes`, codes that
    nothing has, and where a round that an illegal move cut short doesn't stand as it is expected to."""
    problems = [str(finding) for finding in replayed.findings]
    if [finding.code for finding in replayed.findings] == codes:
        problems = []
    else:
        problems.append(f"the findings should be {codes}")
    for script, round_ in zip(game.rounds, replayed.rounds, strict=True):
        if round_.stopped_by is not None:
            failed = [(expected, difference(expected, actual(round_, expected))) for expected in script.expected]
            problems += [f"{expected.place}: {text}" for expected, text in failed if text]
    return problems


@pytest.mark.parametrize("name", NAMES, ids=NAMES)
def test_case(name: str) -> None:
    case = cases()[name]
    body = case.get("game")
    assert isinstance(body, Mapping)
    file = str(body.place.file)
    version = Scalar("1", Place(file))
    game = game_from_node(Mapping({"eleusis": (version, version), **body.entries}, body.place), file)
    wanted = case.get("findings")
    codes = [item.text for item in wanted if isinstance(item, Scalar)] if isinstance(wanted, Sequence) else []

    replayed = replay_game(game)

    problems = problems_of(game, replayed, codes)
    assert not problems, "\n" + "\n".join(problems)
