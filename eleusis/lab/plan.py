"""What is to be simulated: the arms (variants), the seats, the rules, the seed. A plan decides every number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from random import Random

import attrs

from eleusis.driving.dealing import check_players, decks_needed, unusual
from eleusis.game.match import Match
from eleusis.ground.chance import stream
from eleusis.ground.errors import LabError, quote
from eleusis.lab import LEARNERS, TABLE
from eleusis.lab.arms import Arm
from eleusis.minds.players.registry import Seat, read_seats
from eleusis.secret.library import find_rule, load_rules, playable
from eleusis.secret.rule import Rule
from eleusis.table.dealers_rules import to_draw
from eleusis.variant import Variant, differences

MAX_TURNS = 2000
"""A round with more steps than this is broken off, and scored as it stands."""
MAX_ROUNDS = 10_000_000
MAX_GAME = 1000
"""Rounds in one game."""
GENERATED = 60
"""How many rules are made up for `--rule generated`, at most."""


@attrs.frozen
class Plan:
    """A simulation. The same plan gives the same numbers, in any process and in any order.

    >>> from eleusis.lab.simulation import Experiment
    >>> plan = Experiment("express", rounds=4, players="Ann:random,Bob:random,Cleo:random", rules="red").plan()
    >>> plan.players, plan.rounds, plan.rules
    (('Ann', 'Bob', 'Cleo'), 4, (Rule('red'),))
    >>> [plan.players[plan.dealer(number)] for number in range(1, 5)]
    ['Ann', 'Bob', 'Cleo', 'Ann']
    """

    arms: tuple[Arm, ...]
    seats: tuple[Seat, ...]
    rules: tuple[Rule, ...]
    seed: int
    rounds: int
    knob: str | None = None
    """The knob that a sweep moves."""
    game: int | None = None
    """How many rounds in a row make a whole game; None where each round stands alone."""
    max_turns: int = MAX_TURNS

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the seats."""
        return tuple(seat.name for seat in self.seats)

    def dealer(self, number: int) -> int:
        """The place of the dealer of a round; rounds are numbered from 1, and all deal in turn."""
        return (number - 1) % len(self.seats)

    @property
    def games(self) -> int:
        """How many whole games that are; each round is one where they stand alone."""
        return self.rounds // (self.game or 1)

    def place(self, number: int) -> tuple[int, int]:
        """The game that a round is of, and which of its rounds it is; both from 1."""
        game, turn = divmod(number - 1, self.game or 1)
        return game + 1, turn + 1

    def game_seed(self, game: int) -> int:
        """The seed of a game: of its cards, its rules and its bots, the same under each variant."""
        return int(_draw(self.seed, "lab", game) * 2**48)

    def rule_index(self, number: int) -> int:
        """Which of the rules is the secret one in a round."""
        game, turn = self.place(number)
        if len(self.rules) == 1:
            return 0
        return int(_draw(self.game_seed(game), "rule", turn) * len(self.rules))

    def same_work(self) -> dict[str, object]:
        """What decides the numbers, as data; the number of rounds is left out, since more may be added."""
        from eleusis.variant import knobs

        return {
            "seed": self.seed,
            "players": [f"{seat.name}:{seat.how}" for seat in self.seats],
            "rules": [
                rule.text if rule.starter is None else f"{rule.text} | {rule.starter}" for rule in self.rules
            ],
            "game": self.game,
            "max_turns": self.max_turns,
            "arms": [dict(knobs(arm.variant)) for arm in self.arms],
        }


@lru_cache(maxsize=256)
def _draw(seed: int, of: str, number: int) -> float:
    """The first number of a stream, kept: it is asked for several times in a round, and again under each arm."""
    return stream(seed, of, number).random()


def game_length(arms: Sequence[Arm], players: Sequence[str], stop_after: int | None = None) -> int:
    """How many rounds a whole game has, the same under every arm: as the variants say, or `stop_after`.

    Raises LabError (`lab/rounds`) where a variant's game is over before it is to be stopped.
    """
    lengths = [_full_length(arm.variant, players) for arm in arms]
    if stop_after is None:
        return max(lengths)
    if not 1 <= stop_after <= MAX_GAME:
        raise LabError("lab/rounds", f"a game is stopped after 1 to {MAX_GAME} rounds, not after {stop_after}")
    for arm, length in zip(arms, lengths, strict=True):
        if stop_after > length and not arm.variant.game.rounds.goes_on:
            over = f"a game of {arm.label} with {len(players)} at the table is over after {length} rounds"
            raise LabError("lab/rounds", f"{over}, and can't be stopped after {stop_after}")
    return stop_after


def _full_length(variant: Variant, players: Sequence[str]) -> int:
    match = Match(variant, tuple(players))
    while not match.complete:
        match.add(match.next_dealer(), None)
    return len(match.dealers)


def seat_bots(arms: Sequence[Arm]) -> tuple[Seat, ...]:
    """The bots that sit there where nobody is named, as many of them as the editions are for.

    Where a right guess ends a round they have to find the rule, as people do.
    """
    seats = read_seats(LEARNERS if any(arm.variant.guess.offered for arm in arms) else TABLE)
    most = min(arm.variant.players.max or len(seats) for arm in arms)
    return seats[: max(2, most)]


def check_table(plan: Plan) -> list[str]:
    """What is unusual about the plan, as sentences.

    Raises LabError (`lab/no-bot`, `lab/rounds`) and ScriptError for what can't be played.
    """
    check_players(plan.players)
    person = next((seat for seat in plan.seats if not seat.bot), None)
    if person is not None:
        raise LabError("lab/no-bot", f"only bots play here, and {quote(person.name)} is a person")
    if not 1 <= plan.rounds <= MAX_ROUNDS:
        counted = f"{plan.games} games of {plan.game} rounds" if plan.game else str(plan.rounds)
        raise LabError("lab/rounds", f"the rounds must be 1 to {MAX_ROUNDS}, not {counted}")
    notes = []
    for arm in plan.arms:
        cards = (len(plan.seats) - 1) * arm.variant.deal.hand + arm.variant.deal.starters
        decks_needed(arm.variant, cards)
        notes += unusual(arm.variant, len(plan.seats))
    for place, arm in enumerate(plan.arms):
        twin = next((other for other in plan.arms[:place] if not differences(other.variant, arm.variant)), None)
        if twin is not None:
            notes.append(f"{arm.label} is {twin.label} in every setting: no round can differ between them")
    return list(dict.fromkeys(notes))


def read_rules(text: str, seed: int, extra: Mapping[str, Rule] | None = None) -> tuple[Rule, ...]:
    """The secret rules to draw from.

    `all` are those of the library that are worth playing, `1` to `5` those of this difficulty, `generated` and
    `generated:3` fair ones made up by the seed (of that difficulty); else it is a file of rules if it ends so, else
    a rule, by its id or its text. Raises LabError (`lab/no-rules`), and what reading a file raises.
    """
    word = text.strip()
    if word == "all":
        return tuple(playable().values())
    if word in ("1", "2", "3", "4", "5"):
        return tuple(to_draw({**playable(), **(extra or {})}, int(word)))
    if word == "generated" or word.startswith("generated:"):
        return _make_up(word, seed)
    if word.endswith((".yaml", ".yml")):
        rules = load_rules(Path(word))
        if not rules:
            raise LabError("lab/no-rules", f"{word}: there is no rule in this file")
        return tuple(rules.values())
    if word.isdecimal():
        raise LabError("lab/no-rules", f"difficulties are 1 to 5, not {quote(word)}")
    return (find_rule(word, extra),)


def _make_up(word: str, seed: int) -> tuple[Rule, ...]:
    """Fair rules of `generated` or `generated:3`, all different."""
    from eleusis.secret.generating.generator import draw
    from eleusis.secret.measuring.measure import measure

    _, _, level = word.partition(":")
    if level not in ("", "1", "2", "3", "4", "5"):
        raise LabError("lab/no-rules", f"write generated:1 to generated:5, not {quote(word)}")
    chance: Random = stream(seed, "generated")
    rules: dict[str, Rule] = {}
    for _ in range(4 * GENERATED):
        rule = draw(chance, int(level) if level else None)
        if rule.text not in rules and not measure(rule).findings:
            rules[rule.text] = rule
        if len(rules) == GENERATED:
            break
    return tuple(rules.values())
