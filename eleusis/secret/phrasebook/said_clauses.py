"""Clauses → the texts of the rules that they may be together.

A clause is a demand (`red`), or a condition and what is asked then (`last.odd⇒black`; nothing before `⇒` means
otherwise); `‖` stands between two that are said in one breath. Marks before a demand say how it was put: `!` in a
sentence of its own, `»` of the next card, `«` of "it". `IT` in a condition is a card that nobody named: the last
one, or the one that is played; with `°` it is one that lies there (`if it was red`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import attrs

from eleusis.secret.phrasebook.patterns import refer
from eleusis.secret.phrasebook.said_words import ENDS
from eleusis.secret.phrasebook.sentences import bracket

NOTE = "†"
"""Before what is only noted: until how many cards anything goes, that the ranks go round (`∘`), or don't (`⊥`)."""
RESTATED = "~"
"""Before a text that leaves out a clause by which anything goes: it says nothing new, if it means nothing else."""
REVERSED = "ʳ"
"""Before a text in which the clauses stand in another order than they were said."""
_CARD = re.compile(r"(?<![\w.])(card|last|first|IT|back\(\d+\)|at\(\d+\))\.")
"""A card that a condition asks about."""
_Choices = Sequence[tuple[str, str]]
"""Conditions, and what is asked where they hold."""


@attrs.frozen
class Clause:
    """One clause of a rule."""

    demand: str
    condition: str | None = None
    """When it is asked; None: always; nothing: otherwise."""
    whole: bool = False
    """Whether it is a sentence of its own, and not a few words that may belong to what was said before."""
    of_next: bool = False
    of_it: bool = False
    joint: str = ""
    """The mark or the word before it: one of `ENDS`, a comma, `and`, `but`, `otherwise`; or nothing."""

    @property
    def tied(self) -> bool:
        """Whether it may go on with what stands before it, as in "jacks and queens are free"."""
        return self.joint == "and" and "card." in (self.condition or "")


def read_clauses(text: str, joint: str) -> list[Clause]:
    """The clauses in a text of the grammar, behind what stands before it."""
    return [_read_clause(part, joint) for part in text.split("‖") if part]


def _read_clause(text: str, joint: str) -> Clause:
    condition, arrow, marked = text.rpartition("⇒")
    demand = marked.lstrip("!»«")
    marks = marked.removesuffix(demand)
    return Clause(
        refer(demand, "card"),
        condition.replace("°", "") if arrow else None,
        whole="!" in marks,
        of_next="»" in marks or "°" in condition,
        of_it="«" in marks,
        joint=joint,
    )


def combine(clauses: Sequence[Clause]) -> list[str]:
    """Every rule that clauses may be together, with what was noted of it after it; none where they don't fit."""
    notes = "".join([clause.demand for clause in clauses if clause.demand.startswith(NOTE)])
    asked = [clause for clause in clauses if not clause.demand.startswith(NOTE)]
    return [text + notes for text in _combine(asked)] if asked else []


def _combine(clauses: Sequence[Clause]) -> Iterator[str]:
    plain = [clause for clause in clauses if clause.condition is None]
    chosen = [clause for clause in clauses if clause.condition]
    others = [clause.demand for clause in clauses if clause.condition == ""]
    if plain and others == ["any"]:  # "no aces, anything else is right"
        others = []
    elif others and (plain or len(others) > 1 or clauses[-1].condition != ""):
        return
    for clause in plain:
        alone = not clause.whole or (clause.joint == "," if chosen else clause.joint in {*ENDS})
        if clause is not clauses[0] and alone:
            return
    if len(plain) > 1 and any(clause.demand in ("any", "none") for clause in plain):
        return
    in_order = any(clause.joint == "otherwise" for clause in chosen)
    if plain and (in_order or any(clause.tied for clause in chosen)):
        return
    always = " and ".join([bracket(clause.demand) for clause in plain])
    if not chosen:
        if plain:
            yield always if len(plain) > 1 else plain[0].demand
        return
    for conditions in _name_cards(chosen):
        choices = [*dict.fromkeys(zip(conditions, [clause.demand for clause in chosen], strict=True))]
        if in_order:
            yield _chain(choices, *others or ["any"])
        elif always:
            yield _chain(choices[::-1], always)
            yield f"{bracket(always)} and {_all_of(choices)}"
        else:
            yield from _choose(choices, *others)


def _name_cards(chosen: Sequence[Clause]) -> Iterator[list[str]]:
    """The conditions, with each card that "it" may be: the one that was named before, else either."""
    conditions = [clause.condition or "" for clause in chosen]
    of_next, of_it = any(clause.of_next for clause in chosen), any(clause.of_it for clause in chosen)
    for card in ("last",) if of_next else ("card",) if of_it else ("last", "card"):
        settled, named = [], ""
        for condition in conditions:
            asked = _CARD.search(condition)
            if asked is not None and asked[1] != "IT":
                named = asked[1]
            settled.append(refer(condition, named or card))
        yield settled
        if settled == conditions:
            return


def _choose(choices: _Choices, other: str = "") -> Iterator[str]:
    """What is asked under conditions: the first that holds decides, or the last, or all that hold do."""
    yield _chain(choices, other or "any")
    asking = [choice for choice in choices if choice[1] != "any"]
    if asking and len(asking) < len(choices) and other in ("", "any"):
        yield RESTATED + _chain(asking, "any")
    if len(choices) > 1:
        yield REVERSED + _chain(choices[::-1], other or "any")
        if not other:
            yield _all_of(choices)


def _chain(choices: Iterable[tuple[str, str]], other: str) -> str:
    return "".join([f"if {condition} then {bracket(demand)} else " for condition, demand in choices]) + bracket(
        other
    )


def _all_of(choices: _Choices) -> str:
    return " and ".join([f"(if {condition} then {demand} else any)" for condition, demand in choices])
