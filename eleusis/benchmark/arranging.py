"""A benchmark set up from what it is asked for: which rounds, which kinds, and whether that can be played."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import attrs

from eleusis.benchmark.bouts import OnError
from eleusis.benchmark.contest import Contest
from eleusis.benchmark.held_out import MOST, make_challenges
from eleusis.benchmark.prices import read_price
from eleusis.benchmark.suites import Suite, load_suites, suite_names
from eleusis.driving.dealing import unusual
from eleusis.ground.chance import draw_seed
from eleusis.ground.errors import LabError, NotationError, quote
from eleusis.ground.files import read_bytes
from eleusis.lab.arguments import check_number, read_several
from eleusis.minds.players.program.command import Program
from eleusis.minds.players.registry import NO_PROGRAMS, Seat, read_seat
from eleusis.secret.rule import Rule
from eleusis.variant import Variant, load_variant

EDITION = "solo"
"""What rules made up are played in where no edition is named."""
DIFFICULTY = "2..4"
"""How hard rules made up are where nothing is said."""
MOST_ROUNDS = 1_000_000
"""More rounds than this are a slip."""
_NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hope")
_DIFFICULTY = re.compile(r"\s*([1-5])\s*(?:\.\.\s*([1-5])\s*)?")
_MADE = re.compile(rb'"file": "generated:([0-9]{1,18}):')


@attrs.frozen(eq=False)
class Setup:
    """A contest, and what there is to tell of how it was set up."""

    contest: Contest
    seed: int | None
    """What rules were made up from; None where they stand in files."""
    drawn: bool = False
    """Whether that was drawn, because none was given: it is told when all is played."""
    notes: tuple[str, ...] = ()
    """What is unusual about the table, as sentences."""


@attrs.frozen(eq=False)
class Benchmark:
    """Who is to play what, as one asks for it: the arguments of `evaluate`, which says what each means."""

    player: str | Seat | Sequence[str | Seat]
    suites: str | Sequence[str] = ()
    generate: int | None = None
    seed: int | None = None
    difficulty: str | None = None
    edition: str | None = None
    leave_out: bool = False
    max_rounds: int | None = None
    on_error: OnError = "stop"
    price: str | None = None
    rules: Mapping[str, Rule] = attrs.field(factory=dict)
    """Further rules, that files and guesses may name."""
    programs: Mapping[str, Program] = NO_PROGRAMS
    """Further kinds."""

    def arrange(self, resumed: Path | None = None) -> Setup:
        """The contest, all of it read; where a seed is to be drawn, that of the file that is `resumed` is taken.

        Raises as `evaluate` does.
        """
        for name, number, most in (("generate", self.generate, MOST), ("max_rounds", self.max_rounds, MOST_ROUNDS)):
            check_number(name, number, 1, most)
        check_number("seed", self.seed, 0, 10**18 - 1)
        if self.on_error not in ("stop", "score"):
            raise LabError("lab/argument", f"on_error takes 'stop' or 'score', not {quote(self.on_error)}")
        kinds = read_kinds(self.player, self.programs)
        refs: tuple[str, ...] = read_several(self.suites, str)
        if not refs and self.generate is None:
            ships = ", ".join(suite_names())
            ways = f"name a suite ({ships}) or a file, or have rules made up with --generate"
            raise NotationError("notation/option", f"there is nothing to play: {ways}")
        suite = load_suites(refs, self.edition, self.rules) if refs else Suite(())
        seed, drawn = self._find_seed(resumed)
        made = Suite(()) if seed is None else self._make_up(seed, len(kinds))
        contest = Contest(
            challenges=(*suite.challenges, *made.challenges),
            kinds=kinds,
            rules=dict(self.rules),
            leave_out=self.leave_out,
            on_error=self.on_error,
            max_rounds=self.max_rounds,
            price=None if self.price is None else read_price(self.price),
            open_ended=frozenset(challenge.game.file for challenge in made.challenges),
        )
        return Setup(contest, seed, drawn, tuple(dict.fromkeys((*suite.notes, *made.notes))))

    def _find_seed(self, resumed: Path | None) -> tuple[int | None, bool]:
        """What rules are made up from, if any are, and whether it was drawn."""
        if self.generate is None:
            if self.seed is not None or self.difficulty is not None:
                option, own = ("--difficulty", "their own rules") if self.seed is None else ("--seed", "their own")
                raise NotationError("notation/option", f"{option} is for --generate: suites have {own}")
            return None, False
        seed = self.seed if self.seed is not None or resumed is None else _read_seed(resumed)
        return (draw_seed(), True) if seed is None else (seed, False)

    def _make_up(self, seed: int, kinds: int) -> Suite:
        """The rounds with rules made up, at a table where so many kinds play."""
        variant = load_variant(self.edition or EDITION)
        players = seats_for(variant, kinds)
        levels = read_difficulty(self.difficulty or DIFFICULTY)
        challenges = make_challenges(self.generate or 0, seed, levels, variant, players)
        return Suite(tuple(challenges), tuple(unusual(variant, len(players))))


def read_kinds(
    player: str | Seat | Sequence[str | Seat], programs: Mapping[str, Program] = NO_PROGRAMS
) -> tuple[Seat, ...]:
    """The kinds that are to play, as seats without a name. Raises LabError (`lab/argument`, `lab/no-bot`)."""
    given: tuple[str | Seat, ...] = read_several(player, str, Seat)
    kinds = []
    for kind in given:
        if isinstance(kind, str):
            kind = read_seat("", kind, programs)
        if not kind.bot:
            raise LabError("lab/no-bot", "only bots can be benchmarked, not a person")
        kinds.append(attrs.evolve(kind, name=""))
    if not kinds:
        raise LabError("lab/argument", "player takes one kind of bot at least, not none")
    hows = [kind.how for kind in kinds]
    twice = next((how for how in hows if hows.count(how) > 1), None)
    if twice is not None:
        raise LabError("lab/argument", f"{quote(twice)} is named twice: each kind sits in every seat anyway")
    return tuple(kinds)


def split_kinds(text: str) -> list[str]:
    """The kinds of `random,knower(skill=0.5)`: split at commas outside of brackets."""
    kinds, depth = [""], 0
    for char in text:
        depth += (char == "(") - (char == ")")
        if char == "," and depth <= 0:
            kinds.append("")
        else:
            kinds[-1] += char
    return [kind.strip() for kind in kinds]


def read_difficulty(text: str) -> tuple[int, int]:
    """The easiest and the hardest of `2..4`, or `3`. Raises NotationError (`notation/option`)."""
    match = _DIFFICULTY.fullmatch(text)
    low, high = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
    if low > high:
        raise NotationError("notation/option", f"a difficulty is 1 to 5, or a range like 2..4, not {quote(text)}")
    return low, high


def seats_for(variant: Variant, kinds: int) -> tuple[str, ...]:
    """Who sits at a table where so many kinds play: the dealer, and one for each as far as it goes."""
    low, high = variant.players.min, variant.players.max
    count = max(kinds + 1, low, 2)
    count = count if high is None else min(count, high)
    names = [_NAMES[place] if place < len(_NAMES) else f"Seat{place + 1}" for place in range(count - 1)]
    return ("Dealer", *names)


def _read_seed(path: Path) -> int | None:
    """The seed of rules made up that a file of results names; None where it names none."""
    try:
        match = _MADE.search(read_bytes(path, 1 << 20))
    except (OSError, ValueError):
        return None  # opening it to go on tells what is wrong with it
    return None if match is None else int(match[1])
