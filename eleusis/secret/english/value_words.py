"""Syntax tree → phrases of English, the ground: what parts mean, what cards and values are called.

A part that asks one card about nothing but its own features, or that sets the candidate against one other card, is
told by what it means; the rest by its form.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from eleusis.pack import ALL
from eleusis.secret.compiled.code import Code, as_pair, classes_of
from eleusis.secret.compiled.compiler import Compiler
from eleusis.secret.compiled.slots import FEATURE_TABLES, NO_CARD, AtSlot, BackSlot, LatestSlot
from eleusis.secret.english.card_sets import CardWords, describe, mask_where, number_word
from eleusis.secret.language import tree as t
from eleusis.secret.language.features import TYPES, Type
from eleusis.values import Value

SAME = {"rank": "rank", "suit": "suit", "color": "colour"}
"""How the features that are values are called."""


class Phrase(Value):
    text: str
    tight: bool = True

    def __str__(self) -> str:
        """The phrase where another one stands beside it."""
        return self.text if self.tight else f"({self.text})"


class OneCard(Value):
    """A yes/no that asks one card about itself: which card (None for the candidate), and the cards it holds for."""

    of: t.Source | None
    mask: int


Rows = tuple[t.Source, list[tuple[int, int]]]
"""A card, and the value of a yes or no for each card that it may be and for none."""


class Ground(ABC):
    """Tells the parts of one tree."""

    def __init__(self, tree: t.Expr) -> None:
        self.compiler = Compiler()
        self.codes: dict[int, Code] = {}
        self.inside = False
        self._seen: dict[int, Rows | None] = {}
        self.learn(tree)

    def learn(self, tree: t.Expr) -> None:
        """Compiles a tree; its parts can be told from then on."""
        todo = [self.compiler.compile(tree)]
        self.slots = list(self.compiler.slots)
        while todo:
            code = todo.pop()
            self.codes[id(code.node)] = code
            todo.extend(code.parts)

    # What a part means

    def about(self, node: t.Expr) -> OneCard | None:
        """A yes/no that asks one card about itself, or None if it is more than that."""
        code = self.codes[id(node)]
        if not code.yesno:
            return None
        if code.each:
            if code.slots or code.vector:
                return None
            table = code.table()
            return OneCard(t.Each(), sum(1 << i for i in range(52) if table[i]))
        if not code.slots:
            return OneCard(None, as_pair(code)((), NO_CARD)[0])
        rows = self._rows(code)
        if code.vector or rows is None:
            return None
        source, found = rows
        if found[NO_CARD] != (0, 0):
            return None
        return OneCard(source, sum(1 << i for i in range(52) if found[i] == (ALL, 0)))

    def relation(self, node: t.Expr) -> tuple[t.Source, tuple[int, ...]] | None:
        """A yes/no on the candidate and one other card: that card, and what is right for each that it may be."""
        code = self.codes[id(node)]
        rows = self._rows(code) if code.yesno and code.vector and not code.each else None
        if rows is None or any(yes | no != ALL for yes, no in rows[1][:NO_CARD]):
            return None
        return rows[0], tuple([yes for yes, _ in rows[1][:NO_CARD]])

    def _rows(self, code: Code) -> Rows | None:
        """The card that a code looks at if it is only one, and its value for each card and for none."""
        key = id(code)
        if key not in self._seen:
            self._seen[key] = self._look(code)
        return self._seen[key]

    def _look(self, code: Code) -> Rows | None:
        if len(code.slots) != 1 or code.each:
            return None
        (i,) = code.slots
        slot = self.slots[i]
        source: t.Source
        if isinstance(slot, BackSlot):
            source = t.Back(slot.n)
        elif isinstance(slot, AtSlot):
            source = t.At(slot.n)
        elif isinstance(slot, LatestSlot):
            of = [n.of for n in t.walk(code.node) if isinstance(n, t.Feature) and isinstance(n.of, t.Latest)]
            source = of[0]
        else:
            return None
        if any(isinstance(n, t.Over) for n in t.walk(code.node)):
            return None
        run = as_pair(code)
        values: list[Any] = [NO_CARD] * len(self.slots)
        found = []
        names = {n.name for n in t.walk(code.node) if isinstance(n, t.Feature) and n.of != t.Candidate()}
        classes = classes_of([FEATURE_TABLES[name] for name in names])
        known = {}
        for card in classes:
            if card not in known:
                values[i] = card
                known[card] = run(values, NO_CARD)
            found.append(known[card])
        return source, found

    # Cards

    def card(self, source: t.Source | None, short: bool = False) -> str:
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
                return f"the latest {self.such(where)} {self.stretch(window)}"

    def stretch(self, window: int | None, of: bool = False) -> str:
        """`on the line`, `among the last three cards`."""
        if window is None:
            return "on the line"
        return "at the end of the line" if window == 1 else f"among the last {number_word(window)} cards"

    def such(self, where: t.Expr, many: bool = False) -> str:
        """The cards of a line for which something holds: `red card`, `card for which (…)`."""
        found = self.inner(where)
        if isinstance(found, CardWords):
            if many:
                return found.plural
            for word in ("a ", "an ", "the ", "any "):
                if found.singular.startswith(word):
                    return found.singular.removeprefix(word)
            return found.singular
        return f"{'cards' if many else 'card'} of which it holds that ({found})"

    def inner(self, body: t.Expr) -> CardWords | str:
        """What stands in the brackets of a line: a set of cards, or else a clause or a value."""
        one = self.about(body)
        if one is not None and isinstance(one.of, t.Each):
            return describe(one.mask)
        match body:
            case t.Compare(operands=(t.Feature() as a, t.Feature() as b), ops=("==" | "!=" as op,)):
                if a.name == b.name and a.name in SAME and {a.of, b.of} == {t.Each(), t.Candidate()}:
                    what = "the same {} as" if op == "==" else "another {} than"
                    is_ = f"of {what.format(SAME[a.name])} the new card"
                    return CardWords(f"a card {is_}", f"cards {is_}", is_)
        outer, self.inside = self.inside, True
        code = self.codes[id(body)]
        text = self.clause(body).text if code.yesno else self.value(body).text
        self.inside = outer
        return text

    @abstractmethod
    def clause(self, node: t.Expr) -> Phrase:
        """A yes/no as a clause with its subject."""

    def turns(self, entries: tuple[t.Expr, ...], say: Callable[[t.Expr], Phrase]) -> Phrase:
        """The entries of a cycle, place by place."""
        if len(entries) == 1:
            return say(entries[0])
        said = ", ".join([str(say(entry)) for entry in entries])
        return Phrase(f"in turn, from the starter on: {said}, and round again", False)

    # Values

    def value(self, node: t.Expr) -> Phrase:
        """A number, a colour or a suit."""
        match node:
            case t.Const(value=value):
                return Phrase(str(value))
            case t.Feature(of=of, name=name):
                return Phrase(f"the {SAME[name]} of {self.card(of)}")
            case t.Position():
                return Phrase("the place of the card on the line")
            case t.Streak(feature=feature):
                return Phrase(f"the number of cards at the end of the line that {alike(feature)}")
            case t.Add(terms=terms):
                text = str(self.value(terms[0]))
                for term in terms[1:]:
                    word, body = ("minus", term.body) if isinstance(term, t.Neg) else ("plus", term)
                    text += f" {word} {self.value(body)}"
                return Phrase(text, False)
            case t.Mul(factors=factors):
                return Phrase(" times ".join([str(self.value(factor)) for factor in factors]), False)
            case t.Neg(body=body):
                return Phrase(f"minus {self.value(body)}", False)
            case t.Mod(body=body, by=by):
                return Phrase(f"what is left of {self.value(body)} when divided by {by}", False)
            case t.FunctionCall(name="abs", args=(t.Add(terms=(a, t.Neg(body=b))),)):
                return Phrase(f"the difference between {self.value(a)} and {self.value(b)}", False)
            case t.FunctionCall(name="abs", args=(arg,)):
                return Phrase(f"the size of {self.value(arg)}", False)
            case t.FunctionCall(name=name, args=args):
                best = {"min": "the least", "max": "the greatest", "gcd": "the greatest common divisor"}[name]
                return Phrase(f"{best} of {listed([str(self.value(arg)) for arg in args], 'and')}", False)
            case t.If(cond=cond, then=then, other=other):
                arms = f"{self.value(then)} if {self.clause(cond)}, and else {self.value(other)}"
                return Phrase(arms, False)
            case t.Cycle(entries=entries):
                return self.turns(entries, self.value)
            case t.Next(body=body, circle=circle):
                names = ", ".join([str(const.value) for const in circle])
                return Phrase(f"what follows {self.value(body)} in the circle {names}", False)
            case t.PlaceIn(body=body, circle=circle):
                names = ", ".join([str(const.value) for const in circle])
                return Phrase(f"the place of {self.value(body)} in the list {names}", False)
            case t.Over(how=how, window=window, body=body):
                return self.fold(how, window, body)
            case _:
                raise AssertionError(node)

    def fold(self, how: str, window: int | None, body: t.Expr) -> Phrase:
        """A number over the line."""
        if how == "count":
            return Phrase(f"the number of {self.such(body, True)} {self.stretch(window)}")
        name = {"sum": "the sum of", "min": "the lowest of", "max": "the highest of"}[how]
        if body == t.Feature(t.Each(), "rank"):
            last = "the last card" if window == 1 else f"the last {number_word(window or 0)} cards"
            return Phrase(f"{name} the ranks of {'all cards on the line' if window is None else last}")
        return Phrase(f"{name} this for each of the cards {self.stretch(window)}: {self.inner(body)}", False)


def alike(feature: str) -> str:
    """`are of one colour`, `are all odd or all even`."""
    if feature in SAME:
        return f"are of one {SAME[feature]}"
    assert TYPES[feature] is Type.YESNO
    yes, no = describe(mask_where(feature)), describe(mask_where(feature, False))
    if yes.predicate.startswith(("a ", "an ", "not ")) or no.predicate.startswith(("a ", "an ", "not ", "any")):
        return f"are all {yes.plural} or all {no.plural}"
    return f"are all {yes.predicate} or all {no.predicate}"


def listed(parts: list[str], word: str) -> str:
    """`a and b`, `a, b, and c`: for phrases that may be long."""
    return f" {word} ".join(parts) if len(parts) < 3 else f"{', '.join(parts[:-1])}, {word} {parts[-1]}"
