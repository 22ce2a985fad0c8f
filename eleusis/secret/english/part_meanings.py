"""What the parts of a rule mean: those that ask one card about itself, or set the candidate beside one other card.

Whatever text says the same means the same, and so is told in the same words. `last.red`, `last.color == red` and
`not last.black` are all a question to the last card with one set of 52 bits for an answer, the red cards;
`rank > last.rank` and `last.rank < rank` are one table, for each last card the higher ones.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from eleusis.ground.cards import ALL
from eleusis.ground.remembering import remember
from eleusis.secret.compiled.code import Code, as_pair, outcomes_by_card
from eleusis.secret.compiled.compiler import Compiler
from eleusis.secret.compiled.slots import NO_CARD, AtSlot, BackSlot, LatestSlot, Slot
from eleusis.secret.english.relations import Relation
from eleusis.secret.language import tree as t


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


@remember(512)
def _compile(node: t.Expr) -> tuple[Code, tuple[Slot, ...]]:
    """A part, compiled by itself, and the slots that it reads."""
    compiler = Compiler()
    return compiler.compile(node), tuple(compiler.slots)


def asks_candidate(node: t.Expr) -> bool:
    """Whether a part differs from candidate to candidate."""
    return _compile(node)[0].vector


def asks_line(node: t.Expr) -> bool:
    """Whether a part hangs on the line or the place."""
    return bool(_compile(node)[1])


def condition(node: t.Expr) -> CardCondition | None:
    """What a part asks if it is a yes or no on one card alone."""
    code, slots = _compile(node)
    if not code.yesno or (code.each and (slots or code.vector)):
        return None
    if code.each:
        return CardCondition(t.Each(), _mask_of(code.table()[:NO_CARD]))
    if not slots:
        return CardCondition(None, as_pair(code)((), NO_CARD)[0])
    card = None if code.vector else _one_card(node)
    if card is None or card[1][NO_CARD] != (0, 0):
        return None
    return CardCondition(card[0], _mask_of([true for true, _ in card[1]]))


def relation_to(node: t.Expr) -> tuple[t.CardNode, Relation] | None:
    """A yes or no on the candidate and one other card: that card, and what is right for each that it may be."""
    code, _ = _compile(node)
    card = _one_card(node) if code.yesno and code.vector else None
    if card is None or any(true | false != ALL for true, false in card[1][:NO_CARD]):
        return None
    return card[0], tuple([true for true, _ in card[1][:NO_CARD]])


@remember(512)
def _one_card(node: t.Expr) -> tuple[t.CardNode, _Pairs] | None:
    """The card that a part looks at, if it is only one, and what it says for each that it may be."""
    code, slots = _compile(node)
    if len(slots) != 1 or code.each or any(isinstance(part, t.Over) for part in t.walk(node)):
        return None
    source: t.CardNode
    match slots[0]:
        case BackSlot(n=n):
            source = t.Back(n)
        case AtSlot(n=n):
            source = t.At(n)
        case LatestSlot():
            source = next(part for part in t.walk(node) if isinstance(part, t.Latest))
        case _:
            return None
    return source, outcomes_by_card(as_pair(code), node)


def _mask_of(truths: Sequence[object]) -> int:
    return sum(1 << card for card, true in enumerate(truths) if true)
