"""Links from anybody: what is none of ours is refused in words, runs nothing, and loses nothing that is kept."""

from __future__ import annotations

import json
import os
import random
import time
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.devices import LAPTOP, PHONE, Visitor
from tests.browser.looking import Look
from tests.helpers.hostile import ALIAS_BOMB, undecidable
from tests.tab.links import dare, game, pack, pack_bytes, unpack
from tests.tab.visiting import FIRST_START, OLDER_WEBKIT, ready

pytest.importorskip("playwright")
axe = pytest.importorskip("axe_playwright_python.sync_playwright")
pytestmark = pytest.mark.browser

if TYPE_CHECKING:
    from tests.tab.conftest import MakeVisitor

TESTS = Path(__file__).parents[1]
MARKUP = "<img src=x onerror=\"document.title='run'\"><script>document.title='run'</script>"
WINDOWS = " and ".join(
    f"last{12 + n % 5}.count(red == last{2 + n % 5}.any(card.odd and rank > {n % 9})) != {14 + n % 5}"
    for n in range(70)
)
"""Windows in windows, of nearly as many characters as a rule may have."""
DAMAGED = "This link is damaged: ask for it again."
NOT_OURS = "ask for it again"
GOOD = dare()
MIDDLE = len(GOOD) // 2

HOSTILE: dict[str, tuple[str, str]] = {
    "nothing": ("rule=", DAMAGED),
    "no base64": ("rule=a%%%z", DAMAGED),
    "truncated": (GOOD[:-12], DAMAGED),
    "truncated in the middle": (f"{GOOD[:-12]}z", DAMAGED),
    "a letter changed": (f"{GOOD[:MIDDLE]}{'B' if GOOD[MIDDLE] == 'A' else 'A'}{GOOD[MIDDLE + 1:]}", DAMAGED),
    "another version": (GOOD.replace("rule=a", "rule=b"), "newer Eleusis"),
    "a newer dare": (dare(v=2), NOT_OURS),
    "a bomb": (f"rule={pack_bytes(zlib.compress(bytes(20_000_000), 9))}", "more than a game has"),
    "a bomb in a bomb": (f"game={pack_bytes(zlib.compress(zlib.compress(bytes(10**8), 1), 9))}", DAMAGED),
    "too long": (f"rule=a{'A' * 1_500_000}z", "too long"),
    "a list": (f"rule={pack([1, 2])}", NOT_OURS),
    "null": (f"rule={pack(None)}", NOT_OURS),
    "not JSON": (f"rule={pack_bytes(zlib.compress(b'{'))}", DAMAGED),
    "not UTF-8": (f"rule={pack_bytes(zlib.compress(bytes([0xFF, 0xFE])))}", DAMAGED),
    "a name of 10,000 characters": (dare(by="R" * 10_000), NOT_OURS),
    "a name that is none": (dare(by=["Rosa"]), NOT_OURS),
    "cards that are none": (dare(seed=2**31), NOT_OURS),
    "a rule that is none": (dare(rule="color = !"), "can’t be played (line 1, character 7)"),
    "a rule in markup": (dare(rule=MARKUP), "can’t be played"),
    "a rule of no word": (dare(rule="colour == redd"), "can’t be played"),
    "a rule that is dear": (dare(rule=WINDOWS), "can’t be played"),
    "a game that is none": (game(MARKUP), ""),
    "a game that grows": (game(ALIAS_BOMB), ""),
    "a game of another kind": (game("eleusis: 1\nrules: {}\n"), ""),
    "a game of numbers": (game([1]), NOT_OURS),
    "a game without an end": (game((TESTS / "bad/game/arrow_alone.yaml").read_text()), ""),
    "a game of strangers": (game((TESTS / "bad/game/dealer_unknown.yaml").read_text()), ""),
    "a game in a list": (game((TESTS / "bad/game/list_at_top.yaml").read_text()), ""),
}  # fmt: skip
"""What stands in an address, and a part of what is said to it."""

ASK = """async (path) => {
  const version = document.querySelector("meta[name=eleusis-version]").content;
  const { get } = await import(new URL(`${version}/static/api.js`, document.baseURI).href);
  return get(path);
}"""
PACKED_AND_BACK = """async (values) => {
  const version = document.querySelector("meta[name=eleusis-version]").content;
  const { pack, unpack } = await import(new URL(`${version}/static/tab/fragment.js`, document.baseURI).href);
  const there = async (value) => ({ packed: await pack(value), back: await unpack(await pack(value)) });
  return Promise.all(values.map(there));
}"""
REFUSED = """async (text) => {
  const version = document.querySelector("meta[name=eleusis-version]").content;
  const { unpack } = await import(new URL(`${version}/static/tab/fragment.js`, document.baseURI).href);
  return unpack(text).then(() => "", (error) => error.message);
}"""


def kept(guest: Visitor) -> Any:
    """The games that are kept."""
    return guest.page.evaluate(ASK, "/api/tab/games")


def follow(guest: Visitor, fragment: str) -> str:
    """Follow a link that is no good; what is said."""
    guest.page.evaluate("() => { location.hash = 'nothing' }")
    guest.page.wait_for_selector("#trouble", state="hidden")
    guest.page.evaluate("(fragment) => { location.hash = fragment }", fragment)
    said = guest.page.locator("#trouble:visible, #place h1:not(.title)").first
    said.wait_for()
    return str(said.inner_text())


def test_what_no_page_has_packed_is_refused_and_nothing_is_lost(visitor: MakeVisitor) -> None:
    guest = visitor(PHONE)
    guest.go(f"/#{GOOD}")
    ready(guest.page)
    guest.page.get_by_role("button", name="Play", exact=True).click()
    guest.until("playing")
    before = kept(guest)
    assert len(before) == 1
    wrong: list[str] = []
    for name, (fragment, expected) in HOSTILE.items():
        begun = time.monotonic()
        said = follow(guest, fragment)
        left = guest.page.evaluate("location.hash")
        if (
            expected not in said
            or left
            or not guest.page.locator("#trouble").is_visible()
            or time.monotonic() - begun > 10
        ):
            wrong.append(f"{name}: {said!r} after {time.monotonic() - begun:.1f} s")
    assert not wrong, wrong
    assert kept(guest) == before
    assert guest.page.title() == "Eleusis"
    guest.page.get_by_role("link", name="A rule of Rosa").click()
    guest.until("playing")


@pytest.mark.soak
def test_ten_megabytes_are_not_looked_at(visitor: MakeVisitor) -> None:
    guest = visitor(LAPTOP)
    guest.go("/")
    ready(guest.page)
    assert "too long" in guest.page.evaluate(REFUSED, "a" + "A" * 10_000_000 + "z")
    # A browser may cut such an address off, or not go there.
    guest.page.evaluate("(fragment) => { location.hash = fragment }", f"rule=a{'A' * 10_000_000}z")
    guest.page.get_by_role("heading", name="Eleusis", level=1).wait_for()
    assert kept(guest) == []


@pytest.mark.parametrize(
    ("by", "shown"),
    [
        (MARKUP[:60], MARKUP[:60]),
        ("\u202easoR\u2066\u0000", "asoR"),
        ("R\u0301o\u0301sa \u200b\n Luxemburg", "R\u0301o\u0301sa Luxemburg"),
        ("\u202e\u200b", "Somebody"),
        ("W" * 60, "W" * 60),
    ],
    ids=["markup", "turned around", "marks", "unseen", "wide"],
)  # fmt: skip
@pytest.mark.soak
def test_a_name_is_shown_as_text_and_can_not_pretend(visitor: MakeVisitor, by: str, shown: str) -> None:
    guest = visitor(PHONE, reduced_motion="reduce")
    guest.go(f"/#{dare(by=by)}")
    ready(guest.page)
    title = guest.page.get_by_role("heading", level=1)
    title.filter(has_text="dares you").wait_for()
    assert title.inner_text().replace("\n", " ") == f"{shown} dares you: find the secret rule"
    look = Look()
    look.at(guest.page, "dare")
    guest.press("Play")
    guest.until("playing")
    look.at(guest.page, "table", thumbs=False)
    assert guest.page.locator("img").count() == 0
    assert not look.faults, look.faults


def test_whatever_is_packed_is_unpacked(visitor: MakeVisitor) -> None:
    guest = visitor(LAPTOP)
    guest.go("/")
    ready(guest.page)
    chance = random.Random(31)
    values = [_some_value(chance, 4) for _ in range(200)]
    values += ["", None, "\U0001f0a1 ♠ \u202e\u0000", {"v": 1, "text": os.urandom(20_000).hex()}]
    for value, pair in zip(values, guest.page.evaluate(PACKED_AND_BACK, values), strict=True):
        assert pair["back"] == value
        assert unpack(pair["packed"]) == json.loads(json.dumps(value))
        assert pair["packed"].replace("-", "").replace("_", "").isalnum()


def _some_value(chance: random.Random, depth: int) -> Any:
    match chance.randrange(6 if depth else 4):
        case 0:
            return chance.choice([None, True, False])
        case 1:
            return chance.randint(-(2**40), 2**40)
        case 2:
            return chance.random()
        case 3:
            letters = [chance.randrange(0x2FFF) for _ in range(chance.randrange(30))]
            return "".join(chr(letter) for letter in letters)
        case 4:
            return [_some_value(chance, depth - 1) for _ in range(chance.randrange(5))]
    return {f"key {n}": _some_value(chance, depth - 1) for n in range(chance.randrange(5))}


def test_an_older_webkit_makes_links_and_opens_them(visitor: MakeVisitor) -> None:
    guest = visitor(PHONE)
    guest.context.add_init_script(OLDER_WEBKIT)
    guest.go(f"/#{dare()}")
    ready(guest.page)
    guest.press("Play")
    guest.until("playing")
    card = guest.look()["hand"][0]
    guest.act("Play", card)
    (pair,) = guest.page.evaluate(PACKED_AND_BACK, [{"v": 1}])
    assert pair["back"] == unpack(pair["packed"]) == {"v": 1}


@pytest.mark.parametrize("lacks", ["delete Blob.prototype.stream", "delete globalThis.DecompressionStream"])
def test_what_a_browser_can_not_do_is_not_the_links_fault(visitor: MakeVisitor, lacks: str) -> None:
    guest = visitor(PHONE)
    guest.context.add_init_script(lacks)
    guest.go("/")
    assert follow(guest, GOOD) == "This browser is too old for links: try a newer one."
    ready(guest.page)


def test_a_game_that_reckons_for_minutes_can_be_stopped(visitor: MakeVisitor) -> None:
    guest = visitor(PHONE)
    guest.go(f"/#{game(undecidable(1000))}")
    guest.page.get_by_role("button", name="Stop", exact=True).click(timeout=FIRST_START)
    guest.page.get_by_role("heading", name="Eleusis", level=1).wait_for()
    ready(guest.page)
    assert guest.page.evaluate("location.hash") == ""


def test_an_address_that_names_no_view_is_the_start_page(visitor: MakeVisitor) -> None:
    guest = visitor(PHONE)
    guest.go("/#constructor=x")
    ready(guest.page)
    guest.page.get_by_role("heading", name="Eleusis", level=1).wait_for()
    assert guest.page.locator("#trouble").is_hidden()
