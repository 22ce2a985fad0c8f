"""What is kept of an evening beside its game file, read back from FILE.seats: every error at its place there."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

import attrs

from eleusis.doors.web.evenings.chronicle import Chronicle
from eleusis.doors.web.evenings.evening_plan import PLANNED, EveningPlan
from eleusis.doors.web.evenings.remarks import Remarks
from eleusis.doors.web.seats.seat_file import SeatsReader, SeatState
from eleusis.driving.dealing import MAX_PLAYERS
from eleusis.ground.chance import LARGEST_SEED
from eleusis.ground.errors import NOWHERE, EleusisError, Place, quote
from eleusis.ground.files import is_stream
from eleusis.ground.yaml.parsing import Mapping as YamlMap
from eleusis.ground.yaml.parsing import YamlNode
from eleusis.minds.players.program.command import Program
from eleusis.minds.players.registry import NO_PROGRAMS, Seat, read_seat
from eleusis.secret.rule import Rule

_KEYS = (
    *("plan", "players", "seed", "choosing", "paused", "game", "before", "by_host", "remarks"),
    "next",
)
_MOST = 10**9
"""More events than any evening has."""
_ROUND = re.compile("[1-9][0-9]{0,3}", re.ASCII)
_LONGEST_NAME = 255
"""Bytes of a file's name, on most systems."""


@attrs.frozen
class Kept:
    """What a server that has ended knew of the evening besides the game file."""

    plan: EveningPlan = attrs.field(factory=EveningPlan)
    """How the game is to be played."""
    players: tuple[Seat, ...] = ()
    """Who or what plays on each seat."""
    players_place: Place = NOWHERE
    """Where that stands."""
    seed: int | None = None
    """What decides the cards, where that is drawn already."""
    choosing: str | None = None
    """The person who deals and has yet to say by which rule."""
    paused: bool = False
    """Whether the host has stopped all moves."""
    game: int = 1
    """The number of the game in the evening."""
    remarks: Remarks = attrs.field(factory=lambda: Remarks(Chronicle()))
    """What was remarked on its events, which follow those of the game before it."""


def read_kept(
    state: SeatState, rules: Mapping[str, Rule] | None = None, programs: Mapping[str, Program] = NO_PROGRAMS
) -> Kept:
    """What is kept in a file of seats; as of a new evening where that is nothing.

    Raises SeatError (`seat/broken`) for what can't stand there, and as `EveningPlan.change` and `read_seat` do for
    an edition, a rule or a bot that isn't there; ManyErrors for several.
    """
    if state.written is None:
        return Kept()
    reader = SeatsReader()
    top = state.written
    reader.mapping(top, _KEYS, "settings")
    remarks = reader.mapping(top.get("remarks"), ("by_clock", "hidden"), "remarks") or YamlMap({}, top.place)
    players = top.get("players")
    kept = Kept(
        plan=_read_plan(reader, top.get("plan"), rules or {}),
        players=_read_players(reader, players, programs),
        players_place=NOWHERE if players is None else players.place,
        seed=reader.maybe_integer(top.get("seed"), "seed", -LARGEST_SEED, LARGEST_SEED),
        choosing=reader.maybe_string(top.get("choosing"), "choosing"),
        paused=bool(reader.boolean(top.get("paused"), "paused")),
        game=reader.integer(top.get("game"), "game", 1, _MOST) or 1,
        remarks=Remarks(
            Chronicle(reader.integer(top.get("before"), "before", 0, _MOST) or 0),
            {*_read_numbers(reader, remarks.get("by_clock"), "by_clock")},
            {*_read_numbers(reader, remarks.get("hidden"), "hidden")},
            _read_hints(reader, top.get("by_host")),
        ),
    )
    _read_next(reader, top.get("next"))
    reader.finish()
    return kept


def read_next(state: SeatState) -> tuple[str | None, Place]:
    """The name of the file in which the evening went on, None where it didn't, and where that stands.

    Raises SeatError (`seat/broken`).
    """
    reader = SeatsReader()
    node = None if state.written is None else state.written.get("next")
    name = _read_next(reader, node)
    reader.finish()
    return name, NOWHERE if node is None else node.place


def _read_next(reader: SeatsReader, node: YamlNode | None) -> str | None:
    name = reader.string(node, "next")
    if name is None or node is None:
        return None
    fits = len(os.fsencode(f"{name}.seats")) <= _LONGEST_NAME
    if not fits or not name.isprintable() or name in ("", ".", "..") or Path(name).name != name:
        reader.note(f"next is the name of a file in the same folder, not {quote(name)}", node.place)
        return None
    return name


def _read_plan(reader: SeatsReader, node: YamlNode | None, rules: Mapping[str, Rule]) -> EveningPlan:
    written = reader.mapping(node, PLANNED, "plan")
    if written is None:
        return EveningPlan()
    values = {name: reader.value(below) for name, _, below in written.items() if name in PLANNED}
    variant = values.get("variant")
    if isinstance(variant, str) and is_stream(variant):
        reader.note(f"an edition is a name or a file here, not {quote(variant)}", written.place)
        return EveningPlan()
    try:
        return EveningPlan().change(values, rules)
    except EleusisError as error:
        _pass_on(reader, error, written.place)
    return EveningPlan()


def _pass_on(reader: SeatsReader, error: EleusisError, place: Place) -> None:
    """Note what something else has refused: where it is in another file, or else here, with that file's name."""
    for part in error.errors:
        if part.file and part.line is None:
            reader.note(f"{part.file}: {part.message}", place)
        else:
            reader.add(part if part.file else part.at(place))


def _read_players(reader: SeatsReader, node: YamlNode | None, programs: Mapping[str, Program]) -> tuple[Seat, ...]:
    seats: dict[str, Seat] = {}
    entries = reader.sequence(node, "players")
    for entry in entries or ():
        player = reader.mapping(entry, ("seat", "kind"), "a player")
        if player is None:
            continue
        name_node, kind_node = reader.require(player, "seat", "a player"), player.get("kind")
        name = reader.name(reader.string(name_node, "a player's name"), "a player's name", player.key_place("seat"))
        kind = reader.string(kind_node, "a player's kind")
        if name is None or (kind is None and kind_node is not None):
            continue
        if name in seats:
            reader.note(f"two players are called {quote(name)}", player.key_place("seat"))
            continue
        try:
            seats[name] = read_seat(name, kind or "", programs)
        except EleusisError as error:
            _pass_on(reader, error, entry.place if kind_node is None else kind_node.place)
    if entries is not None and len(entries) > MAX_PLAYERS:
        reader.note(f"more than {MAX_PLAYERS} players", entries.place)
    return tuple(seats.values())


def _read_hints(reader: SeatsReader, node: YamlNode | None) -> dict[int, list[int]]:
    hints: dict[int, list[int]] = {}
    written = reader.mapping(node, None, "by_host")
    for number, place, below in () if written is None else written.items():
        if not _ROUND.fullmatch(number):
            reader.note(f"by_host has a list for each number of a round, not for {quote(number)}", place)
            continue
        hints[int(number)] = _read_numbers(reader, below, "by_host")
    return hints


def _read_numbers(reader: SeatsReader, node: YamlNode | None, what: str) -> list[int]:
    """A list of numbers."""
    numbers = (reader.integer(entry, what, 0, _MOST) for entry in reader.sequence(node, what) or ())
    return [number for number in numbers if number is not None]
