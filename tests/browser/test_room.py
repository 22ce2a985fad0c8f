"""A room full of tables: its door, its owner's page and its wall, from the empty room to the talk at the end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.conftest import MakeDevice, MakeRoom
from tests.browser.devices import AT_ONCE, LAPTOP, PHONE, PROJECTOR, Device, whose_turn
from tests.browser.looking import WIDE, Look
from tests.browser.test_moments import guess

pytest.importorskip("playwright")
pytest.importorskip("axe_playwright_python")

from playwright.sync_api import Locator, Route, expect

pytestmark = pytest.mark.browser

RULE = "color != last.color"
LESSON = ("--variant", "express", "--players", "Law:good", "--dealer", "Law", "--rounds", "1", "--rule", RULE)
TEAMS = ("North", "South", "East", "West", "Centre")
GROUPS = (TEAMS, ("Otters",), ("Lynxes",), ("Owls",), ("Hares",), ("Wolves",))
CODE = re.compile("[B-DF-HJ-NP-TV-XZ]{4}")
STILL = {"reduced_motion": "reduce"}
SMALL = {**PHONE, "viewport": {"width": 320, "height": 640}}


@pytest.fixture(autouse=True)
def patience() -> Iterator[None]:
    """What is looked for may take as long as what is waited for."""
    expect.set_options(timeout=AT_ONCE)
    yield
    expect.set_options(timeout=None)


def make_tables(owner: Device, *groups: tuple[str, ...]) -> list[str]:
    """Make tables on the owner's page; their codes, in the order of the groups."""
    owner.page.get_by_label("Who sits where").fill("\n".join(", ".join(group) for group in groups))
    owner.press("Make the tables")
    glances = owner.page.locator(".glance")
    expect(glances).to_have_count(len(groups))
    return [glances.filter(has_text=group[0]).locator(".code").inner_text() for group in groups]


def glance(owner: Device, code: str) -> Locator:
    """A table on the owner's page."""
    return owner.page.locator(".glance").filter(has_text=code)


def tile(wall: Device, code: str) -> Locator:
    """A table on the wall."""
    return wall.page.locator(".tile").filter(has_text=code)


def come_to(phone: Device, typed: str, name: str) -> None:
    """Come in by the door with what is typed there, sit down by name, and open the table."""
    phone.go("/")
    phone.page.get_by_label("Its code").fill(typed)
    phone.press("Join")
    phone.press(f"Sit here: {name}")
    phone.page.get_by_role("link", name="To the table").click()
    phone.until("lobby")


def find_or_miss(phone: Device, rule: str) -> None:
    """Play until a card is right, and guess this rule."""
    for _ in range(20):
        due = whose_turn([phone])
        assert due is not None
        if "Guess" in due[1]["due"]:
            break
        phone.act("Play", due[1]["hand"][0])
    before = phone.look()
    guess(phone, rule)
    phone.settle(before)


def test_a_lesson_at_six_tables_is_played_to_the_talk_at_its_end(serve_room: MakeRoom, device: MakeDevice) -> None:
    room = serve_room(*LESSON, "--same", "--seed", "5", "--set", "scoring.dealer=none")
    look = Look()
    owner, wall = device(room, LAPTOP, **STILL), device(room, PROJECTOR, **STILL)
    owner.host()
    owner.page.get_by_role("heading", name="An empty room").wait_for()
    assert "#" not in owner.page.url
    look.at(owner.page, "empty room")
    wall.page.goto(room.wall_url)
    wall.page.get_by_text("No table is open yet.").wait_for()

    owner.page.get_by_text("Groups by chance").click()
    owner.page.get_by_label("Names", exact=True).fill("Ann, Ben, Cleo, Dan\nEve, Finn, Gus")
    owner.page.get_by_label("Tables", exact=True).fill("3")
    owner.press("Mix")
    mixed = owner.page.get_by_label("Who sits where").input_value().split("\n")
    assert sorted(len(line.split(", ")) for line in mixed) == [2, 2, 3]
    owner.page.get_by_text("Groups by chance").click()
    codes = make_tables(owner, *GROUPS)
    assert all(CODE.fullmatch(code) for code in codes)
    expect(wall.page.locator(".tile")).to_have_count(len(codes))

    teams = [device(room, PHONE, **STILL) for _ in TEAMS]
    others = [device(room, PHONE, **STILL) for _ in GROUPS[1:]]
    for phone, name in zip(teams, TEAMS, strict=True):
        come_to(phone, codes[0].lower(), name)
    for phone, code, (name,) in zip(others, codes[1:], GROUPS[1:], strict=True):
        come_to(phone, f"{room.url}/{code}/", name)
    look.at(wall.page, "wall before the game", thumbs=False)
    ends = owner.page.get_by_role("button", name="End", exact=True)
    place_of_end = ends.bounding_box()
    owner.press("Start")
    for phone in (*teams, *others):
        phone.until("playing")

    # All teams play at one table; at the others the rule is found, or guessed at.
    for _ in range(6):
        due = whose_turn(teams)
        assert due is not None
        phone, now = due
        if "Pass" in now["due"]:
            phone.act("Pass")
        else:
            phone.act("Play", now["hand"][0])
    otters, lynxes, owls, *_ = others
    find_or_miss(otters, RULE)
    find_or_miss(lynxes, "red")
    expect(glance(owner, codes[1])).to_contain_text("Otters found the rule")
    expect(glance(owner, codes[2])).to_contain_text(re.compile(r"Lynxes’ guess: \d+% like the rule"))
    expect(tile(wall, codes[1])).to_contain_text("Otters wins")
    # The others look for the same rule: that it is found may be told, and no more.
    expect(tile(wall, codes[1]).locator(".in-words")).to_have_text("The rule is found")
    expect(tile(wall, codes[2]).locator(".in-words")).to_be_empty()
    expect(tile(wall, codes[0]).locator(".spot").nth(2)).to_be_attached()

    # Who has found the rule early plays another game meanwhile.
    glance(owner, codes[1]).get_by_role("checkbox").check()
    owner.page.get_by_role("heading", name=f"For {codes[1]}:").wait_for()
    # A button is where it was, whatever can be done now: who presses one hits no other.
    assert ends.bounding_box() == place_of_end
    owner.press("Another game")
    expect(glance(owner, codes[1])).to_contain_text("not begun")
    owner.press("Start")
    otters.until("playing")
    glance(owner, codes[1]).get_by_role("checkbox").uncheck()

    owner.press("Pause")
    for phone in (*teams, owls):
        phone.page.get_by_text("The host has paused the game.").wait_for()
    expect(owls.page.locator("#turn")).to_have_text("The game is paused")
    expect(tile(wall, codes[0])).to_contain_text("Paused")
    owner.press("Go on")
    for phone in (*teams, owls):
        phone.page.get_by_text("The host has paused the game.").wait_for(state="detached")
    owner.press("Hint")
    owner.page.get_by_label("Your hint").fill("Look at the last card.")
    owner.press("Give the hint")
    for phone in (*teams, owls):
        phone.page.locator(".hint-given").get_by_text("Look at the last card.").wait_for()
    expect(wall.page.locator("#hint")).to_have_text("Hint: Look at the last card.")
    look.at(owner.page, "room at play")
    look.at(wall.page, "wall at play", thumbs=False)

    owner.press("End")
    owner.press("End the game")
    for phone in (*teams, owls):
        phone.until("over")
    expect(owls.page.get_by_role("link", name="Another table")).to_have_attribute("href", "./../")
    expect(wall.page.locator("#hint")).to_be_hidden()
    for code in codes:
        expect(tile(wall, code).locator(".in-words")).to_have_text("The colours alternate.")
    look.at(wall.page, "wall at the end", thumbs=False)
    with owner.context.expect_page() as opened:
        owner.press("Talk it over")
    talk = opened.value
    for code in codes:
        talk.get_by_text(code).first.wait_for()
    look.at(talk, "talk", thumbs=False)
    owner.page.get_by_role("link", name="The page to talk it over").click()
    first = talk.url
    owner.press("Talk it over")
    talk.wait_for_url(lambda url: url != first)
    assert owner.context.pages == [owner.page, talk]
    assert not look.faults, "\n".join(look.faults)
    for code in codes:
        room.replay(code)


def test_the_door_lets_in_by_a_code_and_makes_a_table(serve_room: MakeRoom, device: MakeDevice) -> None:
    room = serve_room("--variant", "express", "--anybody", "1")
    look = Look()
    guest = device(room, PHONE, **STILL)
    guest.allow("404|403|429")
    guest.go("/")
    guest.page.get_by_role("heading", name="Make a table").wait_for()
    look.at(guest.page, "door")
    guest.page.get_by_label("Its code").fill("four")
    guest.press("Join")
    guest.page.get_by_text("There is no table FOUR").wait_for()
    guest.page.get_by_label("Its code").fill("abc")
    guest.press("Join")
    guest.page.get_by_text("A code is four letters.").wait_for()
    look.at(guest.page, "door where no table is")
    guest.press("Make a table")
    guest.page.get_by_role("heading", name="Who sits where").wait_for()
    expect(guest.page).to_have_url(re.compile(f"/{CODE.pattern}/host$"))
    code = guest.page.url.split("/")[-2]
    guest.page.get_by_role("heading", name=code).wait_for()
    expect(guest.page.get_by_role("link", name="The room")).to_be_hidden()
    guest.page.get_by_role("link", name="Eleusis").click()
    guest.page.get_by_text(f"Table {code}").wait_for()
    guest.page.get_by_role("link", name="Another table").click()
    guest.page.get_by_role("heading", name="Join a table").wait_for()
    guest.page.get_by_text("come back tomorrow").wait_for()
    expect(guest.page.get_by_role("heading", name="Make a table")).to_be_hidden()
    look.at(guest.page, "door with a table")
    # The host of a table is not lost with its tab.
    own = guest.page.get_by_role("link", name=f"Host of {code}")
    guest.page.evaluate("sessionStorage.clear()")
    own.click()
    guest.page.get_by_role("heading", name="Who sits where").wait_for()
    # The address of a table that isn't there leads to the door, which says so.
    guest.go("/KKKK/")
    guest.page.get_by_text("There is no table KKKK").wait_for()
    assert not look.faults, "\n".join(look.faults)


def test_a_table_that_is_put_away_is_told_to_its_pages_and_comes_back(
    serve_room: MakeRoom, device: MakeDevice
) -> None:
    room = serve_room(*LESSON)
    owner, phone, wall = device(room, LAPTOP), device(room, PHONE), device(room, PROJECTOR)
    for each in (owner, phone, wall):
        each.allow("404|ERR_")
    owner.host()
    lines = owner.page.get_by_label("Who sits where")
    lines.fill("Ann\n\nCleo, Dan, Cleo\nBen")
    owner.press("Make the tables")
    expect(owner.page.locator("#outcome")).to_have_text("Line 3 (Cleo, Dan, Cleo): two players are called 'Cleo'")
    expect(lines).to_have_value("Cleo, Dan, Cleo")
    code, other = (
        owner.page.locator(".glance").filter(has_text=name).locator(".code").inner_text() for name in ("Ann", "Ben")
    )
    come_to(phone, code, "Ann")
    wall.go(f"/{code}/screen")
    glance(owner, code).locator(".dot.on").wait_for()  # the owner's page has heard that Ann is there
    glance(owner, code).get_by_role("checkbox").check()
    owner.press("Put away")
    owner.page.get_by_role("dialog").get_by_text(f"People are at {code}.").wait_for()
    owner.press("Put it away")
    for page in (phone.page, wall.page):
        page.get_by_text("This table has been put away.").first.wait_for()
    expect(owner.page.locator(".glance")).to_have_count(1)
    owner.page.get_by_text("The door", exact=True).click()
    expect(owner.page.locator("#put-away")).to_contain_text("Ann")
    owner.press(f"Bring {code} back")
    expect(owner.page.locator(".glance")).to_have_count(2)
    # The open pages of the table come alive by themselves; at once where the network has just come back.
    phone.page.evaluate("window.dispatchEvent(new Event('online'))")
    for page in (phone.page, wall.page):
        gone = page.get_by_text("This table has been put away.")
        expect(gone).to_have_count(0, timeout=2 * AT_ONCE)
    phone.until("lobby")
    phone.press("Menu")
    expect(phone.page.get_by_label("Sound and vibration")).not_to_be_checked()
    # What is said of a server that doesn't answer is over when it answers again.
    owner.page.route("**/api/room", lambda route: route.abort())
    expect(owner.page.locator(".glance").filter(has_text="Ann").locator(".dot.on")).to_be_attached()
    owner.press("Start")
    owner.page.get_by_role("dialog").get_by_text(f"Ben hasn’t joined {other}.", exact=True).wait_for()
    owner.press("Start anyway")
    problem = owner.page.locator("#problem")
    expect(problem).to_contain_text("The server doesn't answer.")
    owner.page.unroute("**/api/room")
    expect(problem).to_be_empty()
    glance(owner, other).get_by_role("checkbox").check()
    owner.press("Put away")
    owner.press(f"Delete {other}")
    owner.page.get_by_role("dialog").get_by_role("button", name=f"Delete {other}").click()
    owner.page.get_by_text("None. A table is put away").wait_for()
    assert not [*room.folder.rglob(f"{other}*")]
    owner.page.get_by_text("What has happened", exact=True).click()
    expect(owner.page.locator("#log-lines")).to_contain_text(other)


def test_a_table_where_nothing_happens_stands_out_and_many_tables_are_lines_on_the_wall(
    serve_room: MakeRoom, device: MakeDevice
) -> None:
    room = serve_room(*LESSON)
    look = Look()
    owner, wall = device(room, LAPTOP, **STILL), device(room, PROJECTOR, **STILL)
    owner.host()
    make_tables(owner, ("Ann",))
    codes = [f"KW{first}{second}" for first in "BCDF" for second in "GHJKLM"]
    changes: dict[str, dict[str, Any]] = {
        codes[0]: {"phase": "play", "to_act": "Ann"},
        codes[1]: {"phase": "play", "broken": "a bug"},
        codes[2]: {"phase": "between", "solved": True, "guess": {"seat": "Ann", "right": True, "alike": 1.0}},
        codes[3]: {"phase": "play", "paused": True, "guess": {"seat": "Ann", "right": False, "alike": 0.35}},
        codes[4]: {"asleep": True},
    }

    def fill(route: Route) -> None:
        """Two dozen tables in the place of the one that there is."""
        seen = route.fetch().json()
        (table,) = seen["tables"]
        moved = {"moved": seen["now"] - 200} if "now" in seen else {}
        seen["tables"] = [{**table, **moved, "code": code, **changes.get(code, {})} for code in codes]
        route.fulfill(json=seen)

    owner.page.route("**/api/room", fill)
    wall.page.route("**/api/room/wall", fill)
    expect(owner.page.locator(".glance")).to_have_count(len(codes))
    expect(owner.page.locator(".glance.accent")).to_have_count(1)
    for code, text in zip(codes, ("stuck for 3 min", "stopped", "found", "paused", "asleep"), strict=False):
        expect(glance(owner, code)).to_contain_text(text)
    look.at(owner.page, "full room")
    owner.press("Talk it over")
    owner.page.get_by_role("dialog").get_by_text("3 tables still play").wait_for()
    owner.press("Cancel")
    wall.page.goto(room.wall_url)
    expect(wall.page.locator(".tile")).to_have_count(len(codes))
    expect(wall.page.locator(".board:visible")).to_have_count(0)
    look.at(wall.page, "full wall", thumbs=False)
    assert wall.page.locator(".tile").evaluate_all(f"tiles => tiles.flatMap({OUTSIDE})") == []
    assert not look.faults, "\n".join(look.faults)


OUTSIDE = """tile => {
  const box = (element) => element.getBoundingClientRect();
  const outOf = (whole, selector) => [...tile.querySelectorAll(selector)].map(box).filter(
    ({ top, right, bottom, height }) =>
      height && (top < whole.top - 1 || right > whole.right + 1 || bottom > whole.bottom + 1),
  );
  const cards = outOf(box(tile.querySelector(".board")), ".spot, .lying > .card, .earlier");
  return [...cards, ...outOf(box(tile), "p, p > *, .names li")];
}"""
"""What of a tile lies outside it."""


def test_the_wall_keeps_what_was_wrong_and_says_what_it_leaves_out(
    serve_room: MakeRoom, device: MakeDevice
) -> None:
    room = serve_room(*LESSON)
    look = Look()
    owner, wall = device(room, LAPTOP, **STILL), device(room, PROJECTOR, **STILL)
    owner.host()
    make_tables(owner, ("Anna Maria Oberhuber", "Ben", "Cleo von der Tann", "Didi", "Eve Marie Louise"))
    layout: dict[str, list[Any]] = {
        "mainline": ["7S", "4H"] * 20,
        "sidelines": [[["KC"]] * (8 if place == 38 else place % 3) for place in range(40)],
        "before": [],
    }
    seats = ["Anna Maria Oberhuber", "Ben"]
    finished = {
        "phase": "over",
        "rule": "If the last card is odd, play black. " * 4,
        "winners": seats[:1],
        "solved": True,
    }
    kinds: list[dict[str, Any]] = [
        {"phase": "play", "to_act": seats[0], "layout": layout},
        {**finished, "layout": layout},
        {**finished, "solved": False, "winners": seats, "layout": {**layout, "before": [["2H"]]}},
        {"phase": "rule", "dealer": "Law"},
    ]

    count = 2

    def fill(route: Route) -> None:
        """Tables of each kind in the place of the one that there is."""
        seen = route.fetch().json()
        (table,) = seen["tables"]
        seen["tables"] = [{**table, "code": f"KWT{'BCDFGHJKLMNP'[at]}", **kinds[at % 4]} for at in range(count)]
        route.fulfill(json=seen)

    wall.page.goto(room.wall_url)
    wall.page.route("**/api/room/wall", fill)
    for count in (2, 8, 12):
        wall.page.reload()
        expect(wall.page.locator(".tile")).to_have_count(count)
        look.at(wall.page, f"wall of {count} tables", thumbs=False)
        for at, shown in enumerate(wall.page.locator(".tile").all()):
            expect(shown.locator(".lying :is(.card, .spot)").first).to_be_visible()
            assert shown.evaluate(OUTSIDE) == []
            if at % 4 == 3:
                continue
            expect(shown.locator(".column").nth(-2).locator(".play").first).to_be_attached()
            left_out = shown.locator(".column:not(:has(.slot))").count() < len(layout["mainline"])
            expect(shown.locator(".earlier")).to_have_text([re.compile(r"… and \d+ earlier")] * left_out)
            if at % 4 == 2:
                expect(shown.locator(".state")).to_have_text(f"Not found Most points: {seats[0]} and Ben")
    assert not look.faults, "\n".join(look.faults)


def test_two_tables_in_one_tab_keep_their_keys_to_themselves(serve_room: MakeRoom, device: MakeDevice) -> None:
    room = serve_room(*LESSON)
    owner, host = device(room, LAPTOP), device(room, LAPTOP)
    host.allow("401")
    owner.host()
    code, other = make_tables(owner, ("Ann",), ("Ben",))
    own = glance(owner, code).get_by_role("link", name="Host")
    with owner.context.expect_page() as opened:
        own.click()
    opened.value.get_by_role("link", name="The room").click()
    opened.value.get_by_role("heading", name="2 tables").wait_for()
    href = own.get_attribute("href")
    host.go(f"/{href}")
    host.page.get_by_role("heading", name="Who sits where").wait_for()
    host.go(f"/{other}/host")
    host.page.get_by_label("Key").wait_for()
    host.go(f"/{code}/host")
    host.page.get_by_role("heading", name="Who sits where").wait_for()
    for path in ("/room", "/wall"):
        host.go(path)
    host.page.get_by_text("The wall has a key").wait_for()


def test_the_owners_page_sets_what_new_tables_play_on_a_small_phone(
    serve_room: MakeRoom, device: MakeDevice
) -> None:
    room = serve_room("--variant", "express")
    look = Look()
    owner = device(room, SMALL, **STILL)
    owner.allow("401")
    owner.go("/room#nonsense")
    owner.page.get_by_text("That isn't the key of this room.").wait_for()
    look.at(owner.page, "room without a key")
    owner.page.get_by_label("Key").fill(room.host_url)
    owner.press("Open")
    owner.page.get_by_text("What new tables play", exact=True).click()
    owner.page.get_by_label("Who has the rule").select_option("a bot called Law")
    expect(owner.page.locator(".toast")).to_contain_text("Saved")
    owner.page.get_by_label("Turn clock").select_option("1 minute")
    owner.page.get_by_label("The same puzzle at every table").check()
    owner.page.get_by_text("The door", exact=True).click()
    owner.page.get_by_label("Forbidden names").fill("Voldemort")
    owner.page.get_by_label("Forbidden names").blur()
    owner.page.get_by_label("Tables", exact=True).fill("2")
    owner.press("Make the tables")
    expect(owner.page.locator(".glance")).to_have_count(2)
    expect(owner.page.locator(".glance").first).to_contain_text("Law")
    owner.page.reload()
    owner.page.get_by_text("What new tables play", exact=True).click()
    expect(owner.page.get_by_label("The same puzzle at every table")).to_be_checked()
    expect(owner.page.get_by_label("Turn clock")).to_have_value("60")
    owner.page.get_by_text("The door", exact=True).click()
    expect(owner.page.get_by_label("Forbidden names")).to_have_value("Voldemort")
    look.at(owner.page, "small room")
    owner.go("/")
    owner.page.get_by_role("heading", name="Join a table").wait_for()
    assert not owner.page.evaluate(WIDE)
    owner.page.goto(room.wall_url)
    expect(owner.page.locator(".tile")).to_have_count(2)
    assert not owner.page.evaluate(WIDE)
    assert not look.faults, "\n".join(look.faults)
