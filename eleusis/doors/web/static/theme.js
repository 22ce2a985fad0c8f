/**
 * Light or dark: as the system has it, or as was chosen on this device.
 */

import { Memory } from "./memory.js";

const memory = new Memory("eleusis.theme");

/** The theme that was chosen; with a `name` it is chosen and kept on this device. */
export function theme(name) {
  if (name !== undefined) {
    memory.keep(name);
    show(name);
  }
  return document.documentElement.dataset.theme ?? "system";
}

function show(name) {
  if (name === "light" || name === "dark") document.documentElement.dataset.theme = name;
  else delete document.documentElement.dataset.theme;
}

show(memory.text ?? "system");
