/**
 * The games that this browser keeps: gone on with, looked back upon, downloaded, or kept no longer.
 */

import { file as fileText, get, post } from "../api.js";
import { attempt } from "../attempts.js";
import { ask } from "../dialogs.js";
import { button, h, replace } from "../dom.js";
import { saveAs } from "../saving.js";
import { counted, listed } from "../words.js";
import { pageHeading, pageTop, pageView } from "./page_view.js";
import { inWords, whenInWords } from "./today.js";

/** What an edition is called where there is little room: without who made it. */
export const shortTitle = (title) => title.replace(/ \([^)]*\)$/, "");

/** What a game is called where it is one of several. */
export function nameOf({ title, by, day, players }) {
  if (day) return `Puzzle of ${inWords(day)}`;
  if (by) return `A rule of ${by}`;
  return players.length > 0 ? `${shortTitle(title)} · ${listed(players)}` : title;
}

/** What tells a game from others of its name: when it was played, how far, and how it came out. */
export function stateOf({ kind, over, readable, changed, round, ending }) {
  if (!readable) return "This file can’t be read any more.";
  const how = over
    ? outcome(kind, ending)
    : kind === "game"
      ? round === 0
        ? "not begun"
        : `round ${round}`
      : "not over yet";
  const text = `${whenInWords(changed)} · ${how}`;
  return `${text[0].toUpperCase()}${text.slice(1)}`;
}

function outcome(kind, ending) {
  if (ending === null) return "over";
  const { winners, points, turn } = ending;
  if (kind !== "game") return turn === null ? "not found" : `found in ${counted(turn, "turn")}`;
  return winners.length === 0 ? "over, nobody won" : `${listed(winners)} won with ${counted(points, "point")}`;
}

/** The page of all games that are kept, as a view. */
export async function keptGames() {
  const heading = pageHeading("Kept games");
  const list = h("ul.plain.stack");
  const show = async () => {
    const games = await get("/api/tab/games");
    replace(
      list,
      games.map((game) => gameItem(game, show)),
      games.length === 0 && h("li.empty", "No game is kept here yet."),
    );
  };
  await show();
  const told = h("p.muted", "They are kept in this browser only. Download what you want to keep for good.");
  return pageView("Kept games", heading, h("main.home", pageTop(heading), told, list));
}

function gameItem(game, onGone) {
  const { file, over, readable } = game;
  const name = nameOf(game);
  return h(
    "li.panel.stack.tight.kept-game",
    h("h2", name),
    h("p.small.muted", stateOf(game)),
    h(
      "div.row.tight",
      readable &&
        h(
          "a",
          {
            class: `button ${over ? "" : "primary"}`,
            href: `#kept=${file}`,
            "aria-label": `${over ? "Look back" : "Go on"}: ${name}`,
          },
          over ? "Look back" : "Go on",
        ),
      readable && over && button("Download", () => save(file), { "aria-label": `Download: ${name}` }),
      button("Delete", () => forget(file, name, onGone), { class: "danger", "aria-label": `Delete: ${name}` }),
    ),
  );
}

async function save(file) {
  await attempt(async () => {
    await post("/api/tab/open", { kind: "kept", file });
    saveAs(await fileText());
  });
}

async function forget(file, name, onGone) {
  const text = `${name}: it can’t be had back.`;
  if (!(await ask({ title: "Delete this game?", text, yes: "Delete", no: "Keep it" }))) return;
  await attempt(() => post("/api/tab/forget", { file }));
  await onGone();
}
