"""Lines that go on: what a slot has carried along is what it would read, and no card is looked at twice."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from eleusis.ground.cards import PACK, Card
from eleusis.ground.chance import stream
from eleusis.ground.data import ListSoFar
from eleusis.secret.compiled.past import Line, Pasts, go_on, key_of
from eleusis.secret.compiled.slots import Carried, Slot
from eleusis.secret.generating.generator import draw
from eleusis.secret.library import library
from eleusis.secret.rule import Rule


@cache
def rules() -> list[Rule]:
    return [
        *library().values(),
        *(draw(stream(3, "past", n), 1 + n % 5) for n in range(40)),
        *map(
            Rule,
            (
                "rank > line.max(rank) or rank < line.min(abs(rank - 5))",
                "line.any(ace) and not line.all(black or rank > 2)",
                "line.count(suit == heart and rank > 4) % 3 == 1",
                "line.sum(rank) % 7 < 4",
                "streak(color) < 3 and streak(rank) < 2",
                "rank > line.latest(red).rank",
                "line.any(rank == card.rank)",
                "line.count(rank > last.rank) > 3",
                "line.latest(suit == last.suit).red",
                "rank == line.latest(suit == card.suit).rank",
            ),
        ),
    ]


@cache
def slots() -> list[Slot]:
    """Every slot of these rules, once."""
    return list(dict.fromkeys(slot for rule in rules() for slot in rule.meaning.slots))


def test_these_rules_have_slots_of_every_kind() -> None:
    kinds = {type(slot).__name__ for slot in slots()}
    assert {kind.__name__ for kind in Carried.__subclasses__()} <= kinds
    hows = {getattr(slot, "how", None) for slot in slots()}
    assert {"count", "sum", "min", "max", "any", "all"} <= hows


@pytest.mark.parametrize("seed", range(3))
def test_what_is_carried_along_is_what_is_read(seed: int) -> None:
    chance, shared, pasts, asked = Random(seed), list[Card](), Pasts(), slots()
    for _ in range(60):
        size = chance.choice((len(shared), len(shared), chance.randint(0, len(shared))))  # sometimes one looks back
        ahead = tuple(chance.choices(PACK, k=chance.choice((0, 0, 1, 3))))
        read = pasts.reader_of(Line(shared, size, ahead))
        whole = [*shared[:size], *ahead]
        assert [read(slot) for slot in asked] == [slot.read(whole) for slot in asked]
        shared += chance.choices(PACK, k=chance.choice((0, 1, 1, 4)))


def test_a_rule_says_the_same_of_a_window_and_of_a_list() -> None:
    chance, shared = Random(7), list[Card]()
    for _ in range(25):
        shared += chance.choices(PACK, k=2)
        window = ListSoFar(shared, len(shared))
        assert [rule.mask(window) for rule in rules()] == [rule.mask(list(shared)) for rule in rules()]


def test_lines_are_known_apart() -> None:
    shared, others = list(PACK[:5]), list(PACK[:5])
    line = Line(shared, 5)
    assert line == tuple(shared)
    assert tuple(go_on(line, PACK[:2])) == go_on(tuple(shared), PACK[:2]) == (*PACK[:5], *PACK[:2])
    keys = [line.key, Line(shared, 4).key, Line(others, 5).key, line.plus(PACK[:1]).key]
    assert len(set(keys)) == 4
    assert key_of(shared) == tuple(shared)
    assert key_of(line) == Line(shared, 5).key
    assert line.plus(PACK[:2])[-1] is PACK[1]
    assert line.plus(PACK[:2])[4:6] == (PACK[4], PACK[0])
    with pytest.raises(IndexError):
        line[5]
