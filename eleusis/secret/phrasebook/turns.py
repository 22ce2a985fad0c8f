"""Cards that take turns, where only the order was said: `red, black, red`, `hearts and clubs alternate`."""

from __future__ import annotations

from eleusis.ground.cards import ALL
from eleusis.ground.errors import RuleError
from eleusis.secret.compiled.meaning import Meaning
from eleusis.secret.english.card_sets import mask_where
from eleusis.secret.language import tree as t
from eleusis.secret.language.features import KINDS, Type
from eleusis.secret.language.text import parse, unparse
from eleusis.secret.phrasebook.patterns import ask_of

TURNS = "¿"
"""Before the turns in a text of the grammar: `¿cycle(@red, @black)`."""
MOST_TURNS = 24
"""Turns that anybody would say one by one."""
_HALVES = {mask_where("red"): "color"} | {mask_where(half): half for half in ("odd", "high", "face", "prime")}
_SUITS = {mask_where("suit", suit): str(suit) for suit in KINDS[Type.SUIT]}


def take_turns(text: str) -> str:
    """A text of the grammar, with a rule in place of its turns; nothing where they can't be one.

    The suits go round and two kinds alternate, whatever the starter is; more kinds are counted from the starter on.
    """
    marks, turns = text.split(TURNS)
    if turns.count(", ") >= MOST_TURNS:
        return ""
    try:
        cycle, before = (parse(ask_of(card, turns)) for card in ("", "last"))
        if not (isinstance(cycle, t.Cycle) and isinstance(before, t.Cycle)):
            return ""
        masks = [Meaning(entry).mask(()) for entry in cycle.entries]
    except RuleError:
        return ""
    if len(masks) < 2:
        return ""
    period = next(n for n in range(2, len(masks) + 1) if masks == (masks[:n] * len(masks))[: len(masks)])
    if period == 4 and set(masks) == set(_SUITS):
        return f"{marks}suit == next(last.suit, {', '.join([_SUITS[mask] for mask in masks[:4]])})"
    entries = [unparse(entry) for entry in cycle.entries[:period]]
    if period > 2:
        return f"{marks}cycle({', '.join(entries)})"
    (first, second), (after_first, after_second) = entries, map(unparse, before.entries[:2])
    if masks[0] ^ masks[1] != ALL:
        either = f"({first}) or ({second})"
        return f"{marks}if {after_first} then {second} else if {after_second} then {first} else {either}"
    half = _HALVES.get(masks[0]) or _HALVES.get(masks[1])
    return f"{marks}{half} != last.{half}" if half else f"{marks}if {after_first} then {second} else {first}"
