/**
 * What may stand in the page's place, by its name in the address; each makes `{element, enter?, leave?}`.
 */

import { post } from "../api.js";
import { openTable } from "./at_table.js";
import { openDare } from "./friend_rule.js";
import { readGame } from "./invitation.js";
import { openKept } from "./kept_game.js";
import { openLook } from "./look.js";
import { openMaking } from "./make_rule.js";
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

  kept: openKept,
  make: openMaking,
  rule: openDare,

  game: async (packed, moment) => openLook(await readGame(packed), moment),
};
