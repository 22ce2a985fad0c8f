"""How a rule plays: how many cards are right, where it ends, how far it looks, how hard it may be.

The formulas stand in docs/rule-language.md. All is reckoned over the states that lines of play reach (machine.py),
exactly where these are finitely many and not too many, else over those that the first cards reach, and then `exact`
is False.

`if last.odd then black else red` has two states, odd and even. In each 26 cards are right, 14 odd and 12 even ones,
so from both of them 14 in 26 lines go on to odd, and 12 in 26 to even. That settles at once: half of the pack is
right in the long run, and half of what a random player plays.
"""

from __future__ import annotations

import math
from functools import reduce
from operator import and_, or_

import attrs

from eleusis.ground.cards import ALL, Card, cards_in, text_of
from eleusis.secret.automaton.machine import Machine
from eleusis.secret.automaton.walk import Reached, choose_distinct, groups_to
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
    """How many states of the rule were looked at."""
    least: float
    """The smallest share that is ever right: 0 where a line can come to a dead end."""
    most: float
    """The largest share that is ever right."""
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
    """What speaks against it at a table, each in a few words."""

    @property
    def verdict(self) -> str:
        """One line: `fair: …`, or what speaks against it."""
        if not self.findings:
            return (
                f"fair: {self.long_run:.0%} of the pack is right in the long run, difficulty {self.difficulty} of 5"
            )
        return f"doubtful: {'; '.join(self.findings)}"

    def rows(self) -> list[tuple[str, str]]:
        """The measures as people read them: what is measured, and how much it is."""
        return [
            (
                "right cards",
                f"{self.least:.0%} to {self.most:.0%} of the pack, {self.long_run:.1%} in the long run",
            ),
            ("a random player", f"{self.random_player:.1%} of the plays are right"),
            ("dead end", "none" if self.dead_end is None else f"after {text_of(self.dead_end)}"),
            ("never right", text_of(self.never) or "–"),
            ("looks back", "to the start" if self.looks_back is None else str(self.looks_back)),
            ("length", f"{self.length} nodes, {self.description} bits to describe"),
            ("bits a verdict", f"{self.bits:.2f}"),
            ("difficulty", f"{self.difficulty} of 5"),
            ("verdict", self.verdict),
        ]

    def to_json(self) -> dict[str, object]:
        """The measures by name, cards as files have them."""
        cards = {"dead_end": self.dead_end, "never": self.never, "always": self.always}
        texts = {name: None if value is None else [card.text for card in value] for name, value in cards.items()}
        fields = {field.name: getattr(self, field.name) for field in attrs.fields(Measures)}
        return {
            **fields, **texts, "findings": list(self.findings), "verdict": self.verdict,
        }  # fmt: skip


def measure(rule: Rule, max_states: int = MAX_STATES) -> Measures:
    """Measures a rule, from the starters that it allows; on the first `max_states` states where it has more.

    >>> red = measure(Rule("red"))
    >>> red.long_run, red.verdict
    (0.5, 'fair: 50% of the pack is right in the long run, difficulty 1 of 5')
    >>> measure(Rule("rank > last.rank")).dead_end
    (Card(KS),)
    """
    states = _explore(Machine([rule.meaning]), rule.starters(), max_states)
    counts = [mask.bit_count() for mask in states.masks]
    long_run, random_player = (min(share, 1.0) for share in _settle(states, counts))  # sums of many small shares
    common = reduce(and_, states.masks)
    always = cards_in(common) if any(mask != common for mask in states.masks) else ()
    dead_end = states.line_to(counts.index(0)) if 0 in counts else None
    findings = []
    if dead_end is not None:
        findings.append(f"no card is right after {text_of(dead_end)}")
    if long_run < 1 / 5:
        findings.append("fewer than one card in five is right")
    if long_run > 2 / 3:
        findings.append("more than two cards in three are right")
    if always and has_wild_cards(rule.tree):
        findings.append(f"exceptions: {text_of(always[:4])}{' …' if len(always) > 4 else ''} always right")
    if not states.exact:
        findings.append("measured on the first cards only")
    return Measures(
        exact=states.exact, states=len(counts), least=min(counts) / 52, most=max(counts) / 52, long_run=long_run,
        random_player=random_player, dead_end=dead_end, never=cards_in(ALL & ~reduce(or_, states.masks)),
        always=always, looks_back=looks_back(rule.tree), length=size(rule.tree),
        description=description_length(rule.tree), bits=entropy(long_run), difficulty=difficulty(rule.tree),
        findings=tuple(findings),
    )  # fmt: skip


def entropy(share: float) -> float:
    """What one yes or no tells, in bits, if so large a share of them is yes."""
    if not 0 < share < 1:
        return 0.0
    return -share * math.log2(share) - (1 - share) * math.log2(1 - share)


@attrs.define
class _States:
    """The states that lines of play reach, those of the shortest lines first; a state is known by its number."""

    reached: Reached
    """From which state each was reached first, and by which cards."""
    exact: bool
    """Whether these are all of them."""
    masks: list[int] = attrs.field(factory=list)
    """The cards that are right in each state."""
    arrows: list[list[tuple[int, int]]] = attrs.field(factory=list)
    """To which states each leads, and by how many of its right cards."""

    def line_to(self, number: int) -> tuple[Card, ...]:
        """A shortest line to a state, of as many different cards as can be."""
        return tuple(choose_distinct(groups_to(list(self.reached)[number], self.reached)))


def _explore(machine: Machine, starters: int, max_states: int) -> _States:
    """Walks from the starters along all right cards, breadth first."""
    states = _States({state: (None, cards) for state, cards in machine.starts(starters).items()}, machine.finite)
    numbers = {state: number for number, state in enumerate(states.reached)}
    for state in (todo := list(numbers)):  # the list grows as it is walked
        (mask,) = machine.masks(state)
        out: dict[int, int] = {}
        for after, cards in machine.successors(state, mask):
            if after not in numbers:
                if len(numbers) >= max_states:
                    states.exact = False
                    continue
                numbers[after] = len(numbers)
                states.reached[after] = state, cards
                todo.append(after)
            number = numbers[after]
            out[number] = out.get(number, 0) + cards.bit_count()
        states.masks.append(mask)
        states.arrows.append(list(out.items()))
    return states


def _settle(states: _States, counts: list[int]) -> tuple[float, float]:
    """The share of right cards, and of a random player's right plays, where lines settle.

    The weights start from the starters, drawn uniformly. At a step half of each flows along the arrows; the other
    half stays, so that rules which go in circles settle too. What has reached a dead end stays there.
    """
    weights = [cards.bit_count() if before is None else 0.0 for before, cards in states.reached.values()]
    total = sum(weights)
    weights = [weight / total for weight in weights]
    flows = []
    for arrows in states.arrows:
        ways = 2 * max(1, sum(cards for _, cards in arrows))
        flows.append([(number, cards / ways) for number, cards in arrows])
    work = sum(map(len, states.arrows)) + len(counts)
    for _ in range(max(20, min(2_000, _ROUNDS_OF_WORK // work))):
        after = [weight / 2 if flow else weight for weight, flow in zip(weights, flows, strict=True)]
        for weight, flow in zip(weights, flows, strict=True):
            if weight:
                for number, ratio in flow:
                    after[number] += weight * ratio
        change = sum(abs(a - b) for a, b in zip(weights, after, strict=True))
        weights = after
        if change < 1e-10:
            break
    share = sum(weight * count for weight, count in zip(weights, counts, strict=True)) / 52
    dead = sum(weight for weight, count in zip(weights, counts, strict=True) if not count)
    if dead > 1e-6:
        return share, 0.0
    tries = sum(weight * 52 / count for weight, count in zip(weights, counts, strict=True) if count)
    return share, 1 / tries
