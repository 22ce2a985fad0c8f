/**
 * Sends something to somebody: by the device's own share sheet where it has one, else by what can be pasted.
 */

import { h } from "../dom.js";
import { note } from "../live.js";

/**
 * The buttons that send `text` and `url`: "Share" where this device can, and "Copy".
 *
 * `words` stand on the first of them.
 */
export function sendButtons({ text, url, words = "Share" }) {
  const whole = [text, url].filter(Boolean).join("\n");
  const held = h("textarea", { class: "held", rows: 3, readonly: true, "aria-label": "What is sent" });
  held.value = whole;
  const place = h("div", { hidden: true }, held);
  const copy = () => copyText(whole, () => {
    place.hidden = false;
    held.focus();
    held.select();
  });
  const share = async () => {
    try {
      await navigator.share({ text, url });
    } catch (error) {
      if (error.name !== "AbortError") await copy();
    }
  };
  const shares = navigator.share !== undefined;
  return [
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "primary large grow", on: { click: shares ? share : copy } }, words),
      shares && h("button", { type: "button", class: "large", on: { click: copy } }, "Copy"),
    ),
    place,
  ];
}

/** Copies a text; where the browser forbids it, `onRefused` shows it to be copied by hand. */
async function copyText(text, onRefused) {
  try {
    await navigator.clipboard.writeText(text);
    note("Copied: paste it into a message.");
  } catch {
    onRefused();
    note("Copy the marked text, and paste it into a message.");
  }
}
