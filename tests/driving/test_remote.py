"""Players outside of this process: what the driver tells them (design.md, "Players from outside")."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from eleusis.driving.dealing import deal
from eleusis.driving.driver import Driver, Player, Remote, Statement, Step, belief_of
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.game.moves import Guess, Move, Play
from eleusis.game.view import View
from eleusis.ground.cards import PACK
from eleusis.ground.errors import EleusisError, PlayerError
from eleusis.secret.rule import Rule
from eleusis.variant import load_variant
from tests.helpers.planted import Answers

RULE = Rule("red")


class Erring(Remote):
    """Plays a card that it hasn't as often as it is bid, and then one that it has."""

    def __init__(self, errors: int) -> None:
        self.errors = errors
        self.numbers: list[int] = []
        self.refused: list[str] = []
        self.ends: list[tuple[str | None, Mapping[str, int]]] = []

    @property
    def sent(self) -> int:
        return 0

    def _move(self, view: View) -> Move:
        if len(self.refused) < self.errors:
            return Play(view.seat, (next(card for card in PACK if card not in view.hand),))
        return view.options[0]

    def answer(self, view: View, n: int) -> Move:
        self.numbers.append(n)
        return self._move(view)

    def correct(self, view: View, n: int, error: EleusisError) -> Move:
        assert n == self.numbers[-1]
        self.refused.append(error.code)
        if len(self.refused) == 3:
            raise PlayerError("player/failed", "three errors in one move")
        return self._move(view)

    def end(self, view: View, rule: str | None, scores: Mapping[str, int]) -> None:
        self.ends.append((rule, scores))


def table(player: Remote, **options: object) -> Driver:
    variant = load_variant("abbott", ["play.max_cards=1"])
    round_ = deal(variant, ["Dan", "Ann", "Bob", "Cleo"], dealer="Dan", seed=4, rule=RULE)
    others: dict[str, Player] = {seat: Answers(lambda view: view.options[0]) for seat in ("Bob", "Cleo")}  # type: ignore[misc]  # answers objects
    steps: list[Step] = []
    players: dict[str, Player | Remote] = {**others, "Ann": player, "Dan": RuleDealer(RULE, variant)}
    return Driver(round_, players, steps, **options)  # type: ignore[arg-type]  # whatever a test gives


def test_it_is_told_its_step_why_it_was_refused_and_how_the_round_came_out() -> None:
    player, listener = Erring(2), Erring(0)
    driver = table(player, listeners={"Dan": listener})
    driver.to_end(limit=30)
    assert player.refused == ["move/not-in-hand"] * 2
    assert driver.steps is not None
    assert player.numbers == [step.n for step in driver.steps if step.seat == "Ann"]
    assert driver.round.scores is not None
    assert player.ends == listener.ends == [("red", driver.round.scores)]
    driver.finish()
    assert len(player.ends) == 1


def test_a_guess_that_the_table_refuses_is_told_too() -> None:
    class Guesser(Erring):
        def _move(self, view: View) -> Move:
            if view.due is Guess:
                return Guess(view.seat, ["rid", "all red", "red"][len(self.refused)])
            return view.options[0]

    variant = load_variant("express")
    round_ = deal(variant, ["Dan", "Ann", "Bob"], dealer="Dan", seed=4, rule=RULE)
    player, dealer = Guesser(0), RuleDealer(RULE, variant)
    others: dict[str, Player | Remote] = {"Bob": Guesser(0), "Dan": dealer}
    Driver(round_, {**others, "Ann": player}, check_guess=dealer.check).to_end(60)
    assert player.refused == ["rule/unknown-name", "rule/english"]
    assert round_.ended == "right guess"


def test_each_answer_is_told_before_it_is_made() -> None:
    answered: list[tuple[str, int, Move]] = []
    driver = table(
        Erring(1), answered=lambda player, view, move: answered.append((view.seat, len(view.events), move))
    )
    driver.to_end(limit=20)
    assert driver.steps is not None
    assert [move for _, _, move in answered][1:] == [step.move for step in driver.steps if step.seat != "Dan"]
    assert answered[0][0] == answered[1][0] == "Ann"


@pytest.mark.parametrize("stated", [("red", 0.5), ("red", 1), None])
def test_a_belief_is_a_rule_and_a_number(stated: Statement | None) -> None:
    player = Answers(lambda view: None)
    view = table(Erring(0)).round.view("Ann")
    assert belief_of(player, view) is None
    vars(player)["belief"] = lambda view: stated
    assert belief_of(player, view) == stated


@pytest.mark.parametrize("stated", ["red", ("red", 1.5), ("red", "0.5"), (0.5, "red"), ("red", float("nan")), 7])
def test_what_is_no_belief_is_the_players_mistake(stated: object) -> None:
    player = Answers(lambda view: None)
    vars(player)["belief"] = lambda view: stated
    with pytest.raises(PlayerError) as caught:
        belief_of(player, table(Erring(0)).round.view("Ann"), "planted")
    assert caught.value.code == "player/no-belief"
    assert "Ann" in caught.value.message
