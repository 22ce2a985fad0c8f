"""The view: all that one seat may see of a round, computed here and nowhere else.

A view is made of what lies open (`State`), its seat's own hand and the sizes of all hands and of the stock. Its
events are those that everyone knows, every hidden card masked, with the few of which the seat saw more. It has no
way to the round, to its hidden cards or to its events: what a view must not tell, it doesn't hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta, structs

from eleusis.game import legality
from eleusis.game.events import AnyEvent
from eleusis.game.layout import Layout
from eleusis.game.moves import Move, Play, read_move
from eleusis.game.state import EndReason, Hidden, Phase, State
from eleusis.ground.cards import Card
from eleusis.ground.data import Json, ListSoFar, from_data, to_data
from eleusis.ground.errors import NotationError
from eleusis.variant import Variant

_Count = Annotated[int, Meta(ge=0)]
"""How many there are of something."""


class Watch:
    """The events of a round that goes on, as everyone knows them and as each seat does.

    `own[seat][i]` is the i-th event as that seat knows it, where it knows more of it than a spectator.
    """

    __slots__ = ("events", "own")

    def __init__(self) -> None:
        self.events: list[AnyEvent] = []
        self.own: dict[str, dict[int, AnyEvent]] = {}

    def copy(self) -> Watch:
        """The same events in lists of their own."""
        twin = Watch()
        twin.events, twin.own = [*self.events], {seat: {**own} for seat, own in self.own.items()}
        return twin

    def catch_up(self, events: list[AnyEvent]) -> None:
        """Take in what has happened since the last time."""
        public = self.events
        for event in events[len(public) :]:
            if event.secrets:
                for insider, more in event.to_insiders():
                    self.own.setdefault(insider, {})[len(public)] = more
            public.append(event.seen_by(None))


class SeenEvents(ListSoFar[AnyEvent]):
    """The events of a round up to a moment as one seat knows them."""

    __slots__ = ("_own",)

    def __init__(self, shared: list[AnyEvent], own: dict[int, AnyEvent], size: int) -> None:
        super().__init__(shared, size)
        self._own = own

    def _at(self, place: int) -> AnyEvent:
        return self._own.get(place) or self._shared[place]

    def __iter__(self) -> Iterator[AnyEvent]:
        own = self._own
        for place, event in enumerate(islice(self._shared, self._size)):
            yield own.get(place) or event

    def since(self, earlier: Sequence[AnyEvent]) -> Sequence[AnyEvent] | None:
        """What has happened since `earlier`; None where these don't begin with all of that.

        It is told at once where both are windows on the same round.
        """
        same = isinstance(earlier, SeenEvents) and earlier._shared is self._shared and earlier._own is self._own
        if len(earlier) > self._size or not (same or all(a == b for a, b in zip(earlier, self, strict=False))):
            return None
        return self[len(earlier) :]


class SeenRound(msgspec.Struct, frozen=True):
    """What a seat may see of a round."""

    seat: Annotated[str | None, Meta(description="Whose view it is; null for a spectator.")]
    players: Annotated[tuple[str, ...], Meta(description="Who is at the table, clockwise, including the dealer.")]
    dealer: Annotated[str, Meta(description="Who deals this round.")]
    hand: Annotated[tuple[Card, ...], Meta(description="The seat's own cards; none for the dealer.")]
    hands: Annotated[
        dict[str, tuple[Card, ...]],
        Meta(description="Every seat's hand; for other seats, the cards that were shown, and ?? for the rest."),
    ]
    layout: Annotated[Layout, Meta(description="The cards on the table.")]
    starters: Annotated[tuple[Card, ...], Meta(description="The card or cards that the mainline began with.")]
    stock: Annotated[_Count, Meta(description="How many cards are in the stock.")]
    decks: Annotated[_Count, Meta(description="How many decks are in play by now.")]
    phase: Annotated[Phase, Meta(description="What the round waits for.")]
    to_act: Annotated[str | None, Meta(description="The seat that acts next; null when the round is over.")]
    mover: Annotated[str | None, Meta(description="The seat whose turn it is, or was last.")]
    pending: Annotated[tuple[Card, ...], Meta(description="The cards that have been played and not yet judged.")]
    call: Annotated[
        bool | None, Meta(description="The prophet's call on the play or no play being judged; true means right.")
    ]
    named: Annotated[Card | None, Meta(description="The card the prophet named when calling a no play wrong.")]
    guess: Annotated[str | None, Meta(description="The last guess, in the guesser's own words.")]
    prophet: Annotated[str | None, Meta(description="Who is prophet now.")]
    declared_at: Annotated[int | None, Meta(description="Cards on the layout when the prophet declared.")]
    right_since: Annotated[int | None, Meta(description="Right cards since then.")]
    wrong_since: Annotated[int | None, Meta(description="Wrong cards since then.")]
    expelled: Annotated[tuple[str, ...], Meta(description="Who was expelled, in order.")]
    sudden_death: Annotated[bool, Meta(description="Whether a player who is wrong now is expelled.")]
    set_aside: Annotated[tuple[Card, ...], Meta(description="The cards turned as starters that were not right.")]
    turn: Annotated[_Count, Meta(description="How many turns have been judged.")]
    turns_left: Annotated[
        int | None, Meta(description="How many turns are left in the round; null if there is no limit.")
    ]
    wrong_guesses: Annotated[
        dict[str, _Count], Meta(description="How often each seat has guessed wrong, for those that have.")
    ]
    ended: Annotated[EndReason | None, Meta(description="Why the round ended; null while it goes on.")]


class View(SeenRound, frozen=True):
    """A round as one seat may see it, at the moment of the view; it can't be changed.

    What it knows of the round can be had as data; a spectator's `seat` is empty here.

    >>> from eleusis import deal, load_variant
    >>> view = deal(load_variant("express"), ["Ann", "Bob", "Cleo"], seed=3).view("Bob")
    >>> view.hand[:3], view.hands["Cleo"][:3]
    ((Card(KH), Card(QC), Card(4D)), (Card(??), Card(??), Card(??)))
    >>> view.due, view.options[0], view.stock
    (<class 'eleusis.game.moves.Play'>, Play(seat='Bob', cards=(Card(KH),)), 79)
    """

    seat: str
    options: tuple[Move, ...] = ()
    """What the seat may do; nothing unless it is to act."""
    events: SeenEvents = SeenEvents([], {}, 0)
    """What happened up to the moment of the view, as this seat may know it."""

    if TYPE_CHECKING:  # given from above, by eleusis/__init__.py

        def _repr_html_(self) -> str: ...

    @property
    def seen(self) -> SeenRound:
        """What the seat may see, without what has happened and what it may do."""
        return SeenRound(self.seat or None, *structs.astuple(self)[1 : len(SeenRound.__struct_fields__)])

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards each hand has, clockwise from the dealer's left."""
        return tuple(map(len, self.hands.values()))

    @property
    def mainline(self) -> Sequence[Card]:
        """The mainline of the layout."""
        return self.layout.mainline

    @property
    def due(self) -> type[Move] | None:
        """The kind of move that the seat is asked for, as the first of its options is; None unless it is to act."""
        if self.options:
            return type(self.options[0])
        return Play if self.seat and self.seat == self.to_act else None

    @property
    def playable(self) -> tuple[Card, ...]:
        """The different cards that it may play now, in hand order."""
        return tuple([move.cards[0] for move in self.options if isinstance(move, Play)])

    def to_json(self) -> dict[str, Json]:
        """The view as data, cards as `10D` and those that the seat doesn't know as `??`.

        What happened (`events`) and what the seat may do (`options`) are not part of it.
        """
        data: dict[str, Json] = to_data(self.seen)
        return data

    @classmethod
    def from_json(
        cls, data: Mapping[str, Any], *, options: Sequence[str] = (), events: Sequence[AnyEvent] = ()
    ) -> View:
        """The view that `to_json` printed, with the options as a game file has them, and the events that are known.

        It has no round behind it. Keys that it doesn't know are ignored. Raises NotationError: `notation/view` for
        a key that is missing or of another kind, else as `read_move` and `card`.
        """
        try:
            facts = structs.asdict(from_data(data, SeenRound))
        except msgspec.ValidationError as error:
            raise NotationError("notation/view", f"a view can't be like this: {error}") from None
        if len(facts["layout"].mainline) != len(facts["layout"].sidelines):
            raise NotationError("notation/view", "a layout has wrong plays, or none, for each card of the mainline")
        facts["seat"] = seat = facts["seat"] or ""
        moves = tuple([read_move(text, seat) for text in options])
        return cls(**facts, options=moves, events=SeenEvents(list(events), {}, len(events)))


def take_view(watch: Watch, state: State, hidden: Hidden, variant: Variant, seat: str = "") -> View:
    """The view of a seat (without one a spectator's); `watch` knows all the events that led to this state."""
    hands = {
        who: tuple(hand) if who == seat else legality.open_hand(state, who, len(hand))
        for who, hand in hidden.hands.items()
    }
    to_act = legality.to_act(state, variant)
    prophet = state.prophet
    return View(
        seat=seat,
        players=state.players,
        dealer=state.dealer,
        hand=hands.get(seat, ()),
        hands=hands,
        layout=state.layout.now(),
        starters=state.starters,
        stock=len(hidden.stock),
        decks=state.decks,
        phase=state.phase,
        to_act=to_act,
        mover=state.mover,
        pending=state.pending,
        call=state.call,
        named=state.named,
        guess=state.guess,
        prophet=prophet,
        declared_at=None if prophet is None else state.declared_at,
        right_since=None if prophet is None else state.right_since,
        wrong_since=None if prophet is None else state.wrong_since,
        expelled=state.expelled,
        sudden_death=state.sudden_death,
        set_aside=state.set_aside,
        turn=state.turn,
        turns_left=variant.turn_limit.count_left(state.turn),
        wrong_guesses=dict(state.wrong_guesses),
        ended=state.ended,
        options=legality.options(state, variant, seat, hands) if seat and seat == to_act else (),
        events=SeenEvents(watch.events, watch.own.setdefault(seat, {}), len(watch.events)),
    )
