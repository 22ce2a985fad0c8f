"""The deal: seats, shuffled cards and a starter, worked out before the round and handed to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import attrs

from eleusis.game.events import RoundBegan
from eleusis.game.legality import Hands
from eleusis.game.round import Round
from eleusis.ground.cards import PACK, UNKNOWN, Card, decks
from eleusis.ground.chance import shuffle, stream
from eleusis.ground.data import FrozenMap
from eleusis.ground.errors import NOWHERE, Place, ScriptError, did_you_mean, name_value, quote, raise_all
from eleusis.secret.rule import Rule
from eleusis.variant import Variant

MAX_PLAYERS = 50
MAX_NAME = 60


def deal(
    variant: Variant,
    players: Sequence[str],
    *,
    dealer: str | None = None,
    seed: int | None = None,
    number: int = 1,
    starter: Sequence[Card] | None = None,
    set_aside: Sequence[Card] = (),
    turned_away: Sequence[Card] = (),
    hands: Hands | None = None,
    stock: Sequence[Card] = (),
    rule: Rule | None = None,
    where: Callable[[Card | None, int], Place] | None = None,
) -> Round:
    """Deal one round and hand it to the machine.

    `players` sit clockwise; the dealer is the first of them unless named. What is given (`starter`, the cards
    `set_aside` before it or `turned_away`, which go under the stock, `hands` of some seats, the top of the `stock`)
    is laid out so, and the rest follows from `seed` and the `number` of the round in its game. Where a given hand
    holds `??`, nothing is dealt by the seed: what is not given is unknown. `rule` is the secret rule, asked about
    nothing but a starter that is turned from the stock. `where` is only for readers of files: the place of the n-th
    copy of a card (None: of the n-th of all that are given, -1 the last), for errors.

    Raises TypeError for what is given and is no card, and ScriptError: `script/players`, `script/no-such-seat`,
    `script/dealer-hand`, `script/empty-hand`, `script/no-seed`, `script/too-many-copies`,
    `script/stock-too-small`, `script/no-starter`.

    >>> from eleusis import cards, load_variant
    >>> round_ = deal(load_variant("express"), ["Ann", "Bob", "Cleo"], seed=3, starter=cards("7S"))
    >>> round_.dealer, round_.to_act, round_.began.starters
    ('Ann', 'Bob', (Card(7S),))
    >>> len(round_.hidden.hands["Bob"]), len(round_.hidden.stock)
    (12, 79)
    """
    names = check_players(players)
    who = names[0] if dealer is None else dealer
    if who not in names:
        raise _error("no-such-seat", f"the dealer {quote(who)} isn't a player{did_you_mean(who, names)}")
    place = names.index(who)
    order = names[place + 1 :] + names[:place]

    given = Given(starter, tuple(set_aside), tuple(turned_away), dict(hands or {}), tuple(stock))
    given.check(names, who)
    _check_known(variant, order, given, seed)
    if given.hides:
        seed = None
    pile = _shuffle(variant, order, given, seed, number, where)
    dealt = _hands_in_turn(order, variant.deal.hand, given.hands, pile.cards)
    if starter is None:
        on_table, rejected = _turn_up(variant, pile, _starter_test(variant, rule), len(stock))
    else:
        on_table, rejected = tuple(starter), list(set_aside)

    first = order[variant.first_player.offset(len(order), on_table[-1].rank if on_table else None)]
    cards = (*stock, *pile.cards, *turned_away)
    began = RoundBegan(names, who, FrozenMap(dealt), on_table, cards, pile.decks, first, tuple(rejected))
    return Round(variant, began, pile.supply)


@attrs.frozen
class Given:
    """The cards that are laid out as somebody says, before the seed deals the rest."""

    starter: Sequence[Card] | None
    set_aside: tuple[Card, ...]
    turned_away: tuple[Card, ...]
    hands: dict[str, Sequence[Card]]
    """The hands of some seats."""
    stock: tuple[Card, ...]
    """The top of the stock."""

    @property
    def hides(self) -> bool:
        """Whether a hand is unknown: then the seed deals nothing."""
        return any(UNKNOWN in hand for hand in self.hands.values())

    @property
    def cards(self) -> list[Card]:
        """All of them."""
        turned = (*(self.starter or ()), *self.set_aside, *self.turned_away)
        return [*turned, *self.stock, *(card for hand in self.hands.values() for card in hand)]

    def check(self, names: tuple[str, ...], dealer: str) -> None:
        """Raises ScriptError for a hand that can't be one, and TypeError for what is no card."""
        for seat, hand in self.hands.items():
            if seat not in names:
                raise _error(
                    "no-such-seat", f"nobody at the table is called {quote(seat)}{did_you_mean(seat, names)}"
                )
            if seat == dealer:
                raise _error("dealer-hand", f"{seat} deals this round, and has no hand")
            if not hand:
                raise _error("empty-hand", f"{seat}'s hand is empty: a player begins with at least one card")
        for card in self.cards:
            if not isinstance(card, Card):
                raise TypeError(f'cards are given as cards("7S"), say; {name_value(card)} is none')


@attrs.define
class Pile:
    """What is left to be dealt, top first, of so many `decks`, and what supplies more of them."""

    cards: list[Card]
    decks: int
    supply: DeckSupply

    def add_deck(self) -> None:
        """Put one more deck under the others."""
        self.decks += 1
        self.cards.extend(self.supply(self.decks))


def _check_known(variant: Variant, order: tuple[str, ...], given: Given, seed: int | None) -> None:
    """Raises ScriptError where something is neither given nor decided by a seed."""
    if not given.hides and seed is None and (given.starter is None or len(given.hands) < len(order)):
        lacking = (
            "the starter" if given.starter is None else f"{next(s for s in order if s not in given.hands)}'s hand"
        )
        raise _error("no-seed", f"there is no seed, so {lacking} must be given")
    if given.starter is not None:
        return
    if given.set_aside or given.turned_away:
        how = "set aside" if given.set_aside else "turned away"
        raise _error("no-starter", f"cards are {how}, and the starter that came after them is not given")
    if given.hides and variant.deal.starters:
        raise _error("no-starter", "the starter must be given where a hand is unknown")


def _shuffle(
    variant: Variant,
    order: tuple[str, ...],
    given: Given,
    seed: int | None,
    number: int,
    where: Callable[[Card | None, int], Place] | None,
) -> Pile:
    """As many decks as the deal takes, shuffled, without what is given; unknown where there is no seed.

    Raises ScriptError for more cards than there are, at the place of the surplus one.
    """
    laid_out = given.cards
    to_hands = variant.deal.hand * (len(order) - len(given.hands))
    starters = variant.deal.starters if given.starter is None else len(given.starter)
    in_hands = sum(map(len, given.hands.values()))
    count = decks_needed(variant, to_hands + in_hands + starters + len(given.set_aside))
    _check_copies(laid_out, count, where)
    due = to_hands + (starters if given.starter is None else 0)
    surplus = len(laid_out) + due - 52 * count
    if surplus > 0:
        message = (
            f"{len(laid_out)} cards are given and {due} more are to be dealt, but the pack has only {52 * count}"
        )
        raise ScriptError("script/too-many-copies", message, where(None, -surplus) if where else NOWHERE)
    if seed is None:
        rest = [UNKNOWN] * (52 * count - len(laid_out))
    else:
        rest = _remaining(_supply_from_seed(variant, seed, number, count), laid_out)
    return Pile(rest, count, DeckSupply(seed, number))


def _turn_up(variant: Variant, pile: Pile, suits: _Suits | None, given: int) -> tuple[tuple[Card, ...], list[Card]]:
    """Turn the starters from the stock, and what is set aside before they suit."""
    if variant.deal.sets_aside and suits is not None:
        return _find_starters(variant, pile, suits, given)
    starters = variant.deal.starters
    if pile.supply.seed is not None and variant.stock.refills and _lacks_starter(pile.cards, starters, suits):
        pile.add_deck()
    return _turn_starters(pile.cards, starters, suits), []


@attrs.frozen
class DeckSupply:
    """The decks that are added in a round: each shuffled from a stream of its own, unknown without a seed.

    A value, so that a round can be pickled.
    """

    seed: int | None
    number: int
    """The number of the round in its game."""

    def __call__(self, deck: int) -> list[Card]:
        """The cards of the round's `deck`-th deck, top first."""
        if self.seed is None:
            return [UNKNOWN] * len(PACK)
        return shuffle(PACK, stream(self.seed, "round", self.number, "deck", deck))


def decks_needed(variant: Variant, cards: int) -> int:
    """The decks in play once `cards` cards have been dealt one by one.

    The threshold is looked at after every single draw, in the deal too. Raises ScriptError
    (`script/stock-too-small`) where the stock is not refilled and can't give that many.
    """
    count = variant.stock.decks
    left = 52 * count
    if not variant.stock.refills:
        if cards > left:
            raise _error("stock-too-small", f"{cards} cards are to be dealt, but the stock has only {left}")
        return count
    return max(count, (cards + variant.stock.refill_at) // 52 + 1) if cards else count


def check_players(players: Sequence[str]) -> tuple[str, ...]:
    """The seats of a table. Raises ScriptError (`script/players`) for none, two alike, or names of no use."""
    if isinstance(players, str):
        raise _error("players", f"players are given as several names, not as the text {quote(players)}")
    names = tuple(players)
    if len(names) < 2:
        raise _error("players", "a table needs at least two people: the dealer and one player")
    if len(names) > MAX_PLAYERS:
        raise _error("players", f"more than {MAX_PLAYERS} players: split them into several games")
    for name in names:
        if not name.strip() or len(name) > MAX_NAME or not name.isprintable():
            message = f"{quote(name)} can't be a name: a name has 1 to {MAX_NAME} printable characters"
            raise _error("players", message)
    if len(set(names)) < len(names):
        twice = next(name for name, times in Counter(names).items() if times > 1)
        raise _error("players", f"two players are called {quote(twice)}")
    return names


def unusual(variant: Variant, players: int) -> list[str]:
    """What is allowed but outside the variant's usual range, each as a sentence."""
    low, high = variant.players.min, variant.players.max
    if players >= low and (high is None or players <= high):
        return []
    usual = f"{low} or more" if high is None else f"{low} to {high}" if high > low else str(low)
    title = variant.title.partition(" (")[0] or variant.name
    return [f"{title} is usually played by {usual}, the dealer included, not by {players}"]


def _check_copies(cards: Sequence[Card], count: int, where: Callable[[Card | None, int], Place] | None) -> None:
    """Raises an error for every card of which more copies are given than there are decks, all at once."""
    pack = "one deck is" if count == 1 else f"{count} decks are"
    errors = []
    for card, copies in Counter(cards).items():
        if copies > count and card is not UNKNOWN:
            message = f"{copies} copies of {card} are given, and {pack} in play"
            place = where(card, count + 1) if where else NOWHERE
            errors.append(ScriptError("script/too-many-copies", message, place))
    if errors:
        raise_all(errors)


def _supply_from_seed(variant: Variant, seed: int, number: int, count: int) -> list[Card]:
    """All cards in the order of the deal: the first decks shuffled together, each later one under them."""
    cards = shuffle(decks(variant.stock.decks), stream(seed, "round", number, "stock"))
    more = DeckSupply(seed, number)
    for deck in range(variant.stock.decks + 1, count + 1):
        cards.extend(more(deck))
    return cards


def _remaining(cards: list[Card], laid_out: Sequence[Card]) -> list[Card]:
    """The cards without those that are given, each taken out where it comes first."""
    given = Counter(laid_out)
    rest = []
    for card in cards:
        if given[card]:
            given[card] -= 1
        else:
            rest.append(card)
    return rest


def _hands_in_turn(
    order: tuple[str, ...], size: int, given: Mapping[str, Sequence[Card]], rest: list[Card]
) -> dict[str, tuple[Card, ...]]:
    """Deal hands of a `size` from `rest`, card by card, clockwise from the dealer's left; those given stay."""
    waiting = [seat for seat in order if seat not in given]
    due = size * len(waiting)
    dealt = {seat: tuple(rest[place : due : len(waiting)]) for place, seat in enumerate(waiting)}
    del rest[:due]
    return {seat: tuple(given[seat]) if seat in given else dealt[seat] for seat in order}


def is_right_starter(rule: Rule, line: Sequence[Card], card: Card) -> bool:
    """Whether a card is right as the next starter, behind those that lie.

    By the rule's condition on the starter where it has one, else by the rule itself.
    """
    return rule.fits_starter(card) if rule.starter is not None and not line else rule.accepts(line, (card,))


_Suits = Callable[[Sequence[Card], Card], bool]
"""Whether a card may be turned as the next starter, behind those that lie."""


def _starter_test(variant: Variant, rule: Rule | None) -> _Suits | None:
    """What a turned starter must be; None where any card will do."""
    if rule is None or (rule.starter is None and not variant.deal.sets_aside):
        return None
    return partial(is_right_starter, rule)


def can_begin(variant: Variant, rule: Rule) -> bool:
    """Whether any card of the pack does as the starter of a round by this rule."""
    suits = _starter_test(variant, rule)
    return not variant.deal.starters or suits is None or any(suits((), card) for card in PACK)


def _find_starters(variant: Variant, pile: Pile, suits: _Suits, given: int) -> tuple[tuple[Card, ...], list[Card]]:
    """Turn starters from the stock until enough of them suit: those, and the others.

    Each must suit behind those before it. The threshold is looked at after every single card, as in every deal;
    of the stock so many more cards as are `given` lie above the rest, and none of them is turned.
    """
    line: list[Card] = []
    set_aside: list[Card] = []
    for _ in range(variant.deal.starters):
        right = {card for card in PACK if suits(line, card)}
        if not right:
            raise _error("no-starter", "no card of the pack is right as the starter")
        while (turned := _turn(variant, pile, given)) not in right:
            set_aside.append(turned)
        line.append(turned)
    return tuple(line), set_aside


def _turn(variant: Variant, pile: Pile, given: int) -> Card:
    """Turn one card, and refill the stock before and after where that is due."""
    if not pile.cards and variant.stock.refills:
        pile.add_deck()
    if not pile.cards:
        raise _error("no-starter", "no card of the stock is right as the starter")
    card = pile.cards.pop(0)
    while variant.stock.refills and given + len(pile.cards) <= variant.stock.refill_at:
        pile.add_deck()
    return card


def _lacks_starter(rest: list[Card], count: int, suits: _Suits | None) -> bool:
    """Whether a starter is asked for that a short stock has not and another deck would have."""
    if count != 1 or suits is None:
        return False
    return any(suits((), card) for card in PACK) and not any(suits((), card) for card in rest)


def _turn_starters(rest: list[Card], count: int, suits: _Suits | None) -> tuple[Card, ...]:
    """Turn the starters from the stock; a single one that the rule refuses goes under it."""
    if count == 1 and suits is not None:
        for _ in range(len(rest)):
            if suits((), rest[0]):
                break
            rest.append(rest.pop(0))
        else:
            raise _error("no-starter", "no card of the stock fits the rule's condition on the starter")
    turned = tuple(rest[:count])
    del rest[:count]
    return turned


def _error(code: str, message: str) -> ScriptError:
    return ScriptError(f"script/{code}", message)
