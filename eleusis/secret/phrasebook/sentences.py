"""Phrases of which a rule is made by one who doesn't write rules: sentences with holes, and what may stand in each.

    shape     After {0} play {1}; otherwise {2}.      if {0} then {1} else {2}
    choices   0 last cards   1 cards   2 cards or any
    chosen    an odd card, black, red                 if last.odd then black else red

A hole has a list of choices by its name; each choice is a label, as it reads in the sentence, and a text, as it
stands in the rule. The number of a hole may come twice in the rule: then both places get the same text. Two shapes
may be joined by "and" or "or", and a rule may get exceptions; before a rule is put into a longer one, `bracket`
sees to it that it stays whole.

As data (`phrases_json`, GET /api/phrases):

    {"choices": {"cards": [{"label": "red", "text": "red"}, …], …},
     "groups": [{"title": "…", "about": "…", "shapes": [SHAPE, …]}, …],
     "joins": [{"id": "and", "label": "and", "rule": "{0} and {1}"}, …],
     "exceptions": [SHAPE, …]}                          in the rule of these, {rule} is the rule that they go with

    SHAPE: {"id": "after", "label": "After … play …; otherwise …",
            "parts": [{"text": "After "}, {"hole": 0, "choices": "last cards", "usual": "last.odd"}, …],
            "rule": "if {0} then {1} else {2}"}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs

from eleusis.ground.data import Json
from eleusis.secret.phrasebook.choices import BOOK, CHOICES
from eleusis.secret.phrasebook.shapes import Shape, ShapeGroup, bracket


def phrases_json() -> dict[str, Json]:
    """All phrases as data, as GET /api/phrases answers."""
    return {
        "choices": {name: [attrs.asdict(choice) for choice in choices] for name, choices in CHOICES.items()},
        "groups": [
            {"title": group.title, "about": group.about, "shapes": [shape.to_json() for shape in group.shapes]}
            for group in GROUPS
        ],
        "joins": [{"id": name, "label": label, "rule": rule} for name, (label, rule) in JOINS.items()],
        "exceptions": [shape.to_json() for shape in EXCEPTIONS],
    }


def join_rules(join: str, first: str, second: str) -> str:
    """Two rules made one, by the id of a join."""
    return JOINS[join][1].format(bracket(first), bracket(second))


def _shapes(entries: Iterable[Mapping[str, str]]) -> tuple[Shape, ...]:
    return tuple([Shape(**entry) for entry in entries])


JOINS: Mapping[str, tuple[str, str]] = {name: (label, rule) for name, (label, rule) in BOOK["joins"].items()}
"""How two rules are made one: what is said, and the rule that comes out."""

GROUPS = tuple([ShapeGroup(group["title"], group["about"], _shapes(group["shapes"])) for group in BOOK["groups"]])
"""All shapes, the easiest first."""

EXCEPTIONS = _shapes(BOOK["exceptions"])
"""What may be said besides; `{rule}` is the rule that it is said of."""
