"""What a class of event must declare of its cards, and what is hidden from whom by that."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis.driving.driver import Step
from eleusis.game.event_words import EventWords
from eleusis.game.events import (
    CardForced,
    Drew,
    Event,
    Lesson,
    NoPlayTakenBack,
)
from eleusis.game.layout import Layout
from eleusis.game.moves import Judge
from eleusis.game.sight import EVERYONE, NOBODY, OWNERS, open_to
from eleusis.game.state import Hidden, State
from eleusis.ground.cards import Card, cards

Patch = pytest.MonkeyPatch
EventMeta: Any = type(Event)
"""Makes a class of event as a class statement does."""
SAYS = EventWords(begins=False, fact="", line="", story="")


def test_a_card_field_that_does_not_say_who_may_see_it_is_an_error(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(TypeError) as caught:

        class Peeked(Event, frozen=True):
            teaches = None
            seat: str
            card: Card

            def apply(self, state: State, hidden: Hidden) -> None: ...

    assert str(caught.value) == snapshot


@pytest.mark.parametrize(
    "annotation", ["tuple[Card, ...]", "Card | None", "dict[str, Card]", Layout.__name__, "list[int]"]
)
def test_so_is_any_field_that_could_hold_one(annotation: str) -> None:
    body = {"__module__": __name__, "__annotations__": {"what": annotation}, "teaches": None, "says": SAYS}
    with pytest.raises(TypeError, match="what can hold cards"):
        EventMeta("Peeked", (Event,), {**body, "apply": lambda self, state, hidden: None}, frozen=True)


def test_an_event_says_what_it_changes_and_what_it_teaches_and_has_a_name_of_its_own() -> None:
    def apply(self: Event, state: State) -> None: ...

    def define(name: str, **body: object) -> None:
        body = {"__module__": __name__, "__annotations__": {"seat": "str"}, **body}
        EventMeta(name, (Event,), body, frozen=True)

    with pytest.raises(TypeError, match="doesn't say what it changes"):
        define("Peeked", teaches=None)
    with pytest.raises(TypeError, match="doesn't say what it teaches"):
        define("Peeked", apply=apply)
    with pytest.raises(TypeError, match="second event of the type 'drew'"):
        define("Drew", apply=apply, teaches=None, says=SAYS)
    with pytest.raises(TypeError, match="names the field 'crads'"):
        define("Peeked", apply=apply, teaches=Lesson("it was seen", cards="crads"), says=SAYS)
    with pytest.raises(TypeError, match="doesn't say what is told"):
        define("Peeked", apply=apply, teaches=None)
    with pytest.raises(TypeError, match="whether that was right"):
        define("Peeked", apply=apply, teaches=None, says=SAYS, judges="play")
    assert "peeked" not in Event.by_type


@pytest.mark.parametrize(
    ("by", "lesson", "wrong"),
    [
        ("sead", Lesson("seen"), "has no such field"),
        ("card", Lesson("seen"), "has no such field"),
        (OWNERS, Lesson("seen"), "isn't a map"),
        ("events", Lesson("seen"), "that is for moves"),
        ("seat", None, "must teach a Lesson"),
    ],
)
def test_who_may_see_it_must_make_sense(by: str, lesson: Lesson | None, wrong: str) -> None:
    body = {
        "__module__": __name__,
        "__annotations__": {"seat": "str", "card": f"Annotated[Card, open_to({by!r})]"},
        "teaches": lesson,
        "says": SAYS,
        "apply": lambda self, state, hidden: None,
    }
    with pytest.raises(TypeError, match=wrong):
        EventMeta("Peeked", (Event,), body, frozen=True)


def test_what_is_open_to_a_seat_is_hidden_from_the_others(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Event, "by_type", dict(Event.by_type))

    class Peeked(Event, frozen=True):
        teaches = Lesson("{seat} has seen {card}", cards="card")
        says = SAYS
        seat: str
        card: Annotated[Card, open_to("seat")]
        below: Annotated[tuple[Card, ...], open_to(NOBODY)]
        table: Annotated[tuple[Card, ...], open_to(EVERYONE)]
        note: Annotated[str | None, open_to(NOBODY)]

        def apply(self, state: State, hidden: Hidden) -> None: ...

    five, *others = cards("5H 6H 7H")
    event = Peeked("Ann", five, tuple(others), tuple(others), "a secret")
    assert event.seen_by("Ann") == Peeked("Ann", five, cards("?? ??"), tuple(others), None)
    assert (
        event.seen_by("Bob")
        == event.seen_by(None)
        == Peeked("Ann", cards("??")[0], cards("?? ??"), tuple(others), None)
    )
    assert event.to_insiders() == [("Ann", event.seen_by("Ann"))]
    assert event.lesson == "Ann has seen 5H"
    assert event.seen_by("Bob").lesson is None


def test_that_a_prophet_drew_a_card_like_it_does_not_tell_him_which_card_the_dealer_named() -> None:
    """matuszek takes a misjudged no play back, and nobody learns which card was right."""
    five = cards("5H")[0]
    events = (NoPlayTakenBack("Cleo", False), Drew("Bob", cards("5H 9C"), "overthrown", 2))
    step = Step(6, Judge("Ann", False, five), events)
    for seat in ("Bob", "Cleo", "Dan", None):
        assert step.seen_by(seat).move.text == "judge wrong"
    assert step.seen_by("Ann").move.text == "judge wrong 5H"
    forced = Step(6, Judge("Ann", False, five), (CardForced("Cleo", five),))
    assert forced.seen_by("Dan").move.text == "judge wrong 5H"


def test_a_draw_of_anns_is_hidden_from_bob() -> None:
    drew = Drew("Ann", cards("5H 6H"), "wrong play", 2)
    assert drew.seen_by("Bob") == Drew("Ann", cards("?? ??"), "wrong play", 2)
    assert drew.seen_by("Ann") is not None
    assert drew.seen_by("Ann") == drew
