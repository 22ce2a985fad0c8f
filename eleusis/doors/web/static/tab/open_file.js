/**
 * A game file is opened: chosen, or dropped on the page; what it holds takes the place of the form.
 */

import { h, replace } from "../dom.js";
import { openLook } from "./look.js";

/** The engine reads no longer texts than 2,000,000 characters; a larger file need not be read to be refused. */
const LARGEST = 5_000_000;

/** The page on which a file is chosen, as a view. */
export function openFile({ goHome }) {
  const title = h("h1", { tabindex: "-1" }, "Open a game");
  const problem = h("p", { class: "error", role: "alert" });
  const input = h("input", { type: "file", id: "game-file", accept: ".yaml,.yml,.txt,application/yaml,text/yaml,text/plain" });
  const drop = h(
    "div",
    { class: "panel drop stack" },
    h("div", { class: "chosen-file" }, input, h("label", { class: "button primary large wide", for: "game-file" }, "Choose a game file")),
    h("p", { class: "muted only-mouse" }, "Or drop it here."),
    problem,
  );
  const element = h(
    "div",
    {},
    h(
      "main",
      { class: "home" },
      h("header", { class: "row spread" }, title, h("button", { type: "button", on: { click: goHome } }, "Start page")),
      h("p", {}, "Any file that Eleusis has kept of a game: see its rounds card by card, the rules, and how near everybody came. It is read in this browser and goes nowhere."),
      drop,
    ),
  );

  let looked = null;
  async function take(file) {
    problem.textContent = "";
    drop.setAttribute("aria-busy", "true");
    try {
      looked = await lookAt(file, goHome);
      replace(element, looked.element);
      looked.enter();
    } catch (error) {
      problem.textContent = wordsOf(error);
    } finally {
      drop.removeAttribute("aria-busy");
      // So that the same file, put right, can be chosen again.
      input.value = "";
    }
  }

  input.addEventListener("change", () => input.files[0] && take(input.files[0]));
  drop.addEventListener("dragover", (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    const [file] = event.dataTransfer.files;
    if (file !== undefined) take(file);
  });
  return {
    element,
    get isGame() {
      return looked !== null;
    },
    enter() {
      if (looked !== null) return;
      document.title = "Open a game – Eleusis";
      title.focus();
    },
  };
}

async function lookAt(file, goHome) {
  if (file.size > LARGEST) throw new Error(`${file.name} is too large for the file of a game: ${Math.ceil(file.size / 1e6)} MB.`);
  const bytes = await file.arrayBuffer();
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`${file.name} is no text, so it can’t be the file of a game.`);
  }
  return openLook({ text, name: file.name }, { goHome });
}

/** What is wrong, and where in the file. */
function wordsOf(error) {
  const { line, column } = error.body?.error ?? {};
  const where = line === undefined ? "" : `Line ${line}${column === undefined ? "" : `, column ${column}`}: `;
  return `${where}${error.text ?? error.message}`;
}
