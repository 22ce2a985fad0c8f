"""The bots: every edition with every kind of seat, no illegal move, views only, the same from the same seed."""

from __future__ import annotations

import random
from collections import Counter
from importlib.util import find_spec
from itertools import takewhile

import pytest

from eleusis.driving.dealing import deal
from eleusis.driving.driver import play_round
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.game.moves import Call, Declare, Judge, Move, NoPlay, Play
from eleusis.game.round import Round
from eleusis.game.view import View
from eleusis.ground.cards import PACK, cards
from eleusis.ground.chance import stream
from eleusis.ground.errors import NotationError
from eleusis.minds.players.kinds import PERSON
from eleusis.minds.players.knower import longest
from eleusis.minds.players.registry import Seat, make_player, read_how, read_seats
from eleusis.secret.rule import Rule
from eleusis.table.dealers_rules import draw_rule
from eleusis.variant import Variant, load_variant
from tests.helpers.many import many_games
from tests.laws.tables import VARIANTS, rule_of, variant_of
from tests.laws.test_round_laws import all_cards
from tests.laws.twins import scrambled

pytestmark = pytest.mark.long

BOTS: dict[str, dict[str, float]] = {
    "random": {},
    "knower": {},
    "beginner": {},
    "good": {},
    "scientist": {"bits": 14},
}
"""Every kind, with options that let it play fast enough for many games."""
HERE = [kind for kind in BOTS if kind != "scientist" or find_spec("numpy")]
"""Those that can play here: the scientist needs numpy."""
SCIENTIST = pytest.param(
    "scientist", marks=pytest.mark.skipif("scientist" not in HERE, reason="the scientist needs numpy")
)
EACH = ["random", "knower", "beginner", "good", SCIENTIST]
IGNORANT = ["random", "beginner", "good", SCIENTIST]
"""The kinds that are not told the rule."""
EDITIONS = ("abbott", "express", "guyton", "matuszek")


class Seeded:
    """A bot whose chance is seeded before each move, as the table does it."""

    def __init__(self, kind: str, seat: str, variant: Variant, rule: Rule | None, seed: int) -> None:
        self.seat, self.seed, self.chance = seat, seed, random.Random()
        self.bot = make_player(kind, seat, variant, self.chance, rule=rule, options=BOTS[kind])

    def move(self, view: View) -> Move:
        self.chance.seed(f"{self.seed}/{self.seat}/{len(view.events)}")
        return self.bot.move(view)


class Watched:
    """A bot whose moves are asked for a second time, with all that it may not see changed."""

    def __init__(self, round_: Round, kind: str, seat: str, rule: Rule | None, seed: int, every: int = 5) -> None:
        self.round, self.seat, self.every = round_, seat, every
        self.bot = Seeded(kind, seat, round_.variant, rule, seed)
        self.twin = Seeded(kind, seat, round_.variant, rule, seed)
        self.asked = 0

    def move(self, view: View) -> Move:
        at = len(self.round.events)
        chosen = self.bot.move(self.round.view(self.seat))
        if at % self.every == 0:
            assert self.twin.move(scrambled(self.round, self.seat, at)) == chosen
            self.asked += 1
        cards_now = all_cards(self.round)
        assert cards_now == Counter(dict.fromkeys(PACK, self.round.state.decks))
        return chosen


@pytest.mark.parametrize("name", VARIANTS)
def test_every_kind_plays_every_edition_legally_and_by_its_view_alone(name: str) -> None:
    for seed in range(6):
        variant, rule = variant_of(name), rule_of(name, seed)
        players = ("Ann", "Bob", "Cleo", "Dan", "Eve")[: 3 + seed % 3]
        round_ = deal(variant, players, dealer="Ann", seed=seed, rule=rule)
        kinds = HERE if seed < 3 else ("random", "knower")  # no more of the slow ones than it takes
        bots = {
            seat: Watched(round_, kinds[(place + seed) % len(kinds)], seat, rule, seed)
            for place, seat in enumerate(players[1:])
        }
        play_round(round_, {"Ann": RuleDealer(rule, variant), **bots}, max_steps=1500)
        assert round_.ended is not None


@pytest.mark.parametrize("kind", EACH)
@pytest.mark.parametrize("name", EDITIONS)
def test_a_kind_moves_alike_whatever_is_hidden(kind: str, name: str) -> None:
    variant, rule = load_variant(name), Rule("rank == last.rank + 1 or suit == spade")
    asked = 0
    for seed in range(3):
        round_ = deal(variant, ("Ann", "Bob", "Cleo"), dealer="Ann", seed=seed)
        bots = {seat: Watched(round_, kind, seat, rule, seed, every=1) for seat in ("Bob", "Cleo")}
        play_round(round_, {"Ann": RuleDealer(rule, variant), **bots}, max_steps=30)
        asked += sum(bot.asked for bot in bots.values())
    assert asked >= 6


ALIKE = (
    ("color != last.color", "color != last.color or rank == last.rank"),
    ("rank >= last.rank", "rank >= last.rank and not (ace and last.ace)"),
    ("if last.odd then black else red", "if last.odd then black or rank == 2 else red"),
    ("suit != last.suit", "if position > 6 then suit == last.suit else suit != last.suit"),
    ("red", "if line.count(black) > 0 then black else red"),
)
"""Rules of which it takes a while to see that they are two."""


@pytest.mark.parametrize("kind", IGNORANT)
@pytest.mark.parametrize("name", EDITIONS)
def test_a_rule_makes_no_difference_before_a_play_has_shown_one(kind: str, name: str) -> None:
    """Two tables with the same cards and two rules: the first step that differs is a judgement."""
    variant = load_variant(name, ["deal.hand=7"])
    together = apart = 0
    for seed, rules in enumerate(ALIKE):
        tables = []
        for rule in map(Rule, rules):
            round_ = deal(variant, ("Ann", "Bob", "Cleo"), dealer="Ann", seed=seed, starter=cards("7D"))
            bots = {seat: Seeded(kind, seat, variant, rule, seed) for seat in ("Bob", "Cleo")}
            tables.append(play_round(round_, {"Ann": RuleDealer(rule, variant), **bots}, max_steps=40))
        same = list(takewhile(lambda pair: pair[0] == pair[1], zip(*tables, strict=False)))
        together += len(same)
        if len(same) < max(map(len, tables)):
            apart += 1
            assert [steps[len(same)].move.verb for steps in tables] == ["judge", "judge"]
    assert together >= 20
    assert apart


@pytest.mark.parametrize("kind", EACH)
@pytest.mark.parametrize("name", EDITIONS)
def test_the_same_seed_gives_the_same_moves(kind: str, name: str) -> None:
    records = []
    for _ in range(2):
        variant, rule = load_variant(name, ["deal.hand=5"]), Rule("color != last.color")
        round_ = deal(variant, ("Ann", "Bob", "Cleo", "Dan"), dealer="Ann", seed=2)
        seats = {
            s: make_player(kind, s, variant, stream(2, s), rule=rule, options=BOTS[kind])
            for s in ("Bob", "Cleo", "Dan")
        }
        play_round(round_, {"Ann": RuleDealer(rule, variant), **seats}, max_steps=120)
        records.append(round_.events)
    assert records[0] == records[1]


def test_the_longest_right_string_is_found_within_the_cap() -> None:
    rule = Rule("rank > last.rank")
    hand = cards("2S 9D 4H KC 4S 7H")
    assert len(longest(rule, cards("AS"), hand, None)) == 5
    assert len(longest(rule, cards("AS"), hand, 4)) == 4
    assert longest(rule, cards("KS"), hand, 4) == ()


def test_a_knower_says_no_play_and_calls_and_names_rightly() -> None:
    variant, rule = load_variant("abbott"), Rule("red")
    hands = {"Bob": cards("2S 3C"), "Cleo": cards("2H 3S"), "Dan": cards("4S 5D")}
    round_ = deal(variant, ("Ann", "Bob", "Cleo", "Dan"), dealer="Ann", seed=1, starter=cards("AH"), hands=hands)
    bob = make_player("knower", "Bob", variant, random.Random(1), rule=rule)
    assert bob.move(round_.view("Bob")) == NoPlay("Bob")
    round_.step(NoPlay("Bob"))
    round_.step(Judge("Ann", True))
    assert round_.ended == "right no play", "two cards are under the threshold"
    round_ = deal(variant, ("Ann", "Bob", "Cleo", "Dan"), dealer="Ann", seed=1, starter=cards("AH"), hands=hands)
    for move in (Play("Bob", cards("2S")), Judge("Ann", False), Declare("Bob"), NoPlay("Cleo")):
        round_.step(move)
    assert bob.move(round_.view("Bob")) == Call("Bob", False, cards("2H")[0])


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ("Ann,Bob:random", [("Ann", PERSON, {}), ("Bob", "random", {})]),
        (" Ann , Cleo : knower(skill=0.8) ", [("Ann", PERSON, {}), ("Cleo", "knower", {"skill": 0.8})]),
        ('"A: b, c",D:human', [("A: b, c", PERSON, {}), ("D", PERSON, {})]),
        (
            "A:Random(strings=0, declares=1),B",
            [("A", "random", {"strings": 0.0, "declares": 1.0}), ("B", PERSON, {})],
        ),
    ],
)
def test_seats_are_read(text: str, seats: list[tuple[str, str, dict[str, float]]]) -> None:
    assert read_seats(text) == tuple(Seat(*seat) for seat in seats)
    for seat in read_seats(text):
        assert read_how(seat.how) == (seat.kind, seat.options)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Ann:rndom", "did you mean 'random'?"),
        ("Ann:knower(skil=0.8)", "did you mean 'skill'?"),
        ("Ann:knower(skill=2)", "from 0 to 1"),
        ("Ann:knower(skill=nan)", "from 0 to 1"),
        ("Ann:knower(skill)", "skill=0.8"),
        ("Ann:knower(skill=0.8", "no closing bracket"),
        ("Ann:person(skill=1)", "no options"),
        ('"Ann', "not closed"),
    ],
)
def test_bad_seats_are_told(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=r".*") as caught:
        read_seats(text)
    assert message in caught.value.message
    assert caught.value.code in ("notation/player", "notation/option", "notation/quote")


@pytest.mark.parametrize("name", EDITIONS)
def test_whole_games_of_all_kinds_keep_every_law(name: str) -> None:
    """A few of those that `python -m tests.helpers.many` plays by the thousand."""
    kinds = ("random", "knower(skill=0.6)", "scientist(bits=14)")[: len(HERE)]
    tally = many_games(name, range(2), kinds, slow=(), every=1)
    assert (tally.games, tally.replayed) == (2, 2)
    assert tally.rounds >= 6
    assert set(tally.seats) <= set(kinds)


@pytest.mark.parametrize("difficulty", range(1, 6))
def test_the_library_has_rules_of_every_difficulty(difficulty: int) -> None:
    drawn = [draw_rule(5, number, None, difficulty) for number in range(1, 6)]
    assert {rule.difficulty for rule in drawn} == {difficulty}
    assert len(set(drawn)) >= 4
