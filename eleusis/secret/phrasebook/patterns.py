"""Patterns of phrases, as the grammar has them: what may be said on the left, the text of a rule on the right.

after {pred} [play] {pred}        a word; {pred}: another phrase, numbered from 0; [what may be left out]
<anything|any card> goes          one of several; {-is}: a phrase that counts for nothing

if {0@last} then {1} else any     {1}: the text of a phrase; {0@last}: asked of that card
cycle({1*0})                      the text of phrase 1 as often as phrase 0 says
rank {0!} {1}                     {0!}: its text as it is, never put into brackets
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import attrs

from eleusis.secret.language.tree import OPPOSITES
from eleusis.secret.phrasebook.sentences import bracket

_MARK = re.compile(r"[\[\]<>|]|\{[^}]*\}|[^\s\[\]<>|{}][^\[\]<>|{}]*")
_SLOT = re.compile(r"\{(\d)(?:([@*!])([\w()]*))?\}(\.)?")
_COMPARISON = re.compile(r"(@?[\w.]+) (==|!=|<=?|>=?) ([\w.()]+)")

_BEFORE = {"IT": "PREV_IT", "card": "last"}
_PLACES = {"last": 1, **{f"back({n})": n for n in range(2, 16)}}


@attrs.frozen
class Literal:
    """A word that must stand there."""

    word: str


@attrs.frozen
class Blank:
    """A phrase that must stand there, by the name of its kind."""

    symbol: str
    kept: bool
    """Whether its text goes into the rule."""


@attrs.frozen
class OneOf:
    """One of several sequences must stand there."""

    ways: tuple[tuple[Item, ...], ...]


Item = Literal | Blank | OneOf


@attrs.frozen
class Pattern:
    """A way to say something, and the text of a rule that it is."""

    items: tuple[Item, ...]
    template: str
    begins: frozenset[str] | None = attrs.field(init=False)
    """The words of which one must come first; None if anything may."""

    @begins.default
    def _begin(self) -> frozenset[str] | None:
        return _first_words(self.items)

    def fill(self, texts: Sequence[str]) -> str:
        """The text of a rule, with the texts of the phrases in their places."""

        def put(slot: re.Match[str]) -> str:
            text, subject = texts[int(slot[1])], slot[3] or ""
            if slot[2] == "*":
                return ", ".join([text] * int(texts[int(subject)]))
            if slot[2] == "@":
                text = ask_of(texts[int(subject)] if subject.isdigit() else subject, text)
            return text + (slot[4] or "") if slot[4] or slot[2] == "!" else bracket(text)

        if self.template == "not ({0})":
            return negate(texts[0])
        return _SLOT.sub(put, self.template)


def _first_words(items: tuple[Item, ...]) -> frozenset[str] | None:
    """The words of which one must stand first in a sequence; None if it may begin with a phrase."""
    words: frozenset[str] = frozenset()
    for item in items:
        if isinstance(item, Literal):
            return words | {item.word}
        if isinstance(item, Blank):
            return None
        firsts = [_first_words(way) for way in item.ways if way]
        if None in firsts:
            return None
        words = words.union(*[first for first in firsts if first])
        if () not in item.ways:
            return words
    return None


def ask_of(card: str, text: str) -> str:
    """What is said of a card: `@` is that card, and PREV the one before it (there is none for some cards)."""
    before = _BEFORE.get(card) or (f"back({_PLACES[card] + 1})" if card in _PLACES else "NONE")
    return text.replace("@", f"{card}." if card else "").replace("PREV", before)


def refer(text: str, card: str) -> str:
    """What is said of `it`, of a card."""
    return text.replace("PREV_IT", ask_of(card, "PREV")).replace("IT.", f"{card}.")


def negate(text: str) -> str:
    """The opposite of a condition, as plainly as it can be said."""
    match = _COMPARISON.fullmatch(text)
    return f"{match[1]} {OPPOSITES[match[2]]} {match[3]}" if match else f"not ({text})"


def read_pattern(pattern: str, template: str) -> Pattern:
    """A pattern as the grammar writes it."""
    (items,) = _read_ways(iter(_MARK.findall(pattern)))
    return Pattern(items, str(template))


def _read_ways(marks: Iterator[str], closing: str = "") -> tuple[tuple[Item, ...], ...]:
    """The ways of a choice, up to what closes it; the one way of a whole pattern up to its end."""
    ways: list[list[Item]] = [[]]
    for mark in marks:
        if mark == closing:
            break
        if mark == "|":
            ways.append([])
        elif mark == "[":
            ways[-1].append(OneOf(((), *_read_ways(marks, "]"))))
        elif mark == "<":
            ways[-1].append(OneOf(_read_ways(marks, ">")))
        elif mark.startswith("{"):
            ways[-1].append(Blank(mark.strip("{-}"), not mark.startswith("{-")))
        else:
            ways[-1] += [Literal(word) for word in mark.split()]
    return tuple(map(tuple, ways))
