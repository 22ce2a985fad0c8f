"""How recorded rounds and whole games came out on both sides: in sentences, in tables and as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

import attrs

from eleusis.ground.agreement import agree, name_several
from eleusis.lab.diffing.continuing import Continuation, EndFigures, SideEnding
from eleusis.lab.diffing.summing_up import GameSummary, half_by
from eleusis.lab.diffing.whole_games import Totals, WholeGame
from eleusis.lab.intervals import Interval, Ratio, difference
from eleusis.variant.saying import capital, count, put_in_row
from eleusis.words.page.ink import Ink, fill, wrap

WIDE = 50
"""With fewer columns the table has no intervals."""
FEW = 10
"""With fewer rounds, or games, no difference is told in a sentence."""
_NAMES = 19
"""The columns of what is measured."""

T = TypeVar("T")


@attrs.frozen
class FigureRow(Generic[T]):
    """One measure over rounds, or over games: its name, what it is a ratio of, and how it is told."""

    id: str
    """Its name, where there is the same that `simulate` uses."""
    text: str
    """What it is, as the table has it."""
    y: Callable[[T], int]
    """What is counted of a round, or of a game."""
    x: Callable[[T], int]
    """By what that is divided."""
    says: str
    """A clause: `{b}` is what it is under B, and `{a}` under A."""


def _count_once(_: object) -> int:
    return 1


ROWS: tuple[FigureRow[EndFigures], ...] = (
    FigureRow("turns", "turns", lambda figures: figures.turns, _count_once, "rounds take {b} turns, not {a}"),
    FigureRow(
        "layout", "cards on the layout", lambda figures: figures.layout, _count_once,
        "rounds lay out {b} cards, not {a}",
    ),
    FigureRow(
        "expelled", "expelled players", lambda figures: figures.expelled, _count_once,
        "{b} players a round are expelled, not {a}",
    ),
    FigureRow(
        "score.player", "player's score", lambda figures: figures.players_score, lambda figures: figures.players,
        "a player scores {b}, not {a}",
    ),
    FigureRow(
        "score.dealer", "dealer's score", lambda figures: figures.dealer_score, _count_once,
        "the dealer scores {b}, not {a}",
    ),
)  # fmt: skip
"""What is told of the rounds."""


def _find_lead(totals: Totals) -> int:
    first, *others = sorted(totals.values(), reverse=True)
    return first - others[0] if others else 0


GAME_ROWS: tuple[FigureRow[Totals], ...] = (
    FigureRow(
        "game.total", "total of a seat", lambda totals: sum(totals.values()), len,
        "a seat's total is {b}, not {a}",
    ),
    FigureRow(
        "game.winner", "winner's total", lambda totals: max(totals.values()), _count_once,
        "the winner's total is {b}, not {a}",
    ),
    FigureRow("game.lead", "winner's lead", _find_lead, _count_once, "the winner leads by {b}, not {a}"),
)  # fmt: skip
"""And of whole games."""

TwoEndings = tuple[SideEnding, SideEnding]


class _Figure(NamedTuple):
    """A measure on both sides."""

    id: str
    text: str
    says: str
    a: float | None
    b: float | None
    between: Interval | None
    """B − A."""


def _measure(rows: Sequence[FigureRow[T]], a: Sequence[T], b: Sequence[T]) -> list[_Figure]:
    """All measures over rounds, or games, that came out so under A, and so under B."""
    figures = []
    for row in rows:
        under_a, under_b = (Ratio([row.y(own) for own in side], [row.x(own) for own in side], 1) for side in (a, b))
        value_a, value_b = (None if ratio.value is None else float(ratio.value) for ratio in (under_a, under_b))
        figures.append(_Figure(row.id, row.text, row.says, value_a, value_b, difference(under_a, under_b)))
    return figures


def _measure_rounds(pairs: Sequence[TwoEndings]) -> list[_Figure]:
    return _measure(ROWS, [a.figures for a, _ in pairs], [b.figures for _, b in pairs])


def _measure_games(games: Sequence[WholeGame]) -> list[_Figure]:
    return _measure(GAME_ROWS, [game.totals_a for game in games], [game.totals_b for game in games])


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
        sentences += _tell_figures(_measure_rounds(pairs), len(pairs), "round", lead)
    if wholes:
        sentences += _tell_winners(wholes, len(games), then)
        if len(wholes) >= FEW:
            sentences += _tell_figures(_measure_games(wholes), len(wholes), "whole game")
    return sentences


def _tell_figures(figures: Sequence[_Figure], number: int, noun: str, lead: str = "Under B, over") -> list[str]:
    """Which measures differ clearly, and which don't."""
    if number < FEW:
        return [f"{count(number, noun)} {'is' if number == 1 else 'are'} too few to judge by."]
    changed, unclear, same = [], [], []
    for figure in figures:
        if figure.between is None or figure.a is None or figure.b is None or not (figure.a or figure.b):
            continue  # there was none of it
        if figure.between.low > 0 or figure.between.high < 0:
            changed.append(figure.says.format(a=_say_value(figure.a, figure.b), b=_say_value(figure.b, figure.a)))
        elif figure.between.low == figure.between.high == 0:
            same.append(figure.text)
        else:
            unclear.append(figure.text)
    sentences = [f"{lead} {count(number, noun)}, {'; '.join(changed)}."] if changed else []
    if unclear:
        sentences.append(f"No difference in {put_in_row(unclear, 'or')} that {count(number, noun)} could show.")
    if same:
        over = "" if changed or unclear else f" over {count(number, noun)}"
        sentences.append(f"The same under A and B{over}: {put_in_row(same, 'and')}.")
    return sentences


def _say_value(value: float, other: float) -> str:
    """A value to a tenth, or finer where that doesn't tell it from the other."""
    places = 1 if f"{value:.1f}" != f"{other:.1f}" else 2
    return f"{value:.{places}f}".replace("-", "−")


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


def _table(head: str, figures: Sequence[_Figure], number: int, width: int) -> list[str]:
    """The measures that there is anything of, each with both sides and their difference."""
    size, indent = _indent(width)
    intervals = width >= WIDE and number > 1
    heads = "".join(fill(name, size, right=True) for name in ("A", "B", "B − A"))
    lines = ["", *wrap([head], width, "  ", 4)]
    lines.append(" " * (indent + _NAMES) + heads + ("   95 % ±" if intervals else ""))
    for figure in figures:
        if figure.between is None or figure.a is None or figure.b is None or not (figure.a or figure.b):
            continue  # there was none of it
        numbers = [f"{figure.a:.1f}", f"{figure.b:.1f}", _with_sign(figure.between.value)]
        row = "".join(fill(text.replace("-", "−"), size, right=True) for text in numbers)
        half = f"{figure.between.half:9.1f}" if intervals else ""
        lines.append(f"{' ' * indent}{figure.text:<{_NAMES}}{row}{half}")
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


def _measures_json(figures: Sequence[_Figure], number: int) -> dict[str, dict[str, float | None]]:
    """Measures on both sides, their differences, and half of each 95 % interval."""
    return {
        figure.id: {
            "a": figure.a,
            "b": figure.b,
            "difference": None if figure.between is None else figure.between.value,
            "half": figure.between.half if figure.between is not None and number > 1 else None,
        }
        for figure in figures
    }
