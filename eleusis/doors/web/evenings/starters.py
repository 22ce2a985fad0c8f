"""The starter of a round in the browser: turned as its dealer wishes, or the one that lies on a real table."""

from __future__ import annotations

from eleusis.doors.web.evenings.refused import StarterTells
from eleusis.ground.cards import Card, cards
from eleusis.ground.errors import NotationError
from eleusis.secret.rule import Rule
from eleusis.table.game_table import Table
from eleusis.table.starter_choice import Turned, looks_at_starters, turn_starter


def turn_starter_as(table: Table, dealer: str, rule: Rule | None, wish: str) -> Turned:
    """The starter that is turned, where the dealer wishes to `keep` it, to `turn` others, or to be asked (`ask`).

    Raises StarterTells where the dealer is to be asked.
    """
    if rule is None or wish == "keep" or not looks_at_starters(table):
        return Turned()

    def keeps(card: Card, shorter: Rule) -> bool:
        if wish == "ask":
            raise StarterTells(card, shorter.text)
        return False

    return turn_starter(table, dealer, rule, keeps)


def read_lying(table: Table, starters: str | None, set_aside: str | None) -> Turned:
    """The starters that lie on a real table. Raises NotationError (`notation/card`)."""
    lie, aside = cards(starters or ""), cards(set_aside or "")
    if not all(card.known for card in (*lie, *aside)):
        raise NotationError("notation/card", "a starter is face up: name it, such as 7S")
    if table.variant.deal.starters and not lie:
        raise NotationError("notation/card", "which card is the starter? Name the one on the table, such as 7S")
    return Turned(lie, aside if table.variant.deal.sets_aside else ())
