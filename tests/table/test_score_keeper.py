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
from tests.helpers.sittings import seated, sit

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


# An earlier round


def two_rounds(path: Path, typed: str) -> str:
    """A first round that Ben ends with one card, and a second that has begun; what was said."""
    return keep(path, f"10c; 2c r; 7h; 5s w; {typed}", overrides=["deal.hand=1"])


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


@pytest.mark.long
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


@pytest.mark.long
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
