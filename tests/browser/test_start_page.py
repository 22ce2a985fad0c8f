"""The start page: a seat, the way back to it, and a seat of another kind."""

from __future__ import annotations

import re

import pytest

from tests.browser.conftest import MakeDevice, MakeTable
from tests.browser.devices import LAPTOP, PHONE

pytest.importorskip("playwright")

from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_a_name_is_a_seat_and_stays_text(serve: MakeTable, device: MakeDevice) -> None:
    table = serve("--variant", "express")
    phone = device(table, PHONE)
    assert re.fullmatch(r"\d{6}", phone.sit("<b>Ann</b>"))
    phone.page.get_by_role("link", name="To the table").click()
    phone.page.wait_for_url(re.compile("/table"))
    phone.go("/")
    phone.page.get_by_role("link", name="Go on as <b>Ann</b>", exact=True).wait_for()
    expect(phone.page.locator("b")).to_have_count(0)


def test_a_name_field_ends_where_a_name_must(serve: MakeTable, device: MakeDevice) -> None:
    table = serve("--variant", "express")
    phone, host = device(table, PHONE), device(table, LAPTOP)
    phone.go("/")
    phone.page.get_by_label("Your name").press_sequentially("x" * 61)
    phone.press("Sit down")
    phone.page.get_by_role("link", name=f"Go on as {'x' * 60}", exact=True).wait_for()
    host.host()
    host.page.get_by_role("button", name="Start").wait_for()
    field = host.page.get_by_label("Name of the new seat")
    field.press_sequentially("y" * 61)
    expect(field).to_have_value("y" * 60)


def test_a_pin_brings_back_to_a_seat_on_another_phone(serve: MakeTable, device: MakeDevice) -> None:
    table = serve("--variant", "express")
    old, new = device(table, PHONE), device(table, PHONE)
    new.allow("409|403")
    pin = old.sit("Ann")
    old.page.keyboard.press("Escape")
    new.go("/")
    new.page.get_by_label("Your name").fill("ann")
    new.press("Sit down")
    new.page.get_by_text("enter its PIN to take it over").wait_for()
    new.page.get_by_label("PIN").fill("000000" if pin != "000000" else "000001")
    new.press("Sit down")
    new.page.get_by_text("not the PIN of").wait_for()
    new.page.get_by_label("PIN").fill(pin)
    new.press("Sit down")
    new.page.get_by_role("dialog", name="You sit as Ann").wait_for()
    # The old phone has lost the seat, and may be asked for the new PIN.
    old.page.get_by_role("button", name="That's me: Ann").wait_for()


def test_a_class_needs_a_code_which_the_address_may_carry(serve: MakeTable, device: MakeDevice) -> None:
    table = serve("--variant", "express", "--code", "owls")
    phone = device(table, PHONE)
    phone.allow("403")
    phone.go("/")
    phone.page.get_by_label("Your name").fill("Ann")
    phone.page.get_by_label("Class code").fill("cats")
    phone.press("Sit down")
    phone.page.get_by_text("not the code").wait_for()
    phone.go("/?again#owls")
    phone.page.get_by_label("Your name").fill("Ann")
    phone.press("Sit down")
    phone.page.get_by_role("dialog", name="You sit as Ann").wait_for()


def test_one_tap_takes_a_free_seat_and_a_code_is_asked_for_first(serve: MakeTable, device: MakeDevice) -> None:
    table = serve("--variant", "express", "--players", "Ann,Ben:random,Cleo:random", "--code", "owls")
    phone = device(table, PHONE)
    phone.go("/")
    phone.press("Sit here: Ann")
    expect(phone.page.get_by_label("Class code")).to_be_focused()
    assert phone.page.get_by_role("dialog").count() == 0
    phone.page.get_by_label("Class code").fill("owls")
    phone.press("Sit here: Ann")
    phone.page.get_by_role("dialog", name="You sit as Ann").wait_for()
    phone.page.keyboard.press("Escape")
    expect(phone.page.locator("#name-hint")).not_to_contain_text("All seats")


def test_the_table_opens_by_itself_when_the_game_begins(serve: MakeTable, device: MakeDevice) -> None:
    table = serve("--variant", "express", "--players", "Ann,Ben:random,Cleo:random", "--dealer", "Ben")
    phone, host = device(table, PHONE), device(table, LAPTOP)
    phone.go("/")
    phone.press("Sit here: Ann")
    phone.page.get_by_role("dialog", name="You sit as Ann").wait_for()
    host.host()
    host.page.get_by_text("Everyone is here.").wait_for()
    host.press("Start")
    phone.page.wait_for_url(re.compile("/table"))


def test_who_comes_late_takes_over_a_bot(serve: MakeTable, device: MakeDevice) -> None:
    table = serve("--variant", "express")
    host, late = device(table, LAPTOP), device(table, PHONE)
    host.host()
    for name, kind in {"Ben": "good", "Ann": "person", "Cleo": "good"}.items():
        host.page.get_by_label("Name of the new seat").fill(name)
        host.page.get_by_label("Who plays there").select_option(kind)
        host.press("Add")
        host.page.get_by_role("button", name=f"Remove {name}").wait_for()
    host.page.get_by_label("Who deals first").select_option("Ben")
    host.page.get_by_text("Ben, a bot, draws the secret rule").wait_for()
    late.go("/")
    late.page.get_by_role("button", name="Take over: Cleo").wait_for()
    assert late.page.get_by_role("button", name="Take over: Ben").count() == 0  # who is to deal
    host.press("Start")
    host.page.get_by_text("Ann is to play.").wait_for()  # and isn't here: the game waits
    assert late.page.get_by_role("button", name="Take over: Ben").count() == 0  # who deals has the rule
    late.press("Take over: Cleo")
    late.press("Sit down")
    late.page.get_by_role("dialog", name="You sit as Cleo").wait_for()
    host.page.get_by_role("button", name="Seat of Cleo").wait_for()


def test_one_phone_keeps_the_score_of_a_real_table(serve: MakeTable, device: MakeDevice) -> None:
    table = serve("--by-hand", "--variant", "express", "--players", "Ann,Ben,Cleo")
    phone = device(table, PHONE)
    phone.go("/")
    phone.press("Take all free seats")
    phone.page.wait_for_url(re.compile("/table"))
    phone.go("/")
    for name in ("Ann", "Ben", "Cleo"):
        phone.page.get_by_role("link", name=f"Go on as {name}").wait_for()
