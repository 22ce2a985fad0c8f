"""What a simulation says in sentences before its tables, and that nothing on its pages is cut short."""

from __future__ import annotations

import json
from functools import cache

import pytest
from syrupy.assertion import SnapshotAssertion

from eleusis.doors.cli import exits, main
from eleusis.ground.errors import LabError
from eleusis.ground.statistics import Interval, Measure, Outcome
from eleusis.lab.arms import read_arms
from eleusis.lab.measures import MEASURES, WHOLE
from eleusis.lab.plan import Plan, read_rules
from eleusis.lab.reporting.measure_words import MEASURE_WORDS, WIN
from eleusis.lab.reporting.naming import describe_arms
from eleusis.lab.reporting.tables import results_text
from eleusis.lab.reporting.verdict import find_verdict, tell_differences
from eleusis.lab.simulation import Results, simulate
from eleusis.minds.players.registry import read_seats
from tests.lab.test_lab_report import case, page

SEATS = read_seats("Ann:knower(skill=0.7),Bob:knower(skill=0.3),Cleo:random,Dan:random")
SHARES = {formula.id for formula, _ in (*MEASURES, *WHOLE) if formula.share} | {"skill", "game.skill", f"{WIN}Ann"}


@cache
def plan_of(*variants: str, settings: tuple[str, ...] = (), sweep: str | None = None, rounds: int = 1000) -> Plan:
    arms, knob = read_arms(variants or ("abbott",), settings, sweep)
    return Plan(tuple(arms), SEATS, read_rules("red", 3), 3, rounds, knob)


PAIR = plan_of(settings=("deal.hand=9",))


def outcome_of(measure: str, values: tuple[float, ...], half: float = 0.0, verdict: str = "") -> Outcome:
    """A measure under several arms, each with the same half interval."""
    share = measure in SHARES
    arms = tuple(Interval(value, value - half, value + half, 1000) for value in values)
    gaps = [value - values[0] for value in values[1:]]
    words = [verdict or ("unclear" if abs(gap) <= half else "more" if gap > 0 else "less") for gap in gaps]
    intervals = [Interval(gap, gap - half, gap + half, 1000) for gap in gaps]
    whole = measure.startswith("game.")
    return Outcome(Measure(measure, measure, "x", share, whole=whole), arms, (None, *intervals), ("", *words))


def find_sentences(*outcomes: Outcome, plan: Plan = PAIR) -> str:
    return "\n".join(find_verdict(plan, outcomes))


LEVELS = {
    "skill": (0.8, 0.77),
    "score.dealer_ahead": (9.1, -10.3),
    "expelled": (1.33, 1.0),
    "game.total": (49.7, 40.2),
}
"""What some measures are under A and under B; others are 46 and 42, or as shares .29 and .2."""


def test_every_measure_has_its_clause(snapshot: SnapshotAssertion) -> None:
    """Beyond doubt, and where there is a difference, but only just."""
    clauses = []
    for words in MEASURE_WORDS:
        name = f"{WIN}Ann" if words.id == WIN else words.id
        levels = LEVELS.get(name, (0.29, 0.2) if name in SHARES else (46, 42))
        for part in (0.2, 0.8):
            outcome = outcome_of(name, levels, part * abs(levels[1] - levels[0]))
            clauses += tell_differences([outcome], "Over", 1000, "round")
    assert "\n".join(clauses) == snapshot


SHOWN: dict[str, list[Outcome]] = {
    "unclear": [outcome_of("skill", (0.8, 0.79), 0.02)],
    "hardly": [outcome_of("skill", (0.8, 0.795), 0.001)],
    "too few": [outcome_of("prophet", (0.99, 1), 0.1, "too few")],
    "two unclear": [outcome_of("skill", (0.8, 0.8), 0.02), outcome_of("layout", (46, 46), 1)],
    "identical": [outcome_of("skill", (0.8, 0.8), 0, "identical"), outcome_of("layout", (46, 45.9), 1)],
    "of a topic what moved most": [
        outcome_of("ended.out_of_cards", (0.3, 0.4), 0.02),
        outcome_of("ended.cutoff", (0.5, 0.2), 0.02),
    ],
    "a sure change rather than a larger one that seems to be there": [
        outcome_of("prophet", (0.9, 0.95), 0.01),
        outcome_of("prophet.true", (0.1, 0.2), 0.09),
    ],
    "what is told by no topic": [outcome_of("skill", (0.8, 0.8), 0.02), outcome_of("cap", (0.1, 0.2), 0.01)],
    "what chance may have done": [outcome_of("skill", (0.8, 0.8), 0.02), outcome_of("cap", (0.1, 0.2), 0.09)],
    "fine levels": [outcome_of("layout", (42.21, 42.24), 0.001), outcome_of("ended.cutoff", (0.0, 0.004), 0.0001)],
}


def test_what_is_not_shown_is_never_called_the_same(snapshot: SnapshotAssertion) -> None:
    assert {name: find_sentences(*outcomes) for name, outcomes in SHOWN.items()} == snapshot


ALL_SIX = [
    outcome_of("layout", (46, 43), 0.5), outcome_of("expelled", (1.3, 1.02), 0.05),
    outcome_of("ended.all_expelled", (0.29, 0.2), 0.03), outcome_of("prophet.true", (0.11, 0.17), 0.02),
    outcome_of("score.dealer_ahead", (9.2, 7.6), 0.3), outcome_of("skill", (0.795, 0.774), 0.019),
]  # fmt: skip


def test_a_comparison_is_told_before_the_tables(snapshot: SnapshotAssertion) -> None:
    text = results_text(PAIR, ALL_SIX, width=80)
    assert text.split("\n\n")[0] == snapshot


@pytest.mark.parametrize(
    ("variant", "settings"),
    [
        ("abbott", ["wrong_play.draw_per_card=2"]),
        ("abbott deal.hand=9", ["deal.hand=9", "title=mine"]),
        ("abbott", ["title=mine"]),
    ],
)
def test_a_setting_that_changes_nothing_is_said_at_once(
    variant: str, settings: list[str], snapshot: SnapshotAssertion
) -> None:
    with pytest.raises(LabError) as refused:
        simulate(variant, settings=settings)
    assert refused.value.code == "lab/no-difference"
    assert str(refused.value) == snapshot


@pytest.mark.parametrize(
    ("variants", "settings", "sweep"),
    [
        (("abbott",), ("game.never_dealt=0",), None),
        (("abbott",), (), "game.never_dealt=0,5"),
        (("abbott", "abbott"), (), None),
        (("abbott", "abbott hints=none", "abbott layout.mark_every=5"), (), None),
    ],
)
def test_a_knob_that_never_bites_is_the_first_thing_said(
    variants: tuple[str, ...], settings: tuple[str, ...], sweep: str | None, snapshot: SnapshotAssertion
) -> None:
    results = simulate(variants, settings=settings, sweep=sweep, players=SEATS, rules="red", rounds=12)
    assert results.verdict == snapshot
    assert "what moved most" not in results.to_text()


@cache
def played(
    *variants: str, settings: str | tuple[str, ...] = (), sweep: str | None = None, games: int | None = None
) -> Results:
    rounds = None if games else 120
    return simulate(variants, settings=settings, sweep=sweep, games=games, rounds=rounds, players=SEATS, rules="2")


def test_what_is_said_of_one_variant_of_several_and_of_a_sweep(snapshot: SnapshotAssertion) -> None:
    simulated = {
        "one variant": played("abbott"),
        "whole games": played("abbott", games=10),
        "two of them": played("abbott", "guyton", games=10),
        "several": played("abbott", "guyton", "express"),
        "a sweep": played("abbott", sweep="expulsion.layout=10..60:25"),
        "a sweep of names": played("abbott", sweep="expulsion.kind=none,per_play,sudden_death"),
        "points alone": played("abbott", settings="prophet.bonus.right=2"),
    }
    assert {name: "\n".join(results.verdict) for name, results in simulated.items()} == snapshot


def test_a_few_rounds_decide_nothing() -> None:
    few = plan_of(settings=("deal.hand=9",), rounds=4)
    changed, same = outcome_of("layout", (46, 43), 1), outcome_of("layout", (46, 46), 1)
    assert find_verdict(few, [changed]) == find_verdict(few, [same])
    assert find_verdict(PAIR, [changed]) != find_verdict(PAIR, [same])


def test_a_dealer_who_scores_nothing_has_no_lead() -> None:
    results = simulate("solo", rounds=20, players="Ann:knower,Bob:random", rules="red")
    assert "score.dealer_ahead" in [outcome.measure.id for outcome in results]
    assert "dealer" not in " ".join(results.verdict)


def test_a_sweep_of_numbers_names_its_ends() -> None:
    text = played("abbott", sweep="expulsion.layout=10..60:25").to_text()
    assert "\n  = 10  abbott" in text
    assert "  = 60  abbott" in text
    assert "\n  = 35  " not in text


def test_variants_in_words(snapshot: SnapshotAssertion) -> None:
    plans = [
        plan_of(settings=("wrong_play.draw_per_card=1",)),
        plan_of(settings=("expulsion.kind=none", "deal.hand=9")),
        plan_of(settings=("no_play.right.out_at=2",)),
        plan_of("abbott", "guyton"),
        plan_of("abbott", "express guess.kind=none"),
        plan_of("abbott", "abbott deal.hand=14"),
    ]
    assert [describe_arms(plan) for plan in plans] == snapshot


def test_json_has_the_same_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["simulate", "--set", "deal.hand=9", "--rounds", "20", "--jobs", "1"]
    assert main(command) == exits.FINE
    text = capsys.readouterr().out
    assert main([*command, "--format", "json"]) == exits.FINE
    data = json.loads(capsys.readouterr().out)
    assert " ".join(data["verdict"]) == " ".join(text.split("\n\n")[0].splitlines())
    assert data["arms"][1]["words"] in text
    assert set(data["moved_most"]) <= {measure["id"] for measure in data["measures"]}


LONG = "a-name-that-goes-on-and-on-" * 20


@pytest.mark.long
def test_a_report_begins_with_the_verdict() -> None:
    plan, _, outcomes = case("two")
    text = page("two")
    places = [
        text.index(f"<p>{sentence.replace(chr(39), '&#39;')}</p>") for sentence in find_verdict(plan, outcomes)
    ]
    assert places == sorted(places)
    headings = [text.index(f"<h2>{name}</h2>") for name in ("Charts", "What moved most", "All measures")]
    assert places[-1] < headings[0]
    assert headings == sorted(headings)
    assert text.count("<th>B − A</th>") == 2
