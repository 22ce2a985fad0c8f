"""The starter that a rule asks for, and a stock that has none such."""

from __future__ import annotations

from collections import Counter

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis.driving.dealing import deal
from eleusis.game.events import RoundBegan
from eleusis.ground.cards import PACK, cards
from eleusis.ground.errors import ScriptError
from eleusis.record.gamefile.reading import read_game
from eleusis.record.replaying.replay import replay_game
from eleusis.secret.rule import Rule
from eleusis.variant import load_variant


def test_a_stock_without_a_card_that_fits_the_rule_gets_a_deck() -> None:
    """rules.md: an unsuitable starter is put back, and the next card turned, until one fits."""
    players = ("Ann", "Bob", "Cleo", "Dan")
    kings = Rule("red", starter="king and spade")
    rounds = [deal(load_variant("matuszek"), players, seed=n, fits=kings.fits_starter) for n in range(40)]
    deals = [round_.events[0] for round_ in rounds]
    for began in deals:
        assert isinstance(began, RoundBegan)
        assert str(began.starters[0]) == "KS"
        dealt = [*began.starters, *began.stock, *(card for hand in began.hands.values() for card in hand)]
        assert Counter(dealt) == Counter(dict.fromkeys(PACK, began.decks))
    decks = Counter(round_.state.decks for round_ in rounds)
    assert decks[1] > 0 < decks[2], "three hands take 42 of one deck, so the king is often gone"


def test_a_condition_that_no_card_fits_and_a_stock_that_is_not_refilled_are_errors(
    snapshot: SnapshotAssertion,
) -> None:
    none = Rule("red", starter="none")
    with pytest.raises(ScriptError) as caught:
        deal(load_variant("matuszek"), ("Ann", "Bob"), seed=1, fits=none.fits_starter)
    assert str(caught.value) == snapshot
    kings = Rule("red", starter="king and spade")
    short = load_variant("express", ["stock.empty=end_round", "stock.decks=1"])
    players = ("Ann", "Bob", "Cleo", "Dan")
    stocks = {seed: deal(short, players, seed=seed, starter=[]).hidden.stock for seed in range(9)}
    seed = next(seed for seed, stock in stocks.items() if not any(map(kings.fits_starter, stock)))
    with pytest.raises(ScriptError) as caught:
        deal(short, players, seed=seed, fits=kings.fits_starter)
    assert str(caught.value) == snapshot


def test_a_given_starter_that_the_rule_forbids_is_a_warning(snapshot: SnapshotAssertion) -> None:
    """rules.md: a rule may carry a condition on the starter. One that lies there is not put back, but told."""
    text = "eleusis: 1\nvariant: express\nplayers: [Ann, Bob]\nseed: 1\nrounds:\n"
    text += "  - {dealer: Ann, rule: exp-e3, starter: 7S}\n  - {dealer: Bob, rule: exp-e3, starter: 7H}\n"
    played = replay_game(read_game(text))
    assert [record.starter for record in played.rounds] == [cards("7S"), cards("7H")]
    [warning] = [text for text in played.warnings if "starter" in text]
    assert warning == snapshot
