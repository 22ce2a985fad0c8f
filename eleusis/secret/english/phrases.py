"""Syntax tree → phrases of English: for every yes or no of the language one that is readable and has one reading.

A phrase that another one may run into is bracketed (`Phrase.tight` says that it need not be).
"""

from __future__ import annotations

from typing import Any

from eleusis.pack import ALL
from eleusis.secret.english.card_sets import CardWords, describe, mask_where, number_word
from eleusis.secret.english.relations import relation_words
from eleusis.secret.english.value_words import SAME, Ground, Phrase, alike, listed
from eleusis.secret.language import tree as t

_OPS = {
    "==": "is",
    "!=": "is not",
    "<": "is less than",
    "<=": "is at most",
    ">": "is more than",
    ">=": "is at least",
    "in": "is",
    "not in": "is not",
}


_HIGHER = {
    "<": "lower than {}",
    "<=": "of the same rank as {} or lower",
    ">": "higher than {}",
    ">=": "of the same rank as {} or higher",
}
_AMOUNT = {"==": "exactly", ">=": "at least", "<=": "at most", ">": "more than", "<": "fewer than"}


class Teller(Ground):
    """Tells the parts of one tree."""

    def __init__(self, tree: t.Expr) -> None:
        super().__init__(tree)
        self._told: dict[tuple[int, bool], Phrase | None] = {}

    def known(self, node: t.Expr) -> str | None:
        """How the candidate stands to one other card, if there is a short word for it."""
        found = self.relation(node)
        words = None if found is None else relation_words(found[1])
        return words.replace("{}", self.card(found[0], True)) if found is not None and words is not None else None

    def complement(self, node: t.Expr) -> Phrase | None:
        """What the candidate is: `red`, `higher than the last`; None if it takes a whole clause to tell it."""
        key = id(node), self.inside
        if key not in self._told:
            self._told[key] = self._complement(node)
        return self._told[key]

    def _complement(self, node: t.Expr) -> Phrase | None:
        one = self.about(node)
        if one is not None:
            words = describe(one.mask)
            return Phrase(words.predicate, words.cost < 2) if one.of is None and one.mask not in (0, ALL) else None
        words_ = self.known(node)
        if words_ is not None:
            return Phrase(words_, not any(word in words_ for word in (" or ", " if ", ", ")))
        if isinstance(node, t.And | t.Or):
            parts = [self.complement(part) for part in node.parts]
            if None not in parts:
                word = "and" if isinstance(node, t.And) else "or"
                texts = [str(part) for part in parts]
                return Phrase(f" {word} ".join(texts) if len(texts) < 3 else listed(texts, word), False)
        if isinstance(node, t.Not):
            body = self.complement(node.body)
            return None if body is None else Phrase(f"not {Phrase(body.text, body.tight)}", False)
        return None

    def clause(self, node: t.Expr) -> Phrase:
        """A yes/no as a clause with its subject."""
        one = self.about(node)
        if one is not None and one.mask not in (0, ALL):
            words = describe(one.mask)
            return Phrase(f"{self.card(one.of)} is {words.predicate}", words.cost < 2)
        comp = self.complement(node)
        if comp is not None:
            return Phrase(f"{self.card(None)} is {comp.text}", comp.tight)
        match node:
            case t.Const(value=value):
                return Phrase("nothing is asked" if value else "nothing fits")
            case t.Feature(of=of, name=name):
                return Phrase(f"{self.card(of)} is {describe(mask_where(name)).predicate}")
            case t.Not(body=body):
                return Phrase(f"it is not so that {self.clause(body)}", False)
            case t.And(parts=parts):
                return Phrase(listed([str(self.clause(part)) for part in parts], "and"), False)
            case t.Or(parts=parts):
                return Phrase(listed([str(self.clause(part)) for part in parts], "or"), False)
            case t.If(cond=cond, then=then, other=other):
                arms = f"{self.clause(then)}; if not, {self.clause(other)}"
                return Phrase(f"if {self.clause(cond)}, then {arms}", False)
            case t.Compare():
                return self.comparison(node)
            case t.Cycle(entries=entries):
                return self.turns(entries, self.clause)
            case t.Over(how=how, window=window, body=body):
                return self.over(how, window, body)
            case _:
                raise AssertionError(node)

    def over(self, how: str, window: int | None, body: t.Expr) -> Phrase:
        found = self.inner(body)
        if how == "any":
            one = found.singular if isinstance(found, CardWords) else f"a {self.such(body)}"
            return Phrase(f"there is {one} {self.stretch(window)}")
        all_ = "all cards on the line"
        if window is not None:
            all_ = "the last card" if window == 1 else f"the last {number_word(window)} cards"
        if isinstance(found, CardWords):
            verb = "are" if window is None else "is one of the" if window == 1 else "are all"
            return Phrase(f"{all_} {verb} {found.plural}")
        return Phrase(f"of {all_} it holds, one by one, that ({found})")

    def comparison(self, node: t.Compare) -> Phrase:
        steps = [
            self.step(left, op, right)
            for left, op, right in zip(node.operands, node.ops, node.operands[1:], strict=False)
        ]
        return steps[0] if len(steps) == 1 else Phrase(listed([str(step) for step in steps], "and"), False)

    def step(self, left: Any, op: str, right: Any) -> Phrase:
        """One comparison of a chain."""
        if isinstance(right, t.Among):
            if self.codes[id(left)].yesno:
                each = [str(self.step(left, "==" if op == "in" else "!=", member)) for member in right.members]
                return Phrase(listed(each, "or" if op == "in" else "and"), len(each) == 1)
            members = [self.member(member) for member in right.members]
            if isinstance(right.members[0], t.Span) and len(members) == 1:
                return Phrase(f"{self.value(left)} {_OPS[op]} {members[0]}", False)
            ones = f"one of these: {listed(members, 'or')}" if len(members) > 1 else members[0]
            return Phrase(f"{self.value(left)} {_OPS[op]} {ones}", len(members) == 1)
        told = self.shared(left, op, right) or self.streak(left, op, right) or self.counted(left, op, right)
        if told is not None:
            return told
        if self.codes[id(left)].yesno:
            a, b = self.clause(left), self.clause(right)
            if op == "==":
                return Phrase(f"{a} exactly if {b}", False)
            return Phrase(f"either {a}, or {b}, but not both", False)
        if isinstance(left, t.Mod) and isinstance(right, t.Const) and op in ("==", "!="):
            return self.remainder(left, op, right.value)
        return Phrase(f"{self.value(left)} {_OPS[op]} {self.value(right)}")

    def shared(self, left: Any, op: str, right: Any) -> Phrase | None:
        """`the last two cards are of the same colour`, `the last card is higher than the starter`."""
        if not (isinstance(left, t.Feature) and isinstance(right, t.Feature) and left.name == right.name):
            return None
        one, other = self.card(left.of), self.card(right.of)
        if left.name == "rank" and op in _HIGHER:
            return Phrase(f"{one} is {_HIGHER[op].format(other)}", " or " not in _HIGHER[op])
        if op not in ("==", "!="):
            return None
        last = {left.of, right.of} == {t.Back(1), t.Back(2)}
        pair = "the last two cards" if last else f"{one} and {other}"
        if left.name in SAME:
            what = f"the same {SAME[left.name]}" if op == "==" else f"different {SAME[left.name]}s"
            return Phrase(f"{pair} are of {what}")
        yes, no = describe(mask_where(left.name)).predicate, describe(mask_where(left.name, False)).predicate
        if op == "==":
            return Phrase(f"{pair} are both {yes} or both {no}", False)
        return Phrase(f"just one of {pair} is {yes}")

    def streak(self, left: Any, op: str, right: Any) -> Phrase | None:
        """`the last three cards are of one colour`."""
        if not (isinstance(left, t.Streak) and isinstance(right, t.Const)) or op == "!=":
            return None
        n = int(right.value) + (op in (">", "<="))
        if n < 2:
            return None
        if op in (">", ">="):
            return Phrase(f"the last {number_word(n)} cards {alike(left.feature)}")
        how = "exactly" if op == "==" else "fewer than"
        return Phrase(f"{how} {number_word(n)} cards at the end of the line {alike(left.feature)}")

    def counted(self, left: Any, op: str, right: Any) -> Phrase | None:
        """`at least two of the last three cards are red`."""
        if not (isinstance(left, t.Over) and left.how == "count" and isinstance(right, t.Const)):
            return None
        found, n = self.inner(left.body), int(right.value)
        if not isinstance(found, CardWords) or op not in _AMOUNT or left.window == 1 or n < 1:
            return None
        are = "is" if n == 1 else "are"
        if left.window is None:
            return Phrase(f"there {are} {_AMOUNT[op]} {number_word(n)} {self.such(left.body, n > 1)} on the line")
        some = f"{number_word(n)} of the last {number_word(left.window)} cards"
        return Phrase(f"{_AMOUNT[op]} {some} {are} {found.predicate}")

    def remainder(self, left: t.Mod, op: str, value: Any) -> Phrase:
        """`the position is even`."""
        body, by = self.value(left.body), left.by
        if by == 2 and value in (0, 1):
            return Phrase(f"{body} is {'even' if (value == 0) == (op == '==') else 'odd'}")
        if value == 0:
            return Phrase(f"{body} {'is' if op == '==' else 'is not'} a multiple of {by}")
        return Phrase(f"{body} {'leaves' if op == '==' else 'does not leave'} {value} when divided by {by}")

    def member(self, node: t.Expr | t.Span) -> str:
        if isinstance(node, t.Span):
            return f"from {self.value(node.low)} to {self.value(node.high)}"
        return str(self.value(node))
