"""The intervals of the laboratory: against known numbers, and their exactness."""

import math
import random
import statistics

import pytest

from eleusis.ground.statistics import Ratio, difference, interval, quantile


def mean_of(values: list[int], strata: int = 1) -> Ratio:
    return Ratio(values, [1] * len(values), strata)


@pytest.mark.parametrize(("freedom", "t"), [(5, 2.5706), (10, 2.2281), (30, 2.0423), (120, 1.9799), (10**6, 1.96)])
def test_quantile_of_student(freedom: int, t: float) -> None:
    assert quantile(freedom) == pytest.approx(t, abs=0.01)


def test_mean() -> None:
    values = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3]
    mean = interval(mean_of(values))
    assert mean is not None
    assert mean.value == pytest.approx(statistics.mean(values))
    assert mean.half == pytest.approx(quantile(9) * statistics.stdev(values) / math.sqrt(10))


def test_share_stays_between_0_and_1() -> None:
    none, all_ = interval(mean_of([0] * 50), share=True), interval(mean_of([1] * 50), share=True)
    assert none is not None
    assert all_ is not None
    assert none.low == 0 < none.high < 0.1
    assert 0.9 < all_.low < all_.high == 1


@pytest.mark.long
def test_no_share_is_outside_of_its_own_interval() -> None:
    for n in range(1, 2001):
        none, all_ = interval(mean_of([0] * n), share=True), interval(mean_of([1] * n), share=True)
        assert none is not None
        assert all_ is not None
        assert none.low == none.value == 0 < none.high
        assert all_.low < all_.value == all_.high == 1
    for n in range(2, 2001, 37):
        for hits in {1, n // 3, n // 2, n - 1}:
            share = interval(mean_of([1] * hits + [0] * (n - hits)), share=True)
            assert share is not None
            assert 0 <= share.low <= share.value <= share.high <= 1


def test_nothing_to_divide_by() -> None:
    assert interval(Ratio([0, 0], [0, 0], 1)) is None
    assert difference(Ratio([0, 0], [0, 0], 1), mean_of([1, 2])) is None


def test_strata_take_out_what_the_dealer_explains() -> None:
    values = [10, 20, 30] * 20
    mean = interval(mean_of(values, 3))
    assert mean is not None
    assert mean.half == 0
    wide = interval(mean_of(values, 1))
    assert wide is not None
    assert wide.half > 1


def test_pairing_takes_out_what_the_deals_explain() -> None:
    chance = random.Random(1)
    a = [int(chance.random() * 1000) for _ in range(200)]
    b = [value + 1 + (value % 2) for value in a]
    paired, single = (difference(mean_of(a), mean_of(b), paired=how) for how in (True, False))
    assert paired is not None
    assert single is not None
    assert paired.value == single.value
    assert paired.low > 0 > single.low


def test_the_same_is_exactly_0() -> None:
    a = mean_of([5, 7, 100000, 3])
    gap = difference(a, mean_of([5, 7, 100000, 3]))
    assert gap is not None
    assert (gap.value, gap.low, gap.high) == (0, 0, 0)


def test_order_within_a_stratum_changes_no_digit() -> None:
    chance = random.Random(2)
    rows = [(int(chance.random() * 50), 1 + int(chance.random() * 9)) for _ in range(300)]
    first = interval(Ratio([y for y, _ in rows], [x for _, x in rows], 1))
    chance.shuffle(rows)
    assert interval(Ratio([y for y, _ in rows], [x for _, x in rows], 1)) == first
