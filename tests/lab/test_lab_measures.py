"""The measures, which sum up whole columns, are held against their plain definitions, round by round."""

from __future__ import annotations

from array import array
from fractions import Fraction
from statistics import NormalDist

import attrs
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eleusis.game.match import Match
from eleusis.game.state import END_REASONS
from eleusis.ground.statistics import Ratio, Z, paired_variance, variance_of
from eleusis.lab.columns import RoundColumns
from eleusis.lab.points import Points
from eleusis.lab.tally import Numbers
from tests.lab.test_lab_games import plan_of

FEW = st.integers(-3, 3)
WIDE = st.one_of(FEW, st.integers(-(2**31), 2**31 - 1))
NUMBERS = st.sampled_from([st.just(1), st.just(0), st.integers(0, 1), FEW, WIDE])

UNHURRIED = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
"""Other work on the machine is no failure."""


@st.composite
def columns(draw: st.DrawFn, size: int) -> list[int] | array[int]:
    """Numbers of one kind: all the same, marks, few, many; as a list or as an array."""
    numbers = draw(st.lists(draw(NUMBERS), min_size=size, max_size=size))
    return array("q", numbers) if draw(st.booleans()) else numbers


@st.composite
def ratios(draw: st.DrawFn, count: int) -> list[Ratio]:
    """Ratios over the same rounds."""
    size, strata = draw(st.integers(1, 12)), draw(st.integers(1, 4))
    drawn = [Ratio(draw(columns(size)), draw(columns(size)), strata) for _ in range(count)]
    return [ratio if sum(ratio.x) else attrs.evolve(ratio, x=[1] * size) for ratio in drawn]


def plain_variance(parts: list[tuple[Ratio, int]]) -> float:
    """The variance of signed ratios added up: of their residuals, round by round, within the strata."""
    size, strata = len(parts[0][0].y), parts[0][0].strata
    residuals = [Fraction(0)] * size
    for ratio, sign in parts:
        below = sum(ratio.x)
        value = Fraction(sum(ratio.y), below)
        for place, (y, x) in enumerate(zip(ratio.y, ratio.x, strict=True)):
            residuals[place] += sign * (y - value * x) / below
    total = Fraction(0)
    step = strata if size >= 2 * strata else 1
    for stratum in [residuals[first::step] for first in range(step)]:
        n = len(stratum)
        if n < 2:
            return 0.0
        mean = sum(stratum, Fraction(0)) / n
        total += sum(((residual - mean) ** 2 for residual in stratum), Fraction(0)) * Fraction(n, n - 1)
    return float(total)


@UNHURRIED
@given(ratios(2))
def test_the_variances_are_those_of_the_residuals(pair: list[Ratio]) -> None:
    a, b = pair
    assert a.value == Fraction(sum(a.y), sum(a.x))
    assert a.cases == sum(x != 0 for x in a.x)
    assert variance_of(a) == plain_variance([(a, 1)])
    assert paired_variance(a, b) == plain_variance([(b, 1), (a, -1)])
    assert paired_variance(a, a) == 0


def test_the_point_of_the_normal_distribution() -> None:
    assert NormalDist().inv_cdf(0.975) == Z


@st.composite
def played(draw: st.DrawFn) -> RoundColumns:
    """Rounds of whole games, of which some are broken off, with points out of few, so that many are even."""
    seats = ",".join(f"{name}:random" for name in "ABCD"[: draw(st.integers(2, 4))])
    name = draw(st.sampled_from(["abbott", "express"]))
    plan = plan_of(name, games=1, seats=seats)
    length = draw(st.integers(1, 2 * len(plan.seats) + 1))
    plan = attrs.evolve(plan, game=length, rounds=length * draw(st.integers(1, 5)))
    rounds = RoundColumns(plan)
    size = len(plan.seats)
    nothing = Numbers.from_row([0] * len(Numbers.names(size)))
    for number in range(1, plan.rounds + 1):
        scores = tuple(draw(st.lists(FEW, min_size=size, max_size=size)))
        ended = draw(st.sampled_from([0, 1, END_REASONS.index("abandoned")]))
        row = nothing._replace(
            dealer=plan.dealer(number), ended=ended, turns=draw(st.integers(0, 9)), scores=scores
        )
        rounds.add(number, row.row)
    return rounds


def plain_ahead(scores: tuple[int, ...], pairs: list[tuple[int, int]], dealer: int) -> int:
    playing = [pair for pair in pairs if dealer not in pair]
    return sum((scores[a] > scores[b]) + (scores[a] >= scores[b]) for a, b in playing)


def plain_wins(scores: tuple[int, ...], place: int, dealer: int) -> int:
    """The twelfths of a win that are a seat's own."""
    others = [score for seat, score in enumerate(scores) if seat != dealer]
    if place == dealer or scores[place] < max(others):
        return 0
    return 12 // others.count(max(others))


def check_points(points: Points, dealers: list[int], rows: list[tuple[int, ...]]) -> None:
    """The columns of the points are what is said of each row by itself."""
    seats = range(len(points.scores))
    pairs = [(a, b) for a in seats for b in seats if a < b]
    plays = list(zip(dealers, rows, strict=True))
    assert points.ahead(pairs) == [plain_ahead(row, pairs, dealer) for dealer, row in plays]
    assert points.even(pairs) == [2 * sum(dealer not in pair for pair in pairs) for dealer in dealers]
    for place in seats:
        assert points.of(place) == [row[place] * (place != dealer) for dealer, row in plays]
        assert points.plays(place, 5) == [5 * (place != dealer) for dealer in dealers]
        assert points.wins(place, 12) == [plain_wins(row, place, dealer) for dealer, row in plays]


@UNHURRIED
@given(played())
def test_the_columns_of_points_and_of_games_are_those_of_a_score_sheet(rounds: RoundColumns) -> None:
    plan, numbers, games = rounds.plan, rounds.numbers, rounds.games
    rows = list(zip(*numbers.scores, strict=True))
    check_points(rounds.points, numbers.dealer.tolist(), rows)
    check_points(games.points, [len(plan.seats)] * plan.games, games.totals)
    assert plan.game is not None
    for game in range(plan.games):
        match = Match(plan.arms[0].variant, plan.players)
        before: list[int] = []
        turns = dealt = 0
        for at in range(game * plan.game, (game + 1) * plan.game):
            before = list(match.totals.values())
            match.add(plan.players[numbers.dealer[at]], dict(zip(plan.players, rows[at], strict=True)))
            turns += numbers.turns[at]
            dealt += rows[at][numbers.dealer[at]]
            if END_REASONS[numbers.ended[at]] == "abandoned":
                break
        match.stopped = True
        totals = tuple(match.totals.values())
        led = before.count(max(before)) == 1
        kept = led and totals[before.index(max(before))] == max(totals)
        assert games.totals[game] == totals
        assert games.bonus[game] == sum(totals) - sum(match.sums.values())
        assert (games.turns[game], games.dealt[game]) == (turns, dealt)
        assert (games.led[game], games.kept[game]) == (led, kept)
