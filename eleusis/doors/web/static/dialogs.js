/**
 * Windows over the page: opened with their content, gone when they are closed.
 */

import { h } from "./dom.js";

/**
 * Opens a window with a title; gives `{close, heading}`. Escape, its button and a tap beside it close it.
 *
 * `footer` are the buttons below; `onClose` is called however it was closed. One that is `beside` leaves the page in
 * sight and in use, and the browser's way back closes it too.
 */
export function openDialog(title, content, { footer = [], onClose = () => {}, beside = false } = {}) {
  const heading = h("h2", { id: `window-${crypto.getRandomValues(new Uint32Array(1))[0]}` }, title);
  const close = () => dialog.close();
  const dialog = h(
    "dialog",
    { class: beside ? "sheet beside" : "sheet", "aria-labelledby": heading.id },
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
  if (beside) showBeside(dialog);
  else dialog.showModal();
  return { close, heading };
}

/** Shows a window beside the page; it has a step of its own in the browser's history, gone when it is closed. */
function showBeside(dialog) {
  const closed = new AbortController();
  const listening = { signal: closed.signal };
  // No `:has()` in the styles: each card would be looked at anew for whatever comes into the page.
  document.body.classList.add("with-window");
  dialog.addEventListener("close", () => {
    closed.abort();
    document.body.classList.remove("with-window");
    // Who has gone on to another page is left there.
    if (window.history.state?.beside) window.history.back();
  });
  document.addEventListener("keydown", ({ key }) => key === "Escape" && document.querySelector("dialog:modal") === null && dialog.close(), listening);
  window.addEventListener("popstate", () => dialog.close(), listening);
  // After a reload the step of the window that was open is there already.
  if (!window.history.state?.beside) window.history.pushState({ beside: true }, "");
  dialog.show();
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
