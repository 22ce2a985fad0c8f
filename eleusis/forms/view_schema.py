"""The JSON Schema of a view: what a seat may see of a round, as `View.to_json` gives it."""

from __future__ import annotations

from typing import get_args

from eleusis.forms.event_schema import form_of
from eleusis.forms.variant_schema import Schema, with_description
from eleusis.game.state import END_REASONS, Phase
from eleusis.ground.cards import Card

_CARD = form_of(Card)
_CARDS: Schema = {"type": "array", "items": _CARD}
_PLAYS: Schema = {"type": "array", "items": _CARDS}
_SEAT: Schema = {"type": "string"}
_NUMBER: Schema = {"type": "integer", "minimum": 0}


def _layout() -> Schema:
    """The cards on the table."""
    properties = {
        "mainline": with_description("The right cards, in order.", _CARDS),
        "sidelines": {
            "description": "For each card of the mainline the wrong plays under it.",
            "type": "array",
            "items": _PLAYS,
        },
        "before": with_description("The wrong plays made while the mainline was empty.", _PLAYS),
    }
    return {"type": "object", "properties": properties, "required": [*properties]}


def view_schema() -> Schema:
    """The JSON Schema of a view."""
    numbers = {"type": "object", "additionalProperties": _NUMBER}
    none: Schema = {"type": "null"}
    properties: dict[str, Schema] = {
        "seat": with_description("Whose view it is; null for a spectator.", form_of(str | None)),
        "players": with_description(
            "Who is at the table, clockwise, including the dealer.", form_of(tuple[str, ...])
        ),
        "dealer": with_description("Who deals this round.", _SEAT),
        "hand": with_description("The seat's own cards; none for the dealer.", _CARDS),
        "hands": {
            "description": "Every seat's hand; for other seats, the cards that were shown, and ?? for the rest.",
            "type": "object",
            "additionalProperties": _CARDS,
        },
        "layout": with_description("The cards on the table.", _layout()),
        "starters": with_description("The card or cards that the mainline began with.", _CARDS),
        "stock": with_description("How many cards are in the stock.", _NUMBER),
        "decks": with_description("How many decks are in play by now.", _NUMBER),
        "phase": {"description": "What the round waits for.", "enum": [*get_args(Phase)]},
        "to_act": with_description("The seat that acts next; null when the round is over.", form_of(str | None)),
        "mover": with_description("The seat whose turn it is, or was last.", form_of(str | None)),
        "pending": with_description("The cards that have been played and not yet judged.", _CARDS),
        "call": with_description(
            "The prophet's call on the play or no play being judged; true means right.", form_of(bool | None)
        ),
        "named": {
            "description": "The card the prophet named when calling a no play wrong.",
            "anyOf": [_CARD, none],
        },
        "guess": with_description("The last guess, in the guesser's own words.", form_of(str | None)),
        "prophet": with_description("Who is prophet now.", form_of(str | None)),
        "declared_at": with_description("Cards on the layout when the prophet declared.", form_of(int | None)),
        "right_since": with_description("Right cards since then.", form_of(int | None)),
        "wrong_since": with_description("Wrong cards since then.", form_of(int | None)),
        "expelled": with_description("Who was expelled, in order.", form_of(tuple[str, ...])),
        "sudden_death": {"description": "Whether a player who is wrong now is expelled.", "type": "boolean"},
        "set_aside": with_description("The cards turned as starters that were not right.", _CARDS),
        "turn": with_description("How many turns have been judged.", _NUMBER),
        "turns_left": with_description(
            "How many turns are left in the round; null if there is no limit.", form_of(int | None)
        ),
        "wrong_guesses": with_description("How often each seat has guessed wrong, for those that have.", numbers),
        "ended": {"description": "Why the round ended; null while it goes on.", "enum": [*END_REASONS, None]},
    }
    return {
        "description": "What a seat may see of a round.",
        "type": "object",
        "properties": properties,
        "required": [*properties],
    }
