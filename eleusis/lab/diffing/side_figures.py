"""How recorded rounds and whole games came out on both sides: in sentences, in tables and as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from eleusis.ground.agreement import agree, name_several
from eleusis.ground.statistics import FEW, Outcome, Ratio, compare_ratios
from eleusis.lab.diffing.continuing import Continuation, EndFigures, SideEnding
from eleusis.lab.diffing.summing_up import GameSummary, half_by
from eleusis.lab.diffing.whole_games import Totals, WholeGame
from eleusis.lab.measures import MEASURES, WHOLE
from eleusis.lab.reporting.verdict import tell_differences
from eleusis.variant.saying import capital, count
from eleusis.words.page.ink import Ink, fill, wrap

WIDE = 50
"""With fewer columns the table has no intervals."""
_NAMES = 19
"""The columns of what is measured."""

T = TypeVar("T")
_Asked = Mapping[str, tuple[Callable[[T], int], Callable[[T], int]]]
"""What is counted of a round, or of a game, and by what that is divided; by the measure of `simulate`."""
TwoEndings = tuple[SideEnding, SideEnding]


def _count_once(_: object) -> int:
    return 1


def _find_lead(totals: Totals) -> int:
    first, *others = sorted(totals.values(), reverse=True)
    return first - others[0] if others else 0


_OF_ROUNDS: _Asked[EndFigures] = {
    "turns": (lambda figures: figures.turns, _count_once),
    "layout": (lambda figures: figures.layout, _count_once),
    "expelled": (lambda figures: figures.expelled, _count_once),
    "score.player": (lambda figures: figures.players_score, lambda figures: figures.players),
    "score.dealer": (lambda figures: figures.dealer_score, _count_once),
}
_OF_GAMES: _Asked[Totals] = {
    "game.total": (lambda totals: sum(totals.values()), len),
    "game.winner": (lambda totals: max(totals.values()), _count_once),
    "game.lead": (_find_lead, _count_once),
}
_MEASURES = {measure.id: measure for measure, _ in (*MEASURES, *WHOLE)}


def _measure(asked: _Asked[T], a: Sequence[T], b: Sequence[T]) -> list[Outcome]:
    """All measures over rounds, or games, that came out so under A, and so under B."""
    return [
        compare_ratios(
            _MEASURES[id], [Ratio([y(own) for own in side], [x(own) for own in side]) for side in (a, b)]
        )
        for id, (y, x) in asked.items()
    ]


def _measure_rounds(pairs: Sequence[TwoEndings]) -> list[Outcome]:
    return _measure(_OF_ROUNDS, [a.figures for a, _ in pairs], [b.figures for _, b in pairs])


def _measure_games(games: Sequence[WholeGame]) -> list[Outcome]:
    return _measure(_OF_GAMES, [game.totals_a for game in games], [game.totals_b for game in games])


def _there(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """The measures that there is anything of."""
    return [
        out
        for out in outcomes
        if out.differences[1] is not None and any(own is not None and own.value for own in out.arms)
    ]


def _groups(games: Iterable[GameSummary], then: Continuation) -> list[tuple[str, str, list[TwoEndings]]]:
    """The rounds that have an end on both sides, in groups: those recorded, those that went on, and all."""
    rounds = [round_ for game in games for round_ in game.continued]
    recorded = [(round_.a, round_.b) for round_ in rounds if round_.a and round_.b and round_.recorded]
    further = [(round_.a, round_.b) for round_ in rounds if round_.a and round_.b and not round_.recorded]
    how = "counted where they stand" if then.how == "count" else "played on by bots"
    groups = [("recorded", "recorded to the end", recorded), (then.how, how, further)]
    if recorded and further:
        groups.append(("all", "in all", recorded + further))
    return [group for group in groups if group[2]]


def _whole_games(games: Iterable[GameSummary]) -> list[WholeGame]:
    return [game.whole for game in games if game.whole is not None]


# In sentences


def verdict_sentences(games: Sequence[GameSummary], then: Continuation) -> list[str]:
    """What the change does: to the rounds, all together, then to the totals and the winners of whole games."""
    groups, wholes = _groups(games, then), _whole_games(games)
    sentences = []
    if groups:
        group, _, pairs = groups[-1]
        lead = (
            "As the hands stand, under B, over" if then.how == "count" and group != "recorded" else "Under B, over"
        )
        sentences += tell_differences(_there(_measure_rounds(pairs)), lead, len(pairs), "round")
    if wholes:
        sentences += _tell_winners(wholes, len(games), then)
        if len(wholes) >= FEW:
            sentences += tell_differences(
                _there(_measure_games(wholes)), "Under B, over", len(wholes), "whole game"
            )
    return sentences


def winner_sentences(games: Sequence[GameSummary]) -> list[str]:
    """In how many whole games somebody else wins, by the recorded points; nothing where no total differs."""
    wholes = _whole_games(games)
    differ = any(game.totals_a != game.totals_b for game in wholes)
    return _tell_winners(wholes, len(games), None) if differ else []


def _tell_winners(games: Sequence[WholeGame], of: int, then: Continuation | None) -> list[str]:
    """In how many games another seat wins; `of` is how many games there are, whole or not."""
    which = " that both sides can follow" if then is None and len(games) < of else ""
    if len(games) == 1:
        lead = "" if of == 1 else f"in the only whole game{which}, "
        return [f"{capital(lead + tell_winners(games[0], then))}."]
    other = sum(a != b for a, b in (game.winners for game in games))
    wins = "is ahead" if then is not None and then.how == "count" else "wins"
    if not other:
        return [f"In each of the {len(games)} whole games{which}, the same seat {wins} under A and B."]
    return [f"In {other} of {len(games)} whole games{which}, somebody else {wins} under B."]


def tell_winners(game: WholeGame, then: Continuation | None) -> str:
    """Who wins a game under A, and who under B."""
    (a, verb), (b, other_verb) = (_tell_seats(seats, then) for seats in game.winners)
    if a == b:
        return f"{a} {verb} under A and B alike"
    return f"{b} {other_verb} under B, {a} under A"


def _tell_seats(seats: Sequence[str], then: Continuation | None) -> tuple[str, str]:
    """Seats that win, or are ahead so far, and the verb."""
    verb, rest = ("are", " ahead") if then is not None and then.how == "count" else ("win", "")
    names = [Ink().safe(seat, 20) for seat in seats]
    return name_several(names), (verb if len(names) > 1 else agree(names[0], verb)) + rest


# In tables


def then_table(games: Sequence[GameSummary], then: Continuation, width: int) -> list[str]:
    """The figures of both sides: a table for each group of rounds, and for whole games."""
    lines: list[str] = []
    for group, text, pairs in _groups(games, then):
        lines += _table(f"{count(len(pairs), 'round')} {text}", _measure_rounds(pairs), len(pairs), width)
        if then.how == "bots" or group == "recorded":  # the others have come to no end
            ends = [Counter(pair[side].ended for pair in pairs) for side in (0, 1)]
            lines += _count_up("ends by", ends, width)
    wholes = _whole_games(games)
    if wholes:
        so_far = ", counted where they stand" if then.how == "count" else ""
        head = f"{count(len(wholes), 'whole game')}, by the totals{so_far}"
        lines += _table(head, _measure_games(wholes), len(wholes), width)
        winners = [Counter(_tell_seats(game.winners[side], then)[0] for game in wholes) for side in (0, 1)]
        lines += _count_up("is led by" if then.how == "count" else "is won by", winners, width)
    return lines


def _indent(width: int) -> tuple[int, int]:
    """How wide a column of figures is on such a page, and how far the table stands in."""
    return (7, 4) if width >= WIDE else (6, 2)


def _table(head: str, outcomes: Sequence[Outcome], number: int, width: int) -> list[str]:
    """The measures that there is anything of, each with both sides and their difference."""
    size, indent = _indent(width)
    intervals = width >= WIDE and number > 1
    heads = "".join(fill(name, size, right=True) for name in ("A", "B", "B − A"))
    lines = ["", *wrap([head], width, "  ", 4)]
    lines.append(" " * (indent + _NAMES) + heads + ("   95 % ±" if intervals else ""))
    for outcome in _there(outcomes):
        gap = outcome.differences[1]
        assert gap is not None
        numbers = [*(f"{own.value:.1f}" for own in outcome.arms if own is not None), _with_sign(gap.value)]
        row = "".join(fill(text.replace("-", "−"), size, right=True) for text in numbers)
        half = f"{gap.half:9.1f}" if intervals else ""
        lines.append(f"{' ' * indent}{outcome.measure.text:<{_NAMES}}{row}{half}")
    return lines


def _count_up(verb: str, counted: Sequence[Counter[str]], width: int) -> list[str]:
    """How often each side ends in which way."""
    _, indent = _indent(width)
    return [
        line
        for name, counts in zip("AB", counted, strict=True)
        for line in wrap(
            [f"{text} {number}" for text, number in counts.most_common()],
            width,
            f"{' ' * indent}{name} {verb} ",
            indent + 2,
        )
    ]


def _with_sign(value: float) -> str:
    """A difference to a tenth, with its sign; 0.0 has none."""
    text = f"{value:+.1f}".replace("-", "−")
    return "0.0" if text in ("+0.0", "−0.0") else text


# As data


def summary_json(games: Sequence[GameSummary], then: Continuation | None) -> dict[str, object]:
    """What `diff --format json` has on all games beside the kinds."""
    stops = [game.stop for game in games if game.stop is not None]
    obstacles = Counter(stop.obstacle for stop in stops)
    followed: dict[str, object] = {
        "to_the_end": len(games) - len(stops),
        "stopped": {obstacle: obstacles[obstacle] for obstacle in ("move", "cards", "deal")},
        "half_by_move": half_by(stops) if stops else None,
        "sooner_over": sum(bool(game.sooner) for game in games),
        "run_out": sum(bool(game.open) for game in games),
    }
    if then is None:
        return {"followed": followed, "then": None}
    rounds = [round_ for game in games for round_ in game.continued]
    wholes = _whole_games(games)
    return {
        "followed": followed,
        "then": {
            "how": then.how,
            "stand_in": then.stand_in.how if then.how == "bots" else None,
            "verdict": verdict_sentences(games, then),
            "not_compared": dict(Counter(round_.why for round_ in rounds if round_.why)),
            "groups": [
                {
                    "group": name,
                    "rounds": len(pairs),
                    "measures": _measures_json(_measure_rounds(pairs), len(pairs)),
                    "ended": {
                        side: dict(Counter(pair[at].ended for pair in pairs)) for at, side in enumerate("ab")
                    },
                }
                for name, _, pairs in _groups(games, then)
            ],
            "whole_games": {
                "games": len(wholes),
                "other_winner": sum(a != b for a, b in (game.winners for game in wholes)),
                "measures": _measures_json(_measure_games(wholes), len(wholes)) if wholes else {},
            },
        },
    }


def _measures_json(outcomes: Sequence[Outcome], number: int) -> dict[str, dict[str, float | None]]:
    """Measures on both sides, their differences, and half of each 95 % interval."""
    data: dict[str, dict[str, float | None]] = {}
    for outcome in outcomes:
        a, b = (None if own is None else own.value for own in outcome.arms)
        gap = outcome.differences[1]
        data[outcome.measure.id] = {
            "a": a,
            "b": b,
            "difference": None if gap is None else gap.value,
            "half": gap.half if gap is not None and number > 1 else None,
        }
    return data
