"""What a table in browsers must bear: its server killed, phones that sleep, two tabs, a seat that is taken over."""

from __future__ import annotations

import re

import pytest

from tests.browser.conftest import MakeDevice, MakeTable
from tests.browser.devices import AT_ONCE, LAPTOP, PHONE, PROJECTOR, Device, whose_turn
from tests.browser.serving import ServedTable
from tests.helpers.patience import patient_ms

pytest.importorskip("playwright")
pytestmark = pytest.mark.browser

NO_CONNECTION = r"ERR_(CONNECTION|INTERNET|NETWORK|INCOMPLETE|EMPTY)|Failed to load resource"


def begin(serve: MakeTable, device: MakeDevice, *names: str) -> tuple[ServedTable, dict[str, Device]]:
    """A table of Express with a bot that deals, and a phone for each of the others; the round is on."""
    table = serve(
        "--variant", "express", "--rule", "red", "--seed", "5", "--players", ",".join([*names, "Dora:random"]),
        "--dealer", "Dora",
    )  # fmt: skip
    phones = {name: device(table, PHONE) for name in names}
    for name, phone in phones.items():
        phone.sit(name)
    host = device(table, LAPTOP)
    host.host()
    host.press("Start")
    for phone in phones.values():
        phone.until("playing")
    host.page.close()
    return table, phones


def play(devices: dict[str, Device], turns: int) -> None:
    """So many plays of the first card in the hand; nobody guesses."""
    while turns > 0:
        due = whose_turn(devices.values())
        assert due is not None
        phone, now = due
        if "Pass" in now["due"]:
            phone.act("Pass")
        else:
            phone.act("Play", now["hand"][0])
            turns -= 1


def test_the_pages_go_on_when_the_server_was_killed(serve: MakeTable, device: MakeDevice) -> None:
    table, phones = begin(serve, device, "Ann", "Bob")
    projector = device(table, PROJECTOR)
    projector.go("/screen")
    play(phones, 2)
    devices = [*phones.values(), projector]
    for each in devices:
        each.page.evaluate("window.neverReloaded = true")
        each.allow(NO_CONNECTION)
    table.kill()
    for each in phones.values():
        each.page.get_by_text("Reconnecting…").wait_for()
    table.resume()
    for each in phones.values():
        each.page.get_by_text("Reconnecting…").wait_for(state="detached")
    lines = phones["Ann"].look()["told"]
    play(phones, 2)
    assert phones["Bob"].wait_for(lambda now: now["told"] >= lines + 2)
    projector.page.wait_for_function("() => document.querySelectorAll('#board .spot').length >= 5")
    assert all(each.page.evaluate("window.neverReloaded") for each in devices)
    table.replay()


def test_an_idle_phone_says_soon_that_it_is_offline(serve: MakeTable, device: MakeDevice) -> None:
    phone = device(serve("--variant", "express"), PHONE)
    phone.allow("ERR_INTERNET_DISCONNECTED")
    phone.sit("Ann")
    phone.page.get_by_role("link", name="To the table").click()
    phone.until("lobby")
    phone.context.set_offline(True)
    phone.page.get_by_text("Reconnecting…").wait_for(timeout=patient_ms(3000))
    phone.context.set_offline(False)
    phone.page.get_by_text("Reconnecting…").wait_for(state="detached")


def test_a_phone_that_was_offline_is_right_again(serve: MakeTable, device: MakeDevice) -> None:
    _, phones = begin(serve, device, "Ann", "Bob", "Cleo")
    play(phones, 1)
    due = whose_turn(phones.values())
    assert due is not None
    names = list(phones)
    away = names[(next(place for place, name in enumerate(names) if phones[name] is due[0]) + 2) % 3]
    others = {name: phone for name, phone in phones.items() if name != away}
    sleeper = phones[away]
    sleeper.allow(NO_CONNECTION)
    sleeper.context.set_offline(True)
    play(others, 2)
    for phone in others.values():
        if "Pass" in phone.look()["due"]:
            phone.act("Pass")
    sleeper.context.set_offline(False)
    (awake, *_) = others.values()
    heard = awake.wait_for(lambda now: now["turn"] == f"{away}’s turn")
    now = sleeper.wait_for(lambda now: now["own"] and now["told"] == heard["told"])
    assert now["last"] == heard["last"]
    sleeper.act("Play", now["hand"][0])


def test_two_tabs_of_a_seat_show_the_same(serve: MakeTable, device: MakeDevice) -> None:
    _, phones = begin(serve, device, "Ann", "Bob")
    due = whose_turn(phones.values())
    assert due is not None
    phone, now = due
    first = phone.page
    phone.page = phone.open()
    phone.page.goto(first.url)
    phone.until("playing")
    second = phone.page
    assert phone.wait_for(lambda seen: seen["own"])["hand"] == now["hand"]
    phone.act("Play", now["hand"][0])
    after = phone.look()
    phone.page = first
    shown = phone.wait_for(lambda seen: seen["told"] == after["told"])
    phone.page = second
    assert shown["hand"] == phone.look()["hand"] != now["hand"]
    # The move that the other tab has made can't be made again from here.
    assert shown["last"] == phone.look()["last"]


def test_a_seat_that_is_taken_over_says_so_on_the_old_phone(serve: MakeTable, device: MakeDevice) -> None:
    table, phones = begin(serve, device, "Ann", "Bob")
    old = phones["Ann"]
    old.press("Menu")
    old.press("My PIN")
    pin = old.page.get_by_role("dialog", name="My PIN").get_by_text(re.compile(r"^\d{6}$")).text_content() or ""
    old.page.keyboard.press("Escape")
    hand = old.look()["hand"]
    new = device(table, PHONE)
    new.go("/")
    new.press("That's me: Ann")
    new.page.get_by_label("PIN", exact=True).fill(pin)
    new.press("Sit down")
    new.page.get_by_role("link", name="To the table").click()
    new.until("playing")
    assert new.look()["hand"] == hand
    old.allow("Failed to load resource")
    old.page.get_by_role("heading", name="Ann is on another device now").wait_for(timeout=AT_ONCE)
    assert old.look()["hand"] == []
