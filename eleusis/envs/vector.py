"""Many rounds of one agent each, stepped together: `gymnasium.make_vec("eleusis/Solo-v0", num_envs=64)`."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any

import numpy as np
from gymnasium.vector import SyncVectorEnv
from numpy.typing import NDArray

from eleusis.envs.described import Described, Shown
from eleusis.envs.episode import Episode
from eleusis.envs.setting import HISTORY, MAX_STEPS, STRINGS, RuleChoice
from eleusis.envs.solo import SoloEnv
from eleusis.ground.errors import IllegalMove, LabError
from eleusis.lab.arguments import check_number
from eleusis.variant import Variant

_Step = tuple[Shown, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class SoloVectorEnv(Described, SyncVectorEnv):
    """As many rounds as `num_envs`, each as in the environment for one agent, with its arguments; in one process.

    A round that is over begins anew with the next step, whose action for it is not looked at (`NEXT_STEP`).
    `infos["action_mask"]` has a row for each round. A seed gives round i what the seed + i gives to one alone.

    Raises as that does.
    """

    envs: Sequence[SoloEnv]

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
        first = SoloEnv(
            variant, rules, guesses, turns, strings=strings, history=history, max_steps=max_steps, as_dict=as_dict
        )
        self._tables = first._tables
        super().__init__([lambda: first, *[first.twin] * (num_envs - 1)])

    @property
    def episodes(self) -> list[Episode]:
        """The rounds; none before they are first dealt."""
        return [env.episode for env in self.envs if env.episode is not None]

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | NDArray[np.int64] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Shown, dict[str, Any]]:
        """Deal all rounds anew; `seed` is one number, or one for each round, and `options` are as there.

        Raises LabError (`lab/argument`) for a number of seeds that is not that of the rounds.
        """
        if isinstance(seed, Sequence | np.ndarray):
            seeds = [None if number is None else index(number) for number in seed]
        else:
            seeds = [None if seed is None else index(seed) + i for i in range(self.num_envs)]
        if len(seeds) != self.num_envs:
            raise LabError("lab/argument", f"seed takes {self.num_envs} numbers here, not {len(seeds)}")
        dealt: tuple[Shown, dict[str, Any]] = super().reset(seed=seeds, options=options)
        return dealt

    def step(self, actions: Sequence[int] | NDArray[np.int64]) -> _Step:
        """Take an action in each round.

        Raises IllegalMove (`move/masked`) for an action that there is not, and where there is not one for each
        round; no round has changed then.
        """
        taken: _Step = super().step(np.array(self._read(actions)))
        return taken

    def action_masks(self) -> NDArray[np.bool_]:
        """For each round a row that says of each action whether it may be taken now."""
        return np.array([env.action_masks() for env in self.envs])

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
