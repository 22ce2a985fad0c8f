/**
 * The rules of this edition in a window, and beside them the words of which secret rules are written.
 */

import { rules } from "./api.js";
import { openDialog } from "./dialogs.js";
import { h, replace, segmented } from "./dom.js";

const TABS = { rules: "The rules", language: "Words of secret rules" };

/**
 * Open the rules; `tab` says which part is seen first: "rules" or "language". `variant` is an edition by its name, where
 * it isn't that of the table.
 */
export async function openRules({ tab = "rules", variant } = {}) {
  const body = h("div.rulebook.stack", h("p.hint", "One moment …"));
  const { heading } = openDialog("The rules", body);
  await fill(body, heading, tab, variant);
}

async function fill(body, title, tab, variant) {
  let book;
  try {
    book = await rules(variant);
  } catch (error) {
    const again = h(
      "button",
      { type: "button", on: { click: () => fill(body, title, tab, variant) } },
      "Try again",
    );
    replace(body, h("p.error", error.text ?? String(error)), h("div", again));
    return;
  }
  title.textContent = book.title;
  const chapters = h("div.chapters.stack");
  const chapter = ({ title, lines, numbered }) => h("section.stack.tight", h("h3", title), points(lines, numbered));
  const show = (name) => replace(chapters, name === "rules" ? foldable(book.chapters) : book.language.map(chapter));
  const name = `part-${crypto.getRandomValues(new Uint32Array(1))[0]}`;
  replace(body, segmented(name, TABS, tab, show, "Which part"), chapters);
  show(tab);
}

/** Chapters that are folded, the first of them open. */
function foldable(chapters) {
  return chapters.map(({ title, lines, numbered }, place) =>
    h("details", { open: place === 0 }, h("summary", title), points(lines, numbered)),
  );
}

function points(lines, numbered) {
  return h(
    numbered ? "ol" : "ul",
    {},
    lines.map((line) => h("li", withCode(line))),
  );
}

/** A line in which what stands between backticks is code. */
function withCode(line) {
  return line.split("`").map((part, place) => (place % 2 === 1 ? h("code", part) : part));
}
