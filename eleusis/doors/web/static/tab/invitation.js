/**
 * What stands in the links that are sent: a rule as a dare, and a game to look back upon.
 *
 * A link may come from anybody: what is in it is data of these kinds and lengths, or it is refused.
 */

import { linkTo, unpack } from "./fragment.js";

/** So many characters a name may have, and a rule. */
export const LONGEST_NAME = 60;
const LONGEST_RULE = 5_000;
/** A longer link than this (characters) doesn't get through every messenger. */
export const LONGEST_LINK = 30_000;
const SEEDS = 2 ** 31;

const REFUSED = "This link isn’t one that Eleusis has made: ask for it again.";

const isText = (value, most) => typeof value === "string" && value.trim() !== "" && value.length <= most;

/** A name as it may be shown beside other words: on one line, without what turns or hides the text around it. */
export function plainName(name) {
  return name
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** A dare with cards of its own: the link to send. */
export function darersLink({ rule, by }) {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0] % SEEDS;
  return linkTo("rule", { v: 1, rule, by, seed });
}

/** What a dare's link holds → `{rule, by, seed}`. Throws an Error in words. */
export async function readDare(packed) {
  const { rule, by, seed } = await read(packed);
  if (
    !isText(rule, LONGEST_RULE) ||
    !isText(by, LONGEST_NAME) ||
    !Number.isInteger(seed) ||
    seed < 0 ||
    seed >= SEEDS
  )
    throw new Error(REFUSED);
  return { rule, by: plainName(by) || "Somebody", seed };
}

/** The link to a game's file, to look back upon. */
export const gameLink = ({ name, text }) => linkTo("game", { v: 1, name, text });

/** What a game's link holds → `{name, text}`. Throws an Error in words. */
export async function readGame(packed) {
  const { name, text } = await read(packed);
  if (!isText(name, LONGEST_NAME) || !isText(text, Infinity)) throw new Error(REFUSED);
  return { name: plainName(name) || "game.yaml", text };
}

async function read(packed) {
  const value = await unpack(packed);
  if (typeof value !== "object" || value === null || value.v !== 1) throw new Error(REFUSED);
  return value;
}
