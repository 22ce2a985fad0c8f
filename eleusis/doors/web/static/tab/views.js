/**
 * What may stand in the page's place, by its name in the address; each makes `{element, enter?, leave?}`.
 */

import { post } from "../api.js";
import { openTable } from "./at_table.js";
import { openDaily } from "./daily.js";
import { openHistory } from "./history.js";
import { keptGames } from "./kept_games.js";
import { openLesson } from "./lesson.js";
import { openFile } from "./open_file.js";
import { gameOverActions } from "./over_actions.js";
import { playSetup } from "./play_setup.js";

const open = (wanted) => post("/api/tab/open", wanted);

export const views = {
  daily: openDaily,
  history: openHistory,
  lesson: openLesson,

  async kept(file, { goHome }) {
    const opened = await open({ kind: "kept", file });
    return openTable({ goHome, overActions: () => gameOverActions(opened, goHome) });
  },

  play: () => playSetup(),

  games: () => keptGames(),

  open: (_, { goHome }) => openFile({ goHome }),
};
