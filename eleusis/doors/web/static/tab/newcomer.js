/** Whether somebody who opens the page for the first time is offered the lesson: kept on this device. */

const KEPT = "eleusis.knows";
let knows = false;

/** Whoever has played, or says so, is offered the lesson no more. */
export function knowsGame() {
  knows = true;
  try {
    localStorage.setItem(KEPT, "yes");
  } catch {
    // Storage may be forbidden: then it holds for this page.
  }
}

/** Whether nobody has played here yet. */
export function isNew() {
  try {
    return !knows && localStorage.getItem(KEPT) === null;
  } catch {
    return !knows;
  }
}
