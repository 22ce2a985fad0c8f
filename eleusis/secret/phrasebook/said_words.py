"""What somebody says, taken apart into words: the first step of reading table English."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from eleusis.ground.yaml.shipped import load_shipped

MAX_LENGTH = 600
"""Characters in a rule that is said in English."""
MAX_WORDS = 140
"""Words and marks in it."""
ENDS = frozenset(";.?!")
"""Marks that end a clause."""
_WORD = re.compile(
    r"w/|(?P<ordinal>\d+(?:st|nd|rd|th)\b)|(?P<ranks>\d+'?s\b)|\d+|[^\W\d_]+(?:['’](?!s\b)[^\W\d_]+)?|['’]s\b"
    r"|(?<=\w)\.(?=[a-z])|\.\.\.?|--+|[-=]>|[=!<>]=|[^\s\w]"
)
_LETTERS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}
_SUBJECTS = ("it", "that", "there", "what", "one")
_QUOTES = frozenset('"“”')
_LONGEST = 7


class SaidWord(NamedTuple):
    """A word or mark as it is understood, and its offset in the text."""

    text: str
    at: int

    @property
    def stem(self) -> str:
        """The word without the ending of the plural."""
        return self.text[:-1] if self.text.endswith("s") and len(self.text) > 3 else self.text


def split_words(text: str) -> list[SaidWord]:
    """The words of a text, small, in one spelling and one way to say it; the letters A J Q K are ranks."""
    words: list[SaidWord] = []
    for match in _WORD.finditer(text):
        word, at = match.group(), match.start()
        follows = text[match.end() :]
        letter = word in _LETTERS and not (word == "A" and re.match(r" (?!to |or |and )[^\W\d]", follows))
        plain = _LETTERS[word] if letter else _spell(match)
        if plain == "." and text[at + 1 : at + 2].islower():  # last.odd
            plain = "'s"
        if plain == "'s" and words and words[-1].text in _SUBJECTS:
            plain = "is"
        words += [SaidWord(part, at) for part in plain.split()]
    for place, (word, at) in enumerate(words):
        if word == "-":
            spaced = text[at - 1 : at].isspace() and text[at + 1 : at + 2].isspace()
            words[place] = SaidWord(_dash(words, place, spaced), at)
    said = [word for word in words if word.text and word.text not in _book()["silent"]]
    return _say_plainly(said)


@cache
def _book() -> Mapping[str, Any]:
    book: Mapping[str, Any] = load_shipped(__file__, "words.yaml")
    return book


@cache
def _spellings() -> Mapping[str, str]:
    """What is written in several ways, and signs, in the words that the grammar knows."""
    return {way: plain for plain, ways in _book()["signs"].items() for way in ways}


@cache
def _phrases() -> Mapping[tuple[str, ...], list[str]]:
    """What is said in several ways and the one way that the grammar knows; nothing for a filler."""
    ways = [(way, plain) for plain, said in _book()["phrases"].items() for way in (plain, *said)]
    ways += [(filler, "") for filler in _book()["fillers"]]
    return {
        tuple(
            [
                part
                for word in way.split()
                for part in _spellings().get(word, word).split()
                if part not in _book()["silent"]
            ]
        ): plain.split()
        for way, plain in ways
    }


def _say_plainly(words: Sequence[SaidWord]) -> list[SaidWord]:
    """The words, each phrase in the way that the grammar knows, the longest first; what says nothing goes before.

    What says nothing by itself stays where it is part of a phrase: `and so on`, `not always`.
    """
    telling = [word for phrase, plain in _find_phrases(words) if plain != [] for word in phrase]
    said: list[SaidWord] = []
    for phrase, plain in _find_phrases(telling):
        said += phrase if plain is None else [SaidWord(text, phrase[0].at) for text in plain]
        if len(said) > 1 and said[-1].text == said[-2].text == ",":  # what stood between them said nothing
            said.pop()
    return said


def _find_phrases(words: Sequence[SaidWord]) -> Iterator[tuple[Sequence[SaidWord], list[str] | None]]:
    """The words by phrases, and how each is said plainly; None for a word that is in no phrase."""
    at = 0
    while at < len(words):
        for length in range(min(_LONGEST, len(words) - at), 0, -1):
            phrase = words[at : at + length]
            plain = _phrases().get(tuple([word.text for word in phrase]))
            if plain is None and length > 1:
                plain = _phrases().get(tuple([word.stem for word in phrase]))
                if plain and phrase[-1].text.endswith("s") and not plain[-1].endswith("s"):
                    plain = [*plain[:-1], f"{plain[-1]}s"]  # face cards
            if plain is not None:
                break
        yield phrase, plain
        at += length


def _spell(match: re.Match[str]) -> str:
    """A word in the one spelling that it has here; nothing for what means nothing."""
    word = match.group().casefold().replace("’", "'")
    if match["ranks"]:
        return word.removesuffix("s").rstrip("'")
    return "" if word in _QUOTES else _spellings().get(word, word)


def _dash(words: list[SaidWord], place: int, spaced: bool) -> str:
    """What a dash stands for: `5-9`, `A-7` are ranges; `non-face` and `red-black` hang together; ` - ` pauses."""
    around = [word.text for word in (*words[max(0, place - 1) : place], *words[place + 1 : place + 2])]
    ranks = [word for word in around if word.isdigit() or word in _LETTERS.values()]
    if len(ranks) == len(around) == 2:
        return "to"
    return "," if spaced else ""
