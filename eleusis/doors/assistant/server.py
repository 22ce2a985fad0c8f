"""The MCP server: each tool a thin call, its docstring what the assistant is told of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from functools import wraps
from threading import Lock
from typing import Annotated

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import Field

from eleusis.doors.assistant.session import Games, Settings, VariantName, replay_text
from eleusis.doors.assistant.texts import check_variant, shorten
from eleusis.evals.briefing import write_rules
from eleusis.ground.cards import cards
from eleusis.ground.errors import EleusisError, did_you_mean, quote, visible
from eleusis.lab.store import own_version
from eleusis.secret.english.explaining import explain
from eleusis.secret.library import find_rule, readings_json
from eleusis.secret.measuring.measure import measure
from eleusis.secret.sameness import compare
from eleusis.variant import load_variant, load_variants
from eleusis.variant.saying import span

INSTRUCTIONS = """\
Eleusis is a card game: the dealer has a secret rule that says which card may come next, and the others try to
find it. Read the rules of an edition with read_rules before you play it. deal begins a game and says what your
seat sees; play makes a move, after which the bots move until it is your turn again.
Cards are written AS, 10D, QH, 2C."""

RuleText = Annotated[str, Field(max_length=6000, description="A rule in the rule language, or the id of one.")]


def make_server() -> MCPServer:
    """A server with the games of one session, of which nothing is kept."""
    server = _StrictServer("eleusis", version=own_version(), instructions=INSTRUCTIONS, log_level="WARNING")
    games, lock = Games(), Lock()
    changing: list[Callable[..., str]] = [games.deal, games.play, games.next_round, games.end_game]
    reading: list[Callable[..., str]] = [games.look, games.review, games.list_games, list_editions, read_rules]
    reading += [read_rule, explain_rule, compare_rules, judge_card, replay_file]
    for tool in changing + reading:
        notes = ToolAnnotations(read_only_hint=tool in reading, destructive_hint=False, open_world_hint=False)
        server.add_tool(_guard(tool, lock), annotations=notes, structured_output=False)
    return server


class _StrictServer(MCPServer):
    """A server that refuses what a tool doesn't take: an argument passed over would be a wish that is."""

    async def call_tool(self, name: str, arguments: dict[str, object], context: object = None) -> object:
        """Call a tool by its name. Raises ToolError."""
        taken = next(
            (tool.input_schema["properties"] for tool in await self.list_tools() if tool.name == name), None
        )
        return await super().call_tool(name, _check_arguments(name, arguments, taken), context)


def _check_arguments(tool: str, arguments: dict[str, object], taken: Collection[str] | None) -> dict[str, object]:
    """The arguments of a tool, under the names of today. Raises ToolError for one that it doesn't take."""
    arguments = dict(arguments)
    if "edition" in arguments and "variant" in (taken or ()):
        edition = arguments.pop("edition")
        if arguments.setdefault("variant", edition) != edition:
            raise ToolError("edition is the older name of variant: give one of them [notation/option]")
    for name in arguments:
        if taken is not None and name not in taken:
            meant = did_you_mean(name, taken) or f": it takes {', '.join(taken) or 'no arguments'}"
            raise ToolError(f"{tool} takes no {quote(name)}{meant} [notation/option]")
    return arguments


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


def list_editions() -> str:
    """The editions of the game, with how many play each."""
    editions, _ = load_variants()
    return "\n".join(
        f"{edition.name}: {edition.title}, {span(edition.players.min, edition.players.max)} players"
        for _, edition in editions
    )


def read_rules(
    variant: VariantName = "solo",
    players: Annotated[
        int | None, Field(ge=2, le=50, description="How many sit there, including the dealer.")
    ] = None,
    settings: Settings = [],  # noqa: B006  # never changed; it is the default in the schema
) -> str:
    """The rules of an edition in words, how moves are written, and the language in which rules are."""
    check_variant(variant)
    return write_rules(load_variant(variant, settings), players, dealing=True)


def read_rule(text: Annotated[str, Field(max_length=600, description="What somebody says of it.")]) -> str:
    """The rules that a sentence of English may mean, as JSON: no other tool takes English for a rule."""
    said, error = readings_json(text)
    if error is not None:
        raise error
    return json.dumps(said, ensure_ascii=False)


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
