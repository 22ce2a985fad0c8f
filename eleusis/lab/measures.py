"""The measures: what is asked of the rounds, each as one column of numbers over another."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from eleusis.game.state import END_REASONS
from eleusis.lab.columns import RoundColumns, win_parts
from eleusis.lab.plan import Plan
from eleusis.lab.stats import Interval, Ratio, difference, interval

FEW = 10
"""With fewer cases nothing is said about a difference."""


@attrs.frozen
class Measure:
    """One question; `y` and `x` name columns, of the rounds or of whole games. A share is shown in per cent."""

    id: str
    text: str
    group: str
    y: str
    x: str = "one"
    share: bool = False
    whole: bool = False
    """Whether it is asked of whole games."""


def _whole(id: str, text: str, y: str, x: str = "one", share: bool = False) -> Measure:
    return Measure(f"game.{id}", text, "whole games", y, x, share, whole=True)


MEASURES: tuple[Measure, ...] = (
    Measure("turns", "turns", "length", "turns"),
    Measure("layout", "cards on the layout", "length", "layout"),
    Measure("mainline", "cards on the mainline", "length", "mainline"),
    Measure("decks", "decks used", "length", "decks"),
    *(Measure(f"ended.{r.replace(' ', '_')}", r, "how rounds end", f"ended:{r}", share=True) for r in END_REASONS),
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

WHOLE: tuple[Measure, ...] = (
    _whole("turns", "turns", "turns"),
    _whole("total", "total of a seat", "totals", "seats"),
    _whole("winner", "winner's total", "winner"),
    _whole("lead", "winner's lead", "lead"),
    _whole("spread", "first less last", "spread"),
    _whole("dealing", "dealing's part of points", "dealt", "totals"),
    _whole("never_dealt", "points for never dealing", "bonus"),
    _whole("ties", "shared wins", "shared", share=True),
    _whole("kept", "leader stays ahead", "kept", "led", share=True),
    _whole("skill", "better bot ahead", "ahead", "pairs", True),
)
"""The measures of whole games, where those are played; `kept`: of who led alone before it, how often he has won."""


@attrs.frozen
class Outcome:
    """What a measure came to: for each arm its interval, and the difference to the first (None for the first)."""

    measure: Measure
    arms: tuple[Interval | None, ...]
    differences: tuple[Interval | None, ...]
    verdicts: tuple[str, ...]
    """Of each arm against the first: more, less, unclear, identical, too few; empty for the first."""


def measure_rounds(plan: Plan, arms: Sequence[RoundColumns], paired: bool = True) -> list[Outcome]:
    """All measures that say anything in these rounds, in their order."""
    better = ranking(plan, arms)
    found = []
    for measure in (*MEASURES, *_of_seats(plan), *(_of_games(plan) if plan.game else ())):
        ratios = [_ratio(rounds, measure, better) for rounds in arms]
        if all(not any(ratio.y) for ratio in ratios) or not any(any(ratio.x) for ratio in ratios):
            continue
        own = tuple(interval(ratio, measure.share) for ratio in ratios)
        gaps = tuple(difference(ratios[0], ratio, paired) if i else None for i, ratio in enumerate(ratios))
        scale = win_parts(plan) if "*" in measure.x else 1
        verdicts = tuple(
            verdict(measure, ratios[0], ratio, gap, scale) if i else ""
            for i, (ratio, gap) in enumerate(zip(ratios, gaps, strict=True))
        )
        found.append(Outcome(measure, own, gaps, verdicts))
    return found


def verdict(measure: Measure, a: Ratio, b: Ratio, gap: Interval | None, scale: int = 1) -> str:
    """What can be said about a difference; of a share one case counts for `scale`."""
    if a.y == b.y and a.x == b.x:
        return "identical"
    if gap is None or gap.cases < FEW:
        return "too few"
    if measure.share:
        hits, all_ = sum(a.y) + sum(b.y), sum(a.x) + sum(b.x)
        if min(hits, all_ - hits) < FEW * scale:
            return "too few"
    if gap.low <= 0 <= gap.high:
        return "unclear"
    return "more" if gap.value > 0 else "less"


def _ratio(rounds: RoundColumns, measure: Measure, better: Sequence[int]) -> Ratio:
    table = rounds.games if measure.whole else rounds
    return Ratio(table.column(measure.y, better), table.column(measure.x, better), table.strata)


def ranking(plan: Plan, arms: Sequence[RoundColumns]) -> list[int]:
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


def _of_games(plan: Plan) -> list[Measure]:
    found = list(WHOLE)
    for place, seat in enumerate(plan.seats):
        found.append(_whole(f"total.{seat.name}", f"total, {seat.name}", f"total:{place}"))
        found.append(_whole(f"wins.{seat.name}", f"wins, {seat.name}", f"wins:{place}", "one*", True))
    return found
