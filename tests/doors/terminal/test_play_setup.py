"""`eleusis play` before a round: names without commas, the words of the language, a rule by numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from eleusis.doors.terminal.asking import is_meant
from eleusis.doors.terminal.setting_up import Arrangement, begin_game, split_names
from eleusis.minds.players.registry import read_seats
from eleusis.secret.language.parser import WORDS
from eleusis.secret.phrasebook.filling import Sentence, Wording
from eleusis.secret.phrasebook.sentences import CHOICES, GROUPS, Shape
from eleusis.secret.rule import Rule
from eleusis.table.dealers_rules import about_rule
from eleusis.table.game_table import Table
from eleusis.words.rulebook.word_list import WORD_LIST
from tests.helpers.sittings import FakeTerminal, seated, sit_at


def said_by(desk: FakeTerminal) -> str:
    """All that a desk has shown, and said below it."""
    return f"{desk.seen}\n{desk.out.getvalue()}"  # type: ignore[attr-defined]  # a StringIO


def dealt_by(typed: Sequence[str | None]) -> tuple[FakeTerminal, Table]:
    """A table at which Ann deals, and types this."""
    desk, table = FakeTerminal(typed), seated(None, "Ann,Bob,Cleo")
    sit_at(desk, table, Arrangement(dealer="Ann", pace=0))
    return desk, table


# Names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Rosa Ben Ada", "Rosa,Ben,Ada"),
        ("Rosa and Ben", "Rosa,Ben"),
        ("Rosa; Ben; Ada", "Rosa,Ben,Ada"),
        ("Rosa Bob:knower(skill=0.6, ) Ada", "Rosa,Bob:knower(skill=0.6),Ada"),
        ("Rosa Bob: random", "Rosa,Bob:random"),
        ("Tom, Jill and Ben", "Tom,Jill,Ben"),
        ("Anna Maria, Jill, and Ben", "Anna Maria,Jill,Ben"),
        ("Tom,Bob:knower(skill=0.6, ) & Ben", "Tom,Bob:knower(skill=0.6),Ben"),
    ],
)
def test_names_with_blanks_between_them_are_understood(text: str, names: str) -> None:
    assert split_names(text) == read_seats(names)


# A rule that is typed


def test_the_words_of_the_language_are_all_listed_each_with_a_rule() -> None:
    listed = {word for group in WORD_LIST for entry in group.entries for word in re.findall(r"\w+", entry.words)}
    assert set(WORDS) <= listed
    for group in WORD_LIST:
        for entry in group.entries:
            Rule(entry.example)
            assert any(word in entry.example for word in re.findall(r"[a-z]+|[<>=%+-]+", entry.words)), entry.words
    desk, table = dealt_by(["words", "", "", "", "red", "", "", "quit"])
    assert table.rule == Rule("red")
    for group in WORD_LIST:
        assert group.title in desk.seen
    assert all(len(screen) <= 23 for screen in desk.screens)


# A rule by numbers


def by_numbers(place: int, number: int, *then: str) -> list[str | None]:
    """What is typed for a sentence, and what is done with it."""
    return ["1", str(place), str(number), *then]


SENTENCES = [
    pytest.param(place, number, shape, id=shape.id)
    for place, group in enumerate(GROUPS, 1)
    for number, shape in enumerate(group.shapes, 1)
]


@pytest.mark.long
@pytest.mark.parametrize(("place", "number", "shape"), SENTENCES)
def test_each_sentence_is_a_rule_by_numbers_alone(place: int, number: int, shape: Shape) -> None:
    take = str(len(shape.holes) + 1)
    rule = Rule(shape.fill([hole.usual for hole in shape.holes]))
    _, fair = about_rule(rule)
    desk, table = dealt_by([*by_numbers(place, number, take), *([] if fair else ["y"]), "", "", "quit"])
    assert table.rule == rule
    assert "\n!" not in said_by(desk)
    assert all(len(screen) <= 24 for screen in desk.screens)
    assert all(len(line) <= 80 for screen in desk.screens for line in screen)


def test_every_blank_reads_as_the_phrasebook_has_it() -> None:
    for group in GROUPS:
        for shape in group.shapes:
            sentence = Sentence.begin(shape)
            labels = [CHOICES[part.choices] for part in shape.holes]
            assert sentence.say().count("[") == 0
            assert Wording([sentence]).say()[0].count("[") == len(labels)


# A bot that deals


def bob_deals(folder: Path, seed: int | None = None) -> Arrangement:
    """A game at which a bot deals first."""
    players, file = "Ann,Bob:random,Cleo", str(folder / "g.yaml")
    return Arrangement(dealer="Bob", pace=0, players=players, variant="express", file=file, seed=seed)


@pytest.mark.parametrize(("answer", "difficulty"), [("", 1), ("4", 4), ("any", None)])
def test_people_are_asked_once_how_hard_the_rules_of_bots_are_to_be(
    answer: str, difficulty: int | None, tmp_path: Path
) -> None:
    desk, plan = FakeTerminal(["?", "6", answer, "quit"]), bob_deals(tmp_path)
    table, _ = begin_game(desk, plan)
    sit_at(desk, table, plan)
    assert "the colours take turns" in said_by(desk)
    assert "! type a number from 1 to 5" in said_by(desk)
    assert plan.difficulty == difficulty
    assert table.rule is not None
    assert difficulty in (None, table.rule.difficulty)


# A rule that is drawn, and one that is said in English


def test_a_question_of_several_lines_is_wrapped_line_by_line() -> None:
    desk = FakeTerminal(["y"])
    desk.live = True
    long = "  turn 1: Ann said right, but by the rule 5♠ is wrong"
    assert is_meant(desk, f"  the rule becomes: red\n{long}\nKeep this?", "leave everything as it was")
    assert long in said_by(desk).splitlines()
