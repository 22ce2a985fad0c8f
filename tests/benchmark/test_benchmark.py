"""The benchmark: suites, held-out rules, what is noted of a player, entries and figures."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any, ClassVar

import attrs
import pytest

from eleusis.benchmark import bouts
from eleusis.benchmark.arranging import Benchmark, read_difficulty, seats_for, split_kinds
from eleusis.benchmark.contest import Contest
from eleusis.benchmark.entries import Entry
from eleusis.benchmark.evaluating import Evaluation, evaluate, run_contest
from eleusis.benchmark.held_out import make_rules
from eleusis.benchmark.offers import Offer, list_guesses
from eleusis.benchmark.prices import put_cost, read_price
from eleusis.benchmark.suites import load_suites, suite_names
from eleusis.driving.driver import Player
from eleusis.game.moves import Guess, Move, Pass, Play
from eleusis.game.view import View
from eleusis.ground.cards import cards
from eleusis.ground.errors import EleusisError, PlayerError
from eleusis.lab.run import here
from eleusis.minds.players.kinds import KINDS, Kind
from eleusis.secret.library import library, playable
from eleusis.secret.rule import Rule
from eleusis.secret.sameness import compare
from eleusis.variant import load_variant
from tests.helpers.pages import DOCS, marked, words_in

SUITE = """eleusis: 1
title: A suite of one's own
variant: solo
players: [Dee, Ann]
seed: 5
rounds:
  - {dealer: Dee, rule: red}
  - {dealer: Dee, rule: "rank >= last.rank", starter: 7S}
  - dealer: Dee
    rule: red
    starter: 7H
    moves: |
      Ann play 9H
    hands: {Ann: 9H}
  - {dealer: Dee}
"""


def suite(folder: Path, text: str = SUITE) -> str:
    path = folder / "suite.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)


class Believer:
    """Plays its first card, guesses in its fourth turn, and states what it was told to state, turn by turn."""

    stated: tuple[tuple[str, float] | None, ...] = ()
    guesses: Mapping[int, str] = {4: "red"}  # only ever replaced
    tokens: int | None = 7
    fails_at = 0
    refuted: ClassVar[list[bool]] = []
    """Of each of its guesses, whether a verdict on the table is against it."""

    def __init__(self) -> None:
        self.asked = 0

    def move(self, view: View) -> Move:
        self.asked += 1
        if self.asked == self.fails_at:
            raise RuntimeError("out of credit")
        if view.due is Guess:
            guess = self.guesses.get(view.turn)
            if guess is None:
                return Pass(view.seat)
            self.refuted.append(is_refuted(view, Rule(guess)))
            return Guess(view.seat, guess)
        return Play(view.seat, view.playable[:1])

    def belief(self, view: View) -> tuple[str, float] | None:
        at = view.turn - (view.due is Guess)
        return self.stated[at] if at < len(self.stated) else None


def is_refuted(view: View, rule: Rule) -> bool:
    """Whether a rule contradicts the cards on the table, looked at one by one."""
    line, layout = list(view.mainline), view.layout
    against = [not rule.accepts(line[:place], [line[place]]) for place in range(1, len(line))]
    for place, plays in enumerate(layout.sidelines, start=1):
        against += [rule.accepts(line[:place], play) for play in plays]
    return any(against)


def make(**_: object) -> Player:
    return Believer()


@pytest.fixture
def believer(monkeypatch: pytest.MonkeyPatch) -> type[Believer]:
    monkeypatch.setitem(KINDS, "believer", Kind("tests.benchmark.test_benchmark", "for tests"))
    for name in ("stated", "guesses", "tokens", "fails_at"):
        monkeypatch.setattr(Believer, name, getattr(Believer, name))
    monkeypatch.setattr(Believer, "refuted", [])
    return Believer


# Suites


def test_the_suite_of_the_library_has_every_rule_that_dealers_draw() -> None:
    assert suite_names() == ("classic", "solo-library")
    challenges = load_suites(["solo-library"]).challenges
    assert [challenge.rule.name for challenge in challenges] == list(playable())
    assert len({challenge.mark for challenge in challenges}) == len(challenges)


def test_the_classic_suite_is_26_easy_rules_on_three_deals_each() -> None:
    challenges = load_suites(["classic"]).challenges
    assert len(challenges) == len({challenge.mark for challenge in challenges}) == 78
    rules = [challenge.rule for challenge in challenges]
    assert [rule.text for rule in rules] == 3 * [rule.text for rule in rules[:26]]
    assert max(rule.difficulty for rule in rules) <= 4
    same = [(a.text, b.text) for a, b in combinations(rules[:26], 2) if compare(a, b).same is not False]
    assert not same
    for challenge in challenges:
        (starter,) = challenge.deal().began.starters
        assert challenge.rule.mask(()) & starter.bit, "in solo the starter is right"
    assert challenges[40].mark == "7c232636b2857f0d"


def test_a_suite_is_the_rounds_with_a_rule_and_no_moves(tmp_path: Path) -> None:
    path = suite(tmp_path)
    loaded = load_suites([path])
    assert [challenge.number for challenge in loaded.challenges] == [1, 2]
    assert loaded.notes == (f"{path}: 2 rounds have no rule, or moves, and are not played",)
    round_ = loaded.challenges[1].deal()
    assert [card.text for card in round_.state.layout.mainline] == ["7S"]
    assert load_suites([str(tmp_path), path, path]).challenges[0].mark == loaded.challenges[0].mark
    assert len(load_suites([str(tmp_path), path]).challenges) == 2, "each file is played once"


def test_dealers_take_turns_where_none_is_named(tmp_path: Path) -> None:
    text = SUITE.split("rounds:")[0] + "rounds:\n  - rule: red\n  - rule: black\n"
    assert [challenge.dealer for challenge in load_suites([suite(tmp_path, text)]).challenges] == ["Dee", "Ann"]


def test_a_mark_stands_for_cards_rule_and_edition(tmp_path: Path) -> None:
    def marks(old: str = "", new: str = "", edition: str | None = None) -> list[str]:
        return [
            challenge.mark
            for challenge in load_suites([suite(tmp_path, SUITE.replace(old, new))], edition).challenges
        ]

    before = marks()
    assert marks("title: A suite", "title: Another suite") == before
    assert not set(marks("seed: 5", "seed: 6")) & set(before)
    assert marks("rule: red}", "rule: hearts}".replace("hearts", "heart"))[0] != before[0]
    assert marks("variant: solo", "variant: {extends: solo, guess: {price: 3}}")[0] != before[0]
    assert marks(edition="express")[0] != before[0]
    scoring = [
        f"variant: {{extends: express, scoring: {{base: {base}}}}}"
        for base in ("high_count", "{from: 12}", "{from: 9}")
    ]
    assert len({marks("variant: solo", variant)[0] for variant in scoring}) == 3


def test_marks_and_moves_of_a_suite_stay_what_they_are() -> None:
    """Results of two versions are compared, and gone on with, by them."""
    assert load_suites(["solo-library"]).challenges[3].mark == "d98e3837edab2de7"
    moves = evaluate("random", "solo-library", max_rounds=6)
    assert [entry.score for entry in moves] == [-10, -2, -8, -2, 0, -6]


# Held out


@pytest.mark.long
def test_rules_held_out_are_none_of_the_library_and_no_two_the_same() -> None:
    rules = make_rules(12, 7, (2, 4))
    assert [rule.difficulty for rule in rules] == [2, 3, 4] * 4
    others = list(library().values())
    for rule in rules:
        assert not [other.text for other in others if compare(rule, other).same is not False]
        others.append(rule)
    assert [rule.text for rule in make_rules(5, 7, (2, 4))] == [rule.text for rule in rules[:5]]
    assert [rule.text for rule in rules[:3]] == [
        "not heart and odd",
        "if first.heart then heart else diamond",
        "if back(2).odd then face != first.face else low",
    ], "a seed never changes its meaning"


def test_leave_out_takes_the_rule_from_the_player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Any] = []

    def note(**arguments: Any) -> Player:
        given.append(arguments["library"])
        return Believer()

    monkeypatch.setitem(KINDS, "believer", Kind("tests.benchmark.test_benchmark", "for tests"))
    monkeypatch.setattr("tests.benchmark.test_benchmark.make", note)
    text = SUITE.replace("rule: red}", "rule: guy-1}")
    for leave_out in (True, False):
        evaluate("believer", suite(tmp_path, text), leave_out=leave_out, max_rounds=1)
    assert "guy-1" not in given[0]
    assert "guy-1" in given[1]


# What is noted of a player


def test_the_last_statement_of_each_turn_is_judged(believer: type[Believer], tmp_path: Path) -> None:
    believer.stated = (("not black", 0.5), ("black", 0.75), None, ("heart or diamond", 1))
    (entry,) = evaluate("believer", suite(tmp_path), max_rounds=1)
    assert entry.confidences == ((0.5, True), (0.75, False), (1.0, True))
    assert entry.stated == ("not black", "black", "heart or diamond")
    assert (entry.solved, entry.turns, entry.score, entry.wrong_guesses) == (True, 4, 27, 0)
    assert entry.tokens == 7 * 8, "of every answer"
    assert entry.seconds > 0
    assert (entry.player, entry.edition, entry.ended) == ("believer", "solo", "right guess")


def test_what_was_guessed_and_how_long_a_right_belief_waited(believer: type[Believer], tmp_path: Path) -> None:
    """Double-down: the same as a guess called wrong, or against a verdict. Caution: right, and not guessed."""
    believer.guesses = {1: "heart", 2: "heart and not black", 3: "black", 5: "red"}
    believer.stated = (("red", 0.5), ("black", 0.5), ("not black", 0.9), None, ("red", 1))
    evaluation = evaluate("believer", suite(tmp_path), max_rounds=1)
    (entry,) = evaluation
    assert [(own.turn, own.rule, own.right, own.repeated) for own in entry.guesses] == [
        (1, "heart", False, False),
        (2, "heart and not black", False, True),
        (3, "black", False, False),
        (5, "red", True, False),
    ]
    assert [own.refuted for own in entry.guesses] == believer.refuted == [False, False, True, False]
    assert entry.waited == 2, "turns 1 and 3; in turn 5 it guessed what it held"
    data = evaluation.to_json()
    assert (data["caution"], data["double_down"], data["guesses_next_turn"]) == (2, 2 / 3, 2 / 3)
    believer.guesses, believer.stated = {}, (("red", 0.5),) * 30
    (entry,) = evaluate("believer", suite(tmp_path), max_rounds=1)
    assert (entry.solved, entry.waited, entry.guesses) == (False, 30, ())
    believer.stated = ()
    assert [own.waited for own in evaluate("believer", suite(tmp_path), max_rounds=1)] == [None]


def test_a_guess_is_repeated_if_it_was_the_same_when_the_other_was_called_wrong() -> None:
    """Two rules that differed then, and no longer do, are two guesses."""
    long = tuple(cards("7S 8H 9C JD"))
    guesses = [
        Offer(1, long[:1], Rule("if position <= 3 then face else black")),
        Offer(2, long[:1]),
        Offer(3, long, Rule("black")),
        Offer(4, long, Rule("not red")),
        Offer(5, long, Rule("red")),
    ]
    offers = dict(enumerate(guesses))
    assert [own.repeated for own in list_guesses(offers, 3, solved=True)] == [False, False, True, False]
    assert [own.right for own in list_guesses(offers, 3, solved=True)] == [False, False, False, True]
    assert len(list_guesses(offers, 2, solved=False)) == 2, "the round was broken off before the third was judged"


@pytest.mark.parametrize(
    ("text", "tokens", "tokens_out", "cost"),
    [
        ("3/15", 2_000_000, 500_000, 4.5 + 7.5),
        (" 0.25 / 2 ", 1000, 1000, 0.002),
        ("3", 500_000, None, 1.5),
        ("3/15", 500_000, None, None),
        ("3", None, None, None),
    ],
)
def test_what_tokens_cost(text: str, tokens: int | None, tokens_out: int | None, cost: float | None) -> None:
    (entry,) = evaluate("random", "solo-library", max_rounds=1)
    entry = attrs.evolve(entry, tokens=tokens, tokens_out=tokens_out)
    assert put_cost(entry, read_price(text)).cost == pytest.approx(cost)
    assert put_cost(entry, None) == entry
    assert put_cost(attrs.evolve(entry, cost=9), read_price(text)).cost == 9, "what it cost then"


def test_tokens_are_priced_as_they_are_counted(believer: type[Believer], tmp_path: Path) -> None:
    evaluation = evaluate("believer", suite(tmp_path), max_rounds=1, price="1000000")
    assert [entry.cost for entry in evaluation] == [7 * 8]
    assert evaluation.to_json()["cost"] == 56
    assert "56 tokens cost 56.00" in str(evaluation)


def test_what_is_not_decided_is_left_out_of_the_figures(
    believer: type[Believer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Undecided:
        same = None

    monkeypatch.setattr(bouts, "judge_guess", lambda *_: Undecided)
    believer.stated = (("red", 0.5),)
    evaluation = evaluate("believer", suite(tmp_path), max_rounds=1)
    assert evaluation.entries[0].confidences == ((0.5, None),)
    assert evaluation.to_json()["brier"] is None


def test_a_statement_that_is_no_rule_is_told_and_left_out(believer: type[Believer], tmp_path: Path) -> None:
    believer.stated = (("reddish", 0.5), *[("lots of", 0.5)] * 8)
    said: list[str] = []
    contest = Benchmark("believer", suite(tmp_path)).arrange().contest
    evaluation = run_contest(contest, here, tell=said.append)
    assert [entry.confidences for entry in evaluation] == [(), ()]
    assert evaluate("believer", suite(tmp_path)).notes[1:] == tuple(said), "the first is of the file"
    assert len(said) == 6
    assert said[0].startswith("Ann stated something that is not a rule, and that is left out: ")
    assert said[-1].endswith("more statements are not rules")


def test_a_hint_of_the_file_is_given(tmp_path: Path) -> None:
    text = SUITE.replace("variant: solo", "variant: express").replace("rule: red}", "rule: red, hint: colours}")
    contest = Benchmark("random", suite(tmp_path, text.replace("[Dee, Ann]", "[Dee, Ann, Bob]"))).arrange().contest
    challenge = contest.challenges[0]
    assert challenge.script.hint == "colours"
    entries, _ = contest.play(0, 1)
    assert {entry.seat for entry in entries} == {"Ann", "Bob"}


def test_cards_that_nobody_gave_are_told(tmp_path: Path) -> None:
    text = SUITE.replace("seed: 5\n", "").split("rounds:")[0]
    text += "rounds:\n  - {dealer: Dee, rule: red, starter: 7H, hands: {Ann: 9H 2H 4H}}\n"
    with pytest.raises(EleusisError) as refused:
        evaluate("random", suite(tmp_path, text), on_error="score")
    assert refused.value.code == "script/no-seed"


def test_a_player_that_fails_stops_the_run_or_costs_its_round(believer: type[Believer], tmp_path: Path) -> None:
    believer.fails_at = 5
    with pytest.raises(PlayerError, match="out of credit"):
        evaluate("believer", suite(tmp_path))
    first, second = evaluate("believer", suite(tmp_path), on_error="score")
    for entry in (first, second):
        assert not entry.solved
        assert (entry.score, entry.turns, entry.ended) == (0, 2, "abandoned")
        assert entry.error is not None
        assert "out of credit" in entry.error


# Entries


def test_an_entry_reads_back() -> None:
    (entry,) = evaluate("knower", "solo-library", max_rounds=1)
    data = json.loads(json.dumps(entry.to_json()))
    assert Entry.from_json(data) == entry
    assert Entry.from_json({**data, "later": 1}) == entry
    promised = ["file", "round", "seat", "rule", "edition", "score", "solved", "turns", "wrong_guesses"]
    promised += ["seconds", "tokens", "confidences"]
    assert list(data)[: len(promised)] == promised
    assert Entry.from_json({key: data[key] for key in promised}).key == entry.key


def test_the_docs_name_every_key_of_an_entry() -> None:
    page = (DOCS / "benchmark.md").read_text(encoding="utf-8")
    assert words_in(page, "keys of an entry") == [field.name for field in attrs.fields(Entry)]


@pytest.mark.parametrize(
    "change",
    [
        *({"round": "1"}, {"score": True}, {"solved": 1}, {"seconds": -1}, {"tokens": 1.5}, {"file": None}),
        *({"confidences": [[2, True]]}, {"confidences": [[0.5, 1]]}, {"confidences": 3}, {"stated": [1]}),
    ],
)
def test_what_is_no_entry_is_told(change: dict[str, object]) -> None:
    (entry,) = evaluate("random", "solo-library", max_rounds=1)
    with pytest.raises(EleusisError) as refused:
        Entry.from_json({**entry.to_json(), **change})
    assert refused.value.code == "lab/not-results"


@pytest.mark.long
@pytest.mark.parametrize(
    "player", ["random", "knower(skill=0.3)", pytest.param("scientist", marks=pytest.mark.soak)]
)
def test_the_docs_have_the_figures_of_our_own_kinds(player: str) -> None:
    if player == "scientist":
        pytest.importorskip("numpy")
    head, *rows = marked((DOCS / "benchmark.md").read_text(encoding="utf-8"), "figures of our kinds")
    text = str(evaluate(player, "classic", jobs=None if player == "scientist" else 1))
    printed = dict(re.findall(r"^  (\S.*?)  +(\S.*)$", text, re.M))
    own = next(row for row in rows if row[0] == f"`{player}`")
    assert own[1:] == [printed.get(name, "–") for name in head[1:]]


# What is asked for


def test_kinds_are_split_outside_of_brackets() -> None:
    assert split_kinds("random,knower(skill=0.5, x=1) ,b") == ["random", "knower(skill=0.5, x=1)", "b"]
    assert read_difficulty("3") == (3, 3)
    assert seats_for(load_variant("solo"), 3) == ("Dealer", "Ann")
    assert seats_for(load_variant("abbott"), 1) == ("Dealer", "Ann", "Bob", "Cleo")
    assert len(seats_for(load_variant("abbott"), 12)) == 8


@pytest.mark.parametrize(
    ("work", "code"),
    [
        (lambda: evaluate("random"), "notation/option"),
        (lambda: evaluate("random", "solo-libary"), "lab/no-suite"),
        (lambda: evaluate("random", seed=3, suites="solo-library"), "notation/option"),
        (lambda: evaluate("random", generate=0), "lab/argument"),
        (lambda: evaluate("random", generate=3, difficulty="4..2"), "notation/option"),
        (lambda: evaluate("person", generate=3), "lab/no-bot"),
        (lambda: evaluate([], generate=3), "lab/argument"),
        (lambda: evaluate(["random", "random"], generate=3), "lab/argument"),
        (lambda: evaluate("nobody", generate=3), "notation/player"),
        (lambda: evaluate("random", generate=3, on_error="what"), "lab/argument"),  # type: ignore[arg-type]
        (lambda: evaluate("random", generate=3, edition="abot"), "variant/unknown"),
        (lambda: evaluate("random", generate=3, variant="abot"), "variant/unknown"),
        (lambda: evaluate("random", generate=3, price="3/15/75"), "notation/option"),
        (lambda: evaluate("random", generate=3, price="-1"), "notation/option"),
        (lambda: evaluate("random", "./nowhere.yaml"), "file/missing"),
        (lambda: evaluate("random", "solo-library", jobs=0), "lab/argument"),
        (lambda: Evaluation.load("/nowhere.jsonl"), "lab/not-results"),
    ],
)
def test_what_can_not_be_asked_for(work: Callable[[], object], code: str) -> None:
    with pytest.raises(EleusisError) as refused:
        work()
    assert refused.value.code == code


def test_a_file_without_a_round_to_play(tmp_path: Path) -> None:
    with pytest.raises(EleusisError) as refused:
        load_suites([suite(tmp_path, SUITE.split("rounds:")[0] + "rounds: []\n")])
    assert refused.value.code == "lab/no-rounds"
    (tmp_path / "empty").mkdir()
    with pytest.raises(EleusisError) as refused:
        load_suites([str(tmp_path / "empty")])
    assert refused.value.code == "lab/no-rounds"
    unknown = SUITE.replace("rule: red}", "rule: red, starter: 7H, hands: unknown}")
    with pytest.raises(EleusisError) as refused:
        load_suites([suite(tmp_path, unknown)])
    assert refused.value.code == "script/unknown-card"


def test_a_contest_names_its_bouts() -> None:
    contest: Contest = (
        Benchmark(["random", "knower"], generate=3, seed=7, edition="express", max_rounds=5).arrange().contest
    )
    assert contest.bouts == [(0, 1), (1, 1), (0, 2), (1, 2), (0, 3)]
    sat = {(seat.name, seat.how) for turn in (0, 1) for seat in contest.seat_kinds(contest.challenges[0], turn)}
    assert {("Ann", "random"), ("Ann", "knower"), ("Bob", "random"), ("Bob", "knower")} <= sat


# What our own kinds believe


def test_the_knower_states_the_rule_where_it_uses_it() -> None:
    rounds = evaluate("knower(skill=0.5)", "solo-library", max_rounds=6)
    stated = [pair for entry in rounds for pair in entry.confidences]
    assert stated
    assert set(stated) == {(1.0, True)}
    assert not [
        pair for entry in evaluate("knower(skill=0)", "solo-library", max_rounds=2) for pair in entry.confidences
    ]
    assert not [pair for entry in evaluate("random", "solo-library", max_rounds=2) for pair in entry.confidences]


@pytest.mark.long
def test_the_scientist_states_its_best_rule_and_grows_surer(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    (entry,) = evaluate("scientist(bits=9)", suite(tmp_path), max_rounds=1)
    assert len(entry.confidences) == entry.turns
    assert all(0 < sure <= 1 for sure, _ in entry.confidences)
    assert entry.confidences[0][0] < 0.3
    assert entry.confidences[-1][0] > 0.5
    assert entry.confidences[-1][1] is True
