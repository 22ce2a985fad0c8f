/**
 * The seats that this browser holds: which one it shows, and what stands there where it may show none.
 */

import { button, each, field, h } from "./dom.js";
import { ofThisPage } from "./memory.js";
import { home } from "./places.js";
import { possessive } from "./words.js";

const memory = ofThisPage("eleusis.seat");

/** The seat that this page begins with: the one that is `wanted`, or the first that it holds. */
export function firstSeat(you, wanted = [new URLSearchParams(window.location.search).get("seat"), memory.text]) {
  return [...wanted, you[0]].find((seat) => you.includes(seat)) ?? "";
}

/** Keeps in mind which seat this page shows. */
export const keepSeat = (seat) => memory.keep(seat);

/** The switch between several seats; nothing where there is but one. */
export function seatSwitch(you, seat, onSwitch) {
  if (you.length < 2) return null;
  return each("div.seat-switch", { role: "group", "aria-label": "Seats of this device" }, you, (name) =>
    button(name, () => onSwitch(name), { class: "chip", "aria-pressed": String(name === seat) }),
  );
}

/** What covers a hand until the one whose hand it is holds the device. */
export function cover(seat, onShow) {
  return h(
    "div.cover.panel.accent.stack.tight",
    h("h2", `Hand the phone to ${seat}`),
    h("p.muted", "Nobody else should see the screen now."),
    button(`Show ${possessive(seat)} hand`, onShow, { class: "primary large wide" }),
  );
}

/**
 * What stands there when the seat is held by this browser no more; `onBack(pin, code)` takes it back.
 *
 * `isTaken` is whether another device holds it, which has a new PIN; `asksCode` whether the table has a code.
 */
export function seatGone({ seat, isTaken, asksCode }, onBack) {
  const pin = h("input", {
    id: "pin-back",
    name: "pin",
    inputmode: "numeric",
    autocomplete: "off",
    pattern: "[0-9]{6}",
    maxlength: 6,
  });
  const code =
    asksCode && h("input", { id: "code-back", name: "code", autocomplete: "off", maxlength: 40, required: true });
  const problem = h("p.error", { role: "alert" });
  const submit = async (event) => {
    event.preventDefault();
    problem.textContent = (await onBack(pin.value.trim() || undefined, code ? code.value.trim() : undefined)) ?? "";
  };
  return h(
    "form.panel.accent.stack",
    { on: { submit } },
    h("h2", isTaken ? `${seat} is on another device now` : `${possessive(seat)} seat is free`),
    h(
      "p",
      isTaken
        ? "Someone took the seat with its PIN. That device shows a new PIN (Menu, My PIN), which takes it back."
        : "The host has freed this seat, or it was left on another page. You can sit down again.",
    ),
    isTaken && field("PIN", pin),
    code && field("Code of the table", code),
    problem,
    h(
      "div.row",
      h("button.primary", { type: "submit" }, isTaken ? "Take the seat back" : "Sit down again"),
      h("a.button", { href: home() }, "Choose another seat"),
    ),
  );
}
