"""Inspect's models at the table: a round is played in a thread of its own, its questions are asked in the loop."""

from __future__ import annotations

from collections.abc import Mapping

import attrs
from anyio import CapacityLimiter, from_thread, to_thread
from inspect_ai.model import ChatMessage, ChatMessageSystem, ChatMessageUser, Model, ModelOutput
from inspect_ai.util import LimitExceededError

from eleusis.benchmark.bouts import play_bout
from eleusis.benchmark.challenges import Challenge
from eleusis.benchmark.entries import Entry
from eleusis.benchmark.prices import Price, put_cost
from eleusis.evals.model_player import Ask, ModelPlayer, Reply
from eleusis.ground.errors import PlayerError
from eleusis.minds.players.registry import Seat


@attrs.define(eq=False)
class Talk:
    """One model's talk about one round: its messages, kept for the log."""

    name: str
    """What the model is called in the results."""
    model: Model
    """Who is talked to."""
    messages: list[ChatMessage]
    """What has been said."""
    price: Price | None = None
    """What its tokens cost; None where that is not asked."""
    output: ModelOutput | None = None
    """The last that the model said."""
    tokens: int | None = None
    """What that took in tokens, in all; None where it is not known."""
    tokens_out: int | None = None
    """How many of them it wrote."""
    stopped: LimitExceededError | None = None
    """The limit that has ended the talk; None where none has."""

    def count_tokens(self, entry: Entry) -> Entry:
        """Its entry with what it took in tokens, and what they cost."""
        counted = attrs.evolve(entry, tokens=self.tokens, tokens_out=self.tokens_out)
        return put_cost(counted, self.price)

    def open_with(self, briefing: str) -> Ask:
        """Begin with what the model must know."""
        self.messages.append(ChatMessageSystem(content=briefing))
        return self.ask

    def ask(self, text: str) -> Reply:
        """Ask from the thread of the round, and wait. Raises PlayerError where a limit of the evaluation is met."""
        self.messages.append(ChatMessageUser(content=text))
        try:
            output: ModelOutput = from_thread.run(self.model.generate, list(self.messages))
        except LimitExceededError as limit:
            self.stopped = limit
            raise PlayerError("player/failed", f"the model met a limit: {limit.message}") from limit
        self.output = output
        self.messages.append(output.message)
        tokens = output.usage.total_tokens if output.usage else None
        if output.usage:
            self.tokens = (self.tokens or 0) + output.usage.total_tokens
            self.tokens_out = (self.tokens_out or 0) + output.usage.output_tokens
        return Reply(output.completion, tokens)


async def play_challenge(challenge: Challenge, talks: Mapping[str, Talk], rotation: int = 0) -> list[Entry]:
    """The entries of a round in which models sit in all seats but the dealer's.

    A model that can't go on costs its round, not the run; the talk of one that met a limit says so.
    """
    seats = [Seat(seat, talks[seat].name) for seat in challenge.seats]

    def make(challenge: Challenge, seat: Seat) -> ModelPlayer:
        return ModelPlayer(challenge.variant, talks[seat.name].open_with)

    def play() -> list[Entry]:
        entries, _ = play_bout(
            challenge, seats, make, rules={}, rotation=rotation, leave_out=False, on_error="score"
        )
        # What an answer cost that could not be taken is counted too.
        return [talks[entry.seat].count_tokens(entry) for entry in entries]

    # A limiter of its own: rounds wait for models, and must not keep others from the threads that all share.
    entries: list[Entry] = await to_thread.run_sync(play, limiter=CapacityLimiter(1))
    return entries
