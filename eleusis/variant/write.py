"""A variant as plain data, as a file, as a flat list of knobs; and what two variants differ in."""

from __future__ import annotations

import json
import re
import textwrap
from typing import Any

import attrs

from eleusis.variant.knobs import Knob, described
from eleusis.variant.model import HEADER, Variant

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:[ /.()+-]+[A-Za-z0-9_]+)*")
_WIDTH = 80


def to_mapping(variant: Variant) -> dict[str, Any]:
    """All of a variant as plain data, in the order and words of its file."""
    plain = _plain(variant)
    head = {name: plain.pop(name) for name in HEADER if name in plain}
    return {"eleusis": 1, **head, **plain}


def to_yaml(variant: Variant) -> str:
    """A complete, valid variant file that reads back equal."""
    lines: list[str] = []
    for name, value in to_mapping(variant).items():
        lines.extend(_block(name, value, ""))
    return "\n".join(lines) + "\n"


def _block(name: str, value: object, indent: str) -> list[str]:
    """The lines of one key: on one line if it is short, else a block or folded text."""
    line = f"{indent}{name}: {_flow(value)}"
    if len(line) <= _WIDTH:
        return [line]
    if isinstance(value, dict):
        return [
            f"{indent}{name}:",
            *(row for key, v in value.items() for row in _block(key, v, indent + "  ")),
        ]
    rows = textwrap.wrap(str(value), _WIDTH - len(indent) - 2, break_long_words=False, break_on_hyphens=False)
    return [f"{indent}{name}: >-", *(f"{indent}  {row}" for row in rows)]


def knobs(variant: Variant) -> dict[str, object]:
    """Every knob by its dotted path, as `--set` takes it; what the variant says of itself left out."""
    flat: dict[str, object] = {}
    for name, value in to_mapping(variant).items():
        if name not in ("eleusis", *HEADER):
            _flatten(name, value, flat)
    return flat


ABSENT = "–"
"""How a knob shows that the other variant has and this one has not."""


@attrs.frozen
class Difference:
    """One knob that two variants set differently; ABSENT where a variant doesn't have it."""

    path: str
    a: object
    b: object


def differences(a: Variant, b: Variant) -> list[Difference]:
    """The knobs that differ, in the order of the file; empty if the two play the same."""
    in_a, in_b = knobs(a), knobs(b)
    found = []
    for path in _interleaved(list(in_a), list(in_b)):
        one, other = in_a.get(path, ABSENT), in_b.get(path, ABSENT)
        if one != other or type(one) is not type(other):
            found.append(Difference(path, one, other))
    return found


def shown(value: object) -> str:
    """A knob's value as a file has it."""
    return ABSENT if value is ABSENT else _flow(value)


def _interleaved(a: list[str], b: list[str]) -> list[str]:
    """The paths of both, those of one section together."""
    sections = list(dict.fromkeys(path.partition(".")[0] for path in (*a, *b)))
    every = list(dict.fromkeys((*a, *b)))
    return [path for name in sections for path in every if path.partition(".")[0] == name]


def _plain(thing: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, (field, knob) in described(type(thing)).items():
        value = getattr(thing, field.name)
        if value is None and field.default is None and not knob.null:
            continue
        found[name] = _section(knob, value) if knob.form == "section" else value
    return found


def _section(knob: Knob, value: Any) -> Any:
    if knob.bare:
        return _plain(value) or value.kind
    kind = {"kind": value.kind} if knob.kind_names else {}
    return kind | _plain(value)


def _flatten(path: str, value: object, into: dict[str, object]) -> None:
    if isinstance(value, dict):
        for key, inner in value.items():
            _flatten(f"{path}.{key}", inner, into)
    else:
        into[path] = value


def _flow(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(inner)}" for key, inner in value.items()) + "}"
    if value is None or isinstance(value, bool | int):
        return json.dumps(value)
    text = str(value)
    if _PLAIN.fullmatch(text) and text.lower() not in ("null", "true", "false"):
        return text
    return json.dumps(text, ensure_ascii=not text.isprintable())
