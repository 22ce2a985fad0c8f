"""What somebody says, taken apart into words: the first step of reading table English."""

from __future__ import annotations

import re
from typing import NamedTuple

MAX_LENGTH = 600
"""Characters in a rule that is said in English."""
MAX_WORDS = 140
"""Words and marks in it."""
PAUSES = frozenset(",;:.…")
"""Marks that may stand between two parts of a sentence; as a word of a pattern, `,` is any of them."""

_WORD = re.compile(
    r"(?P<ordinal>\d+(?:st|nd|rd|th)\b)|(?P<ranks>\d+'?s\b)|\d+|[^\W\d_]+(?:['’](?!s\b)[^\W\d_]+)?|['’]s\b"
    r"|(?<=\w)\.(?=[a-z])|\.\.\.?|[-=]>|[=!<>]=|[^\s\w]"
)
_SPELLINGS = {
    "isn't": "is not", "aren't": "are not", "wasn't": "was not", "weren't": "were not", "doesn't": "does not",
    "don't": "do not", "can't": "can not", "cannot": "can not", "mustn't": "must not", "won't": "will not",
    "shouldn't": "must not", "hasn't": "has not", "haven't": "have not",
    "=": "is", "==": "is", "!=": "is not", "≠": "is not", "<": "is less than", ">": "is more than",
    "<=": "is at most", "≤": "is at most", ">=": "is at least", "≥": "is at least", "+": "plus", "&": "and",
    "/": "or", "–": "to", "—": ",", "...": ",", "→": "then", "->": "then", "=>": "then",
    "♠": "spade", "♥": "heart", "♦": "diamond", "♣": "club", "colour": "color", "colours": "color",
    "colors": "color", "coloured": "color",
    "colored": "color", "suits": "suit", "ranks": "rank", "value": "rank", "values": "rank",
}  # fmt: skip
"""What is written in several ways, and signs, in the words that the grammar knows."""
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
    return [
        word._replace(text=_dash(words, place)) if word.text == "-" else word
        for place, word in enumerate(words)
        if word.text != "-" or _dash(words, place)
    ]


def _spell(match: re.Match[str]) -> str:
    """A word in the one spelling that it has here; nothing for what means nothing."""
    word = match.group().casefold().replace("’", "'")
    if match["ranks"]:
        return word.removesuffix("s").rstrip("'")
    if word in _ARTICLES or word in _QUOTES:
        return ""
    return _SPELLINGS.get(word, word)


def _dash(words: list[SaidWord], place: int) -> str:
    """What a dash stands for: `5-9`, `A-7` are ranges; `non-face` and `red-black` hang together."""
    around = [word.text for word in (*words[max(0, place - 1) : place], *words[place + 1 : place + 2])]
    ranks = [word for word in around if word.isdigit() or word in _LETTERS.values()]
    return "to" if len(ranks) == len(around) == 2 else ""
