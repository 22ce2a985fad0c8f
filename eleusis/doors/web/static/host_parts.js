/** What the parts of the host's page have in common: names, choices, questions. */

import { listed } from "./words.js";

/** Names in a sentence: "Ann, Bob and Cleo"; of many only how many they are. */
export function several(names, most = 5) {
  return names.length > most ? `${names.length} players` : listed(names);
}
