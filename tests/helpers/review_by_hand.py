"""A review reckoned anew, rule by rule, from the record of a game alone.

`python -m tests.helpers.review_by_hand FILE` prints it.
Of a family only the texts and the weights are taken. Each rule is `Rule(text)`, asked by itself; what the events
of the record (as `replay --format json` prints them) say of the rule is read here; which rules are the same from a
line on is decided exactly. Nothing is shared with the rooms of belief and review. It takes its time: of a large
family a minute or more.
"""

from __future__ import annotations

import argparse
import heapq
import json
import math
import sys
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

import attrs

from eleusis.ground.cards import Card, card
from eleusis.ground.errors import RuleError
from eleusis.record.gamefile.contents import GameFile
from eleusis.record.gamefile.reading import load_game
from eleusis.record.replaying.replay import replay_game, resolve_variant
from eleusis.secret.language.unparse import unparse
from eleusis.secret.library import find_rule, library
from eleusis.secret.rule import Rule
from eleusis.secret.sameness import compare, differ_soon, judge_guess
from eleusis.variant import Variant

Data = Mapping[str, Any]
Line = tuple[Card, ...]
Fits = Callable[[Rule], bool]

UNKNOWN_CARD = "??"
SHARE_KNOWN = 0.9
EXACT = 1e-9
CHOSEN = 0.5
"""How often a starter was looked for among the right cards."""
OFF = 0.01
"""By so much the chance of a class may be off: walks do not tell all rules apart that differ much later."""


@attrs.define
class Turn:
    """A turn as the record has it, and what it says of the rule."""

    n: int
    seat: str
    move: str
    line: Line
    """The mainline before."""
    hand: tuple[str, ...]
    """The mover's cards before, as the record has them."""
    right_if: Fits | None
    """What the rule must say for the move to be right; None where cards are not known."""
    right: bool | None = None
    verdict: Fits | None = None
    """What the verdict tells of the rule."""
    besides: list[Fits] = attrs.field(factory=list)
    after: Line = ()


def as_cards(words: Sequence[str]) -> Line:
    """The cards that are known."""
    return tuple([card(word) for word in words if word != UNKNOWN_CARD])


def find_starters() -> dict[str, int]:
    """The starters that rules of the library allow which have a condition on them, by their text."""
    return {unparse(rule.tree): rule.starters() for rule in library().values() if rule.starter is not None}


def start(deal: Data, variant: Variant, family: Family) -> Belief:
    """What may be believed when the starter lies there.

    Of starters that must be right, where no card is seen set aside, half are the first card of the stock, the
    others were looked for among those that are right. So the fewer a rule allows, the likelier was this one.
    """
    belief = Belief(family.rules, family.weights)
    if len(deal["starters"]) != 1:
        return belief  # of several, the dealer may have chosen any
    every, allowed = (1 << 52) - 1, find_starters()
    starter, aside = card(deal["starters"][0]), [card(word) for word in deal.get("set_aside", ())]

    def right(rule: Rule) -> int:
        """The starters that a rule allows where they must be right."""
        return allowed.get(rule.text, rule.mask(()))

    def may_start(rule: Rule) -> bool:
        """Whether a rule allows the starter."""
        return bool((right(rule) if must else allowed.get(rule.text, every)) & starter.bit)

    must = variant.deal.sets_aside
    belief = belief.only(may_start)
    belief = belief.only(lambda rule: not any(right(rule) & refused.bit for refused in aside))
    if must and not aside:
        likely = [(1 - CHOSEN) / 52 + CHOSEN / right(rule).bit_count() for rule in belief.rules]
        belief = Belief(belief.rules, [w * share for w, share in zip(belief.weights, likely, strict=True)])
    return belief


class Reader:
    """Reads a round's record, event by event, into turns."""

    def __init__(self, round_: Data, variant: Variant) -> None:
        self.guess = variant.guess
        deal = round_["deal"]
        self.hands: dict[str, list[str]] = {seat: list(hand) for seat, hand in deal["hands"].items()}
        self.starters = as_cards(deal["starters"])
        self.line: Line = self.starters
        self.turns: list[Turn] = []
        self.shown: tuple[str, ...] = ()
        self.named: Card | None = None
        self.guessed = ""
        for step in round_["steps"]:
            for event in step["events"]:
                self.read(step, event)
            if self.turns:
                self.turns[-1].after = self.line
        self.turns = [turn for turn in self.turns if turn.right is not None]

    def read(self, step: Data, event: Data) -> None:
        """Take the next event."""
        reader = getattr(self, f"read_{event['type']}", None)
        if reader is not None:
            reader(step, event)

    def begin(self, step: Data, event: Data, right_if: Fits | None) -> None:
        hand = tuple(self.hands[event["seat"]])
        self.turns.append(Turn(step["n"], event["seat"], step["move"], self.line, hand, right_if))

    def read_played(self, step: Data, event: Data) -> None:
        line, played = self.line, as_cards(event["cards"])
        self.begin(step, event, lambda rule: rule.accepts(line, played))
        for word in event["cards"]:
            self.leave(event["seat"], word)

    def leave(self, seat: str, word: str) -> None:
        hand = self.hands[seat]
        hand.remove(word if word in hand else UNKNOWN_CARD)

    def read_no_play_declared(self, step: Data, event: Data) -> None:
        line, hand = self.line, as_cards(event["hand"])
        whole = UNKNOWN_CARD not in event["hand"]
        self.begin(step, event, (lambda rule: not any_of(rule, line, hand)) if whole else None)
        self.shown, self.named = tuple(event["hand"]), None

    def read_called(self, step: Data, event: Data) -> None:
        self.named = None if event["card"] is None else card(event["card"])

    def read_accepted(self, step: Data, event: Data) -> None:
        turn = self.turns[-1]
        turn.right, turn.verdict = True, turn.right_if
        self.line += as_cards(event["cards"])

    def read_rejected(self, step: Data, event: Data) -> None:
        turn = self.turns[-1]
        right_if = turn.right_if
        assert right_if is not None
        turn.right, turn.verdict = False, lambda rule: not right_if(rule)

    def judge_no_play(self, right: bool) -> None:
        turn, line, hand = self.turns[-1], self.line, as_cards(self.shown)
        turn.right = right
        if right:
            turn.verdict = lambda rule: not any_of(rule, line, hand)
        elif turn.right_if is not None:
            turn.verdict = lambda rule: any_of(rule, line, hand)

    def read_no_play_upheld(self, step: Data, event: Data) -> None:
        self.judge_no_play(True)
        self.hands[event["seat"]] = []

    def read_no_play_taken_back(self, step: Data, event: Data) -> None:
        self.judge_no_play(event["right"])
        if not event["right"]:
            self.clear_named(None)

    def read_card_forced(self, step: Data, event: Data) -> None:
        self.judge_no_play(False)
        line, forced = self.line, card(event["card"])
        self.turns[-1].besides.append(lambda rule: rule.accepts(line, (forced,)))
        self.clear_named(forced)
        self.leave(event["seat"], event["card"])
        self.line += (forced,)

    def clear_named(self, forced: Card | None) -> None:
        """The card that the prophet named was wrong, if another one went down, or none."""
        named, line = self.named, self.line
        if named is not None and named != forced:
            self.turns[-1].besides.append(lambda rule: not rule.accepts(line, (named,)))

    def read_new_hand_dealt(self, step: Data, event: Data) -> None:
        self.hands[event["seat"]] += event["cards"]

    read_drew = read_new_hand_dealt

    def read_guess_made(self, step: Data, event: Data) -> None:
        self.guessed = event["rule"]

    def read_guess_judged(self, step: Data, event: Data) -> None:
        if event["right"]:
            return  # the dealer says it, and the round is over: what could be known before is what counts
        try:
            guess = find_rule(self.guessed)
        except RuleError:
            return  # in prose
        line, agrees_from = self.line, self.guess.agrees_from(self.starters, self.line)

        def is_wrong(rule: Rule) -> bool:
            """As the table judges: where it is not decided, no difference found counts as right."""
            if agrees_from is not None and differ_soon(rule, guess, agrees_from):
                return True
            return judge_guess(rule, guess, line, agrees_from).same is False

        self.turns[-1].besides.append(is_wrong)


def any_of(rule: Rule, line: Line, hand: Line) -> bool:
    """Whether some card of a hand is right."""
    return any(rule.accepts(line, (held,)) for held in hand)


# What may be believed


@attrs.define(eq=False)
class Belief:
    """The rules that fit, and their weights."""

    rules: list[Rule]
    weights: list[float]

    @property
    def mass(self) -> float:
        return math.fsum(self.weights)

    def only(self, fits: Fits) -> Belief:
        """What a test leaves."""
        left = [(rule, weight) for rule, weight in zip(self.rules, self.weights, strict=True) if fits(rule)]
        return Belief([rule for rule, _ in left], [weight for _, weight in left])

    def chance(self, fits: Fits) -> float:
        """How probable it is that the rule stands a test."""
        return self.only(fits).mass / self.mass if self.rules else 0.0

    def bits(self) -> float:
        """The entropy of what may be believed."""
        mass = self.mass
        return -math.fsum(weight / mass * math.log2(weight / mass) for weight in self.weights)


def entropy(chance: float) -> float:
    """The entropy of a yes or no, in bits."""
    return -math.fsum(p * math.log2(p) for p in (chance, 1 - chance) if p > 0)


def surprise(before: Belief, after: Belief) -> float | None:
    """The bits that it takes to come from one to the other; None where nothing is left."""
    return math.log2(before.mass / after.mass) if after.rules else None


def is_same(a: Rule, b: Rule, line: Line) -> bool:
    """Whether two rules are the same from a line on; where that can't be decided, no difference is known."""
    return not differ_soon(a, b, line) and compare(a, b, line).same is not False


def top(belief: Belief, line: Line, count: int) -> Iterator[tuple[str, float]]:
    """The heaviest classes of rules that are the same from a line on: the heaviest rule's text, and its chance."""
    groups: dict[int, list[int]] = {}
    for number, rule in enumerate(belief.rules):
        groups.setdefault(rule.mask(line), []).append(number)
    weights, mass = belief.weights, belief.mass
    heap = [(-math.fsum(weights[n] for n in group), group, False) for group in groups.values()]
    heapq.heapify(heap)
    while heap and count:
        negative, group, pure = heapq.heappop(heap)
        if pure:
            yield belief.rules[max(group, key=lambda n: (weights[n], -n))].text, -negative / mass
            count -= 1
            continue
        heaviest = belief.rules[max(group, key=lambda n: (weights[n], -n))]
        alike = [n for n in group if is_same(heaviest, belief.rules[n], line)]
        members = set(alike)
        rest = [n for n in group if n not in members]
        for part, whole in ((alike, True), (rest, False)):
            if part:
                heapq.heappush(heap, (-math.fsum(weights[n] for n in part), part, whole))


def hand_moves(turn: Turn, variant: Variant) -> Iterator[tuple[str, Fits]]:
    """The single cards of the mover's hand and the no play, with what makes them right; and the move itself."""
    line, hand = turn.line, as_cards(turn.hand)
    for held in dict.fromkeys(hand):
        yield f"play {held.text}", lambda rule, held=held: rule.accepts(line, (held,))  # type: ignore[misc]  # bound here
    if variant.no_play.allowed and UNKNOWN_CARD not in turn.hand:
        yield "no-play", lambda rule: not any_of(rule, line, hand)
    if turn.right_if is not None:
        yield turn.move, turn.right_if


def best_of(belief: Belief, turn: Turn, variant: Variant) -> tuple[list[str], float]:
    """The moves that can be expected to teach the most, and how much that is."""
    bits = {move: entropy(belief.chance(fits)) for move, fits in hand_moves(turn, variant)}
    most = max(bits.values())
    return [move for move, value in bits.items() if value > most - EXACT], most


# Holding a review against it


@attrs.define
class Check:
    """Says what is not as reckoned here."""

    wrong: list[str] = attrs.field(factory=list)
    classes: list[str] = attrs.field(factory=list)
    """Chances of classes that are a little off: a review tells rules apart by walks, and not exactly."""

    def equal(self, what: str, said: object, reckoned: object) -> None:
        """Exactly, or for numbers to 1e-9."""
        if not is_equal(said, reckoned):
            self.wrong.append(f"{what}: the review says {said!r}, by hand it is {reckoned!r}")

    def near(self, what: str, said: float, reckoned: float) -> None:
        """The chance of a class."""
        if not is_equal(said, reckoned):
            off = abs(said - reckoned) > OFF
            where = self.wrong if off else self.classes
            where.append(f"{what}: the review says {said!r}, by hand it is {reckoned!r}")


def is_equal(said: object, reckoned: object) -> bool:
    """Exactly, or for numbers to 1e-9."""
    if isinstance(said, (int, float)) and isinstance(reckoned, (int, float)):
        return math.isclose(said, reckoned, rel_tol=EXACT, abs_tol=EXACT)
    return said == reckoned


@attrs.define
class Family:
    """All that is taken of a family: the texts of its rules, and their weights."""

    rules: list[Rule]
    weights: list[float]

    @classmethod
    def of(cls, texts: Iterable[str], weights: Iterable[float]) -> Family:
        """The family of these texts."""
        return cls([Rule(text) for text in texts], list(weights))


def hold(
    reviewed: Data,
    recorded: Data,
    variant: Variant,
    family: Family,
    secret: Rule | None,
    wanted: Container[int] | None = None,
    tell: Callable[[str], None] = lambda line: None,
) -> Check:
    """What a reviewed round (as JSON) says that is not so.

    `recorded` is the round as `replay` has it. Of each turn the verdict, and what it left, is reckoned; of those at
    the `wanted` places (None: all) the best move and the classes too.
    """
    check = Check()
    belief = start(recorded["deal"], variant, family)
    prior = belief.mass
    turns = Reader(recorded, variant).turns
    check.equal("turns", [turn["n"] for turn in reviewed["turns"]], [turn.n for turn in turns])
    total: float | None = 0.0
    for place, (turn, said) in enumerate(zip(turns, reviewed["turns"], strict=False)):
        where = f"turn {turn.n} ({turn.seat} {turn.move})"
        before = belief
        judged = before.only(turn.verdict) if turn.verdict is not None else before
        belief = judged
        for fits in turn.besides:
            belief = belief.only(fits)
        gained = besides = None
        if belief.rules:
            gained, besides = surprise(before, judged), surprise(judged, belief)
        check.equal(f"{where}, seat and move", (said["seat"], said["move"]), (turn.seat, turn.move))
        check.equal(f"{where}, verdict", said["verdict"], "right" if turn.right else "wrong")
        check.equal(f"{where}, alive", said["alive"], len(belief.rules))
        check.equal(f"{where}, bits_left", said["bits_left"], belief.bits() if belief.rules else 0.0)
        check.equal(f"{where}, bits_gained", said["bits_gained"], gained)
        check.equal(f"{where}, bits_besides", said["bits_besides"], besides)
        if total is not None and None not in (gained, said["bits_gained"], said["bits_besides"]):
            total += said["bits_gained"] + said["bits_besides"]
            check.equal(f"{where}, the sum of all bits", total, math.log2(prior / belief.mass))
        else:
            total = None
        if wanted is None or place in wanted:
            tell(f"{where}: {len(belief.rules)} rules left")
            hold_chances(check, where, said, before, turn, variant)
            hold_classes(check, where, said, belief, turn.after, secret if reviewed["rule_in_family"] else None)
    hold_players(check, reviewed)
    return check


def hold_chances(check: Check, where: str, said: Data, before: Belief, turn: Turn, variant: Variant) -> None:
    """What the move of a turn could be expected to teach, and what the best could."""
    if not before.rules or turn.right_if is None:
        check.equal(f"{where}, bits_expected", said["bits_expected"], None)
    else:
        check.equal(f"{where}, bits_expected", said["bits_expected"], entropy(before.chance(turn.right_if)))
    if not before.rules or not as_cards(turn.hand):  # what else a hand could have asked that nobody wrote down
        check.equal(f"{where}, best", said["best"], None)
        return
    moves, most = best_of(before, turn, variant)
    if said["best"] is None:
        check.equal(f"{where}, best", None, most)
        return
    check.equal(f"{where}, best", said["best"]["bits_expected"], most)
    if said["best"]["move"] not in moves:
        check.wrong.append(f"{where}, best: {said['best']['move']!r} is none of {moves}")


def hold_classes(check: Check, where: str, said: Data, belief: Belief, line: Line, secret: Rule | None) -> None:
    """What is said of rules that are the same from the line on."""
    if not belief.rules:
        check.equal(f"{where}, top", said["top"], [])
        check.equal(f"{where}, rule_chance", said["rule_chance"], None if secret is None else 0)
        return
    mass = belief.mass
    reckoned = list(top(belief, line, len(said["top"])))
    check.equal(f"{where}, how many of the top", len(said["top"]), len(reckoned))
    for rank, (entry, (text, chance)) in enumerate(zip(said["top"], reckoned, strict=False), start=1):
        check.near(f"{where}, top {rank} ({entry['rule']} or {text})", entry["chance"], chance)
        named = Rule(entry["rule"])
        alike = belief.only(lambda rule, named=named: is_same(named, rule, line))  # type: ignore[misc]  # bound here
        check.near(f"{where}, the class of {entry['rule']}", entry["chance"], alike.mass / mass)
    if secret is None:
        check.equal(f"{where}, rule_chance", said["rule_chance"], None)
    else:
        chance = belief.chance(lambda rule: is_same(secret, rule, line))
        check.near(f"{where}, rule_chance", said["rule_chance"], chance)


def hold_players(check: Check, reviewed: Data) -> None:
    """What is said of the players, and when the rule could be known, from what is said of the turns."""
    turns = reviewed["turns"]
    for seat, said in reviewed["players"].items():
        own = [turn for turn in turns if turn["seat"] == seat]
        check.equal(f"{seat}, turns", said["turns"], len(own))
        gained = math.fsum(turn["bits_gained"] or 0.0 for turn in own)
        expected = math.fsum(turn["bits_expected"] or 0.0 for turn in own)
        best = math.fsum(turn["best"]["bits_expected"] for turn in own if turn["best"] is not None)
        whole = all((turn["bits_expected"] is None) == (turn["best"] is None) for turn in own)
        check.equal(f"{seat}, bits_gained", said["bits_gained"], gained)
        check.equal(f"{seat}, bits_expected", said["bits_expected"], expected)
        check.equal(f"{seat}, bits_best", said["bits_best"], best)
        check.equal(f"{seat}, efficiency", said["efficiency"], expected / best if best and whole else None)
    keeps = list(accumulate(((turn["rule_chance"] or 0) >= SHARE_KNOWN for turn in reversed(turns)), min))
    place = len(turns) - sum(keeps)
    check.equal("known_at", reviewed["known_at"], turns[place]["n"] if place < len(turns) else None)


def hold_game(
    game: GameFile,
    reviewed: Data,
    family: Family,
    wanted: Container[int] | None = None,
    tell: Callable[[str], None] = lambda line: None,
) -> Check:
    """What the review of a game (as JSON) says that is not so."""
    variant = resolve_variant(game, None, ())
    recorded = json.loads(json.dumps(replay_game(game).to_json()))["rounds"]
    check = Check()
    for said, record, script in zip(reviewed["rounds"], recorded, game.rounds, strict=True):
        tell(f"{Path(game.file).name}, {record['dealer']} deals: {record['rule']}")
        of_round = hold(said, record, variant, family, script.rule, wanted, tell)
        check.wrong += of_round.wrong
        check.classes += of_round.classes
    return check


def main() -> int:
    """The exit code: 1 where a review says what is not so."""
    parser = argparse.ArgumentParser(prog="python -m tests.helpers.review_by_hand", description=__doc__)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--turns", help="places of turns to reckon wholly, from 1; else the first, middle and last")
    parser.add_argument("--bits", type=int, help="the family of so many bits, for the one that reviews use")
    chosen = parser.parse_args()
    from eleusis.minds.induction.family import family
    from eleusis.reviewing.review import review, usual_family

    of = usual_family() if chosen.bits is None else family(chosen.bits)
    plain = Family.of(map(of.text, range(of.size)), of.weights.tolist())
    print(f"a family of {of.size} rules", flush=True)
    check = Check()
    for path in chosen.files:
        game = load_game(Path(path))
        said = json.loads(json.dumps(review(game, family=of).to_json()))
        many = max((len(record["turns"]) for record in said["rounds"]), default=0)
        places = [int(place) - 1 for place in chosen.turns.split(",")] if chosen.turns else [0, many // 2, many - 1]
        of_game = hold_game(game, said, plain, places, lambda line: print(line, flush=True))
        check.wrong += of_game.wrong
        check.classes += of_game.classes
    for sentence in check.classes:
        print(f"a class that is not exact: {sentence}")
    print("\n".join(check.wrong) or "all is so")
    return 1 if check.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
