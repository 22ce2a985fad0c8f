/**
 * What whoever plays alone does at the table, where nobody else is its host: begins the next round, goes on after a
 * stop, ends the game.
 */

import * as api from "./api.js";
import { choose, closeDialogs } from "./dialogs.js";
import { h } from "./dom.js";
import { note } from "./live.js";

/** The button that begins the next round, or counts the points after the last. */
export function nextButton({ last_round: last }) {
  return button(last ? "See the result" : "Next round", "next");
}

/** The button that lets a game go on which is paused, or stopped over something. */
export function goOnButton() {
  return button("Go on", "go-on");
}

/** What stands there where the game is open here no more, as when another window has opened it. */
export function gameGone(onLeave) {
  return h(
    "div.panel.accent.stack",
    h("h2", "This game isn't open here any more"),
    h("div", h("button.primary", { type: "button", on: { click: onLeave } }, "Start page")),
  );
}

/** Ends the game, if that is meant. */
export async function endGame() {
  const ends = await choose("End this game?", "The points are counted now, and the game can't be taken up again.", [
    { name: "Play on", value: false },
    { name: "End it", value: true, class: "danger" },
  ]);
  if (ends === true && (await act("stop"))) closeDialogs();
}

/** A button for something that is done once; it can be pressed again where that was refused. */
function button(name, what) {
  const press = async () => {
    pressed.disabled = true;
    if (!(await act(what))) pressed.disabled = false;
  };
  const pressed = h("button.primary", { type: "button", on: { click: press } }, name);
  return pressed;
}

async function act(what) {
  try {
    await api.host("", what);
    return true;
  } catch (error) {
    note(error.text);
    return false;
  }
}
