/**
 * A game from a file, to look back upon: who played, how it stands, what is wrong with the file, and each round.
 */

import { RoundChoice, showRound } from "../after.js";
import { get, post } from "../api.js";
import { ALONE } from "../calm.js";
import { button, field, h, options } from "../dom.js";
import { standings } from "../players.js";
import { counted, listed, nobodyScored } from "../words.js";
import { playerName } from "./kept_here.js";
import { pageHeading, pageTop, pageView } from "./page_view.js";

/** So many of the things that are wrong with a file are seen at once. */
const AT_ONCE = 10;

/**
 * The game in a text, as a view: it takes the place of the one that was open. Throws ApiError of what is no game.
 *
 * `another` is what opens another file, where this one was chosen: one that came in a link is seen card by card at once.
 */
export async function openLook({ text, name }, { goHome, another = null }) {
  await post("/api/tab/open", { kind: "text", text, name });
  const game = await get("/api/tab/summary");
  const heading = pageHeading(game.title);
  const element = h(
    "main.home.looked-at",
    pageTop(
      heading,
      h("div.row.tight", another !== null && button("Open another file", another), button("Start page", goHome)),
    ),
    h("p.muted", about(game)),
    // Of a single round its own sheet says it all.
    game.rounds > 1 && !nobodyScored(game.totals) && standings(game.totals, "Points"),
    troubles(game),
    rounds(game, another === null),
    another === null && h("div.row", h("a.button.primary.grow", { href: "#make" }, "Make a rule of your own")),
  );
  return { ...pageView(game.title, heading, element), isGame: true };
}

function about({ edition, players, rounds, unfinished }) {
  return `${edition} · ${listed(players)} · ${rounds === 0 ? "no round was dealt" : counted(rounds, "round")}${unfinished.length > 0 ? ", not played to the end" : ""}`;
}

/** What is wrong with the file, each with its place in it, and what is only unusual. */
function troubles({ findings, warnings }) {
  if (findings.length + warnings.length === 0) return null;
  const wrong = findings.map(({ text, line, column }) =>
    h("li", h("span.muted.number", `Line ${line}, column ${column}: `), text),
  );
  const rest = wrong.slice(AT_ONCE);
  return h(
    "section.panel.stack.tight.findings",
    { "aria-label": "What is to be said of the file" },
    findings.length > 0 &&
      h(
        "h2",
        findings.length === 1
          ? "One thing in the file isn’t as it was"
          : `${findings.length} things in the file aren’t as they were`,
      ),
    h("ul.plain.lines", wrong.slice(0, AT_ONCE)),
    rest.length > 0 && h("details", h("summary", `${rest.length} more`), h("ul.plain.lines", rest)),
    warnings.map((text) => h("p.hint", text)),
  );
}

/** A button for each round and each pair of eyes, and below them the round that is looked at. */
function rounds({ rounds: count, players, unfinished, variant }, opensReplay) {
  if (count === 0) return h("p.empty", "No cards were dealt in this game.");
  const place = h("div.round-over");
  // There is one hand to be shown, and a friend may have sent it.
  const isAlone = variant === ALONE;
  const shown = { number: count, seat: isAlone ? players[0] : undefined };
  const show = async (change) => {
    Object.assign(shown, change);
    // A file may come from anybody: who played in it may be another of one's own name.
    await showRound(place, shown.number, { seat: shown.seat, you: null, maker: playerName(), saves: false });
    if (opensReplay) place.querySelector("details:has(> .later)")?.setAttribute("open", "");
  };
  const nameOf = (number) => `Round ${number}${unfinished.includes(number) ? " (unfinished)" : ""}`;
  const choice = new RoundChoice(count, (number) => show({ number }), nameOf);
  const eyes = h(
    "select",
    { id: "eyes", on: { change: () => show({ seat: eyes.value || undefined }) } },
    options([["", "nobody: the cards on the table"], ...players.map((seat) => [seat, seat])], ""),
  );
  choice.choose(count);
  return h(
    "section.stack",
    { "aria-label": "The rounds" },
    choice.element,
    !isAlone && field("Whose hand is shown", eyes),
    place,
  );
}
