"""One simulated round, and the whole numbers that are kept of it."""

from __future__ import annotations

from collections import Counter

from eleusis.chance import stream
from eleusis.driving.dealing import deal
from eleusis.driving.driver import Driver, Player, Step
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.game import events as ev
from eleusis.game.round import Round
from eleusis.game.state import END_REASONS
from eleusis.lab.plan import Plan
from eleusis.players.registry import make_player

FIELDS: tuple[str, ...] = (
    "rule", "dealer", "ended", "turns", "layout", "mainline", "decks", "plays", "right_plays", "strings",
    "right_strings", "no_plays", "right_no_plays", "declared", "overthrown", "true_prophet", "first_declared",
    "declared_at", "lasted", "expelled", "guesses", "right_guesses", "dealer_score", "cap_bites", "players",
    "players_score", "prophet_score", "out", "out_score", "expelled_score", "spread", "lead",
)  # fmt: skip
"""The numbers of a round; behind them stands the score of each seat."""


def play(plan: Plan, arm: int, number: int, steps: list[Step] | None = None) -> Round:
    """Play the round `number` under an arm; its steps are kept where a list is given.

    It is a function of the plan, the arm and the number alone.
    """
    variant = plan.arms[arm].variant
    game, turn = plan.place(number)
    seed = plan.game_seed(game)
    rule = plan.rules[plan.rule_index(number)]
    dealer = plan.seats[plan.dealer(number)].name
    fits = None if rule.starter is None else rule.fits_starter
    round_ = deal(variant, plan.players, dealer=dealer, seed=seed, number=turn, fits=fits)
    bots = [seat for seat in plan.seats if seat.name != dealer]
    players: dict[str, Player] = {
        bot.name: make_player(
            bot.kind, bot.name, variant, stream(seed, "bot", turn, bot.name), rule=rule, options=bot.options
        )
        for bot in bots
    }
    players[dealer] = by_rule = RuleDealer(rule, variant)
    kinds = {bot.name: bot.kind for bot in bots}
    Driver(round_, players, steps, kinds=kinds, check=by_rule.check).to_end(plan.max_turns)
    return round_


def row(plan: Plan, arm: int, number: int) -> tuple[int, ...]:
    """The numbers of a round: those of FIELDS, then the score of each seat."""
    return tally(plan, number, play(plan, arm, number))


def tally(plan: Plan, number: int, round_: Round) -> tuple[int, ...]:
    """The numbers of a round that was played."""
    state = round_.state
    count = Counter(map(type, round_.events))
    strings = right_strings = right_guesses = declared_at = first = lasted = upheld = 0
    on_layout = 0
    for event in round_.events:
        kind = event.__class__
        if kind is ev.Accepted or kind is ev.Rejected:
            size = len(event[1])
            on_layout += size
            if size > 1:
                strings += 1
                right_strings += kind is ev.Accepted
        elif kind is ev.CardForced:
            on_layout += 1
        elif kind is ev.RoundBegan:
            on_layout = len(event[3])
        elif kind is ev.ProphetDeclared:
            declared_at += on_layout
            first = first or on_layout
            since = on_layout
        elif kind is ev.ProphetOverthrown:
            lasted += on_layout - since
        elif kind is ev.GuessJudged:
            right_guesses += event[1]
        elif kind is ev.NoPlayTakenBack:
            upheld += event[1]
    scores = round_.scores
    assert scores is not None
    players = [seat for seat in state.players if seat != state.dealer]
    ordered = sorted([scores[seat] for seat in players], reverse=True)
    right, no_plays = count[ev.Accepted], count[ev.NoPlayDeclared]
    plays = right + count[ev.Rejected]
    assert state.ended is not None
    return (
        plan.rule_index(number),
        plan.dealer(number),
        END_REASONS.index(state.ended),
        plays + no_plays,
        state.layout.count,
        len(state.layout.mainline),
        state.decks,
        plays,
        right,
        strings,
        right_strings,
        no_plays,
        count[ev.NoPlayUpheld] + upheld,
        count[ev.ProphetDeclared],
        count[ev.ProphetOverthrown],
        int(state.prophet is not None),
        first,
        declared_at,
        lasted,
        len(state.expelled),
        count[ev.GuessMade],
        right_guesses,
        scores[state.dealer],
        int(scores[state.dealer] < ordered[0]),
        len(players),
        sum(ordered),
        scores[state.prophet] if state.prophet is not None else 0,
        len(state.out),
        sum([scores[seat] for seat in state.out]),
        sum([scores[seat] for seat in state.expelled]),
        ordered[0] - ordered[-1],
        ordered[0] - ordered[1] if len(ordered) > 1 else 0,
        *(scores[seat] for seat in state.players),
    )


__all__ = ["FIELDS", "play", "row", "tally"]
