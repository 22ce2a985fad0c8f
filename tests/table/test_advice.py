"""`why`: what stands behind an event, true of every kind of policy."""

from __future__ import annotations

from typing import ClassVar

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis.doors.terminal.screen import ahead
from eleusis.game import events as ev
from eleusis.ground.cards import PACK, cards
from eleusis.record.gamefile.reading import read_game
from eleusis.record.replaying.replay import replay_game
from eleusis.table.advice import why
from eleusis.variant import load_variant, variant_names
from eleusis.variant.mechanisms.wrong_play import WrongPlay
from tests.test_coverage import replays

HAND = cards("5S 6S 7S 8S 9S 10S")
STAYING = ("prophet.going_out={kind: may_stay, overthrow_draw: 6}",)
REFILL = ("refill={kind: up_to, hand: 14}",)
NO_CLAUSE = (ev.Played, ev.NoPlayDeclared, ev.GuessMade, ev.Passed)
"""What a seat does of its own will: no clause made it happen."""


def because(*events: ev.AnyEvent, edition: str = "abbott", settings: tuple[str, ...] = ()) -> str:
    """The last of the reasons for some events."""
    return why(events, load_variant(edition, settings), {})[-1]


@pytest.mark.long
def test_every_event_has_a_clause_or_needs_none() -> None:
    happened = {type(event): event for game in replays() for record in game.rounds for event in record.round.events}
    assert set(happened) == set(ev.EVENTS)
    for edition in variant_names():
        begins = load_variant(edition).expulsion.beginning() is not None
        for kind, event in happened.items():
            silent = kind in NO_CLAUSE or (kind is ev.SuddenDeathBegan and not begins)
            assert (" [rules: " not in because(event, edition=edition)) == silent


@pytest.mark.long
def test_every_game_is_explained() -> None:
    for game in replays():
        for record in game.rounds:
            reasons = why(record.round.events, game.variant, {})
            assert len(reasons) == sum(not isinstance(event, NO_CLAUSE) for event in record.round.events)


HAPPENED: list[tuple[tuple[ev.AnyEvent, ...], tuple[str, ...]]] = [
    ((ev.Drew("Bob", HAND[:4], "wrong play", 4),), ()),
    ((ev.Drew("Bob", HAND[:1], "wrong play", 4),), ("wrong_play.draw_per_card=1",)),
    ((ev.Drew("Bob", (), "wrong no play", 5),), ()),
    ((ev.Drew("Bob", HAND[:5], "overthrown", 5),), ()),
    ((ev.NewHandDealt("Bob", HAND[:2]),), ()),
    ((ev.NoPlayUpheld("Bob", HAND), ev.NewHandDealt("Bob", HAND[:2])), ()),
    (
        (ev.NoPlayUpheld("Bob", HAND), ev.NewHandDealt("Bob", HAND[:1])),
        ("no_play.right.fewer=1", "no_play.right.out_at=1"),
    ),
    (
        (ev.NoPlayUpheld("Bob", HAND), ev.NewHandDealt("Bob", ())),
        ("no_play.right.fewer=1", "no_play.right.out_at=1"),
    ),
    ((ev.NoPlayUpheld("Bob", HAND[:3]), ev.NewHandDealt("Bob", ())), ("no_play.right.out_at=2",)),
    ((ev.NewHandDealt("Bob", HAND),), ("no_play.right.fewer=0",)),
    ((ev.ProphetOverthrown("Cleo"),), ()),
    ((ev.Called("Cleo", False, HAND[0]), ev.CardForced("Bob", HAND[1]), ev.ProphetOverthrown("Cleo")), ()),
    ((ev.DeckAdded(HAND),), ()),
    ((ev.DeckAdded(HAND),), ("stock.refill_at=0",)),
    ((ev.WentOut("Bob", "out of cards"),), ()),
    ((ev.WentOut("Bob", "out of cards"),), ("scoring.out=1",)),
    ((ev.WentOut("Bob", "out of cards"),), ("scoring.out=0",)),
    ((ev.Expelled("Bob"),), ("expulsion.layout=50",)),
    ((ev.RoundBegan(("A", "B"), "A", {"B": HAND}, (), (), 1, "B"),), ("first_player.kind=left_of_dealer",)),
    ((ev.RoundBegan(("A", "B"), "A", {"B": HAND}, HAND[:1], (), 1, "B", HAND[1:3]),), ()),
    ((ev.RoundBegan(("A", "B"), "A", {"B": HAND}, HAND[:1], (), 1, "B", HAND[1:2]),), ()),
    ((ev.ProphetOverthrown("Cleo"),), ("prophet.overthrow_draw=0",)),
    ((ev.Drew("Bob", HAND[:5], "overthrown", 5),), STAYING),
    ((ev.Drew("Bob", HAND, "overthrown", 6),), STAYING),
    ((ev.StayOffered("Bob"),), STAYING),
    ((ev.StayOffered("Bob"), ev.ProphetDeclared("Bob")), STAYING),
    ((ev.ProphetDeclared("Bob"),), STAYING),
    ((ev.ProphetDeclared("Bob"),), ("prophet.bidding=true",)),
    ((ev.Drew("Bob", HAND[:1], "refill", 3),), REFILL),
    ((ev.RoundEnded("turns played"),), ("turn_limit={kind: turns, turns: 9}",)),
    ((ev.HintGiven("Ann", "look"),), ("hints=any_time",)),
]


def test_what_is_said_is_so(snapshot: SnapshotAssertion) -> None:
    assert [because(*events, settings=settings) for events, settings in HAPPENED] == snapshot


def test_sudden_death_is_not_called_a_threshold() -> None:
    assert because(ev.Expelled("Bob"), edition="matuszek").startswith(
        "In sudden death a player who is wrong is out"
    )


def test_a_cutoff_says_where_it_stands() -> None:
    said = because(ev.RoundEnded("cutoff"), edition="guyton", settings=("cutoff.layout=25",))
    assert said.startswith("The round ends: cutoff, with 25 or more cards on the layout (with a prophet: 20 since")


def test_another_kind_of_wrong_play_speaks_for_itself() -> None:
    @attrs.frozen(eq=False, repr=False)
    class Squared(WrongPlay):
        """The length squared."""

        kind: ClassVar[str] = "squared"

        def draws(self, cards: int) -> int:
            return cards * cards

        def in_words(self) -> str:
            return "its length squared"

    variant = attrs.evolve(load_variant("abbott"), wrong_play=Squared())
    assert why([ev.Drew("Bob", HAND[:4], "wrong play", 4)], variant, {}) == [
        "A wrong play costs its length squared: Bob draws 4. [rules: wrong play draws]"
    ]


# The screen and the transcript

GAME = """eleusis: 1
variant: {{extends: guyton, {knobs}}}
players: [Ann, Bob, Cleo, Dan]
seed: 1
rounds:
  - dealer: Dan
    rule: any
    starter: 5S
    hands: {{Ann: JH JS 6C}}
    moves: |
      Ann play JH JS
      Ann declare
"""


LONG = " ".join(card.text for card in PACK[:26])


@pytest.mark.parametrize(
    ("edition", "said"),
    [
        ("abbott", ["expulsion after 37 more cards"]),
        ("abbott expulsion.layout=4", ["expulsion after 1 more card"]),
        ("abbott expulsion.layout=3", ["a wrong play expels now"]),
        ("guyton", ["the round ends after 27 more cards"]),
        ("matuszek", ["expulsion after 37 more cards"]),
        ("express", []),
    ],
)
def test_what_is_ahead(edition: str, said: list[str]) -> None:
    name, *settings = edition.split()
    moves = "Ann play JH\n      Ann pass\n" if name == "express" else "Ann play JH JS\n"
    text = GAME.format(knobs="").replace("Ann play JH JS\n      Ann declare\n", moves).replace("guyton, ", name)
    if name == "abbott":
        text = text.replace("starter: 5S", "starter: AS")
    record = replay_game(read_game(text, "g.yaml", {}), overrides=settings).rounds[0]
    assert record.stopped_by is None
    assert ahead(record.round) == said


def test_what_led_to_an_event_is_not_told_with_it() -> None:
    before: tuple[ev.AnyEvent, ...] = (
        ev.Played("Bob", HAND[:1]),
        ev.NoPlayDeclared("Bob", HAND),
        ev.Called("Cleo", False, HAND[0]),
    )
    fallen: list[ev.AnyEvent] = [ev.CardForced("Bob", HAND[1]), ev.ProphetOverthrown("Cleo")]
    said = why(fallen, load_variant("abbott"), {}, before)
    assert len(said) == 2
    assert "or named a wrong card with the 5♠" in said[1]
    later = why(fallen[1:], load_variant("abbott"), {}, [*before, ev.Played("Bob", HAND[2:3])])
    assert "named" not in later[0]
