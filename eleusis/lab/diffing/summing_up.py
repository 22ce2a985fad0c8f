"""What is said of all recorded games together: how many can be followed, where they stop, and how they go on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple

import attrs

from eleusis.lab.diffing.continuing import Continuation, Continued
from eleusis.lab.diffing.diff import GameDiff, RoundDiff
from eleusis.lab.diffing.whole_games import WholeGame
from eleusis.variant.saying import count

Obstacle = Literal["move", "cards", "deal"]
"""What keeps a game from being followed to its end: a move that isn't allowed, cards not given, the deal itself."""


class Stop(NamedTuple):
    """Where a game can't be followed any further."""

    obstacle: Obstacle
    sides: str
    """Who can't follow: `A`, `B` or `A or B`."""
    move: int


@attrs.frozen
class GameSummary:
    """What is kept of a game for the sentences and the tables on all games."""

    stop: Stop | None
    """The first place at which a side can't follow; None where both follow to the end."""
    sooner: str
    """Where every stop is the end of a round that is over: on which side; else empty."""
    continued: tuple[Continued, ...] = ()
    """Its rounds, both sides brought to an end, where that was asked for."""
    open: str = ""
    """Where no side stops, but the moves run out before a round is over on one of them: on which; else empty."""
    whole: WholeGame | None = None
    """Its totals on both sides, where it is a whole game."""


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
        "" if stops else " or ".join(sorted({name for round_ in game.rounds for name in _find_open(round_)})),
        game.whole,
    )


def _find_open(round_: RoundDiff) -> list[str]:
    """The side on which a round isn't over when its moves have run out, though it is on the other."""
    sides = [("A", round_.a), ("B", round_.b)]
    if all(side.ended is None for _, side in sides):
        return []
    return [name for name, side in sides if side.ended is None and side.stopped is None]


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
        where = f"past a move that {_sides(barred)} doesn't allow"
        by = f"half of them by move {half_by(barred)}" if len(barred) > 1 else f"move {barred[0].move}"
        who = "The game" if len(games) == 1 else f"{len(barred)} of {count(len(games), 'game')}"
        sentences.append(f"{who} can't be followed {where} ({by}).")
    for obstacle, can in (("cards", "followed for want of cards"), ("deal", "dealt")):
        stops = [game.stop for game in games if game.stop is not None and game.stop.obstacle == obstacle]
        if stops:
            sentences.append(f"{count(len(stops), 'game')} can't be {can} under {_sides(stops)}.")
    short = [game.stop.obstacle for game in games if game.stop is not None]
    run_out = [game.open for game in games if game.open]
    if run_out:
        over = f"the recorded moves run out before a round is over under {_join_sides(run_out)}"
        sentences.append(f"In {count(len(run_out), 'game')} {over}.")
    rest = len(games) - len(short) - len(run_out)
    if rest and rest < len(games):
        sentences.append(f"That leaves {count(rest, 'game')} to compare by recorded points.")
    sooner = [game.sooner for game in games if game.sooner]
    if sooner:
        ends = f"a round ends under {_join_sides(sooner)} before its last recorded move"
        sentences.append(f"In {count(len(sooner), 'game')} {ends}; its points are final all the same.")
    if then is None and (run_out or set(short) - {"deal"}):
        them = "the rest" if rest else "them" if len(games) > 1 else "it"
        sentences.append(
            f"You can still compare {them}, on both sides alike: by the points as they stand there "
            "(--then count), or as bots play on from there (--then bots)."
        )
    return sentences


def _sides(stops: Sequence[Stop]) -> str:
    return _join_sides([stop.sides for stop in stops])


def _join_sides(texts: Sequence[str]) -> str:
    """The sides of several games together: `A or B` where it is now one and now the other."""
    return " or ".join(sorted({name for text in texts for name in text.split(" or ")}))


def half_by(stops: Sequence[Stop]) -> int:
    """The move by which half of the games have stopped."""
    moves = sorted(stop.move for stop in stops)
    return moves[(len(moves) - 1) // 2]


def then_sentences(games: Sequence[GameSummary], then: Continuation) -> list[str]:
    """How the rounds that can't be followed were brought to an end, and which couldn't be."""
    rounds = [round_ for game in games for round_ in game.continued]
    further = [round_ for round_ in rounds if round_.a is not None and round_.b is not None and not round_.recorded]
    sentences = []
    if further:
        rounds_go = f"{count(len(further), 'round')} {'goes' if len(further) == 1 else 'go'} on"
        where = "from before the move that can't be followed, or from the last recorded move"
        if then.how == "count":
            how = "counted as the hands stand"
        else:
            how = (
                "the same bots play on both sides, with random choices drawn from the game's seed. Bots that the "
                f"file names play as themselves, and {then.stand_in.how} plays for everyone else"
            )
        sentences.append(f"{rounds_go} {where}, under A and under B alike: {how}.")
        if any(end is not None and end.by == "recorded" for round_ in further for end in (round_.a, round_.b)):
            sentences.append("If a round is already over on one side, its points there stand.")
    whys = Counter(round_.why for round_ in rounds if round_.why)
    if whys:
        reasons = "; ".join(f"{why} ({number})" for why, number in whys.most_common())
        sentences.append(f"{count(whys.total(), 'round')} can't be continued: {reasons}.")
    return sentences
