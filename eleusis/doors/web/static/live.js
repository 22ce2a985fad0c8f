/**
 * Announcements: what a page says to those who hear it, and notes that stand for a moment for those who see it.
 */

import { h, replace } from "./dom.js";
import { anotherTable } from "./places.js";

/** How long a line stays where a screen reader finds it, and a note where people see it (ms). */
const HEARD = 10_000;
const SEEN = 5_000;

/** What is said where a table is not there now, or doesn't answer. */
export const AWAY = "This table has been put away.";
const LOST = "The table doesn't answer. This page tries again by itself.";

const regions = new Map();

/** Says a text aloud: when there is a pause, or at once where it is `assertive`. */
export function announce(text, { assertive = false } = {}) {
  const region = regionFor(assertive ? "assertive" : "polite");
  // A line of its own for each text: two that come at once are both read, and the same one twice as well.
  const line = h("p", text);
  region.append(line);
  setTimeout(() => line.remove(), HEARD);
}

/** Shows a note for a few seconds, and says it aloud. */
export function note(text) {
  const corner = document.querySelector(".toasts") ?? document.body.appendChild(h("div.toasts"));
  const toast = h("div.toast", { on: { click: () => toast.remove() } }, text);
  // One at a time: on a phone they would cover the hand.
  corner.replaceChildren(toast);
  setTimeout(() => toast.remove(), SEEN);
  announce(text);
}

/** Says in `banner` how the connection is: it is hidden while all is well. */
export function showConnection(banner, state) {
  banner.hidden = state === "live";
  replace(banner, state === "away" ? [AWAY, " ", anotherTable()] : LOST);
}

function regionFor(manner) {
  // Where a page of another kind has taken the place of all there was, the region went too.
  if (!regions.get(manner)?.isConnected) {
    const role = manner === "assertive" ? "alert" : "status";
    const region = h("div.visually-hidden", { role, "aria-live": manner, "aria-atomic": "false" });
    document.body.append(region);
    regions.set(manner, region);
  }
  return regions.get(manner);
}
