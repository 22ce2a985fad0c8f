"""The score-keeper puts right what was typed, a wrong starter or an early mistake, and is told the rule."""

from __future__ import annotations

import errno
import os
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from eleusis.doors.terminal.setting_up import Arrangement
from eleusis.doors.terminal.typed_line import read_fix, read_turn
from eleusis.game.moves import Judge, Play
from eleusis.ground.cards import PACK, cards, text_of
from eleusis.ground.errors import IllegalMove, NotationError, ScriptError
from eleusis.record.gamefile.appending import GrowingFile
from eleusis.record.gamefile.reading import load_game
from eleusis.record.replaying.replay import replay
from eleusis.secret.library import find_rule
from eleusis.table.fixing import Amendment, Fix, plan_fix, plan_rule
from eleusis.table.game_table import Table, play_on, resume
from eleusis.words.page.ink import PLAIN
from eleusis.words.page.telling import Page
from eleusis.words.page.transcript import page_of
from tests.sittings import FakeTerminal, seated, sit, sit_at

PLAYERS = "Ann,Ben,Cleo,Dan"


def keep(
    path: Path, typed: str, variant: str = "abbott", *, rounds: int | None = None, overrides: Sequence[str] = ()
) -> str:
    """A real table of which the score is kept; what was said."""
    path.unlink(missing_ok=True)
    plan = Arrangement(dealer="Ann", by_hand=True, rounds=rounds, pace=0)
    return sit(seated(path, PLAYERS, variant, overrides=overrides), typed.replace("; ", "\n") + "\n", plan)[0]


def moves_of(path: Path) -> list[str]:
    """The lines of the last round as they stand, blanks run together."""
    return [" ".join(row.split()) for row in path.read_text().rpartition("moves: |\n")[2].splitlines()]


# A wrong turn


def test_a_turn_is_typed_once_more_and_stands_in_the_place_of_the_old_one(tmp_path: Path) -> None:
    """Given two turns of which the first was another card and verdict, when it is fixed, then its lines say so."""
    path = tmp_path / "g.yaml"
    said = keep(path, "10c; 5s r; 4d 6c w; fix 1 5h w; 7h r")
    assert "turn 1 is now: Ben plays 5♥ · wrong · draws 2" in said
    assert moves_of(path) == [
        "Ben play 5H",
        "Ann judge wrong",
        "Cleo play 4D 6C",
        "Ann judge wrong",
        "Dan play 7H",
        "Ann judge right",
    ]
    (game,) = replay(path)
    assert game.findings == []
    assert [len(hand) for hand in game.rounds[0].hands.values()] == [15, 16, 13]


@pytest.mark.parametrize(
    ("fix", "lines"),
    [
        ("fix 2 4d w", ["Cleo play 4D", "Ann judge wrong"]),
        ("FIX 2 6♦, 7♦ Right", ["Cleo play 6D 7D", "Ann judge right"]),
        ("fix turn 2 Cleo 9d r", ["Cleo play 9D", "Ann judge right"]),
        ("fix 2 np", ["Cleo no-play"]),
        ("fix 2 no play w 9h", ["Cleo no-play", "Ann judge wrong 9H"]),
        ("fix 2 6d;r;declare", ["Cleo play 6D", "Ann judge right", "Cleo declare"]),
    ],
)
def test_the_whole_turn_is_read_as_at_the_table(tmp_path: Path, fix: str, lines: list[str]) -> None:
    path = tmp_path / "g.yaml"
    keep(path, f"10c; 5s r; 4d r; {fix}; y")
    assert moves_of(path) == ["Ben play 5S", "Ann judge right", *lines]
    assert next(iter(replay(path))).findings == []


def test_fix_and_a_number_show_what_stands_there_and_how_to_put_it_right(tmp_path: Path) -> None:
    said = keep(tmp_path / "g.yaml", "10c; 5s r; fix 1; fix starter; fix 0; fix")
    assert "turn 1: Ben plays 5♠ · right\n       Ben play 5S\n       Ann judge right\n  If that is wrong" in said
    assert said.count("The starter is 10♣.") == 2
    assert "! which turn? fix 3 5h r corrects turn 3" in said


def test_a_declaration_that_was_none_takes_the_calls_after_it_along_where_that_is_meant(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    typed = "10c; 5s r; 4d w; declare; 7h; r; r; fix 2 4d w; {}"
    said = keep(path, typed.format("y"))
    assert "  it no longer has: Cleo declare\n  turn 3 becomes: Dan plays 7♥ · right\nKeep this?" in said
    assert moves_of(path)[4:] == ["Dan play 7H", "Ann judge right"]
    assert next(iter(replay(path))).findings == []
    said = keep(path, typed.format(""))
    assert "nothing has been changed" in said
    assert "Cleo declare" in moves_of(path)


def test_under_a_prophet_the_call_is_typed_before_the_verdict(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    turns = "10c; 5s r; 4d w; declare; 7h; r; r"
    keep(path, f"{turns}; fix 3 7h;w;r")
    assert "Cleo call wrong" in moves_of(path)
    said = keep(path, f"{turns}; 8h; w; w; fix 3 7h r; fix 3 7h")
    assert "! that turn can't have been like that: Ann can't judge now: Cleo has to call Dan's play first" in said
    assert (
        "! type the whole turn and no other, the cards (or np), the call of Cleo, and the verdict: fix 3 5h; w"
        in said
    )
    said = keep(path, "10c; 5s r; fix 1 5s;w;r")
    assert "! that turn can't have been like that: " in said


@pytest.mark.parametrize(
    ("typed", "moves"),
    [
        ("7d 8d r r", ["Dan play 7D 8D", "Cleo call right", "Ann judge right"]),
        ("7d 8d r w", ["Dan play 7D 8D", "Cleo call right", "Ann judge wrong"]),
        ("np w 9h w 9h", ["Dan no-play", "Cleo call wrong 9H", "Ann judge wrong 9H"]),
    ],
)
def test_under_a_prophet_call_and_verdict_may_stand_behind_the_cards(
    tmp_path: Path, typed: str, moves: list[str]
) -> None:
    path = tmp_path / "g.yaml"
    keep(path, f"10c; 5s r; 4d w; declare; {typed}")
    assert moves_of(path)[-3:] == moves


def test_a_turn_that_was_typed_twice_goes_and_the_later_ones_move_up(tmp_path: Path) -> None:
    """Given Ben's turn typed twice, so that all later ones stand with the wrong player, when it is taken out."""
    path = tmp_path / "g.yaml"
    said = keep(path, "10c; 5s r; 5s r; 4d w; 7h r; declare; fix 2 nothing; y; 8h")
    assert "turn 2 is gone" in said
    assert "turn 2 goes" in said
    assert "turn 2 becomes: Cleo plays 4♦ · wrong · draws 2" in said
    assert moves_of(path) == [
        "Ben play 5S",
        "Ann judge right",
        "Cleo play 4D",
        "Ann judge wrong",
        "Dan play 7H",
        "Ann judge right",
        "Dan declare",
        "Ben play 8H",
    ]


def test_a_guess_and_its_verdict_are_put_right(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    keep(path, '10c; 5s r; guess red; w; 4d w; fix 1 5s r;guess "black # not red";w', "express")
    assert 'Ben guess "black # not red"' in moves_of(path)
    said = keep(path, "10c; 5s r; guess red; w; 4d w; fix 1 5s r; y", "express")
    assert '  it no longer has: Ben guess "red"\n' in said
    assert moves_of(path)[2:] == ["Cleo play 4D", "Ann judge wrong"]
    keep(path, "10c; 5s r; guess red; w; fix 1 5s r;guess red;r; y", "express")
    assert next(iter(replay(path))).rounds[0].ended == "right guess"


def test_a_fix_after_which_a_later_move_is_impossible_is_refused_by_its_turn(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    keep(path, "10c; 5s r; 4d w; declare; 7h; r; r; 8h; r; r; fix 3 7h;r;w; y")
    assert moves_of(path)[7:] == ["Ann judge wrong", "Ben play 8H", "Ann judge right"], "the prophet is overthrown"
    said = keep(path, "10c; 5s r; 4d w; 7h r; fix 1 5s r;declare")
    assert "! turn 2 would no longer be possible: " in said
    assert "Put that right first, or undo back to it: fix 2" in said
    assert "Ben declare" not in moves_of(path)


def test_once_the_game_is_over_an_early_turn_is_put_right_as_before(tmp_path: Path) -> None:
    """Given a prophet's turns, when one is put right, then `stop` before it makes no difference."""
    typed = ["10c", "5s r", "4d 6c w", "declare", "np", "w 9h", "w 9h"]
    typed += ["7h", "r", "r", "5c", "r", "r", "10s", "r", "r"]
    moves = []
    for number, stop in enumerate(([], ["stop", "y"])):
        path = tmp_path / f"{number}.yaml"
        desk = FakeTerminal([*typed, *stop, "fix 4 7h;r;w", "y", *([] if stop else ["quit"])])
        sit_at(desk, seated(path, PLAYERS, "abbott"), Arrangement(dealer="Ann", by_hand=True, pace=0))
        assert "turn 4 is now: " in desk.seen
        moves.append(moves_of(path))
    assert [row for row in moves[1] if row and "stopped" not in row] == moves[0]


# A forgotten turn


def test_a_forgotten_turn_is_put_in_and_the_later_ones_are_the_next_players(tmp_path: Path) -> None:
    """Given three turns, when one is put in before the second, then the later ones move on by one player."""
    path = tmp_path / "g.yaml"
    said = keep(path, "10c; 5s r; 4d 6c w; 7h r; declare; fix before 2 9d w; y; 8h")
    assert "turn 2 is put in: Cleo plays 9♦ · wrong · draws 2\n  turn 3 becomes: Dan plays 4♦ 6♣" in said
    assert "turn 2 has been put in: Cleo plays 9♦" in said
    assert moves_of(path) == [
        "Ben play 5S",
        "Ann judge right",
        "Cleo play 9D",
        "Ann judge wrong",
        "Dan play 4D 6C",
        "Ann judge wrong",
        "Ben play 7H",
        "Ann judge right",
        "Ben declare",
        "Cleo play 8H",
    ]
    (game,) = replay(path)
    assert game.findings == []
    assert [len(hand) for hand in game.rounds[0].hands.values()] == [12, 14, 16]


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("fix before 1 3c r", ["Ben play 3C", "Ann judge right", "Cleo play 5S"]),
        ("fix before turn 1 Ben np w 3c", ["Ben no-play", "Ann judge wrong 3C"]),
        ('fix after 1 "Cleo" 3c 4c w', ["Cleo play 3C 4C", "Dan play 4D"]),
        ("FIX AFTER 2, dan 3C, WRONG;declare", ["Dan play 3C", "Dan declare"]),
        ("fix before 3 3c r", ["Dan play 3C", "Ann judge right"]),
    ],
)
def test_a_turn_can_be_put_in_anywhere(tmp_path: Path, typed: str, lines: list[str]) -> None:
    path = tmp_path / "g.yaml"
    keep(path, f"10c; 5s r; 4d w; {typed}; y")
    assert set(lines) <= set(moves_of(path))
    (game,) = replay(path)
    assert not game.findings
    assert sum(step.move.verb in ("play", "no-play") for step in game.rounds[0].steps) == 3


def test_a_turn_that_is_put_in_under_a_prophet_has_a_call(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    said = keep(path, "10c; 5s r; 4d w; declare; 7h; r; r; 8h; w; w; fix before 4 9h; fix before 4 9h;w;w; y")
    assert "! type the whole turn and no other, the cards (or np), the call of Cleo" in said
    assert moves_of(path)[8:12] == ["Ben play 9H", "Cleo call wrong", "Ann judge wrong", "Dan play 8H"]
    assert next(iter(replay(path))).findings == []


def test_a_guess_may_come_with_a_turn_that_is_put_in(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    keep(path, "10c; 5s r; guess red; w; 4d w; fix before 1 9c r;guess black;w; y", "express")
    assert moves_of(path)[2:6] == ['Ben guess "black"', "Ann judge wrong", "Cleo play 5S", "Ann judge right"]
    assert 'Cleo guess "red"' in moves_of(path)


def test_a_turn_may_be_put_in_or_taken_out_while_a_verdict_is_awaited(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    said = keep(
        path, "10c; 5s r; 4d; fix after 2 3c w; fix before 2 3c w; y; fix 3 nothing; 9d; r; undo; undo; 2d w"
    )
    assert "! that turn can't have been played there: " in said
    assert moves_of(path)[2:] == [
        "Cleo play 3C",
        "Ann judge wrong",
        "Dan play 9D",
        "Ann judge right",
        "Ann undo",
        "Dan undo",
        "Dan play 2D",
        "Ann judge wrong",
    ]


# An earlier round


def two_rounds(path: Path, typed: str) -> str:
    """A first round that Ben ends with one card, and a second that has begun; what was said."""
    return keep(path, f"10c; 2c r; 7h; 5s w; {typed}", overrides=["deal.hand=1"])


@pytest.mark.parametrize(
    "typed", ["fix 1.1 2h r", "fix round 1 turn 1 2h r", "fix round 1, 1 Ben 2h r", "FIX turn 1.1 2h right"]
)
def test_an_earlier_round_is_put_right_too(tmp_path: Path, typed: str) -> None:
    path = tmp_path / "g.yaml"
    said = two_rounds(path, f"{typed}; 9h r")
    assert "turn 1 of round 1 is now: Ben plays 2♥ · right · Ben is out of cards" in said
    text = path.read_text()
    assert "Ben play 2H\n      Ann judge right\n  - dealer: Ben" in text
    assert text.endswith("      Cleo play 5S\n      Ben judge wrong\n      Dan play 9H\n      Ben judge right\n")
    assert next(iter(replay(path))).findings == []


def test_the_scores_of_an_earlier_round_are_asked_about_and_reckoned_anew(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    said = two_rounds(path, "fix round 1 starter 9c; y; score; fix before 1.1 3c w; n; fix 1.starter 9d; score")
    assert "turn 1 becomes: Dan plays 2♣ · right · Dan is out of cards" in said
    assert "the scores of the round become: Ben 0, not 5; Dan 5, not 0" in said
    assert "the starter of round 1 is now: 9♣" in said
    assert said.count("  Dan   5      5\n") == 2
    assert "turn 2 becomes: Ben plays 2♣ · right · Ben is out of cards" in said
    assert "    starter: 9D\n" in path.read_text()
    assert "    starter: 7H\n" in path.read_text()


def test_a_round_is_shown_by_its_number_and_its_rule_can_be_told(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    said = two_rounds(path, "fix round 1; fix 1.1; fix round 1 starter; fix round 1 rule; fix round 1 rule red; y")
    assert "Round 1: Ann deals, starter 10♣\n  1  Ben plays 2♣  right · Ben is out of cards\n" in said
    assert "turn 1 of round 1: Ben plays 2♣" in said
    assert "type the whole turn once more: fix 1.1 5h r" in said
    assert "The starter of round 1 is 10♣." in said
    assert "! the rule has not been revealed yet; type it as fix round 1 rule if last.odd" in said
    assert "turn 1: Ann said right, but by the rule 2♣ is wrong" in said
    assert "the rule of round 1 is now: red" in said
    assert [entry.rule_ref for entry in load_game(path).rounds] == ["red", None]


@pytest.mark.parametrize(
    "first",
    [
        '  - {dealer: Ann, starter: 10C, hands: unknown, moves: "Ben play 2C\\nAnn judge right"}\n',
        "  - dealer: Ann\n    starter: 10C\n    hands: unknown\n    moves: >\n      Ben play 2C\n\n"
        "      Ann judge right\n",
        "  -\n    dealer: Ann\n    hands: unknown\n    moves: |-\n      Ben play 2C  => right\n\n"
        "      Ann judge right\n    starter:\n    - 10C\n    # last\n",
        "  - dealer: Ann\n    starter: 10C\n    hands: unknown\n    moves: |\n      Ben play 3C\n      Ben undo\n"
        "      Ben play 2C\n      Ann judge right\n",
    ],
)
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_an_earlier_round_of_ones_own_hand_is_put_right(tmp_path: Path, first: str, ends: str) -> None:
    path = tmp_path / "g.yaml"
    two_rounds(path, "")
    head, _, rest = path.read_text().partition("  - dealer: Ann\n")
    text = f"{head}{first}  - dealer: Ben\n{rest.partition('  - dealer: Ben' + chr(10))[2]}"
    path.write_bytes(text.replace("\n", ends).encode())
    table, _ = resume(path)
    sit(table, "fix before 1.1 3c w\ny\nfix round 1 starter 9d\ny\n9h r\n", Arrangement(pace=0))
    written = load_game(path).rounds
    assert [line.move.text for line in written[1].lines][-2:] == ["play 9H", "judge right"]
    assert [step.move.text for step in next(iter(replay(path))).rounds[0].steps][:2] == ["play 3C", "judge wrong"]
    assert written[0].starter == tuple(cards("9d"))


# A wrong starter


def test_a_wrong_starter_is_put_right_in_place(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    said = keep(path, "10c; 5s r; fix starter 10h; fix starter 10h")
    assert "the starter is now: 10♥" in said
    assert "nothing to correct" in said
    assert "    starter: 10H\n" in path.read_text()
    assert next(iter(replay(path))).rounds[0].starter[0].text == "10H"


def test_a_file_of_ones_own_is_written_anew_with_what_it_says(tmp_path: Path) -> None:
    """Given a file with comments, facts and another layout, when it is fixed, then only the comments go."""
    path = tmp_path / "g.yaml"
    keep(path, "10c; 5s r")
    text = path.read_text().replace("starter: 10C", "starter: >\n      10C")
    path.write_text(
        f"# mine\n{text.replace('Ann judge right', 'Ann judge right  => right  # first')}      # the end\n"
    )
    table, _ = resume(path)
    sit(table, "4d w\nfix 2 5h w\nfix starter 10h\n", Arrangement(pace=0))
    assert moves_of(path) == ["Ben play 5S", "Ann judge right => right # first", "Cleo play 5H", "Ann judge wrong"]
    assert "# mine" not in path.read_text()
    assert load_game(path).rounds[0].starter == tuple(cards("10h"))


# The rule, told afterwards


def test_the_rule_that_is_told_stands_in_the_file_and_the_verdicts_are_held_against_it(tmp_path: Path) -> None:
    """Given three verdicts, one against the rule, when that is told, then the one is named, and nothing is lost."""
    path = tmp_path / "g.yaml"
    typed = '10c; 5s r; 4d w; 7s w; rule "if last.black then black else red"; {}; quit'
    said = keep(path, typed.format("y"))
    assert "turn 3: Ann said wrong, but by the rule 7♠ is right" in said
    assert (
        '    rule: "if last.black then black else red"\n' in path.read_text()
        or "rule: if last.black" in path.read_text()
    )
    (game,) = replay(path)
    assert [finding.code for finding in game.findings] == ["misjudged"], "what the dealer said stands"
    keep(path, typed.format("n"))
    assert "rule" not in path.read_text()
    said = keep(path, typed.format("y").replace("7s w", "7s r"))
    assert "no verdict contradicts it" in said
    assert next(iter(replay(path))).findings == []


# At a table with a rule


def test_what_the_dealer_says_wins_over_the_rule_that_was_told(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    said = keep(path, "10c; rule red; 5s r; 4d r; 7h; fix 3 7h w; y")
    assert "can't judge now" not in said
    assert "turn 3: Ann said wrong, but by the rule 7♥ is right" in said
    assert moves_of(path) == [
        "Ben play 5S",
        "Ann judge right",
        "Cleo play 4D",
        "Ann judge right",
        "Dan play 7H",
        "Ann judge wrong",
    ]
    assert [finding.place.line for finding in next(iter(replay(path))).findings] == [12, 16]


def test_what_is_said_in_english_at_the_table_is_seen_as_it_is_read(tmp_path: Path) -> None:
    """Given a guess, then it may stay as it was said; given the told rule, then a reading of it is picked."""
    path = tmp_path / "g.yaml"
    typed = ["10c", "5s r", "guess the same suit", "2", "w", "rule one higher", ""]
    typed += ["rule the colours alternate", "1", "y", "quit"]
    desk = FakeTerminal(typed)
    sit_at(desk, seated(path, PLAYERS, "express"), Arrangement(dealer="Ann", by_hand=True, pace=0))
    assert 'Ben guess "the same suit"' in moves_of(path)
    assert 'rule: "color != last.color"' in path.read_text()
    assert desk.seen.count("can be read like this") == 2


@pytest.mark.parametrize(
    ("typed", "verdicts"),
    [
        ("rule red; 5h w; undo; Cleo 4d", [True, True]),
        ("rule red; 5h w; undo; w; y; 4d w", [False, False]),
        ("rule red; 5h w; undo; undo; 4d; 5d", [True, True]),
        ("5h w; undo; rule red; y; 4d", [True, True]),
        ("5h; undo; fix starter 9c; y; rule red; 4d", [True]),
        ("5h w; undo; undo; fix starter 9c; y; 4d r", [True]),
    ],
)
def test_what_was_taken_back_leaves_a_file_that_goes_on_as_the_table_does(
    tmp_path: Path, typed: str, verdicts: list[bool]
) -> None:
    """Given a verdict that is taken back, when the rule or a person judges anew, then so it is replayed."""
    path = tmp_path / "g.yaml"
    keep(path, f"10c; {typed}")
    (game,) = replay(path)
    assert game.rounds[0].stopped_by is None
    assert [step.move.right for step in game.rounds[0].steps if isinstance(step.move, Judge)] == verdicts
    resume(path)[0].close()


# Nothing is lost


def test_a_game_with_fixes_goes_on_after_it_was_left(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    keep(path, "10c; 5s r; fix 1 5h r; fix starter 10h; rule red; n; rule black or red")
    table, dropped = resume(path)
    assert not dropped
    said, _ = sit(table, "fix 1\n4d w\nfix 2 4h w\ny\n", Arrangement(pace=0))
    assert "turn 1: Ben plays 5♥ · right" in said
    assert "by the rule 4♦ is right; the dealer's word counts" in said
    assert moves_of(path)[2] == "Cleo play 4H"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("fix", "which turn?"),
        ("fix x 5h", "which turn?"),
        ("fix 99999 r", "which turn?"),
        ("fix -1 r", "which turn?"),
        ("fix ٣ r", "which turn?"),
        ("fix 2 5h r", "there is no turn 2 yet"),
        ("fix 1 5h 5h 5h 5h 5h", "that turn can't have been like that"),
        ("fix 1 ??", "is not a card"),
        ("fix 1 \x1b[31m", "is not a card"),
        ("fix 1 log", "isn't part of a turn"),
        ("fix 1 w", "type the whole turn and no other, the cards (or np), and the verdict: fix 1 5h r"),
        ("fix 1 declare", "type the whole turn and no other"),
        ("fix 1 5h r;6h r", "type the whole turn and no other"),
        ("fix 1 5h r w", "is not a card"),
        ("fix 1 np w 9h 9d", "is one word too many here"),
        ("fix 1 Zoe declare", "players: Ann, Ben, Cleo, Dan"),
        ("fix 1 Cleo 5h", "that turn can't have been like that: Cleo can't play now: it is Ben's turn"),
        ("fix before", "which turn?"),
        ("fix before 3 5h r", "there is no turn 3 yet"),
        ("fix before starter 5h r", "which turn?"),
        ("fix before round 1", "which turn?"),
        ("fix after after 1 5h r", "which turn?"),
        ("fix before 1", "what was played?"),
        ("fix before 1 r", "type the whole turn and no other"),
        (
            "fix before 1 5h",
            "type the whole turn and no other, the cards (or np), and the verdict: fix before 1 5h r",
        ),
        ("fix before 1 5h;r;w", "that turn can't have been played there: "),
        ("fix before 1 nothing", "is not a card"),
        ("fix before 1 5h r;guess red;w", "that turn can't have been played there: "),
        ("fix before 1 Cleo 5h r", "Cleo can't play now: it is Ben's turn"),
        ("fix after 1 5h 5h 5h 5h 5h r", "that turn can't have been played there: "),
        ("fix after 9999 5h r", "there is no turn 10000 yet"),
        ("fix round", "which round? Type its number"),
        ("fix turn", "which turn?"),
        ("fix round x 1", "which round? Type its number"),
        ("fix 2.1 5h r", "there is no round 2: this is round 1"),
        ("fix 0.1 5h r", "there is no round 0: this is round 1"),
        ("fix 1.2 5h r", "there is no turn 2 yet"),
        ("fix 1.1.1 r", "which turn?"),
        ("fix round 1 1.1 r", "which turn?"),
        ("fix 1. r", "which turn?"),
        ("fix round 1 rule", "the rule has not been revealed yet; type it as rule if"),
        ("fix round 1 starter r", "is not a card"),
        ("fix starter", "The starter is"),
        ("fix starter r", "is not a card"),
        ("fix starter np", "is not a card"),
        ("fix starter 9c r", "is not a card"),
        ("fix starter 9c 9c 9c", "! 3 copies of 9♣"),
        ("fix 1 5s r;guess " + "x" * 2001, "that is too long"),
        ("rule", "the rule has not been revealed"),
        ("rule if", "the rule ends where"),
        ("rule \x1b]0;x\x07", "rule"),
        ('rule "', "rule"),
    ],
)
def test_what_cannot_be_is_told_in_one_line_and_nothing_changes(tmp_path: Path, typed: str, said: str) -> None:
    path = tmp_path / "g.yaml"
    out = keep(path, "10c; 5s r; " + typed)
    assert said in out
    assert "\x1b" not in out
    assert max(map(len, out.splitlines())) < 420
    assert path.read_text().endswith(
        "    starter: 10C\n    hands: unknown\n    moves: |\n      Ben play 5S\n      Ann judge right\n"
    )


# Any game, put right at random


@pytest.fixture
def quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that need not be waited for."""
    monkeypatch.setattr(os, "fsync", lambda handle: None)


BOTS = "Ann:random,Ben:random(no_plays=0.2, declares=0.3),Cleo:knower(skill=0.5),Dan:random(declares=0.3)"


def by_hand(path: Path, variant: str, seed: int, rounds: int = 1) -> Table:
    """A game of bots, kept as if it had been played with real cards; its last round is not over."""
    played, table = seated(None, BOTS, variant, seed), seated(path, PLAYERS, variant, seed)
    for number, dealer in enumerate(("Ann", "Ben", "Cleo")[:rounds]):
        rule = find_rule(random.Random(seed + number).choice(["red", "color != last.color", "rank >= last.rank"]))
        played.begin_round(dealer, rule)
        play_on(played)
        table.begin_round(dealer, None, starter=played.now.starter, unknown=True)
        moves = [step.move for step in played.now.steps]
        for move in moves if number + 1 < rounds else moves[: 20 + seed % 40]:
            table.step(move)
    return table


def state_of(table: Table) -> object:
    """What a table shows: every move with what followed, the hands, the scores."""
    rounds = [([(step.move, step.events) for step in now.steps], now.hands, now.scores) for now in table.rounds]
    return rounds, table.match.totals, table.match.sums


def page_at(table: Table) -> Page:
    return page_of(table.players, table.variant, 80, PLAIN, None)


def plan(table: Table, typed: str) -> Amendment | None:
    """What becomes of the game by what is typed behind `fix`."""
    fix = read_fix(typed)
    if isinstance(fix, Fix):
        return plan_fix(table, fix, read_turn, page_at(table))
    return plan_rule(table, fix, page_at(table))


def fix_at_random(chance: random.Random, turns: int, number: int) -> str:
    """Something that may have been otherwise in a round, as it is typed behind `fix`."""
    turn, verdict = chance.randint(1, max(turns, 1)), chance.choice("rw")
    played = [card.text for card in chance.sample(PACK, chance.choice([1, 1, 1, 2]))]
    whole = chance.choice([" ".join(played), "np"])
    said = f"{whole} {verdict} {played[0]}" if whole == "np" and verdict == "w" else f"{whole} {verdict}"
    more = chance.choice(["", ";declare", ";Ben declare", ';guess "red # => \\";";w'])
    return chance.choice(
        [
            f"{number}.{turn} {said}{more}",
            f"{number}.{turn} {whole};{chance.choice('rw')};{verdict}",
            f"{number}.{turn} nothing",
            f"before {number}.{turn} {said}{more}",
            f"after {number}.{turn} {whole};{chance.choice('rw')};{verdict}",
            f"{number}.starter {played[0]}",
            f"round {number} rule {chance.choice(['red', 'color != last.color'])}",
        ]
    )


@pytest.mark.usefixtures("quick_disk")
@pytest.mark.parametrize("variant", ["abbott", "guyton", "express", "abril"])
@pytest.mark.parametrize(
    "seeds", [range(3), pytest.param(range(3, 60), marks=pytest.mark.soak)], ids=["few", "many"]
)
def test_whatever_is_put_right_the_file_is_what_the_table_shows(tmp_path: Path, variant: str, seeds: range) -> None:
    """Given any game of real cards, when any turn is put right, then file, table and resumed table are the same."""
    done = 0
    for seed in seeds:
        path, chance = tmp_path / f"{seed}.yaml", random.Random(seed)
        table = by_hand(path, variant, seed, 1 + seed % 3)
        for _ in range(6):
            before, text = state_of(table), path.read_text()
            number = chance.randint(1, len(table.rounds))
            steps = table.rounds[number - 1].steps
            turns = sum(step.move.verb in ("play", "no-play") for step in steps)
            try:
                amendment = plan(table, fix_at_random(chance, turns, number))
            except (IllegalMove, NotationError):
                amendment = None
            if amendment is None:
                assert (state_of(table), path.read_text()) == (before, text)
                continue
            table.amend(amendment.text)
            done += 1
            (game,) = replay(path)
            assert all(record.stopped_by is None for record in game.rounds)
            assert all(record.ended for record in game.rounds[:-1])
            table.close()
            again, _ = resume(path)
            assert state_of(again) == state_of(table)
            table = again
        table.close()
    assert done >= len(seeds)


@pytest.mark.usefixtures("quick_disk")
@pytest.mark.parametrize("seed", range(3))
def test_a_turn_taken_out_and_put_in_again_is_as_it_was(tmp_path: Path, seed: int) -> None:
    """Given a game without a prophet, when a turn is taken out and put in again, then all is the same."""
    table = by_hand(tmp_path / "g.yaml", "express", seed)
    before, done = state_of(table), 0
    plays = [step.move for step in table.now.steps if isinstance(step.move, Play)]
    for number, move in enumerate(plays[:8], 1):
        after = table.now.steps[[step.move for step in table.now.steps].index(move) + 1].move
        assert isinstance(after, Judge)
        if after.right:  # then a guess may go with it
            continue
        try:
            amendment = plan(table, f"{number} nothing")
        except IllegalMove:
            continue
        assert amendment is not None
        table.amend(amendment.text)
        amendment = plan(table, f"before {number} {text_of(move.cards)} w")
        assert amendment is not None
        table.amend(amendment.text)
        assert state_of(table) == before
        done += 1
    assert done
    table.close()


# Killed at any moment


def put_right(path: Path, typed: str) -> None:
    """Puts a turn of the game in a file right."""
    table, _ = resume(path)
    amendment = plan(table, typed)
    assert amendment is not None
    table.amend(amendment.text)
    table.close()


STEPS = ["write", "fchmod", "fsync", "replace", "close"]
FIXES = [
    ("2.1 8c w", "Cleo play 8C"),
    ("before 2.1 6s w", "Cleo play 6S"),
    ("2.2 nothing", "Dan play 10H"),
    ("1.1 2h r", "Ben play 2H"),
]
KILLS = [
    pytest.param(*fix, step, when, marks=() if (number + place) % len(FIXES) == 0 else pytest.mark.soak)
    for number, fix in enumerate(FIXES)
    for place, (step, when) in enumerate((step, when) for step in STEPS for when in ("before", "after"))
]


@pytest.mark.parametrize(("typed", "row", "step", "when"), KILLS)
def test_a_kill_at_any_step_leaves_the_old_file_or_the_new(
    tmp_path: Path, typed: str, row: str, step: str, when: str
) -> None:
    """Given a turn that is put right, put in or taken out, also in an earlier round, when all is cut off."""
    path = tmp_path / "g.yaml"
    keep(path, "10c; 2c r; 7h; 8h w; 9h w; 10h w", overrides=["deal.hand=1"])
    old = path.read_bytes()
    child = os.fork()
    if not child:
        try:
            real = getattr(os, step)

            def die(*args: object, **more: object) -> None:
                if when == "after":
                    real(*((args[0], args[1][:100]) if step == "write" else args), **more)  # type: ignore[index]
                os._exit(7)

            original = GrowingFile._write_beside

            def beside(*args: object) -> int:
                setattr(os, step, die)
                return original(*args)  # type: ignore[arg-type]

            GrowingFile._write_beside = beside  # type: ignore[assignment,method-assign]
            put_right(path, typed)
        finally:
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    gone = step == "close" or (step == "replace" and when == "after")
    assert (path.read_bytes() != old) == gone
    assert len(load_game(path).rounds[1].lines) in ((6, 4, 8) if gone else (6,))
    if not gone:
        put_right(path, typed)
    assert row in path.read_text()
    assert [entry.name for entry in tmp_path.iterdir()] == ["g.yaml"], "what the kill left is gone"


@pytest.mark.parametrize("step", STEPS[:-1])
def test_where_the_disk_fails_the_table_goes_on_with_the_old_file(
    tmp_path: Path, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "g.yaml"
    keep(path, "10c; 5s r; 4d w")
    old = path.read_bytes()
    table, _ = resume(path)

    def fail(*args: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    amendment = plan(table, "1 5h r")
    assert amendment is not None
    with monkeypatch.context() as patch:
        patch.setattr(os, step, fail)
        with pytest.raises(ScriptError, match="no space left on device"):
            table.amend(amendment.text)
    assert path.read_bytes() == old
    assert [entry.name for entry in tmp_path.iterdir()] == ["g.yaml"]
    said, _ = sit(table, "7h r\n", Arrangement(pace=0))
    assert "3  Dan plays 7♥" in said
    assert path.read_bytes() == old + b"      Dan play 7H\n      Ann judge right\n"


def test_the_new_file_is_as_private_and_as_locked_and_a_link_stays_one(tmp_path: Path) -> None:
    path, link = tmp_path / "real.yaml", tmp_path / "g.yaml"
    keep(path, "10c; 5s r")
    path.chmod(0o640)
    link.symlink_to(path)
    table, _ = resume(link)
    amendment = plan(table, "1 5h r")
    assert amendment is not None
    table.amend(amendment.text)
    assert link.is_symlink()
    assert path.stat().st_mode & 0o777 == 0o640
    with pytest.raises(ScriptError, match="another sitting"):
        resume(path)
    path.write_text(path.read_text() + "# by somebody else\n")
    with pytest.raises(ScriptError, match="another program has changed"):
        plan(table, "1 5s w")
    table.close()
