/** The wall of a room, for a projector: the layouts of all tables, whose turn it is, what the rules were. */

import { qrCode } from "../api.js";
import { h, part, patch, patchOrHide } from "../dom.js";
import { takeKey } from "../key.js";
import "../theme.js";
import { poll } from "./polling.js";
import * as api from "./room_api.js";
import { Tile } from "./wall_tile.js";

/** Of more tables than that there is no room for layouts. */
const LAYOUTS = 12;

const key = takeKey();
const tiles = new Map();

/** So many columns that tiles are about as wide as high. */
function columnsFor(count) {
  if (count > LAYOUTS) return 4;
  return count > 9 ? 4 : count > 4 ? 3 : count > 1 ? 2 : 1;
}

function hear({ address, tables, hint }) {
  const [scheme, rest] = address.replace(/\/$/, "").split("//");
  patch(part("title"), `Join at ${scheme}//`, h("strong.address", rest));
  part("how").hidden = false;
  patch(part("notices"));
  part("empty").hidden = tables.length > 0;
  part("empty").textContent = "No table is open yet.";
  patchOrHide(part("hint"), hint !== null && [h("strong", "Hint: "), hint]);
  const list = part("tiles");
  list.hidden = tables.length === 0;
  list.dataset.many =
    tables.length > LAYOUTS ? "lines" : tables.length > 9 ? "four" : tables.length > 4 ? "three" : "few";
  list.style.setProperty("--columns", columnsFor(tables.length));
  const items = tables.map((table) => {
    if (!tiles.has(table.code)) tiles.set(table.code, new Tile(table.code));
    return tiles.get(table.code).item;
  });
  patch(list, items);
  // Only where all have their places it is known how large each is.
  for (const table of tables) tiles.get(table.code).show(table, list.dataset.many !== "lines");
}

function fail(error) {
  const refused = error.status === 401;
  if (refused) part("empty").textContent = "The wall has a key: open it from the owner's page of the room.";
  else
    patch(
      part("notices"),
      h("p.notice", error.status === 0 ? "The connection is lost: reconnecting…" : error.text),
    );
  return !refused;
}

function toggleFullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen();
}

part("full").addEventListener("click", toggleFullScreen);
part("full").hidden = !document.fullscreenEnabled;
qrCode().then(
  (picture) => {
    part("qr").src = picture;
    part("qr").alt = "QR code of this address";
    part("qr").hidden = false;
  },
  () => {},
);
poll(() => api.wall(key), hear, fail)();
