"""What the parts of a rule mean: those that ask one card about itself, or set the candidate beside one other card.

Whatever text says the same means the same, and so is told in the same words. `last.red`, `last.color == red` and
`not last.black` are all a question to the last card with one set of 52 bits for an answer, the red cards;
`rank > last.rank` and `last.rank < rank` are one table, for each last card the higher ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import attrs

from eleusis.ground.cards import ALL
from eleusis.secret.compiled.code import Code, as_pair, outcomes_by_card
from eleusis.secret.compiled.compiler import Compiler
from eleusis.secret.compiled.slots import NO_CARD, AtSlot, BackSlot, LatestSlot
from eleusis.secret.english.relations import Relation
from eleusis.secret.language import tree as t
from eleusis.secret.language.features import Type


@attrs.frozen
class CardCondition:
    """A yes or no that asks one card about itself."""

    of: t.CardNode | None
    """The card; None for the candidate."""
    mask: int
    """The cards of which it is true."""

    @property
    def settled(self) -> bool:
        """Whether it is true of all cards, or of none."""
        return self.mask in (0, ALL)


_Pairs = tuple[tuple[int, int], ...]
"""For each of the 52 cards that one may be, and for none: of which candidates a yes or no is true, and false."""


class PartMeanings:
    """What the parts of one tree mean."""

    def __init__(self, tree: t.Expr) -> None:
        compiler = Compiler()
        self._codes: dict[int, Code] = {}
        self._one_card = cache(self._find_card)
        todo = [compiler.compile(tree)]
        self._slots = list(compiler.slots)
        while todo:
            code = todo.pop()
            self._codes[id(code.node)] = code
            todo.extend(code.parts)

    def asks_candidate(self, node: t.Expr) -> bool:
        """Whether a part differs from candidate to candidate."""
        return self._codes[id(node)].vector

    def asks_line(self, node: t.Expr) -> bool:
        """Whether a part hangs on the line or the place."""
        return bool(self._codes[id(node)].slots)

    def condition(self, node: t.Expr) -> CardCondition | None:
        """What a part asks if it is a yes or no on one card alone."""
        if isinstance(node, t.Const):  # perhaps not in the tree: the arm that an `or` leaves open
            return CardCondition(None, ALL if node.value else 0) if t.type_of(node) is Type.YESNO else None
        code = self._codes[id(node)]
        if not code.yesno or (code.each and (code.slots or code.vector)):
            return None
        if code.each:
            return CardCondition(t.Each(), _mask_of(code.table()[:NO_CARD]))
        if not code.slots:
            return CardCondition(None, as_pair(code)((), NO_CARD)[0])
        card = None if code.vector else self._one_card(code)
        if card is None or card[1][NO_CARD] != (0, 0):
            return None
        return CardCondition(card[0], _mask_of([true for true, _ in card[1]]))

    def relation(self, node: t.Expr) -> tuple[t.CardNode, Relation] | None:
        """A yes or no on the candidate and one other card: that card, and what is right for each that it may be."""
        code = self._codes[id(node)]
        card = self._one_card(code) if code.yesno and code.vector else None
        if card is None or any(true | false != ALL for true, false in card[1][:NO_CARD]):
            return None
        return card[0], tuple([true for true, _ in card[1][:NO_CARD]])

    def _find_card(self, code: Code) -> tuple[t.CardNode, _Pairs] | None:
        """The card that a code looks at, if it is only one, and what it says for each that it may be."""
        if len(code.slots) != 1 or code.each or any(isinstance(node, t.Over) for node in t.walk(code.node)):
            return None
        (number,) = code.slots
        source: t.CardNode
        match self._slots[number]:
            case BackSlot(n=n):
                source = t.Back(n)
            case AtSlot(n=n):
                source = t.At(n)
            case LatestSlot():
                source = next(part for part in t.walk(code.node) if isinstance(part, t.Latest))
            case _:
                return None
        return source, outcomes_by_card(as_pair(code), code.node, number, len(self._slots))


def _mask_of(truths: Sequence[object]) -> int:
    return sum(1 << card for card, true in enumerate(truths) if true)
