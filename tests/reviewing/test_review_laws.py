"""Laws of reviews: what is reckoned by hand, what must hold of every round, and that who is told the truth is never
surprised more than was to be expected.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from shutil import copy
from typing import Any

import attrs
import pytest

from eleusis.doors.cli import exits, main
from eleusis.driving.dealing import deal
from eleusis.driving.driver import Player, play_round
from eleusis.driving.replayed import RoundReplay
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.ground.cards import cards_in
from eleusis.ground.chance import choose, stream
from eleusis.minds.players.random_player import RandomPlayer
from eleusis.record.gamefile.reading import load_game, read_game
from eleusis.record.replaying.replay import replay_game
from eleusis.secret.language.unparse import unparse
from eleusis.secret.library import library
from eleusis.secret.rule import Rule
from eleusis.variant import Variant, load_variant
from tests.helpers import review_by_hand as by_hand
from tests.helpers.places import GAMES
from tests.laws.tables import VARIANTS, rule_of, seated, variant_of

pytest.importorskip("numpy")

from eleusis.minds.induction.family import Family, family
from eleusis.minds.players.scientist.player import Scientist
from eleusis.reviewing import reckoning
from eleusis.reviewing.review import review, review_round
from eleusis.reviewing.reviewed import RoundReview

pytestmark = pytest.mark.long

FILES = sorted(GAMES.glob("*.yaml"))
EXACT = 1e-9
FEW, MORE = 18, 22
"""Bits of the longest rules that are made up: for what runs each time, and for long runs."""


@pytest.fixture(scope="module")
def small() -> Family:
    return family(FEW)


@cache
def plain(of: Family) -> by_hand.Family:
    """The texts and the weights of a family, and nothing else of it."""
    return by_hand.Family.of(map(of.text, range(of.size)), of.weights.tolist())


def as_data(value: Any) -> Any:
    """What is read of what is printed; an infinite number, or none, can't be."""
    return json.loads(json.dumps(value, allow_nan=False))


# Reckoned by hand


RECKONED = {
    "abbott-cleo-forecasts": (0, 1, 2),  # strings, a prophet, and a no play of which she named the wrong card
    "express-guess-from-here": (2, 5, 11),  # guesses, refused and right
    "matuszek-two-deals-each": (0, 2, 4),  # strings and no plays
    "solo-it-began-with-red": (0, 2, 4),  # a starter that must be right
}
"""Games, and the places of the turns of which all is reckoned; of the others it is what their verdicts left."""


@pytest.mark.parametrize("name", RECKONED)
def test_three_turns_are_as_reckoned_by_hand(name: str, small: Family) -> None:
    whole = load_game(GAMES / f"{name}.yaml")
    game = attrs.evolve(whole, rounds=whole.rounds[:2])
    check = by_hand.hold_game(game, as_data(review(game, family=small).to_json()), plain(small), RECKONED[name])
    assert check.wrong == []


@pytest.mark.soak
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_turn_of_every_game_is(path: Path, small: Family) -> None:
    game = load_game(path)
    reviewed = review(game, family=small)
    for record in reviewed.rounds:
        hold(record)
    check = by_hand.hold_game(game, as_data(reviewed.to_json()), plain(small))
    print(*check.classes, sep="\n")
    assert check.wrong == []


# What holds of every round


def hold(reviewed: RoundReview) -> None:
    """The laws that a review shows by itself."""
    data = as_data(reviewed.to_json())
    by_hand.hold_players(check := by_hand.Check(), data)
    assert check.wrong == []
    alive = [reviewed.alive_at_start, *[turn.alive for turn in reviewed.turns]]
    assert all(before >= after for before, after in pairwise(alive))
    for turn in reviewed.turns:
        assert 0 <= turn.bits_left <= math.log2(max(turn.alive, 1)) + EXACT
        assert all(bits is None or bits >= 0 for bits in (turn.bits_gained, turn.bits_besides))
        assert (turn.bits_gained is None) == (turn.bits_besides is None) == (turn.alive == 0)
        assert all(EXACT < top.chance <= 1 + EXACT for top in turn.top)
        assert math.fsum(top.chance for top in turn.top) <= 1 + EXACT
        assert all(before.chance >= after.chance - EXACT for before, after in pairwise(turn.top))
        assert turn.rule_chance is None or -EXACT <= turn.rule_chance <= 1 + EXACT
        if turn.bits_expected is not None:
            assert turn.chance is not None
            assert turn.bits_expected == pytest.approx(by_hand.entropy(turn.chance), abs=EXACT)
            assert turn.best is None or turn.bits_expected <= turn.best.bits_expected <= 1 + EXACT
            foretold = "right" if turn.chance == 1 else "wrong"  # of a rule beyond the family it may come otherwise
            assert turn.certain == (turn.bits_expected == 0 and turn.verdict == foretold)
        if turn.certain and turn.bits_gained is not None:
            assert turn.bits_gained == 0
    for player in reviewed.players.values():
        assert player.efficiency is None or 0 <= player.efficiency <= 1
        assert 0 <= player.bits_expected <= player.bits_best + EXACT or player.efficiency is None


def hold_true_rule(reviewed: RoundReview) -> None:
    """A rule of the family that judged every card is never struck out."""
    assert reviewed.rule_in_family
    chances = [reviewed.chance_at_start, *[turn.rule_chance for turn in reviewed.turns]]
    assert all(chance is not None and chance > 0 for chance in chances), chances


def hold_game(name: str, seed: int, of: Family, longest: int) -> None:
    """A random game of an edition: every law, and every verdict reckoned by hand."""
    round_, seats = seated(name, seed)
    rule = rule_of(name, seed)
    record = RoundReplay(1, round_, rule.text, steps=play_round(round_, seats, longest))
    reviewed = review_round(record, rule, family=of)
    hold(reviewed)
    if reviewed.rule_in_family:
        hold_true_rule(reviewed)
    recorded = as_data(round_json(record))
    check = by_hand.hold(as_data(reviewed.to_json()), recorded, round_.variant, plain(of), rule, ())
    assert check.wrong == []

    # What was said after so many turns is what is said of them in the end.
    if len(reviewed.turns) > 1:
        kept = 1 + seed % (len(reviewed.turns) - 1)
        while record.steps[-1].n >= reviewed.turns[kept].n:
            record.take_back()
        before = as_data(review_round(record, rule, family=of).to_json())
        assert before["turns"] == as_data(reviewed.to_json())["turns"][:kept]


def round_json(record: RoundReplay) -> dict[str, Any]:
    """The deal and the steps of a round, as `replay --format json` has them."""
    return {
        "deal": record.deal.to_json(),
        "steps": [
            {"n": step.n, "seat": step.seat, "move": step.move.text, "events": [e.to_json() for e in step.events]}
            for step in record.steps
        ],
    }


@pytest.mark.parametrize("name", ["abbott", "express", "matuszek-1995", "solo"])
def test_the_laws_hold_in_games_of_several_editions(name: str, small: Family) -> None:
    hold_game(name, 4, small, 24)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(5, 15))
@pytest.mark.parametrize("name", VARIANTS)
def test_they_hold_in_games_of_all_editions(name: str, seed: int, small: Family) -> None:
    hold_game(name, seed, small, 150)


WITH_CONDITION = (
    library()["exp-e3"],  # as the library has it
    Rule("color == cycle(red, red, red, black, black, black)"),
    Rule("color == cycle(red, red, red, black, black, black)", starter="black"),
    Rule("red", starter="red"),
    Rule("red", starter="rank == 13"),
    Rule("if last.odd then black else red", starter="not red"),
)


@pytest.mark.parametrize("name", ["abbott", "express", "solo"])
def test_no_condition_on_the_starter_strikes_out_the_true_rule(name: str) -> None:
    hold_starters(name, 6)


@pytest.mark.soak
@pytest.mark.parametrize("name", VARIANTS)
def test_in_no_edition_does_it(name: str) -> None:
    hold_starters(name, 40)


def hold_starters(name: str, longest: int) -> None:
    """Whatever the dealer asks of a starter: what is said to be in the family, stays in it."""
    of, variant = family(6), variant_of(name)
    players = ("Ann", "Bob", "Cleo", "Dan")[-(variant.players.max or 4) :]
    inside = []
    for seed, rule in enumerate(WITH_CONDITION):
        round_ = deal(variant, players, dealer=players[-1], seed=seed, rule=rule)
        seats: dict[str, Player] = {
            seat: RandomPlayer(variant, stream(seed, "starters", seat), strings=0.3) for seat in players
        }
        seats[players[-1]] = RuleDealer(rule, variant)
        record = RoundReplay(1, round_, rule.text, steps=play_round(round_, seats, longest))
        reviewed = review_quickly(record, rule, of)
        hold(reviewed)
        if reviewed.rule_in_family:
            hold_true_rule(reviewed)
            inside.append(rule)
    assert inside == [WITH_CONDITION[0]], "of these conditions the library has the first alone"


def review_quickly(record: RoundReplay, rule: Rule, of: Family) -> RoundReview:
    """A review that doesn't say which classes of rules there are, which is dear to tell."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reckoning, "classes", lambda forest, weights, line: iter(()))
        return review_round(record, rule, family=of)


def test_games_of_a_folder_are_told_in_numbers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for stem in ("abbott-your-call", "duel-nobody-left-to-act", "solo-it-began-with-red", "express-the-right-card"):
        copy(GAMES / f"{stem}.yaml", tmp_path)
    hold_folder(tmp_path, capsys)


@pytest.mark.soak
def test_every_game_file_is(capsys: pytest.CaptureFixture[str]) -> None:
    hold_folder(GAMES, capsys)


def hold_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A reader finds each round with its seats and turns, and numbers: no NaN and no Infinity."""
    paths = sorted(folder.glob("*.yaml"))
    assert main(["review", str(folder), "--format", "json", "--bits", "18"]) == exits.FINE
    out, err = capsys.readouterr()
    assert err == ""

    def refuse(word: str) -> None:
        raise AssertionError(word)

    lines = [json.loads(line, parse_constant=refuse) for line in out.splitlines()]
    assert [Path(line["file"]).name for line in lines] == [path.name for path in paths]
    for line, path in zip(lines, paths, strict=True):
        replayed = replay_game(load_game(path))
        assert line["eleusis"] == 1
        assert len(line["rounds"]) == len(replayed.rounds)
        for record, said in zip(replayed.rounds, line["rounds"], strict=True):
            assert (said["dealer"], said["rule"]) == (record.dealer, record.rule)
            assert set(said["players"]) == set(record.deal.hands)
            steps = {step.n: step for step in record.steps}
            for turn in said["turns"]:
                step = steps[turn["n"]]
                assert (turn["seat"], turn["move"]) == (step.seat, step.move.text)
                assert turn["verdict"] in ("right", "wrong")
            if said["rule"] is None or not said["rule_in_family"]:
                assert said["known_at"] is None
                assert all(turn["rule_chance"] is None for turn in said["turns"])


def test_the_names_of_seats_change_nothing(small: Family) -> None:
    hold_names(("abbott-cleo-forecasts", "solo-it-began-with-red"), small)


@pytest.mark.soak
def test_in_no_game_do_they(small: Family) -> None:
    hold_names(("express-lunch-break", "matuszek-two-deals-each", "abril-five-black-cards"), small)


def with_words(text: str, words: Mapping[str, str]) -> str:
    """A text with other words in the places of these."""
    return re.sub(r"\b(?:" + "|".join(words) + r")\b", lambda match: words[match[0]], text)


def hold_names(games: tuple[str, ...], small: Family) -> None:
    """The review of a game whose seats have other names is the same but for these."""
    for name in games:
        text = (GAMES / f"{name}.yaml").read_text(encoding="utf-8")
        names = load_game(GAMES / f"{name}.yaml").players
        other = {seat: f"Q{number}x" for number, seat in enumerate(names)}
        renamed = with_words(text, other)
        first, second = (json.dumps(review(read_game(game), family=small).to_json()) for game in (text, renamed))
        assert not any(re.search(rf"\b{seat}\b", second) for seat in names)
        assert with_words(second, {word: seat for seat, word in other.items()}) == first


NOT_WRITTEN = """\
eleusis: 1
variant: abbott
players: [Ann, Bob, Cleo, Dan]
seed: 3
rounds:
  - dealer: Dan
    rule: if last.odd then black else red
    starter: 7S
    hands: unknown
    moves: |
      Ann play 4C => right
      Bob play 9S => wrong
      Cleo no-play
      Dan judge wrong 5H
      Ann no-play
      Dan judge right
      Bob play 2S => right
"""


def test_nobody_gains_by_cards_that_were_not_written_down(small: Family) -> None:
    """That a hand of which no card is known holds a right card, or none, tells nothing; a forced card does."""
    (reviewed,) = review(read_game(NOT_WRITTEN), family=small).rounds
    hold(reviewed)
    assert [turn.verdict for turn in reviewed.turns] == ["right", "wrong", "wrong", "right", "right"]
    first, _, forced, upheld, last = reviewed.turns
    assert [turn.bits_expected is None for turn in reviewed.turns] == [False, False, True, True, False]
    assert forced.bits_gained == 0
    assert forced.bits_besides
    assert (upheld.bits_gained, upheld.bits_besides) == (0, 0)
    assert all(turn.best is None for turn in (first, forced, upheld))
    assert all(player.efficiency is None for player in reviewed.players.values())
    assert reviewed.unknown
    assert last.alive > 0


@pytest.mark.soak
@pytest.mark.parametrize("name", ["abbott-score-keeper", "express-score-keeper", "express-the-right-card"])
def test_what_a_hand_could_have_asked_is_open_cards_alone(name: str, small: Family) -> None:
    replayed = replay_game(load_game(GAMES / f"{name}.yaml"))
    for record, reviewed in zip(replayed.rounds, review(replayed, family=small).rounds, strict=True):
        hold(reviewed)
        text = json.dumps(round_json(record))
        for turn in reviewed.turns:
            if turn.best is not None and turn.best.move not in (turn.move, "no-play"):
                assert f'"{turn.best.move.removeprefix("play ")}"' in text


# Told the truth, one is never surprised more than was to be expected


@attrs.define
class Surprises:
    """What was gained beyond what was expected, summed over each round, and the turns of it."""

    beyond: list[float] = attrs.field(factory=list)
    turns: list[int] = attrs.field(factory=list)

    def add(self, reviewed: RoundReview) -> None:
        """Add a round."""
        pairs = [(turn.bits_gained, turn.bits_expected) for turn in reviewed.turns]
        self.beyond.append(math.fsum(g - e for g, e in pairs if g is not None and e is not None))
        self.turns.append(len(pairs))

    def interval(self) -> tuple[float, float]:
        """The mean over all turns, and half of its 99 % interval, the turns of a round taken together."""
        turns, rounds = sum(self.turns), len(self.turns)
        mean = math.fsum(self.beyond) / turns
        rest = math.fsum((b - mean * t) ** 2 for b, t in zip(self.beyond, self.turns, strict=True))
        return mean, 2.576 * math.sqrt(rest * rounds / (rounds - 1)) / turns


def true_round(of: Family, variant: Variant, seed: int, longest: int, scientist: bool) -> RoundReview:
    """A round whose rule is drawn as the review believes that rules are; who plays in it knows no more of it."""
    players = ("Ann", "Bob", "Cleo", "Dan")[-(variant.players.max or 4) :]
    dealer, must = players[-1], variant.deal.sets_aside
    allowed = by_hand.find_starters()
    conditioned = {unparse(rule.tree): rule for rule in library().values() if rule.starter is not None}
    for attempt in range(1000):
        chance = stream(seed, "truth", attempt)
        number = chance.choices(range(of.size), of.weights.tolist())[0]
        text = of.text(number)
        rule = conditioned.get(text) or Rule(text)
        right = cards_in(allowed.get(text, rule.mask(()) if must else (1 << 52) - 1))
        if not right:
            continue
        cards_seed = int(chance.random() * 2**40)
        if must and chance.random() < by_hand.CHOSEN:
            given = (choose(right, chance),)
            round_ = deal(variant, players, dealer=dealer, seed=cards_seed, rule=rule, starter=given)
        else:
            round_ = deal(variant, players, dealer=dealer, seed=cards_seed, rule=rule if must else None)
        if round_.began.starters[0] in right:
            break
    seats: dict[str, Player] = {}
    for seat in players[:-1]:
        own = stream(seed, "truth", seat)
        seats[seat] = (
            Scientist(variant, own, of) if scientist else RandomPlayer(variant, own, strings=0.3, no_plays=0.0)
        )
    seats[dealer] = RuleDealer(rule, variant)
    record = RoundReplay(1, round_, rule.text, steps=play_round(round_, seats, longest))
    reviewed = review_quickly(record, rule, of)
    hold(reviewed)
    hold_true_rule(reviewed)
    return reviewed


def hold_truth(
    of: Family, edition: str, seeds: range, longest: int = 150, *, scientist: bool = False
) -> tuple[float, float]:
    """The mean of what was gained beyond what was expected, and half of its interval: 0 must lie within."""
    surprises = Surprises()
    variant = load_variant(edition)
    for seed in seeds:
        surprises.add(true_round(of, variant, seed, longest, scientist))
    mean, half = surprises.interval()
    print(f"{edition}: {mean:+.5f} ± {half:.5f} bits a turn, {sum(surprises.turns)} turns of {len(seeds)} rounds")
    assert abs(mean) <= half, (mean, half)
    return mean, half


def test_who_is_told_the_truth_is_not_surprised(small: Family) -> None:
    hold_truth(small, "express", range(8), 24)


@pytest.mark.soak
@pytest.mark.parametrize("edition", ["abbott", "matuszek", "express", "guyton", "solo"])
def test_nor_in_three_hundred_rounds(edition: str) -> None:
    _, half = hold_truth(family(MORE), edition, range(1000, 1300))
    assert half < 0.1


@pytest.mark.soak
@pytest.mark.parametrize("edition", ["abbott", "express"])
def test_nor_where_those_play_who_choose_their_cards(edition: str) -> None:
    hold_truth(family(MORE), edition, range(2000, 2060), scientist=True)
