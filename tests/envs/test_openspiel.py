"""The game for OpenSpiel: what its own tests ask, what chance deals, and that scores are the environment's."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from eleusis.ground.cards import card, cards
from eleusis.ground.errors import EleusisError

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")
pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel isn't installed: it comes with the extra openspiel")

from eleusis.envs import openspiel  # noqa: E402  # it needs all three

FORMS = (openspiel.NAME, f"{openspiel.NAME}(difficulty=1)", f"{openspiel.NAME}(rules=abb-1;last-rank-up,turns=4)")


def load(form: str = FORMS[1]) -> Any:
    """A game."""
    return pyspiel.load_game(form)


def play(game: Any, seed: int) -> Iterator[Any]:
    """A game at random: its state before each action, and at its end."""
    state, chance = game.new_initial_state(), Random(seed)
    while not state.is_terminal():
        yield state
        actions, weights = (
            zip(*state.chance_outcomes(), strict=True) if state.is_chance_node() else (state.legal_actions(), None)
        )
        state.apply_action(chance.choices(actions, weights)[0])
    yield state


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS)
def test_openspiel_finds_nothing_wrong_with_the_game(form: str) -> None:
    pyspiel.random_sim_test(load(form), num_sims=3, serialize=True, verbose=False)


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS)
def test_the_simulations_of_openspiels_python_games_pass(form: str) -> None:
    games_sim_test = pytest.importorskip("open_spiel.python.tests.games_sim_test")
    games_sim_test.GamesSimTest().sim_game(load(form))


@pytest.mark.long
def test_a_playthrough_can_be_written_and_read_again() -> None:
    playthroughs = pytest.importorskip("open_spiel.python.algorithms.generate_playthrough")
    form = f"{openspiel.NAME}(difficulty=1,turns=2)"
    text = playthroughs.playthrough(form, None, seed=3)
    actions = [int(line.split(": ")[1]) for line in text.splitlines() if line.startswith("action: ")]
    assert len(actions) > 16
    assert playthroughs.playthrough(form, actions, seed=4) == text.replace("seed=3", "seed=4")


def deal(game: Any, rule: int, dealt: str) -> Any:
    """A state in which chance has drawn a rule and dealt these cards."""
    state = game.new_initial_state()
    for action in (rule, *(each.index for each in cards(dealt))):
        state.apply_action(action)
    return state


def act(state: Any, *names: str) -> Any:
    """A copy of a state after these actions, of the agent's or of chance."""
    after = state.clone()
    for name in names:
        by_name = {
            after.action_to_string(after.current_player(), action): action for action in after.legal_actions()
        }
        after.apply_action(by_name[name])
    return after


HAND = "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"


def test_chance_deals_what_is_left_of_two_decks() -> None:
    """solo: two decks, a hand of 12, and the first card that is right on an empty mainline is the starter."""
    state = deal(load(), 0, HAND)
    outcomes = dict(state.chance_outcomes())
    assert outcomes[card("2S").index] == 1 / 92
    assert outcomes[card("2H").index] == 2 / 92
    state = act(state, "deal 2H")
    assert state.current_player() == 0
    state = act(state, "play 2S", "deal 2H")
    assert "play 2H" in [state.action_to_string(0, action) for action in act(state, "pass").legal_actions()]
    assert card("2H").index not in dict(act(state, "pass", "play 3S").chance_outcomes())


def test_a_clone_goes_its_own_way() -> None:
    state = deal(load(), 0, f"{HAND} 2H")
    before = str(state)
    assert str(act(state, "play 2S")) != before
    assert str(state) == before


def test_the_score_comes_at_the_end_and_is_that_of_solo() -> None:
    """solo: limit + 1 less the turn in which the rule was found, and 2 points for a wrong guess."""
    state = deal(load(), 0, f"{HAND} 2H")
    rule, *others = state.get_game().tables.setting.guesses
    wrong = act(state, "play 2S", "deal 2H", f"guess {others[0]}")
    assert wrong.returns() == [0.0]
    assert act(state, "play 2S", "deal 2H", f"guess {rule}").returns() == [30.0]
    assert act(wrong, "play 3S", "deal 3H", f"guess {rule}").returns() == [27.0]


def test_what_the_agent_cannot_know_changes_nothing_that_it_is_shown() -> None:
    """Under two rules that have judged all alike, information states are the same until they differ."""
    game = load("python_eleusis_solo(rules=last-color-stays;last-suit-stays)")
    same_color, same_suit = (deal(game, rule, f"{HAND} 2S") for rule in range(2))
    for name in ("play 3S", "deal 2H", "pass", "play 2H", "deal 2C", "pass"):
        same_color, same_suit = act(same_color, name), act(same_suit, name)
        assert same_color.information_state_string(0) == same_suit.information_state_string(0)
        assert same_color.information_state_tensor(0) == same_suit.information_state_tensor(0)
        assert same_color.observation_string(0) == same_suit.observation_string(0)
    same_color, same_suit = (act(state, "play 2C", "deal 2D") for state in (same_color, same_suit))
    assert same_color.information_state_tensor(0) != same_suit.information_state_tensor(0)


def test_an_information_state_is_one_text_and_one_tensor() -> None:
    tensors: dict[str, set[tuple[float, ...]]] = {}
    for seed in range(4):
        for state in play(load(), seed):
            if not state.is_chance_node():
                tensor = tuple(state.information_state_tensor(0))
                tensors.setdefault(state.information_state_string(0), set()).add(tensor)
    assert {len(values) for values in tensors.values()} == {1}
    assert len({tensor for values in tensors.values() for tensor in values}) == len(tensors) > 20


@pytest.mark.parametrize(
    "given", ["difficulty=6", "difficulty=-1", "turns=0", "rules=abb-1,difficulty=1", "rules=abb-0"]
)
def test_what_the_game_does_not_take_is_told(given: str) -> None:
    with pytest.raises(EleusisError):
        load(f"{openspiel.NAME}({given})")


def test_an_observer_takes_no_parameters() -> None:
    with pytest.raises(ValueError, match="no parameters"):
        load().make_py_observer(None, {"colour": 1})
