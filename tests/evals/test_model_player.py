"""A language model on a seat, without any library for models: what it is told, how its answers are read."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis import Rule, cards, deal, load_variant
from eleusis.driving.driver import Driver
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.evals.answers import read_answer
from eleusis.evals.briefing import MOST_ERRORS
from eleusis.evals.model_player import Ask, ModelPlayer, Reply
from eleusis.game.moves import Guess, NoPlay, Pass, Play
from eleusis.game.round import Round
from eleusis.game.view import View
from eleusis.ground.chance import stream
from eleusis.ground.errors import NotationError, PlayerError
from eleusis.minds.players.registry import make_player
from eleusis.variant import variant_names
from eleusis.words.page.plain_lines import plain_lines

# Without Inspect


@pytest.mark.parametrize("name", ["eleusis.evals.tasks", "eleusis.evals.export"])
def test_what_needs_inspect_says_what_to_install(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "inspect_ai", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'eleusis\[inspect\]'$"):
        importlib.import_module(name)


# What it answers


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("MOVE: play 5H", Play("Ann", tuple(cards("5H")))),
        ("I think…\n**MOVE:** `play 5h 6S`\nRULE: red", Play("Ann", tuple(cards("5H 6S")))),
        ("MOVE: play 2C\nno, better:\n- move: no-play", NoPlay("Ann")),
        ("MOVE: guess\nRULE: color != last.color", Guess("Ann", "color != last.color")),
        ('MOVE: guess "red"', Guess("Ann", "red")),
        ("MOVE: Guess if last.red then black else red\nRULE: red", Guess("Ann", "if last.red then black else red")),
        ("MOVE = pass", Pass("Ann")),
    ],
)
def test_a_move_is_read(text: str, move: object) -> None:
    assert read_answer(text, "Ann").move == move


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a line that begins with MOVE: is missing"),
        ("play 5H", "a line that begins with MOVE: is missing"),
        ("MOVE:", "a line that begins with MOVE: is missing"),
        ("MOVE: plai 5H", "'plai' is not a verb (did you mean 'play'?)"),
        ("MOVE: play 5X", "'5X'"),
        ("MOVE: guess", "double quotes"),
    ],
)
def test_a_bad_answer_says_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=re.escape(message)):
        read_answer(text, "Ann")


@pytest.mark.parametrize(
    ("written", "confidence", "unread"),
    [
        ("CONFIDENCE: 0.25", 0.25, None),
        ("Confidence: 60 %", 0.6, None),
        ("CONFIDENCE: **1**", 1.0, None),
        ("CONFIDENCE: 1e-3", 0.001, None),
        ("**CONFIDENCE: 0.4**.", 0.4, None),
        ("CONFIDENCE: 1.", 1.0, None),
        ("CONFIDENCE: .5%.", 0.005, None),
        *(
            (f"CONFIDENCE: {text}", None, f"CONFIDENCE is a number from 0 to 1, not '{text}'")
            for text in ("1/2", "1e9", "1e999", "0,3", "0.3.1", "0 or 1", "1 of 3", "-1", "150%", "nan", "0.3 0.4")
        ),
        ("CONFIDENCE: 7", None, "CONFIDENCE is a number from 0 to 1, not '7'"),
        ("CONFIDENCE: high", None, "CONFIDENCE is a number from 0 to 1, not 'high'"),
        ("", None, "a RULE without its CONFIDENCE is not counted"),
    ],
)
def test_how_sure_it_is(written: str, confidence: float | None, unread: str | None) -> None:
    answer = read_answer(f"MOVE: pass\nRULE: red\n{written}\nTHEN: pass", "Ann")
    assert (answer.rule, answer.confidence, answer.unread, answer.passes) == ("red", confidence, unread, True)


# A round


class Script:
    """A model that answers from a script, and remembers what it was told."""

    def __init__(self, answer: Callable[[str], str]) -> None:
        self.answer = answer
        self.heard: list[str] = []

    def open_with(self, briefing: str) -> Ask:
        self.heard.append(briefing)

        def ask(text: str) -> Reply:
            self.heard.append(text)
            return Reply(self.answer(text), 7)

        return ask


def play_first(text: str) -> str:
    """Play the first card of the hand, and pass what else is asked."""
    hand = re.search(r"Hand: (\w+)", text)
    return f"MOVE: play {hand[1]}" if hand else "MOVE: pass"


def solo(script: Script, seed: int = 5, rule: str = "color != last.color") -> tuple[Round, ModelPlayer]:
    variant = load_variant("solo", ["turn_limit.turns=4"])
    secret = Rule(rule)
    round_ = deal(variant, ["Dan", "Ann"], dealer="Dan", seed=seed, rule=secret)
    player = ModelPlayer(variant, script.open_with)
    Driver(round_, {"Ann": player, "Dan": RuleDealer(secret, variant)}).to_end()
    return round_, player


def test_it_is_told_only_what_is_new() -> None:
    script = Script(play_first)
    round_, _ = solo(script)
    briefing, first, *later = script.heard
    assert "## A turn, in this order" in briefing
    assert "You are Ann" in briefing
    assert re.fullmatch(
        r"Dan deals; Ann begins\. Mainline: \S+\.( Set aside: .*)?\nHand: (\S+ ){11}\S+\. Your play\.", first
    )
    assert all(
        re.fullmatch(r"Ann play \S+ => (right|wrong); Ann draws \S+\nGuess the rule, or pass\.", text)
        for text in later[::2]
    )
    assert all(re.fullmatch(r"Hand: (\S+ ){11}\S+\. Your play\.", text) for text in later[1::2])
    assert len(later) == 7
    assert round_.ended == "turns played"


def test_nothing_secret_is_told() -> None:
    """No seed, no rule, no card that play did not show; the laws of views hold the rest."""
    script = Script(play_first)
    round_, _ = solo(script, seed=987654321, rule="last.red or rank > 0")
    words = "\n".join(script.heard)
    assert "987654321" not in words
    assert "last.red or rank > 0" not in words
    named = set(re.findall(r"\b(?:10|[2-9AJQK])[SHDC]\b", "\n".join(script.heard[1:])))
    open_cards = {*round_.view("Ann").hand, *round_.state.layout.cards(), *round_.state.set_aside}
    assert named <= {card.text for card in open_cards}


def test_it_lets_go_by_what_it_has_said_so() -> None:
    script = Script(lambda text: f"{play_first(text)}\nRULE: red\nCONFIDENCE: 0.5\nTHEN: pass")
    round_, _ = solo(script)
    assert len(script.heard) == 1 + 4
    assert all("Your play" in text for text in script.heard[1:])
    assert round_.ended == "turns played"


def test_what_cannot_be_taken_is_told_back(snapshot: SnapshotAssertion) -> None:
    answers = iter(["no idea", "MOVE: play KD 2C"])
    script = Script(lambda text: next(answers, None) or first_again(script))
    round_, _ = solo(script)
    assert script.heard[2] == snapshot
    assert script.heard[3].startswith("Not taken: ")
    assert round_.ended == "turns played"


def first_again(script: Script) -> str:
    """An answer to what was asked last, refusals left aside."""
    return play_first(next(text for text in reversed(script.heard) if not text.startswith("Not taken")))


def test_the_third_error_in_one_move_is_its_last() -> None:
    script = Script(lambda text: "MOVE: undo")
    with pytest.raises(PlayerError) as failed:
        solo(script)
    assert failed.value.code == "player/illegal-move"
    assert len(script.heard) == 1 + MOST_ERRORS


def test_its_belief_and_its_tokens(snapshot: SnapshotAssertion) -> None:
    variant, secret = load_variant("solo", ["turn_limit.turns=2"]), Rule("red")
    answers = iter(
        ["MOVE: play {}\nRULE: rank > last.rank\nCONFIDENCE: 0.4", "hm", "MOVE: pass\nRULE: redd\nCONFIDENCE: 1"]
    )
    script = Script(lambda text: next(answers, "").format(text.partition("Hand: ")[2][:2]) or play_first(text))
    player = ModelPlayer(variant, script.open_with)
    round_ = deal(variant, ["Dan", "Ann"], dealer="Dan", seed=5, rule=secret)
    stated: list[object] = []

    def note(who: object, view: View, move: object) -> None:
        stated.append((player.belief(view), player.tokens))

    Driver(round_, {"Ann": player, "Dan": RuleDealer(secret, variant)}, answered=note).to_end()
    assert stated == [(("rank > last.rank", 0.4), 7), (None, 14), (None, 7), (None, 7)]
    assert script.heard[4] == snapshot
    assert script.heard[5] == "Ann play JH => right; Ann draws KH\nGuess the rule, or pass."


@pytest.mark.parametrize("edition", variant_names())
def test_a_model_plays_every_edition(edition: str) -> None:
    """Models that play their first card, call wrong and let all else go by, beside a bot; to the end."""
    variant = load_variant(edition)
    names = ["Dan", "Ann", "Bob", "Cleo"][: 2 if variant.players.max == 2 else 4]
    secret = Rule("color != last.color")
    round_ = deal(variant, names, dealer="Dan", seed=3, rule=secret)

    def answer(text: str) -> str:
        if "Call it" in text:
            return "MOVE: call right"
        return play_first(text) if "Your play" in text else "MOVE: pass"

    scripts = {name: Script(answer) for name in names[1:3]}
    chance = stream(4, "models")
    players = {name: ModelPlayer(variant, script.open_with) for name, script in scripts.items()}
    bots = {name: make_player("random", name, variant, chance) for name in names[3:]}
    Driver(round_, {**players, **bots, "Dan": RuleDealer(secret, variant)}).to_end(120)
    assert round_.ended is not None
    assert all(len(script.heard) > 3 for script in scripts.values())
    # What was told is what happened, as far as the seat may know it, and each thing once.
    for name, script in scripts.items():
        lines = [line for text in script.heard[1:] for line in text.splitlines()[:-1]]
        whole = "\n".join(plain_lines(round_.view(name).events))
        assert whole.startswith("\n".join(lines))
