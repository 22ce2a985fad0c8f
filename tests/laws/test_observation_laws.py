"""The law of hidden cards, for environments: what an agent can't know changes none of its numbers and no mask."""

from __future__ import annotations

import pytest

from eleusis.game.round import Round
from eleusis.minds.players.registry import Seat
from tests.laws.tables import RULES, VARIANTS, rule_of
from tests.laws.twins import Leak, Moment, moments, twins

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from eleusis.envs.actions import Actions  # it needs both
from eleusis.envs.observation import Board, Encoder
from eleusis.envs.setting import EnvSetting
from eleusis.secret.rule import Rule

EVERY = 5
"""At each so-manieth step the law is checked."""


def setting_of(round_: Round, rule: Rule) -> EnvSetting:
    """The table of a round, with an agent in every seat but the dealer's."""
    place = round_.players.index(round_.dealer)
    order = round_.players[place + 1 :] + round_.players[:place]
    guesses = RULES if round_.variant.guess.offered else ()
    most = round_.variant.play.max_cards or 4
    return EnvSetting(round_.variant, tuple(Seat(name) for name in order), (rule,), guesses, min(4, most), 20, 1000)


def numbers(setting: EnvSetting, round_: Round, seat: str) -> tuple[bytes, bytes]:
    """What an agent is given of a round: the observation, made from the first event on, and the mask."""
    board, view = Board(Encoder(setting), round_), round_.view(seat)
    return bytes(board.encode(view)), Actions(setting).mask(view, ())


def check(setting: EnvSetting, moment: Moment, seat: str, seed: int) -> None:
    """Raises Leak where an agent's numbers are others in a round that differs only in what it can't know."""
    original, twin = (numbers(setting, account.round, seat) for account in twins(moment, seat, seed))
    if original != twin:
        where = [i for i, (a, b) in enumerate(zip(original[0], twin[0], strict=True)) if a != b]
        raise Leak(f"{seat} is shown other numbers at {where} after {moment.steps[-1].move.text!r}")


def hold(name: str, seed: int, every: int = EVERY) -> None:
    """The law over one round. Raises Leak."""
    rule = rule_of(name, seed)
    for n, moment in enumerate(moments(name, seed)):
        if n % every == seed % every or moment.round.ended:
            for seat in dict.fromkeys((moment.round.to_act, *moment.players[:2])):
                if seat not in (None, moment.round.dealer):
                    check(setting_of(moment.round, rule), moment, seat or "", seed)


@pytest.mark.long
@pytest.mark.parametrize("name", VARIANTS)
def test_what_an_agent_may_not_see_changes_none_of_its_numbers(name: str) -> None:
    hold(name, 1, every=12)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 12))
@pytest.mark.parametrize("name", VARIANTS)
def test_the_law_of_numbers_over_many_rounds(name: str, seed: int) -> None:
    hold(name, seed)
