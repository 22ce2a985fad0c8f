"""The word `review` at the table: what could have been known, told when the round is over and not before."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from eleusis.doors.terminal.question import Question
from eleusis.doors.terminal.setting_up import Arrangement
from eleusis.secret.library import find_rule
from eleusis.table.afterwards import review_lines
from eleusis.table.game_table import Table
from eleusis.words.page.ink import Ink
from eleusis.words.page.transcript import page_of
from tests.helpers.sittings import FakeTerminal, seated, sit, sit_at

pytest.importorskip("numpy")

from eleusis.minds.induction.family import Family
from eleusis.reviewing import review as reviewing
from eleusis.reviewing.review_page import show_rounds
from eleusis.reviewing.review_text import round_lines
from tests.helpers.scientist_tables import small

__all__ = ["small"]


@pytest.fixture(autouse=True)
def few_rules(monkeypatch: pytest.MonkeyPatch, small: Family) -> None:
    """A review goes by a small family."""
    monkeypatch.setattr(reviewing, "usual_family", lambda: small)


def lines_of(table: Table, width: int = 80, ink: Ink | None = None) -> list[str]:
    ink = ink or Ink()
    return ink.finish(review_lines(table, page_of(table.players, table.variant, width, ink, "Rosa")))


PLAYERS = "Rosa,Ben:random,Ada:random"
TYPED = ["review", "1", "", "2", "", "review", "1", "guess any", "review", "quit"]


class Reading(FakeTerminal):
    """A terminal before which somebody reads all pages to their end."""

    def ask(self, question: Question) -> str:
        if question.prompt.startswith(("Enter: next page", "Enter to go on")):
            self.typed.insert(0, "")
        return super().ask(question)


@pytest.mark.long
@pytest.mark.parametrize("size", [(60, 24), (120, 40)])
def test_it_is_told_after_the_round_and_not_before(size: tuple[int, int], tmp_path: Path) -> None:
    table = seated(tmp_path / "g.yaml", PLAYERS)
    desk = Reading(TYPED, size)
    sit_at(desk, table, Arrangement(dealer="Ada", given=[find_rule("any")], pace=0))
    over = next(n for n, screen in enumerate(desk.screens) if any("the rule was" in line for line in screen))
    refused = "! you can look back when the round is over"
    assert any(refused in " ".join(" ".join(screen).split()) for screen in desk.screens[:over])
    before = "\n".join(line for screen in desk.screens[:over] for line in screen)
    assert "bits" not in before
    assert table.now.ended == "right guess"
    seen = "\n".join("\n".join(screen) for screen in desk.screens)
    for line in lines_of(table, size[0]):
        assert line in seen
    assert any("review" in screen[-2] or "review" in screen[-3] for screen in desk.screens), "it is offered"
    lines = [line for screen in desk.screens for line in screen]
    assert all(len(line) <= max(size[0], 80 if line.startswith("Enter") else 0) for line in lines)
    assert "review" not in (tmp_path / "g.yaml").read_text()


@pytest.mark.long
def test_it_is_that_of_the_file(tmp_path: Path) -> None:
    table = seated(tmp_path / "g.yaml", PLAYERS)
    sit(table, "1\n\n2\n\n1\nguess any\n", Arrangement(dealer="Ada", given=[find_rule("any")], pace=0, rounds=1))
    assert table.now.ended == "right guess"
    (looked_at,) = reviewing.review(tmp_path / "g.yaml").rounds
    assert lines_of(table) == Ink().finish(round_lines(looked_at, 80, Ink()))


def test_who_is_called_you_deals_in_english(tmp_path: Path) -> None:
    table = seated(tmp_path / "g.yaml", "Rosa,Ben:random,You:random")
    sit(table, "1\n\n2\n\n1\nguess any\n", Arrangement(dealer="You", given=[find_rule("any")], pace=0, rounds=1))
    assert lines_of(table)[0].startswith("── Round 1 · you deal ──")
    (looked_at,) = reviewing.review(tmp_path / "g.yaml").rounds
    assert "Round 1: you deal<" in show_rounds(looked_at)


def test_after_it_nothing_is_taken_back(tmp_path: Path) -> None:
    """Also where a person judged the last play, who might else have erred."""
    typed = ["", "y", "", "", "1", "r", "review", "undo", "quit"]
    table = seated(tmp_path / "g.yaml", "Rosa,Ben,Ada", overrides=["deal.hand=1", "guess={kind: none}"])
    desk = Reading(typed)
    sit_at(desk, table, Arrangement(dealer="Ada", pace=0))
    assert table.now.ended == "out of cards"
    assert "! can't undo: what was believed or guessed has been shown" in " ".join(desk.seen.split())
    table = seated(tmp_path / "h.yaml", "Rosa,Ben,Ada", overrides=["deal.hand=1", "guess={kind: none}"])
    sit_at(FakeTerminal([word for word in typed if word != "review"]), table, Arrangement(dealer="Ada", pace=0))
    assert table.now.ended is None, "without it the judgement is taken back"


def test_a_round_at_a_real_table_is_looked_back_upon(tmp_path: Path) -> None:
    table = seated(
        tmp_path / "g.yaml", "Ann,Ben,Cleo,Dan", "abbott", overrides=["turn_limit={kind: turns, turns: 2}"]
    )
    sit(table, "10c\n\n5s r\n4d w\n", Arrangement(by_hand=True, dealer="Ann", pace=0))
    assert table.now.ended == "turns played"
    said = " ".join(lines_of(table, 60))
    assert "play 5S" in said or "5♠" in said
    assert all(len(line) <= 60 for line in lines_of(table, 60))


def test_without_numpy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    desk = FakeTerminal(["1", "guess any", "review", "quit"])
    sit_at(desk, seated(tmp_path / "g.yaml", PLAYERS), Arrangement(dealer="Ada", given=[find_rule("any")], pace=0))
    assert "! a review needs numpy: pip install 'eleusis[bots]'" in " ".join(desk.seen.split())
