"""How a knob is described: its meaning and source, its type, its bounds; and what every section must say.

The classes of the sections carry these descriptions in the metadata of their fields; the reader, the writer
and whatever else walks a variant (a schema, say) is driven by them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from typing import Any, ClassVar, Literal

import attrs

from eleusis.variant.clauses import Clauses, OtherSections

KEY = "knob"


@attrs.frozen
class Knob:
    """One knob: what it means, where that stands, and what it may be."""

    form: Literal["whole", "flag", "word", "text", "section"]
    doc: str
    """What it does and, in brackets, the sources that say so."""
    low: int = 0
    high: int = 0
    """The bounds of a whole number; the greatest length of a text."""
    null: bool = False
    """Whether it may be null (a bound that is not there)."""
    choices: tuple[str, ...] = ()
    kinds: tuple[type[Any], ...] = ()
    """The classes of a section: one, or one for each `kind`."""
    default_kind: str | None = None
    """The `kind` meant where a section does not say it."""
    bare: bool = False
    """Whether kinds are written without `kind:`: one that has no knobs as its word, one that says so as its number,
    any other as a map of its knobs."""
    key: str | None = None
    """The name in the file, where it can't be the attribute's."""

    def kind(self, name: str) -> type[Any]:
        """The class of a kind."""
        return next(cls for cls in self.kinds if cls.kind == name)

    @property
    def kind_names(self) -> list[str]:
        """The kinds that `kind:` chooses from; empty for a section without."""
        return [] if self.bare else [cls.kind for cls in self.kinds if hasattr(cls, "kind")]

    @property
    def bare_words(self) -> list[str]:
        """The kinds that are written as a word alone."""
        return [cls.kind for cls in self.kinds if not knobs_of(cls)] if self.bare else []

    @property
    def bare_maps(self) -> list[type[Any]]:
        """The kinds that are written as a map of their knobs, without `kind:`."""
        return [cls for cls in self.kinds if knobs_of(cls) and not cls.as_number] if self.bare else []

    @property
    def bare_number(self) -> type[Any] | None:
        """The kind that is written as a number alone; None where none is."""
        return next((cls for cls in self.kinds if cls.as_number), None) if self.bare else None

    def bare_alike(self, names: Collection[str], others: Collection[str]) -> bool:
        """Whether maps with these knobs are of one bare kind; so they are where no kind is written as a map."""
        return not self.bare or not self.bare_maps or self.bare_map(names) is self.bare_map(others)

    def bare_map(self, names: Collection[str]) -> type[Any]:
        """The kind that a map with these knobs is: the first that has one of them, else the first."""
        maps = self.bare_maps
        return next((cls for cls in maps if not knobs_of(cls).keys().isdisjoint(names)), maps[0])


def whole(doc: str, low: int, high: int, null: bool = False, key: str | None = None) -> dict[str, Knob]:
    """A whole number from low to high, or null where that is allowed."""
    return {KEY: Knob("whole", doc, low, high, null, key=key)}


def flag(doc: str) -> dict[str, Knob]:
    """True or false."""
    return {KEY: Knob("flag", doc)}


def word(doc: str, *choices: str) -> dict[str, Knob]:
    """One of a closed list of words."""
    return {KEY: Knob("word", doc, choices=choices)}


def text(doc: str, longest: int) -> dict[str, Knob]:
    """Printable text on one line."""
    return {KEY: Knob("text", doc, high=longest)}


def section(doc: str, cls: type[Any], *, default_kind: str | None = None, bare: bool = False) -> dict[str, Knob]:
    """A map of knobs; with the base of a policy `kind` chooses among its kinds or, if `bare`, how they are written.

    Bare kinds must share no knob: a map could then be either.
    """
    kinds = tuple(cls.kinds.values()) if issubclass(cls, Policy) else (cls,)
    return {KEY: Knob("section", doc, kinds=kinds, default_kind=default_kind, bare=bare)}


@attrs.frozen(repr=False)
class Knobs:
    """The base of all maps of knobs: equal if of one class and alike in every knob.

    A class that has knobs is a frozen attrs class too.
    """

    def __repr__(self) -> str:
        values = [f"{name}={getattr(self, field.name)!r}" for name, (field, _) in knobs_of(type(self)).items()]
        return f"{type(self).__name__}({', '.join(values)})"


class Section(Knobs, ABC):
    """A section of a variant, which says of itself what it sets."""

    __slots__ = ()

    @abstractmethod
    def in_brief(self) -> dict[str, str]:
        """What a player should know of it, in a few words each, by the row of the table of all editions."""

    def in_rules(self, others: OtherSections) -> Clauses:
        """Its clauses in the rules of the edition: all that its knobs mean, said to the mover (`you`)."""
        return {}


class Policy(Section, ABC):
    """A section of which there are several kinds; its base says what every kind must answer.

    `kind` is the word in the file; `row`, which the base says for all kinds, its row in the table of all editions.
    A mechanism that is absent is a kind too, one that says never or nothing.
    """

    kind: ClassVar[str]
    row: ClassVar[str]
    as_number: ClassVar[bool] = False
    """Whether it is written as the number alone that is its only knob, where kinds are written bare."""
    kinds: ClassVar[dict[str, type[Any]]]
    """The kinds of this policy by their words, in the order in which they are defined."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if Policy in cls.__bases__:
            cls.kinds = {}
        if "kind" in cls.__dict__:  # attrs makes a class with slots anew: then the later one is meant
            cls.kinds[cls.kind] = cls

    @abstractmethod
    def in_words(self) -> str:
        """What it sets, in a few words: they go on where its row begins, `hints by the dealer: …`."""

    def in_brief(self) -> dict[str, str]:
        """Its row of the table of all editions; a kind with more to say has more of them."""
        return {self.row: self.in_words()}


def knobs_of(cls: type[Any]) -> Mapping[str, tuple[attrs.Attribute[Any], Knob]]:
    """The knobs of a class by their names in the file, in order."""
    if cls not in _KNOBS_OF:
        fields = [(field, field.metadata[KEY]) for field in attrs.fields(cls) if KEY in field.metadata]
        _KNOBS_OF[cls] = {knob.key or field.name: (field, knob) for field, knob in fields}
    return _KNOBS_OF[cls]


_KNOBS_OF: dict[type[Any], dict[str, tuple[attrs.Attribute[Any], Knob]]] = {}
