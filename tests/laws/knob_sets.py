"""Random editions, drawn from the descriptions of the knobs: a knob or a kind that is new takes part by itself.

`python -m tests.laws.knob_sets 17` prints the edition that the laws draw for the number 17.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from eleusis.ground.chance import choose, stream
from eleusis.ground.errors import EleusisError
from eleusis.ground.yaml.parsing import Mapping, read
from eleusis.variant import Variant, load_variant, to_mapping, to_yaml, variant_from_node, variant_names
from eleusis.variant.knobs import Knob, knobs_of
from eleusis.variant.model import HEADER

KEPT = 0.3
"""How often a section is as the edition has it that the set begins with."""
TYPICAL = (4.0, 4.0, 15.0)
"""By about so much a number is above its lowest, if it is not at an edge: little, so that things happen."""
CROSS_CHECKS = frozenset({"variant/players", "variant/turns"})
"""What two knobs, each well by itself, may not agree on: such a set is drawn anew."""


@cache
def draw_variant(number: int) -> Variant:
    """The edition of a number: some sections as a shipped one has them, the others by chance."""
    chance = stream(number, "knob set")
    while True:
        node = variant_node(_draw_map(chance, number))
        try:
            return variant_from_node(node)
        except EleusisError as error:
            if not CROSS_CHECKS.issuperset(wrong.code for wrong in error.errors):
                raise


def variant_node(data: dict[str, Any]) -> Mapping:
    """Plain data of a variant as a map that stands in a game file."""
    node = read(json.dumps(data))
    assert isinstance(node, Mapping)
    return node


def _draw_map(chance: Random, number: int) -> dict[str, Any]:
    shipped = to_mapping(load_variant(choose(variant_names(), chance)))
    data: dict[str, Any] = {"eleusis": 1, "name": f"knob set {number}"}
    for name, (_, knob) in knobs_of(Variant).items():
        if name not in HEADER:
            data[name] = shipped[name] if chance.random() < KEPT else _draw_value(knob, chance)
    return data


def _draw_value(knob: Knob, chance: Random) -> Any:
    if knob.null and chance.random() < 0.3:
        return None
    if knob.form == "whole":
        return _draw_number(knob, chance)
    if knob.form == "flag":
        return chance.random() < 0.5
    if knob.form == "word":
        return choose(knob.choices, chance)
    if knob.form == "text":
        return "Seer"
    cls = choose(knob.kinds, chance)
    inner = {name: _draw_value(inside, chance) for name, (_, inside) in knobs_of(cls).items()}
    if knob.bare and cls is knob.bare_number:
        return next(iter(inner.values()))
    if knob.bare:
        return inner or cls.kind
    return {"kind": cls.kind, **inner} if knob.kind_names else inner


def _draw_number(knob: Knob, chance: Random) -> int:
    """The edges, and what is a little more than the lowest: there the mechanisms meet."""
    place = chance.random()
    if place < 0.2:
        return knob.low
    if place < 0.23:
        return knob.high
    return min(knob.high, knob.low + int(-math.log(1 - chance.random()) * choose(TYPICAL, chance)))


# What there is to be drawn, and what was


def settings(cls: type[Any] = Variant, path: str = "") -> Iterator[str]:
    """Every kind, word, flag and null of the knobs of a class, with the path of its knob: `prophet none`."""
    for name, (_, knob) in knobs_of(cls).items():
        if not path and name in HEADER:
            continue
        where = f"{path}{name}"
        if knob.null:
            yield f"{where} null"
        if knob.form == "flag":
            yield from (f"{where} {state}" for state in (True, False))
        yield from (f"{where} {word}" for word in knob.choices)
        for kind in knob.kinds:
            if len(knob.kinds) > 1:
                yield f"{where} {kind.kind}"
            yield from settings(kind, f"{where}.")


def settings_of(part: Any, path: str = "") -> Iterator[str]:
    """Those that a variant, or a part of it, has."""
    for name, (field, knob) in knobs_of(type(part)).items():
        if not path and name in HEADER:
            continue
        where, value = f"{path}{name}", getattr(part, field.name)
        if value is None:
            yield f"{where} null"
        elif knob.form in ("flag", "word"):
            yield f"{where} {value}"
        elif knob.form == "section":
            if len(knob.kinds) > 1:
                yield f"{where} {value.kind}"
            yield from settings_of(value, f"{where}.")


if __name__ == "__main__":
    print(to_yaml(draw_variant(int(sys.argv[1]))), end="")
