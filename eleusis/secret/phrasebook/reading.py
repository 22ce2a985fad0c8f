"""Table English → the text of a rule: what people say at the table, and all that the program itself says of rules.

    read_phrase("after a red card play a black one")       if last.red then black else any

Whatever can be read in two ways that are not the same rule is a TwoReadings that names them; what can't be read is a
RuleError that says where it stopped making sense. Rule text is none of its business: library.py tries that first,
and it always wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NoReturn

from eleusis.ground.cards import ALL
from eleusis.ground.errors import NOWHERE, Place, RuleError, did_you_mean, quote
from eleusis.secret.compiled.meaning import Meaning
from eleusis.secret.english.explaining import explain
from eleusis.secret.language.text import parse, unparse
from eleusis.secret.language.tokens import fail
from eleusis.secret.phrasebook.grammar import known_words, read_grammar
from eleusis.secret.phrasebook.matching import Crowded, Matcher
from eleusis.secret.phrasebook.shapes import bracket
from eleusis.secret.phrasebook.words import MAX_LENGTH, MAX_WORDS, PAUSES, Word, split_words
from eleusis.secret.rule import Rule
from eleusis.secret.sameness import compare

MOST_READINGS = 9
"""Among how many readings one may choose; who says more is asked to say it more simply."""


class TwoReadings(RuleError):
    """What can be read in two ways or more, which are not the same rule."""

    def __init__(self, code: str, message: str, place: Place = NOWHERE, readings: tuple[Rule, ...] = ()) -> None:
        super().__init__(code, message, place)
        self.readings = readings
        """The rules that it may be."""


@lru_cache(maxsize=256)
def read_phrase(text: str) -> Rule:
    """The rule that somebody has said in English; its text is in the rule language.

    Raises TwoReadings (`rule/two-readings`), and RuleError (`rule/phrase`) for what isn't understood.
    """
    if len(text) > MAX_LENGTH:
        fail(text, MAX_LENGTH, "phrase", f"too long to be read as English: at most {MAX_LENGTH} characters are")
    words = split_words(text)
    if len(words) > MAX_WORDS:
        fail(text, words[MAX_WORDS].at, "phrase", f"too long to be read as English: at most {MAX_WORDS} words are")
    matcher = Matcher(read_grammar(), words, _is_empty)
    try:
        rules = _tell_apart(_say_something([*_read_rules(matcher)]))
    except Crowded:
        fail(text, 0, "phrase", "that can be read in too many ways: say it in fewer words, or in the rule language")
    if not rules:
        _refuse(text, words, matcher.furthest)
    if len(rules) > 1:
        ways = "; or ".join(f"({number}) {_name(rule)}" for number, rule in enumerate(rules, 1))
        raise TwoReadings("rule/two-readings", f"that can be read in two ways: {ways}", readings=tuple(rules))
    return rules[0]


def _name(rule: Rule) -> str:
    return f"{explain(rule).removesuffix('.')}: {rule.text}"


def _read_rules(matcher: Matcher) -> Iterator[Rule]:
    """Every rule that the words may say: a sentence, and whatever is said besides."""
    todo = [(at, text, "") for at, text in matcher.read("rule", 0)]
    while todo:
        at, text, starter = todo.pop()
        todo += [(end, besides.replace("§", bracket(text)), starter) for end, besides in matcher.read("besides", at)]
        todo += [(end, text, said) for end, said in matcher.read("starter", at) if not starter]
        rule = _make_rule(text, starter)
        if rule is not None and matcher.is_over(_skip_notes(matcher, at, rule)):
            yield rule


def _make_rule(text: str, starter: str) -> Rule | None:
    """The rule of a text, said plainly; None where it asks for what can't be compared."""
    try:
        return Rule(_settle(text), starter=_settle(starter) or None)
    except RuleError:
        return None


def _settle(text: str) -> str:
    """A text in which what was open is asked of the card that is played; in brackets of a line, of each card."""
    text = text.replace("EACH.", "").replace("@", "").replace("PREV", "last")
    return text and unparse(parse(text))


def _skip_notes(matcher: Matcher, at: int, rule: Rule) -> int:
    """The place behind what is true of the rule anyway, as the program notes it: `Until there are two cards …`."""
    _, *notes = explain(rule).split(". ")
    for note in notes:
        words = [word.text for word in split_words(note) if word.text not in PAUSES]
        at = matcher.skip(words, at)
    return at


@lru_cache(maxsize=1024)
def _is_empty(text: str) -> bool:
    """Whether a text that asks the card alone has no card that fits: `spades and hearts` are not meant so."""
    try:
        meaning = Meaning(parse(_settle(text)))
    except RuleError:
        return True
    return not meaning.slots and meaning.mask(()) == 0


def _tell_apart(rules: Sequence[Rule]) -> list[Rule]:
    """The rules of which no two are the same, the shortest text of each."""
    apart: list[Rule] = []
    for rule in sorted(dict.fromkeys(rules), key=lambda rule: len(rule.text)):
        if not any(rule.starter == other.starter and compare(rule, other).same for other in apart):
            apart.append(rule)
        if len(apart) > MOST_READINGS:
            raise Crowded
    return apart


def _say_something(rules: Sequence[Rule]) -> list[Rule]:
    """Without those by which every card is right, or none, if others remain: nobody means that without saying so."""
    telling = [rule for rule in rules if rule.meaning.slots or rule.meaning.mask(()) not in (0, ALL)]
    return telling or list(rules)


def _refuse(text: str, words: Sequence[Word], at: int) -> NoReturn:
    """Raises the error that a text isn't understood: the word that has no place, and the nearest that has one."""
    strange = next((word for word in words if not _is_known(word)), None)
    if strange is not None:
        hint = did_you_mean(strange.text, known_words())
        fail(text, strange.at, "phrase", f"{quote(strange.text)} isn't understood{hint}")
    if at >= len(words):
        fail(text, len(text.rstrip()), "phrase", "something is missing at the end")
    fail(text, words[at].at, "phrase", f"not understood from {quote(text[words[at].at:], 40)} on")


def _is_known(word: Word) -> bool:
    return word.text.isdigit() or word.text in PAUSES or bool({word.text, word.stem} & known_words())
