"""The table of the editions in rules.md, row by row, written from that page and not from the files."""

import pytest

from eleusis.variant import knobs, load_variant

EDITIONS = ("abbott", "guyton", "matuszek", "express")
ABSENT = "absent"

# The rows of rules.md, "The four editions": knob, then abbott, guyton, matuszek, express.
TABLE = [
    # players, dealer included
    ("players.min", 4, 3, 3, 3),
    ("players.max", 8, 8, None, 8),
    # decks at the start
    ("stock.decks", 2, 2, 1, 2),
    # stock runs low
    ("stock.refill_at", 4, 4, 0, 0),
    ("stock.empty", "refill", "refill", "refill", "refill"),
    # hand, starter, hints, first to play
    ("deal.hand", 14, 14, 14, 12),
    ("deal.starters", 1, 1, 1, 1),
    ("hints", "before_play", "none", "before_first_card", "any_time"),
    ("first_player.kind", "count_starter", "left_of_dealer", "left_of_dealer", "left_of_dealer"),
    # cards in a play, wrong play draws
    ("play.max_cards", 4, 4, None, 1),
    ("wrong_play.draw_per_card", 2, 2, 2, 1),
    # right no play, wrong no play
    ("no_play.right.fewer", 4, 4, 4, 1),
    ("no_play.right.out_at", 4, 4, 4, 1),
    ("no_play.wrong.draw", 5, 5, 5, 1),
    # prophet
    ("prophet.kind", "prophet", "prophet", "prophet", "none"),
    ("prophet.title", "Forecaster", "Prophet", "Prophet", ABSENT),
    ("prophet.once_per_round", True, True, False, ABSENT),
    ("prophet.other_players", 2, 1, 1, ABSENT),
    ("prophet.marker", "last_mainline", "last_card", "last_card", ABSENT),
    ("prophet.marker_every", None, 10, 10, ABSENT),
    ("layout.mark_every", None, 10, 10, None),
    ("prophet.overthrow_draw", 5, 5, 5, ABSENT),
    ("prophet.no_play_misjudged", "dealer_resolves", "dealer_resolves", "taken_back", ABSENT),
    ("prophet.bonus.right", 1, 1, 1, ABSENT),
    ("prophet.bonus.wrong", 2, 2, 2, ABSENT),
    # expulsion
    ("expulsion.kind", "per_play", "none", "sudden_death", "none"),
    ("expulsion.layout", 40, ABSENT, 40, ABSENT),
    ("expulsion.since_marker", 30, ABSENT, 30, ABSENT),
    ("expulsion.on_overthrow", False, ABSENT, True, ABSENT),
    # cutoff
    ("cutoff.kind", "none", "cards_played", "none", "none"),
    ("cutoff.layout", ABSENT, 30, ABSENT, ABSENT),
    ("cutoff.since_marker", ABSENT, 20, ABSENT, ABSENT),
    # guess the rule, right guess
    ("guess.kind", "none", "none", "none", "after_right"),
    ("guess.bonus", ABSENT, ABSENT, ABSENT, 6),
    ("guess.judged", ABSENT, ABSENT, ABSENT, "this_round"),
    # base score, out of cards, dealer
    ("scoring.base", "high_count", "high_count", "high_count", ABSENT),
    ("scoring.base.from", ABSENT, ABSENT, ABSENT, 12),
    ("scoring.out", 4, 0, 4, 3),
    ("scoring.dealer_cap_per_card", 2, 2, 2, None),
    # never dealt, rounds in a game
    ("game.never_dealt", 10, 10, 0, 0),
    ("game.rounds", "one_per_player", "one_per_player", "equal_deals", "one_per_player"),
    # not a row: the only kind there is
    ("wrong_play.kind", "per_card", "per_card", "per_card", "per_card"),
]

CELLS = [(row[0], name, cell) for row in TABLE for name, cell in zip(EDITIONS, row[1:], strict=True)]


@pytest.mark.parametrize(("knob", "edition", "value"), CELLS)
def test_cell(knob: str, edition: str, value: object) -> None:
    assert knobs(load_variant(edition)).get(knob, ABSENT) == value


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_knob_without_a_row(edition: str) -> None:
    assert set(knobs(load_variant(edition))) <= {row[0] for row in TABLE}
