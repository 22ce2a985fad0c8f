"""How wide a text is in a picture, where letters differ in width, and how it is put on lines of a given width.

Nobody knows in which font a picture will be read. The widths are those of DejaVu Sans, one of the widest, with the
full square for letters of East Asia and a little more for emoji.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from eleusis.words.page.ink import cells

_BOLD = 1.12
_SLIM = frozenset("ijlI|.,:;'!` ")
_NARROW = frozenset('frt()[]{}-/\\"*')
_BROAD = frozenset("mwMW@%&")


def ems(text: str, *, bold: bool = False) -> float:
    """The width of a text, in font sizes."""
    return sum(map(_width, text)) * (_BOLD if bold else 1)


@lru_cache(maxsize=4096)
def _width(letter: str) -> float:
    columns = cells(letter)
    if columns != 1:
        return 0.0 if columns == 0 else 1.4 if unicodedata.category(letter) == "So" else 1.0
    base = unicodedata.normalize("NFD", letter)[0]
    if base in _SLIM:
        return 0.36
    if base in _NARROW:
        return 0.5
    if base in _BROAD or not base.isascii():
        return 1.0
    return 0.79 if base.isupper() else 0.65


def wrap_ems(text: str, limit: float, *, bold: bool = False) -> list[str]:
    """A text as lines of so many font sizes at most; it breaks between words where it can, else anywhere."""
    lines = [""]
    for word in text.split():
        joined = f"{lines[-1]} {word}" if lines[-1] else word
        if ems(joined, bold=bold) <= limit:
            lines[-1] = joined
            continue
        if lines[-1]:
            lines.append("")
        for letter in word:
            if lines[-1] and ems(lines[-1] + letter, bold=bold) > limit:
                lines.append("")
            lines[-1] += letter
    return lines
