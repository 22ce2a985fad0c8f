"""`eleusis play` where players bid to be prophet, or stay as one instead of going out: who is asked, and how."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from eleusis.doors.terminal.setting_up import Arrangement
from eleusis.doors.terminal.table_talk import what_is_due
from eleusis.doors.terminal.typed_line import read_input
from eleusis.ground.errors import NotationError
from eleusis.record.gamefile.reading import read_game
from eleusis.record.replaying.replay import replay, replay_game
from eleusis.secret.library import find_rule
from eleusis.table.advice import what_now
from eleusis.table.game_table import Table
from eleusis.words.page.ink import Ink
from eleusis.words.page.scoresheet import round_table
from eleusis.words.page.transcript import page_of, transcript
from tests.sittings import FakeTerminal, go_on, seated, sit, sit_at

FIRST = "first_player={kind: left_of_dealer}"
"""Ann begins, where Dan deals."""
BIDDING = ["prophet.bidding=true"]
STAYING = ["prophet.going_out={kind: may_stay, overthrow_draw: 8}"]


def table_of(path: Path, players: str, *settings: str) -> Table:
    return seated(path, players, "matuszek-1995", overrides=[FIRST, *settings])


def plan(rule: str = "none", dealer: str = "Dan", by_hand: bool = False) -> Arrangement:
    return Arrangement(dealer=dealer, given=[] if by_hand else [find_rule(rule)], pace=0, by_hand=by_hand)


def moves(path: Path) -> list[str]:
    """The lines of the round in a file."""
    return [f"{line.move.seat} {line.move.text}" for line in read_game(path.read_text()).rounds[0].lines]


def hand_rows(screen: list[str]) -> list[str]:
    return [line for line in screen if re.match(r"^ +\d+:[\dAJQK]+[♠♥♦♣]", line)]


# Bidding


def test_each_person_is_asked_in_order_and_enter_passes(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    table = table_of(path, "Ann,Bob,Cleo,Dan:random", *BIDDING)
    desk = FakeTerminal(["", "1", "", "", "", "", "quit"])
    assert sit_at(desk, table, plan())
    asked = [screen[-1] if screen[-1] != ">" else screen[-2] for screen in desk.screens if screen[-1]]
    assert asked[:7] == [
        "Ann: press Enter to see your hand",
        "Ann plays",
        "Ann, declare as Prophet? (declare, or Enter to pass)",
        "Bob, declare as Prophet? (declare, or Enter to pass)",
        "Cleo, declare as Prophet? (declare, or Enter to pass)",
        "Bob: press Enter to see your hand",
        "Bob plays",
    ]
    shown = [bool(hand_rows(screen)) for screen in desk.screens[:7]]
    assert shown == [False, True, True, False, False, False, True], "nobody changes seats for a bid"
    assert moves(path)[1:] == ["Ann pass", "Bob pass", "Cleo pass"]


def test_a_bid_after_those_before_have_passed(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    table = table_of(path, "Ann,Bob,Cleo,Dan:random", *BIDDING)
    said, _ = sit(table, "1\n\nd\nwhy\nlog\n", plan())
    assert table.now.round.state.prophet == "Bob"
    assert moves(path)[1:] == ["Ann pass", "Bob declare"]
    assert "After each turn all who may be prophet are asked" in " ".join(said.split())


def test_bots_answer_for_themselves(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    bot = "random(declares=0,no_plays=0,strings=0)"
    said, _ = sit(table_of(path, f"Ann,Bob:{bot},Cleo:{bot},Dan:random", *BIDDING), "1\n\n\n\n1\n", plan("any"))
    assert said.count("Ann, declare as Prophet?") >= 3, "after each turn, and not after her own alone"
    assert "Bob, declare" not in said
    assert not [line for line in said.splitlines() if "pass" in line and "Enter to pass" not in line]
    passes = [line for line in moves(path) if line.endswith(" pass")]
    assert {line.split()[0] for line in passes} == {"Ann", "Bob", "Cleo"}


def test_nobody_plays_over_the_bid_of_another(tmp_path: Path) -> None:
    table = table_of(tmp_path / "g.yaml", "Ann,Bob,Cleo,Dan:random", *BIDDING)
    said, _ = sit(table, "1\nBob play 5h\n\n1\nCleo declare\nundo\n", plan())
    assert "! before Bob plays, Ann is asked to declare" in said
    assert "! before Bob plays, Cleo is asked to declare" in said
    assert "! Cleo may not declare: Bob is asked first" in said
    assert "Ann takes back: pass" in said
    assert table.now.round.to_act == "Ann"


def test_a_bid_is_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    table = table_of(path, "Ann,Bob,Cleo,Dan:random", *BIDDING)
    said, _ = sit(table, "1\n\ndeclare\nundo\n\n", plan())
    assert "Bob takes back: declare" in said
    assert table.now.round.state.prophet is None
    assert moves(path)[1:] == ["Ann pass", "Bob declare", "Bob undo", "Bob pass"]
    assert table.now.round.to_act == "Cleo"


@pytest.mark.parametrize("passed", range(4))
def test_a_game_left_in_the_middle_of_the_bidding_goes_on_there(tmp_path: Path, passed: int) -> None:
    path = tmp_path / "g.yaml"
    sit(table_of(path, "Ann,Bob,Cleo,Dan:random", *BIDDING), "1\n" + "\n" * passed, plan())
    _, said = go_on(path)
    asked = ["Ann, declare", "Bob, declare", "Cleo, declare", "Bob plays"][passed]
    assert asked in said.split(">")[0]
    _, said = go_on(path, "\n" * (3 - passed))
    assert "Bob plays>" in said


# At a real table


def test_by_hand_a_play_lets_all_bids_go_by_and_a_bid_those_before(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    table = table_of(path, "Ann,Bob,Cleo,Dan", *BIDDING)
    said, _ = sit(table, "10c\n5s r\n4d w\nAnn declare\n", plan(by_hand=True, dealer="Dan"))
    assert moves(path)[:4] == ["Ann play 5S", "Dan judge right", "Bob play 4D", "Dan judge wrong"]
    assert moves(path)[4:] == ["Bob pass", "Cleo pass", "Ann declare"]
    assert "Bob plays, or Ann, Bob or Cleo declares>" in said
    assert table.now.round.state.prophet == "Ann"


def test_by_hand_who_went_out_is_asked_and_enter_goes_out(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    table = table_of(path, "Ann,Bob,Cleo,Dan", *STAYING, "deal.hand=1")
    said, _ = sit(table, "10c\n5s r\n4d\nBob play 4d\n\n", plan(by_hand=True))
    assert "Ann, stay as Prophet, without a card? (declare, or Enter to go out)>" in said
    assert "! the round is over (out of cards) unless Ann declares: Bob can't play" in said
    assert "The round ends: out of cards" in said
    assert moves(path)[-1] == "Ann pass"


# Going out as prophet

STAY = """eleusis: 1
variant: {extends: matuszek-1995, prophet: {going_out: {kind: may_stay, overthrow_draw: 8}}}
players: [Ann, Bob, Cleo, Dan]
seed: 1
rounds:
  - dealer: Dan
    rule: red
    starter: AH
    hands: {Ann: 2H, Bob: 3H 4S 5S 6S, Cleo: 3D 4C 5C 6C}
    moves: |
      Ann play 2H
"""


def stay(more: str = "", text: str = STAY) -> tuple[str, list[str]]:
    """The transcript and the score sheet of the game with these lines more."""
    game = replay_game(read_game(text + more))
    page = page_of(game.players, game.variant, 120, Ink(), None)
    (record,) = game.rounds
    return transcript(game, width=120), round_table(record, page, record.scores) if record.scores else []


def test_who_stays_is_told_so_and_has_no_bonus() -> None:
    text, _ = stay("      Ann declare\n      Bob play 3H\n      Ann call right\n")
    assert re.search(r"1  Ann plays 2♥ +right · Ann is out of cards\n +Ann stays as Prophet +2 cards on", text)
    _, sheet = stay("      Ann declare\n      Bob play 3H\n      Ann call right\n    expect: {}\nstopped: true\n")
    words = " ".join(" ".join(sheet).split())
    assert (
        "Ann 0 4 +1 5 5 Prophet for 1 card: 1 right, 0 wrong · stayed without a card, no bonus for going" in words
    )


@pytest.fixture
def asked(tmp_path: Path) -> Path:
    """A game of people in which Ann has just played her last card, and is asked."""
    path = tmp_path / "g.yaml"
    settings = [*STAYING, "deal.hand=1"]
    said, left = sit(table_of(path, "Ann,Bob,Cleo,Dan:random", *settings), "1\n", plan("any"))
    assert left
    assert said.rstrip().endswith("Ann, stay as Prophet, without a card? (declare, or Enter to go out)>")
    return path


def test_who_is_asked_to_stay_is_asked_again_after_a_break(asked: Path) -> None:
    _, said = go_on(asked, "?\nwhy\n1\nBob play 5h\n")
    text = " ".join(said.split())
    assert "stay as Prophet instead of going out, and the round goes on: declare" in text
    assert "go out, which ends the round: Enter" in text
    assert "Instead of going out Ann may stay as prophet, and draws 8 cards if overthrown." in text
    assert "there is no card number 1 in this hand" in text or "isn't a card or a command" in text
    assert "! the round is over (out of cards) unless Ann declares: Bob can't play" in text


def test_who_stays_calls_from_then_on(asked: Path) -> None:
    _, said = go_on(asked, "declare\nwhy\n1\nr\n")
    text = " ".join(said.split())
    assert "Ann stays as Prophet 2 cards on the layout" in text
    assert "A player who stays has not gone out, which would have earned 4 points; Ann now calls every play" in text
    assert "Ann 0 Prophet" in text
    assert "Ann as Prophet calls the play" in text
    assert "The round ends: out of cards" in text, "Bob has played the last card"


def test_staying_is_taken_back(asked: Path) -> None:
    _, said = go_on(asked, "declare\nundo\n\n")
    assert "Ann takes back: declare" in said
    assert "The round ends: out of cards" in said


def test_both_at_once_ask_nobody_else(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    said, _ = sit(
        table_of(path, "Ann,Bob,Cleo,Dan:random", *STAYING, *BIDDING, "deal.hand=1"), "1\n\n", plan("any")
    )
    assert "Bob, declare" not in said
    assert "The round ends: out of cards" in said


# In words


def test_a_line_typed_by_hand_is_read_with_the_passes_before_it() -> None:
    text = """eleusis: 1
variant: {extends: matuszek-1995, prophet: {bidding: true}}
players: [Ann, Bob, Cleo, Dan]
rounds:
  - dealer: Dan
    starter: AH
    hands: unknown
    moves: |
      Ann play 2H
      Dan judge right
"""
    round_ = replay_game(read_game(text)).rounds[0].round
    typed = {
        line: read_input(line, round_, (), by_hand)
        for line, by_hand in (("declare", True), ("Cleo declare", True), ("Cleo d", False), ("pass", True))
    }
    assert [[f"{m.seat} {m.verb}" for m in made] for made in typed.values() if isinstance(made, list)] == [
        ["Ann declare"],
        ["Ann pass", "Bob pass", "Cleo declare"],
        ["Cleo declare"],
        ["Ann pass"],
    ]
    with pytest.raises(NotationError):
        read_input("declare now", round_, (), True)
    may, may_not = what_now(round_, "Ann")
    assert "let it go by" in may
    assert what_is_due(round_, "Ann") == "Ann, declare as Prophet? (declare, or Enter to pass)"
    assert not any(line.startswith("declare") for line in may_not)


def test_positions_say_who_is_asked() -> None:
    text = STAY.replace("prophet: {", "prophet: {bidding: true, ").replace("Ann: 2H", "Ann: 2H 9S")
    assert "Ann may declare as Prophet, before Bob plays" in transcript(replay_game(read_game(text)))
    text += "      Ann pass\n"
    assert "Bob may declare as Prophet, before Bob plays" in transcript(replay_game(read_game(text)))
    table_text = STAY.replace("moves: |", 'moves: |\n      Dan hint "look"')
    assert "Ann plays 2♥" in transcript(replay_game(read_game(table_text)))


def test_the_marker_lies_on_the_last_card_played_where_it_was_bid_for() -> None:
    text = STAY.replace("prophet: {", "prophet: {bidding: true, marker: last_mainline, ")
    text = (
        text.replace("Ann: 2H", "Ann: 2S 9S").replace("play 2H", "play 2S") + "      Ann pass\n      Bob declare\n"
    )
    assert "2♠●" in transcript(replay_game(read_game(text)))


# Cards that are set aside before the starter


def test_by_hand_what_was_turned_before_the_starter_is_asked(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    table = seated(path, "Ann,Bob,Cleo,Dan", "abril", overrides=[FIRST])
    said, _ = sit(table, "10c\n??\n4s kd\nwhy\n", plan(by_hand=True))
    assert "! cards set aside are face up" in said
    assert "set aside: 4♠ K♦" in said
    assert "4♠ K♦ were turned first and are not right: set aside, and out of play. Ann begins" in " ".join(
        said.split()
    )
    (round_,) = read_game(path.read_text()).rounds
    assert [card.text for card in round_.set_aside] == ["4S", "KD"]
    assert table.now.stock == 104 - 3 * 14 - 3
    (game,) = replay(path)
    text = transcript(game)
    assert "  set aside  4♠ K♦ · turned before it, and not right" in text
    assert "1 on the mainline · 2 set aside · 59 in the stock" in text
