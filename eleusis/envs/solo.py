"""One agent against the dealer's rule, for Gymnasium: `gymnasium.make("eleusis/Solo-v0")`."""

from __future__ import annotations

from copy import copy
from operator import index
from typing import Any, ClassVar

import gymnasium

from eleusis.envs.described import RENDER_MODES, OneEpisode, Shown, check_render_mode
from eleusis.envs.episode import Episodes
from eleusis.envs.setting import HISTORY, MAX_STEPS, STRINGS, RuleChoice, read_setting
from eleusis.variant import Variant

AGENT = "player"
"""The seat of the agent."""


class SoloEnv(OneEpisode, gymnasium.Env):
    """A round of one agent against a secret rule, which is drawn anew for each episode, as the cards are.

    - `variant`: its name, or a `Variant`; `turns` sets its limit of turns.
    - `rules`: what the secret rule is drawn from: `"all"` of the library, a difficulty `"1"` to `"5"`,
      `"generated:3"`, a file, an id, a rule's text, a `Rule`, or several ids, texts and `Rule`s.
    - `guesses`: the rules that may be guessed, in the same forms; those of `rules` if nothing is said.
    - `strings`: the most cards of a string; `history`: how many cards of the layout are told one by one.
    - `max_steps`: an episode of so many actions is cut short, and scored as it stands.
    - `as_dict`: observations are `{"observation": numbers, "action_mask": mask}`, not the numbers alone.

    `action_names` says what each action is, `guesses` which rules may be guessed, `places` where in an observation
    each part stands. An action that the mask doesn't allow changes nothing and brings nothing; it counts as a step.

    Raises LabError (`lab/argument`, `lab/no-rules`), and what reading a variant or a rule raises.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 1}

    def __init__(
        self,
        variant: str | Variant = "solo",
        rules: RuleChoice = "all",
        guesses: RuleChoice | None = None,
        turns: int | None = None,
        *,
        strings: int = STRINGS,
        history: int = HISTORY,
        max_steps: int = MAX_STEPS,
        as_dict: bool = False,
        render_mode: str | None = None,
    ) -> None:
        setting = read_setting(
            variant, (AGENT,), rules, guesses, turns=turns, strings=strings, history=history, max_steps=max_steps
        )
        # Stable-Baselines3 asks every environment for this mode; gymnasium.make warns that it isn't drawn.
        self.render_mode = None if render_mode == "rgb_array" else check_render_mode(render_mode)
        self._tables, self._as_dict = Episodes(setting), as_dict
        self.action_space = self._make_action_space()
        self.observation_space = self._make_observation_space()

    def twin(self) -> SoloEnv:
        """The same environment with a chance of its own."""
        twin = copy(self)
        twin._tables = self._tables.twin()
        return twin

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Shown, dict[str, Any]]:
        """Deal the next episode. The same `seed` gives the same episodes from here on.

        The option `rule` is its secret rule: a text, an id of the library, or a `Rule`. Raises LabError
        (`lab/argument`) for an option that there is not, RuleError for a text that can't be read.
        """
        seed = None if seed is None else index(seed)
        super().reset(seed=seed)
        if seed is not None:
            self._tables.start_from(seed)
        self.episode = episode = self._tables.begin(options)
        mask = episode.mask()
        return self._show(episode.observe(AGENT), mask), {"action_mask": mask}

    def step(self, action: int) -> tuple[Shown, float, bool, bool, dict[str, Any]]:
        """Take an action: what is seen then, its reward, whether the round has ended, whether it was cut short.

        The last value has the `action_mask`; `illegal`, why nothing has happened, where the mask had 0; and at the
        end the secret `rule`, the `score`, whether the rule was found (`solved`) and why the round `ended`. Raises
        IllegalMove (`move/masked`) for an action that there is not, and where the episode is over.
        """
        episode = self._need_episode()
        reward, illegal = episode.try_action(self._tables.actions.read(action))
        mask = episode.mask()
        info: dict[str, Any] = {"action_mask": mask}
        if illegal is not None:
            info["illegal"] = illegal
        over = episode.over
        if over:
            info |= episode.outcome() | {"score": episode.paid[AGENT]}
        return (
            self._show(episode.observe(AGENT), mask),
            reward,
            over and not episode.truncated,
            episode.truncated,
            info,
        )

    def render(self) -> str | None:
        """The layout and the agent's hand, where the mode is `ansi`."""
        return self._need_episode().draw(AGENT) if self.render_mode == "ansi" else None
