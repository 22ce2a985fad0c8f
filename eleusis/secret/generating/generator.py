"""Rules made from a grammar, in the order of their description length, no two the same.

The family: what may be asked of a card (generate_parts.py); two of those joined by `and` or `or`; a condition on
the last cards, the place or the line that chooses between two of all these. A rule of `n` bits (prior.py) has the
prior weight 2^-n. Rules of the same length come in an order drawn by the seed; which rules there are does not hang
on it.

Two rules that come out differ on a line that can be built under both. One that agrees with an earlier rule on all
fixed lines (probe.py) is dropped: for rules on the last card alone that is exact. One that agrees only on those of
them that can be built is compared with the earlier rule exactly, and dropped unless they differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

from eleusis.chance import shuffled, stream
from eleusis.secret.generating.pool import Part, Pool, cook
from eleusis.secret.generating.probe import FULL, LANES, data, digest, nonempty, probe_lines
from eleusis.secret.language import tree as t
from eleusis.secret.rule import Rule
from eleusis.secret.sameness import compare
from eleusis.values import Value

__all__ = ["Generated", "draw", "rules"]

MAX_LENGTH = 60
"""Bits of the longest rules."""
_MOST_COMPARED = 4
"""With how many earlier rules one is compared."""
_LEAST, _MOST = 0.1, 0.8
"""What share of the pack a playable rule lets through on average."""


class Generated(Value):
    """A rule that was made."""

    part: Part

    @property
    def tree(self) -> t.Expr:
        return self.part.tree()

    @property
    def text(self) -> str:
        return str(self.part)

    @property
    def length(self) -> int:
        """In bits: `prior.length` of its tree."""
        return self.part.length

    @property
    def weight(self) -> float:
        """The prior weight, 2^-length; the weights of all rules add up to less than 1."""
        return 2.0**-self.part.length

    @property
    def kinds(self) -> tuple[str, ...]:
        """What it looks at besides the card, in order: of first, last, line, place, two back."""
        return self.part.kinds()

    def rule(self) -> Rule:
        return Rule(self.text)


def rules(seed: int = 0, *, playable: bool = False, limit: int | None = None) -> Iterator[Generated]:
    """Rules in the order of their length, no two the same; about 5,000 a second.

    `playable` leaves out those that are of no use at a table: that let through less than a tenth or more than four
    fifths of the pack on average, or have a dead end among the fixed lines. `limit` stops after so many.
    """
    return islice(Maker(seed, playable).run(), limit)


class Maker:
    """Makes rules, length by length, and knows what it has made.

    Counts: `made`; `dropped`, the same as an earlier one on all fixed lines; `compared`, the same on those of them
    that can be built, and so compared; `kept`, different after all.
    """

    def __init__(self, seed: int = 0, playable: bool = False) -> None:
        self.seed = seed
        self.playable = playable
        self.pool = Pool()
        self.tables: dict[int, Part] = {}
        """The rules on the last card alone, by their sheets."""
        self.seen: set[bytes] = set()
        """Of all other rules, digests of their sheets."""
        self.built: dict[bytes, list[Part]] = {}
        """And the rules, by digests of what is right on the lines that can be built."""
        self.starts: set[int] = set()
        """And what they say after the starter alone."""
        self.behaviours: dict[int, bytes] = {}
        self.made = self.dropped = self.compared = self.kept = 0

    def run(self) -> Iterator[Generated]:
        for bits in range(1, MAX_LENGTH + 1):
            self.pool.learn(bits)
            for recipe in shuffled(self.pool.recipes(bits), stream(self.seed, "rules", bits)):
                part = cook(recipe)
                if self.table_is_new(part, part.narrow) if part.narrow is not None else self.is_new(part):
                    self.made += 1
                    self.pool.keep(part)
                    if not self.playable or is_playable(part):
                        yield Generated(part)

    def is_new(self, part: Part) -> bool:
        """Whether no earlier rule is the same as one on more than the last card; remembers it if so."""
        right = part.right()
        sheet = data(right)
        whole = digest(sheet)
        if whole in self.seen:
            self.dropped += 1
            return False
        self.seen.add(whole)
        start = right & FULL
        behaviour = probe_lines().behaviour(sheet)
        rivals = list(self.built.get(behaviour, ()))
        if start in self.tables and self._behaviour(start) == behaviour:
            rivals.append(self.tables[start])
        if not self._differs(part, rivals):
            return False
        self.built.setdefault(behaviour, []).append(part)
        self.starts.add(start)
        return True

    def table_is_new(self, part: Part, table: int) -> bool:
        """The same for a rule on the last card alone, by its sheet."""
        if table in self.tables:
            self.dropped += 1
            return False
        if table in self.starts and not self._differs(part, self.built.get(self._behaviour(table), [])):
            return False
        self.tables[table] = part
        return True

    def _behaviour(self, table: int) -> bytes:
        """What stands for a rule on the last card alone on all lines that can be built."""
        found = self.behaviours.get(table)
        if found is None:
            found = self.behaviours[table] = probe_lines().behaviour(data(probe_lines().widen(table)))
        return found

    def _differs(self, part: Part, rivals: list[Part]) -> bool:
        """Whether a rule is another one than those that it agrees with so far; undecided is no."""
        if not rivals:
            return True
        rule = Rule(str(part))
        for rival in rivals[:_MOST_COMPARED]:
            self.compared += 1
            if compare(rule, Rule(str(rival))).same is not False:
                return False
        self.kept += 1
        return len(rivals) <= _MOST_COMPARED


def is_playable(part: Part) -> bool:
    """Whether a part is of use as a rule: neither too narrow nor too wide, and no dead end on the fixed lines."""
    if part.narrow is not None:
        share = part.narrow.bit_count() / (LANES * 52)
        return _LEAST <= share <= _MOST and nonempty(part.narrow) == FULL
    reach, held = probe_lines().built(data(part.right()))
    if any(nonempty(right) != reached for reached, right in zip(reach, held, strict=True)):
        return False
    lines = sum([reached.bit_count() for reached in reach])
    return _LEAST <= sum([right.bit_count() for right in held]) / lines <= _MOST


_ROOM = {1: 16, 2: 24, 3: 32, 4: 38, 5: 44}
"""The most bits of a rule that is drawn for a difficulty."""
_TRIES = 20_000


def draw(chance: Random, wanted: int | None = None) -> Rule:
    """A playable rule drawn by chance, for a dealer without an idea.

    `wanted` is a difficulty from 1 to 5 as measure.py reckons it; None is 2, 3 or 4. Parts come with the weight
    2^(-bits/2), so that short ones do not crowd out the rest. Raises ValueError for another difficulty.
    """
    from eleusis.secret.language.shape import difficulty  # a dealer's only, not a bot's

    if wanted is None:
        wanted = 2 + int(chance.random() * 3)
    if wanted not in _ROOM:
        raise ValueError(f"a difficulty is 1 to 5, not {wanted}")
    pool = Pool()
    for bits in range(1, _ROOM[wanted] + 1):
        pool.stock(bits)
    for _ in range(_TRIES):
        part = pool.draw(chance, _ROOM[wanted])
        if part is not None and difficulty(part.tree()) == wanted and is_playable(part):
            return Rule(str(part))
    raise AssertionError("no playable rule of that difficulty")
