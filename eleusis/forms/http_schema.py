"""The JSON Schema of what browsers and programs ask of `eleusis serve`, and of what they are answered.

Each body of a request and each answer has a definition; `routes` says which belong together. An answer may have
keys that this version doesn't know: readers ignore them.
"""

from __future__ import annotations

from eleusis.forms.event_schema import event_schema, view_schema
from eleusis.forms.variant_schema import Schema
from eleusis.game.state import END_REASONS

_TEXT: Schema = {"type": "string"}
_FLAG: Schema = {"type": "boolean"}
_WHOLE: Schema = {"type": "integer"}
_COUNT: Schema = {"type": "integer", "minimum": 0}
_TEXTS: Schema = {"type": "array", "items": _TEXT}
_SEAT: Schema = {"description": "A seat by its name.", "type": "string", "minLength": 1, "maxLength": 60}
_CARD: Schema = {"type": "string", "pattern": r"^(?:(?:10|[2-9AJQK])[SHDC]|\?\?)$"}
_CARDS: Schema = {"type": "array", "items": _CARD}
_OWN_SEAT: Schema = {
    "description": "Which of the browser's seats is meant, if not the first.",
    "anyOf": [_SEAT, {"type": "null"}],
}
_N: Schema = {"description": "The number of the last event of the game.", **_COUNT}
_KIND: Schema = {"description": "The kind of a player: person, or a bot's.", "type": "string"}
_TITLE: Schema = {"description": "What it is called.", "type": "string"}
_BY_SEAT: Schema = {"description": "A seat by its name.", "type": "object", "additionalProperties": _WHOLE}
_USUAL: dict[str, Schema] = {
    "min": {"description": "At least, the dealer included.", "type": "integer"},
    "max": {"description": "At most; null: no end.", "type": ["integer", "null"]},
}
_STAGES = ["lobby", "rule", "play", "between", "over"]


def http_schema() -> Schema:
    """The JSON Schemas of requests and answers, by name, and the routes that they belong to."""
    definitions = {
        "error": _error(),
        **_seats(),
        **_table(),
        **_round(),
        **_moves(),
        **_host(),
        **_rules(),
        **_afterwards(),
        "event": event_schema(),
        "view": view_schema(),
    }
    return {
        "description": "What is asked of a table in the browser, and answered: JSON in UTF-8. `routes` says for "
        "each method and path which of the definitions its query, its body and its answers by status have.",
        "routes": _routes(),
        "definitions": definitions,
    }


def _ref(name: str) -> Schema:
    return {"$ref": f"#/definitions/{name}"}


def _say(description: str, value: Schema) -> Schema:
    """A value, and what it is."""
    return {"description": description, **value}


def _or_none(value: Schema) -> Schema:
    """The same, or null."""
    return {"anyOf": [value, {"type": "null"}]}


def _list_of(item: Schema) -> Schema:
    return {"type": "array", "items": item}


def _answer(description: str, properties: dict[str, Schema], optional: tuple[str, ...] = ()) -> Schema:
    """An object that has these keys, and may have more."""
    required = [key for key in properties if key not in optional]
    return {"description": description, "type": "object", "properties": properties, "required": required}


def _request(description: str, properties: dict[str, Schema], required: tuple[str, ...] = ()) -> Schema:
    """An object that has these keys; what else stands in it is passed over."""
    return {"description": description, "type": "object", "properties": properties, "required": [*required]}


def _error() -> Schema:
    error: Schema = {
        "description": "What was refused.",
        "type": "object",
        "properties": {
            "code": _say("What kind of error: docs/errors.md.", _TEXT),
            "text": _say("The error in a sentence.", _TEXT),
            "line": _say("Where it stands in a text, from 1.", _WHOLE),
            "column": _say("Where in the line, from 1.", _WHOLE),
        },
        "required": ["code", "text"],
    }
    properties = {
        "error": error,
        "n": _say("web/moved: the number of the last event; look again.", _COUNT),
        "starter": _say("rule/starter-tells: the card that would be turned.", _CARD),
        "shorter": _say("rule/starter-tells: what is the same rule from that card on.", _TEXT),
    }
    return _answer("What was refused, and why.", properties, ("n", "starter", "shorter"))


def _seats() -> dict[str, Schema]:
    pin: Schema = {"description": "Six digits by which another device may take it over.", "type": "string"}
    sit = {
        "name": _say("The player's name: 1 to 60 visible characters.", _SEAT),
        "pin": _say("The PIN of a seat that is taken.", _or_none(_TEXT)),
        "code": _say("What must be known to sit down, where /api/table says so.", _or_none(_TEXT)),
        "take_over": _say("Whether to play on for the bot that sits there.", _FLAG),
    }
    return {
        "sit": _request("To sit down.", sit, ("name",)),
        "pin": _answer("The seat that you have taken.", {"seat": _SEAT, "pin": {**pin, "pattern": "^[0-9]{6}$"}}),
        "leave": _request("To give a seat up.", {"seat": _OWN_SEAT}),
        "left": _answer("The seat that was given up.", {"seat": _SEAT}),
    }


def _table() -> dict[str, Schema]:
    player = {
        "seat": _SEAT,
        "kind": _say("person, or the kind of bot.", _TEXT),
        "here": _say("Whether its page is open.", _FLAG),
        "taken": _say("Whether somebody holds the seat.", _FLAG),
    }
    seconds = _or_none({"type": "number", "minimum": 0})
    shown = {
        "game": _say("Which game of the evening it is, from 1.", _WHOLE),
        "n": _N,
        "variant": _say("The edition.", _TEXT),
        "title": _say("What the edition is called.", _TEXT),
        "players": _say("Who sits there, clockwise.", _list_of(_answer("A player.", player))),
        "dealer": _say("Who deals this round, or the next.", _or_none(_SEAT)),
        "started": _say("Whether a game is on.", _FLAG),
        "phase": {
            "description": "lobby: no game yet; rule: the dealer chooses one; between: the next is not begun.",
            "enum": _STAGES,
        },
        "round": _say("The last round that was begun; 0 before the first.", _COUNT),
        "rounds_over": _say("How many rounds are over.", _COUNT),
        "last_round": _say("Whether no round follows this one.", _FLAG),
        "next_dealer": _say("Who deals the next round.", _or_none(_SEAT)),
        "totals": _say("The points of the game by seat.", _BY_SEAT),
        "paused": _say("Whether the host has stopped all moves for a while.", _FLAG),
        "broken": _say("Why the game can't go on, until the host lets it.", _or_none(_TEXT)),
        "open_hands": _say("Whether everyone may see all hands.", _FLAG),
        "code": _say("Whether a code is needed to sit down.", _FLAG),
        "free": _say("Whether a new name may sit down.", _FLAG),
        "clock": _say("Seconds that a turn may take.", seconds),
        "clock_left": _say("Seconds that are left of this turn.", seconds),
        "by_hand": _say("Whether real cards are played; the score is kept here.", _FLAG),
        "prophet": _say("What the prophet is called here; null: there is none.", _or_none(_TEXT)),
        "max_cards": _say("The most cards of a play; null: any number.", _or_none(_WHOLE)),
        "guess": _say("Whether guesses of the rule are offered.", _FLAG),
        "hints": _say("Whether the dealer may give hints.", _FLAG),
        "hidden": _say("How many hints of this game the host has taken from the pages.", _COUNT),
        "thinking": _say("The bot that is thinking.", _or_none(_SEAT)),
        "players_usual": _answer("How many usually play.", _USUAL),
    }
    you = _say("The seats that this browser holds.", _list_of(_SEAT))
    return {
        "table_event": _answer("How the table stands, as `event: table` of the stream has it.", shown),
        "table": _answer("How the table stands.", {**shown, "you": you}),
    }


def _round() -> dict[str, Schema]:
    hint = {
        "text": _say("What was said.", _TEXT),
        "by_host": _say("Whether the host gave it; else it is the dealer's.", _FLAG),
    }
    line = {
        "number": _say("The turn.", _or_none(_WHOLE)),
        "seat": _say("Who moved.", _or_none(_TEXT)),
        "what": _say("What was done.", _TEXT),
        "then": _say("What followed.", _TEXTS),
        "text": _say("What happened, in a sentence; a guess is told in plain English.", _TEXT),
        "guess": _say("The guess as it was made, if this is one.", _or_none(_TEXT)),
        "hint": _say("The hint, if this is one.", _or_none(_answer("A hint.", hint))),
        "by_clock": _say("Whether the player's time had run out, and the move was made for them.", _FLAG),
    }
    properties = {
        "n": _N,
        "view": _say("What the seat sees; null before the first deal.", _or_none(_ref("view"))),
        "options": _say("Moves that it may make, without the seat: single cards.", _TEXTS),
        "may": _say("What it may do, in words.", _TEXTS),
        "may_not": _say("What it may not: the verb, a colon and the reason.", _TEXTS),
        "story": _say("What has happened in this round, as the seat knows it.", _ref("story")),
        "open_hands": _say(
            "All hands, if everyone may see them.", _or_none({"type": "object", "additionalProperties": _CARDS})
        ),
        "undo": _say("Whether it may take its last move back.", _FLAG),
        "rule": _say("The seat's own rule, if a person deals by it.", _or_none(_TEXT)),
    }
    later = tuple(key for key in properties if key not in ("n", "view", "options"))
    taken_back = {"type": {"const": "undone"}, "to": _say("The last event that still stands.", _COUNT)}
    return {
        "seen": _answer(
            "The round as a seat may know it; before the first deal there is only what is needed.",
            properties,
            later,
        ),
        "story": _list_of(_answer("A line of the story.", line)),
        "undone": _answer("All events after a number were taken back; they keep their numbers.", taken_back),
    }


def _moves() -> dict[str, Schema]:
    move = {
        "n": _say("The number of the last event that the player had seen.", _COUNT),
        "move": _say("The move without the seat: play 5H 6H.", _TEXT),
        "seat": _OWN_SEAT,
    }
    rule = {
        "rule": _say("A rule or an id of the library; null: the dealer judges each play.", _or_none(_TEXT)),
        "draw": _say("Whether to draw one from the library.", _FLAG),
        "hint": _say("What is said about it before the first card.", _or_none(_TEXT)),
        "starter": {
            "description": "What becomes of a starter that gives the rule away: it stays, others are turned, or "
            "the answer is rule/starter-tells.",
            "enum": ["keep", "turn", "ask", None],
        },
        "starters": _say("The starters of a table by hand: 7S.", _or_none(_TEXT)),
        "set_aside": _say("The cards that were turned before them, by hand.", _or_none(_TEXT)),
        "seat": _OWN_SEAT,
    }
    return {
        "move": _request("A move.", move, ("n", "move")),
        "choose": _request("The rule of the person who deals.", rule),
        "done": _answer("It has happened.", {"n": _N}),
    }


def _host() -> dict[str, Schema]:
    player: Schema = {"anyOf": [_TEXT, _answer("A player.", {"seat": _SEAT, "kind": _KIND}, ("kind",))]}
    kinds: Schema = {"type": "object", "additionalProperties": _TEXT}
    settings: dict[str, Schema] = {
        "variant": _say("The edition.", _TEXT),
        "settings": _say("Knobs that are set: expulsion.layout=50.", _TEXTS),
        "players": _say("Who sits there, clockwise.", {"anyOf": [_list_of(player), kinds, _TEXT]}),
        "dealer": _say("Who deals first.", _or_none(_TEXT)),
        "rules": _say("The secret rules that are dealt in turn.", _TEXTS),
        "difficulty": _say(
            "How hard the rules are that bots draw.", _or_none({"type": "integer", "minimum": 1, "maximum": 5})
        ),
        "rounds": _say("After how many rounds the game ends.", _or_none(_WHOLE)),
        "open_hands": _say("Whether everyone may see all hands.", _FLAG),
        "code": _say("What must be known to sit down.", _or_none(_TEXT)),
        "free": _say("Whether new names may sit down.", _FLAG),
        "clock": _say("Seconds that a turn may take.", _or_none({"type": "number"})),
        "pace": _say("Seconds before a bot moves.", {"type": "number"}),
        "by_hand": _say("Whether real cards are played; the score is kept here.", _FLAG),
    }
    plain: Schema = {"enum": ["start", "next", "undo", "pause", "go-on", "stop", "again", "hide-hints"]}
    bot = {"do": {"const": "bot"}, "seat": _SEAT, "kind": _KIND, "once": _say("For this turn only.", _FLAG)}
    works = [
        _request("What needs no more words.", {"do": _say("What is to be done.", plain)}, ("do",)),
        _request("Free a seat; its hand stays.", {"do": {"const": "remove"}, "seat": _SEAT}, ("do", "seat")),
        _request("Let a bot play there, for a turn or for good.", bot, ("do", "seat", "kind")),
        _request("Let a person play there.", {"do": {"const": "person"}, "seat": _SEAT}, ("do", "seat")),
        _request("Give a hint.", {"do": {"const": "hint"}, "text": _say("The hint.", _TEXT)}, ("do", "text")),
        _request("Set how the game is played.", {"do": {"const": "set"}, **settings}, ("do",)),
    ]
    count = _say("How many rules are given: the host plays too, so which ones they are stays secret.", _COUNT)
    page = {
        "addresses": _say(
            "Where the server is found.", _list_of(_answer("An address.", {"url": _say("As a URL.", _TEXT)}))
        ),
        "reached": _say("Whether another device has asked for a page.", _FLAG),
        "file": _say("The game file.", _TEXT),
        "resume": _say("The command that carries on with it.", _TEXT),
        "settings": _answer("How the game is played.", {**settings, "rules": count}),
        "notes": _say("What is unusual about this table.", _TEXTS),
    }
    return {
        "host": {"description": "What the host does.", "anyOf": works},
        "host_page": _answer("What the host sees.", page),
    }


def _rules() -> dict[str, Schema]:
    chapter = {
        "title": _TITLE,
        "lines": _say("Its sentences.", _TEXTS),
        "numbered": _say("Whether they are steps.", _FLAG),
    }
    edition = {
        "name": _say("Its name.", _TEXT),
        "title": _TITLE,
        "minutes": _say("About how long a round takes.", _or_none(_WHOLE)),
        "level": _say("Who it is for.", _or_none(_TEXT)),
        "players": _answer("How many usually play.", _USUAL),
        "reason": _say("Why it suits the players there are, or why not.", _or_none(_TEXT)),
    }
    contradiction = {
        "turn": _say("In which turn of the round, from 1.", _WHOLE),
        "cards": _say("What was played; the hand, of a no play.", _CARDS),
        "after": _say("The mainline then.", _CARDS),
        "said": _say("How it was judged.", {"enum": ["right", "wrong"]}),
        "text": _say("Both in a sentence.", _TEXT),
    }
    typical = {"line": _say("The line.", _CARDS), "right": _say("The cards that are right next.", _CARDS)}
    kind = {
        "name": _KIND,
        "doc": _say("What it does.", _TEXT),
        "knows_rule": _say("Whether it knows the rule: then it doesn't come in while a round is on.", _FLAG),
    }
    looked_at = {
        "rule": _say("The rule as it is written.", _TEXT),
        "english": _say("The rule in words.", _TEXT),
        "line": _say("The mainline as it lies.", _CARDS),
        "right": _say("The cards that are right next on this line.", _CARDS),
        "fair": _say("Whether it is fair.", _FLAG),
        "about": _say("How it plays.", _TEXTS),
        "after": _say(
            "Where no card lies yet: what is right after some.", _list_of(_answer("A line that shows it.", typical))
        ),
        "contradicts": _say("What was judged otherwise.", _list_of(_answer("A play.", contradiction))),
        "judged": _say("How many plays it was checked against.", _COUNT),
        "unchecked": _say("How many earlier ones were too many for that.", _COUNT),
    }
    look = {"rule": _say("The text of a rule, or an id of the library.", _TEXT)}
    chapters = _list_of(_answer("A chapter.", chapter))
    return {
        "editions": _list_of(_answer("An edition.", edition)),
        "kinds": _list_of(_answer("A kind of bot.", kind)),
        "rules": _answer(
            "The rules.",
            {
                "title": _TITLE,
                "chapters": _say("The rules of this edition.", chapters),
                "language": _say("How secret rules are written.", chapters),
            },
        ),
        "phrases": _answer("The phrases that rules are built from.", _phrases()),
        "look": _request("To look at a rule.", look, ("rule",)),
        "looked_at": _answer("What can be said about a rule.", looked_at),
        "looked_at_or_error": {
            "description": "What can be said about a rule; or, with line and column, why the text isn't a rule.",
            "anyOf": [{"$ref": "#/definitions/looked_at"}, {"$ref": "#/definitions/error"}],
        },
    }


def _phrases() -> dict[str, Schema]:
    """Sentences with holes, and what may stand in them."""
    choice = {"label": _say("As the sentence has it.", _TEXT), "text": _say("As the rule has it.", _TEXT)}
    part: Schema = {
        "anyOf": [
            _answer("Words.", {"text": _say("The words.", _TEXT)}),
            _answer(
                "A hole.",
                {
                    "hole": _say("Its number in the rule, from 0.", _COUNT),
                    "choices": _say("The list of what may stand there.", _TEXT),
                    "usual": _say("The text that stands there at first.", _TEXT),
                },
            ),
        ]
    }
    rule = _say("The rule, with {0}, {1} … where texts go; {rule}: the rule that it is an exception of.", _TEXT)
    shape = _answer(
        "A sentence with holes.",
        {
            "id": _say("Its name.", _TEXT),
            "label": _say("The sentence with its holes left open.", _TEXT),
            "parts": _say("Its words and holes, in order.", _list_of(part)),
            "rule": rule,
        },
    )
    shapes = _list_of(shape)
    group = {
        "title": _TITLE,
        "about": _say("How hard these are.", _TEXT),
        "shapes": _say("The sentences, the simplest first.", shapes),
    }
    join = {"id": _say("Its name.", _TEXT), "label": _say("How it is said.", _TEXT), "rule": rule}
    lists: Schema = {"type": "object", "additionalProperties": _list_of(_answer("A choice.", choice))}
    return {
        "choices": _say("What may stand in a hole, by the name of the list.", lists),
        "groups": _say("The sentences, the easiest first.", _list_of(_answer("Sentences.", group))),
        "joins": _say("How two rules are made one.", _list_of(_answer("A join.", join))),
        "exceptions": _say("What may be said besides.", shapes),
    }


def _afterwards() -> dict[str, Schema]:
    """A round that is over, told in whole."""
    number: Schema = {"type": "number"}
    points = _or_none(_WHOLE)
    data: Schema = {"type": "object"}
    step = {
        "n": _say("Its number in the round, from 1.", _WHOLE),
        "seat": _SEAT,
        "move": _say("The move, without the seat.", _TEXT),
        "by": _say("Who moved in place of the seat.", _or_none(_TEXT)),
        "events": _say("What followed.", _list_of(_ref("event"))),
    }
    wrong = {
        "seat": _SEAT,
        "guess": _say("As it was said.", _TEXT),
        "text": _say("The play, in a sentence.", _TEXT),
    }
    near = {
        "seat": _SEAT,
        "right": _say("Its right plays.", _COUNT),
        "wrong": _say("Its wrong plays.", _COUNT),
        "guesses": _say("Its guesses.", _list_of({"type": "object"})),
    }
    row = {
        "seat": _SEAT,
        "cards": _say("Cards in hand.", points),
        "base": _say("Points for them.", points),
        "bonus": _say("Points besides.", points),
        "score": _say("Points of the round.", points),
        "total": _say("Points of the game so far.", points),
        "notes": _say("What the points are for.", _TEXTS),
    }
    hands: Schema = {"type": "object", "additionalProperties": _CARDS}
    told_in_whole = {
        "number": _say("Which round of the game it is, from 1.", _WHOLE),
        "dealer": _SEAT,
        "rule": _say("The secret rule, or the id of one of the library.", _or_none(_TEXT)),
        "rule_in_words": _say("The rule in words.", _or_none(_TEXT)),
        "hint": _say("The hint that was given.", _or_none(_TEXT)),
        "starter": _say("What the line began with.", _CARDS),
        "deal": _say("The deal, as an event.", data),
        "steps": _say("Every move, with what followed from it.", _list_of(_answer("A move.", step))),
        "layout": _say("The cards on the table.", data),
        "hands": _say("What each hand held at the end.", hands),
        "stock": _say("How many cards are in the stock.", _COUNT),
        "decks": _say("How many decks are in play.", _COUNT),
        "prophet": _say("Who was prophet at the end.", _or_none(_TEXT)),
        "expelled": _say("Who was expelled.", _TEXTS),
        "ended": _say("Why it ended.", {"enum": [*END_REASONS]}),
        "scores": _say("The points of the round by seat.", _or_none(_BY_SEAT)),
        "wrong_guesses": _say(
            "Guesses that were wrong, each with the play that tells it from the rule.",
            _list_of(_answer("A wrong guess.", wrong)),
        ),
        "near": _say("How near each seat came.", _list_of(_answer("A seat.", near))),
        "sheet": _say("The score sheet.", _list_of(_answer("A row.", row))),
        "winners": _say("Who has most points in this round.", _TEXTS),
        "story": _say("What happened, a line each.", _ref("story")),
    }
    turn = {
        "n": _say("Its number in the round.", _WHOLE),
        "seat": _SEAT,
        "move": _say("What was done.", _TEXT),
        "comments": _say("What is said about it.", _TEXTS),
    }
    player = {
        "turns": _say("How many of the turns were its own.", _COUNT),
        "bits_gained": _say("What their judgements taught.", number),
        "bits_expected": _say("What they could be expected to teach.", number),
        "saying": _say("Both in words.", _TEXT),
    }
    review = {
        "number": _say("Which round of the game it is, from 1.", _WHOLE),
        "dealer": _SEAT,
        "rule": _say("The secret rule.", _or_none(_TEXT)),
        "known_at": _say("The first turn from which it was as good as known.", _or_none(_WHOLE)),
        "turns": _say("The turns.", _list_of(_answer("A turn.", turn))),
        "players": _say("Who played.", {"type": "object", "additionalProperties": _answer("A player.", player)}),
        "story": _say("The round in sentences.", _TEXTS),
    }
    return {
        "told": _answer("A round that is over.", told_in_whole),
        "transcript": _answer(
            "The round as `eleusis replay --as SEAT` prints it.", {"text": _say("As it is printed.", _TEXT)}
        ),
        "review": _answer("What could have been known.", review),
    }


_ROUTES: tuple[tuple[str, str, str, str | None, dict[str, str]], ...] = (
    ("GET /api/table", "How the table stands.", "", None, {"200": "table"}),
    ("GET /api/view", "The round as the seat sees it.", "seat", None, {"200": "seen", "403": "error"}),
    ("GET /api/events", "Server-sent events: undone and event by number, event: table without.", "seat after",
     None, {"200": "event undone table_event", "403": "error", "429": "error"}),
    ("POST /api/seats", "Sit down.", "", "sit",
     {"201": "pin", "403": "error", "404": "error", "409": "error", "422": "error", "429": "error"}),
    ("POST /api/leave", "Give a seat up.", "", "leave", {"200": "left", "401": "error", "403": "error"}),
    ("GET /api/pin", "The PIN of your own seat.", "seat", None, {"200": "pin", "401": "error", "403": "error"}),
    ("POST /api/moves", "Move.", "", "move",
     {"200": "done", "401": "error", "403": "error", "409": "error", "422": "error"}),
    ("POST /api/rule", "Choose the secret rule, as the dealer.", "", "choose",
     {"200": "done", "401": "error", "403": "error", "422": "error"}),
    ("POST /api/host", "What the host does; with Authorization: Bearer KEY.", "", "host",
     {"200": "done", "401": "error", "404": "error", "409": "error", "422": "error"}),
    ("GET /api/host", "What the host sees; with Authorization: Bearer KEY.", "", None,
     {"200": "host_page", "401": "error"}),
    ("GET /api/qr.svg", "The QR code of the first page, as SVG.", "", None, {"200": ""}),
    ("GET /api/editions", "The editions.", "", None, {"200": "editions"}),
    ("GET /api/kinds", "The kinds of bot.", "", None, {"200": "kinds"}),
    ("GET /api/rules", "The rules of this edition.", "", None, {"200": "rules"}),
    ("GET /api/phrases", "The phrases that rules are built from.", "", None, {"200": "phrases"}),
    ("POST /api/rules/look", "Look at a rule.", "", "look", {"200": "looked_at_or_error"}),
    ("GET /api/rounds/{number}", "A round that is over.", "", None,
     {"200": "told", "403": "error", "404": "error"}),
    ("GET /api/rounds/{number}/transcript", "The round as text, as a seat saw it.", "seat", None,
     {"200": "transcript", "403": "error", "404": "error"}),
    ("GET /api/rounds/{number}/review", "What could have been known in it.", "", None,
     {"200": "review", "403": "error", "404": "error"}),
    ("GET /review/{number}", "The same as a page.", "", None, {"200": "", "403": "error", "404": "error"}),
    ("GET /api/file", "The game file in YAML, once the game is over.", "", None, {"200": "", "403": "error"}),
)  # fmt: skip
"""For each request: what it does, the keys of its query, its body, and its answers by status ("": no JSON)."""


def _routes() -> Schema:
    """The routes as data, with references to the definitions."""
    routes: Schema = {}
    for route, what, query, body, answers in _ROUTES:
        entry: Schema = {"description": what}
        if query:
            entry["query"] = query.split()
        if body is not None:
            entry["body"] = _ref(body)
        entry["answers"] = {status: _any_of(names.split()) for status, names in answers.items()}
        routes[route] = entry
    return routes


def _any_of(names: list[str]) -> Schema:
    return _ref(names[0]) if len(names) == 1 else {"anyOf": [_ref(name) for name in names]} if names else {}
