"""What is asked of a room full of tables, and what it answers, as `web_messages` has it for one table."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from eleusis.doors.web.evenings.evening_plan import EveningPlan, Name
from eleusis.doors.web.web_messages import PlayerSeen, say

MOST_TABLES_AT_ONCE = 40
"""The most tables that are made by one request."""
Code = Annotated[str, Meta(pattern="^[BCDFGHJKLMNPQRSTVWXZ]{4}$", max_length=4), say("The code of a table.")]
Codes = Annotated[list[Code], Meta(max_length=10_000)]
_Count = Annotated[int, Meta(ge=0)]
_Names = list[Annotated[str, Meta(max_length=60)]]
_Time = Annotated[float, say("Seconds since 1970.")]

# What is asked


class MakeTable(Struct, frozen=True):
    """To make a table."""


class ForTables(Struct, frozen=True):
    """What is done to many tables at once."""

    tables: Annotated[Codes | None, say("Which tables; null: all that are not put away.")] = None


class DoForAll(ForTables, frozen=True):
    """What needs no more words; each table does it as if its host had asked."""

    do: Annotated[
        Literal[
            "start", "next", "undo", "pause", "go-on", "stop", "again", "hide-hints",
            "put-away", "bring-back", "delete",
        ],
        say("What is to be done; delete is for tables that are put away."),
    ] = "start"  # fmt: skip


class HintForAll(ForTables, frozen=True, tag="hint", tag_field="do"):
    """Give a hint at all tables where a round is on."""

    text: Annotated[str, say("The hint.")] = ""


class MakeTables(Struct, frozen=True, tag="make", tag_field="do"):
    """Make tables: one for each group of names."""

    groups: Annotated[list[_Names], Meta(max_length=MOST_TABLES_AT_ONCE), say("Who sits at each; may be empty.")]


class SetRoom(EveningPlan, frozen=True, tag="set", tag_field="do"):
    """Set what tables are made with from now on. What is not named stays."""

    players: Annotated[str | UnsetType, say("Who sits at each table besides, as on the command line.")] = UNSET
    same: Annotated[bool | UnsetType, say("Whether all tables get one rule and one deal.")] = UNSET
    anybody: Annotated[int, Meta(ge=0, le=1000), say("Tables a day that anybody may make.")] | UnsetType = UNSET
    forbidden: Annotated[_Names, Meta(max_length=1000), say("Names nobody may use.")] | UnsetType = UNSET


class TalkItOver(ForTables, frozen=True, tag="talk", tag_field="do"):
    """Make one page of what was played at all tables; the answer's `page` is where it is for an hour."""


# What is answered


class DoorSeen(Struct, frozen=True):
    """The door of a room."""

    may_make: Annotated[bool, say("Whether you may make a table here now.")]
    why_not: Annotated[str | None, say("Why not now, where you may another time.")] = None


class TableMade(Struct, frozen=True):
    """A table that was made."""

    code: Code
    key: Annotated[str, say("The key of its host: open CODE/host#KEY.")]


class RoomDone(Struct, frozen=True):
    """What was done, and where it was refused."""

    done: Annotated[Codes, say("The tables at which it was done.")]
    refused: Annotated[
        dict[str, str], say("Why not, by the code of the table, or by the line of a new one: line 2.")
    ]
    page: Annotated[str | None, say("Where the page is that was made.")] = None


class GuessGlanced(Struct, frozen=True):
    """The last guess of a round."""

    seat: Name
    right: Annotated[bool | None, say("How it was judged; null: not yet.")]
    alike: Annotated[
        float | None,
        say("How like the rule it is: the share of the pack that both judge alike after the cards that lie there."),
    ] = None


class Glance(Struct, frozen=True, kw_only=True):
    """A table at a glance, as its room's owner sees it."""

    code: Code
    asleep: Annotated[bool, say("Whether nobody has its pages open, and it waits in its file.")] = False
    title: Annotated[str, say("What the edition is called.")] = ""
    phase: Annotated[Literal["lobby", "rule", "play", "between", "over"], say("As /api/table has it.")] = "lobby"
    players: list[PlayerSeen] = []
    dealer: Name | None = None
    round: Annotated[_Count, say("The last round that was begun; 0 before the first.")] = 0
    last_round: Annotated[bool, say("Whether no round follows this one.")] = False
    turn: Annotated[_Count, say("The turn of this round.")] = 0
    cards: Annotated[_Count, say("How many cards lie on the mainline.")] = 0
    to_act: Annotated[Name | None, say("Who is to act.")] = None
    paused: bool = False
    broken: Annotated[str | None, say("Why the game can't go on.")] = None
    guess: GuessGlanced | None = None
    solved: Annotated[bool, say("Whether the last round ended with a right guess.")] = False
    totals: Annotated[dict[str, int], say("The points of the game by seat.")] = {}
    made: _Time = 0
    moved: Annotated[float, say("When something last happened, in seconds since 1970.")] = 0
    opened: Annotated[float, say("When somebody last opened it, in seconds since 1970.")] = 0
    away: Annotated[bool, say("Whether it has been put away.")] = False


class RoomSettings(EveningPlan, frozen=True, kw_only=True):
    """What tables are made with."""

    players: Annotated[str, say("Who sits at each table besides, as on the command line.")] = ""
    same: Annotated[bool, say("Whether all tables get one rule and one deal.")] = False
    anybody: Annotated[_Count, say("Tables a day that anybody may make, from one network; 0: only the owner.")] = 0
    forbidden: Annotated[list[str], say("Names and words nobody may use.")]


class RoomSeen(Struct, frozen=True):
    """The room, as its owner sees it."""

    address: Annotated[str, say("Where others find it.")]
    wall: Annotated[str, say("Where the wall of all tables is, with a key that opens nothing else.")]
    settings: RoomSettings
    tables: list[Glance]
    now: _Time


class TableOnWall(Struct, frozen=True, kw_only=True):
    """A table on the wall: what anybody in the room may see of it."""

    code: Code
    asleep: bool
    title: str
    phase: Literal["lobby", "rule", "play", "between", "over"]
    players: list[PlayerSeen]
    dealer: Name | None
    to_act: Name | None
    paused: bool
    solved: bool
    round: _Count
    turn: _Count
    layout: Annotated[Any, say("The cards on the table, as a view has them; null before the first deal.")] = None
    rule: Annotated[str | None, say("The rule in words, once the round is over.")] = None
    winners: list[Name] = []


class WallSeen(Struct, frozen=True):
    """The wall."""

    address: Annotated[str, say("Where others find the room.")]
    tables: list[TableOnWall]
    hint: Annotated[str | None, say("The host's hint that stands at all tables where a round is on.")] = None


class LogSeen(Struct, frozen=True):
    """What has happened in the room, without hands and rules."""

    lines: Annotated[list[str], say("The last lines, the newest last.")]
