"""The scorecard: what a benchmark came to as a text for a terminal, in at most 80 columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from eleusis.benchmark import figures
from eleusis.benchmark.entries import Entry
from eleusis.ground.statistics import Interval, Measure, format_estimate
from eleusis.variant import load_variant, variant_names
from eleusis.words.page.ink import Ink, cells, cut, fill, wrap

_NAME = 24
_COLUMN = 18
_DIFFERENCE = 16
_PLACE, _SCORE, _WINS, _AHEAD = 4, 14, 14, 16
"""The columns of a ranking; behind them stands a verdict."""
_BY_TURN = 5
"""A column of the rules found by a turn."""
_OF_GUESSES = ("solved", "wrong_guesses", "caution", "double_down", "guesses_next_turn")
"""What says nothing in variants without a guess."""
_CLOCK = "seconds_per_turn"
_INSTANT = 0.001
"""Seconds below which it is not the player that is measured."""


def may_guess(entries: Sequence[Entry]) -> bool:
    """Whether rules are guessed in a variant of these entries; one that doesn't ship is taken to have a guess."""
    own, ships = {entry.edition for entry in entries}, variant_names()
    return any(name not in ships or load_variant(name).guess.offered for name in own)


def format_figure(measure: Measure, value: Interval | None) -> str:
    """A figure with half of its interval; of what takes no time to speak of, just that."""
    if measure.id == _CLOCK and value is not None and value.value < _INSTANT:
        return f"< {_INSTANT}"
    return format_estimate(value, measure.share)


def rounds_text(entries: Sequence[Entry]) -> str:
    """How much was played, of what: `78 rounds of solo-library (solo)`."""
    rounds = len({(entry.file, entry.round, entry.rotation) for entry in entries})
    files = list(dict.fromkeys(entry.file for entry in entries))
    variants = ", ".join(dict.fromkeys(entry.edition for entry in entries))
    of = f" of {files[0]}" if len(files) == 1 else f" of {len(files)} files" if files else ""
    return f"{rounds:,} round{'s' * (rounds != 1)}{of}" + (f" ({variants})" if variants else "")


def scorecard(
    entries: Sequence[Entry], standings: Sequence[figures.Standing] = (), *, width: int = 80, colour: bool = False
) -> str:
    """The figures of each kind and the ranking, with intervals, no line over `width` columns (60 at least)."""
    ink, width = Ink(colour), max(60, width)
    lines = [ink.bold(line) for line in wrap([ink.safe(rounds_text(entries), 400)], width)]
    kinds = figures.kinds_of(entries)
    column = min(width - _NAME, max([_COLUMN, *(cells(ink.safe(kind, 100)) + 2 for kind in kinds)]))
    fit = max(1, (width - _NAME) // column)
    for first in range(0, len(kinds), fit):
        lines += ["", *_table(entries, kinds[first : first + fit], column, ink)]
    if may_guess(entries):
        parts = [(kind, [entry for entry in entries if entry.player == kind]) for kind in kinds]
        lines += ["", *_tell_found(parts, ink, width)]
    if standings:
        lines += ["", *_ranking(standings, ink, width)]
    lines += ["", *_foot(entries, width)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _table(entries: Sequence[Entry], kinds: Sequence[str], column: int, ink: Ink) -> list[str]:
    """A column for each kind."""
    own = [[entry for entry in entries if entry.player == kind] for kind in kinds]
    heads = [fill(cut(ink.safe(kind or "–", 100), column - 1), column, right=True) for kind in kinds]
    lines = [ink.bold(fill("", _NAME) + "".join(heads))]
    for lead, texts in figure_rows(own, may_guess(entries)):
        lines.append(fill(lead, _NAME) + "".join(fill(text, column, right=True) for text in texts))
    return lines


def figure_rows(parts: Sequence[Sequence[Entry]], guessed: bool) -> Iterator[tuple[str, list[str]]]:
    """What is measured of each part, as a lead and a text for each; nothing of what no part says anything about."""
    for figure in figures.FIGURES:
        measure = figure.measure
        estimates = [figures.estimate(figure, part) for part in parts]
        if any(value is not None for value in estimates) and (guessed or measure.id not in _OF_GUESSES):
            yield f"  {measure.text}{' %' * measure.share}", [format_figure(measure, value) for value in estimates]
    yield from _extra_rows(parts)


def _tell_found(parts: Sequence[tuple[str, Sequence[Entry]]], ink: Ink, width: int) -> list[str]:
    """The share of rules found by turn 5, 10, 15, …, a line for each part, as far as there is room."""
    longest = max(entry.turns for _, entries in parts for entry in entries)
    room = (width - _NAME) // _BY_TURN
    rows = [(name, figures.share_found_by(entries, longest)[:room]) for name, entries in parts]
    head = "".join(fill(str(point.turn), _BY_TURN, right=True) for point in rows[0][1])
    lines = [ink.bold(fill("found by turn, %", _NAME) + head)]
    for name, points in rows:
        numbers = "".join(fill(f"{100 * point.share:.0f}", _BY_TURN, right=True) for point in points)
        lines.append(fill(f"  {cut(ink.safe(name or '–', 100), _NAME - 3)}", _NAME) + numbers)
    return lines


def _extra_rows(parts: Sequence[Sequence[Entry]]) -> Iterator[tuple[str, list[str]]]:
    """What stands below the figures of each part, without an interval; nothing where there is nothing to say."""
    errors = [figures.calibration_error(part) for part in parts]
    if any(error is not None for error in errors):
        yield "  calibration error", ["–" if error is None else f"{error:.3f}" for error in errors]
    if any(map(figures.count_failed, parts)):
        yield "  failed", [f"{figures.count_failed(part):,} of {len(part):,}" for part in parts]


def _ranking(standings: Sequence[figures.Standing], ink: Ink, width: int) -> list[str]:
    """The kinds from the best on, each with what can be said of it and the next."""
    wins = any(standing.wins is not None for standing in standings)
    head = fill("score", _SCORE, right=True) + (fill("most points %", _WINS, right=True) if wins else "")
    head += fill("over the next", _AHEAD, right=True)
    name = width - len(head) - _PLACE - 10
    lines = [ink.bold(fill("    ranking", name + _PLACE) + head)]
    for place, standing in zip(figures.places_of(standings), standings, strict=True):
        line = fill(f"{place:>2}  {cut(ink.safe(standing.player, 100), name - 1)}", name + _PLACE)
        line += fill(format_estimate(standing.score, share=False), _SCORE, right=True)
        if wins:
            line += fill(format_estimate(standing.wins, share=True), _WINS, right=True)
        if standing.ahead is not None:
            gap = format_estimate(standing.ahead, share=False, signed=True)
            line += f"{fill(gap, _AHEAD, right=True)} {standing.verdict}"
        lines.append(line)
        if standing.failed:
            lines.append(fill("", _PLACE) + f"failed in {standing.failed:,} of {standing.entries:,}")
    if any(standing.failed for standing in standings):
        lines += wrap(["Where a player failed, the ranking counts at most the lowest score of that deal."], width)
    return lines


def _foot(entries: Sequence[Entry], width: int) -> list[str]:
    """How to read it, and what was not counted."""
    words = ["± is half of the 95 % interval; each figure is for one seat in one round."]
    pairs = [right for entry in entries for _, right in entry.confidences]
    if pairs:
        decided = len(figures.decided_pairs(entries))
        left = f"; {len(pairs) - decided:,} more could not be decided" if len(pairs) > decided else ""
        words.append(f"Calibration is based on {decided:,} statement{'s' * (decided != 1)}{left}.")
    cost = figures.sum_known(entry.cost for entry in entries)
    if cost is not None:
        tokens = figures.sum_known(entry.tokens for entry in entries if entry.cost is not None)
        words.append(f"In all, {tokens:,} tokens cost {cost:,.2f}.")
    if figures.count_failed(entries):
        words.append("failed: the player could not go on; counted as not found, with the score as it stood.")
    return [line for text in words for line in wrap([text], width)]


def compare_text(pairing: figures.Pairing, names: tuple[str, str], *, width: int = 80, colour: bool = False) -> str:
    """Two runs side by side, with no line over `width` columns (60 at least)."""
    ink, width = Ink(colour), max(60, width)
    column = (width - _NAME - _DIFFERENCE - 10) // 2
    count = len(pairing.a)
    lines = [ink.bold(f"{count:,} round{'s' * (count != 1)} that both have")]
    for letter, name, entries in zip("AB", names, (pairing.a, pairing.b), strict=True):
        who = ", ".join(kind for kind in figures.kinds_of(entries) if kind)
        lines += wrap([ink.safe(name, 300), *([ink.safe(who, 300)] if who else [])], width, f"  {letter}  ", 5)

    def lay_out(lead: str, a: str, b: str, gap: str, verdict: str) -> str:
        numbers = fill(a, column, right=True) + fill(b, column, right=True) + fill(gap, _DIFFERENCE, right=True)
        return fill(lead, _NAME) + numbers + f" {verdict}"

    lines += ["", ink.bold(lay_out("", "A", "B", "difference", ""))]
    guessed = may_guess(pairing.a)
    for gap in pairing.gaps:
        if gap.measure.id in _OF_GUESSES and not guessed:
            continue
        share = gap.measure.share
        a, b = format_figure(gap.measure, gap.a), format_figure(gap.measure, gap.b)
        change, verdict = format_estimate(gap.difference, share, signed=True), gap.verdict
        if gap.measure.id == _CLOCK:  # the clock of a machine judges no player
            verdict = ""
            if a == b:
                change = ""
        lines.append(lay_out(f"  {gap.measure.text}{' %' * share}", a, b, change, verdict))
    for lead, (a, b) in _extra_rows((pairing.a, pairing.b)):
        lines.append(lay_out(lead, a, b, "", ""))
    if guessed:
        lines += ["", *_tell_found([("A", pairing.a), ("B", pairing.b)], ink, width)]
    failed = figures.count_failed((*pairing.a, *pairing.b))
    lines.append("")
    for text in [
        tell_better(pairing),
        *(["A failed round has at most the score of the other side."] if failed else []),
        *_tell_left_out(pairing),
        "± is half of the 95 % interval; paired, deal by deal.",
    ]:
        lines += wrap([text], width)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def tell_better(pairing: figures.Pairing) -> str:
    """Which of two runs is better, by the mean score, as a sentence."""
    gap = pairing.gaps[0]
    if pairing.better is not None and gap.difference is not None:
        by = format_estimate(gap.difference, share=False).lstrip("−")
        return f"{pairing.better} is better: by {by} points a round."
    why = {
        "identical": "every round has the same score in both",
        "too few": "there are too few rounds to tell",
        "unclear": "the interval of the difference includes 0",
    }
    return f"Neither is better, as far as this shows: {why[gap.verdict]}."


def _tell_left_out(pairing: figures.Pairing) -> list[str]:
    """What was not compared."""
    words = []
    for letter, count in (("A", pairing.only_a), ("B", pairing.only_b)):
        if count:
            words.append(f"{count} only in {letter}: left out.")
    if pairing.others:
        words.append(f"{pairing.others} of the same name, with another rule, variant or other cards: left out.")
    return words
