"""The transcript: what it tells, what it keeps to itself, and that no line is too long."""

from __future__ import annotations

import random
import re

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis.driving.dealing import deal
from eleusis.driving.driver import Step
from eleusis.driving.replayed import Finding, RoundReplay
from eleusis.game.moves import Call, Declare, Guess, Hint, Judge, NoPlay, Play
from eleusis.game.round import Round
from eleusis.ground.cards import PACK, card, cards
from eleusis.ground.errors import IllegalMove, Place
from eleusis.variant import load_variant
from eleusis.words.page.ink import cells
from eleusis.words.page.transcript import transcript
from tests.helpers.transcript_games import at_random, forecaster, game_of, long_game, step, two_hands

WIDTHS = (24, 40, 57, 80, 120)
EDITIONS = ("abbott", "guyton", "matuszek", "express")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def test_a_short_game(snapshot: SnapshotAssertion) -> None:
    assert transcript(forecaster()) == snapshot


def test_a_short_game_as_a_player_sees_it(snapshot: SnapshotAssertion) -> None:
    assert transcript(forecaster(), width=40, seat="Cleo") == snapshot


def test_a_short_game_on_a_plain_terminal(snapshot: SnapshotAssertion) -> None:
    assert transcript(forecaster(), ascii=True) == snapshot


def test_a_short_game_in_colour(snapshot: SnapshotAssertion) -> None:
    assert transcript(forecaster(), colour=True) == snapshot


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_long_game(edition: str, snapshot: SnapshotAssertion) -> None:
    assert transcript(long_game(edition, 3, rounds=2)) == snapshot


@pytest.mark.parametrize("width", [40, 120])
def test_narrow_and_wide(width: int, snapshot: SnapshotAssertion) -> None:
    assert transcript(long_game("matuszek", 8), width=width) == snapshot


@pytest.mark.long
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(1, 6))])
def test_no_line_is_too_long_in_any_way_of_showing_it(edition: str, seed: int) -> None:
    game = long_game(edition, seed, rounds=2)
    for width in WIDTHS:
        for seat in (None, *game.players):
            text = transcript(game, width=width, seat=seat)
            assert [line for line in text.splitlines() if cells(line) > width] == []
            assert not any(line != line.rstrip() for line in text.splitlines())
            assert COLOUR.sub("", transcript(game, width=width, seat=seat, colour=True)) == text
            plain = transcript(game, width=width, seat=seat, ascii=True)
            assert plain.isascii()
            assert plain.count("\n") == text.count("\n")


@pytest.mark.long
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(6))
def test_a_seat_is_told_only_what_it_has_seen(edition: str, seed: int) -> None:
    """The same page can be written by one who knows nothing but what the seat saw."""
    game = long_game(edition, seed)
    record = game.rounds[0]
    for seat in game.players:
        seen = [event.seen_by(seat) for event in record.round.events]
        half_known = Round.from_events(game.variant, seen, lambda deck: PACK)
        steps = [Step(s.n, s.move, tuple(e.seen_by(seat) for e in s.events), s.by) for s in record.steps]
        rule = record.rule if seat == record.dealer else "kept from this seat"
        half = RoundReplay(1, half_known, rule, record.hint, steps)
        assert transcript(game_of(game.variant, [half], game.title), seat=seat) == transcript(game, seat=seat)


def test_a_stranger_sees_nothing(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(IllegalMove) as caught:
        transcript(forecaster(), seat="Zoe")
    assert str(caught.value) == snapshot


def words(line: str) -> str:
    return " ".join(line.split())


def story(record: RoundReplay, seat: str | None = None) -> list[str]:
    """The lines of the moves, on a page so wide that none is broken."""
    text = transcript(game_of(record.round.variant, [record]), width=400, seat=seat)
    return text.split("\n\n")[2].splitlines()


UNDER_A_PROPHET = [
    ("right", Call("Cleo", True), Judge("Dan", True), "right, as Cleo called · Ann is out of cards"),
    (
        "called wrong",
        Call("Cleo", False, card("3S")),
        Judge("Dan", True),
        "right, but Cleo called it wrong, naming 3♠ · Cleo is overthrown, draws 5: A♥ 2♥ 3♥ 4♥ 5♥ · "
        "Ann is out of cards",
    ),
    (
        "called right",
        Call("Cleo", True),
        Judge("Dan", False, card("4H")),
        "wrong, but Cleo called it right · 4♥ is played · Cleo is overthrown, draws 5: A♥ 2♥ 3♥ 4♥ 5♥",
    ),
    (
        "found",
        Call("Cleo", False, card("4H")),
        Judge("Dan", False, card("4H")),
        "wrong, as Cleo called, naming 4♥ · 4♥ is played · draws 5",
    ),
    (
        "another",
        Call("Cleo", False, card("3S")),
        Judge("Dan", False, card("4H")),
        "wrong, but Cleo named 3♠ · 4♥ is played · Cleo is overthrown, draws 5: A♥ 2♥ 3♥ 4♥ 5♥",
    ),
]


IDS = [case[0] for case in UNDER_A_PROPHET]


@pytest.mark.parametrize(("call", "judge", "verdict"), [case[1:] for case in UNDER_A_PROPHET], ids=IDS)
def test_a_no_play_under_a_prophet(call: Call, judge: Judge, verdict: str, snapshot: SnapshotAssertion) -> None:
    record = two_hands("guyton", "3S 4H 5C", "5H 6H", "7H 8H 9H", stock="AH 2H 3H 4H 5H")
    for play in (Play("Ann", cards("5C")), Play("Bob", cards("5H")), Play("Cleo", cards("7H"))):
        step(record, play)
        step(record, Judge("Dan", True))
    for move in (Declare("Cleo"), NoPlay("Ann"), call, judge):
        step(record, move)
    assert words(story(record, seat="Cleo")[-1]) == snapshot


def test_a_no_play_that_is_taken_back_keeps_the_dealers_card_secret(snapshot: SnapshotAssertion) -> None:
    record = two_hands("matuszek", "3S 4H 5C", "5H 6H", "7H 8H 9H")
    for move in (
        Play("Ann", cards("5C")),
        Judge("Dan", True),
        Declare("Ann"),
        Play("Bob", cards("5H")),
        Call("Ann", True),
        Judge("Dan", True),
        NoPlay("Cleo"),
        Call("Ann", True),
        Judge("Dan", False, card("9H")),
    ):
        step(record, move)
    assert words(story(record)[-1]) == snapshot


def test_guesses_hints_passes_and_the_end_of_a_round() -> None:
    record = two_hands("express", "3S 4H", "5H", "7H 8H 9H")
    for move in (
        Hint("Dan", "look\nup"),
        Play("Ann", cards("3S")),
        Judge("Dan", True),
        Guess("Ann", "red"),
        Judge("Dan", False),
        Play("Bob", cards("5H")),
        Judge("Dan", True),
        Guess("Bob", "any"),
        Judge("Dan", True),
    ):
        step(record, move)
    assert [words(line) for line in story(record)] == [
        'Dan hints "look up"',
        "1 Ann plays 3♠ right",
        'Ann guesses "red" wrong',
        "2 Bob plays 5♥ right · Bob is out of cards",
        'Bob guesses "any" right',
    ]
    text = transcript(game_of(record.round.variant, [record]))
    assert "The round ends: right guess" in text
    assert re.search(r"Bob +0 +12 +\+9 +21 +21  right guess · out of cards", text)


def test_what_strangers_wrote_cannot_break_the_page() -> None:
    names = ("Ann\u200b", "李小龙" * 15, "B" * 60, "B" * 59 + "C", "e\u0301" * 30)
    variant = load_variant("abbott")
    round_ = deal(variant, [name.replace("\u200b", "") for name in names], seed=1, dealer="B" * 60)
    record = RoundReplay(1, round_, "red\x1b[2J" * 300, "\x1b]0;x\x07 a\u202eb\r\n" + "w" * 900)
    game = game_of(variant, [at_random(record, random.Random(1), 20)], "\x1b[31mtitle\n\n" + "t" * 300)
    game.overrides = {"expulsion.layout": "5\x00" + "9" * 200}
    game.warnings = ["careful\x1b" + "!" * 500]
    record.findings.append(Finding("x", Place("a\x1bb.yaml", 3, 4), "odd \x9b text " * 90))
    for width in WIDTHS:
        for plain in (False, True):
            text = transcript(game, width=width, ascii=plain)
            assert [line for line in text.split("\n") if cells(line) > width] == []
            assert all(character == "\n" or character.isprintable() for character in text)


def test_a_stopped_game_says_where_and_a_seat_is_not_told_why(snapshot: SnapshotAssertion) -> None:
    game = forecaster()
    record = game.rounds[0]
    record.stopped_by = Finding("move/not-in-hand", Place("g.yaml", 9, 1), "Dan play 2S: Dan does not have 2S")
    record.findings.append(record.stopped_by)
    game.findings.append(record.stopped_by)
    text = transcript(game)
    assert "here the game stops: g.yaml:9:1: Dan play 2S: Dan does not have 2S" in " ".join(text.split())
    assert text.count("g.yaml:9:1") == 1
    as_bob = transcript(game, seat="Bob")
    assert as_bob == snapshot
    assert "not have" not in as_bob
