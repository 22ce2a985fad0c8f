"""What the pages are shown: the table as it stands for all, and the round as one seat may know it.

Nothing else leaves the server while a round is on: no rule but to its dealer, no card that the seat's view does not
have, no seed.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from eleusis.doors.web.evenings.evening import Evening
from eleusis.doors.web.evenings.playing import may_undo
from eleusis.doors.web.web_messages import PlayerSeen, RoundSeen, TableNews, UsualPlayers
from eleusis.game.round import Round
from eleusis.table.advice import what_own, worth_now
from eleusis.table.game_table import Table
from eleusis.variant import Variant
from eleusis.variant.load import load_variant
from eleusis.variant.shelves import find_variant
from eleusis.words.page.drawing import marks_of

_BUTTONS: Final = {"no-play": "no play", "pass": "pass"}
"""What stands on the buttons that don't speak for themselves."""


_OF_THE_EVENING: Final = ("game", "phase", "last_round", "next_dealer", "paused", "broken")
_OF_THE_PLAN: Final = ("open_hands", "free", "by_hand")
"""What all may see of a table as it is called there."""


def show_table(evening: Evening, here: Collection[str] = ()) -> TableNews:
    """The table as all may see it; `here` are the seats whose pages are open; its clock is the hub's."""
    plan, table = evening.plan, evening.table
    held = evening.seating.held
    edition, seats = evening.edition, evening.sitting
    phase = evening.phase
    deals = table.now.dealer if table is not None and phase == "play" else evening.choosing or evening.next_dealer
    rounds = 0 if table is None else len(table.rounds)
    return TableNews(
        **{name: getattr(evening, name) for name in _OF_THE_EVENING},
        **{name: getattr(plan, name) for name in _OF_THE_PLAN},
        n=evening.chronicle.last,
        variant=edition.name,
        title=_name_edition(edition),
        players=[
            PlayerSeen(seat.name, seat.kind, seat.bot or seat.name in here, seat.bot or seat.name in held)
            for seat in seats
        ],
        dealer=deals,
        started=table is not None,
        round=rounds,
        rounds_over=rounds - (table is not None and table.playing),
        totals={} if table is None else dict(table.match.totals),
        code=plan.code is not None,
        clock=None if plan.clock is None else round(plan.clock),
        in_mind=table is not None and table.playing and table.rule is None,
        prophet=edition.prophet.title if edition.prophet.allows(max(2, len(seats) - 2), False) else None,
        max_cards=edition.play.max_cards,
        no_play=edition.no_play.allowed,
        guess=edition.guess.offered,
        hints=edition.hints.ever,
        starters=edition.deal.starters,
        hidden=len(evening.marks.hidden),
        sets_aside=edition.deal.sets_aside,
        players_usual=UsualPlayers(edition.players.min, edition.players.max),
        thinking=table.now.round.to_act if table is not None and evening.bot_due else None,
        clock_left=None,
    )


def _name_edition(edition: Variant) -> str:
    """What an edition is called: with house rules, as without them."""
    own = find_variant(edition.name.removesuffix(", changed"))
    return edition.title if own is None or edition.title != edition.name else load_variant(own.name).title


def show_view(evening: Evening, seat: str | None) -> RoundSeen:
    """The round as a seat may know it (None: a spectator), what it may do, and the story so far."""
    table = evening.table
    n = evening.chronicle.last
    if table is None or not table.rounds:
        return RoundSeen(n, None, [])
    round_ = table.now.round
    if seat not in round_.players:
        seat = None
    view = round_.view(seat)
    data = view.to_json()
    open_hands = None
    if evening.plan.open_hands:
        open_hands = {who: [card.text for card in hand] for who, hand in table.now.hands.items()}
        data["hands"] = {who: [*hand] for who, hand in open_hands.items()}
    playing = evening.phase == "play"
    may, may_not = what_own(round_, seat, _BUTTONS) if seat is not None and playing else ([], [])
    return RoundSeen(
        n=n,
        view=data,
        options=[move.text for move in view.options] if playing else [],
        may=may,
        may_not=may_not,
        story=evening.stories.tell(table, table.now, seat or "", evening.marks),
        open_hands=open_hands,
        undo=seat is not None and may_undo(evening, table, seat),
        worth=worth_now(round_, seat) if playing else None,
        rule=_own_rule(table, seat),
        marks=_tell_marks(round_),
    )


def _tell_marks(round_: Round) -> dict[str, object]:
    """Which cards of the layout bear a marker, by their number in the order of play, from 1."""
    marks = marks_of(round_)
    return {"prophet": marks.prophet, "since": [*sorted(marks.since)], "tens": [*sorted(marks.tens)]}


def _own_rule(table: Table, seat: str | None) -> str | None:
    """The rule, to a person who deals by it."""
    if seat is None or seat != table.now.dealer or table.bot(seat) or table.rule is None:
        return None
    return table.rule.text
