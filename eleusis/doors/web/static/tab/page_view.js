/**
 * What the pages of the tab besides the table have in common: a heading, which has the focus when the page is entered.
 */

import { h } from "../dom.js";

/** The heading of a page. */
export const pageHeading = (...words) => h("h1", { tabindex: "-1" }, words);

/** The top of a page: its heading, and the way to the start page, or another. */
export const pageTop = (heading, way = h("a.button", { href: "#" }, "Start page")) =>
  h("header.row.spread", heading, way);

/** A page as a view; `name` is what its browser tab is called. */
export function pageView(name, heading, element) {
  return { element, enter: () => enterPage(name, heading) };
}

export function enterPage(name, heading) {
  document.title = `${name} – Eleusis`;
  heading.focus();
}
