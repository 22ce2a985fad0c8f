/**
 * A little layout that says what the game is: each card is right, or lies below as wrong. Odd and even take turns.
 */

import { cardFace } from "./cards.js";
import { h } from "./dom.js";

const CARDS = [["7S"], ["4H", "8C"], ["JC"], ["2D"]];

/** Its columns. */
export const picture = () =>
  CARDS.map(([right, wrong]) => h("div", cardFace(right), wrong && h("div.refused", cardFace(wrong))));
