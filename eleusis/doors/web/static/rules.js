/**
 * The rules of this edition in a window, and beside them the words of which secret rules are written.
 */

import { rules } from "./api.js";
import { fillWith } from "./attempts.js";
import { openDialog } from "./dialogs.js";
import { each, h, newId, replace, segmented } from "./dom.js";

const TABS = { rules: "The rules", language: "Words of secret rules" };

/**
 * Open the rules; `tab` says which part is seen first: "rules" or "language". `variant` is an edition by its name, where
 * it isn't that of the table.
 */
export function openRules({ tab = "rules", variant } = {}) {
  const body = h("div.rulebook.stack");
  const { heading } = openDialog("The rules", body);
  return fillWith(body, async () => {
    const book = await rules(variant);
    heading.textContent = book.title;
    return bookParts(book, tab);
  });
}

function bookParts({ chapters, language }, tab) {
  const place = h("div.chapters.stack");
  const chapter = ({ title, lines, numbered }) => h("section.stack.tight", h("h3", title), points(lines, numbered));
  const show = (name) => replace(place, name === "rules" ? foldable(chapters) : language.map(chapter));
  show(tab);
  return [segmented(newId("part"), TABS, tab, show, "Which part"), place];
}

/** Chapters that are folded, the first of them open. */
function foldable(chapters) {
  return chapters.map(({ title, lines, numbered }, place) =>
    h("details", { open: place === 0 }, h("summary", title), points(lines, numbered)),
  );
}

function points(lines, numbered) {
  return each(numbered ? "ol" : "ul", {}, lines, (line) => h("li", withCode(line)));
}

/** A line in which what stands between backticks is code. */
function withCode(line) {
  return line.split("`").map((part, place) => (place % 2 === 1 ? h("code", part) : part));
}
