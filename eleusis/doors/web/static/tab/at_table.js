/**
 * The table's page in the one document: its markup is that of the page of its own.
 */

import { TablePage } from "../table_page.js";
import { keepForGood } from "./offline.js";

const MARKUP = new URL("../table.html", import.meta.url);

async function markup() {
  const answer = await fetch(MARKUP);
  const { body } = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const silent of body.querySelectorAll("noscript, script")) silent.remove();
  return [...body.childNodes];
}

/**
 * The table, of the game that is open.
 *
 * `wish` is what the table's page may be given besides, such as `overActions`: what may be done when the game is over.
 * `coach` stands above the cards; `onLeave` is called when the table is put away.
 */
export async function openTable({ goHome, coach, onLeave = () => {}, ...wish }) {
  const element = document.createElement("div");
  element.className = "table-place";
  element.append(...(await markup()).map((node) => document.importNode(node, true)));
  if (coach !== undefined) element.querySelector("main").before(coach);
  let page = null;
  return {
    element,
    isGame: true,
    enter() {
      if (page !== null) return;
      page = new TablePage({ onLeave: goHome, focus: true, ...wish });
      page.start();
      keepForGood();
    },
    leave() {
      page?.stop();
      onLeave();
    },
  };
}
