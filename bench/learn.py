"""An agent that learns: MaskablePPO of sb3-contrib plays solo with the rules of difficulty 1 (extra `rl`).

Its reward is the score. It is trained with several seeds, one after the other; what it scores while it learns is
drawn as docs/charts/solo-ppo.svg, beside agents that learn nothing.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.study import on_paper
from eleusis.ground.cards import PACK, Card
from eleusis.lab.reporting.charts import COLOURS, Chart, draw_chart
from eleusis.secret.rule import Rule

CHART = Path(__file__).resolve().parent.parent / "docs" / "charts" / "solo-ppo.svg"

GIVEN: dict[str, Any] = {"rules": "1", "history": 31}
"""What the environment is made with; a round has no more cards than a starter and 30 plays."""
EVERY = 20_000
"""Scores are averaged over so many steps."""
EPISODES = 1000
"""How many episodes with new seeds a figure is of."""

Scores = list[tuple[int, float]]
"""After how many steps an episode ended, and its score."""


def train(seed: int, steps: int) -> tuple[Any, Scores]:
    """An agent that has learnt, and the score of each episode on its way."""
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.env_util import make_vec_env
    from stable_baselines3.common.vec_env import VecNormalize

    torch.set_num_threads(1)
    name, given = "eleusis.envs:eleusis/Solo-v0", {**GIVEN, "render_mode": None}
    envs = VecNormalize(make_vec_env(name, n_envs=32, seed=seed, env_kwargs=given), norm_obs=False)
    agent = MaskablePPO(
        "MlpPolicy", envs, n_steps=64, batch_size=512, n_epochs=5, learning_rate=1e-3, ent_coef=0.01, seed=seed
    )
    scores: Scores = []
    return agent.learn(steps, callback=collect(scores)), scores


def collect(scores: Scores) -> Callable[[dict[str, Any], object], bool]:
    """Called at each step of the learning: puts down each episode that has ended."""

    def note(here: dict[str, Any], _: object) -> bool:
        steps = here["self"].num_timesteps
        scores.extend((steps, info["episode"]["r"]) for info in here["infos"] if "episode" in info)
        return True

    return note


Choice = Callable[[Any, NDArray[np.uint8], NDArray[np.bool_]], int]
"""An agent: from the environment, what it is shown and what it may do to its action."""


def score(choose: Choice, episodes: int) -> list[float]:
    """What an agent scores in episodes of its own."""
    from eleusis.envs import SoloEnv

    env, scores = SoloEnv(**GIVEN), []
    env.reset(seed=1_000_000)
    for _ in range(episodes):
        seen, _ = env.reset()
        earned, over = 0.0, False
        while not over:
            seen, reward, ended, truncated, _ = env.step(choose(env, seen, env.action_masks()))
            earned, over = earned + reward, ended or truncated
        scores.append(earned)
    return scores


def learnt(agent: Any) -> Choice:
    """An agent that plays as it has learnt to."""
    return lambda env, seen, mask: int(agent.predict(seen, action_masks=mask, deterministic=True)[0])


def others() -> dict[str, Choice]:
    """Agents that learn nothing, each of which plays a card at random."""
    chance = np.random.default_rng(1)

    def draw(numbers: NDArray[np.int64]) -> int:
        return int(chance.choice(numbers))

    def by_chance(env: Any, seen: NDArray[np.uint8], mask: NDArray[np.bool_]) -> int:
        return draw(mask.nonzero()[0])

    def each_once(env: Any, seen: NDArray[np.uint8], mask: NDArray[np.bool_]) -> int:
        return draw(np.flatnonzero(mask & untried(env, seen)) if mask[pass_of(env)] else mask.nonzero()[0])

    def what_fits(env: Any, seen: NDArray[np.uint8], mask: NDArray[np.bool_]) -> int:
        if not mask[pass_of(env)]:
            return draw(mask.nonzero()[0])
        return draw(np.flatnonzero(untried(env, seen) & fitting(env, seen)))

    return {
        "any action, at random": by_chance,
        "each rule once, at random": each_once,
        "any rule that fits the cards": what_fits,
    }


def pass_of(env: Any) -> int:
    """The action that lets a guess go by."""
    return int(env.action_names.index("pass"))


def untried(env: Any, seen: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """The guesses, among all actions, that have not been wrong yet."""
    return np.append(np.zeros(len(env.action_names) - len(env.guesses), np.bool_), seen[env.places["tried"]] == 0)


def fitting(env: Any, seen: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """The guesses, among all actions, that agree with each card that was laid."""
    rules = [Rule(text) for text in env.guesses]
    fits, line = np.ones(len(rules), np.bool_), list[Card]()
    for number, verdict in zip(seen[env.places["card"]][::-1], seen[env.places["verdict"]][::-1], strict=True):
        if number:
            card = PACK[int(number) - 1]
            if line:
                fits &= [rule.accepts(line, [card]) == (verdict == 2) for rule in rules]
            if verdict == 2:
                line.append(card)
    return np.append(np.zeros(len(env.action_names) - len(rules), np.bool_), fits)


def averages(scores: Scores, steps: int) -> list[float]:
    """The mean score of the episodes that ended in each span of steps."""
    return [
        statistics.fmean(score for at, score in scores if start < at <= start + EVERY)
        for start in range(0, steps - EVERY + 1, EVERY)
    ]


def draw_curve(curves: Sequence[Sequence[float]], fixed: dict[str, float]) -> Chart:
    """The curves of all seeds and their mean, above lines for those who learn nothing."""
    at = [EVERY * (i + 0.5) / 1000 for i in range(len(curves[0]))]
    mean = [statistics.fmean(scores) for scores in zip(*curves, strict=True)]

    def paint(figure: Any, axes: Any) -> None:
        for curve in curves:
            axes.plot(at, curve, color=COLOURS[4], linewidth=1)
        axes.plot(at, mean, color=COLOURS[0], linewidth=2)
        for name, height in fixed.items():
            axes.axhline(height, color="#777777", linewidth=1, linestyle="--")
            axes.text(at[-1], height + 0.1, name, ha="right", va="bottom")
        axes.set_ylim(min(fixed.values()) - 1, max(fixed.values()) + 1.5)
        axes.set_xlabel("thousands of steps")
        axes.set_ylabel("points an episode")
        axes.grid(axis="y")

    words = f"the mean score rises from {mean[0]:.1f} to {mean[-1]:.1f} points"
    return draw_chart("MaskablePPO learns solo", words, 3.2, paint)


def print_row(name: str, scores: Sequence[float]) -> None:
    """A line of the table: the mean score and its standard error."""
    error = statistics.stdev(scores) / len(scores) ** 0.5
    print(f"{name:<38}{statistics.fmean(scores):>6.2f} ± {error:.2f}", flush=True)


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench learn", description=__doc__)
    parser.add_argument("--steps", type=int, default=500_000, help="steps that each seed learns for")
    parser.add_argument("--seeds", type=int, default=3, help="how many seeds, from 1")
    given = parser.parse_args(arguments)
    fixed = {}
    for name, choose in others().items():
        scores = score(choose, EPISODES)
        fixed[name] = statistics.fmean(scores)
        print_row(name, scores)
    curves = []
    for seed in range(1, given.seeds + 1):
        agent, scores_on_the_way = train(seed, given.steps)
        curves.append(averages(scores_on_the_way, given.steps))
        print_row(f"MaskablePPO, seed {seed}", score(learnt(agent), EPISODES))
    chart = draw_curve(curves, fixed)
    CHART.write_text(on_paper(chart.svg), encoding="utf-8")
    print(f"While it learns, {chart.description}")
