/**
 * The full pack to choose from: four suits of thirteen cards, for a table of which only the score is kept.
 */

import { RANKS } from "./cards.js";
import { h } from "./dom.js";
import { Hand } from "./hand.js";

/** The codes of all 52 cards, suit by suit. */
export const PACK = ["S", "H", "D", "C"].flatMap((suit) => RANKS.map((rank) => rank + suit));

/** The pack as a hand to choose from. */
export function fullPack(label) {
  const hand = new Hand(h("div.whole-pack", { "aria-label": label }), { onChange: () => {} });
  hand.show(PACK, { compact: true });
  return hand;
}
