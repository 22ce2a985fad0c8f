"""The rule builder, the rules in a window and the end of a round, in a real browser."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from eleusis.secret.phrasebook.sentences import CHOICES, EXCEPTIONS, GROUPS, bracket
from tests.browser.conftest import MakeDevice, MakeTable
from tests.browser.devices import PHONE
from tests.browser.looking import wait_for_rest
from tests.helpers.patience import patient_ms

pytest.importorskip("playwright")

from playwright.sync_api import expect

axe = pytest.importorskip("axe_playwright_python.sync_playwright")

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


class Evening:
    """A table that is served, and a phone at it on which Ann sits."""

    def __init__(self, page: Page, url: str, key: str) -> None:
        self.page = page
        self.url = url
        self.key = key

    def post(self, path: str, body: Any, **headers: str) -> Any:
        """Send something from the phone; what is answered."""
        answer = self.page.request.post(
            f"{self.url}{path}", data=json.dumps(body), headers={"content-type": "application/json", **headers}
        )
        assert answer.ok, answer.text()
        return answer.json()

    def host(self, **body: Any) -> None:
        """Do what only the host may."""
        self.post("/api/host", body, authorization=f"Bearer {self.key}")

    def begin(self, page: str = "/table?seat=Ann") -> None:
        """Sit down, start, and go to a page."""
        self.post("/api/seats", {"name": "Ann"})
        self.host(do="start")
        self.page.goto(f"{self.url}{page}")
        self.page.locator("body[data-state=dealing]").wait_for()


@pytest.fixture(params=["light", "dark"])
def evening(serve: MakeTable, device: MakeDevice, request: pytest.FixtureRequest) -> Evening:
    """Ann, who deals, and two bots, one of which guesses."""
    players = ["--players", "Ann,Bob:random(guesses=1),Cleo:random", "--dealer", "Ann", "--set", "deal.hand=3"]
    table = serve("--variant", "express", "--seed", "3", *players)
    ann = device(table, PHONE, color_scheme=request.param, reduced_motion="reduce")
    ann.allow("422")  # a text that is no rule is refused, which the browser notes as an error
    return Evening(ann.page, table.url, table.host_url.partition("#")[2])


def check_page(page: Page) -> None:
    """See that nothing serious is wrong for those who can't see, and that nothing is wider than the phone."""
    wait_for_rest(page)
    broken = axe.Axe().run(page).response["violations"]
    serious = [
        (rule["id"], rule["nodes"][0]["html"]) for rule in broken if rule["impact"] in ("serious", "critical")
    ]
    assert serious == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_dealer_builds_a_rule_by_the_keyboard_alone(evening: Evening) -> None:
    evening.begin()
    page = evening.page
    check_page(page)
    sentence = page.get_by_role("button", name="If the last card is odd")
    sentence.focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "If the last card is …"
    page.keyboard.press("Tab")
    page.keyboard.type("face")  # goes to the choice that begins so
    page.keyboard.press("Escape")
    page.get_by_text("Fair", exact=False).first.wait_for()
    check_page(page)
    assert page.locator(".in-words").inner_text().startswith("After an odd card play ")
    assert page.locator(".right-cards .yes").count() > 0
    assert (page.locator(".rule-builder [role=status]").text_content() or "").endswith((" Fair.", " Doubtful."))
    page.get_by_role("button", name="an exception").press("Enter")
    page.get_by_role("button", name="After a king, any card is right").press("Enter")
    page.locator(".as-text", has_text="last.king or (if last.odd").wait_for()
    check_page(page)
    page.get_by_role("button", name="Take this rule").press("Enter")
    # The bots move at once, and the round may be over before anyone looks.
    page.locator("body[data-state=playing], body[data-state=between]").wait_for()


def test_a_text_that_is_no_rule_says_where_and_offers_the_nearest_word(evening: Evening) -> None:
    evening.begin()
    page = evening.page
    page.get_by_label("As text").check()
    area = page.get_by_label("The rule, as a text")
    area.fill("if last.od then black else red")
    page.get_by_role("button", name="Use “odd”").wait_for()
    check_page(page)
    assert page.locator(".pointer").inner_text().splitlines()[1].index("▲") == " if last.od".index("od")
    expect(page.get_by_role("button", name="Take this rule")).to_be_disabled()
    page.get_by_role("button", name="Use “odd”").click()
    page.locator(".in-words").wait_for()
    assert area.input_value() == "if last.odd then black else red"
    expect(page.get_by_role("button", name="Take this rule")).to_be_enabled()
    page.get_by_role("button", name="The words of rules").click()
    page.get_by_role("heading", name="How a rule is written").wait_for()
    check_page(page)
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def test_english_is_answered_with_its_reading_and_one_tap_more_takes_it(evening: Evening) -> None:
    evening.begin()
    page = evening.page
    page.get_by_label("As text").check()
    area, take = page.get_by_label("The rule, as a text"), page.get_by_role("button", name="Take this rule")
    area.fill("one higher")
    page.get_by_role("group", name="That can be read in more than one way.").wait_for()
    expect(take).to_be_disabled()
    check_page(page)
    page.get_by_role("radio", name="the ace following the king").press("Space")
    expect(page.locator(".as-text")).to_have_text("(rank - last.rank) % 13 == 1")
    expect(page.get_by_role("radio", name="the ace following the king")).to_be_checked()
    area.fill("the colours alternate")
    expect(page.locator(".in-words")).to_have_text("The colours alternate.")
    expect(take).to_have_accessible_description(re.compile("^Read as: The colours alternate. Right after the 4"))
    expect(page.locator(".right-cards .yes")).to_have_count(26)
    check_page(page)
    take.press("Enter")
    page.locator("body[data-state=playing], body[data-state=between]").wait_for()


def test_after_the_round_all_is_told(evening: Evening) -> None:
    evening.begin()
    page = evening.page
    evening.post("/api/rule", {"rule": "if last.odd then black else red", "seat": "Ann"})
    page.get_by_text("After an odd card play black; after an even card play red.").wait_for(
        timeout=patient_ms(60_000)
    )
    page.get_by_role("heading", name="the round with").wait_for()
    page.get_by_role("heading", name="How close each of you came").wait_for()
    check_page(page)
    page.get_by_text("The round, move by move").click()
    page.get_by_label("One turn on").click()
    page.locator(".replay-board .mainline > li").first.wait_for()
    page.locator(".later .story-line").first.wait_for()
    page.get_by_text("As Ann saw it, as a text").click()
    page.locator(".transcript", has_text="Round 1").wait_for()
    page.get_by_text("What could have been known").click()
    page.locator("figure.curve polyline").first.wait_for(timeout=patient_ms(120_000))
    check_page(page)
    expect(page.get_by_role("button", name="Save the file of this game")).to_have_count(0)
    evening.host(do="stop")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the file of this game").click()
    assert Path(download.value.path()).read_text(encoding="utf-8").startswith("eleusis: 1")


def test_a_sentence_is_filled_as_the_phrasebook_says(evening: Evening) -> None:
    evening.page.goto(f"{evening.url}/")
    shapes = [shape for group in GROUPS for shape in group.shapes]
    texts = [[CHOICES[hole.choices][-1].text for hole in shape.holes] for shape in [*shapes, *EXCEPTIONS]]
    rules = [shape.fill(given, "red or odd") for shape, given in zip([*shapes, *EXCEPTIONS], texts, strict=True)]
    given = [[shape.rule, given] for shape, given in zip([*shapes, *EXCEPTIONS], texts, strict=True)]
    work = """async (given) => {
      const { fill } = await import("/static/rule_clause.js");
      return given.map(([rule, texts]) => fill(rule, texts, "red or odd"));
    }"""
    assert evening.page.evaluate(work, given) == rules
    work = """async (rules) => {
      const { bracket } = await import("/static/rule_clause.js");
      return rules.map(bracket);
    }"""
    assert evening.page.evaluate(work, rules) == [bracket(rule) for rule in rules]
