/** What the parts of the host's page have in common: parts drawn anew only when they say something new, and questions. */

import { h, replace } from "./dom.js";

const drawn = new WeakMap();

/**
 * Draws what stands in an element anew, where `data` isn't what it was drawn from; the focus stays where it was, and
 * what was unfolded stays so.
 *
 * What may have the focus or be unfolded has a `data-key` of its own, or an id.
 */
export function renew(element, data, build) {
  const text = JSON.stringify(data);
  if (drawn.get(element) === text) return;
  drawn.set(element, text);
  const focused = element.contains(document.activeElement) ? keyOf(document.activeElement) : null;
  const opened = [...element.querySelectorAll("details[open]")].map(keyOf);
  replace(element, build());
  for (const details of element.querySelectorAll("details")) details.open ||= opened.includes(keyOf(details));
  if (focused) find(element, focused)?.focus();
}

function keyOf(element) {
  return element.dataset.key ?? element.id;
}

function find(within, key) {
  return [...within.querySelectorAll("[data-key], [id]")].find((element) => keyOf(element) === key);
}

/** A button: `button("Start", start, {class: "primary"})`. */
export function button(words, act, attrs = {}) {
  return h("button", { type: "button", "data-key": words, ...attrs, on: { click: act } }, words);
}

/** Options of a select, `[[value, words], …]`, the chosen one selected; one that isn't listed is added as `say` says it. */
export function options(list, chosen, say = String) {
  const all = list.some(([value]) => value === chosen) ? list : [...list, [chosen, say(chosen)]];
  return all.map(([value, words]) => h("option", { value: String(value), selected: value === chosen }, words));
}

/** Opens a window with a title; `build(close)` gives its body and its footer. Gone from the page when it closes. */
export function openWindow(title, build) {
  const dialog = h("dialog", { class: "sheet", "aria-labelledby": "window-title" });
  const close = () => dialog.close();
  const [body, footer] = build(close);
  replace(
    dialog,
    h("header", {}, h("h2", { id: "window-title" }, title), button("✕", close, { class: "icon plain", "aria-label": "Close" })),
    h("div", { class: "stack" }, body),
    footer && h("footer", {}, footer),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Asks before what can't be taken back → whether to do it. */
export function ask({ title, text, yes, no = "Cancel" }) {
  return new Promise((resolve) => {
    let sure = false;
    const dialog = openWindow(title, (close) => {
      const agree = () => {
        sure = true;
        close();
      };
      return [h("p", {}, text), [button(no, close, { autofocus: true }), button(yes, agree, { class: "danger" })]];
    });
    dialog.addEventListener("close", () => resolve(sure));
  });
}

/** A word in the corner, which goes by itself: what was asked for is done. */
export function toast(words) {
  const box = h("p", { class: "toast" }, words);
  replace(document.getElementById("toasts"), box);
  setTimeout(() => box.remove(), 4000);
}
