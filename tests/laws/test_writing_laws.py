"""Laws of the game file: what is written reads back, and replays to the same game."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eleusis.driving.driver import Driver, play_round
from eleusis.driving.replayed import RoundReplay
from eleusis.game.legality import end_reason
from eleusis.ground.cards import PACK, UNKNOWN
from eleusis.ground.errors import NOWHERE, IllegalMove
from eleusis.ground.yaml.parsing import Mapping, read
from eleusis.record.gamefile.contents import GameFile
from eleusis.record.gamefile.lines import read_line
from eleusis.record.gamefile.reading import load_game, read_game
from eleusis.record.gamefile.writing import write_game
from eleusis.record.replaying.replay import replay_game
from eleusis.record.replaying.scripts import script_of
from eleusis.table.game_table import resume
from tests.laws.tables import VARIANTS, rule_of, seated, variant_text

pytestmark = pytest.mark.long

NAMES = st.text(min_size=1, max_size=12).filter(lambda name: bool(name.strip()) and name.isprintable())
CARDS = st.lists(st.sampled_from(PACK), min_size=1, max_size=5).map(tuple)


def variant_node(name: str) -> str | Mapping:
    """The variant of a law table as a game file has it."""
    text = variant_text(name)
    if text is None:
        return name
    node = read(text)
    assert isinstance(node, Mapping)
    return node


@pytest.mark.parametrize("name", VARIANTS)
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 10_000), full=st.booleans(), with_rule=st.booleans())
def test_a_played_round_written_and_read_replays_the_same(
    name: str, seed: int, full: bool, with_rule: bool
) -> None:
    round_, seats = seated(name, seed)
    steps = play_round(round_, seats, max_steps=300)
    played = RoundReplay(1, round_, steps=steps)
    abandoned = round_.ended == "abandoned"
    full = full or (not with_rule and round_.variant.deal.sets_aside)  # what is set aside hangs on the rule too
    game = GameFile(
        file="<text>",
        variant=variant_node(name),
        variant_place=NOWHERE,
        players=round_.players,
        title='a "hostile" title: # \x85 \\ ♠',
        seed=seed,
        stopped=abandoned,
        rounds=(script_of(played, rule_of(name, seed) if with_rule else None, full),),
    )

    text = write_game(game)
    again = read_game(text)
    replayed = replay_game(again)

    assert again == game
    assert write_game(again) == text
    assert [finding for finding in replayed.findings if finding.code != "unproved"] == []
    assert replayed.rounds[0].round.events == round_.events
    assert replayed.rounds[0].scores == round_.scores


@pytest.mark.parametrize("name", VARIANTS)
@settings(max_examples=2, deadline=None)
@given(seed=st.integers(0, 10_000), undone=st.booleans())
def test_a_game_that_is_stopped_ends_as_its_file_says(name: str, seed: int, undone: bool) -> None:
    """In every phase that the round comes to, whether or not it would end there; also right after an undo."""
    round_, seats = seated(name, seed)
    played = RoundReplay(1, round_)
    driver, met = Driver(round_, seats, played.steps), set[object]()
    while round_.ended is None and len(played.steps) < 200:
        driver.go(moves=1)
        kind = round_.state.phase, end_reason(round_.state, round_.variant)
        if kind in met:
            continue
        met.add(kind)
        script = script_of(played, rule_of(name, seed))
        game = GameFile(
            "<text>",
            variant_node(name),
            round_.players,
            seed=seed,
            variant_place=NOWHERE,
            rounds=(attrs.evolve(script, expected=()),),
        )
        with TemporaryDirectory() as folder:
            path = Path(folder) / "game.yaml"
            path.write_text(write_game(game), encoding="utf-8")
            table, _ = resume(path)
            if undone and table.now.steps:
                with suppress(IllegalMove):
                    table.undo(table.now.steps[-1].move.seat)
            table.stop()
            table.close()
            (replayed,) = replay_game(load_game(path)).rounds
        assert (replayed.ended, replayed.scores) == (table.now.ended, table.now.scores)
        assert replayed.round.events == table.now.round.events
        assert replayed.steps == table.now.steps


@settings(max_examples=200, deadline=None)
@given(seat=NAMES, other=NAMES, string=CARDS, text=st.text(max_size=60), number=st.integers(0, 40))
def test_every_line_reads_back(seat: str, other: str, string: tuple, text: str, number: int) -> None:  # type: ignore[type-arg]  # hypothesis draws plain tuples
    from eleusis.game import moves as mv
    from eleusis.game.line_words import seat_word
    from eleusis.record.gamefile.lines import ExpectedFact, FileLine

    players = (seat, other)
    expected = tuple(
        ExpectedFact(phrase, NOWHERE)
        for phrase in (
            "right",
            "wrong",
            "guess right",
            f"{seat_word(other)} draws {number}",
            f"{seat_word(seat)} new hand {number}",
            f"{seat_word(seat)} plays {string[0].text}",
            f"{seat_word(other)} out",
            "ended right no play",
        )
    )
    for move in (
        mv.Play(seat, string),
        mv.Play(seat, (UNKNOWN,)),
        mv.NoPlay(seat),
        mv.Declare(seat),
        mv.Call(seat, True),
        mv.Call(seat, False, string[0]),
        mv.Judge(seat, False, string[-1]),
        mv.Guess(seat, text),
        mv.Hint(seat, text),
        mv.Pass(seat),
    ):
        for line in (FileLine(move), FileLine(move, expected), FileLine(move, expected, "# and => a ; comment")):
            assert read_line(line.text, players, NOWHERE) == line
