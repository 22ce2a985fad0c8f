"""The one law of hidden cards: what a seat may not see changes nothing of what it is told.

Over every edition and mixture, every class of event there is, every way of telling; and the law itself is tested by
leaks that are planted, one by one.
"""

from __future__ import annotations

from typing import get_args

import pytest

from eleusis.game.events import Event
from eleusis.game.state import Phase
from tests.laws.tables import VARIANTS
from tests.laws.twins import check, check_undo, moments

SEEDS = (1, 2, 3)
EVERY = 9
"""At each so-manieth step the whole law is checked."""


def hold(name: str, seed: int, unwritten: bool = False, every: int = EVERY) -> None:
    """The law over one round. Raises Leak."""
    for n, moment in enumerate(moments(name, seed, unwritten)):
        check_undo(moment)
        if n % every == seed % every or moment.round.ended:
            for seat in dict.fromkeys((moment.round.to_act, moment.players[0], moment.round.dealer)):
                if seat is not None:
                    check(moment, seat, seed)


@pytest.mark.long
@pytest.mark.parametrize("name", VARIANTS)
def test_what_a_seat_may_not_see_changes_nothing_that_it_is_told(name: str) -> None:
    hold(name, SEEDS[VARIANTS.index(name) % len(SEEDS)])


@pytest.mark.long
@pytest.mark.parametrize("name", VARIANTS)
def test_nor_does_it_where_a_hand_is_not_written_down(name: str) -> None:
    hold(name, 5, unwritten=True)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10, 60))
@pytest.mark.parametrize("name", VARIANTS)
def test_the_law_over_many_rounds(name: str, seed: int) -> None:
    hold(name, seed, unwritten=seed % 5 == 0, every=4)


def classes(cls: type[Event] = Event) -> set[str]:
    """Every class of event of the package, found by what it is derived from."""
    below = {sub for sub in cls.__subclasses__() if sub.__module__.startswith("eleusis.")}
    return {sub.__name__ for sub in below}.union(*(classes(sub) for sub in below))


def test_the_law_meets_every_event_there_is() -> None:
    met: set[str] = set()
    for seed in SEEDS:
        for name in VARIANTS:
            for moment in moments(name, seed):
                met.update(type(event).__name__ for event in moment.steps[-1].events)
    assert classes() - met == {"RoundBegan", "HintGiven"}, (
        "with the deal each round begins; hints have their own test"
    )


def test_the_law_holds_whatever_a_round_waits_for() -> None:
    """All that is told at a moment is told of each phase, also of those that no so-manieth step meets."""
    met: set[str] = set()
    for name in VARIANTS:
        for moment in moments(name, 2):
            phase = moment.round.state.phase
            if phase not in met:
                met.add(phase)
                for seat in dict.fromkeys((moment.round.to_act or moment.players[0], moment.round.dealer)):
                    check(moment, seat, 2)
    assert set(get_args(Phase)) - met == set()
