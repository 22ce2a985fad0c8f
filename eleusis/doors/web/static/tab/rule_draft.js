/** The rule that somebody is making: kept on this device until the next. */

import { Memory } from "../memory.js";

const memory = new Memory("eleusis.draft");

/** The text of the rule, "" where there is none; with another given, that is kept. */
export function draft(rule) {
  if (rule !== undefined) memory.keep(rule);
  return memory.text ?? "";
}
