"""A round is driven in one place; the dealer is a player there; only a kind that knows the rule is handed it."""

from __future__ import annotations

import ast

import pytest

from eleusis.driving.dealing import deal
from eleusis.driving.driver import Driver, Player, Step, Undecided, play_round
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.game.moves import Guess, Judge, Move, Pass, Play
from eleusis.game.round import Round
from eleusis.game.view import View
from eleusis.ground.cards import cards
from eleusis.ground.errors import IllegalMove, PlayerError, ScriptError
from eleusis.lab.arms import read_arms
from eleusis.lab.plan import Plan
from eleusis.lab.tally import play
from eleusis.minds.players.kinds import KINDS
from eleusis.minds.players.random_player import RandomPlayer
from eleusis.minds.players.registry import SHIPPED, read_seats
from eleusis.record.gamefile.reading import read_game
from eleusis.record.replaying.replay import replay_game
from eleusis.secret.automaton.comparison import Comparison
from eleusis.secret.rule import Rule
from eleusis.table.bots_only import deal_game
from eleusis.variant import load_variant
from tests.helpers.modules import modules_in, tree_of
from tests.helpers.places import ROOT
from tests.helpers.planted import plant
from tests.helpers.sittings import seated as table_of
from tests.laws.tables import VARIANTS, seated

HOME = "eleusis/driving/driver.py"
SOURCES = tuple(path for folder in ("eleusis", "bench") for path in modules_in(folder).values())


def callers(asked: str) -> set[str]:
    """The modules that call what is called so, and are no `move` that asks another's."""
    return {
        path.relative_to(ROOT).as_posix()
        for path in SOURCES
        for function in ast.walk(tree_of(path))
        if isinstance(function, ast.FunctionDef) and function.name != "move"
        for node in ast.walk(function)
        if isinstance(node, ast.Call)
        and node.args
        and f".{ast.unparse(node.func)}".endswith(asked)
        and ast.unparse(node.func) != "self.move"
    }


@pytest.mark.long
def test_nothing_but_the_driver_asks_a_player_for_its_move_and_makes_a_step() -> None:
    assert callers(".move") == {HOME}
    assert callers(".Step") == {HOME}


# What the driver does


def dealt(variant: str = "express") -> Round:
    edition = load_variant(variant)
    hands = {"Ann": cards("5H 6H 7S"), "Bob": cards("5D 6D 8S")}
    return deal(edition, ("Ann", "Bob", "Cleo"), dealer="Cleo", starter=cards("AH"), seed=1, hands=hands)


class First:
    """Plays its first card, and passes."""

    def move(self, view: View) -> Move:
        first = view.options[0]
        return first if isinstance(first, Play) else Pass(view.seat)


def test_the_rule_comes_first_then_what_is_said_then_players() -> None:
    round_ = dealt()
    steps_told: list[tuple[int, str, str, str]] = []
    asked: list[str] = []
    steps: list[Step] = []
    driver = Driver(
        round_,
        {"Bob": First(), "Cleo": RuleDealer(Rule("red"), round_.variant)},
        steps,
        before=asked.append,
        after=lambda step: steps_told.append((step.n, step.seat, step.move.text, step.by)),
    )
    assert driver.go() == "Ann", "nobody answers for her"
    assert driver.go([Play("Ann", cards("5H"))], moves=1) is None
    assert steps_told == [(1, "Ann", "play 5H", "seat"), (2, "Cleo", "judge right", "rule")]
    driver.go([Pass("Ann")], moves=2)
    assert steps_told[2:] == [
        (3, "Ann", "pass", "seat"),
        (4, "Bob", "play 5D", "seat"),
        (5, "Cleo", "judge right", "rule"),
    ]
    assert asked == ["Bob"], "a player's chance is seeded before its move alone"
    assert [(step.n, step.seat, step.move.text, step.by) for step in steps] == steps_told
    assert [event for step in steps for event in step.events] == round_.events[1:]


def test_what_the_rule_can_not_tell_is_left_to_who_asks() -> None:
    round_ = dealt()
    driver = Driver(round_, {"Cleo": RuleDealer(Rule("red"), round_.variant)})
    assert driver.go([Play("Ann", cards("5H")), Guess("Ann", "something about the weather")]) == "Cleo"
    with pytest.raises(ScriptError) as caught:
        driver.to_end()
    assert caught.value.code == "script/no-judgement"
    assert driver.go([Judge("Cleo", False)]) == "Bob"


def test_a_move_that_is_said_and_not_allowed_is_the_sayers() -> None:
    round_ = dealt()
    steps: list[Step] = []
    driver = Driver(round_, {}, steps)
    with pytest.raises(IllegalMove):
        driver.go([Play("Ann", cards("5H")), Judge("Cleo", True), Play("Ann", cards("KC"))])
    assert [step.move.verb for step in steps] == ["play", "judge"]


def test_a_round_is_broken_off_between_two_turns_only() -> None:
    for limit in range(1, 12):
        round_ = dealt("abbott")
        players: dict[str, Player] = {
            "Ann": First(),
            "Bob": First(),
            "Cleo": RuleDealer(Rule("red"), round_.variant),
        }
        steps = play_round(round_, players, limit)
        assert round_.ended == "abandoned"
        assert limit <= len(steps) <= limit + 1
        assert steps[-1].move.verb == "judge" or round_.variant.guess.offered


@pytest.mark.parametrize("name", VARIANTS)
def test_a_round_is_the_same_whether_it_is_recorded_or_not(name: str) -> None:
    recorded, players = seated(name, 3)
    steps = play_round(recorded, players, 200)
    bare, again = seated(name, 3)
    Driver(bare, again).to_end(200)
    assert bare.events == recorded.events
    assert sum(len(step.events) for step in steps) == len(bare.events) - 1 - (bare.ended == "abandoned")
    dealers = {step.by for step in steps if step.seat == bare.dealer}
    assert dealers <= {"rule"}


def test_the_dealer_sees_his_view_and_no_more() -> None:
    """His answer is that of a view without the round behind it."""

    class Dealer(RuleDealer):
        seen = 0

        def move(self, view: View) -> Move:
            assert isinstance(view, View)
            assert view.seat == view.dealer
            assert not view.hand
            Dealer.seen += 1
            return super().move(view)

    for seed in range(4):
        round_, players = seated("abbott", seed)
        play_round(round_, {**players, round_.dealer: Dealer(Rule("red"), round_.variant)}, 60)
    assert Dealer.seen >= 20


GUESSED = """
eleusis: 1
variant: express
players: [Ann, Bob, Cleo]
seed: 1
rounds:
  - dealer: Cleo
    rule: red
    starter: AH
    hands: {Ann: 5H 6H 7S, Bob: 5D 6D 8S}
    moves: |
      Ann play 5H => right
      Ann guess "not black"
"""


@pytest.fixture
def never_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    """No comparison of a guess with the rule is decided."""
    monkeypatch.setattr("eleusis.driving.rule_dealer.judge_guess", lambda *_: Comparison(None, bound=5))


def test_a_guess_that_is_not_decided_is_right_unless_a_line_says_else(never_sure: None) -> None:
    by_rule = replay_game(read_game(GUESSED))
    assert [(finding.code, finding.place.line) for finding in by_rule.findings] == [("unproved", 13)]
    assert (by_rule.rounds[0].ended, by_rule.rounds[0].steps[-1].by) == ("right guess", "rule")
    stated = replay_game(read_game(GUESSED + "      Cleo judge wrong\n"))
    assert stated.findings == []
    assert (stated.rounds[0].ended, stated.rounds[0].steps[-1].by) == (None, "seat")


@pytest.mark.parametrize(
    ("players", "asked"), [("Ann,Bob:random,Cleo", True), ("Ann,Bob:random,Cleo:random", False)]
)
def test_a_guess_that_is_not_decided_is_for_a_person_who_deals(never_sure: None, players: str, asked: bool) -> None:
    table = table_of(None, players, "express")
    table.begin_round("Cleo", Rule("any"))
    while table.now.round.to_act != "Ann":
        table.step()
    table.step(Play("Ann", table.now.round.view("Ann").hand[:1]))
    table.step(Guess("Ann", "red or black"))
    assert (table.now.ended == "right guess") is not asked
    assert (table.now.round.to_act == "Cleo") is asked


def test_steps_are_counted_anew_after_one_is_taken_back() -> None:
    text = GUESSED.replace('Ann guess "not black"', "Ann pass\n      Ann undo\n      Ann pass\n      Bob play 5D")
    (record,) = replay_game(read_game(text)).rounds
    assert [(step.n, step.move.text) for step in record.steps] == [
        (1, "play 5H"), (2, "judge right"), (3, "pass"), (4, "play 5D"), (5, "judge right"),
    ]  # fmt: skip


# Who is handed the secret


def test_only_who_knows_the_rule_is_handed_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """At every place where players are made: a table, a dealt game, the laboratory."""
    assert [name for name, kind in KINDS.items() if kind.knows_rule] == ["knower"]
    ignorant = plant(monkeypatch, "ignorant", lambda variant, chance: RandomPlayer(variant, chance))
    knowing = plant(monkeypatch, "knowing", lambda variant, chance: RandomPlayer(variant, chance), knows_rule=True)
    players = "A:ignorant,B:knowing,C:ignorant,D:random"

    table = table_of(None, players, "express")
    table.begin_round("D", Rule("red"))
    deal_game("express", read_seats(players), seed=1, rounds=2)
    arms, _ = read_arms(["express"], (), None)
    play(Plan(tuple(arms), read_seats(players), (Rule("red"),), 1, 4), 0, 1)

    assert len(ignorant) >= 5
    assert [handed["rule"] for handed in ignorant] == [None] * len(ignorant)
    assert len(knowing) >= 3
    assert all(isinstance(handed["rule"], Rule) for handed in knowing)
    assert {*map(tuple, (handed for handed in knowing))} == {("seat", "rule", "library", "options")}
    assert all(handed["library"] is SHIPPED for handed in ignorant)


def test_undecided_is_the_dealers_alone() -> None:
    """Any other player that raises it has failed."""

    class Shy:
        def move(self, view: View) -> Move:
            raise Undecided

    with pytest.raises(PlayerError) as caught:
        Driver(dealt(), {"Ann": Shy()}).go()
    assert caught.value.code == "player/failed"
