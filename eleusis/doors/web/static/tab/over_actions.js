/**
 * What may be done when a game in the tab is over: its file is downloaded, it is played again, or one leaves.
 */

import { file, post } from "../api.js";
import { h } from "../dom.js";
import { note } from "../live.js";
import { saveAs } from "../saving.js";

/** The button that downloads the game's file. */
export function downloadButton() {
  return button("Download the game", async () => saveAs(await file()), { "data-saves": true });
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
  return [opened.kind === "game" && againButton(), downloadButton(), homeButton(goHome)].filter(Boolean);
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
