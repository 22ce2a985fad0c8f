"""`eleusis review`: what is reckoned of rounds of each kind, and what is said of them."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Mapping
from pathlib import Path

import attrs
import numpy as np
import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis.doors.cli import exits, main
from eleusis.driving.replayed import RoundReplay
from eleusis.ground.errors import LabError, NotationError
from eleusis.minds.induction.clues import ClueReader
from eleusis.minds.induction.family import Family, LibraryLeaves
from eleusis.minds.induction.posterior import Posterior
from eleusis.record.gamefile.reading import load_game, read_game
from eleusis.record.replaying.replay import replay_game
from eleusis.reviewing.review import review, review_round
from eleusis.reviewing.review_text import round_lines
from eleusis.reviewing.reviewed import RoundReview, TurnReview
from eleusis.secret.rule import Rule
from eleusis.words.page.ink import BOLD, PLAIN, cells
from tests.helpers.pages import words_in
from tests.helpers.places import GAMES, ROOT
from tests.helpers.scientist_tables import number, small

__all__ = ["small"]


HEAD = "eleusis: 1\nvariant: {variant}\nplayers: [Ann, Bob, Cleo, Dan]\nseed: 1\nrounds:\n"
ROUND = """\
  - dealer: Dan
    rule: {rule}
    starter: {starter}
    hands: {{Ann: 5H 2C 3C KS, Bob: {bob}, Cleo: 6H 7H QC 10S}}
    moves: |
"""


def game(
    moves: str, rule: str = "red", variant: str = "matuszek", starter: str = "AH", bob: str = "3S 4S 6C"
) -> str:
    """A game of one round, with these moves divided by `;`."""
    lines = "".join(f"      {line.strip()}\n" for line in moves.split(";"))
    return HEAD.format(variant=variant) + ROUND.format(rule=rule, starter=starter, bob=bob) + lines


def narrow(family: Family, weights: Mapping[str, float]) -> Family:
    """A family of these rules alone, with these weights."""
    numbers = {number(family, Rule(text)): weight for text, weight in weights.items()}
    rules = np.array(sorted(numbers))
    return attrs.evolve(
        family,
        forest=family.forest.take(rules),
        weights=np.array([numbers[rule] for rule in sorted(numbers)]),
        library_leaves=LibraryLeaves(np.zeros(0, np.int32), np.zeros(0), {}),
    )


THREE = {"red": 0.5, "black": 0.25, "odd": 0.25}


def look(text: str, family: Family) -> RoundReview:
    return review(read_game(text), family=family).rounds[0]


def bits(share: float) -> float:
    return -math.log2(share)


def entropy(share: float) -> float:
    return share * bits(share) + (1 - share) * bits(1 - share)


def gained(turn: TurnReview) -> tuple[float, float]:
    assert turn.bits_gained is not None
    assert turn.bits_besides is not None
    return turn.bits_gained, turn.bits_besides


# What is reckoned


def test_a_play(small: Family) -> None:
    """Given red, black and odd, when 5H is played and wrong, black is left: red and odd had let it through."""
    record = look(game("Ann play 5H", rule="black"), narrow(small, THREE))
    start = {top.rule: top.chance for top in record.top_at_start}
    assert record.alive_at_start == 3
    assert record.bits_at_start == pytest.approx(sum(chance * bits(chance) for chance in start.values()))
    (turn,) = record.turns
    assert (turn.n, turn.seat, turn.move, turn.verdict, turn.alive) == (1, "Ann", "play 5H", "wrong", 1)
    assert turn.chance == pytest.approx(start["red"] + start["odd"])
    assert gained(turn) == pytest.approx((bits(start["black"]), 0))
    assert turn.bits_expected == pytest.approx(entropy(start["black"]))
    assert turn.bits_left == 0
    assert [(top.rule, top.chance, top.true) for top in turn.top] == [("black", 1, True)]
    assert (turn.rule_chance, record.known_at, record.rule_in_family) == (1, 1, True)


def test_the_best_is_the_best_card_or_a_no_play_or_the_move_itself(small: Family) -> None:
    """2C asks about black, 3C and KS about black or odd, 5H about red or odd; one of them is always right."""
    family = narrow(small, {"red": 0.4, "black": 0.35, "odd": 0.25})
    record = look(game("Ann play 3C 2C; Bob play 3S"), family)
    start = {top.rule: top.chance for top in record.top_at_start}
    first, second = record.turns
    assert first.best is not None
    assert first.best.move == "play 3C"
    assert first.best.bits_expected == pytest.approx(entropy(start["red"]))
    assert first.bits_expected == pytest.approx(entropy(start["black"])), "both are black, and 2C isn't odd"
    assert second.best is not None
    assert second.bits_expected is not None
    assert second.best.move == "play 3S", "it is the move that was made, and no other is better"
    assert second.best.bits_expected == second.bits_expected
    player = record.players["Ann"]
    assert player.efficiency == pytest.approx(entropy(start["black"]) / entropy(start["red"]))


def test_what_is_certain_teaches_nothing(small: Family) -> None:
    record = look(game("Ann play 5H; Bob play 4S; Cleo play 6H"), narrow(small, {"red": 0.5, "black": 0.5}))
    assert [turn.certain for turn in record.turns] == [False, True, True]
    assert [turn.comments for turn in record.turns[1:]] == [
        ("wasted: certain before",),
        ("nothing new: certain before",),
    ]
    assert [turn.bits_expected for turn in record.turns] == [1, 0, 0]
    assert [record.players[seat].efficiency for seat in ("Ann", "Bob", "Cleo")] == [1, None, None]
    assert record.players["Bob"].saying.startswith("Bob could learn nothing: every verdict was certain before.")


def test_a_no_play_that_is_right(small: Family) -> None:
    """When no card of 3S 4S 6C is right, red alone of the three is left, whatever a single card could have told."""
    record = look(game("Ann play 5H; Bob no-play"), narrow(small, THREE))
    _, turn = record.turns
    assert (turn.move, turn.verdict, turn.alive, turn.cards) == ("no-play", "right", 1, ())
    red, odd = (top.chance for top in record.turns[0].top)
    assert turn.chance == pytest.approx(red)
    assert gained(turn) == pytest.approx((bits(red), 0))
    assert turn.bits_expected == pytest.approx(entropy(odd))


def test_a_no_play_that_is_wrong(small: Family) -> None:
    """That some card of 3S 4S 6C is right is the judgement; that it is 3S comes besides."""
    family = narrow(small, {"red": 0.4, "black": 0.3, "odd": 0.2, "even": 0.1})
    record = look(game("Ann no-play; Bob no-play", rule="odd", bob="3S 4S 6C"), family)
    first, second = record.turns
    assert (first.verdict, first.forced is not None, gained(first)[0]) == ("wrong", True, 0)
    assert gained(first)[1] > 0, "5H was right: not black, not even"
    assert first.certain
    assert first.bits_expected == 0
    assert first.comments[0] == "certain before: a card had to be right"
    red, odd = 0.4 / 0.6, 0.2 / 0.6
    assert first.top[0].chance == pytest.approx(red, abs=0.1), "the prior may weigh starters"
    assert second.forced is not None
    assert second.forced.text == "3S"
    assert gained(second) == pytest.approx((bits(1 - first.top[0].chance), 0)), "red let none of them through"
    assert odd < red


def test_a_named_card_that_is_wrong_comes_besides(small: Family) -> None:
    """Ann names 3S, and the dealer plays 9H: red and odd both let that one through, and odd the other one, too."""
    moves = "Ann play 5H; Ann declare; Bob no-play; Ann call wrong 3S"
    record = look(game(moves, bob="3S 4S 6C 9H", variant="guyton"), narrow(small, THREE))
    first, turn = record.turns
    assert (turn.verdict, turn.alive, first.alive) == ("wrong", 1, 2)
    assert turn.forced is not None
    assert turn.forced.text == "9H"
    assert (first.after, turn.after) == (("Ann declares as Prophet",), ("Ann is overthrown",))
    assert gained(turn) == pytest.approx((0, bits(first.top[0].chance)))
    assert "9♥ was put on the mainline, which told 0.6 bits more" in turn.comments


def test_a_no_play_that_is_taken_back(small: Family) -> None:
    """Nothing is forced: that a card of the hand is right is all that is learnt."""
    moves = "Ann play 5H; Ann declare; Bob no-play; Ann call right"
    family = narrow(small, {"red": 0.5, "black": 0.2, "odd": 0.2, "even": 0.1})
    record = look(game(moves, rule="odd", bob="3S 4S 6C"), family)
    first, turn = record.turns
    assert (turn.verdict, turn.forced, turn.alive) == ("wrong", None, 1)
    assert gained(turn) == pytest.approx((bits(first.top[1].chance), 0))


def test_a_refused_guess_comes_besides(small: Family) -> None:
    family = narrow(small, {"red": 0.4, "odd": 0.3, "prime": 0.3})
    record = look(game('Ann play 5H; Ann guess "red"', rule="odd", variant="express"), family)
    (turn,) = record.turns
    start = {top.rule: top.chance for top in record.top_at_start}
    assert gained(turn) == pytest.approx((0, bits(1 - start["red"])))
    (guess,) = turn.guesses
    assert (guess.seat, guess.rule, guess.right) == ("Ann", "red", False)
    assert guess.chance == pytest.approx(start["red"])
    assert 'guessed "red" (40 % likely): wrong' in turn.comments


def test_a_right_guess_teaches_nothing_more(small: Family) -> None:
    """It is the dealer who says it: what could be known before is what counts."""
    record = look(game('Ann play 5H; Ann guess "odd"', rule="odd", variant="express"), narrow(small, THREE))
    (turn,) = record.turns
    assert (turn.alive, gained(turn)[1], record.known_at) == (2, 0, None)
    assert turn.guesses[0].right
    assert "Ann said it on turn 1, when it was " in " ".join(record.story)
    assert record.players["Ann"].saying.endswith("And Ann said the rule on turn 1.")


def test_a_rule_that_is_not_of_the_family(small: Family) -> None:
    record = look(game("Ann play 5H; Bob play 3S; Cleo play 10S", rule="gcd(rank, 15) > 1"), narrow(small, THREE))
    assert (record.rule_in_family, record.known_at, record.chance_at_start) == (False, None, None)
    assert [turn.rule_chance for turn in record.turns] == [None] * 3
    assert record.story[0] == "The rule is longer than anything looked at: gcd(rank, 15) > 1"
    assert [turn.alive for turn in record.turns] == [2, 1, 0]
    last = record.turns[-1]
    assert (last.bits_gained, last.bits_besides, last.bits_left, last.top) == (None, None, 0, ())
    assert last.turning == ("from here no rule that was looked at fits",)
    assert "After turn 3 no rule that was looked at fits." in record.story


AT_THE_BOTTOM = """\
eleusis: 1
variant: solo
players: [Nils, Vera]
seed: 9
rounds:
  - dealer: Vera
    rule: {rule}
    starter: KD
    set_aside: {aside}
    moves: Nils play JD
"""


@pytest.mark.parametrize(
    ("rule", "aside", "outside"),
    [
        ("red", "7C", None),
        ("{rule: red, starter: rank == 13}", "5H", "was looked at, but not with that condition on the starter"),
        ("{rule: red, starter: rank == 13}", "7C", "was looked at, but not with that condition on the starter"),
        ("exp-e3", "7C", None),  # `color == cycle(…)`, of which the library says that it begins with red
        ('{rule: "color == cycle(red, red, red, black, black, black)", starter: red}', "7C", None),
        (
            '"color == cycle(red, red, red, black, black, black)"',
            "7C",
            "was looked at, but only with a condition on the starter",
        ),
    ],
)
def test_a_rule_is_of_the_family_with_its_very_condition_on_the_starter(
    rule: str, aside: str, outside: str | None, small: Family
) -> None:
    """Given a king at the bottom, when 5H was set aside before, a family that has `red` alone strikes it out."""
    reviewed = review(read_game(AT_THE_BOTTOM.format(rule=rule, aside=aside)), family=small)
    (record,) = reviewed.rounds
    assert record.rule_in_family == (outside is None)
    assert (record.chance_at_start is None) == (outside is not None)
    if outside is None:
        assert record.chance_at_start
    else:
        assert record.known_at is None
        assert outside in reviewed.text(width=200)
        assert outside in reviewed.html()


def test_a_turn_after_no_rule_is_left(small: Family) -> None:
    record = look(game("Ann play 5H; Dan judge wrong; Bob play 3S; Dan judge wrong"), narrow(small, {"red": 1.0}))
    assert [turn.alive for turn in record.turns] == [0, 0]
    assert not record.turns[0].certain, "it was foretold, but wrongly"
    assert record.unknown == (
        "According to the rule, the dealer misjudged; what counts here is what was said at the table.",
    )
    second = record.turns[1]
    assert (second.bits_gained, second.bits_expected, second.best, second.chance) == (None,) * 4
    assert (second.rule_chance, second.certain, second.bold) == (0, False, False)
    assert record.players["Bob"].saying == "Bob played 1 turn; there is nothing to go by."


def test_a_round_without_a_rule(small: Family) -> None:
    text = game("Ann play 5H; Dan judge right").replace("    rule: red\n", "")
    record = look(text, narrow(small, THREE))
    assert (record.rule, record.rule_in_family, record.known_at) == (None, None, None)
    assert record.story[0].startswith("Most probable at the end: red (")
    assert "The file has no rule, only judgements: nobody can say when the rule could be known." in record.unknown


def test_hands_that_nobody_wrote_down(small: Family) -> None:
    text = game("Ann play 5H; Dan judge right; Bob no-play; Dan judge right").replace("    rule: red\n", "")
    unknown = "\n".join("    hands: unknown" if "hands:" in line else line for line in text.split("\n"))
    record = look(unknown, narrow(small, THREE))
    first, second = record.turns
    assert first.bits_expected is not None
    assert first.best is None
    assert (second.bits_expected, second.best, second.chance, second.bits_gained) == (None, None, None, 0)
    assert record.players["Ann"].efficiency is None
    assert "The hands were not written down: nobody knows what else could have been asked." in record.unknown


def test_a_position_of_which_the_last_play_is_not_judged(small: Family) -> None:
    text = game("Ann play 5H; Dan judge right; Bob play 3S").replace("    rule: red\n", "")
    record = look(text, narrow(small, THREE))
    assert len(record.turns) == 1
    assert record.ended is None
    assert "Bob's last move (play 3S) was not judged, and so taught nothing." in record.unknown


def test_a_round_that_has_not_begun_and_several_starters(small: Family) -> None:
    text = game("").replace("    moves: |\n      \n", "")
    record = look(text.replace("starter: AH", 'starter: "AH 9S"'), narrow(small, THREE))
    assert record.turns == ()
    assert record.story == ("No card has been judged yet.",)
    assert record.alive_at_start == 3
    assert record.unknown == (
        "The dealer placed several starters: they lie as they are, and say nothing about the rule.",
    )


def test_the_turn_from_which_the_rule_stays_known(small: Family) -> None:
    """What is the most probable rule, but not yet known, doesn't count."""
    family = narrow(small, {"red": 0.05, "odd": 0.95})
    record = look(game("Ann play 5H; Bob play 3S; Cleo play 6H"), family)
    assert [turn.n for turn in record.turns] == [1, 3, 5]
    assert record.known_at == 3
    assert record.turn_of_knowledge is record.turns[1]
    assert record.turns[1].turning[-1] == "from here the rule could be known"
    assert "From turn 2 on the rule could be known: Bob's 3♠ left no doubt; 1 turn followed." in record.story


@pytest.mark.parametrize("name", ["abbott-cleo-forecasts", "express-guess-from-here", "solo-it-began-with-red"])
def test_what_was_learnt_is_the_mass_that_is_left(name: str, small: Family) -> None:
    """The sum of what the turns taught is −log2 of what is alive of the prior as it is after the starter."""
    played = replay_game(load_game(GAMES / f"{name}.yaml"))
    for record in played.rounds:
        reader = ClueReader(record.round.variant.deal.sets_aside)
        posterior = Posterior(small, record.round.variant.guess)
        masses = []
        for event in record.round.events:
            for clue in reader.read(event):
                posterior.take(clue)
            masses.append(posterior.mass if posterior.alive else 0.0)
        turns = review_round(record, family=small).turns
        assert turns[-1].alive == posterior.alive
        if posterior.alive:
            learnt = math.fsum(part for turn in turns for part in gained(turn))
            assert learnt == pytest.approx(bits(masses[-1] / masses[0]), abs=1e-9)
        for turn in turns:
            if turn.best is not None and turn.bits_expected is not None:
                assert 0 <= turn.bits_expected <= turn.best.bits_expected <= 1


@pytest.mark.soak
@pytest.mark.parametrize("path", sorted(GAMES.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_recorded_game_can_be_looked_back_upon(path: Path, small: Family) -> None:
    """In figures that are numbers, and in lines that fit the page."""
    looked_at = review(path, family=small)
    json.dumps(looked_at.to_json(), allow_nan=False)
    for width in (40, 60, 80, 120):
        assert max(map(cells, looked_at.text(width=width).split("\n"))) <= width
    assert looked_at.text(ascii=True).isascii()


def test_a_round_that_was_just_played_tells_what_its_file_tells(small: Family) -> None:
    text, family = game("Ann play 5H; Bob play 3S"), narrow(small, THREE)
    record = replay_game(read_game(text)).rounds[0]
    assert review_round(record, Rule("red"), family=family) == look(text, family)
    assert review_round(RoundReplay(1, record.round, steps=record.steps), family=family).rule is None


# What is printed


def test_what_the_keys_are(small: Family) -> None:
    page = (ROOT / "docs" / "review.md").read_text(encoding="utf-8")
    data = json.loads(json.dumps(review(read_game(game("Ann play 5H; Bob play 3S")), family=small).to_json()))
    assert list(data) == ["eleusis", "file", "rounds"]
    (record,) = data["rounds"]
    assert list(record) == ["dealer", "rule", "rule_in_family", "known_at", "turns", "players"]
    assert list(record["turns"][0]) == [
        *("n", "seat", "move", "verdict", "alive", "bits_left", "bits_gained", "bits_besides", "bits_expected"),
        *("best", "rule_chance", "top"),
    ]
    assert list(record["turns"][0]["best"]) == ["move", "bits_expected"]
    assert list(record["turns"][0]["top"][0]) == ["rule", "chance"]
    assert list(record["players"]) == ["Ann", "Bob", "Cleo"]
    assert list(record["players"]["Ann"]) == ["turns", "bits_gained", "bits_expected", "bits_best", "efficiency"]
    assert [turn["n"] for turn in record["turns"]] == [1, 3]
    for what, keys in {
        "a review": data,
        "a reviewed round": record,
        "a reviewed turn": record["turns"][0],
        "a reviewed player": record["players"]["Ann"],
    }.items():
        assert words_in(page, f"keys of {what}") == list(keys)


EVENING = game(
    "Ann play 2C; Bob play 3S 4S; Cleo play 6H; Cleo declare; Ann no-play; Cleo call wrong 3C; Bob play 6C",
    variant="guyton",
)


@pytest.mark.parametrize("width", [60, 100])
def test_the_text(width: int, small: Family, snapshot: SnapshotAssertion) -> None:
    family = narrow(small, {"red": 0.4, "black": 0.25, "odd": 0.2, "even": 0.1, "prime": 0.05})
    text = review(read_game(EVENING), family=family).text(width=width)
    assert all(len(line) <= width for line in text.split("\n"))
    assert text == snapshot


def test_the_text_in_colour_and_in_ascii(small: Family) -> None:
    looked_at = review(read_game(EVENING), family=narrow(small, THREE))
    plain = looked_at.text()
    coloured = looked_at.text(colour=True)
    assert "\x1b" not in plain
    assert "\x1b[31m6♥\x1b[0m" in coloured
    assert looked_at.text(ascii=True).isascii()
    assert round_lines(looked_at.rounds[0], 60, PLAIN)[0].startswith(f"{BOLD}── Round 1 · Dan deals ─")


# The command


@pytest.mark.parametrize(("rounds", "has"), [(ROUND.format(rule="red", starter="AH", bob="3S"), "only round 1")])
def test_a_round_that_there_is_not(rounds: str, has: str) -> None:
    text = HEAD.format(variant="abbott") + rounds.replace("    moves: |\n", "")
    with pytest.raises(NotationError, match=f"there is no round 0: it has {has}") as error:
        review(read_game(text), number=0)
    assert error.value.code == "notation/round"


def test_without_numpy(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(LabError, match="needs numpy") as error:
        review(read_game(game("Ann play 5H")))
    assert error.value.code == "lab/no-numpy"
    assert main(["review", "none.yaml"]) == exits.BAD_INPUT
    assert capsys.readouterr().err == "a review needs numpy: pip install 'eleusis[bots]'\n"
