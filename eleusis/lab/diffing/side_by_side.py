"""The differences of recorded games as text: a line per kind, then the games, both sides next to each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest

import attrs

from eleusis.game import events as ev
from eleusis.game.moves import Judge
from eleusis.ground.cards import text_of
from eleusis.ground.data import Json
from eleusis.lab.diffing.counting import SideEnds, tell_ends
from eleusis.lab.diffing.diff import KINDS, DiffKind, GameDiff, LeftOut, RoundDiff, Side, count_kinds
from eleusis.lab.diffing.summing_up import (
    GameSummary,
    head_sentences,
    summarise_game,
    summary_json,
    tell_winners,
    verdict_sentences,
    winner_sentences,
)
from eleusis.record.gamefile.facts import facts
from eleusis.variant import Variant, differences
from eleusis.variant.saying import count
from eleusis.variant.write import knob_text
from eleusis.words.page.ink import Ink, cells, fill, wrap

_KIND = {
    "cannot go on": "can't go on as recorded",
    "differs": "goes on, but differs",
    "scores": "only the scores differ",
    "same": "the same",
}


@attrs.frozen
class DiffedGame:
    """What is told of a game, whatever the other games are: all that is kept of it where there are many."""

    kind: DiffKind
    """What came of it."""
    order: tuple[int, int, int, int, str]
    """Sorts games, the most affected first."""
    names: tuple[str, str]
    """What the two variants are called."""
    summary: GameSummary
    """What it adds to the sentences and tables on all games."""
    variants: tuple[str, ...] = ()
    """The lines on the two variants."""
    lines: tuple[str, ...] = ()
    """The lines on the game; none where it is the same."""
    data: dict[str, Json] | None = None
    """The game as JSON has it, which has no lines."""


def tell_game(game: GameDiff, page: DiffPage | None) -> DiffedGame:
    """A game in the lines of a page, or where there is none as JSON has it."""
    names, summary = (game.variant_a.name, game.variant_b.name), summarise_game(game)
    if page is None:
        return DiffedGame(game.kind, game.order, names, summary, data=game.to_json())
    lines = () if game.kind == KINDS[-1] else tuple(page.game(game))
    variants = tuple(page.variants(game.variant_a, game.variant_b))
    return DiffedGame(game.kind, game.order, names, summary, variants, lines)


def join_games(
    games: Sequence[DiffedGame],
    left_out: Sequence[LeftOut] = (),
    *,
    counted: bool = False,
    width: int = 80,
    colour: bool = False,
) -> str:
    """The text on all games, from what is told of each for this width; `counted` is whether they were counted."""
    width = max(40, width)
    kinds, summaries = count_kinds([game.kind for game in games]), [game.summary for game in games]
    lines = [Ink(colour).bold(f"{count(len(games), 'game')} under A and under B")]
    head = head_sentences(summaries, counted)
    paragraphs = [verdict_sentences(summaries), head] if counted else [head + winner_sentences(summaries, False)]
    for sentences in filter(None, paragraphs):
        lines += [*wrap([" ".join(sentences)], width), ""]
    size = len(str(len(games)))
    lines += [f"  {number:>{size}}  {_KIND[kind]}" for kind, number in kinds.items()]
    for sentence in left_out_lines(left_out):
        lines += wrap([sentence], width, "  ", 4)
    if ends := [pair for summary in summaries for pair in summary.ends]:
        number = sum("counted" in (a.by, b.by) for a, b in ends)
        lines += [
            "",
            *wrap([f"{count(len(ends), 'round')}, {number} of them counted as the hands stand"], width, "  ", 4),
        ]
        lines += wrap(tell_ends(ends), width, "    ", 6)
    lines.append("")
    for variants in {game.names: game.variants for game in games}.values():
        lines += variants
    for game in sorted(games, key=lambda game: game.order):
        if game.lines:
            lines += ["", *game.lines]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def games_json(games: Sequence[DiffedGame], left_out: Sequence[LeftOut], counted: bool) -> dict[str, object]:
    """All of it as `diff --format json` prints it."""
    ordered = sorted(games, key=lambda game: game.order)
    return {
        "eleusis": 1,
        "summary": dict(count_kinds([game.kind for game in games])),
        "games": [game.data for game in ordered],
        "left_out": [game.to_json() for game in left_out],
        **summary_json([game.summary for game in games], counted),
    }


def left_out_lines(left_out: Sequence[LeftOut]) -> list[str]:
    """How many games were left out for want of which knobs, a sentence for each."""
    return [
        f"{count(games, 'game')} left out: {'its variant has' if games == 1 else 'their variants have'} "
        f"no {' and no '.join(knobs)}"
        for knobs, games in Counter(game.knobs for game in left_out).items()
    ]


class DiffPage:
    """A page of at most so many columns (40 at least), on which both sides stand next to each other."""

    def __init__(self, counted: bool = False, *, width: int = 80, colour: bool = False) -> None:
        self.ink = Ink(colour)
        self.counted = counted
        self.width = max(40, width)
        self.half = (self.width - 5) // 2

    def variants(self, a: Variant, b: Variant) -> list[str]:
        """What A and B are."""
        lines: list[str] = []
        for name, variant in (("A", a), ("B", b)):
            lines += wrap([self.ink.safe(f"{variant.title} [{variant.name}]", 200)], self.width, f"  {name}  ", 5)
        changed = differences(a, b)
        knobs = [f"{knob.path} {knob_text(knob.a)} → {knob_text(knob.b)}" for knob in changed[:8]]
        if len(changed) > 8:
            knobs.append(f"and {len(changed) - 8} more")
        lines += wrap(knobs or ["every setting alike"], self.width, "     ", 5)
        return lines

    def game(self, game: GameDiff) -> list[str]:
        """A game: its title, the rounds that differ, the totals."""
        title = f"{game.file}: {game.title}" if game.title else game.file
        lines = [self.ink.bold(line) for line in wrap([self.ink.safe(title, 200)], self.width)]
        for round_ in game.rounds:
            if round_.kind != "same":
                lines += self.round(round_, len(game.rounds) > 1)
        if len(game.rounds) > 1:
            lines += wrap(self.totals(game), self.width, "  in all  ", 10) if self.totals(game) else []
        return lines

    def totals(self, game: GameDiff) -> list[str]:
        """The totals that differ, and who wins, where each round has come to an end on both sides."""
        if game.whole is not None:
            points = self.points(game.whole.totals_a, game.whole.totals_b)
            points = points or ["the same points"] * self.counted
            return [*points, tell_winners(game.whole, self.counted)] if points else []
        if all(round_.a.scores and round_.b.scores for round_ in game.rounds):
            return self.points(game.totals_a, game.totals_b)
        return []

    def round(self, round_: RoundDiff, several: bool) -> list[str]:
        """A round: where it differs, both sides of that, how they end, the scores."""
        a, b = round_.a, round_.b
        lead = f"round {round_.number}: " if several else ""
        lines = wrap([lead + self.head(round_)], self.width, "  ", 4)
        if round_.move is not None and (a.step or b.step or a.event or b.event):
            lines += self.beside(_tell_step(a), _tell_step(b))
        ends = [_tell_end(a), _tell_end(b)]
        if round_.kind == "cannot go on" or ends[0] != ends[1]:
            lines += self.beside([ends[0]], [ends[1]])
        if a.scores and b.scores and round_.gap:
            lines += wrap(self.points(a.scores, b.scores), self.width, "    ", 6)
        if round_.ends is not None and any(end.by == "counted" for end in round_.ends):
            points = self.points(*(end.scores for end in round_.ends)) or ["the same points"]
            lines += wrap([_tell_ends(round_.ends), *points], self.width, "    ", 6)
        return lines

    def head(self, round_: RoundDiff) -> str:
        """What came of a round, in a sentence."""
        if round_.kind == "scores":
            return "only the scores differ"
        where = "the deal" if round_.move == 0 else f"move {round_.move}"
        if round_.kind == "differs":
            return f"differs at {where}"
        codes = " and ".join(dict.fromkeys(side.stopped.code for side in (round_.a, round_.b) if side.stopped))
        at = "the deal" if round_.stopped_at == 0 else f"move {round_.stopped_at}"
        first = f", after differing at {where}" if round_.move and round_.move != round_.stopped_at else ""
        return f"can't go on at {at} ({codes}){first}"

    def points(self, a: dict[str, int], b: dict[str, int]) -> list[str]:
        """The seats with other points under B than under A."""
        return [
            f"{self.ink.safe(seat, 20)} " + f"{a[seat]} → {b[seat]} ({b[seat] - a[seat]:+d})".replace("-", "−")
            for seat in a
            if a[seat] != b[seat]
        ]

    def beside(self, a: Sequence[str], b: Sequence[str]) -> list[str]:
        """Two texts next to each other, A on the left."""
        left, right = (
            wrap([self.ink.safe(part, 300) for part in parts], self.half, f"{name} ", 2)
            for name, parts in (("A", a), ("B", b))
        )
        rows = list(zip_longest(left, right, fillvalue=""))
        if not cells("".join(left)):
            return []
        return [f"   {self.ink.redden(fill(a, self.half))}  {self.ink.redden(b)}" for a, b in rows]


def _tell_step(side: Side) -> list[str]:
    """The step that differs, as a line of a game file, and what followed; and the event where that says nothing."""
    step, event = side.step, side.event
    if step is None:
        return [_alone(event)] if event is not None else ["(nothing more)"]
    followed = [fact for happened in step.events for fact in facts(happened)]
    if event is not None and not facts(event):
        followed.append(_alone(event))
    made = step
    if isinstance(step.move, Judge) and side.round is not None and step.n > 1:
        made = side.round.steps[step.n - 2]  # what the judgement answers says more than the judgement
    return [f"{made.seat} {made.move.text}", *followed]


def _alone(event: ev.AnyEvent) -> str:
    """An event that differs, where its step says nothing of it."""
    if not isinstance(event, ev.RoundBegan):
        return "; ".join(facts(event)) or event.type.replace("_", " ")
    sizes = sorted({len(hand) for hand in event.hands.values()})
    hands = "–".join(map(str, dict.fromkeys((sizes[0], sizes[-1]))))
    aside = f", set aside {text_of(event.set_aside)}" if event.set_aside else ""
    return f"hands of {hands}, {count(event.decks, 'deck')}{aside}, {event.first} begins"


def _tell_ends(ends: SideEnds) -> str:
    """How a round came to its end on both sides."""
    if all(end.by == "counted" for end in ends):
        return "counted as it stands"
    return ", ".join(
        f"{name} counted as it stands" if end.by == "counted" else f"{name} ends by {end.ended} (recorded)"
        for name, end in zip("AB", ends, strict=True)
    )


def _tell_end(side: Side) -> str:
    if side.stopped is not None:
        return f"stops: {side.stopped.text}"
    return f"ended: {side.ended}" if side.ended else "goes on after the last move"
