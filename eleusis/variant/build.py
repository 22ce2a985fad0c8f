"""From a tree of YAML to a variant, driven by the descriptions of the knobs; every error at once."""

from __future__ import annotations

import re
from collections import abc
from typing import Any, TypeVar

import attrs

from eleusis.ground.errors import VariantError, did_you_mean, quote
from eleusis.ground.yaml.parsing import Mapping, Scalar, YamlNode
from eleusis.ground.yaml.reader import VERSION, YamlReader, describe
from eleusis.variant.knobs import Knob, knobs_of
from eleusis.variant.mechanisms.turn_limit import NoTurnLimit
from eleusis.variant.model import Variant

T = TypeVar("T")

_MECHANISMS = "; docs/mechanism.md tells how one is added"
_NUMBER = re.compile(r"[+-]?[0-9]+", re.ASCII)


class Builder:
    """Builds objects from nodes; `reader` keeps the errors, with the codes `variant/…`."""

    def __init__(self) -> None:
        self.reader = YamlReader(VariantError, "variant")
        self.sections: dict[str, Any] = {}
        """The sections of the variant, None where one has errors."""

    def variant(self, node: Mapping) -> Variant:
        """The variant of a merged tree. Raises what is wrong with it, all at once."""
        variant = self.fill(Variant, node, "", ("eleusis", "extends"))
        self.cross_check(node)
        self.reader.finish()
        assert variant is not None
        return variant

    def fill(
        self,
        cls: type[T],
        node: Mapping,
        path: str,
        also: tuple[str, ...] = (),
        kinds: tuple[type[Any], ...] = (),
    ) -> T | None:
        """An object of a class, one of these `kinds`, from a map; None after an error.

        `also` are keys that the map may have besides.
        """
        knobs = knobs_of(cls)
        before = len(self.reader.errors)
        for name, place, _ in node.items():
            if name not in knobs and name not in also:
                having = [f"kind: {kind.kind}" for kind in kinds if name in knobs_of(kind)]
                absent = f"{path}.{name}" if having else ""
                message = _no_such_knob(name, path, knobs, having)
                self.reader.add(VariantError("variant/unknown-knob", message, place, absent))
        values: dict[str, Any] = {}
        missing: list[str] = []
        for name, (field, knob) in knobs.items():
            full = f"{path}.{name}" if path else name
            value = node.get(name)
            if value is not None:
                values[field.name] = self.value(knob, value, full)
            elif field.default is attrs.NOTHING:
                if knob.form == "section":
                    missing.append(quote(full))
                else:
                    self.reader.error("missing-knob", f"the setting {quote(full)} is missing", node.place)
        if missing:
            subject, verb = ("section", "is") if len(missing) == 1 else ("sections", "are")
            message = f"the {subject} {', '.join(missing)} {verb} missing"
            self.reader.error("missing-knob", message, node.place)
        if cls is Variant:
            self.sections = values
        return cls(**values) if len(self.reader.errors) == before else None

    def value(self, knob: Knob, node: YamlNode, path: str) -> Any:
        """The value of one knob."""
        if knob.null and isinstance(node, Scalar) and node.null:
            return None
        if knob.form == "whole":
            if knob.null and (not isinstance(node, Scalar) or node.quoted):
                self.reader.error("type", f"{path} must be a whole number or null", node.place)
                return None
            return self.reader.integer(node, path, knob.low, knob.high)
        if knob.form == "flag":
            return self.reader.boolean(node, path)
        if knob.form == "word":
            return self.reader.choice(node, path, knob.choices)
        if knob.form == "text":
            return self.text(knob, node, path)
        return self.section(knob, node, path)

    def text(self, knob: Knob, node: YamlNode, path: str) -> str | None:
        """Printable text on one line."""
        raw = self.reader.text(node, path)
        if raw is None:
            return None
        line = " ".join(raw.split())
        if not line or not line.isprintable() or len(line) > knob.high:
            message = f"{path} must be printable text of 1 to {knob.high} characters"
            self.reader.error("text", message, node.place)
            return None
        return line

    def section(self, knob: Knob, node: YamlNode, path: str) -> Any:
        """A map of knobs, of the class that its `kind` chooses; or a kind that is written bare."""
        if knob.bare and (not knob.bare_maps or (isinstance(node, Scalar) and not node.null)):
            return self.bare_word(knob, node, path)
        mapping = self.reader.mapping(node, None, path)
        if mapping is None:
            return None
        chosen = knob.bare_map(mapping.entries) if knob.bare else knob.kinds[0]
        if not knob.kind_names:
            return self.fill(chosen, mapping, path)
        kind = mapping.get("kind")
        name = knob.default_kind if kind is None else self.reader.choice(kind, f"{path}.kind", knob.kind_names)
        if kind is None and name is None:
            message = f"the setting '{path}.kind' is missing: one of {', '.join(knob.kind_names)}"
            self.reader.error("missing-knob", message, mapping.place)
        if name is None:
            return None
        return self.fill(knob.kind(name), mapping, path, ("kind",), knob.kinds)

    def bare_word(self, knob: Knob, node: YamlNode, path: str) -> Any:
        """A kind that is written as its word alone, or as a number."""
        number = knob.bare_number
        if not knob.bare_maps and number is None:
            name = self.reader.choice(node, path, knob.bare_words)
            return None if name is None else knob.kind(name)()
        if number is not None and isinstance(node, Scalar) and _NUMBER.fullmatch(node.text):
            ((_, bounds),) = knobs_of(number).values()
            value = self.reader.integer(node, path, bounds.low, bounds.high)
            return None if value is None else number(value)
        written = isinstance(node, Scalar) and not node.null
        text = self.reader.text(node, path) if number is None or written else ""
        if text is None:
            return None
        if text in knob.bare_words:
            return knob.kind(text)()
        ways = [", ".join(knob.bare_words), *(f"a map with {', '.join(knobs_of(cls))}" for cls in knob.bare_maps)]
        ways += ["a number"] if number is not None else []
        given = quote(text) + did_you_mean(text, knob.bare_words) if text else describe(node)
        self.reader.error("choice", f"{path} can't be {given}: {', or '.join(ways)}", node.place)
        return None

    def cross_check(self, node: Mapping) -> None:
        """What two knobs must agree on, in the sections that are well by themselves."""
        scoring, limit = self.sections.get("scoring"), self.sections.get("turn_limit", NoTurnLimit())
        if scoring and limit and scoring.base.needs_turn_limit and limit.count_left(0) is None:
            message = f"scoring.base: {scoring.base.kind} needs a turn_limit, such as {{kind: turns, turns: 30}}"
            places = [section.place for section in map(node.get, ("turn_limit", "scoring")) if section is not None]
            # Rather in this file than in one that it extends.
            place = min(places, key=lambda place: place.file != node.place.file, default=node.place)
            self.reader.error("turns", message, place)
        players, about = self.sections.get("players"), self.sections.get("about")
        if players is None:
            return
        if players.max is not None and players.min > players.max:
            message = f"players.min ({players.min}) is more than players.max ({players.max})"
            self.reader.error("players", message, (node.get("players") or node).place)
        ideal = about.ideal_players if about else None
        if ideal is not None and not players.min <= ideal <= (players.max or ideal):
            message = f"about.ideal_players ({ideal}) is outside players.min to players.max"
            self.reader.error("players", message, (node.get("about") or node).place)

    def header(self, node: Mapping, needed: bool) -> None:
        """The version of the format: `eleusis: 1`; a file without it may be anybody's: raised at once."""
        version = node.get("eleusis")
        if version is None and needed:
            raise VariantError("variant/version", f"the line 'eleusis: {VERSION}' is missing", node.place)
        self.reader.version(version, quotes=False)


def _no_such_knob(
    name: str, path: str, knobs: abc.Mapping[str, tuple[object, Knob]], having: abc.Sequence[str]
) -> str:
    """That a section, or a variant, doesn't have a knob; which kinds are `having` it, or what was meant."""
    if not path:
        homes = [home for home, (_, knob) in knobs.items() if any(name in knobs_of(kind) for kind in knob.kinds)]
        meant = " or ".join(quote(f"{home}.{name}") for home in homes)
        hint = did_you_mean(name, knobs) or (meant and f" (did you mean {meant}?)")
        return f"there is no section {quote(name)}{hint or _MECHANISMS}"
    if having:
        return f"there is no setting {quote(name)} in {path} without {' or '.join(having)}"
    hint = did_you_mean(name, knobs) or f": it has {', '.join(knobs) or 'none'}"
    return f"there is no setting {quote(name)} in {path}{hint}"
