"""The pytest plugin: folders of games as a designer has them, run by a pytest of their own."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module

import attrs
import pytest

from eleusis.doors.cli import exits
from eleusis.driving.dealing import deal
from eleusis.driving.driver import By, Driver, Player, Step
from eleusis.driving.replayed import RoundReplay
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.game.moves import Pass
from eleusis.ground.chance import stream
from eleusis.minds.players.random_player import RandomPlayer
from eleusis.record.gamefile.contents import GameFile
from eleusis.record.gamefile.writing import write_game
from eleusis.record.replaying.scripts import script_of
from eleusis.secret.rule import Rule
from eleusis.variant import load_variant
from tests.helpers.modules import modules_in

pytest_plugins = ["pytester"]

PLAYERS = ("Ann", "Bob", "Cleo", "Dan", "Eve")
RULE = Rule("if last.odd then black else red")
MINE = "eleusis: 1\nname: mine\nextends: abbott\nexpulsion: {layout: 50}\n"

Run = Callable[..., pytest.RunResult]


def played(seed: int, turns: int, wrong_at: range | None = None, number: int = 1) -> RoundReplay:
    """A round of so many turns under expulsion at 50 cards; with `wrong_at`, one that stops a turn after someone
    is wrong while so many cards lie on the layout."""
    variant = load_variant("abbott", ["expulsion.layout=50"])
    round_ = deal(variant, PLAYERS, dealer="Eve", seed=seed, number=number)
    seats: dict[str, Player] = {
        seat: RandomPlayer(variant, stream(seed, seat), no_plays=0.0, declares=0.0) for seat in PLAYERS
    }
    seats["Eve"] = RuleDealer(RULE, variant)
    steps: list[Step] = []
    while turns and (seat := round_.to_act) is not None:
        lying = round_.state.layout.count
        move = seats[seat].move(round_.view(seat))
        by: By = "implied" if isinstance(move, Pass) else "seat"
        Driver(round_, {}, steps).go([move], moves=1, by=by)
        turns -= seat == "Eve"
        if wrong_at and lying in wrong_at and any(event.type == "rejected" for event in steps[-1].events):
            turns, wrong_at = 1, None
    assert wrong_at is None, "nobody was wrong there: take another seed"
    return RoundReplay(number, round_, RULE.text, steps=steps)


def game(title: str | None, *rounds: RoundReplay, seed: int) -> str:
    """A game file of some rounds under the variant mine.yaml."""
    scripts = tuple(attrs.evolve(script_of(record, RULE, full=False), expected=()) for record in rounds)
    return write_game(GameFile("", "mine.yaml", PLAYERS, title=title, seed=seed, rounds=scripts))


def run_in(pytester: pytest.Pytester, *options: str, apart: bool = False) -> pytest.RunResult:
    """Runs pytest without the plugins that take long to import; in a process of its own where it is `apart`."""
    spare = ["no:hypothesispytest", *([] if "-n" in options else ["no:xdist", "no:xdist.looponfail"])]
    runs = pytester.runpytest_subprocess if apart else pytester.runpytest_inprocess
    return runs(*options, "--assert=plain", *(f"-p{name}" for name in spare))


@pytest.fixture(scope="module", autouse=True)
def _imported() -> None:
    """Imports all that the plugin uses: an inner run forgets what it was the first to import, and some of that, as
    the parser of YAML, doesn't come twice."""
    import_module("yaml")
    rooms = ("driving", "game", "gamefile", "gametests", "page", "replaying", "secret", "variant", "yaml")
    for name in modules_in("eleusis"):
        if name.startswith(tuple(f"{room}/" for room in rooms)):
            import_module(f"eleusis/{name}".removesuffix(".py").removesuffix("/__init__").replace("/", "."))


@pytest.fixture(autouse=True)
def _own_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the inner pytest know nothing of the outer one."""
    for name in ("PYTEST_ADDOPTS", "PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT", "PYTEST_XDIST_TESTRUNUID"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def run(pytester: pytest.Pytester, request: pytest.FixtureRequest) -> Run:
    """Runs pytest in a folder with three games, one of which has a wrong play with 45 to 49 cards on the layout.

    In a process of its own in the long tests, which are as a reader's runs are; within this process in the others.
    """
    apart = request.node.get_closest_marker("soak") is not None
    pytester.makefile(".ini", pytest="[pytest]\n")
    games = pytester.mkdir("games")
    (games / "mine.yaml").write_text(MINE, encoding="utf-8")
    (games / "short.yaml").write_text(game("A short one", played(1, 6), seed=1), encoding="utf-8")
    long = game("A long evening", played(2, 99, range(45, 50)), seed=2)
    (games / "long.yaml").write_text(long, encoding="utf-8")
    two = game("Two rounds", played(3, 8), played(3, 10, number=2), seed=3)
    (games / "two.yaml").write_text(two, encoding="utf-8")

    def runs(*options: str) -> pytest.RunResult:
        return run_in(pytester, *options, apart=apart or "-n" in options)

    return runs


def edit(pytester: pytest.Pytester, name: str, old: str, new: str) -> None:
    """Changes a text that stands once in a file."""
    path = pytester.path / name
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, text
    path.write_text(text.replace(old, new), encoding="utf-8")


def snapshots(pytester: pytest.Pytester) -> dict[str, str]:
    """All files of snapshots."""
    paths = sorted((pytester.path / "games" / "__transcripts__").glob("*"))
    return {path.name: path.read_text(encoding="utf-8") for path in paths}


ALL = ["A long evening", "A short one", "Two rounds · round 1", "Two rounds · round 2", "Two rounds · totals"]


@pytest.mark.long
def test_a_game_of_one_round_that_bots_dealt_is_one_test(run: Run, pytester: pytest.Pytester) -> None:
    """Stopped after its first round it has totals, but they say what the round says."""
    # In a process of its own: pytester forgets the modules that a test imports.
    dealt = pytester.run(
        sys.executable,
        "-m",
        "eleusis",
        "deal",
        "--variant",
        "express",
        "--rounds",
        "1",
        "--out",
        "games/dealt.yaml",
    )
    assert dealt.ret == exits.FINE
    run("games/dealt.yaml", "--snapshot-update").assert_outcomes(passed=1)


@pytest.mark.long
def test_a_changed_knob_fails_exactly_the_games_that_it_touches(run: Run, pytester: pytest.Pytester) -> None:
    missing = run("games")
    missing.assert_outcomes(failed=5)
    missing.stdout.fnmatch_lines(["*there is no snapshot of this transcript yet: pytest --snapshot-update*"])

    first = run("games", "--snapshot-update")
    first.assert_outcomes(passed=5)
    first.stdout.fnmatch_lines(["5 snapshots generated."])
    assert list(snapshots(pytester)) == ["long.ambr", "short.ambr", "two.ambr"]
    written = snapshots(pytester)["long.ambr"]
    assert "# name: A long evening\n  '''\n  A long evening\n  mine.yaml\n  Ann · Bob" in written
    assert str(pytester.path) not in written

    second = run("games", "-v")
    second.assert_outcomes(passed=5)
    second.stdout.fnmatch_lines([f"games/*.yaml::{name} PASSED*" for name in ALL])

    edit(pytester, "games/mine.yaml", "50", "45")
    third = run("games")
    third.assert_outcomes(passed=4, failed=1)
    third.stdout.fnmatch_lines(
        [
            "_* A long evening _*",
            "the transcript has changed, from its line * on (- the snapshot, + now):",
            "- * plays *wrong · draws [24]*",
            "+ * plays *wrong · draws [24] · * is expelled*",
            "if this is what you want: pytest --snapshot-update",
            "FAILED games/long.yaml::A long evening - the transcript has changed*",
        ]
    )
    assert "Traceback" not in third.stdout.str()
    assert snapshots(pytester)["long.ambr"] == written

    run("games", "--snapshot-update").assert_outcomes(passed=5)
    run("games").assert_outcomes(passed=5)


@pytest.mark.long
def test_variant_and_knobs_from_the_command_line(run: Run, pytester: pytest.Pytester) -> None:
    run("games", "--snapshot-update")
    same = run("games", "--eleusis-variant", "abbott", "--eleusis-set", "expulsion.layout=50")
    same.assert_outcomes(passed=5)
    same.stdout.fnmatch_lines(["eleusis: variant abbott, expulsion.layout=50"])
    run("games", "--eleusis-set", "expulsion.layout=45").assert_outcomes(passed=4, failed=1)
    run("games", "--eleusis-variant", "games/mine.yaml").assert_outcomes(passed=5)

    unknown = run("games", "--eleusis-variant", "abot")
    assert unknown.ret == pytest.ExitCode.USAGE_ERROR
    unknown.stderr.fnmatch_lines(["*there is no variant 'abot' (did you mean 'abbott'?)*"])
    knob = run("games", "--eleusis-set", "expulsion.layot=45")
    knob.assert_outcomes(failed=5)
    knob.stdout.fnmatch_lines(["--set expulsion.layot=45: there is no setting 'layot' in expulsion (did you mean*"])


@pytest.mark.parametrize("update", ["--snapshot-update", "--snapshot-update-new-only"])
@pytest.mark.parametrize("other", ["--eleusis-set=wrong_play.draw_per_card=1", "--eleusis-variant=guyton"])
def test_what_another_variant_makes_of_a_game_is_never_accepted(
    run: Run, pytester: pytest.Pytester, other: str, update: str
) -> None:
    run("games", "--snapshot-update")
    before = snapshots(pytester)
    refused = run("games", other, update)
    assert refused.ret == pytest.ExitCode.USAGE_ERROR
    refused.stderr.fnmatch_lines([f"*{update} can't go with {other.partition('=')[0]}*"])
    assert snapshots(pytester) == before


def test_a_failure_under_another_setting_does_not_ask_to_be_accepted(run: Run, pytester: pytest.Pytester) -> None:
    other = "--eleusis-set=wrong_play.draw_per_card=1"
    missing = run("games/short.yaml", other)
    missing.stdout.fnmatch_lines(["*there is no snapshot of this transcript yet*without --eleusis-set*"])
    run("games", "--snapshot-update")
    changed = run("games", other)
    changed.assert_outcomes(passed=0, failed=5)
    changed.stdout.fnmatch_lines(["the transcript has changed*"])
    assert "--snapshot-update" not in changed.stdout.str()


def test_a_failing_game_with_a_bracket_in_its_title_fails_again(pytester: pytest.Pytester) -> None:
    pytester.makefile(".ini", pytest="[pytest]\n")
    pytester.makefile(".yaml", game=game("Ann [host] :: [a", played(1, 6), seed=1))
    pytester.makefile(".yaml", plain=game("Bob", played(1, 6), seed=1))
    pytester.makefile(".yaml", mine=MINE)
    run_in(pytester).assert_outcomes(failed=2)
    run_in(pytester, "--lf").assert_outcomes(failed=2)


def test_an_illegal_move_points_into_the_file(run: Run, pytester: pytest.Pytester) -> None:
    run("games", "--snapshot-update")
    before = snapshots(pytester)["short.ambr"]
    text = (pytester.path / "games/short.yaml").read_text(encoding="utf-8").splitlines()
    at = text.index("    moves: |") + 2
    mover = text[at].split()[0]
    text[at] = f"      {mover} declare"
    (pytester.path / "games/short.yaml").write_text("\n".join(text) + "\n", encoding="utf-8")
    result = run("games/short.yaml")
    result.assert_outcomes(failed=1)
    place = f"games/short.yaml:{at + 1}:7: {mover} declare: "
    result.stdout.fnmatch_lines([f"{place}*", f"FAILED games/short.yaml::A short one - {mover} declare: *"])
    assert "Traceback" not in result.stdout.str()
    line = run("games/short.yaml", "--tb=line")
    line.stdout.fnmatch_lines([f"{place}*"])

    assert snapshots(pytester)["short.ambr"] == before
    run("games", "--snapshot-update").assert_outcomes(passed=4, failed=1)
    after = snapshots(pytester)["short.ambr"]
    assert f"here the game stops: short.yaml:{at + 1}:7" in after


def test_all_that_a_game_expects_wrongly_is_told_in_one_run(run: Run, pytester: pytest.Pytester) -> None:
    moves = ["Ann play 5H  => wrong; Ann draws 4", "Bob play 4D => wrong"]
    text = "\n".join(
        [
            "eleusis: 1\ntitle: Wrong\nvariant: mine.yaml\nplayers: [Ann, Bob, Cleo, Dan]\nseed: 1\nrounds:",
            "  - {dealer: Dan, rule: red, starter: 10C,",
            "     hands: {Ann: 5H 2C 3C, Bob: 4D 6C 8H, Cleo: 9H 9C 3D},",
            f'     moves: "{moves[0]}\\n{moves[1]}",',
            "     expect: {ended: cutoff, hands: {Ann: 9, Bob: 9, Cleo: 3}, layout: 77}}",
            "  - {dealer: Ann, rule: red, starter: 10C, expect: {layout: 77, stock: 3}}",
            "expect: {totals: {Ann: 3, Bob: 4, Cleo: 0}}",
        ]
    )
    (pytester.path / "games/wrong.yaml").write_text(text + "\n", encoding="utf-8")
    result = run("games/wrong.yaml", "--snapshot-update")
    result.assert_outcomes(failed=3)
    lines = [line.split(": ")[0].split(":")[1] for line in result.outlines if line.startswith("games/wrong.yaml:")]
    assert lines == ["9", "9", "9", "10", "10", "10", "10", "11", "11", "12", "12"]
    result.stdout.fnmatch_lines(["FAILED *Wrong · round 1 - 7 things are wrong; expected*"])

    text = text.replace("Ann play 5H", "Ann play KD").replace(
        "layout: 77, stock: 3}", 'layout: 1}, moves: "Ann play KD"'
    )
    (pytester.path / "games/wrong.yaml").write_text(text + "\n", encoding="utf-8")
    stopped = run("games/wrong.yaml")
    stopped.stdout.fnmatch_lines(["*there are no totals: round 1 stops*", "*there are no totals: round 2 stops*"])


RULES = """\
eleusis: 1
rules:
  alternate:
    rule: color != last.color
    examples:
      - {line: 5S, right: JH 2D, wrong: 10C}
      - {line: 5S JH, right: QH}
      - {line: 5S, right: 3D}
  free: any
"""


def test_rule_files(pytester: pytest.Pytester) -> None:
    pytester.makefile(".yaml", rules=RULES)
    result = run_in(pytester, "-v")
    result.assert_outcomes(passed=3, failed=1)
    result.stdout.fnmatch_lines(
        [
            "rules.yaml::alternate · after 5S PASSED*",
            "rules.yaml::alternate · after 5S JH FAILED*",
            "rules.yaml::alternate · after 5S (2) PASSED*",
            "rules.yaml::free PASSED*",
            "rules.yaml:7:9: by the rule QH is wrong after 5S JH",
        ]
    )
    edit(pytester, "rules.yaml", "last.color", "last.colr")
    broken = run_in(pytester)
    broken.assert_outcomes(failed=1)
    broken.stdout.fnmatch_lines(["rules.yaml:4:25: *did you mean 'color'*", "FAILED rules.yaml::can be read - *"])


def test_rules_that_games_name(run: Run, pytester: pytest.Pytester) -> None:
    pytester.makefile(".yaml", more=RULES.replace("right: QH", "wrong: QH"))
    text = game("A short one", played(1, 6), seed=1).replace(f'rule: "{RULE.text}"', "rule: my-own")
    text = text.replace(f"rule: {RULE.text}", "rule: my-own")
    assert "my-own" in text
    (pytester.path / "games/short.yaml").write_text(text, encoding="utf-8")
    (pytester.path / "more.yaml").write_text(f"eleusis: 1\nrules: {{my-own: {RULE.text}}}\n", encoding="utf-8")
    run("games/short.yaml").stdout.fnmatch_lines(["FAILED games/short.yaml::can be read - *'my'*"])
    run("games/short.yaml", "--eleusis-rules", "more.yaml", "--snapshot-update").assert_outcomes(passed=1)
    run("games", "--snapshot-update", "-k", "two").assert_outcomes(passed=3, deselected=2, failed=0)
    assert "A short one" in snapshots(pytester)["short.ambr"]


def test_a_game_in_utf_16(pytester: pytest.Pytester) -> None:
    pytester.makefile(".yaml", mine=MINE)
    (pytester.path / "game.yaml").write_bytes(game("A short one", played(1, 6), seed=1).encode("utf-16"))
    run_in(pytester, "--snapshot-update").assert_outcomes(passed=1)


FOREIGN = {
    "compose": "version: 3\nservices: {web: {image: x}}\n",
    "broken": "a: [\n b: }\n",
    "empty": "",
    "elsewhere": "title: none of ours\nrounds: [1, 2]\n",
    "inside": "x:\n  eleusis: 1\n  rounds: []\n",
    "variant": MINE,
    "cases": "eleusis: 1\ncases:\n  - rounds: []\n",
    "documents": "a: 1\n---\nb: 2\n",
}


def test_other_yaml_is_left_alone(pytester: pytest.Pytester) -> None:
    pytester.makefile(".yaml", **FOREIGN)
    (pytester.path / "latin.yml").write_bytes(b"caf\xe9: 1\n")
    (pytester.path / "huge.yaml").write_bytes(b"a: 1\n" * 30_000 + b"eleusis: 1\nrounds: []\n")
    result = run_in(pytester)
    assert result.ret == pytest.ExitCode.NO_TESTS_COLLECTED
    assert "eleusis" not in result.stdout.str().replace("eleusis-", "plugin ")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"eleusis: 1\nrounds: [\n", "game.yaml:3:1: not valid YAML: *"),
        (b"eleusis: 1\ntitle: caf\xe9\nrounds: []\n", "game.yaml:2:11: not UTF-8: *"),
        (b"\xef\xbb\xbfeleusis: 1\r\nrounds: []\r\n", "game.yaml:1:1: a game file needs 'players'"),
        (
            b"eleusis: 1\nvariant: abot\nplayers: [A, B]\nrounds: []\n",
            "game.yaml:2:10: there is no variant 'abot'*",
        ),
    ],
)
def test_a_file_that_cannot_be_read(pytester: pytest.Pytester, text: bytes, message: str) -> None:
    (pytester.path / "game.yaml").write_bytes(text)
    result = run_in(pytester)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([message])
    assert "Traceback" not in result.stdout.str()
    assert "site-packages" not in result.stdout.str()


@pytest.mark.long
@pytest.mark.parametrize("options", [(), ("-n", "2")], ids=["alone", "xdist"])
def test_without_syrupy_it_says_so_once(run: Run, pytester: pytest.Pytester, options: tuple[str, ...]) -> None:
    edit(pytester, "games/short.yaml", "rounds:\n", "expect: {totals: {Ann: 77}}\nrounds:\n")
    result = run("games", "-p", "no:syrupy", *options)
    result.assert_outcomes(passed=5, failed=1)
    assert result.stdout.str().count("transcripts were not compared") == 1
    nothing = run("games", "-p", "no:syrupy", "-k", "nothing")
    assert "not compared" not in nothing.stdout.str()
