/**
 * The menu of the table's page: rules, story, scores, how it looks and sounds, the seat and its PIN, how others join.
 */

import { endGame } from "./alone.js";
import * as api from "./api.js";
import { fourColours } from "./cards.js";
import { choose, openDialog } from "./dialogs.js";
import { h, replace, segmented } from "./dom.js";
import { note } from "./live.js";
import { home, inRoom, typedAddress, wholeCode } from "./places.js";
import { standings } from "./players.js";
import { openRules } from "./rules.js";
import { keepSounding, sounding } from "./sounds.js";
import { storyLine } from "./story.js";
import { theme } from "./theme.js";
import { possessive } from "./words.js";

/** `system` follows the device. */
const THEMES = { system: "As the device", light: "Light", dark: "Dark" };

/** The keys of the table's page, each with what it does. */
const KEYS = [
  ["← → ↑ ↓", "go from card to card"],
  ["Enter, Space", "choose a card, or put it back"],
  ["c", "go to the cards"],
  ["p", "Play"],
  ["n", "No play"],
  ["r, w", "right, wrong (call or judge)"],
  ["d", "Declare"],
  ["g", "Guess"],
  ["x", "Pass"],
  ["h", "Hint"],
  ["u", "Undo"],
  ["+ − 0", "larger cards on the table, smaller ones, all in sight; so do two fingers, or two taps on a place"],
  ["m", "menu"],
  ["?", "this list"],
];

/**
 * Opens the menu. `moment` is what the page shows now, `board` the layout on it; `sorted` whether the hand lies by suit, `onSorted(sorted)`
 * changes that; `onLeave` is called when the seat was given up, or whoever plays alone goes to the start page.
 */
export function openMenu({ moment, board, sorted, onSorted, onLeave }) {
  const { table, seat, story } = moment;
  // It may be opened before the table has answered.
  const { alone = false, phase = "lobby" } = table ?? {};
  const isOn = phase !== "lobby" && phase !== "over";
  const entry = (name, onClick) =>
    h("li", {}, h("button", { type: "button", class: "wide", on: { click: onClick } }, name));
  return openDialog("Menu", [
    h(
      "ul",
      { class: "plain stack tight" },
      entry("Rules of this edition", () => openRules()),
      entry("What happened so far", () => openStory(story)),
      entry("Scores so far", () => openScores(table)),
      !alone && entry("Invite others", () => openInvitation(table)),
      !alone && seat && entry("My PIN", () => openPin(seat)),
      entry("Keys", openKeys),
      alone && isOn && entry("End this game", endGame),
      alone && entry("Start page", onLeave),
      !alone && seat && entry("Leave the seat", () => leaveSeat(seat, phase === "over", onLeave)),
      !alone && !seat && h("li", {}, h("a", { class: "button wide", href: home() }, "Choose a seat")),
    ),
    h("h3", {}, "How it looks and sounds"),
    h(
      "div",
      { class: "stack tight" },
      check("Four colours for the suits: ♦ is still red, ♣ still black", fourColours(), (on) => fourColours(on)),
      check("Larger cards on the table", board.closer(), (on) => board.closer(on)),
      seat && check("Sort my cards by suit", sorted, onSorted),
      table && seat && check("Sound and vibration", sounding(table), keepSounding),
      h("fieldset", {}, h("legend", {}, "Light or dark"), segmented("theme", THEMES, theme(), theme)),
    ),
  ]);
}

function check(label, checked, onChange) {
  const box = h("input", { type: "checkbox", checked, on: { change: () => onChange(box.checked) } });
  return h("label", { class: "check" }, box, label);
}

/** Opens the story of the round, its newest line in sight. */
export function openStory(story) {
  const list = h("ol", { class: "plain story" }, story.map(storyLine));
  openDialog(
    "What happened so far",
    story.length > 0 ? list : h("p", { class: "empty" }, "Nothing has happened yet."),
  );
  list.lastElementChild?.scrollIntoView({ block: "end" });
}

function openScores({ totals, rounds_over: over }) {
  openDialog("Scores so far", [
    h(
      "p",
      { class: "muted" },
      over === 0 ? "No round is over yet." : `After ${over === 1 ? "one round" : `${over} rounds`}.`,
    ),
    standings(totals),
  ]);
}

function openInvitation({ code }) {
  const place = h("div", { class: "invitation" });
  openDialog("Invite others", [
    h("p", {}, `Scan this, or type the address into a browser${inRoom() ? "" : " on the same network"}.`),
    place,
    h("p", { class: "lead" }, h("code", {}, wholeCode(typedAddress()))),
    code && h("p", {}, "To sit down they need the code that the host shows."),
  ]);
  fillInvitation(place);
}

/** Puts the QR code of the table's address in its place; where there is none, the address has to do. */
export async function fillInvitation(place) {
  try {
    replace(place, h("img", { class: "qr", src: await api.qrCode(), alt: "QR code of the address of this table" }));
  } catch {
    replace(place);
  }
}

async function openPin(seat) {
  const place = h("p", { class: "pin number" }, "…");
  openDialog("My PIN", [
    h(
      "p",
      {},
      `With this number you can take ${possessive(seat)} seat on another device, or if this one is lost. Keep it to yourself.`,
    ),
    place,
  ]);
  try {
    place.textContent = (await api.pin(seat)).pin;
  } catch (error) {
    place.textContent = error.text;
  }
}

export function openKeys() {
  const rows = KEYS.map(([keys, does]) =>
    h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, keys)), h("td", {}, does)),
  );
  openDialog("Keys", h("table", { class: "lines", tabindex: "0", "aria-label": "Keys" }, h("tbody", {}, rows)));
}

async function leaveSeat(seat, isOver, onLeave) {
  const text = isOver
    ? "The game is over, and its points stay."
    : `${possessive(seat)} hand stays where it is, and somebody else may take the seat.`;
  const leaves = await choose("Leave the seat?", text, [
    { name: "Stay", value: false },
    { name: "Leave", value: true, class: "danger" },
  ]);
  if (leaves !== true) return;
  try {
    await api.leave(seat);
  } catch (error) {
    note(error.text);
    return;
  }
  onLeave();
}
