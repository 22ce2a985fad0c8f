/**
 * What could have been known after each turn of a round that is over: the curve of what was left to know, and what
 * there is to say of each player and of the turns that told most.
 */

import { review } from "./api.js";
import { fillWith } from "./attempts.js";
import { cardShort } from "./cards.js";
import { each, h } from "./dom.js";
import { review as pageOf } from "./places.js";
import { sentence, spoken } from "./words.js";

/** Show the review of the round of `data` in `element`. */
export function reviewRound(element, data) {
  const meanwhile = "Looking back: this takes a few seconds …";
  return fillWith(element, async () => reviewed(await review(data.number), data.number), { meanwhile });
}

function reviewed({ story, curve, players, turns, unknown, family_size: family }, number) {
  return [
    h("p", story.join(" ")),
    drawn(curve),
    sayings(players),
    turnsWorthAWord(turns),
    unknown.length > 0 && h("p.hint", unknown.join(" ")),
    h(
      "p.hint",
      `As a perfect player who knows ${family.toLocaleString("en")} rules would see it. `,
      wholePage(number),
    ),
  ];
}

/** The way to the whole review as a page; null where there is none. */
function wholePage(number) {
  const href = pageOf(number);
  return href && h("a", { href, target: "_blank", rel: "noopener" }, "The whole review as a page");
}

/** The curve, which the server has drawn and escaped; nothing of it runs here. */
function drawn(curve) {
  return new DOMParser().parseFromString(curve, "text/html").querySelector("figure");
}

/** Each player's line, and how much of what the cards allowed was asked. */
function sayings(all) {
  return each("ul.plain.sayings", Object.entries(all), ([seat, { saying }]) =>
    h(
      "li",
      h("span.visually-hidden", spoken(saying)),
      h("span", { "aria-hidden": "true" }, emphasised(saying, seat)),
    ),
  );
}

function emphasised(saying, seat) {
  return saying.startsWith(seat) ? [h("strong", seat), saying.slice(seat.length)] : saying;
}

/** The turns of which there is something to say. */
function turnsWorthAWord(turns) {
  const worth = turns.filter(({ comments, turning }) => comments.length + turning.length > 0);
  if (worth.length === 0) return null;
  return h(
    "details",
    h("summary", "Turn by turn"),
    each("ol.plain.lines", worth, ({ number, seat, cards, verdict, comments, turning }) =>
      h(
        "li",
        h("strong", `${number}. ${seat}`),
        ` ${cards.length > 0 ? cards.map(cardShort).join(" ") : "no play"} `,
        h("span", { class: `verdict ${verdict}` }, verdict),
        turning.map((words) => h("p.turning", `${sentence(words)}.`)),
        comments.length > 0 && h("p.small", `${sentence(comments.join("; "))}.`),
      ),
    ),
  );
}
