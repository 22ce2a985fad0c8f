/**
 * A game that is kept in this browser, opened again.
 */

import { post } from "../api.js";
import { openTable } from "./at_table.js";
import { dareOver } from "./dare_over.js";

/** The game of a file as a view. Throws ApiError where there is no such game. */
export async function openKept(file, { goHome }) {
  const opened = await post("/api/tab/open", { kind: "kept", file });
  return openTable({ goHome, overActions: opened.kind === "rule" ? () => [dareOver(opened)] : undefined });
}
