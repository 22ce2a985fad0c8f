"""Nobody outside the policies asks which kind a policy is, nor outside the game which kind an event is.

A question about the kind is an `if` that the next kind is forgotten in. Policies answer by their methods, events
declare what follows from them. Read from the syntax trees, as the layers are (tests/test_layers.py).
"""

from __future__ import annotations

from typing import get_args

import pytest

from eleusis.game.events import AnyEvent, Event
from tests.modules import PACKAGE, modules_in, tree_of
from tests.questions import events, open_matches, policies, questions

ALL_EVENTS = {
    "record/gamefile/facts.py": "what may stand after `=>`: a phrase, or none, for each event",
    "words/page/telling.py": "the story: a line, or a part of one, for each event",
    "words/page/plain_lines.py": "a line in the notation, or a part of one, for each event",
    "table/advice.py": "`why`: a clause, or none, for each event",
    "lab/diffing/side_by_side.py": "an event that differs by itself, in words",
    "minds/induction/clues.py": "what each event tells about the rule",
    "reviewing/reckoning.py": "what each event adds to the review of its turn",
}
"""The modules whose very job is to go over all events: they may `match` them, and close that by assert_never."""

POLICIES, EVENTS_THERE_ARE = policies(), events()


def test_only_policies_know_which_kind_they_are() -> None:
    paths = {name: path for name, path in modules_in("eleusis").items() if not name.startswith("variant/")}
    asked = {name: lines for name, path in paths.items() if (lines := questions(tree_of(path), POLICIES))}
    assert not asked, f"{asked}: ask the policy for what you want of it, not which kind it is"


def test_only_the_game_knows_which_kind_an_event_is() -> None:
    paths = {name: path for name, path in modules_in("eleusis").items() if not name.startswith("game/")}
    asked = {
        name: lines
        for name, path in paths.items()
        if (lines := questions(tree_of(path), EVENTS_THERE_ARE, matches=name not in ALL_EVENTS))
    }
    assert not asked, f"{asked}: what follows from an event, the event declares"


@pytest.mark.parametrize("name", sorted(ALL_EVENTS))
def test_who_goes_over_all_events_forgets_none(name: str) -> None:
    source = tree_of(PACKAGE / name)
    assert questions(source, EVENTS_THERE_ARE), f"{name} goes over no events: take it off the list"
    left_open = open_matches(source, EVENTS_THERE_ARE)
    assert not left_open, f"{name}:{left_open}: end it with `case _: assert_never(event)`"


def test_the_closed_union_has_every_event() -> None:
    """Every class that is defined as an event in the package, found by its base; so far it is in no `match`."""
    defined = {cls for cls in Event.by_type.values() if cls.__module__.startswith("eleusis.")}
    assert len(defined) > 20
    left_out = {cls.__name__ for cls in defined} - {cls.__name__ for cls in get_args(AnyEvent)}
    assert not left_out, f"not in AnyEvent (eleusis/game/events/__init__.py): {', '.join(sorted(left_out))}"


# The same, planted

POLICY = """
from typing import Any
from eleusis.variant import ending, load_variant
from eleusis.variant.mechanisms.expulsion import NoExpulsion, PerPlay as Usual
from eleusis.variant.model import Variant
import eleusis.variant.mechanisms.prophet as prophets

def asked(variant: Variant, policy: Any) -> object:
"""
EVENT = """
from typing import Any
from eleusis.game import events as ev
from eleusis.game.events import Drew, Played as Put
from eleusis.game.events.turn import Expelled

def asked(event: ev.Event) -> object:
"""


@pytest.mark.parametrize(
    "question",
    [
        "isinstance(variant.expulsion, NoExpulsion)",
        "isinstance(variant.expulsion, (int, Usual))",
        "isinstance(policy, int | ending.NoCutoff)",
        "issubclass(policy, prophets.ProphetPolicy)",
        "type(variant.expulsion) is Usual",
        "policy.__class__ in (Usual, NoExpulsion)",
        'variant.expulsion.kind == "none"',
        '"sudden_death" == policy',
        'variant.stock.empty != "refill"',
        'variant.hints in ("none", "any_time")',
        'variant.prophet.marker == "last_card"',
        'variant.guess.judged == "from_here"',
        'variant.game.rounds == "equal_deals"',
        'getattr(policy, "since_marker", 40)',
        'hasattr(variant.cutoff, "layout")',
        '{"before_play": 1, "any_time": 2, "none": 3}[policy]',
    ],
)
def test_a_planted_question_about_a_policy(question: str) -> None:
    assert questions(f"{POLICY}    return {question}\n", POLICIES) == [9]


@pytest.mark.parametrize(
    "match",
    [
        "match variant.expulsion:\n        case NoExpulsion():\n            pass",
        "match variant:\n        case Variant(cutoff=ending.NoCutoff()):\n            pass",
        'match variant.hints.kind:\n        case "none":\n            pass',
        'match policy:\n        case "per_card" | "squared":\n            pass',
    ],
)
def test_a_planted_match_on_a_policy(match: str) -> None:
    assert questions(f"{POLICY}    {match}\n", POLICIES)


@pytest.mark.parametrize(
    "question",
    [
        "isinstance(event, Drew)",
        "isinstance(event, ev.Accepted | ev.Rejected)",
        "isinstance(event, (ev.Why, ev.Accepted))",
        "issubclass(type(event), (int, Put))",
        "type(event) is Expelled",
        "event.__class__ in {ev.Drew, ev.Expelled}",
        'event.type == "drew"',
        'event.type in ("accepted", "rejected")',
        'getattr(event, "cards", ())',
        '{"prophet_declared": True, "prophet_overthrown": False}.get(event.type)',
    ],
)
def test_a_planted_question_about_an_event(question: str) -> None:
    assert questions(f"{EVENT}    return {question}\n", EVENTS_THERE_ARE) == [8]


def test_a_planted_match_on_an_event() -> None:
    match = f"{EVENT}    match event:\n        case Drew() | ev.Expelled():\n            return 1\n"
    closed = f"{match}        case _:\n            assert_never(event)\n"
    skips = f"{match}        case _:\n            return None\n"
    for source in (match, closed, skips):
        assert questions(source, EVENTS_THERE_ARE) == [9]
        assert questions(source, EVENTS_THERE_ARE, matches=False) == []
    assert open_matches(match, EVENTS_THERE_ARE) == [8]
    assert open_matches(skips, EVENTS_THERE_ARE) == [8]
    assert open_matches(closed, EVENTS_THERE_ARE) == []


@pytest.mark.parametrize(
    ("source", "family"),
    [
        (f"{POLICY}    return variant.expulsion.is_met(3, None), isinstance(policy, str), policy.kind == 'w'\n", 0),
        (f"{POLICY}    return variant.hints.in_words(), getattr(policy, 'name'), load_variant('none')\n", 0),
        (f"{EVENT}    return ev.Drew('Ann', (), 'wrong play', 0), event == Put('Ann', ()), event.type\n", 1),
        ("class Drew: ...\nprint(isinstance(3, Drew), 'drew' == 'drawn')\n", 1),
    ],
)
def test_what_is_no_such_question(source: str, family: int) -> None:
    assert questions(source, (POLICIES, EVENTS_THERE_ARE)[family]) == []
