"""The daily puzzle: the same for ever, harder from Monday to Sunday, and a result that gives nothing away."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from datetime import date, timedelta
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from eleusis.doors.cli import main
from eleusis.doors.terminal import daily_game
from eleusis.doors.terminal.setting_up import Arrangement
from eleusis.driving.replayed import RoundReplay
from eleusis.ground.cards import PACK, text_of
from eleusis.minds.players.registry import Seat
from eleusis.secret.daily_rules import FIRST_DAY, LEVELS, rule_of_day
from eleusis.secret.english.explaining import explain
from eleusis.secret.library import load_rules
from eleusis.secret.measuring.measure import measure
from eleusis.secret.rule import Rule
from eleusis.secret.sameness import compare
from eleusis.table import daily_puzzle
from eleusis.table.game_head import game_head
from eleusis.table.game_table import new_table, play_on, resume
from tests.doors.terminal.test_play import run
from tests.helpers.sittings import FakeTerminal, go_on

LIST = Path(daily_puzzle.__file__).parent.parent / "secret" / "daily_rules.yaml"
DAY = ("--daily", "--date", "2026-01-31", "--players", "Rosa")


@cache
def rules() -> dict[str, Rule]:
    """The rules of the days, by name."""
    return load_rules(LIST)


def of_level() -> dict[str, list[str]]:
    """The names of the rules of each weekday."""
    return {level: [name for name in rules() if name.startswith(level)] for level in LEVELS}


# The list


def test_the_list_is_never_changed() -> None:
    """A rule that is corrected, moved or taken away is another puzzle on some day."""
    texts = "\n".join(f"{name}: {rule.text}" for name, rule in rules().items())
    assert (
        hashlib.sha256(texts.encode()).hexdigest()
        == "abde23d281666cf4d14e1a32b809bce2d532df55ffcc81f54af52244006618e9"
    )


def test_the_list_is_in_the_form_of_a_rule_file_and_each_level_has_as_many() -> None:
    assert {len(names) for names in of_level().values()} == {len(rules()) // 7}
    assert len(rules()) // 7 >= 104, "two years without a rule that comes again"
    for level, names in of_level().items():
        assert names == [f"{level}-{number}" for number in range(1, len(names) + 1)]
    assert all(rule.starter is None and rule.source is None for rule in rules().values())
    assert not [name for name, times in Counter(rule.text for rule in rules().values()).items() if times > 1]


@pytest.mark.long
@pytest.mark.parametrize("level", LEVELS)
def test_the_rules_play_well(level: str) -> None:
    """A fifth of the list; `make soak` asks of all of them."""
    for name in of_level()[level][::5]:
        check_quality(rules()[name])


@pytest.mark.soak
def test_all_rules_play_well_and_no_two_are_the_same() -> None:
    for rule in rules().values():
        check_quality(rule)
    # Rules are told apart quickly by what they say after a few lines; only those that say the same are compared.
    lines = [(), *((card,) for card in PACK), *combinations(PACK[::5], 2), *combinations(PACK[::9], 3)]
    alike: dict[tuple[int, ...], list[Rule]] = {}
    for rule in rules().values():
        alike.setdefault(tuple(rule.mask(line) for line in lines), []).append(rule)
    for twins in alike.values():
        for a, b in combinations(twins, 2):
            assert compare(a, b).same is False, f"{a} is {b}"


def check_quality(rule: Rule) -> None:
    measures = measure(rule)
    assert measures.exact, rule
    assert measures.dead_end is None, rule
    assert measures.least >= 0.2, f"{rule}: fewer than one card in five"
    assert measures.long_run <= 2 / 3, rule
    assert len(explain(rule)) <= 210, rule


# The day


def test_a_day_has_a_rule_of_its_level_and_none_comes_twice_in_a_cycle() -> None:
    texts = {rule.text: name for name, rule in rules().items()}
    weeks = len(rules()) // 7
    monday = date(2025, 12, 29)
    for weekday, level in enumerate(LEVELS):
        days = [monday + timedelta(7 * week + weekday) for week in range(2 * weeks)]
        names = [None if day < FIRST_DAY else texts[rule_of_day(day).text] for day in days]
        assert all(name is None or name.startswith(level) for name in names)
        first, second = names[:weeks], names[weeks:]
        assert len({name for name in first if name}) == len([name for name in first if name])
        assert sorted(map(str, second)) == sorted(of_level()[level])
        assert first[1:] != second[1:], "drawn anew"


GOLDEN = {
    "2026-01-31": {
        "rule": "if last.face then abs(rank - last.rank) <= 3 else odd",
        "hand": "5D 4D AS 2S 7C 10D 2H AC 7S KH KC 6C",
        "starter": "6S",
        "set aside": "",
        "stock": "10S 6D 2C QD AH KC",
    },
    "2026-05-11": {
        "rule": "color == cycle(black, black, red)",
        "hand": "2D AS 8H 5C QD 4D 3S 6D QD QS 3H JD",
        "starter": "AS",
        "set aside": "10D 4H 6H",
        "stock": "QH 3C 9D QC JS 9H",
    },
    "2026-02-01": {
        "rule": "if last.face then color != last.color else suit == last.suit",
        "hand": "4S 6D JD QH JD KD 9C 10D AS 7H AD 10D",
        "starter": "5C",
        "set aside": "",
        "stock": "3S JC 10S 10C 6H JH",
    },
}


@pytest.mark.parametrize("day", GOLDEN)
def test_the_puzzle_of_a_day_is_for_ever(day: str, tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    run(tmp_path, "quit\n", "--daily", "--date", day, "--players", "Rosa", "--file", str(path))
    table, _ = resume(path)
    assert table.file is not None
    table.file.close()
    began = table.now.round.began
    assert table.rule is not None
    assert {
        "rule": table.rule.text,
        "hand": text_of(began.hands["Rosa"]),
        "starter": text_of(began.starters),
        "set aside": text_of(began.set_aside),
        "stock": text_of(began.stock[:6]),
    } == GOLDEN[day]
    assert len(began.stock) == 104 - 12 - 1 - len(began.set_aside)


def test_a_clock_that_is_before_the_first_day_is_told_as_any_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class LongAgo(date):
        @classmethod
        def today(cls) -> LongAgo:
            return cls(2025, 6, 1)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(daily_game, "date", LongAgo)
    assert main(["play", "--daily", "--players", "Rosa"]) == 2
    assert "the first is on 2026-01-01" in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]


def test_without_a_date_it_is_today_by_the_local_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    class Friday(date):
        @classmethod
        def today(cls) -> Friday:
            return cls(2026, 5, 1)

    monkeypatch.setattr(daily_game, "date", Friday)
    monkeypatch.chdir(tmp_path)
    arrangement = Arrangement()
    table, notes = daily_game.begin_daily(FakeTerminal(["Rosa"]), arrangement, day=None)
    assert table.file is not None
    table.file.close()
    assert table.script.title == "Eleusis daily puzzle 2026-05-01"
    assert notes == snapshot


# The game


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("seed: 20260131", "seed: 1"),
        ("puzzle 2026-01-31", "puzzle 2026-01-30"),
        ("variant: solo", "variant: express"),
    ],
)
def test_another_game_is_not_the_puzzle_of_the_day(tmp_path: Path, old: str, new: str) -> None:
    run(tmp_path, "quit\n", *DAY)
    path = tmp_path / "eleusis-2026-01-31.yaml"
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    table, _ = resume(path)
    assert table.file is not None
    table.file.close()
    assert daily_puzzle.day_of(table) is None
    assert "Eleusis 2026-01-3" not in go_on(path, "stop\ny\n")[1]


# A line to share, beside which a perfect player's turn stands


def play_day(day: date, kind: str, player: str = "Rosa", moves: int | None = None) -> RoundReplay:
    """The round of a day as a bot plays it, or the beginning of it, given up after so many moves."""
    seats = (Seat(player, kind), Seat("Dealer", "good"))
    table = new_table(game_head("solo", seats, daily_puzzle.seed_of_day(day)), seats)
    table.begin_round("Dealer", rule_of_day(day))
    if moves is None:
        play_on(table)
    else:
        table.drive(moves=moves)
        table.stop()
    return table.now


@pytest.mark.parametrize(
    ("day", "perfect", "line"),
    [
        (
            date(2026, 1, 5),
            8,
            "Eleusis 5 Jan · found in 29 · ○○●○○○○○○●○○○○○○○?○○●○○●●●●●●●! · a perfect player: 8",
        ),
        (date(2026, 9, 21), 6, "Eleusis 21 Sep · found in 14 · ○●○●●●●●●●●●●?●! · a perfect player: 6"),
        (
            date(2026, 2, 8),
            None,
            "Eleusis 8 Feb · not found in 30 · ●●●●●●?●?○○●○○○●○●●○●○○●●●○○●●●○ · a perfect player: not found",
        ),
        (
            date(2029, 1, 2),
            "unknown",
            "Eleusis 2 Jan · not found in 30 · ○●○●●●●?●?○●●●?●●?●○○●○○○●●○○○●●○○",
        ),
    ],
)
def test_the_line_of_a_day_comes_out_the_same_each_time(day: date, perfect: int | str | None, line: str) -> None:
    assert daily_puzzle.perfect_turn(day) == perfect
    assert daily_puzzle.share_line(day, play_day(day, "good")) == line


@pytest.mark.soak
def test_the_perfect_players_turns_are_those_of_the_bot_that_forgets_nothing() -> None:
    for number in range(0, 1096, 73):
        day = FIRST_DAY + timedelta(number)
        turn = daily_puzzle.play_alone(rule_of_day(day), daily_puzzle.seed_of_day(day), "expert")
        assert daily_puzzle.perfect_turn(day) in (turn, "unknown"), day


def test_the_line_against_a_friend_names_whose_rule_it_was() -> None:
    record = play_day(date(2026, 9, 21), "good")
    assert daily_puzzle.share_result(record, "Rosa") == "Eleusis · Rosa's rule found in 14 · ○●○●●●●●●●●●●?●!"
    assert "Tom\\u202e's rule" in daily_puzzle.share_result(record, "Tom\u202e")


CARD = re.compile(
    r"\b(10|[2-9AJQKajqk])[SHDCshdc♠♥♦♣]|[♠♥♦♣]|ace|king|queen|jack|spade|heart|diamond|club|red|black", re.I
)
LINE = re.compile(
    r"Eleusis ([1-9]|[12]\d|3[01]) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) · (not )?found in \d+"
    r"( · ([●○]\??!?)+)?( · a perfect player: (\d+|not found))?"
)


@pytest.mark.long
@settings(max_examples=60, deadline=None)
@given(
    days=st.integers(0, 1500),
    kind=st.sampled_from(["good", "random", "knower", "beginner"]),
    moves=st.none() | st.integers(0, 40),
)
def test_no_line_names_a_card(days: int, kind: str, moves: int | None) -> None:
    day = FIRST_DAY + timedelta(days)
    record = play_day(day, kind, moves=moves)
    line = daily_puzzle.share_line(day, record)
    assert LINE.fullmatch(line)
    for text in (line, daily_puzzle.share_result(record, "Zoe")):
        assert not CARD.search(text)
        assert rule_of_day(day).text not in text
