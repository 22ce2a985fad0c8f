/** What the parts of the host's page have in common: parts drawn anew only when they say something new, and questions. */

import { choose } from "./dialogs.js";
import { h, replace } from "./dom.js";
import { listed } from "./words.js";

const drawn = new WeakMap();

/**
 * Draws what stands in an element anew, where `data` isn't what it was drawn from. The focus stays where it was, what
 * was unfolded stays so, and what somebody is typing stays typed.
 *
 * What may have the focus, be unfolded or be typed in has a `data-key` of its own, or an id.
 */
export function renew(element, data, build) {
  const text = JSON.stringify(data);
  if (drawn.get(element) === text) return;
  drawn.set(element, text);
  const restore = noteState(element);
  replace(element, build());
  restore();
}

/** Notes what a person has done within an element; gives what puts it back when the element was drawn anew. */
function noteState(element) {
  const at = element.contains(document.activeElement) ? document.activeElement : null;
  const focused = at && { key: keyOf(at), caret: isText(at) ? [at.selectionStart, at.selectionEnd] : null };
  const opened = [...element.querySelectorAll("details[open]")].map(keyOf);
  const typed = [...element.querySelectorAll("input, textarea")]
    .filter((field) => isText(field) && field.value !== field.defaultValue)
    .map((field) => [keyOf(field), field.value]);
  return () => {
    for (const details of element.querySelectorAll("details")) details.open ||= opened.includes(keyOf(details));
    for (const [key, value] of typed) {
      const field = find(element, key);
      if (field) field.value = value;
    }
    if (focused) giveFocus(find(element, focused.key), focused.caret);
  };
}

function giveFocus(element, caret) {
  element?.focus();
  if (caret) element?.setSelectionRange(...caret);
}

/** Whether somebody types words into it; a number has no caret that can be set. */
const isText = (element) =>
  element.matches('textarea, input:not([type="checkbox"], [type="radio"], [type="number"])');

function keyOf(element) {
  return element.dataset.key ?? element.id;
}

function find(within, key) {
  return [...within.querySelectorAll("[data-key], [id]")].find((element) => keyOf(element) === key);
}

/** Names in a sentence: "Ann, Bob and Cleo"; of many only how many they are. */
export function several(names, most = 5) {
  return names.length > most ? `${names.length} players` : listed(names);
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

/** Asks before what can't be taken back → whether to do it. `look` is how the button of the yes looks. */
export async function ask({ title, text, yes, no = "Cancel", look = "danger" }) {
  const answers = [
    { name: no, value: false },
    { name: yes, value: true, class: look },
  ];
  return (await choose(title, text, answers)) === true;
}
