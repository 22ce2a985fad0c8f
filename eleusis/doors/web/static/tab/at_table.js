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

/** The table, of the game that is open; `overActions` are what may be done when it is over. */
export async function openTable({ goHome, overActions }) {
  const element = document.createElement("div");
  element.className = "table-place";
  element.append(...(await markup()).map((node) => document.importNode(node, true)));
  let page = null;
  return {
    element,
    isGame: true,
    enter() {
      if (page !== null) return;
      page = new TablePage({ onLeave: goHome, overActions, focus: true });
      page.start();
      keepForGood();
    },
    leave: () => page?.stop(),
  };
}
