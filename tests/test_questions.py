"""Nobody outside the policies asks which kind a policy is, nor outside the game which kind an event is.

A question about the kind is an `if` that the next kind is forgotten in. Policies answer by their methods, events
declare what follows from them. Read from the syntax trees, as the layers are (tests/test_layers.py).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from eleusis.game.events import EVENTS, AnyEvent, Drew, Event, for_every_event
from eleusis.variant.knobs import Policy, knobs_of
from eleusis.variant.model import Variant
from tests.helpers.modules import trees_in

REMEMBER = {
    "words/page/telling.py": "the story: what hangs on the line before",
    "words/page/plain_lines.py": "the deal, which is told in sentences",
    "table/advice.py": "`why`: what a later event is explained by",
    "lab/diffing/side_by_side.py": "a deal that differs, in words",
    "minds/induction/clues.py": "what is judged, and what was named",
    "envs/observation.py": "what an agent is shown that no state keeps",
    "reviewing/reckoning.py": "the turn while it goes on",
}
"""The modules that ask which kind an event is, and for what they keep in mind; all else, events say themselves."""

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


@pytest.mark.long
def test_only_policies_know_which_kind_they_are() -> None:
    asked = askers("variant/", {kind.__name__ for kind in policies(Variant)})
    asked.pop(KERNEL, None)
    assert not asked, f"{asked}: ask the policy for what you want of it, not which kind it is"


@pytest.mark.long
def test_only_the_game_knows_which_kind_an_event_is() -> None:
    asked = askers("game/", {event.__name__ for event in EVENTS})
    assert set(asked) == set(REMEMBER), "what follows from an event, the event declares"


def test_a_table_of_all_events_forgets_none() -> None:
    whole = dict.fromkeys(EVENTS, "")
    assert for_every_event(whole) == whole
    del whole[Drew]
    with pytest.raises(TypeError, match="says nothing of Drew"):
        for_every_event(whole)


def test_the_closed_union_has_every_event() -> None:
    defined = {cls for cls in Event.by_type.values() if cls.__module__.startswith("eleusis.")}
    assert defined == set(get_args(AnyEvent))
