"""A benchmark run: kept as it comes, broken off and gone on with, reckoned again, compared, printed."""

from __future__ import annotations

import ast
import json
import math
import os
import random
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis.benchmark import ledger
from eleusis.benchmark.arranging import Benchmark
from eleusis.benchmark.contest import Contest
from eleusis.benchmark.entries import Entry, OwnGuess
from eleusis.benchmark.evaluating import Evaluation, evaluate, run_contest
from eleusis.benchmark.figures import in_bin, pair, places_of, rank
from eleusis.benchmark.scorecard import compare_text, scorecard
from eleusis.doors.cli import main
from eleusis.ground.errors import EleusisError
from eleusis.lab.run import PlayOne, Processes, R, here
from eleusis.lab.store import own_version
from tests.helpers import benchmark_figures
from tests.helpers.benchmark_figures import entries_of, figures

ROUNDS = 8


@cache
def contest(player: str = "random(guesses=0.5)", seed: int = 7, rounds: int = ROUNDS) -> Contest:
    return Benchmark(player, generate=rounds, seed=seed, difficulty="1..3").arrange().contest


@cache
def whole() -> list[Entry]:
    return timeless(run_contest(contest(), here))


def timeless(evaluation: Iterable[Entry]) -> list[Entry]:
    """The entries without what the clock says."""
    return [attrs.evolve(entry, seconds=0.0) for entry in evaluation]


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


class Stop:
    """A worker that is broken off after so many rounds."""

    def __init__(self, after: int) -> None:
        self.after = after

    def __call__(self, play: PlayOne[R], tasks: Any) -> Any:
        for number, done in enumerate(here(play, tasks)):
            if number == self.after:
                raise KeyboardInterrupt
            yield done


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """A file for entries, not yet there."""
    return tmp_path / "r.jsonl"


# Kept, and gone on with


@pytest.mark.parametrize("after", [0, 1, 5])
def test_a_run_that_was_broken_off_gives_the_same_numbers(after: int, out: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        run_contest(contest(), Stop(after), out=out)
    assert out.exists() == bool(after), "no file without an entry"
    if after:
        assert len(lines(out)) == after
    assert timeless(run_contest(contest(), here, out=out, resume=True)) == whole()
    assert [Entry.from_json(line).key for line in lines(out)] == [entry.key for entry in whole()]
    assert timeless(run_contest(contest(), Stop(0), out=out, resume=True)) == whole(), "nothing is left to play"


def test_processes_change_nothing(out: Path) -> None:
    assert timeless(run_contest(contest(), Processes(2), out=out)) == whole()
    assert timeless(sorted(Evaluation.load(out), key=lambda entry: entry.round)) == whole()


def test_a_torn_line_is_dropped_at_every_byte(out: Path) -> None:
    run_contest(attrs.evolve(contest(), max_rounds=3), here, out=out)
    raw = out.read_bytes()
    start = raw.rstrip(b"\n").rindex(b"\n") + 1
    chance = random.Random(3)
    anywhere = [chance.randrange(start, len(raw)) for _ in range(5)]
    for cut in (start, start + 1, len(raw) - 2, len(raw) - 1, *anywhere):
        out.write_bytes(raw[:cut])
        said: list[str] = []
        evaluation = run_contest(
            attrs.evolve(contest(), max_rounds=3), here, out=out, resume=True, tell=said.append
        )
        assert timeless(evaluation) == whole()[:3]
        assert len(lines(out)) == 3
        torn = start < cut < len(raw) - 1
        assert said == ([f"{out}: the last line was incomplete; its round is played again"] if torn else [])


def test_a_round_is_kept_with_all_its_seats_or_not_at_all(out: Path) -> None:
    several = (
        Benchmark(["random", "knower(skill=0.5)"], generate=3, seed=7, edition="express", difficulty="1")
        .arrange()
        .contest
    )
    before = timeless(run_contest(several, here, out=out))
    rows = out.read_text(encoding="utf-8").splitlines(keepends=True)
    seats = len(several.challenges[0].seats)
    assert seats > 1
    assert len(rows) == 3 * 2 * seats
    out.write_text("".join(rows[: 3 * seats - 1]), encoding="utf-8")
    assert timeless(run_contest(several, here, out=out, resume=True)) == before
    assert len(lines(out)) == len(rows)


def test_a_damaged_line_is_told_and_played_anew(out: Path, tmp_path: Path) -> None:
    run_contest(contest(), here, out=out)
    rows = out.read_text(encoding="utf-8").splitlines()
    rows[2] = rows[2][:40]
    rows[4] = rows[4].replace('"score":', '"points":')
    out.write_text("\n".join(rows) + "\n", encoding="utf-8")
    with pytest.raises(EleusisError) as refused:
        Evaluation.load(out)
    assert (refused.value.code, refused.value.line) == ("lab/not-results", 3)
    said: list[str] = []
    assert timeless(run_contest(contest(), here, out=out, resume=True, tell=said.append)) == whole()
    assert said == [f"{out}: damaged in line 3, 5; what is missing is played again"]
    assert len(lines(out)) == ROUNDS
    assert list(tmp_path.iterdir()) == [out]


def test_more_rounds_may_be_asked_for_and_fewer(out: Path) -> None:
    run_contest(contest(rounds=3), here, out=out)
    assert timeless(run_contest(contest(), here, out=out, resume=True)) == whole()
    assert timeless(run_contest(contest(rounds=3), Stop(0), out=out, resume=True)) == whole()[:3]
    assert len(lines(out)) == ROUNDS


@pytest.mark.parametrize(
    "other",
    [
        lambda: contest("knower"),
        lambda: contest(seed=8),
        lambda: Benchmark("random(guesses=0.5)", "solo-library").arrange().contest,
        lambda: attrs.evolve(contest(), leave_out=True),
        lambda: (
            Benchmark("random(guesses=0.5)", generate=3, seed=7, difficulty="1..3", edition="express")
            .arrange()
            .contest
        ),
    ],
    ids=["player", "seed", "suite", "leave out", "edition"],
)
def test_another_benchmark_is_not_gone_on_with(
    other: Callable[[], Contest], out: Path, snapshot: SnapshotAssertion
) -> None:
    run_contest(attrs.evolve(contest(), max_rounds=2), here, out=out)
    before = out.read_bytes()
    with pytest.raises(EleusisError) as refused:
        run_contest(other(), here, out=out, resume=True)
    assert (refused.value.code, refused.value.line) == ("lab/other-plan", 1)
    assert refused.value.message == snapshot
    assert out.read_bytes() == before


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("rule", "any", "the rule 'any' instead of "),
        ("deal", "0" * 16, "other cards, or settings of the variant"),
        ("version", "0.1.0", "written by eleusis 0.1.0"),
    ],
)
def test_what_an_entry_says_is_held_against_the_plan(key: str, value: str, says: str, out: Path) -> None:
    run_contest(attrs.evolve(contest(), max_rounds=2), here, out=out)
    first, second = lines(out)
    out.write_text(f"{json.dumps(first)}\n{json.dumps({**second, key: value})}\n", encoding="utf-8")
    with pytest.raises(EleusisError, match=re.escape(says)) as refused:
        run_contest(contest(), here, out=out, resume=True)
    assert refused.value.code == ("lab/other-version" if key == "version" else "lab/other-plan")
    assert refused.value.line == 2


def test_what_can_not_be_written_to(tmp_path: Path) -> None:
    def code(path: Path, resume: bool = False) -> str:
        with pytest.raises(EleusisError) as refused:
            run_contest(contest(), here, out=path, resume=resume)
        return refused.value.code

    there = tmp_path / "there.jsonl"
    there.write_text("my notes\n", encoding="utf-8")
    assert code(there) == "lab/file-exists"
    assert code(there, resume=True) == "lab/not-results"
    assert there.read_text(encoding="utf-8") == "my notes\n"
    assert code(tmp_path) == "lab/cannot-write"
    assert code(tmp_path / "no" / "r.jsonl") == "lab/cannot-write"


def written(entries: Sequence[Entry]) -> str:
    return "".join(f"{json.dumps(entry.to_json())}\n" for entry in entries)


def test_an_empty_file_is_taken(out: Path) -> None:
    out.touch()
    assert timeless(run_contest(attrs.evolve(contest(), max_rounds=1), here, out=out)) == whole()[:1]
    assert len(lines(out)) == 1


@pytest.mark.parametrize(
    ("ending", "torn"), [("", False), ("\n \n", False), ('{"file": "x', True), ('{"file": "x\n\n', True)]
)
def test_blank_lines_are_passed_over_and_a_torn_last_one_is_told(ending: str, torn: bool, out: Path) -> None:
    first, second, third = (written([entry]) for entry in whole()[:3])
    out.write_text(f"{first}\n{second}{third}{ending}", encoding="utf-8")
    evaluation = Evaluation.load(out)
    assert list(evaluation) == whole()[:3]
    assert evaluation.notes == ((f"{out}: the last line was incomplete, and is left out",) if torn else ())
    said: list[str] = []
    assert list(ledger.Ledger(out, contest(), True, said.append).entries.values()) == whole()[:3]
    assert bool(said) == torn
    assert out.read_text(encoding="utf-8") == written(whole()[:3])


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *[("seconds", value) for value in ("1e308", "NaN", "1" + "0" * 400)],
        *[(key, "1" + "0" * 400) for key in ("score", "turns", "tokens", "wrong_guesses", "rotation", "round")],
        *[("confidences", f"[[1{'0' * 400}, true]]"), ("score", f"-1{'0' * 400}"), ("round", "0")],
    ],
)
def test_a_number_that_was_damaged_is_told(
    key: str, value: str, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    row = re.sub(f'"{key}": (\\[\\]|[^,]+)', f'"{key}": {value}', written(whole()[1:2]))
    out.write_text(f"{written(whole()[:1])}{row}{written(whole()[2:3])}", encoding="utf-8")
    assert run_command("compare", str(out), str(out)) == 2
    said = capsys.readouterr().err
    assert f"{out}:2: " in said
    assert f"$.{key}" in said
    assert len(said) < len(str(out)) + 200
    notes: list[str] = []
    assert list(ledger.Ledger(out, contest(), True, notes.append).entries.values()) == [whole()[0], whole()[2]]
    assert notes == [f"{out}: damaged in line 2; what is missing is played again"]


@pytest.mark.parametrize("change", [{"round": 10_001}, {"round": 99, "seat": "Zoe"}, {"round": 99, "rotation": 3}])
def test_no_such_round_could_have_been_made_up(change: dict[str, Any], out: Path) -> None:
    out.write_text(written([*whole()[:1], attrs.evolve(whole()[1], **change)]), encoding="utf-8")
    with pytest.raises(EleusisError, match="a round that you didn't ask for") as refused:
        ledger.Ledger(out, contest(), resume=True)
    assert (refused.value.code, refused.value.line) == ("lab/other-plan", 2)


def killed_and_resumed(command: Sequence[str], out: Path, kills: Sequence[int]) -> None:
    """Run a benchmark, kill it as soon as so many entries are there, time and again, and let it come to its end."""
    for entries in kills:
        child = subprocess.Popen([*command, "--resume"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while child.poll() is None and not (out.exists() and out.read_bytes().count(b"\n") >= entries):
            time.sleep(0.01)
        child.kill()
        child.wait()
    subprocess.run([*command, "--resume"], stdout=subprocess.DEVNULL, check=True)


@pytest.mark.soak
@pytest.mark.parametrize("player", ["random", "knower", "knower(skill=0.4)"])
def test_seventy_eight_rounds_killed_and_resumed(player: str, out: Path, tmp_path: Path) -> None:
    whole = tmp_path / "whole.jsonl"
    command = [sys.executable, "-m", "eleusis", "benchmark", "--generate", "78", "--seed", "7", "--player", player]
    environ = {**os.environ, "PYTHONHASHSEED": "1"}
    subprocess.run(
        [*command, "--out", str(whole), "--jobs", "1"], stdout=subprocess.DEVNULL, check=True, env=environ
    )
    killed_and_resumed([*command, "--out", str(out), "--jobs", "2"], out, [1, 20, 50])
    unbroken, again = (sorted(lines(path), key=lambda entry: int(entry["round"])) for path in (whole, out))
    for entry in (*unbroken, *again):
        del entry["seconds"]
    assert len(unbroken) == 78
    assert unbroken == again
    printing = [*command, "--out", str(out), "--resume", "--format", "json"]
    data = json.loads(subprocess.run(printing, capture_output=True, check=True).stdout)
    reckoned = figures(lines(out))
    assert {key: data[key] for key in reckoned} == pytest.approx(reckoned, abs=1e-12)
    assert (reckoned["brier"] is None) == (player == "random")


# Reckoned again


@pytest.mark.parametrize("seed", range(4))
def test_the_figures_are_those_that_a_script_reckons(seed: int) -> None:
    chance = random.Random(seed)
    (entry,) = whole()[:1]
    entries = []
    for number in range(1, 40):
        sure = [
            chance.choice([chance.random(), number / 40, chance.randint(0, 10) / 10]) for _ in range(number % 7)
        ]
        confidences = tuple((own, chance.choice([True, False, None])) for own in sure)
        score, seconds = chance.randint(-9, 30), round(chance.random(), 6)
        made = attrs.evolve(entry, round=number, confidences=confidences, score=score, solved=score > 0)
        guesses = tuple(
            OwnGuess(turn, "red", False, chance.random() < 0.3, chance.random() < 0.3)
            for turn in sorted(chance.sample(range(1, number + 1), number % 3))
        )
        made = attrs.evolve(made, guesses=guesses, waited=chance.choice([None, 0, number]), cost=chance.random())
        entries.append(attrs.evolve(made, turns=number, wrong_guesses=number % 3, seconds=seconds))
    evaluation = Evaluation(tuple(entries))
    reckoned = figures([entry.to_json() for entry in entries])
    printed = evaluation.to_json()
    assert {key: printed[key] for key in reckoned} == pytest.approx(reckoned, abs=1e-12)
    assert all(own is not None for own in reckoned.values())
    assert printed["found_by"] == [
        {"turn": turn, "share": pytest.approx(benchmark_figures.found_by([e.to_json() for e in entries], turn))}
        for turn in range(5, 41, 5)
    ]
    rows: Any = printed["calibration"]
    assert sum(row["count"] for row in rows) == sum(
        right is not None for e in entries for _, right in e.confidences
    )


def test_the_edges_of_the_bins() -> None:
    assert [in_bin(number / 10) for number in range(11)] == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9]
    assert [in_bin(math.nextafter(number / 10, 0)) for number in range(1, 11)] == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]


def test_nothing_stated_has_no_calibration() -> None:
    data = Evaluation(tuple(whole())).to_json()
    assert (data["calibration_error"], data["brier"], data["calibration"]) == (None, None, [])
    assert figures([]) == {**dict.fromkeys(figures([])), "wrong_guesses": 0}


def test_the_script_shares_no_code_with_the_program() -> None:
    tree = ast.parse(Path(benchmark_figures.__file__).read_text(encoding="utf-8"))
    names = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    names += [str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert not [name for name in names if name.split(".")[0] in ("eleusis", "tests")]


# Against each other


def with_scores(scores: Sequence[int], player: str, rotation: int = 0) -> list[Entry]:
    entry = attrs.evolve(whole()[0], solved=False)
    return [
        attrs.evolve(entry, round=number, score=score, player=player, rotation=rotation)
        for number, score in enumerate(scores, start=1)
    ]


def test_two_runs_are_paired_over_the_rounds_that_both_have() -> None:
    a = with_scores([*range(12), 99], "a")
    b = [*with_scores([score + 2 + score % 2 for score in range(12)], "b"), attrs.evolve(a[-1], round=50)]
    pairing = pair(a, b)
    assert (len(pairing.a), pairing.only_a, pairing.only_b, pairing.others) == (12, 1, 1, 0)
    score = pairing.gaps[0]
    assert score.measure.id == "mean_score"
    assert score.difference is not None
    assert score.difference.value == 2.5
    assert (score.verdict, pairing.better) == ("more", "B")
    assert pair(b, a).better == "A"
    assert pair(a, a).better is None
    assert pair(a[:5], b[:5]).gaps[0].verdict == "too few"


def test_rounds_of_one_name_with_other_cards_are_not_paired() -> None:
    a, b = with_scores([1] * 12, "a"), with_scores([2] * 12, "b")
    b[0] = attrs.evolve(b[0], deal="other")
    b[1] = attrs.evolve(b[1], rule="any")
    b[2] = attrs.evolve(b[2], deal="")  # of another program, which doesn't say
    pairing = pair(a, b)
    assert (len(pairing.a), pairing.others) == (10, 2)
    with pytest.raises(EleusisError) as refused:
        pair(a[:1], [attrs.evolve(b[0], version="0.1.0")])
    assert refused.value.code == "lab/no-rounds"
    assert refused.value.message.endswith(
        f"have another rule, variant or other cards; A was written by eleusis {own_version()}, B by 0.1.0"
    )


def test_every_kind_sits_in_every_seat_and_the_better_one_is_ahead() -> None:
    evaluation = evaluate(["random", "knower"], generate=10, seed=7, edition="abbott", difficulty="1..2")
    seats = {(entry.player, entry.seat) for entry in evaluation}
    assert seats == {(kind, seat) for kind in ("random", "knower") for seat in ("Ann", "Bob", "Cleo")}
    first, second = evaluation.ranking
    assert (first.player, second.player) == ("knower", "random")
    assert first.verdict == "more"
    assert first.ahead is not None
    assert first.ahead.value == pytest.approx(first.score.value - second.score.value)
    assert first.wins is not None
    assert first.wins.value > 0.4


def test_a_deal_that_is_played_in_part_is_not_ranked() -> None:
    entries = [*with_scores([5, 5, 9], "a", 0), *with_scores([3, 4], "b", 1)]
    first, second = rank(entries, 2)
    assert (first.player, first.score.value, second.score.value) == ("a", 5.0, 3.5)
    assert first.wins is None, "each plays alone"


def crashed(entries: Sequence[Entry], score: int = 0) -> list[Entry]:
    return [attrs.evolve(entry, score=score, solved=False, error="out of credit") for entry in entries]


def test_who_fails_in_every_round_is_not_better_than_who_finds_nothing() -> None:
    lost = with_scores([-5 - number % 3 for number in range(12)], "random")
    pairing = pair(lost, crashed(with_scores([0] * 12, "crash")))
    assert (pairing.better, pairing.gaps[0].verdict, pairing.gaps[1].verdict) == (None, "identical", "identical")
    text = compare_text(pairing, ("a", "b"))
    assert re.search(r"^  failed +0 of 12 +12 of 12$", text, re.M)
    assert "Neither is better" in text
    assert "A failed round has at most the score of the other side." in text
    finder = with_scores([20 + number % 3 for number in range(12)], "knower")
    assert pair(finder, crashed(with_scores([0] * 12, "crash"))).better == "A", "it may well be worse"
    ahead = with_scores([9] * 12, "b")
    mixed = [*crashed(ahead[:2]), *ahead[2:]]
    pairing = pair(lost, mixed)
    assert pairing.better == "B", "what it played well counts"
    assert [entry.score for entry in pairing.b[:3]] == [-5, -6, 9]
    assert "failed" not in compare_text(pair(lost, ahead), ("a", "b"))


def test_who_fails_is_not_ranked_above_who_played() -> None:
    lost = with_scores([-5 - number % 3 for number in range(12)], "random", 0)
    first, second = rank([*lost, *crashed(with_scores([0] * 12, "crash", 1))], 2)
    assert (first.player, first.failed, second.player, second.failed) == ("random", 0, "crash", 12)
    assert (first.verdict, first.score.value) == ("identical", second.score.value)
    text = scorecard([*lost, *crashed(with_scores([0] * 12, "crash", 1))], (first, second))
    assert "failed in 12 of 12" in text
    assert "the ranking counts at most the lowest score of that deal" in text
    # At one table: the seats of the kind that failed have not won, whoever of them it was.
    ann, bob = lost[0], attrs.evolve(lost[0], seat="Bob", player="b", score=9)
    cleo = attrs.evolve(lost[0], seat="Cleo", score=9)
    rows = [*crashed([ann]), bob, cleo, attrs.evolve(ann, rotation=1), attrs.evolve(bob, rotation=1)]
    by_name = {standing.player: standing for standing in rank(rows, 2)}
    assert by_name["random"].wins is not None
    assert by_name["b"].wins is not None
    assert (by_name["random"].wins.value, by_name["b"].wins.value) == (0, 1)
    assert by_name["random"].score.value == -5


def test_equal_means_share_a_place() -> None:
    entries = [
        row for name, score in (("a", 3), ("b", 5), ("c", 3), ("d", 1)) for row in with_scores([score], name)
    ]
    entries = [attrs.evolve(row, rotation=place) for place, row in enumerate(entries)]
    standings = rank(entries, 4)
    assert [standing.player for standing in standings] == ["b", "a", "c", "d"]
    assert places_of(standings) == [1, 2, 2, 4]
    places = re.findall(r"^ (\d)  (\w) ", scorecard(entries, standings), re.M)
    assert places == [("1", "b"), ("2", "a"), ("2", "c"), ("4", "d")]


def test_rows_of_guesses_are_those_of_the_edition() -> None:
    entry = attrs.evolve(whole()[0], solved=False, wrong_guesses=0)
    for edition, shown in (("solo", True), ("express", True), ("abbott", False), ("of our own", True)):
        own = [attrs.evolve(entry, edition=edition)]
        for text in (scorecard(own), compare_text(pair(own, own), ("a", "b"))):
            assert ("rule found %" in text) == ("wrong guesses" in text) == shown


def test_what_takes_no_time_is_not_judged_by_it() -> None:
    entry = attrs.evolve(whole()[0], turns=10)
    quick, slow = ([attrs.evolve(entry, seconds=seconds, round=n) for n in range(12)] for seconds in (0.001, 2.0))
    (row,) = [line for line in compare_text(pair(quick, slow), ("a", "b")).splitlines() if "seconds" in line]
    assert re.fullmatch(r"  seconds a turn +< 0\.001 +0\.20 ±0\.00 +\+0\.20 ±0\.00", row)
    (row,) = [line for line in compare_text(pair(quick, quick), ("a", "b")).splitlines() if "seconds" in line]
    assert row.split() == ["seconds", "a", "turn", "<", "0.001", "<", "0.001"]


# The command


def run_command(*arguments: str) -> int:
    return main(["benchmark", *arguments])


def test_the_command(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--generate", "6", "--seed", "7", "--difficulty", "1..2", "--player", "knower(skill=0.5)"]
    assert run_command(*arguments, "--max-rounds", "2", "--out", str(out), "--jobs", "1") == 0
    text, said = capsys.readouterr()
    assert text.startswith("2 rounds of generated:7:1..2 (solo)\n")
    assert said == ""
    assert run_command(*arguments, "--out", str(out), "--resume", "--format", "json") == 0
    data = json.loads(capsys.readouterr().out)
    assert len(data["rounds"]) == len(lines(out)) == 6
    assert entries_of(json.dumps(data)) == data["rounds"] == lines(out)
    reckoned = figures(data["rounds"])
    assert {key: data[key] for key in reckoned} == pytest.approx(reckoned, abs=1e-12)
    assert benchmark_figures.main([str(out)]) == 0
    assert json.loads(capsys.readouterr().out.partition(": ")[2]) == reckoned


def test_a_seed_that_is_drawn_is_told_afterwards_and_found_again(
    out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--generate", "3", "--difficulty", "1", "--player", "random", "--format", "json"]
    arguments += ["--out", str(out)]
    assert run_command(*arguments, "--max-rounds", "1") == 0
    text, said = capsys.readouterr()
    drawn = re.fullmatch(r"the rules were made up from --seed (\d+)\n", said)
    assert drawn is not None
    assert json.loads(text)["seed"] == int(drawn[1]) < 10**17
    assert run_command(*arguments, "--resume") == 0
    again = json.loads(capsys.readouterr().out)
    assert (again["seed"], len(again["rounds"])) == (int(drawn[1]), 3)


def test_the_text_is_no_wider_than_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    players = "random,knower(skill=0.25),random(guesses=0.5, strings=0.1, no_plays=0.2)"
    arguments = ["--generate", "2", "--seed", "7", "--difficulty", "1", "--variant", "express", "--rotate"]
    assert run_command(*arguments, "--players", players) == 0
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= 80
    assert "ranking" in text
    old = ["--edition" if argument == "--variant" else argument for argument in arguments]
    assert run_command(*old, "--players", players) == 0
    assert capsys.readouterr().out == text, "as it was asked for before"


def test_the_command_compares(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = []
    for player in ("random", "knower"):
        file = tmp_path / f"{player}.jsonl"
        run_contest(Benchmark(player, "solo-library", max_rounds=12).arrange().contest, here, out=file)
        files.append(str(file))
    assert run_command("compare", *files) == 0
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines()[3:])) <= 80
    assert run_command("--compare", *files) == 0
    assert capsys.readouterr().out == text, "as it was asked for before there was a command"
    assert run_command("--compare", *files, "--player", "random") == 2
    assert run_command("compare", *files[::-1], "--format", "json") == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["rounds"], data["better"]) == (12, "A")
    assert data["differences"]["mean_score"]["verdict"] == "less"


PROGRAM = """
import json, sys
TOKENS = {"tokens": 10, "tokens_out": 4}
deals = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        deals += 1
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "move":
        if deals == int(sys.argv[1]) and message["n"] > 3:
            sys.exit("out of credit")
        move = next(option for option in message["options"] if "guess" not in option)
        print(json.dumps({"move": move, "rule": "red", "confidence": 0.25, **TOKENS}), flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="programs play on POSIX")
def test_a_program_is_benchmarked_and_its_death_costs_a_round(
    out: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(PROGRAM, encoding="utf-8")
    arguments = ["--generate", "4", "--seed", "7", "--player", "mine", "--jobs", "1", "--out", str(out)]
    command = shlex.join([sys.executable, "-I", "-S", str(bot), "2"])
    arguments += ["--price", "1000/5000", "--bot", f"mine={command}"]
    assert run_command(*arguments) == 1
    assert "out of credit" in capsys.readouterr().err
    assert len(lines(out)) == 1, "what is done is kept"
    assert run_command(*arguments, "--resume", "--on-error", "score") == 0
    # It is a new process: its second round is the third.
    first, second, third, fourth = lines(out)
    assert [entry["error"] is None for entry in (first, second, third, fourth)] == [True, True, False, True]
    assert (first["turns"], first["tokens"], len(first["confidences"])) == (30, 600, 30)
    assert (first["tokens_out"], first["cost"]) == (240, pytest.approx(0.36 * 1 + 0.24 * 5))
    assert (third["solved"], third["score"], third["turns"], third["tokens"]) == (False, 0, 1, 20)
    text = capsys.readouterr().out
    assert re.search(r"^  failed +1 of 4$", text, re.M)
    assert "the player could not go on" in text
    assert re.search(r"^Calibration is based on \d+ statements\.$", text, re.M)


@pytest.mark.long
def test_the_page(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    stated = ((0.35, True), (0.9, False), (0.95, True), (0.2, None))
    entries = [
        attrs.evolve(entry, solved=False, confidences=stated, error="died <here>\nand " + "there" * 99)
        for entry in whole()
    ]
    page = tmp_path / "page.html"
    Evaluation((*entries, *with_scores([3] * ROUNDS, "b", 1)), 2).write_report(page, "eleusis benchmark")
    text = page.read_text(encoding="utf-8")
    assert "Calibration: random(guesses=0.5)" in text
    assert text.count("<svg") == 1, "a kind that states nothing has no chart"
    assert 'aria-label="35 % sure: 100 % right, of 8; 92 % sure: 50 % right, of 16"' in text
    assert re.search(r"\(died &lt;here&gt; and there[^)]{50,80}…\)<", text), "an error is cut to a line"
    assert '<td data-of="solved">' in text
    assert f'<td>failed</td><td data-of="random(guesses=0.5)">{ROUNDS} of {ROUNDS}</td>' in text
    assert "Ranking" in text
    assert not re.search(r"https?://(?!www\.w3\.org)", text), "it loads nothing"
