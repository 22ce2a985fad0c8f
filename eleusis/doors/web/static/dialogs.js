/**
 * Windows over the page: opened with their content, gone when they are closed.
 */

import { button, h, newId } from "./dom.js";

/**
 * Opens a window with a title; gives `{close, heading}`. Escape, its button and a tap beside it close it.
 *
 * `footer` are the buttons below; `onClose` is called however it was closed. One of the kind "beside" leaves the page in
 * sight and in use; one "above" leaves the hand in sight, and has its buttons where none was tapped. At the table the browser's way back closes it too.
 */
export function openDialog(title, content, { footer = [], onClose = () => {}, kind = "" } = {}) {
  const heading = h("h2", { id: newId("window") }, title);
  const close = () => dialog.close();
  const dialog = h(
    "dialog",
    { class: `sheet ${kind}`.trim(), "aria-labelledby": heading.id },
    h("header", heading, button("✕", close, { class: "icon", "aria-label": "Close" })),
    h("div.stack", content),
    footer.length > 0 && h("footer", footer),
  );
  dialog.addEventListener("click", (event) => event.target === dialog && close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    dropStep();
    onClose();
  });
  document.body.append(dialog);
  if (kind === "beside") showBeside(dialog);
  else dialog.showModal();
  if (document.body.classList.contains("at-table")) keepStep();
  return { close, heading };
}

/** Whether the step of a window is being taken back: what is heard of it then closes nothing. */
let isLeaving = false;

/** Has a step in the browser's history for the windows that are open; after a reload it is there already. */
function keepStep() {
  if (!isLeaving && !window.history.state?.window) window.history.pushState({ window: true }, "");
}

/** Takes the step back when no window is left; who has gone on to another page is left there. */
function dropStep() {
  if (isLeaving || openWindows().length > 0 || !window.history.state?.window) return;
  isLeaving = true;
  window.history.back();
}

window.addEventListener("popstate", () => {
  if (!isLeaving) openWindows().at(-1)?.close();
  isLeaving = false;
  if (openWindows().length > 0) keepStep();
});

/** Shows a window beside the page. */
function showBeside(dialog) {
  const closed = new AbortController();
  const listening = { signal: closed.signal };
  // No `:has()` in the styles: each card would be looked at anew for whatever comes into the page.
  document.body.classList.add("with-window");
  dialog.addEventListener("close", () => {
    closed.abort();
    document.body.classList.remove("with-window");
  });
  document.addEventListener(
    "keydown",
    ({ key }) => key === "Escape" && document.querySelector("dialog:modal") === null && dialog.close(),
    listening,
  );
  dialog.show();
}

const openWindows = () => [...document.querySelectorAll("dialog.sheet[open]")];

/** Closes all windows that lie over the page. */
export function closeDialogs() {
  for (const dialog of openWindows()) dialog.close();
}

/** Asks a question with several answers; gives the value of the one that was chosen, null where none was. */
export function choose(title, text, answers) {
  return new Promise((resolve) => {
    let value = null;
    const buttons = answers.map((answer) =>
      button(answer.name, () => pick(answer.value), { class: answer.class ?? "" }),
    );
    const pick = (chosen) => {
      value = chosen;
      window_.close();
    };
    const window_ = openDialog(title, h("p", text), { footer: buttons, onClose: () => resolve(value) });
  });
}
