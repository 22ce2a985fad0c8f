/**
 * How a puzzle came out, in words and as a line to share: by the phone's own share sheet, else by the clipboard.
 */

import { h } from "../dom.js";
import { announce } from "../live.js";

/** A button that shares a text; what became of it is said beside it. */
export function shareButton(text) {
  const said = h("p", { class: "small", hidden: true });
  const field = h("textarea", { class: "share-field", rows: 2, readonly: true, "aria-label": "The line to share", hidden: true });
  field.value = text;
  const say = (words) => {
    said.textContent = words;
    said.hidden = false;
    announce(words);
  };
  const share = async () => {
    const how = await shareText(text);
    if (how === "copied") say("Copied: paste it wherever you like.");
    if (how !== "failed") return;
    field.hidden = false;
    field.focus();
    field.select();
    say("Copy this line to share it.");
  };
  return [h("button", { type: "button", class: "primary large grow", on: { click: share } }, "Share"), h("div", { class: "share-told stack tight" }, said, field)];
}

/** Shares a text → "shared", "copied", "failed", or "left" where somebody thought better of it. */
async function shareText(text) {
  try {
    if (navigator.share !== undefined) {
      await navigator.share({ text });
      return "shared";
    }
  } catch (error) {
    if (error.name === "AbortError") return "left";
  }
  try {
    await navigator.clipboard.writeText(text);
    return "copied";
  } catch {
    return "failed";
  }
}
