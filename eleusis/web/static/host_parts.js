/** What the parts of the host's page have in common: parts drawn anew only when they say something new, and questions. */

import { choose } from "./dialogs.js";
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

/** Asks before what can't be taken back → whether to do it. */
export async function ask({ title, text, yes, no = "Cancel" }) {
  const answers = [
    { name: no, value: false },
    { name: yes, value: true, class: "danger" },
  ];
  return (await choose(title, text, answers)) === true;
}
