/** How a game was set up the last time on this device, so that the next begins with that. */

import { Memory } from "../memory.js";

const memory = new Memory("eleusis.setup");

/** With these a game is seldom over before whoever plays has had ten turns. */
const USUAL = {
  variant: "express",
  who: "one",
  bots: null,
  strength: "beginner",
  dealer: "bot",
  difficulty: 2,
  rounds: "one",
  second: "Player 2",
};

/** The last set-up; what it doesn't say is as usual. */
export const lastSetup = () => ({ ...USUAL, ...memory.data });

/** Keeps a set-up for the next time. */
export const keepSetup = (setup) => memory.keep(JSON.stringify(setup));
