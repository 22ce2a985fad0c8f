"""What every environment says of itself: spaces, actions, the rules that may be guessed, what stands where."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from eleusis.envs.episode import INT8, Episode, Episodes, Mask
from eleusis.envs.observation import Bytes
from eleusis.ground.errors import IllegalMove, LabError, name_value
from eleusis.secret.rule import Rule

RENDER_MODES = ("ansi",)

Shown = Any
"""A row of numbers; with `as_dict` that row as `observation` beside the `action_mask`, which no type can tell."""


class Described:
    """An environment whose episodes have `_tables`."""

    _tables: Episodes
    _as_dict: bool

    @property
    def guesses(self) -> tuple[str, ...]:
        """The texts of the rules that may be guessed, in the order of their actions."""
        return self._tables.setting.guesses

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules that the secret one is drawn from."""
        return self._tables.setting.rules

    @property
    def action_names(self) -> tuple[str, ...]:
        """What each action is: `play 5H`, `build 5H`, `no-play`, `pass`, `declare`, `guess red`, ..."""
        return self._tables.actions.texts

    @property
    def places(self) -> dict[str, slice]:
        """Where in an observation each part stands: `observation[..., env.places["hand"]]`."""
        return dict(self._tables.encoder.places)

    def _make_action_space(self) -> gymnasium.spaces.Discrete:
        return gymnasium.spaces.Discrete(self._tables.size)

    def _make_observation_space(self) -> gymnasium.spaces.Box | gymnasium.spaces.Dict:
        high = self._tables.encoder.high
        row = gymnasium.spaces.Box(np.zeros_like(high), high, dtype=np.uint8)
        mask = gymnasium.spaces.Box(0, 1, (self._tables.size,), INT8)
        return gymnasium.spaces.Dict(self._show(row, mask)) if self._as_dict else row

    def _show(self, row: Bytes, mask: Mask) -> Shown:
        return {"observation": row, "action_mask": mask} if self._as_dict else row


class OneEpisode(Described):
    """An environment that plays one episode at a time."""

    episode: Episode | None = None

    def _need_episode(self) -> Episode:
        """The episode. Raises IllegalMove (`move/masked`) where none has begun."""
        if self.episode is None:
            raise IllegalMove("move/masked", "there is no episode yet: call reset first")
        return self.episode

    def action_masks(self) -> NDArray[np.bool_]:
        """Whether each action may be taken now, by whoever is to act; MaskablePPO of sb3-contrib asks this.

        Raises IllegalMove (`move/masked`) where no episode has begun.
        """
        return self._need_episode().mask().astype(np.bool_)


def check_render_mode(mode: str | None) -> str | None:
    """The mode, if an episode can be drawn so. Raises LabError (`lab/argument`)."""
    if mode not in (None, *RENDER_MODES):
        raise LabError("lab/argument", f"render_mode takes None or 'ansi', not {name_value(mode)}")
    return mode
