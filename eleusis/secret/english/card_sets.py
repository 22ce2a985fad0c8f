"""Sets of cards in English: as nouns for a sentence (`describe`), and compactly for a table (`cards_text`).

A set is told by its *products*, all cards of some suits and some ranks: `♠ A–7, ♥♦ 8–K` has two of them. Of the
second one the suits give "red" and "card", the ranks "high" and "(8 to king)": `a red high card (8 to king)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import attrs

from eleusis.ground.cards import ALL, RANK_NAMES, cards_in
from eleusis.ground.remembering import remember
from eleusis.secret.language.features import TABLES, TYPES, Type

_RANK_WORDS = ("ace", *RANK_NAMES[1:10], "jack", "queen", "king")
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_SUITS = ("spade", "heart", "diamond", "club")
_SYMBOLS = "♠♥♦♣"
_ALL_RANKS = (1 << 13) - 1


@attrs.frozen
class CardWords:
    """How a set of cards is called: `a red card`, `red cards`, and `red` as in "the card is red".

    `cost` counts the ideas in it: 1 for `red` and `odd hearts`, more for lists and for unions.
    """

    singular: str
    plural: str
    predicate: str
    cost: int = 1

    @property
    def bare(self) -> str:
        """`red card`: the singular without an article."""
        first, _, others = self.singular.partition(" ")
        return others if first in ("a", "an", "the", "any") else self.singular


def number_word(n: int) -> str:
    """`three`; figures from 13 on."""
    return _NUMBERS[n] if 0 <= n < len(_NUMBERS) else str(n)


def article(words: str) -> str:
    """`an odd card`, `a 7`, `an 8`."""
    vowel = words[0] in "aeiou" or words.startswith(("8", "11", "18"))
    return f"{'an' if vowel else 'a'} {words}"


def series(parts: Sequence[str], word: str, comma: str = "") -> str:
    """`a, b or c`; with a comma before the word, for phrases that may be long, `a, b, and c` (but `a and b`)."""
    *firsts, last = parts
    return f"{', '.join(firsts)}{comma if len(firsts) > 1 else ''} {word} {last}" if firsts else last


def mask_where(feature: str, value: object = True) -> int:
    """The cards whose feature has a value."""
    return sum(1 << i for i, of_card in enumerate(TABLES[feature]) if of_card == value)


def _ranks(feature: str) -> int:
    return mask_where(feature) & _ALL_RANKS


_ADJECTIVES = {
    _ranks("odd"): "odd",
    _ranks("even"): "even",
    _ranks("prime"): "prime",
    _ALL_RANKS & ~_ranks("prime"): "non-prime",
}
_CLASSES = {
    _ranks("face"): ("face", ""),
    _ranks("number"): ("number", " (ace to 10)"),
    _ranks("low"): ("low", " (ace to 7)"),
    _ranks("high"): ("high", " (8 to king)"),
}
_COLORS = {0b0110: "red ", 0b1001: "black "}


def _products(mask: int) -> list[tuple[int, int]]:
    """The suits that have the same ranks: pairs of 4 bits of suits and 13 bits of ranks."""
    suits_of: dict[int, int] = {}
    for suit in range(4):
        ranks = mask >> (13 * suit) & _ALL_RANKS
        if ranks:
            suits_of[ranks] = suits_of.get(ranks, 0) | (1 << suit)
    return [(suits, ranks) for ranks, suits in suits_of.items()]


def _runs(ranks: int) -> list[tuple[int, int]]:
    """The stretches of neighbouring ranks, as pairs from 0 to 12."""
    lows, highs = ranks & ~(ranks << 1), ranks & ~(ranks >> 1)
    return list(zip(_bits(lows), _bits(highs), strict=True))


def _bits(mask: int) -> list[int]:
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


def _rank_texts(ranks: int, names: Sequence[str] = _RANK_WORDS, to: str = " to ") -> list[str]:
    """`ace`, `4`, `8 to 10`: each rank by itself but where three or more stand in a row."""
    parts: list[str] = []
    for low, high in _runs(ranks):
        parts += [f"{names[low]}{to}{names[high]}"] if high - low >= 2 else names[low : high + 1]
    return parts


# Nouns


@attrs.frozen
class _Suits:
    """What some suits give to the words for a product: `red ` and `card`, or `spade` and ` of spades`."""

    color: str
    """`red `, `black ` or nothing."""
    noun: str
    """`card`, `spade` or `spade or heart`."""
    nouns: str
    of: str
    """The suits again, behind the card: ` of spades`, ` of spades or hearts`; nothing where the noun is a card."""
    without: str
    """The suit that is missing, if it is just one."""
    number: int

    def call(self, words: str, predicate: str = "") -> CardWords:
        """The words for cards called so, of all these suits: `odd {}`, without an article."""
        return self.call_both(words.format(self.noun), words.format(self.nouns), predicate)

    def call_both(self, singular: str, plural: str, predicate: str = "", cost: int = 1) -> CardWords:
        """The same where one of them and many are called otherwise."""
        singular, missing = article(singular), f"not a {self.without}" if self.without else ""
        if missing:
            singular, plural = f"{singular} that is {missing}", f"{plural} that are {missing}"
        return CardWords(singular, plural, predicate or singular, cost)


def _suits(suit_bits: int) -> _Suits:
    names = [_SUITS[i] for i in _bits(suit_bits)]
    color = _COLORS.get(suit_bits, "")
    if color or len(names) > 2:
        without = "".join([name for name in _SUITS if name not in names]) if len(names) == 3 else ""
        return _Suits(color, "card", "cards", "", without, len(names))
    many = [name + "s" for name in names]
    return _Suits("", " or ".join(names), " and ".join(many), f" of {' or '.join(many)}", "", len(names))


def _product_words(suit_bits: int, ranks: int) -> CardWords:
    """The words for all cards of some suits and some ranks."""
    suits = _suits(suit_bits)
    if ranks == _ALL_RANKS:
        return _any_rank(suits)
    if ranks in _ADJECTIVES:
        return _of_adjective(suits, _ADJECTIVES[ranks])
    if ranks in _CLASSES:
        return _of_class(suits, *_CLASSES[ranks])
    (low, high), *more = _runs(ranks)
    if not more and high - low >= 2:
        return _in_a_row(suits, low, high)
    lacking = _ALL_RANKS & ~ranks
    return _but_ranks(suits, lacking) if lacking.bit_count() <= 2 else _in_a_list(suits, ranks)


def _any_rank(suits: _Suits) -> CardWords:
    """`a red card`, `a spade or a heart`, `any card but a club`."""
    if suits.without:
        other = f"a {suits.without}"
        return CardWords(f"any card but {other}", f"cards that are not {suits.without}s", f"not {other}")
    nouns = f"{suits.color}{suits.noun}".split(" or ")
    singular = " or ".join(map(article, nouns))
    return CardWords(singular, suits.color + suits.nouns, suits.color.strip() or singular, len(nouns))


def _of_adjective(suits: _Suits, word: str) -> CardWords:
    """`an odd red card`, `odd red cards`, `odd and red`."""
    predicate = "" if suits.of or suits.without else f"{word} and {suits.color}".strip() if suits.color else word
    return suits.call(f"{word} {suits.color}{{}}", predicate)


def _of_class(suits: _Suits, word: str, gloss: str) -> CardWords:
    """`a red low card (ace to 7)`, `a face card of spades`."""
    if suits.of and word in ("face", "number"):
        return suits.call_both(f"{word} card{suits.of}{gloss}", f"{word} cards{suits.of}{gloss}")
    predicate = f"{word}{gloss}" if word in ("low", "high") and suits.number == 4 else ""
    return suits.call(f"{suits.color}{word} {{}}{gloss}", predicate)


def _in_a_row(suits: _Suits, low: int, high: int) -> CardWords:
    """`a red card from 4 to 8`, `a spade of 5 or lower`."""
    span = f"from {_RANK_WORDS[low]} to {_RANK_WORDS[high]}"
    if low == 0:
        span = f"of {_RANK_WORDS[high]} or lower"
    elif high == 12:
        span = f"of {_RANK_WORDS[low]} or higher"
    predicate = span.removeprefix("of ") if suits.number == 4 else ""
    return suits.call(f"{suits.color}{{}} {span}", predicate)


def _but_ranks(suits: _Suits, lacking: int) -> CardWords:
    """`any card but a 7`, `a red card other than a 4 or queen`."""
    but = article(series(_rank_texts(lacking), "or"))
    if suits.number == 4:
        return CardWords(f"any card but {but}", f"cards other than {but}", f"anything but {but}", 2)
    words = suits.call(f"{suits.color}{{}}")
    singular = f"{words.singular} other than {but}"
    return CardWords(singular, f"{words.plural} other than {but}", singular, 2)


def _in_a_list(suits: _Suits, ranks: int) -> CardWords:
    """`the ace or 4 of spades`, `a red 2, 5 or jack`."""
    parts = _rank_texts(ranks)
    cost = min(3, len(parts))
    singular = f"{suits.color}{series(parts, 'or')}{suits.of}"
    plural = f"{suits.color}{series([part if ' ' in part else part + 's' for part in parts], 'and')}{suits.of}"
    if suits.number == 1:
        return CardWords(f"the {singular}", plural, f"the {singular}", cost)
    return suits.call_both(singular, plural, cost=cost)


@lru_cache(maxsize=1)
def _unions() -> dict[int, tuple[int, int]]:
    """Sets that are one simple set or another one."""
    unions: dict[int, tuple[int, int]] = {}
    masks = [mask_where(name) for name, kind in TYPES.items() if kind is Type.YESNO]
    masks += [sum(1 << (13 * s + r) for s in range(4)) for r in range(1, 10)]
    for i, a in enumerate(masks):
        for b in masks[i + 1 :]:
            if a & ~b and b & ~a:
                unions.setdefault(a | b, (a, b))
    return unions


@remember(4096)
def describe(mask: int) -> CardWords:
    """The words for a set of cards; exact, whatever the set."""
    if mask == 0:
        return CardWords("no card", "no cards", "none of the cards")
    if mask == ALL:
        return CardWords("any card", "all cards", "any card")
    products = [_product_words(*product) for product in _products(mask)]
    if len(products) == 1 and (products[0].cost < 2 or mask not in _unions()):
        return products[0]
    if mask in _unions():
        a, b = [describe(part) for part in _unions()[mask]]
        predicate = f"{a.predicate} or {b.predicate}"
        return CardWords(f"{a.singular} or {b.singular}", f"{a.plural} and {b.plural}", predicate, 2)
    rest = [_product_words(*product) for product in _products(ALL & ~mask)]
    if len(rest) == 1:
        but, plural, cost = rest[0].singular, f"all cards but {rest[0].plural}", 3
        if mask.bit_count() == 51:
            plural, cost = f"cards other than {but}", 2
        return CardWords(f"any card but {but}", plural, f"anything but {but}", cost)
    singular = " or ".join([words.singular for words in products])
    plural = series([words.plural for words in products], "and")
    return CardWords(singular, plural, singular, 1 + sum(words.cost for words in products))


# For tables


def cards_text(mask: int) -> str:
    """A set of cards, concisely and exactly: `any red card`, `♠ A–7, ♥♦ 8–K`, `every card but K♠`."""
    if mask in (0, ALL):
        return "any card" if mask else "no card"
    products = _products(mask)
    if len(products) == 1:
        text = _kind_text(*products[0])
        if text is not None:
            return text
    if mask.bit_count() <= 4:
        return " ".join([card.pretty for card in cards_in(mask)])
    if mask.bit_count() >= 49:
        return f"every card but {' '.join([card.pretty for card in cards_in(ALL & ~mask)])}"
    return ", ".join([_product_text(suits, ranks) for suits, ranks in products])


def _kind_text(suit_bits: int, ranks: int) -> str | None:
    """`any odd heart`, `8–K of any suit`: a product that has a name for tables."""
    suits = _suits(suit_bits)
    is_named = ranks == _ALL_RANKS or ranks in _ADJECTIVES or (ranks == _ranks("face") and not suits.of)
    if is_named and not suits.without and " or " not in suits.noun:
        return f"any {_product_words(suit_bits, ranks).bare}"
    return f"{_short_ranks(ranks)} of any suit" if suits.number == 4 else None


def _product_text(suits: int, ranks: int) -> str:
    symbols = "".join([_SYMBOLS[i] for i in _bits(suits)])
    if ranks == _ALL_RANKS:
        return f"all {_COLORS.get(suits, symbols).strip()}"
    return f"{symbols} {_short_ranks(ranks)}"


def _short_ranks(ranks: int) -> str:
    return " ".join(_rank_texts(ranks, RANK_NAMES, "–"))
