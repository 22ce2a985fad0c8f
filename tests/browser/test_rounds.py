"""Whole rounds played by the pages alone, each seat on a device of its own."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.browser.conftest import MakeDevice, MakeTable
from tests.browser.devices import LAPTOP, PHONE, PROJECTOR, Device, seat_dealing_bot, whose_turn
from tests.browser.hidden import card_code, card_name, cards_in, positions

pytest.importorskip("playwright")
pytestmark = pytest.mark.browser

TURNS = 8
HIGHER = "at least as high as the last"
ANOTHER_COLOUR = re.compile("colour as the last")


def listed(names: list[str]) -> str:
    """Names as a sentence has them."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def guess(device: Device, sentence: str | re.Pattern[str]) -> None:
    """Guess the rule with a sentence of the builder, as it stands there at first."""
    before = device.look()
    device.press("Guess")
    window = device.page.get_by_role("dialog", name="Guess the rule")
    window.get_by_role("button", name=sentence).first.click()
    window.get_by_role("button", name="Guess", exact=True).click()
    if window.get_by_role("button", name="Guess anyway").is_visible():
        window.get_by_role("button", name="Guess anyway").click()
    device.settle(before)


def test_three_phones_and_a_projector_play_a_round_of_express(serve: MakeTable, device: MakeDevice) -> None:
    table = serve("--variant", "express", "--rule", "color != last.color", "--seed", "5", "--rounds", "1")
    phones = {name: device(table, PHONE) for name in ("Ann", "Bob", "Cleo")}
    for name, phone in phones.items():
        phone.sit(name)
    projector = device(table, PROJECTOR)
    projector.go("/screen")
    host = device(table, LAPTOP)
    host.host()
    seat_dealing_bot(host, "Dora")
    host.press("Start")
    for phone in phones.values():
        phone.until("playing")

    looks: list[tuple[str, int, list[str], set[str]]] = []
    guesses = 0
    turns = 0
    while (due := whose_turn(phones.values())) is not None:
        phone, now = due
        name = next(name for name, each in phones.items() if each is phone)
        if now["due"] == ["Guess", "Pass"]:
            assert now["turn"] == "Your turn: guess the rule, or pass"
            if turns > TURNS or guesses == 0:
                guess(phone, ANOTHER_COLOUR if guesses else HIGHER)
                guesses += 1
            else:
                phone.act("Pass")
        else:
            assert now["turn"] == "Your turn: play a card"
            looks += [
                (seat, turns, each.look()["hand"], cards_in(each.page.content())) for seat, each in phones.items()
            ]
            looks.append(("", turns, [], cards_in(projector.page.content())))
            turns += 1
            phone.act("Play", now["hand"][0])
            assert projector.page.locator("#turn").text_content()
    assert guesses == 2

    for phone in phones.values():
        phone.until("between")
        phone.page.get_by_text("Round 1 · Dora’s rule").wait_for()
    host.press("Count the points")
    for phone in phones.values():
        phone.until("over")

    game = table.replay()
    (round_,) = game["rounds"]
    after = positions(round_)
    for seat, turn, hand, shown in looks:
        own = after[turn].hands.get(seat, Counter())
        assert Counter(hand) == Counter(card_name(code) for code in own.elements()), (seat, turn)
        assert shown <= set(own) | after[turn].layout, (seat, turn)

    totals = {seat: round_["scores"][seat] for seat in game["players"]}
    winners = [seat for seat in totals if totals[seat] == max(totals.values())]
    won = (
        f"{listed(winners)} {'share' if len(winners) > 1 else 'wins'} the round with {max(totals.values())} points"
    )
    for phone in phones.values():
        page = phone.page
        page.get_by_text("As written").first.click()
        page.get_by_text("color != last.color", exact=True).first.wait_for()
        page.get_by_role("heading", name=won, exact=True).wait_for()
        for seat, points in totals.items():
            row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=re.compile(f"^{seat}")))
            assert row.first.get_by_role("cell").last.inner_text() == str(points), seat
    for winner in winners:
        projector.page.locator("#now").filter(has_text=winner).wait_for()
    projector.page.locator("#rule").filter(has_text="colours").wait_for()


def test_a_forecaster_falls_in_a_round_of_abbott(serve: MakeTable, device: MakeDevice) -> None:
    settings = ("--set", "deal.hand=4", "--rounds", "1", "--players", "Ann,Bob,Cleo,Eve", "--dealer", "Eve")
    table = serve("--variant", "abbott", "--seed", "3", *settings)
    phones = {name: device(table, PHONE) for name in ("Ann", "Bob", "Cleo", "Eve")}
    for name, phone in phones.items():
        phone.sit(name)
    host = device(table, LAPTOP)
    host.host()
    host.press("Start")
    phones["Eve"].until("dealing")
    phones["Ann"].until("rule")
    phones["Eve"].press("I judge each play myself")
    for phone in phones.values():
        phone.until("playing")

    moves: list[tuple[str, str]] = []
    forecaster = None
    fallen = False
    while (due := whose_turn(phones.values())) is not None:
        phone, now = due
        name = next(name for name, each in phones.items() if each is phone)
        match now["due"]:
            case ["It’s right", "It’s wrong"]:
                assert name == "Eve"
                # The first play that the Forecaster calls right is the one of the fall.
                right = forecaster is None or fallen
                fallen = fallen or forecaster is not None
                phone.act("It’s right" if right else "It’s wrong")
                moves.append((name, f"judge {'right' if right else 'wrong'}"))
            case ["Call right", "Call wrong"]:
                assert name == forecaster
                phone.act("Call right")
                moves.append((name, "call right"))
            case buttons if "Declare" in buttons and forecaster is None:
                forecaster = name
                phone.act("Declare")
                moves.append((name, "declare"))
            case buttons if "Declare" in buttons:
                phone.act("Pass")
                moves.append((name, "pass"))
            case _:
                cards = now["hand"][: 4 if fallen else 1]
                phone.act("Play", *cards)
                moves.append((name, f"play {' '.join(map(card_code, cards))}"))
    assert fallen

    for phone in phones.values():
        phone.until("between")
        phone.page.get_by_text("Eve judged without a written rule.").wait_for()
    host.press("Count the points")
    assert forecaster is not None
    phones[forecaster].until("over")

    game = table.replay()
    (round_,) = game["rounds"]
    assert [(step["seat"], step["move"]) for step in round_["steps"] if step["by"] == "seat"] == moves
    events = [event for step in round_["steps"] for event in step["events"]]
    assert [event["seat"] for event in events if event["type"] == "prophet_overthrown"] == [forecaster]
    seen = phones["Ann"].page.evaluate("async () => (await fetch('/api/rounds/1')).json()")
    assert [step["events"] for step in seen["steps"]] == [step["events"] for step in round_["steps"]]
    assert seen["scores"] == round_["scores"]
