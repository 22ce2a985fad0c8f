"""What can go wrong, each kind with a stable code and a place, and the words to tell it with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from copy import copy
from typing import NoReturn, Self

import msgspec

UNSEEN = (
    "[\\x00-\\x1f\\x7f-\\x9f\\xad\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u180e\\u200b-\\u200f"
    "\\u2028-\\u202e\\u2060-\\u206f\\ud800-\\udfff\\ufeff\\ufff9-\\ufffb\\U000110bd\\U000110cd\\U00013430-\\U0001343f"
    "\\U0001bca0-\\U0001bca3\\U0001d173-\\U0001d17a\\U000e0001\\U000e0020-\\U000e007f]"
)
"""A control or format character, a line or paragraph separator, or half of a surrogate pair (as a file name has it
that is not valid UTF-8): nobody sees it, and a terminal may obey it. Unicode 15's, written out: no table is loaded.
A text, which is compiled where such a character turns up: that takes longer than all else here.
"""


def visible(text: str) -> str:
    """A text on one line in which nothing is unseen: such characters are escaped, as `\\x1b` or `\\u202e`."""
    if text.isprintable():
        return text
    return re.sub(UNSEEN, lambda unseen: unseen[0].encode("unicode_escape").decode(), text)


def visible_lines(text: str) -> str:
    """As `visible`, but line ends stay."""
    if text.replace("\n", " ").isprintable():
        return text
    return "\n".join(map(visible, text.split("\n")))


class Place(msgspec.Struct, frozen=True):
    """Where something is: a file (or None), a line and a column, both counted in characters from 1.

    `str(place)` is `file:line:column` on one line, whatever the name of the file holds.
    """

    file: str | None = None
    """The file; None where there is none."""
    line: int | None = None
    """The line of the file, or of a text, from 1."""
    column: int | None = None
    """The character of the line, from 1."""

    def right(self, columns: int) -> Place:
        """The place this many columns further right (an unknown column counts as the first)."""
        return Place(self.file, self.line, (self.column or 1) + columns)

    def __str__(self) -> str:
        parts = [visible(self.file or ""), *(str(n) for n in (self.line, self.column) if n is not None)]
        return ":".join(part for part in parts if part)


NOWHERE = Place()


class EleusisError(Exception):
    """The base of every error of this project: one sentence, a stable code, a place, an exit code.

    `str(error)` is `file:line:column: sentence` on one line, without the parts that are not known.
    """

    exit_code = 2
    """The exit code of a command that stops on it: 2 for bad input, 1 for a finding."""

    def __init__(self, code: str, message: str, place: Place = NOWHERE) -> None:
        super().__init__(code, message, place)
        self.code = code
        self.message = message
        self.place = place

    @property
    def errors(self) -> tuple[EleusisError, ...]:
        """The error itself, or each of several."""
        return (self,)

    @property
    def file(self) -> str | None:
        """The file it is in; None if there is none."""
        return self.place.file

    @property
    def line(self) -> int | None:
        """The line of the file, or of a text, from 1."""
        return self.place.line

    @property
    def column(self) -> int | None:
        """The character of the line, from 1."""
        return self.place.column

    def at(self, place: Place) -> Self:
        """The same error at another place."""
        moved = copy(self)
        moved.place, moved.args = place, (self.code, self.message, place)
        return moved

    def __str__(self) -> str:
        place = str(self.place)
        message = visible(self.message)
        return f"{place}: {message}" if place else message


class NotationError(EleusisError):
    """A card, a seat or a line of play that can't be read."""


class YamlError(EleusisError):
    """A file that can't be read (`file/…`), or text that is not YAML or too big or too deep (`yaml/…`)."""


class VariantError(EleusisError):
    """A variant file, a knob or an override that is not valid.

    `absent_knob` is the path of a knob that its section has in another `kind` only, and empty for any other error.
    """

    def __init__(self, code: str, message: str, place: Place = NOWHERE, absent_knob: str = "") -> None:
        super().__init__(code, message, place)
        self.absent_knob = absent_knob


class ScriptError(EleusisError):
    """A game file that can't be read or set up."""


class RuleError(EleusisError):
    """A rule text, or a file of rules, that is not valid."""


class SaidInEnglish(RuleError):
    """A sentence of English where a rule is asked for.

    `readings` are the rules that it may mean, at least one, each as its text and in words.
    """

    def __init__(
        self, code: str, message: str, place: Place = NOWHERE, readings: tuple[tuple[str, str], ...] = ()
    ) -> None:
        super().__init__(code, message, place)
        self.readings = readings


class IllegalMove(EleusisError):
    """A move that the rules of the variant forbid; the round has not changed."""

    exit_code = 1


class PlayerError(EleusisError):
    """A player that failed, or gave an answer that can't be played; the round is as it was before."""

    exit_code = 1


class LabError(EleusisError):
    """A simulation that can't be run, kept or continued: codes `lab/…`."""


class ManyErrors(EleusisError):
    """Several errors in one input; never empty, in the order of their places."""

    def __init__(self, errors: Sequence[EleusisError]) -> None:
        flat = [part for error in errors for part in error.errors]
        flat.sort(key=lambda error: (error.file or "", error.line or 0, error.column or 0))
        super().__init__(flat[0].code, flat[0].message, flat[0].place)
        self._errors = tuple(flat)

    @property
    def errors(self) -> tuple[EleusisError, ...]:
        """Each of them."""
        return self._errors

    def __reduce__(self) -> tuple[type[ManyErrors], tuple[Sequence[EleusisError]]]:
        return ManyErrors, (self.errors,)

    def at(self, place: Place) -> Self:
        """All of them at another place."""
        return type(self)([error.at(place) for error in self.errors])

    def __str__(self) -> str:
        return "\n".join(str(error) for error in self.errors)


def raise_all(errors: Sequence[EleusisError]) -> NoReturn:
    """Raise one error as itself, several as ManyErrors."""
    raise errors[0] if len(errors) == 1 else ManyErrors(errors)


def name_value(value: object) -> str:
    """What was given instead of what is taken, for a message: a number or a text as it is, else its type."""
    if isinstance(value, str):
        return quote(value)
    return str(value) if value is None or isinstance(value, bool | int | float) else type(value).__name__


def quote(text: object, limit: int = 60) -> str:
    """A stranger's text made safe to print on one line: in quotes, escaped, cut at `limit` characters."""
    raw = str(text)
    cut = raw if len(raw) <= limit else raw[: limit - 1] + "…"
    return "'" + "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in cut) + "'"


def did_you_mean(word: object, words: Iterable[str]) -> str:
    """` (did you mean 'x'?)` for the nearest of these words, or nothing where none is close.

    Two letters that changed places are the likeliest slip of a hand that types, whatever else is close.
    """
    import difflib  # only bad input pays for it

    # Of words that differ by their case alone, the first is meant: what comes later in a dict wins.
    by_folded = {candidate.casefold(): candidate for candidate in reversed([*words])}
    typed = str(word)[:60].casefold()
    swapped = {typed[:at] + typed[at + 1] + typed[at] + typed[at + 2 :] for at in range(len(typed) - 1)}
    close = [name for name in by_folded if name in swapped and name != typed]
    close = close or difflib.get_close_matches(typed, by_folded, n=1, cutoff=0.6)
    return suggestion(by_folded[close[0]]) if close else ""


def nobody_called(name: object, names: Iterable[str]) -> str:
    """That nobody at the table has this name, the nearest of those that are there, and all of them."""
    present = [*names]
    return (
        f"nobody at the table is called {quote(name)}{did_you_mean(name, present)}; players: {', '.join(present)}"
    )


def suggestion(word: str) -> str:
    """The hint at a word that may have been meant."""
    return f" (did you mean {quote(word)}?)"
