"""The games of an assistant's session, without any library for its protocol."""

from __future__ import annotations

import json
import re
import sys

import pytest

pytest.importorskip("mcp")

from eleusis.doors.assistant.session import MAX_GAMES, WIDTH, Games, default_seats, replay_text
from eleusis.doors.cli import main
from eleusis.ground.errors import EleusisError
from eleusis.record.gamefile.reading import read_game
from eleusis.record.replaying.replay import replay_game
from eleusis.table.game_table import Table
from eleusis.variant import load_variant, variant_names
from tests.helpers.places import ROOT


def table_of(games: Games, name: str = "g1") -> Table:
    return games._games[name].table


def play_on(games: Games, name: str = "g1", moves: int = 2000) -> str:
    """Play the first card, and let go by what else is asked, to the end of the round; what was told last."""
    text = games.look(name)
    for _ in range(moves):
        if "The round is over" in text:
            break
        asked = text.splitlines()[-1]
        hand = re.search(r"Hand: (\w+).*Your play\.", asked)
        text = games.play(name, f"play {hand[1]}" if hand else "call right" if "Call it" in asked else "pass")
    return text


@pytest.mark.long
@pytest.mark.parametrize("edition", variant_names())
def test_a_round_of_each_edition(edition: str) -> None:
    """From the deal to the end, and the file of it replays to the same scores."""
    games = Games()
    settings = ["turn_limit={kind: turns, turns: 25}"] if edition != "solo" else []
    text = games.deal(edition, difficulty=2, settings=settings)
    assert text.startswith(f"Game g1: {load_variant(edition).title}; You (yours), ")
    text = play_on(games)
    assert "The rule was: " in text
    scores = table_of(games).now.scores
    record = replay_game(read_game(games.end_game("g1")))
    assert not record.findings
    assert record.rounds[0].scores == scores
    assert games.list_games() == "no game yet: deal one"


def test_what_is_told_is_only_what_is_new() -> None:
    games = Games()
    first = games.deal("solo", difficulty=1)
    hand = re.findall(r"Hand: (.*)\. Your play", first)[0].split()
    assert len(hand) == 12
    second = games.play("g1", f"play {hand[3]}")
    assert re.fullmatch(rf"You play {hand[3]} => (right|wrong); You draws \w+\nGuess the rule, or pass\.", second)
    third = games.play("g1", "pass")
    assert re.fullmatch(r"Hand: (\w+ ){11}\w+\. Your play\.", third)
    assert "play" in games.look("g1")


def test_an_assistant_that_deals() -> None:
    """With a rule of its own; bots play, and it hears how that went. Without one, or for a bot, that is refused."""
    games = Games()
    players = "You,Ann:knower,Bob:random"
    with pytest.raises(EleusisError, match="You is your seat and deals: give the rule"):
        games.deal("express", players, dealer="You")
    with pytest.raises(EleusisError, match="Bob is a bot and draws the rule"):
        games.deal("express", players, dealer="Bob", rule="red")
    text = games.deal("express", players, dealer="You", rule="color != last.color")
    assert "The rule was: color != last.color" in text
    assert "Ann deals next." in text
    assert "Ann deals; Bob begins." in games.next_round("g1")


def test_a_game_of_several_rounds() -> None:
    games = Games()
    games.deal(
        "express", "You,Ann:random,Bob:random", difficulty=1, settings=["turn_limit={kind: turns, turns: 3}"]
    )
    assert "You deals next." in play_on(games)
    text = games.next_round("g1", "color != last.color")  # which bots play alone
    assert "The rule was: color != last.color" in text
    assert "Ann deals next." in text
    games.next_round("g1")
    assert "The game is over: " in play_on(games)
    with pytest.raises(EleusisError, match="the game is over"):
        games.next_round("g1")
    with pytest.raises(EleusisError, match="no round is under way"):
        games.play("g1", "pass")


def test_the_view_as_data() -> None:
    games = Games()
    games.deal("express", "You,Ann:random,Dan:random")
    data = json.loads(games.look("g1", as_json=True))
    assert data["view"]["seat"] == "You"
    assert set(data["view"]["hands"]["Ann"]) == {"??"}
    assert data["options"][-1] == "no-play"
    assert data["events"][0]["type"] == "round_began"


def test_a_session_keeps_so_many_games() -> None:
    games = Games()
    for _ in range(MAX_GAMES):
        games.deal("solo", difficulty=1)
    with pytest.raises(EleusisError, match="8 games are under way: end one with end_game") as refused:
        games.deal("solo")
    assert refused.value.code == "notation/game"
    table_of(games, "g3").stop()
    assert games.deal("solo", difficulty=1).startswith(f"Game g{MAX_GAMES + 1}: ")
    assert "g3" not in games.list_games()


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda games: games.look("g2"), "notation/game"),
        (lambda games: games.play("", "pass"), "notation/game"),
        (lambda games: games.look("g1", "Dealer"), "notation/seat"),
        (lambda games: games.look("g1", "Yuo"), "notation/seat"),
        (lambda games: games.play("g1", "pass"), "move/out-of-turn"),
        (lambda games: games.play("g1", "play 5H 6H 7H"), "move/too-many-cards"),
        (lambda games: games.play("g1", "undo"), "move/may-not-undo"),
        (lambda games: games.play("g1", "play " + "5H " * 3000), "move/too-many-cards"),
        (lambda games: games.next_round("g1"), "script/round-on"),
        (lambda games: games.deal("/etc/passwd"), "notation/option"),
        (lambda games: games.deal("./abbott.yaml"), "notation/option"),
        (lambda games: games.deal("-"), "notation/option"),
        (lambda games: games.deal("abbot"), "variant/unknown"),
        (lambda games: games.deal("solo", settings=["extends=/etc/passwd"]), "variant/override"),
        (lambda games: games.deal("solo", "Ann:random,Bob:random"), "notation/player"),
        (lambda games: games.deal("matuszek", ",".join(f"P{n}" for n in range(13))), "notation/player"),
        (lambda games: games.deal("solo", "You,Bob:genius"), "notation/player"),
        (lambda games: games.deal("solo", "You,You"), "script/players"),
        (lambda games: games.deal("solo", dealer="Nobody"), "notation/seat"),
        (lambda games: games.deal("solo", difficulty=7), "rule/choice"),
        (lambda games: games.deal("solo", "You,Me", dealer="You", rule="redd"), "rule/unknown-name"),
        (lambda games: replay_text("variant: /etc/passwd\n" + FILE), "notation/option"),
        (lambda games: replay_text("variant: {extends: ../x.yaml}\n" + FILE), "notation/option"),
        (lambda games: replay_text("{"), "yaml/syntax"),
        (lambda games: replay_text(MANY_GUESSES), "notation/option"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(call: object, code: str) -> None:
    games = Games()
    games.deal("solo", difficulty=1)
    before = games.look("g1")
    assert callable(call)
    with pytest.raises(EleusisError) as refused:
        call(games)
    assert refused.value.code == code, str(refused.value)
    assert len(str(refused.value)) < 400
    assert games.look("g1") == before


MANY_GUESSES = (
    "eleusis: 1\nvariant: solo\nplayers: [Ann, Bob]\nseed: 1\nrounds:\n  - rule: red\n    moves: |\n"
    + '      Bob guess "red"\n' * 201
)
FILE = "eleusis: 1\nplayers: [Ann, Bob]\nseed: 1\nrounds: []\n"


def test_a_game_file_is_replayed() -> None:
    text = (ROOT / "tests/games/abbott-cleo-forecasts.yaml").read_text(encoding="utf-8")
    assert "Cleo is overthrown" in replay_text(text)
    assert "if last.odd" not in replay_text(text, "Ann")


@pytest.mark.parametrize("edition", variant_names())
def test_a_table_by_itself_is_one_that_the_edition_allows(edition: str) -> None:
    variant = load_variant(edition)
    seats = default_seats(variant)
    assert len(seats) == max(variant.players.min, 2)
    assert [seat.name for seat in seats if not seat.bot] == ["You"]


def test_without_the_library(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for module in ("mcp", "mcp.server"):
        monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.delitem(sys.modules, "eleusis.doors.assistant.server", raising=False)
    assert main(["mcp"]) == 2
    assert (
        capsys.readouterr().err == "eleusis mcp needs the MCP library: pip install 'eleusis[mcp]'\n"
    )  # lab/no-mcp


@pytest.mark.long
def test_a_round_is_reviewed_when_it_is_over_and_not_before(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    from eleusis.minds.induction.family import family
    from eleusis.reviewing import review

    small = family(12)
    monkeypatch.setattr(review, "usual_family", lambda: small)
    games = Games()
    games.deal("express", "You,Ann,Dealer:random", "Dealer", difficulty=1, settings=["deal.hand=2"])
    for number in (None, 1):
        with pytest.raises(EleusisError, match="round 1 is under way: look back on it") as refused:
            games.review("g1", number)
        assert refused.value.code == "script/round-on"
    play_on(games)
    text = games.review("g1")
    assert text == games.review("g1", 1)
    assert all(len(line) <= WIDTH for line in text.splitlines())
    assert {"You", "Ann"} <= set(re.findall(r"\w+", text))
    data = json.loads(games.review("g1", 1, as_json=True))
    assert data == review.review_round(table_of(games).rounds[0], table_of(games).rule, family=small).to_json()
    assert data["rule"] == table_of(games).now.rule
    games.next_round("g1", rule="red")
    assert games.review("g1") == text, "the last round that is over"
    for number, code in ((2, "script/round-on"), (3, "notation/round"), (0, "script/round-on")):
        with pytest.raises(EleusisError) as refused:
            games.review("g1", number)
        assert refused.value.code == code
    monkeypatch.setattr(review, "lack_of_numpy", "{} needs numpy".format)
    with pytest.raises(EleusisError, match="a review needs numpy"):
        games.review("g1", 1)
