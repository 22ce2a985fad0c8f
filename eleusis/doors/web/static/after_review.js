/**
 * What could have been known after each turn of a round that is over: the curve of what was left to know, and what
 * there is to say of each player and of the turns that told most.
 */

import { review } from "./api.js";
import { h, replace, svg } from "./dom.js";
import { counted, spoken } from "./words.js";

/** The curve's box, with room for the numbers at its edges; it is as wide as there is room, so that they can be read. */
const [NARROW, WIDE, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [260, 760, 260, 30, 12, 26, 38];
/** The room that a number below the curve takes, and the widest dot. */
const [NUMBER, DOT] = [30, 5];

/** Show the review of the round of `data` in `element`. */
export async function reviewRound(element, data) {
  replace(element, h("p", { class: "hint", role: "status" }, "Looking back: this takes a few seconds …"));
  let looked;
  try {
    looked = await review(data.number);
  } catch (error) {
    const again = h("button", { type: "button", on: { click: () => reviewRound(element, data) } }, "Try again");
    replace(element, h("p", { class: "error" }, error.text ?? String(error)), h("div", {}, again));
    return;
  }
  replace(
    element,
    h("p", {}, looked.story.join(" ")),
    looked.turns.length > 0 && curve(looked, Math.min(WIDE, Math.max(NARROW, element.clientWidth))),
    players(looked.players),
    turnsWorthAWord(looked.turns),
    looked.unknown.length > 0 && h("p", { class: "hint" }, looked.unknown.join(" ")),
    h("p", { class: "hint" }, `As a perfect player who knows ${looked.family_size.toLocaleString("en")} rules would see it. `, h("a", { href: `/review/${data.number}`, target: "_blank", rel: "noopener" }, "The whole review as a page")),
  );
}

/** The curve: bits left to know after each verdict, a full mark where it was right. */
function curve(looked, width) {
  const bits = [looked.bits_at_start, ...looked.turns.map((turn) => turn.bits_left)];
  const most = Math.max(1, Math.ceil(Math.max(...bits)));
  const step = (width - LEFT - RIGHT) / Math.max(1, bits.length - 1);
  const x = (place) => LEFT + step * place;
  const y = (value) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * value) / most;
  const known = looked.turns.findIndex(({ n }) => n === looked.known_at);
  return h(
    "figure",
    { class: "review-curve" },
    svg(
      "svg",
      { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": inWords(looked, known) },
      known >= 0 && svg("rect", { class: "zone", x: x(known + 1), y: TOP, width: width - RIGHT - x(known + 1), height: HEIGHT - TOP - BOTTOM }),
      ticks(most).map((value) => [svg("path", { class: "grid", d: `M${LEFT} ${y(value)}H${width - RIGHT}` }), svg("text", { x: LEFT - 8, y: y(value) + 5, "text-anchor": "end" }, value)]),
      svg("text", { class: "axis", x: 0, y: 13 }, "bits left to know"),
      svg("text", { class: "axis", x: width - RIGHT, y: HEIGHT - 2, "text-anchor": "end" }, "turn"),
      numbers(looked.turns, x, Math.ceil(NUMBER / step)),
      svg("path", { class: "line", d: `M${bits.map((value, place) => `${x(place).toFixed(1)} ${y(value).toFixed(1)}`).join("L")}` }),
      looked.turns.map((turn, place) => svg("circle", { class: turn.verdict, cx: x(place + 1), cy: y(turn.bits_left), r: Math.max(2.5, Math.min(DOT, step / 2.2)) }, svg("title", {}, tell(turn)))),
    ),
    known >= 0 && h("figcaption", { class: "hint" }, `Shaded: from turn ${looked.turns[known].number} the rule could be known. A full dot is a right play, an open one a wrong play.`),
  );
}

function ticks(most) {
  const step = most <= 6 ? 1 : most <= 12 ? 2 : 4;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, place) => place * step);
}

function numbers(turns, x, every) {
  return turns.map(({ number }, place) => number % every === 0 && svg("text", { x: x(place + 1), y: HEIGHT - BOTTOM + 18, "text-anchor": "middle" }, number));
}

function tell({ seat, move, verdict, bits_left: left }) {
  return `${seat}: ${move}, ${verdict}; ${left.toFixed(1)} bits left`;
}

function inWords({ bits_at_start: start, turns }, known) {
  const went = `From ${start.toFixed(1)} bits to ${turns.at(-1).bits_left.toFixed(1)} in ${counted(turns.length, "turn")}.`;
  return known < 0 ? went : `${went} From turn ${turns[known].number} the rule could be known.`;
}

/** Each player's line, and how much of what the cards allowed was asked. */
function players(all) {
  return h(
    "ul",
    { class: "plain sayings" },
    Object.entries(all).map(([seat, { saying }]) => h("li", {}, h("span", { class: "visually-hidden" }, spoken(saying)), h("span", { "aria-hidden": "true" }, emphasised(saying, seat)))),
  );
}

function emphasised(saying, seat) {
  return saying.startsWith(seat) ? [h("strong", {}, seat), saying.slice(seat.length)] : saying;
}

/** The turns of which there is something to say. */
function turnsWorthAWord(turns) {
  const worth = turns.filter(({ comments, turning }) => comments.length + turning.length > 0);
  if (worth.length === 0) return null;
  return h(
    "details",
    {},
    h("summary", {}, "Turn by turn"),
    h(
      "ol",
      { class: "plain lines" },
      worth.map(({ number, seat, cards, verdict, comments, turning }) =>
        h(
          "li",
          {},
          h("strong", {}, `${number}. ${seat}`),
          ` ${cards.length > 0 ? cards.map(pretty).join(" ") : "no play"} `,
          h("span", { class: `verdict ${verdict}` }, verdict),
          turning.map((words) => h("p", { class: "turning" }, sentence(words))),
          comments.length > 0 && h("p", { class: "small" }, sentence(comments.join("; "))),
        ),
      ),
    ),
  );
}

function pretty(code) {
  return code.slice(0, -1) + { S: "♠", H: "♥", D: "♦", C: "♣" }[code.at(-1)];
}

function sentence(words) {
  return `${words[0].toUpperCase()}${words.slice(1)}.`;
}
