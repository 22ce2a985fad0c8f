"""How a knob is described: its meaning and source, its type, its bounds.

The classes of the sections carry these descriptions in the metadata of their fields; the reader, the writer
and whatever else walks a variant (a schema, say) is driven by them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import attrs

from eleusis.values import Compared

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
    word: str | None = None
    """The word that stands for the first of two classes; a map without `kind` is then the second."""
    key: str | None = None
    """The name in the file, where it can't be the attribute's."""

    def kind(self, name: str) -> type[Any]:
        """The class of a kind."""
        return next(cls for cls in self.kinds if cls.kind == name)

    @property
    def kind_names(self) -> list[str]:
        """The kinds to choose from; empty for a section with no choice."""
        return [] if self.word else [cls.kind for cls in self.kinds if hasattr(cls, "kind")]


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


def section(
    doc: str, *kinds: type[Any], default_kind: str | None = None, word: str | None = None
) -> dict[str, Knob]:
    """A map of knobs; with several classes, `kind` chooses among them."""
    return {KEY: Knob("section", doc, kinds=kinds, default_kind=default_kind, word=word)}


class Knobs(Compared):
    """The base of the sections and policies: equal if of one class and alike in every knob."""

    __slots__ = ()


def described(cls: type[Any]) -> Mapping[str, tuple[attrs.Attribute[Any], Knob]]:
    """The knobs of a class by their names in the file, in order."""
    found = _DESCRIBED.get(cls)
    if found is None:
        fields = [(field, field.metadata[KEY]) for field in attrs.fields(cls) if KEY in field.metadata]
        found = _DESCRIBED[cls] = {knob.key or field.name: (field, knob) for field, knob in fields}
    return found


_DESCRIBED: dict[type[Any], dict[str, tuple[attrs.Attribute[Any], Knob]]] = {}
