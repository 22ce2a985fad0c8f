"""Several agents at one table, for PettingZoo: `eleusis.envs.aec("abbott", players=3)`."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any, ClassVar

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from eleusis.envs.described import RENDER_MODES, OneEpisode, Shown, check_render_mode
from eleusis.envs.episode import INT8, UINT8, Episode, Episodes
from eleusis.envs.setting import HISTORY, MAX_STEPS, STRINGS, RuleChoice, read_setting
from eleusis.ground.errors import IllegalMove, did_you_mean
from eleusis.minds.players.registry import Seat
from eleusis.variant import Variant


class TableEnv(OneEpisode, AECEnv):
    """A table of any variant as a PettingZoo environment, in which one agent acts at a time; also called `aec`.

    - `variant`: its name, or a `Variant`.
    - `players`: how many agents play beside the dealer, or who: `"Ann,Bob,Cleo:random"` has two agents and a bot. A
      number of them is called `player_0`, `player_1`, …; nothing said, there are as many as the edition needs.
    - `rules`, `guesses`, `strings`, `history`, `max_steps`, `as_dict`: as in the environment for one agent.

    The dealer is no agent: it deals, draws the secret rule, and judges by it. The reward of an agent is the score
    of its seat: the price of a wrong guess at once, the rest at the end. Raises LabError (`lab/argument`,
    `lab/no-rules`), and what reading a variant, a rule or a seat raises.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(RENDER_MODES),
        "name": "eleusis_v0",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        variant: str | Variant = "abbott",
        players: int | str | Sequence[str | Seat] | None = None,
        rules: RuleChoice = "all",
        guesses: RuleChoice | None = None,
        *,
        strings: int = STRINGS,
        history: int = HISTORY,
        max_steps: int = MAX_STEPS,
        as_dict: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        setting = read_setting(
            variant, players, rules, guesses, strings=strings, history=history, max_steps=max_steps
        )
        self.render_mode = check_render_mode(render_mode)
        self._tables = tables = Episodes(setting)
        self._as_dict = as_dict
        self.possible_agents: list[str] = list(setting.agents)
        self.agents: list[str] = []
        # All who wait are given this one, which therefore can't be written to.
        self._waiting = np.frombuffer(tables.actions.none, INT8)
        self.observation_spaces = {agent: self._make_observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: self._make_action_space() for agent in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.spaces.Box | gymnasium.spaces.Dict:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the next episode. The same `seed` gives the same episodes from here on.

        The option `rule` is its secret rule. Raises LabError (`lab/argument`) for an option whose name is nearly
        `rule`; others are passed over; and where a hundred rounds are over before an agent can act. RuleError is
        for a text that can't be read.
        """
        if options is not None:  # PettingZoo's own test gives an option that no environment has
            options = {
                name: value for name, value in options.items() if name == "rule" or did_you_mean(name, ["rule"])
            }
        if seed is not None:
            self._tables.start_from(index(seed))
        self.episode = episode = self._tables.begin(options)
        agents = self.possible_agents
        self.agents = list(agents)
        self.rewards, self._rewarded = dict.fromkeys(agents, 0.0), False
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {"action_mask": self._waiting} for agent in agents}
        self.agent_selection = episode.agent or agents[0]
        self.infos[self.agent_selection] = {"action_mask": episode.mask()}

    def observe(self, agent: str) -> Shown:
        """What an agent is shown now, which hangs on nothing that it can't know."""
        episode = self.episode or self._need_episode()
        row = np.frombuffer(episode.encode(agent), UINT8)
        return self._show(row, episode.mask() if agent == episode.agent else self._waiting)

    def last(self, observe: bool = True) -> tuple[Shown | None, float, bool, bool, dict[str, Any]]:
        """What the selected agent is shown, its reward, whether its round has ended or was cut short, and its info.

        Raises IllegalMove (`move/masked`) where no episode goes on.
        """
        self._need_agents()
        shown: tuple[Shown | None, float, bool, bool, dict[str, Any]] = super().last(observe)
        return shown

    def step(self, action: int | None) -> None:
        """Take the action of the agent that is selected; None for one whose episode is over.

        Raises IllegalMove (`move/masked`) for an action that the mask doesn't allow, for what is no action, and
        where no episode goes on; nothing has changed then.
        """
        episode, agent = self.episode or self._need_episode(), self.agent_selection
        if episode.agent is None:
            self._need_agents()
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalMove("move/masked", f"{agent} has to act, and None isn't an action")
        earned = episode.act(self._tables.actions.read(action))
        self._cumulative_rewards[agent] = 0.0
        if earned or self._rewarded:
            self._reward(earned)
        infos, due = self.infos, episode.agent
        infos[agent] = {"action_mask": self._waiting}
        if due is None:
            self._finish(episode)
        else:
            self.agent_selection = due
            infos[due] = {"action_mask": np.frombuffer(bytearray(episode.allowed), INT8)}

    def _reward(self, earned: dict[str, int]) -> None:
        """What a step brings; nothing, where the one before has brought something."""
        self.rewards, self._rewarded = dict.fromkeys(self.agents, 0.0), bool(earned)
        for seat, points in earned.items():
            self.rewards[seat] = float(points)
            self._cumulative_rewards[seat] += points

    def _finish(self, episode: Episode) -> None:
        """The round is over: every agent is told, and takes its last step."""
        self.terminations = dict.fromkeys(self.agents, not episode.truncated)
        self.truncations = dict.fromkeys(self.agents, episode.truncated)
        for seat in self.agents:
            self.infos[seat] = {"action_mask": self._waiting, **episode.outcome(), "score": episode.paid[seat]}
        self._deads_step_first()

    def render(self) -> str | None:
        """The layout, and the hand of the agent that is selected, where the mode is `ansi`."""
        return self._need_episode().draw(self.agent_selection) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""

    def _need_agents(self) -> None:
        """Raises IllegalMove (`move/masked`) where no episode has begun, and where the last agent has left it."""
        self._need_episode()
        if not self.agents:
            raise IllegalMove("move/masked", "the episode is over: call reset to begin the next")


aec = TableEnv
"""The name that environments of PettingZoo are made by."""
