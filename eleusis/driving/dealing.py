"""The deal: seats, shuffled cards and a starter, worked out before the round and handed to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

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
    fits: Callable[[Card], bool] | None = None,
    where: Callable[[Card | None, int], Place] | None = None,
) -> Round:
    """Deal one round and hand it to the machine.

    `players` sit clockwise; the dealer is the first of them unless named. What is given (`starter`, the cards
    `set_aside` before it or `turned_away`, which go under the stock, `hands` of some seats, the top of the `stock`)
    is laid out so, and the rest follows from `seed` and the `number` of the round in its game. Where a given hand
    holds `??`, nothing is dealt by the seed: what is not given is unknown. `rule` is the secret rule, asked about
    nothing but a starter that is turned from the stock; `fits` is a condition on it besides. `where` is only for
    readers of files: the place of the n-th copy of a card (None: of the n-th of all that are given, -1 the last),
    for errors.

    Raises ScriptError: `script/players`, `script/type`, `script/no-such-seat`, `script/dealer-hand`,
    `script/empty-hand`, `script/no-seed`, `script/too-many-copies`, `script/stock-too-small`, `script/no-starter`.
    """
    # Who sits there, clockwise from the dealer's left, and what is given of each.
    names = check_players(players)
    who_deals = names[0] if dealer is None else dealer
    if who_deals not in names:
        hint = did_you_mean(who_deals, names)
        raise _error("no-such-seat", f"the dealer {quote(who_deals)} isn't a player{hint}")
    given = _check_hands(names, who_deals, hands) if hands else {}
    if starter is not None:
        _check_cards("the starter", starter)
    if set_aside:
        _check_cards("what is set aside", set_aside)
    if turned_away:
        _check_cards("what was turned away", turned_away)
    if stock:
        _check_cards("the top of the stock", stock)
    if seed is not None and type(seed) is not int:
        _check_seed(seed)
    if rule is not None and not isinstance(rule, Rule):
        raise _error("type", f'the rule is given as Rule("red"), say, not as {name_value(rule)}')
    place = names.index(who_deals)
    order = names[place + 1 :] + names[:place]

    # What is not given follows from the seed; where a hand is unknown, nothing does.
    unknown = any(UNKNOWN in hand for hand in given.values())
    if not unknown and seed is None and (starter is None or len(given) < len(order)):
        lacking = "the starter" if starter is None else f"{next(s for s in order if s not in given)}'s hand"
        raise _error("no-seed", f"there is no seed, so {lacking} must be given")
    if (set_aside or turned_away) and starter is None:
        how = "set aside" if set_aside else "turned away"
        raise _error("no-starter", f"cards are {how}, and the starter that came after them is not given")
    if unknown and starter is None and variant.deal.starters:
        raise _error("no-starter", "the starter must be given where a hand is unknown")

    # How many cards that takes, and that the pack has them.
    starters = len(starter) if starter is not None else variant.deal.starters
    to_hands = variant.deal.hand * (len(order) - len(given))
    count = decks_needed(variant, to_hands + sum(map(len, given.values())) + starters + len(set_aside))
    turned = [*(starter or ()), *set_aside, *turned_away]
    laid_out = [*turned, *stock, *(card for hand in given.values() for card in hand)]
    if laid_out:
        _check_copies(laid_out, count, where)
    due = to_hands + (starters if starter is None else 0)
    if len(laid_out) + due > 52 * count:
        message = (
            f"{len(laid_out)} cards are given and {due} more are to be dealt, but the pack has only {52 * count}"
        )
        surplus = len(laid_out) + due - 52 * count
        raise ScriptError("script/too-many-copies", message, where(None, -surplus) if where else NOWHERE)

    # The deal: hands card by card, then the starter; what is left is the stock, below what is given of it.
    if unknown:
        seed = None
    if seed is None:
        rest = [UNKNOWN] * (52 * count - len(laid_out))
    else:
        rest = _remaining(_supply_from_seed(variant, seed, number, count), laid_out)
    dealt = _hands_in_turn(order, variant.deal.hand, given, rest)
    supply = DeckSupply(seed, number)
    rejected = list(set_aside)
    if starter is not None:
        on_table = tuple(starter)
    else:
        suits = _starter_test(variant, rule, fits)
        if variant.deal.sets_aside and suits is not None:
            on_table, rejected, count = _find_starters(variant, rest, suits, supply, count, len(stock))
        else:
            if seed is not None and variant.stock.refills and _lacks_starter(rest, starters, suits):
                count += 1
                rest.extend(supply(count))
            on_table = _turn_starters(rest, starters, suits)
    first_rank = on_table[-1].rank if on_table else None
    first = order[variant.first_player.offset(len(order), first_rank)]
    cards = (*stock, *rest, *turned_away)
    began = RoundBegan(names, who_deals, FrozenMap(dealt), on_table, cards, count, first, tuple(rejected))
    return Round(variant, began, supply)


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
        if not isinstance(name, str):
            raise _error("players", f"a player's name is a text, not {name_value(name)}")
        if not name.strip() or len(name) > MAX_NAME or not name.isprintable():
            message = f"{quote(name)} can't be a name: a name has 1 to {MAX_NAME} printable characters"
            raise _error("players", message)
    if len(set(names)) < len(names):
        twice = next(name for name, times in Counter(names).items() if times > 1)
        raise _error("players", f"two players are called {quote(twice)}")
    return names


def unusual(variant: Variant, players: int) -> list[str]:
    """What is allowed but outside the edition's usual range, each as a sentence."""
    notes = []
    low, high = variant.players.min, variant.players.max
    if players < low or (high is not None and players > high):
        usual = f"{low} or more" if high is None else f"{low} to {high}" if high > low else str(low)
        notes.append(f"{variant.name} is usually played by {usual}, the dealer included, not by {players}")
    return notes


def _check_hands(names: tuple[str, ...], dealer: str, hands: Hands) -> dict[str, tuple[Card, ...]]:
    if not isinstance(hands, Mapping):
        raise _error("type", f"hands are given as a map from seats to cards, not as {name_value(hands)}")
    for seat, hand in hands.items():
        if seat not in names:
            raise _error("no-such-seat", f"nobody at the table is called {quote(seat)}{did_you_mean(seat, names)}")
        if seat == dealer:
            raise _error("dealer-hand", f"{seat} deals this round, and has no hand")
        if not hand:
            raise _error("empty-hand", f"{seat}'s hand is empty: a player begins with at least one card")
        _check_cards(f"{seat}'s hand", hand)
    return {seat: tuple(hand) for seat, hand in hands.items()}


def _check_cards(whose: str, given: object) -> None:
    """Refuses what is no row of cards, a text above all."""
    if isinstance(given, str):
        raise _error("type", f'{whose} is given as cards("7S"), say, not as the text {quote(given)}')
    if not isinstance(given, Sequence):
        raise _error("type", f'{whose} is several cards, such as cards("7S"), not {name_value(given)}')
    for card in given:
        if card.__class__ is not Card:
            message = f'{whose} is given as cards("7S"), say; {type(card).__name__} is not a card'
            raise _error("type", message)


def _check_seed(seed: object) -> None:
    """Refuses a seed that is no whole number; one that is written in digits is."""
    number = seed if isinstance(seed, str) else getattr(seed, "__index__", None)
    if isinstance(seed, bool) or number is None or (isinstance(seed, str) and not seed.isdecimal()):
        raise _error("type", f"the seed is a whole number, not {name_value(seed)}")


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
    if not laid_out:
        return cards
    given = Counter(laid_out)
    rest = []
    for card in cards:
        if given[card]:
            given[card] -= 1
        else:
            rest.append(card)
    return rest


def _hands_in_turn(
    order: tuple[str, ...], size: int, given: Mapping[str, tuple[Card, ...]], rest: list[Card]
) -> dict[str, tuple[Card, ...]]:
    """Deal hands of a `size` from `rest`, card by card, clockwise from the dealer's left; those given stay."""
    waiting = [seat for seat in order if seat not in given]
    due = size * len(waiting)
    dealt = {seat: tuple(rest[place : due : len(waiting)]) for place, seat in enumerate(waiting)}
    del rest[:due]
    return {seat: given[seat] if seat in given else dealt[seat] for seat in order}


def is_right_starter(rule: Rule, line: Sequence[Card], card: Card) -> bool:
    """Whether a card is right as the next starter, behind those that lie.

    By the rule's condition on the starter where it has one, else by the rule itself.
    """
    return rule.fits_starter(card) if rule.starter is not None and not line else rule.accepts(line, (card,))


def may_be_turned(variant: Variant, rule: Rule, card: Card) -> bool:
    """Whether a card does as the starter: by the rule's condition on it, or where it must be right, by the rule."""
    return is_right_starter(rule, (), card) if variant.deal.sets_aside else rule.fits_starter(card)


_Suits = Callable[[Sequence[Card], Card], bool]
"""Whether a card may be turned as the next starter, behind those that lie."""


def _starter_test(variant: Variant, rule: Rule | None, fits: Callable[[Card], bool] | None) -> _Suits | None:
    """What a turned starter must be; None where any card will do."""
    asked = rule if rule is not None and (rule.starter is not None or variant.deal.sets_aside) else None
    if asked is None and fits is None:
        return None

    def suits(line: Sequence[Card], card: Card) -> bool:
        if fits is not None and not fits(card):
            return False
        return asked is None or is_right_starter(asked, line, card)

    return suits


def _find_starters(
    variant: Variant, rest: list[Card], suits: _Suits, supply: DeckSupply, count: int, given: int
) -> tuple[tuple[Card, ...], list[Card], int]:
    """Turn starters from the stock until enough of them suit: those, the others, and the decks in play.

    Each must suit behind those before it. The threshold is looked at after every single card, as in every deal;
    of the stock so many more cards as are `given` lie above the rest, and none of them is turned.
    """
    line: list[Card] = []
    set_aside: list[Card] = []
    for _ in range(variant.deal.starters):
        right = {card for card in PACK if suits(line, card)}
        if not right:
            raise _error("no-starter", "no card of the pack is right as the starter")
        turned = None
        while turned not in right:
            if turned is not None:
                set_aside.append(turned)
            if not rest and variant.stock.refills:
                count += 1
                rest.extend(supply(count))
            if not rest:
                raise _error("no-starter", "no card of the stock is right as the starter")
            turned = rest.pop(0)
            while variant.stock.refills and given + len(rest) <= variant.stock.refill_at:
                count += 1
                rest.extend(supply(count))
        line.append(turned)
    return tuple(line), set_aside, count


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
