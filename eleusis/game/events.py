"""Events: what happened, in the past tense, with all that is needed to do it again.

Applying an event is the only thing that changes the state of a round. `seen_by(seat)` is the same event as
that seat may know it, with `??` for every card that is hidden from it; it follows from what each class declares of
its fields (game/sight.py). What is said of an event (game/event_words.py), what it judges and which cards it lays
on the layout, each class declares too: who goes over all events need not know it. A new class goes into `AnyEvent`.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar, Literal, Self, TypeAlias, TypeVar, get_args

import msgspec
from msgspec import structs

from eleusis.game import sight
from eleusis.game.event_words import Act, EventWords
from eleusis.game.sight import EVERYONE, NOBODY, OWNERS, Sighted, fields_of, known_cards, open_to
from eleusis.game.state import EndReason, Hidden, State
from eleusis.ground.cards import UNKNOWN, Card
from eleusis.ground.data import Json, from_data, to_data
from eleusis.ground.errors import NotationError, quote


def take(hand: list[Card], card: Card) -> None:
    """Take a card out of a hand: the first of its kind, or one that nobody wrote down."""
    hand.remove(card if card in hand else UNKNOWN)


class Lesson(msgspec.Struct, frozen=True):
    """What somebody learns from an event and can't unlearn, as a sentence; so it can't be undone.

    `{seat}` and other fields may stand in it. With `cards`, the name of a field, there is something to learn only
    where that field holds a card that is known: at a real table the record shows nobody a card.
    """

    sentence: str
    cards: str | None = None


def _word_of(name: str) -> str:
    """The word for a class of events in a record: `played`, `no_play_declared`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


EventClass: TypeAlias = "type[Event]"
T = TypeVar("T")

_REQUIRED = {
    "apply": "what it changes: define apply(self, state, hidden)",
    "teaches": "what it teaches that can't be unlearnt: write teaches = None or a Lesson",
    "says": "what is told of it: write says = EventWords(…), see eleusis/game/event_words.py",
}
"""What every class must say, and what is missing where one doesn't."""


class Event(Sighted, frozen=True, tag_field="type", tag=_word_of, omit_defaults=True):
    """What happened; `type` is its word in a record, made of its name.

    A class must say how it is applied, what it `says`, what it `teaches` (None: nothing that an undo could not
    take back) and, of each field that could hold a card, who may see it; it can't be defined otherwise. A field
    with a default came later, and is left out of data where it holds that: older games print as they did.
    """

    type: ClassVar[str]
    """Its word in a record and in JSON, such as `played`."""
    teaches: ClassVar[Lesson | None]
    says: ClassVar[EventWords]
    judges: ClassVar[Act | None] = None
    """What it is the dealer's judgement of; whether that was right, its `right` says."""
    accepts: ClassVar[str] = ""
    """The field with the cards that it puts on the mainline."""
    rejects: ClassVar[str] = ""
    """The field with the cards that it puts below the last card of the mainline."""
    by_type: ClassVar[dict[str, EventClass]] = {}
    """Every class of event by its `type`."""

    def __init_subclass__(cls) -> None:
        """Raises TypeError for a class that leaves out what an event has to say."""
        super().__init_subclass__()
        own, name = cls.__dict__, cls.__name__
        for missing, message in _REQUIRED.items():
            if missing not in own:
                raise TypeError(f"{name} doesn't say {message}")
        if cls.judges is not None and "right" not in {*own, *fields_of(cls)}:
            raise TypeError(f"{name} judges, and doesn't say whether that was right: give it `right`")
        lesson = own["teaches"]
        if lesson is not None and lesson.cards is not None and lesson.cards not in fields_of(cls):
            raise TypeError(f"{name}.teaches names the field {lesson.cards!r}, and {name} has none")
        secret = next((field for field, by in cls.secrets.items() if by == sight.EVENTS), None)
        if secret is not None:
            raise TypeError(f"{name}.{secret} can't be seen by {sight.EVENTS!r}: that is for moves")
        private = [field for field, by in cls.secrets.items() if by != NOBODY]
        if lesson is not None and private and lesson.cards not in private:
            raise TypeError(f"{name}.teaches must name the field whose cards are seen: cards={private[0]!r}")
        if lesson is None and private:
            raise TypeError(f"{name} shows a card to a seat: it must teach a Lesson, since that can't be undone")
        cls.type = _word_of(name)
        if cls.type in cls.by_type:
            raise TypeError(f"{name} would be the second event of the type {cls.type!r}")
        cls.by_type[cls.type] = cls

    def apply(self, state: State, hidden: Hidden) -> None:
        """Change the round as this says: what lies open in `state`, cards that not everyone sees in `hidden`."""
        raise NotImplementedError

    def seen_by(self, seat: str | None) -> Self:
        """The same event as that seat may know it (None: a spectator), with `??` for each card hidden from it.

        >>> from eleusis import cards
        >>> drew = Drew("Ann", cards("7H 9C"), "wrong play", 2)
        >>> drew.seen_by("Ann").cards, drew.seen_by("Bob").cards
        ((Card(7H), Card(9C)), (Card(??), Card(??)))
        """
        return self.as_seen_by(seat)

    @property
    def verdict(self) -> bool | None:
        """Whether what it judges was right; None where it judges nothing."""
        return getattr(self, "right", None) if self.judges else None

    @property
    def settles(self) -> bool:
        """Whether it ends a turn: its play or no play is judged."""
        return self.judges in ("play", "no play")

    @property
    def accepted(self) -> tuple[Card, ...]:
        """The cards that it puts on the mainline."""
        return self._cards_in(self.accepts)

    @property
    def rejected(self) -> tuple[Card, ...]:
        """The cards that it puts below the last card of the mainline."""
        return self._cards_in(self.rejects)

    @property
    def laid(self) -> int:
        """How many cards it puts on the layout."""
        return len(self.accepted) + len(self.rejected)

    def _cards_in(self, field: str) -> tuple[Card, ...]:
        cards = getattr(self, field) if field else ()
        return cards if isinstance(cards, tuple) else (cards,)

    @property
    def lesson(self) -> str | None:
        """What somebody has learnt from it that can't be unlearnt, as a sentence; None if nothing."""
        taught = self.teaches
        if taught is None:
            return None
        if taught.cards is not None and not any(known_cards(getattr(self, taught.cards))):
            return None
        return taught.sentence.format(**structs.asdict(self))

    def to_json(self) -> dict[str, Json]:
        """The event as data: its type and its fields, cards as `10D`."""
        data: dict[str, Json] = to_data(self)
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> Event:
        """The event that `to_json` printed; keys that it doesn't know are ignored.

        Raises NotationError (`notation/event`) for a type that there is not, or a field that is missing or of
        another kind.
        """
        word = data.get("type") if isinstance(data, Mapping) else None
        kind = cls.by_type.get(word) if isinstance(word, str) else None
        if kind is None:
            raise NotationError("notation/event", f"this version has no event of the type {quote(word)}")
        try:
            return from_data(data, kind)
        except msgspec.ValidationError as error:
            raise NotationError("notation/event", f"the event {kind.type} can't be like this: {error}") from None


def fold(events: Iterable[Event], state: State, hidden: Hidden) -> None:
    """Apply events in their order, each of which counts as a moment."""
    for event in events:
        event.apply(state, hidden)
        state.moment += 1


# A play or a no play, its call and its judgement


class Played(Event, frozen=True):
    """The mover put cards down to be judged."""

    teaches = None
    says = EventWords(begins=True, fact="", line="{seat} play {cards}", story="")
    seat: str
    cards: Annotated[tuple[Card, ...], open_to(EVERYONE)]

    def apply(self, state: State, hidden: Hidden) -> None:
        shown = state.shown.get(self.seat, [])
        for card in self.cards:
            take(hidden.hands[self.seat], card)
            if card in shown:
                shown.remove(card)
        state.mover, state.passed, state.pending, state.card_played = self.seat, (), self.cards, True
        state.phase = "judge" if state.prophet is None else "call"


class NoPlayDeclared(Event, frozen=True):
    """The mover declared that no card of the hand is right, and showed the hand."""

    teaches = Lesson("the hand was shown to everyone", cards="hand")
    says = EventWords(begins=True, fact="", line="{seat} no-play ({hand})", story="")
    seat: str
    hand: Annotated[tuple[Card, ...], open_to(EVERYONE)]

    def apply(self, state: State, hidden: Hidden) -> None:
        state.shown[self.seat] = [card for card in self.hand if card.known]
        state.mover, state.passed, state.pending = self.seat, (), ()
        state.phase = "judge" if state.prophet is None else "call"


class Called(Event, frozen=True):
    """The prophet called the play or no play right or wrong, naming a card for a no play called wrong."""

    teaches = None
    says = EventWords(begins=True, fact="", line="{seat} call {right} {card}", story="")
    seat: str
    right: bool
    card: Annotated[Card | None, open_to(EVERYONE)]

    def apply(self, state: State, hidden: Hidden) -> None:
        state.call, state.named, state.phase = self.right, self.card, "judge"


class Accepted(Event, frozen=True):
    """The dealer judged the play right: its cards went to the mainline."""

    teaches = None
    says = EventWords(begins=False, fact="right", line="right", story="")
    judges = "play"
    accepts = "cards"
    right: ClassVar[bool] = True
    seat: str
    cards: Annotated[tuple[Card, ...], open_to(EVERYONE)]

    def apply(self, state: State, hidden: Hidden) -> None:
        state.accept(self.cards)
        state.settle()


class Rejected(Event, frozen=True):
    """The dealer judged the play wrong: its cards went under the last mainline card, as one string."""

    teaches = None
    says = EventWords(begins=False, fact="wrong", line="wrong", story="")
    judges = "play"
    rejects = "cards"
    right: ClassVar[bool] = False
    seat: str
    cards: Annotated[tuple[Card, ...], open_to(EVERYONE)]

    def apply(self, state: State, hidden: Hidden) -> None:
        state.reject(self.cards)
        state.settle()


class NoPlayUpheld(Event, frozen=True):
    """The no play was right: the old cards went under the stock in hand order."""

    teaches = None
    says = EventWords(begins=False, fact="right", line="right", story="")
    judges = "no play"
    right: ClassVar[bool] = True
    seat: str
    cards: Annotated[tuple[Card, ...], open_to(EVERYONE)]

    def apply(self, state: State, hidden: Hidden) -> None:
        hidden.hands[self.seat].clear()
        state.shown.pop(self.seat, None)
        hidden.stock.extend(self.cards)
        state.settle()


class CardForced(Event, frozen=True):
    """The no play was wrong: a right card of the hand went to the mainline."""

    teaches = None
    says = EventWords(
        begins=False,
        fact="wrong; {seat} plays {card}",
        line="wrong; {card} goes to the mainline",
        story="{card} is played",
    )
    judges = "no play"
    accepts = "card"
    right: ClassVar[bool] = False
    seat: str
    card: Annotated[Card, open_to(EVERYONE)]

    def apply(self, state: State, hidden: Hidden) -> None:
        take(hidden.hands[self.seat], self.card)
        shown = state.shown[self.seat]
        if self.card in shown:
            shown.remove(self.card)
        state.accept((self.card,))
        state.card_played = True
        state.settle()


class NoPlayTakenBack(Event, frozen=True):
    """The prophet misjudged the no play, and the player took the cards back; `right` says whether it was right."""

    teaches = None
    says = EventWords(
        begins=False, fact="{right}", line="{right}; the hand is taken back", story="{seat:take} the hand back"
    )
    judges = "no play"
    seat: str
    right: bool

    def apply(self, state: State, hidden: Hidden) -> None:
        state.settle()


# The cards between the stock and the hands

Why = Literal["wrong play", "wrong no play", "overthrown", "refill"]
"""Why a seat draws: its play was wrong, its no play was, it was overthrown as prophet, or its hand is filled up."""


class RoundBegan(Event, frozen=True):
    """The cards were dealt and the starters turned; `set_aside` are cards turned earlier that were not right."""

    teaches = Lesson("the hands were dealt", cards="hands")
    says = EventWords(begins=True, fact="", line="", story="")
    accepts = "starters"
    players: tuple[str, ...]
    dealer: str
    hands: Annotated[dict[str, tuple[Card, ...]], open_to(OWNERS)]
    starters: Annotated[tuple[Card, ...], open_to(EVERYONE)]
    stock: Annotated[tuple[Card, ...], open_to(NOBODY)]
    decks: int
    first: str
    set_aside: Annotated[tuple[Card, ...], open_to(EVERYONE)] = ()

    def apply(self, state: State, hidden: Hidden) -> None:
        players, dealer = self.players, self.dealer
        ring = players * 2
        for place, seat in enumerate(players):
            others = ring[place + 1 : place + 1 + len(players)]
            state.after[seat] = tuple([other for other in others if other != dealer])
        state.players, state.dealer, state.first = players, dealer, self.first
        state.holders = tuple(self.hands)
        hidden.hands = {seat: list(cards) for seat, cards in self.hands.items()}
        hidden.stock, state.decks = deque(self.stock), self.decks
        state.starters = self.starters
        state.accept(self.starters)
        state.set_aside = self.set_aside


class DeckAdded(Event, frozen=True):
    """The stock ran low: a shuffled deck went under it."""

    teaches = None
    says = EventWords(begins=False, fact="", line="a deck is added", story="")
    cards: Annotated[tuple[Card, ...], open_to(NOBODY)]

    def apply(self, state: State, hidden: Hidden) -> None:
        hidden.stock.extend(self.cards)
        state.decks += 1


class Drew(Event, frozen=True):
    """A seat drew cards from the stock as a penalty or a replacement; `due` may be more than there were."""

    teaches = Lesson("{seat} has drawn cards, and may have seen them", cards="cards")
    says = EventWords(begins=False, fact="{seat} draws {cards:count}", line="{seat} draws {cards:known}", story="")
    seat: str
    cards: Annotated[tuple[Card, ...], open_to("seat")]
    why: Why
    due: int

    def apply(self, state: State, hidden: Hidden) -> None:
        seat, cards = self.seat, self.cards
        for _ in cards:
            hidden.stock.popleft()
        hidden.hands[seat] += cards
        if self.due != len(cards):
            state.short |= {seat}
            if not hidden.hands[seat]:
                state.stranded |= {seat}


class NewHandDealt(Event, frozen=True):
    """A right no play earned a new hand; with no cards the player is out."""

    teaches = Lesson("{seat} has drawn cards, and may have seen them", cards="cards")
    says = EventWords(
        begins=False, fact="{seat} new hand {cards:count}", line="{seat} new hand {cards:known}", story=""
    )
    seat: str
    cards: Annotated[tuple[Card, ...], open_to("seat")]

    def apply(self, state: State, hidden: Hidden) -> None:
        for _ in self.cards:
            hidden.stock.popleft()
        hidden.hands[self.seat].extend(self.cards)


# What else happens in a turn: the prophet, guesses, hints, expulsion, the end


class HintGiven(Event, frozen=True):
    """The dealer gave a hint."""

    teaches = Lesson("everyone has heard the hint")
    says = EventWords(begins=True, fact="", line="{seat} hint {hint:quoted}", story="")
    seat: str
    hint: str

    def apply(self, state: State, hidden: Hidden) -> None:
        pass


class ProphetDeclared(Event, frozen=True):
    """A player declared as prophet, and the marker went on the layout; one who stays in has not gone out."""

    teaches = None
    says = EventWords(begins=True, fact="", line="{seat} declare", story="{seat:declare} as {prophet}", noted=True)
    seat: str

    def apply(self, state: State, hidden: Hidden) -> None:
        state.prophet = self.seat
        state.declared_at = state.laid
        state.right_since = state.wrong_since = 0
        state.been_prophet |= {self.seat}
        state.phase = "play"
        state.out.pop(self.seat, None)


class ProphetOverthrown(Event, frozen=True):
    """The prophet was wrong: the marker went, and the prophet is a player again."""

    teaches = None
    says = EventWords(
        begins=False, fact="{seat} overthrown", line="{seat} overthrown", story="{seat:are} overthrown", noted=True
    )
    seat: str

    def apply(self, state: State, hidden: Hidden) -> None:
        state.prophet = None


class SuddenDeathBegan(Event, frozen=True):
    """From this turn to the end of the round, anyone who is wrong is expelled."""

    teaches = None
    says = EventWords(begins=False, fact="", line="sudden death begins", story="sudden death begins")

    def apply(self, state: State, hidden: Hidden) -> None:
        state.sudden_death = True


class Expelled(Event, frozen=True):
    """A player was expelled, but keeps the hand for scoring."""

    teaches = None
    says = EventWords(
        begins=False, fact="{seat} expelled", line="{seat} expelled", story="{seat:are} expelled", noted=True
    )
    seat: str

    def apply(self, state: State, hidden: Hidden) -> None:
        state.expelled += (self.seat,)


class WentOut(Event, frozen=True):
    """A player has no cards left; `reason` is why the round may now end."""

    teaches = None
    says = EventWords(
        begins=False, fact="{seat} out", line="{seat} out", story="{seat:are} out of cards", noted=True
    )
    seat: str
    reason: Literal["out of cards", "right no play"]

    def apply(self, state: State, hidden: Hidden) -> None:
        state.out[self.seat] = self.reason


class GuessOffered(Event, frozen=True):
    """The turn is judged, and the mover may guess the rule."""

    teaches = None
    says = EventWords(begins=False, fact="", line="", story="")
    seat: str

    def apply(self, state: State, hidden: Hidden) -> None:
        state.phase = "guess"


class GuessMade(Event, frozen=True):
    """A player guessed the rule."""

    teaches = None
    says = EventWords(begins=True, fact="", line="{seat} guess {rule:quoted}", story="")
    seat: str
    rule: str

    def apply(self, state: State, hidden: Hidden) -> None:
        state.phase, state.guess = "judge guess", self.rule


class GuessJudged(Event, frozen=True):
    """The dealer said whether the guess is right."""

    teaches = None
    says = EventWords(begins=False, fact="guess {right}", line="{right}", story="")
    judges = "guess"
    seat: str
    right: bool

    def apply(self, state: State, hidden: Hidden) -> None:
        state.phase = "play"
        if self.right:
            state.guesser = self.seat
        else:
            state.wrong_guesses[self.seat] = state.wrong_guesses.get(self.seat, 0) + 1


class StayOffered(Event, frozen=True):
    """The mover has no cards left, and may stay in as prophet before the round ends."""

    teaches = None
    says = EventWords(begins=False, fact="", line="", story="")
    seat: str

    def apply(self, state: State, hidden: Hidden) -> None:
        state.phase = "stay"


class Passed(Event, frozen=True):
    """A player passed up the chance to guess or to declare."""

    teaches = None
    says = EventWords(begins=True, fact="", line="", story="")
    seat: str
    right: Literal["guess", "declare"]

    def apply(self, state: State, hidden: Hidden) -> None:
        state.phase = "play"
        if self.right == "declare":
            state.passed += (self.seat,)


class RoundEnded(Event, frozen=True):
    """The round ended."""

    teaches = None
    says = EventWords(begins=False, fact="ended {reason}", line="ended {reason}", story="")
    reason: EndReason

    def apply(self, state: State, hidden: Hidden) -> None:
        state.ended, state.phase = self.reason, "over"


AnyEvent = (
    RoundBegan
    | HintGiven
    | Played
    | NoPlayDeclared
    | Called
    | Accepted
    | Rejected
    | NoPlayUpheld
    | NewHandDealt
    | CardForced
    | NoPlayTakenBack
    | ProphetOverthrown
    | DeckAdded
    | Drew
    | SuddenDeathBegan
    | Expelled
    | WentOut
    | GuessOffered
    | GuessMade
    | GuessJudged
    | StayOffered
    | Passed
    | ProphetDeclared
    | RoundEnded
)
"""Any of the events."""

EVENTS: tuple[type[AnyEvent], ...] = get_args(AnyEvent)
"""Every kind of event."""


def for_every_event(table: Mapping[type[AnyEvent], T]) -> Mapping[type[AnyEvent], T]:
    """A table of all kinds of events. Raises TypeError, where it is defined, for those that it leaves out."""
    missing = [kind.__name__ for kind in EVENTS if kind not in table]
    if missing:
        raise TypeError(f"this table says nothing of {', '.join(missing)}")
    return table
