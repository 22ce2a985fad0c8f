"""Table English → the text of a rule: what people say at the table, and all that the program itself says of rules.

    read_phrase("after a red card play a black one")       if last.red then black else any

Whatever can be read in two ways that are not the same rule is a TwoReadings that names them; what can't be read is
a RuleError that says where it stopped making sense. Rule text is none of its business: library.py tries that
first, and it always wins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NoReturn

from eleusis.ground.cards import ALL, PACK, Card
from eleusis.ground.chance import stream
from eleusis.ground.errors import RuleError, TwoReadings, did_you_mean, quote
from eleusis.secret.compiled.meaning import Meaning
from eleusis.secret.english.card_sets import mask_where, number_word
from eleusis.secret.english.explaining import explain
from eleusis.secret.language import tree as t
from eleusis.secret.language.features import KINDS, Type
from eleusis.secret.language.text import parse, unparse
from eleusis.secret.language.tokens import fail
from eleusis.secret.phrasebook.grammar import known_words, read_grammar
from eleusis.secret.phrasebook.matching import Crowded, Matcher
from eleusis.secret.phrasebook.patterns import ask_of, refer
from eleusis.secret.phrasebook.said_words import MAX_LENGTH, MAX_WORDS, PAUSES, SaidWord, split_words
from eleusis.secret.phrasebook.shapes import bracket
from eleusis.secret.rule import Rule
from eleusis.secret.sameness import compare_quickly

_HALVES = ("color", "odd", "high", "face", "prime")
_SUITS = {mask_where("suit", suit) for suit in KINDS[Type.SUIT]}
_WORK = 200_000
_LINES = 200
MOST_READINGS = 9
"""Among how many readings one may choose; who says more is asked to say it more simply."""


def read_phrase(text: str) -> Rule:
    """The rule that somebody has said in English; its text is in the rule language.

    Raises TwoReadings (`rule/two-readings`), and RuleError (`rule/phrase`) for what isn't understood.
    """
    outcome = _try_to_read(text)
    if isinstance(outcome, RuleError):
        raise outcome.at(outcome.place)
    return outcome


@lru_cache(maxsize=256)
def _try_to_read(text: str) -> Rule | RuleError:
    """The rule, or what is wrong with the text: the same text is often asked about again."""
    try:
        return _read(text)
    except RuleError as error:
        return error.with_traceback(None)


def _read(text: str) -> Rule:
    if len(text) > MAX_LENGTH:
        fail(text, MAX_LENGTH, "phrase", f"too long to be read as English: at most {MAX_LENGTH} characters are")
    words = split_words(text)
    if len(words) > MAX_WORDS:
        fail(text, words[MAX_WORDS].at, "phrase", f"too long to be read as English: at most {MAX_WORDS} words are")
    try:
        matcher = Matcher(read_grammar(), words, _mask_of)
        rules = _tell_apart(_say_something([*_read_rules(matcher)]))
    except Crowded:
        fail(text, 0, "phrase", "that can be read in too many ways: say it in fewer words, or in the rule language")
    if not rules:
        _refuse(text, words, matcher.furthest)
    if len(rules) > 1:
        readings = tuple((rule.text, explain(rule)) for rule in rules)
        ways = "; or ".join(f"({n}) {said.removesuffix('.')}: {rule}" for n, (rule, said) in enumerate(readings, 1))
        message = f"that can be read in {number_word(len(rules))} ways: {ways}"
        raise TwoReadings("rule/two-readings", message, readings=readings)
    return rules[0]


def _read_rules(matcher: Matcher) -> Iterator[Rule]:
    """Every rule that the words may say: a sentence, and whatever is said besides."""
    todo = [(at, text, "") for at, text in matcher.read("rule", 0)]
    while todo:
        at, text, starter = todo.pop()
        todo += [
            (end, besides.replace("§", bracket(text)), starter) for end, besides in matcher.read("besides", at)
        ]
        todo += [(end, text, said) for end, said in matcher.read("starter", at) if not starter]
        todo += [(end, _define(text, bounds), starter) for end, bounds in matcher.read("definition", at)]
        rule = _make_rule(text, starter)
        # A note on what holds before there are enough cards is true of the rule, or the rule isn't meant.
        notes = [(end, int(cards)) for end, cards in matcher.read("note", at)]
        ends = [at, *(end for end, cards in notes if cards < 2 or rule is None or _is_free(rule, cards))]
        # So is a remark that says it again, or what follows from it.
        todo += [
            (end, text, starter) for end, remark in matcher.read("remark", at) if rule and _follows(remark, rule)
        ]
        if rule is not None and any(map(matcher.is_over, ends)):
            yield rule


def _make_rule(text: str, starter: str) -> Rule | None:
    """The rule of a text, said plainly; None where it asks for what can't be compared."""
    claimed = text.startswith("¿")
    try:
        rule = Rule(_settle(text.lstrip("¿")), starter=_settle(starter) or None)
    except RuleError:
        return None
    if claimed and isinstance(rule.tree, t.Cycle):
        return _take_turns(rule, parse(_settle(ask_of("last", text.lstrip("¿")))))
    return None if claimed and not any(isinstance(node, t.Candidate) for node in t.walk(rule.tree)) else rule


def _define(text: str, bounds: str) -> str:
    """A text in which low and high are what somebody says that they are."""
    for name, bound in zip(("low", "high"), bounds.split("|"), strict=True):
        said = bound.replace("@", r"\1")
        text = re.sub(rf"(\w+\.|@){name}\b", f"({said})", text)
    return text


def _follows(remark: str, rule: Rule) -> bool:
    """Whether a remark forbids nothing that a rule doesn't, or, after `=`, is the rule once more."""
    other = _make_rule(remark.lstrip("="), "")
    if other is not None and not remark.startswith("="):
        other = Rule(f"({rule.text}) and ({other.text})")
    return other is not None and not _differ(other, rule)


def _take_turns(rule: Rule, before: t.Node) -> Rule | None:
    """Cards in turn, where only that was said: two kinds that share all cards alternate, whichever comes first."""
    assert isinstance(rule.tree, t.Cycle)
    assert isinstance(before, t.Cycle)
    masks = [Meaning(entry).mask(()) for entry in rule.tree.entries]
    if len(masks) < 2 or set(masks) == _SUITS:  # the suits go round, wherever the starter is
        return None
    turns = rule.tree.entries
    period = next(n for n in range(2, len(masks) + 1) if masks == (masks[:n] * len(masks))[: len(masks)])
    if period > 2:
        return Rule(f"cycle({', '.join(map(unparse, turns[:period]))})")
    for feature in _HALVES:
        if set(masks) == set((Meaning(parse(f"{feature} == last.{feature}")).table or [])[:52]):
            return Rule(f"{feature} != last.{feature}")
    first, second = turns[:2]
    if masks[0] ^ masks[1] == ALL:
        return Rule(f"if {unparse(before.entries[0])} then {unparse(second)} else {unparse(first)}")
    return rule


def _settle(text: str) -> str:
    """A text in which what was open is asked of the card that is played; in brackets of a line, of each card."""
    text = refer(text, "last").replace("EACH.", "").replace("@", "").replace("PREV", "last")
    return text and unparse(parse(text))


def _is_free(rule: Rule, cards: int) -> bool:
    """Whether any card is right until there are so many, as far as some shorter lines show."""
    return all(rule.mask(line) == ALL for line in _some_lines(cards - 1))


@lru_cache(maxsize=1024)
def _mask_of(text: str) -> int | None:
    """The cards that a text takes which asks the card alone; None for any other."""
    try:
        meaning = Meaning(parse(_settle(text)))
    except RuleError:
        return None
    return None if meaning.slots else meaning.mask(())


def _tell_apart(rules: Sequence[Rule]) -> list[Rule]:
    """The rules of which no two are the same, the shortest text of each."""
    apart: list[Rule] = []
    for rule in sorted(dict.fromkeys(rules), key=lambda rule: len(rule.text)):
        if all(rule.starter != other.starter or _differ(rule, other) for other in apart):
            apart.append(rule)
        if len(apart) > MOST_READINGS:
            raise Crowded
    return apart


def _differ(rule: Rule, other: Rule) -> bool:
    """Whether two readings are not the same rule, as far as a walk of a moment or some lines tell."""
    comparison = compare_quickly(rule, other, None, _WORK)
    if comparison.same is not None:
        return not comparison.same
    return any(rule.mask(line) != other.mask(line) for line in _some_lines(8))


@cache
def _some_lines(longest: int) -> Sequence[Sequence[Card]]:
    """Lines of up to so many cards, always the same ones."""
    chance = stream(0, "phrases")
    return [[PACK[int(chance.random() * 52)] for _ in range(1 + n % longest)] for n in range(_LINES)]


def _say_something(rules: Sequence[Rule]) -> list[Rule]:
    """Without those by which every card is right, or none, if others remain: that is hardly ever meant."""
    telling = [rule for rule in rules if rule.meaning.slots or rule.meaning.mask(()) not in (0, ALL)]
    return telling or list(rules)


def _refuse(text: str, words: Sequence[SaidWord], at: int) -> NoReturn:
    """Raises the error that a text isn't understood: the word that has no place, and the nearest that has one."""
    strange = next((word for word in words if not _is_known(word)), None)
    if strange is not None and strange.text in text.casefold():
        hint = did_you_mean(strange.text, known_words())
        fail(text, strange.at, "phrase", f"{quote(strange.text)} isn't understood{hint}")
    if strange is None and at >= len(words):
        fail(text, len(text.rstrip()), "phrase", "something is missing at the end")
    at = at if strange is None else words.index(strange)
    fail(text, words[at].at, "phrase", f"not understood from {quote(text[words[at].at :], 40)} on")


def _is_known(word: SaidWord) -> bool:
    return word.text.isdigit() or word.text in PAUSES or bool({word.text, word.stem} & known_words())
