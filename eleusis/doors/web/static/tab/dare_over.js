/**
 * A friend's rule has been played: how it went is sent back, or a rule of one's own.
 */

import { file as fileOf, get } from "../api.js";
import { fillWith } from "../attempts.js";
import { h } from "../dom.js";
import { gameLink, LONGEST_LINK } from "./invitation.js";
import { shareButtons } from "./sharing.js";

/** What may be done when the game of `opened` is over, as a part of the page. */
export function dareOver(opened) {
  const by = opened.by ?? "your friend";
  const place = h("section.panel.accent.stack.dare-over", { "aria-label": "How it went" });
  fillWith(place, () => howItWent(opened, by));
  return place;
}

async function howItWent(opened, by) {
  const { text } = await get("/api/tab/result");
  const link = await linkTo(opened);
  const [buttons, told] = shareButtons(text, {
    url: link ?? undefined,
    words: h("span", "Send ", h("bdi", by), " the result"),
  });
  return [
    h("p.result-line", text),
    h("div.row", buttons),
    told,
    h(
      "p.small.muted",
      link === null
        ? "This game is too long for a link. Save its file below, and send that: it opens under “Open a game”."
        : "The link shows your game card by card, and the rule with it.",
    ),
    h(
      "div.row",
      h("a.button.grow", { href: "#make" }, h("span", "Dare ", h("bdi", by), " with a rule of yours")),
      h("a.button.grow", { href: "#" }, "Start page"),
    ),
  ];
}

/** The link to the game's replay; null where it would be longer than gets through everywhere. */
async function linkTo({ file: name }) {
  const { text } = await fileOf();
  const link = await gameLink({ name, text });
  return link.length > LONGEST_LINK ? null : link;
}
