"""The starter that a rule asks for, a stock that has none such, and cards turned away before it."""

from __future__ import annotations

from collections import Counter

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis.driving.dealing import deal
from eleusis.game.events import RoundBegan
from eleusis.ground.cards import PACK, card, cards
from eleusis.ground.errors import ScriptError
from eleusis.record.gamefile.contents import GameFile
from eleusis.record.gamefile.reading import read_game
from eleusis.record.gamefile.writing import write_game
from eleusis.record.replaying.replay import replay_game
from eleusis.record.replaying.scripts import script_of
from eleusis.secret.rule import Rule
from eleusis.variant import load_variant


def test_a_stock_without_a_card_that_fits_the_rule_gets_a_deck() -> None:
    """rules.md: an unsuitable starter is put back, and the next card turned, until one fits."""
    players = ("Ann", "Bob", "Cleo", "Dan")
    kings = Rule("red", starter="king and spade")
    rounds = [deal(load_variant("matuszek"), players, seed=n, rule=kings) for n in range(40)]
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
        deal(load_variant("matuszek"), ("Ann", "Bob"), seed=1, rule=none)
    assert str(caught.value) == snapshot
    kings = Rule("red", starter="king and spade")
    short = load_variant("express", ["stock.empty=end_round", "stock.decks=1"])
    players = ("Ann", "Bob", "Cleo", "Dan")
    stocks = {seed: deal(short, players, seed=seed, starter=[]).hidden.stock for seed in range(9)}
    seed = next(seed for seed, stock in stocks.items() if not any(map(kings.fits_starter, stock)))
    with pytest.raises(ScriptError) as caught:
        deal(short, players, seed=seed, rule=kings)
    assert str(caught.value) == snapshot


def test_a_given_starter_that_the_rule_forbids_is_a_warning(snapshot: SnapshotAssertion) -> None:
    """rules.md: a rule may carry a condition on the starter. One that lies there is not put back, but told."""
    text = "eleusis: 1\nvariant: express\nplayers: [Ann, Bob]\nseed: 1\nrounds:\n"
    text += "  - {dealer: Ann, rule: exp-e3, starter: 7S}\n  - {dealer: Bob, rule: exp-e3, starter: 7H}\n"
    played = replay_game(read_game(text))
    assert [record.starter for record in played.rounds] == [cards("7S"), cards("7H")]
    [warning] = [text for text in played.warnings if "starter" in text]
    assert warning == snapshot


# Cards turned away before it


def test_cards_turned_away_lie_under_the_stock() -> None:
    express = load_variant("express")
    round_ = deal(express, ["Ann", "Bob"], seed=1, starter=cards("4S"), turned_away=cards("JD 2D"))
    assert round_.began.stock[-2:] == cards("JD 2D")
    everything = [*round_.began.stock, *round_.began.starters, *round_.began.hands["Bob"]]
    assert Counter(everything) == Counter(PACK * 2)
    with pytest.raises(ScriptError) as caught:
        deal(express, ["Ann", "Bob"], seed=1, turned_away=cards("JD"))
    assert caught.value.code == "script/no-starter"
    with pytest.raises(TypeError):
        deal(express, ["Ann", "Bob"], seed=1, starter=cards("4S"), turned_away="JD")  # type: ignore[arg-type]  # wrong


def test_a_file_with_them_reads_back_as_it_was_written() -> None:
    round_ = deal(load_variant("express"), ["Ann", "Bob"], seed=1, starter=cards("4S"), turned_away=cards("JD 2D"))
    text = (
        "eleusis: 1\nvariant: express\nplayers: [Ann, Bob]\nseed: 1\nrounds:\n"
        "  - dealer: Ann\n    rule: any\n    starter: 4S\n    turned_away: JD 2D\n"
    )
    game = read_game(text)
    assert game.rounds[0].turned_away == (card("JD"), card("2D"))
    assert write_game(game) == text
    record = replay_game(game).rounds[0]
    assert record.deal == round_.began
    full = GameFile("<text>", "express", ("Ann", "Bob"), rounds=(script_of(record, Rule("any")),))
    assert replay_game(read_game(write_game(full))).rounds[0].deal == record.deal
