"""An entry: what one seat came to in one round; as an object and as a line of JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version

import attrs

from eleusis.ground.errors import NOWHERE, LabError, Place, name_value, quote

_MOST = 10**9
"""More points, turns, guesses or seconds than these are no results: a number was damaged."""
_MOST_TOKENS = 10**18
_LONGEST = 60
"""Characters of a value that are shown where it is no entry's."""

Confidence = tuple[float, bool | None]
"""How probable a player held its best rule, and whether that was the same as the secret one; None: not decided."""

Key = tuple[str, int, int, str]
"""What an entry is of: file, round, rotation and seat."""


@attrs.frozen
class Entry:
    """The result of one seat in one round of a benchmark; `to_json` is a line of `--out`."""

    file: str
    """The game file that the round is of, the name of a suite that ships, or `generated:SEED:DIFFICULTIES`."""
    round: int
    """Which round of the file it is, from 1."""
    seat: str
    """Whose entry it is."""
    rule: str
    """The secret rule's text."""
    edition: str
    """The name of the edition."""
    score: int
    """The seat's points."""
    solved: bool
    """Whether the seat guessed the rule."""
    turns: int
    """The seat's plays and no plays that were judged."""
    wrong_guesses: int
    """How often the seat guessed wrong."""
    seconds: float
    """How long the seat's player took for its answers, in all."""
    tokens: int | None
    """What its answers took in tokens, in all; None where that is not known."""
    confidences: tuple[Confidence, ...]
    """Its last statement of each turn: how probable it held its rule, and whether that was the secret one."""
    player: str = ""
    """The kind of player that sat there, with its options."""
    rotation: int = 0
    """Where kinds take turns in the seats of one deal: which turn it is, from 0."""
    stated: tuple[str, ...] = ()
    """The rules of these statements, as texts."""
    ended: str = ""
    """Why the round ended."""
    error: str | None = None
    """Why the player could not go on; None where it could. Its round counts as not found then."""
    leave_out: bool = False
    """Whether the rule was taken from the library that the player was given."""
    deal: str = ""
    """What stands for cards, rule and edition: rounds with equal ones are the same."""
    version: str = ""
    """The version of eleusis that played it."""

    @property
    def key(self) -> Key:
        """Which one it is: file, round, rotation and seat."""
        return self.file, self.round, self.rotation, self.seat

    def to_json(self) -> dict[str, object]:
        """The entry as a line of `--out` has it; it only grows."""
        return {
            field.name: [list(pair) for pair in self.confidences] if field.name == "confidences"
            else list(self.stated) if field.name == "stated"
            else getattr(self, field.name)
            for field in attrs.fields(Entry)
        }  # fmt: skip

    @classmethod
    def from_json(cls, data: object, place: Place = NOWHERE) -> Entry:
        """The entry of such data; keys that are not known are passed over.

        Raises LabError (`lab/not-results`) with the place where they stand.
        """
        if not isinstance(data, Mapping):
            raise LabError("lab/not-results", "this isn't a benchmark entry, which is a map", place)
        values: dict[str, object] = {}
        for field in attrs.fields(cls):
            check, takes = _CHECKS[field.name]
            if field.name not in data:
                if field.default is attrs.NOTHING:
                    message = f"this isn't a benchmark entry: it has no {quote(field.name)}"
                    raise LabError("lab/not-results", message, place)
                continue
            value = data[field.name]
            if not check(value):
                given = name_value(value)
                given = given if len(given) <= _LONGEST else f"{given[: _LONGEST - 1]}…"
                message = f"{field.name} is {takes}, not {given}"
                raise LabError("lab/not-results", message, place)
            values[field.name] = value
        values["confidences"] = tuple([(float(pair[0]), pair[1]) for pair in data["confidences"]])
        values["stated"] = tuple(data.get("stated", ()))
        return cls(**values)  # type: ignore[arg-type]  # each has been checked above


def own_version() -> str:
    """The version of eleusis that is running."""
    try:
        return version("eleusis")
    except PackageNotFoundError:
        return "(not installed)"


def _is_between(low: int, high: int) -> Callable[[object], bool]:
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _is_amount(value: object, high: int) -> bool:
    """Whether it is a number from 0 to `high`; what is infinite or no number compares as none."""
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= high


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


def _are_confidences(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str) and all(map(_is_confidence, value))


def _is_confidence(pair: object) -> bool:
    if not isinstance(pair, Sequence) or isinstance(pair, str) or len(pair) != 2:
        return False
    return _is_amount(pair[0], 1) and (pair[1] is None or isinstance(pair[1], bool))


def _are_texts(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str) and all(map(_is_text, value))


def _or_null(check: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: value is None or check(value)


_TEXT = (_is_text, "a text")
_COUNT = (_is_between(0, _MOST), f"a whole number from 0 to {_MOST:,}")
_CHECKS: dict[str, tuple[Callable[[object], bool], str]] = {
    "file": _TEXT, "round": (_is_between(1, _MOST), f"a whole number from 1 to {_MOST:,}"),
    "seat": _TEXT, "rule": _TEXT, "edition": _TEXT,
    "score": (_is_between(-_MOST, _MOST), f"a whole number from -{_MOST:,} to {_MOST:,}"),
    "solved": (_is_flag, "true or false"), "turns": _COUNT, "wrong_guesses": _COUNT,
    "seconds": (lambda value: _is_amount(value, _MOST), f"a number from 0 to {_MOST:,}"),
    "tokens": (_or_null(_is_between(0, _MOST_TOKENS)), f"a whole number from 0 to {_MOST_TOKENS:,}, or null"),
    "confidences": (_are_confidences, "a list of pairs: a number from 0 to 1, and true, false or null"),
    "player": _TEXT, "rotation": _COUNT, "stated": (_are_texts, "a list of texts"), "ended": _TEXT,
    "error": (_or_null(_is_text), "a text or null"), "leave_out": (_is_flag, "true or false"),
    "deal": _TEXT, "version": _TEXT,
}  # fmt: skip
"""What each key of an entry takes, and how that is said."""
