"""The moment of judgement: pending, then right or wrong; what is said of it; how a rule that was found is shown."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import MakeDevice, MakeTable
from tests.browser.devices import LAPTOP, PHONE, PROJECTOR, Device, seat_dealing_bot, whose_turn
from tests.browser.looking import Look, wait_for_rest
from tests.browser.serving import BEFORE_A_FALL

pytest.importorskip("playwright")
pytestmark = pytest.mark.browser

A_SECOND, SWEEP = 1000, 1500
STILL = {"reduced_motion": "reduce"}
MOVES = {"transform", "opacity", "offset", "computedOffset", "easing", "composite"}
RED = ("hearts", "diamonds")

# Writes down each state of a moment, and how long (ms) each movement that a script begins will take.
WATCH = """() => {
  window.seen = { states: [], ends: [], properties: [] };
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...wishes) {
    const animation = animate.apply(this, wishes);
    seen.ends.push(animation.effect.getComputedTiming().endTime);
    for (const frame of animation.effect.getKeyframes()) seen.properties.push(...Object.keys(frame));
    return animation;
  };
  const { play } = Animation.prototype;
  Animation.prototype.play = function () {
    seen.ends.push(this.effect.getComputedTiming().endTime);
    play.call(this);
  };
  const watch = () => {
    const { moment, momentKind } = stage.dataset;
    if (moment) seen.states.push(`${momentKind}: ${moment}`);
  };
  const options = { attributes: true, attributeFilter: ["data-moment"] };
  const stage = document.getElementById("table") ?? document.getElementById("stage");
  if (stage) new MutationObserver(watch).observe(stage, options);
}"""
TAKE = """() => {
  const flying = document.querySelectorAll(".flying").length;
  return { ...seen, states: seen.states.splice(0), ends: seen.ends.splice(0), flying };
}"""
ENDS = """(items) => items
  .flatMap((item) => item.getAnimations())
  .map((each) => each.effect.getComputedTiming().endTime)"""
HEARD = "() => [...document.querySelectorAll('[role=status] p')].map((line) => line.textContent)"


def begin(serve: MakeTable, device: MakeDevice, rule: str, **more: Any) -> tuple[dict[str, Device], Device]:
    """A round of Express under a rule that a bot has dealt, Ann on a phone and Bob on a laptop; and its host."""
    table = serve("--variant", "express", "--rule", rule, "--seed", "5", "--rounds", "1")
    seats = {"Ann": device(table, PHONE, **more), "Bob": device(table, LAPTOP, **more)}
    for name, each in seats.items():
        each.sit(name)
    host = device(table, LAPTOP)
    host.host()
    seat_dealing_bot(host, "Dora")
    host.press("Start")
    for each in seats.values():
        each.until("playing")
        each.wait_for(lambda now: len(now["hand"]) > 0)
        each.page.evaluate(WATCH)
    return seats, host


def play(seats: dict[str, Device], *, right: bool) -> str:
    """Play a card that is right under the rule "red", or isn't, until all have seen it judged; who did."""
    due = whose_turn(seats.values())
    assert due is not None
    mover, now = due
    card = next(card for card in now["hand"] if card.endswith(RED) is right)
    mover.act("Play", card)
    for each in seats.values():
        each.page.locator(f"#table[data-moment={'right' if right else 'wrong'}]").wait_for()
    return next(name for name, each in seats.items() if each is mover)


def guess(device: Device, rule: str) -> None:
    """Guess the rule as a text."""
    device.press("Guess")
    window = device.page.get_by_role("dialog", name="Guess the rule")
    window.get_by_role("radio", name="As text").check()
    window.get_by_role("textbox").fill(rule)
    window.get_by_role("button", name="Guess", exact=True).click()
    if window.get_by_role("button", name="Guess anyway").is_visible():
        window.get_by_role("button", name="Guess anyway").click()


@pytest.mark.parametrize("calm", [False, True])
def test_a_card_is_judged_by_nobody_then_right_or_wrong(
    serve: MakeTable, device: MakeDevice, *, calm: bool
) -> None:
    seats, _ = begin(serve, device, "red", **(STILL if calm else {}))
    for right in (False, True):
        mover = play(seats, right=right)
        for each in seats.values():
            wait_for_rest(each.page)
            seen = each.page.evaluate(TAKE)
            assert seen["states"] == ["play: pending", f"play: {'right' if right else 'wrong'}"]
            # The first card takes its second and no more; who wants no movement sees the same without any.
            assert max(seen["ends"]) <= A_SECOND
            assert (len(seen["ends"]) == 1) is calm
            assert set(seen["properties"]) <= MOVES
            assert seen["flying"] == 0
            last = each.page.locator("#last").inner_text() if each is seats["Ann"] else ""
            assert last == "" or last.startswith("Right: " if right else "Wrong: ")
            heard = [line for line in each.page.evaluate(HEARD) if line.startswith(f"{mover} plays")]
            assert len(heard) == len(set(heard))
            assert any(("right" if right else "wrong") in line for line in heard)


def wait_for_play(each: Device, states: list[str]) -> None:
    """Until a page shows one play more that nobody has judged yet; all that it shows is added to `states`."""
    before = states.count("play: pending")
    for _ in range(500):
        states += each.page.evaluate(TAKE)["states"]
        if states.count("play: pending") > before:
            return
        each.page.wait_for_timeout(10)
    raise AssertionError(states)


def test_a_move_is_possible_while_cards_still_move_and_ends_them(serve: MakeTable, device: MakeDevice) -> None:
    seats, _ = begin(serve, device, "red")
    shown: list[tuple[Device, list[str]]] = [(each, []) for each in seats.values()]
    for _ in range(2):
        due = whose_turn(seats.values())
        assert due is not None
        mover, now = due
        mover.act("Play", next(card for card in now["hand"] if not card.endswith(RED)))
        for each, states in shown:
            wait_for_play(each, states)
    assert all(states[-1].startswith("play: ") and states.count("play: pending") == 2 for _, states in shown)
    first = seats["Ann"].page if mover is not seats["Ann"] else seats["Bob"].page
    # What one's own play was stays readable while the next one is judged.
    first.locator("#own-verdict").filter(has_text="Your ").filter(has_text="wrong").wait_for()
    first.locator("#own-verdict").wait_for(state="hidden")


def test_what_happened_is_two_lines_and_never_cut(serve: MakeTable, device: MakeDevice) -> None:
    seats, _ = begin(serve, device, "red")
    phone = seats["Ann"]
    phone.page.set_viewport_size({"width": 320, "height": 640})
    fall = ("right, but Bartholomew called it wrong", "Bartholomew is overthrown, draws 5: 5♥ 6♥")
    sentence = "a long sentence " * 20
    lines = [
        line_of("You play 10♠ 10♥ 10♦ 10♣", *fall),
        {**line_of(f'Bob guesses "{sentence}"', "wrong", number=None), "guess": "red"},
        line_of("Ann says no play (A♠ 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠ J♠ Q♠)", "wrong", "3♠ is played"),
    ]
    for line in lines:
        height, scroll, row = phone.page.evaluate(
            """async (line) => {
              const { lastLine } = await import("/static/story.js");
              const { replace } = await import("/static/dom.js");
              const last = document.getElementById("last");
              replace(last, lastLine([line]));
              const style = getComputedStyle(last);
              const [padding, row] = ["paddingTop", "lineHeight"].map((name) => parseFloat(style[name]));
              return [last.scrollHeight - 2 * padding, last.scrollWidth - last.clientWidth, row];
            }""",
            line,
        )
        assert height < 2.6 * row, line
        assert scroll <= 0
        assert phone.page.locator("#last").inner_text().startswith(("Right: ", "Wrong: "))


def test_a_guess_waits_for_a_tap_and_the_finder_is_told_otherwise(serve: MakeTable, device: MakeDevice) -> None:
    seats, host = begin(serve, device, "red")
    for each in seats.values():
        each.page.clock.install()
    play(seats, right=True)
    due = whose_turn(seats.values())
    assert due is not None
    loser = due[0]
    winner = next(each for each in seats.values() if each is not loser)
    lost, won = (next(name for name, each in seats.items() if each is seat) for seat in (loser, winner))
    wait_for_rest(loser.page)
    loser.page.evaluate(TAKE)
    guess(loser, "rank >= last.rank")
    loser.page.get_by_text("Your guess is wrong").wait_for()
    winner.page.get_by_text(f"{lost}’s guess is wrong").wait_for()
    assert loser.page.evaluate(TAKE)["states"] == ["guess: pending", "guess: wrong"]
    for each in seats.values():
        each.page.clock.fast_forward(9000)
    assert not winner.page.get_by_text(f"{lost}’s guess is wrong").is_visible()
    look = Look()
    wait_for_rest(loser.page)
    look.at(loser.page, "a guess that was wrong")
    loser.press("Go on")
    assert not loser.page.get_by_text("Your guess is wrong").is_visible()

    play({won: winner} | {lost: loser}, right=True)
    if whose_turn(seats.values())[0] is loser:  # type: ignore[index]
        loser.act("Pass")
        play(seats, right=True)
    winner.page.evaluate(TAKE)
    guess(winner, "red")
    winner.page.get_by_text("You found it!").first.wait_for()
    assert winner.page.evaluate(TAKE)["states"] == ["guess: pending", "guess: right"]
    for each in seats.values():
        each.page.clock.fast_forward(5000)
        each.until("between")
    winner.page.locator("[data-found=own]", has_text="You found it!").wait_for()
    loser.page.locator("[data-found=other]", has_text=f"{won} found it").wait_for()
    for each in seats.values():
        # The card that tells the wrong guess from the rule, and the line that obeyed it, card by card.
        each.page.locator(".wrong-guess .witness").wait_for()
        line = each.page.get_by_role("list", name="Each card of the line obeyed it")
        ends = line.locator("li").evaluate_all(ENDS)
        assert max(ends, default=0) <= SWEEP
    host.press("Count the points")
    for each in seats.values():
        each.until("over")
        places = each.page.get_by_role("list", name="The first three").get_by_role("listitem")
        assert places.count() == 3
        assert places.first.get_attribute("data-place") == "1"
        wait_for_rest(each.page)
    look.at(loser.page, "the first three")
    assert not look.faults, "\n".join(look.faults)


def test_the_wall_tells_a_verdict_when_it_is_seen_and_a_rule_after_it(serve: MakeTable, device: MakeDevice) -> None:
    seats, _ = begin(serve, device, "red")
    wall = device(seats["Ann"].table, PROJECTOR)
    wall.go("/screen")
    wall.until("play")
    page = wall.page
    page.evaluate(WATCH)
    page.evaluate(
        """() => {
          const look = () => {
            const { moment } = document.getElementById("stage").dataset;
            const shown = (id) => document.querySelector(id)?.checkVisibility({ visibilityProperty: true });
            if (moment === "pending" && ["#told .then", "#plaque", "#rule"].some(shown)) seen.early = true;
          };
          new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
        }"""
    )
    mover = seats[play(seats, right=True)]
    page.locator("#stage[data-moment=right]").wait_for()
    guess(mover, "red")
    page.locator("#plaque").get_by_text("found it").wait_for()
    page.locator("#rule").wait_for()
    assert page.locator("#plaque").is_hidden()
    seen = page.evaluate(TAKE)
    assert seen["states"] == ["play: pending", "play: right", "guess: pending", "guess: right"]
    assert "early" not in seen
    assert max(seen["ends"]) <= SWEEP


def test_a_play_is_pending_as_long_as_its_dealer_thinks(serve: MakeTable, device: MakeDevice) -> None:
    table = serve("--variant", "express", "--seed", "5", "--players", "Ann,Bob,Cleo", "--dealer", "Cleo")
    seats = {name: device(table, PHONE) for name in ("Ann", "Bob", "Cleo")}
    for name, each in seats.items():
        each.sit(name)
    host = device(table, LAPTOP)
    host.host()
    host.press("Start")
    cleo = seats["Cleo"]
    cleo.until("dealing")
    cleo.press("I judge each play myself")
    for each in seats.values():
        each.until("playing")
        each.page.evaluate(WATCH)
    due = whose_turn([seats["Ann"], seats["Bob"]])
    assert due is not None
    mover, now = due
    mover.act("Play", now["hand"][0])
    cleo.wait_for(lambda seen: seen["own"])
    for each in seats.values():
        each.page.locator("#table[data-moment=pending]").wait_for()
        wait_for_rest(each.page)
        assert each.page.evaluate(TAKE)["states"] == ["play: pending"]
    cleo.act("It’s right")
    for each in seats.values():
        each.page.locator("#table[data-moment=right]").wait_for()
        # It lay there long enough.
        assert each.page.evaluate(TAKE)["states"] == ["play: right"]


@pytest.mark.parametrize("calm", [False, True])
def test_an_overthrow_is_seen_by_all_and_waits_for_a_tap_of_the_fallen(
    serve: MakeTable, device: MakeDevice, *, calm: bool
) -> None:
    table = serve(begun=BEFORE_A_FALL)
    seats = {name: device(table, PHONE, **(STILL if calm else {})) for name in ("Cleo", "Bob")}
    for name, each in seats.items():
        each.go("/")
        each.press(f"Sit here: {name}")
        each.page.get_by_role("link", name="To the table").click()
        each.until("playing")
        each.page.locator("#board .card").first.wait_for()
        each.page.evaluate(WATCH)
    cleo, bob = seats.values()
    cleo.press("Call wrong")
    cleo.page.get_by_role("dialog").get_by_role("button", name="9 of hearts").click()
    for each in seats.values():
        each.page.locator("#plaque").wait_for()
        wait_for_rest(each.page)
        seen = each.page.evaluate(TAKE)
        # It lay there long enough.
        assert seen["states"] == ["no play: wrong"]
        assert max(seen["ends"], default=0) <= A_SECOND
        assert bool(seen["ends"]) is not calm
        assert set(seen["properties"]) <= MOVES
        assert each.page.locator("#plaque .named").inner_text() == "9 of clubs, played"
        heard = [line for line in each.page.evaluate(HEARD) if "overthrown" in line]
        assert len(heard) == 1
    assert cleo.page.locator("#plaque[data-own]").is_visible()
    assert not bob.page.locator("#plaque[data-own]").is_visible()
    look = Look()
    look.at(cleo.page, "an overthrow")
    cleo.press("Go on")
    assert cleo.page.locator("#plaque").is_hidden()
    assert not look.faults, "\n".join(look.faults)


# Two moments of a round as the pages have them, and what is seen and said of what happened in between.
BETWEEN = """async ([story, before, now, seat]) => {
  const { momentBetween, plaqueOf } = await import("/static/moments.js");
  const view = { prophet: null, expelled: [], call: null };
  const [first, then] = [before, now].map((more, i) => ({ story: story[i], view: { ...view, ...more } }));
  const moment = momentBetween(first, then);
  return moment && { ...moment, plaque: plaqueOf(moment, seat, "Forecaster") };
}"""


def line_of(what: str, *then: str, seat: str = "Ann", number: int | None = 1) -> dict[str, Any]:
    """A line of a story."""
    judged = [part.startswith("right") for part in then if part.startswith(("right", "wrong"))]
    return {
        "number": number,
        "seat": seat,
        "what": what,
        "then": [*then],
        "text": " · ".join((what, *then)),
        "guess": None,
        "kind": None if number is None else "no play" if "no play" in what else "play",
        "right": judged[0] if judged else None,
        "laid": [] if number is None else ["3S"],
        "shown": ["3S", "4S"] if "no play" in what else [],
    }


def test_calls_no_plays_and_falls_are_moments_too(serve: MakeTable, device: MakeDevice) -> None:
    phone = device(serve("--variant", "express"), PHONE)
    phone.go("/host")
    waits = line_of("Ann plays 3♠", "not judged yet")
    called = line_of("Ann plays 3♠", "Bob calls it wrong", "not judged yet")
    falls = line_of("Ann plays 3♠", "right, but Bob called it wrong", "Bob is overthrown, draws 5")
    no_play = line_of("Ann says no play (3♠ 4♠)", "wrong", "3♠ is played", "draws 5")
    out = line_of("Ann plays 3♠", "wrong", "Ann is expelled")

    def see(before: list[Any], now: list[Any], *views: dict[str, Any], seat: str = "Ann") -> dict[str, Any]:
        seen = phone.page.evaluate(BETWEEN, [[before, now], *(views or ({}, {})), seat])
        return dict(seen)

    call = see([waits], [called], {"prophet": "Bob"}, {"prophet": "Bob", "call": False})
    assert (call["kind"], call["verdict"], call["waited"], call["plaque"]) == ("call", None, True, None)
    hint = {**line_of('Eve hints "red"', number=None, seat="Eve"), "hint": {"text": "red", "by_host": False}}
    assert see([waits], [hint, line_of("Ann plays 3♠", "right")])["waited"]
    assert phone.page.evaluate(BETWEEN, [[[waits], [waits, hint]], {}, {}, "Ann"]) is None
    assert phone.page.evaluate(BETWEEN, [[[waits], []], {}, {}, "Ann"]) is None
    fall = see([called], [falls], {"prophet": "Bob", "call": False}, {}, seat="Bob")
    assert (fall["kind"], fall["verdict"], fall["waited"], fall["fallen"]) == ("play", "right", True, "Bob")
    assert fall["plaque"]["own"]
    refused = see([], [no_play])
    assert (refused["kind"], refused["verdict"], refused["plaque"]["own"]) == ("no play", "wrong", True)
    assert not see([], [no_play], seat="Bob")["plaque"]["own"]
    lost = see([], [out], {}, {"expelled": ["Ann"]})
    assert (lost["expelled"], lost["plaque"]["own"], lost["plaque"]["verdict"]) == (["Ann"], True, "wrong")


# A string of three cards comes to a layout that lay there; how many cards fly, and how long that takes.
STRING = """async () => {
  const { Board } = await import("/static/board.js");
  const place = document.body.appendChild(document.createElement("div"));
  place.style.height = "300px";
  const board = new Board(place);
  const rest = { starters: ["8C"], pending: [], phase: "play", set_aside: [], hands: {} };
  const view = (mainline) => ({ layout: { mainline, sidelines: mainline.map(() => []), before: [] }, ...rest });
  board.show(view(["8C"]));
  const from = [1, 2, 3].map((left) => ({ left: 20 * left, top: 500, width: 40 }));
  const moment = { kind: "play", verdict: "right", waited: false };
  board.show(view(["8C", "5H", "6S", "7H"]), { moment, from });
  const flying = document.querySelectorAll(".flying").length;
  await Promise.allSettled(document.getAnimations().map((each) => each.finished));
  const stage = place.querySelector(".board-window");
  return [flying, document.querySelectorAll(".flying").length, Math.max(...seen.ends), stage.dataset.moment];
}"""


def test_all_cards_of_a_string_fly(serve: MakeTable, device: MakeDevice) -> None:
    phone = device(serve("--variant", "express"), PHONE)
    phone.go("/screen")
    phone.page.evaluate(WATCH)
    flying, left, ends, moment = phone.page.evaluate(STRING)
    assert (flying, left, moment) == (3, 0, "right")
    assert ends <= A_SECOND


def test_whoever_has_won_has_the_wall_and_at_the_end_a_podium(serve: MakeTable, device: MakeDevice) -> None:
    seats, host = begin(serve, device, "red")
    wall = device(seats["Ann"].table, PROJECTOR, **STILL)
    wall.go("/screen")
    wall.until("play")
    winner = play(seats, right=True)
    guess(seats[winner], "red")
    bar, starred = wall.page.locator("#now.won"), wall.page.locator("#players .won .name")
    bar.wait_for()
    bar.get_by_role("heading").get_by_text(winner).wait_for()
    assert f"won: {winner}" in starred.all_text_contents()
    assert wall.page.locator("#rule code").count() == 0
    look = Look()
    look.at(wall.page, "the wall of a round that was won", thumbs=False)
    host.press("Count the points")
    steps = wall.page.get_by_role("list", name="The first three").get_by_role("listitem")
    steps.first.wait_for()
    assert [steps.nth(0).get_attribute("data-place"), steps.count()] == ["1", 3]
    assert wall.page.locator("#board").is_hidden()
    look.at(wall.page, "the wall with the first three", thumbs=False)
    assert not look.faults, "\n".join(look.faults)
