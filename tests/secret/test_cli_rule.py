"""`eleusis rule`, command by command."""

from __future__ import annotations

import json

import pytest
import typer
from syrupy.assertion import SnapshotAssertion
from typer.testing import CliRunner

from eleusis.doors.cli import rule as rule_commands
from eleusis.ground.errors import EleusisError
from eleusis.secret.language.shape import difficulty
from eleusis.secret.library import find_rule, library
from eleusis.secret.measuring.measure import measure


def run(*args: str, stdin: str | None = None) -> tuple[int, str]:
    app = typer.Typer(pretty_exceptions_enable=False)
    rule_commands.register(app)
    result = CliRunner().invoke(app, ["rule", *args], input=stdin)
    if isinstance(result.exception, EleusisError):
        raise result.exception
    return result.exit_code, result.stdout


def test_judge_the_empty_mainline_and_stdin() -> None:
    assert run("judge", "-", "--line", "", "--card", "2H", stdin="red\n") == (0, "right\n")


def test_measures(snapshot: SnapshotAssertion) -> None:
    measures = measure(find_rule("rank > last.rank"))
    assert measures.exact
    assert measures.dead_end is not None
    assert [card.rank for card in measures.dead_end] == [13]
    assert measures.random_player == 0
    assert measure(find_rule("exp-x1")).findings == snapshot
    assert "exceptions" in measure(find_rule("exp-x3")).verdict
    assert measure(find_rule("exp-x2")).long_run == pytest.approx(0.75)
    assert measure(find_rule("red and odd")).never
    assert not measure(find_rule("line.count(red) > line.count(black)")).exact
    assert {difficulty(rule.tree) for rule in library().values()} == {1, 2, 3, 4, 5}


def test_words_lists_each_word_with_a_rule_that_has_it() -> None:
    groups = json.loads(run("words", "--format", "json")[1])
    words = [word for group in groups for word in group["entries"]]
    assert all(find_rule(word["example"]) for word in words)
    listed = run("words")[1]
    assert all(text in listed for word in words for text in word.values())
