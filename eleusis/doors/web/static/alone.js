/**
 * What whoever plays alone does at the table, where nobody else is its host: begins the next round, goes on after a
 * stop, ends the game.
 */

import * as api from "./api.js";
import { attempt, attempting } from "./attempts.js";
import { ask, closeDialogs } from "./dialogs.js";
import { button, h } from "./dom.js";

/** The button that begins the next round, or counts the points after the last. */
export function nextButton({ last_round: last }) {
  return attempting(last ? "See the result" : "Next round", () => act("next"), { class: "primary" });
}

/** The button that lets a game go on which is paused, or stopped over something. */
export function goOnButton() {
  return attempting("Go on", () => act("go-on"), { class: "primary" });
}

/** What stands there where the game is open here no more, as when another window has opened it. */
export function gameGone(onLeave) {
  return h(
    "div.panel.accent.stack",
    h("h2", "This game isn't open here any more"),
    h("div", button("Start page", onLeave, { class: "primary" })),
  );
}

/** Ends the game, if that is meant. */
export async function endGame() {
  const text = "The points are counted now, and the game can't be taken up again.";
  const ends = await ask({ title: "End this game?", text, yes: "End it", no: "Play on" });
  if (ends && (await attempt(() => act("stop"))) === null) closeDialogs();
}

const act = (what) => api.host("", what);
