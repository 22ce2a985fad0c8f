/**
 * What may stand in the page's place, by its name in the address; each makes `{element, enter?, leave?}`.
 */

import { post } from "../api.js";
import { openTable } from "./at_table.js";
import { keptGames } from "./kept_games.js";
import { openFile } from "./open_file.js";
import { gameOverActions } from "./over_actions.js";
import { playSetup } from "./play_setup.js";
import { playerName } from "./player_name.js";
import { today } from "./today.js";

const open = (wanted) => post("/api/tab/open", wanted);

export const views = {
  async daily(day, { goHome }) {
    await open({ kind: "daily", day: day || today(), name: playerName() });
    return openTable({ goHome });
  },

  async lesson(_, { goHome }) {
    await open({ kind: "lesson", name: playerName() });
    return openTable({ goHome });
  },

  async kept(file, { goHome }) {
    const opened = await open({ kind: "kept", file });
    return openTable({ goHome, overActions: () => gameOverActions(opened, goHome) });
  },

  play: () => playSetup(),

  games: () => keptGames(),

  open: (_, { goHome }) => openFile({ goHome }),
};
