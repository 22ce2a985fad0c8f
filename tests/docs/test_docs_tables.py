"""The tables of the docs are what the code says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from eleusis.game.moves import VERBS
from eleusis.game.round_scores import score
from eleusis.game.state import END_REASONS
from eleusis.ground.errors import NOWHERE
from eleusis.record.gamefile.expectations import ROUND_KEYS as EXPECT_KEYS
from eleusis.record.gamefile.lines import read_line
from eleusis.record.gamefile.reading import GAME_KEYS, ROUND_KEYS
from eleusis.record.replaying.replay import replay
from eleusis.variant import load_variant
from tests.helpers.codes import codes
from tests.helpers.pages import DOCS, PAGES, marked, words_in
from tests.helpers.places import ROOT
from tests.helpers.tables_of_docs import written
from tests.test_layers import FLOORS


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_the_tables_are_what_the_code_says(path: Path) -> None:
    page = path.read_text(encoding="utf-8")
    assert page == written(page), f"python -m tests.helpers.tables_of_docs writes the tables of {path.name} anew"


# Tables that people write, and the code checks


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def test_the_scores_that_are_worked_out() -> None:
    head, *rows = marked(page("rules.md"), "scores: guyton")
    cells = {row[0].partition(":")[0]: row[1:] for row in rows}
    seats, variant = head[1:], load_variant("guyton")
    sizes = {seat: int(cell) for seat, cell in zip(seats, cells["cards left"], strict=True) if cell}
    bonuses = {
        seat: sum(map(int, re.findall(r"[+-]\d+", cell))) for seat, cell in zip(seats, cells["bonus"], strict=True)
    }
    right, wrong = map(int, re.findall(r"\d+", " ".join(cells["since the declaration"])))
    assert variant.prophet.points(right, wrong) == max(bonuses.values())
    (before,) = (int(cell) for cell in cells["cards before the marker"] if cell)
    base = variant.scoring.base.base(sizes, None, None)
    assert [int(cell) for cell in cells["base"] if cell] == [*base.values()]
    scores = score(variant, sizes, bonuses, seats[-1], before)
    assert [int(cell) for cell in cells["score"]] == [scores[seat] for seat in seats]


def test_the_game_file_from_a_to_z() -> None:
    text = page("game-file.md")
    assert words_in(text, "keys of a game") == list(GAME_KEYS)
    assert words_in(text, "keys of a round") == list(ROUND_KEYS)
    assert words_in(text, "keys of expect") == list(EXPECT_KEYS)
    assert [form.split()[0] for form in words_in(text, "verbs")] == list(VERBS)
    for phrase in words_in(text, "phrases"):
        for word, example in (("SEAT", "Ann"), ("CARD", "4H"), ("REASON", "cutoff"), (" N", " 2")):
            phrase = phrase.replace(word, example)
        line = read_line(f"Ann pass => {phrase}", ["Ann"], NOWHERE)
        assert line is not None
        assert [fact.text for fact in line.expected] == [phrase]


def test_the_rules_have_every_reason_for_an_end() -> None:
    section = page("rules.md").partition("\n## The end of a round\n")[2].partition("\n## ")[0]
    assert sorted(re.findall(r"\*\*([a-z ]+)\*\*", section)) == sorted(END_REASONS)


def test_the_json_of_a_replay_field_by_field() -> None:
    text = page("game-file.md")
    game: Any = next(replay(ROOT / "tests/games/abbott-cleo-forecasts.yaml")).to_json()
    assert words_in(text, "json of a game") == list(game)
    assert words_in(text, "json of a round") == list(game["rounds"][0])
    assert words_in(text, "json of a step") == list(game["rounds"][0]["steps"][0])


def test_the_house_is_the_one_that_the_layers_are_tested_by() -> None:
    assert words_in(page("architecture.md"), "floors") == [room for floor in FLOORS for room in floor]


@pytest.mark.long
def test_every_error_code_is_explained() -> None:
    in_page = re.findall(r"^- `([a-z-]+(?:/[a-z-]+)?)`: \S", page("errors.md"), re.M)
    raised = set(codes())
    assert not raised - set(in_page), f"docs/errors.md lacks {sorted(raised - set(in_page))}"
    assert not set(in_page) - raised, f"docs/errors.md has what no code raises: {sorted(set(in_page) - raised)}"
    assert len(in_page) == len(set(in_page)), "a code stands there twice"


def test_the_files_that_the_architecture_names_are_there() -> None:
    named = re.findall(r"`((?:[a-z_]+/)+[a-z_]+\.py)`", page("architecture.md"))
    assert len(named) > 20
    assert not [
        name for name in named if not any((ROOT / room / name).exists() for room in ("", "eleusis", "tests"))
    ]
