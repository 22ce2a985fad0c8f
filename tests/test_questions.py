"""Nobody outside the policies asks which kind a policy is, nor outside the game which kind an event is.

A question about the kind is an `if` that the next kind is forgotten in. Policies answer by their methods, events
declare what follows from them. Read from the syntax trees, as the layers are (tests/test_layers.py).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from eleusis.game.events import EVENTS, AnyEvent, Event
from eleusis.variant.knobs import Policy, knobs_of
from eleusis.variant.model import Variant
from tests.modules import PACKAGE, tree_of, trees_in

ALL_EVENTS = {
    "record/gamefile/facts.py": "what may stand after `=>`: a phrase, or none, for each event",
    "words/page/telling.py": "the story: a line, or a part of one, for each event",
    "words/page/plain_lines.py": "a line in the notation, or a part of one, for each event",
    "table/advice.py": "`why`: a clause, or none, for each event",
    "lab/diffing/side_by_side.py": "an event that differs by itself, in words",
    "minds/induction/clues.py": "what each event tells about the rule",
    "envs/observation.py": "what an agent is shown of each event that no state keeps",
    "reviewing/reckoning.py": "what each event adds to the review of its turn",
}
"""The modules whose very job is to go over all events: they may `match` them, and close that by assert_never."""

KERNEL = "lab/kernel/variant_knobs.py"
"""Tells the kernel, which is no Python, of which kind a policy is; what it doesn't know it declines."""


def policies(cls: type[Any]) -> Iterator[type[Any]]:
    """The policies among which a section and those below it may choose."""
    for _, knob in knobs_of(cls).values():
        for kind in knob.kinds:
            if issubclass(kind, Policy):
                yield kind
            yield from policies(kind)


def asks(tree: ast.Module, names: set[str]) -> Iterator[int]:
    """The lines of a module that ask whether something is of one of these classes."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="isinstance" | "issubclass"), args=[_, kinds]):
                asked: ast.expr = kinds
            case ast.MatchClass(cls=kinds):
                asked = kinds
            case _:
                continue
        if names & {getattr(part, "id", getattr(part, "attr", "")) for part in ast.walk(asked)}:
            yield asked.lineno


def askers(room: str, names: set[str]) -> dict[str, list[int]]:
    """The modules outside a room that ask so, with their lines."""
    asked = {name: [*asks(tree, names)] for name, tree in trees_in("eleusis").items() if not name.startswith(room)}
    return {name: lines for name, lines in asked.items() if lines}


def test_only_policies_know_which_kind_they_are() -> None:
    asked = askers("variant/", {kind.__name__ for kind in policies(Variant)})
    asked.pop(KERNEL, None)
    assert not asked, f"{asked}: ask the policy for what you want of it, not which kind it is"


def test_only_the_game_knows_which_kind_an_event_is() -> None:
    asked = askers("game/", {event.__name__ for event in EVENTS})
    assert set(asked) == set(ALL_EVENTS), "what follows from an event, the event declares"


@pytest.mark.parametrize("name", sorted(ALL_EVENTS))
def test_who_goes_over_all_events_forgets_none(name: str) -> None:
    names = {event.__name__ for event in EVENTS}
    for node in ast.walk(tree_of(PACKAGE / name)):
        if isinstance(node, ast.Match) and [*asks(ast.Module([node], []), names)]:
            assert "assert_never(" in ast.unparse(node.cases[-1]), f"{name}:{node.lineno}: close it by assert_never"


def test_the_closed_union_has_every_event() -> None:
    defined = {cls for cls in Event.by_type.values() if cls.__module__.startswith("eleusis.")}
    assert defined == set(get_args(AnyEvent))
