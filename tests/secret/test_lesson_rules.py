"""The rules for a class, `--rules lesson`: fair, easy, all different, and found in the time there is."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from eleusis.doors.cli import main
from eleusis.doors.web.evenings import after, lobby, playing
from eleusis.doors.web.evenings.evening import Evening
from eleusis.doors.web.web_messages import ChooseRule
from eleusis.ground.cards import cards
from eleusis.minds.players.registry import read_seats
from eleusis.record.gamefile.reading import load_game
from eleusis.secret.language.shape import looks
from eleusis.secret.library import find_rules
from eleusis.secret.measuring.measure import measure
from eleusis.secret.rule import Rule
from eleusis.secret.sameness import compare
from eleusis.table.bots_only import deal_game

RULES = find_rules("lesson")
TEXTS = {rule.text for rule in RULES.values()}
TEAMS = "North:scientist,South:scientist,East:scientist,West:scientist,Centre:scientist,Law:random"


@pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))
def test_a_class_can_find_it_and_is_not_stuck(rule: Rule) -> None:
    measures = measure(rule)
    assert measures.exact
    assert not measures.findings
    assert not measures.never
    assert measures.least >= 0.4, "never far from half of the cards"
    assert measures.long_run <= 0.6
    assert measures.difficulty <= 2
    assert looks(rule.tree) == {"last"}


def test_no_two_are_the_same_and_the_opening_example_is_none_of_them() -> None:
    example = Rule("if last.odd then even else odd")
    for a, b in combinations((*RULES.values(), example), 2):
        assert compare(a, b).same is False, f"{a} is {b}"
    assert example.accepts(cards("7S"), cards("4H"))
    assert not example.accepts(cards("7S 4H"), cards("8C"))


def check_found(name: str, seed: int) -> None:
    """Within three turns of each of the five, as the page of the lesson says; a class has time for five."""
    text = deal_game(
        "express", read_seats(TEAMS), seed=seed, rounds=1, dealer="Law", given=[name], rules=RULES, expect=True
    )
    assert "ended: right guess" in text, text
    assert text.count(" play ") <= 15, name


@pytest.mark.long
def test_bots_find_a_rule_in_the_time_of_the_lesson() -> None:
    check_found("odd-then-high", 1)


@pytest.mark.soak
@pytest.mark.parametrize("name", RULES)
def test_bots_find_every_rule_in_the_time_of_the_lesson(name: str) -> None:
    for seed in range(8):
        check_found(name, seed)


def test_the_table_deals_by_them_and_the_line_that_resumes_it_names_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that deals draws from them, and so does a team that asks for a rule."""
    evenings: list[Evening] = []

    def serve(evening: Evening, *_: object, **__: object) -> int:
        evenings.append(evening)
        return 0

    monkeypatch.setattr("eleusis.doors.web.serving.serve", serve)
    file = tmp_path / "lesson.yaml"
    players = ["--players", "North,South,Law:random", "--dealer", "Law"]
    assert main(["serve", *players, "--rules", "lesson", "--file", str(file)]) == 0
    evening = evenings[0]
    lobby.start(evening)
    playing.stop(evening)
    after.play_again(evening)
    lobby.set_up(evening, {"players": "North,South,West", "dealer": "North"})
    lobby.start(evening)
    playing.choose_rule(evening, "North", ChooseRule(draw=True))
    playing.stop(evening)
    dealt = [load_game(path).rounds[0].rule for path in sorted(tmp_path.glob("*.yaml"))]
    assert len(dealt) == 2
    assert {str(rule) for rule in dealt} <= TEXTS
    assert evening.how_to_resume.endswith("lesson-2.yaml --rules lesson")
    assert main(["serve", "--resume", str(file), "--rules", "lesson"]) == 0
    assert evenings[1].how_to_resume == evening.how_to_resume
