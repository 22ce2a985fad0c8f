"""One random game of each shipped edition, pinned: moves, what followed, and scores; and the rules of a seed.

A golden that changes means that recorded games would replay otherwise, or that a seed no longer gives the same
cards or rules: these are promises. `pytest tests/test_golden.py --snapshot-update` writes the games anew.
"""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import sha256

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis.benchmark.held_out import make_rules
from eleusis.driving.dealing import deal
from eleusis.driving.driver import Player, play_round
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.ground.cards import PACK, text_of
from eleusis.ground.chance import shuffle, stream
from eleusis.minds.players.random_player import RandomPlayer
from eleusis.record.gamefile.facts import facts_of
from eleusis.secret.rule import Rule
from eleusis.variant import load_variant, variant_names
from tests.helpers.places import ROOT

SEED = 1977
PLAYERS = ("Ann", "Bob", "Cleo", "Dan", "Eve")
RULE = "if last.odd then black else red"


def golden(name: str) -> str:
    """A round of this edition between random players, one line a step."""
    variant = load_variant(name)
    round_ = deal(variant, PLAYERS, dealer="Eve", seed=SEED)
    lines = [
        f"{name}, seed {SEED}, Eve deals: {RULE}",
        *(f"{seat:<4} holds {text_of(hand)}" for seat, hand in round_.hidden.hands.items()),
        f"starter {text_of(round_.state.layout.mainline)}, stock {text_of(list(round_.hidden.stock)[:5])} …",
    ]
    seats: dict[str, Player] = {seat: RandomPlayer(variant, stream(SEED, "golden", seat)) for seat in PLAYERS}
    seats["Eve"] = RuleDealer(Rule(RULE), variant)
    for step in play_round(round_, seats, max_steps=160):
        facts = "; ".join(facts_of(step.events))
        lines.append(f"{step.n:>3} {step.seat} {step.move.text}" + (f" => {facts}" if facts else ""))
    lines.append(f"ended: {round_.ended}")
    lines.append(f"scores: {', '.join(f'{seat} {points}' for seat, points in (round_.scores or {}).items())}")
    return "\n".join(lines)


@pytest.mark.parametrize("name", variant_names())
def test_golden_game(name: str, snapshot: SnapshotAssertion) -> None:
    assert golden(name) == snapshot


@pytest.mark.long
@pytest.mark.parametrize("hashing", ["0", "1", "random"])
def test_the_order_of_hashes_makes_no_difference(hashing: str) -> None:
    code = "from tests.test_golden import *; print('\\n'.join(golden(name) for name in variant_names()))"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": hashing}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, cwd=ROOT, check=True
    )
    assert done.stdout == "\n".join(golden(name) for name in variant_names()) + "\n"


def test_the_shuffle_of_a_seed_is_for_ever() -> None:
    assert text_of(shuffle(PACK, stream(SEED, "round", 1, "stock"))) == (
        "3C 6H JD KH 6D QS QC QD 2D 5S 5H JC 2S 9S 7D 8C AD 7C 8D 4D 7S 6S 10C 10D 2H 3S "
        "4S 5D 4C KS 9H 10S 7H KC 9C AS 8S 3D 6C JH 10H 8H JS KD AH 2C 5C QH 3H 9D 4H AC"
    )
    numbers = [stream(7, "a").random(), stream(7, "a", 2).random(), stream(-7).random()]
    assert numbers == [0.4850316646759376, 0.3927791429908264, 0.943487501592384]


def digest_of_rules(count: int) -> str:
    """The rules that `benchmark --generate COUNT --seed 99 --difficulty 2..4` plays, as one word."""
    return sha256("\n".join(rule.text for rule in make_rules(count, 99, (2, 4))).encode()).hexdigest()[:16]


@pytest.mark.long
def test_the_held_out_rules_of_a_seed_are_for_ever() -> None:
    """Results of a benchmark can be held against those of another year."""
    assert [rule.text for rule in make_rules(6, 99, (2, 4))] == [
        "if last.black then red else odd",
        "if first.jack then number else diamond",
        "cycle(black, odd) and face == back(2).face",
        "if last.heart then red else black",
        "if last.spade then rank != back(2).rank else prime",
        "if line.any(spade) then suit == last.suit else red",
    ]
    assert digest_of_rules(30) == "877b694b0448e4a1"


@pytest.mark.soak
def test_all_two_hundred_are() -> None:
    assert digest_of_rules(200) == "fed5a1dfa924ee48"
