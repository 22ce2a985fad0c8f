"""A round may be long: what is done for each of its lines doesn't grow with the lines there are."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import SupportsIndex, overload

from eleusis.game.moves import Judge, Play
from eleusis.game.round import Round
from eleusis.ground.cards import Card, card, cards
from eleusis.record.gamefile.contents import GameFile
from eleusis.record.gamefile.lines import FileLine
from eleusis.record.gamefile.reading import read_game
from eleusis.record.replaying.replay import replay_game
from eleusis.secret.rule import Rule
from eleusis.words.page.transcript import transcript


def game(turns: int, after: str = "") -> GameFile:
    """A game of one round in which nobody ever runs out: who holds few cards plays a wrong one."""
    head = "eleusis: 1\nvariant: {extends: abbott, expulsion: {kind: none}}\nplayers: [Ann, Bob, Cleo]\nseed: 7\n"
    head += 'rounds:\n  - dealer: Cleo\n    starter: 7S\n    rule: "none"\n    moves: |\n'
    round_ = replay_game(read_game(head + "      # nothing yet\n")).rounds[0].round
    lines = [f"      {seat} play {played}{after}\n" for seat, played in _plays(round_, turns)]
    return read_game(head + "".join(lines))


def _plays(round_: Round, turns: int) -> Iterator[tuple[str, Card]]:
    """Turns in which every play is wrong: the first card of each hand."""
    for _ in range(turns):
        seat = round_.state.successor() if round_.state.mover else round_.to_act
        assert seat is not None
        played = round_.hidden.hands[seat][0]
        round_.step(Play(seat, (played,)))
        round_.step(Judge("Cleo", False))
        yield seat, played


class Counted(tuple[FileLine, ...]):
    """Lines that count how many of them are handed out by index or in slices."""

    handed = 0

    @overload
    def __getitem__(self, index: SupportsIndex) -> FileLine: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[FileLine, ...]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> FileLine | tuple[FileLine, ...]:
        if not isinstance(index, slice):
            Counted.handed += 1
            return super().__getitem__(index)
        several = super().__getitem__(index)
        Counted.handed += len(several)
        return several


def calls(work: Callable[[], object]) -> int:
    """How many functions are called by some work, Python's own and those in C."""
    number = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal number
        number += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return number


def test_the_lines_that_follow_are_not_copied_for_each_line() -> None:
    script = game(300)
    (round_script,) = script.rounds
    Counted.handed = 0
    object.__setattr__(round_script, "lines", Counted(round_script.lines))
    replayed = replay_game(script)
    assert len(replayed.rounds[0].steps) == 600
    assert Counted.handed <= 10 * 300, "each line is looked at so many times at the most, however many there are"


def test_a_transcript_of_many_findings_takes_as_many_calls_for_each() -> None:
    few, many = (replay_game(game(turns, " => right")) for turns in (200, 400))
    assert (len(few.findings), len(many.findings)) == (200, 400)
    assert calls(lambda: transcript(many)) < 2.5 * calls(lambda: transcript(few))


def test_a_string_is_judged_without_a_copy_of_the_mainline() -> None:
    class Line(list[Card]):
        copied = 0

        def __iter__(self) -> Iterator[Card]:
            Line.copied += len(self)
            return super().__iter__()

    line = Line(cards("7S 4H") * 100)
    rule = Rule("if last.odd then black else red")
    rule.mask(line)
    assert rule.accepts(line, (card("4D"), card("9S"))) is False
    assert rule.accepts(line, (card("5H"), card("9S"), card("9C"))) is True
    assert Line.copied == 0
