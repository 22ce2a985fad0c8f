/**
 * A game that is kept in this browser, opened again.
 */

import { post } from "../api.js";
import { h } from "../dom.js";
import { openTable } from "./at_table.js";
import { dailyOver, dailyTitle } from "./daily.js";
import { dareOver } from "./dare_over.js";
import { gameOverActions } from "./over_actions.js";

/** The game of a file as a view. Throws ApiError where there is no such game. */
export async function openKept(file, { goHome }) {
  const opened = await post("/api/tab/open", { kind: "kept", file });
  const puzzle = {
    daily: () => ({ title: dailyTitle(opened.day), overActions: () => [dailyOver(opened.day)] }),
    rule: () => ({
      title: h("span", h("bdi", opened.by), "’s rule"),
      overActions: () => [dareOver(opened)],
    }),
  }[opened.kind];
  return openTable({ goHome, overActions: () => gameOverActions(opened, goHome), ...puzzle?.() });
}
