"""The JSON Schemas of variant, game and rule files, for editors: they complete keys and flag what can't stand;
and those of events, views and the protocol, for programs.

Whatever the readers accept, these accept; what is wrong with the form of a file, they refuse as the readers do.
What only the reader sees (whether a seat is at the table, a rule can be read, a move is one) they leave to it.
Draft 7, which the YAML language servers know best.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from eleusis.driving.dealing import MAX_NAME, MAX_PLAYERS
from eleusis.forms.event_schema import event_schema, view_schema
from eleusis.forms.protocol_schema import protocol_schema
from eleusis.forms.variant_schema import (
    LONGEST,
    Schema,
    map_of,
    text,
    variant_ref,
    variant_schema,
    with_description,
)
from eleusis.game.state import END_REASONS
from eleusis.ground.chance import LARGEST_SEED
from eleusis.record.gamefile.expectations import ROUND_KEYS as EXPECT_KEYS
from eleusis.record.gamefile.expectations import ExpectedValue, ExpectReader
from eleusis.record.gamefile.reading import GAME_KEYS, MAX_ROUNDS, ROUND_KEYS
from eleusis.secret.language.parser import WORDS

SchemaKind = Literal["variant", "game", "rules", "event", "view", "protocol"]

_CARD = r"(?:(?:10|[2-9AaJjQqKkTt])[SHDCshdc♠♥♦♣]️?)"
_TITLES: dict[SchemaKind, str] = {
    "variant": "A variant of Eleusis",
    "game": "A game of Eleusis",
    "rules": "Rules for Eleusis",
    "event": "An event in a round of Eleusis",
    "view": "What a seat may see of a round of Eleusis",
    "protocol": "The protocol of programs that play Eleusis",
}


def schema(kind: SchemaKind) -> Schema:
    """The JSON Schema of a kind of file, or of what programs read and write, as plain data."""
    body = _BODIES[kind]()
    return {"$schema": "http://json-schema.org/draft-07/schema#", "title": _TITLES[kind], **body}


def _or_null(value: Schema) -> Schema:
    """The same, or nothing."""
    types = value["type"] if isinstance(value["type"], list) else [value["type"]]
    return {**value, "type": [*types, "null"]}


def _cards(description: str = "", unknown: bool = True) -> Schema:
    """Cards in a text, or in a list of texts."""
    card = rf"(?:{_CARD}|\?\?)" if unknown else _CARD
    cards: Schema = {
        "type": "string",
        "pattern": rf"^[\s,]*(?:{card}(?:[\s,]+{card})*[\s,]*)?$",
        "patternErrorMessage": "Cards, such as 10D or A♠, with blanks or commas between.",
    }
    return with_description(description, cards | {"type": ["string", "array", "null"], "items": cards})


def _list_of(item: Schema) -> Schema:
    """A list of such values."""
    return {"type": "array", "items": item}


def _whole(low: int, high: int) -> Schema:
    """A whole number from low to high."""
    return {"type": "integer", "minimum": low, "maximum": high}


_VERSION: Schema = {"description": "The version of the format: 1.", "enum": [1, "1"]}
_NUMBER = _whole(-1_000_000, 1_000_000)
_SEAT = text()

_FORMS: dict[Callable[..., ExpectedValue], Schema] = {
    ExpectReader.number: _NUMBER,
    ExpectReader.number_or_none: _or_null(_NUMBER),
    ExpectReader.flag: {"type": "boolean"},
    ExpectReader.seat_or_none: _or_null(_SEAT),
    ExpectReader.seats: _list_of(_or_null(_SEAT)),
    ExpectReader.words: _list_of(text()),
    ExpectReader.reason: {"enum": [*END_REASONS, None]},
    ExpectReader.cards: _cards(),
    ExpectReader.size_or_cards: {
        "type": ["integer", "string", "array", "null"],
        "if": {"type": "number"},
        "then": _NUMBER,
        "else": _cards(),
    },
    ExpectReader.plays: _list_of(_cards()),
    ExpectReader.columns: _list_of(_list_of(_cards())),
}
"""The schema of each form of value that an expectation may have."""


def _expect(description: str) -> Schema:
    """What a round may expect."""
    properties = {}
    for key, (form, doc) in EXPECT_KEYS.items():
        value = _FORMS[form]
        if key in ("hands", "scores"):
            value = {"type": "object", "additionalProperties": value}
        properties[key] = {"description": doc, **value}
    return map_of(description, properties)


def _rule() -> Schema:
    """A rule as a map."""
    source = {
        "author": text("Who gives the rule."),
        "work": text("Where it stands."),
        "label": text("What the source calls it."),
        "note": text("What else there is to say of it."),
    }
    card_text = {**_cards()["items"], "maxLength": LONGEST}
    example = {
        "line": {"description": "The mainline as it lies.", **card_text},
        "right": {"description": "Cards that are right next.", **card_text},
        "wrong": {"description": "Cards that are wrong next.", **card_text},
    }
    properties: dict[str, Schema] = {
        "rule": text("The rule, such as: if last.odd then black else red"),
        "starter": text("The condition on the starter."),
        "source": _text_or(map_of("", source, ("author",)), "Where the rule comes from."),
        "examples": {
            "description": "Cards that are right or wrong after a line; each is tested.",
            **_list_of(map_of("An example.", example)),
        },
        "same_as": {"description": "The id of a rule of the library that says the same."},
    }
    return map_of("A rule with what belongs to it.", properties, ("rule",))


def _text_or(mapping: Schema, description: str, null: bool = False) -> Schema:
    """A text, or such a map."""
    types = [*text()["type"], "object", *(["null"] if null else [])]
    return with_description(
        description, {"type": types, "maxLength": LONGEST, "if": {"type": "object"}, "then": mapping}
    )


def _rules() -> Schema:
    """A file of rules."""
    words = "|".join(sorted(WORDS))
    ids = {
        "pattern": rf"^(?!(?:{words})$)[A-Za-z0-9][A-Za-z0-9._-]{{0,59}}$",
        "patternErrorMessage": "An id has letters, digits, '-', '_' and '.'; it isn't a word of the rule language.",
    }
    rules = {
        "description": "The rules by their ids.",
        "type": "object",
        "propertyNames": ids,
        "additionalProperties": _text_or(_rule(), "A rule: its text, or a map with source and examples."),
    }
    return map_of("A file of rules.", {"eleusis": _VERSION, "rules": rules}, ("eleusis", "rules"))


def _round() -> Schema:
    """A round of a game file, its keys in the order of the reader."""
    hands = {"type": "object", "additionalProperties": _cards("The hand, such as 5H 2C; ?? for an unknown card.")}
    values: dict[str, Schema] = {
        "dealer": _or_null(text("Who deals; the next clockwise if it is left out.")),
        "rule": _text_or(
            _rule(),
            "The dealer's rule: an id of the library, or a text such as: if last.odd then black else red. "
            "Left out, the dealer's judgements stand among the moves.",
            null=True,
        ),
        "hint": _or_null(text("What the dealer says of it beforehand.")),
        "starter": _cards("The starter, such as 10C, or several; []: none.", unknown=False),
        "set_aside": _cards("The cards turned before the starter that were not right.", unknown=False),
        "turned_away": _cards("The cards turned before the starter and put under the stock.", unknown=False),
        "hands": {
            "description": "The hands by seat, or unknown: known by their size only.",
            "if": {"type": "object"},
            "then": hands,
            "else": {"enum": ["unknown", None]},
        },
        "stock": _cards("The stock once all is dealt, top first."),
        "moves": {
            "description": "A move a line, such as: Bob play 5H => right. Verbs: play CARDS, no-play, declare, "
            'call right|wrong [CARD], judge right|wrong [CARD], guess "RULE", pass, hint "TEXT". '
            "After => stands what must follow, after # a comment.",
            "type": ["string", "null"],
        },
        "expect": _expect("How the round must come out."),
    }
    return map_of("A round.", {key: values[key] for key in ROUND_KEYS})


def _game() -> Schema:
    """A game file, its keys in the order of the reader."""
    name = {**text(longest=MAX_NAME), "minLength": 1, "pattern": r"\S"}
    totals = {"description": "For each seat its points.", "type": "object", "additionalProperties": _NUMBER}
    edition = "The edition: a name, a path relative to this file, or a map with extends."
    values: dict[str, Schema] = {
        "eleusis": _VERSION,
        "title": _or_null(text("What the game is called.")),
        "variant": {
            "description": edition,
            "anyOf": [*variant_ref()["anyOf"], {"type": "object"}],
            "if": {"type": "object"},
            "then": variant_schema(inline=True),
        },
        "players": {
            "description": "The players, clockwise.",
            **_list_of(name),
            "minItems": 2,
            "maxItems": MAX_PLAYERS,
            "uniqueItems": True,
        },
        "seats": {
            "description": "Who plays for a seat where it is a bot: its kind, with options.",
            "type": ["object", "null"],
            "additionalProperties": text(),
        },
        "seed": {
            "description": "Orders all cards that are not given.",
            **_or_null(_whole(-LARGEST_SEED, LARGEST_SEED)),
        },
        "stopped": {"description": "Whether the game ends for good after these rounds.", "type": "boolean"},
        "rounds": {
            "description": "The rounds.",
            **_list_of(_round()),
            "type": ["array", "null"],
            "maxItems": MAX_ROUNDS,
        },
        "expect": map_of("What the game must come to.", {"totals": totals}),
    }
    required = ("eleusis", "variant", "players", "rounds")
    return map_of("A game of Eleusis.", {key: values[key] for key in GAME_KEYS}, required)


_BODIES: dict[SchemaKind, Callable[[], Schema]] = {
    "variant": variant_schema,
    "game": _game,
    "rules": _rules,
    "event": event_schema,
    "view": view_schema,
    "protocol": protocol_schema,
}
