"""The table of the editions in rules.md, row by row, written from that page and not from the files."""

import pytest

from eleusis.variant import knobs, load_variant

EDITIONS = ("abbott", "guyton", "matuszek", "express", "matuszek-1995", "abril", "solo")
ABSENT = "absent"

# The rows of rules.md, "The first four editions" and "Three further editions": a knob, then each edition's value.
TABLE = [
    # players, dealer included
    ("players.min", 4, 3, 3, 3, 4, 4, 2),
    ("players.max", 8, 8, None, 8, 8, 8, 2),
    # decks at the start
    ("stock.decks", 2, 2, 1, 2, 2, 2, 2),
    # stock runs low
    ("stock.refill_at", 4, 4, 0, 0, 4, 4, 0),
    ("stock.empty", "refill", "refill", "refill", "refill", "refill", "refill", "play_on"),
    # hand, starter, hints, first to play
    ("deal.hand", 14, 14, 14, 12, 14, 14, 12),
    ("deal.starters", 1, 1, 1, 1, 1, 1, 1),
    ("hints", "before_play", "none", "before_first_card", "any_time", "before_play", "before_play", "before_play"),
    (
        "first_player.kind",
        "count_starter",
        "left_of_dealer",
        "left_of_dealer",
        "left_of_dealer",
        "count_starter",
        "count_starter",
        "left_of_dealer",
    ),
    # cards in a play, wrong play draws
    ("play.max_cards", 4, 4, None, 1, 4, 4, 1),
    ("wrong_play.draw_per_card", 2, 2, 2, 1, 2, 2, 0),
    # right no play, wrong no play
    ("no_play.right.fewer", 4, 4, 4, 1, 4, 4, ABSENT),
    ("no_play.right.out_at", 4, 4, 4, 1, 4, 4, ABSENT),
    ("no_play.wrong.draw", 5, 5, 5, 1, 5, 5, ABSENT),
    # prophet
    ("prophet.kind", "prophet", "prophet", "prophet", "none", "prophet", "prophet", "none"),
    ("prophet.title", "Forecaster", "Prophet", "Prophet", ABSENT, "Prophet", "Prophet", ABSENT),
    ("prophet.once_per_round", True, True, False, ABSENT, True, True, ABSENT),
    ("prophet.other_players", 2, 1, 1, ABSENT, 2, 2, ABSENT),
    ("prophet.marker", "last_mainline", "last_card", "last_card", ABSENT, "last_card", "last_card", ABSENT),
    ("prophet.marker_every", None, 10, 10, ABSENT, 10, None, ABSENT),
    ("layout.mark_every", None, 10, 10, None, 10, None, None),
    ("prophet.overthrow_draw", 5, 5, 5, ABSENT, 5, 0, ABSENT),
    (
        "prophet.no_play_misjudged",
        "dealer_resolves",
        "dealer_resolves",
        "taken_back",
        ABSENT,
        "dealer_resolves",
        "dealer_resolves",
        ABSENT,
    ),
    ("prophet.bonus.right", 1, 1, 1, ABSENT, 1, 1, ABSENT),
    ("prophet.bonus.wrong", 2, 2, 2, ABSENT, 2, 2, ABSENT),
    # expulsion
    ("expulsion.kind", "per_play", "none", "sudden_death", "none", "per_play", "per_play", "none"),
    ("expulsion.layout", 40, ABSENT, 40, ABSENT, 40, 30, ABSENT),
    ("expulsion.since_marker", 30, ABSENT, 30, ABSENT, 30, 20, ABSENT),
    ("expulsion.on_overthrow", False, ABSENT, True, ABSENT, False, False, ABSENT),
    # cutoff
    ("cutoff.kind", "none", "cards_played", "none", "none", "none", "none", "none"),
    ("cutoff.layout", ABSENT, 30, ABSENT, ABSENT, ABSENT, ABSENT, ABSENT),
    ("cutoff.since_marker", ABSENT, 20, ABSENT, ABSENT, ABSENT, ABSENT, ABSENT),
    # guess the rule, right guess
    ("guess.kind", "none", "none", "none", "after_right", "none", "none", "every_turn"),
    ("guess.bonus", ABSENT, ABSENT, ABSENT, 6, ABSENT, ABSENT, 0),
    ("guess.judged", ABSENT, ABSENT, ABSENT, "this_round", ABSENT, ABSENT, "from_here"),
    # base score, out of cards, dealer
    ("scoring.base", "high_count", "high_count", "high_count", ABSENT, "high_count", "high_count", "by_turns"),
    ("scoring.base.from", ABSENT, ABSENT, ABSENT, 12, ABSENT, ABSENT, ABSENT),
    ("scoring.out", 4, 0, 4, 3, 4, 4, 0),
    ("scoring.dealer_cap_per_card", 2, 2, 2, None, 2, 2, None),
    # never dealt, rounds in a game
    ("game.never_dealt", 10, 10, 0, 0, 10, 10, 0),
    (
        "game.rounds",
        "one_per_player",
        "one_per_player",
        "equal_deals",
        "one_per_player",
        "one_per_player",
        "one_per_player",
        1,
    ),
    # the three further editions: starter, no play, refill, prophet's options, turns, price, dealer
    ("deal.starter", "any", "any", "any", "any", "any", "right", "right"),
    ("no_play.kind", "allowed", "allowed", "allowed", "allowed", "allowed", "allowed", "none"),
    ("refill.kind", "none", "none", "none", "none", "none", "none", "up_to"),
    ("refill.hand", ABSENT, ABSENT, ABSENT, ABSENT, ABSENT, ABSENT, 12),
    ("prophet.bidding", False, False, False, ABSENT, False, False, ABSENT),
    ("prophet.going_out.kind", "none", "none", "none", ABSENT, "none", "none", ABSENT),
    ("turn_limit.kind", "none", "none", "none", "none", "none", "none", "turns"),
    ("turn_limit.turns", ABSENT, ABSENT, ABSENT, ABSENT, ABSENT, ABSENT, 30),
    ("guess.price", ABSENT, ABSENT, ABSENT, 0, ABSENT, ABSENT, 2),
    ("scoring.dealer", "highest", "highest", "highest", "highest", "highest", "highest", "none"),
    # not a row: the only kind there is
    ("wrong_play.kind", "per_card", "per_card", "per_card", "per_card", "per_card", "per_card", "per_card"),
]


@pytest.mark.parametrize("edition", EDITIONS)
def test_column(edition: str) -> None:
    """The edition is as its column says, row by row, and has no knob without a row."""
    there = knobs(load_variant(edition))
    column = {row[0]: row[EDITIONS.index(edition) + 1] for row in TABLE}
    assert {knob: there.get(knob, ABSENT) for knob in column} == column
    assert set(there) <= set(column)
