"""The laboratory's table for a terminal, and its page with charts."""

import math
import re
from functools import cache
from importlib.metadata import version

import attrs
import pytest

from eleusis.ground.statistics import Interval, Outcome
from eleusis.lab.arms import read_arms
from eleusis.lab.columns import RoundColumns
from eleusis.lab.measures import measure_rounds
from eleusis.lab.plan import Plan, game_length, read_rules
from eleusis.lab.reporting.charts import Chart, charts
from eleusis.lab.reporting.report import report
from eleusis.lab.reporting.tables import results_text
from eleusis.lab.run import here, run
from eleusis.minds.players.registry import read_seats
from eleusis.words.page.ink import cells

pytestmark = pytest.mark.long

SEATS = read_seats("Ann:knower(skill=0.7),Bob:knower(skill=0.3),Cleo:random,Bartholomew of the long name:random")
FIVE = ("abbott", "guyton", "matuszek", "express", "express guess.kind=none")
CASES: dict[str, tuple[tuple[str, ...], str | None, int | None]] = {
    "one": (FIVE[:1], None, None),
    "two": (FIVE[:2], None, None),
    "three": (FIVE[:3], None, None),
    "five": (FIVE, None, None),
    "one, games": (FIVE[:1], None, 2),
    "two, games": (FIVE[:2], None, 2),
    "five, games": (FIVE, None, 2),
    "sweep": (FIVE[:1], "expulsion.layout=20..60:10", None),
    "sweep of one": (FIVE[:1], "expulsion.layout=30", None),
    "sweep of names": (FIVE[:1], "expulsion.kind=none,per_play", None),
    "sweep of long names": (FIVE[:1], "prophet.cards=blind_until_declared,stock_of_the_dealer", None),
}


@cache
def case(name: str) -> tuple[Plan, list[RoundColumns], list[Outcome]]:
    variants, sweep, games = CASES[name]
    if name == "sweep of long names":  # the numbers of one, under names that are longer than their columns
        plan, arms, outcomes = case("sweep of names")
        long = tuple(
            attrs.evolve(arm, value=f"{{from: {arm.value}, to: the end of the game}}") for arm in plan.arms
        )
        return attrs.evolve(plan, arms=long), arms, outcomes
    several, knob = read_arms(variants, (), sweep)
    game = game_length(several, [seat.name for seat in SEATS]) if games else None
    rounds = (games or 0) * (game or 0) or 16
    plan = Plan(tuple(several), SEATS, read_rules("all", 3), 3, rounds, knob, game)
    arms = run(plan, here)
    return plan, arms, measure_rounds(plan, arms)


@pytest.mark.parametrize("width", [60, 70, 80, 120])
@pytest.mark.parametrize("name", CASES)
def test_no_line_is_wider_than_the_page(name: str, width: int) -> None:
    plan, _, outcomes = case(name)
    text = results_text(plan, outcomes, width=width)
    assert max(map(cells, text.splitlines())) <= width
    assert text.count("\n  turns ") >= 1


@cache
def drawn(name: str) -> dict[str, Chart]:
    pytest.importorskip("matplotlib")
    return {chart.title: chart for chart in charts(*case(name))}


def written(chart: Chart) -> list[str]:
    """The texts in a chart."""
    return re.findall(r"<text[^>]*>([^<]*)</text>", chart.svg)


def high(chart: Chart) -> float:
    box = re.search(r'viewBox="0 0 \S+ (\S+)"', chart.svg)
    assert box is not None
    return float(box[1])


BESIDE, BELOW, ENDLESS = (0.5, 0.7), (0.1, 0.3), (-math.inf, math.inf)
ODD = [(name, edges) for name in ("three", "sweep", "sweep of names") for edges in (BESIDE, BELOW, ENDLESS)]


@pytest.mark.parametrize(
    ("name", "edges"),
    [pytest.param(*odd, marks=() if n % 4 == 0 else pytest.mark.soak) for n, odd in enumerate(ODD)],
)
def test_intervals_that_cannot_be_drawn(name: str, edges: tuple[float, float]) -> None:
    pytest.importorskip("matplotlib")
    plan, arms, outcomes = case(name)
    odd = [
        attrs.evolve(outcome, arms=tuple(own and Interval(0.4, *edges, own.cases) for own in outcome.arms))
        for outcome in outcomes
    ]
    assert len(charts(plan, arms, odd)) > 3


def test_a_chart_has_other_colours_on_a_dark_page() -> None:
    """Whatever is drawn takes a colour that stands out on a dark page; on paper it is as ever."""
    style = page("two").partition("</style>")[0]
    dark = dict(re.findall(r'\[style\*="((?:fill|stroke): #[0-9a-f]{6})"\]{\w+:(#[0-9a-f]{6})!important}', style))
    drawn_in = {
        paint
        for chart in (*drawn("five").values(), *drawn("two").values(), *drawn("sweep").values())
        for paint in re.findall(r"(?:fill|stroke): #[0-9a-f]{6}", chart.svg)
    }
    assert len(drawn_in) >= 8
    assert drawn_in <= dark.keys()
    for paint in drawn_in:
        colour = paint.partition(": ")[2]
        if colour in ("#ffffff", "#dddddd"):
            continue
        # a line needs 3:1, a text 4.5:1; on white the colours are those that the colour-blind tell apart
        assert contrast(dark[paint], "#16181b") >= (7 if colour == "#000000" else 4.5), paint
        assert contrast(colour, "#ffffff") >= (7 if colour == "#000000" else 2.2), paint


def contrast(colour: str, other: str) -> float:
    """How much two colours differ in lightness, as WCAG has it."""

    def lightness(hexed: str) -> float:
        parts = [int(hexed[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((lightness(colour), lightness(other)))
    return (high + 0.05) / (low + 0.05)


def page(name: str) -> str:
    plan, _, outcomes = case(name)
    return report(plan, list(drawn(name).values()), outcomes, "eleusis simulate")


def test_a_page_without_charts_has_no_heading_for_them() -> None:
    assert "<h2>Charts</h2>" in page("sweep")
    assert "<h2>Charts</h2>" not in page("sweep of one")


def test_three_variants_are_marked_in_more_than_colour() -> None:
    text = page("three")
    for kind, mark, verdict in (("more", "▲", "more"), ("less", "▼", "less"), ("few", "=", "identical")):
        assert re.search(rf'<td data-of="[BC]" class="{kind}">[^<]+<span[^>]*"{verdict}">{mark}</span>', text)
    assert not re.search(r'<td data-of="A"[^>]*>[^<]+<span[^>]*>[^<]', text)
    assert "Against A: ▲ more (blue), ▼ less (brown)" in text
    assert '<span class="mark"' not in page("two")


def test_several_variants_are_a_list_in_the_heading() -> None:
    assert "<h1>abbott, guyton and matuszek</h1>" in page("three")
    assert "<h1>abbott and guyton</h1>" in page("two")


@pytest.mark.parametrize(("name", "changing"), [("one", ""), ("two", "B"), ("three", "BC"), ("sweep", "")])
def test_a_page_says_what_each_variant_changes_and_what_made_it(name: str, changing: str) -> None:
    """Knob by knob, as `variants diff` does; the knob of a sweep stands in its title."""
    text = page(name)
    assert re.findall(r"<h2>What (.) changes</h2>", text) == list(changing)
    assert bool(re.search(r"^scoring\.out +4 +0$", text, re.M)) == bool(changing)
    assert f"eleusis {version('eleusis')}, " in text


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("one", "<dd>16 rounds</dd>"),
        ("two", "<dd>16 rounds under each variant, the same deals</dd>"),
        ("two, games", "<dd>2 games of 4 rounds under each variant, the same deals</dd>"),
    ],
)
def test_what_is_played(name: str, said: str) -> None:
    text = page(name)
    assert said in text
    assert ("by chance alone, about" in text) == (name != "one")
    assert ("paired" in text) == (name != "one")
