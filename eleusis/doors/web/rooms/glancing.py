"""A table at a glance, for the owner of its room, and what of it hangs on the wall."""

from __future__ import annotations

from collections.abc import Container

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


def glance(code: str, hub: Hub, made: float, moved: float) -> Glance:
    """How a table stands. Times are in seconds since 1970."""
    news, evening = hub.table(), hub.evening
    shown = Glance(
        code=code,
        title=news.title,
        phase=news.phase,
        players=news.players,
        dealer=news.dealer,
        round=news.round,
        last_round=news.last_round,
        to_act=evening.choosing,
        paused=news.paused,
        broken=news.broken,
        totals=news.totals,
        made=made,
        moved=moved,
    )
    with evening.looking():
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
    """The last hint of the round, if it is the host's and hasn't been hidden: every page of the table shows it."""
    with evening.looking():
        if evening.table is None or not evening.table.rounds:
            return None
        record, remarks = evening.table.now, evening.remarks
        hints = [step.move.hint for step in record.steps if isinstance(step.move, Hint)]
        last = len(hints) - 1
        shown = last in remarks.by_host.get(record.number, ()) and last not in remarks.find_hidden(record)
        return hints[last] if shown else None


def on_the_wall(table: Glance, evening: Evening | None, sought: Container[Rule]) -> TableOnWall:
    """What hangs on the wall of a table: what a spectator of it may see, and not how near anybody is.

    A rule that is over here, but still `sought` at another table, is not told.
    """
    shown = TableOnWall(
        code=table.code,
        asleep=table.asleep,
        title=table.title,
        phase=table.phase,
        players=table.players,
        dealer=table.dealer,
        to_act=table.to_act,
        paused=table.paused,
        solved=table.solved,
        round=table.round,
        turn=table.turn,
    )
    if table.phase == "rule":  # what was found is another round's
        return replace(shown, solved=False)
    if evening is None:
        return shown
    with evening.looking():
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
