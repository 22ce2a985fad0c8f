"""How the slots of a machine go on from card to card."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

MachineState = tuple[Any, ...]
"""The window of last cards, the latest first; then the values of the other slots."""
Window = tuple[int, ...]
SlotStep = Callable[[Any, int, MachineState], Any]
"""The old value of a slot, the card that is put down, the old state → the new value."""
SlotKey = Callable[[Any, MachineState], Any]
"""The old value of a slot, the old state → all that its new value depends on besides the card."""


class Following(dict[int, int]):
    """The value that stands for the next number, reckoned once for each."""

    def __init__(self, rep: Callable[[int], int]) -> None:
        self.rep = rep

    def __missing__(self, old: int) -> int:
        self[old] = value = self.rep(old + 1)
        return value


def running(how: str, table: tuple[Any, ...]) -> tuple[SlotStep, Any]:
    if how == "any":
        return lambda old, card, state: old or table[card], False
    if how == "all":
        return lambda old, card, state: old and table[card], True
    better = min if how == "min" else max
    return lambda old, card, state: table[card] if old is None else better(old, table[card]), None


def counting(classes: tuple[int, ...], rep: Callable[[int], int]) -> SlotStep:
    def step(old: tuple[tuple[int, int], ...], card: int, state: MachineState) -> tuple[tuple[int, int], ...]:
        counts = dict(old)
        counts[classes[card]] = rep(counts.get(classes[card], 0) + 1)
        return tuple(sorted(counts.items()))

    return step


def recent(classes: tuple[int, ...], marks: tuple[int, ...]) -> SlotStep:
    def step(old: tuple[int, ...], card: int, state: MachineState) -> tuple[int, ...]:
        return (marks[card], *[other for other in old if classes[other] != classes[card]])

    return step
