"""The first card of each day's puzzle for years to come, for the page while the engine loads."""

from __future__ import annotations

import os
from datetime import UTC, date, datetime, timedelta

from eleusis.doors.site.failing import SiteError
from eleusis.driving.dealing import deal
from eleusis.secret.daily_rules import FIRST_DAY, rule_of_day
from eleusis.table.daily_puzzle import EDITION, seed_of_day
from eleusis.variant import load_variant

DAYS = 3 * 366
"""Three years, after which a build is old."""


def first_day() -> date:
    """The first day of this month, or of the month that SOURCE_DATE_EPOCH names, as builds have it.

    So what is built twice in a month is the same, and nobody has to load it again. Raises SiteError (`site/epoch`)
    where that is no number of seconds.
    """
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    try:
        today = date.today() if not epoch else datetime.fromtimestamp(int(epoch), UTC).date()
    except (ValueError, OverflowError, OSError):
        raise SiteError("site/epoch", "SOURCE_DATE_EPOCH is no number of seconds since 1970") from None
    return max(today.replace(day=1), FIRST_DAY)


def starters(first: date) -> list[str]:
    """The starters of the puzzles from a day on, as they are dealt at a table."""
    variant = load_variant(EDITION)
    cards = []
    for number in range(DAYS):
        day = first + timedelta(number)
        round_ = deal(variant, ["You", "Dealer"], dealer="Dealer", seed=seed_of_day(day), rule=rule_of_day(day))
        cards.append(round_.state.layout.mainline[0].text)
    return cards
