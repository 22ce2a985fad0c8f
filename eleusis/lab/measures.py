"""The measures: what is asked of the rounds, each as one column of numbers over another."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import lcm

import attrs

from eleusis.lab.plan import Plan
from eleusis.lab.stats import Column, Interval, Ratio, difference, interval
from eleusis.lab.tally import FIELDS
from eleusis.script.facts import REASONS

FEW = 10
"""With fewer cases nothing is said about a difference."""


@attrs.frozen
class Measure:
    """One question; `y` and `x` name columns. A share is shown in per cent."""

    id: str
    text: str
    group: str
    y: str
    x: str = "one"
    share: bool = False


MEASURES: tuple[Measure, ...] = (
    Measure("turns", "turns", "length", "turns"),
    Measure("layout", "cards on the layout", "length", "layout"),
    Measure("mainline", "cards on the mainline", "length", "mainline"),
    Measure("decks", "decks used", "length", "decks"),
    *(Measure(f"ended.{r.replace(' ', '_')}", r, "how rounds end", f"ended:{r}", share=True) for r in REASONS),
    Measure("right", "right plays", "plays", "right_plays", "plays", True),
    Measure("strings", "strings among plays", "plays", "strings", "plays", True),
    Measure("strings.right", "right strings", "plays", "right_strings", "strings", True),
    Measure("no_plays", "no plays", "plays", "no_plays"),
    Measure("no_plays.right", "right no plays", "plays", "right_no_plays", "no_plays", True),
    Measure("prophet", "rounds with a prophet", "prophet", "declared?", share=True),
    Measure("prophet.at", "declared at card", "prophet", "declared_at", "declared"),
    Measure("prophet.overthrown", "prophets overthrown", "prophet", "overthrown", "declared", True),
    Measure("prophet.lasted", "cards until overthrown", "prophet", "lasted", "overthrown"),
    Measure("prophet.true", "true prophets", "prophet", "true_prophet", share=True),
    Measure("expelled", "expelled players", "expulsion", "expelled"),
    Measure("expelled.any", "somebody expelled", "expulsion", "expelled?", share=True),
    Measure("guesses", "guesses", "guesses", "guesses"),
    Measure("guesses.right", "right guesses", "guesses", "right_guesses", "guesses", True),
    Measure("score.player", "player's score", "scores", "players_score", "players"),
    Measure("score.dealer", "dealer's score", "scores", "dealer_score"),
    Measure("score.dealer_ahead", "dealer over mean player", "scores", "dealer_ahead", "players"),
    Measure("score.prophet", "true prophet's score", "scores", "prophet_score", "true_prophet"),
    Measure("score.others", "other players' score", "scores", "others_score", "others"),
    Measure("score.out", "score of who went out", "scores", "out_score", "out"),
    Measure("score.expelled", "expelled player's score", "scores", "expelled_score", "expelled"),
    Measure("cap", "dealer's cap bites", "scores", "cap_bites", share=True),
    Measure("spread", "best less last player", "scores", "spread"),
    Measure("lead", "winner's lead", "scores", "lead"),
    Measure("skill", "better bot ahead", "skill", "ahead", "pairs", True),
)
"""The measures that every simulation has; those of the seats come behind them."""


class Rounds:
    """The numbers of all rounds under one arm: a column for each of FIELDS and for each seat's score."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.names = (*FIELDS, *(f"score:{place}" for place in range(len(plan.seats))))
        self.columns = {name: array("i", bytes(4 * plan.rounds)) for name in self.names}
        self.done = bytearray(plan.rounds)

    def add(self, number: int, row: Sequence[int]) -> None:
        """Note the numbers of a round."""
        for column, value in zip(self.columns.values(), row, strict=True):
            column[number - 1] = value
        self.done[number - 1] = 1

    def column(self, name: str, better: Sequence[int] = ()) -> Column:
        """A column, or what is made of some; `better` ranks the places of the seats, for `ahead`."""
        found = self.columns.get(name)
        if found is not None:
            return found
        get = self.columns.__getitem__
        if name == "one":
            return array("i", [1]) * self.plan.rounds
        if name.startswith("ended:"):
            reason = REASONS.index(name.removeprefix("ended:"))
            return array("i", [value == reason for value in get("ended")])
        if name.endswith("?"):
            return array("i", [value > 0 for value in get(name[:-1])])
        if name == "others":
            return _less(get("players"), get("true_prophet"))
        if name == "others_score":
            return _less(get("players_score"), get("prophet_score"))
        if name == "dealer_ahead":
            return array(
                "i",
                [
                    d * n - s
                    for d, n, s in zip(get("dealer_score"), get("players"), get("players_score"), strict=True)
                ],
            )
        if name in ("ahead", "pairs"):
            return self._pairs(name, better)
        kind, _, place = name.partition(":")
        return self._seat(kind, int(place))

    def _seat(self, kind: str, place: int) -> Column:
        """Of one seat, in the rounds that it doesn't deal: 1, its score, or its part in being the best."""
        dealers = self.columns["dealer"]
        own = self.columns[f"score:{place}"]
        if kind == "playing":
            return array("i", [dealer != place for dealer in dealers])
        if kind == "points":
            return array("i", [score * (dealer != place) for score, dealer in zip(own, dealers, strict=True)])
        parts = lcm(*range(1, len(self.plan.seats)))
        if kind == "playing*":
            return array("q", [parts * (dealer != place) for dealer in dealers])
        wins = array("q")
        scores = [self.columns[f"score:{i}"] for i in range(len(self.plan.seats))]
        for dealer, *all_scores in zip(dealers, *scores, strict=True):
            mine = all_scores[place]
            del all_scores[dealer]
            best = max(all_scores)
            wins.append(parts // all_scores.count(best) if mine == best and dealer != place else 0)
        return wins

    def _pairs(self, name: str, better: Sequence[int]) -> Column:
        """Of two players of different kinds: 2 where the better one is ahead, 1 where they are even."""
        seats = self.plan.seats
        pairs = [
            (a, b)
            for a in range(len(seats))
            for b in range(len(seats))
            if seats[a].how != seats[b].how and better[a] > better[b]
        ]
        dealers = self.columns["dealer"]
        made = [[pair for pair in pairs if dealer not in pair] for dealer in range(len(seats))]
        if name == "pairs":
            return array("i", [2 * len(made[dealer]) for dealer in dealers])
        scores = [self.columns[f"score:{i}"] for i in range(len(seats))]
        found = array("i")
        for dealer, *row in zip(dealers, *scores, strict=True):
            found.append(sum([(row[a] > row[b]) + (row[a] >= row[b]) for a, b in made[dealer]]))
        return found


def _less(a: Column, b: Column) -> Column:
    return array("i", [one - other for one, other in zip(a, b, strict=True)])


@attrs.frozen
class Found:
    """What was measured: for each arm its interval, and the difference to the first arm (None for the first)."""

    measure: Measure
    arms: tuple[Interval | None, ...]
    differences: tuple[Interval | None, ...]
    verdicts: tuple[str, ...]
    """Of each arm against the first: more, less, unclear, identical, too few; empty for the first."""


def measured(plan: Plan, arms: Sequence[Rounds], paired: bool = True) -> list[Found]:
    """All measures that say anything in these rounds, in their order."""
    better = ranking(plan, arms)
    found = []
    for measure in (*MEASURES, *_of_seats(plan)):
        ratios = [_ratio(plan, rounds, measure, better) for rounds in arms]
        if all(not any(ratio.y) for ratio in ratios) or not any(any(ratio.x) for ratio in ratios):
            continue
        own = tuple(interval(ratio, measure.share) for ratio in ratios)
        gaps = tuple(difference(ratios[0], ratio, paired) if i else None for i, ratio in enumerate(ratios))
        verdicts = tuple(
            verdict(measure, ratios[0], ratio, gap) if i else ""
            for i, (ratio, gap) in enumerate(zip(ratios, gaps, strict=True))
        )
        found.append(Found(measure, own, gaps, verdicts))
    return found


def verdict(measure: Measure, a: Ratio, b: Ratio, gap: Interval | None) -> str:
    """What can be said about a difference."""
    if a.y == b.y and a.x == b.x:
        return "identical"
    if gap is None or gap.cases < FEW:
        return "too few"
    if measure.share:
        hits, all_ = sum(a.y) + sum(b.y), sum(a.x) + sum(b.x)
        scale = max(1, max(max(a.x), max(b.x))) if measure.id.startswith("wins") else 1
        if min(hits, all_ - hits) < FEW * scale:
            return "too few"
    if gap.low <= 0 <= gap.high:
        return "unclear"
    return "more" if gap.value > 0 else "less"


def _ratio(plan: Plan, rounds: Rounds, measure: Measure, better: Sequence[int]) -> Ratio:
    return Ratio(rounds.column(measure.y, better), rounds.column(measure.x, better), len(plan.seats))


def ranking(plan: Plan, arms: Sequence[Rounds]) -> list[int]:
    """How good the bot on each seat is: the rank of its kind by its mean score over all arms."""
    points: dict[str, list[int]] = {}
    for place, seat in enumerate(plan.seats):
        total = points.setdefault(seat.how, [0, 0])
        for rounds in arms:
            total[0] += sum(rounds.column(f"points:{place}"))
            total[1] += sum(rounds.column(f"playing:{place}"))
    order = sorted(points, key=lambda how: (points[how][0] / max(1, points[how][1]), how))
    return [order.index(seat.how) for seat in plan.seats]


def _of_seats(plan: Plan) -> list[Measure]:
    found = []
    for place, seat in enumerate(plan.seats):
        found.append(
            Measure(f"score.{seat.name}", f"score, {seat.name}", "players", f"points:{place}", f"playing:{place}")
        )
        found.append(
            Measure(
                f"wins.{seat.name}", f"best, {seat.name}", "players", f"wins:{place}", f"playing*:{place}", True
            )
        )
    return found
