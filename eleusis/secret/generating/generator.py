"""Rules made up by chance, for a dealer without an idea.

A rule is a play of parts.py, or is put together from those parts: two plays joined by `and` or `or`, or a condition
that chooses between two plays. Rules are drawn until one has the difficulty asked for and is of use at a table.

For difficulty 2 a rule may take 24 bits to describe (prior.py). Say that chance asks for an `if`: it costs 3 bits,
so 21 are left. Of the conditions of up to 21 bits `last.odd` is drawn, with 7; of the plays of up to 14 bits
`black`, with 6; of those of up to 8 bits `red`. That is `if last.odd then black else red`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, cached_property
from itertools import groupby
from operator import attrgetter
from random import Random

import attrs

from eleusis.secret.generating.fingerprint import FULL, LANES, Answers, answers_of, fill, join, probe_lines
from eleusis.secret.generating.parts import conditions, plays
from eleusis.secret.language import tree as t
from eleusis.secret.language.shape import difficulty
from eleusis.secret.language.text import parse, unparse
from eleusis.secret.measuring.prior import YESNO, length
from eleusis.secret.rule import Rule

_ROOM = {1: 16, 2: 24, 3: 32, 4: 38, 5: 44}
"""The most bits of a rule that is drawn for a difficulty."""
_TRIES = 20_000
_LEAST, _MOST = 0.1, 0.8
"""What share of the pack a playable rule lets through on average."""


@attrs.frozen(slots=False)
class Part:
    """A play or a condition from the lists; equal trees are equal parts."""

    tree: t.Expr
    bits: int = attrs.field(eq=False)
    """Its description length."""

    @cached_property
    def answers(self) -> Answers:
        """What it says on the fixed lines."""
        return answers_of(self.tree)


Pool = dict[int, list[Part]]
"""Parts by their length in bits, the shortest first."""


@cache
def _pools() -> tuple[Pool, Pool]:
    """All conditions, and all plays."""
    return _pool(conditions()), _pool(plays())


def _pool(texts: Iterable[str]) -> Pool:
    bits_of = attrgetter("bits")
    parts = [Part(tree, length(tree)) for tree in map(parse, texts)]
    return {bits: list(group) for bits, group in groupby(sorted(parts, key=bits_of), key=bits_of)}


@attrs.frozen
class Mixture:
    """A rule put together from parts, or one part by itself."""

    how: t.Join | None
    parts: tuple[Part, ...]

    @property
    def tree(self) -> t.Expr:
        """The rule itself."""
        return t.put_together(self.how, [part.tree for part in self.parts])

    @property
    def answers(self) -> Answers:
        """What it says on the fixed lines."""
        answers = [part.answers for part in self.parts]
        return answers[0] if self.how is None else join(self.how, answers)


def draw(chance: Random, wanted: int | None = None) -> Rule:
    """A rule of use drawn by chance, for a dealer without an idea.

    `wanted` is a difficulty from 1 to 5 as shape.py reckons it, None is 2, 3 or 4; ValueError for another one.
    """
    if wanted is None:
        wanted = 2 + int(chance.random() * 3)
    if wanted not in _ROOM:
        raise ValueError(f"a difficulty is 1 to 5, not {wanted}")
    for _ in range(_TRIES):
        mixture = _mix(chance, _ROOM[wanted])
        if mixture is not None and difficulty(mixture.tree) == wanted and is_playable(mixture.answers):
            return Rule(unparse(mixture.tree))
    raise AssertionError("no playable rule of that difficulty")


def _mix(chance: Random, room: int) -> Mixture | None:
    """A rule of at most this many bits; None for a miss: no part is short enough, or one comes twice."""
    asked, played = _pools()
    point = chance.random()
    if point < 0.3:
        play = _pick(played, chance, room)
        return None if play is None else Mixture(None, (play,))
    how: t.Join = "if" if point < 0.8 else "and" if point < 0.9 else "or"
    left = room - YESNO[how]
    parts: list[Part] = []
    for pool in (asked, played, played) if how == "if" else (played, played):
        part = _pick(pool, chance, left)
        if part is None or part in parts:
            return None
        parts.append(part)
        left -= part.bits
    return Mixture(how, tuple(parts))


def _pick(pool: Pool, chance: Random, room: int) -> Part | None:
    """A part of at most this length, by the weight 2^(-bits/2): by 2^-bits short ones would crowd out the rest."""
    point = chance.random() * sum([len(parts) * 2.0 ** (-bits / 2) for bits, parts in pool.items() if bits <= room])
    for bits, parts in pool.items():
        share = len(parts) * 2.0 ** (-bits / 2)
        if bits <= room and point < share:
            return parts[int(point / share * len(parts))]
        point -= share
    return None


def is_playable(answers: Answers) -> bool:
    """Whether a rule is of use: neither too narrow nor too wide, and with no dead end on the fixed lines."""
    if answers.last_only:
        share = answers.after_last.bit_count() / (LANES * 52)
        return fill(answers.after_last) == FULL and _LEAST <= share <= _MOST
    reached, held = probe_lines().follow(answers.right)
    if any(fill(right) != lines for lines, right in zip(reached, held, strict=True)):
        return False
    cards = sum([lines.bit_count() for lines in reached])
    return _LEAST <= sum([right.bit_count() for right in held]) / cards <= _MOST
