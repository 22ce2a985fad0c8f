"""A table offers what is due and nothing else; a guess is made beside it; one tap goes on."""

from __future__ import annotations

import re

import pytest

from tests.browser.conftest import MakeDevice, MakeTable
from tests.browser.devices import LAPTOP, PHONE, Device
from tests.browser.looking import Look, wait_for_rest
from tests.browser.serving import ServedTable

pytest.importorskip("playwright")

from playwright.sync_api import APIResponse, Locator, Route, expect

pytestmark = pytest.mark.browser

ALTERNATE = ("--rule", "color != last.color", "--seed", "5")
EXPRESS = ("--variant", "express", "--players", "Ann,Ben,Dora:random", "--dealer", "Dora", *ALTERNATE)
SOLO = ("--variant", "solo", "--players", "Ann,Dora:random", "--dealer", "Dora", *ALTERNATE)
RED = ("hearts", "diamonds")


def begun(table: ServedTable, device: MakeDevice, *names: str, kind: dict[str, object] = PHONE) -> list[Device]:
    """A device for each person, in a round that has begun."""
    seats = []
    for name in names:
        seats.append(device(table, kind))
        seats[-1].go("/")
        seats[-1].press(f"Sit here: {name}")
        seats[-1].page.get_by_role("link", name="To the table").click()
    host = device(table, LAPTOP)
    host.host()
    host.press("Start")
    for seat in seats:
        seat.until("playing")
    return seats


def fitting(seat: Device, right: bool = True) -> str:
    """A card of the hand whose colour is another than the last card's, or (not `right`) the same."""
    last = seat.page.get_by_role("list", name="Mainline").get_by_role("listitem").last
    was_red = last.locator(":scope > .visually-hidden").inner_text().split(" of ")[1].split()[0].strip(",") in RED
    return next(str(card) for card in seat.look()["hand"] if ((card.split(" of ")[1] in RED) != was_red) is right)


def names(seat: Device) -> list[str]:
    """What stands in the row of buttons."""
    return [text for text in seat.page.locator("#actions .act").all_inner_texts() if text]


def test_only_what_is_due_is_shown(serve: MakeTable, device: MakeDevice) -> None:
    ann, ben = begun(serve(*EXPRESS), device, "Ann", "Ben")
    assert names(ann) == ["Tap a card", "No play"]
    assert names(ben) == []
    assert ann.page.get_by_role("button", name="Tap a card").count() == 0
    ann.page.keyboard.press("p")
    ann.page.locator(".toast").get_by_text("Tap a card first").wait_for()
    card = ann.page.locator("#hand").get_by_role("button", name=fitting(ann), exact=True).first
    card.click()
    assert names(ann) == ["Play", "No play"]
    card.click()
    assert names(ann) == ["Tap a card", "No play"]
    heights = [each.page.locator("#board").bounding_box()["height"] for each in (ann, ben)]
    assert abs(heights[0] - heights[1]) < 2, "the board is as large for who waits"
    ann.act("Play", fitting(ann))
    assert names(ann) == ["Guess", "Pass"]
    # A play of Ben's would let the guess go by: nobody else answers for Ann.
    ben.press("What may I do?")
    window = ben.page.get_by_role("dialog", name="What may I do?")
    expect(window).to_contain_text("Nothing just now. Ann may guess the rule.")
    expect(window).to_contain_text("Play: Ann is asked first")


def test_a_card_chosen_before_the_last_move_is_answered_stays_chosen(serve: MakeTable, device: MakeDevice) -> None:
    ann, ben = begun(serve(*EXPRESS), device, "Ann", "Ben")
    held: list[tuple[Route, APIResponse]] = []
    ann.context.route("**/api/moves", lambda route: held.append((route, route.fetch())))
    hand = ann.page.locator("#hand")
    hand.get_by_role("button", name=fitting(ann, right=False), exact=True).first.click()
    ann.press("Play")
    expect(ann.page.locator("#last")).to_contain_text("Wrong")
    ben.act("Play", fitting(ben, right=False))
    ann.wait_for(lambda now: now["own"])
    hand.get_by_role("button", pressed=False).first.click()
    (route, answer) = held.pop()
    route.fulfill(response=answer)
    ann.context.unroute("**/api/moves")
    # It can be pressed as soon as the answer has come.
    expect(ann.page.locator("#actions [data-action=Play]")).to_have_attribute("aria-disabled", "false")
    expect(hand.get_by_role("button", pressed=True)).to_have_count(1)
    ann.press("Play")


def test_no_play_asks_and_is_the_quieter_button(serve: MakeTable, device: MakeDevice) -> None:
    (ann, _) = begun(serve(*EXPRESS), device, "Ann", "Ben")
    ann.press("No play")
    window = ann.page.get_by_role("dialog", name="Say that none of your cards fits?")
    window.get_by_role("button", name="Play a card instead").click()
    assert names(ann) == ["Tap a card", "No play"]
    ann.press("No play")
    before = ann.look()
    window.get_by_role("button", name="Say no play").click()
    ann.settle(before)


def test_declaring_asks_and_says_what_it_means(serve: MakeTable, device: MakeDevice) -> None:
    players = ("--players", "Ann,Ben:random(declares=0),Cleo:random(declares=0),Dora:random", "--dealer", "Dora")
    first = ("--set", "first_player.kind=left_of_dealer")
    (ann,) = begun(serve("--variant", "abbott", *players, *ALTERNATE, *first), device, "Ann")
    ann.act("Play", fitting(ann))
    assert names(ann) == ["Pass", "Declare"]
    ann.press("Declare")
    window = ann.page.get_by_role("dialog", name="Be the Forecaster?")
    assert window.locator("p").inner_text().count(".") == 1
    # Who taps once more, in a hurry, taps nothing of it, and has the hand in sight.
    box, hand = window.bounding_box(), ann.page.locator("#hand").bounding_box()
    assert box["y"] + box["height"] <= hand["y"]
    ann.page.go_back()
    window.wait_for(state="detached")
    assert ann.page.evaluate("history.state?.window") is None
    ann.press("Declare")
    window.get_by_role("button", name="Not now").click()
    assert ann.look()["turn"] == "Your turn: declare as Forecaster, or pass"
    ann.act("Declare")
    ann.page.locator(".player[data-seat=Ann] .mark.prophet").wait_for()
    ann.wait_for(lambda now: now["due"] == ["Call right", "Call wrong"])


def test_a_lone_player_plays_on_and_sees_what_a_find_is_worth(serve: MakeTable, device: MakeDevice) -> None:
    (ann,) = begun(serve(*SOLO), device, "Ann")
    worth = ann.page.locator("#asked")
    expect(worth).to_contain_text("Finding the rule now brings 30 points.")
    ann.act("Play", fitting(ann))
    expect(worth).to_contain_text("Finding the rule now brings 30 points.")
    assert names(ann) == ["Tap a card", "Guess"]
    assert ann.look()["turn"] == "Your turn: play or guess"
    ann.act("Play", fitting(ann, right=False))
    expect(worth).to_contain_text("Finding the rule now brings 29 points.")
    ann.press("What may I do?")
    window = ann.page.get_by_role("dialog", name="What may I do?")
    expect(window).to_contain_text("Play one card")
    expect(window).to_contain_text("Guess the secret rule")


def guess_wrong(seat: Device) -> None:
    """Guess a rule that has no right card, as a text."""
    seat.press("Guess")
    window = seat.page.get_by_role("dialog", name="Guess the rule")
    window.get_by_role("radio", name="As text").check()
    window.get_by_role("textbox").fill("not any")
    window.get_by_role("button", name="Guess", exact=True).click()
    expect(window).to_have_count(0)


def test_who_loses_alone_is_told_so_once_and_nobody_wins(serve: MakeTable, device: MakeDevice) -> None:
    table = serve(*SOLO, "--set", "turn_limit.turns=2")
    (ann,) = begun(table, device, "Ann")
    ann.act("Play", fitting(ann, right=False))
    expect(ann.page.locator("#last")).to_contain_text("You play")
    guess_wrong(ann)
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("#asked")).to_contain_text("no points any more")
    ann.act("Play", fitting(ann, right=False))
    guess_wrong(ann)
    over = ann.page.locator("#calm")
    expect(over.locator("[data-found=nobody]")).to_have_count(1)
    expect(over.locator(".points h2")).to_have_text("−4 points")
    expect(over.locator(".won")).to_have_count(0)
    assert "win" not in over.inner_text()


def test_whoever_is_left_plays_on_without_a_pass(serve: MakeTable, device: MakeDevice) -> None:
    players = ("--players", "Ann,Ben:random(no_plays=1),Dora:random", "--dealer", "Dora")
    knobs = ("kind=per_play", "layout=1", "since_marker=1", "on_overthrow=false")
    expels = [part for knob in knobs for part in ("--set", f"expulsion.{knob}")]
    (ann,) = begun(serve("--variant", "express", *players, *ALTERNATE, *expels), device, "Ann")
    ann.act("Play", fitting(ann))
    assert ann.look()["due"] == ["Guess", "Pass"]
    ann.act("Pass")
    ann.wait_for(lambda now: now["due"] == ["Play", "No play"])
    ann.act("Play", fitting(ann))
    assert ann.look()["due"] == ["Play", "No play", "Guess"]


def guessing(seat: Device) -> Locator:
    """The window of a guess, opened after a right play."""
    seat.act("Play", fitting(seat))
    seat.press("Guess")
    window = seat.page.get_by_role("dialog", name="Guess the rule")
    window.get_by_role("button", name="colour as the last").first.wait_for()
    return window


@pytest.mark.parametrize("kind", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_guess_is_made_beside_the_layout(serve: MakeTable, device: MakeDevice, kind: dict[str, object]) -> None:
    (ann, _) = begun(serve(*EXPRESS), device, "Ann", "Ben", kind={**kind, "reduced_motion": "reduce"})
    window = guessing(ann)
    sheet, width = window.bounding_box(), ann.page.viewport_size["width"]
    assert sheet is not None
    for card in ann.page.locator("#board .card").all():
        box = card.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= sheet["y"] or box["x"] + box["width"] <= sheet["x"], "it is in sight"
    if kind is PHONE:
        assert 0.55 < sheet["height"] / ann.page.viewport_size["height"] < 0.65
        assert sheet["width"] == width
    take = window.get_by_role("button", name="Guess", exact=True).bounding_box()
    assert take is not None
    assert take["y"] + take["height"] <= ann.page.viewport_size["height"]
    look = Look()
    wait_for_rest(ann.page)
    look.at(ann.page, f"guessing-{width}")
    assert not look.faults, look.faults
    ann.page.keyboard.press("Escape")
    expect(window).to_have_count(0)
    ann.press("Guess")
    window.wait_for()
    ann.page.go_back()
    expect(window).to_have_count(0)
    assert ann.page.url.split("?")[0].endswith("/table")
    ann.wait_for(lambda look: look["due"] == ["Guess", "Pass"])


def test_english_that_is_guessed_is_seen_as_it_is_read_beside_the_button(
    serve: MakeTable, device: MakeDevice
) -> None:
    table = serve(*EXPRESS)
    (ann, _) = begun(table, device, "Ann", "Ben", kind={**PHONE, "reduced_motion": "reduce"})
    window = guessing(ann)
    window.get_by_role("radio", name="As text").check()
    words, guess = window.get_by_role("textbox"), window.get_by_role("button", name="Guess", exact=True)
    words.fill("the same suit")
    expect(guess).to_have_accessible_description(re.compile("^Read as: .* suit as the last. Right after the"))
    for part in (window.locator(".meant"), guess):
        expect(part).to_be_in_viewport(ratio=1)
    expect(window.get_by_role("button", name="Guess it in these words")).to_have_count(0)
    words.fill("one higher")
    ace = window.get_by_role("radio", name="the ace following the king")
    expect(ace.locator("..").locator("..")).to_be_in_viewport(ratio=0.5)
    expect(guess).to_be_disabled()
    ace.check()
    expect(window.locator(".meant strong")).to_contain_text("the ace following the king")
    look = Look()
    wait_for_rest(ann.page)
    look.at(ann.page, "guessing-english")
    assert not look.faults, look.faults
    guess.click()
    window.get_by_role("button", name="Guess anyway").click()
    expect(window).to_have_count(0)
    ann.wait_for(lambda now: not now["due"])
    assert 'Ann guess "(rank - last.rank) % 13 == 1"' in table.file.read_text(encoding="utf-8")


def test_what_was_begun_of_a_guess_survives_a_reload(serve: MakeTable, device: MakeDevice) -> None:
    (ann, ben) = begun(serve(*EXPRESS), device, "Ann", "Ben")
    window = guessing(ann)
    window.get_by_role("button", name="colour as the last").first.click()
    window.get_by_role("combobox").nth(1).select_option("suit")
    window.get_by_role("button", name="an exception").click()
    window.get_by_text(re.compile("Right next")).wait_for()
    ann.page.reload()
    ann.until("playing")
    ann.press("Guess")
    expect(window.get_by_role("combobox").nth(1)).to_have_value("suit")
    expect(window.get_by_role("heading", name="An exception")).to_be_visible()
    window.get_by_role("radio", name="As text").check()
    window.get_by_role("textbox").fill("red after black, else lower")
    window.locator(".in-words").filter(has_text="after a red card play a card lower").wait_for()
    ann.page.reload()
    ann.until("playing")
    ann.press("Guess")
    expect(window.get_by_role("textbox")).to_have_value("red after black, else lower")
    window.get_by_role("button", name="Guess", exact=True).click()
    ann.wait_for(lambda now: not now["due"])
    expect(window).to_have_count(0)
    ann.page.wait_for_function("() => !history.state?.window")
    assert ann.page.evaluate("[sessionStorage.getItem('eleusis.guess'), history.state?.window]") == [None, None]
    ben.wait_for(lambda now: now["due"] == ["Play", "No play"])


def test_one_tap_plays_again_in_an_edition_named_by_what_differs(serve: MakeTable, device: MakeDevice) -> None:
    table = serve("--variant", "abbott", "--players", "Ann,Ben:good,Cleo:beginner,Dora:good", "--dealer", "Dora")
    host = device(table, LAPTOP)
    host.host()
    page = host.page
    page.locator("#edition").get_by_text("Be the Forecaster").wait_for()
    assert "beginner bot" in page.get_by_label("Who plays Cleo").locator("option:checked").inner_text()
    host.press("Choose another edition")
    page.get_by_role("button", name="Guess the rule").click()
    page.locator(".toast").get_by_text("Now: Guess the rule").wait_for()
    host.press("Start")
    host.press("Stop")
    host.press("End the game")
    page.get_by_role("heading", name="The game is over").wait_for()
    host.press("Play again")
    page.get_by_role("heading", name="Round 1").wait_for()


def test_the_story_stays_at_its_end_when_the_window_grows(serve: MakeTable, device: MakeDevice) -> None:
    (ann,) = begun(serve(*SOLO), device, "Ann")
    for _ in range(6):
        ann.act("Play", ann.look()["hand"][0])
    ann.page.set_viewport_size({"width": 1280, "height": 560})
    story = ann.page.locator("#story")
    story.get_by_role("listitem").last.wait_for()
    ann.page.wait_for_function("story.scrollTop + story.clientHeight >= story.scrollHeight - 8")
    assert story.bounding_box()["height"] > 100
