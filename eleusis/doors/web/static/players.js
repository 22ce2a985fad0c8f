/**
 * Who sits at the table: cards in hand, whose turn it is, who deals, who is prophet, who is away.
 */

import { cardFace, cardName, sortHand } from "./cards.js";
import { each, h } from "./dom.js";
import { counted, listed, nobodyScored, numberText, possessive } from "./words.js";

/** So many colours base.css has. */
const COLOURS = 9;

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
    {
      class: `player ${name === own ? "own " : ""}${colourOf(table, name)}`,
      "data-seat": name,
      "aria-current": acts ? "true" : null,
    },
    h(
      "span.visually-hidden",
      `${name}${name === own ? ", you" : ""}: ${listed(said) || "here"}${acts ? ". To act." : ""}`,
    ),
    h(
      "span.player-face",
      { "aria-hidden": "true" },
      h("span.player-name", name),
      name === own && h("span.muted", "(you)"),
      cards !== undefined && h("span.player-cards.number", cards),
      marks.map((mark) => h("span", { class: `mark ${mark.class}` }, mark.sign, h("span.in-full", mark.shown))),
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

/** Where the cards of a line of the story come from: all from the place of their player in this `list`, so wide, or as wide as that is high. */
export function placesInList(list, { seat, laid }, width) {
  const place = list.querySelector(`[data-seat="${CSS.escape(seat)}"]`)?.getBoundingClientRect();
  return place ? laid.map(() => ({ left: place.left, top: place.top, width: width ?? place.height })) : [];
}

/** The hands that lie open, where the host chose open hands: a list of seats, each with its cards. */
export function openHands(hands, own) {
  const others = Object.entries(hands).filter(([seat]) => seat !== own);
  return others.map(([seat, cards]) =>
    h("li.open-hand", h("h3.small", `${possessive(seat)} hand`), cardList(cards, { class: "plain open-cards" })),
  );
}

/** The cards of a hand in order, as a list; the one that is `named` stands out, and of it is told `why`. */
export function cardList(codes, attrs, named, why) {
  const cards = sortHand(codes);
  const place = cards.indexOf(named);
  const item = (code, i) => {
    const [said, kind] = i === place ? [`${cardName(code)}, ${why}`, "named"] : [cardName(code), null];
    const face = cardFace(code, { size: "small" });
    return h("li", { class: kind }, h("span.visually-hidden", said), face);
  };
  return h("ul", attrs, cards.map(item));
}

/** The points of all, most first. */
export function standings(totals, title = "Points so far") {
  const ranked = Object.entries(totals).sort(([, a], [, b]) => b - a);
  return h(
    "table.lines.standings",
    h("caption.visually-hidden", title),
    each("tbody", ranked, ([seat, points]) =>
      h("tr", h("th", { scope: "row" }, seat), h("td.number", numberText(points))),
    ),
  );
}

/** The first three of a game of several, on steps: who has as many points stands as high. */
export function podium({ players, totals }, own) {
  const seats = Object.keys(totals);
  if (seats.length < 3 || nobodyScored(totals)) return null;
  const placed = seats.map((seat) => ({
    seat,
    points: totals[seat],
    place: 1 + seats.filter((other) => totals[other] > totals[seat]).length,
  }));
  const first = placed.filter(({ place }) => place <= 3).sort((a, b) => a.place - b.place);
  const step = ({ seat, points, place }) =>
    h(
      "li",
      { "data-place": place, class: `${colourOf({ players }, seat)}${seat === own ? " own" : ""}` },
      h("span.who", seat === own ? `${seat} (you)` : seat),
      h("span.step", h("b", place), h("span", counted(points, "point"))),
    );
  return h("ol.plain.podium", { role: "list", "aria-label": "The first three" }, first.map(step));
}

/** The suits' signs, flying up for whoever has won: once, and only where things may move. */
export function flyingSuits() {
  const signs = [..."♠♥♣♦♥♠♦♣♥♠♣♦"].map((sign) => h("span", { class: "♥♦".includes(sign) ? "red" : null }, sign));
  return h("span.flying-suits", { "aria-hidden": "true" }, signs);
}
