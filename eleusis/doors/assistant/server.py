"""The MCP server: each tool a thin call, its docstring what the assistant is told of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import Annotated

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import Field

from eleusis.doors.assistant.session import Games, replay_text
from eleusis.doors.assistant.texts import check_edition, check_settings, shorten
from eleusis.ground.cards import cards
from eleusis.ground.errors import EleusisError, visible
from eleusis.secret.english.explaining import explain
from eleusis.secret.library import find_rule
from eleusis.secret.measuring.measure import measure
from eleusis.secret.sameness import compare
from eleusis.variant import load_editions, load_variant
from eleusis.variant.saying import span
from eleusis.words.rulebook import tell_notation, tell_rule_language, tell_rules, write_chapters

INSTRUCTIONS = """\
Eleusis is a card game: the dealer has a secret rule that says which card may come next, and the others try to
find it. Read the rules of an edition with read_rules before you play it. deal begins a game and says what your
seat sees; play makes a move, after which the bots move until it is your turn again.
Cards are written AS, 10D, QH, 2C."""

Edition = Annotated[str, Field(max_length=60, description="Its name, as list_editions has it.")]
Settings = Annotated[
    list[Annotated[str, Field(max_length=300)]],
    Field(max_length=50, description="Knobs to set, such as expulsion.layout=50."),
]
GameId = Annotated[str, Field(max_length=20, description="The game's id, such as g1.")]
SeatName = Annotated[
    str | None, Field(max_length=200, description="One of your seats; by default, the one that is to act.")
]
RuleText = Annotated[str, Field(max_length=6000, description="A rule in the rule language, or the id of one.")]


def make_server() -> MCPServer:
    """A server with the games of one session, of which nothing is kept."""
    server = MCPServer("eleusis", instructions=INSTRUCTIONS, log_level="WARNING")
    tools, lock = GameTools(Games()), Lock()
    changing: list[Callable[..., str]] = [tools.deal, tools.play, tools.next_round, tools.end_game]
    reading: list[Callable[..., str]] = [tools.look, tools.review, tools.list_games, list_editions, read_rules]
    reading += [explain_rule, compare_rules, judge_card, replay_file]
    for tool in changing + reading:
        notes = ToolAnnotations(read_only_hint=tool in reading, destructive_hint=False, open_world_hint=False)
        server.add_tool(_guard(tool, lock), annotations=notes, structured_output=False)
    return server


def _guard(tool: Callable[..., str], lock: Lock) -> Callable[..., str]:
    """A tool that is called once at a time, and tells what is wrong as one sentence."""

    @wraps(tool)
    def call(*given: object, **named: object) -> str:
        with lock:
            try:
                return tool(*given, **named)
            except EleusisError as error:
                # A column of a move, which is not a line of anything, tells nobody anything.
                text = error.message if error.place.line is None else str(error)
                raise ToolError(f"{text} [{error.code}]") from None

    return call


class GameTools:
    """The tools that play the games of a session."""

    def __init__(self, games: Games) -> None:
        self._games = games

    def deal(
        self,
        edition: Edition = "solo",
        players: Annotated[
            str | None,
            Field(
                max_length=2000,
                description='Who sits there, clockwise, as "You,Ann:scientist,Bob:random": a name alone is a '
                "seat of yours, the others are bots (random, knower, scientist).",
            ),
        ] = None,
        dealer: Annotated[
            str | None, Field(max_length=200, description="Who deals first; by default, a bot.")
        ] = None,
        difficulty: Annotated[
            int | None, Field(ge=1, le=5, description="How hard the rule is that a bot draws from the library.")
        ] = None,
        rule: Annotated[
            str | None, Field(max_length=6000, description="The secret rule, where the dealer's seat is yours.")
        ] = None,
        settings: Settings = [],  # noqa: B006  # never changed; it is the default in the schema
    ) -> str:
        """Deal a new game. Gives its id and what your seat sees. The cards come from a seed that nobody is told."""
        return self._games.deal(edition, players, dealer, difficulty, rule, settings)

    def play(
        self,
        game: GameId,
        move: Annotated[
            str,
            Field(
                max_length=6000,
                description='The move: play 5H 6S, no-play, declare, pass, call wrong 9H, guess "RULE", '
                "judge right.",
            ),
        ],
        seat: SeatName = None,
    ) -> str:
        """Make a move; then the bots move. Gives what has happened since, and what is asked of you next."""
        return self._games.play(game, move, seat)

    def look(
        self,
        game: GameId,
        seat: SeatName = None,
        as_json: Annotated[bool, Field(description="As data: the view, the options and the events.")] = False,
    ) -> str:
        """All that a seat of yours sees of the round that is on: what happened, its hand, what it may do."""
        return self._games.look(game, seat, as_json)

    def next_round(
        self,
        game: GameId,
        rule: Annotated[
            str | None,
            Field(max_length=6000, description="The secret rule, where the next dealer's seat is yours."),
        ] = None,
    ) -> str:
        """Deal the next round of a game whose last round is over."""
        return self._games.go_on(game, rule)

    def review(
        self,
        game: GameId,
        number: Annotated[
            int | None,
            Field(ge=1, le=1000, description="Which round, from 1; by default, the last one that is over."),
        ] = None,
        as_json: Annotated[bool, Field(description="As data: every turn with its bits, and the players.")] = False,
    ) -> str:
        """What could have been known in a round that is over: what each verdict taught, against what it could.

        It says from which turn on the rule could be known, and of each player how much was luck and how much skill.
        While the round is on it is refused, since it would tell the rule.
        """
        return self._games.review(game, number, as_json)

    def end_game(self, game: GameId) -> str:
        """End a game for good, and get all of it as a game file: every card, the rules, the seed."""
        return self._games.end(game)

    def list_games(self) -> str:
        """The games of this session, and where they stand."""
        return self._games.overview()


def list_editions() -> str:
    """The editions of the game, with how many play each."""
    editions, _ = load_editions()
    return "\n".join(
        f"{edition.name}: {edition.title}, {span(edition.players.min, edition.players.max)} players"
        for _, edition in editions
    )


def read_rules(
    edition: Edition = "solo",
    players: Annotated[
        int | None, Field(ge=2, le=50, description="How many sit there, including the dealer.")
    ] = None,
    settings: Settings = [],  # noqa: B006  # never changed; it is the default in the schema
) -> str:
    """The rules of an edition in words, how moves are written, and the language in which rules are."""
    check_edition(edition)
    check_settings(settings)
    variant = load_variant(edition, settings)
    chapters = [
        *tell_rules(variant, players),
        tell_notation(variant, players, dealing=True),
        tell_rule_language(),
    ]
    return write_chapters(variant.title or variant.name, chapters)


def explain_rule(rule: RuleText) -> str:
    """A rule in plain English, and how it plays."""
    secret = find_rule(rule)
    return f"{explain(secret)}\n{measure(secret).verdict}"


def compare_rules(
    a: RuleText,
    b: RuleText,
    line: Annotated[
        str | None,
        Field(max_length=4000, description="From this mainline on, such as 7S 4H; by default, everywhere."),
    ] = None,
) -> str:
    """Whether two rules are the same, or the shortest line of play and the card that tell them apart."""
    comparison = compare(find_rule(a), find_rule(b), None if line is None else cards(line))
    return comparison.describe(f'"{visible(a)}"', f'"{visible(b)}"')


def judge_card(
    rule: RuleText,
    line: Annotated[
        str, Field(max_length=4000, description="The mainline, as 7S 4H; empty before the first card.")
    ],
) -> str:
    """The cards that a rule of yours lets follow a mainline."""
    return " ".join(card.text for card in find_rule(rule).right(cards(line))) or "no card is right"


def replay_file(
    text: Annotated[str, Field(max_length=400_000, description="A game file: YAML with players, rounds, moves.")],
    seat: Annotated[
        str | None, Field(max_length=200, description="As this player saw it; by default, with all that is known.")
    ] = None,
) -> str:
    """Replay a game file: each move checked and judged, drawn and scored."""
    return shorten(replay_text(text, seat))
