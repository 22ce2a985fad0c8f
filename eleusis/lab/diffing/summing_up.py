"""What recorded games come to all together: how many can be followed, and how the rounds came out on both sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

from eleusis import records
from eleusis.lab.diffing.continuing import Continuation, Continued, EndFigures, SideEnding
from eleusis.lab.diffing.diff import GameDiff, RoundDiff
from eleusis.lab.intervals import Interval, Ratio, difference
from eleusis.page.ink import fill, wrap
from eleusis.variant.saying import count

Obstacle = Literal["move", "cards", "deal"]
"""What keeps a game from being followed to its end: a move that isn't allowed, cards not given, the deal itself."""

WIDE = 50
"""With fewer columns the table has no intervals."""


class Stop(NamedTuple):
    """Where a game can't be followed any further."""

    obstacle: Obstacle
    sides: str
    """Who can't follow: `A`, `B` or `A or B`."""
    move: int


@records.frozen
class GameSummary:
    """What is kept of a game for the sentences and the tables on all games."""

    stop: Stop | None
    """The first place at which a side can't follow; None where both follow to the end."""
    sooner: str
    """Where every stop is the end of a round that is over: on which side; else empty."""
    continued: tuple[Continued, ...] = ()
    """Its rounds, both sides brought to an end, where that was asked for."""


def summarise_game(game: GameDiff) -> GameSummary:
    """What is kept of a game."""
    stops = [stop for round_ in game.rounds if (stop := _find_stop(round_)) is not None]
    sooner = {
        name
        for round_ in game.rounds
        for name, side in (("A", round_.a), ("B", round_.b))
        if round_.kind == "cannot go on" and side.stopped is not None and side.ended is not None
    }
    return GameSummary(
        stops[0] if stops else None,
        "" if stops else " or ".join(sorted(sooner)),
        tuple(round_.continued for round_ in game.rounds if round_.continued is not None),
    )


def _find_stop(round_: RoundDiff) -> Stop | None:
    """Where a round can't be followed, on a side on which it isn't over by then."""
    stops = [
        (side.stopped_at or 0, name, side.stopped.code)
        for name, side in (("A", round_.a), ("B", round_.b))
        if side.stopped is not None and side.ended is None
    ]
    if not stops or round_.kind != "cannot go on":
        return None
    move = min(at for at, _, _ in stops)
    first = [(name, code) for at, name, code in stops if at == move]
    obstacle: Obstacle = "deal" if move == 0 else "move" if first[0][1].startswith("move/") else "cards"
    return Stop(obstacle, " or ".join(name for name, _ in first), move)


# In sentences


def head_sentences(games: Sequence[GameSummary], then: Continuation | None) -> list[str]:
    """How many games can't be followed to their end, where they stop, and what can be compared all the same."""
    sentences = []
    barred = [game.stop for game in games if game.stop is not None and game.stop.obstacle == "move"]
    if barred:
        sentences.append(_say_barred(barred, len(games)))
    for obstacle, can in (("cards", "needs cards that the file doesn't give"), ("deal", "can't be dealt")):
        stops = [game.stop for game in games if game.stop is not None and game.stop.obstacle == obstacle]
        if stops:
            many = can.replace("needs", "need").replace("the file doesn't", "their files don't")
            says = can if len(stops) == 1 else many
            sentences.append(f"{count(len(stops), 'game')} {says} under {_sides(stops)}.")
    short = sum(game.stop is not None for game in games)
    if short:
        rest = len(games) - short
        if rest:
            its = "its" if rest == 1 else "their"
            sentences.append(f"That leaves {count(rest, 'game')} to compare by {its} recorded points.")
    sooner = [game.sooner for game in games if game.sooner]
    if sooner:
        sides = " or ".join(sorted(set(" or ".join(sooner).split(" or "))))
        ends = f"a round ends under {sides} before its last recorded move"
        sentences.append(f"In {count(len(sooner), 'game')} {ends}; its points are final all the same.")
    if short and then is None:
        sentences.append(
            "You can still compare the rest, on both sides alike: by the points as they stand before that move "
            "(--then count), or as bots play on from there (--then bots)."
        )
    return sentences


def _say_barred(stops: Sequence[Stop], games: int) -> str:
    """How many games come to a move that a side doesn't allow, and how early."""
    where = f"past a move that {_sides(stops)} doesn't allow"
    if games == 1:
        return f"The game can't be followed {where}, move {stops[0].move}."
    by = f"half of them by move {_half_by(stops)}" if len(stops) > 1 else f"move {stops[0].move}"
    if len(stops) == games:
        return f"None of the {games} games can be followed {where} ({by})."
    return f"{len(stops)} of {games} games can't be followed {where} ({by})."


def _sides(stops: Sequence[Stop]) -> str:
    return " or ".join(sorted({name for stop in stops for name in stop.sides.split(" or ")}))


def _half_by(stops: Sequence[Stop]) -> int:
    """The move by which half of the games have stopped."""
    moves = sorted(stop.move for stop in stops)
    return moves[(len(moves) - 1) // 2]


def then_sentences(games: Sequence[GameSummary], then: Continuation) -> list[str]:
    """How the rounds that can't be followed were brought to an end, and which couldn't be."""
    rounds = [round_ for game in games for round_ in game.continued]
    further = sum(round_.a is not None and not round_.recorded for round_ in rounds)
    sentences = []
    if further:
        where = "that move (or after the last recorded one), under A and under B alike"
        if then.how == "count":
            rounds_are = f"{count(further, 'round')} {'is' if further == 1 else 'are'}"
            sentences.append(f"{rounds_are} counted as the hands stand before {where}.")
        else:
            sentences.append(
                f"Bots play on in {count(further, 'round')}, from before {where}: the same bots on both sides, "
                "with chances drawn from the game's seed. Bots that the file names play as themselves, "
                f"{then.stand_in.how} for everyone else."
            )
        sentences.append("If a round is already over on one side, its points there stand.")
    whys = Counter(round_.why for round_ in rounds if round_.why)
    if whys:
        reasons = "; ".join(f"{why} ({number})" for why, number in whys.most_common())
        sentences.append(f"{count(whys.total(), 'round')} can't be played on: {reasons}.")
    return sentences


# In tables


class FigureRow(NamedTuple):
    """One measure over rounds: its name, and what it is a ratio of."""

    id: str
    text: str
    y: Callable[[EndFigures], int]
    x: Callable[[EndFigures], int]


ROWS = (
    FigureRow("turns", "turns", lambda figures: figures.turns, lambda _: 1),
    FigureRow("layout", "cards on the layout", lambda figures: figures.layout, lambda _: 1),
    FigureRow("expelled", "expelled players", lambda figures: figures.expelled, lambda _: 1),
    FigureRow(
        "score.player", "player's score", lambda figures: figures.players_score, lambda figures: figures.players
    ),
    FigureRow("score.dealer", "dealer's score", lambda figures: figures.dealer_score, lambda _: 1),
)
"""What is told of the rounds; the names are those of `simulate`."""

TwoEndings = tuple[SideEnding, SideEnding]


def _groups(games: Iterable[GameSummary], then: Continuation) -> list[tuple[str, str, list[TwoEndings]]]:
    """The rounds that have an end on both sides, in groups: those recorded, those that went on, and all."""
    rounds = [round_ for game in games for round_ in game.continued]
    recorded = [(round_.a, round_.b) for round_ in rounds if round_.a and round_.b and round_.recorded]
    further = [(round_.a, round_.b) for round_ in rounds if round_.a and round_.b and not round_.recorded]
    how = "counted where they stand" if then.how == "count" else "played on by bots"
    groups = [("recorded", "recorded to the end", recorded), (then.how, how, further)]
    if recorded and further:
        groups.append(("all", "both together", recorded + further))
    return [group for group in groups if group[2]]


def _values(row: FigureRow, pairs: Sequence[TwoEndings]) -> tuple[Interval | None, float | None, float | None]:
    """B − A of a measure with its interval, and the values of A and B."""
    a, b = (
        Ratio([row.y(pair[side].figures) for pair in pairs], [row.x(pair[side].figures) for pair in pairs], 1)
        for side in (0, 1)
    )
    value_a, value_b = (None if ratio.value is None else float(ratio.value) for ratio in (a, b))
    return difference(a, b), value_a, value_b


def then_table(games: Sequence[GameSummary], then: Continuation, width: int) -> list[str]:
    """The figures of both sides, a table for each group of rounds."""
    lines: list[str] = []
    size, indent = (7, 4) if width >= WIDE else (6, 2)
    for group, text, pairs in _groups(games, then):
        head = f"  {count(len(pairs), 'round')} {text}"
        lines += ["", *wrap([head.strip()], width, "  ", 4)]
        interval = "   95 % ±" if width >= WIDE and len(pairs) > 1 else ""
        lines.append(
            " " * (indent + 19) + "".join(fill(name, size, right=True) for name in ("A", "B", "B − A")) + interval
        )
        for row in ROWS:
            between, a, b = _values(row, pairs)
            if between is None or a is None or b is None or not (a or b):
                continue  # there was none of it
            numbers = [f"{a:.1f}", f"{b:.1f}", _with_sign(between.value)]
            half = f"{between.half:9.1f}" if width >= WIDE and len(pairs) > 1 else ""
            cells = "".join(fill(number, size, right=True) for number in numbers)
            lines.append(f"{' ' * indent}{row.text:<19}{cells}{half}")
        if then.how == "count" and group != "recorded":
            continue  # they have come to no end
        for name, side in (("A", 0), ("B", 1)):
            reasons = Counter(pair[side].ended for pair in pairs)
            ends = [f"{reason} {number}" for reason, number in reasons.most_common()]
            lines += wrap(ends, width, f"{' ' * indent}{name} ends by ", indent + 2)
    return lines


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
        "half_by_move": _half_by(stops) if stops else None,
        "sooner_over": sum(bool(game.sooner) for game in games),
    }
    if then is None:
        return {"followed": followed, "then": None}
    rounds = [round_ for game in games for round_ in game.continued]
    return {
        "followed": followed,
        "then": {
            "how": then.how,
            "stand_in": then.stand_in.how if then.how == "bots" else None,
            "not_compared": dict(Counter(round_.why for round_ in rounds if round_.why)),
            "groups": [
                {
                    "group": name,
                    "rounds": len(pairs),
                    "measures": {row.id: _row_json(row, pairs) for row in ROWS},
                    "ended": {
                        side: dict(Counter(pair[at].ended for pair in pairs)) for at, side in enumerate("ab")
                    },
                }
                for name, _, pairs in _groups(games, then)
            ],
        },
    }


def _row_json(row: FigureRow, pairs: Sequence[TwoEndings]) -> dict[str, float | None]:
    """A measure of a group: both values, their difference, and half of its 95 % interval."""
    between, a, b = _values(row, pairs)
    half = between.half if between is not None and len(pairs) > 1 else None
    return {"a": a, "b": b, "difference": None if between is None else between.value, "half": half}
