"""A round that is over, told in whole: what the pages show after it, and nothing before."""

from __future__ import annotations

import json
import time
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

from eleusis.doors.web.evenings import round_told
from eleusis.doors.web.evenings.round_told import RoundTeller, review_json
from eleusis.ground.errors import IllegalMove, NotationError
from eleusis.record.gamefile.reading import load_game
from eleusis.record.replaying.replay import replay_game
from eleusis.table.game_table import Table, resume
from eleusis.words.page.transcript import transcript
from tests.helpers.web_tables import Browser, evening_of, served

GAME = """\
eleusis: 1
title: Two wrong guesses
variant: express
players: [Ann, Bob, Cleo]
seed: 1
rounds:
  - dealer: Cleo
    rule: color != last.color
    starter: AH
    hands: {Ann: 2S 3H 4S, Bob: 5H 6S}
    moves: |
      Ann play 2S
      Ann guess "if last.red then spade else red"
      Bob play 5H
      Bob pass
      Ann play 4S
      Ann guess "red == first.red or red != last.red"
"""
END = """\
      Bob play 6S
      Ann play 3H
      Ann pass
"""


def table_of(folder: Path, text: str) -> Table:
    """A table at which this game was played."""
    file = folder / "evening.yaml"
    file.write_text(text, encoding="utf-8")
    table, _ = resume(file)
    table.close()
    return table


def test_a_round_is_told_as_replay_prints_it_and_more(tmp_path: Path) -> None:
    table = table_of(tmp_path, GAME + END)
    told_round = RoundTeller(table).tell(1)
    (printed,) = cast("list[Any]", replay_game(load_game(tmp_path / "evening.yaml")).to_json()["rounds"])
    assert {key: told_round[key] for key in printed} == printed
    assert json.loads(json.dumps(told_round)) == told_round
    assert told_round["rule_in_words"] == "The colours alternate."
    assert told_round["winners"] == ["Ann", "Cleo"], "the dealer has the best score, and shares it"
    assert told_round["game"] == {
        "over": False,
        "totals": {"Ann": 15, "Bob": 11, "Cleo": 15},
        "leading": ["Ann", "Cleo"],
    }
    assert cast("list[Any]", told_round["sheet"])[0] == {
        "seat": "Ann", "cards": 0, "base": 12, "bonus": 3, "score": 15, "total": 15, "notes": ["out of cards"],
    }  # fmt: skip
    positions = cast("list[Any]", told_round["positions"])
    assert [len(position["layout"]["mainline"]) for position in positions] == [1, 2, 3, 4, 4, 5]
    assert [len(position["hands"]["Ann"]) for position in positions] == [3, 2, 2, 1, 1, 0]
    assert positions[-1] == {"layout": printed["layout"], "hands": printed["hands"]}
    lines = cast("list[Any]", told_round["story"])
    assert [(line["number"], line["seat"], line["text"]) for line in lines[-2:]] == [
        (4, "Bob", "Bob plays 6♠ · wrong · draws 1"),
        (5, "Ann", "Ann plays 3♥ · right · Ann is out of cards"),
    ]
    assert [(line["text"], line["guess"]) for line in lines if line["guess"]] == [
        ('Ann guesses "After a black card play red; after a red card play a spade" · wrong',
         "if last.red then spade else red"),
        ('Ann guesses "Play a card that is of the same colour as the starter or of the opposite colour to the last"'
         " · wrong", "red == first.red or red != last.red"),
    ]  # fmt: skip


def test_wrong_guesses_are_told_with_the_play_that_tells_them_apart_and_how_near_they_were(tmp_path: Path) -> None:
    told_round = RoundTeller(table_of(tmp_path, GAME + END)).tell(1)
    assert cast("list[Any]", told_round["wrong_guesses"])[1] == {
        "seat": "Ann",
        "guess": "red == first.red or red != last.red",
        "in_words": "Play a card that is of the same colour as the starter or of the opposite colour to the last.",
        "text": "after A♥ Ann's guess takes 2♥, Cleo's rule does not",
        "line": ["AH"],
        "card": "2H",
        "right_by_rule": False,
        "elsewhere": False,
    }
    ann, bob = cast("list[Any]", told_round["near"])
    assert (ann["right"], ann["wrong"], bob["right"], bob["wrong"]) == (3, 0, 1, 1)
    # Behind red cards the first guess takes 13 of the 26 black ones, behind black ones all that the rule takes. Of
    # the starter and the four cards behind it three are red, so 3 * 13 of 5 * 52 cards are judged otherwise.
    assert ann["guesses"][0] == {
        "turn": 1, "guess": "if last.red then spade else red", "right": False, "agrees": 1 - 39 / 260,
        "in_words": "After a black card play red; after a red card play a spade.",
    }  # fmt: skip
    assert bob["guesses"] == []


def test_a_round_that_goes_on_is_told_to_nobody(tmp_path: Path) -> None:
    teller = RoundTeller(table_of(tmp_path, GAME))
    for number in (0, 1, 2, -1):
        assert not teller.is_over(number)
        for ask in (teller.tell, teller.transcript, teller.prepare_review):
            with pytest.raises(NotationError, match="no round") as refused:
                ask(number)
            assert "color" not in str(refused.value)


def test_what_was_told_is_told_anew_where_a_move_was_taken_back(tmp_path: Path) -> None:
    table = table_of(tmp_path, GAME + END)
    teller = RoundTeller(table)
    assert teller.tell(1)["ended"] != "abandoned"
    table.now.take_back()
    assert not teller.is_over(1)
    table.now.round.abandon()
    assert teller.tell(1)["ended"] == "abandoned"


def test_the_transcript_is_that_of_replay_of_this_round_alone(tmp_path: Path) -> None:
    teller = RoundTeller(table_of(tmp_path, GAME + END))
    replayed = replay_game(load_game(tmp_path / "evening.yaml"))
    for seat in ("Ann", "Cleo", None):
        assert teller.transcript(1, seat) == transcript(replayed, width=72, seat=seat)
    with pytest.raises(IllegalMove, match="Zoe"):
        teller.transcript(1, "Zoe")
    two = transcript(replay_game(load_game(tmp_path / "evening.yaml")), number=2)
    assert "Round 1" not in two


def look_back_quickly(patch: pytest.MonkeyPatch) -> None:
    """Look back with a small family: the usual one takes a second to be read."""
    pytest.importorskip("numpy")
    from eleusis.minds.induction.family import family
    from eleusis.reviewing.review import review_round

    patch.setattr(round_told, "review_round", partial(review_round, family=family(6)))


def test_the_review_is_told_with_its_sayings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    look_back_quickly(monkeypatch)
    teller = RoundTeller(table_of(tmp_path, GAME + END))
    look_back = teller.prepare_review(1)
    review = review_json(look_back())
    assert teller.prepare_review(1)() is look_back(), "worked out once"
    assert json.loads(json.dumps(review)) == review
    ann = cast("dict[str, Any]", review["players"])["Ann"]
    assert ann["saying"].startswith("Ann asked ")
    turn = cast("list[Any]", review["turns"])[3]
    assert (turn["number"], turn["n"], turn["cards"], turn["verdict"]) == (4, 12, ["6S"], "wrong")
    assert isinstance(turn["turning"], list)
    assert any(turn["comments"] for turn in cast("list[Any]", review["turns"]))
    assert "verdicts told" in " ".join(cast("list[str]", review["story"]))


def test_a_review_is_asked_for_over_the_wire_and_nobody_waits_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_back_quickly(monkeypatch)
    evening = evening_of(tmp_path, "Ann:random,Bob:random,Cleo:random", rules=["red"], dealer="Cleo")
    with served(evening) as browser:
        assert browser.host("start").status_code == 200
        until_over(browser)
        review = browser.get("/api/rounds/1/review").json()
        assert review["rule"] == "red"
        assert set(review["players"]) == {"Ann", "Bob"}
        page = browser.get("/review/1")
        assert page.text.startswith("<!DOCTYPE html>")
        policy = page.headers["content-security-policy"]
        assert "style-src 'unsafe-inline'" in policy, "its styles are in it"
        assert "script-src" not in policy
        assert browser.code_of(browser.get("/api/rounds/2/review")) == (403, "web/told-later")
        phrases = browser.get("/api/phrases").json()
        assert phrases["groups"][0]["shapes"][0]["rule"] == "{0}"


def until_over(browser: Browser) -> None:
    """Wait for bots to play their round."""
    for _ in range(200):
        if browser.table()["rounds_over"] == 1:
            return
        time.sleep(0.05)
    raise AssertionError("the round goes on and on")
