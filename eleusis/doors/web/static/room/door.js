/** The door of a room: to a table by its code, or to one that is made now. */

import { isAway } from "../api.js";
import { attempt } from "../attempts.js";
import { h, part, replace } from "../dom.js";
import { picture } from "../picture.js";
import { keepTable, keptTables } from "../places.js";
import "../theme.js";
import { sentence } from "../words.js";
import * as api from "./room_api.js";

/** The code in an address, wherever it stands there. */
const IN_ADDRESS = /\/([A-Za-z]{4})(?=[/?#]|$)/;

/** The code that was typed, or that is in an address that was pasted; "" where there is none. */
function codeIn(text) {
  const [, code = text.replace(/[\s.-]/g, "")] = IN_ADDRESS.exec(text) ?? [];
  return /^[A-Za-z]{4}$/.test(code) ? code.toUpperCase() : "";
}

function complain(text) {
  part("problem").textContent = text;
  part("code").setAttribute("aria-invalid", "true");
  part("code").focus();
}

async function join(event) {
  event.preventDefault();
  const code = codeIn(part("code").value);
  part("code").removeAttribute("aria-invalid");
  part("problem").textContent = "";
  if (!code) {
    complain("A code is four letters.");
    return;
  }
  try {
    await api.tableOf(code);
    window.location.assign(`${code}/`);
  } catch (error) {
    // What can't be a code at all, such as FOUR, the room doesn't know as one.
    complain(
      error.status === 404 && !isAway(error)
        ? `There is no table ${code} here. Look at the code again.`
        : error.text,
    );
  }
}

async function make() {
  part("make-button").disabled = true;
  const made = async () => {
    const { code, key } = await api.makeTable();
    keepTable(code, key);
    window.location.assign(`${code}/host#${key}`);
  };
  // Once it is made, the page is on its way to it: there shall be no second.
  if (await attempt(made, { problem: part("make-problem") })) part("make-button").disabled = false;
}

/** A table that this browser has opened, or made: then it is its host. */
function keptTable({ code, key }) {
  return h(
    "li.row.spread",
    h("a.button.plain.grow", { href: `${code}/` }, code),
    key && h("a.button", { href: `${code}/host#${key}`, "aria-label": `Host of ${code}` }, "Host"),
  );
}

/** What may have changed while the page was away: who comes back by the browser's way back may make another table. */
function show() {
  part("make-button").disabled = false;
  part("kept").hidden = keptTables().length === 0;
  replace(part("kept-tables"), keptTables().map(keptTable));
}

async function showMaking() {
  const { may_make: may, why_not: why } = await api.door();
  part("make").hidden = !may;
  part("why-not").hidden = may || !why;
  part("why-not").textContent = why ? sentence(`${why}.`) : "";
}

replace(part("picture"), picture());
part("join").addEventListener("submit", join);
part("make-button").addEventListener("click", make);
window.addEventListener("pageshow", show);
// Who came by the address of a table that isn't there is brought here, its code behind the #.
part("code").value = codeIn(window.location.hash.slice(1));
if (part("code").value) part("join").requestSubmit();
showMaking().catch(() => {});
