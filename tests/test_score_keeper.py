"""The score-keeper puts right what was typed, a wrong starter or an early mistake, and is told the rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from eleusis.gamefile.reading import load_game
from eleusis.replaying.replay import replay
from eleusis.table.game_table import resume
from eleusis.terminal.setting_up import Arrangement
from tests.sittings import seated, sit

PLAYERS = "Ann,Ben,Cleo,Dan"


def keep(path: Path, typed: str, variant: str = "abbott", **plan: object) -> str:
    """A real table of which the score is kept; what was said."""
    path.unlink(missing_ok=True)
    arrangement = Arrangement(dealer="Ann", by_hand=True, pace=0, **plan)  # type: ignore[arg-type]  # its fields
    return sit(seated(path, PLAYERS, variant), typed.replace("; ", "\n") + "\n", arrangement)[0]


def moves_of(path: Path) -> list[str]:
    """The lines of the last round as they stand, blanks run together."""
    return [" ".join(row.split()) for row in path.read_text().rpartition("moves: |\n")[2].splitlines()]


# A wrong turn


def test_a_turn_is_put_right_in_its_line_and_the_old_one_kept_behind_it(tmp_path: Path) -> None:
    """Given two turns of which the first was another card and verdict, when it is fixed, then its lines say so."""
    path = tmp_path / "g.yaml"
    said = keep(path, "10c; 5s r; 4d 6c w; fix 1 5h w; y; 7h r")
    assert "turn 1 is now: Ben plays 5♥ · wrong · draws 2" in said
    assert moves_of(path) == [
        "Ben play 5H # was: Ben play 5S",
        "Ann judge wrong # was: Ann judge right",
        "Cleo play 4D 6C",
        "Ann judge wrong",
        "Dan play 7H",
        "Ann judge right",
    ]
    (game,) = replay(path)
    assert game.findings == []
    assert [len(hand) for hand in game.rounds[0].hands.values()] == [15, 16, 13]


@pytest.mark.parametrize(
    ("fix", "line"),
    [
        ("fix 2 w", "Ann judge wrong # was: Ann judge right"),
        ("fix 2 6d", "Cleo play 6D # was: Cleo play 4D"),
        ("FIX 2 6♦, 7♦ Right", "Cleo play 6D 7D # was: Cleo play 4D"),
        ("fix 2 np", "Cleo no-play # was: Cleo play 4D"),
        ("fix 2 no play w 9h", "Ann judge wrong 9H # was: Ann judge right"),
        ("fix 2 declare", "Cleo declare # was missing"),
    ],
)
def test_what_is_typed_of_a_turn_is_put_right_and_the_rest_stays(tmp_path: Path, fix: str, line: str) -> None:
    path = tmp_path / "g.yaml"
    keep(path, f"10c; 5s r; 4d r; {fix}")
    assert line in moves_of(path)
    assert moves_of(path)[:2] == ["Ben play 5S", "Ann judge right"]
    assert next(iter(replay(path))).findings == []


def test_fix_and_a_number_show_what_stands_there_and_how_to_put_it_right(tmp_path: Path) -> None:
    said = keep(tmp_path / "g.yaml", "10c; 5s r; fix 1; fix starter; fix 0; fix")
    assert "turn 1: Ben plays 5♠ · right\n       Ben play 5S\n       Ann judge right\n  fix 1 5h r: " in said
    assert said.count("The starter is 10♣.") == 2
    assert "! which turn? fix 3 5h r puts turn 3 right" in said


def test_a_declaration_that_was_none_takes_the_calls_after_it_along_where_that_is_meant(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    typed = "10c; 5s r; 4d w; declare; 7h; r; r; fix 2 no declare; {}"
    said = keep(path, typed.format("y"))
    assert "turn 3 is then: Dan plays 7♥ · right\nIs that so?" in said
    assert moves_of(path)[4:] == [
        "# was: Cleo declare",
        "Dan play 7H",
        "# was: Cleo call right",
        "Ann judge right",
    ]
    assert next(iter(replay(path))).findings == []
    said = keep(path, typed.format(""))
    assert "all stays as it was" in said
    assert "#" not in path.read_text()


def test_with_two_verdicts_the_first_is_the_call(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    keep(path, "10c; 5s r; 4d w; declare; 7h; r; r; fix 3 w r")
    assert "Cleo call wrong # was: Cleo call right" in moves_of(path)
    said = keep(path, "10c; 5s r; fix 1 w r")
    assert "! nobody calls in turn 1" in said


def test_a_turn_that_was_typed_twice_goes_and_the_later_ones_move_up(tmp_path: Path) -> None:
    """Given Ben's turn typed twice, so that all later ones stand with the wrong player, when it is taken out."""
    path = tmp_path / "g.yaml"
    said = keep(path, "10c; 5s r; 5s r; 4d w; 7h r; declare; fix 2 nothing; y; 8h")
    assert "turn 2 is gone" in said
    assert "turn 2 is then: Cleo plays 4♦ · wrong · draws 2" in said
    assert moves_of(path) == [
        "Ben play 5S",
        "Ann judge right",
        "# was: Cleo play 5S",
        "# was: Ann judge right",
        "Cleo play 4D # was: Dan play 4D",
        "Ann judge wrong",
        "Dan play 7H # was: Ben play 7H",
        "Ann judge right",
        "Dan declare # was: Ben declare",
        "Ben play 8H",
    ]


def test_a_guess_and_its_verdict_are_put_right(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    keep(path, '10c; 5s r; guess red; w; 4d w; fix 1 guess "black # not red"; y', "express")
    assert 'Ben guess "black # not red" # was: Ben guess "red"' in moves_of(path)
    keep(path, "10c; 5s r; guess red; w; 4d w; fix 1 no guess", "express")
    assert moves_of(path)[2:4] == ['# was: Ben guess "red"', "# was: Ann judge wrong"]
    keep(path, "10c; 5s r; 4d w; fix 1 guess w red", "express")
    assert moves_of(path)[2:4] == ['Ben guess "red" # was missing', "Ann judge wrong # was missing"]
    keep(path, "10c; 5s r; guess red; w; fix 1 guess r; y", "express")
    assert next(iter(replay(path))).rounds[0].ended == "right guess"


def test_a_fix_after_which_a_later_move_is_impossible_is_refused_by_its_turn(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    said = keep(path, "10c; 5s r; 4d w; declare; 7h; r; r; 8h; r; r; fix 3 w")
    assert "! turn 4 would not be possible then: " not in said, "the overthrown prophet's call goes"
    before = "10c; 5s r; 4d w; 7h r"
    said = keep(path, f"{before}; fix 1 declare")
    assert "! turn 2 would not be possible then: Ann judge wrong: " in said
    assert "Put that right first, or undo back to it" in said
    assert "#" not in path.read_text()


# A wrong starter


def test_a_wrong_starter_is_put_right_in_place(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    said = keep(path, "10c; 5s r; fix starter 10h; fix starter 10h")
    assert "the starter is 10♥ now" in said
    assert "nothing is to be put right" in said
    assert "    starter: 10H  # was: 10C\n" in path.read_text()
    assert next(iter(replay(path))).rounds[0].starter[0].text == "10H"


def test_where_another_starter_lets_another_player_begin_the_turns_are_theirs(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    said = keep(path, "10c; 5s r; 4d w; fix 0 9c; y")
    assert "turn 1 is then: Dan plays 5♠ · right" in said
    assert moves_of(path)[0] == "Dan play 5S # was: Ben play 5S"
    assert next(iter(replay(path))).findings == []


@pytest.mark.parametrize(
    "written", ["starter: 10C # a comment", '"starter": "10c"', "starter:\n      - 10C", "starter: >\n      10C"]
)
def test_a_file_of_ones_own_is_put_right_too_and_its_comments_stay(tmp_path: Path, written: str) -> None:
    path = tmp_path / "g.yaml"
    keep(path, "10c; 5s r")
    text = (
        path.read_text().replace("starter: 10C", written).replace("Ben play 5S", "Ben play 5S  => right  # first")
    )
    path.write_text(f"# mine\n{text}      # the end\n")
    table, _ = resume(path)
    sit(table, "fix starter 10h\nfix 1 5h\n4d w\n", Arrangement(pace=0))
    text = path.read_text()
    assert text.startswith("# mine\n")
    assert "Ben play 5H                     # was: Ben play 5S => right # first\n" in text
    assert "      # the end\n      Cleo play 4D\n" in text
    assert "# was:" in text.partition("hands:")[0]
    game = load_game(path)
    assert game.rounds[0].starter
    assert game.rounds[0].starter[0].text == "10H"


# The rule, told afterwards


def test_the_rule_that_is_told_stands_in_the_file_and_the_verdicts_are_held_against_it(tmp_path: Path) -> None:
    """Given three verdicts, one against the rule, when that is told, then the one is named, and nothing is lost."""
    path = tmp_path / "g.yaml"
    typed = '10c; 5s r; 4d w; 7s w; rule "if last.black then black else red"; {}; quit'
    said = keep(path, typed.format("y"))
    assert "turn 3: Ann said wrong, but by the rule 7S is right" in said
    assert (
        '    rule: "if last.black then black else red"\n' in path.read_text()
        or "rule: if last.black" in path.read_text()
    )
    (game,) = replay(path)
    assert [finding.code for finding in game.findings] == ["misjudged"], "what the dealer said stands"
    keep(path, typed.format("n"))
    assert "rule" not in path.read_text()
    said = keep(path, typed.format("y").replace("7s w", "7s r"))
    assert "every verdict that it can be held against agrees" in said
    assert next(iter(replay(path))).findings == []
