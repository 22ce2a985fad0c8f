"""One agent against a secret rule, as a game for OpenSpiel: importing this registers `python_eleusis_solo`.

Chance draws the secret rule, then deals card by card: the hand, the starter, and what is drawn after each play, at
the moment when it is drawn. Actions, observations and scores are those of `eleusis/Solo-v0`, but the score comes at
the end, as most of OpenSpiel's searches ask.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

try:
    import pyspiel
except ModuleNotFoundError as error:
    message = f"{error}: the game for OpenSpiel comes with an extra, pip install 'eleusis[openspiel]'"
    raise ModuleNotFoundError(message, name=error.name) from None

from eleusis.driving.dealing import deal, is_right_starter
from eleusis.envs.episode import Episode, Episodes
from eleusis.envs.setting import DEALER, read_setting
from eleusis.envs.solo import AGENT
from eleusis.game.state import State
from eleusis.ground.cards import PACK, UNKNOWN, Card
from eleusis.ground.errors import LabError
from eleusis.lab.arguments import check_number
from eleusis.secret.rule import Rule

NAME = "python_eleusis_solo"
"""The name that `pyspiel.load_game` takes."""

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Eleusis for one player",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=1,
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"difficulty": 0, "rules": "", "turns": 30},
)
"""`difficulty` is 1 to 5, or 0 for all rules of the library; `rules` are ids of it, with `;` between."""


@lru_cache
def _lay_tables(difficulty: int, rules: str, turns: int) -> Episodes:
    """The tables of a game: what all of its states share. Raises LabError (`lab/argument`) and RuleError."""
    check_number("difficulty", difficulty, 0, 5)
    if rules and difficulty:
        raise LabError("lab/argument", f"{NAME} takes rules or a difficulty, not both")
    chosen = rules.split(";") if rules else str(difficulty or "all")
    return Episodes(read_setting("solo", (AGENT,), chosen, None, turns=turns, max_steps=10**9))


def count_cards(tables: Episodes) -> int:
    """The most cards that can be dealt in a round."""
    return len(PACK) * tables.setting.variant.stock.decks


def count_actions(tables: Episodes) -> int:
    """The most actions of a round: in each turn a play, and a guess or a pass."""
    return 2 * (tables.setting.variant.turn_limit.count_left(0) or 0)


@attrs.frozen
class SoloNode:
    """A node of the game tree, which never changes: each action leads to another.

    `waits` is an action after which a card is drawn: the `episode` takes it when chance has told which.
    """

    tables: Episodes
    rule: Rule | None = None
    cards: tuple[Card, ...] = ()
    """The cards that chance has dealt, in order."""
    actions: tuple[int, ...] = ()
    """The actions that the agent has taken, in order."""
    record: tuple[str, ...] = ()
    """What the agent knows, in words and in order."""
    episode: Episode | None = None
    """The round, once it is dealt; nobody may act on it but on a copy."""
    waits: int | None = None

    def __deepcopy__(self, memo: object) -> SoloNode:
        return self

    @property
    def player(self) -> int:
        """Whose turn it is: chance's, the agent's, or nobody's any more."""
        if self.episode is None or self.waits is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.episode.over else 0

    def outcomes(self) -> list[tuple[int, float]]:
        """What chance may bring, each with its probability."""
        setting = self.tables.setting
        if self.rule is None:
            return [(i, 1 / len(setting.rules)) for i in range(len(setting.rules))]
        decks = setting.variant.stock.decks
        left = [decks - self.cards.count(card) for card in PACK]
        return [(i, copies / sum(left)) for i, copies in enumerate(left) if copies]

    def name(self, action: int) -> str:
        """An action, or what chance brings, in words."""
        if self.player >= 0:
            return self.tables.actions.texts[action]
        return f"rule {self.tables.setting.rules[action].text}" if self.rule is None else f"deal {PACK[action]}"

    def after(self, action: int) -> SoloNode:
        """The node to which an action leads, or what chance brings."""
        if self.player >= 0:
            return self._act(action)
        if self.rule is None:
            return attrs.evolve(self, rule=self.tables.setting.rules[action])
        card = PACK[action]
        dealt = attrs.evolve(self, cards=(*self.cards, card), record=(*self.record, f"deal {card}"))
        return dealt._begin(self.rule, card) if self.waits is None else dealt._draw(self.waits, card)

    def _begin(self, rule: Rule, turned: Card) -> SoloNode:
        """The round begins as soon as a card that is right has been turned after the hand was dealt."""
        variant = self.tables.setting.variant
        hand, aside = self.cards[: variant.deal.hand], self.cards[variant.deal.hand : -1]
        if len(self.cards) <= variant.deal.hand or not is_right_starter(rule, (), turned):
            return self
        round_ = deal(variant, (DEALER, AGENT), hands={AGENT: hand}, starter=(turned,), set_aside=aside, rule=rule)
        return attrs.evolve(self, episode=Episode(self.tables, rule, round_))

    def _act(self, action: int) -> SoloNode:
        """The agent's action, and what follows; where a card is drawn, chance must tell which."""
        assert self.episode is not None
        episode = self.episode.copy()
        episode.act(action)
        verdict = _compare(self.episode.round.state, episode.round.state)
        draws = UNKNOWN in episode.round.hidden.hands[AGENT]
        return attrs.evolve(
            self,
            actions=(*self.actions, action),
            record=(*self.record, self.tables.actions.texts[action] + verdict),
            episode=self.episode if draws else episode,
            waits=action if draws else None,
        )

    def _draw(self, action: int, card: Card) -> SoloNode:
        """The action that waits for a card to be drawn, now that it lies on top of the stock."""
        assert self.episode is not None
        episode = self.episode.copy()
        episode.round.hidden.stock[0] = card
        episode.act(action)
        return attrs.evolve(self, episode=episode, waits=None)


def _compare(before: State, after: State) -> str:
    """How the action between two states was judged, in words; nothing where it was not."""
    if after.guesser is not None or len(after.layout.mainline) > len(before.layout.mainline):
        return ": right"
    return ": wrong" if after.laid > before.laid or after.wrong_guesses != before.wrong_guesses else ""


class SoloGame(pyspiel.Game):
    """The game `python_eleusis_solo`."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = GAME_TYPE.parameter_specification | dict(params or {})
        self.tables = _lay_tables(given["difficulty"], given["rules"], given["turns"])
        setting, turns = self.tables.setting, given["turns"]
        info = pyspiel.GameInfo(
            num_distinct_actions=self.tables.size,
            max_chance_outcomes=max(len(PACK), len(setting.rules)),
            num_players=1,
            min_utility=-float(self.tables.price * turns),
            max_utility=float(turns),
            max_game_length=count_actions(self.tables),
        )
        super().__init__(GAME_TYPE, info, dict(params or {}))

    def new_initial_state(self) -> SoloState:
        """The state before the secret rule is drawn."""
        return SoloState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The secret rule, and every card that there is."""
        return 1 + count_cards(self.tables)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Mapping[str, Any] | None = None
    ) -> SoloObserver:
        """What fills tensors and texts with what the agent sees: all of it, or what is public or private alone.

        Raises ValueError for parameters, and for perfect recall of a part.
        """
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        private = kind.private_info != pyspiel.PrivateInfoType.NONE
        if params or (kind.perfect_recall and not (private and kind.public_info)):
            raise ValueError(f"an observer of {NAME} takes no parameters, and recalls all or nothing")
        return SoloObserver(self.tables, kind.public_info, private, kind.perfect_recall)


class SoloState(pyspiel.State):
    """A state of `python_eleusis_solo`; all that it knows is its `node`."""

    def __init__(self, game: SoloGame) -> None:
        super().__init__(game)
        self.node = SoloNode(game.tables)

    def current_player(self) -> int:
        """Whose turn it is."""
        return self.node.player

    def is_terminal(self) -> bool:
        """Whether the round is over."""
        return self.node.player == int(pyspiel.PlayerId.TERMINAL)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may bring, each with its probability."""
        return self.node.outcomes()

    def returns(self) -> list[float]:
        """The score, at the end; 0 before."""
        episode = self.node.episode
        return [float(episode.paid[AGENT]) if episode is not None and episode.over else 0.0]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.node.episode is not None
        return [action for action, allowed in enumerate(self.node.episode.allowed) if allowed]

    def _apply_action(self, action: int) -> None:
        self.node = self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.node.name(action)

    def __str__(self) -> str:
        secret = "" if self.node.rule is None else self.node.rule.text
        return "; ".join([f"rule {secret}", *self.node.record])


class SoloObserver:
    """Fills `tensor`, whose parts are in `dict`, with what the agent is shown; the same in words is `string_from`.

    The parts are those of an observation of `eleusis/Solo-v0`, of which the `hand` alone is private. With perfect
    recall there are also the cards `dealt` and the `actions` that the agent has taken, both in order and numbered
    from 1; 0: none.
    """

    def __init__(self, tables: Episodes, public: bool, private: bool, recalls: bool) -> None:
        self._public, self._private, self._recalls = public, private, recalls
        self._places = tables.encoder.places
        sizes = {
            part.name: part.size for part in tables.encoder.parts if (private if part.name == "hand" else public)
        }
        if recalls:
            sizes |= {"dealt": count_cards(tables), "actions": count_actions(tables)}
        self.tensor: NDArray[np.float32] = np.zeros(sum(sizes.values()), np.float32)
        parts = np.split(self.tensor, np.cumsum([*sizes.values()])[:-1])
        self.dict: dict[str, NDArray[np.float32]] = dict(zip(sizes, parts, strict=True))

    def set_from(self, state: SoloState, player: int) -> None:
        """Fill the tensor with what the agent is shown in a state."""
        node = state.node
        self.tensor.fill(0)
        if node.episode is not None:
            seen = node.episode.observe(AGENT)
            for name in self.dict.keys() & self._places:
                self.dict[name][:] = seen[self._places[name]]
        if self._recalls:
            self.dict["dealt"][: len(node.cards)] = [card.index + 1 for card in node.cards]
            self.dict["actions"][: len(node.actions)] = [action + 1 for action in node.actions]

    def string_from(self, state: SoloState, player: int) -> str:
        """What the agent has been shown up to a state; without perfect recall what it sees now."""
        node = state.node
        if self._recalls:
            return "; ".join(node.record)
        if node.episode is None:
            return ""
        *layout, hand = node.episode.draw(AGENT).splitlines()
        return "\n".join([*(layout if self._public else ()), *([hand] if self._private else ())])


pyspiel.register_game(GAME_TYPE, SoloGame)
