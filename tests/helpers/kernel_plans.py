"""Plans drawn by chance, and the rounds of the kernel held against those of the engine, number by number.

`python -m tests.helpers.kernel_plans --rounds 20000 --plans 400 --seed 1` draws that many plans and says what
differs: the column, both numbers and the plan as a command. It ends with 1
if anything does. `--only N` draws plan N alone.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from random import Random
from typing import Any

import attrs

from eleusis.driving.dealing import MAX_NAME, MAX_PLAYERS
from eleusis.game.state import END_REASONS
from eleusis.ground.errors import EleusisError
from eleusis.lab.columns import RoundColumns
from eleusis.lab.kernel.batch import Kernel, load_kernel
from eleusis.lab.plan import MAX_TURNS, Plan, check_table
from eleusis.lab.simulation import Experiment
from eleusis.lab.tally import Numbers, row
from eleusis.minds.players.kinds import KINDS
from eleusis.secret.generating.generator import draw
from eleusis.secret.library import library_ids, playable
from eleusis.secret.rule import Rule
from eleusis.variant import variant_names
from eleusis.variant.knobs import Knob, knobs_of
from eleusis.variant.model import HEADER, Variant

TRIES = 200
"""How often settings are drawn for a plan, until an edition takes them."""
THREADS = 2
"""In how many threads the kernel plays at once."""
BOTS = ("random", "knower")
NAMES = (
    "Ann",
    "Bob",
    "Cleo",
    "Dan",
    "Ève",
    "Bo b",
    "名前",
    "Σίσυφος",
    "a-b_c.d",
    "0",
    "Ω🂡",
    "it's",
    "ann",
    "🂡" * MAX_NAME,
)
STARTERS = ("red", "even", "rank <= 7", "black and odd", "heart", "spade or rank > 5")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

SCENES = (
    ("stock={{decks: 1, refill_at: {few}, empty: {empty}}}", "deal={{hand: 10, starters: 5, starter: right}}"),
    ("prophet.going_out={{kind: may_stay, overthrow_draw: 5}}", "deal.hand=2", "play.max_cards=2"),
    ("prophet.other_players=0", "deal.hand=20"),
)
"""Settings under which happens what hardly does by chance: the stock runs low while starters are turned; a prophet
stays without a card, and falls; a prophet is left alone."""


@attrs.frozen
class DrawnPlan:
    """A plan with the words that ask for it."""

    number: int
    """Its number among those of a seed."""
    plan: Plan
    words: tuple[str, ...]
    """The command line behind `eleusis simulate`."""
    rule_file: str | None
    """What stands in `drawn.yaml`, which the command reads its rules from."""

    def command(self) -> str:
        """How it can be played: the command, and what a command can't say."""
        lines = [shlex.join(["eleusis", "simulate", *self.words])]
        if self.plan.max_turns != MAX_TURNS:
            lines.append(f"with attrs.evolve(plan, max_turns={self.plan.max_turns})")
        if self.rule_file is not None:
            lines.append(f"drawn.yaml:\n{self.rule_file}")
        return "\n".join(lines)


@attrs.frozen
class Difference:
    """A number that the kernel has and the engine hasn't."""

    drawn: DrawnPlan
    arm: int
    number: int
    column: str
    """The first column that differs."""
    kernel: int
    engine: int
    others: int
    """How many more columns of the round differ."""

    def __str__(self) -> str:
        plan = self.drawn.plan
        rule = plan.rules[plan.rule_index(self.number)]
        condition = f" | {rule.starter}" if rule.starter is not None else ""
        return (
            f"plan {self.drawn.number}, round {self.number}/{LETTERS[self.arm]}: {self.column} is {self.engine}, "
            f"the kernel has {self.kernel} (and {self.others} more columns differ)\n"
            f"the rule {rule.text}{condition}\n{self.drawn.command()}"
        )


@attrs.define
class Findings:
    """What came out of holding rounds against each other."""

    plans: int = 0
    rounds: int = 0
    """Rounds that were asked for."""
    same: int = 0
    declined: Counter[str] = attrs.field(factory=Counter)
    """Rounds that were not compared, by the reason."""
    unplayable: Counter[str] = attrs.field(factory=Counter)
    """Rounds among them that the engine can't play either, by what it says."""
    differences: list[Difference] = attrs.field(factory=list)
    happened: Counter[str] = attrs.field(factory=Counter)
    """In how many of the compared rounds a column isn't 0, by its name; and how many ended for each reason."""

    def count_declined(self) -> int:
        """How many rounds were declined that the engine can play."""
        return sum(self.declined.values()) - sum(self.unplayable.values())

    def note(self, numbers: Numbers[int]) -> None:
        """What has happened in a round that is compared."""
        self.happened[END_REASONS[numbers.ended]] += 1
        self.happened.update(
            name for name, number in zip(Numbers._fields[:-1], numbers[:-1], strict=True) if number
        )

    def never_happened(self) -> set[str]:
        """The columns that were 0 in all rounds, and the reasons for which none ended."""
        return {*END_REASONS, *Numbers._fields[:-1]} - set(self.happened)

    def __str__(self) -> str:
        declined = self.count_declined()
        lines = [
            f"{self.plans} plans, {self.rounds} rounds: {self.same} the same, {len(self.differences)} differ, "
            f"{declined} declined ({100 * declined / max(1, self.rounds):.2f} %)"
        ]
        lines += [f"  {count} the engine refuses too: {why}" for why, count in self.unplayable.most_common()]
        lines += [f"  {count} declined: {why}" for why, count in self.declined.most_common()]
        lines += [f"  never happened: {', '.join(sorted(self.never_happened()))}"] if self.never_happened() else []
        return "\n".join(lines)


def draw_plan(seed: int, number: int, rounds: int) -> DrawnPlan:
    """The plan of a number, of about so many rounds: an edition, and a second arm with settings that it takes."""
    chance = Random(f"{seed} {number}")
    players = draw_players(chance)
    rules, rule_words, rule_file = draw_rules(chance)
    game_seed = chance.choice(
        [0, 1, chance.randrange(10**6), -chance.randrange(1, 10**12), chance.randrange(2**90), 10**99]
    )
    for _ in range(TRIES):
        edition = chance.choice(variant_names())
        drawn = tuple(draw_settings(chance))
        if chance.random() < 0.2:
            few, empty = chance.randint(0, 30), chance.choice(["refill", "refill", "play_on"])
            drawn += tuple(setting.format(few=few, empty=empty) for setting in chance.choice(SCENES))
        whole = chance.random() < 0.25
        stop_after = chance.randint(1, 5) if whole and chance.random() < 0.5 else None
        asked: dict[str, Any] = {"players": players, "rules": rules, "settings": drawn, "seed": game_seed}
        try:
            plan = (
                Experiment(edition, games=1, stop_after=stop_after, **asked).plan()
                if whole
                else Experiment(edition, **asked).plan()
            )
            games = max(1, rounds // (plan.game or 1))
            plan = attrs.evolve(plan, rounds=games * (plan.game or 1), max_turns=draw_max_turns(chance))
            check_table(plan)
        except EleusisError:
            continue
        words = ["--variant", edition, *(word for setting in drawn for word in ("--set", setting))]
        words += ["--games", str(games)] if whole else ["--rounds", str(plan.rounds)]
        words += ["--stop-after", str(stop_after)] if stop_after is not None else []
        words += ["--players", players, *rule_words, f"--seed={game_seed}"]
        return DrawnPlan(number, plan, tuple(words), rule_file)
    raise AssertionError(f"no edition takes any settings of {TRIES}: plan {number} of seed {seed}")


def draw_players(chance: Random) -> str:
    """From 2 to 8 seats, seldom many more, with bots of the cheap kinds, some with options."""
    seats = []
    names = chance.sample(NAMES, chance.choice([2, 2, 3, 4, 4, 5, 6, 7, 8]))
    if chance.random() < 0.04:
        names += [f"No. {place}" for place in range(chance.randint(1, MAX_PLAYERS - len(names)))]
    for name in names:
        kind = chance.choice(BOTS)
        options = [
            f"{option}={chance.choice([0, 1, 0.5, round(chance.random(), 3)])}"
            for option in KINDS[kind].options
            if chance.random() < 0.4
        ]
        seats.append(f'"{name}":{kind}' + (f"({', '.join(options)})" if options else ""))
    return ",".join(seats)


def draw_rules(chance: Random) -> tuple[str | list[str | Rule], list[str], str | None]:
    """The rules, the words of a command that ask for them, and the file that these need."""
    way = chance.choice(["all", "level", "id", "text", "file"])
    if way == "all":
        return "all", [], None
    if way == "file":
        few: list[Rule] = [draw(chance, chance.randint(1, 5)) for _ in range(chance.randint(1, 4))]
        few += chance.sample(list(playable().values()), chance.randint(0, 3))
        few = [Rule(rule.text, starter=chance.choice([None, rule.starter, *STARTERS])) for rule in few]
        lines = ["eleusis: 1", "rules:"]
        for place, rule in enumerate(few):
            condition = "" if rule.starter is None else f", starter: '{rule.starter}'"
            lines.append(f"  r{place}: {{rule: '{rule.text}'{condition}}}")
        return list(few), ["--rules", "drawn.yaml"], "\n".join(lines)
    word = str(chance.randint(1, 5)) if way == "level" else chance.choice(list(library_ids()))
    if way == "text":
        word = draw(chance, chance.randint(1, 5)).text
    return word, ["--rule", word], None


def draw_max_turns(chance: Random) -> int:
    """After how many turns a round is broken off; often so few that it is."""
    return chance.choice([MAX_TURNS, 400, 200, chance.randint(1, 60)])


def draw_settings(chance: Random) -> Iterator[str]:
    """Settings for some sections of an edition, whether it takes them or not."""
    share = chance.choice([0.1, 0.3, 0.6, 1.0])
    for name, (_, knob) in knobs_of(Variant).items():
        if name not in HEADER and chance.random() < share:
            yield f"{name}={draw_value(chance, knob, share)}"


def draw_value(chance: Random, knob: Knob, share: float) -> str:
    """A value of a knob, within its bounds; of a section each knob, or only some where that has no kinds."""
    if knob.null and chance.random() < 0.3:
        return "null"
    match knob.form:
        case "whole":
            return str(draw_whole(chance, knob.low, knob.high))
        case "flag":
            return chance.choice(["true", "false"])
        case "word":
            return chance.choice(knob.choices)
        case "text":
            return "x"
    cls = chance.choice(knob.kinds)
    inner = {name: below for name, (_, below) in knobs_of(cls).items()}
    if knob.bare and not inner:
        return str(cls.kind)
    if cls is knob.bare_number:
        return draw_value(chance, next(iter(inner.values())), share)
    entries = [f"kind: {cls.kind}"] if knob.kind_names else []
    for name, below in inner.items():
        if knob.kind_names or len(inner) == 1 or chance.random() < 0.5 + share / 2:
            entries.append(f"{name}: {draw_value(chance, below, share)}")
    return "{" + ", ".join(entries) + "}"


def draw_whole(chance: Random, low: int, high: int) -> int:
    """A whole number, most of them small, and its bounds now and then."""
    if chance.random() < 0.04:
        return chance.choice([low, high])
    return min(high, low + int(chance.expovariate(1 / chance.choice([1, 4, 12, 30]))))


def compare_plan(drawn: DrawnPlan, findings: Findings, threads: int = 1) -> None:
    """Play a plan with the kernel, in pieces and in any order, and hold each round against the engine's."""
    plan = drawn.plan
    batch = make_kernel(plan)
    chance = Random(drawn.number)
    findings.plans += 1
    for arm in range(len(plan.arms)):
        # the edition as it is has its share in fewer rounds: with settings more goes wrong
        size = plan.rounds if arm == len(plan.arms) - 1 else -(-plan.rounds // 4)
        findings.rounds += size
        refused = batch.refusal(arm)
        if refused is not None:
            findings.declined[refused] += size
            continue
        before = batch.declined.copy()
        rounds = RoundColumns(plan, arm)
        with ThreadPoolExecutor(threads) as pool:
            pieces = [pool.submit(batch.play, rounds, first, last) for first, last in cut_up(chance, size)]
        for piece in pieces:
            piece.result()
        assert not any(rounds.done[size:]), "rounds are done that weren't asked for"
        findings.declined += batch.declined - before
        for number in range(1, size + 1):
            try:
                engine = row(plan, arm, number)
            except EleusisError as error:
                findings.unplayable[error.message] += 1
                assert not rounds.done[number - 1], f"a round that is none is played: {drawn.command()}"
                continue
            if rounds.done[number - 1]:
                findings.note(Numbers.from_row(engine))
                difference = compare_round(drawn, rounds, number, engine)
                if difference is None:
                    findings.same += 1
                else:
                    findings.differences.append(difference)


def cut_up(chance: Random, size: int) -> list[tuple[int, int]]:
    """The numbers from 1 to a size as pieces, in any order."""
    cuts = sorted({0, size, *(chance.randint(0, size) for _ in range(3))})
    pieces = [(low + 1, high) for low, high in pairwise(cuts)]
    return chance.sample(pieces, len(pieces))


def compare_round(drawn: DrawnPlan, rounds: RoundColumns, number: int, engine: Sequence[int]) -> Difference | None:
    """The first number of a round that isn't that of the engine."""
    own = [column[number - 1] for column in rounds.numbers.row]
    names = Numbers.names(len(drawn.plan.seats))
    differing = [place for place, (a, b) in enumerate(zip(own, engine, strict=True)) if a != b]
    if not differing:
        return None
    at = differing[0]
    return Difference(drawn, rounds.arm, number, names[at], own[at], engine[at], len(differing) - 1)


def compare_plans(
    numbers: Sequence[int], *, seed: int, rounds: int, threads: int = 1, enough: int = 20
) -> Findings:
    """Hold the plans of these numbers against the engine, of so many rounds in all; it ends when enough differ."""
    findings = Findings()
    each = max(1, 4 * rounds // (5 * len(numbers)))
    for number in numbers:
        compare_plan(draw_plan(seed, number, each), findings, threads)
        if len(findings.differences) >= enough:
            break
    return findings


def kinds_in(variant: Variant | None) -> set[str]:
    """The kinds of the mechanisms of an edition, with the way to each; or all there are."""
    kinds: set[str] = set()

    def look(path: str, cls: type[Any], section: object) -> None:
        for name, (field, knob) in knobs_of(cls).items():
            below = None if section is None else getattr(section, field.name)
            for inner in knob.kinds:
                if (variant is None or type(below) is inner) and name not in HEADER:
                    if len(knob.kinds) > 1:
                        kinds.add(f"{path}{name}: {inner.kind}")
                    look(f"{path}{name}.", inner, below)

    look("", Variant, variant)
    return kinds


def make_kernel(plan: Plan) -> Kernel:
    """The kernel of a plan. Raises LabError (`lab/no-kernel`) where there is none."""
    return Kernel(plan, load_kernel())


def main(argv: Sequence[str]) -> int:
    """Draw plans, compare, and say what came out."""
    parser = argparse.ArgumentParser(prog="python -m tests.helpers.kernel_plans", description=__doc__)
    parser.add_argument("--rounds", type=int, default=2000, help="Rounds in all, about, under both arms.")
    parser.add_argument("--plans", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="The plan of this number alone.")
    asked = parser.parse_args(argv)
    numbers = range(1, asked.plans + 1) if asked.only is None else [asked.only]
    findings = compare_plans(numbers, seed=asked.seed, rounds=asked.rounds, threads=THREADS)
    print(*findings.differences, findings, sep="\n\n")
    return 1 if findings.differences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
