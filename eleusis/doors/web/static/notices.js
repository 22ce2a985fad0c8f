/**
 * The notes above the table: the connection, a game that rests, open hands, and that one only watches.
 */

import { goOnButton } from "./alone.js";
import { button, h } from "./dom.js";
import { AWAY } from "./live.js";
import { anotherTable, home } from "./places.js";

/** The notes that stand there now; `onLook` shows the open hands. */
export function notices({ table, seat, lost }, onLook) {
  const { alone } = table;
  const says = (text, ...more) => h("p.notice", text, ...more);
  return [
    lost === "away" ? says(AWAY, " ", anotherTable()) : lost && says(alone ? "One moment …" : "Reconnecting…"),
    table.paused && (alone ? says("The game is paused. ", goOnButton()) : says("The host has paused the game.")),
    table.broken && says(`The game has stopped: ${table.broken}`, alone && !table.paused && [" ", goOnButton()]),
    table.open_hands && says("Open hands: everyone sees every hand. ", button("Look", onLook)),
    seat === "" && says("You are watching. ", !alone && h("a", { href: home() }, "Choose a seat")),
  ];
}
