"""One round as an environment plays it: actions in, the engine's moves made, rewards and observations out."""

from __future__ import annotations

import random
from collections.abc import Mapping
from copy import copy

import numpy as np
from numpy.typing import NDArray

from eleusis.driving.dealing import deal
from eleusis.driving.driver import Driver, Player
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.envs.actions import Actions
from eleusis.envs.observation import Board, Bytes, Encoder
from eleusis.envs.setting import DEALER, EnvSetting
from eleusis.game.moves import Guess, Play
from eleusis.game.round import Round
from eleusis.ground.cards import PACK, Card
from eleusis.ground.chance import stream
from eleusis.ground.errors import IllegalMove, LabError, did_you_mean, quote
from eleusis.minds.players.registry import make_player
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule
from eleusis.words.page.drawing import draw

Mask = NDArray[np.int8]
INT8, UINT8 = np.dtype(np.int8), np.dtype(np.uint8)

BOTS_STEPS = 10_000
"""Steps that bots play among themselves until an agent is to act; then the episode is cut short."""
TRIES = 100
"""Rounds that are dealt in vain, because bots play each to its end, before there is taken to be none for agents."""


class Episodes:
    """What all episodes of an environment share, and the chance that deals them."""

    def __init__(self, setting: EnvSetting) -> None:
        self.setting = setting
        self.actions = Actions(setting)
        self.encoder = Encoder(setting)
        self.size = len(self.actions.texts)
        """How many actions there are."""
        self.price: int = setting.variant.guess.price
        """The points that a wrong guess costs at once."""
        self.chance = random.Random()
        """Draws the seed and the secret rule of each episode."""

    def twin(self) -> Episodes:
        """The same tables with a chance of their own."""
        twin = copy(self)
        twin.chance = random.Random()
        return twin

    def start_from(self, seed: int) -> None:
        """From here on the same seed gives the same episodes, on every machine and in every process."""
        self.chance = stream(seed, "envs")

    def begin(self, options: Mapping[str, str | Rule] | None = None) -> Episode:
        """The next episode in which an agent is to act, dealt; the option `rule` is its secret rule.

        Raises LabError (`lab/argument`) for an option that there is not, and where bots play every round to its
        end; RuleError for a rule that can't be read.
        """
        for name in options or ():
            if name != "rule":
                near = did_you_mean(name, ["rule"])
                raise LabError("lab/argument", f"reset takes the option 'rule', not {quote(name)}{near}")
        given = None if options is None else options.get("rule")
        wanted = find_rule(given) if isinstance(given, str) else given
        chance, rules = self.chance, self.setting.rules
        for _ in range(TRIES):
            seed, drawn = int(chance.random() * 2**48), rules[int(chance.random() * len(rules))]
            rule, setting = wanted or drawn, self.setting
            round_ = deal(setting.variant, setting.players, seed=seed, rule=rule)
            episode = Episode(self, rule, round_, seed)
            if not episode.over:
                return episode
        message = f"{TRIES} rounds were dealt, and each was over before an agent of this table could act"
        raise LabError("lab/argument", message)


class Episode:
    """A round that goes on until an agent is to act, or to its end; `seed` is for the chance of bots."""

    def __init__(self, tables: Episodes, rule: Rule, round_: Round, seed: int = 0) -> None:
        setting = tables.setting
        self.tables = tables
        self.rule = rule
        """The secret rule."""
        self.round = round_
        dealer = RuleDealer(rule, setting.variant)
        players: dict[str, Player] = {DEALER: dealer}
        for seat in setting.seats:
            if seat.bot:
                chance = stream(seed, "bot", seat.name)
                players[seat.name] = make_player(
                    seat.kind, seat.name, setting.variant, chance, rule=rule, options=seat.options
                )
        self._driver = Driver(self.round, players, check_guess=dealer.check)
        self.board = Board(tables.encoder, self.round)
        self.string: tuple[Card, ...] = ()
        """The cards of the string that is being built."""
        self.steps = 0
        """How many actions have been taken."""
        self.truncated = False
        """Whether it was cut short."""
        self.paid: dict[str, int] = dict.fromkeys(setting.agents, 0)
        """What each agent has been given so far."""
        self.allowed: bytes = tables.actions.none
        """For each action 1 where the agent that is to act may take it, else 0."""
        self.agent: str | None = self._driver.go(limit=BOTS_STEPS)
        """The agent that is to act; None when the episode is over."""
        self.board.catch_up()
        if self.agent is None:  # bots alone have played it to its end
            self._end({})
        else:
            self._look(self.agent)

    def copy(self) -> Episode:
        """The same episode at the same moment, to try things on; bots are not copied, and play in both."""
        twin = copy(self)
        twin.round, twin.paid = self.round.copy(), dict(self.paid)
        twin._driver = Driver(twin.round, self._driver.players, check_guess=self._driver.check_guess)
        twin.board = self.board.copy(twin.round)
        return twin

    def _look(self, agent: str) -> None:
        """Look at the table as the agent that is to act sees it."""
        self._view = self.round.view(agent)
        self.allowed = self.tables.actions.mask(self._view, self.string)

    def mask(self) -> Mask:
        """What is allowed, as numbers that a space can be sampled with."""
        return np.frombuffer(bytearray(self.allowed), INT8)

    def encode(self, agent: str) -> bytearray:
        """What an agent is shown now, as bytes."""
        if agent == self.agent:
            return self.board.encode(self._view, self.string)
        return self.board.encode(self.round.view(agent))

    def observe(self, agent: str) -> Bytes:
        """What an agent is shown now; the numbers are the caller's own."""
        return np.frombuffer(self.encode(agent), UINT8)

    def act(self, action: int) -> dict[str, int]:
        """Take an action of the agent that is to act; returns the points that it brings to agents.

        Raises IllegalMove (`move/masked`) for an action that is not allowed now; nothing has changed then.
        """
        agent, tables = self.agent, self.tables
        if agent is None or not 0 <= action < tables.size or not self.allowed[action]:
            raise self._refuse(action)
        self.steps += 1
        rewards: dict[str, int] = {}
        move = tables.actions.moves[agent][action]
        if move is None:  # a string is built: no move yet
            self.string = (*self.string, PACK[action - tables.actions.builds.start])
            self._look(agent)
        else:
            if self.string:
                assert isinstance(move, Play)
                move, self.string = Play(agent, (*self.string, *move.cards)), ()
            self.agent = due = self._driver.go((move,), limit=BOTS_STEPS)
            self.board.catch_up()
            if tables.price and type(move) is Guess and self.round.state.guesser is None:
                self._pay(rewards, agent, -tables.price)
            if due is None:
                self._end(rewards)
            else:
                self._look(due)
        if self.steps >= tables.setting.max_steps and self.agent is not None:
            self._end(rewards)
        return rewards

    def try_action(self, action: int) -> tuple[float, str | None]:
        """Take an action for the one agent that there is: its reward, and why nothing has happened, if nothing has.

        An action that the mask doesn't allow counts as a step. Raises IllegalMove (`move/masked`) for an action
        that there is not, and where the episode is over.
        """
        if self.agent is None or not 0 <= action < self.tables.size:
            raise self._refuse(action)
        if self.allowed[action]:
            rewards = self.act(action)
            return (float(sum(rewards.values())) if rewards else 0.0), None
        illegal, rewards = self._refuse(action).message, {}
        self.steps += 1
        if self.steps >= self.tables.setting.max_steps:
            self._end(rewards)
        return float(sum(rewards.values())), illegal

    def outcome(self) -> dict[str, object]:
        """What is told of an episode that is over."""
        return {
            "rule": self.rule.text,
            "solved": self.round.ended == "right guess",
            "ended": self.round.ended,
        }

    @property
    def over(self) -> bool:
        """Whether it has ended, or was cut short."""
        return self.agent is None

    def draw(self, agent: str) -> str:
        """The layout and the hand of an agent, as lines of text."""
        view = self.round.view(agent)
        hand = " ".join(card.pretty for card in view.hand)
        return "\n".join([*draw(view.layout), f"{agent}: {hand}"])

    def _end(self, rewards: dict[str, int]) -> None:
        """The round is over, or is broken off here; it is scored as it stands."""
        self.truncated = self.round.ended is None
        self.agent, self.allowed = None, self.tables.actions.none
        self.round.abandon()
        for seat, score in (self.round.scores or {}).items():
            self._pay(rewards, seat, score - self.paid.get(seat, score))

    def _pay(self, rewards: dict[str, int], seat: str, points: int) -> None:
        if points and seat in self.paid:
            self.paid[seat] += points
            rewards[seat] = rewards.get(seat, 0) + points

    def _refuse(self, action: int) -> IllegalMove:
        """Why an action can't be taken."""
        texts = self.tables.actions.texts
        if self.agent is None:
            why = "the episode is over, and reset begins the next"
        elif 0 <= action < len(texts):
            named = f"the action {action} ({quote(texts[action])})"
            why = f"{self.agent} can't take {named} now: the action mask has 0 there"
        else:
            why = f"there is no action {action}: they are 0 to {len(texts) - 1}"
        return IllegalMove("move/masked", why)
