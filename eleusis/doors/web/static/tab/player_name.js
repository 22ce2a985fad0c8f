/** What whoever plays here is called: kept on this device. */

import { Memory } from "../memory.js";

const memory = new Memory("eleusis.name");
const NOBODY = "Player";

/** The name that somebody has given; "" before. */
export const givenName = () => memory.text ?? "";

/** The name; with another given, that is kept. */
export function playerName(name) {
  if (name !== undefined) memory.keep(name);
  return givenName() || NOBODY;
}
