"""A tutor at the table: what it says, to whom, and that it goes by nothing but what its seat sees."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis.doors.terminal.setting_up import Arrangement
from eleusis.doors.terminal.typed_line import Command, read_input
from eleusis.driving.dealing import deal
from eleusis.driving.driver import Driver, play_round
from eleusis.driving.replayed import RoundReplay
from eleusis.game.moves import Move, Play
from eleusis.game.round import Round
from eleusis.game.view import View
from eleusis.ground.cards import cards
from eleusis.ground.errors import NotationError
from eleusis.minds.players.registry import read_seats
from eleusis.record.gamefile.reading import read_game
from eleusis.reviewing.review import review_round
from eleusis.secret.library import find_rule
from eleusis.table import tutors
from eleusis.table.tutors import check_tutored
from eleusis.variant import load_variant
from tests.helpers.called import run_here
from tests.helpers.sittings import go_on, sit
from tests.helpers.sittings import seated as new_game
from tests.laws.tables import VARIANTS, seated, variant_of
from tests.laws.twins import scrambled

pytest.importorskip("numpy")


from eleusis.minds.induction.family import Family
from eleusis.table.tutor import LITTLE, Telling, Tutor
from tests.helpers import scientist_tables
from tests.helpers.scientist_tables import judge, table

small = scientist_tables.small

HINT = re.compile(r"^  tutor: (.*)$", re.M)


@pytest.fixture(autouse=True)
def few_rules(monkeypatch: pytest.MonkeyPatch, small: Family) -> None:
    """The tutors of a table go by a small family."""
    monkeypatch.setattr(tutors, "usual_family", lambda: small)


# What it says


class Pupil:
    """A player whose every view is looked at by its tutor, and by another who sees scrambled hands."""

    def __init__(self, inner: object, round_: Round, tutor: Tutor) -> None:
        self.inner, self.round, self.tutor = inner, round_, tutor
        self.tellings: dict[int, Telling | None] = {}

    def move(self, seen: View) -> Move:
        telling = self.tutor.look(seen)
        other = Tutor(self.tutor.family, self.tutor.variant)
        assert other.look(scrambled(self.round, seen.seat, len(seen.events))) == telling
        self.tellings[seen.turn] = telling
        move: Move = self.inner.move(seen)  # type: ignore[attr-defined]  # any player
        return move


@pytest.mark.long
@pytest.mark.parametrize("name", VARIANTS)
def test_a_hint_hangs_on_what_the_seat_sees_and_on_nothing_else(name: str, small: Family) -> None:
    """Nor on what was looked at before: a tutor who comes late says the same."""
    round_, players = seated(name, 12)
    seat = round_.began.first
    pupil = players[seat] = Pupil(players[seat], round_, Tutor(small, variant_of(name)))
    play_round(round_, players, 40)
    assert any(pupil.tellings.values())


@pytest.mark.parametrize(
    ("telling", "hint"),
    [
        (Telling(cards("9H 4C"), 0.9, no_play=False, others=3), "most telling: 9♥, 4♣"),
        (Telling(cards("9H"), 0.6, no_play=True, others=3), "most telling: 9♥; a no play would tell more"),
        (
            Telling(cards("9H 4C 5C 6C 7C"), 0.9, no_play=False, others=3),
            "most telling: 9♥, 4♣, 5♣ (2 more are about as good)",
        ),
        (
            Telling(cards("9H 4C 5C 6C 7C"), 0.9, no_play=False, others=0),
            "your cards all tell you about equally much",
        ),
        (
            Telling(cards("9H 4C"), LITTLE / 2, no_play=False, others=3),
            "your cards tell you hardly anything new; 9♥ tells you most",
        ),
        (Telling((), 0.0, no_play=True, others=3), "no card tells you anything new, but a no play would"),
    ],
)
def test_what_is_said(telling: Telling, hint: str) -> None:
    assert telling.hint == hint


def test_of_cards_that_nobody_wrote_down_nothing_is_said(small: Family) -> None:
    """Nor of a no play: one of them may be right."""
    round_, _ = table("express", "red", "9H ?? 3D ??")
    telling = Tutor(small, round_.variant).look(round_.view("Ann"))
    assert telling is not None
    assert {*telling.cards} <= {*cards("9H 3D")}
    assert telling.others + len(telling.cards) == 2
    assert not telling.no_play
    round_, _ = table("express", "red", "?? ??")
    assert Tutor(small, round_.variant).look(round_.view("Ann")) is None


def test_the_most_telling_card_is_the_best_of_the_review(small: Family) -> None:
    """The same reckoning, by two ways: what was said in the round, and what is said when it is over."""
    round_, players = seated("express", 12)
    pupil = players[round_.began.first] = Pupil(players[round_.began.first], round_, Tutor(small, round_.variant))
    record = RoundReplay(1, round_)
    Driver(round_, players, record.steps).go(limit=60)
    turns = review_round(record, None, family=small).turns
    compared = 0
    for number, turn in enumerate(turns):
        telling = pupil.tellings.get(number) if turn.seat == round_.began.first else None
        if turn.best is None or telling is None:
            continue
        if not telling.cards and not telling.no_play:
            assert turn.best.bits_expected == 0
        elif telling.no_play:
            assert turn.best.move in ("no-play", turn.move)
        elif turn.best.move != turn.move:
            assert turn.best.bits_expected == pytest.approx(telling.bits, abs=1e-5)
            assert turn.best.move in [f"play {card.text}" for card in telling.cards]
            compared += 1
    assert compared > 3


# At the table

PLAYERS = "Rosa,Ben:random,Ada:random"


def plan(*tutored: str, rule: str = "red") -> Arrangement:
    return Arrangement(dealer="Ada", given=[find_rule(rule)], pace=0, tutored={*tutored})


def test_the_file_of_a_game_with_a_tutor_is_that_of_one_without(tmp_path: Path) -> None:
    typed = "1\n\n" * 8 + "2\n\n" * 8 + "stop\ny\n"
    said = []
    for name, tutored in (("with.yaml", ["Rosa"]), ("without.yaml", [])):
        said.append(sit(new_game(tmp_path / name, PLAYERS), typed, plan(*tutored))[0])
    assert (tmp_path / "with.yaml").read_bytes() == (tmp_path / "without.yaml").read_bytes()
    assert len(HINT.findall(said[0])) > 3
    assert re.sub(r"\n  tutor: .*(\n    \S.*)*", "", said[0]) == said[1], "nothing else is told"


def test_a_hint_survives_what_is_taken_back_and_going_on(tmp_path: Path) -> None:
    """A bot does not take a judgement back, a person who deals by hand does: then all that followed is unlearnt."""
    path = tmp_path / "g.yaml"
    typed = "\n\n1\nr\nundo\nw\n1\nr\n1\nr\nquit\n"
    straight = sit(
        new_game(path, "Ann,Rosa,Ben", "abbott"), typed, Arrangement(dealer="Ann", tutored={"Rosa", "Ben"})
    )
    lines = [line.move.text for line in read_game(path.read_text()).rounds[0].lines]
    assert lines.count("undo") == 1
    again = tmp_path / "h.yaml"
    moves = typed.replace("r\nundo\nw\n", "w\n")
    whole = sit(
        new_game(again, "Ann,Rosa,Ben", "abbott"), moves, Arrangement(dealer="Ann", tutored={"Rosa", "Ben"})
    )
    hints = HINT.findall(straight[0])
    assert hints[:1] + hints[2:] == HINT.findall(whole[0]), "one more, on what was taken back"
    _, said = go_on(path, "quit\n", tutored={"Rosa", "Ben"})
    assert HINT.findall(said) == HINT.findall(straight[0])[-1:]


def test_each_round_begins_anew(small: Family) -> None:
    first, rule = table("express", "red", "9H 9D 3D 4C")
    first.step(Play("Ann", cards("9H")))
    judge(first, rule)
    second, _ = table("express", "red", "9H 9D 3D 4C", starter="KC")
    tutor = Tutor(small, first.variant)
    tutor.look(first.view("Ann"))
    assert tutor.look(second.view("Ann")) == Tutor(small, second.variant).look(second.view("Ann"))


def test_a_player_called_tutor_may_be_named_first() -> None:
    players = ("Ann", "Tutor", "Dan")
    round_ = deal(load_variant("express"), players, dealer="Dan", seed=1)
    assert read_input("tutor play 5h", round_) == [Play("Tutor", cards("5H"))]
    assert read_input("tutor", round_) == Command("tutor")


# What can't be


def test_who_may_have_a_tutor() -> None:
    seats = read_seats(PLAYERS)
    check_tutored(["Rosa"], seats)
    for name, message in (("Rsa", "did you mean 'Rosa'"), ("Ben", "'Ben' is a bot"), ("", "nobody")):
        with pytest.raises(NotationError, match=message):
            check_tutored([name], seats)


TABLE = ("--variant", "express", "--players", PLAYERS, "--dealer", "Ada", "--seed", "7", "--file", "g.yaml")


def test_without_numpy_it_is_said_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    done = run_here(tmp_path, "play", *TABLE, "--tutor", "Rosa")
    assert (done.returncode, done.stderr) == snapshot
    assert not list(tmp_path.iterdir())
    said = run_here(tmp_path, "play", *TABLE, typed="tutor on\nquit\n").stdout
    assert said == snapshot
