/** How a game was set up the last time on this device, so that the next begins with that. */

const KEPT = "eleusis.setup";

/** With these a game is seldom over before whoever plays has had ten turns. */
const USUAL = { variant: "express", who: "one", bots: null, strength: "beginner", dealer: "bot", difficulty: 2, rounds: "one", second: "Player 2" };

/** The last set-up; what it doesn't say is as usual. */
export function lastSetup() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEPT) ?? "{}") };
  } catch {
    return { ...USUAL };
  }
}

/** Keeps a set-up for the next time. */
export function keepSetup(setup) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(setup));
  } catch {
    // Storage may be forbidden: then the next game begins with what is usual.
  }
}
