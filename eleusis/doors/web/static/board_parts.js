/** What lies on the table, drawn: a card of the mainline with what hangs below it, a play that waits, a shown hand. */

import { pilesOf } from "./board_size.js";
import { cardFace, cardName, cardNames } from "./cards.js";
import { each, h, svg } from "./dom.js";
import { cardList } from "./players.js";
import { possessive } from "./words.js";

const SIGNS = { right: "M-26 2L-8 20L28-20", wrong: "M-20-20L20 20M20-20L-20 20" };
const PAWN = "M0-32A15 15 0 0 1 10-6C11 8 15 16 22 20V30H-22V20C-15 16-11 8-10-6A15 15 0 0 1 0-32Z";

/**
 * What marks a card by its number in the order of play, from 1: `{kind, label, text}`, or null.
 *
 * Where there are several, the one that tells most, as everywhere.
 */
export function markOn(number, { prophet, since = [], tens = [] }, name) {
  if (number === prophet) return { kind: "prophet", label: "", text: `${possessive(name)} marker` };
  if (since.includes(number))
    return { kind: "since", label: number - prophet, text: `${number - prophet} since the marker` };
  return tens.includes(number) ? { kind: "tens", label: number, text: `card ${number} of the layout` } : null;
}

/**
 * An item of the mainline: its card and the wrong plays below it. `signs` are those of all its cards, in order: a
 * mark, the colour of who laid it; `small` cards show rank and suit alone.
 */
export function drawColumn({ card, place, starter, plays, signs, small }) {
  const [own, ...others] = signs;
  return h(
    "li.column",
    h("span.visually-hidden", { text: sayColumn(card, place, starter, plays, signs) }),
    h("div.head", { "aria-hidden": "true" }, drawSpot(card, own, small ? "small" : "large")),
    plays.length ? drawPile(plays, others, small) : null,
  );
}

/** The wrong plays that were made on an empty mainline. */
export function drawEarly(plays, signs, small) {
  return [
    h("span.visually-hidden", { text: `Wrong on the empty mainline: ${sayPlays(plays)}` }),
    h("div.head", { "aria-hidden": "true" }, h("div.slot", "empty")),
    drawPile(plays, signs, small),
  ];
}

/** A play that waits for its judgement: its cards, who plays them, what the prophet has called. */
export function drawWaiting(view, title, small) {
  const { pending, mover } = view;
  const said = pending.length ? `${mover} plays ${cardNames(pending)}` : `${mover}: no play`;
  const cards = pending.length
    ? pending.map((card) => drawSpot(card, {}, small ? "small" : "large"))
    : [h("div.slot.said", "no play")];
  return [
    h("span.visually-hidden", { text: `${said}${sayCall(view, title)}; not judged yet` }),
    h("div.head", { "aria-hidden": "true" }, cards),
    h("div.caption", { "aria-hidden": "true" }, h("span.who", mover), drawCall(view, title)),
  ];
}

/** The hand that is shown for a no play, with the card that the prophet named of it; null where none is. */
export function drawHand(view) {
  const waits = view.phase === "call" || view.phase === "judge";
  if (!waits || view.pending.length) return null;
  return drawRow(`${view.mover}: no play, with this hand`, view.hands[view.mover] ?? [], view.named);
}

/** The cards that were turned as starters and were not right; null where there are none. */
export function drawAside({ set_aside: aside }) {
  return aside.length ? drawRow("Set aside", aside) : null;
}

/** ✓ or ✗ on a card that has just been judged. */
export function drawSign(verdict) {
  return svg(
    "svg",
    { viewBox: "-50 -50 100 100", class: `sign ${verdict}`, "aria-hidden": "true" },
    svg("circle", { r: 48 }),
    svg("path", { d: SIGNS[verdict] }),
  );
}

function drawRow(words, cards, named) {
  const attrs = { class: "plain", role: "list", "aria-label": words };
  return h("div.tray-row.row", h("p", words), cardList(cards, attrs, named, "named by the prophet"));
}

function drawPile(plays, signs, small) {
  const left = [...signs];
  const drawPlay = (cards) =>
    each("div", { class: cards.length > 1 ? "play string" : "play" }, cards, (card) =>
      drawSpot(card, left.shift(), small ? "strip" : "large"),
    );
  const piles = pilesOf(plays).map((pile) => h("div.pile", pile.map(drawPlay)));
  return h("div.piles", { "aria-hidden": "true" }, piles);
}

function drawSpot(card, { mark, colour = "" }, size) {
  return h("div.spot", cardFace(card, { size, colour }), mark ? drawMark(mark) : null);
}

function drawMark({ kind, label, text }) {
  if (kind === "tens") return h("span.mark.tens", { title: text }, label);
  const inside = kind === "prophet" ? svg("path", { d: PAWN }) : svg("text", { y: 19, "font-size": 52 }, label);
  return h(
    "span",
    { class: `mark ${kind}`, title: text },
    svg("svg", { viewBox: "-50 -50 100 100" }, svg("circle", { r: 46 }), inside),
  );
}

function drawCall({ call, named, prophet }, title) {
  if (call === null) return prophet ? null : h("span.call", "waits");
  const words = named ? `wrong, ${cardName(named)}` : call ? "right" : "wrong";
  const sign = h("b", { class: call ? "yes" : "no" }, `${call ? "✓" : "✗"} ${words}`);
  return h("span.call", `${title}: `, sign);
}

function sayCall({ call, named }, title) {
  if (call === null) return "";
  const card = named ? `, names ${cardName(named)}` : "";
  return `; the ${title} calls it ${call ? "right" : "wrong"}${card}`;
}

function sayColumn(card, place, starter, plays, signs) {
  const parts = [`${place}: ${cardName(card)}${starter ? ", starter" : ""}`];
  if (plays.length) parts.push(`wrong after it: ${sayPlays(plays)}`);
  const cards = [card, ...plays.flat()];
  signs.forEach(({ mark }, i) => {
    if (mark) parts.push(`${mark.text} on the ${cardName(cards[i])}`);
  });
  return parts.join("; ");
}

function sayPlays(plays) {
  return plays.map(cardNames).join("; ");
}
