"""Tasks for Inspect: `eleusis/solo`, one model against secret rules; `eleusis/table`, models against each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import attrs

try:
    import inspect_ai  # noqa: F401  # asked for first, so that what is missing is told once
except ModuleNotFoundError as error:
    message = f"{error}: Inspect comes with an extra, pip install 'eleusis[inspect]'"
    raise ModuleNotFoundError(message, name=error.name) from None

from inspect_ai import Task, task
from inspect_ai._util.error import PrerequisiteError  # Inspect has no other error without a traceback
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import Model, get_model, model_roles
from inspect_ai.solver import Generate, Solver, TaskState, solver
from rich.markup import escape

from eleusis.benchmark.arranging import DIFFICULTY, read_difficulty, seats_for
from eleusis.benchmark.challenges import Challenge, make_challenge
from eleusis.benchmark.held_out import make_challenges
from eleusis.benchmark.prices import Price, read_price
from eleusis.benchmark.suites import load_suites
from eleusis.evals.scorers import STORE_KEY, score_cost, score_round, score_table
from eleusis.evals.talks import Talk, play_challenge
from eleusis.ground.chance import draw_seed
from eleusis.ground.errors import EleusisError, LabError, quote
from eleusis.lab.arguments import check_number
from eleusis.variant import load_variant
from eleusis.variant.mechanisms.turn_limit import Turns

GENERATED = "generated"
"""The suite whose rules are made up, from a seed."""
ROUNDS = 20
"""How many of them, where nothing is said."""
EVALUATED = ""
"""Stands for the name of the model that is evaluated."""


def choose_challenges(
    suite: str,
    variant: str | None,
    rounds: int | None,
    seed: int | None,
    difficulty: str | int,
    max_turns: int | None,
    kinds: int = 1,
) -> list[Challenge]:
    """The rounds of a task. Raises LabError, NotationError, VariantError for what can't be played."""
    for name, number, low in (("rounds", rounds, 1), ("max_turns", max_turns, 1), ("seed", seed, 0)):
        check_number(name, number, low, 10**18 - 1)
    if suite == GENERATED:
        own = load_variant(variant or ("solo" if kinds == 1 else "express"))
        own_seed = draw_seed() if seed is None else seed
        challenges = make_challenges(
            rounds or ROUNDS, own_seed, read_difficulty(str(difficulty)), own, seats_for(own, kinds)
        )
    else:
        if seed is not None:
            raise LabError("lab/argument", f"a seed is for suite={GENERATED}: {quote(suite)} has its own")
        challenges = list(load_suites([suite], variant).challenges)[:rounds]
    return [_limit(challenge, max_turns) for challenge in challenges] if max_turns else challenges


@contextmanager
def say_by_inspect() -> Iterator[None]:
    """What can't be evaluated is an error that Inspect tells as a sentence, and not with its traceback."""
    try:
        yield
    except EleusisError as error:
        raise PrerequisiteError(escape(str(error))) from error


def _limit(challenge: Challenge, turns: int) -> Challenge:
    """The same round, over after so many turns."""
    variant = attrs.evolve(challenge.variant, turn_limit=Turns(turns))
    return make_challenge(challenge.game, challenge.script, challenge.number, challenge.dealer, variant)


def name_round(challenge: Challenge, rotation: int = 0) -> str:
    """What a sample is called: file, round and rotation."""
    return f"{challenge.game.file}#{challenge.number}" + (f".{rotation}" if rotation else "")


def make_sample(challenge: Challenge, rotation: int = 0, models: Sequence[str] = ()) -> Sample:
    """The sample of a round; its target is the secret rule, which no model is shown."""
    return Sample(
        id=name_round(challenge, rotation),
        input=f"{challenge.variant.title}: {challenge.game.file}, round {challenge.number}",
        target=challenge.rule.text,
        metadata={"edition": challenge.variant.name, "rotation": rotation, "models": list(models)},
    )


@task
def solo(
    suite: str = "solo-library",
    variant: str | None = None,
    edition: str | None = None,
    rounds: int | None = None,
    seed: int | None = None,
    difficulty: str | int = DIFFICULTY,
    max_turns: int | None = None,
    price: str | float | None = None,
) -> Task:
    """One model against secret rules, round by round.

    `suite` is one that ships, a game file, or `generated`: rules made up from `seed` (drawn where there is none),
    as hard as `difficulty` says. `variant` is any for two, the dealer being one of them (`edition` is its older
    name); `rounds` says how many are played, `max_turns` after how many turns each ends. `price` is what a million
    tokens cost, read and written, as `3/15`.
    """
    with say_by_inspect():
        challenges = choose_challenges(suite, variant or edition, rounds, seed, difficulty, max_turns)
        prices = read_prices(price, [EVALUATED])
        for challenge in challenges:
            if len(challenge.seats) != 1:
                message = f"{name_round(challenge)} has {len(challenge.seats)} players: take eleusis/table"
                raise LabError("lab/argument", message)
    return Task(
        dataset=MemoryDataset([make_sample(challenge) for challenge in challenges], name=suite),
        solver=play_rounds({name_round(challenge): (challenge, 0) for challenge in challenges}, prices),
        scorer=[score_round(), *([score_cost()] if prices else [])],
        version=1,
    )


@task
def table(
    models: str | list[str] | None = None,
    suite: str = GENERATED,
    variant: str | None = None,
    edition: str | None = None,
    rounds: int | None = None,
    seed: int | None = None,
    difficulty: str | int = DIFFICULTY,
    max_turns: int | None = None,
    price: str | float | None = None,
) -> Task:
    """Models against each other: every model in every seat on the same deals.

    `models` are named with commas between them, as `openai/a,anthropic/b`; a name that `--model-role` binds is that
    role's, so that one model may sit there twice with other settings. `variant` is express where none is named;
    `price` is one for all, or one for each with commas between them; the rest is as in `solo`.
    """
    with say_by_inspect():
        names = [name.strip() for name in models.split(",")] if isinstance(models, str) else list(models or ())
        if len(names) < 2:
            raise LabError("lab/argument", "a table takes two models at least: models=openai/a,anthropic/b")
        challenges = choose_challenges(suite, variant or edition, rounds, seed, difficulty, max_turns, len(names))
        prices = read_prices(price, names)
    samples = {
        name_round(challenge, rotation): (challenge, rotation)
        for challenge in challenges
        for rotation in range(len(names))
    }
    return Task(
        dataset=MemoryDataset(
            [make_sample(challenge, rotation, names) for challenge, rotation in samples.values()], name=suite
        ),
        solver=play_rounds(samples, prices),
        scorer=score_table(),
        version=1,
    )


@solver
def play_rounds(challenges: Mapping[str, tuple[Challenge, int]], prices: Mapping[str, Price]) -> Solver:
    """Plays a sample's round with the models that its metadata names, or else the one that is evaluated.

    `challenges` are the rounds by their samples' names, each with its rotation. Raises LimitExceededError where a
    limit has ended the round.
    """

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        challenge, rotation = challenges[str(state.sample_id)]
        names: list[str] = state.metadata["models"] or [EVALUATED]
        state.messages.clear()
        talks: dict[str, Talk] = {}
        for place, seat in enumerate(challenge.seats, start=rotation):
            name = names[place % len(names)]
            model = find_model(name)
            messages = state.messages if name == EVALUATED else []
            talks[seat] = Talk(name or str(model), model, messages, prices.get(name))
        entries = await play_challenge(challenge, talks, rotation)
        state.store.set(STORE_KEY, [entry.to_json() for entry in entries])
        for talk in talks.values():
            if talk.output is not None:
                state.output = talk.output
            if talk.stopped is not None:
                raise talk.stopped
        return state

    return solve


def read_prices(price: str | float | None, names: Sequence[str]) -> dict[str, Price]:
    """The price of each model. Raises NotationError, and LabError where there are not as many prices as models."""
    if price is None:
        return {}
    prices = list(map(read_price, str(price).split(",")))
    if len(prices) not in (1, len(names)):
        raise LabError("lab/argument", f"there are {len(names)} models and {len(prices)} prices")
    return dict(zip(names, prices * len(names), strict=False))


def find_model(name: str) -> Model:
    """The model of a role that is bound by this name, else of this name."""
    return get_model(role=name) if name in model_roles() else get_model(name or None)
