/**
 * Who sits at the table: cards in hand, whose turn it is, who deals, who is prophet, who is away.
 */

import { cardFace, cardName, sortHand } from "./cards.js";
import { h } from "./dom.js";
import { counted, listed, numberText, possessive } from "./words.js";

/** So many colours base.css has. */
const COLOURS = 8;

/** The class that gives a player's colour, by the place at the table; "" where nobody has that name. */
export function colourOf({ players }, name) {
  const place = players.findIndex(({ seat }) => seat === name);
  return place < 0 ? "" : `player-${1 + (place % COLOURS)}`;
}

/** The colours of those whose cards lie on the layout, in the order in which these came; none for starters. */
export function coloursOfCards(table, story, starters) {
  const laid = story.flatMap(({ laid: cards, seat }) => cards.map(() => colourOf(table, seat)));
  return [...starters.map(() => ""), ...laid];
}

/** The items of the list of players. */
export function playerItems({ table, view, seat }) {
  // A phone that holds several seats is nobody's own.
  return table.players.map((player) => playerItem(player, table, view, table.you.length > 1 ? null : seat));
}

function playerItem(player, table, view, own) {
  const name = player.seat;
  const acts = view !== null && view.to_act === name;
  const cards = view?.hands[name]?.length;
  const marks = marksOf(player, table, view);
  const said = [...(cards === undefined ? [] : [counted(cards, "card")]), ...marks.map((mark) => mark.said)];
  return h(
    "li",
    { class: `player ${colourOf(table, name)}`, "data-seat": name, "aria-current": acts ? "true" : null },
    h(
      "span",
      { class: "visually-hidden" },
      `${name}${name === own ? ", you" : ""}: ${listed(said) || "here"}${acts ? ". To act." : ""}`,
    ),
    h(
      "span",
      { class: "player-face", "aria-hidden": "true" },
      h("span", { class: "player-name" }, name, name === own && h("span", { class: "muted" }, " (you)")),
      cards !== undefined && h("span", { class: "player-cards number" }, cards),
      marks.map((mark) => h("span", { class: `mark ${mark.class}` }, mark.sign, h("span", { class: "in-full" }, mark.shown))),
    ),
  );
}

/** What is to be said of a player. */
export function marksOf({ seat, kind, here, taken }, table, view) {
  const isPerson = kind === "person" && !table.by_hand;
  const deals = (view?.dealer ?? table.dealer) === seat;
  return [
    deals && { class: "dealer", sign: "D", shown: "eals", said: "deals" },
    nextOf(view) === seat && { class: "next", sign: "▸", shown: " next", said: "next" },
    view?.prophet === seat && { class: "prophet", sign: "★", shown: ` ${table.prophet}`, said: table.prophet },
    view?.expelled.includes(seat) && { class: "out", sign: "out", said: "expelled" },
    kind !== "person" && { class: "bot", shown: "bot", said: "a bot" },
    table.thinking === seat && { class: "thinking", sign: "…", said: "thinking" },
    isPerson && !taken && { class: "away", sign: "free", said: "nobody sits there" },
    isPerson && taken && !here && { class: "away", sign: "away", said: "away" },
  ].filter(Boolean);
}

/** Who has the turn after this one: neither dealer, prophet nor expelled; null where nobody else has. */
export function nextOf(view) {
  if (!view?.to_act) return null;
  const { hands, mover, to_act: acts, phase, prophet, expelled } = view;
  const seats = Object.keys(hands).filter((seat) => !expelled.includes(seat));
  const turn = phase === "play" ? acts : mover;
  const after = [...seats.slice(seats.indexOf(turn) + 1), ...seats];
  const next = after.find((seat) => seat !== prophet);
  return next === turn ? null : next;
}

/** The hands that lie open, where the host chose open hands: a list of seats, each with its cards. */
export function openHands(hands, own) {
  const others = Object.entries(hands).filter(([seat]) => seat !== own);
  return others.map(([seat, cards]) =>
    h(
      "li",
      { class: "open-hand" },
      h("h3", { class: "small" }, `${possessive(seat)} hand`),
      cardList(cards, { class: "plain open-cards" }),
    ),
  );
}

/** The cards of a hand in order, as a list. */
export function cardList(codes, attrs) {
  return h("ul", attrs, sortHand(codes).map((code) => h("li", {}, cardFace(code, { size: "small" }), h("span", { class: "visually-hidden" }, cardName(code)))));
}

/** The points of all, most first. */
export function standings(totals, title = "Points so far") {
  const ranked = Object.entries(totals).sort(([, a], [, b]) => b - a);
  return h(
    "table",
    { class: "lines standings" },
    h("caption", { class: "visually-hidden" }, title),
    h("tbody", {}, ranked.map(([seat, points]) => h("tr", {}, h("th", { scope: "row" }, seat), h("td", { class: "number" }, numberText(points))))),
  );
}
