"""Words → the texts of rules that they may say, by the patterns of the grammar.

Every phrase is looked for once at every word, and all its readings are kept, so there is no backtracking: the work
grows with the number of words times that of the patterns. A phrase with very many readings is given up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from eleusis.secret.phrasebook.patterns import Blank, Item, Literal, OneOf, Pattern
from eleusis.secret.phrasebook.said_words import PAUSES, SaidWord
from eleusis.secret.phrasebook.shapes import bracket

MAX_READINGS = 60
"""Readings of one phrase from one word on; who says more in one breath is asked to say it more simply."""
MAX_STEPS = 300_000
"""Words looked at in all."""

Readings = frozenset[tuple[int, str]]
"""Behind which word a phrase may end, and the text of the rule that it is then."""
_States = set[tuple[int, tuple[str, ...]]]
_AFTER_PAUSES = frozenset(
    ("note", "play", "choice", "cond", "besides", "starter", "sentence", "remark", "definition", "after it")
)
"""Phrases before which one may pause."""
_OF_ONE_CARD = frozenset(("mod", "mods", "one kind", "numbered", "kind", "group", "many", "part", "pred"))
"""Phrases of which many say what a card is by itself."""
_NUMBER = re.compile(r"@rank (in \{[\d., ]+\}|== \d+)")
_STEP = re.compile(r"@rank ([<>]|==) PREV\.rank.*|\(?(@rank|last\.rank) - .*|abs\(.*")
_SAME = re.compile(r"@rank == \w[\w.()]*\.rank( \+ \d+)?|\(?@rank - .*|abs\(.*")
_HIGHER = re.compile(r"@rank [<>] \w+\.rank|@rank == \w+\.rank - .*|\(last\.rank - @rank.*")
_LATEST = re.compile(r".*line\.latest\(\(.*")
_NEVER_PARTS = ((_NUMBER, _STEP), (_STEP, _NUMBER), (_SAME, _HIGHER), (_LATEST, re.compile(".*")))
"""What hangs together by itself and is no series of two parts: `7 or higher`, `two or three higher`, `differs by
one or two`, `one above or below the last`, `the latest of the spades and hearts`."""
Grammar = Mapping[str, Sequence[Pattern]]


class Crowded(Exception):
    """What was said can be read in too many ways, or is too much to be read."""


class Matcher:
    """Looks for the phrases of a grammar in the words of one text."""

    def __init__(self, grammar: Grammar, words: Sequence[SaidWord], mask_of: Callable[[str], int | None]) -> None:
        self._grammar = grammar
        self._words = words
        self._mask_of = mask_of
        self._read: dict[tuple[str, int], Readings] = {}
        self._passed: dict[tuple[int, bool], set[int]] = {}
        self._steps = 0
        self.furthest = 0
        """The first word that no phrase had a place for."""
        self._series = {"pred": "part", "cond": "clause", "many": "group"}
        for at in reversed(range(len(words))):  # from the end, so that none waits for the next one
            self.read("nothing", at)
        self._passed.clear()
        self.furthest = 0

    def read(self, symbol: str, start: int) -> Readings:
        """All readings of a phrase that begins with a word. Raises Crowded."""
        key = symbol, start
        if key not in self._read:
            self._read[key] = frozenset()  # a phrase that begins with itself ends here
            series = self._series.get(symbol)
            begin = self._pass_pauses(start) if symbol in _AFTER_PAUSES else start
            states = self._join(series, begin) if series else self._try_patterns(symbol, begin)
            self._read[key] = frozenset(self._merge(states) if symbol in _OF_ONE_CARD else states)
            if len(self._read[key]) > MAX_READINGS:
                raise Crowded
        return self._read[key]

    def _merge(self, states: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
        """Readings of what one card is, without a second text for the same cards."""
        texts: dict[tuple[int, int | str], str] = {}
        for at, text in sorted(states, key=lambda state: len(state[1])):
            mask = self._mask_of(text)
            texts.setdefault((at, text if mask is None else mask), text)
        return ((at, text) for (at, _), text in texts.items())

    def is_over(self, at: int) -> bool:
        """Whether nothing but pauses follows from a word on."""
        return len(self._words) in self._pass(at)

    def _narrows(self, first: str, second: str) -> bool:
        """Whether two adjectives say more than either: `odd red`, but not `red red`."""
        mask = self._mask_of(f"({first}) and ({second})")
        return mask not in (0, self._mask_of(first), self._mask_of(second))

    def _count(self, at: int) -> None:
        self._steps += 1
        self.furthest = max(self.furthest, at)
        if self._steps > MAX_STEPS:
            raise Crowded

    # Patterns

    def _try_patterns(self, symbol: str, start: int) -> Iterator[tuple[int, str]]:
        if symbol == "n":
            for place in self._pass(start, False):
                if place < len(self._words) and self._words[place].text.isdigit():
                    yield place + 1, self._words[place].text[:5]
        near = [self._words[place] for place in self._pass(start, False) if place < len(self._words)]
        heads = {form for word in near for form in (word.text, word.stem)}
        for pattern in self._grammar.get(symbol, ()):
            if pattern.begins is not None and heads.isdisjoint(pattern.begins):
                continue
            for at, texts in self._match(pattern.items, {(start, ())}, start):
                if symbol != "mods" or len(texts) < 2 or self._narrows(*texts):
                    yield at, pattern.fill(texts)

    def _match(self, items: Iterable[Item], states: _States, start: int) -> _States:
        """Where a sequence may end, with the texts of its phrases, from each of some states on."""
        for item in items:
            states = {after for state in states for after in self._step(item, *state, start)}
            if len(states) > MAX_READINGS:
                raise Crowded
            if not states:
                break
        return states

    def _step(
        self, item: Item, at: int, texts: tuple[str, ...], start: int
    ) -> Iterator[tuple[int, tuple[str, ...]]]:
        """The ways past one item of a pattern that begins at `start`."""
        self._count(at)
        match item:
            case Literal(word=word):
                yield from ((after, texts) for after in self._take(word, at, at > start))
            case Blank(symbol=symbol, kept=kept):
                for after, text in self.read(symbol, at):
                    yield after, (*texts, text) if kept else texts
            case OneOf(ways=ways):
                for way in ways:
                    yield from self._match(way, {(at, texts)}, start)

    def _take(self, wanted: str, at: int, pausing: bool = True) -> Iterator[int]:
        """The places behind a word that must stand there; before it may be pauses, and words that say nothing."""
        words = self._words
        if wanted in PAUSES:
            standing = at < len(words) and words[at].text in (PAUSES - {":"} if wanted == "," else wanted)
            yield from (at + 1,) if standing else ()
            return
        for place in self._pass(at, pausing):
            if place < len(words) and wanted in (words[place].text, words[place].stem):
                self.furthest = max(self.furthest, place + 1)
                yield place + 1

    def _pass(self, at: int, pausing: bool = True) -> set[int]:
        """Where one may go on: at once, after a pause, and after words that say nothing and pauses behind them."""
        if (at, pausing) not in self._passed:
            passed = self._passed[at, pausing] = {at}
            todo = [at]
            while todo:
                place = todo.pop()
                ends = {after for after, _ in self.read("nothing", place)}
                if (pausing or place > at) and place < len(self._words) and self._words[place].text in PAUSES:
                    ends.add(place + 1)
                todo += ends - passed
                passed |= ends
        return self._passed[at, pausing]

    def _pass_pauses(self, at: int) -> int:
        while at < len(self._words) and self._words[at].text in PAUSES:
            at += 1
        return at

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
                    (end, (*texts, text), (*joins, join))
                    for end, text in self.read(part, after)
                    if not any(a.fullmatch(texts[-1]) and b.fullmatch(text) for a, b in _NEVER_PARTS)
                ]

    def _joints(self, at: int) -> Iterator[tuple[int, str]]:
        """What may stand between two parts of a series: a pause, `and`, `or`, or a pause and one of these."""
        self._count(at)
        if at < len(self._words) and self._words[at].text == ",":
            at += 1
            yield at, ""
        for word, join in (("and", "and"), ("but", "and"), ("or", "or")):
            yield from ((after, join) for after in self._take(word, at, pausing=False))

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
            text = joined[0] if len(joined) == 1 else f" {second} ".join(map(bracket, joined))
            if part != "part" or "and" not in words or self._mask_of(text) != 0:
                yield text
