"""The JSON Schema of a variant, made from the descriptions of its knobs.

A file that extends another may leave anything out; one that does not must be complete. Both have their branch,
and in both each section has one for each `kind`, so that an editor offers the keys that fit, and those only.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import attrs

from eleusis.ground.yaml.reader import VERSION
from eleusis.variant.knobs import Knob, knobs_of
from eleusis.variant.model import Variant
from eleusis.variant.shelves import variant_names

Schema: TypeAlias = dict[str, Any]

LONGEST = 2000
"""The characters of a text, where nothing else bounds it."""


def with_description(description: str, value: Schema) -> Schema:
    """A value with its description in front, if it has one."""
    return {"description": description, **value} if description else value


def text(description: str = "", longest: int = LONGEST) -> Schema:
    """A single value that is read as text; what looks like a number, or true, is text as well."""
    return with_description(description, {"type": ["string", "number", "boolean"], "maxLength": longest})


def map_of(description: str, properties: dict[str, Schema], required: tuple[str, ...] = ()) -> Schema:
    """A map that has these keys and no others."""
    value: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return with_description(description, value | ({"required": list(required)} if required else {}))


def variant_ref() -> Schema:
    """A variant's name, which an editor can complete, or a path."""
    return {"anyOf": [{"enum": variant_names()}, {"type": "string", "pattern": r"\.ya?ml$", "maxLength": 400}]}


def variant_schema(inline: bool = False) -> Schema:
    """A variant as a file, or as it stands inside a game file, where it needs neither version nor name."""
    description = "An edition made for this game alone." if inline else "An edition of Eleusis."
    base = "The variant that supplies everything not said here: its name or its path."
    head = {
        "eleusis": {"description": "The version of the format: 1.", "const": VERSION},
        "extends": {"description": base, **variant_ref()},
    }
    fields = knobs_of(Variant)
    own = () if inline else ("eleusis", "name")
    extending = map_of(description, {**head, **_knobs(Variant, False)}, own)
    missing = [name for name, (field, _) in fields.items() if field.default is attrs.NOTHING and name != "name"]
    whole = map_of(description, {**head, **_knobs(Variant, True)}, (*own, *missing))
    value = {"type": "object", "if": {"required": ["extends"]}, "then": extending, "else": whole}
    return with_description(description, value)


def _knobs(cls: type[Any], complete: bool) -> dict[str, Schema]:
    """The values of all knobs of a class."""
    return {name: _knob(knob, complete) for name, (_, knob) in knobs_of(cls).items()}


def _knob(knob: Knob, complete: bool) -> Schema:
    """What the value of a knob may be."""
    value: Schema
    if knob.form == "section":
        value = _section(knob, complete)
    elif knob.form == "whole":
        kinds = ["integer", "null"] if knob.null else "integer"
        value = {"type": kinds, "minimum": knob.low, "maximum": knob.high}
    elif knob.form == "flag":
        value = {"type": "boolean"}
    elif knob.form == "word":
        value = {"enum": list(knob.choices)}
    else:
        message = f"Printable text of 1 to {knob.high} characters."
        value = {**text(), "pattern": _one_line(knob.high), "patternErrorMessage": message}
    return {**value, "description": knob.doc}


def _one_line(longest: int) -> str:
    """Text of this many characters, a run of blanks counting as one and those at the ends as none."""
    return rf"^\s*\S(?:\S|\s+(?=\S)){{0,{longest - 1}}}\s*$"


def _section(knob: Knob, complete: bool) -> Schema:
    """A map of knobs, of the class that its `kind` chooses."""
    if knob.bare and not knob.bare_maps:
        words: Schema = {"enum": knob.bare_words}
        if knob.bare_number is None:
            return words
        ((_, number),) = knobs_of(knob.bare_number).values()
        return {"anyOf": [words, {"type": "integer", "minimum": number.low, "maximum": number.high}]}
    if knob.bare:
        return {
            "anyOf": [{"enum": knob.bare_words}, {"type": "object"}],
            "if": {"type": "object"},
            "then": _maps(knob, complete),
        }
    if not knob.kind_names:
        return _fields(knob.kinds[0], complete)
    meanings = "; ".join(f"{cls.kind}: {_sentence(cls)}" for cls in knob.kinds)
    kind: Schema = {"description": meanings, "enum": knob.kind_names}
    # Until a kind is written, an editor offers the knobs of all of them, or those of the kind meant by default.
    if knob.default_kind is None:
        properties = {name: value for cls in knob.kinds for name, value in _knobs(cls, False).items()}
        chosen = map_of("", {"kind": kind, **properties}, ("kind",) if complete else ())
    else:
        chosen = _fields(knob.kind(knob.default_kind), complete, kind)
    for cls in reversed(knob.kinds):
        says = {"properties": {"kind": {"const": cls.kind}}, "required": ["kind"]}
        chosen = {"if": says, "then": _fields(cls, complete, kind), "else": chosen}
    return {"type": "object", **chosen}


def _maps(knob: Knob, complete: bool) -> Schema:
    """The maps among the kinds that are written bare, each known by its knobs."""
    *others, last = knob.bare_maps
    chosen = _fields(last, complete)
    for cls in reversed(others):
        says = {"anyOf": [{"required": [name]} for name in knobs_of(cls)]}
        chosen = {"if": says, "then": _fields(cls, complete), "else": chosen}
    return chosen


def _fields(cls: type[Any], complete: bool, kind: Schema | None = None) -> Schema:
    """The map of one class of knobs; `complete`: with all that it needs."""
    required = [name for name, (field, _) in knobs_of(cls).items() if field.default is attrs.NOTHING]
    properties = {**({} if kind is None else {"kind": kind}), **_knobs(cls, complete)}
    return map_of(_sentence(cls) + ".", properties, tuple(required) if complete else ())


def _sentence(cls: type[Any]) -> str:
    """The first sentence of a class, its source left out."""
    return (cls.__doc__ or "").split("\n")[0].partition(" [")[0].rstrip(".")
