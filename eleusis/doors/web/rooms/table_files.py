"""The files of a room's tables: found at its start, moved away and back, deleted.

A table is where the seats of its first game are. So that one file is moved first when a table is put away, and last
when it is brought back or deleted: a server that is killed meanwhile leaves it away, and it can be moved once more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

from eleusis.doors.web.evenings.evening import last_path, seats_path
from eleusis.doors.web.evenings.kept import read_kept
from eleusis.doors.web.rooms.codes import is_code
from eleusis.doors.web.rooms.room_messages import Glance
from eleusis.doors.web.seats.seat_lock import SeatLock
from eleusis.doors.web.web_messages import PlayerSeen
from eleusis.ground.errors import EleusisError, Place, ScriptError
from eleusis.record.gamefile.appending import check_unused

AWAY = "away"
"""The folder in the room's own in which tables are that have been put away."""


def find_tables(folder: Path) -> dict[str, Glance]:
    """All tables by their codes, those that have been put away too, as far as their seats tell of them."""
    return {
        code: _read_glance(path, code, path.parent.name == AWAY)
        for place in (folder, folder / AWAY)
        for path in place.glob("????.yaml.seats")
        if is_code(code := path.name[:4])
    }


def is_home(folder: Path, code: str) -> bool:
    """Whether a table is in the room, and has not been put away."""
    return seats_path(folder / f"{code}.yaml").exists()


def put_away(folder: Path, code: str) -> None:
    """Move the files of a table away. Raises ScriptError (`script/cannot-write`, `script/in-use`)."""
    _move(files_of(folder, code)[::-1], folder / AWAY)


def bring_back(folder: Path, code: str) -> None:
    """Move the files of a table that was put away back. Raises as `put_away`."""
    _move(files_of(folder / AWAY, code), folder)


def delete(folder: Path, code: str) -> None:
    """Delete the files of a table that was put away. Raises as `put_away`."""
    _do_to_all([*files_of(folder, code), *files_of(folder / AWAY, code)], Path.unlink)


def files_of(folder: Path, code: str) -> list[Path]:
    """The files of a table: of each game, and of its seats; the seats of the first game come last."""
    own = [*folder.glob(f"{code}.yaml*"), *folder.glob(f"{code}-*.yaml*")]
    return sorted(own, key=lambda path: path.name == f"{code}.yaml.seats")


def _move(paths: Sequence[Path], folder: Path) -> None:
    _do_to_all(paths, lambda path: path.rename(folder / path.name))


def _do_to_all(paths: Sequence[Path], work: Callable[[Path], object]) -> None:
    """Move or delete files, unless another server, or somebody at a terminal, has one of them open."""
    with ExitStack() as held:
        for path in paths:
            if path.suffix == ".seats":
                held.enter_context(SeatLock(path))
            else:
                check_unused(path)
        for path in paths:
            try:
                work(path)
            except OSError as error:
                raise _cannot_move(path, error) from None


def _read_glance(seats: Path, code: str, away: bool) -> Glance:
    """What the files of a table tell of it at first sight: who sits there, and what is played."""
    moved = seats.stat().st_mtime
    try:
        path = last_path(seats.with_suffix(""))
        moved = max(each.stat().st_mtime for each in (path, seats_path(path)) if each.exists())
        kept, plan, players = read_kept(seats_path(path))
    except EleusisError as error:
        return Glance(code=code, broken=error.message, asleep=True, made=moved, moved=moved, away=away)
    return Glance(
        code=code,
        title=plan.edition.title,
        phase="between" if path.exists() else "lobby",
        players=[PlayerSeen(seat.name, seat.kind, seat.bot, True) for seat in players],
        asleep=True,
        made=kept.made or moved,
        moved=moved,
        away=away,
    )


def _cannot_move(path: Path, error: OSError) -> ScriptError:
    message = f"{path.name} can't be moved or deleted: {(error.strerror or str(error)).lower()}"
    return ScriptError("script/cannot-write", message, Place(str(path)))
