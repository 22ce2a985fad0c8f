/** What the pages of a room ask for: the only module that knows an address under the room's /api. */

import { get, LONG_PATIENCE, post } from "../api.js";
import { usePlaces } from "../places.js";

usePlaces({ room: true });

/** Whether one may make a table here. */
export const door = () => get("/api/room/door");

/** Makes a table → its code, and the key of its host. */
export const makeTable = () => post("/api/room/tables");

/** How a table stands, by its code; throws ApiError where there is none. */
export const tableOf = (code) => get(`/${code}/api/table`);

/** The room, as its owner sees it. */
export const room = (key) => get("/api/room", { key });

/** All tables, as anybody in the room may see them. */
export const wall = (key) => get("/api/room/wall", { key });

/** What has happened in the room. */
export const log = (key) => get("/api/room/log", { key });

/** Does what the owner asks: `actInRoom(key, "pause", {tables: ["KWTF"]})` → where it was done, and where refused. */
export const actInRoom = (key, what, more = {}) =>
  post("/api/room", { do: what, ...more }, { key, patience: LONG_PATIENCE });
