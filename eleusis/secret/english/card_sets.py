"""Sets of cards in English: as nouns for a sentence (`describe`), and compactly for a table (`cards_text`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from eleusis.pack import ALL, RANK_NAMES, cards_in
from eleusis.secret.language.features import TABLES
from eleusis.values import Value

RANK_WORDS = ("ace", *[str(n) for n in range(2, 11)], "jack", "queen", "king")
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_SUITS = ("spade", "heart", "diamond", "club")
_ALL_RANKS = (1 << 13) - 1


class Words(Value):
    """How a set of cards is called: `a red card`, `red cards`, and `red` as in "the card is red".

    `cost` counts the ideas in it: 1 for `red` and `odd hearts`, more for lists and for unions.
    """

    one: str
    many: str
    is_: str
    cost: int = 1


def number_word(n: int) -> str:
    """`three`; figures from 13 on."""
    return NUMBERS[n] if 0 <= n < len(NUMBERS) else str(n)


def article(words: str) -> str:
    """`an odd card`, `a 7`, `an 8`."""
    vowel = words[0] in "aeiou" or words.startswith(("8", "11", "18"))
    return f"{'an' if vowel else 'a'} {words}"


def join(parts: Sequence[str], word: str) -> str:
    """`a, b or c`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def mask_where(feature: str, value: object = True) -> int:
    """The cards whose feature has a value."""
    return sum(1 << i for i, found in enumerate(TABLES[feature]) if found == value)


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
_BY_RANK: dict[int, str] = {0b0000: "", 0b0110: "red", 0b1001: "black", 0b1111: ""}


def _rank_rows(mask: int) -> tuple[int, ...]:
    """For each suit the set of ranks, as 13 bits."""
    return tuple([mask >> (13 * suit) & _ALL_RANKS for suit in range(4)])


def _runs(ranks: int) -> list[tuple[int, int]]:
    """The stretches of neighbouring ranks, as pairs from 0 to 12."""
    runs: list[tuple[int, int]] = []
    for rank in range(13):
        if ranks >> rank & 1:
            if runs and runs[-1][1] == rank - 1:
                runs[-1] = (runs[-1][0], rank)
            else:
                runs.append((rank, rank))
    return runs


def _rank_parts(ranks: int) -> list[str]:
    """`ace`, `4`, `8 to 10`: each rank by itself but where three or more stand in a row."""
    parts = []
    for low, high in _runs(ranks):
        if high - low >= 2:
            parts.append(f"{RANK_WORDS[low]} to {RANK_WORDS[high]}")
        else:
            parts.extend([RANK_WORDS[rank] for rank in range(low, high + 1)])
    return parts


def _plural(part: str) -> str:
    return part if " " in part else part + "s"


class _Suited:
    """The suits of a set of cards that has the same ranks in each of them."""

    def __init__(self, suits: int) -> None:
        names = [name for i, name in enumerate(_SUITS) if suits >> i & 1]
        missing = [name for i, name in enumerate(_SUITS) if not suits >> i & 1]
        self.color = _BY_RANK.get(suits, "")
        self.noun, self.nouns, self.behind = "card", "cards", ""
        self.of = ""
        if len(names) == 1 or (len(names) == 2 and not self.color):
            self.noun, self.nouns = " or ".join(names), " and ".join([name + "s" for name in names])
            self.of = f" of {' or '.join([name + 's' for name in names])}"
        elif len(names) == 3:
            self.behind = f" that is not {article(missing[0])}"
        self.single = len(names) == 1


def _product(suits: int, ranks: int) -> Words:
    """The words for all cards of some suits and some ranks."""
    s = _Suited(suits)
    color = f"{s.color} " if s.color else ""
    behind = s.behind.replace("that is", "that are")
    if ranks == _ALL_RANKS:
        if s.behind:
            other = s.behind.removeprefix(" that is not ")
            missing = other.removeprefix("a ")
            return Words(f"any card but {other}", f"cards that are not {missing}s", f"not {other}")
        one = article(color + s.noun) if " or " not in s.noun else " or ".join(map(article, s.noun.split(" or ")))
        return Words(one, color + s.nouns, s.color or one, 1 if " or " not in s.noun else 2)
    if ranks in _ADJECTIVES:
        word = _ADJECTIVES[ranks]
        one = article(f"{word} {color}{s.noun}") + s.behind
        plain = s.noun == "card" and not s.behind
        is_ = one if not plain else f"{word} and {s.color}" if s.color else word
        return Words(one, f"{word} {color}{s.nouns}{behind}", is_)
    if ranks in _CLASSES:
        word, gloss = _CLASSES[ranks]
        if s.of and word in ("face", "number"):
            one = f"{article(word)} card{s.of}{gloss}"
            return Words(one, f"{word} cards{s.of}{gloss}", one)
        one = article(f"{color}{word} {s.noun}{gloss}") + s.behind
        is_ = f"{word}{gloss}" if word in ("low", "high") and s.noun == "card" and not (color or behind) else one
        return Words(one, f"{color}{word} {s.nouns}{gloss}{behind}", is_)
    runs = _runs(ranks)
    low, high = runs[0]
    if len(runs) == 1 and high - low >= 2:
        span = f"from {RANK_WORDS[low]} to {RANK_WORDS[high]}"
        span = f"of {RANK_WORDS[high]} or lower" if low == 0 else span
        span = f"of {RANK_WORDS[low]} or higher" if high == 12 else span
        plain = s.noun == "card" and not (color or s.behind)
        one = article(f"{color}{s.noun} {span}") + s.behind
        return Words(one, f"{color}{s.nouns} {span}{behind}", span.removeprefix("of ") if plain else one)
    lacking = _ALL_RANKS & ~ranks
    if lacking.bit_count() <= 2:
        but = join(_rank_parts(lacking), "or")
        if color or s.of or s.behind:
            one = f"{article(color + s.noun)}{s.behind} other than {article(but)}"
            return Words(one, f"{color}{s.nouns}{behind} other than {article(but)}", one, 2)
        but = article(but)
        return Words(f"any card but {but}", f"cards other than {but}", f"anything but {but}", 2)
    parts = _rank_parts(ranks)
    cost = min(3, len(parts))
    many = join([_plural(part) for part in parts], "and")
    if s.single:
        return Words(f"the {join(parts, 'or')}{s.of}", f"{many}{s.of}", f"the {join(parts, 'or')}{s.of}", cost)
    one = article(f"{color}{join(parts, 'or')}") + s.of + s.behind
    return Words(one, f"{color}{many}{s.of}{behind}", one, cost)


_SIMPLE = (
    "red", "black", "spade", "heart", "diamond", "club", "odd", "even", "face", "number", "high", "low", "prime",
    "ace", "jack", "queen", "king",
)  # fmt: skip


@lru_cache(maxsize=1)
def _unions() -> dict[int, tuple[int, int]]:
    """Sets that are one simple set or another one."""
    found: dict[int, tuple[int, int]] = {}
    masks = [mask_where(name) for name in _SIMPLE]
    masks += [sum(1 << (13 * s + r) for s in range(4)) for r in range(1, 10)]
    for i, a in enumerate(masks):
        for b in masks[i + 1 :]:
            if a & ~b and b & ~a:
                found.setdefault(a | b, (a, b))
    return found


@lru_cache(maxsize=4096)
def describe(mask: int) -> Words:
    """The words for a set of cards; exact, whatever the set."""
    if mask == 0:
        return Words("no card", "no cards", "none of the cards")
    if mask == ALL:
        return Words("any card", "all cards", "any card")
    groups = _groups(mask)
    words = _product(*groups[0])
    if len(groups) == 1 and (words.cost < 2 or mask not in _unions()):
        return words
    rest = _groups(ALL & ~mask)
    if len(rest) == 1 and rest[0][0].bit_count() == 1 and rest[0][1].bit_count() == 1:
        but = _product(*rest[0]).one
        return Words(f"any card but {but}", f"cards other than {but}", f"anything but {but}", 2)
    if mask in _unions():
        a, b = [describe(part) for part in _unions()[mask]]
        return Words(f"{a.one} or {b.one}", f"{a.many} and {b.many}", f"{a.is_} or {b.is_}", 2)
    if len(rest) == 1:
        but = _product(*rest[0]).one
        return Words(f"any card but {but}", f"all cards but {_product(*rest[0]).many}", f"anything but {but}", 3)
    found = [_product(*group) for group in groups]
    one, is_ = " or ".join([words.one for words in found]), " or ".join([words.one for words in found])
    return Words(one, join([words.many for words in found], "and"), is_, 1 + sum(words.cost for words in found))


def _groups(mask: int) -> list[tuple[int, int]]:
    """The suits that have the same ranks: pairs of 4 bits of suits and 13 bits of ranks."""
    rows: dict[int, int] = {}
    for suit, ranks in enumerate(_rank_rows(mask)):
        if ranks:
            rows[ranks] = rows.get(ranks, 0) | (1 << suit)
    return [(suits, ranks) for ranks, suits in rows.items()]


# For tables

_SYMBOLS = "♠♥♦♣"


def cards_text(mask: int) -> str:
    """A set of cards, concisely and exactly: `any red card`, `♠ A–7, ♥♦ 8–K`, `every card but K♠`."""
    if mask in (0, ALL):
        return "any card" if mask else "no card"
    groups = _groups(mask)
    if len(groups) == 1:
        suits, ranks = groups[0]
        suited = _Suited(suits)
        kind = f"{suited.color} {suited.noun}".strip()
        if suits == 0b1111 and ranks not in _ADJECTIVES and ranks != _ranks("face"):
            return f"{_rank_text(ranks)} of any suit"
        if not suited.behind and " or " not in suited.noun:
            if ranks == _ALL_RANKS:
                return f"any {kind}"
            if ranks in _ADJECTIVES:
                return f"any {_ADJECTIVES[ranks]} {kind}"
            if ranks == _ranks("face") and suited.noun == "card":
                return f"any {kind[:-4]}face card"
    if mask.bit_count() <= 4:
        return " ".join([card.pretty for card in cards_in(mask)])
    if mask.bit_count() >= 49:
        return f"every card but {' '.join([card.pretty for card in cards_in(ALL & ~mask)])}"
    return ", ".join([_group_text(suits, ranks) for suits, ranks in groups])


def _group_text(suits: int, ranks: int) -> str:
    color = _BY_RANK.get(suits, "")
    symbols = "".join([symbol for i, symbol in enumerate(_SYMBOLS) if suits >> i & 1])
    if ranks == _ALL_RANKS:
        return f"all {color or symbols}"
    return f"{symbols} {_rank_text(ranks)}"


def _rank_text(ranks: int) -> str:
    return " ".join(_run_texts(_runs(ranks)))


def _run_texts(runs: Iterable[tuple[int, int]]) -> list[str]:
    parts = []
    for low, high in runs:
        if high - low >= 2:
            parts.append(f"{RANK_NAMES[low]}–{RANK_NAMES[high]}")
        else:
            parts.extend([RANK_NAMES[rank] for rank in range(low, high + 1)])
    return parts
