"""The grammar of table English, put together: its own file, the builder's sentences and the relations of cards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from eleusis.ground.yaml.shipped import load_shipped
from eleusis.secret.english.explaining import GLOSS
from eleusis.secret.english.relations import relations
from eleusis.secret.phrasebook.matching import Grammar
from eleusis.secret.phrasebook.patterns import Blank, Item, Literal, OneOf, Pattern, read_pattern
from eleusis.secret.phrasebook.said_words import split_words
from eleusis.secret.phrasebook.sentences import CHOICES, GROUPS, Shape

_KINDS = {
    "cards": ("own", ""), "many cards": ("own", ""), "last cards": ("own", "@last"),
    "starters": ("own", "@first"), "cards or any": ("own or any", ""),
}  # fmt: skip
"""The lists of kinds of cards: any kind that can be said may stand there, asked of such a card."""
_HOLE = " hole "
_OF_LAST = re.compile(r"\blast\.(\w+)")
_OF_CARD = re.compile(r"(?<![.@\w])(rank|suit|color|odd|face|high|prime)\b")


@cache
def read_grammar() -> Grammar:
    """All patterns, by the name of the phrase that they are ways to say."""
    book: dict[str, dict[str, str | list[str]]] = load_shipped(__file__, "grammar.yaml")
    grammar = {
        symbol: [
            read_pattern(pattern, template)
            for pattern, templates in ways.items()
            for template in (templates if isinstance(templates, list) else [templates])
        ]
        for symbol, ways in book.items()
    }
    grammar["rel"] += [
        _read_relation(said, text)
        for text, words in relations()
        for said in dict.fromkeys((words, GLOSS.sub("", words)))
    ]
    grammar["sentence"] = [_read_sentence(shape) for group in GROUPS for shape in group.shapes]
    for name, choices in CHOICES.items():
        if name not in _KINDS:
            grammar[f"choice of {name}"] = [Pattern(tuple(_items(choice.label)), choice.text) for choice in choices]
    return grammar


@cache
def known_words() -> frozenset[str]:
    """Every word that has a place in some phrase."""
    patterns = [pattern for ways in read_grammar().values() for pattern in ways]
    return frozenset([word for pattern in patterns for word in _literals(pattern.items)])


def _literals(items: tuple[Item, ...]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Literal):
            yield item.word
        elif isinstance(item, OneOf):
            for way in item.ways:
                yield from _literals(way)


def _read_relation(words: str, text: str) -> Pattern:
    """How a card stands to another one, which may be any: `higher than {}`, `rank > last.rank`."""
    template = _OF_CARD.sub(r"@\1", _OF_LAST.sub(r"{0!}.\1", text))
    return Pattern(tuple(_items(words.replace("{}", _HOLE), [Blank("card", True)])), template)


def _read_sentence(shape: Shape) -> Pattern:
    """A sentence of the builder; what may stand in its holes is whatever can be said of such cards."""
    blanks: list[Blank] = []
    slots: dict[int, str] = {}
    words = ""
    for part in shape.parts:
        if isinstance(part, str):
            words += part
            continue
        symbol, subject = _KINDS.get(part.choices, (f"choice of {part.choices}", "!"))
        slots[part.number] = f"{{{len(blanks)}{subject}}}"
        blanks.append(Blank(symbol, True))
        words += _HOLE
    template = re.sub(r"\{(\d)\}", lambda slot: slots[int(slot[1])], shape.rule)
    return Pattern(tuple(_items(words.rstrip("."), blanks)), template)


def _items(text: str, blanks: Iterable[Blank] = ()) -> Iterator[Item]:
    """The words of a sentence as anybody's are read, all at once, with blanks in the places of its holes."""
    left = iter(blanks)
    for word in split_words(text):
        yield next(left) if word.text == _HOLE.strip() else Literal(word.text)
