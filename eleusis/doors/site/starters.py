"""The first card of each day's puzzle for years to come, for the page while the engine loads."""

from __future__ import annotations

import os
from datetime import UTC, date, datetime, timedelta

from eleusis.doors.site.failing import SiteError
from eleusis.driving.dealing import deal
from eleusis.secret.daily_rules import rule_of_day
from eleusis.table.daily_puzzle import EDITION, seed_of_day
from eleusis.variant import load_variant

DAYS = 3 * 366
"""Three years, after which a build is old."""


def build_day() -> date:
    """The day from which on the starters are worked out: today, or that of SOURCE_DATE_EPOCH, as builds have it.

    Raises SiteError (`site/epoch`) where that is no number of seconds.
    """
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if not epoch:
        return date.today()
    try:
        return datetime.fromtimestamp(int(epoch), UTC).date()
    except (ValueError, OverflowError, OSError):
        raise SiteError("site/epoch", "SOURCE_DATE_EPOCH is no number of seconds since 1970") from None


def starters(first: date) -> list[str]:
    """The starters of the puzzles from a day on, as they are dealt at a table."""
    variant = load_variant(EDITION)
    cards = []
    for number in range(DAYS):
        day = first + timedelta(number)
        round_ = deal(variant, ["You", "Dealer"], dealer="Dealer", seed=seed_of_day(day), rule=rule_of_day(day))
        cards.append(round_.state.layout.mainline[0].text)
    return cards
