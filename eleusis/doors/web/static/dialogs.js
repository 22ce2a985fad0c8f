/**
 * Windows over the page: opened with their content, gone when they are closed.
 */

import { h } from "./dom.js";

/**
 * Opens a window with a title; gives `{close}`. Escape, its button and a tap beside it close it.
 *
 * `footer` are the buttons below; `onClose` is called however it was closed.
 */
export function openDialog(title, content, { footer = [], onClose = () => {} } = {}) {
  const heading = h("h2", { id: `window-${crypto.getRandomValues(new Uint32Array(1))[0]}` }, title);
  const close = () => dialog.close();
  const dialog = h(
    "dialog",
    { class: "sheet at-table-window", "aria-labelledby": heading.id },
    h("header", {}, heading, h("button", { type: "button", class: "icon", "aria-label": "Close", on: { click: close } }, "✕")),
    h("div", { class: "stack" }, content),
    footer.length > 0 && h("footer", {}, footer),
  );
  dialog.addEventListener("click", (event) => event.target === dialog && close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    onClose();
  });
  document.body.append(dialog);
  dialog.showModal();
  return { close };
}

/** Closes all windows that lie over the page. */
export function closeDialogs() {
  for (const dialog of document.querySelectorAll("dialog.sheet[open]")) dialog.close();
}

/** Asks a question with several answers; gives the value of the one that was chosen, null where none was. */
export function choose(title, text, answers) {
  return new Promise((resolve) => {
    let value = null;
    const buttons = answers.map((answer) =>
      h("button", { type: "button", class: answer.class ?? "", on: { click: () => pick(answer.value) } }, answer.name),
    );
    const pick = (chosen) => {
      value = chosen;
      window_.close();
    };
    const window_ = openDialog(title, h("p", {}, text), { footer: buttons, onClose: () => resolve(value) });
  });
}
