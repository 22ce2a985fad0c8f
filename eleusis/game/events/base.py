"""What every event is: a record that can be applied, shown to a seat, printed as data and read back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import ClassVar, Self, TypeAlias

import msgspec
from msgspec import structs

from eleusis.game.sight import EVENTS, NOBODY, Sighted, fields_of, known_cards
from eleusis.game.state import Hidden, State
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


class Event(Sighted, frozen=True, tag_field="type", tag=_word_of, omit_defaults=True):
    """What happened; `type` is its word in a record, made of its name.

    A class must say how it is applied, what it `teaches` (None: nothing that an undo could not take back) and, of
    each field that could hold a card, who may see it; it can't be defined otherwise. A field with a default came
    later, and is left out of data where it holds that: older games print as they did.
    """

    type: ClassVar[str]
    """Its word in a record and in JSON, such as `played`."""
    teaches: ClassVar[Lesson | None]
    by_type: ClassVar[dict[str, EventClass]] = {}
    """Every class of event by its `type`."""

    def __init_subclass__(cls) -> None:
        """Raises TypeError for a class that leaves out what an event has to say."""
        super().__init_subclass__()
        own, name = cls.__dict__, cls.__name__
        if "apply" not in own:
            raise TypeError(f"{name} doesn't say what it changes: define apply(self, state, hidden)")
        if "teaches" not in own:
            message = f"{name} doesn't say what it teaches that can't be unlearnt: write teaches = None or a Lesson"
            raise TypeError(message)
        lesson = own["teaches"]
        if lesson is not None and lesson.cards is not None and lesson.cards not in fields_of(cls):
            raise TypeError(f"{name}.teaches names the field {lesson.cards!r}, and {name} has none")
        secret = next((field for field, by in cls.secrets.items() if by == EVENTS), None)
        if secret is not None:
            raise TypeError(f"{name}.{secret} can't be seen by {EVENTS!r}: that is for moves")
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
        """The same event as that seat may know it (None: a spectator), with `??` for each card hidden from it."""
        return self.as_seen_by(seat)

    @property
    def laid(self) -> int:
        """How many cards it puts on the layout."""
        return 0

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
