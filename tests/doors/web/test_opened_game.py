"""Any game file can be opened to look back upon: over or not, right or wrong, a stranger's too."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from eleusis.doors.web.evenings.opened_game import GameLookedAt, open_game
from eleusis.doors.web.evenings.round_told import RoundTeller
from eleusis.driving.rule_dealer import GuessBudget
from eleusis.ground.errors import EleusisError, IllegalMove, NotationError, RuleError, ScriptError
from eleusis.record.gamefile.reading import read_game
from eleusis.record.replaying.replay import replay_game
from tests.doors.web.test_round_told import END, GAME, table_of
from tests.helpers.hostile import HOSTILE, undecidable
from tests.helpers.places import ROOT, TESTS

pytestmark = pytest.mark.long

GAMES = sorted(TESTS.glob("games/*.yaml"))
BAD = sorted(TESTS.glob("bad/*/*.yaml"))
NAMING_A_FILE = {"harbour-house-rules", "nursery-rainy-sunday"}
"""Games that take their variant from a file beside them."""
MARKUP = "<img src=x onerror=alert(1)>"


def look_at_all(game: GameLookedAt) -> list[dict[str, Any]]:
    """All rounds of a game, told in every way, and that all of it can be sent."""
    summary = cast("dict[str, Any]", game.summary())
    assert msgspec.json.decode(msgspec.json.encode(summary)) == summary
    rounds = []
    for number in range(1, summary["rounds"] + 1):
        told_round = cast("dict[str, Any]", game.teller.tell(number))
        assert msgspec.json.decode(msgspec.json.encode(told_round)) == told_round
        assert (told_round["ended"] is None) == (number in summary["unfinished"]) == (told_round["scores"] is None)
        assert [row["seat"] for row in told_round["near"]] == list(told_round["hands"])
        check_turns(told_round)
        for seat in (None, *summary["players"]):
            assert f"Round {number}" in game.teller.transcript(number, seat)
        rounds.append(told_round)
    with pytest.raises(NotationError, match="no round"):
        game.teller.tell(len(rounds) + 1)
    return rounds


def check_turns(told_round: dict[str, Any]) -> None:
    """The story has a line for each turn, by which the pages go through the round."""
    events = [event["type"] for step in told_round["steps"] for event in step["events"]]
    turns = sum(event in ("played", "no_play_declared") for event in events)
    numbers = [line["number"] for line in told_round["story"] if line["number"] is not None]
    assert numbers == list(range(1, turns + 1))
    check_judgements(told_round)


def check_judgements(told_round: dict[str, Any]) -> None:
    """The lines say what was played and how it was judged, as the events have it."""
    events = [event for step in told_round["steps"] for event in step["events"]]
    lines = [line for line in told_round["story"] if line["kind"] is not None]
    played = [card for event in events if event["type"] == "played" for card in event["cards"]]
    cards = [*played, *(event["card"] for event in events if event["type"] == "card_forced")]
    assert sorted(card for line in lines for card in line["laid"]) == sorted(cards)
    right = {"accepted", "no_play_upheld"}, {"rejected", "card_forced"}
    for verdict, types in zip((True, False), right, strict=True):
        judged = sum(
            event["type"] in types
            or (event["type"] in ("guess_judged", "no_play_taken_back") and event["right"] == verdict)
            for event in events
        )
        assert sum(line["right"] is verdict for line in lines) == judged


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_game_is_opened_as_replay_tells_it(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    if path.stem in NAMING_A_FILE:
        with pytest.raises(ScriptError, match="write it out"):
            open_game(text, path.name)
        return
    game = open_game(text, path.name)
    rounds = look_at_all(game)
    replayed = replay_game(read_game(text, path.name))
    printed = cast("dict[str, Any]", replayed.to_json())
    assert [{key: told_round[key] for key in printed["rounds"][0]} for told_round in rounds] == printed["rounds"]
    summary = cast("dict[str, Any]", game.summary())
    assert summary["totals"] == printed["totals"]
    assert [finding["text"] for finding in summary["findings"]] == [each["text"] for each in printed["findings"]]
    assert summary["warnings"] == replayed.warnings


@pytest.mark.parametrize("path", BAD, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_file_that_is_no_game_is_refused_or_opened(path: Path) -> None:
    open_or_refuse(path.read_bytes().decode("utf-8", "replace"))


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_or_opened(name: str) -> None:
    open_or_refuse(HOSTILE[name].text)


def open_or_refuse(text: str) -> None:
    """Open a game and look at all of it, or see that it is refused with a message for people."""
    try:
        game = open_game(text, "evening.yaml")
    except EleusisError as error:
        for part in error.errors:
            assert str(part).startswith("evening.yaml")
            assert part.message.isprintable()
            assert len(part.message) < 300
            assert part.line or part.code in ("yaml/size", "yaml/empty", "yaml/depth")
        return
    look_at_all(game)


@pytest.mark.parametrize(
    "variant", ["own.yaml", "./own.yaml", "../own.yml", "{folder}/own.yaml", "-", "a/b", "c:\\own"]
)
@pytest.mark.parametrize("how", ["variant: '{}'", "variant: {{extends: '{}'}}"])
def test_no_other_file_is_read(variant: str, how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.yaml").write_text("eleusis: 1\nname: own\ntitle: Seen\nextends: express\n", encoding="utf-8")
    line = how.format(variant.replace("{folder}", str(tmp_path)))
    text = GAME.replace("variant: express", line)
    with pytest.raises(ScriptError) as refused:
        open_game(text, str(tmp_path / "evening.yaml"))
    assert refused.value.code == "script/variant"
    assert (refused.value.line, refused.value.column) == (3, 10 if "extends" not in how else 20)


def test_a_variant_that_is_written_out_may_extend_an_edition() -> None:
    text = GAME.replace("variant: express", "variant: {extends: express, stock: {decks: 3}}")
    assert open_game(text, "evening.yaml").summary()["variant"] == "express, changed"


def test_a_rule_that_looks_like_a_path_is_a_rule_that_nobody_knows() -> None:
    with pytest.raises(RuleError):
        open_game(GAME.replace("rule: color != last.color", "rule: ./rules.yaml"), "evening.yaml")


def test_an_unfinished_round_is_told_as_far_as_it_went() -> None:
    game = open_game(GAME, "evening.yaml")
    (told_round,) = look_at_all(game)
    assert (told_round["ended"], told_round["scores"], told_round["sheet"], told_round["winners"]) == (
        None,
        None,
        [],
        [],
    )
    assert told_round["rule_in_words"] == "The colours alternate."
    assert [len(row["guesses"]) for row in told_round["near"]] == [2, 0]
    assert told_round["game"] == {
        "over": False,
        "totals": {"Ann": 0, "Bob": 0, "Cleo": 0},
        "leading": ["Ann", "Bob", "Cleo"],
    }


def test_a_game_is_told_as_its_table_tells_it(tmp_path: Path) -> None:
    at_table = RoundTeller(table_of(tmp_path, GAME + END))
    game = open_game(GAME + END, "evening.yaml")
    assert game.teller.tell(1) == at_table.tell(1)
    assert game.teller.transcript(1, "Ann") == at_table.transcript(1, "Ann")
    with pytest.raises(IllegalMove, match="Zoe"):
        game.teller.transcript(1, "Zoe")


def test_a_wrong_guess_is_told_with_the_card_that_disproves_it() -> None:
    told_round = cast("dict[str, Any]", open_game(GAME + END, "evening.yaml").teller.tell(1))
    first, second = told_round["wrong_guesses"]
    assert (second["line"], second["card"], second["right_by_rule"]) == (["AH"], "2H", False)
    assert first["card"]


def test_a_round_that_an_illegal_move_ends_is_told_up_to_it() -> None:
    game = open_game(GAME + "      Cleo play KD\n", "evening.yaml")
    (told_round,) = look_at_all(game)
    assert told_round["ended"] is None
    (finding,) = cast("list[dict[str, Any]]", game.summary()["findings"])
    assert (finding["round"], finding["line"]) == (1, 18)
    assert "Cleo" in finding["text"]


def test_what_the_file_expects_and_does_not_get_is_told() -> None:
    game = open_game(GAME + END + "expect:\n  totals: {Ann: 1, Bob: 11, Cleo: 15}\n", "evening.yaml")
    (finding,) = cast("list[dict[str, Any]]", game.summary()["findings"])
    assert finding["round"] is None
    assert "Ann" in finding["text"]


BY_HAND = """\
eleusis: 1
variant: express
players: [Ann, Bob, Cleo]
rounds:
  - dealer: Cleo
    starter: AH
    hands: unknown
    moves: |
      Ann play 2S
      Cleo judge right
      Bob play 5H
"""


def test_a_round_that_was_judged_by_hand_is_told_without_a_rule() -> None:
    (told_round,) = look_at_all(open_game(BY_HAND, "evening.yaml"))
    assert (told_round["rule"], told_round["rule_text"], told_round["rule_in_words"]) == (None, None, None)
    assert told_round["wrong_guesses"] == []
    assert [(row["right"], row["wrong"]) for row in told_round["near"]] == [(1, 0), (0, 0)]
    assert told_round["story"][-1]["seat"] == "Bob"


def test_a_guess_that_a_dealer_has_accepted_is_told_as_the_rule() -> None:
    text = BY_HAND.replace("      Bob play 5H\n", '      Ann guess "color != last.color"\n      Cleo judge right\n')
    (told_round,) = look_at_all(open_game(text, "evening.yaml"))
    assert (told_round["rule"], told_round["rule_text"]) == (None, "color != last.color")
    assert told_round["rule_in_words"] == "The colours alternate."


def test_a_game_without_a_round_has_a_summary() -> None:
    game = open_game("eleusis: 1\nvariant: abbott\nplayers: [Ann, Bob, Cleo]\nrounds:\n", "games/empty.yaml")
    assert look_at_all(game) == []
    summary = game.summary()
    assert (summary["title"], summary["rounds"], summary["over"]) == ("empty.yaml", 0, False)


def test_markup_in_names_and_texts_stays_a_text() -> None:
    text = GAME.replace("Ann", "A<b>").replace("[A<b>,", '["A<b>",').replace("Two wrong guesses", MARKUP)
    game = open_game(text, f"{MARKUP}.yaml")
    (told_round,) = look_at_all(game)
    assert game.summary()["title"] == MARKUP
    assert told_round["players"][0] == "A<b>"


def test_what_is_opened_needs_no_numpy_and_no_network() -> None:
    modules = ["numpy", "socket", "subprocess", "asyncio", "starlette", "eleusis.minds.players.scientist"]
    code = (
        "import sys; from eleusis.doors.web.evenings import after, opened_game, round_told; "
        f"told = opened_game.open_game({GAME + END!r}, 'evening.yaml').teller; told.tell(1); told.transcript(1); "
        f"print(*set({modules!r}) & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == ""


def test_the_guesses_of_a_file_have_a_budget_that_no_clock_changes() -> None:
    game = replay_game(read_game(undecidable(4)), budget=GuessBudget(5_000_000))
    assert [finding.code for finding in game.findings] == ["move/guess-too-dear"] * 4
    assert len({finding.text for finding in game.findings[:2]}) == 1  # what could be reckoned was
    assert game.findings[2].text != game.findings[1].text
