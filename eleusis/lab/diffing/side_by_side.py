"""The differences of recorded games as text: a line per kind, then the games, both sides next to each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import assert_never

from eleusis.driving.driver import Step
from eleusis.game import events as ev
from eleusis.game.moves import Judge
from eleusis.gamefile.facts import facts
from eleusis.lab.diffing.diff import KINDS, GameDiff, LeftOut, RoundDiff, Side, summary
from eleusis.page.ink import Ink, cells, fill, wrap
from eleusis.variant import differences
from eleusis.variant.saying import count
from eleusis.variant.write import knob_text

_KIND = {
    "cannot go on": "can't go on as recorded",
    "differs": "goes on, but differs",
    "scores": "only the scores differ",
    "same": "the same",
}


def diff_text(
    games: Sequence[GameDiff], left_out: Sequence[LeftOut] = (), *, width: int = 80, colour: bool = False
) -> str:
    """All of it as text with no line over `width` columns (40 at least)."""
    page = _Page(Ink(colour), max(40, width))
    kinds = summary(games)
    lines = [page.ink.bold(f"{count(len(games), 'game')} under A and under B")]
    size = len(str(len(games)))
    lines += [f"  {number:>{size}}  {_KIND[kind]}" for kind, number in kinds.items()]
    for sentence in left_out_lines(left_out):
        lines += wrap([sentence], page.width, "  ", 4)
    lines += ["", *page.variants(games)]
    for game in sorted(games, key=lambda game: game.order):
        if game.kind != KINDS[-1]:
            lines += ["", *page.game(game)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def left_out_lines(left_out: Sequence[LeftOut]) -> list[str]:
    """How many games were left out for want of which knobs, a sentence for each."""
    return [
        f"{count(games, 'game')} left out: {'its edition has' if games == 1 else 'their editions have'} "
        f"no {' and no '.join(knobs)}"
        for knobs, games in Counter(game.knobs for game in left_out).items()
    ]


class _Page:
    def __init__(self, ink: Ink, width: int) -> None:
        self.ink = ink
        self.width = width
        self.half = (width - 5) // 2

    def variants(self, games: Sequence[GameDiff]) -> list[str]:
        """What A and B are: one pair for all games, or said to be each game's own."""
        pairs = {(game.variant_a.name, game.variant_b.name): game for game in games}
        lines: list[str] = []
        for game in pairs.values():
            for name, variant in (("A", game.variant_a), ("B", game.variant_b)):
                lines += wrap(
                    [self.ink.safe(f"{variant.title} [{variant.name}]", 200)], self.width, f"  {name}  ", 5
                )
            found = differences(game.variant_a, game.variant_b)
            told = [f"{one.path} {knob_text(one.a)} → {knob_text(one.b)}" for one in found[:8]]
            if len(found) > 8:
                told.append(f"and {len(found) - 8} more")
            lines += wrap(told or ["every knob alike"], self.width, "     ", 5)
        return lines

    def game(self, game: GameDiff) -> list[str]:
        title = f"{game.file}: {game.title}" if game.title else game.file
        lines = [self.ink.bold(line) for line in wrap([self.ink.safe(title, 200)], self.width)]
        for one in game.rounds:
            if one.kind != "same":
                lines += self.round(one, len(game.rounds) > 1)
        whole = all(one.a.scores and one.b.scores for one in game.rounds)
        if len(game.rounds) > 1 and game.changes and whole:
            lines += wrap(self.points(game.totals_a, game.totals_b), self.width, "  in all  ", 10)
        return lines

    def round(self, one: RoundDiff, several: bool) -> list[str]:
        lead = f"  round {one.number}: " if several else "  "
        lines = wrap([lead.strip() + " " + self.head(one) if several else self.head(one)], self.width, "  ", 4)
        if one.move is not None and (one.step_a or one.step_b or one.event_a or one.event_b):
            lines += self.beside(_told(one.a, one.step_a, one.event_a), _told(one.b, one.step_b, one.event_b))
        ends = [_end(one.a), _end(one.b)]
        if one.kind == "cannot go on" or ends[0] != ends[1]:
            lines += self.beside([ends[0]], [ends[1]])
        if one.a.scores and one.b.scores and one.gap:
            lines += wrap(self.points(one.a.scores, one.b.scores), self.width, "    ", 6)
        return lines

    def head(self, one: RoundDiff) -> str:
        if one.kind == "scores":
            return "only the scores differ"
        where = "the deal" if one.move == 0 else f"move {one.move}"
        if one.kind == "differs":
            return f"differs at {where}"
        found = [side for side in (one.a, one.b) if side.stopped]
        codes = " and ".join(dict.fromkeys(side.stopped.code for side in found if side.stopped))
        at = "the deal" if one.stopped_at == 0 else f"move {one.stopped_at}"
        first = f", after differing at {where}" if one.move and one.move != one.stopped_at else ""
        return f"can't go on at {at} ({codes}){first}"

    def points(self, a: dict[str, int], b: dict[str, int]) -> list[str]:
        return [
            f"{self.ink.safe(seat, 20)} {a[seat]} → {b[seat]} ({b[seat] - a[seat]:+d})"
            for seat in a
            if a[seat] != b[seat]
        ]

    def beside(self, a: Sequence[str], b: Sequence[str]) -> list[str]:
        """Two texts next to each other, A on the left."""
        left, right = (
            wrap([self.ink.safe(part, 300) for part in parts], self.half, f"{name} ", 2)
            for name, parts in (("A", a), ("B", b))
        )
        size = max(len(left), len(right))
        left += [""] * (size - len(left))
        right += [""] * (size - len(right))
        return (
            [
                "   " + self.ink.redden(fill(one, self.half)) + "  " + self.ink.redden(other)
                for one, other in zip(left, right, strict=True)
            ]
            if cells("".join(left))
            else []
        )


def _told(side: Side, step: Step | None, event: ev.AnyEvent | None) -> list[str]:
    """A step as a line of a game file, and what followed; the event that differs where it says nothing there."""
    if step is None:
        return [_alone(event)] if event is not None else ["(nothing more)"]
    told = [fact for one in step.events for fact in facts(one)]
    if event is not None and not facts(event):
        told.append(_alone(event))
    made = step
    if isinstance(step.move, Judge) and side.round is not None and step.n > 1:
        made = side.round.steps[step.n - 2]  # what the judgement answers says more than the judgement
    return [f"{made.seat} {made.move.text}", *told]


def _alone(event: ev.AnyEvent) -> str:
    """An event that differs, where its step says nothing of it."""
    match event:
        case ev.RoundBegan() as began:
            sizes = sorted({len(hand) for hand in began.hands.values()})
            hands = "–".join(map(str, dict.fromkeys((sizes[0], sizes[-1]))))
            return f"hands of {hands}, {count(began.decks, 'deck')}, {began.first} begins"
        case ev.ProphetDeclared():
            return "prophet declared"
        case ev.SuddenDeathBegan():
            return "sudden death begins"
        case ev.GuessOffered():
            return "a guess is offered"
        case ev.NoPlayTakenBack():
            return "the cards are taken back"
        case ev.DeckAdded() | ev.Passed() | ev.HintGiven():
            return event.type.replace("_", " ")
        case ev.Played() | ev.NoPlayDeclared() | ev.Called() | ev.GuessMade():
            return event.type.replace("_", " ")  # the move says the rest
        case (
            ev.Accepted() | ev.Rejected() | ev.NoPlayUpheld() | ev.CardForced() | ev.NewHandDealt() | ev.Drew()
            | ev.ProphetOverthrown() | ev.Expelled() | ev.WentOut() | ev.GuessJudged() | ev.RoundEnded()
        ):  # fmt: skip
            return "; ".join(facts(event))
        case left_out:
            assert_never(left_out)


def _end(side: Side) -> str:
    if side.stopped is not None:
        return f"stops: {side.stopped.text}"
    return f"ended: {side.ended}" if side.ended else "goes on after the last move"
