"""`eleusis serve`: the table in browsers."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import attrs
import typer

from eleusis.doors.cli.common import options
from eleusis.doors.cli.common.given import extra_rules, read_others
from eleusis.ground.errors import LabError, ScriptError

if TYPE_CHECKING:
    from eleusis.doors.web.evenings.evening import Evening
    from eleusis.doors.web.rooms.served_tables import Extras
    from eleusis.doors.web.serving import Address


_OF_THE_FILE = ("variant", "settings", "open_hands", "by_hand")
"""What a game that is carried on has from its file."""


@attrs.frozen
class Listening:
    """Where the table is found in the network."""

    host: Annotated[
        str,
        typer.Option(metavar="ADDRESS", help="The address to listen on; 127.0.0.1 is this computer only."),
    ] = "0.0.0.0"
    port: Annotated[int, options.number_option(0, 65535, "The port; 0 takes any that is free.", default=8317)] = (
        8317
    )
    url: Annotated[
        str | None, typer.Option(metavar="URL", help="The public address, if a proxy stands in front.")
    ] = None
    proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="A proxy that is believed about who asks. Give several for several."),
    ] = None


@attrs.frozen
class TableOptions:
    """How the table is played at, besides the game itself."""

    code: Annotated[
        str | None, typer.Option(metavar="CODE", help="A code that players must type to sit down, for a class.")
    ] = None
    open_hands: options.OpenHands = False
    clock: Annotated[
        float | None, options.seconds_option(5, 3600, "How long a turn may take; a guess, twice as long.")
    ] = None
    pace: Annotated[
        float | None, options.seconds_option(0, 60, "How long a bot waits before it moves. Default: 1.")
    ] = None
    by_hand: options.ByHand = False


@attrs.frozen
class RoomOptions:
    """A room full of tables, in place of one."""

    tables: Annotated[
        str | None,
        typer.Option(metavar="FOLDER", help="Many tables at one address, each behind a code, kept in this folder."),
    ] = None
    same: Annotated[bool, typer.Option("--same", help="One rule and one deal for all tables.")] = False
    anybody: Annotated[
        int | None,
        options.number_option(0, 1000, "Tables a day that anybody may make, from one network. Default: 0."),
    ] = None
    metrics: Annotated[str | None, typer.Option(metavar="ADDRESS:PORT", help="Where Prometheus finds figures.")] = (
        None
    )


def serve(
    *,
    players: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES",
            help="Who plays, clockwise, separated by commas; bots are Bob:beginner, Bob:good or Bob:expert. "
            "Default: whoever comes.",
        ),
    ] = None,
    game: options.GameOptions,
    resume: Annotated[
        str | None, typer.Option(metavar="FILE", help="Carry on with a game whose server has stopped.")
    ] = None,
    listening: Listening,
    table: TableOptions,
    room: RoomOptions,
    programs: options.ProgramOptions,
    seat: options.OtherPlayers = None,
    format_: options.Format = "text",
) -> None:
    """Open a table in the browser: everyone on a phone, the layout on a big screen, bots too if you like.

    Players open the address shown, or scan the code. Every move is saved before anyone sees it; if the server
    stops, --resume carries on. Exit 130 after Ctrl-C, 128 plus the signal's number after SIGTERM or SIGHUP. Needs
    an extra: pip install 'eleusis[web]'.

    Examples:
      eleusis serve --variant express
      eleusis serve --players "Ann,Bob,Cleo:good" --dealer Cleo --clock 60
      eleusis serve --tables lessons --players "Law:good" --dealer Law --same
    """
    try:
        from eleusis.doors.web.rooms.served_tables import Extras
        from eleusis.doors.web.serving import Address
        from eleusis.doors.web.serving import serve as run
    except ImportError as error:
        libraries = (
            "starlette", "uvicorn", "sse_starlette", "segno", "anyio", "confusable_homoglyphs", "prometheus_client",
        )  # fmt: skip
        if (error.name or "").partition(".")[0] not in libraries:
            raise
        message = "eleusis serve needs its libraries: pip install 'eleusis[web]'"
        raise LabError("lab/no-web", message) from None
    planned: dict[str, object] = {
        "variant": game.variant, "settings": game.set_, "dealer": game.dealer, "rules": game.rule,
        "difficulty": game.difficulty, "rounds": game.rounds, **attrs.asdict(table),
    }  # fmt: skip
    changes = {key: value for key, value in planned.items() if value is not None and value is not False}
    at = Address(listening.host, listening.port, listening.url, tuple(listening.proxy or ()))
    if room.tables is not None:
        if resume or game.file or seat:
            raise ScriptError("script/resume", "--tables keeps its games in its folder, and opens them by itself")
        raise SystemExit(_serve_room(room, game, players, changes, programs, at, as_json=format_ == "json"))
    if any(attrs.astuple(room)):
        raise ScriptError("script/resume", "--same, --anybody and --metrics go with --tables")
    extras, others = Extras(extra_rules(game.rules), programs.read()), read_others(seat, resume)
    notes: list[str] = []
    if resume is None:
        evening = _open(game, players, changes, extras)
    else:
        if players or game.seed is not None or game.file or not changes.keys().isdisjoint(_OF_THE_FILE):
            raise ScriptError("script/resume", "--resume takes players, edition, seed and cards from the file")
        evening, notes = _go_on(resume, changes, extras, others)
    evening.rule_files = tuple(game.rules or ())
    assert evening.lock is not None
    with evening.lock, ExitStack() as refused:
        if resume is None:
            refused.callback(evening.clear_up)
        ended = run(evening, at, as_json=format_ == "json", notes=notes)
    raise SystemExit(ended)


def _serve_room(
    wanted: RoomOptions,
    game: options.GameOptions,
    players: str | None,
    changes: dict[str, object],
    programs: options.ProgramOptions,
    at: Address,
    *,
    as_json: bool,
) -> int:
    """Serve the tables of a folder; what the command line says of games is kept there too."""
    from eleusis.doors.web.rooms import room as rooms
    from eleusis.doors.web.rooms.served_tables import Extras
    from eleusis.doors.web.seats.seat_lock import SeatLock
    from eleusis.doors.web.serving import serve_room
    from eleusis.table.dealers_rules import USUAL_DIFFICULTY

    folder = Path(wanted.tables or "")
    extras = Extras(extra_rules(game.rules), programs.read())
    if not (folder / rooms.ROOM_FILE).exists() and game.seed is None and not (game.rule or game.rules):
        changes.setdefault("difficulty", USUAL_DIFFICULTY)
    own = {"players": players, "anybody": wanted.anybody, "seed": game.seed}
    changes |= {name: value for name, value in own.items() if value is not None}
    if wanted.same or game.seed is not None:
        changes["same"] = True

    with ExitStack() as held:

        def make(url: str) -> rooms.Room:
            folder.mkdir(parents=True, exist_ok=True)
            held.enter_context(SeatLock(folder / rooms.ROOM_FILE))
            room = rooms.Room(folder, url, extras)
            if changes:
                room.change(changes)
            return room

        return serve_room(make, at, metrics=wanted.metrics, as_json=as_json)


def _open(game: options.GameOptions, players: str | None, changes: dict[str, object], extras: Extras) -> Evening:
    """A new evening, with what the command line decides about it. Raises what reading it raises."""
    from eleusis.doors.web.evenings.evening import is_free
    from eleusis.doors.web.evenings.evening_plan import EveningPlan
    from eleusis.doors.web.rooms.served_tables import lay_table
    from eleusis.record.gamefile.appending import check_free
    from eleusis.table.dealers_rules import USUAL_DIFFICULTY
    from eleusis.table.game_head import free_path

    path = Path(game.file) if game.file is not None else free_path(is_free)
    check_free(path)
    if game.seed is None and not (game.rule or game.rules):  # a seed deals the same rules in every version
        changes.setdefault("difficulty", USUAL_DIFFICULTY)
    plan = EveningPlan().change(changes, extras.rules)
    seated = {} if players is None else {"players": players, "free": False, "dealer": plan.dealer}
    return lay_table(path, plan, seated, extras, seed=game.seed)


def _go_on(
    resume: str, changes: dict[str, object], extras: Extras, others: dict[str, str]
) -> tuple[Evening, list[str]]:
    """An evening as it was left, and what is to be noted. Raises what reading any of it raises."""
    from eleusis.doors.web.evenings.evening import is_free, last_path
    from eleusis.doors.web.rooms.served_tables import take_up
    from eleusis.ground.errors import Place, YamlError
    from eleusis.ground.files import near

    if is_free(Path(resume)):
        raise YamlError("file/missing", f"there is no such file{near(resume)}", Place(resume))
    path = last_path(Path(resume))
    notes = [] if path == Path(resume) else [f"{resume}: the game in it is over; the next one is saved in {path}"]
    evening, dropped = take_up(path, extras, others=others, settings=changes)
    if dropped:
        notes.append(f"{path}: its last line was incomplete and has been dropped: {dropped[:200]}")
    return evening, notes
