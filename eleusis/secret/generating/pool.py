"""The pool of parts that generated rules are cooked from, and the recipes of each length."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from random import Random
from typing import Literal

from eleusis.secret.generating.parts import conditions, plays
from eleusis.secret.generating.probe import ALL_FULL, FULL, Pair, narrow_sheet, probe_lines, wide_sheets
from eleusis.secret.language import tree as t
from eleusis.secret.language.text import parse, unparse
from eleusis.secret.measuring.prior import YESNO, length

How = Literal["atom", "if", "and", "or"]


class Part:
    """A part or a rule: what it means on the fixed lines, and how its tree is made."""

    __slots__ = ("_tree", "_wide", "how", "length", "narrow", "parts")

    def __init__(
        self, length: int, narrow: int | None, how: How, parts: tuple[Part, ...] = (), tree: t.Expr | None = None
    ) -> None:
        self.length = length
        self.narrow = narrow
        """The sheet over the 52 last cards, for what looks at no other card."""
        self.how = how
        self.parts = parts
        self._tree = tree
        self._wide: Pair | None = None

    @property
    def atom(self) -> bool:
        return self._tree is not None

    def tree(self) -> t.Expr:
        if self._tree is not None:
            return self._tree
        trees = tuple([part.tree() for part in self.parts])
        return t.If(*trees) if self.how == "if" else t.And(trees) if self.how == "and" else t.Or(trees)

    def __str__(self) -> str:
        return unparse(self.tree())

    def kinds(self) -> tuple[str, ...]:
        """What it looks at besides the card."""
        if self._tree is not None:
            return _kinds_of(self._tree)
        return tuple(sorted({kind for part in self.parts for kind in part.kinds()}))

    def wide(self) -> Pair:
        """The two sheets over all lines; kept for atoms."""
        if self._wide is not None:
            return self._wide
        if self._tree is None:
            return joined(self.how, [part.wide() for part in self.parts])
        if self.narrow is None:
            self._wide = wide_sheets(self._tree)
        else:
            true = probe_lines().widen(self.narrow)
            self._wide = true, ALL_FULL & ~true
        return self._wide

    def right(self) -> int:
        """The sheet of the right cards over all lines."""
        return ALL_FULL & ~self.wide()[1]


Recipe = tuple[How, tuple[Part, ...]]
"""How a rule is made, and of what: `if` of a condition and two plays, `and` and `or` of two plays."""


def joined(how: str, pairs: list[Pair]) -> Pair:
    """`if`, `and` and `or` of three-valued sheets."""
    if how == "if":
        (yes, no), (true, false), (true2, false2) = pairs
        return (yes & true) | (no & true2) | (true & true2), (yes & false) | (no & false2) | (false & false2)
    (true, false), (true2, false2) = pairs
    if how == "and":
        return true & true2, false | false2
    return true | true2, false & false2


_KINDS: tuple[tuple[type[t.Node], str], ...] = (
    (t.Position, "place"),
    (t.Cycle, "place"),
    (t.Over, "line"),
    (t.Streak, "line"),
)


@lru_cache(maxsize=4096)
def _kinds_of(tree: t.Expr) -> tuple[str, ...]:
    found = {kind for node in t.walk(tree) for cls, kind in _KINDS if isinstance(node, cls)}
    for node in t.walk(tree):
        if isinstance(node, t.Back):
            found.add("last" if node.n == 1 else "two back")
        elif isinstance(node, t.At):
            found.add("first")
    return tuple(sorted(found))


@lru_cache(maxsize=1)
def _trees() -> tuple[dict[int, list[t.Expr]], dict[int, list[t.Expr]]]:
    """The trees of all plays and all conditions, by length."""
    pools: tuple[dict[int, list[t.Expr]], dict[int, list[t.Expr]]] = ({}, {})
    for pool, texts in zip(pools, (plays(), conditions()), strict=True):
        for text in texts:
            tree = parse(text)
            pool.setdefault(length(tree), []).append(tree)
    return pools


@lru_cache(maxsize=4096)
def _atom(tree: t.Expr) -> Part:
    return Part(length(tree), narrow_sheet(tree), "atom", (), tree)


class Pool:
    """What rules are put together from, by length: plays (rules among them), and conditions."""

    def __init__(self) -> None:
        self.plays: dict[int, list[Part]] = {}
        self.conditions: dict[int, list[Part]] = {}
        self._known: set[object] = set()

    def learn(self, bits: int) -> None:
        """Adds the conditions of a length; one that means what another one does, or its opposite, is left out."""
        for tree in _trees()[1].get(bits, []):
            part = _atom(tree)
            sheets = part.narrow if part.narrow is not None else part.wide()
            other = FULL & ~sheets if isinstance(sheets, int) else sheets[::-1]
            if sheets not in self._known and other not in self._known:
                self._known.add(sheets)
                self.conditions.setdefault(bits, []).append(part)

    def keep(self, part: Part) -> None:
        """Adds a rule to the plays, if rules are made of its like: an atom, or one on the last card alone."""
        if part.narrow is not None or part.atom:
            self.plays.setdefault(part.length, []).append(part)

    def stock(self, bits: int) -> None:
        """Adds all atoms of a length, as they are."""
        for pool, trees in zip((self.plays, self.conditions), _trees(), strict=True):
            pool.setdefault(bits, []).extend([_atom(tree) for tree in trees.get(bits, [])])

    def draw(self, chance: Random, most: int) -> Part | None:
        """A rule of at most so many bits by its prior weight, atoms made of what is stocked; None for a miss."""
        point = chance.random()
        how: How = "atom" if point < 0.3 else "if" if point < 0.8 else "and" if point < 0.9 else "or"
        if how == "atom":
            return _pick(self.plays, chance, most)
        left = most - YESNO[how]
        parts: list[Part] = []
        for pool in (self.conditions, self.plays, self.plays)[how != "if" :]:
            part = _pick(pool, chance, left)
            if part is None or part in parts:
                return None
            parts.append(part)
            left -= part.length
        return cook((how, tuple(parts)))

    def recipes(self, bits: int) -> Iterator[Recipe]:
        """All ways to make a rule of so many bits from the parts there are."""
        for tree in _trees()[0].get(bits, []):
            yield "atom", (_atom(tree),)
        for first, one in self.plays.items():
            for how in ("and", "or"):
                second = bits - YESNO[how] - first
                if second == first:
                    yield from _fitting(how, [(a, b) for i, a in enumerate(one) for b in one[i + 1 :]])
                elif second > first:
                    yield from _fitting(how, product(one, self.plays.get(second, ())))
        for length_, some in self.conditions.items():
            for first, one in self.plays.items():
                other = self.plays.get(bits - YESNO["if"] - length_ - first, ())
                yield from _fitting("if", product(some, one, other))


def _pick(pool: dict[int, list[Part]], chance: Random, most: int) -> Part | None:
    """A part of at most so many bits: half its bits count, so that short ones do not crowd out the rest."""
    point = chance.random() * sum([len(parts) * 2.0 ** (-bits / 2) for bits, parts in pool.items() if bits <= most])
    for bits, parts in pool.items():
        if bits <= most and parts:
            share = len(parts) * 2.0 ** (-bits / 2)
            if point < share:
                return parts[int(point / share * len(parts))]
            point -= share
    return None


def _fitting(how: How, many: Iterable[tuple[Part, ...]]) -> Iterator[Recipe]:
    """Those that make a rule: of two different plays, and all atoms where one looks beyond the last card."""
    for parts in many:
        if parts[-1] is parts[-2]:
            continue
        if all(part.narrow is not None for part in parts) or all(part.atom for part in parts):
            yield how, parts


def cook(recipe: Recipe) -> Part:
    """The rule that a recipe makes."""
    how, parts = recipe
    if how == "atom":
        return parts[0]
    bits = YESNO[how] + sum([part.length for part in parts])
    sheets = [part.narrow for part in parts]
    if None in sheets:
        return Part(bits, None, how, parts)
    if how == "if":
        cond, one, other = sheets
        narrow = (cond & (one ^ other)) ^ other  # type: ignore[operator]
    elif how == "and":
        narrow = sheets[0] & sheets[1]  # type: ignore[operator]
    else:
        narrow = sheets[0] | sheets[1]  # type: ignore[operator]
    return Part(bits, narrow, how, parts)
