"""The rule language in a page: made from its own tables, for one who has to write a rule and can't look it up."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import get_args

from eleusis.ground.cards import PACK
from eleusis.secret.language.features import KINDS, TABLES, TYPES, VALUES, Type
from eleusis.secret.language.tokens import MAX_BACK
from eleusis.secret.language.tree import Comparator, Function, How
from eleusis.words.rulebook.chapters import Chapter

EXAMPLES = (
    "color != last.color",
    "if last.odd then black else red",
    "rank in {last.rank - 1, last.rank + 1}",
    "suit == next(last.suit, spade, heart, diamond, club)",
    "if last2.all(red) then low else any",
)
"""A few rules as they are written."""


def tell_rule_language() -> Chapter:
    """How a rule is written: what can be asked of which card, and what is made of it."""
    order = [word for word in get_args(Comparator) if not word.endswith("in")]
    functions = " ".join(f"{word}( )" for word in get_args(Function))
    conditions = "|".join(word for word in get_args(How) if word in ("count", "any", "all"))
    numbers = "|".join(word for word in get_args(How) if word in ("sum", "min", "max"))
    lines = (
        "A rule says yes or no to a card, the candidate, from the mainline alone. Examples: "
        + " · ".join(f"`{rule}`" for rule in EXAMPLES),
        f"Of the candidate: {_features()}. Of other cards: `last.rank` (the last of the mainline), `back(2).suit` "
        f"(the one before it, up to back({MAX_BACK})), `first.red` (the starter), `at(3).color` (the third).",
        f"`if C then A else B` · `and or not` · {_code(order)} · `in {{3, 5, 9}}`, `not in 5..9` · `+ - * %` · "
        f"{_code([functions])}",
        "`position` (the place the candidate would take; the starter's is 1) · `cycle(A, B, C)` (A at position "
        "1, B at 2, C at 3, A at 4 …) · `next(last.suit, …all four in a circle)` (what follows) · `place(suit, "
        "…all four)` (its place, from 1) · `streak(color)` (how many cards at the end of the mainline share it)",
        f"Over the mainline, or `last2.` to `last{MAX_BACK}.` cards of it: `line.{conditions}(CONDITION)`, "
        f"`line.{numbers}(NUMBER)`, `line.latest(CONDITION).rank`. In those brackets a bare name is each card's, "
        "`card.` the candidate's.",
        "Next to a value, the name of a colour, suit or rank is a value too (`last.suit == spade`, `rank > jack`); "
        "elsewhere it is a question (`red or last.red`). What isn't there yet (`back(2)` behind a lone starter) "
        "forbids nothing: a card whose verdict depends on it is right. `any`: every card is right; `none`: "
        "no card is.",
    )
    return Chapter("How a rule is written", lines, False)


def _code(words: Sequence[str]) -> str:
    return f"`{' '.join(words)}`"


def _features() -> str:
    """The features by type, with the ranks that a name stands for where it doesn't say so itself."""
    by_type = {kind: [name for name in TYPES if TYPES[name] is kind] for kind in Type}
    values = " ".join(str(value) for value in (*KINDS[Type.SUIT], *KINDS[Type.COLOR]))
    numbers = " ".join(by_type[Type.NUMBER])
    others = " ".join([*by_type[Type.SUIT], *by_type[Type.COLOR]])
    asked = " ".join(f"{name}{_ranks(name)}" for name in by_type[Type.YESNO] if name not in VALUES)
    faces = " ".join(name for name, (kind, _) in VALUES.items() if kind is Type.NUMBER)
    return f"`{numbers}` (1–13) `{others}`; yes or no: `{values} {asked} {faces}`"


def _ranks(name: str) -> str:
    """The ranks that a feature holds for, where that must be said."""
    if name in ("odd", "even"):
        return ""
    ranks = sorted({card.rank for card in PACK if card.rank is not None and TABLES[name][card.index] is True})
    runs = [[rank for _, rank in run] for _, run in groupby(enumerate(ranks), lambda pair: pair[1] - pair[0])]
    letters = {1: "A", 11: "J", 12: "Q", 13: "K"}
    named = [[letters.get(rank, str(rank)) for rank in run] for run in runs]
    return f"({','.join(run[0] if len(run) == 1 else f'{run[0]}–{run[-1]}' for run in named)})"
