"""Random legal games of every variant, and of mixtures of them, for the laws."""

from __future__ import annotations

from eleusis.driving.dealing import deal
from eleusis.driving.driver import Player
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.game.round import Round
from eleusis.ground.chance import stream
from eleusis.minds.players.random_player import RandomPlayer
from eleusis.secret.rule import Rule
from eleusis.variant import Variant, load_variant, variant_names

MIXTURES: dict[str, tuple[str, ...]] = {
    "abbott, quick": ("expulsion.layout=6", "expulsion.since_marker=4", "prophet.other_players=1"),
    "abbott, expelled when overthrown": ("expulsion.layout=8", "expulsion.on_overthrow=true"),
    "abbott, guessing": ("guess={kind: after_right, bonus: 6, judged: everywhere}", "deal.hand=5"),
    "abbott, filled up": ("refill={kind: up_to, hand: 4}", "deal.hand=6", "turn_limit={kind: turns, turns: 25}"),
    "abbott, playing on": ("stock={decks: 1, refill_at: 0, empty: play_on}", "deal.hand=9"),
    "abbott, right starters": ("deal={hand: 5, starters: 3, starter: right}", "stock={decks: 1, refill_at: 4}"),
    "guyton, few turns": ("turn_limit={kind: turns, turns: 6}", "deal.hand=2", "scoring.dealer=none"),
    "matuszek, plays only": ("no_play={kind: none}", "deal.hand=4", "refill={kind: up_to, hand: 2}"),
    "express, guesses at a price": ("guess={kind: every_turn, bonus: 6, price: 2, judged: this_round}",
                                    "turn_limit={kind: turns, turns: 20}", "scoring.base=by_turns", "deal.hand=3"),
    "solo, short": ("deal.hand=2", "refill.hand=3", "turn_limit.turns=5", "stock.decks=1",
                    "no_play={kind: allowed, right: {fewer: 1, out_at: 1}, wrong: {draw: 1}}",
                    "wrong_play.draw_per_card=5"),
    "abbott, capped": ("wrong_play={kind: capped, draw_per_card: 2, most: 3}", "deal.hand=6"),
    "abbott, small stock": ("stock.empty=end_round", "stock.decks=1", "deal.hand=9"),
    "guyton, quick": ("cutoff.layout=8", "cutoff.since_marker=5", "prophet.once_per_round=false"),
    "matuszek, quick": ("expulsion.layout=5", "expulsion.since_marker=3", "deal.hand=6"),
    "matuszek, sparing": ("expulsion.on_overthrow=false", "expulsion.layout=4", "prophet.other_players=0"),
    "express, stock out": ("stock={decks: 1, empty: end_round}", "deal.hand=8", "wrong_play.draw_per_card=3"),
    "abbott, bidding": ("prophet.bidding=true", "prophet.other_players=0",
                        "prophet.going_out={kind: may_stay, overthrow_draw: 8}", "deal.hand=3"),
    "express, prophets": ("prophet={kind: prophet, title: Seer, once_per_round: false, other_players: 1, "
                          "overthrow_draw: 2, no_play_misjudged: taken_back, marker: last_card, "
                          "marker_every: null, bonus: {right: 1, wrong: 2}}", "deal.hand=4"),
    "abbott, bidding again": ("prophet.bidding=true", "prophet.once_per_round=false", "prophet.other_players=1",
                              "prophet.overthrow_draw=1", "expulsion.layout=12", "expulsion.since_marker=6",
                              "deal.hand=5"),
    "matuszek, bidding while guessing": ("prophet.bidding=true", "prophet.other_players=0", "deal.hand=3",
                                         "guess={kind: every_turn, bonus: 3, price: 1, judged: this_round}",
                                         "expulsion.layout=7", "refill={kind: up_to, hand: 3}"),
    "matuszek-1995, going out": ("prophet.going_out={kind: may_stay, overthrow_draw: 2}", "deal.hand=2",
                                 "prophet.other_players=1", "prophet.once_per_round=false",
                                 "wrong_play.draw_per_card=0", "no_play.right={fewer: 1, out_at: 0}"),
    "guyton, bids and goes out": ("prophet.going_out={kind: may_stay, overthrow_draw: 3}", "prophet.bidding=true",
                                  "prophet.once_per_round=false", "prophet.other_players=0", "deal.hand=2",
                                  "guess={kind: after_right, bonus: 6, judged: everywhere}", "cutoff.layout=12",
                                  "cutoff.since_marker=4", "wrong_play.draw_per_card=1",
                                  "stock={decks: 1, refill_at: 0, empty: play_on}"),
}  # fmt: skip

RULES = (
    "if last.odd then black else red",
    "color != last.color",
    "rank >= last.rank",
    "any",
    "none",
    "spade",
)
PLAYERS = ("Ann", "Bob", "Cleo", "Dan", "Eve")


def variant_of(name: str) -> Variant:
    """A shipped variant, or one of the mixtures."""
    if name in MIXTURES:
        return load_variant(name.split(",")[0], MIXTURES[name])
    return load_variant(name)


VARIANTS = (*variant_names(), *MIXTURES)
"""What the laws play: between them they have every kind of every policy (test_round_laws.py)."""


def variant_text(name: str) -> str | None:
    """A mixture as a map in a game file has it; None for a shipped variant."""
    if name not in MIXTURES:
        return None
    import json

    from eleusis.variant import to_mapping

    data = to_mapping(variant_of(name))
    return json.dumps({"extends": name.split(",")[0], **{k: v for k, v in data.items() if k not in OWN_KEYS}})


OWN_KEYS = ("eleusis", "extends", "name", "title", "source", "about")


def rule_of(name: str, seed: int) -> Rule:
    """The dealer's rule at a table; where the starter must be right, one that allows a starter."""
    rules = [text for text in RULES if text != "none" or not variant_of(name).deal.sets_aside]
    return Rule(rules[int(stream(seed, "laws", name, "rule").random() * len(rules))])


def seated(name: str, seed: int) -> tuple[Round, dict[str, Player]]:
    """A dealt round and players for it, all of it decided by the seed."""
    variant = variant_of(name)
    players = PLAYERS[: 2 + int(stream(seed, "laws", name).random() * 4)]
    rule = rule_of(name, seed)
    round_ = deal(variant, players, dealer=players[-1], seed=seed, rule=rule if variant.deal.sets_aside else None)
    seats: dict[str, Player] = {
        seat: RandomPlayer(
            variant, stream(seed, "laws", seat), strings=0.3, no_plays=0.2, declares=0.3, rules=RULES
        )
        for seat in players
    }
    seats[players[-1]] = RuleDealer(rule, variant)
    return round_, seats
