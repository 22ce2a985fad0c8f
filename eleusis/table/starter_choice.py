"""The starter at a table of people: one from which on a much shorter rule is the same gives the rule away.

Where the rule may be guessed, a dealer who meant `if line.any(king) then red else rank > last.rank` had better not
begin with a king: from there on the rule is `red`. A bot that deals turns the next card, a person is told and
asked. As the seed alone would deal another round then, the file states the starter, and what was turned before it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import attrs

from eleusis.driving.dealing import may_be_turned
from eleusis.ground.cards import PACK, Card
from eleusis.secret.rule import Rule
from eleusis.secret.shortening.search import shortener_of
from eleusis.table.game_table import Table


@attrs.frozen
class Turned:
    """The starter that was settled on, and the cards that were turned before it."""

    starter: tuple[Card, ...] | None = None
    """None where it is the one that is turned anyway."""
    away: tuple[Card, ...] = ()


def looks_at_starters(table: Table) -> bool:
    """Whether it matters here what a starter gives away: where people play, may guess, and one card is turned."""
    people = any(not seat.bot for seat in table.seats.values())
    return people and table.variant.guess.offered and table.variant.deal.starters == 1


def can_begin(table: Table, rule: Rule) -> bool:
    """Whether any card of the pack does as the starter of a round by this rule."""
    return not table.variant.deal.starters or any(may_be_turned(table.variant, rule, card) for card in PACK)


def begin_by_rule(table: Table, dealer: str, rule: Rule) -> None:
    """Deal a round by a rule of which nobody is asked: a bot that deals turns a starter away that tells it.

    Raises as `Table.begin_round` does.
    """
    turned = Turned()
    if table.bot(dealer) and looks_at_starters(table):
        turned = turn_starter(table, dealer, rule, lambda card, shorter: False)
    table.begin_round(dealer, rule, starter=turned.starter, turned_away=turned.away)


def turn_starter(table: Table, dealer: str, rule: Rule, keeps: Callable[[Card, Rule], bool]) -> Turned:
    """Turn the starter of the next round, and go on if it gives the rule away, until a card does not.

    `keeps` says whether the dealer keeps the first one all the same, from which on a shorter rule is the same.
    Where every card gives the rule away, the first one stays.
    """
    order = table.cards_to_turn(dealer)
    suiting = [place for place, card in enumerate(order) if may_be_turned(table.variant, rule, card)]
    find_shorter = cache(lambda card: shortener_of(rule).after((card,)))
    for place in suiting:
        shorter = find_shorter(order[place])
        if shorter is None:
            return Turned() if place == suiting[0] else Turned((order[place],), order[:place])
        if place == suiting[0] and keeps(order[place], shorter):
            break
    return Turned()
