/**
 * What may be done when a game in the tab is over: its file is downloaded, it is played again, or one leaves.
 */

import { file, post } from "../api.js";
import { attempting } from "../attempts.js";
import { button } from "../dom.js";
import { saveAs } from "../saving.js";

/** The button that downloads the game's file. */
export function downloadButton() {
  return attempting("Download the game", async () => saveAs(await file()), { "data-saves": true });
}

/** The button that begins another game of the same people. */
export function againButton() {
  const again = async () => {
    const { file } = await post("/api/tab/open", { kind: "again" });
    window.location.hash = `kept=${file}`;
  };
  return attempting("Play again", again, { class: "primary" });
}

export function homeButton(goHome) {
  return button("Start page", goHome);
}

/** The buttons below a game that is over, where `opened` says what it is. */
export function gameOverActions(opened, goHome) {
  return [opened.kind === "game" && againButton(), downloadButton(), homeButton(goHome)].filter(Boolean);
}
