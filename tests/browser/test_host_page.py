"""The host's page: from the empty table to the file to keep."""

from __future__ import annotations

import re

import pytest

from tests.browser.conftest import MakeDevice, MakeTable
from tests.browser.devices import LAPTOP, PHONE, Device
from tests.browser.serving import ServedTable
from tests.helpers.patience import patient_ms

pytest.importorskip("playwright")

from playwright.sync_api import expect

pytestmark = pytest.mark.browser


# All that the host's page asks for.
ALL_ANSWERS = """async () => {
  const api = await import("/static/api.js");
  const key = sessionStorage.getItem("eleusis.key /host");
  const answers = await Promise.all([api.hostState(key), api.table(), api.view(""), api.editions(), api.kinds()]);
  return JSON.stringify(answers);
}"""


def note(host: Device, text: str) -> None:
    """Wait for a note in the corner."""
    host.page.locator(".toast").get_by_text(text, exact=True).wait_for()


def host_of(table: ServedTable, device: MakeDevice) -> Device:
    """The host's page, open."""
    laptop = device(table, LAPTOP)
    laptop.host()
    laptop.page.get_by_role("heading", name="Who sits where").wait_for()
    return laptop


def test_the_key_leaves_the_address_at_once_and_a_wrong_one_is_told(serve: MakeTable, device: MakeDevice) -> None:
    table = serve("--variant", "express")
    host = host_of(table, device)
    assert host.page.url == f"{table.url}/host"
    host.page.reload()
    host.page.get_by_role("heading", name="Who sits where").wait_for()
    stranger = device(table, LAPTOP)
    stranger.allow("401")
    stranger.go("/host#nonsense")
    stranger.page.get_by_text("That isn't the key of this table.").wait_for()
    stranger.page.get_by_label("Key").fill(table.host_url)
    stranger.press("Open")
    stranger.page.get_by_role("heading", name="Who sits where").wait_for()


def test_a_game_of_bots_from_the_empty_table_to_its_file(serve: MakeTable, device: MakeDevice) -> None:
    table = serve("--variant", "abbott", "--seed", "3")
    host = host_of(table, device)
    page = host.page
    waiting = device(table, PHONE)
    waiting.go("/table")
    waiting.until("lobby")
    host.press("Choose another edition")
    page.get_by_role("button", name="Eleusis Express").click()
    note(waiting, "The host has chosen Eleusis Express (John Golden, 2006)")
    for _ in range(3):
        page.get_by_label("Who plays there").select_option("good")
        seats = page.locator("#places > li").count()
        host.press("Add")
        page.locator("#places > li").nth(seats).wait_for()
    host.press("Move Clio up")
    page.locator("#places > li").nth(1).get_by_text("Clio").wait_for()
    page.get_by_label("Who deals first").select_option("Clio")
    page.get_by_text("Clio, a bot, draws the secret rule").wait_for()
    page.get_by_text("Settings", exact=True).click()
    page.get_by_label("Rounds", exact=True).fill("1")
    page.get_by_label("Rounds", exact=True).press("Tab")
    note(host, "Saved.")
    host.press("Start")
    page.get_by_role("button", name="Count the points").click(timeout=patient_ms(20_000))
    page.get_by_role("heading", name="The game is over").wait_for()
    with page.expect_download() as download:
        host.press("Download the game file")
    assert download.value.suggested_filename == table.file.name
    assert download.value.path().read_bytes() == table.file.read_bytes()
    assert table.replay()["rounds"]
    host.press("Change the table")
    page.get_by_role("heading", name="Before the game").wait_for()


def test_a_host_who_plays_is_told_no_secret(serve: MakeTable, device: MakeDevice) -> None:
    rule, seed = "suit != last.suit", "271828"
    table = serve("--players", "Ann,Ben:random,Cleo:random", "--dealer", "Ben", "--rule", rule, "--seed", seed)
    host = device(table, LAPTOP)
    host.host()
    host.press("Start")
    host.page.get_by_text("Ann is to play.").wait_for()
    host.press("Pause")
    host.page.get_by_text("Paused.").wait_for()
    shown = host.page.content() + str(host.page.evaluate(ALL_ANSWERS))
    assert '"to_act":"Ann"' in shown
    assert rule not in shown
    assert seed not in shown
    file = table.file.read_text(encoding="utf-8")
    assert rule in file


def test_what_is_typed_stays_while_the_table_changes(serve: MakeTable, device: MakeDevice) -> None:
    table = serve("--variant", "express", "--players", "Ann,Ben:random,Cleo:random", "--dealer", "Ben")
    host = host_of(table, device)
    host.press("Start")
    hint = host.page.get_by_label("Hint to all")
    hint.press_sequentially("look at ")
    phone = device(table, PHONE)
    phone.sit("Ann")
    host.page.get_by_text("Ann is away").wait_for(state="detached")
    hint.press_sequentially("colours")
    assert hint.input_value() == "look at colours"
    hint.press("Enter")
    note(host, "The hint is given.")
    assert hint.input_value() == ""


def test_a_seat_is_given_to_a_bot_taken_away_and_given_back(serve: MakeTable, device: MakeDevice) -> None:
    table = serve("--variant", "express", "--players", "Ann,Bob,Cleo:random", "--dealer", "Cleo")
    phone = device(table, PHONE)
    phone.sit("Ann")
    host = host_of(table, device)
    host.press("Start")
    phone.page.wait_for_url(re.compile("/table"))
    host.press("Seat of Ann")
    host.press("For this turn")
    note(host, "A bot has played for Ann.")
    phone.until("playing")
    phone.allow("Failed to load resource")
    host.press("Seat of Ann")
    host.press("Remove Ann")
    host.page.get_by_role("dialog", name="Remove Ann?").get_by_role("button", name="Remove Ann").click()
    note(host, "The seat of Ann is free.")
    phone.page.get_by_role("heading", name="Ann’s seat is free").last.wait_for()
    phone.press("Sit down again")
    phone.until("playing")
    host.press("Seat of Bob")
    host.press("From now on")
    note(host, "A bot plays for Bob from now on.")
    host.press("Seat of Bob")
    host.press("Give it to a person")
    note(host, "The seat of Bob is free.")


def test_stop_asks_first(serve: MakeTable, device: MakeDevice) -> None:
    table = serve("--variant", "express", "--players", "Ann,Bob,Cleo:random", "--dealer", "Cleo")
    host = host_of(table, device)
    host.press("Start")
    host.press("Stop")
    host.press("Cancel")
    host.press("Stop")
    host.press("End the game")
    host.page.get_by_role("heading", name="The game is over").wait_for()
    assert table.replay()["rounds"]


def test_a_rule_that_is_given_in_english_is_seen_as_it_is_read(serve: MakeTable, device: MakeDevice) -> None:
    host = host_of(serve("--variant", "express", "--players", "Ann,Ben:random"), device)
    page = host.page
    page.get_by_text("Settings", exact=True).click()
    page.get_by_text("Secret rules for bots to deal").click()
    page.get_by_label("Rules that are dealt").fill("red\nthe colours alternate")
    host.press("Deal these")
    asked = page.get_by_role("dialog", name="A rule in plain English")
    asked.get_by_role("button", name="Close").click()
    expect(page.get_by_label("Rules that are dealt")).to_have_value("red\nthe colours alternate")
    host.press("Deal these")
    expect(asked.locator(".in-words")).to_have_text("The colours alternate.")
    asked.get_by_role("button", name="Take this rule").click()
    page.get_by_text("Given now: 2.").wait_for()
