"""Ink: how text is put on a page of fixed-width characters: measured, made safe, cut, wrapped and coloured.

Text is composed and measured plain; colour comes last, line by line, so no wrapping ever counts it.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TextIO

import attrs

from eleusis.ground.cards import Card

BOLD, FAINT = "\f", "\v"
"""What a composed line begins with that is to be bold, or faint; `Ink.safe` lets neither in from outside."""

_RED_CARD = re.compile(r"(?<![^\W_])(?:10|[A2-9JQK])[♥♦](?!\w)|(?<!\w)(?:10|[A2-9JQK])[HD](?!\w)")
_QUOTED_OR_CARD = re.compile(r"""(?<!\w)'[^']*'|"[^"]*"|(?<!\w)(?P<rank>10|[A2-9JQK])(?P<suit>[SHDC])(?!\w)""")
_PRETTY = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_SUITS = str.maketrans("♠♥♦♣", "SHDC")
ASCII = str.maketrans("♠♥♦♣·─┌│└├●○•→×–—…←▲▼▁▂▃▄▅▆▇█░▸", "SHDC--/|\\+*+*>x--~<^v_.,:;+*#.>")
"""What stands for the signs of a page where there are only letters of ASCII."""


def cells(text: str) -> int:
    """The columns that a text takes in a terminal: two for a wide character, none for a combining one."""
    # Measured here: the libraries for it aren't in a browser's tab, and take longer to import than a replay to run.
    if text.isascii():
        return len(text)
    return sum(map(_cells, text))


@lru_cache(maxsize=4096)
def _cells(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def cut(text: str, limit: int) -> str:
    """A text in at most `limit` columns; `…` stands for what is left out."""
    if cells(text) <= limit and len(text) <= 2 * limit:
        return text
    return _head(text[: 2 * limit - 1], limit - 1).rstrip() + "…"


def fill(text: str, size: int, right: bool = False) -> str:
    """A text filled with spaces to `size` columns, at its right end or (right-aligned) at its left."""
    spaces = " " * (size - cells(text))
    return spaces + text if right else text + spaces


def wrap(parts: Sequence[str], width: int, lead: str = "", hang: int = 0, joint: str = " ·") -> list[str]:
    """Parts as lines of at most `width` columns, the first after `lead`, the others `hang` columns in.

    A line breaks between parts where it can (after their `joint`), else between words, else anywhere.
    """
    lines = [lead]
    used, blank = cells(lead), not lead.strip()
    hang = min(hang, max(0, width - 1))
    indent = " " * hang
    for number, part in enumerate(parts):
        ended = part + joint if number < len(parts) - 1 else part
        gap = 1 if number else 0
        size = cells(ended)
        if number and used + gap + size > width and size <= width - hang:
            lines.append(indent)
            used, blank, gap = hang, True, 0
        if used + gap + size <= width:
            lines[-1] += " " + ended if gap else ended
            used, blank = used + gap + size, False
            continue
        for word in re.split(" (?!%)", ended):  # a number keeps its %
            size = cells(word)
            if used + gap + size > width and not blank:
                lines.append(indent)
                used, blank, gap = hang, True, 0
            while used + gap + size > width:
                head = _head(word, width - used - gap, least=1)
                lines[-1] += " " * gap + head
                word = word[len(head) :]
                size = cells(word)
                lines.append(indent)
                used, blank, gap = hang, True, 0
            lines[-1] += " " * gap + word
            used, blank, gap = used + gap + size, False, 1
    return lines


def wrap_each(texts: Iterable[str], width: int, lead: str = "", hang: int = 0) -> list[str]:
    """Texts, each wrapped on lines of its own."""
    return [line for text in texts for line in wrap([text], width, lead, hang)]


def _head(text: str, room: int, least: int = 0) -> str:
    """As much of a text as fits into `room` columns, so many characters at the `least`."""
    used = 0
    for number, character in enumerate(text):
        used += _cells(character)
        if used > room:
            return text[: max(least, number)]
    return text


def show_cards(text: str) -> str:
    """A message with its cards as people read them, `5♥` for `5H`; what stands in quotes stays as it is."""
    return _QUOTED_OR_CARD.sub(lambda hit: f"{hit['rank']}{_PRETTY[hit['suit']]}" if hit["suit"] else hit[0], text)


@attrs.frozen
class Ink:
    """What the page can show: colour (ANSI) or none, all characters or only ASCII."""

    colour: bool = False
    ascii: bool = False

    def safe(self, text: str, limit: int) -> str:
        """A stranger's text on one line: blanks run together, unprintable characters escaped, cut to fit."""
        raw = " ".join(text[: 4 * limit].split())
        if self.ascii:
            raw = raw.translate(_SUITS).encode("ascii", "backslashreplace").decode()
        shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in raw)
        return cut(shown, limit)

    def bold(self, text: str) -> str:
        """A text in bold."""
        return f"\x1b[1m{text}\x1b[0m" if self.colour else text

    def faint(self, text: str) -> str:
        """A text that stands back."""
        return f"\x1b[2m{text}\x1b[0m" if self.colour else text

    def card(self, card: Card, bold: bool = False) -> str:
        """One card, red suits in red; `bold` for the mainline."""
        codes = [code for code, wanted in (("1", bold), ("31", card.red)) if wanted]
        return f"\x1b[{';'.join(codes)}m{card.pretty}\x1b[0m" if self.colour and codes else card.pretty

    def redden(self, line: str) -> str:
        """A line of prose with its red cards in red."""
        return _RED_CARD.sub(lambda card: f"\x1b[31m{card[0]}\x1b[0m", line) if self.colour else line

    def finish(self, lines: Iterable[str]) -> list[str]:
        """Composed lines as they go out: `plain`, and in their colours; a drawn line has its own already."""
        return [self._colour(line) for line in self.plain(lines)]

    def _colour(self, line: str) -> str:
        if line.startswith(BOLD):
            return self.bold(line[1:])
        if line.startswith(FAINT):
            return self.faint(line[1:])
        return line if "\x1b" in line else self.redden(line)

    def plain(self, lines: Iterable[str]) -> list[str]:
        """Lines without blanks at their ends and, where only ASCII is shown, in ASCII."""
        stripped = [line.rstrip() for line in lines]
        return [line.translate(ASCII) for line in stripped] if self.ascii else stripped


PLAIN = Ink()
"""No colours, and all characters."""


# What the stream takes that a page is for.


def page_for(stream: TextIO) -> tuple[int, bool]:
    """How wide a page for this stream is, and whether it takes colours: 80 columns and none if it is no terminal.

    A dumb terminal takes no colours either, nor does one whose person has set NO_COLOR.
    """
    if not stream.isatty():
        return 80, False
    colour = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    import shutil  # late: it brings all the ways of packing files

    return shutil.get_terminal_size().columns, colour


def is_screen(stream: TextIO) -> bool:
    """Whether a stream is a terminal that can be drawn upon; one that doesn't say its TERM is not."""
    return stream.isatty() and os.environ.get("TERM", "dumb") != "dumb"
