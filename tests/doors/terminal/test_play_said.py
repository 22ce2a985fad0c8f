"""What `eleusis play` asks before a move that may not be meant, and says when a round or a game is over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis.doors.terminal.setting_up import Arrangement
from eleusis.doors.terminal.table_talk import what_is_due
from eleusis.driving.replayed import RoundReplay
from eleusis.record.gamefile.reading import read_game
from eleusis.record.replaying.replay import replay, replay_game
from eleusis.secret.library import find_rule
from eleusis.table.advice import why
from eleusis.table.contradicting import doubt_guess
from eleusis.words.page.ink import PLAIN
from eleusis.words.page.telling import Page, tell
from eleusis.words.page.transcript import page_of
from eleusis.words.page.winning import tell_best, tell_winner
from tests.helpers.places import GAMES
from tests.helpers.sittings import FakeTerminal, play, seated, sit, sit_at

GAME = """
eleusis: 1
variant: {variant}
players: {players}
seed: 1
rounds:
  - dealer: Dan
    {rule}
    starter: 5H
    hands: {hands}
    moves: |
{moves}
"""
HANDS = "{Ann: 9S 3D 9C 4C 7D, Bob: 2S 6H 8S QD KC}"


def round_of(
    moves: str, rule: str = "", variant: str = "express", hands: str = HANDS, players: str = "[Ann, Bob, Dan]"
) -> RoundReplay:
    """A round of which these moves have been made: the dealer judges as they say, or by the rule."""
    lines = "\n".join(f"      {line.strip()}" for line in moves.split(";"))
    text = GAME.format(variant=variant, moves=lines, rule=rule and f"rule: {rule}", hands=hands, players=players)
    game = replay_game(read_game(text))
    assert game.rounds[0].stopped_by is None, game.findings
    return game.rounds[0]


def doubt(record: RoundReplay, guess: str) -> str | None:
    """What is told before this guess."""
    return doubt_guess(record, guess, page_of(record.round.players, record.round.variant, 80, PLAIN, None))


THREE_TURNS = "Ann play 9S; Dan judge right; Ann pass; Bob play 6H; Dan judge wrong; Ann play 9C; Dan judge right"


@pytest.mark.parametrize(
    ("guess", "said"),
    [
        ("red", True),
        ("black", False),
        ("color != last.color", True),
        ("rank != 6", False),
        ("any", True),
        ("I think it's the colours", False),
        ("red and", False),
    ],
)
def test_a_guess_that_contradicts_cards_on_the_table_is_doubted(
    guess: str, said: bool, snapshot: SnapshotAssertion
) -> None:
    doubted = doubt(round_of(THREE_TURNS), guess)
    assert (doubted is not None) == said
    assert doubted == snapshot


@pytest.mark.parametrize(
    ("moves", "guess", "said"),
    [
        ("Ann play 9S 3D; Dan judge right", "black", True),
        ("Ann play 9S 3D; Dan judge wrong", "any", True),
        ("Ann play 9S 3D; Dan judge wrong", "red", False),  # one wrong card makes a string wrong
        ("Ann no-play; Dan judge right", "spade or rank == 3", True),
        ("Ann no-play; Dan judge right", "heart", False),
        ("Ann no-play; Dan judge wrong 9S", "red", True),
        ("Ann no-play; Dan judge wrong 9S", "spade", False),
    ],
)
def test_strings_and_no_plays_are_evidence_too(
    moves: str, guess: str, said: bool, snapshot: SnapshotAssertion
) -> None:
    guessing = "{extends: abbott, guess: {kind: every_turn, bonus: 0}}"
    doubted = doubt(round_of(moves, variant=guessing), guess)
    assert (doubted is not None) == said
    assert doubted == snapshot


def test_where_a_guess_need_only_fit_from_here_on_earlier_turns_say_nothing() -> None:
    hands, players = "{Ann: 9S 3D 9C 4C 7D 2C 2D JS QS KS KD 8C}", "[Ann, Dan]"
    moves = "Ann play 9S; Dan judge right; Ann play 3D; Dan judge wrong"
    record = round_of(moves, variant="solo", hands=hands, players=players)
    # 9♠ went up before, so what a guess says of it doesn't count; 3♦ hangs below the end of the present mainline
    assert doubt(record, "heart") is None
    assert "against turn 2" in (doubt(record, "red") or "")
    later = round_of(f"{moves}; Ann play 9C; Dan judge right", variant="solo", hands=hands, players=players)
    assert doubt(later, "red") is None


def test_cards_of_a_no_play_that_nobody_wrote_down_contradict_nothing() -> None:
    hands = "{Ann: 9S ?? ??, Bob: 2S 6H}"
    record = round_of("Ann no-play; Dan judge right", hands=hands)
    assert doubt(record, "heart") is None
    assert "against turn 1" in (doubt(record, "spade") or "")


@pytest.mark.parametrize("guess", ["red", "black", "any", "color != last.color", "rank >= last.rank"])
def test_what_is_told_of_a_guess_does_not_hang_on_the_rule(guess: str) -> None:
    moves = "Ann play 9S; Ann pass; Bob play 6H; Ann play 9C; Ann pass; Bob play QD"
    rules = ("black", "if position > 9 then red else black", "not red", "spade or club")
    doubts = [doubt(round_of(moves, rule), guess) for rule in ("", *rules) if rule]
    assert len(set(doubts)) == 1
    assert (doubts[0] is None) == (guess == "black")


def test_at_a_terminal_a_guess_that_is_doubted_may_be_thought_over(tmp_path: Path) -> None:
    table = seated(tmp_path / "g.yaml", "Ann,Bob:random(guesses=0),Cleo:random")
    desk = FakeTerminal(["1", "guess none", "", "guess none", "back", "guess none", "guess any", "quit"])
    sit_at(desk, table, Arrangement(dealer="Cleo", given=[find_rule("any")], pace=0))
    asked = [screen for screen in desk.screens if "Guess it anyway? (y: yes, Enter: think again)" in screen]
    assert len(asked) == 3
    assert all(any(line.startswith('  "none" is against turn 1') for line in screen) for screen in asked)
    # what was typed instead of an answer is a line like any other
    assert [step.move.text for step in table.now.steps if step.seat == "Ann"][1:] == ['guess "any"']


def test_a_guess_that_is_doubted_is_made_if_it_is_meant(tmp_path: Path) -> None:
    table = seated(tmp_path / "g.yaml", "Ann,Bob:random(guesses=0),Cleo:random")
    desk = FakeTerminal(["1", "guess none", "y", "quit"])
    sit_at(desk, table, Arrangement(dealer="Cleo", given=[find_rule("any")], pace=0))
    assert [step.move.verb for step in table.now.steps if step.seat == "Ann"] == ["play", "guess"]


def test_a_no_play_is_asked_about_before_it_shows_the_hand(tmp_path: Path) -> None:
    table = seated(tmp_path / "g.yaml", "Ann,Bob:random,Cleo:random", overrides=["deal.hand=3"])
    desk = FakeTerminal(["np", "", "np", "y", "quit"])
    sit_at(desk, table, Arrangement(dealer="Cleo", given=[find_rule("none")], pace=0))
    hand = " ".join(card.pretty for card in sorted(table.now.deal.hands["Ann"], key=lambda card: card.index))
    asked = [screen for screen in desk.screens if "Sure? (y: yes, Enter: choose a card)" in screen]
    assert len(asked) == 2
    assert all(f"  No play shows your hand to everybody: {hand}." in screen for screen in asked)
    assert [step.move.verb for step in table.now.steps if step.seat == "Ann"] == ["no-play"]


# Yes and no, and leaving


@pytest.mark.parametrize("answer", ["", "n", "No", "back", "b"])
def test_a_right_that_is_offered_is_declined_by_each_no(answer: str, tmp_path: Path) -> None:
    table = seated(tmp_path / "g.yaml", "Ann,Bob:random,Cleo:random")
    desk = FakeTerminal(["1", answer, "quit"])
    sit_at(desk, table, Arrangement(dealer="Cleo", given=[find_rule("any")], pace=0))
    assert [step.move.verb for step in table.now.steps if step.seat == "Ann"] == ["play", "pass"]


def test_yes_declares_and_asks_for_a_guess(tmp_path: Path) -> None:
    table = seated(tmp_path / "g.yaml", "Ann,Bob:random,Cleo:random,Dan:random", variant="abbott")
    plan = Arrangement(dealer="Dan", given=[find_rule("any")], pace=0)
    sit_at(FakeTerminal(["1", "y", "quit"]), table, plan)
    assert [step.move.verb for step in table.now.steps if step.seat == "Ann"][:2] == ["play", "declare"]
    table = seated(tmp_path / "h.yaml", "Ann,Bob:random,Cleo:random")
    desk = FakeTerminal(["1", "y", "quit"])
    sit_at(desk, table, Arrangement(dealer="Cleo", given=[find_rule("any")], pace=0))
    assert "what is the guess?" in desk.seen


def test_q_leaves_only_where_that_is_meant(tmp_path: Path) -> None:
    table = seated(tmp_path / "g.yaml", "Ann,Bob:random,Cleo:random")
    desk = FakeTerminal(["q", "", "q", "n", "?", "q", "q", "y", "1"])
    assert sit_at(desk, table, Arrangement(dealer="Cleo", given=[find_rule("any")], pace=0))
    assert desk.typed == ["1"]
    assert desk.seen.count("Leave the table? The game is kept. (y: yes, Enter: stay)") == 3
    assert sit(seated(None, "Ann,Bob,Cleo:random"), "q\n", Arrangement(dealer="Cleo"))[1], "a script means it"


def test_help_begins_with_what_can_be_done_now(tmp_path: Path) -> None:
    table = seated(tmp_path / "g.yaml", "Ann,Bob:random,Cleo:random")
    desk = FakeTerminal(["?", "q", "1", "guess any", "?", "q", "quit"])
    sit_at(desk, table, Arrangement(dealer="Cleo", given=[find_rule("any")], pace=0))
    first, second = (screen for screen in desk.screens if "Always" in screen)
    assert first[0] == "Ann may now"
    assert second[0] == "Now that the round is over"
    assert "Not now" not in first


@pytest.mark.parametrize("line", ["Zoe play 5s", "Bbo declare", "Zoe guess red"])
def test_a_name_that_nobody_has_lists_those_that_there_are(line: str, tmp_path: Path) -> None:
    table = seated(tmp_path / "g.yaml", "Ann,Bob:random,Cleo:random")
    said, _ = sit(table, f"{line}\nquit\n", Arrangement(dealer="Cleo", given=[find_rule("any")], pace=0))
    assert f"nobody at the table is called '{line.split()[0]}'" in said
    assert "players: Ann, Bob, Cleo" in said
    assert not table.now.steps


# When a round and a game are over


def test_the_rule_is_told_in_words_too(tmp_path: Path) -> None:
    said = play(tmp_path / "g.yaml", "1\n\nstop\ny\n", rule="if last.odd then black else red", dealer="Cleo")
    assert "the rule was: if last.odd then black else red\n  in words: After an odd card play black;" in said


def scored(hands: str, players: str = "[Ann, Bob, Cleo, Dan]") -> tuple[list[str], list[str]]:
    """Who has the best score of the last round, and who has won, where these hands are left."""
    text = f"eleusis: 1\nvariant: abbott\nplayers: {players}\nseed: 1\nstopped: true\nrounds:\n"
    text += f"  - dealer: Dan\n    rule: any\n    hands: {hands}\n"
    game = replay_game(read_game(text))
    page = page_of(game.players, game.variant, 80, PLAIN, None)
    return tell_best(game.rounds[-1], page), tell_winner(game, page)


FOUR, FIVE, SIX = "2S 2H 2D 2C", "3S 3H 3D 3C 4C", "5S 5H 5D 5C 6C 6S"


def test_who_leads_and_who_wins_is_said_in_a_sentence() -> None:
    # Ann has 2 cards fewer than Cleo, Bob 1; Dan, who dealt, gets as much as Ann; the others, who never did, get 10
    best, winner = scored(f"{{Ann: {FOUR}, Bob: {FIVE}, Cleo: {SIX}}}")
    assert best == ["Ann has the best score of the round, 2 points, 1 ahead of Bob."]
    assert winner == ["Ann wins with 12 points, 1 ahead of Bob."]


def test_those_who_are_level_share_the_win() -> None:
    best, winner = scored(f"{{Ann: {FOUR}, Bob: {FOUR.replace('2', '7')}, Cleo: {SIX}}}")
    assert best == ["Ann and Bob share the best score of the round, 2 points."]
    assert winner == ["Ann and Bob share the win with 12 points."]
    all_level = f"{{Ann: {FOUR}, Bob: {FOUR.replace('2', '7')}, Cleo: {FOUR.replace('2', '8')}}}"
    assert scored(all_level)[1] == ["Ann, Bob and Cleo share the win with 10 points."]


def test_the_game_that_is_over_can_be_looked_back_upon_until_one_leaves(tmp_path: Path) -> None:
    table = seated(tmp_path / "g.yaml", "Ann,Bob:random,Cleo:random")
    typed = ["1", "guess none", "y", "stop", "y", "guesses", "", "log", "", "score", "", "undo", "5h", "", "1"]
    desk = FakeTerminal(typed)
    assert not sit_at(desk, table, Arrangement(dealer="Cleo", given=[find_rule("any")], pace=0))
    assert desk.typed == ["1"], "Enter leaves"
    over = "Enter to leave (or guesses, review, log, score, layout)"
    asked = [screen for screen in desk.screens if over in screen]
    assert len(asked) == 6
    assert any('Ann guessed "none"' in line for screen in desk.screens for line in screen)
    assert desk.seen.count("! the game is over: nobody can move now") == 2
    assert all(any("Score sheet" in line for line in screen) for screen in asked)


# Who is called You

AS_OF_ANOTHER = re.compile(r"\b[Yy]ou(?:'s\b| (?!as\b|is to\b)\w*[^\Ws]s\b)")
"""You with a verb as of somebody else, or as if it were a name."""


def tell_all(record: RoundReplay, page: Page) -> Iterator[str]:
    """All that is told of a round, and all that was asked and might have been refused in it."""
    yield from tell(record, page)
    yield from why(record.round.events, record.round.variant, page.names)
    yield from tell_best(record, page)
    round_ = record.round.at_deal()
    for step in record.steps:
        if round_.to_act is not None:
            yield what_is_due(round_, page.name(round_.to_act))
        round_.step(step.move)


def test_in_all_games_who_is_called_you_is_spoken_to() -> None:
    spoken = 0
    for game in replay(GAMES):
        names = page_of(game.players, game.variant, 400, PLAIN, None)
        for seat in game.players:
            page = attrs.evolve(names, names={**names.names, seat: "You"})
            lines = [line for record in game.rounds for line in tell_all(record, page)]
            assert not [line for line in lines if AS_OF_ANOTHER.search(line)]
            spoken += sum("ou " in line for line in lines)
    assert spoken > 300


# Cards


def test_cards_are_printed_as_cards(tmp_path: Path) -> None:
    said = play(tmp_path / "a.yaml", "7h\n8h\n9h\n", rule="red", dealer="Cleo")
    assert re.search("! Ann does not have [789]♥ in the hand", said)
    table = seated(tmp_path / "b.yaml", "Ann,Bob,Cleo")
    desk = FakeTerminal(["5h", "9s", "undo", "quit"])
    sit_at(desk, table, Arrangement(by_hand=True, dealer="Cleo", pace=0))
    assert "Ann takes back: play 9♠" in desk.seen
