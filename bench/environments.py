"""Steps a second of the environments, beside card games of OpenSpiel, RLCard and PettingZoo.

A step is one action of an agent: observation and mask are asked for, an allowed action is chosen by chance and
taken. Dealing counts too, as does the time of chance, whose actions are no steps. The machine's speed drifts, so
all are measured in turn, and ratios are of one round.
"""

from __future__ import annotations

import argparse
import os
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from random import Random
from typing import Any

from bench.figures import Figure, in_turn, ratio_row

SECONDS = 0.4
"""How long each is measured in one round."""

RLCARD = ("leduc-holdem", "uno", "limit-holdem", "bridge", "no-limit-holdem", "gin-rummy", "doudizhu", "mahjong")
"""The card games of RLCard, the quickest first."""
PETTINGZOO = ("leduc_holdem", "texas_holdem", "texas_holdem_no_limit")
"""The card games among PettingZoo's classic ones that need no further engine."""
SPIEL = ("leduc_poker", "crazy_eights", "gin_rummy", "python_block_dominoes", "python_eleusis_solo")
"""Card games of OpenSpiel in C++, one in Python, and ours."""

OWN, SYNC = "solo, 64 at once", "solo, 64 by SyncVectorEnv"


def rate(steps: Iterator[int]) -> float:
    """Steps a second of a source that gives how many it has made, again and again."""
    done, start, spent = 0, time.process_time(), 0.0
    while spent < SECONDS:
        done += next(steps)
        spent = time.process_time() - start
    return done / spent


def aec(env: Any, mask: Callable[[Any, Any], Any]) -> Iterator[int]:
    """Plays a PettingZoo environment for ever; gives the steps of each episode."""
    chance = Random(3).random
    while True:
        env.reset()
        done = 0
        for _ in env.agent_iter():
            observation, _, ended, truncated, info = env.last()
            if ended or truncated:
                env.step(None)
                continue
            legal = mask(observation, info).nonzero()[0]
            env.step(int(legal[int(chance() * len(legal))]))
            done += 1
        yield done


def table(name: str) -> Callable[[], float]:
    """A table of agents under an edition."""
    from eleusis import envs

    env = envs.aec(name)
    env.reset(seed=1)
    for rule in env.rules:
        assert rule.meaning
    steps = aec(env, lambda observation, info: info["action_mask"])
    return lambda: rate(steps)


def solo() -> Callable[[], float]:
    """One agent alone, through `gymnasium.make` and all that it wraps around."""
    import gymnasium

    env = gymnasium.make("eleusis.envs:eleusis/Solo-v0")
    _, first = env.reset(seed=1)

    def run(info: dict[str, Any]) -> Iterator[int]:
        chance = Random(3).random
        while True:
            done, over = 0, False
            while not over:
                legal = info["action_mask"].nonzero()[0]
                _, _, ended, truncated, info = env.step(int(legal[int(chance() * len(legal))]))
                done, over = done + 1, ended or truncated
            _, info = env.reset()
            yield done

    steps = run(first)
    return lambda: rate(steps)


def together(mode: str | None, count: int = 64) -> Callable[[], float]:
    """Many rounds of one agent, by our own vector environment, or by Gymnasium's of single ones."""
    import gymnasium
    import numpy as np

    envs = gymnasium.make_vec("eleusis.envs:eleusis/Solo-v0", num_envs=count, vectorization_mode=mode)
    _, first = envs.reset(seed=1)

    def run(infos: dict[str, Any]) -> Iterator[int]:
        chance = np.random.default_rng(3)
        while True:
            masks = infos["action_mask"]
            *_, infos = envs.step((masks * chance.random(masks.shape)).argmax(1))
            yield count

    steps = run(first)
    return lambda: rate(steps)


def rlcard_game(name: str) -> Callable[[], float]:
    """A game of RLCard, as its own `env.run` plays it."""
    import rlcard

    env = rlcard.make(name, {"seed": 3})

    def run() -> Iterator[int]:
        chance = Random(3).random
        while True:
            state, _ = env.reset()
            done = 0
            while not env.is_over():
                legal = list(state["legal_actions"])
                state, _ = env.step(legal[int(chance() * len(legal))])
                done += 1
            env.get_payoffs()
            yield done

    steps = run()
    return lambda: rate(steps)


def classic(name: str, bare: bool) -> Callable[[], float]:
    """A card game of PettingZoo, as its page says that it is made; `bare` is without the wrappers around it."""
    module = import_module(f"pettingzoo.classic.rlcard_envs.{name}")
    env = module.raw_env() if bare else module.env()
    env.reset(seed=1)
    steps = aec(env, lambda observation, info: observation["action_mask"])
    return lambda: rate(steps)


def spiel(name: str) -> Callable[[], float]:
    """A game of OpenSpiel: before each action the tensor of what the player sees is filled."""
    import open_spiel.python.games  # noqa: F401  # it registers those in Python
    import pyspiel
    from open_spiel.python.observation import make_observation

    import eleusis.envs.openspiel  # noqa: F401  # it registers ours

    game = pyspiel.load_game(name)
    observation = make_observation(game)

    def run() -> Iterator[int]:
        chance = Random(3)
        while True:
            state, done = game.new_initial_state(), 0
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(chance.choices(outcomes, weights)[0])
                    continue
                observation.set_from(state, state.current_player())
                legal = state.legal_actions()
                state.apply_action(legal[int(chance.random() * len(legal))])
                done += 1
            yield done

    steps = run()
    return lambda: rate(steps)


def works() -> dict[str, Callable[[], float]]:
    """What is measured, by its name; what can't be imported here is left out, and said so."""
    sources: dict[str, Callable[[], Callable[[], float]]] = {
        **{f"table, {name}": partial(table, name) for name in ("abbott", "guyton", "matuszek", "express")},
        "solo": solo,
        OWN: partial(together, None),
        SYNC: partial(together, "sync"),
        **{f"OpenSpiel {name}": partial(spiel, name) for name in SPIEL},
        **{f"RLCard {name}": partial(rlcard_game, name) for name in RLCARD},
        **{f"PettingZoo {name}": partial(classic, name, False) for name in PETTINGZOO},
        **{f"PettingZoo {name}, bare": partial(classic, name, True) for name in PETTINGZOO[:1]},
    }
    ready = {}
    for name, source in sources.items():
        try:
            ready[name] = source()
        except ImportError as error:
            print(f"{name}: not measured, {error}")
    return ready


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench environments", description=__doc__)
    parser.add_argument("-n", "--runs", type=int, default=7, help="counted runs of each figure")
    runs = parser.parse_args(arguments).runs
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    warnings.simplefilter("ignore")  # those of the others
    rates = in_turn(runs, works())
    print(f"\n{f'Steps a second, median of {runs}':<52}{'':>12} {'':<8}min–max")
    for name, values in sorted(rates.items(), key=lambda item: -sorted(item[1])[len(item[1]) // 2]):
        print(Figure(name, values, "/s").row())
    ours = "table, abbott"
    print(f"\n{f'{ours}, to':<52}{'median':>12} {'':<8}min–max")
    for name, values in rates.items():
        if name.startswith(("OpenSpiel", "RLCard", "PettingZoo")):
            print(ratio_row(name, rates[ours], values))
    print("\n" + ratio_row(f"{OWN}, to {SYNC}", rates[OWN], rates[SYNC]))
