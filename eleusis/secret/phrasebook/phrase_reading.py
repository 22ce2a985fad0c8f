"""Table English → the rules that it may say: what people say at the table, and what the program says of rules.

    read_phrase("after a red card play a black one")       if last.red then black else any

Every word and mark must have its place, and every part must matter: what can't be read so is a RuleError that says
where it stopped making sense, or what would change nothing. Where a sentence may mean several rules, all are
readings. Rule text is none of its business: library.py tries that first, and it always wins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import NamedTuple, NoReturn

from eleusis.ground.cards import ALL, PACK, Card
from eleusis.ground.chance import stream
from eleusis.ground.errors import RuleError, did_you_mean, quote
from eleusis.ground.remembering import remember
from eleusis.secret.compiled.meaning import Meaning
from eleusis.secret.english.explaining import AS_TEXT, explain
from eleusis.secret.language import tree as t
from eleusis.secret.language.features import Type
from eleusis.secret.language.text import parse, unparse
from eleusis.secret.language.tokens import fail
from eleusis.secret.phrasebook.grammar import known_words, read_grammar
from eleusis.secret.phrasebook.matching import MAX_READINGS, Crowded, Matcher
from eleusis.secret.phrasebook.patterns import refer
from eleusis.secret.phrasebook.said_clauses import NOTE, RESTATED, REVERSED, Clause, combine, read_clauses
from eleusis.secret.phrasebook.said_words import ENDS, MAX_LENGTH, MAX_WORDS, SaidWord, split_words
from eleusis.secret.phrasebook.turns import TURNS, take_turns
from eleusis.secret.rule import Rule
from eleusis.secret.sameness import compare_quickly

MOST_READINGS = 4
"""Among how many readings one may choose; who says more is asked to say it more simply."""
_LINKS = frozenset(("and", "but", "otherwise"))
"""Words by which a clause goes on from the one before."""
_LEFT_OVER = frozenset((",", ":", "right"))
"""What may be left where a filler was: `ok, so red`, `I think: red`."""
_ROUND, _STRAIGHT = "∘", "⊥"
"""In a text of the grammar by which the ranks go round, or don't."""
_MARKS = str.maketrans("", "", f"@{_ROUND}{_STRAIGHT}{RESTATED}{REVERSED}")
_STEPS = (
    (re.compile(r"\brank - (\S+\.rank) == (\d+)"), r"rank == \1 + \2"),
    (re.compile(r"(\S+\.rank) - rank == (\d+)"), r"rank == \1 - \2"),
)
"""One step up or down, and as anybody would write it."""
_ANY = t.Const(Type.YESNO, True, "any")
_NONE = t.Const(Type.YESNO, False, "none")
_WORK = 200_000
_LINES = 200


class Reading(NamedTuple):
    """A rule that a sentence may mean, and that rule in plain words."""

    rule: Rule
    words: str


def read_phrase(text: str) -> tuple[Reading, ...]:
    """The rules that a sentence of English may mean, at least one and at most four.

    Raises RuleError (`rule/phrase`) for what isn't understood.
    """
    outcome = _try_to_read(text)
    if isinstance(outcome, RuleError):
        raise outcome.at(outcome.place)
    return tuple([Reading(rule, explain(rule)) for rule in outcome])


@remember(256)
def _try_to_read(text: str) -> list[Rule] | RuleError:
    """The rules, or what is wrong with the text: the same text is often asked about again."""
    try:
        return _read(text)
    except RuleError as error:
        return error.with_traceback(None)


def _read(text: str) -> list[Rule]:
    if text.startswith(AS_TEXT):
        return [Rule(text.removeprefix(AS_TEXT).removesuffix("."))]
    if len(text) > MAX_LENGTH:
        fail(text, MAX_LENGTH, "phrase", f"too long to be read as English: at most {MAX_LENGTH} characters are")
    words = split_words(text)
    if len(words) > MAX_WORDS:
        fail(text, words[MAX_WORDS].at, "phrase", f"too long to be read as English: at most {MAX_WORDS} words are")
    matcher = Matcher(read_grammar(), words, _mask_of, _read_rules)
    start = next((at for at, word in enumerate(words) if word.text not in _LEFT_OVER), 0)
    rules: list[Rule] = []
    try:
        texts = {said for at, said in matcher.read("rule", start) if _is_over(matcher, at)}
        for restated in (False, True):
            rules += _make_rules([said for said in texts if (RESTATED in said) == restated])
            if telling := _tell_apart([rule for rule in rules if _find_idle(rule) is None]):
                return telling
    except Crowded:
        fail(text, 0, "phrase", "that can be read in too many ways: say it in fewer words, or in the rule language")
    if rules:
        _refuse_idle(text, min(rules, key=lambda rule: len(rule.text)))
    if texts:
        fail(text, 0, "phrase", "that asks nothing of the card that is played")
    if matcher.unjoined:
        fail(text, 0, "phrase", "how do these go together? Join them by and, but, except or otherwise")
    return _refuse(text, words, matcher.furthest)


def _is_over(matcher: Matcher, at: int) -> bool:
    """Whether nothing but marks that end a sentence follows from a word on."""
    return all(word.text in ENDS or word.text in _LEFT_OVER for word in matcher.words[at:])


# Clause by clause


def _read_rules(matcher: Matcher, start: int) -> Iterator[tuple[int, str]]:
    """Every rule that the words from one on may say, and where it ends."""
    todo: list[tuple[int, tuple[Clause, ...]]] = [(start, ())]
    for _ in range(MAX_READINGS * 20):
        if not todo:
            return
        at, clauses = todo.pop()
        if clauses:
            rules = combine(clauses)
            matcher.unjoined |= not rules and _is_over(matcher, at)
            yield from ((at, text) for text in rules)
        for begin, joint in _find_joints(matcher, at) if clauses else ((at, ""),):
            todo += [(end, (*clauses, *more)) for end, more in _read_next(matcher, begin, joint, clauses)]
    raise Crowded


def _find_joints(matcher: Matcher, at: int) -> Iterator[tuple[int, str]]:
    """Where the next clause may begin, and what joins it: the mark or the word before it, or nothing."""
    after = at
    while matcher.word(after) in {*ENDS, ","}:
        after += 1
    marks = [matcher.word(place) for place in range(at, after)]
    mark = next((mark for mark in marks if mark in ENDS), ",") if marks else ""
    yield after, mark
    link = matcher.word(after)
    if link in _LINKS:
        yield after + 1, link if link == "otherwise" else mark or link


def _read_next(
    matcher: Matcher, at: int, joint: str, clauses: Sequence[Clause]
) -> Iterator[tuple[int, list[Clause]]]:
    """The clauses that may stand at a word after others; one that nothing joins must be a choice after a choice."""
    for end, said in matcher.read("clause", at):
        more = read_clauses(take_turns(said) if TURNS in said else said, joint)
        if not more or (joint == "otherwise" and not more[0].condition):
            continue
        if not clauses or joint or None not in (clauses[-1].condition, more[0].condition):
            yield end, more


# The rule of a text


def _make_rules(texts: Sequence[str]) -> Iterator[Rule]:
    """The rules of texts that ask the card played, and no card whether it is like itself, if the notes are true."""
    for said in sorted(texts, key=lambda said: (REVERSED in said, said)):
        text, *notes = said.split(NOTE)
        if _ROUND in text and _STRAIGHT in text:
            continue
        try:
            rule = Rule(_settle(text))
        except RuleError:
            continue
        true = [_is_free(rule, int(note)) if note.isdigit() else note in text for note in notes]
        nodes = [*t.walk(rule.tree)]
        idle = any(isinstance(node, t.Compare) and len({*node.operands}) < len(node.operands) for node in nodes)
        asks = text in ("any", "none") or any(isinstance(node, t.Candidate) for node in nodes)
        if asks and all(true) and not idle:
            yield rule


def _settle(text: str) -> str:
    """A text in which what was open is asked of the card that is played; in brackets of a line, of each card."""
    text = refer(text, "last").replace("EACH.", "").replace("PREV", "last").translate(_MARKS)
    for step, plainly in _STEPS:
        text = step.sub(plainly, text)
    return text and unparse(parse(text))


def _is_free(rule: Rule, cards: int) -> bool:
    """Whether any card is right until there are so many, as far as some shorter lines show."""
    return cards < 2 or all(rule.mask(line) == ALL for line in _some_lines(cards - 1))


@remember(1024)
def _mask_of(text: str) -> int | None:
    """The cards that a text takes which asks the card alone; None for any other."""
    try:
        meaning = Meaning(parse(_settle(text)))
    except RuleError:
        return None
    return None if meaning.slots else meaning.mask(())


def _find_idle(rule: Rule) -> t.Expr | None:
    """A part of a rule that might as well hold always, or never: all of one that takes every card, or none."""
    idle = (part for part, other in _without_parts(rule.tree) if not _differ(Rule(unparse(other)), rule))
    return next(idle, None)


def _without_parts(tree: t.Expr) -> Iterator[tuple[t.Expr, t.Expr]]:
    """Each question of a tree, and the tree where it is answered by yes, and by no.

    What is joined by and, or is one question. The condition of a choice is only answered by no: of two kinds that
    are all cards the second always holds.
    """
    if isinstance(tree, t.Const):
        return
    if t.type_of(tree) is Type.YESNO:
        yield from ((tree, _ANY), (tree, _NONE))
        if not any(isinstance(node, t.If | t.Cycle) for node in t.walk(tree)):
            return
    for name, part in t.fields_of(tree).items():
        for place, child in enumerate(part if isinstance(part, tuple) else (part,)):
            if not isinstance(child, t.Expr):
                continue
            for asked, other in _without_parts(child):
                if name != "cond" or other != _ANY:
                    whole = (*part[:place], other, *part[place + 1 :]) if isinstance(part, tuple) else other
                    yield asked, t.with_fields(tree, **{name: whole})


# Readings side by side


def _tell_apart(rules: Sequence[Rule]) -> list[Rule]:
    """The rules of which no two are the same, the shortest text of each."""
    apart: list[Rule] = []
    for rule in sorted(dict.fromkeys(rules), key=lambda rule: len(rule.text)):
        if all(_differ(rule, other) for other in apart):
            apart.append(rule)
        if len(apart) > MOST_READINGS:
            raise Crowded
    return apart


def _differ(rule: Rule, other: Rule) -> bool:
    """Whether two readings are not the same rule, as far as some lines or a walk of a moment tell."""
    if any(rule.mask(line) != other.mask(line) for line in _some_lines(1)):
        return True
    comparison = compare_quickly(rule, other, _WORK)
    if comparison.same is not None:
        return not comparison.same
    return any(rule.mask(line) != other.mask(line) for line in _some_lines(8))


@cache
def _some_lines(longest: int) -> Sequence[Sequence[Card]]:
    """Lines of up to so many cards, always the same ones: mixed, of low cards and of high ones."""
    chance = stream(0, "phrases")
    return [[_draw(chance, (1, 3, 1 / 3)[n % 3]) for _ in range(1 + n % longest)] for n in range(_LINES)]


def _draw(chance: Random, lean: float) -> Card:
    """Any card; above 1 `lean` makes it a low one, below 1 a high one."""
    return PACK[13 * int(chance.random() * 4) + int(chance.random() ** lean * 13)]


# What isn't understood


def _refuse_idle(text: str, rule: Rule) -> NoReturn:
    """Raises the error that a part of what was said changes nothing."""
    if not rule.meaning.slots and rule.meaning.mask(()) in (0, ALL):
        fail(text, 0, "phrase", f"by that {'any card' if rule.meaning.mask(()) else 'no card'} would be right")
    idle = quote(unparse(_find_idle(rule) or rule.tree), 60)
    fail(text, 0, "phrase", f"a part of that would change nothing ({idle}): say it another way")


def _refuse(text: str, words: Sequence[SaidWord], at: int) -> NoReturn:
    """Raises the error that a text isn't understood: the word that has no place, and the nearest that has one."""
    strange = next((word for word in words if not _is_known(word)), None)
    if strange is not None and strange.text in text.casefold():
        hint = did_you_mean(strange.text, known_words())
        fail(text, strange.at, "phrase", f"{quote(strange.text)} isn't understood{hint}")
    if strange is None and at >= len(words):
        fail(text, len(text.rstrip()), "phrase", "that isn't a whole rule yet: say which cards are right, and when")
    at = at if strange is None else words.index(strange)
    fail(text, words[at].at, "phrase", f"not understood from {quote(text[words[at].at :], 40)} on")


def _is_known(word: SaidWord) -> bool:
    return word.text.isdigit() or word.text in {*ENDS, ",", ":"} or bool({word.text, word.stem} & known_words())
