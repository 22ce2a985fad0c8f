"""How a rule plays: how many cards are right, where it ends, how far it looks, how hard it may be.

The formulas stand in docs/measures.md. All is reckoned over the states that lines of play reach (machine.py),
exactly where these are finitely many and not too many, else over those that the first cards reach, and then `exact`
is False.
"""

from __future__ import annotations

import math
from typing import Any

import attrs

from eleusis.pack import ALL, PACK, Card, cards_in, text_of
from eleusis.secret.automaton.equivalence import distinct
from eleusis.secret.automaton.machine import Machine
from eleusis.secret.automaton.steps import MachineState
from eleusis.secret.language.shape import difficulty, has_wild_cards, looks_back
from eleusis.secret.language.tree import size
from eleusis.secret.measuring.prior import length as description_length
from eleusis.secret.rule import Rule

MAX_STATES = 20_000
_ROUNDS_OF_WORK = 3_000_000


@attrs.frozen
class Measures:
    """The measures of a rule; shares are of the pack of 52."""

    exact: bool
    """Whether all lines of play were looked at."""
    states: int
    least: float
    most: float
    long_run: float
    """The share that is right while a line grows by uniformly chosen right cards; 0 once nothing is."""
    random_player: float
    """The share of right plays of a player who plays any card of the 52: 1 / mean of 1 / share, 0 at a dead end."""
    dead_end: tuple[Card, ...] | None
    """A shortest line after which no card is right."""
    never: tuple[Card, ...]
    """Cards that are right after no line."""
    always: tuple[Card, ...]
    """Cards that are right after every line, while others are not."""
    looks_back: int | None
    """How many cards back it looks; None: as far as the line goes."""
    length: int
    """The nodes of its syntax tree."""
    description: int
    """Its description length in bits, by the tables of prior.py."""
    bits: float
    """The entropy of a verdict at the long-run share."""
    difficulty: int
    """From 1 to 5."""
    findings: tuple[str, ...]

    @property
    def verdict(self) -> str:
        """One line: `fair: …`, or what speaks against it."""
        if not self.findings:
            return (
                f"fair: {self.long_run:.0%} of the pack is right in the long run, difficulty {self.difficulty} of 5"
            )
        return f"doubtful: {'; '.join(self.findings)}"

    def as_json(self) -> dict[str, Any]:
        """The measures by name, cards as files have them."""
        found = attrs.asdict(self, recurse=False)
        for name in ("dead_end", "never", "always"):
            cards = found[name]
            found[name] = None if cards is None else [card.text for card in cards]
        return {**found, "findings": list(self.findings), "verdict": self.verdict}


def measure(rule: Rule) -> Measures:
    """Measures a rule, from the starters that it allows."""
    machine = Machine([rule.meaning])
    edges, reached, masks, exact = _explore(machine, rule.starters())
    counts = [mask.bit_count() for mask in masks]
    union, common = 0, ALL
    for mask in masks:
        union |= mask
        common &= mask
    long_run, random_player = _long_run(edges, counts, reached)
    dead = next((i for i, mask in enumerate(masks) if not mask), None)
    back = looks_back(rule.tree)
    length = size(rule.tree)
    always = cards_in(common) if any(mask != common for mask in masks) else ()
    never = cards_in(ALL & ~union)
    end = None if dead is None else _line_to(dead, reached)
    share = long_run
    bits = 0.0 if share in (0.0, 1.0) else -share * math.log2(share) - (1 - share) * math.log2(1 - share)
    findings = []
    if end is not None:
        findings.append(f"no card is right after {text_of(end)}")
    if share < 1 / 5:
        findings.append("fewer than one card in five is right")
    if share > 2 / 3:
        findings.append("more than two cards in three are right")
    if always and has_wild_cards(rule.tree):
        shown = text_of(always[:4]) + (" …" if len(always) > 4 else "")
        findings.append(f"exceptions: {shown} always right")
    if not exact:
        findings.append("measured on the first cards only")
    return Measures(
        exact, len(masks), min(counts) / 52, max(counts) / 52, share, random_player, end, never, always, back,
        length, description_length(rule.tree), bits, difficulty(rule.tree), tuple(findings),
    )  # fmt: skip


_Edges = list[list[tuple[int, int]]]
_Reached = list[tuple[int | None, int]]
"""For each state the number of the one before, and the cards that lead here."""


def _explore(machine: Machine, starters: int) -> tuple[_Edges, _Reached, list[int], bool]:
    number: dict[MachineState, int] = {}
    reached: _Reached = []
    for card, group in machine.classes:
        if group & starters:
            state = machine.step(machine.empty, card)
            if state not in number:
                number[state] = len(number)
                reached.append((None, group & starters))
    edges: _Edges = []
    masks: list[int] = []
    exact = True
    for state in (todo := list(number)):
        (mask,) = machine.masks(state)
        masks.append(mask)
        out: dict[int, int] = {}
        for after, cards in machine.successors(state, mask):
            i = number.get(after)
            if i is None:
                if len(number) >= MAX_STATES:
                    exact = False
                    continue
                i = number[after] = len(number)
                reached.append((len(edges), cards))
                todo.append(after)
            out[i] = out.get(i, 0) + cards.bit_count()
        edges.append(list(out.items()))
    return edges, reached, masks, exact and machine.finite


def _long_run(edges: _Edges, counts: list[int], reached: _Reached) -> tuple[float, float]:
    """The share of right cards, and of a random player's right plays, where lines settle.

    A step stays where it is half of the time, so that rules which go in circles settle too.
    """
    size = len(edges)
    now = [mask.bit_count() if before is None else 0.0 for before, mask in reached]
    total = sum(now)
    now = [weight / total for weight in now]
    work = sum(map(len, edges)) + size
    ratios = [[(i, cards / (2 * max(1, sum(n for _, n in out)))) for i, cards in out] for out in edges]
    for _ in range(max(20, min(2_000, _ROUNDS_OF_WORK // work))):
        after = [weight / 2 if out else weight for weight, out in zip(now, ratios, strict=True)]
        for weight, out in zip(now, ratios, strict=True):
            if weight:
                for i, ratio in out:
                    after[i] += weight * ratio
        change = sum(abs(a - b) for a, b in zip(now, after, strict=True))
        now = after
        if change < 1e-10:
            break
    share = sum(weight * count for weight, count in zip(now, counts, strict=True)) / 52
    dead = sum(weight for weight, count in zip(now, counts, strict=True) if not count)
    if dead > 1e-6:
        return share, 0.0
    tries = sum(weight * 52 / count for weight, count in zip(now, counts, strict=True) if count)
    return share, 1 / tries


def _line_to(state: int, reached: _Reached) -> tuple[Card, ...]:
    masks: list[int] = []
    at: int | None = state
    while at is not None:
        before, mask = reached[at]
        masks.append(mask)
        at = before
    return tuple([PACK[i] for i in distinct(masks[::-1])])
