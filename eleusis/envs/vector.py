"""Many rounds of one agent each, stepped together: `gymnasium.make_vec("eleusis/Solo-v0", num_envs=64)`."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any, ClassVar

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from eleusis.envs.described import Described, Shown
from eleusis.envs.episode import INT8, UINT8, Episode, Episodes, Mask
from eleusis.envs.setting import HISTORY, MAX_STEPS, STRINGS, RuleChoice, read_setting
from eleusis.envs.solo import AGENT
from eleusis.ground.errors import IllegalMove, LabError
from eleusis.lab.arguments import check_number
from eleusis.variant import Variant

_Step = tuple[Shown, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class SoloVectorEnv(Described, VectorEnv):
    """As many rounds as `num_envs`, each as in the environment for one agent, with its arguments; in one process.

    A round that is over begins anew with the next step, whose action for it is not looked at (`NEXT_STEP`).
    `infos["action_mask"]` has a row for each round. A seed gives round i what the seed + i gives to one alone.

    Raises as that does.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        variant: str | Variant = "solo",
        rules: RuleChoice = "all",
        guesses: RuleChoice | None = None,
        turns: int | None = None,
        *,
        strings: int = STRINGS,
        history: int = HISTORY,
        max_steps: int = MAX_STEPS,
        as_dict: bool = False,
    ) -> None:
        check_number("num_envs", num_envs, 1, 1_000_000)
        setting = read_setting(
            variant, (AGENT,), rules, guesses, turns=turns, strings=strings, history=history, max_steps=max_steps
        )
        self.num_envs = num_envs
        self._tables, self._as_dict = Episodes(setting), as_dict
        self._each = [self._tables, *(self._tables.twin() for _ in range(num_envs - 1))]
        self.episodes: list[Episode] = []
        self.single_action_space = self._make_action_space()
        self.single_observation_space = self._make_observation_space()
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | NDArray[np.int64] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Shown, dict[str, Any]]:
        """Deal all rounds anew; `seed` is one number, or one for each round, and `options` are as there.

        Raises LabError (`lab/argument`) for a number of seeds that is not that of the rounds.
        """
        first: int | None = None
        seeds: list[int | None] = [None] * self.num_envs
        if isinstance(seed, Sequence | np.ndarray):
            seeds = [None if number is None else index(number) for number in seed]
        elif seed is not None:
            first = index(seed)
            seeds = [first + i for i in range(self.num_envs)]
        super().reset(seed=first)
        if len(seeds) != self.num_envs:
            raise LabError("lab/argument", f"seed takes {self.num_envs} numbers here, not {len(seeds)}")
        for tables, number in zip(self._each, seeds, strict=True):
            if number is not None:
                tables.start_from(number)
        self.episodes = [tables.begin(options) for tables in self._each]
        return self._observe(), self._infos()

    def step(self, actions: Sequence[int] | NDArray[np.int64]) -> _Step:
        """Take an action in each round.

        Raises IllegalMove (`move/masked`) for an action that there is not, and where there is not one for each
        round; no round has changed then.
        """
        numbers, episodes = self._read(actions), self.episodes
        rewards = np.zeros(self.num_envs)
        ended, truncated = np.zeros(self.num_envs, np.bool_), np.zeros(self.num_envs, np.bool_)
        more: list[tuple[int, dict[str, Any]]] = []
        for i, action in enumerate(numbers):
            episode = episodes[i]
            if episode.agent is None:
                episodes[i] = self._each[i].begin()
                continue
            reward, illegal = episode.try_action(action)
            if reward:
                rewards[i] = reward
            if illegal is not None:
                more.append((i, {"illegal": illegal}))
            if episode.agent is None:
                truncated[i], ended[i] = episode.truncated, not episode.truncated
                more.append((i, episode.outcome() | {"score": episode.paid[AGENT]}))
        infos = self._infos()
        for i, info in more:
            infos = self._add_info(infos, info, i)
        return self._observe(), rewards, ended, truncated, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """For each round a row that says of each action whether it may be taken now."""
        return self._masks().astype(np.bool_)

    def _read(self, actions: Sequence[int] | NDArray[np.int64]) -> list[int]:
        """The actions as numbers, 0 for a round that is over: what is given for it is not looked at."""
        episodes, read = self.episodes, self._tables.actions.read
        if len(actions) != len(episodes):
            why = (
                "there are no rounds yet: call reset first" if not episodes else f"there are {len(episodes)} rounds"
            )
            raise IllegalMove("move/masked", f"{len(actions)} actions can't be taken: {why}")
        return [
            0 if episode.agent is None else read(action) for episode, action in zip(episodes, actions, strict=True)
        ]

    def _observe(self) -> Shown:
        rows = bytearray().join([episode.encode(AGENT) for episode in self.episodes])
        return self._show(np.frombuffer(rows, UINT8).reshape(self.num_envs, -1), self._masks())

    def _masks(self) -> Mask:
        masks = bytearray().join([episode.allowed for episode in self.episodes])
        return np.frombuffer(masks, INT8).reshape(self.num_envs, -1)

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self._masks(), "_action_mask": np.ones(self.num_envs, np.bool_)}
