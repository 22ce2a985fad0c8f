/** The rules that somebody has made and sent: the last of them are kept on this device, each with its link. */

import { Memory } from "../memory.js";

const memory = new Memory("eleusis.rules");
const MOST = 10;

const isRule = (value) => ["words", "day", "url"].every((name) => typeof value?.[name] === "string");

/** The rules, the newest first, each as `{words, day, url}`. */
export function ownRules() {
  const kept = memory.data;
  return Array.isArray(kept) ? kept.filter(isRule) : [];
}

const keep = (rules) => memory.keep(JSON.stringify(rules.slice(0, MOST)));

/** Keeps a rule as the newest; of one in the same words only its newest link is kept. */
export function keepRule(rule) {
  keep([rule, ...ownRules().filter(({ words }) => words !== rule.words)]);
}

/** Keeps a rule no longer, by its link. */
export function forgetRule(url) {
  keep(ownRules().filter((rule) => rule.url !== url));
}
