"""How a knob is described: its meaning and source, its type, its bounds; and what every section must say.

The classes of the sections carry these descriptions in the metadata of their fields; the reader, the writer
and whatever else walks a variant (a schema, say) is driven by them.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping
from inspect import get_annotations
from typing import Any, ClassVar, Literal, Self

import attrs

from eleusis.variant.clauses import Clauses, Rest

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


def section(doc: str, *kinds: type[Any], default_kind: str | None = None, bare: bool = False) -> dict[str, Knob]:
    """A map of knobs; with several classes `kind` chooses among them or, if they are `bare`, how they are written.

    Raises TypeError for bare kinds that share a knob: a map could then be either.
    """
    for cls in kinds:
        if issubclass(cls, Policy) and not cls._closed:
            raise TypeError(f"{cls.__qualname__} is of no closed set: write KINDS = BASE.close(…) and give those")
    knob = Knob("section", doc, kinds=kinds, default_kind=default_kind, bare=bare)
    names = [name for cls in knob.bare_maps for name in knobs_of(cls)]
    shared = sorted({name for name in names if names.count(name) > 1})
    if shared:
        raise TypeError(f"a map with {', '.join(shared)} could be any of several kinds: {doc}")
    return {KEY: knob}


@attrs.frozen
class Knobs:
    """The base of all maps of knobs: equal if of one class and alike in every knob.

    A class that has knobs is a frozen attrs class too.
    """


class Section(Knobs, ABC):
    """A section of a variant, which says of itself what it sets.

    A class that doesn't list ABC among its bases must have a docstring and all that its bases ask for; one that
    leaves something out can't be defined (TypeError).
    """

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if ABC not in cls.__bases__:
            _refuse_gaps(cls)

    @abstractmethod
    def in_brief(self) -> dict[str, str]:
        """What a player should know of it, in a few words each, by the row of the table of all editions."""

    @abstractmethod
    def in_rules(self, rest: Rest) -> Clauses:
        """Its clauses in the rules of the edition: all that its knobs mean, said to the mover (`you`)."""


class Policy(Section, ABC):
    """A section of which there are several kinds; its base says what every kind must answer.

    `kind` is the word in the file; `row`, which the base says for all kinds, its row in the table of all editions.
    A mechanism that is absent is a kind too, one that says never or nothing.
    """

    kind: ClassVar[str]
    row: ClassVar[str]
    as_number: ClassVar[bool] = False
    """Whether it is written as the number alone that is its only knob, where kinds are written bare."""
    _closed: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if ABC not in cls.__bases__:
            for name in ("kind", "row"):
                if not isinstance(getattr(cls, name, None), str):
                    raise TypeError(f"{cls.__qualname__} doesn't say its {name}")
            if cls._closed:
                raise TypeError(f"{cls.__qualname__} comes too late: define it before its kinds are closed")

    @abstractmethod
    def in_words(self) -> str:
        """What it sets, in a few words: they go on where its row begins, `hints by the dealer: …`."""

    def in_brief(self) -> dict[str, str]:
        """Its row of the table of all editions; a kind with more to say has more of them."""
        return {self.row: self.in_words()}

    @classmethod
    def close(cls, *kinds: type[Self]) -> tuple[type[Self], ...]:
        """All kinds of a section, in the order of the docs; after this none can be defined.

        Raises TypeError for one that has been defined and is left out, and for two of one name.
        """
        given = [kind.__qualname__ for kind in kinds]
        defined = {kind.__qualname__ for kind in _kinds_below(cls)}
        if left_out := sorted(defined - set(given)):
            raise TypeError(f"{', '.join(left_out)} is defined, but not among the kinds of {cls.__qualname__}")
        for kind in kinds:
            knobs = [name for name, what in get_annotations(kind).items() if not str(what).startswith("ClassVar")]
            if knobs and "__attrs_attrs__" not in kind.__dict__:
                made = "@attrs.frozen"
                raise TypeError(f"{kind.__qualname__} has knobs ({', '.join(knobs)}), and must be {made}")
        if len({kind.kind for kind in kinds}) < len(kinds):
            raise TypeError(f"two kinds of {cls.__qualname__} have one name: {', '.join(k.kind for k in kinds)}")
        cls._closed = True
        return kinds


def _kinds_below(base: type[Any]) -> Iterator[type[Any]]:
    """The kinds that have been defined of a section; what several of them share is none."""
    for cls in base.__subclasses__():
        if ABC in cls.__bases__:
            yield from _kinds_below(cls)
        else:
            yield cls


def _refuse_gaps(cls: type[Any]) -> None:
    """Raises TypeError for a class that doesn't answer all that its bases ask, or has no docstring."""
    asked = {name for base in cls.__mro__[1:] for name in getattr(base, "__abstractmethods__", ())}
    lacking = sorted(name for name in asked if getattr(getattr(cls, name), "__isabstractmethod__", False))
    documented = cls.__dict__.get("__doc__") or sys.flags.optimize > 1  # with -OO nothing has a docstring
    if not documented:
        lacking.append("what it does (a docstring)")
    if lacking:
        raise TypeError(f"{cls.__qualname__} doesn't say {', '.join(lacking)}")


def knobs_of(cls: type[Any]) -> Mapping[str, tuple[attrs.Attribute[Any], Knob]]:
    """The knobs of a class by their names in the file, in order."""
    if cls not in _KNOBS_OF:
        fields = [(field, field.metadata[KEY]) for field in attrs.fields(cls) if KEY in field.metadata]
        _KNOBS_OF[cls] = {knob.key or field.name: (field, knob) for field, knob in fields}
    return _KNOBS_OF[cls]


_KNOBS_OF: dict[type[Any], dict[str, tuple[attrs.Attribute[Any], Knob]]] = {}
