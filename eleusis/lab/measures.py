"""The measures: what is asked of the rounds, each as one column of numbers over another."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import lcm
from operator import sub
from typing import TypeVar

from eleusis.game.state import END_REASONS
from eleusis.ground.statistics import Column, Measure, Outcome, Ratio, compare_ratios
from eleusis.lab.columns import GameColumns, RoundColumns
from eleusis.lab.plan import Plan
from eleusis.lab.points import Points
from eleusis.lab.tally import Numbers

Of = TypeVar("Of")


OfPoints = Callable[[Points], Column]
OfRounds = Callable[[Numbers["array[int]"]], Column]
OfGames = Callable[[GameColumns], Column]


Formula = tuple[Measure, Callable[[RoundColumns], Ratio]]
"""A measure, and how it is answered: by a ratio of two columns. Apart, so that what is measured can be pickled."""


def _measure(
    id: str, text: str, group: str, y: OfRounds, x: OfRounds | None = None, share: bool = False, parts: int = 1
) -> Formula:
    """A measure of rounds: y over x, or y per round."""
    measure = Measure(id, text, group, share, parts)
    return measure, lambda rounds: _ratio(rounds.numbers, rounds.strata, y, x)


def _whole(
    id: str, text: str, y: OfGames, x: OfGames | None = None, share: bool = False, parts: int = 1
) -> Formula:
    """A measure of whole games: y over x, or y per game."""

    def ratio(rounds: RoundColumns) -> Ratio:
        return _ratio(rounds.games, rounds.games.strata, y, x)

    return Measure(f"game.{id}", text, "whole games", share, parts, whole=True), ratio


def _ratio(of: Of, strata: int, y: Callable[[Of], Column], x: Callable[[Of], Column] | None) -> Ratio:
    """y over x of the rounds, or of the whole games; over 1 for each where there is no x."""
    column = y(of)
    return Ratio(column, array("q", [1]) * len(column) if x is None else x(of), strata)


def _mark(column: Column) -> Column:
    """1 for each number that is not 0."""
    return [number > 0 for number in column]


def _totals(games: GameColumns) -> Column:
    return list(map(sum, games.totals))


def _dealer_ahead(n: Numbers[array[int]]) -> Column:
    """Over the mean of the players, times their number: in whole numbers."""
    columns = zip(n.dealer_score, n.players, n.players_score, strict=True)
    return [dealer * players - score for dealer, players, score in columns]


def _others(n: Numbers[array[int]]) -> Column:
    """The players besides a true prophet."""
    return list(map(sub, n.players, n.true_prophet))


def _others_score(n: Numbers[array[int]]) -> Column:
    return list(map(sub, n.players_score, n.prophet_score))


def _ending(reason: str) -> Formula:
    """How often rounds end for this reason."""
    place = END_REASONS.index(reason)
    name = f"ended.{reason.replace(' ', '_')}"
    return _measure(name, reason, "how rounds end", lambda n: [end == place for end in n.ended], share=True)


MEASURES: tuple[Formula, ...] = (
    _measure("turns", "turns", "length", lambda n: n.turns),
    _measure("layout", "cards on the layout", "length", lambda n: n.layout),
    _measure("mainline", "cards on the mainline", "length", lambda n: n.mainline),
    _measure("decks", "decks used", "length", lambda n: n.decks),
    *map(_ending, END_REASONS),
    _measure("right", "right plays", "plays", lambda n: n.right_plays, lambda n: n.plays, True),
    _measure("strings", "strings among plays", "plays", lambda n: n.strings, lambda n: n.plays, True),
    _measure("strings.right", "right strings", "plays", lambda n: n.right_strings, lambda n: n.strings, True),
    _measure("no_plays", "no plays", "plays", lambda n: n.no_plays),
    _measure("no_plays.right", "right no plays", "plays", lambda n: n.right_no_plays, lambda n: n.no_plays, True),
    _measure("prophet", "rounds with a prophet", "prophet", lambda n: _mark(n.declared), share=True),
    _measure("prophet.at", "declared at card", "prophet", lambda n: n.declared_at, lambda n: n.declared),
    _measure(
        "prophet.overthrown", "prophets overthrown", "prophet", lambda n: n.overthrown, lambda n: n.declared, True
    ),
    _measure("prophet.lasted", "cards until overthrown", "prophet", lambda n: n.lasted, lambda n: n.overthrown),
    _measure("prophet.true", "true prophets", "prophet", lambda n: n.true_prophet, share=True),
    _measure("expelled", "expelled players", "expulsion", lambda n: n.expelled),
    _measure("expelled.any", "somebody expelled", "expulsion", lambda n: _mark(n.expelled), share=True),
    _measure("guesses", "guesses", "guesses", lambda n: n.guesses),
    _measure("guesses.right", "right guesses", "guesses", lambda n: n.right_guesses, lambda n: n.guesses, True),
    _measure("score.player", "player's score", "scores", lambda n: n.players_score, lambda n: n.players),
    _measure("score.dealer", "dealer's score", "scores", lambda n: n.dealer_score),
    _measure("score.dealer_ahead", "dealer over mean player", "scores", _dealer_ahead, lambda n: n.players),
    _measure(
        "score.prophet", "true prophet's score", "scores", lambda n: n.prophet_score, lambda n: n.true_prophet
    ),
    _measure("score.others", "other players' score", "scores", _others_score, _others),
    _measure("score.out", "score on going out", "scores", lambda n: n.out_score, lambda n: n.out),
    _measure(
        "score.expelled", "expelled player's score", "scores", lambda n: n.expelled_score, lambda n: n.expelled
    ),
    _measure("cap", "dealer's cap bites", "scores", lambda n: n.cap_bites, share=True),
    _measure("spread", "best less last player", "scores", lambda n: n.spread),
    _measure("lead", "winner's lead", "scores", lambda n: n.lead),
)
"""The measures of rounds that hang on no seat; those of the seats come behind them."""

WHOLE: tuple[Formula, ...] = (
    _whole("turns", "turns", lambda games: games.turns),
    _whole("total", "total of a seat", _totals, lambda games: [len(row) for row in games.totals]),
    _whole("winner", "winner's total", lambda games: list(map(max, games.totals))),
    _whole("lead", "winner's lead", lambda games: list(map(_lead, games.totals))),
    _whole("spread", "first less last", lambda games: [max(row) - min(row) for row in games.totals]),
    _whole("dealing", "dealers' share of points", lambda games: games.dealt, _totals),
    _whole("never_dealt", "points for never dealing", lambda games: games.bonus),
    _whole("ties", "shared wins", lambda games: [not _lead(row) for row in games.totals], share=True),
    _whole("kept", "leader stays ahead", lambda games: games.kept, lambda games: games.led, True),
)
"""The measures of whole games that hang on no seat."""


def measures_of(plan: Plan, ranks: Sequence[int]) -> list[Formula]:
    """All measures of a plan in their order, and how each is answered.

    `ranks` is how good the bot on each seat is, as `rank_bots` has it.
    """
    measures = [*MEASURES, *_ask_seats(plan, ranks)]
    if plan.game is not None:
        measures += [*WHOLE, *_ask_seats(plan, ranks, whole=True)]
    return measures


def _ask_seats(plan: Plan, ranks: Sequence[int], whole: bool = False) -> Iterator[Formula]:
    """What is asked of the points of the seats, in rounds or in whole games."""

    def ask(
        id: str, text: str, group: str, y: OfPoints, x: OfPoints, share: bool = False, parts: int = 1
    ) -> Formula:
        def ratio(rounds: RoundColumns) -> Ratio:
            columns = rounds.games if whole else rounds
            return _ratio(columns.points, columns.strata, y, x)

        if whole:
            return Measure(f"game.{id}", text, "whole games", share, parts, whole), ratio
        return Measure(id, text, group, share, parts), ratio

    # The pairs of seats with bots of different kinds, the better one first.
    seats = range(len(plan.seats))
    pairs = [(a, b) for a in seats for b in seats if ranks[a] > ranks[b]]
    # A win is cut so that any number of seats can share it in whole numbers.
    parts = lcm(*range(1, len(seats) + 1))
    score, win = ("total", "wins") if whole else ("score", "best")
    ahead, even = partial(Points.ahead, pairs=pairs), partial(Points.even, pairs=pairs)
    yield ask("skill", "better bot ahead", "skill", ahead, even, share=True)
    for place, name in enumerate(plan.players):
        points, plays = partial(Points.of, place=place), partial(Points.plays, place=place)
        yield ask(f"{score}.{name}", f"{score}, {name}", "players", points, plays)
        wins, all_parts = partial(Points.wins, place=place, parts=parts), partial(plays, times=parts)
        yield ask(f"wins.{name}", f"{win}, {name}", "players", wins, all_parts, share=True, parts=parts)


def _lead(totals: Sequence[int]) -> int:
    """The winner's total less that of the second."""
    first, second, *_ = sorted(totals, reverse=True)
    return first - second


def measure_rounds(plan: Plan, arms: Sequence[RoundColumns], paired: bool = True) -> list[Outcome]:
    """The outcomes of all measures that say anything in these rounds, in their order."""
    outcomes = []
    for measure, ratio_of in measures_of(plan, rank_bots(plan, arms)):
        ratios = [ratio_of(rounds) for rounds in arms]
        if all(not any(ratio.y) for ratio in ratios) or not any(any(ratio.x) for ratio in ratios):
            continue
        outcomes.append(compare_ratios(measure, ratios, paired))
    return outcomes


def rank_bots(plan: Plan, arms: Sequence[RoundColumns]) -> list[int]:
    """How good the bot on each seat is: the rank of its kind by its mean score over all arms."""
    scored: dict[str, int] = {}
    played: dict[str, int] = {}
    for place, seat in enumerate(plan.seats):
        for rounds in arms:
            scored[seat.how] = scored.get(seat.how, 0) + sum(rounds.points.of(place))
            played[seat.how] = played.get(seat.how, 0) + sum(rounds.points.plays(place))
    order = sorted(scored, key=lambda how: (scored[how] / max(1, played[how]), how))
    return [order.index(seat.how) for seat in plan.seats]
