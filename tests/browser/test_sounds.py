"""What is heard and felt at a table: one's own turn and verdicts, after a tap, unless it is turned off."""

from __future__ import annotations

from typing import Any

import pytest

from bench.sounds import PLAYED
from tests.browser.conftest import MakeDevice, MakeTable
from tests.browser.devices import AT_ONCE, LAPTOP, PHONE, Device, Visitor, seat_dealing_bot, whose_turn
from tests.browser.test_moments import RED, guess

pytest.importorskip("playwright")

from playwright.sync_api import Locator, expect

pytestmark = pytest.mark.browser

EXPRESS = ("--variant", "express", "--rule", "red", "--seed", "5", "--rounds", "1")

# Writes down which file is really played, told by how long it is, and what is felt.
LISTEN = """(() => {
  window.heard = [];
  window.felt = [];
  const { start } = AudioBufferSourceNode.prototype;
  AudioBufferSourceNode.prototype.start = function (...given) {
    heard.push(Math.round(this.buffer.duration * 100) / 100);
    start.apply(this, given);
  };
  Navigator.prototype.vibrate = (pattern) => felt.push(pattern) > 0;
})()"""
NAMES = {seconds: name.removesuffix(".wav") for name, (seconds, _) in PLAYED.items()}


def heard(device: Visitor) -> list[str]:
    """What a page has played, by name."""
    return [NAMES[seconds] for seconds in device.page.evaluate("heard")]


def wait_to_hear(device: Device, *names: str) -> None:
    """Wait until a page has played just these; it plays no others."""
    for _ in range(AT_ONCE // 20):
        if len(heard(device)) >= len(names):
            break
        device.page.wait_for_timeout(20)
    assert heard(device) == [*names]


def begin(
    serve: MakeTable, device: MakeDevice, *options: str, code: str | None = None, **more: Any
) -> list[Device]:
    """Ann and Bob on phones that are listened to and have been tapped, in a round that a bot has dealt."""
    table = serve(*EXPRESS, *options, *(("--code", code) if code else ()))
    seats = []
    for name in ("Ann", "Bob"):
        seats.append(device(table, PHONE, **more))
        seats[-1].context.add_init_script(LISTEN)
        seats[-1].sit(name, code=code)
    host = device(table, LAPTOP)
    host.host()
    seat_dealing_bot(host, "Dora")
    host.press("Start")
    for each in seats:
        each.until("playing")
        each.wait_for(lambda now: len(now["hand"]) > 0)
        each.page.locator("#turn").click()
    return seats


def play(seats: list[Device], *, right: bool) -> tuple[Device, Device]:
    """Whoever's turn it is plays a card that is right under the rule, or isn't; that device, and the other."""
    due = whose_turn(seats)
    assert due is not None
    mover, now = due
    mover.act("Play", next(card for card in now["hand"] if card.endswith(RED) is right))
    return mover, next(each for each in seats if each is not mover)


def switch(device: Device) -> Locator:
    """The switch in the menu, opened."""
    device.press("Menu")
    return device.page.get_by_role("checkbox", name="Sound and vibration")


def test_own_turns_and_verdicts_are_heard_and_felt_and_those_of_others_are_not(
    serve: MakeTable, device: MakeDevice
) -> None:
    seats = begin(serve, device)
    first, second = play(seats, right=False)
    wait_to_hear(first, "wrong")
    wait_to_hear(second, "turn")
    play(seats, right=True)
    wait_to_hear(second, "turn", "right")
    guess(second, "red")
    wait_to_hear(second, "turn", "right", "found")
    assert second.page.evaluate("felt.map((pattern) => pattern.length)") == [1, 1, 5]
    for each in seats:
        each.until("between")
    assert heard(first) == ["wrong"]


def test_what_is_turned_off_stays_off_and_is_silent(serve: MakeTable, device: MakeDevice) -> None:
    seats = begin(serve, device)
    for each in seats:
        box = switch(each)
        expect(box).to_be_checked()
        box.uncheck()
        each.page.keyboard.press("Escape")
    play(seats, right=False)
    first, second = play(seats, right=False)
    first.page.reload()
    first.until("playing")
    expect(switch(first)).not_to_be_checked()
    assert heard(first) == heard(second) == []
    assert second.page.evaluate("felt") == []
    # What is turned on again is heard at once.
    switch(second).check()
    wait_to_hear(second, "turn")
    assert second.page.evaluate("localStorage.getItem('eleusis.sounds')") == "on"


def test_phones_in_a_class_are_silent_until_they_are_turned_on(serve: MakeTable, device: MakeDevice) -> None:
    seats = begin(serve, device, code="4711")
    first, second = play(seats, right=False)
    box = switch(second)
    expect(box).not_to_be_checked()
    box.check()
    second.page.keyboard.press("Escape")
    play(seats, right=True)
    wait_to_hear(second, "turn", "right")
    assert heard(first) == []


def test_nothing_is_felt_where_movement_is_unwanted(serve: MakeTable, device: MakeDevice) -> None:
    first, _ = play(begin(serve, device, reduced_motion="reduce"), right=False)
    wait_to_hear(first, "wrong")
    assert first.page.evaluate("felt") == []
