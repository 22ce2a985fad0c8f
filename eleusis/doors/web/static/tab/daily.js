/**
 * The puzzle of a day, and what there is to say and to do when it is over.
 */

import { get, post } from "../api.js";
import { fillWith } from "../attempts.js";
import { h } from "../dom.js";
import { openTable } from "./at_table.js";
import { knowsGame, playerName } from "./kept_here.js";
import { shareButtons } from "./sharing.js";
import { dayBeside, inWords, isDay, shortDay, today } from "./today.js";

const FIRST_DAY = "2026-01-01";

/** Opens the puzzle of a day, new or as it was left; "": today's. A day that hasn't come is refused. */
export async function openDaily(asked, { goHome }) {
  const day = asked || today();
  if (isDay(day) && day > today())
    throw new Error(`The puzzle of ${inWords(day)} isn’t there yet: come back on that day.`);
  await post("/api/tab/open", { kind: "daily", day, name: playerName() });
  knowsGame();
  // Loaded again after midnight, it is the same puzzle.
  if (asked === "") window.history.replaceState(null, "", `#daily=${day}`);
  return openTable({ goHome, title: dailyTitle(day), overActions: () => [dailyOver(day)] });
}

/** What the puzzle of a day is called above the table. */
export const dailyTitle = (day) => `${day === today() ? "Today’s puzzle" : "Puzzle"} · ${shortDay(day)}`;

/** The address at which the puzzle of a day is played. */
function linkOf(day) {
  const address = new URL(window.location.href);
  address.search = "";
  address.hash = `daily=${day}`;
  return address.href;
}

/** How a day's puzzle came out: in words, as a line to share, and where to go from here. */
export function dailyOver(day) {
  const place = h("section.panel.accent.stack.puzzle-over", {
    "aria-label": "How it went",
    "data-tells": true,
  });
  fillWith(place, () => howItWent(day));
  return place;
}

async function howItWent(day) {
  const [result, { streak }] = await Promise.all([
    get("/api/tab/result"),
    get(`/api/tab/history?today=${today()}`),
  ]);
  const before = dayBeside(day, -1);
  const isToday = day === today();
  const [share, told] = shareButtons(result.text, { url: linkOf(day) });
  return [
    h("p.kicker.hint", isToday ? "Today’s puzzle" : `Puzzle of ${inWords(day)}`),
    h("h2.found", { "data-found": result.turn === null ? "nobody" : "own" }, outcome(result)),
    h(
      "p",
      [besidePerfect(result), isToday && streak > 1 && `That’s ${streak} days in a row.`].filter(Boolean).join(" "),
    ),
    h("p.share-line", result.text),
    h("p.small.muted", "● right, ○ wrong, ? wrong guess, ! found"),
    h("div.row", share),
    told,
    h(
      "div.row",
      isToday && before >= FIRST_DAY && h("a.button.grow", { href: `#daily=${before}` }, "Yesterday’s puzzle"),
      !isToday && h("a.button.grow", { href: "#daily" }, "Today’s puzzle"),
      h("a.button.grow", { href: "#history" }, "All your puzzles"),
      h("a.button.grow", { href: "#" }, "Start page"),
    ),
  ];
}

function outcome({ turn }) {
  return turn === null ? "Not found this time" : `You found it in turn ${turn}`;
}

function besidePerfect({ turn, perfect }) {
  if (perfect === "unknown") return "";
  if (perfect === null)
    return turn === null
      ? "Nor does a perfect player, with these cards."
      : "A perfect player doesn’t find it with these cards: you did!";
  if (turn === null) return `A perfect player needs ${turns(perfect)}.`;
  if (turn < perfect) return `A perfect player needs ${turns(perfect)}: you were quicker!`;
  return turn === perfect ? "A perfect player needs as many." : `A perfect player needs ${turns(perfect)}.`;
}

const turns = (number) => (number === 1 ? "one turn" : `${number} turns`);
