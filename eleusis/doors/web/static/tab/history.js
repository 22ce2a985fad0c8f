/**
 * The daily puzzles that were played in this browser: how many in a row, and each with its line.
 */

import { get } from "../api.js";
import { each, h } from "../dom.js";
import { pageHeading, pageView } from "./page_view.js";
import { dayBeside, inWords, today } from "./today.js";

/** The view of all puzzles, the newest first. */
export async function openHistory() {
  const { days, streak, longest } = await get(`/api/tab/history?today=${today()}`);
  const played = Object.keys(days).sort().reverse();
  const solved = played.filter((day) => days[day].turn !== null);
  const heading = pageHeading("Your puzzles");
  const element = h(
    "main.home.history",
    heading,
    h(
      "dl.panel.figures",
      figure("in a row", streak),
      figure("longest row", longest),
      figure("solved", `${solved.length} of ${played.length}`),
    ),
    h("div.row", missed(days), h("a.button.grow", { href: "#" }, "Start page")),
    played.length === 0
      ? h("p.muted", "Each day’s puzzle that you play is kept here, in this browser only.")
      : each("ul.plain.stack.tight", played, (day) => h("li", dayPlayed(day, days[day]))),
  );
  return pageView("Your puzzles", heading, element);
}

function figure(name, value) {
  return h("div", h("dt.hint", name), h("dd.number", value));
}

/** The way to the newest puzzle that wasn't played: today's, or yesterday's. */
function missed(days) {
  const yesterday = dayBeside(today(), -1);
  if (days[today()] === undefined) return h("a.button.primary.grow", { href: "#daily" }, "Today’s puzzle");
  return days[yesterday] === undefined && h("a.button.grow", { href: `#daily=${yesterday}` }, "Yesterday’s puzzle");
}

function dayPlayed(day, { turn, line }) {
  return h(
    "a.panel.way",
    { href: `#daily=${day}` },
    h("strong", { class: `verdict ${turn === null ? "wrong" : "right"}` }, inWords(day)),
    h("span.share-line", line),
  );
}
