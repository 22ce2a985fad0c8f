"""What a simulation says in sentences before its tables, and that nothing on its pages is cut short."""

from __future__ import annotations

import json
from functools import cache

import attrs
import pytest

from eleusis.doors.cli import exits, main
from eleusis.ground.errors import LabError
from eleusis.lab.arms import read_arms
from eleusis.lab.intervals import Interval
from eleusis.lab.measures import MEASURES, WHOLE, Measure, Outcome
from eleusis.lab.plan import Plan, read_rules
from eleusis.lab.reporting.measure_words import WIN
from eleusis.lab.reporting.naming import describe_arms
from eleusis.lab.reporting.sentences import LINES
from eleusis.lab.reporting.verdict import find_verdict
from eleusis.lab.simulation import Results, simulate
from eleusis.minds.players.registry import read_seats
from eleusis.words.page.ink import wrap
from tests.test_lab_report import case, page

SEATS = read_seats("Ann:knower(skill=0.7),Bob:knower(skill=0.3),Cleo:random,Dan:random")
SHARES = {formula.id for formula, _ in (*MEASURES, *WHOLE) if formula.share} | {"skill", "game.skill", f"{WIN}Ann"}


@cache
def plan_of(*variants: str, settings: tuple[str, ...] = (), sweep: str | None = None, rounds: int = 1000) -> Plan:
    arms, knob = read_arms(variants or ("abbott",), settings, sweep)
    return Plan(tuple(arms), SEATS, read_rules("red", 3), 3, rounds, knob)


PAIR = plan_of(settings=("deal.hand=9",))
GAMES = attrs.evolve(PAIR, game=4)


def outcome_of(measure: str, values: tuple[float, ...], half: float = 0.0, verdict: str = "") -> Outcome:
    """A measure under several arms, each with the same half interval."""
    share = measure in SHARES
    arms = tuple(Interval(value, value - half, value + half, 1000) for value in values)
    gaps = [value - values[0] for value in values[1:]]
    words = [verdict or ("unclear" if abs(gap) <= half else "more" if gap > 0 else "less") for gap in gaps]
    intervals = [Interval(gap, gap - half, gap + half, 1000) for gap in gaps]
    whole = measure.startswith("game.")
    return Outcome(Measure(measure, measure, "x", share, whole=whole), arms, (None, *intervals), ("", *words))


def told_of(*outcomes: Outcome, plan: Plan = PAIR) -> list[str]:
    """The sentences, without what the difference comes from."""
    first, *others = find_verdict(plan, outcomes)
    return [first.removeprefix("With deal.hand=9 (B), ").removeprefix("With deal.hand=9 (B): "), *others]


@pytest.mark.parametrize(
    ("measure", "a", "b", "half", "sentence"),
    [
        ("layout", 46, 42, 0.5, "rounds are 4 cards shorter: 42, not 46."),
        ("layout", 42, 46, 0.5, "rounds are 4 cards longer: 46, not 42."),
        ("layout", 42, 43, 0.3, "rounds are one card longer: 43, not 42."),
        ("layout", 42.2, 42.7, 0.1, "rounds are half a card longer: 42.7, not 42.2."),
        ("layout", 42.2, 43.6, 0.1, "rounds are 1.4 cards longer: 43.6, not 42.2."),
        ("layout", 46, 42, 3, "rounds seem 1 to 7 cards shorter: 42, not 46."),
        ("turns", 22, 20, 0.5, "rounds are 2 turns shorter: 20, not 22."),
        ("turns", 22, 23, 0.1, "rounds are one turn longer: 23, not 22."),
        ("expelled", 1.33, 1.0, 0.05, "one expulsion fewer in three rounds."),
        ("expelled", 1.0, 1.33, 0.05, "one expulsion more in three rounds."),
        ("expelled", 1.0, 0.5, 0.05, "one expulsion fewer in two rounds."),
        ("expelled", 1.0, 0.35, 0.05, "two fewer expulsions in three rounds."),
        ("expelled", 2.0, 1.0, 0.05, "one expulsion fewer a round."),
        ("expelled", 3.0, 1.0, 0.05, "2 fewer expulsions a round."),
        ("expelled", 1.0, 0.94, 0.01, "one expulsion fewer in 17 rounds."),
        ("expelled", 1.33, 1.0, 0.25, "probably one expulsion fewer in three rounds."),
        ("expelled", 1.3, 0.0, 0.05, "nobody is expelled any more, where 1.3 a round were."),
        ("expelled", 0.0, 1.3, 0.05, "players are expelled, 1.3 a round, where nobody was."),
        ("ended.all_expelled", 0.29, 0.197, 0.02, "20 rounds in 100 end with all expelled, not 29."),
        ("expelled", 1.0, 3.2, 0.05, "2.2 more expulsions a round."),
        ("ended.all_expelled", 0.29, 0.01, 0.02, "1 round in 100 ends with all expelled, not 29."),
        ("ended.all_expelled", 0.04, 0.01, 0.025, "1 round in 100 seems to end with all expelled, not 4."),
        ("ended.cutoff", 1.0, 0.0, 0.02, "no round ends by the cutoff any more, where all did."),
        ("prophet.overthrown", 0.2, 0.01, 0.02, "1 prophet in 100 is overthrown, not 20."),
        ("prophet.true", 0.11, 0.01, 0.02, "a prophet stays to the end in 1 round of 100, not 11."),
        ("ended.all_expelled", 0.29, 0.25, 0.03, "25 rounds in 100 seem to end with all expelled, not 29."),
        ("ended.cutoff", 0.0, 0.88, 0.02, "88 rounds in 100 end by the cutoff, where none did."),
        ("ended.cutoff", 0.88, 0.0, 0.02, "no round ends by the cutoff any more, where 88 in 100 did."),
        ("ended.right_guess", 0.0, 1.0, 0.02, "every round ends by a right guess, where none did."),
        ("ended.right_guess", 0.5, 1.0, 0.02, "every round ends by a right guess, where 50 in 100 did."),
        ("ended.right_guess", 0.5, 0.997, 0.02, "99.7 rounds in 100 end by a right guess, not 50."),
        ("prophet", 1.0, 0.66, 0.02, "66 rounds in 100 have a prophet, not 100."),
        ("prophet.true", 0.11, 0.17, 0.02, "a prophet stays to the end in 17 rounds of 100, not 11."),
        ("score.dealer_ahead", 9.2, 10.7, 0.3, "the dealer gains 1.5 points on the players: 10.7, not 9.2."),
        (
            "score.dealer_ahead",
            2.2,
            1.2,
            0.3,
            "the dealer's lead over the players shrinks by one point: 1.2, not 2.2.",
        ),
        (
            "score.dealer_ahead",
            9.1,
            -10.3,
            0.3,
            "the dealer's lead over the players shrinks by 19.4 points: 10.3 behind, not 9.1 ahead.",
        ),
        (
            "score.dealer_ahead",
            9.1,
            8.6,
            0.46,
            "the dealer's lead over the players seems to shrink by up to 1 point: 8.6, not 9.1.",
        ),
        (
            "score.dealer_ahead",
            9.1,
            5,
            0.3,
            "the dealer's lead over the players shrinks by 4.1 points: 5.0, not 9.1.",
        ),
        ("layout", 42, 40, 1.99, "rounds seem up to 4 cards shorter: 40, not 42."),
        ("skill", 0.795, 0.774, 0.005, "skill counts a little less: the better bot leads in 77 of 100, not 80."),
        ("skill", 0.70, 0.75, 0.005, "skill counts more: the better bot leads in 75 of 100, not 70."),
        ("skill", 0.70, 0.85, 0.12, "skill seems to count much more: the better bot leads in 85 of 100, not 70."),
    ],
)
def test_a_difference_in_a_sentence(measure: str, a: float, b: float, half: float, sentence: str) -> None:
    assert told_of(outcome_of(measure, (a, b), half)) == [sentence]


@pytest.mark.parametrize(
    ("outcomes", "said"),
    [
        ([outcome_of("skill", (0.8, 0.8), 0.02)], "no difference in skill that 1,000 rounds could show."),
        ([outcome_of("skill", (0.8, 0.79), 0.02)], "no difference in skill that 1,000 rounds could show."),
        ([outcome_of("skill", (0.8, 0.795), 0.001)], "hardly any change in skill."),
        ([outcome_of("prophet", (0.99, 1), 0.1, "too few")], "too few cases to judge prophets."),
        (
            [outcome_of("skill", (0.8, 0.8), 0.02), outcome_of("layout", (46, 46), 1)],
            "no difference in the length of rounds or skill that 1,000 rounds could show.",
        ),
        (
            [outcome_of("skill", (0.8, 0.8), 0, "identical"), outcome_of("layout", (46, 45.9), 1)],
            "no difference in the length of rounds that 1,000 rounds could show. Identical in every round: skill.",
        ),
    ],
)
def test_what_is_not_shown_is_never_called_the_same(outcomes: list[Outcome], said: str) -> None:
    assert told_of(*outcomes) == [said]


def test_the_named_command_is_decided_by_its_first_five_lines(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["simulate", "--set", "wrong_play.draw_per_card=1", "--jobs", "1"]
    assert main(command) == exits.FINE
    lines = capsys.readouterr().out.split("\n\n")[0].splitlines()
    assert 4 <= len(lines) <= LINES
    assert lines[0].startswith("With wrong_play.draw_per_card=1 (B), rounds are ")
    assert lines[0].endswith("cards shorter: 43, not 46.")
    assert lines[1].startswith("One expulsion fewer in four rounds; ")
    assert lines[2].startswith("The dealer's lead over the players shrinks by 1.")
    assert "prophets" in lines[-1]
    assert max(map(len, lines)) <= 80


def test_a_setting_that_changes_nothing_is_said_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--set", "wrong_play.draw_per_card=2"]) == exits.BAD_INPUT
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "B is abbott: wrong_play.draw_per_card is 2 already, so there is nothing to compare\n"
    with pytest.raises(LabError) as refused:
        simulate("abbott deal.hand=9", settings=["deal.hand=9", "title=mine"])
    assert refused.value.code == "lab/no-difference"
    assert "deal.hand is 9 already" in str(refused.value)
    with pytest.raises(LabError, match="title=mine changes no rule of play"):
        simulate("abbott", settings=["title=mine"])


@pytest.mark.parametrize(
    ("variants", "settings", "sweep", "why"),
    [
        (("abbott",), ("game.never_dealt=0",), None, "game.never_dealt=0 never came into play at this table"),
        (("abbott",), (), "game.never_dealt=0,5", "game.never_dealt never came into play at this table"),
        (("abbott", "abbott"), (), None, "these variants are the same in every knob"),
        (
            ("abbott", "abbott hints=none", "abbott layout.mark_every=5"),
            (),
            None,
            "what sets these variants apart never came into play at this table",
        ),
    ],
)
def test_a_knob_that_never_bites_is_the_first_thing_said(
    variants: tuple[str, ...], settings: tuple[str, ...], sweep: str | None, why: str
) -> None:
    results = simulate(variants, settings=settings, sweep=sweep, players=SEATS, rules="red", rounds=12)
    assert results.verdict == [f"In 12 rounds nothing at all differed: {why}."]
    assert "what moved most" not in results.to_text()


def test_a_few_rounds_decide_nothing() -> None:
    assert find_verdict(plan_of(settings=("deal.hand=9",), rounds=4), [outcome_of("layout", (46, 43), 1)]) == [
        "4 rounds can't show a difference: play a few hundred."
    ]


@cache
def played(*variants: str, sweep: str | None = None, games: int | None = None) -> Results:
    rounds = None if games else 120
    return simulate(variants, sweep=sweep, games=games, rounds=rounds, players=SEATS, rules="2")


def test_one_variant_is_described() -> None:
    verdict = played("abbott").verdict
    assert verdict[0].startswith("Under abbott a round takes ")
    assert verdict[0].endswith(" cards on the layout.")
    assert verdict[1].startswith("Of 100 rounds, ")
    assert "points ahead of the average player" in " ".join(verdict)
    assert verdict[-1].startswith("The better of two bots is ahead ")
    assert sum(len(wrap([sentence], 80)) for sentence in verdict) <= LINES


def test_a_dealer_who_scores_nothing_has_no_lead() -> None:
    results = simulate("solo", rounds=20, players="Ann:knower,Bob:random", rules="red")
    assert "score.dealer_ahead" in [outcome.measure.id for outcome in results]
    assert "ahead" not in " ".join(results.verdict)


def test_several_variants_have_a_verdict_each() -> None:
    first, *others = played("abbott", "guyton", "express", games=10).verdict
    assert first == "Against abbott (A):"
    assert [line.split(":")[0] for line in others] == ["B, guyton", "C, express"]
    assert "games are " in others[0]
    assert played("abbott", "guyton", "express").verdict[1].startswith("B, guyton: 9")
    for line in others:
        assert len(line) <= 160


def test_whole_games_speak_of_their_winners() -> None:
    verdict = played("abbott", games=10).verdict
    assert verdict[0].startswith("Under abbott a game of 4 rounds takes ")
    assert verdict[-3].startswith("A seat has ")
    assert verdict[-2].startswith("Of 100 games, ")
    assert "the better bot ends ahead " in verdict[-1]
    assert len(verdict) == LINES


@pytest.mark.parametrize(
    ("measure", "a", "b", "half", "sentence"),
    [
        ("game.turns", 87.9, 83.9, 0.5, "games are 4 turns shorter: 84, not 88."),
        ("game.total", 49.7, 40.2, 0.5, "the average total falls by 10 points: 40, not 50."),
        ("game.total", 40, 50, 8, "the average total seems to rise by 2 to 18 points: 50, not 40."),
        ("game.winner", 40, 50, 1, "the winner's total rises by 10 points: 50, not 40."),
        ("game.lead", 17, 14, 1, "the winner's lead shrinks by 3 points: 14, not 17."),
        ("game.kept", 0.76, 0.7, 0.01, "a lead before the last round holds 70 times in 100, not 76."),
        ("game.ties", 0.0, 0.2, 0.01, "20 games in 100 end in a shared win, where none did."),
        ("game.dealing", 0.4, 0.38, 0.01, "dealing brings 38 of 100 points, not 40."),
        ("game.dealing", 0.4, 0.0, 0.01, "dealing brings no points any more, where it brought 40 of 100."),
        (f"{WIN}Ann", 0.7, 0.62, 0.01, "Ann wins 62 games in 100, not 70."),
        (f"{WIN}Ann", 0.7, 0.62, 0.07, "Ann seems to win 62 games in 100, not 70."),
        ("game.skill", 0.9, 0.85, 0.01, "skill counts less: the better bot leads in 85 games of 100, not 90."),
    ],
)
def test_a_difference_of_games_in_a_sentence(measure: str, a: float, b: float, half: float, sentence: str) -> None:
    assert told_of(outcome_of(measure, (a, b), half), plan=GAMES) == [sentence]


def test_a_sweep_tells_the_trend() -> None:
    verdict = played("abbott", sweep="expulsion.layout=10..60:25").verdict
    assert verdict[0].startswith("From expulsion.layout=10 to 60, rounds grow from ")
    assert any("xpulsions fall from " in line for line in verdict)
    text = played("abbott", sweep="expulsion.layout=10..60:25").to_text()
    assert "\n  = 10  abbott, but expulsion: " in text
    assert "  = 60  abbott, but expulsion: " in text
    assert "\n  = 35  " not in text
    names = played("abbott", sweep="expulsion.kind=none,per_play,sudden_death").verdict
    assert names[0] == "Against expulsion.kind=none:"
    assert names[1].startswith("= per_play: ")


@pytest.mark.parametrize(
    ("variants", "settings", "words"),
    [
        ((), ("wrong_play.draw_per_card=1",), "abbott, but a wrong play costs 1 card for each card played"),
        ((), ("expulsion.kind=none", "deal.hand=9"), "abbott, but a hand has 9 cards; nobody is expelled"),
        ((), ("no_play.right.fewer=2",), "abbott, but a right no play brings a new hand with 2 cards fewer"),
        (
            (),
            ("scoring.dealer=none", "scoring.out=0"),
            "abbott, but going out brings nothing; the dealer gets nothing",
        ),
        ((), ("no_play.right.out_at=2",), "abbott, but no_play.right.out_at=2"),
        (("abbott", "guyton"), (), "guyton: Eleusis as played by Ken Guyton (2005)"),
        (
            (),
            ("prophet.no_play_misjudged=taken_back",),
            "abbott, but a no play that the prophet misjudged is taken back",
        ),
        (("abbott", "express guess.kind=none"), (), "express, but nobody guesses the rule"),
        (("abbott", "abbott deal.hand=14"), (), "abbott, unchanged"),
    ],
)
def test_variants_in_words(variants: tuple[str, ...], settings: tuple[str, ...], words: str) -> None:
    assert describe_arms(plan_of(*variants, settings=settings))[1] == words
    assert describe_arms(plan_of(settings=("deal.hand=9",)))[0] == "abbott, unchanged"


def test_json_has_the_same_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["simulate", "--set", "deal.hand=9", "--rounds", "20", "--jobs", "1"]
    assert main(command) == exits.FINE
    text = capsys.readouterr().out
    assert main([*command, "--format", "json"]) == exits.FINE
    data = json.loads(capsys.readouterr().out)
    assert " ".join(data["verdict"]) == " ".join(text.split("\n\n")[0].splitlines())
    assert data["arms"][1]["words"] == "abbott, but a hand has 9 cards"
    assert set(data["moved_most"]) <= {measure["id"] for measure in data["measures"]}


LONG = "a-name-that-goes-on-and-on-" * 20


def test_a_report_begins_with_the_verdict() -> None:
    plan, _, outcomes = case("two")
    text = page("two")
    places = [
        text.index(f"<p>{sentence.replace(chr(39), '&#x27;')}</p>") for sentence in find_verdict(plan, outcomes)
    ]
    assert places == sorted(places)
    headings = [text.index(f"<h2>{name}</h2>") for name in ("Charts", "What moved most", "All measures")]
    assert places[-1] < headings[0]
    assert headings == sorted(headings)
    assert text.count("<th>B − A</th>") == 2
