/**
 * Windows over the page: opened with their content, gone when they are closed.
 */

import { button, field, h, newId } from "./dom.js";

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

/** Asks before what can't be taken back → whether to do it. `look` is how the button of the yes looks. */
export function ask({ title, text, yes, no = "Cancel", look = "danger" }) {
  return new Promise((resolve) => {
    const answer = (is) => () => {
      resolve(is);
      asking.close();
    };
    const footer = [button(no, answer(false)), button(yes, answer(true), { class: look })];
    const asking = openDialog(title, h("p", text), { footer, onClose: () => resolve(false) });
  });
}

/** Asks for a text of `most` letters; `onText(text)` hears of it, when its button, called `words`, is pressed. */
export function askForText({ title, label, words, most }, onText) {
  const input = h("input", { id: "asked-text", maxlength: most, required: true, autocomplete: "off" });
  const submit = (event) => {
    event.preventDefault();
    asking.close();
    onText(input.value.trim());
  };
  const asking = openDialog(
    title,
    h("form.stack", { on: { submit } }, field(label, input), h("button.primary", words)),
  );
  input.focus();
}
