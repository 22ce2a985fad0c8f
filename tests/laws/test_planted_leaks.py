"""Leaks planted one by one, each of which the law of twins, or the definition of a class, must find.

Each plant is what somebody could do who adds a mechanism and forgets: a test that could not fail would be no test.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Annotated, Any

import pytest
from msgspec import structs
from syrupy.assertion import SnapshotAssertion

from eleusis.driving import replayed
from eleusis.driving.driver import Step
from eleusis.driving.replayed import GameReplay, RoundReplay
from eleusis.game.event_words import EventWords
from eleusis.game.events import (
    CardForced,
    Drew,
    Event,
    Lesson,
    NewHandDealt,
    NoPlayDeclared,
    NoPlayTakenBack,
    RoundBegan,
)
from eleusis.game.layout import Layout
from eleusis.game.moves import Judge, Move, Play
from eleusis.game.round import Round
from eleusis.game.sight import EVERYONE, NOBODY, OWNERS, open_to
from eleusis.game.state import Hidden, State
from eleusis.game.view import SeenEvents, SeenRound, View, Watch
from eleusis.ground.cards import UNKNOWN, Card, cards
from eleusis.ground.errors import IllegalMove
from eleusis.table import advice
from eleusis.words.page import transcript
from tests.laws.test_twin_laws import hold
from tests.laws.twins import Leak

Patch = pytest.MonkeyPatch
EventMeta: Any = type(Event)
"""Makes a class of event as a class statement does."""
SAYS = EventWords(begins=False, fact="", line="", story="")


def drawn_open(patch: Patch) -> None:
    """The cards of a draw are shown to all."""
    patch.setattr(Drew, "secrets", {})


def new_hand_open(patch: Patch) -> None:
    """The new hand after a right no play is shown to all."""
    patch.setattr(NewHandDealt, "secrets", {})


def stock_open(patch: Patch) -> None:
    """The order of the stock is shown with the deal."""
    patch.setattr(RoundBegan, "secrets", {"hands": OWNERS})


def hands_open(patch: Patch) -> None:
    """The hands are shown with the deal."""
    patch.setattr(RoundBegan, "secrets", {"stock": NOBODY})


class Holder(View, frozen=True, dict=True):
    """A view that has room for more than its fields."""


def holding(view: View, held: object) -> View:
    """The same view, holding something besides."""
    holder = Holder(*structs.astuple(view))
    holder.__dict__["held"] = held
    return holder


def view_keeps_the_round(patch: Patch) -> None:
    """A view keeps the round that it is of."""
    view = Round.view

    def leaky(self: Round, seat: str) -> View:
        shown = view(self, seat)
        return holding(shown, self)

    patch.setattr(Round, "view", leaky)


def view_holds_a_function(patch: Patch) -> None:
    """A view holds a function, which holds the hidden cards."""
    view = Round.view

    def leaky(self: Round, seat: str) -> View:
        shown, hidden = view(self, seat), self.hidden
        return holding(shown, lambda: len(hidden.stock))

    patch.setattr(Round, "view", leaky)


def view_of_another(patch: Patch) -> None:
    """A view is given what all the seats know."""
    view = Round.view

    def leaky(self: Round, seat: str) -> View:
        shown = view(self, seat)
        every = {place: event for own in self._watch.own.values() for place, event in own.items()}
        return structs.replace(shown, events=SeenEvents(self._watch.events, every, len(self.events)))

    patch.setattr(Round, "view", leaky)


def view_as_data_tells_the_next_card(patch: Patch) -> None:
    """A view as data, which programs are sent, tells what is drawn next; the view itself doesn't."""
    view, plain = Round.view, View.seen

    def note(self: Round, seat: str) -> View:
        return holding(view(self, seat), [card.text for card in self.hidden.stock][:1])

    def leaky(self: View) -> SeenRound:
        seen: SeenRound = plain.__get__(self)
        return structs.replace(seen, guess=" ".join(self.__dict__["held"]))

    patch.setattr(Round, "view", note)
    patch.setattr(View, "seen", property(leaky))


def events_as_they_are(patch: Patch) -> None:
    """The events that everyone knows are the round's own."""

    def leaky(self: Watch, events: list[Any]) -> None:
        self.events[:] = events

    patch.setattr(Watch, "catch_up", leaky)


def state_tells_a_drawn_card(patch: Patch) -> None:
    """What lies open says which card was drawn: it was put into the wrong one of the two."""
    apply = Drew.apply

    def leaky(self: Drew, state: State, hidden: Hidden) -> None:
        apply(self, state, hidden)
        state.guess = " ".join(card.text for card in self.cards)

    patch.setattr(Drew, "apply", leaky)


def state_keeps_a_drawn_card(patch: Patch) -> None:
    """What lies open keeps the card that was drawn, and nothing shows it yet."""
    apply = Drew.apply

    def leaky(self: Drew, state: State, hidden: Hidden) -> None:
        apply(self, state, hidden)
        state.after["drawn"] = self.cards  # type: ignore[assignment]  # a field that does not exist, as near as can be

    patch.setattr(Drew, "apply", leaky)


def options_from_the_stock(patch: Patch) -> None:
    """A right to declare is told only where the next card of the stock is black."""
    view = Round.view

    def leaky(self: Round, seat: str) -> View:
        shown = view(self, seat)
        top = self.hidden.stock[0] if self.hidden.stock else None
        if top is not None and top.index % 2:
            return structs.replace(shown, options=shown.options[1:])
        return shown

    patch.setattr(Round, "view", leaky)


def message_names_the_holder(patch: Patch) -> None:
    """Who asks for a card that he hasn't is told who has it."""
    refusal = Round.refusal

    def leaky(self: Round, move: Move) -> IllegalMove | None:
        error = refusal(self, move)
        for card in tokens_or_cards(move):
            for who, hand in self.hidden.hands.items():
                if error is not None and card in hand and error.code == "move/not-in-hand":
                    return IllegalMove(error.code, f"{error.message}: {who} does")
        return error

    patch.setattr(Round, "refusal", leaky)


def message_counts_hidden_cards(patch: Patch) -> None:
    """A card of a hand that nobody wrote down is refused because others hold it."""
    refusal = Round.refusal

    def leaky(self: Round, move: Move) -> IllegalMove | None:
        if UNKNOWN in self.hidden.hands.get(move.seat, ()):
            held = [card for hand in self.hidden.hands.values() for card in hand]
            lying = Counter([*self.state.layout.cards(), *self.state.pending, *self.hidden.stock, *held])
            if any(lying[card] >= self.state.decks for card in tokens_or_cards(move)):
                return IllegalMove("move/impossible-card", "each of them is accounted for")
        return refusal(self, move)

    patch.setattr(Round, "refusal", leaky)


def tokens_or_cards(move: Move) -> tuple[Card, ...]:
    """The cards of a play."""
    return move.cards if isinstance(move, Play) else ()


def undo_after_a_draw(patch: Patch) -> None:
    """A draw teaches nothing, it is said; so it can be taken back, and the cards have been seen."""
    patch.setattr(Drew, "teaches", None)


def undo_after_a_no_play(patch: Patch) -> None:
    """A no play can be taken back after the hand was shown."""
    patch.setattr(NoPlayDeclared, "teaches", None)


def move_with_the_dealers_card(patch: Patch) -> None:
    """`--as` prints the card that the dealer named for a no play that is taken back."""
    patch.setattr(Move, "seen_by", lambda self, seat, events: self)


def card_of_a_judgement_open(patch: Patch) -> None:
    """The card of a judgement is declared open."""
    patch.setattr(Judge, "secrets", {})


def data_with_findings(patch: Patch) -> None:
    """The data of `--as` hold the texts of the findings."""
    to_json = GameReplay.to_json

    def leaky(self: GameReplay, seat: str | None = None) -> Any:
        return {**to_json(self, seat), "findings": to_json(self)["findings"]}

    patch.setattr(GameReplay, "to_json", leaky)


def data_with_hands(patch: Patch) -> None:
    """The data of `--as` hold the hands as they are."""
    plain = replayed.round_json

    def leaky(replay: RoundReplay, seat: str | None) -> Any:
        return {**plain(replay, seat), "hands": plain(replay, None)["hands"]}

    patch.setattr(replayed, "round_json", leaky)


def page_with_the_rule(patch: Patch) -> None:
    """The transcript as a seat sees it tells the rule."""
    plain = transcript._before_play
    patch.setattr(transcript, "_before_play", lambda replay, page: [*plain(replay, page), replay.rule or ""])


def why_with_cards(patch: Patch) -> None:
    """`why` names the cards that were drawn."""
    patch.setattr(advice._Clauses, "of", lambda self, event: ("a clause", repr(event)))


def bot_sees_the_stock(patch: Patch) -> None:
    """A bot's hand ends with the next card of the stock."""
    view = Round.view

    def leaky(self: Round, seat: str) -> View:
        shown = view(self, seat)
        if self.hidden.stock and shown.hand:
            return structs.replace(shown, hand=(*shown.hand[:-1], self.hidden.stock[0]))
        return shown

    patch.setattr(Round, "view", leaky)


PLANTS: tuple[Callable[[Patch], None], ...] = (
    drawn_open, new_hand_open, stock_open, hands_open, view_keeps_the_round, view_holds_a_function,
    view_of_another, view_as_data_tells_the_next_card, events_as_they_are, state_tells_a_drawn_card,
    state_keeps_a_drawn_card, options_from_the_stock, message_names_the_holder, message_counts_hidden_cards,
    undo_after_a_draw, undo_after_a_no_play, move_with_the_dealers_card, card_of_a_judgement_open,
    data_with_findings, data_with_hands, page_with_the_rule, why_with_cards, bot_sees_the_stock,
)  # fmt: skip

ROUNDS = (
    ("abbott, quick", 4, False),
    ("guyton, quick", 2, False),
    ("matuszek, sparing", 2, False),
    ("express, prophets", 4, False),
    ("abbott, small stock", 2, True),
)
"""Rounds with new hands, misjudged no plays, draws; the last has a hand that is not written down."""


def hold_all() -> None:
    for name, seed, unwritten in ROUNDS:
        hold(name, seed, unwritten, every=2)


def test_without_a_plant_the_law_holds() -> None:
    hold_all()


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.__name__)
def test_a_planted_leak_is_found(plant: Callable[[Patch], None], monkeypatch: Patch) -> None:
    plant(monkeypatch)
    with pytest.raises(Leak):
        hold_all()


# Classes that can't be defined


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
