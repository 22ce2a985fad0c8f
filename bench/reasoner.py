"""What each part of the scientist is worth: `python -m bench reasoner [--rounds N] [--seed S] [STEP …]`.

Plays rounds of solo with the whole reasoner, and with one part of it taken away at a time, on the same deals: rules
made up from a seed, and rules of the library, which is left out whole. A row has what `eleusis benchmark` prints:
the mean of the scores with those below 0 as 0, how many rules were found, wrong guesses, and how far off the stated
probabilities were. The deals are not those of any suite that docs/scientist.md reports.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from unittest.mock import patch

import attrs
import numpy as np

from eleusis.benchmark.bouts import play_bout
from eleusis.benchmark.challenges import Challenge, make_challenge
from eleusis.benchmark.entries import Entry
from eleusis.benchmark.figures import calibration_error
from eleusis.benchmark.held_out import make_challenges
from eleusis.driving.driver import Player
from eleusis.ground.cards import Card
from eleusis.ground.chance import stream
from eleusis.ground.errors import NOWHERE
from eleusis.minds.induction import family as families
from eleusis.minds.induction import mind as minds
from eleusis.minds.induction import shares
from eleusis.minds.induction.forest import Forest
from eleusis.minds.induction.leaves import Floats
from eleusis.minds.induction.likeness import Alike
from eleusis.minds.induction.mind import Mind
from eleusis.minds.induction.shares import Prior, prior
from eleusis.minds.players.registry import Seat
from eleusis.minds.players.scientist import guessing
from eleusis.minds.players.scientist.player import Scientist
from eleusis.record.gamefile.contents import GameFile, RoundScript
from eleusis.secret.library import library, playable
from eleusis.variant import Variant, load_variant

SOLO = load_variant("solo")
SEATS = ("Dealer", "Ann")
_TINY = 1e-9


def count_singly(forest: Forest, weights: Floats, line: Sequence[Card]) -> Iterator[Alike]:
    """Rules one by one, the heaviest first, as if no two were the same."""
    for place in np.argsort(-weights, kind="stable"):
        yield Alike(np.array([place]), float(weights[place]))


def without_opposites(whole: Prior) -> Prior:
    return attrs.evolve(whole, shapes={**whole.shapes, "opposite": _TINY})


def without_questions(whole: Prior) -> Prior:
    """A choice hangs on the line alone."""
    return attrs.evolve(
        whole, conditions={tree: share for tree, share in whole.conditions.items() if tree not in whole.plays}
    )


def without_generator(whole: Prior) -> Prior:
    return attrs.evolve(whole, generated=_TINY)


def by_length_alone(_: Prior) -> Prior:
    """The share of a part falls with its length, whatever its kind."""
    text = Path(shares.__file__).with_name("prior.yaml").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "prior.yaml"
        path.write_text(text.replace("by_kind: {share: 50", f"by_kind: {{share: {_TINY}"), encoding="utf-8")
        return shares.read_prior(path)


PRIORS = {
    "opposites": without_opposites,
    "questions about the card": without_questions,
    "kinds": by_length_alone,
    "the generator's share": without_generator,
}
"""Parts of the prior, and the prior without them."""
STEPS = ("nothing", "classes", "the starter", *PRIORS, "seeking", "doubt by exceptions")
"""What is taken away."""


def take_away(step: str, stack: ExitStack) -> None:
    """Let all that follows be played without a part of the reasoning."""
    if step in PRIORS:
        reduced = PRIORS[step](prior())
        stack.enter_context(patch.object(families, "prior", lambda: reduced))
    elif step == "classes":
        stack.enter_context(patch.object(guessing, "classes", count_singly))
    elif step == "seeking":
        stack.enter_context(patch.object(minds, "_ENOUGH", 0))
    elif step == "doubt by exceptions":
        stack.enter_context(patch.object(minds, "NEARLY", _TINY))
    elif step == "the starter":
        stack.enter_context(patch.object(Scientist, "__init__", sit_down_blindly))


def sit_down_blindly(self: Scientist, variant: Variant, chance: Random, family: families.Family) -> None:
    """A scientist who learns nothing from the starter."""
    self.variant, self.chance = variant, chance
    self.mind = Mind(family, variant.guess, right_starters=False)


def library_challenges(seed: int) -> list[Challenge]:
    """A round for each rule that dealers draw from the library."""
    challenges = []
    for number, (name, rule) in zip(count(1), playable().items(), strict=False):
        own_seed = int(stream(seed, "reasoner", name).random() * 2**48)
        game = GameFile(file="library", variant="solo", players=SEATS, seed=own_seed)
        script = RoundScript(NOWHERE, dealer="Dealer", rule_ref=name, rule=rule)
        challenges.append(make_challenge(game, script, number, "Dealer", SOLO))
    return challenges


def play(challenges: Sequence[Challenge]) -> list[Entry]:
    """The rounds, each played by a scientist who has never seen the library."""
    family = families.family(with_library=False)
    seat = Seat("Ann", "scientist", {"library": 0})

    def make(challenge: Challenge, seat: Seat) -> Player:
        return Scientist(SOLO, Random(1), family)

    bout = partial(play_bout, rules=library(), rotation=0, leave_out=True, on_error="stop")
    return [bout(challenge, [seat], make)[0][0] for challenge in challenges]


def row(name: str, entries: Sequence[Entry]) -> str:
    """What the rounds came to."""
    floored = [max(0, entry.score) for entry in entries]
    half = 1.96 * statistics.stdev(floored) / len(floored) ** 0.5
    solved = statistics.mean(entry.solved for entry in entries)
    wrong = statistics.mean(entry.wrong_guesses for entry in entries)
    seconds = sum(entry.seconds for entry in entries) / sum(entry.turns for entry in entries)
    return (
        f"{name:26} {statistics.mean(floored):5.1f} ± {half:3.1f}   {solved:4.0%}   {wrong:4.2f}   "
        f"{calibration_error(entries):.3f}   {seconds:.3f}"
    )


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench reasoner", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("steps", nargs="*", metavar="STEP", help=f"what to take away: {', '.join(STEPS)}")
    parser.add_argument("--rounds", type=int, default=60, help="of each kind")
    parser.add_argument("--seed", type=int, default=5)
    chosen = parser.parse_args(arguments)
    made = make_challenges(chosen.rounds, chosen.seed, (2, 4), SOLO, SEATS)
    decks = {"generated": made, "library": library_challenges(chosen.seed)[: chosen.rounds]}
    print(f"{'without':26} {'score':>5}         found  wrong  calibration  s a turn")
    for step in chosen.steps or STEPS:
        with ExitStack() as stack:
            take_away(step, stack)
            for cached in (families.weigh_leaves, families._keep_useful, families.family):
                cached.cache_clear()
            for name, challenges in decks.items():
                print(row(f"{step}, {name}", play(challenges)), flush=True)
