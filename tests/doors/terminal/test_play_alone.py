"""`eleusis play` with one person at the table: what is asked, what the screen tells of turns and guesses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from eleusis.doors.terminal.question import Question
from eleusis.doors.terminal.screen import Look, draw_table
from eleusis.doors.terminal.table_talk import ask_move
from eleusis.record.gamefile.reading import read_game
from eleusis.secret.library import find_rule
from eleusis.variant import load_variant
from eleusis.words.page.ink import Ink
from eleusis.words.page.telling import Page
from eleusis.words.page.transcript import page_of
from tests.doors.terminal.test_play import run
from tests.helpers.sittings import FakeTerminal, play, seated, sit_at

SOLO = {"players": "Rosa,Dealer:random", "variant": "solo", "dealer": "Dealer"}


# What is asked


def test_a_game_for_two_asks_a_name_and_begins(tmp_path: Path) -> None:
    done = run(tmp_path, "Rosa\n1\nquit\n", "--variant", "solo", "--seed", "3")
    assert done.returncode == 0
    assert done.stdout.startswith("Your name? (Enter: Player)> Rosa\n\nRound 1: Dealer deals.")
    game = read_game((tmp_path / "eleusis-1.yaml").read_text())
    assert game.players == ("Rosa", "Dealer")
    assert dict(game.seats) == {"Dealer": "good"}
    assert game.rounds[0].dealer == "Dealer"
    assert game.rounds[0].rule is not None, "drawn from the library"


@pytest.mark.parametrize(
    ("players", "seats", "dealer"),
    [
        ("Rosa", ("Rosa", "Dealer"), "Dealer"),
        ("dealer", ("dealer", "Bot"), "Bot"),
        ("Ada:random", ("Ada", "Dealer"), "Dealer"),
        ("Rosa,Bob:random", ("Rosa", "Bob"), "Bob"),
        ("Bob:random,Rosa", ("Bob", "Rosa"), "Bob"),
    ],
)
def test_a_bot_deals_to_who_is_alone(tmp_path: Path, players: str, seats: tuple[str, ...], dealer: str) -> None:
    done = run(tmp_path, "quit\n", "--variant", "solo", "--players", players, "--seed", "3", "--pace", "0")
    assert done.returncode == 0
    game = read_game((tmp_path / "eleusis-1.yaml").read_text())
    assert game.players == seats
    assert game.rounds[0].dealer == dealer


def test_two_people_may_play_it_too_and_the_first_deals(tmp_path: Path) -> None:
    done = run(tmp_path, "red\n\n1\nquit\n", "--variant", "solo", "--players", "Ann,Bob", "--seed", "3")
    assert "Ann, your secret rule" in done.stdout
    assert "Bob plays 3♠" in done.stdout or "Bob plays" in done.stdout


def test_nobody_alone_keeps_score_for_a_real_table(tmp_path: Path) -> None:
    done = run(tmp_path, "", "--by-hand", "--variant", "abbott", "--players", "Rosa")
    assert done.returncode == 2
    assert "a table needs at least two people" in done.stderr


# A turn


def test_the_next_card_lets_the_guess_go_by(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    said = play(path, "1\n2\n\n3\nnp\nguess red\n4\n", rule="red", **SOLO)
    lines = [line.move.text for line in read_game(path.read_text()).rounds[0].lines]
    assert [line.split()[0] for line in lines] == ["play", "play", "pass", "play", "guess"]
    assert said.count("Rosa guesses the rule (guess …) or plays on>") >= 3
    assert "! Rosa can't say no play: in this edition it may not be said" in said


def test_what_is_at_stake_stands_above_the_table(tmp_path: Path) -> None:
    table = seated(None, SOLO["players"], "solo")
    table.begin_round("Dealer", find_rule("rank > last.rank"))
    desk = FakeTerminal(["1", "guess red", "1", "guess black", "1", "quit"])
    sit_at(desk, table)
    heads = [screen[0].strip() + " | " + screen[1].strip() for screen in desk.screens]
    assert (
        heads[0]
        == "Eleusis for one player · turn 1 of 30 | find it now: 30 points · wrong guesses: 0, the next costs 2"
    )
    assert heads[1] == heads[0], "the guess belongs to the turn"
    assert (
        heads[2]
        == "Eleusis for one player · turn 2 of 30 | find it now: 27 points · wrong guesses: 1, the next costs 2"
    )
    assert (
        heads[4]
        == "Eleusis for one player · turn 3 of 30 | find it now: 24 points · wrong guesses: 2, the next costs 2"
    )
    for screen in desk.screens[:-1]:
        rows = [line for line in screen if re.search(r"\b\d+:[\dAJQK]+[♠♥♦♣]", line)]
        assert rows, "nothing is hidden from who is alone"
        assert not any("press Enter" in line for line in screen)
    assert any(re.search(r"draws 1: [\dAJQK]+[♠♥♦♣]", line) for line in desk.screens[1])


def test_no_play_is_neither_completed_nor_said_to_be_possible(tmp_path: Path) -> None:
    table = seated(None, SOLO["players"], "solo")
    table.begin_round("Dealer", find_rule("red"))
    desk = FakeTerminal(["1", "quit"])
    words = list_words(ask_move(table, "Rosa", table_page(desk), live=True))
    assert "no-play" not in words
    assert sum(bool(re.fullmatch(r"(10|[2-9ajqk])[shdc]", word)) for word in words) >= 8
    sit_at(desk, table)
    words = list_words(ask_move(table, "Rosa", table_page(desk), live=True))
    assert "guess" in words
    assert sum(bool(re.fullmatch(r"(10|[2-9ajqk])[shdc]", word)) for word in words) >= 8


def list_words(question: Question) -> Sequence[str]:
    return question.words() if callable(question.words) else question.words


def table_page(desk: FakeTerminal) -> Page:
    return page_of(("Rosa", "Dealer"), load_variant("solo"), desk.size[0], desk.ink, "Rosa")


@pytest.mark.parametrize("width", [24, 40, 60, 80, 120])
@pytest.mark.parametrize("ink", [Ink(), Ink(colour=True), Ink(ascii=True)])
def test_the_screen_fits_its_window(width: int, ink: Ink) -> None:
    table = seated(None, SOLO["players"], "solo", overrides=["turn_limit.turns=8"])
    table.begin_round("Dealer", find_rule("black"))
    sit_at(FakeTerminal(["1", "guess red", "1", "1", "quit"]), table)
    lines = draw_table(table, Look(width, 24, ink, "Rosa"))
    assert len(lines) <= 24
    assert all(len(re.sub("\x1b\\[[0-9;]*m", "", line)) <= width for line in lines)
    text = " ".join(" ".join(lines).split())
    assert "turn 3 of 8" in text
    assert "wrong guesses: 1" in text
    assert "set aside:" in text


# The end


def test_the_last_turn_says_so_and_the_round_ends_after_it(tmp_path: Path) -> None:
    said = play(tmp_path / "g.yaml", "1\n" * 30 + "2\nguess black\n", rule="red", **SOLO)
    assert "turn 30 of 30" in said
    assert "turn 31" not in said
    assert "Rosa, a last guess? (guess …, or Enter to end the round)>" in said
    assert "! " in said.split("a last guess?")[1], "no card is played any more"
    assert "The round ends: turns played · turn 30 of 30" in said
    assert re.search(r"Rosa +12 +0 +-2 +-2 +-2 +not found · 1 wrong guess: -2", said)
