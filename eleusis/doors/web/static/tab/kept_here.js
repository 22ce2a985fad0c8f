/** What this device keeps of whoever plays here, besides games: a name, what was begun, what was chosen the last time. */

import { Memory } from "../memory.js";

const nameHere = new Memory("eleusis.name");
const NOBODY = "Player";

/** The name that somebody has given; "" before. */
export const givenName = () => nameHere.text ?? "";

/** The name; with another given, that is kept. */
export function playerName(name) {
  if (name !== undefined) nameHere.keep(name);
  return givenName() || NOBODY;
}

const knowsHere = new Memory("eleusis.knows");

/** Whoever has played, or says so, is offered the lesson no more. */
export const knowsGame = () => knowsHere.keep("yes");

/** Whether nobody has played here yet. */
export const isNew = () => knowsHere.text === null;

const draftHere = new Memory("eleusis.draft");

/** The text of the rule, "" where there is none; with another given, that is kept. */
export function draft(rule) {
  if (rule !== undefined) draftHere.keep(rule);
  return draftHere.text ?? "";
}

const setupHere = new Memory("eleusis.setup");

/** With these a game is seldom over before whoever plays has had ten turns. */
const USUAL = {
  variant: "express",
  who: "one",
  bots: null,
  strength: "beginner",
  dealer: "bot",
  difficulty: 2,
  rounds: "one",
  second: "Player 2",
};

/** The last set-up; what it doesn't say is as usual. */
export const lastSetup = () => ({ ...USUAL, ...setupHere.data });

/** Keeps a set-up for the next time. */
export const keepSetup = (setup) => setupHere.keep(JSON.stringify(setup));

const rulesHere = new Memory("eleusis.rules");
const MOST = 10;

const isRule = (value) => ["words", "day", "url"].every((name) => typeof value?.[name] === "string");

/** The rules, the newest first, each as `{words, day, url}`. */
export function ownRules() {
  const kept = rulesHere.data;
  return Array.isArray(kept) ? kept.filter(isRule) : [];
}

const keep = (rules) => rulesHere.keep(JSON.stringify(rules.slice(0, MOST)));

/** Keeps a rule as the newest; of one in the same words only its newest link is kept. */
export function keepRule(rule) {
  keep([rule, ...ownRules().filter(({ words }) => words !== rule.words)]);
}

/** Keeps a rule no longer, by its link. */
export function forgetRule(url) {
  keep(ownRules().filter((rule) => rule.url !== url));
}
