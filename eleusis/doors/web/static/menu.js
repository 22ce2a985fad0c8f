/**
 * The menu of the table's page: rules, story, scores, how it looks and sounds, the seat and its PIN, how others join.
 */

import { endGame } from "./alone.js";
import * as api from "./api.js";
import { attempt, fillWith } from "./attempts.js";
import { fourColours } from "./cards.js";
import { ask, openDialog } from "./dialogs.js";
import { button, h, replace, segmented } from "./dom.js";
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
  const entry = (name, onClick) => h("li", button(name, onClick, { class: "wide" }));
  return openDialog("Menu", [
    h(
      "ul.plain.stack.tight",
      entry("Rules of this edition", () => openRules()),
      entry("What happened so far", () => openStory(story)),
      entry("Scores so far", () => openScores(table)),
      !alone && entry("Invite others", () => openInvitation(table)),
      !alone && seat && entry("My PIN", () => openPin(seat)),
      entry("Keys", openKeys),
      alone && isOn && entry("End this game", endGame),
      alone && entry("Start page", onLeave),
      !alone && seat && entry("Leave the seat", () => leaveSeat(seat, phase === "over", onLeave)),
      !alone && !seat && h("li", h("a.button.wide", { href: home() }, "Choose a seat")),
    ),
    h("h3", "How it looks and sounds"),
    h(
      "div.stack.tight",
      check("Four colours for the suits: ♦ is still red, ♣ still black", fourColours(), (on) => fourColours(on)),
      check("Larger cards on the table", board.closer(), (on) => board.closer(on)),
      seat && check("Sort my cards by suit", sorted, onSorted),
      table && seat && check("Sound and vibration", sounding(table), keepSounding),
      h("fieldset", h("legend", "Light or dark"), segmented("theme", THEMES, theme(), theme)),
    ),
  ]);
}

function check(label, checked, onChange) {
  const box = h("input", { type: "checkbox", checked, on: { change: () => onChange(box.checked) } });
  return h("label.check", box, label);
}

/** Opens the story of the round, its newest line in sight. */
export function openStory(story) {
  const list = h("ol.plain.story", story.map(storyLine));
  openDialog("What happened so far", story.length > 0 ? list : h("p.empty", "Nothing has happened yet."));
  list.lastElementChild?.scrollIntoView({ block: "end" });
}

function openScores({ totals, rounds_over: over }) {
  openDialog("Scores so far", [
    h("p.muted", over === 0 ? "No round is over yet." : `After ${over === 1 ? "one round" : `${over} rounds`}.`),
    standings(totals),
  ]);
}

function openInvitation({ code }) {
  const place = h("div.invitation");
  openDialog("Invite others", [
    h("p", `Scan this, or type the address into a browser${inRoom() ? "" : " on the same network"}.`),
    place,
    h("p.lead", h("code", wholeCode(typedAddress()))),
    code && h("p", "To sit down they need the code that the host shows."),
  ]);
  fillInvitation(place);
}

/** Puts the QR code of the table's address in its place; where there is none, the address has to do. */
export async function fillInvitation(place) {
  const src = await api.qrCode().catch(() => null);
  replace(place, src && h("img.qr", { src, alt: "QR code of the address of this table" }));
}

async function openPin(seat) {
  const place = h("p.pin.number");
  openDialog("My PIN", [
    h(
      "p",
      `With this number you can take ${possessive(seat)} seat on another device, or if this one is lost. Keep it to yourself.`,
    ),
    place,
  ]);
  await fillWith(place, async () => (await api.pin(seat)).pin, { meanwhile: "…" });
}

export function openKeys() {
  const rows = KEYS.map(([keys, does]) => h("tr", h("th", { scope: "row" }, h("kbd", keys)), h("td", does)));
  openDialog("Keys", h("table.lines", { tabindex: "0", "aria-label": "Keys" }, h("tbody", rows)));
}

async function leaveSeat(seat, isOver, onLeave) {
  const text = isOver
    ? "The game is over, and its points stay."
    : `${possessive(seat)} hand stays where it is, and somebody else may take the seat.`;
  if (!(await ask({ title: "Leave the seat?", text, yes: "Leave", no: "Stay" }))) return;
  if ((await attempt(() => api.leave(seat))) === null) onLeave();
}
