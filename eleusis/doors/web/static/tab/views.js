/**
 * What may stand in the page's place, by its name in the address; each makes `{element, enter?, leave?}`.
 */

import { post } from "../api.js";
import { openTable } from "./at_table.js";
import { openDaily } from "./daily.js";
import { openHistory } from "./history.js";
import { openLesson } from "./lesson.js";

const open = (wanted) => post("/api/tab/open", wanted);

export const views = {
  daily: openDaily,
  history: openHistory,
  lesson: openLesson,

  async kept(file, { goHome }) {
    await open({ kind: "kept", file });
    return openTable({ goHome });
  },
};
