"""A rule in plain English, as a player at the table would say it, and what it means on a few typical lines."""

from __future__ import annotations

import math
from itertools import product

from eleusis.pack import ALL, PACK
from eleusis.secret.compiled.code import classes_of
from eleusis.secret.compiled.meaning import Meaning
from eleusis.secret.compiled.slots import FEATURE_TABLES, BackSlot, PositionSlot
from eleusis.secret.english.card_sets import cards_text, describe, number_word
from eleusis.secret.english.phrases import Teller
from eleusis.secret.english.relations import groups_of, pattern_sentence, relation_words
from eleusis.secret.english.typical_lines import After, typical
from eleusis.secret.language import tree as t
from eleusis.secret.language.features import Type
from eleusis.secret.language.text import parse
from eleusis.secret.rule import Rule

__all__ = ["After", "cards_text", "explain", "typical"]

_MAX_GROUPS = 4
"""After how many kinds of last cards a rule is told kind by kind."""
_MAX_PERIOD = 24
_MAX_TRIED = 3000
_IS = ("odd", "even", "prime", "non-prime", "high (", "low (", "a ", "any ", "the ")
"""How a word begins that needs "that is" after "a card"."""
_FREE = "What asks for a card that is not there yet forbids nothing."


def explain(rule: Rule | t.Expr) -> str:
    """The rule in a sentence or two; the same words never mean two things.

    A condition on the starter, and what holds before there are enough cards, are sentences of their own.
    """
    tree = rule.tree if isinstance(rule, Rule) else rule
    meaning = rule.meaning if isinstance(rule, Rule) else Meaning(tree)
    teller = Teller(tree)
    sentences = [_pattern(tree, meaning, teller) or _sentence(_play(teller, tree, True))]
    free = _free(tree, meaning)
    if free:
        sentences.append(free)
    if isinstance(rule, Rule) and rule.starter is not None:
        sentences.append(_starter(rule.starter))
    return " ".join(sentences)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _starter(text: str) -> str:
    tree = parse(text)
    teller = Teller(tree)
    one = teller.about(tree)
    if one is not None and one.of is None:
        return _sentence(f"the starter must be {describe(one.mask).singular}")
    return _sentence(f"the starter must be a card for which this holds: {teller.clause(tree).text}")


# Patterns: rules that have a sentence of their own


def _pattern(tree: t.Expr, meaning: Meaning, teller: Teller) -> str | None:
    table = meaning.table
    if table is None:
        return _by_place(tree, meaning)
    table = table[:52]
    groups = groups_of(tuple(table))
    if len(groups) == 1:
        mask = groups[0][1]
        if mask in (0, ALL):
            return "Any card is right." if mask else "No card is ever right."
        return _sentence(f"play only {describe(mask).plural}")
    found = pattern_sentence(tuple(table))
    if found is not None:
        return found
    words = relation_words(tuple(table))
    if words is not None:
        return _sentence(_play(teller, tree))
    if len(groups) > _MAX_GROUPS or isinstance(tree, t.And | t.Or):
        return None
    named = [(describe(after), mask) for after, mask in groups]
    if any(after.cost > 1 or describe(mask).cost > 2 for after, mask in named):
        return None
    if len(groups) == 2:
        rare = [after.bit_count() < 16 for after, _ in groups]
        first = groups[1][1] != ALL and (groups[0][1] == ALL or rare[1])
        if rare[first] or ALL in (groups[0][1], groups[1][1]):
            (special, arm), (_, other) = named[first], named[not first]
            return _sentence(f"after {special.singular} {_put(arm)}; otherwise {_put(other)}")
    return _sentence("; ".join([f"after {after.singular} {_put(mask)}" for after, mask in named]))


def _put(mask: int) -> str:
    """`play red`, `play an odd card`."""
    if mask in (0, ALL):
        return "anything goes" if mask else "nothing is right"
    words = describe(mask)
    return f"play {words.predicate if words.predicate in ('red', 'black') else words.singular}"


def _by_place(tree: t.Expr, meaning: Meaning) -> str | None:
    """A rule by the place on the line alone, that goes round."""
    if meaning.slots != (PositionSlot(),):
        return None
    free = [node for node in t.walk(tree) if isinstance(node, t.Position)]
    counted = [n.body for n in t.walk(tree) if isinstance(n, t.Mod) and isinstance(n.body, t.Position)]
    if len(free) != len(counted):
        return None
    periods = [len(node.entries) for node in t.walk(tree) if isinstance(node, t.Cycle)]
    periods += [n.by for n in t.walk(tree) if isinstance(n, t.Mod) and isinstance(n.body, t.Position)]
    period = math.lcm(*periods)
    if period > _MAX_PERIOD:
        return None
    masks = [meaning.mask_at((place,)) for place in range(1, period + 1)]
    period = next(n for n in range(1, period + 1) if masks == masks[:n] * (period // n) and period % n == 0)
    masks = masks[:period]
    if period == 1:
        return _sentence(f"play only {describe(masks[0]).plural}") if masks[0] not in (0, ALL) else None
    runs: list[list[int]] = []
    for mask in masks:
        if runs and runs[-1][1] == mask:
            runs[-1][0] += 1
        else:
            runs.append([1, mask])
    if len(runs) > 8 or max([describe(mask).cost for _, mask in runs]) > 2 or 0 in masks:
        return None
    told = [f"{number_word(n)} {describe(mask).plural}" if n > 1 else describe(mask).singular for n, mask in runs]
    return _sentence(f"counting from the starter: {', '.join(told)}, and round again")


# The general form


def _play(teller: Teller, node: t.Expr, top: bool = False) -> str:
    """What to play, as a clause: `play an odd card`, `after a red card play …; otherwise …`."""
    parts: list[str] = []
    node = _as_choice(teller, node)
    still = ""
    while isinstance(node, t.If) and not teller.codes[id(node.cond)].vector:
        cond, then = node.cond, node.then
        one = teller.about(cond)
        arm = _play(teller, then)
        arm = f"({arm})" if ";" in arm else arm
        other = _as_choice(teller, node.other)
        if one is not None and one.mask not in (0, ALL) and one.of == t.Back(1):
            parts.append(f"{still}after {describe(one.mask).singular} {arm}")
            rest = describe(ALL & ~one.mask)
            if not isinstance(other, t.If) and rest.cost == 1 and len(parts) == 1:
                last = _play(teller, other)
                named = 16 <= one.mask.bit_count() <= 40 and last != "anything goes"
                parts.append(f"after {rest.singular} {last}" if named else f"otherwise {last}")
                return "; ".join(parts)
        else:
            parts.append(f"{still}if {teller.clause(cond).text}, {arm}")
        node, still = other, "otherwise "
    if parts:
        parts.append(f"otherwise {_play(teller, node)}")
        return "; ".join(parts)
    one = teller.about(node)
    if one is not None and one.of is None:
        return _put(one.mask)
    comp = teller.complement(node)
    if comp is not None:
        plain = teller.known(node) is not None and not comp.text.startswith(_IS)
        return f"play a card {'' if plain else 'that is '}{comp.text}"
    if isinstance(node, t.If):
        which, yes, no = [teller.complement(part) for part in (node.cond, node.then, node.other)]
        if which is not None and yes is not None and no is not None:
            bare = teller.known(node.cond) is not None and not which.text.startswith(_IS)
            asked = f"a card {'' if bare else 'that is '}{which.text}"
            return f"{asked} must be {yes.text}; any other must be {no.text}"
    said = teller.clause(node).text
    if not teller.codes[id(node)].vector:
        return f"anything goes so long as {said}"
    return f"a card is right only if {said}"


def _as_choice(teller: Teller, node: t.Expr) -> t.Expr:
    """`last.king or higher` as the choice that it is: if the last card is a king, anything; otherwise higher."""
    if not isinstance(node, t.Or | t.And) or len(node.parts) != 2:
        return node
    for cond, rest in (node.parts, node.parts[::-1]):
        fixed, free = teller.codes[id(cond)], teller.codes[id(rest)]
        if fixed.vector or not fixed.slots or not free.vector or teller.about(cond) is None:
            continue
        made: t.Expr
        if isinstance(node, t.Or):
            made = t.If(cond, t.Const(Type.YESNO, True, "any"), rest)
        else:
            made = t.If(cond, rest, t.Const(Type.YESNO, False, "none"))
        arm = made.then if isinstance(node, t.Or) else made.other
        teller.learn(arm)
        return made
    return node


# Before there are enough cards


def _free(tree: t.Expr, meaning: Meaning) -> str | None:
    """What holds while cards that the rule asks for are not there; None where it asks for the last one at most."""
    depths = [n.of.n for n in t.walk(tree) if isinstance(n, t.Feature) and isinstance(n.of, t.Back)]
    windows = [n.window for n in t.walk(tree) if isinstance(n, t.Over | t.Latest) and n.window is not None]
    places = [n.of.n for n in t.walk(tree) if isinstance(n, t.Feature) and isinstance(n.of, t.At)]
    latest = any(isinstance(n, t.Latest) for n in t.walk(tree))
    depth = max([*depths, *windows, *places], default=0)
    if depth < 2 and not latest:
        return None
    if not latest and not places and all(isinstance(slot, BackSlot) for slot in meaning.slots):
        names = {n.name for n in t.walk(tree) if isinstance(n, t.Feature) and not isinstance(n.of, t.Candidate)}
        cards = sorted(set(classes_of([FEATURE_TABLES[name] for name in names])[:52]))
        if sum(len(cards) ** n for n in range(1, depth)) <= _MAX_TRIED:
            lines = [line for n in range(1, depth) for line in product(cards, repeat=n)]
            if all(meaning.mask([PACK[card] for card in line]) == ALL for line in lines):
                return f"Until there are {number_word(depth)} cards, anything goes."
    return _FREE
