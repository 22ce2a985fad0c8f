"""What is said of one variant by itself: what a round is like under it, or a whole game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from eleusis.lab.intervals import Interval
from eleusis.lab.measures import FEW, Outcome
from eleusis.lab.plan import Plan
from eleusis.lab.reporting.findings import agree_in_number, find_words, level_text, number_text, seat_of
from eleusis.lab.reporting.measure_words import WIN, MeasureWords
from eleusis.lab.reporting.sentences import NAMED, count_rounds, name_arm, run_on, value_of
from eleusis.variant.saying import capital, put_in_row

_WINNERS = 3
"""So many seats are told with how often they win, those that win most."""


def describe_variant(plan: Plan, outcomes: Sequence[Outcome]) -> list[str]:
    """What a round is like, or a whole game."""
    own, levels = {}, {}
    for words, outcome in find_words(plan, outcomes):
        estimate = outcome.arms[0]
        if estimate is not None:
            own[outcome.measure.id] = value_of(estimate)
            levels[outcome.measure.id] = _tell_level(words, outcome, estimate)
    own |= {key: value_of(out.arms[0]) for out in outcomes if (key := out.measure.id) in ("turns", "layout")}
    name = name_arm(plan, 0)
    lines = [_describe_length(plan, f"Under {name} a" if len(name) <= NAMED else "A", own)]
    if plan.games < FEW:
        return [*lines, f"{capital(count_rounds(plan))} can't say more: play a few hundred."]
    lines.append(_describe_endings(own, levels))
    clauses = _describe_games(own, levels) if plan.game is not None else _describe_rounds(levels)
    return run_on([*lines, *(f"{capital(clause)}." for clause in clauses)])


def _tell_level(words: MeasureWords, outcome: Outcome, estimate: Interval) -> str:
    """What a measure comes to, as a clause."""
    if words.unit == "lead":
        return words.alone.format(a=_say_lead(estimate.value))
    level = level_text(words, estimate.value, 1 if estimate.value < 10 and words.unit != "share" else 0)
    return agree_in_number(words.alone.format(a=level, seat=seat_of(outcome)))


def _describe_length(plan: Plan, under: str, own: Mapping[str, float]) -> str:
    """How long a round is, or a game of several."""
    cards = _count(own["layout"])
    if plan.game is None:
        return f"{under} round takes {_count(own['turns'])} turns and puts {cards} cards on the layout."
    game = f"game of {plan.game} round{'s' * (plan.game != 1)}"
    return f"{under} {game} takes {_count(own['game.turns'])} turns; a round lays out {cards} cards."


def _count(value: float) -> str:
    return number_text(value, 1 if value < 10 else 0)


def _describe_endings(own: Mapping[str, float], levels: Mapping[str, str]) -> str:
    """For what reasons rounds end, the three that are most frequent."""
    endings = [key for key in levels if key.startswith("ended.") and own[key] >= 0.01]
    first, *others = [levels[key] for key in sorted(endings, key=lambda key: -own[key])][:3]
    if first.startswith("100 end "):
        return f"Every round ends {first.removeprefix('100 end ')}."
    return f"Of 100 rounds, {', '.join([first, *(text.replace(' end ', ' ') for text in others)])}."


def _describe_rounds(levels: Mapping[str, str]) -> Iterator[str]:
    """What becomes of the players in a round, and what dealing and skill bring."""
    persons = [levels[key] for key in ("expelled", "prophet.true") if key in levels]
    if persons:
        yield "; ".join(persons)
    yield from (levels[key] for key in ("score.dealer_ahead", "skill") if key in levels)


def _describe_games(own: Mapping[str, float], levels: Mapping[str, str]) -> Iterator[str]:
    """What a whole game comes to: the totals, who wins, what dealing and skill bring."""
    winner = [levels[key] for key in ("game.winner", "game.lead") if key in levels]
    totals = [levels["game.total"]] if "game.total" in levels else []
    if totals or winner:
        yield "; ".join([*totals, *([", ".join(winner)] if winner else [])])
    wins = sorted((key for key in levels if key.startswith(WIN)), key=lambda key: -own[key])[:_WINNERS]
    if wins:
        first, *others = (levels[key] for key in wins)
        texts = [text.replace(" wins ", " ") for text in others]
        yield f"of 100 games, {put_in_row([first, *texts], 'and')}"
    besides = [levels[key] for key in ("game.dealing", "game.skill") if key in levels]
    if besides:
        yield "; ".join(besides)


def _say_lead(points: float) -> str:
    """How far the dealer is ahead of somebody, or behind."""
    number = number_text(abs(points), 1)
    return f"{number} point{'s' * (number != '1')} {'ahead of' if points >= 0 else 'behind'}"
