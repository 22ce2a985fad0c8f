/** What whoever plays here is called: kept on this device. */

const KEPT = "eleusis.name";
const NOBODY = "Player";

/** The name that somebody has given; "" before. */
export function givenName() {
  try {
    return localStorage.getItem(KEPT) ?? "";
  } catch {
    return ""; // storage may be forbidden
  }
}

/** The name; with another given, that is kept. */
export function playerName(name) {
  try {
    if (name !== undefined) localStorage.setItem(KEPT, name);
  } catch {
    return name || NOBODY; // storage may be forbidden: then it holds for this page
  }
  return givenName() || NOBODY;
}
