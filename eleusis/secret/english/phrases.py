"""Syntax tree → phrases of English: for every part of a rule one that is readable and has one reading.

A part that means something simple is told by what it means (part_meanings.py), the rest by its form. A phrase that
another one may run into is bracketed (`Phrase.tight` says that it need not be). `last.rank + 3 > 2 * first.rank`
is told: (the rank of the last card plus 3) is more than (2 times the rank of the starter).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs

from eleusis.secret.english.card_sets import CardWords, describe, mask_where, number_word, series
from eleusis.secret.english.part_meanings import condition, relation_to
from eleusis.secret.english.relations import PLAIN, relation_words
from eleusis.secret.language import tree as t
from eleusis.secret.language.features import TYPES, Type

_SAME = {"rank": "rank", "suit": "suit", "color": "colour"}
"""How the features that are values are called."""
_OPS = {
    "==": "is", "!=": "is not", "<": "is less than", "<=": "is at most", ">": "is more than", ">=": "is at least",
    "in": "is", "not in": "is not",
}  # fmt: skip
_AMOUNT = {"==": "exactly", ">=": "at least", "<=": "at most", ">": "more than", "<": "fewer than"}
_WORD = {t.And: "and", t.Or: "or"}
_BEST = {"min": "the least", "max": "the greatest", "gcd": "the greatest common divisor"}
_FOLD = {"sum": "the sum of", "min": "the lowest of", "max": "the highest of"}

_Operand = t.Expr | t.Among


@attrs.frozen
class Phrase:
    """A phrase, and whether it may stand beside another one without brackets."""

    text: str
    tight: bool = True

    def __str__(self) -> str:
        """The phrase where another one stands beside it."""
        return self.text if self.tight else f"({self.text})"


@attrs.frozen
class Phrasing:
    """Puts the parts of a rule into phrases."""

    inside: bool = False
    """Whether the part stands in the brackets of a line, where "the card" would be one of the line."""

    # Cards

    def card(self, source: t.CardNode | None, short: bool = False) -> str:
        """`the last card` (`the last` if short), `the starter`; None is the candidate."""
        match source:
            case None | t.Candidate():
                return "the new card" if self.inside else "the card"
            case t.Each():
                return "that one"
            case t.Back(n=1):
                return "the last" if short else "the last card"
            case t.Back(n=2):
                return "the card before the last"
            case t.Back(n=n):
                return f"the card {number_word(n)} back"
            case t.At(n=1):
                return "the starter"
            case t.At(n=n):
                return f"card {n} of the line"
            case t.Latest(window=window, where=where):
                return f"the latest {self._such_cards(where).bare} {_stretch(window)}"

    def _cards(self, body: t.Expr) -> CardWords | None:
        """The words for the cards that the brackets of a line hold for; None if it takes a clause."""
        asked = condition(body)
        if asked is not None and isinstance(asked.of, t.Each):
            return describe(asked.mask)
        match body:
            case t.Compare(operands=(t.Feature() as a, t.Feature() as b), ops=("==" | "!=" as op,)):
                if a.name == b.name and a.name in _SAME and {a.of, b.of} == {t.Each(), t.Candidate()}:
                    like = f"the same {_SAME[a.name]} as" if op == "==" else f"a different {_SAME[a.name]} from"
                    likeness = f"of {like} the new card"
                    return CardWords(f"a card {likeness}", f"cards {likeness}", likeness)
        return None

    def _such_cards(self, body: t.Expr) -> CardWords:
        """The same, with a clause where it takes one: `a card of which it holds that (…)`."""
        words = self._cards(body)
        if words is not None:
            return words
        holds = f"of which it holds that ({self._in_brackets(body)})"
        return CardWords(f"a card {holds}", f"cards {holds}", "")

    def _in_brackets(self, body: t.Expr) -> str:
        """A clause or a value that stands in the brackets of a line."""
        within = Phrasing(inside=True)
        return (within.clause(body) if t.type_of(body) is Type.YESNO else within.value(body)).text

    # What the candidate is

    def relation(self, node: t.Expr) -> str | None:
        """How the candidate stands to one other card, if there is a short word for it: `higher than the last`."""
        source, relation = relation_to(node) or (None, ())
        words = relation_words(relation)
        return words and words.replace("{}", self.card(source, short=True))

    def complement(self, node: t.Expr) -> Phrase | None:
        """What the candidate is: `red`, `higher than the last`; None if it takes a whole clause to tell it."""
        asked = condition(node)
        if asked is not None:
            words = describe(asked.mask)
            of_candidate = asked.of is None and not asked.settled
            return Phrase(words.predicate, words.cost < 2) if of_candidate else None
        relation = self.relation(node)
        if relation is not None:
            return Phrase(relation, not any(word in relation for word in (" or ", " if ", ", ")))
        match node:
            case t.And(parts=parts) | t.Or(parts=parts):
                phrases = [phrase for part in parts if (phrase := self.complement(part)) is not None]
                return _join(phrases, _WORD[type(node)]) if len(phrases) == len(parts) else None
            case t.Not(body=body):
                phrase = self.complement(body)
                return None if phrase is None else Phrase(f"not {phrase}", False)
            case _:
                return None

    # Yes or no

    def clause(self, node: t.Expr) -> Phrase:
        """A yes or no as a clause with its subject: `the last card is red`."""
        asked = condition(node)
        if asked is not None and not asked.settled:
            words = describe(asked.mask)
            return Phrase(f"{self.card(asked.of)} is {words.predicate}", words.cost < 2)
        complement = self.complement(node)
        if complement is not None:
            return Phrase(f"{self.card(None)} is {complement.text}", complement.tight)
        match node:
            case t.Const(value=value):
                return Phrase("nothing is asked" if value else "nothing fits")
            case t.Feature(of=of, name=name):
                return Phrase(f"{self.card(of)} is {describe(mask_where(name)).predicate}")
            case t.Not(body=body):
                return Phrase(f"it is not so that {self.clause(body)}", False)
            case t.And(parts=parts) | t.Or(parts=parts):
                return _join([self.clause(part) for part in parts], _WORD[type(node)])
            case t.If(cond=cond, then=then, other=other):
                arms = f"{self.clause(then)}; if not, {self.clause(other)}"
                return Phrase(f"if {self.clause(cond)}, then {arms}", False)
            case t.Compare():
                return self._chain(node)
            case t.Cycle(entries=entries):
                return _turns(entries, self.clause)
            case t.Over():
                return self._some_or_all(node)
            case _:
                raise AssertionError(node)

    def _some_or_all(self, node: t.Over) -> Phrase:
        """`there is a red card on the line`, `the last three cards are all red`."""
        if node.how == "any":
            return Phrase(f"there is {self._such_cards(node.body).singular} {_stretch(node.window)}")
        window, words = node.window, self._cards(node.body)
        cards = "all cards on the line" if window is None else _last_cards(window)
        if words is None:
            return Phrase(f"of {cards} it holds, one by one, that ({self._in_brackets(node.body)})")
        verb = "are" if window is None else "is one of the" if window == 1 else "are all"
        return Phrase(f"{cards} {verb} {words.plural}")

    # Comparisons

    def _chain(self, node: t.Compare) -> Phrase:
        """A comparison, or a chain of them: `a < b and b <= c`."""
        pairs = zip(node.operands, node.ops, node.operands[1:], strict=False)
        return _join([self._compare(left, op, right) for left, op, right in pairs], "and")

    def _compare(self, left: _Operand, op: str, right: _Operand) -> Phrase:
        """One comparison: in the words that there are for such a one, else as two values."""
        assert not isinstance(left, t.Among)
        if isinstance(right, t.Among):
            return self._membership(left, op, right)
        phrase = None
        match left, right:
            case t.Feature(name=name), t.Feature(name=other) if name == other:
                phrase = self._likeness(left, op, right)
            case t.Streak(feature=feature), t.Const(value=n):
                phrase = _streak(feature, op, int(n))
            case t.Over(how="count"), t.Const(value=n):
                phrase = self._count(left, op, int(n))
            case t.Mod(), t.Const(value=n) if op in ("==", "!="):
                phrase = self._remainder(left, op, int(n))
            case _ if t.type_of(left) is Type.YESNO:
                phrase = self._both_or_neither(left, op, right)
        return phrase or Phrase(f"{self.value(left)} {_OPS[op]} {self.value(right)}")

    def _membership(self, left: t.Expr, op: str, right: t.Among) -> Phrase:
        """`the rank of the last card is one of these: 2, 5, or from 7 to 9`."""
        if t.type_of(left) is Type.YESNO:
            equal, word = ("==", "or") if op == "in" else ("!=", "and")
            members = [self._compare(left, equal, node) for node in right.members if not isinstance(node, t.Span)]
            return Phrase(str(members[0])) if len(members) == 1 else _join(members, word)
        values = [str(self.value(member)) for member in right.members]
        if len(values) > 1:
            return Phrase(f"{self.value(left)} {_OPS[op]} one of these: {series(values, 'or', ',')}", False)
        return Phrase(f"{self.value(left)} {_OPS[op]} {values[0]}", not isinstance(right.members[0], t.Span))

    def _likeness(self, left: t.Feature, op: str, right: t.Feature) -> Phrase | None:
        """`the last two cards are of the same colour`, `the last card is higher than the starter`."""
        name, card, other = left.name, self.card(left.of), self.card(right.of)
        if name == "rank" and op not in ("==", "!="):
            words = PLAIN[f"rank {op} last.rank"]
            return Phrase(f"{card} is {words.format(other)}", " or " not in words)
        if op not in ("==", "!="):
            return None
        pair = "the last two cards" if {left.of, right.of} == {t.Back(1), t.Back(2)} else f"{card} and {other}"
        if name in _SAME:
            what = f"the same {_SAME[name]}" if op == "==" else f"different {_SAME[name]}s"
            return Phrase(f"{pair} are of {what}")
        yes, no = describe(mask_where(name)).predicate, describe(mask_where(name, False)).predicate
        if op == "==":
            return Phrase(f"{pair} are both {yes} or both {no}", False)
        return Phrase(f"just one of {pair} is {yes}")

    def _count(self, left: t.Over, op: str, n: int) -> Phrase | None:
        """`at least two of the last three cards are red`."""
        words = self._cards(left.body)
        if words is None or op not in _AMOUNT or left.window == 1 or n < 1:
            return None
        are, amount = "is" if n == 1 else "are", f"{_AMOUNT[op]} {number_word(n)}"
        if left.window is not None:
            return Phrase(f"{amount} of {_last_cards(left.window)} {are} {words.predicate}")
        return Phrase(f"there {are} {amount} {words.bare if n == 1 else words.plural} on the line")

    def _both_or_neither(self, left: t.Expr, op: str, right: t.Expr) -> Phrase:
        """`the last card is red exactly if the card is odd`."""
        if op == "==":
            return Phrase(f"{self.clause(left)} exactly if {self.clause(right)}", False)
        return Phrase(f"either {self.clause(left)}, or {self.clause(right)}, but not both", False)

    def _remainder(self, left: t.Mod, op: str, remainder: int) -> Phrase:
        """`the position is even`."""
        body, by = self.value(left.body), left.by
        if by == 2 and remainder in (0, 1):
            return Phrase(f"{body} is {'even' if (remainder == 0) == (op == '==') else 'odd'}")
        if remainder == 0:
            return Phrase(f"{body} {_OPS[op]} a multiple of {by}")
        return Phrase(f"{body} {'leaves' if op == '==' else 'does not leave'} {remainder} when divided by {by}")

    # Numbers, colours and suits

    def value(self, node: t.Expr | t.Span) -> Phrase:
        """A number, a colour or a suit: `the rank of the last card`."""
        match node:
            case t.Span(low=low, high=high):
                return Phrase(f"from {self.value(low)} to {self.value(high)}")
            case t.Const(value=value):
                return Phrase(str(value))
            case t.Feature(of=of, name=name):
                return Phrase(f"the {_SAME[name]} of {self.card(of)}")
            case t.Position():
                return Phrase("the place of the card on the line")
            case t.Streak(feature=feature):
                return Phrase(f"the number of cards at the end of the line that {_are_alike(feature)}")
            case t.Add(terms=(first, *others)):
                signs = [("minus", term.body) if isinstance(term, t.Neg) else ("plus", term) for term in others]
                rest = [f"{word} {self.value(term)}" for word, term in signs]
                return Phrase(" ".join([str(self.value(first)), *rest]), False)
            case t.Mul(factors=factors):
                return Phrase(" times ".join([str(self.value(factor)) for factor in factors]), False)
            case t.Neg(body=body):
                return Phrase(f"minus {self.value(body)}", False)
            case t.Mod(body=body, by=by):
                return Phrase(f"what is left of {self.value(body)} when divided by {by}", False)
            case t.FunctionCall(name="abs", args=(t.Add(terms=(a, t.Neg(body=b))),)):
                return Phrase(f"the difference between {self.value(a)} and {self.value(b)}", False)
            case t.FunctionCall(name="abs", args=(number,)):
                return Phrase(f"the size of {self.value(number)}", False)
            case t.FunctionCall(name=name, args=args):
                numbers = series([str(self.value(number)) for number in args], "and", ",")
                return Phrase(f"{_BEST[name]} of {numbers}", False)
            case t.If(cond=cond, then=then, other=other):
                return Phrase(
                    f"{self.value(then)} if {self.clause(cond)}, and otherwise {self.value(other)}", False
                )
            case t.Cycle(entries=entries):
                return _turns(entries, self.value)
            case t.Next(body=body, circle=circle):
                return Phrase(f"what follows {self.value(body)} in the circle {_words(circle)}", False)
            case t.PlaceIn(body=body, circle=circle):
                return Phrase(f"the place of {self.value(body)} in the list {_words(circle)}", False)
            case t.Over():
                return self._over_line(node)
            case _:
                raise AssertionError(node)

    def _over_line(self, node: t.Over) -> Phrase:
        """A number over the line: `the number of red cards on the line`."""
        if node.how == "count":
            return Phrase(f"the number of {self._such_cards(node.body).plural} {_stretch(node.window)}")
        name = _FOLD[node.how]
        if node.body == t.Feature(t.Each(), "rank"):
            cards = "all cards on the line" if node.window is None else _last_cards(node.window)
            return Phrase(f"{name} the ranks of {cards}")
        return Phrase(
            f"{name} this for each of the cards {_stretch(node.window)}: {self._in_brackets(node.body)}", False
        )


def _join(phrases: Sequence[Phrase], word: str) -> Phrase:
    """Phrases side by side, joined by `and` or `or`; one by itself stays as it is."""
    if len(phrases) == 1:
        return phrases[0]
    return Phrase(series([str(phrase) for phrase in phrases], word, ","), False)


def _stretch(window: int | None) -> str:
    """`on the line`, `among the last three cards`."""
    if window is None:
        return "on the line"
    return "at the end of the line" if window == 1 else f"among {_last_cards(window)}"


def _last_cards(window: int) -> str:
    return "the last card" if window == 1 else f"the last {number_word(window)} cards"


def _streak(feature: str, op: str, n: int) -> Phrase | None:
    """`the last three cards are of one colour`."""
    n += op in (">", "<=")
    if n < 2 or op == "!=":
        return None
    if op in (">", ">="):
        return Phrase(f"{_last_cards(n)} {_are_alike(feature)}")
    how = "exactly" if op == "==" else "fewer than"
    return Phrase(f"{how} {number_word(n)} cards at the end of the line {_are_alike(feature)}")


def _are_alike(feature: str) -> str:
    """`are of one colour`, `are all odd or all even`."""
    if feature in _SAME:
        return f"are of one {_SAME[feature]}"
    assert TYPES[feature] is Type.YESNO
    yes, no = describe(mask_where(feature)), describe(mask_where(feature, False))
    if yes.predicate.startswith(("a ", "an ", "not ")) or no.predicate.startswith(("a ", "an ", "not ", "any")):
        return f"are all {yes.plural} or all {no.plural}"
    return f"are all {yes.predicate} or all {no.predicate}"


def _turns(entries: tuple[t.Expr, ...], phrase_of: Callable[[t.Expr], Phrase]) -> Phrase:
    """The entries of a cycle, place by place."""
    if len(entries) == 1:
        return phrase_of(entries[0])
    phrases = ", ".join([str(phrase_of(entry)) for entry in entries])
    return Phrase(f"in turn, from the starter on: {phrases}, and round again", False)


def _words(circle: tuple[t.Const, ...]) -> str:
    return ", ".join([str(const.value) for const in circle])
