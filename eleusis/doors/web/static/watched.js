/**
 * A game among bots, watched by whoever is its host: how fast they play, and a pause.
 */

import * as api from "./api.js";
import { attempt } from "./attempts.js";
import { button, h, segmented } from "./dom.js";
import { Memory } from "./memory.js";

const memory = new Memory("eleusis.pace");
/** What each pace is called, and the seconds before a bot moves. */
export const PACES = { slow: ["Slow", 3], normal: ["Normal", 1], fast: ["Fast", 0.2] };

/** The pace that was chosen last; with another given, that is kept. */
export function pace(name) {
  if (name !== undefined) memory.keep(name);
  return memory.text in PACES ? memory.text : "normal";
}

/** The choice of a pace; `onChange(seconds)` hears of another. */
export function paceChoice(onChange = () => {}) {
  const choose = (name) => {
    pace(name);
    onChange(PACES[name][1]);
  };
  const names = Object.fromEntries(Object.entries(PACES).map(([name, [words]]) => [name, words]));
  return segmented("pace", names, pace(), choose, "How fast bots play");
}

/** The controls of whoever watches; a game that is paused is let go on above. */
export function watchedGame({ paused }) {
  const pause = button("Pause", () => ask("pause"));
  return h(
    "div.row.watched",
    paceChoice((seconds) => ask("set", { pace: seconds })),
    !paused && pause,
  );
}

const ask = (what, more) => attempt(() => api.host("", what, more));
