"""The bots: every edition with every kind of seat, no illegal move, views only, the same from the same seed."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from eleusis.chance import stream
from eleusis.errors import NotationError
from eleusis.game.moves import Call, NoPlay
from eleusis.game.round import Round
from eleusis.pack import PACK, cards
from eleusis.players.dealer import RuleDealer
from eleusis.players.knower import longest
from eleusis.players.registry import PERSON, Seat, make_player, read_how, read_seats
from eleusis.script.deal import deal
from eleusis.secret.rule import Rule
from eleusis.table import play_round
from eleusis.variant import load_variant
from tests.laws.tables import VARIANTS, rule_of, variant_of
from tests.laws.test_round_laws import all_cards, hide_and_shuffle

BOTS = ("random", "knower")
"""The kinds that play fast enough for many games."""


class Watched:
    """A bot whose moves are asked for a second time, with all that it may not see changed."""

    def __init__(self, round_: Round, kind: str, seat: str, rule: Rule | None, seed: int) -> None:
        self.round, self.seat, self.seed = round_, seat, seed
        self.chance, self.other = random.Random(), random.Random()
        self.bot = make_player(kind, seat, round_.variant, self.chance, rule)
        self.twin = make_player(kind, seat, round_.variant, self.other, rule)

    def move(self, view: object) -> object:
        at = len(self.round.events)
        self.chance.seed(f"{self.seed}/{at}")
        self.other.seed(f"{self.seed}/{at}")
        chosen = self.bot.move(self.round.view(self.seat))
        if at % 5 == 0:
            hidden = hide_and_shuffle(self.round, self.seat, at)
            assert self.twin.move(hidden.view(self.seat)) == chosen
        cards_now = all_cards(self.round)
        assert cards_now == Counter(dict.fromkeys(PACK, self.round.state.decks))
        return chosen


@pytest.mark.parametrize("name", VARIANTS)
def test_every_kind_plays_every_edition_legally_and_by_its_view_alone(name: str) -> None:
    for seed in range(6):
        variant, rule = variant_of(name), rule_of(name, seed)
        players = ("Ann", "Bob", "Cleo", "Dan", "Eve")[: 3 + seed % 3]
        round_ = deal(variant, players, dealer="Ann", seed=seed, fits=rule.fits_starter)
        seats: dict[str, object] = {"Ann": RuleDealer(rule, variant)}
        for place, seat in enumerate(players[1:]):
            seats[seat] = Watched(round_, BOTS[(place + seed) % len(BOTS)], seat, rule, seed)
        play_round(round_, seats, max_steps=1500)  # type: ignore[arg-type]  # they take a view and give a move
        assert round_.ended is not None


@pytest.mark.parametrize("kind", BOTS)
@pytest.mark.parametrize("name", ["abbott", "express", "guyton", "matuszek"])
def test_the_same_seed_gives_the_same_moves(kind: str, name: str) -> None:
    records = []
    for _ in range(2):
        variant, rule = load_variant(name, ["deal.hand=5"]), Rule("color != last.color")
        round_ = deal(variant, ("Ann", "Bob", "Cleo", "Dan"), dealer="Ann", seed=2)
        seats = {s: make_player(kind, s, variant, stream(2, s), rule) for s in ("Bob", "Cleo", "Dan")}
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
    bob = make_player("knower", "Bob", variant, random.Random(1), rule)
    assert bob.move(round_.view("Bob")) == NoPlay("Bob")
    from eleusis.game.moves import Declare, Judge

    round_.step(NoPlay("Bob"))
    round_.step(Judge("Ann", True))
    assert round_.ended == "right no play", "two cards are under the threshold"
    round_ = deal(variant, ("Ann", "Bob", "Cleo", "Dan"), dealer="Ann", seed=1, starter=cards("AH"), hands=hands)
    from eleusis.game.moves import Play

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
        ("Ann:knower(skill=0.8", "not closed"),
        ("Ann:person(skill=1)", "no options"),
        ('"Ann', "not closed"),
    ],
)
def test_bad_seats_are_told(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=r".*") as caught:
        read_seats(text)
    assert message in caught.value.message
    assert caught.value.code in ("notation/player", "notation/option", "notation/quote")
