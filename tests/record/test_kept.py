"""Nothing is written that would not be read: a head or a line either reads back as it was, or is refused before."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from eleusis.doors.cli import main
from eleusis.game.moves import Guess, Hint, Judge, Move, NoPlay, Pass, Play, Undo
from eleusis.ground.cards import PACK
from eleusis.ground.errors import NOWHERE, ScriptError
from eleusis.ground.yaml import parsing
from eleusis.ground.yaml.parsing import MAX_CHARS, Scalar, read
from eleusis.ground.yaml.writer import in_double_quotes
from eleusis.record.gamefile import appending
from eleusis.record.gamefile.appending import GrowingFile
from eleusis.record.gamefile.contents import GameFile, RoundScript
from eleusis.record.gamefile.lines import FileLine
from eleusis.record.gamefile.reading import MAX_ROUNDS, read_game
from eleusis.record.gamefile.writing import write_checked, write_game
from eleusis.secret.rule import Rule
from tests.helpers.sittings import seated

ODD = st.text("aZ é:#'\"\\{}[],&*!|>%@`-?~\n\t\r\x00\x1b\x85\u2028\ufeff😀\ud800", max_size=20)
TEXTS = ODD | st.text(max_size=30) | st.sampled_from(["x" * 1999, "x" * 2001, "x" * 6000, "null", "", " ", "- a"])
NAMES = st.text(min_size=1, max_size=12).filter(lambda name: bool(name.strip()) and name.isprintable())


@pytest.fixture(autouse=True)
def _quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda handle: None)


@pytest.mark.long
@settings(max_examples=150, deadline=None)
@given(title=TEXTS, hint=TEXTS, how=TEXTS, names=st.lists(NAMES, min_size=2, max_size=3, unique=True))
def test_a_game_is_read_as_it_was_written_or_not_written(title: str, hint: str, how: str, names: list[str]) -> None:
    script = RoundScript(NOWHERE, dealer=names[0], rule=Rule("red"), rule_ref="red", hint=hint)
    seats = {names[1]: how}
    game = GameFile("x.yaml", "abbott", tuple(names), seats=seats, title=title, seed=1, rounds=(script,))
    if max(map(len, (title, hint, how))) > 2000 or any("\ud800" in part for part in (title, hint, how)):
        with pytest.raises(ScriptError) as caught:
            write_checked(game)
        assert caught.value.code == "script/unreadable"
        return
    text = write_checked(game)
    assert read_game(text, "x.yaml") == game
    assert write_game(read_game(text, "x.yaml")) == text


@settings(max_examples=100, deadline=None)
@given(text=st.text(max_size=40) | ODD)
def test_any_text_in_double_quotes_is_that_text(text: str) -> None:
    if any("\ud800" <= c <= "\udfff" for c in text):
        return
    node = read(in_double_quotes(text))
    assert isinstance(node, Scalar)
    assert node.text == text


@pytest.mark.parametrize("title", ["a, b: {c}", "😀", "- x", "'", "null", "7", "a  b", "é ♠", "#", "a #b"])
def test_a_setting_of_any_text_is_kept(title: str, tmp_path: Path) -> None:
    where = tmp_path / "a, b"
    where.mkdir()
    (where / "x, y.yaml").write_text("eleusis: 1\nname: v\nextends: express\n")
    table = seated(
        tmp_path / "game.yaml", "Ann,Bob", str(where / "x, y.yaml"), 1, [f"title={in_double_quotes(title)}"]
    )
    assert table.file is not None
    table.file.close()
    assert table.variant.title == " ".join(title.split())
    assert main(["replay", str(tmp_path / "game.yaml")]) == 0


MOVES = st.one_of(
    NAMES.map(Pass),
    NAMES.map(NoPlay),
    NAMES.map(Undo),
    st.builds(Play, NAMES, st.lists(st.sampled_from(PACK), min_size=1, max_size=4).map(tuple)),
    st.builds(Play, NAMES, st.just(())),
    st.builds(Judge, NAMES, st.booleans(), st.none() | st.sampled_from(PACK)),
    st.builds(Guess, NAMES, TEXTS),
    st.builds(Hint, NAMES, TEXTS),
)


@pytest.mark.long
@settings(max_examples=80, deadline=None)
@given(
    names=st.lists(NAMES, min_size=2, max_size=3, unique=True),
    steps=st.lists(MOVES | st.builds(RoundScript, st.just(NOWHERE), hint=TEXTS), min_size=1, max_size=8),
    whose=st.booleans(),
)
def test_a_growing_file_can_always_be_read(names: list[str], steps: list[Move | RoundScript], whose: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.yaml"
        with GrowingFile.create(path, GameFile("x", "abbott", tuple(names), seed=1)) as file:
            file.begin_round(RoundScript(NOWHERE))
            expected: list[list[Move]] = [[]]
            refusals: list[str] = []
            for step in steps:
                before = path.read_bytes()
                if isinstance(step, Move) and whose:
                    step = structs.replace(step, seat=names[0])
                try:
                    if isinstance(step, Move):
                        file.add(FileLine(step))
                        expected[-1].append(step)
                    else:
                        file.begin_round(step)
                        expected.append([])
                except ScriptError as error:
                    refusals.append(error.code)
                    assert path.read_bytes() == before
        assert set(refusals) <= {"script/unreadable"}
        again, _, dropped = GrowingFile.reopen(path)
        with again:
            again.add(FileLine(Pass(names[0])))
            again.stop()
        expected[-1].append(Pass(names[0]))
        assert not dropped
        game = read_game(path.read_text(), str(path))
        assert [[line.move for line in script.lines] for script in game.rounds] == expected


@pytest.mark.long
def test_a_guess_of_3_mb_is_refused_and_the_game_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    table = seated(path, "Ann,Bob")
    assert table.file is not None
    table.begin_round("Ann", Rule("any"))
    before = path.read_bytes()
    with pytest.raises(ScriptError, match=f"more than {MAX_CHARS:,} characters") as caught:
        table.file.add(FileLine(Guess("Bob", "x" * 3_000_000)))
    assert caught.value.code == "script/unreadable"
    assert len(str(caught.value)) < 300
    assert path.read_bytes() == before
    table.step(NoPlay("Bob"))
    table.file.close()
    (tmp_path / "other.yaml").write_bytes(path.read_bytes())
    assert main(["replay", str(tmp_path / "other.yaml")]) == 0


@pytest.mark.long
def test_a_file_takes_no_more_than_the_reader_and_can_always_be_ended(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    game = GameFile("x", "abbott", ("Ann", "Bob"), seed=1)
    with GrowingFile.create(path, game) as file:
        file.begin_round(RoundScript(NOWHERE))
        long = FileLine(Hint("Ann", "x" * 99_900))
        for _ in range(19):
            file.add(long)
        with pytest.raises(ScriptError, match="characters"):
            file.add(FileLine(Hint("Ann", "x" * 199_900)))
        spare = MAX_CHARS - len(path.read_text()) - len("stopped: true\n")
        room = spare - len('      Ann hint ""\n')
        file.add(FileLine(Hint("Ann", "y" * room)))
        with pytest.raises(ScriptError, match="characters"):
            file.add(FileLine(Pass("Ann")))
        file.stop()
    assert len(path.read_text()) == MAX_CHARS
    assert len(read_game(path.read_text()).rounds[0].lines) == 20


def test_no_round_too_many_and_no_value_too_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.yaml"
    head_of_it = "eleusis: 1\nvariant: abbott\nplayers: [Ann, Bob]\nseed: 1\nrounds:\n"
    path.write_text(head_of_it + "  - moves: |\n      Ann pass\n" * (MAX_ROUNDS - 1))
    file, game, _ = GrowingFile.reopen(path)
    assert len(game.rounds) == MAX_ROUNDS - 1
    with file:
        file.begin_round(RoundScript(NOWHERE))
        with pytest.raises(ScriptError, match="1,000 rounds"):
            file.begin_round(RoundScript(NOWHERE))
    assert len(read_game(path.read_text()).rounds) == MAX_ROUNDS
    with monkeypatch.context() as patch:
        patch.setattr(parsing, "MAX_NODES", 3018)
        patch.setattr(appending, "MAX_NODES", 3018)
        path.write_text(head_of_it + "  - moves: |\n      Ann pass\n" * (MAX_ROUNDS - 1))
        file, _, _ = GrowingFile.reopen(path)
        with file, pytest.raises(ScriptError, match="more than 3,018 values"):
            file.begin_round(RoundScript(NOWHERE, dealer="Ann", hint="x"))
