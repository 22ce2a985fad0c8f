/**
 * Whether one's cards lie by suit or as they were dealt: chosen on this device.
 */

const KEPT = "eleusis.sorted";

let chosen = null;

/** Whether the hand lies by suit; so it does until something else is chosen. */
export function sorted() {
  chosen ??= kept() !== "no";
  return chosen;
}

/** Keeps the choice on this device. */
export function keepSorted(on) {
  chosen = on;
  try {
    localStorage.setItem(KEPT, on ? "yes" : "no");
  } catch {
    // Storage may be forbidden: then the choice holds for this page.
  }
}

function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}
