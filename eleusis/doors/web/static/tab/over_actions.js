/**
 * What may be done when a game in the tab is over: its file is downloaded, it is played again, or one leaves.
 */

import { file as fileText, post } from "../api.js";
import { h } from "../dom.js";
import { note } from "../live.js";

/** How long a file may take to be saved (ms), until what it is saved from is let go of. */
const TIME_TO_SAVE = 60_000;

/** Has the browser save a text as a file. */
export function download(text, name) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/yaml" }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), TIME_TO_SAVE);
}

/** The button that downloads the game's file, which is called `name`. */
export function downloadButton(name) {
  return button("Download the game", async () => download((await fileText()).text, name), { "data-saves": true });
}

/** The button that begins another game of the same people. */
export function againButton() {
  const again = async () => {
    const { file } = await post("/api/tab/open", { kind: "again" });
    window.location.hash = `kept=${file}`;
  };
  return button("Play again", again, { class: "primary" });
}

export function homeButton(goHome) {
  return button("Start page", async () => goHome());
}

/** The buttons below a game that is over, where `opened` says what it is. */
export function gameOverActions(opened, goHome) {
  return [opened.kind === "game" && againButton(), downloadButton(opened.file), homeButton(goHome)].filter(Boolean);
}

/** A button for something that can be refused: that is said, and it can be pressed again. */
function button(words, does, attrs = {}) {
  const press = async () => {
    pressed.disabled = true;
    try {
      await does();
    } catch (error) {
      note(error.text ?? String(error));
    }
    pressed.disabled = false;
  };
  const pressed = h("button", { type: "button", ...attrs, on: { click: press } }, words);
  return pressed;
}
