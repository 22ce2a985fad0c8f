"""How a page goes on hearing: a stream that is dead and doesn't know it, a table that is away for a while."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import MakeDevice, MakeTable
from tests.browser.devices import PHONE, Device

pytest.importorskip("playwright")
pytestmark = pytest.mark.browser

# A table of the test's own in place of the server: `n` events, `dead` or not, and all that is asked of it.
TABLE = """async () => {
  const api = await import("/static/api.js");
  const own = { n: 3, dead: false, you: ["Ann"], paths: [], heard: [], states: [], gone: false };
  window.own = own;
  api.useTransport({
    request: async () => {
      if (own.dead) throw new Error("nobody is there");
      return { status: 200, text: JSON.stringify({ game: 1, n: own.n, you: own.you }) };
    },
    listen: ({ path, onOpen, onEvent, onLost }) => {
      own.paths.push(path);
      const after = Number(new URLSearchParams(path.split("?")[1]).get("after") ?? 0);
      const begin = () => {
        if (own.dead) return onLost();
        onOpen();
        for (let n = after + 1; n <= own.n; n += 1) onEvent(n, "{}");
      };
      const timer = setTimeout(begin, 10);
      return { close: () => clearTimeout(timer) };
    },
  });
  api.listen({
    seat: "Ann",
    onEvent: (n) => own.heard.push(n),
    onState: (state) => own.states.push(state),
    onGone: () => (own.gone = true),
  });
}"""


def listening(serve: MakeTable, device: MakeDevice) -> Device:
    """A page that listens to a table of the test's own, its clock stopped."""
    phone = device(serve("--variant", "express"), PHONE)
    phone.page.clock.install()
    phone.go("/host")  # without its key that page listens to nothing itself
    phone.page.evaluate(TABLE)
    phone.page.clock.run_for(1000)
    assert own(phone)["heard"] == [1, 2, 3]
    return phone


def own(phone: Device) -> dict[str, Any]:
    """How that table stands."""
    return dict(phone.page.evaluate("own"))


def test_a_silent_stream_is_left_alone_as_long_as_nothing_is_missed(serve: MakeTable, device: MakeDevice) -> None:
    phone = listening(serve, device)
    phone.page.clock.run_for(120_000)
    assert own(phone)["paths"] == ["/api/events?seat=Ann"]


def test_a_dead_stream_is_opened_again_where_it_broke_off(serve: MakeTable, device: MakeDevice) -> None:
    phone = listening(serve, device)
    phone.page.evaluate("own.n = 5")
    phone.page.clock.run_for(40_000)
    stands = own(phone)
    assert stands["paths"] == ["/api/events?seat=Ann", "/api/events?seat=Ann&after=3"]
    assert stands["heard"] == [1, 2, 3, 4, 5]


def test_a_table_that_was_away_is_found_again_within_seconds(serve: MakeTable, device: MakeDevice) -> None:
    phone = listening(serve, device)
    phone.page.evaluate("own.dead = true")
    phone.page.clock.run_for(300_000)
    assert own(phone)["states"] == ["live", "lost"]
    phone.page.evaluate("own.dead = false; own.n = 4")
    phone.page.clock.run_for(6_000)
    stands = own(phone)
    assert stands["states"] == ["live", "lost", "live"]
    assert stands["heard"] == [1, 2, 3, 4]


def test_a_seat_that_is_taken_elsewhere_ends_the_listening(serve: MakeTable, device: MakeDevice) -> None:
    phone = listening(serve, device)
    phone.page.evaluate("own.you = []")
    phone.page.clock.run_for(40_000)
    assert own(phone)["gone"]


# How long (ms) each of two questions is waited for.
PATIENCE = """async () => {
  const api = await import("/static/api.js");
  const waits = [];
  const { timeout } = AbortSignal;
  AbortSignal.timeout = (ms) => waits.push(ms) && timeout.call(AbortSignal, ms);
  await api.table();
  await api.review(1).catch(() => null);
  return waits;
}"""


def test_a_review_may_take_its_time_on_a_slow_laptop(serve: MakeTable, device: MakeDevice) -> None:
    phone = device(serve("--variant", "express"), PHONE)
    phone.allow("Failed to load resource")  # there is no round to look back on
    phone.go("/host")
    table, review = phone.page.evaluate(PATIENCE)
    assert table <= 15_000
    assert review >= 2 * 60_000


# A table that has heard too much lately, `patience` times; what was asked of it, and what came of it.
BUSY = """async (patience) => {
  const api = await import("/static/api.js");
  const asked = [];
  const told = {};
  const tooOften = { status: 429, wait: 0.01, text: '{"error": {"code": "web/too-often", "text": "wait"}}' };
  let left = 0;
  api.useTransport({
    request: async ({ method, path }) => {
      asked.push(`${method} ${path}`);
      left -= 1;
      return left >= 0 ? tooOften : { status: 200, text: '{"after": []}' };
    },
  });
  const ask = async (name, question) => {
    left = patience;
    told[name] = await question().then(() => "answered", (error) => error.code);
  };
  await ask("table", () => api.table());
  await ask("look", () => api.lookAtRule("odd", "Ann"));
  await ask("move", () => api.move(3, "play 5H", "Ann"));
  return { asked, told };
}"""


def test_a_question_too_soon_is_asked_again_a_move_never(serve: MakeTable, device: MakeDevice) -> None:
    phone = device(serve("--variant", "express"), PHONE)
    phone.go("/host")
    often = phone.page.evaluate(BUSY, 3)
    assert often["told"] == {"table": "answered", "look": "answered", "move": "web/too-often"}
    assert often["asked"] == ["GET /api/table"] * 4 + ["POST /api/rules/look"] * 4 + ["POST /api/moves"]
    too_often = phone.page.evaluate(BUSY, 4)
    assert set(too_often["told"].values()) == {"web/too-often"}
    assert len(too_often["asked"]) == 9
