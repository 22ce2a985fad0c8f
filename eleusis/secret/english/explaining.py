"""A rule in plain English, as a player at the table would say it.

A rule is told in the first of these ways that it has:

    pattern of the whole     color != last.color                  The colours alternate.
    kind by kind             if last.odd then black else red      After an odd card play black; after an even card …
    place by place           cycle(red, red, black)               Counting from the starter: two red cards, …
    choice by choice         if first.ace then red else high      If the starter is an ace, play red; otherwise …
    what the card must be    rank > back(2).rank                  Play a card higher than the card before the last.
    in a clause              line.count(red) == rank              A card is right only if the number of red cards …
"""

from __future__ import annotations

import math
import re
from itertools import groupby, product

from eleusis.ground.cards import ALL, PACK
from eleusis.secret.compiled.code import classes_asked
from eleusis.secret.compiled.meaning import Meaning
from eleusis.secret.compiled.slots import BackSlot, PositionSlot
from eleusis.secret.english.card_sets import describe, number_word
from eleusis.secret.english.part_meanings import asks_candidate, asks_line, condition
from eleusis.secret.english.phrases import Phrasing
from eleusis.secret.english.relations import Relation, groups_of, pattern_sentence, relation_words
from eleusis.secret.language import tree as t
from eleusis.secret.language.features import Type
from eleusis.secret.language.text import parse, unparse
from eleusis.secret.rule import Rule

_MAX_GROUPS = 4
"""After how many kinds of last cards a rule is told kind by kind."""
_MAX_PERIOD = 24
_MAX_RUNS = 8
_MAX_TRIED = 3000
_IS = ("odd", "even", "prime", "non-prime", "high (", "low (", "a ", "any ", "the ")
"""How a word begins that needs "that is" after "a card"."""
AS_TEXT = "In the rule language: "
"""Before a rule that takes brackets in brackets to say in English."""
_NESTED = re.compile(r"\([^()]*\(")
GLOSS = re.compile(r" \((?:8 to king|ace to 7|ace to 10)\)")
"""What a word means that everybody knows, or can look up."""
_PHRASING = Phrasing()
_ANY = t.Const(Type.YESNO, True, "any")
_NONE = t.Const(Type.YESNO, False, "none")


def explain(rule: Rule | t.Expr) -> str:
    """The rule in a sentence or two; the same words never mean two things.

    A condition on the starter, and what holds before there are enough cards, are sentences of their own.

    >>> explain(Rule("color != last.color"))
    'The colours alternate.'
    """
    tree = rule.tree if isinstance(rule, Rule) else rule
    meaning = rule.meaning if isinstance(rule, Rule) else Meaning(tree)
    table = meaning.table
    pattern = _by_place(tree, meaning) if table is None else _by_last_card(tree, tuple(table[:52]))
    said = _unnest(pattern or _sentence(_play(tree)))
    sentences = [said, _before_enough_cards(tree, meaning)] if said else [f"{AS_TEXT}{unparse(tree)}."]
    if isinstance(rule, Rule) and rule.starter is not None:
        sentences.append(_starter(rule.starter))
    return " ".join([sentence for sentence in sentences if sentence])


def _unnest(text: str) -> str | None:
    """A sentence whose brackets hold no others; None if it can't be said so."""
    for said in (text, GLOSS.sub("", text)):
        if not _NESTED.search(said):
            return said
    return None


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _starter(text: str) -> str:
    tree = parse(text)
    asked = condition(tree)
    if asked is not None and asked.of is None:
        return _sentence(f"the starter must be {describe(asked.mask).singular}")
    return _sentence(f"the starter must be a card for which this holds: {_PHRASING.clause(tree).text}")


# Rules that are told by what they mean, whatever their text


def _by_last_card(tree: t.Expr, relation: Relation) -> str | None:
    """A rule on the last card alone: the same after all, a pattern, a relation, or kind by kind."""
    groups = groups_of(relation)
    if len(groups) == 1:
        return _always(relation[0])
    pattern = pattern_sentence(relation)
    if pattern is not None:
        return pattern
    if relation_words(relation) is not None:
        return _sentence(_play(tree))
    if len(groups) > _MAX_GROUPS or isinstance(tree, t.And | t.Or):
        return None
    kinds = [(describe(after), mask) for after, mask in groups]
    if any(after.cost > 1 or describe(mask).cost > 2 for after, mask in kinds):
        return None
    if len(groups) == 2:
        # The kind that is rare, or after which not just anything goes, is told; the other one is "otherwise".
        rare = [after.bit_count() < 16 for after, _ in groups]
        free = [mask == ALL for _, mask in groups]
        special = int((free[0] or rare[1]) and not free[1])
        if rare[special] or any(free):
            (after, mask), (_, other) = kinds[special], kinds[1 - special]
            return _sentence(f"after {after.singular} {_put(mask)}; otherwise {_put(other)}")
    return _sentence("; ".join([f"after {after.singular} {_put(mask)}" for after, mask in kinds]))


def _always(mask: int) -> str:
    if mask in (0, ALL):
        return "Any card is right." if mask else "No card is ever right."
    return _sentence(f"play only {describe(mask).plural}")


def _put(mask: int) -> str:
    """`play red`, `play an odd card`."""
    if mask in (0, ALL):
        return "anything goes" if mask else "nothing is right"
    words = describe(mask)
    return f"play {words.predicate if words.predicate in ('red', 'black') else words.singular}"


def _by_place(tree: t.Expr, meaning: Meaning) -> str | None:
    """A rule by the place on the line alone, that goes round: `two red cards, a black card, and round again`."""
    if meaning.slots != (PositionSlot(),):
        return None
    # It goes round if it asks for the place in cycles and remainders only; how soon is found by trying.
    counted = [node.by for node in t.walk(tree) if isinstance(node, t.Mod) and isinstance(node.body, t.Position)]
    if len(counted) != sum(isinstance(node, t.Position) for node in t.walk(tree)):
        return None
    longest = math.lcm(*counted, *[len(node.entries) for node in t.walk(tree) if isinstance(node, t.Cycle)])
    if longest > _MAX_PERIOD:
        return None
    masks = [meaning.mask_at((place,)) for place in range(1, longest + 1)]
    period = next(n for n in range(1, longest + 1) if longest % n == 0 and masks == masks[:n] * (longest // n))
    if period == 1:
        return _always(masks[0]) if masks[0] not in (0, ALL) else None
    runs = [(describe(mask), len(list(run))) for mask, run in groupby(masks[:period])]
    if len(runs) > _MAX_RUNS or max([cards.cost for cards, _ in runs]) > 2 or 0 in masks:
        return None
    turns = [f"{number_word(n)} {cards.plural}" if n > 1 else cards.singular for cards, n in runs]
    return _sentence(f"counting from the starter: {', '.join(turns)}, and round again")


# Rules that are told by their form


def _play(node: t.Expr) -> str:
    """What to play, as a clause: in the first form that the rule has."""
    for form in (_choices, _own_cards, _complement, _demands):
        clause = form(node)
        if clause is not None:
            return clause
    clause = _PHRASING.clause(node).text
    if clause.startswith("if "):
        clause = f"this holds: {clause}"
    if asks_candidate(node):
        return f"a card is right only if {clause}"
    return f"anything goes so long as {clause}"


def _choices(node: t.Expr) -> str | None:
    """`after a red card play …; otherwise …`, `if the last two cards …, play …; otherwise if …`."""
    clauses, otherwise = [], "otherwise"
    while (choice := _choice(node)) is not None:
        cond, then, node = choice
        (begin, otherwise), arm = _when(cond), _play(then)
        clauses.append(f"{begin} ({arm})" if ";" in arm else f"{begin} {arm}")
    if not clauses:
        return None
    rest = _play(node)
    if len(clauses) > 1 or isinstance(node, t.If) or rest == "anything goes":
        otherwise = "otherwise"
    return f"{'; otherwise '.join(clauses)}; {otherwise} {rest}"


def _choice(node: t.Expr) -> tuple[t.Expr, t.Expr, t.Expr] | None:
    """A choice that can be made before a card is played: the condition, what is right if it holds, and if not.

    `last.king or higher` is one too: if the last card is a king, anything; otherwise higher.
    """
    match node:
        case t.If(cond=cond) if not asks_candidate(cond):
            return cond, node.then, node.other
        case t.Or(parts=(a, b)) | t.And(parts=(a, b)):
            for cond, rest in ((a, b), (b, a)):
                on_line = asks_line(cond) and not asks_candidate(cond)
                if on_line and asks_candidate(rest) and condition(cond) is not None:
                    return (cond, _ANY, rest) if isinstance(node, t.Or) else (cond, rest, _NONE)
    return None


def _when(cond: t.Expr) -> tuple[str, str]:
    """How to say what is right if a condition holds, and if not: `after a red card`, `after a black card`."""
    asked = condition(cond)
    if asked is None or asked.settled or asked.of != t.Back(1):
        return f"if {_PHRASING.clause(cond).text},", "otherwise"
    rest = describe(ALL & ~asked.mask)
    both_many = 16 <= asked.mask.bit_count() <= 40 and rest.cost == 1
    return f"after {describe(asked.mask).singular}", f"after {rest.singular}" if both_many else "otherwise"


def _own_cards(node: t.Expr) -> str | None:
    """`play red`: some cards, whatever lies."""
    asked = condition(node)
    return _put(asked.mask) if asked is not None and asked.of is None else None


def _complement(node: t.Expr) -> str | None:
    """`play a card higher than the last`."""
    card = _a_card(node)
    return card and f"play {card}"


def _demands(node: t.Expr) -> str | None:
    """`a card that is red must be high; any other must be low`."""
    if not isinstance(node, t.If):
        return None
    card = _a_card(node.cond)
    then, other = _PHRASING.complement(node.then), _PHRASING.complement(node.other)
    return f"{card} must be {then.text}; any other must be {other.text}" if card and then and other else None


def _a_card(node: t.Expr) -> str | None:
    """`a card higher than the last`, `a card that is odd`."""
    words = _PHRASING.complement(node)
    if words is None:
        return None
    bare = _PHRASING.relation(node) is not None and not words.text.startswith(_IS)
    return f"a card {'' if bare else 'that is '}{words.text}"


# Before there are enough cards


def _before_enough_cards(tree: t.Expr, meaning: Meaning) -> str | None:
    """What holds while cards that the rule asks for are not there; None where it asks for the last one at most."""
    nodes = list(t.walk(tree))
    depths = [node.n for node in nodes if isinstance(node, t.Back | t.At)]
    depth = max([*depths, *[node.window or 0 for node in nodes if isinstance(node, t.Over | t.Latest)]], default=0)
    if depth < 2 and not any(isinstance(node, t.Latest) for node in nodes):
        return None
    # Where it asks for the last cards only, each in its place, all shorter lines can be tried out.
    by_place = not any(isinstance(node, t.Latest | t.At) for node in nodes)
    if by_place and all(isinstance(slot, BackSlot) for slot in meaning.slots):
        kinds = sorted(set(classes_asked(tree)[:52]))
        if sum(len(kinds) ** n for n in range(1, depth)) <= _MAX_TRIED:
            lines = [line for n in range(1, depth) for line in product(kinds, repeat=n)]
            if all(meaning.mask([PACK[card] for card in line]) == ALL for line in lines):
                return f"Until there are {number_word(depth)} cards, anything goes."
    return "A condition on a card not yet played forbids nothing."
