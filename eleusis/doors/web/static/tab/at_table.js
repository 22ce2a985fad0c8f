/**
 * The table's page in the one document: its markup is that of the page of its own.
 */

import { h } from "../dom.js";
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
 * `title` says above the cards which puzzle it is, `coach` what to try; `onLeave` is called when the table is put away.
 */
export async function openTable({ goHome, title, coach, onLeave = () => {}, ...wish }) {
  const element = document.createElement("div");
  element.className = "table-place";
  element.append(...(await markup()).map((node) => document.importNode(node, true)));
  const named = title !== undefined && h("aside.puzzle-title", { "aria-label": "Which puzzle it is" }, title);
  element.querySelector("main").before(...[named, coach].filter(Boolean));
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
