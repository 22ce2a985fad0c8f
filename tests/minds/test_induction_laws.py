"""Laws of belief, each held against rules that are asked one by one: what a clue leaves, and what is the same.

Nothing here is reckoned with arrays: a rule of the family is `Rule(text)`, and whether two are the same from a line
on is decided exactly, by `compare`. The family tells rules apart by some fixed lines and some walks; how often that
errs is counted.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from eleusis.ground.cards import PACK, Card, cards
from eleusis.ground.chance import choose, stream
from eleusis.secret.language.unparse import unparse
from eleusis.secret.library import library
from eleusis.secret.rule import Rule
from eleusis.secret.sameness import compare, differ_soon, judge_guess
from eleusis.variant import load_variant

pytest.importorskip("numpy")

import numpy as np

from eleusis.minds.induction.clues import Clue, NoneRight, Refused, Right, SetAside, SomeRight, Starter, Wrong
from eleusis.minds.induction.family import Family, family
from eleusis.minds.induction.likeness import Alike, classes, same_from
from eleusis.minds.induction.posterior import Posterior
from tests.helpers import scientist_tables
from tests.helpers.scientist_tables import SMALL

pytestmark = pytest.mark.long

small = scientist_tables.small

Line = tuple[Card, ...]

ERRS = 0.005
"""So large a share of the rules at most is put with others that differ later on, or apart from the same."""


@cache
def rules_of(of: Family) -> list[Rule]:
    """The rules of a family, each by its text alone."""
    return [Rule(of.text(number)) for number in range(of.size)]


def grown(rule: Rule, chance: Random, most: int) -> Line:
    """A mainline that a rule allows, of up to so many cards."""
    line: list[Card] = [choose(PACK, chance)]
    for _ in range(int(chance.random() * most)):
        right = rule.right(line)
        if not right:
            break
        line.append(choose(right, chance))
    return tuple(line)


def lines(of: Family, seed: int, count: int, most: int = 9) -> Iterator[Line]:
    """Mainlines of rules of the family."""
    chance = stream(seed, "induction laws")
    for _ in range(count):
        yield grown(rules_of(of)[int(chance.random() * of.size)], chance, most)


def few(of: Family, chance: Random, count: int) -> list[int]:
    """So many rules of the family, by their numbers, rising."""
    return sorted(chance.sample(range(of.size), min(count, of.size)))


# What is the same from a line on


def hold_classes(of: Family, line: Line) -> Counter[str]:
    """The laws of `classes` after a line; what is not exact is counted."""
    rules = rules_of(of)
    parts: list[Alike] = list(classes(of.forest, of.weights, line))
    assert sorted(place for part in parts for place in part.places.tolist()) == list(range(of.size))
    for part in parts:
        assert part.weight == pytest.approx(math.fsum(of.weights[part.places].tolist()), rel=1e-12)
        assert part.places.tolist() == sorted(part.places.tolist())
    assert all(part.weight >= after.weight - 1e-15 for part, after in pairwise(parts))

    counts = Counter(rules=of.size)
    alike_soon: dict[tuple[int, ...], list[Rule]] = {}
    for part in parts:
        heaviest = part.find_heaviest(of.weights)
        assert of.weights[heaviest] == max(of.weights[part.places].tolist())
        first = rules[heaviest]
        for place in part.places.tolist():
            if place != heaviest:
                assert not differ_soon(first, rules[place], line), (first.text, rules[place].text, line)
                same = compare(first, rules[place], line).same
                counts["put together, but they differ" if same is False else "put together"] += 1
                counts["undecided"] += same is None
        right = first.right(line)
        soon = (first.mask(line), *[first.mask((*line, card)) for card in right])
        others = alike_soon.setdefault(soon, [])
        for other in others:
            counts["put apart, but they are the same"] += compare(first, other, line).same is True
        others.append(first)
    return counts


def check_classes(of: Family, asked: Iterable[Line]) -> Counter[str]:
    counts = sum((hold_classes(of, line) for line in asked), Counter[str]())
    for error in ("put together, but they differ", "put apart, but they are the same"):
        assert counts[error] <= ERRS * counts["rules"], counts
    assert counts["put together"] > 0
    return counts


def test_rules_of_one_class_are_the_same_from_the_line_on(small: Family) -> None:
    check_classes(small, lines(small, 1, 1))


def test_two_cards_may_tell_what_one_can_not(small: Family) -> None:
    """Though both look at the last card only: after an ace nothing even is right, but after 3H 2H it may be."""
    line = cards("7S AH")
    rules = [Rule("odd or rank < last.rank"), Rule("odd or rank <= last.rank")]
    places = np.array(sorted(int(np.flatnonzero(small.marks == small.mark(rule))[0]) for rule in rules))
    group = small.forest.take(places)
    assert group.near_rules.all()
    assert [part.places.tolist() for part in classes(group, small.weights[places], line)] == [[0], [1]]


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 12))
def test_they_are_after_many_lines(seed: int, small: Family) -> None:
    print(dict(check_classes(small, [*lines(small, seed, 8), ()])))


def check_same_from(of: Family, seed: int, count: int) -> Counter[str]:
    """`same_from` against the exact comparison, for rules of the family and for others."""
    chance = stream(seed, "same from")
    counts: Counter[str] = Counter()
    for line in lines(of, seed, count):
        member = rules_of(of)[int(chance.random() * of.size)]
        for rule in (member, Rule("if last.red then red else not red"), Rule("rank > 3 and position > 2")):
            flags = same_from(of.forest, rule.mask, line)
            for other, same in zip(rules_of(of), flags.tolist(), strict=True):
                if differ_soon(rule, other, line):
                    assert not same, (rule.text, other.text, line)
                else:
                    exact = compare(rule, other, line).same
                    counts["wrong" if exact is (not same) else "right"] += 1
                counts["rules"] += 1
    assert counts["wrong"] <= ERRS * counts["rules"], counts
    assert counts["right"] > 0
    return counts


def test_what_is_the_same_as_a_rule_is_told_from_what_is_not(small: Family) -> None:
    check_same_from(small, 1, 3)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 12))
def test_it_is_after_many_lines(seed: int) -> None:
    print(dict(check_same_from(family(SMALL + 3), seed, 8)))


# What clues leave


def starters_of_library() -> dict[str, int]:
    """For the rules of the library with a condition on the starter, by their text, the cards that it allows."""
    return {unparse(rule.tree): rule.starters() for rule in library().values() if rule.starter is not None}


def fits_by_hand(rule: Rule, clue: Clue, conditions: dict[str, int]) -> bool:
    """Whether a rule fits a clue, but for guesses."""
    own = conditions.get(unparse(rule.tree))
    match clue:
        case Right(line=line, cards=played):
            return rule.accepts(line, played)
        case Wrong(line=line, cards=played):
            return not rule.accepts(line, played)
        case NoneRight(line=line, cards=hand):
            return not any(rule.accepts(line, (card,)) for card in hand)
        case SomeRight(line=line, cards=hand):
            return any(rule.accepts(line, (card,)) for card in hand)
        case Starter(card=card):
            return own is None or bool(own & card.bit)
        case SetAside(card=card):
            return not (rule.mask(()) if own is None else own) & card.bit
    raise AssertionError(clue)


def draw_clue(chance: Random, line: Line) -> Clue:
    hand = tuple([choose(PACK, chance) for _ in range(1 + int(chance.random() * 4))])
    kinds = (Right, Right, Wrong, Wrong, NoneRight, SomeRight)
    return kinds[int(chance.random() * len(kinds))](line, hand)


def hold_posterior(of: Family, seed: int) -> None:
    """A posterior after a few clues, against every rule asked by itself."""
    chance, rules, conditions = stream(seed, "clues"), rules_of(of), starters_of_library()
    left, alive = Posterior(of), list(range(of.size))
    start, aside = choose(PACK, chance), choose(PACK, chance)
    secret = rules[int(chance.random() * of.size)]
    clues: list[Clue] = [Starter(start)]
    if seed % 2:
        clues.append(SetAside(aside))
    line: Line = (start,)
    for _ in range(6):
        clue = draw_clue(chance, line)
        if fits_by_hand(secret, clue, conditions):
            clues.append(clue)
            line += clue.cards if isinstance(clue, Right) else ()
    for clue in clues:
        played = getattr(clue, "cards", (start,))
        if alive:
            hand = tuple(dict.fromkeys(played))
            mass = math.fsum(of.weights[alive].tolist())
            right = math.fsum(of.weights[n] for n in alive if rules[n].accepts(line, hand))
            assert left.share(hand, line) == pytest.approx(right / mass, abs=1e-12)
        fits = [fits_by_hand(rules[number], clue, conditions) for number in alive]
        said = left.fits(clue)
        assert said is not None
        assert said.tolist() == fits, clue
        left.take(clue)
        alive = [number for number, fit in zip(alive, fits, strict=True) if fit]
        assert left.rules.tolist() == alive
        assert left.alive == len(alive)
        weights = of.weights[alive].tolist()
        mass = math.fsum(weights)
        assert left.mass == pytest.approx(mass, rel=1e-12)
        if alive:
            assert left.chances.tolist() == pytest.approx([weight / mass for weight in weights], rel=1e-9)
            bits = -math.fsum(weight / mass * math.log2(weight / mass) for weight in weights)
            assert left.bits_left == pytest.approx(bits, abs=1e-9)
        else:
            assert left.bits_left == 0
        assert left.masks(line).tolist() == [rules[number].mask(line) for number in alive]


def test_a_posterior_is_what_asking_each_rule_leaves(small: Family) -> None:
    for seed in range(5):
        hold_posterior(small, seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(12, 60))
def test_it_is_so_over_many_clues(seed: int) -> None:
    hold_posterior(family(SMALL + 3), seed)


def test_the_weights_are_a_prior(small: Family) -> None:
    assert math.fsum(small.weights.tolist()) == pytest.approx(1, abs=1e-12)
    assert small.weights.min() > 0
    assert len(set(small.marks.tolist())) == small.size
    assert len({small.text(number) for number in range(small.size)}) == small.size


def test_no_rule_of_the_family_says_what_another_does(small: Family) -> None:
    """They are told apart by some fixed lines only; here by lines of another seed."""
    others = list(lines(small, 77, 12))
    meanings = Counter(tuple([rule.mask(line) for line in others]) for rule in rules_of(small))
    twins = small.size - len(meanings)
    assert twins <= small.size // 4, "most of them can be told apart by so few lines"


# Guesses


def hold_refused(of: Family, seed: int, judged: str) -> Counter[str]:
    """A guess that was refused strikes out the rules for which it would have been right, and no others."""
    chance, rules = stream(seed, "refused", judged), rules_of(of)
    guess_policy = load_variant("express", [f"guess.judged={judged}"]).guess
    line = grown(rules[int(chance.random() * of.size)], chance, 6)
    text = rules[int(chance.random() * of.size)].text
    clue = Refused(text, line[:1], line)
    left = Posterior(of, guess_policy)
    numbers = few(of, chance, 400)
    left.keep(np.array(numbers))
    fits = left.fits(clue)
    assert fits is not None
    agrees_from = guess_policy.agrees_from(line[:1], line)
    counts: Counter[str] = Counter()
    for number, fit in zip(numbers, fits.tolist(), strict=True):
        exact = judge_guess(rules[number], Rule(text), line, agrees_from).same
        if agrees_from is not None and exact is True:
            counts["struck out"] += 1
        counts["wrong" if exact is fit else "right"] += 1
    return counts


@pytest.mark.parametrize("judged", ["everywhere", "this_round", "from_here"])
def test_a_refused_guess_strikes_out_what_it_would_have_named(small: Family, judged: str) -> None:
    counts = sum((hold_refused(small, seed, judged) for seed in range(2)), Counter[str]())
    assert counts["wrong"] <= ERRS * counts["right"], counts


@pytest.mark.soak
@pytest.mark.parametrize("judged", ["everywhere", "this_round", "from_here"])
def test_many_refused_guesses_do(small: Family, judged: str) -> None:
    counts = sum((hold_refused(small, seed, judged) for seed in range(2, 60)), Counter[str]())
    assert counts["wrong"] <= ERRS * counts["right"], counts


def test_a_refused_rule_is_gone_itself(small: Family) -> None:
    left = Posterior(small, load_variant("express").guess)
    line = cards("7S 4H")
    number = int(np.flatnonzero(small.marks == small.mark(Rule("red")))[0])
    left.take(Refused("not black", line[:1], line))
    assert number not in left.rules.tolist()
    assert left.alive < small.size
