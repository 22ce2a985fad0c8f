"""What must be the same wherever the engine runs, each as a hash: recorded games, random rounds, daily puzzles.

Nothing is imported here but what a tab has too. `python -m tests.tab.same_everywhere` prints the hashes of the
Python that runs it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path

import msgspec

from eleusis.driving.driver import Step, play_round
from eleusis.driving.replayed import round_json
from eleusis.game.round import Round
from eleusis.record.gamefile.reading import load_game
from eleusis.record.replaying.replay import replay_game
from eleusis.secret.daily_rules import rule_of_day
from eleusis.table.daily_puzzle import seed_of_day
from tests.laws.tables import VARIANTS, seated

ROUNDS = 500
STEPS = 160
"""So many steps a random round has at the most."""
FIRST_DAY = date(2026, 11, 23)
DAYS = 28


class Digest:
    """A hash of values as JSON, one after the other."""

    def __init__(self) -> None:
        self._hash = sha256()

    def add(self, value: object) -> None:
        """One more value, in the very order of its keys."""
        self._hash.update(msgspec.json.encode(value) + b"\n")

    def add_views(self, round_: Round) -> None:
        """What everybody at the table sees now, and may do."""
        for seat in (*round_.players, None):
            view = round_.view(seat)
            self.add(view.to_json())
            self.add([option.text for option in view.options])

    def add_steps(self, dealt: Round, steps: list[Step]) -> None:
        """A round from its deal on: each move, what followed, and how that looks from every seat."""
        self.add(dealt.began.to_json())
        self.add_views(dealt)
        for step in steps:
            self.add(step.move.to_json())
            self.add([event.to_json() for event in dealt.step(step.move)])
            self.add_views(dealt)
        self.add(dealt.scores)

    def __str__(self) -> str:
        return self._hash.hexdigest()


def of_game(path: Path) -> str:
    """The hash of a recorded game, replayed."""
    digest = Digest()
    game = replay_game(load_game(path))
    digest.add([[finding.code, finding.text] for finding in game.findings])
    for record in game.rounds:
        digest.add(round_json(record))
        digest.add_steps(record.round.at_deal(), record.steps)
    digest.add(game.totals)
    return str(digest)


def of_round(name: str, seed: int) -> str:
    """The hash of a round between random players under an edition, or a mixture of knobs."""
    digest = Digest()
    round_, seats = seated(name, seed)
    steps = play_round(round_, seats, max_steps=STEPS)
    digest.add([[event.to_json() for event in step.events] for step in steps])
    digest.add_steps(round_.at_deal(), steps)
    return str(digest)


def of_day(day: date) -> str:
    """The hash of a day's puzzle."""
    digest = Digest()
    digest.add([rule_of_day(day).text, seed_of_day(day)])
    return str(digest)


def all_hashes(games: Path) -> Iterator[tuple[str, str]]:
    """The name of each thing and its hash; `games` is the folder of the recorded ones."""
    for path in sorted(games.glob("*.yaml")):
        yield path.name, of_game(path)
    for seed in range(ROUNDS):
        name = VARIANTS[seed % len(VARIANTS)]
        yield f"{name}, seed {seed}", of_round(name, seed)
    for day in (FIRST_DAY + timedelta(days) for days in range(DAYS)):
        yield f"puzzle of {day}", of_day(day)


if __name__ == "__main__":
    print(json.dumps(dict(all_hashes(Path(__file__).parent.parent / "games")), indent=1))
