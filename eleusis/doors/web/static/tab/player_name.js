/** What whoever plays here is called: kept on this device. */

const KEPT = "eleusis.name";
const NOBODY = "Player";

/** The name; with another given, that is kept. */
export function playerName(name) {
  try {
    if (name !== undefined) localStorage.setItem(KEPT, name);
    return localStorage.getItem(KEPT) || NOBODY;
  } catch {
    return name ?? NOBODY; // storage may be forbidden: then it holds for this page
  }
}
