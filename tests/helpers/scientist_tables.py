"""Tables at which a scientist sits, for his tests; pytest finds the fixtures where a module imports them."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from eleusis.driving.dealing import deal
from eleusis.driving.driver import play_round
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.game.events import AnyEvent
from eleusis.game.moves import Judge
from eleusis.game.round import Round
from eleusis.game.view import SeenEvents
from eleusis.ground.cards import cards
from eleusis.ground.chance import stream
from eleusis.minds.induction.family import Family, family
from eleusis.minds.induction.mind import Mind
from eleusis.minds.players.registry import make_player
from eleusis.minds.players.scientist.player import Scientist
from eleusis.secret.rule import Rule
from eleusis.variant import Variant, load_variant

SMALL = 22
"""Bits of the longest made rule: a family of some hundred rules besides the library."""


@pytest.fixture(scope="module")
def small() -> Family:
    return family(SMALL)


def table(
    edition: str, rule: str, hand: str, starter: str = "7S", bob: str = "2H 3H 4H 5H 6H 8H"
) -> tuple[Round, Rule]:
    """A round of Ann, to move first, with Bob and Cleo; Dan deals."""
    variant = load_variant(edition)
    hands = {"Ann": cards(hand), "Bob": cards(bob), "Cleo": cards("2C 10C 6C 8C JC KC")}
    if edition == "abbott":  # the starter's rank is counted out: 7 of three is Ann
        assert (cards(starter)[0].rank - 1) % 3 == 0
    players = ("Ann", "Bob", "Cleo", "Dan")
    return deal(variant, players, dealer="Dan", seed=1, starter=cards(starter), hands=hands), Rule(rule)


def judge(round_: Round, rule: Rule) -> None:
    line = round_.state.layout.mainline
    round_.step(Judge("Dan", rule.accepts(line, round_.state.pending)))


def sit(variant: Variant, family: Family, seed: int = 1) -> Scientist:
    return Scientist(variant, Random(seed), family)


def number(family: Family, rule: Rule) -> int:
    """Which rule of a family a rule is."""
    return int(np.flatnonzero(family.marks == family.mark(rule))[0])


def only(mind: Mind, rule: str) -> None:
    """Let a mind believe in one rule."""
    mind.posterior.keep(np.array([number(mind.family, Rule(rule))]))
    mind.outsider.dismiss()
    mind._few = None


def whole(edition: str, text: str, seed: int, small: Family) -> tuple[Round, Scientist]:
    round_ = deal(load_variant(edition), ("Ann", "Bob", "Cleo", "Dan"), dealer="Dan", seed=seed)
    chance = {who: stream(seed, "t", who) for who in round_.players}
    players = {who: make_player("random", who, round_.variant, chance[who]) for who in ("Bob", "Cleo")}
    ann = Scientist(round_.variant, chance["Ann"], small)
    play_round(round_, {**players, "Ann": ann, "Dan": RuleDealer(Rule(text), round_.variant)}, 600)
    return round_, ann


def seen(*events: AnyEvent) -> SeenEvents:
    """These events as a view has them."""
    return SeenEvents(list(events), {}, len(events))
