"""The games that a browser keeps: one file each, named by what is played, and how the daily puzzles came out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import count
from pathlib import Path
from typing import Final, TypeVar

import attrs
import msgspec

from eleusis.doors.tab.tab_messages import DayPlayed, GameEnding, History, KeptGame, Opened, TabKind
from eleusis.doors.web.evenings.evening import is_free, seats_path
from eleusis.ground.data import from_data
from eleusis.ground.errors import EleusisError, NotationError, quote
from eleusis.record.gamefile.contents import GameFile
from eleusis.record.gamefile.unfinished import load_kept
from eleusis.secret.rule import Rule
from eleusis.variant import load_variant

T = TypeVar("T")
_NAME: Final = re.compile(r"(daily|lesson|rule|game)-([0-9-]+)\.yaml", re.ASCII)
_RULE_OF: Final = re.compile("Eleusis: a rule of (.+)", re.DOTALL)
_RESULTS: Final = "results.json"
_ENDINGS: Final = "endings.json"


def title_by(friend: str) -> str:
    """What the file of a game by a friend's rule is called."""
    return f"Eleusis: a rule of {friend}"


@attrs.frozen
class KeptGames:
    """The games in a folder."""

    folder: Path

    def new_path(self, kind: TabKind) -> Path:
        """The first free name for a game of a kind that has no day."""
        return next(path for n in count(1) if is_free(path := self.folder / f"{kind}-{n}.yaml"))

    def daily_path(self, day: date) -> Path:
        """Where the puzzle of a day is kept."""
        return self.folder / f"daily-{day}.yaml"

    def find(self, name: str) -> Path:
        """The game of this name. Raises NotationError (`notation/file`) where there is none."""
        path = self.folder / name
        if _NAME.fullmatch(name) is None or not path.exists():
            raise NotationError("notation/file", f"no game called {quote(name)} is kept here")
        return path

    def describe(self, path: Path) -> Opened:
        """What a game is, by its name and its title."""
        return Opened(path.name, *_say_what(path, load_kept(path, served=True)))

    def list_games(self) -> Iterator[KeptGame]:
        """The games, the newest first; of a file that can't be read, no more than its name."""
        changed = {path: path.stat().st_mtime for path in self.folder.glob("*.yaml") if _NAME.fullmatch(path.name)}
        endings = self._endings()
        for path in sorted(changed, key=changed.__getitem__, reverse=True):
            game, when = load_kept(path, served=True), round(changed[path] * 1000)
            kind, day, by = _say_what(path, game)
            if game is None:
                yield KeptGame(path.name, kind, path.name, True, [], day, readable=False, changed=when)
                continue
            yield KeptGame(
                path.name,
                kind,
                game.title or _edition_title(game.variant),
                game.stopped,
                [*game.players],
                day,
                by,
                watched=all(seat in game.seats for seat in game.players),
                round=len(game.rounds),
                changed=when,
                ending=endings.get(path.name) if game.stopped else None,
            )

    def find_friends(self, rule: Rule, by: str, seed: int) -> KeptGame | None:
        """The newest game by this rule of a friend, with these cards; one that isn't over goes first."""
        theirs = [game for game in self.list_games() if game.kind == "rule" and game.by == by]
        same = [game for game in theirs if self._is_of(game.file, rule, seed)]
        return next((game for game in same if not game.over), next(iter(same), None))

    def _is_of(self, name: str, rule: Rule, seed: int) -> bool:
        game = load_kept(self.folder / name, served=True)
        if game is None or game.seed != seed or not game.rounds:
            return False
        dealt = game.rounds[0].rule
        return dealt is not None and dealt.text == rule.text

    def forget(self, name: str) -> None:
        """Keep a game no longer. Raises NotationError (`notation/file`) where there is none."""
        path = self.find(name)
        seats_path(path).unlink(missing_ok=True)
        path.unlink()
        endings = self._endings()
        if endings.pop(name, None) is not None:
            self._write(_ENDINGS, endings)

    # How games came out

    def note_ending(self, name: str, ending: GameEnding) -> None:
        """Note how a game came out, so that nobody has to play it through to tell."""
        endings = self._endings()
        if endings.get(name) != ending:
            endings[name] = ending
            self._write(_ENDINGS, endings)

    def _endings(self) -> dict[str, GameEnding]:
        """How games came out, by their files."""
        return self._read(_ENDINGS, dict[str, GameEnding])

    def _read(self, name: str, kind: type[T]) -> T:
        """What is noted in a file; of one that isn't there or was damaged, nothing: it is noted anew."""
        try:
            return from_data(msgspec.json.decode((self.folder / name).read_bytes()), kind)
        except (FileNotFoundError, msgspec.MsgspecError):
            return kind()

    def _write(self, name: str, content: object) -> None:
        (self.folder / name).write_bytes(msgspec.json.encode(content))

    # How the daily puzzles came out

    def results(self) -> dict[str, DayPlayed]:
        """What came of each day's puzzle, by days."""
        return self._read(_RESULTS, dict[str, DayPlayed])

    def note_result(self, day: date, played: DayPlayed) -> None:
        """Note what came of a day's puzzle; the first time counts."""
        results = self.results()
        results.setdefault(str(day), played)
        self._write(_RESULTS, results)

    def tell_history(self, today: date) -> History:
        """All results; how many days in a row up to today were solved (up to yesterday where today's isn't over).

        The longest such row too.
        """
        results = self.results()
        solved = {date.fromisoformat(day) for day, played in results.items() if played.turn is not None}
        last = today if str(today) in results else today - timedelta(days=1)
        rows = {day: _row_to(day, solved) for day in solved}
        return History(results, rows.get(last, 0), max(rows.values(), default=0))


def _say_what(path: Path, game: GameFile | None) -> tuple[TabKind, str | None, str | None]:
    """Of what kind the game of a file is; the day of a daily puzzle; whose rule it is where it is a friend's."""
    match = _NAME.fullmatch(path.name)
    assert match is not None, f"{path.name} was not named here"
    kind: TabKind = from_data(match[1], TabKind)
    by = _RULE_OF.fullmatch(game.title or "") if game is not None and kind == "rule" else None
    return kind, match[2] if kind == "daily" else None, by[1] if by else None


def _edition_title(variant: object) -> str:
    """What an edition that a file names is called."""
    try:
        return load_variant(variant).title if isinstance(variant, str) else ""
    except EleusisError:
        return ""


def _row_to(day: date, solved: set[date]) -> int:
    """How many days in a row were solved, with this one as the last."""
    return next(n for n in count() if day - timedelta(days=n) not in solved)
