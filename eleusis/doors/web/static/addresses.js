/** How friends come to the table: its addresses, the QR code, and what to do where a phone can't connect. */

import { qrCode } from "./api.js";
import { each, h, patch } from "./dom.js";
import { inRoom, wholeCode } from "./places.js";

/** How long (ms) nobody need wonder why no phone has been here. */
const WONDER = 60_000;

const openedAt = Date.now();
let code;

export function showAddresses(desk) {
  const { addresses, reached } = desk.state;
  const classCode = desk.state.settings.code;
  const helps = !reached && desk.news.phase === "lobby" && Date.now() - openedAt > WONDER;
  const folded = desk.news.phase !== "lobby";
  patch(document.getElementById("come"), build({ addresses, reached, classCode, helps, folded }));
  if (code === undefined) fetchCode(desk);
}

async function fetchCode(desk) {
  code = "";
  // Without the picture the address stands there all the same.
  code = await qrCode(desk.key).catch(() => "");
  showAddresses(desk);
}

function build({ addresses, reached, classCode, helps, folded }) {
  const title = h("h2", { id: "come-title" }, "Come to the table");
  // In a room that is the owner's to see to. Behind a proxy everybody seems to come from this computer: who has been here can't be told.
  const proxied = inRoom() || addresses[0].url.startsWith("https:");
  const inside = [wayIn(addresses, classCode), !proxied && [state(addresses, reached), help(addresses, helps)]];
  return folded ? h("details", h("summary", title), h("div.stack", inside)) : [title, inside];
}

function wayIn(addresses, classCode) {
  const [first, ...others] = addresses;
  return [
    code && h("img.qr", { src: code, alt: `QR code of ${first.url}`, width: 240, height: 240 }),
    h("p.address", wholeCode(first.url)),
    classCode && h("p", "Class code: ", h("strong.address", classCode)),
    others.length > 0 &&
      h(
        "div",
        h("p.hint", "This computer's other addresses, if the first doesn't work:"),
        each("ul.plain", others, (address) => h("li", h("code", address.url))),
      ),
  ];
}

function state(addresses, reached) {
  if (reached) return h("p.verdict.right", { role: "status" }, "Another device has connected: it works.");
  if (addresses.every((address) => isOwn(address.url))) {
    return h("p.error", "Only this computer can reach the table. Start it with --host 0.0.0.0 to let others in.");
  }
  return h(
    "p.muted",
    { role: "status" },
    "No other device has connected yet. Open the address on a phone to check that it works.",
  );
}

function isOwn(url) {
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
}

/** What to do, the likeliest first; opens by itself when it is time to wonder. */
function help(addresses, helps) {
  return h(
    "details",
    { open: helps },
    h("summary", "Phone can't connect?"),
    h(
      "ol.stack.tight.small",
      h("li", "Is the phone on the same Wi-Fi as this computer, and not on mobile data or on a guest network?"),
      h(
        "li",
        "Type the address exactly as shown, with http:// and the number at its end",
        addresses.length > 1 && "; then try the other addresses",
        ".",
      ),
      h("li", "A firewall may be in the way: let Python accept connections on private networks on this computer."),
      h(
        "li",
        "Wi-Fi in schools and hotels, and for guests, often keeps devices apart. If so, make a network of your own: turn on the mobile hotspot of this computer or of a phone, and let this computer and all the phones join it. It needs no internet. Then start the server again: it will have another address.",
      ),
    ),
  );
}
