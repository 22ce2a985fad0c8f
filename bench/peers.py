"""Peers on comparable work: loops of random play in other libraries, each as its own documentation plays.

What is measured differs from library to library, and `SAYS` says how. One that isn't installed is named.
"""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Callable
from random import Random
from typing import Any

from bench.figures import per_second

SAYS = {
    "OpenSpiel, loop": "crazy_eights, five players. Each step asks for the legal actions (or the outcomes of a"
    " chance node: each card that is dealt is one), chooses, and applies. The rules run in C++; no player's view is"
    " made, nothing is recorded but the list of actions, and there is no secret rule to judge by.",
    "OpenSpiel, bare apply_action": "The same games again, their actions known beforehand: only"
    " `apply_action` on a new state. It checks next to nothing: an illegal action may end the process.",
    "RLCard": "Uno, two players. Each step is `env.step` with a legal action drawn from the state that the"
    " last one gave: Python, with the observation built as arrays for every step.",
    "pokerkit": "No-limit hold'em, six players. Each step asks which of fold, call and raise are allowed, and makes"
    " one; cards, blinds and chips move by automations, in Python, with a list of operations kept.",
    "python-chess": "Chess, up to 200 plies. Each step lists the legal moves, pushes one, and"
    " asks whether the game is over; bitboards in Python, nothing hidden, the stack of moves kept.",
}
"""What each loop measures, and what it leaves out."""
NEEDS = {"OpenSpiel": "pyspiel", "RLCard": "rlcard", "pokerkit": "pokerkit", "python-chess": "chess"}
"""The module of each, for those that lack it."""


def open_spiel(games: int) -> Callable[[], int]:
    """Random play as its own examples do it; says how many actions, those of chance among them."""
    import pyspiel

    game = pyspiel.load_game("crazy_eights(players=5)")

    def play() -> int:
        return sum(len(_actions(game, seed)) for seed in range(games))

    return play


def _actions(game: Any, seed: int) -> list[int]:
    """The actions of a game at random, in order."""
    number, state, actions = Random(seed).random, game.new_initial_state(), []
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            action = outcomes[int(number() * len(outcomes))][0]
        else:
            legal = state.legal_actions()
            action = legal[int(number() * len(legal))]
        state.apply_action(action)
        actions.append(action)
    return actions


def open_spiel_bare(games: int) -> Callable[[], float]:
    """The same games with their actions known; a second of the bare `apply_action`."""
    import pyspiel

    game = pyspiel.load_game("crazy_eights(players=5)")
    lines = [_actions(game, seed) for seed in range(games)]

    def play() -> float:
        spent = 0.0
        for actions in lines:
            apply = game.new_initial_state().apply_action
            start = time.process_time()
            for action in actions:
                apply(action)
            spent += time.process_time() - start
        return sum(map(len, lines)) / spent

    return play


def uno(games: int) -> Callable[[], int]:
    """RLCard's uno, as its own `env.run` plays it; says how many steps."""
    import rlcard

    env = rlcard.make("uno", {"seed": 3})
    chance = Random(3).random

    def play() -> int:
        done = 0
        for _ in range(games):
            state, _ = env.reset()
            while not env.is_over():
                legal = list(state["legal_actions"])
                state, _ = env.step(legal[int(chance() * len(legal))])
                done += 1
            env.get_payoffs()
        return done

    return play


def holdem(hands: int) -> Callable[[], int]:
    """Hands of no-limit hold'em, six players who call most of the time; says how many decisions."""
    from pokerkit import Automation, NoLimitTexasHoldem

    chance = Random(3).random

    def play() -> int:
        done = 0
        for _ in range(hands):
            state = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (50, 100), 100, 10_000, 6)
            while state.status:
                number = chance()
                if number < 0.2 and state.can_complete_bet_or_raise_to():
                    state.complete_bet_or_raise_to(state.min_completion_betting_or_raising_to_amount)
                elif number < 0.35 and state.can_fold():
                    state.fold()
                else:
                    state.check_or_call()
                done += 1
        return done

    return play


def chess_games(games: int) -> Callable[[], int]:
    """Random games of chess; says how many moves."""
    import chess

    chance = Random(3).random

    def play() -> int:
        done = 0
        for _ in range(games):
            board = chess.Board()
            while board.ply() < 200 and not board.is_game_over():
                legal = list(board.legal_moves)
                board.push(legal[int(chance() * len(legal))])
                done += 1
        return done

    return play


def peers(scale: int) -> tuple[dict[str, Callable[[], float]], list[str]]:
    """What is measured, by its name, and which peers are not installed here."""
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    sources: dict[str, Callable[[], Callable[[], float]]] = {
        "OpenSpiel, loop": lambda: per_second(open_spiel(5 * scale)),
        "OpenSpiel, bare apply_action": lambda: open_spiel_bare(5 * scale),
        "RLCard": lambda: per_second(uno(10 * scale)),
        "pokerkit": lambda: per_second(holdem(20 * scale)),
        "python-chess": lambda: per_second(chess_games(5 * scale)),
    }
    ready, lacking = dict[str, Callable[[], float]](), dict[str, None]()
    for name, source in sources.items():
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # those of the others
                ready[name] = source()
        except ImportError:
            lacking[next(peer for peer in NEEDS if name.startswith(peer))] = None
    return ready, list(lacking)
