"""Nothing without an example: each move, event, policy, reason, error code and command occurs in the tests.

The lists are derived from the code; what fails names what has no example yet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest
import typer

from eleusis.doors.cli.common.framework import build
from eleusis.driving.replayed import GameReplay
from eleusis.game.events import EVENTS
from eleusis.game.moves import MOVES
from eleusis.game.state import END_REASONS
from eleusis.ground.errors import EleusisError, Place
from eleusis.ground.yaml.parsing import Mapping, Scalar, Sequence, load
from eleusis.record.gamefile.reading import game_from_node, load_game
from eleusis.record.replaying.replay import replay_game
from eleusis.variant.knobs import Knob, knobs_of
from eleusis.variant.model import Variant
from tests.helpers.codes import AREAS, codes
from tests.helpers.places import TESTS

OWN = {Path(__file__), TESTS / "helpers" / "codes.py"}


@cache
def cases() -> tuple[GameReplay, ...]:
    """Every game of tests/cases, replayed."""
    games = []
    for path in sorted((TESTS / "cases").glob("*.yaml")):
        top = load(path)
        cases = top.get("cases") if isinstance(top, Mapping) else None
        for case in cases if isinstance(cases, Sequence) else ():
            body = case.get("game") if isinstance(case, Mapping) else None
            if isinstance(body, Mapping):
                version = Scalar("1", Place(str(path)))
                node = Mapping({"eleusis": (version, version), **body.entries}, body.place)
                games.append(replay_game(game_from_node(node, str(path))))
    return tuple(games)


@cache
def replays() -> tuple[GameReplay, ...]:
    """Every game of tests/cases and tests/games, replayed."""
    return (*cases(), *(replay_game(load_game(path)) for path in sorted((TESTS / "games").glob("*.yaml"))))


@cache
def texts() -> str:
    """The sources, snapshots and sessions of the tests, this file and the finder of codes left out."""
    paths = [
        *TESTS.rglob("*.py"),
        *TESTS.rglob("*.ambr"),
        *TESTS.rglob("sessions/*.txt"),
        *(TESTS / "cases").glob("*.yaml"),
    ]
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(paths) if path not in OWN)


def nothing_lacks(missing: Iterable[str]) -> None:
    named = sorted(missing)
    assert not named, "no example in the tests: " + ", ".join(named)


def seen(kind: str) -> set[str]:
    """What of a kind occurs in the replayed games."""
    rounds = [record for game in replays() for record in game.rounds]
    kinds: dict[str, set[str]] = {
        "verb": {step.move.verb for record in rounds for step in record.steps},
        "event": {event.type for record in rounds for event in record.round.events},
        "reason": {str(record.ended) for record in rounds if record.ended},
        "code": {finding.code for game in replays() for finding in game.findings},
    }
    return kinds[kind]


def test_every_move_is_made() -> None:
    nothing_lacks({move.verb for move in MOVES} - seen("verb"))


def test_every_event_happens() -> None:
    nothing_lacks({event.type for event in EVENTS} - seen("event"))


@pytest.mark.long
def test_every_round_ends_in_every_way() -> None:
    nothing_lacks(set(END_REASONS) - seen("reason"))


def policies(cls: type[Any]) -> Iterator[type[Any]]:
    """The classes that a section may choose among, all the way down."""
    for _, knob in knobs_of(cls).values():
        if isinstance(knob, Knob) and knob.form == "section":
            for kind in knob.kinds:
                if len(knob.kinds) > 1:
                    yield kind
                yield from policies(kind)


def parts(value: Any) -> Iterator[type[Any]]:
    """The classes of a variant and of all that stands in it."""
    if attrs.has(type(value)):
        yield type(value)
        for field in attrs.fields(type(value)):
            yield from parts(getattr(value, field.name))


def test_every_policy_has_a_case() -> None:
    used = {cls for game in cases() for cls in parts(game.variant)}
    nothing_lacks(cls.__name__ for cls in set(policies(Variant)) - used)


def words(cls: type[Any], path: str = "") -> Iterator[tuple[str, str, set[object]]]:
    """The knobs that are words or flags: path, name of the class, choices."""
    for name, (field, knob) in knobs_of(cls).items():
        if knob.form == "word":
            yield cls.__name__, field.name, set(knob.choices)
        elif knob.form == "flag":
            yield cls.__name__, field.name, {True, False}
        elif knob.form == "section":
            for kind in knob.kinds:
                yield from words(kind, f"{path}{name}.")


def values(value: Any) -> Iterator[tuple[str, str, object]]:
    if attrs.has(type(value)):
        for field in attrs.fields(type(value)):
            inner = getattr(value, field.name)
            yield type(value).__name__, field.name, inner
            yield from values(inner)


def test_every_word_and_flag_of_a_knob_is_played_with() -> None:
    used: dict[tuple[str, str], set[object]] = {}
    for game in replays():
        for cls, name, value in values(game.variant):
            if isinstance(value, (str, bool)):
                used.setdefault((cls, name), set()).add(value)
    missing = []
    for cls, name, choices in words(Variant):
        if cls != "About":
            missing += [f"{cls}.{name}: {choice}" for choice in choices - used.get((cls, name), set())]
    nothing_lacks(missing)


@pytest.mark.long
@pytest.mark.parametrize("area", AREAS)
def test_every_error_code_has_an_example(area: str) -> None:
    of_area = {code: name for code, name in codes().items() if code.startswith(f"{area}/")}
    assert of_area, "no code of this area is found"
    examples = seen("code") | set(re.findall(r"(?<![\w/])[a-z]+/[a-z]+(?:-[a-z]+)*", texts()))
    nothing_lacks(f"{code} ({name})" for code, name in of_area.items() if code not in examples)


def test_every_subclass_of_the_error_has_an_exit_code() -> None:
    assert {cls.exit_code for cls in EleusisError.__subclasses__()} == {1, 2}


def commands(app: typer.Typer) -> Iterator[tuple[str, ...]]:
    """The words of every command."""
    for command in app.registered_commands:
        yield (str(command.name or getattr(command.callback, "__name__", "")),)
    for group in app.registered_groups:
        assert group.typer_instance is not None
        for words_ in commands(group.typer_instance):
            yield (group.name or "", *words_)


def test_every_command_is_run() -> None:
    missing = []
    for words_ in commands(build()):
        pattern = r",\s*".join(f'"{word}"' for word in words_)
        if not re.search(pattern, texts()):
            missing.append(" ".join(words_))
    nothing_lacks(missing)
