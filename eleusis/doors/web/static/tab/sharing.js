/**
 * Something to send to somebody: by the device's own share sheet, else by the clipboard.
 */

import { button, h } from "../dom.js";
import { announce } from "../live.js";

/**
 * The buttons that share a text, and with it `url`: one with `words`, and "Copy" where the device can share too; then the
 * place where it is said what became of it. They are `small` where there are several pairs of them.
 */
export function shareButtons(text, { url, words = "Share", small = false } = {}) {
  const whole = [text, url].filter(Boolean).join("\n");
  const said = h("p.small", { hidden: true });
  const field = h("textarea.share-field", {
    rows: 2,
    readonly: true,
    "aria-label": "What is sent",
    hidden: true,
  });
  field.value = whole;
  const say = (told) => {
    said.textContent = told;
    said.hidden = false;
    announce(told);
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(whole);
      say("Copied: paste it wherever you like.");
    } catch {
      field.hidden = false;
      field.focus();
      field.select();
      say("Copy this to send it.");
    }
  };
  const share = async () => {
    try {
      await navigator.share({ text, url });
    } catch (error) {
      // Whoever thought better of it needs nothing else.
      if (error.name !== "AbortError") await copy();
    }
  };
  const shares = navigator.share !== undefined;
  return [
    [
      button(words, shares ? share : copy, { class: small ? null : "primary large grow" }),
      shares && button("Copy", copy, { class: small ? null : "large" }),
    ],
    h("div.share-told.stack.tight", said, field),
  ];
}
