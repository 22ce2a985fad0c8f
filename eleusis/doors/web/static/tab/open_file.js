/**
 * A game file is opened: chosen, or dropped on the page; what it holds takes the place of the form.
 */

import { wordsOf } from "../attempts.js";
import { button, h, replace } from "../dom.js";
import { openLook } from "./look.js";
import { enterPage, pageHeading, pageTop } from "./page_view.js";

/** The engine reads no longer texts than 2,000,000 characters; a larger file need not be read to be refused. */
const LARGEST = 5_000_000;
/** So many of the things that are wrong with a file are seen at once; more are folded. */
const AT_ONCE = 3;

/** The page on which a file is chosen, as a view. */
export function openFile({ goHome }) {
  const heading = pageHeading("Open a game");
  const problem = h("div.stack.tight", { role: "alert" });
  const input = h("input", {
    type: "file",
    id: "game-file",
    accept: ".yaml,.yml,.txt,application/yaml,text/yaml,text/plain",
  });
  const drop = h(
    "div.panel.drop.stack",
    h("div.chosen-file", input, h("label.button.primary.large.wide", { for: "game-file" }, "Choose a game file")),
    h("p.muted.only-mouse", "Or drop it here."),
    problem,
  );
  const chooser = h(
    "main.home",
    pageTop(heading, button("Start page", goHome)),
    h(
      "p",
      "Any file that Eleusis has kept of a game: see its rounds card by card, the rules, and how near everybody came. It is read in this browser and goes nowhere.",
    ),
    drop,
  );
  const element = h("div", chooser);

  let looked = null;
  function another() {
    looked = null;
    replace(element, chooser);
    show();
  }
  const show = () => enterPage("Open a game", heading);
  async function take(file) {
    replace(problem);
    drop.setAttribute("aria-busy", "true");
    try {
      looked = await lookAt(file, { goHome, another });
      replace(element, looked.element);
      looked.enter();
    } catch (error) {
      replace(problem, allWrong(error));
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
      if (looked === null) show();
    },
  };
}

async function lookAt(file, ways) {
  if (file.size > LARGEST)
    throw new Error(`${file.name} is too large for the file of a game: ${Math.ceil(file.size / 1e6)} MB.`);
  const bytes = await file.arrayBuffer();
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`${file.name} is no text, so it can’t be the file of a game.`);
  }
  return openLook({ text, name: file.name }, ways);
}

/** All that is wrong, each with its place in the file. */
function allWrong(error) {
  const { error: first, errors = [{ ...first, text: wordsOf(error) }] } = error.body ?? {};
  const told = errors.map((each) => h("p.error", placed(each)));
  const places =
    told.length > AT_ONCE ? h("details", h("summary", `${told.length} things are wrong with it`), told) : told;
  return [h("p", h("strong", "This file can’t be opened.")), places];
}

function placed({ text, line, column }) {
  const where = line === undefined ? "" : `Line ${line}${column === undefined ? "" : `, column ${column}`}: `;
  return `${where}${text}`;
}
