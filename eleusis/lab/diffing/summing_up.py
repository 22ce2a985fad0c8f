"""What is said of all recorded games together: how many can be followed, where they stop, and how they come out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple

from eleusis.ground.agreement import agree, name_several
from eleusis.lab.diffing.counting import SideEnds, ends_json, measure_ends
from eleusis.lab.diffing.diff import GameDiff, RoundDiff, Side
from eleusis.lab.diffing.whole_games import WholeGame
from eleusis.lab.reporting.verdict import tell_differences
from eleusis.variant.saying import capital, count
from eleusis.words.page.ink import Ink

Obstacle = Literal["move", "cards", "deal"]
"""What keeps a game from being followed to its end: a move that isn't allowed, cards not given, the deal itself."""


class Stop(NamedTuple):
    """Where a game can't be followed any further."""

    obstacle: Obstacle
    sides: str
    """Who can't follow: `A`, `B` or `A or B`."""
    move: int


class GameSummary(NamedTuple):
    """What is kept of a game for the sentences on all games."""

    stop: Stop | None
    """The first place at which a side can't follow; None where both follow to the end."""
    sooner: str
    """Where every stop is the end of a round that is over: on which side; else empty."""
    open: str = ""
    """Where no side stops, but the moves run out before a round is over on one of them: on which; else empty."""
    ends: tuple[SideEnds, ...] = ()
    """The ends of its rounds, where both sides were counted."""
    whole: WholeGame | None = None
    """Its totals on both sides, where it is a whole game."""


def summarise_game(game: GameDiff) -> GameSummary:
    """What is kept of a game."""
    ends = tuple(round_.ends for round_ in game.rounds if round_.ends is not None)
    stop = next((stop for stop in map(_find_stop, game.rounds) if stop is not None), None)
    if stop is not None:
        return GameSummary(stop, "", ends=ends, whole=game.whole)
    sooner = {
        name
        for round_ in game.rounds
        for name, side in _sides_of(round_)
        if round_.kind == "cannot go on" and side.stopped is not None and side.ended is not None
    }
    open_ = {name for round_ in game.rounds for name in _find_open(round_)}
    return GameSummary(None, " or ".join(sorted(sooner)), " or ".join(sorted(open_)), ends, game.whole)


def _sides_of(round_: RoundDiff) -> tuple[tuple[str, Side], ...]:
    return ("A", round_.a), ("B", round_.b)


def _find_open(round_: RoundDiff) -> list[str]:
    """The side on which a round isn't over when its moves have run out, though it is on the other."""
    still = [(name, side) for name, side in _sides_of(round_) if side.ended is None]
    return [name for name, side in still if side.stopped is None] if len(still) == 1 else []


def _find_stop(round_: RoundDiff) -> Stop | None:
    """Where a round can't be followed, on a side on which it isn't over by then."""
    stops = [
        (side.stopped_at or 0, name, side.stopped.code)
        for name, side in _sides_of(round_)
        if side.stopped is not None and side.ended is None
    ]
    if not stops or round_.kind != "cannot go on":
        return None
    move = min(at for at, _, _ in stops)
    names = [name for at, name, _ in stops if at == move]
    code = next(code for at, _, code in stops if at == move)
    obstacle: Obstacle = "deal" if move == 0 else "move" if code.startswith("move/") else "cards"
    return Stop(obstacle, " or ".join(names), move)


# In sentences


def head_sentences(games: Sequence[GameSummary], counted: bool) -> list[str]:
    """How many games can't be followed to their end, where they stop, and what can be compared all the same."""
    sentences = []
    stops = [game.stop for game in games if game.stop is not None]
    barred = [stop for stop in stops if stop.obstacle == "move"]
    if barred:
        where = f"past a move that {_join_sides([stop.sides for stop in barred])} doesn't allow"
        by = f"half of them by move {half_by(barred)}" if len(barred) > 1 else f"move {barred[0].move}"
        who = "The game" if len(games) == 1 else f"{len(barred)} of {count(len(games), 'game')}"
        sentences.append(f"{who} can't be followed {where} ({by}).")
    for obstacle, can in (("cards", "followed for want of cards"), ("deal", "dealt")):
        if sides := [stop.sides for stop in stops if stop.obstacle == obstacle]:
            sentences.append(f"{count(len(sides), 'game')} can't be {can} under {_join_sides(sides)}.")
    run_out = [game.open for game in games if game.open]
    if run_out:
        over = f"the recorded moves run out before a round is over under {_join_sides(run_out)}"
        sentences.append(f"In {count(len(run_out), 'game')} {over}.")
    left = len(games) - len(stops) - len(run_out)
    if left and left < len(games):
        sentences.append(f"That leaves {count(left, 'game')} to compare by recorded points.")
    sooner = [game.sooner for game in games if game.sooner]
    if sooner:
        ends = f"a round ends under {_join_sides(sooner)} before its last recorded move"
        sentences.append(f"In {count(len(sooner), 'game')} {ends}; its points are final all the same.")
    if not counted and (run_out or any(stop.obstacle != "deal" for stop in stops)):
        them = "the rest" if left else "them" if len(games) > 1 else "it"
        sentences.append(
            f"You can still compare {them}, on both sides alike, by the points as they stand there (--then count)."
        )
    return sentences


def _join_sides(texts: Sequence[str]) -> str:
    """The sides of several games together: `A or B` where it is now one and now the other."""
    return " or ".join(sorted({name for text in texts for name in text.split(" or ")}))


def half_by(stops: Sequence[Stop]) -> int:
    """The move by which half of the games have stopped."""
    moves = sorted(stop.move for stop in stops)
    return moves[(len(moves) - 1) // 2]


def verdict_sentences(games: Sequence[GameSummary]) -> list[str]:
    """What the change does, by the points as the hands stand: to the rounds, then to the winners of whole games."""
    pairs = [pair for game in games for pair in game.ends]
    lead = "As the hands stand, under B, over"
    rounds = tell_differences(measure_ends(pairs), lead, len(pairs), "round") if pairs else []
    return [*rounds, *winner_sentences(games, counted=True)]


def winner_sentences(games: Sequence[GameSummary], counted: bool) -> list[str]:
    """In how many whole games another seat wins, or is ahead; by recorded points only where a total differs."""
    wholes = [game.whole for game in games if game.whole is not None]
    if not wholes or not (counted or any(game.totals_a != game.totals_b for game in wholes)):
        return []
    which = " that both sides can follow" if not counted and len(wholes) < len(games) else ""
    if len(wholes) == 1:
        lead = "" if len(games) == 1 else f"in the only whole game{which}, "
        return [f"{capital(lead + tell_winners(wholes[0], counted))}."]
    other = sum(a != b for a, b in (game.winners for game in wholes))
    wins = "is ahead" if counted else "wins"
    if not other:
        return [f"In each of the {len(wholes)} whole games{which}, the same seat {wins} under A and B."]
    return [f"In {other} of {len(wholes)} whole games{which}, somebody else {wins} under B."]


def tell_winners(game: WholeGame, counted: bool) -> str:
    """Who wins a game under A, and who under B; where it was counted, who is ahead so far."""
    (a, verb), (b, other_verb) = (_tell_seats(seats, counted) for seats in game.winners)
    if a == b:
        return f"{a} {verb} under A and B alike"
    return f"{b} {other_verb} under B, {a} under A"


def _tell_seats(seats: Sequence[str], counted: bool) -> tuple[str, str]:
    """Seats that win, or are ahead, and the verb."""
    verb, behind = ("are", " ahead") if counted else ("win", "")
    names = [Ink().safe(seat, 20) for seat in seats]
    return name_several(names), (verb if len(names) > 1 else agree(names[0], verb)) + behind


# As data


def summary_json(games: Sequence[GameSummary], counted: bool) -> dict[str, object]:
    """What `diff --format json` has on all games beside the kinds."""
    stops = [game.stop for game in games if game.stop is not None]
    obstacles = Counter(stop.obstacle for stop in stops)
    followed = {
        "to_the_end": len(games) - len(stops),
        "stopped": {obstacle: obstacles[obstacle] for obstacle in ("move", "cards", "deal")},
        "half_by_move": half_by(stops) if stops else None,
        "sooner_over": sum(bool(game.sooner) for game in games),
        "run_out": sum(bool(game.open) for game in games),
    }
    pairs = [pair for game in games for pair in game.ends]
    return {"followed": followed, "then": ends_json(pairs, verdict_sentences(games)) if counted else None}
