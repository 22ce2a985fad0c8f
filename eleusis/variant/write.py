"""A variant as plain data, as a file, as a flat list of knobs; and what two variants differ in."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

import attrs

from eleusis.ground.errors import visible
from eleusis.ground.yaml.writer import PLAIN_PROSE, block, flow
from eleusis.variant.knobs import Knob, knobs_of
from eleusis.variant.model import HEADER, Variant


def to_mapping(variant: Variant) -> dict[str, Any]:
    """All of a variant as plain data, in the order and words of its file."""
    plain = _plain(variant)
    head = {name: plain.pop(name) for name in HEADER if name in plain}
    return {"eleusis": 1, **head, **plain}


def to_yaml(variant: Variant) -> str:
    """A complete, valid variant file that reads back equal."""
    lines = [line for name, value in to_mapping(variant).items() for line in block(name, value)]
    return "\n".join(lines) + "\n"


def knobs(variant: Variant) -> dict[str, object]:
    """Every knob by its dotted path, as `--set` takes it; what the variant says of itself left out."""
    flat: dict[str, object] = {}
    for name, value in to_mapping(variant).items():
        if name not in ("eleusis", *HEADER):
            _flatten(name, value, flat)
    return flat


def settings(part: Any) -> dict[str, Any]:
    """The knobs of a variant, or of a part of it, that are not as they are where nobody sets them, with all kinds.

    So a knob that a later version adds changes nothing in it.
    """
    set_knobs: dict[str, Any] = {}
    for name, (field, knob) in knobs_of(type(part)).items():
        value = getattr(part, field.name)
        if name in HEADER or value == field.default:
            continue
        if knob.form == "section" and knob.bare:
            set_knobs[name] = _section(knob, value)
        elif knob.form == "section":
            set_knobs[name] = [value.kind if knob.kind_names else None, settings(value)]
        else:
            set_knobs[name] = value
    return set_knobs


ABSENT = "–"
"""How a knob shows that the other variant has and this one has not."""


@attrs.frozen
class Difference:
    """One knob that two variants set differently; ABSENT where a variant doesn't have it."""

    path: str
    """The knob, as `expulsion.layout`."""
    a: object
    """Its value in the first variant."""
    b: object
    """Its value in the second."""


def differences(a: Variant, b: Variant) -> list[Difference]:
    """The knobs that differ, in the order of the file; empty if the two play the same.

    >>> from eleusis import load_variant
    >>> differences(load_variant("abbott"), load_variant("abbott", ["deal.hand=9"]))
    [Difference(path='deal.hand', a=14, b=9)]
    """
    in_a, in_b = knobs(a), knobs(b)
    pairs = [Difference(path, in_a.get(path, ABSENT), in_b.get(path, ABSENT)) for path in _interleave(in_a, in_b)]
    return [pair for pair in pairs if pair.a != pair.b or type(pair.a) is not type(pair.b)]  # 1 is not true


@attrs.define
class _Row:
    """A knob of two variants side by side, with the knobs that only one of them has because of it."""

    values: list[object] = attrs.field(factory=lambda: [ABSENT, ABSENT])
    only: tuple[dict[str, object], dict[str, object]] = attrs.field(factory=lambda: ({}, {}))
    """What only the first has, each knob by its path below the section, and the same of the second."""


def _pair_up(pairs: Sequence[Difference]) -> dict[str, _Row]:
    """The differences for people: what only one kind of a section has, with the row in which the kinds differ."""
    paths = {pair.path for pair in pairs}
    rows: dict[str, _Row] = {}
    for pair in pairs:
        path = pair.path
        if pair.a is not ABSENT and pair.b is not ABSENT:
            rows[path] = _Row([pair.a, pair.b])
            continue
        side, value = (0, pair.a) if pair.b is ABSENT else (1, pair.b)
        sections = [path[:at] for at in range(len(path) - 1, 0, -1) if path[at] == "."]
        section = next((section for section in sections if f"{section}.kind" in rows), None)
        if section is not None:
            rows[f"{section}.kind"].only[side][path.removeprefix(f"{section}.")] = value
            continue
        if sections and sections[0] in paths:  # written bare, as `scoring.base`: a word here, a map there
            path, value = sections[0], {path.rpartition(".")[2]: value}
        rows.setdefault(path, _Row()).values[side] = value
    return rows


def tell_differences(pairs: Sequence[Difference], name_a: str, name_b: str, width: int = 80) -> list[str]:
    """What differs, a knob a line, below a line of headings; what has no room in `width` columns makes it longer.

    Below a kind stands what only one of the two variants has because of it.
    """
    rows = _pair_up(pairs)
    cells = [["setting", name_a, name_b], *([path, *map(knob_text, row.values)] for path, row in rows.items())]
    cells = [[visible(cell) for cell in line] for line in cells]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    head, *lines = ["  ".join(map(str.ljust, line, widths)).rstrip() for line in cells]
    shown = [head]
    for row, line in zip(rows.values(), lines, strict=True):
        shown.append(line)
        for name, only in zip((name_a, name_b), row.only, strict=True):
            if only:
                # A knob stays on one line with its value: blanks between the two are no place to break.
                items = (f"{path} {knob_text(value)}".replace(" ", "\xa0") for path, value in only.items())
                text = f"{visible(name)} only: {', '.join(items)}"
                below = textwrap.wrap(text, width, initial_indent="  ", subsequent_indent="    ")
                shown += [part.replace("\xa0", " ") for part in below]
    return shown


def knob_text(value: object) -> str:
    """A knob's value as a file has it."""
    return ABSENT if value is ABSENT else flow(value, PLAIN_PROSE)


def _interleave(a: Iterable[str], b: Iterable[str]) -> list[str]:
    """The paths of both, those of one section together."""
    paths = list(dict.fromkeys((*a, *b)))
    sections = list(dict.fromkeys(path.partition(".")[0] for path in paths))
    return sorted(paths, key=lambda path: sections.index(path.partition(".")[0]))


def _plain(part: Any) -> dict[str, Any]:
    """A variant or a part of it as plain data; what is not said and may be left out is left out."""
    data: dict[str, Any] = {}
    for name, (field, knob) in knobs_of(type(part)).items():
        value = getattr(part, field.name)
        if value is None and field.default is None and not knob.null:
            continue
        data[name] = _section(knob, value) if knob.form == "section" else value
    return data


def _section(knob: Knob, value: Any) -> Any:
    """A section as plain data, with its `kind` where it has one."""
    if knob.bare:
        if value.as_number:
            (number,) = _plain(value).values()
            return number
        return _plain(value) or value.kind
    kind = {"kind": value.kind} if knob.kind_names else {}
    return kind | _plain(value)


def _flatten(path: str, value: object, into: dict[str, object]) -> None:
    """Put a value, or all that stands in it, into a flat map by its path."""
    if isinstance(value, dict):
        for key, inner in value.items():
            _flatten(f"{path}.{key}", inner, into)
    else:
        into[path] = value
