/** What the parts of the host's page have in common: names, choices, questions. */

import { choose } from "./dialogs.js";
import { h } from "./dom.js";
import { listed } from "./words.js";

/** Names in a sentence: "Ann, Bob and Cleo"; of many only how many they are. */
export function several(names, most = 5) {
  return names.length > most ? `${names.length} players` : listed(names);
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
