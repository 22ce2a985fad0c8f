/**
 * What may stand in the page's place, by its name in the address; each makes `{element, enter?, leave?}`.
 */

import { openDaily } from "./daily.js";
import { openDare } from "./friend_rule.js";
import { openHistory } from "./history.js";
import { readGame } from "./invitation.js";
import { openKept } from "./kept_game.js";
import { keptGames } from "./kept_games.js";
import { openLesson } from "./lesson.js";
import { openLook } from "./look.js";
import { openMaking } from "./make_rule.js";
import { openFile } from "./open_file.js";
import { playSetup } from "./play_setup.js";

export const views = {
  daily: openDaily,
  history: openHistory,
  lesson: openLesson,
  kept: openKept,
  make: openMaking,
  rule: openDare,
  game: async (packed, moment) => openLook(await readGame(packed), moment),
  play: () => playSetup(),
  games: () => keptGames(),
  open: (_, { goHome }) => openFile({ goHome }),
};
