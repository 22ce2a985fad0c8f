/** The parts of the projector's page: players, invitation, what happened, the rule and the scores of a round. */

import { cardFace, cardName, suitSign } from "./cards.js";
import { h } from "./dom.js";
import { signed } from "./screen_words.js";
import { spoken } from "./words.js";

const SUITS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C" };

/** The list of players: who is to act, how many cards each has, their points; their hands where they lie open. */
export function drawPlayers({ table, view, over, hands }) {
  const seats = over ? byPoints(table, over) : table.players;
  return seats.map((player) => drawPlayer(player, { table, view, over, hands }));
}

/** How to join: a small picture of the address, and the address itself. */
export function drawJoin(table, qr) {
  return [
    qr && h("img", { class: "qr", src: qr, alt: "QR code of this address", width: 116, height: 116 }),
    h("p", {}, h("span", { class: "small" }, "Join at"), h("strong", { class: "address" }, addressOf(table))),
  ];
}

/** Before the first deal: how to join, as big as can be. */
export function drawInvitation(table, qr) {
  const { free, code, players } = table;
  const seats = players.filter(({ kind, taken }) => kind === "person" && !taken).length;
  return [
    h("p", { class: "title" }, "Eleusis"),
    qr && h("img", { class: "qr large", src: qr, alt: "QR code of the address below", width: 400, height: 400 }),
    h("p", { class: "address large" }, addressOf(table)),
    h("p", { class: "lead" }, seats || free ? "Point a camera at the code, or type the address." : "All seats are taken."),
    code && h("p", { class: "lead" }, "You need the code of your class to sit down."),
  ];
}

/** While a rule is chosen: the points so far. */
export function drawTotals({ title, totals, rounds_over: over, dealer }) {
  const rows = Object.entries(totals).sort(([, a], [, b]) => b - a);
  return [
    h("p", { class: "title" }, title),
    h("p", { class: "lead" }, `Soon ${dealer} deals by a rule that nobody else knows.`),
    over > 0 &&
      h(
        "table",
        { class: "lines totals" },
        h("caption", {}, "Points so far"),
        h("tbody", {}, rows.map(([seat, points]) => h("tr", {}, h("th", { scope: "row" }, seat), cell(points)))),
      ),
  ];
}

/** The rule of a round that is over, in words and as it was written. */
export function drawRule({ rule_in_words: words, rule_text: text, rule }) {
  const written = text ?? rule;
  if (!written) {
    return [h("h2", {}, "The rule"), h("p", { class: "in-words" }, "The dealer judged without a written rule.")];
  }
  return [h("h2", {}, "The rule"), h("p", { class: "in-words" }, words ?? written), words && h("code", {}, written)];
}

/** What happened last, as one large sentence. */
export function drawTold(line) {
  const [what, ...then] = line.text.split(" · ");
  return [
    h("span", { class: "visually-hidden" }, spoken(line.text)),
    h("span", { class: "what", "aria-hidden": "true" }, withSuits(what)),
    h("span", { class: "then", "aria-hidden": "true" }, then.map(drawThen)),
  ];
}

/** The dealer's last hint; null where none was given. */
export function drawHint(story, dealer) {
  const begins = `${dealer} hints `;
  const line = story.findLast(({ text }) => text.startsWith(begins));
  return line ? [h("h2", {}, "Hint"), h("p", {}, line.text.slice(begins.length))] : null;
}

function drawPlayer({ seat, kind, here }, { table, view, over, hands }) {
  const cards = view?.hands[seat];
  const acts = over === null && (view?.to_act ?? (table.phase === "rule" ? table.dealer : null)) === seat;
  const marks = marksOf({ seat, kind, here }, table, view);
  return h(
    "li",
    { class: view?.expelled.includes(seat) ? "player out" : "player", "aria-current": acts ? "true" : null },
    h("span", { class: "name" }, seat),
    over ? drawPoints(seat, table, over) : cards && drawCount(cards.length),
    marks.length > 0 && h("span", { class: "marks" }, marks.map(([kind_, text]) => h("span", { class: `of ${kind_}` }, text))),
    hands?.[seat] && over === null && drawHand(seat, hands[seat]),
  );
}

function marksOf({ seat, kind, here }, table, view) {
  return [
    (view?.dealer ?? table.dealer) === seat && ["dealer", "deals"],
    view !== null && view.prophet === seat && ["prophet", `${table.prophet} ${view.right_since}✓ ${view.wrong_since}✗`],
    view !== null && view.expelled.includes(seat) && ["expelled", "expelled"],
    table.thinking === seat && ["thinking", "thinks…"],
    kind !== "person" && ["bot", "bot"],
    kind === "person" && !here && ["away", table.phase === "lobby" ? "free" : "away"],
  ].filter(Boolean);
}

function drawCount(count) {
  return h("span", { class: "count number" }, count, h("span", { class: "visually-hidden" }, count === 1 ? " card" : " cards"));
}

function drawPoints(seat, table, { sheet }) {
  const row = sheet.find((line) => line.seat === seat);
  const earned = row ? signed(row.score) : "";
  const total = table.totals[seat];
  return h("span", { class: "points number" }, earned, total !== undefined && h("strong", {}, ` ${total}`));
}

function drawHand(seat, cards) {
  return h(
    "ul",
    { class: "plain hand", role: "list", "aria-label": `${seat}'s hand` },
    cards.map((card) => h("li", {}, cardFace(card, { size: "small" }), h("span", { class: "visually-hidden" }, cardName(card)))),
  );
}

function drawThen(part) {
  const verdict = /^(right|wrong)\b/.exec(part)?.[1];
  return h("span", { class: verdict ? `verdict ${verdict}` : null }, withSuits(part));
}

function withSuits(text) {
  return text.split(/([♠♥♦♣])/).map((part) => (part in SUITS ? suitSign(SUITS[part]) : part));
}

function byPoints(table, { sheet }) {
  const points = Object.fromEntries(sheet.map(({ seat, score }) => [seat, score]));
  const worth = ({ seat }) => (table.phase === "over" ? table.totals[seat] : points[seat]) ?? -Infinity;
  return [...table.players].sort((a, b) => worth(b) - worth(a));
}

function addressOf({ address }) {
  return (address ?? window.location.origin).replace(/\/$/, "");
}

function cell(text) {
  return h("td", { class: "number" }, text);
}
