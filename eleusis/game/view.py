"""The view: all that one seat may see of a round, computed here and nowhere else.

A view looks at what lies open (`State`), and has its seat's own hand and the sizes of all hands and of the stock.
Its events are those that everyone knows, every hidden card masked, with the few of which the seat saw more. It has
no way to the round, to its hidden cards or to its events: what a view must not tell, it doesn't hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from operator import attrgetter
from types import UnionType
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar, get_args, overload

from eleusis.game import legality
from eleusis.game.events import AnyEvent
from eleusis.game.events.base import fold
from eleusis.game.layout import Layout
from eleusis.game.moves import Move, Play, read_move
from eleusis.game.state import END_REASONS, EndReason, Hidden, Phase, State
from eleusis.ground.cards import Card, card
from eleusis.ground.errors import NotationError, quote
from eleusis.ground.values import Beginning, Json
from eleusis.variant import Variant

T = TypeVar("T")


class cached_property(Generic[T]):  # noqa: N801  # as the one of functools
    """A part of a view, worked out once (without the lock that the one of functools takes on Python 3.11)."""

    def __init__(self, work: Callable[[Any], T]) -> None:
        self.work = work
        self.name = work.__name__
        self.__doc__ = work.__doc__

    @overload
    def __get__(self, view: None, kind: Any = None) -> cached_property[T]: ...
    @overload
    def __get__(self, view: View, kind: Any = None) -> T: ...
    def __get__(self, view: View | None, kind: Any = None) -> cached_property[T] | T:
        if view is None:
            return self
        value = view.__dict__[self.name] = self.work(view)
        return value


class Open(cached_property[T]):
    """A part of a view that lies open: what the state at the moment of the view has under its name."""

    def __init__(self, doc: str) -> None:
        self.__doc__ = doc

    def __set_name__(self, view: type[View], name: str) -> None:
        self.name, self.work = name, attrgetter(name)

    @overload
    def __get__(self, view: None, kind: Any = None) -> Open[T]: ...
    @overload
    def __get__(self, view: View, kind: Any = None) -> T: ...
    def __get__(self, view: View | None, kind: Any = None) -> Open[T] | T:
        if view is None:
            return self
        parts = view.__dict__
        now = parts["_now"]
        value = parts[self.name] = self.work(now if now.moment == parts["_moment"] else view._then)
        return value


class Watch:
    """The events of a round that goes on, as everyone knows them and as each seat does.

    `own[seat][i]` is the i-th event as that seat knows it, where it knows more of it than a spectator.
    """

    __slots__ = ("events", "own")

    def __init__(self) -> None:
        self.events: list[AnyEvent] = []
        self.own: dict[str, dict[int, AnyEvent]] = {}

    def catch_up(self, events: list[AnyEvent]) -> None:
        """Take in what has happened since the last time."""
        public = self.events
        for event in events[len(public) :]:
            if event.secrets:
                for insider, more in event.to_insiders():
                    self.own.setdefault(insider, {})[len(public)] = more
                event = event.seen_by(None)
            public.append(event)


class SeenEvents(Beginning[AnyEvent]):
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


_COPIED = 300
"""A line of so many cards is quicker copied than looked at through a window."""

_FIELDS = (
    "seat", "players", "dealer", "hand", "hands", "sizes", "layout", "starters", "stock", "decks", "phase",
    "to_act", "mover", "pending", "call", "named", "guess", "prophet", "declared_at", "right_since", "wrong_since",
    "expelled", "sudden_death", "set_aside", "turn", "turns_left", "wrong_guesses", "ended", "options", "due",
    "playable", "events",
)  # fmt: skip


class View:
    """A round as one seat may see it, at the moment of the view; it can't be changed.

    Each part is worked out when you first use it: most players look at few of them. Where the round has gone
    on since, that is done on what was known at the moment, folded again from the events up to it.
    """

    def __init__(self, watch: Watch, state: State, hidden: Hidden, variant: Variant, seat: str = "") -> None:
        """The view of a seat (without one a spectator's); `watch` knows all the events that led to this state."""
        own = watch.own.get(seat)
        if own is None:
            own = watch.own[seat] = {}
        hands = hidden.hands
        parts = self.__dict__  # where a view keeps all: what it has no part for is set nowhere
        parts["seat"] = seat
        parts["hand"] = tuple(hands.get(seat, ()))
        parts["stock"] = len(hidden.stock)
        parts["sizes"] = tuple(map(len, hands.values()))
        parts["_now"] = state
        parts["_public"] = watch.events
        parts["_own"] = own
        parts["_variant"] = variant
        parts["_moment"] = state.moment
        parts["pending"] = state.pending  # what a dealer asks for each time

    seat: str
    """Whose view it is; empty for a spectator."""
    hand: tuple[Card, ...]
    """One's own cards in hand order; none for the dealer."""
    stock: int
    """Cards in the stock."""
    sizes: tuple[int, ...]
    """How many cards each hand has, clockwise from the dealer's left."""
    pending: tuple[Card, ...]
    """The cards played that wait for their judgement; none where a no play waits."""
    _now: State
    _public: list[AnyEvent]
    _own: dict[int, AnyEvent]
    _variant: Variant
    _moment: int

    if TYPE_CHECKING:  # given from above, by eleusis/__init__.py

        def _repr_html_(self) -> str: ...

    @property
    def _then(self) -> State:
        """What everyone knew at the moment of the view."""
        now = self._now
        if now.moment != self._moment:
            now = self.__dict__["_now"] = State()
            fold(self._public[: self._moment], now, Hidden())
        return now

    players: Open[tuple[str, ...]] = Open("Who sits there, clockwise, the dealer among them.")
    dealer: Open[str] = Open("Who deals this round.")

    @cached_property
    def hands(self) -> dict[str, tuple[Card, ...]]:
        """Every seat's hand: one's own as it is, in hand order; of the others the cards that everyone has seen
        (a hand shown for a no play) and then `??` for the rest."""
        return {who: self._hand_of(who) for who in self._then.holders}

    def _hand_of(self, who: str) -> tuple[Card, ...]:
        """The hand of a seat that holds one, as this seat may know it."""
        if who == self.seat:
            return self.hand
        state = self._then
        return legality.open_hand(state, who, self.sizes[state.holders.index(who)])

    @cached_property
    def layout(self) -> Layout:
        """The cards on the table."""
        return self._then.layout.copy()

    @cached_property
    def mainline(self) -> Sequence[Card]:
        """The mainline of the layout alone, for those who need no more: what hangs below it is not copied."""
        line = self._then.layout.mainline
        return list(line) if len(line) < _COPIED else Beginning(line, len(line))

    @cached_property
    def laid(self) -> int:
        """How many cards lie on the layout, for those who need no more of it."""
        return self._then.layout.count

    starters: Open[tuple[Card, ...]] = Open(
        "The card or cards that the mainline began with; none where none was laid."
    )
    decks: Open[int] = Open("How many decks are in play by now.")
    phase: Open[Phase] = Open("What the round waits for.")

    @cached_property
    def to_act(self) -> str | None:
        """The seat that acts next; None when the round is over."""
        return legality.to_act(self._then, self._variant)

    mover: Open[str | None] = Open("The seat whose turn it is, or was last; None before the first turn.")
    call: Open[bool | None] = Open(
        "What the prophet has called the play or no play that waits; None if there is no call yet."
    )
    named: Open[Card | None] = Open("The card the prophet named when calling a no play wrong.")
    guess: Open[str | None] = Open("The last guess that was made, as it was said.")
    prophet: Open[str | None] = Open("Who is prophet now; None if nobody is.")

    @cached_property
    def declared_at(self) -> int | None:
        """Cards on the layout at the declaration; None without a prophet."""
        return None if self._then.prophet is None else self._then.declared_at

    @cached_property
    def right_since(self) -> int | None:
        """Right cards since the declaration; None without a prophet."""
        return None if self._then.prophet is None else self._then.right_since

    @cached_property
    def wrong_since(self) -> int | None:
        """Wrong cards since the declaration; None without a prophet."""
        return None if self._then.prophet is None else self._then.wrong_since

    expelled: Open[tuple[str, ...]] = Open("Who was expelled, in order.")
    sudden_death: Open[bool] = Open("Whether a player who is wrong now is expelled.")
    set_aside: Open[tuple[Card, ...]] = Open("The cards turned as starters that were not right; out of play.")
    turn: Open[int] = Open("How many turns have been judged: plays and no plays.")

    @cached_property
    def turns_left(self) -> int | None:
        """The turns until the round ends, None where no number of turns ends it."""
        return self._variant.turn_limit.count_left(self._then.turn)

    @cached_property
    def wrong_guesses(self) -> dict[str, int]:
        """How often each seat has guessed wrong, for those that have."""
        return dict(self._then.wrong_guesses)

    ended: Open[EndReason | None] = Open("Why the round ended; None while it goes on.")

    @cached_property
    def options(self) -> tuple[Move, ...]:
        """What the seat may do; nothing unless it is to act."""
        return legality.options(self._then, self._variant, self._hand_of) if self.to_act == self.seat else ()

    @cached_property
    def due(self) -> type[Move] | None:
        """The kind of move that the seat is asked for, as the first of its options is; None unless it is to act."""
        return legality.due(self._then, self._variant, self.seat)

    @cached_property
    def playable(self) -> tuple[Card, ...]:
        """The different cards that it may play, in hand order; those of the options, where a play is due."""
        return tuple(legality.choice(self._then, self.seat, self.hand))

    @cached_property
    def events(self) -> SeenEvents:
        """What happened up to the moment of the view, as this seat may know it."""
        return SeenEvents(self._public, self._own, self._moment)

    def to_json(self) -> dict[str, Json]:
        """The view as data, cards as `10D` and those that the seat doesn't know as `??`.

        What happened (`events`) and what the seat may do (`options`) are not part of it.
        """
        # What lies open, read where it lies: a view that was read from data has it itself.
        lying: State | View = self._then if "_now" in self.__dict__ else self
        named = lying.named
        return {
            "seat": self.seat or None,
            "players": list(lying.players),
            "dealer": lying.dealer,
            "hand": [card.text for card in self.hand],
            "hands": {who: [card.text for card in hand] for who, hand in self.hands.items()},
            "layout": lying.layout.to_json(),
            "starters": [card.text for card in lying.starters],
            "stock": self.stock,
            "decks": lying.decks,
            "phase": lying.phase,
            "to_act": self.to_act,
            "mover": lying.mover,
            "pending": [card.text for card in lying.pending],
            "call": lying.call,
            "named": None if named is None else named.text,
            "guess": lying.guess,
            "prophet": lying.prophet,
            "declared_at": self.declared_at,
            "right_since": self.right_since,
            "wrong_since": self.wrong_since,
            "expelled": list(lying.expelled),
            "sudden_death": lying.sudden_death,
            "set_aside": [card.text for card in lying.set_aside],
            "turn": lying.turn,
            "turns_left": self.turns_left,
            "wrong_guesses": {**lying.wrong_guesses},
            "ended": lying.ended,
        }

    @classmethod
    def from_json(
        cls, data: Mapping[str, Any], *, options: Sequence[str] = (), events: Sequence[AnyEvent] = ()
    ) -> View:
        """The view that `to_json` printed, with the options as a game file has them, and the events that are known.

        It has no round behind it. Keys that it doesn't know are ignored. Raises
        NotationError: `notation/view` for a key that is missing or of another kind, else as `read_move` and `card`.
        """
        view = cls.__new__(cls)
        parts = view.__dict__
        if not isinstance(data, Mapping):
            raise NotationError("notation/view", f"a view is a map, not {quote(data)}")
        for key, read in _READERS.items():
            if key not in data:
                raise NotationError("notation/view", f"the view needs its key {quote(key)}")
            try:
                parts[key] = read(data[key])
            except (TypeError, ValueError, KeyError, AttributeError):
                message = f"the view can't have {quote(data[key])} as its {quote(key)}"
                raise NotationError("notation/view", message) from None
        parts["mainline"], parts["laid"] = parts["layout"].mainline, parts["layout"].count
        parts["sizes"] = tuple(map(len, parts["hands"].values()))
        parts["options"] = moves = tuple([read_move(text, view.seat) for text in options])
        parts["due"] = type(moves[0]) if moves else None
        plays = [move.cards[0] for move in moves if isinstance(move, Play)]
        parts["playable"] = tuple(plays or dict.fromkeys(card for card in view.hand if card.known))
        parts["events"] = SeenEvents(list(events), {}, len(events))
        return view

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a view can't be changed: {name}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return all(getattr(self, field) == getattr(other, field) for field in _FIELDS)

    __hash__ = None  # type: ignore[assignment]  # it holds what can't be hashed

    def __repr__(self) -> str:
        fields: dict[str, Any] = {field: getattr(self, field) for field in _FIELDS}
        return f"View({', '.join(f'{field}={value!r}' for field, value in fields.items())})"


def _read_cards(texts: Sequence[str]) -> tuple[Card, ...]:
    if isinstance(texts, str):
        raise TypeError
    return tuple([card(text) for text in texts])


def _read_texts(texts: Sequence[str]) -> tuple[str, ...]:
    if isinstance(texts, str) or not all(isinstance(text, str) for text in texts):
        raise TypeError
    return tuple(texts)


def _read_a(kind: type | UnionType) -> Callable[[object], object]:
    """Takes what is of a kind as it is. It raises TypeError for anything else; a truth is no number."""
    kinds = get_args(kind) or (kind,)

    def read(value: object) -> object:
        if not isinstance(value, kind) or (isinstance(value, bool) and bool not in kinds):
            raise TypeError
        return value

    return read


def _read_one_of(words: Sequence[str | None]) -> Callable[[object], object]:
    """Takes one of some words as it is. It raises TypeError for anything else."""

    def read(value: object) -> object:
        if value not in words:
            raise TypeError
        return value

    return read


_READERS: dict[str, Callable[[Any], object]] = {
    "seat": lambda seat: "" if seat is None else _read_a(str)(seat),
    "players": _read_texts,
    "dealer": _read_a(str),
    "hand": _read_cards,
    "hands": lambda hands: {_read_a(str)(who): _read_cards(hand) for who, hand in hands.items()},
    "layout": Layout.from_json,
    "starters": _read_cards,
    "stock": _read_a(int),
    "decks": _read_a(int),
    "phase": _read_one_of(get_args(Phase)),
    "to_act": _read_a(str | None),
    "mover": _read_a(str | None),
    "pending": _read_cards,
    "call": _read_a(bool | None),
    "named": lambda named: None if named is None else card(named),
    "guess": _read_a(str | None),
    "prophet": _read_a(str | None),
    "declared_at": _read_a(int | None),
    "right_since": _read_a(int | None),
    "wrong_since": _read_a(int | None),
    "expelled": _read_texts,
    "sudden_death": _read_a(bool),
    "set_aside": _read_cards,
    "turn": _read_a(int),
    "turns_left": _read_a(int | None),
    "wrong_guesses": lambda wrong: {_read_a(str)(who): _read_a(int)(number) for who, number in wrong.items()},
    "ended": _read_one_of((None, *END_REASONS)),
}
"""How each key of a view is read."""
