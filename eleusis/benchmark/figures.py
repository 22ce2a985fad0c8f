"""The figures: what many entries come to, with intervals; kinds ranked, and two runs held against each other."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from math import fsum

import attrs

from eleusis.benchmark.entries import Entry, OwnGuess
from eleusis.ground.errors import LabError
from eleusis.ground.statistics import Interval, Measure, Ratio, compare_ratios, interval

EDGES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
"""The edges between the ten bins of confidence; an edge is of the bin above it."""
_FINE = 1_000_000
"""Into how many parts seconds and squares are cut, so that they are added up as whole numbers."""

Decided = tuple[float, bool]
"""A confidence, and whether what was stated with it was right."""


def decided_pairs(entries: Iterable[Entry]) -> list[Decided]:
    """All confidences of which it is decided whether they were in what is right."""
    return [(sure, right) for entry in entries for sure, right in entry.confidences if right is not None]


@attrs.frozen
class Bin:
    """Statements of about the same confidence."""

    low: float
    high: float
    count: int
    confidence: float
    """The mean confidence of them."""
    right: float
    """The share of them that was right."""


def in_bin(confidence: float) -> int:
    """Which of the ten bins a confidence is of, from 0."""
    return bisect_right(EDGES, confidence)


def bins_of(pairs: Sequence[Decided]) -> list[Bin]:
    """The bins that have any pair, from the least confidence up."""
    edges = (0.0, *EDGES, 1.0)
    members: defaultdict[int, list[Decided]] = defaultdict(list)
    for pair in pairs:
        members[in_bin(pair[0])].append(pair)
    return [
        Bin(
            edges[place],
            edges[place + 1],
            len(members[place]),
            fsum(sure for sure, _ in members[place]) / len(members[place]),
            sum(right for _, right in members[place]) / len(members[place]),
        )
        for place in sorted(members)
    ]


def calibration_error(entries: Iterable[Entry]) -> float | None:
    """How far confidence is from what was right, bin by bin, weighed by their sizes; None without a statement."""
    pairs = decided_pairs(entries)
    if not pairs:
        return None
    return fsum(own.count / len(pairs) * abs(own.confidence - own.right) for own in bins_of(pairs))


def brier(entries: Iterable[Entry]) -> float | None:
    """The mean squared distance of confidence from what was right; None without a statement."""
    pairs = decided_pairs(entries)
    return fsum((sure - right) ** 2 for sure, right in pairs) / len(pairs) if pairs else None


Count = Callable[[Entry], int]


@attrs.frozen(eq=False)
class Figure:
    """One figure: what is asked of each entry, over what it is taken."""

    measure: Measure
    y: Count
    x: Count = lambda entry: 1


def _figure(id: str, text: str, y: Count, x: Count | None = None, share: bool = False) -> Figure:
    measure = Measure(id, text, "", share)
    return Figure(measure, y) if x is None else Figure(measure, y, x)


def _squares(entry: Entry) -> int:
    """The squares of a Brier score, added up, in millionths."""
    return round(_FINE * fsum((sure - right) ** 2 for sure, right in decided_pairs([entry])))


def _is_given(name: str, parts: int = 1) -> Count:
    """Whether an entry has a value there, as a whole number of parts."""
    return lambda entry: parts * int(getattr(entry, name) is not None)


def _turns_in_parts(entry: Entry) -> int:
    return _FINE * entry.turns


def wrong_ones(entry: Entry) -> list[OwnGuess]:
    """The guesses of an entry that were called wrong."""
    return [guess for guess in entry.guesses if not guess.right]


def count_wrong(entry: Entry) -> int:
    """How many there are."""
    return len(wrong_ones(entry))


def count_double_downs(entry: Entry) -> int:
    """How many of them were the same as one called wrong before, or contradicted a verdict on the table."""
    return sum(guess.repeated or guess.refuted for guess in wrong_ones(entry))


def count_next_turn(entry: Entry) -> int:
    """How many of them had another guess follow in the seat's very next turn."""
    turns = {guess.turn for guess in entry.guesses}
    return sum(guess.turn + 1 in turns for guess in wrong_ones(entry))


@attrs.frozen
class FoundBy:
    """How much was found by a turn."""

    turn: int
    """Within so many turns of its own."""
    share: float
    """The share of the entries that were solved."""


def share_found_by(entries: Iterable[Entry], longest: int | None = None, step: int = 5) -> list[FoundBy]:
    """The share of rules found by turn 5, 10, 15, …, to the end of the longest round, or of one so long."""
    own = list(entries)
    if longest is None:
        longest = max((entry.turns for entry in own), default=0)
    return [
        FoundBy(turn, sum(entry.solved and entry.turns <= turn for entry in own) / len(own))
        for turn in range(step, longest + step, step)
    ]


FIGURES: tuple[Figure, ...] = (
    _figure("mean_score", "score", lambda entry: entry.score),
    _figure("mean_floored", "score, below 0 as 0", lambda entry: max(0, entry.score)),
    _figure("solved", "rule found", lambda entry: int(entry.solved), share=True),
    _figure("turns", "turns", lambda entry: entry.turns),
    _figure("wrong_guesses", "wrong guesses", lambda entry: entry.wrong_guesses),
    _figure("caution", "caution, in turns", lambda entry: entry.waited or 0, _is_given("waited")),
    _figure("double_down", "double-down", count_double_downs, count_wrong, share=True),
    _figure("guesses_next_turn", "guesses next turn", count_next_turn, count_wrong, share=True),
    _figure("seconds_per_turn", "seconds a turn", lambda entry: round(_FINE * entry.seconds), _turns_in_parts),
    _figure("tokens", "tokens", lambda entry: entry.tokens or 0, _is_given("tokens")),
    _figure("cost", "cost", lambda entry: round(_FINE * (entry.cost or 0)), _is_given("cost", _FINE)),
    _figure("brier", "Brier score", _squares, lambda entry: _FINE * len(decided_pairs([entry]))),
)  # fmt: skip
"""What is asked of the entries of a kind, each per round and seat unless it says otherwise."""


def ratio_of(figure: Figure, deals: Sequence[Sequence[Entry]]) -> Ratio:
    """A figure asked of deals, each with its entries: seats of one deal are not told apart."""
    return Ratio(
        [sum(map(figure.y, entries)) for entries in deals],
        [sum(map(figure.x, entries)) for entries in deals],
    )


def kinds_of(entries: Iterable[Entry]) -> list[str]:
    """The kinds of player of some entries, in their order."""
    return list(dict.fromkeys(entry.player for entry in entries))


def by_deal(entries: Iterable[Entry]) -> list[list[Entry]]:
    """The entries of each deal, in their order."""
    deals: dict[tuple[str, int], list[Entry]] = {}
    for entry in entries:
        deals.setdefault((entry.file, entry.round), []).append(entry)
    return list(deals.values())


def estimate(figure: Figure, entries: Iterable[Entry]) -> Interval | None:
    """A figure with its 95 % interval; None where no entry says anything."""
    return interval(ratio_of(figure, by_deal(entries)), figure.measure.share)


def mean_of(name: str, entries: Iterable[Entry]) -> float | None:
    """A figure by itself; None where no entry says anything."""
    figure = next(figure for figure in FIGURES if figure.measure.id == name)
    value = ratio_of(figure, [list(entries)]).value
    return None if value is None else float(value)


def figures_json(entries: Sequence[Entry]) -> dict[str, object]:
    """The figures of entries as design has them: plain numbers, null where nothing is known."""
    turns = sum(entry.turns for entry in entries)
    return {
        **{name: mean_of(name, entries) for name in ("mean_score", "mean_floored", "solved")},
        "wrong_guesses": sum(entry.wrong_guesses for entry in entries),
        "calibration_error": calibration_error(entries),
        "brier": brier(entries),
        "seconds_per_turn": fsum(entry.seconds for entry in entries) / turns if turns else None,
        "tokens": sum_known(entry.tokens for entry in entries),
        "failed": count_failed(entries),
        **{name: mean_of(name, entries) for name in ("caution", "double_down", "guesses_next_turn")},
        "found_by": [attrs.asdict(own) for own in share_found_by(entries)],
        "tokens_out": sum_known(entry.tokens_out for entry in entries),
        "cost": sum_known(entry.cost for entry in entries),
    }


def sum_known(values: Iterable[float | None]) -> float | None:
    """The sum of what is known; None where nothing is."""
    given = [value for value in values if value is not None]
    return sum(given) if given else None


# Rounds that failed

Failed = tuple[str, int, int, str]
"""File, round and rotation that a kind of player could not go on in, and that kind."""


def find_failed(entries: Iterable[Entry]) -> set[Failed]:
    """The rounds that a kind failed in: its other seats there gain nothing by that either."""
    return {_round_of_kind(entry) for entry in entries if entry.error is not None}


def _round_of_kind(entry: Entry) -> Failed:
    return entry.file, entry.round, entry.rotation, entry.player


def cap_failed(entries: Sequence[Entry], caps: Iterable[int]) -> list[Entry]:
    """Entries as they are held against others: where its kind failed, one has at most the score that caps it.

    A round that is broken off may have cost less than playing on would have, so it is never what puts one ahead.
    """
    failed = find_failed(entries)
    return [
        attrs.evolve(entry, score=min(entry.score, cap)) if _round_of_kind(entry) in failed else entry
        for entry, cap in zip(entries, caps, strict=True)
    ]


def count_failed(entries: Iterable[Entry]) -> int:
    """In how many entries the player could not go on."""
    return sum(entry.error is not None for entry in entries)


# Kinds against each other


@attrs.frozen
class Standing:
    """How a kind did against the others, on the same deals."""

    player: str
    """The kind with its options."""
    score: Interval
    """Its mean score; a round that it failed in has at most the lowest of the deal."""
    wins: Interval | None
    """The share of the rounds in which no other seat had more points; None where kinds play alone."""
    ahead: Interval | None
    """By how much its mean score is above that of the next; None for the last."""
    verdict: str
    """What can be said of that: more, unclear, identical, too few; empty for the last."""
    failed: int = 0
    """In how many of its entries it could not go on."""
    entries: int = 0
    """How many entries it has."""


SCORE, SOLVED = FIGURES[0], FIGURES[2]


def rank(entries: Sequence[Entry], rotations: int) -> list[Standing]:
    """The kinds by their mean scores, over the deals that all rotations of were played."""
    played: defaultdict[tuple[str, int], set[int]] = defaultdict(set)
    for entry in entries:
        played[entry.file, entry.round].add(entry.rotation)
    whole = [entry for entry in entries if len(played[entry.file, entry.round]) == rotations]
    lowest = {(deal[0].file, deal[0].round): min(entry.score for entry in deal) for deal in by_deal(whole)}
    whole = cap_failed(whole, [lowest[entry.file, entry.round] for entry in whole])
    deals = by_deal(whole)
    failed = {kind: count_failed(entry for entry in whole if entry.player == kind) for kind in kinds_of(whole)}
    ratios = {
        kind: ratio_of(SCORE, [[entry for entry in deal if entry.player == kind] for deal in deals])
        for kind in failed
    }
    order = sorted(ratios, key=lambda kind: (-(ratios[kind].value or 0), failed[kind], kind))
    standings = []
    for place, kind in enumerate(order):
        score = interval(ratios[kind])
        assert score is not None, "a kind that is ranked has played"
        ahead, verdict = None, ""
        if place + 1 < len(order):
            below = ratios[order[place + 1]]
            against = compare_ratios(SCORE.measure, [below, ratios[kind]])
            ahead, verdict = against.differences[1], against.verdicts[1]
        count = sum(entry.player == kind for entry in whole)
        standings.append(Standing(kind, score, _wins(kind, deals), ahead, verdict, failed[kind], count))
    return standings


def places_of(standings: Sequence[Standing]) -> list[int]:
    """The place of each, from 1; who has the same mean score shares the best place of them."""
    scores = [standing.score.value for standing in standings]
    return [1 + sum(other > score for other in scores) for score in scores]


def _wins(kind: str, deals: Sequence[Sequence[Entry]]) -> Interval | None:
    """How often a kind had the top score of its round, alone or not."""
    wins, seats = [], []
    alone = True
    failed = find_failed(entry for deal in deals for entry in deal)
    for deal in deals:
        won = sat = 0
        for turn in {entry.rotation for entry in deal}:
            table = [entry for entry in deal if entry.rotation == turn]
            alone = alone and len(table) == 1
            best = max(entry.score for entry in table)
            own = [entry for entry in table if entry.player == kind]
            won += sum(entry.score == best and _round_of_kind(entry) not in failed for entry in own)
            sat += len(own)
        wins.append(won)
        seats.append(sat)
    return None if alone else interval(Ratio(wins, seats), share=True)


# Two runs against each other


@attrs.frozen
class Gap:
    """One figure of two runs over the rounds that both have."""

    measure: Measure
    """What it is a figure of."""
    a: Interval | None
    """Its value in the first run; None where no round says anything."""
    b: Interval | None
    """Its value in the second."""
    difference: Interval | None
    """By how much B is above A, paired deal by deal."""
    verdict: str
    """What can be said of it: more, less, unclear, identical, too few."""


@attrs.frozen(eq=False)
class Pairing:
    """Two runs over the rounds that both have."""

    a: tuple[Entry, ...]
    """The entries of the first, in the order of its file; a failed round has at most the score that B has."""
    b: tuple[Entry, ...]
    """Those of the second, round by round and seat by seat the same; a failed one at most the score that A has."""
    only_a: int
    """How many entries the first has that the second hasn't."""
    only_b: int
    """And the second that the first hasn't."""
    others: int
    """How many have one name in both, and were played with another rule, variant or other cards."""
    gaps: tuple[Gap, ...]
    """The figures."""

    @property
    def better(self) -> str | None:
        """`A` or `B`, by the mean score; None where that can't be said."""
        verdict = self.gaps[0].verdict
        return {"more": "B", "less": "A"}.get(verdict)


def pair(a: Sequence[Entry], b: Sequence[Entry]) -> Pairing:
    """Two runs held against each other. Raises LabError (`lab/no-rounds`) where they have no round in common."""
    in_a, in_b = ({entry.key: entry for entry in entries} for entries in (a, b))
    common = [key for key in in_a if key in in_b]
    same = [key for key in common if is_same_round(in_a[key], in_b[key])]
    if not same:
        message = "these two files have no round in common"
        if common:
            message += ": those of the same name have another rule, variant or other cards"
            wrote, others = (
                ", ".join(sorted({entry.version or "?" for entry in own.values()})) for own in (in_a, in_b)
            )
            if wrote != others:
                message += f"; A was written by eleusis {wrote}, B by {others}"
        raise LabError("lab/no-rounds", message)
    ours, theirs = (
        cap_failed([own[key] for key in same], [other[key].score for key in same])
        for own, other in ((in_a, in_b), (in_b, in_a))
    )
    gaps = []
    for figure in FIGURES:
        first, second = ratio_of(figure, by_deal(ours)), ratio_of(figure, by_deal(theirs))
        if not any(first.x) and not any(second.x):
            continue
        own = compare_ratios(figure.measure, [first, second])
        gaps.append(Gap(figure.measure, own.arms[0], own.arms[1], own.differences[1], own.verdicts[1]))
    return Pairing(
        tuple(ours),
        tuple(theirs),
        len(in_a) - len(common),
        len(in_b) - len(common),
        len(common) - len(same),
        tuple(gaps),
    )


def is_same_round(a: Entry, b: Entry) -> bool:
    """Whether two entries are of the same rule and cards in the same variant, as far as they say."""
    marks = {entry.deal for entry in (a, b) if entry.deal}
    return (a.rule, a.edition) == (b.rule, b.edition) and len(marks) < 2
