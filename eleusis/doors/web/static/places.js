/**
 * Where the other pages are, and how one goes there: as seen from the page that is open, so that all of them may be
 * served below any path. `usePlaces` replaces what another door has elsewhere.
 */

import { h } from "./dom.js";
import { Memory } from "./memory.js";

let places = {
  home: "./",
  room: false,
  table: (seat) => (seat === undefined ? "table" : `table?${new URLSearchParams({ seat })}`),
  review: (number) => `review/${number}`,
  goHome: () => window.location.assign(home()),
  startAfresh: () => window.location.reload(),
};

/**
 * Puts others in the place of some of these.
 *
 * @param {object} others
 * @param {string} [others.home] the address of the start page
 * @param {boolean} [others.room] whether this is a page of a room itself
 * @param {(seat?: string) => string} [others.table] that of the table, as `seat`; "": of one who only watches
 * @param {(number: number) => string|null} [others.review] that of a round's review; null: there is no such page
 * @param {() => void} [others.goHome] leaves for the start page
 * @param {() => void} [others.startAfresh] begins this page anew, since another game is on
 */
export function usePlaces(others) {
  places = { ...places, ...others };
}

export const home = () => places.home;

/** The address of the table, as `seat`; "" only watches, undefined is the seat that this browser holds. */
export const table = (seat) => places.table(seat);

/** The address of the review of a round; null where there is no such page. */
export const review = (number) => places.review(number);

export const goHome = () => places.goHome();

export const startAfresh = () => places.startAfresh();

/** The code of this table, where it is one of many in a room; "" where it is the only one. */
export const tableCode = () =>
  /\/([B-DF-HJ-NP-TV-XZ]{4})\/$/.exec(new URL(home(), document.baseURI).pathname)?.[1] ?? "";

/** Whether this is a page of a room, or of one of its tables: there one is a guest, and has no server of one's own. */
export const inRoom = () => places.room || tableCode() !== "";

/** The way from a table to the others of its room. */
export const anotherTable = () => h("a", { href: `${home()}../` }, "Another table");

/** An address that may be broken before the code of its table, but not within. */
export function wholeCode(address) {
  const [, before, code] = /^(.*\/)([A-Z]{4}\/?)$/.exec(address) ?? [null, address, ""];
  return [before, code && h("span.whole", code)];
}

/** The tables of a room that this browser has opened or made, the newest first. */
const memory = new Memory("eleusis.tables");
const MOST_KEPT = 12;

/** Those tables: `{code, key}`, with the key of the host where the table was made here. */
export const keptTables = () => memory.data ?? [];

/** Keeps in mind that this browser has been at a table: at this one, where it is one of a room. */
export function keepTable(code = tableCode(), key = undefined) {
  if (!code) return;
  const tables = keptTables();
  const known = tables.find((table) => table.code === code);
  memory.keep(
    JSON.stringify(
      [{ ...known, code, key: key ?? known?.key }, ...tables.filter((table) => table !== known)].slice(
        0,
        MOST_KEPT,
      ),
    ),
  );
}

/** What one types into another browser to come to the table: the host, and where the table lies on it. */
export function typedAddress() {
  const { host, pathname } = new URL(home(), document.baseURI);
  return `${host}${pathname}`;
}
