"""A table at a glance, for the owner of its room, and what of it hangs on the wall."""

from __future__ import annotations

from collections.abc import Container

from msgspec import convert
from msgspec.structs import replace

from eleusis.doors.web.evenings.evening import Evening
from eleusis.doors.web.evenings.round_told import agreement
from eleusis.doors.web.hub import Hub
from eleusis.doors.web.rooms.room_messages import Glance, GuessGlanced, TableOnWall
from eleusis.driving.replayed import RoundReplay
from eleusis.game.moves import Guess, Hint, Judge
from eleusis.secret.english.explaining import explain
from eleusis.secret.rule import Rule
from eleusis.table.game_table import Table

_AS_SHOWN = ("title", "phase", "players", "dealer", "round", "last_round", "paused", "broken", "totals")
"""What a glance has as the pages of the table have it."""


def glance(last: Glance, hub: Hub, moved: float) -> Glance:
    """How a table stands that stood so when it was looked at last; `moved` is in seconds since 1970."""
    news, evening = hub.table(), hub.evening
    shown = Glance(
        code=last.code,
        to_act=evening.choosing,
        made=last.made,
        moved=moved,
        opened=last.opened,
        **{name: getattr(news, name) for name in _AS_SHOWN},
    )
    if evening.table is None or not evening.table.rounds:
        return shown
    record = evening.table.now
    return replace(
        shown,
        turn=record.round.state.turn,
        cards=len(record.layout.mainline),
        to_act=record.round.to_act if news.phase == "play" else evening.choosing,
        guess=_last_guess(evening.table, record),
        solved=record.ended == "right guess",
    )


def _last_guess(table: Table, record: RoundReplay) -> GuessGlanced | None:
    """The last guess of a round, and how like the rule it is: on the cards that lie there now."""
    made: Guess | None = None
    right: bool | None = None
    waits = False
    for step in record.steps:
        if isinstance(step.move, Guess):
            made, right, waits = step.move, None, True
        elif waits and isinstance(step.move, Judge):
            right, waits = step.move.right, False
    if made is None:
        return None
    rule = table.dealt[record.number - 1]
    alike = None if rule is None else agreement(rule, made.rule, record.layout.mainline, table.rules)
    return GuessGlanced(made.seat, right, alike)


def standing_hint(evening: Evening) -> str | None:
    """The last hint of the present round, if the host gave it and it still stands on the pages."""
    if evening.table is None or not evening.table.rounds:
        return None
    record, marks = evening.table.now, evening.marks
    hints = [step.move.hint for step in record.steps if isinstance(step.move, Hint)]
    last = len(hints) - 1
    shown = last in marks.by_host.get(record.number, ()) and last not in marks.find_hidden(record)
    return hints[last] if shown else None


def on_the_wall(table: Glance, evening: Evening | None, sought: Container[Rule]) -> TableOnWall:
    """What hangs on the wall of a table: what a spectator of it may see, and not how near anybody is.

    A rule that is over here, but still `sought` at another table, is not told.
    """
    shown = convert(table, TableOnWall, from_attributes=True)
    if table.phase == "rule":  # what was found is another round's
        return replace(shown, solved=False)
    if evening is None:
        return shown
    if evening.table is None or not evening.table.rounds:
        return shown
    record = evening.table.now
    shown = replace(shown, layout=record.layout.to_json(), dealer=record.dealer)
    if record.ended is None:
        return shown
    evening.table.revealed.add(record.number)  # what everybody has read is not taken back
    rule, scores = evening.table.dealt[record.number - 1], record.scores or {}
    dealer_scores = record.round.variant.scoring.dealer_scores
    paid = {seat: points for seat, points in scores.items() if dealer_scores or seat != record.dealer}
    return replace(
        shown,
        rule=None if rule is None or rule in sought else explain(rule),
        winners=[seat for seat, points in paid.items() if points == max(paid.values())],
    )
