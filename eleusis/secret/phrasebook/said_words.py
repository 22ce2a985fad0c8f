"""What somebody says, taken apart into words: the first step of reading table English."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from eleusis.ground.yaml.shipped import load_shipped

MAX_LENGTH = 600
"""Characters in a rule that is said in English."""
MAX_WORDS = 140
"""Words and marks in it."""
PAUSES = frozenset(",;:.…")
"""Marks that may stand between two parts of a sentence; as a word of a pattern, `,` is any of them."""

_WORD = re.compile(
    r"w/|(?P<ordinal>\d+(?:st|nd|rd|th)\b)|(?P<ranks>\d+'?s\b)|\d+|[^\W\d_]+(?:['’](?!s\b)[^\W\d_]+)?|['’]s\b"
    r"|(?<=\w)\.(?=[a-z])|\.\.\.?|--+|[-=]>|[=!<>]=|[^\s\w]"
)
_LETTERS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}
_ARTICLES = ("a", "an", "the")
_SUBJECTS = ("it", "that", "there", "what")
_QUOTES = ('"', "“", "”", "!", "?", "*")


class SaidWord(NamedTuple):
    """A word or mark as it is understood, and its offset in the text."""

    text: str
    at: int

    @property
    def stem(self) -> str:
        """The word without the ending of the plural."""
        return self.text[:-1] if self.text.endswith("s") and len(self.text) > 3 else self.text


def split_words(text: str) -> list[SaidWord]:
    """The words of a text, small and in one spelling, without articles; the letters A J Q K are ranks."""
    words: list[SaidWord] = []
    shouted = text.upper() == text
    for match in _WORD.finditer(text):
        word, at = match.group(), match.start()
        letter = word in _LETTERS and not (word == "A" and (shouted or not words or words[-1].text in PAUSES))
        plain = _LETTERS[word] if letter else _spell(match)
        if plain == "." and text[at + 1 : at + 2].islower():  # last.odd
            plain = "'s"
        if plain == "'s" and words and words[-1].text in _SUBJECTS:
            plain = "is"
        words += [SaidWord(part, at) for part in plain.split()]
    for place, (word, at) in enumerate(words):
        if word == "-":
            words[place] = SaidWord(
                _dash(words, place, text[at - 1 : at].isspace() and text[at + 1 : at + 2].isspace()), at
            )
    return [*_say_plainly([word for word in words if word.text])]


@cache
def _spellings() -> Mapping[str, str]:
    """What is written in several ways, and signs, in the words that the grammar knows."""
    return _ways("signs")


def _ways(part: str) -> dict[str, str]:
    book: dict[str, dict[str, list[str]]] = load_shipped(__file__, "words.yaml")
    return {way: plain for plain, ways in book[part].items() for way in ways}


@cache
def _phrases() -> Mapping[str, list[tuple[list[str], list[str]]]]:
    """What is said in several ways and the one way that the grammar knows, by the first word; the longest first."""
    phrases: dict[str, list[tuple[list[str], list[str]]]] = {}
    for said, plain in sorted(_ways("phrases").items(), key=lambda way: -len(way[0].split())):
        first, *others = said.split()
        phrases.setdefault(first, []).append((others, plain.split()))
    return phrases


def _say_plainly(words: list[SaidWord]) -> Iterator[SaidWord]:
    """The words with each phrase in the way that the grammar knows."""
    at = 0
    while at < len(words):
        texts = [word.text for word in words[at : at + 9]]
        for others, plain in _phrases().get(texts[0], ()):
            if texts[1 : 1 + len(others)] == others:
                yield from (SaidWord(text, words[at].at) for text in plain)
                at += 1 + len(others)
                break
        else:
            yield words[at]
            at += 1


def _spell(match: re.Match[str]) -> str:
    """A word in the one spelling that it has here; nothing for what means nothing."""
    word = match.group().casefold().replace("’", "'")
    if match["ranks"]:
        return word.removesuffix("s").rstrip("'")
    if word in _ARTICLES or word in _QUOTES:
        return ""
    return _spellings().get(word, word)


def _dash(words: list[SaidWord], place: int, spaced: bool) -> str:
    """What a dash stands for: `5-9`, `A-7` are ranges; `non-face` and `red-black` hang together; ` - ` pauses."""
    around = [word.text for word in (*words[max(0, place - 1) : place], *words[place + 1 : place + 2])]
    ranks = [word for word in around if word.isdigit() or word in _LETTERS.values()]
    if len(ranks) == len(around) == 2:
        return "to"
    return "," if spaced else ""
