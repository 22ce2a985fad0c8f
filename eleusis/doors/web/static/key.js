/** The key by which a page is somebody's own: it comes behind the # of the address, and is kept as long as the tab is open. */

import { part } from "./dom.js";
import { ofPage, ofThisPage } from "./memory.js";

const NAME = "eleusis.key";
const memory = ofThisPage(NAME);

/** The key of this page, "" where it isn't known. It leaves the address at once: an address is shown, shared and kept, the key is not. */
export function takeKey() {
  // An address with its key, opened where this page is open already, loads nothing by itself.
  window.addEventListener("hashchange", () => window.location.reload());
  const key = window.location.hash.slice(1);
  if (!key) return memory.text ?? "";
  keepKey(key);
  window.history.replaceState(null, "", window.location.pathname);
  return key;
}

/** Whether this tab, or the one that opened it, has the key of the page at this address. */
export const hasKeyOf = (address) => Boolean(ofPage(NAME, new URL(address, document.baseURI).pathname).text);

/** Keeps the key; "" forgets it. */
export const keepKey = (key) => memory.keep(key);

/** Asks for the key: the one there was is forgotten, and what needs one is hidden, by its ids. */
export function askForKey(problem, needing) {
  keepKey("");
  for (const id of ["bar", "waiting", ...needing]) part(id).hidden = true;
  part("keyless").hidden = false;
  part("key-problem").textContent = problem;
  part("key").focus();
}

/** The key that was typed: who copies the whole address means its key. */
export const typedKey = () => part("key").value.trim().split("#").pop();
