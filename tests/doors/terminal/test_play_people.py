"""`eleusis play` at one keyboard: hands that stay hidden, pages, and what is told when a round is over."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from eleusis.doors.terminal.setting_up import Arrangement
from eleusis.doors.terminal.table_talk import what_is_due
from eleusis.driving.dealing import deal
from eleusis.driving.undo import may_undo
from eleusis.game.moves import Guess, Judge, Pass, Play
from eleusis.ground.errors import NotationError
from eleusis.record.gamefile.reading import read_game
from eleusis.record.replaying.replay import replay, replay_game
from eleusis.secret.library import find_rule
from eleusis.table.afterwards import belief_lines
from eleusis.table.game_table import resume
from eleusis.variant import load_variant
from eleusis.words.page.ink import Ink
from eleusis.words.page.transcript import page_of
from tests.doors.terminal.test_play import Terminal
from tests.helpers.sittings import FakeTerminal, play, seated, sit_at


def hand_rows(screen: list[str]) -> list[str]:
    """The rows of a screen that show a hand."""
    return [line for line in screen if re.match(r"^ +\d+:[\dAJQK]+[♠♥♦♣]", line)]


def test_a_hand_is_hidden_again_when_somebody_else_was_asked(tmp_path: Path) -> None:
    table = seated(tmp_path / "g.yaml", "Ann,Bob,Cleo,Dan:random", "abbott")
    plan = Arrangement(dealer="Dan", given=[find_rule("red")], pace=0)
    desk = FakeTerminal(["", "1", "declare", "", "1", "r", "", "quit"])
    assert sit_at(desk, table, plan)
    asked = [screen[-1] if screen[-1] != ">" else screen[-2] for screen in desk.screens]
    first = table.now.round.began.first
    call = next(n for n, question in enumerate(asked) if "calls the play" in question)
    assert asked[call].startswith(first)
    assert asked[call + 1].endswith("press Enter to see your hand"), "the mover's hand is not shown to the prophet"
    for screen, question in zip(desk.screens, asked, strict=True):
        assert bool(hand_rows(screen)) == ("plays" in question or "declare as" in question), question


def test_no_hand_stays_on_the_screen_of_a_table_that_was_left(tmp_path: Path) -> None:
    ways: list[list[str | None]] = [["", "quit"], [""], ["", None, "y"]]
    for number, typed in enumerate(ways):
        table = seated(tmp_path / f"{number}.yaml", "Ann,Bob,Dan:random")
        desk = FakeTerminal(typed)
        assert sit_at(desk, table, Arrangement(dealer="Dan", given=[find_rule("red")], pace=0))
        assert any(hand_rows(screen) for screen in desk.screens[:-1])
        assert not hand_rows(desk.screens[-1])


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_help_is_told_page_by_page(tmp_path: Path, size: tuple[int, int]) -> None:
    table = seated(tmp_path / "g.yaml", "Ann,Bob:random,Dan:random")
    desk = FakeTerminal(["?", "", "", "log", "q"], size)
    sit_at(desk, table, Arrangement(dealer="Dan", given=[find_rule("none")], pace=0))
    pages = desk.screens[1 : 3 if size[1] == 24 else 2]
    help_text = "\n".join(line for page in pages for line in page)
    for word in ("Ann may now", "Not now", "Always", "When a round is over", "beliefs", "quit"):
        assert word in help_text
    for screen in desk.screens:
        assert len(screen) <= size[1]
        assert all(len(line) <= size[0] for line in screen)


def test_why_looks_behind_a_pass(tmp_path: Path) -> None:
    said = play(tmp_path / "g.yaml", "1\n\nwhy\n", players="Ann,Bob,Cleo:random", rule="any", dealer="Cleo")
    assert "A right card goes to the end of the mainline." in said


def test_no_score_before_a_round_is_scored(tmp_path: Path) -> None:
    assert "No round has been scored yet." in play(tmp_path / "g.yaml", "score\n", dealer="Bob")


def test_wrong_guesses_are_told_apart_from_the_rule_when_the_round_is_over(tmp_path: Path) -> None:
    typed = "1\nguess red\n1\nguess if the colours match\nguess black\n1\nguess red\n1\nguess any\n"
    said = play(tmp_path / "g.yaml", typed, "Ann,Bob,Cleo:random", rule="any", dealer="Cleo")
    before, after = said.split("The round ends: right guess")
    assert "does not" not in before
    assert "the rule was" not in before
    guesses = [line for line in after.splitlines() if "guessed" in line]
    assert len(guesses) == 2, "each once"
    assert re.search(
        r"""Ann guessed "red": after \S+ Cleo's rule takes \S+[♠♣], Ann's guess does not""", " ".join(after.split())
    )
    (game,) = replay(tmp_path / "g.yaml")
    for wrong in game.rounds[0].wrong_guesses:
        assert wrong.verdict.difference("Cleo's rule", f"{wrong.seat}'s guess") in " ".join(after.split())


def test_what_a_scientist_believed_is_told_after_the_round_and_not_before(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    path = tmp_path / "g.yaml"
    table = seated(path, "Ann,Bob:scientist(bits=12),Cleo:random")
    plan = Arrangement(dealer="Cleo", given=[find_rule("red")], pace=0)
    desk = FakeTerminal(["beliefs", "beliefs Bob", "guesses", "quit"])
    sit_at(desk, table, plan)
    assert desk.seen.count("! what a bot believed stays secret until the round is over") == 2
    assert "! how a wrong guess differs stays secret until the round is over" in desk.seen
    assert "fitting" not in desk.seen
    assert "the rule was" not in desk.seen
    table, _ = resume(path)
    while table.playing:
        if table.bot_to_act:
            table.step()
            continue
        assert table.now.round.to_act == "Ann"
        may_play = table.now.round.state.phase == "play"
        table.step(table.now.round.options()[0] if may_play else Pass("Ann"))
    for who in ("", "bob"):
        lines = belief_lines(table, who, page_of(table.players, table.variant, 80, Ink(), "Ann"))
        assert lines[0] == "\fBob: the rules that fitted, and the most probable of them"
        turns = [int(line.split()[0]) for line in lines[2:] if re.match(r" {2,5}\d+  ", line)]
        assert turns == list(range(1, turns[-1] + 1))
        assert any(re.search(r"\d  +\d+%  red$", line) for line in lines)
        assert all(len(line) <= 80 for line in lines)
    for who in ("Ann", "Zoe"):
        with pytest.raises(NotationError, match="keeps no record of beliefs"):
            belief_lines(table, who, page_of(table.players, table.variant, 80, Ink(), "Ann"))
    assert table.file is not None
    table.file.close()


@pytest.mark.parametrize("typed", [[], [None], ["red"], ["red", None], ["quit"]])
@pytest.mark.parametrize("by_hand", [False, True])
def test_a_table_can_be_left_before_anything_is_dealt(
    typed: list[str | None], by_hand: bool, tmp_path: Path
) -> None:
    table = seated(tmp_path / "g.yaml", "Ann,Bob,Cleo")
    assert sit_at(FakeTerminal(typed), table, Arrangement(dealer="Ann", by_hand=by_hand))
    assert not table.rounds


def test_only_a_yes_takes_a_rule(tmp_path: Path) -> None:
    """A better rule typed at the question is asked about in its turn, and what is no rule is no answer."""
    table = seated(tmp_path / "g.yaml", "Ann,Bob,Cleo")
    desk = FakeTerminal(
        ["color != last.color", "suit != last.sut", "suit != last.suit", "n", "suit == last.suit", "y", "", "quit"]
    )
    assert sit_at(desk, table, Arrangement(dealer="Ann"))
    assert table.rule is not None
    assert table.rule.text == "suit == last.suit"
    assert desk.seen.count("Take this rule?") == 3
    assert "nor can it be read as a rule" in desk.seen


def test_a_line_of_two_moves_is_made_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    seats = {"players": "Ann,Bob,Cleo", "variant": "express", "by_hand": True, "dealer": "Ann"}
    said = play(path, "7s\nnp w\nnp w 9s\n", **seats)  # type: ignore[arg-type]  # each of its own type
    assert "must name the card" in said
    lines = [line.split() for line in path.read_text().splitlines() if line.startswith("      ")]
    assert [words[1] for words in lines] == ["no-play", "judge"]
    assert lines[1][2:] == ["wrong", "9S"]


def test_what_is_typed_as_a_guess_reaches_no_terminal_raw() -> None:
    round_ = deal(load_variant("express"), ["Ann", "Bob"], dealer="Ann", seed=1)
    bob = round_.hidden.hands["Bob"][0]
    for move in (Play("Bob", (bob,)), Judge("Ann", True), Guess("Bob", "a\x1b[31mX\x1b]0;evil\x07Z")):
        round_.step(move)
    assert what_is_due(round_, "Ann").isprintable()


def test_one_enter_too_many_opens_no_hand_and_nobody_finds_the_lines_of_another(tmp_path: Path) -> None:
    pytest.importorskip("prompt_toolkit")
    terminal = Terminal(tmp_path, *TWO, "--file", "g.yaml")
    terminal.until("Ann: press Enter")
    terminal.type("\r")
    terminal.until("Ann plays")
    terminal.type("guess zzz\r")
    terminal.until("can guess only")
    terminal.type("1\r\r")
    terminal.until("Bob: press Enter")
    time.sleep(0.7)
    terminal.type("\x1b[A")
    time.sleep(0.3)
    terminal.type("\r")
    terminal.until("Bob plays")
    before = len(terminal.text)
    terminal.type("\x1b[A\x1b[A")
    time.sleep(0.3)
    terminal.type("?\r")
    terminal.until("Bob may now")
    assert "zzz" not in terminal.text[before:]
    terminal.type("\x04")
    terminal.wait()


TWO = (
    "--players",
    "Ann,Bob,Dan:random",
    "--variant",
    "express",
    "--dealer",
    "Dan",
    "--rule",
    "none",
    "--seed",
    "2",
)


def test_nothing_is_taken_back_once_beliefs_have_been_told(tmp_path: Path) -> None:
    """A dealer who judges alone may put the last judgement right, but not after hearing what a bot made of it."""
    pytest.importorskip("numpy")
    one_card = ["deal.hand=1", "no_play.right.out_at=4"]
    table = seated(tmp_path / "g.yaml", "Ann,Bob:scientist(bits=12)", "abbott", overrides=one_card)
    desk = FakeTerminal(["", "y", "", "r", "beliefs", "", "undo", "quit"])
    sit_at(desk, table, Arrangement(dealer="Ann", pace=0))
    assert "the rules that fitted" in desk.seen
    assert "what was believed or guessed has been shown" in desk.seen
    assert table.now.ended is not None
    desk = FakeTerminal(["", "y", "", "r", "undo", "r", "quit"])
    table = seated(tmp_path / "h.yaml", "Ann,Bob:scientist(bits=12)", "abbott", overrides=one_card)
    sit_at(desk, table, Arrangement(dealer="Ann", pace=0))
    assert "Ann takes back: judge right" in desk.seen


def test_nothing_is_taken_back_once_the_round_has_been_broken_off() -> None:
    game = """eleusis: 1
variant: abbott
players: [Ann, Bob, Cleo]
seed: 1
rounds:
  - dealer: Cleo
    starter: 7S
    hands: {Ann: 2H 3H 4S, Bob: 5H 6S 7D}
    moves: |
      Ann play 2H
      Cleo judge right
"""
    (record,) = replay_game(read_game(game)).rounds
    assert may_undo(record, "Cleo") is None
    record.break_off()
    assert may_undo(record, "Cleo")


def test_the_refusal_of_an_undo_names_no_card_that_the_dealer_alone_knows() -> None:
    """matuszek: of a misjudged no play nobody learns which card was right."""
    game = read_game(
        """eleusis: 1
variant: matuszek
players: [Ann, Bob, Cleo, Dan]
seed: 7
rounds:
  - dealer: Ann
    rule: "if last.red then black else red"
    starter: 10C
    hands: {Bob: 2H 3C 4D, Cleo: 4S 6S 6H, Dan: 7S 8S 9S 7D}
    moves: |
      Bob play 2H
      Bob declare
      Cleo no-play
      Bob call wrong 6H
"""
    )
    (record,) = replay_game(game).rounds
    assert record.steps[-1].move.text == "judge wrong 4S"
    why = may_undo(record, "Ann")
    assert why is not None
    assert "judge wrong" in why
    assert "4S" not in why
