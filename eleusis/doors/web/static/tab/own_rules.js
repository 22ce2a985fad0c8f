/** The rules that somebody has made and sent: the last of them are kept on this device, each with its link. */

const KEPT = "eleusis.rules";
const MOST = 10;

const isRule = (value) => ["words", "day", "url"].every((name) => typeof value?.[name] === "string");

/** The rules, the newest first, each as `{words, day, url}`. */
export function ownRules() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isRule) : [];
  } catch {
    return []; // storage may be forbidden, or damaged
  }
}

function keep(rules) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(rules.slice(0, MOST)));
  } catch {
    // Storage may be forbidden: then the link is kept by whoever got it.
  }
}

/** Keeps a rule as the newest; of one in the same words only its newest link is kept. */
export function keepRule(rule) {
  keep([rule, ...ownRules().filter(({ words }) => words !== rule.words)]);
}

/** Keeps a rule no longer, by its link. */
export function forgetRule(url) {
  keep(ownRules().filter((rule) => rule.url !== url));
}
