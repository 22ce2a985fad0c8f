/**
 * A text that the browser saves as a file.
 */

import { h } from "./dom.js";

/** How long (ms) the browser may take to read it. */
const TIME_TO_SAVE = 60_000;

/** Has the browser save the file of a game under a name. */
export function saveAs({ text, name }) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/yaml" }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), TIME_TO_SAVE);
}
