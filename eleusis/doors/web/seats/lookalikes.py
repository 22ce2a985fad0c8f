"""Names that look alike: `Аnn` with a Cyrillic А beside `Ann`. By Unicode's Technical Standard 39.

A name keeps to one writing system; so most lookalikes are refused without being compared. Two names that each keep
to one are compared by their skeletons: each character is replaced by the one that stands for all that look like it.
They must differ as they are written, in small letters, and in capitals.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

from confusable_homoglyphs.categories import alias
from confusable_homoglyphs.confusables import confusables_data

from eleusis.doors.web.refused import WebError
from eleusis.ground.errors import quote

_ANYWHERE = {"COMMON", "INHERITED"}
"""What is part of any writing: digits, hyphens, emoji, accents."""
_TOGETHER = (
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"},
    {"LATIN", "HAN", "BOPOMOFO"},
    {"LATIN", "HAN", "HANGUL"},
)
"""Scripts that are written together in Japan, China and Korea; what the standard calls highly restrictive."""
_AS_LETTERS = str.maketrans("0134578@$!|+", "oieastbasilt")
"""Digits and signs that people write for letters."""
_DIRECTION = "\u200e"
"""What the library puts around Hebrew signs: they would turn its lists round."""


def check_new_name(name: str, seats: Iterable[str]) -> None:
    """See that a new name can be told from the names that are at the table.

    Raises WebError: `seat/scripts` where it mixes writing systems, `seat/alike` where it looks like one of them.
    """
    scripts = {alias(character) for character in unicodedata.normalize("NFKC", name)} - _ANYWHERE
    if len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER):
        mixed = " and ".join(sorted(script.replace("_", " ").title() for script in scripts))
        raise WebError("seat/scripts", f"{quote(name)} mixes {mixed} letters: a name keeps to one kind of them")
    forms = _forms(name)
    for seat in seats:
        if any(own == other for own, other in zip(forms, _forms(seat), strict=True)):
            message = f"{quote(name)} looks like {quote(seat)}, which is at the table: choose a name that doesn't"
            raise WebError("seat/alike", message)


def has_word(name: str, words: Iterable[str]) -> bool:
    """Whether a name is one of these words, has one among its own, or looks as if it had.

    Accents, digits that stand for letters, letters said twice, what stands between them, and an s at the end don't
    count.
    """
    parts = {_squeeze(part) for part in [name, *name.split()]}
    parts |= {part.removesuffix("s") for part in parts}
    return any(_squeeze(word) in parts for word in words if _squeeze(word))


def _squeeze(text: str) -> str:
    """The letters of a text as they sound: each once in a row, in small letters."""
    letters = _skeleton(unicodedata.normalize("NFKD", text).casefold().translate(_AS_LETTERS))
    return re.sub(r"(.)\1+", r"\1", "".join(letter for letter in letters if letter.isalpha()))


def _forms(name: str) -> tuple[str, str, str]:
    """The skeletons of a name as it is written, in small letters and in capitals."""
    plain = unicodedata.normalize("NFKC", name)
    return _skeleton(plain), _skeleton(plain.casefold()), _skeleton(plain.upper())


def _skeleton(text: str) -> str:
    """A text with each character replaced by the one that stands for all that look like it."""
    apart = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(_prototypes().get(character, character) for character in apart))


@cache
def _prototypes() -> dict[str, str]:
    """For each character that looks like others, the one that stands for them all.

    The library has pairs, in both directions: what stands for many has many, and each of these has that one alone.
    Of a pair by itself the smaller one stands for both.
    """
    prototypes: dict[str, str] = {}
    for character, alike in confusables_data.items():
        other = alike[0]["c"]
        stands = len(alike) > 1 or (len(confusables_data[other]) == 1 and character < other)
        prototypes[character.strip(_DIRECTION)] = (character if stands else other).strip(_DIRECTION)
    return prototypes
