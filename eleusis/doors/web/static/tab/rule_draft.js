/** The rule that somebody is making: kept on this device until the next. */

const KEPT = "eleusis.draft";

/** The text of the rule, "" where there is none; with another given, that is kept. */
export function draft(rule) {
  try {
    if (rule !== undefined) localStorage.setItem(KEPT, rule);
    return localStorage.getItem(KEPT) ?? "";
  } catch {
    return rule ?? ""; // storage may be forbidden: then there is no draft after a reload
  }
}
