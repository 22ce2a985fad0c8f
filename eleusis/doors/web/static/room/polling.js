/** Asks again and again how a room stands, as long as the page is in sight. */

import { oneByOne } from "../attempts.js";

/** The pause (ms) between two questions; in a room of more tables than that, the longer one. */
const [PAUSE, LONG_PAUSE, MANY] = [1000, 5000, 20];

/**
 * Asks by `ask()`, which gives a promise of `{tables}`, and tells `hear` the answer; `fail(error)` gives whether to go
 * on. → the way to ask at once: it resolves when what was asked for then has been told.
 */
export function poll(ask, hear, fail) {
  let timer;
  const now = oneByOne(async () => {
    clearTimeout(timer);
    let pause = PAUSE;
    try {
      const answer = await ask();
      pause = answer.tables.length > MANY ? LONG_PAUSE : PAUSE;
      hear(answer);
    } catch (error) {
      if (!fail(error)) return;
    }
    timer = setTimeout(() => document.hidden || now(), pause);
  });
  document.addEventListener("visibilitychange", () => document.hidden || now());
  return now;
}
