/**
 * What may fail: it is waited for, told where it does, and tried again.
 */

import { button, h, replace } from "./dom.js";
import { note } from "./live.js";

/** What is wrong, as a sentence. */
export const wordsOf = (error) => error.text ?? error.message ?? String(error);

/**
 * Does something that may be refused → what was wrong, or null. That is said in the element `problem`; without one, in
 * a note. What is `busy` can't be pressed meanwhile.
 */
export async function attempt(act, { problem = null, busy = null } = {}) {
  if (problem) problem.textContent = "";
  if (busy) busy.disabled = true;
  try {
    await act();
    return null;
  } catch (error) {
    if (problem) problem.textContent = wordsOf(error);
    else note(wordsOf(error));
    return error;
  } finally {
    if (busy) busy.disabled = false;
  }
}

/** A button for something that may be refused: that is said, and it can be pressed again. */
export function attempting(words, act, attrs = {}) {
  return button(words, ({ currentTarget: busy }) => attempt(act, { busy }), attrs);
}

/** Fills a place with what `parts()` resolves to, which it says it waits for; where that fails it may be tried again. */
export async function fillWith(place, parts, { meanwhile = "One moment …", onFilled = () => {} } = {}) {
  replace(place, h("p.hint", { role: "status" }, meanwhile));
  try {
    replace(place, await parts());
  } catch (error) {
    const again = button("Try again", () => fillWith(place, parts, { meanwhile, onFilled }));
    replace(place, h("p.error", { role: "alert" }, wordsOf(error)), h("div", again));
    return;
  }
  onFilled();
}

/** A part that is folded, and made when it is first opened. */
export function later(title, make, kind = "panel fold") {
  const place = h("div.later.stack");
  const details = h("details", { class: kind }, h("summary", title), place);
  details.addEventListener("toggle", () => details.open && place.childElementCount === 0 && make(place));
  return details;
}

/** Asks, once at a time → the way to ask: it resolves when what was asked for then has been answered. */
export function oneByOne(ask) {
  let [isStale, asking] = [false, null];
  const askAll = async () => {
    while (isStale) {
      isStale = false;
      await ask();
    }
  };
  return () => {
    isStale = true;
    asking ??= askAll().finally(() => (asking = null));
    return asking;
  };
}
