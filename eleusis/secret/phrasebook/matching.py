"""Words → the texts of rules that they may say, by the patterns of the grammar.

Every phrase is looked for once at every word, and all its readings are kept, so there is no backtracking: the work
grows with the number of words times that of the patterns. Each word must have its place, and each mark. A phrase
with very many readings is given up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from eleusis.secret.phrasebook.patterns import Blank, Item, Literal, OneOf, Pattern
from eleusis.secret.phrasebook.said_words import SaidWord
from eleusis.secret.phrasebook.sentences import bracket

MAX_READINGS = 120
"""Readings of one phrase from one word on; who says more in one breath is asked to say it more simply."""
MAX_DEPTH = 60
"""Phrases within phrases."""
MAX_STEPS = 300_000
"""Words looked at in all."""

Readings = frozenset[tuple[int, str]]
"""Behind which word a phrase may end, and the text of the rule that it is then."""
_States = set[tuple[int, tuple[str, ...]]]
_OF_ONE_CARD = frozenset(("adj", "adjs", "kind", "head", "heads", "np", "group", "many", "part", "pred"))
"""Phrases of which many say what a card is by itself."""
_SERIES = {"pred": "part", "cond": "single", "many": "group"}
"""Phrases that are series, and their parts."""
_NUMBER = re.compile(r"@rank (in \{[\d., ]+\}|== \d+)")
_STEP = re.compile(r"@rank ([<>]|==) PREV\.rank.*|\(?(@rank|last\.rank) - .*|abs\(.*")
_SAME = re.compile(r"@rank == \w[\w.()]*\.rank( \+ \d+)?|\(?@rank - .*|abs\(.*")
_HIGHER = re.compile(r"@rank [<>] \w+\.rank|@rank == \w+\.rank - .*|\(last\.rank - @rank.*")
_LATEST = re.compile(r".*line\.latest\(\(.*")
_MULTIPLE = re.compile(r"\(?@rank % .*")
_APART = re.compile(r"abs\(.*|\(?(@rank|PREV\.rank|last\.rank) - .*")
_LIMIT = re.compile(r"@rank ([<>]=?|in) [\d.{]+.*|\d+ < @rank.*")
_NEVER_PARTS = (
    (_APART, _LIMIT),
    (_MULTIPLE, _NUMBER),
    (_NUMBER, _STEP),
    (_STEP, _NUMBER),
    (_SAME, _HIGHER),
    (_LATEST, re.compile(".*")),
)
"""What hangs together by itself and is no series of two parts: `multiples of 3 or 5`, `7 or higher`, `two or three
higher`, `differs by one or two`, `one above or below the last`, `the latest of the spades and hearts`."""
Grammar = Mapping[str, Sequence[Pattern]]


class Crowded(Exception):
    """What was said can be read in too many ways, or is too much to be read."""


class Matcher:
    """Looks for the phrases of a grammar in the words of one text; `whole` reads a rule from a word on."""

    def __init__(
        self,
        grammar: Grammar,
        words: Sequence[SaidWord],
        mask_of: Callable[[str], int | None],
        whole: Callable[[Matcher, int], Iterable[tuple[int, str]]],
    ) -> None:
        self.words = words
        self._grammar = grammar
        self._mask_of = mask_of
        self._whole = whole
        self._read: dict[tuple[str, int], Readings] = {}
        self._steps = self._depth = 0
        self.furthest = 0
        """The first word that no phrase had a place for."""
        self.unjoined = False
        """Whether clauses were read to the end that don't make a rule together."""

    def read(self, symbol: str, start: int) -> Readings:
        """All readings of a phrase that begins with a word. Raises Crowded."""
        key = symbol, start
        if key not in self._read:
            if self._depth > MAX_DEPTH:
                raise Crowded
            self._depth += 1
            self._read[key] = frozenset()  # a phrase that begins with itself ends here
            if symbol == "rule":
                states = self._whole(self, start)
            else:
                series = _SERIES.get(symbol)
                states = self._join(series, start) if series else self._try_patterns(symbol, start)
            self._read[key] = frozenset(self._merge(states) if symbol in _OF_ONE_CARD else states)
            self._depth -= 1
            if len(self._read[key]) > MAX_READINGS:
                raise Crowded
        return self._read[key]

    def word(self, at: int) -> str:
        """A word; nothing behind the last one."""
        return self.words[at].text if at < len(self.words) else ""

    def _merge(self, states: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
        """Readings of what one card is, without a second text for the same cards."""
        texts: dict[tuple[int, int | str], str] = {}
        for at, text in sorted(states, key=lambda state: (len(state[1]), state[1])):
            mask = self._mask_of(text)
            texts.setdefault((at, text if mask is None else mask), text)
        return ((at, text) for (at, _), text in texts.items())

    def _count(self, at: int) -> None:
        self._steps += 1
        self.furthest = max(self.furthest, at)
        if self._steps > MAX_STEPS:
            raise Crowded

    # Patterns

    def _try_patterns(self, symbol: str, start: int) -> Iterator[tuple[int, str]]:
        if start >= len(self.words):
            heads: set[str] = set()
        else:
            word = self.words[start]
            heads = {word.text, word.stem}
            if symbol == "n" and word.text.isdigit():
                yield start + 1, word.text[:5]
        for pattern in self._grammar.get(symbol, ()):
            if pattern.begins is None or not heads.isdisjoint(pattern.begins):
                for at, texts in self._match(pattern.items, {(start, ())}):
                    yield at, pattern.fill(texts)

    def _match(self, items: Iterable[Item], states: _States) -> _States:
        """Where a sequence may end, with the texts of its phrases, from each of some states on."""
        for item in items:
            states = {after for state in states for after in self._step(item, *state)}
            if len(states) > MAX_READINGS:
                raise Crowded
            if not states:
                break
        return states

    def _step(self, item: Item, at: int, texts: tuple[str, ...]) -> Iterator[tuple[int, tuple[str, ...]]]:
        """The ways past one item of a pattern."""
        self._count(at)
        match item:
            case Literal(word=word):
                if self._stands(word, at):
                    yield at + 1, texts
            case Blank(symbol=symbol, kept=kept):
                for after, text in self.read(symbol, at):
                    yield after, (*texts, text) if kept else texts
            case OneOf(ways=ways):
                for way in ways:
                    yield from self._match(way, {(at, texts)})

    def _stands(self, wanted: str, at: int) -> bool:
        """Whether a word stands at a place."""
        stands = at < len(self.words) and wanted in (self.words[at].text, self.words[at].stem)
        self.furthest = max(self.furthest, at + stands)
        return stands

    # Series

    def _join(self, part: str, start: int) -> Iterator[tuple[int, str]]:
        """`A`, `A and B`, `A, B or C`: a pause stands for the word that joins the last two."""
        both = {at for at, _ in self.read("many", start)} if part == "part" else set()  # `aces and hearts`: either
        todo: list[tuple[int, tuple[str, ...], tuple[str, ...]]]
        todo = [(at, (text,), ()) for at, text in self.read(part, start)]
        reached = 0
        while todo:
            at, texts, joins = todo.pop()
            reached += 1
            if reached > 4 * MAX_READINGS:
                raise Crowded
            if not joins or (joins[-1] and not (at in both and "and" in joins)):
                yield from ((at, text) for text in self._put_together(part, texts, joins))
            for after, join in self._joints(at):
                todo += [
                    (end, (*texts, text), (*joins, "and" if join == "but" else join))
                    for end, text in self.read("contrast" if join == "but" and part == "part" else part, after)
                    if not any(a.fullmatch(texts[-1]) and b.fullmatch(text) for a, b in _NEVER_PARTS)
                ]

    def _joints(self, at: int) -> Iterator[tuple[int, str]]:
        """What may stand between two parts of a series: a pause, `and`, `or`, or a pause and one of these."""
        self._count(at)
        if self.word(at) == ",":
            at += 1
            yield at, ""
        for word in ("and", "but", "or"):
            if self._stands(word, at):
                yield at + 1, word

    def _put_together(self, part: str, texts: Sequence[str], joins: Sequence[str]) -> Iterator[str]:
        """The series as a rule has it; two of them where `and` and `or` stand side by side without brackets."""
        if len(texts) == 1:
            yield from texts if part != "group" else ()
            return
        words = [next(join for join in joins[place:] if join) for place in range(len(joins))]
        if part == "group":
            yield " or ".join(map(bracket, texts))
            return
        for first, second in (("and", "or"), ("or", "and")) if len(set(words)) > 1 else ((words[0], ""),):
            groups = [[texts[0]]]
            for text, word in zip(texts[1:], words, strict=True):
                if word == first:
                    groups[-1].append(text)
                else:
                    groups.append([text])
            joined = [f" {first} ".join(map(bracket, group)) for group in groups]
            yield joined[0] if len(joined) == 1 else f" {second} ".join(map(bracket, joined))
