"""The tables of the docs that the code writes: `python -m tests.helpers.tables_of_docs` writes them anew."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal, get_args, get_origin

import attrs

from eleusis.forms.event_schema import view_schema
from eleusis.game.events import EVENTS
from eleusis.game.sight import EVERYONE, NOBODY, OWNERS, fields_of, sight_of
from eleusis.variant import load_variant, variant_names
from eleusis.variant.knobs import Knob, Section, knobs_of
from eleusis.variant.model import HEADER, Variant
from eleusis.variant.write import ABSENT, knob_text
from tests.helpers.pages import PAGES
from tests.helpers.places import ROOT


def knob_lists() -> str:
    """Every knob with its values and its meaning, section by section."""
    parts = []
    for name, (field, knob) in knobs_of(Variant).items():
        if name in HEADER:
            continue
        parts.append(f"### {name}")
        if knob.form != "section" or knob.bare:
            parts.append(_item(name, field, knob))
            continue
        items = [f"- `kind: {cls.kind}`: {_without_sources(_first(cls))}" for cls in knob.kinds if knob.kind_names]
        with_knobs = [cls for cls in knob.kinds if knobs_of(cls)]
        classes_of: dict[str, list[type[Any]]] = {}  # of each item, those that have it
        for cls in with_knobs:
            for row in _flat(name, cls):
                classes_of.setdefault(_item(*row), []).append(cls)
        items += [
            item if classes == with_knobs else f"{item} Only with {_kinds(classes)}."
            for item, classes in classes_of.items()
        ]
        parts.append("\n".join(items))
    return "\n\n".join(parts)


def _kinds(classes: list[type[Any]]) -> str:
    return " or ".join(f"`kind: {cls.kind}`" for cls in classes)


def header_list() -> str:
    """What a variant says of itself."""
    rows: list[tuple[str, Any, Knob]] = []
    for name in HEADER:
        field, knob = knobs_of(Variant)[name]
        rows += _flat(name, knob.kinds[0]) if knob.form == "section" else [(name, field, knob)]
    return "\n".join(_item(*row) for row in rows)


def _flat(path: str, cls: type[Any]) -> Iterator[tuple[str, Any, Knob]]:
    for name, (field, knob) in knobs_of(cls).items():
        if knob.form == "section" and knob.kind_names:
            yield f"{path}.{name}.kind", field, Knob("word", knob.doc, choices=tuple(knob.kind_names))
            for kind in knob.kinds:
                yield from _flat(f"{path}.{name}", kind)
        elif knob.form == "section" and not knob.bare:
            yield from _flat(f"{path}.{name}", knob.kinds[0])
        else:
            yield f"{path}.{name}", field, knob


def _item(path: str, field: Any, knob: Knob) -> str:
    """One knob: its name, its values, its meaning."""
    value = {
        "whole": f"{knob.low}–{knob.high}",
        "flag": "`true`, `false`",
        "word": ", ".join(f"`{word}`" for word in knob.choices),
        "text": f"at most {knob.high} characters",
        "section": ", or ".join(
            [
                ", ".join(f"`{word}`" for word in knob.bare_words),
                *map(_map, knob.bare_maps),
                *(["a number"] if knob.bare_number else []),
            ]
        ),
    }[knob.form] + (", `null`" if knob.null else "")
    if field.default is not attrs.NOTHING and (knob.null or field.default is not None):
        default = getattr(field.default, "kind", field.default)  # of a kind that is written bare, its word
        value += f"; default `{knob_text(default)}`"
    return f"- `{path}` ({value}): {_without_sources(knob.doc)}"


def _without_sources(doc: str) -> str:
    """What a knob means; the texts behind it, in brackets, are for the schema."""
    return re.sub(r" \[[^\]]*\]", "", doc).replace("?.", "?")


def _map(cls: type[Any]) -> str:
    """A kind that is written as a map of its knobs: `{from: N}`."""
    return f"{{{', '.join(f'{name}: N' for name in knobs_of(cls))}}}"


def edition_table() -> str:
    """What the first edition says, section by section in its own words, and where others say otherwise."""
    first, *others = [load_variant(name) for name in variant_names()]
    lines = [f"| | {first.name} | where others differ |", "|---|---|---|"]
    for name, (field, knob) in knobs_of(Variant).items():
        if name in HEADER or knob.form != "section":
            continue
        section: Section = getattr(first, field.name)
        own = section.in_brief()
        briefs: dict[str, dict[str, str]] = {other.name: getattr(other, field.name).in_brief() for other in others}
        for row in dict.fromkeys(row for brief in (own, *briefs.values()) for row in brief):
            cell = own.get(row, ABSENT)
            by_cell: dict[str, list[str]] = {}
            for other, brief in briefs.items():
                if row in brief and brief[row] != cell:
                    by_cell.setdefault(brief[row], []).append(other)
            differ = " · ".join(f"{', '.join(names)}: {text}" for text, names in by_cell.items())
            lines.append(f"| {row} | {cell} | {differ} |")
    return "\n".join(lines)


def _first(cls: type[Any]) -> str:
    """The first sentence of a docstring, on one line."""
    return " ".join((cls.__doc__ or "").split("\n\n")[0].split())


_SEEN = {EVERYONE: "all", NOBODY: "nobody", OWNERS: "each its own"}


def event_list() -> str:
    """Every kind of event with its fields, and of those that could hold cards who may see them."""
    lines = []
    for event in EVENTS:
        fields = []
        for name, annotated in fields_of(event).items():
            kind = get_args(annotated)[0] if get_origin(annotated) is Annotated else annotated
            by = sight_of(annotated)
            words = f": {_SEEN.get(by, 'its seat')}" if by is not None else ""
            if get_origin(kind) is Literal and event.type != "round_ended":  # whose reasons rules.md lists
                words = f": {', '.join(get_args(kind))}"
            fields.append(f"`{name}`{words}")
        lines.append(f"- `{event.type}` ({'; '.join(fields) or 'no fields'}): {_first(event)}")
    return "\n".join(lines)


def view_list() -> str:
    """Every key of a view, with what it holds, from the schema."""
    lines = []
    for name, form in view_schema()["properties"].items():
        parts = {name: form, **{f"{name}.{key}": part for key, part in form.get("properties", {}).items()}}
        lines += [f"- `{key}` ({_form_in_words(part)}): {part['description']}" for key, part in parts.items()]
    return "\n".join(lines)


def _form_in_words(form: dict[str, Any]) -> str:
    """What a schema lets through, in the manner of the list of events."""
    if "anyOf" in form:
        return " or ".join(map(_form_in_words, form["anyOf"]))
    if "enum" in form:
        return ", ".join("null" if word is None else f"`{word}`" for word in form["enum"])
    if form["type"] == "array":
        return f"[{_form_in_words(form['items'])}]"
    if form["type"] == "object":
        values = form.get("additionalProperties")
        return f"{{seat: {_form_in_words(values)}}}" if values else "a map"
    if "pattern" in form:
        return "card"
    return {"string": "text", "integer": "number", "boolean": "true or false", "null": "null"}[form["type"]]


TABLES: dict[str, Callable[[], str]] = {
    "knobs": knob_lists, "header": header_list, "events": event_list, "editions": edition_table,
    "view": view_list,
}  # fmt: skip
_TABLE = re.compile(r"(<!-- table: (\w+) -->\n\n)(.*?)(\n\n<!-- end -->)", re.S)


_SOURCE = re.compile(r"(<!-- source: (\S+) (\w+) -->\n\n```python\n)(.*?)(```\n\n<!-- end -->)", re.S)


def source(path: str, name: str) -> str:
    """A class or a function of the project, as it stands in its file."""
    text = (ROOT / path).read_text(encoding="utf-8")
    for node in ast.parse(text).body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and node.name == name:
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            return "".join(text.splitlines(keepends=True)[first - 1 : node.end_lineno])
    raise LookupError(f"{path} has no {name}")


def written(page: str) -> str:
    """A page with its tables, and what it quotes of the sources, as they should be."""
    page = _SOURCE.sub(lambda block: block[1] + source(block[2], block[3]) + block[5], page)
    return _TABLE.sub(lambda block: block[1] + TABLES[block[2]]() + block[4], page)


if __name__ == "__main__":
    for path in PAGES:
        before = path.read_text(encoding="utf-8")
        if (after := written(before)) != before:
            path.write_text(after, encoding="utf-8")
            print(f"{path.relative_to(ROOT)}: written anew")
