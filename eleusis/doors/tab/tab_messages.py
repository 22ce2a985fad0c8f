"""What the pages ask of a tab besides what they ask of any table, and what they are answered."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from eleusis.doors.web.evenings.evening_plan import PlayerWanted
from eleusis.doors.web.refused import WebError
from eleusis.doors.web.wire import WebAnswer, json_object, say_error, send_data, send_error
from eleusis.ground.data import from_data
from eleusis.ground.errors import EleusisError

TabKind = Literal["daily", "lesson", "rule", "game"]
"""What is played: the puzzle of a day, the first puzzle, a friend's rule, or a game of an edition."""
Text = Annotated[str, Meta(min_length=1, max_length=5000)]
NameGiven = Annotated[str, Meta(min_length=1, max_length=60)]


class OpenDaily(Struct, frozen=True, tag_field="kind", tag="daily"):
    """The puzzle of a day, new or as it was left."""

    day: str
    name: NameGiven


class OpenLesson(Struct, frozen=True, tag_field="kind", tag="lesson"):
    """The puzzle of a minute that teaches the game."""

    name: NameGiven


SeedGiven = Annotated[int, Meta(ge=0, lt=2**31)]


class OpenRule(Struct, frozen=True, tag_field="kind", tag="rule"):
    """A friend's rule, as a solo game; `by` is the friend."""

    rule: Text
    by: NameGiven
    seed: SeedGiven
    name: NameGiven


class OpenGame(Struct, frozen=True, tag_field="kind", tag="game"):
    """A new game of an edition."""

    variant: Text
    players: Annotated[list[PlayerWanted], Meta(min_length=1, max_length=40)]
    dealer: str | None = None
    rule: Text | None = None
    difficulty: Annotated[int, Meta(ge=1, le=5)] | None = None
    rounds: Annotated[int, Meta(ge=1, le=1000)] | None = None
    pace: Annotated[float, Meta(ge=0, le=60)] = 1.0


class OpenAgain(Struct, frozen=True, tag_field="kind", tag="again"):
    """Another game of the same people, after the one that is open."""


class OpenKept(Struct, frozen=True, tag_field="kind", tag="kept"):
    """A game that is kept in this browser."""

    file: Text


class OpenText(Struct, frozen=True, tag_field="kind", tag="text"):
    """Any game file, to look back upon."""

    text: str
    name: str = "game.yaml"


GameOpening = OpenDaily | OpenLesson | OpenRule | OpenGame | OpenAgain | OpenKept
Opening = GameOpening | OpenText


def read_opening(body: bytes) -> Opening:
    """What is to be opened. Raises WebError (`web/json`, `web/type`)."""
    data = json_object(body)
    try:
        wanted: Opening = from_data(data, Opening)
    except msgspec.ValidationError as error:
        raise WebError("web/type", str(error)[:200]) from None
    return wanted


class Opened(Struct, frozen=True):
    """What is open now."""

    file: str
    kind: TabKind | Literal["text"]
    day: str | None = None
    by: str | None = None


class GameEnding(Struct, frozen=True):
    """How a game came out: who won and with how many points; of a puzzle, in which turn the rule was found."""

    winners: list[str]
    points: int
    turn: int | None


class KeptGame(Struct, frozen=True):
    """A game that is kept in this browser.

    `watched` is whether only bots play; `round` the number of its last round, `changed` when it was last played, in
    ms since 1970; `ending` how it came out, where that is known.
    """

    file: str
    kind: TabKind
    title: str
    over: bool
    players: list[str]
    day: str | None = None
    by: str | None = None
    readable: bool = True
    watched: bool = False
    round: int = 0
    changed: int = 0
    ending: GameEnding | None = None


class DayPlayed(Struct, frozen=True):
    """How the puzzle of a day came out: in which turn the rule was found, and the line to share."""

    turn: int | None
    line: str


class Result(Struct, frozen=True):
    """How a puzzle came out: the line to share; in which turn the rule was found, and in which a perfect player
    finds it, null where it isn't found.
    """

    text: str
    turn: int | None
    perfect: int | Literal["unknown"] | None = "unknown"


class History(Struct, frozen=True):
    """The daily puzzles that were played in this browser."""

    days: dict[str, DayPlayed]
    streak: int
    longest: int


class RateRule(Struct, frozen=True):
    """A rule that somebody has made."""

    rule: Text


class RuleRated(Struct, frozen=True):
    """How a bot did at a rule: in which turn it found it in each of some games; null where it didn't."""

    bot: str
    turns: list[int | None]
    limit: int


class FriendsRule(Struct, frozen=True):
    """A friend's rule as a link brings it."""

    rule: Text
    by: NameGiven
    seed: SeedGiven


class FriendsGame(Struct, frozen=True):
    """The game that was begun by a friend's rule, where one was: its file, and whether it is over."""

    file: str | None = None
    over: bool = False


class ForgetGame(Struct, frozen=True):
    """A game that need not be kept any longer."""

    file: Text


def send_errors(error: EleusisError) -> WebAnswer:
    """An error as an answer: `error` as at a table, and where a text has several, all of them as `errors`."""
    answer, all_of_them = send_error(error), error.errors
    if len(all_of_them) == 1:
        return answer
    return send_data({"error": say_error(error), "errors": [*map(say_error, all_of_them)]}, answer.status)
