/**
 * A rule in the docs, tried in place. The game lies beside the docs; nothing of it is loaded before somebody asks.
 *
 * What tries a rule is a page of the game's own, in a frame: it has the game's styles and its engine.
 */

const { content_root: contentRoot } = document.documentElement.dataset;
const SITE = new URL(`${contentRoot}../`, location.href);

/** What is open: only one at a time, since each has an engine. */
let open = null;

async function addressOf(rules) {
  const answer = await fetch(new URL("site.json", SITE));
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  const { version } = await answer.json();
  const page = new URL(`${version}/static/tab/try.html`, SITE);
  const { theme } = document.body.dataset;
  page.hash = new URLSearchParams([...rules.map((rule) => ["rule", rule]), ["theme", theme ?? "auto"]]);
  return page.href;
}

/** Where the frame stands: below the block, or in a row of its own. */
function makePlace(mark) {
  const row = mark.closest("tr");
  if (row === null) {
    const place = document.createElement("div");
    mark.after(place);
    return { place, leave: () => place.remove() };
  }
  const other = document.createElement("tr");
  const place = document.createElement("td");
  place.colSpan = row.cells.length;
  other.append(place);
  row.after(other);
  return { place, leave: () => other.remove() };
}

/** What a button says; whoever can't see where it is hears which rule it is for. */
function name(button, words) {
  button.textContent = words;
  button.setAttribute("aria-label", `${words}: ${button.dataset.rule}`);
  button.setAttribute("aria-expanded", String(words === "Close"));
}

function close() {
  const { button, leave } = open;
  open = null;
  leave();
  name(button, "Try it");
}

async function press(mark, button, rules) {
  const wasHere = open?.button === button;
  if (open !== null) close();
  if (wasHere) return;
  const { place, leave } = makePlace(mark);
  const mine = { button, leave, frame: null };
  open = mine;
  place.className = "try-place";
  name(button, "Close");
  try {
    const address = await addressOf(rules);
    if (open !== mine) return;
    mine.frame = document.createElement("iframe");
    mine.frame.title = "Try the rule";
    mine.frame.src = address;
    place.append(mine.frame);
  } catch (error) {
    console.info(error);
    place.textContent = "The game can’t be loaded from here just now.";
  }
}

/** The frame is as high as what is in it. */
addEventListener("message", ({ source, origin, data }) => {
  if (origin !== location.origin || !open?.frame || source !== open.frame.contentWindow) return;
  if (data?.type === "height") open.frame.style.height = `${Math.ceil(data.height)}px`;
});

for (const mark of document.querySelectorAll(".try-rule")) {
  const rules = JSON.parse(mark.dataset.rules);
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.rule = rules[0];
  name(button, "Try it");
  button.addEventListener("click", () => press(mark, button, rules));
  mark.append(button);
}
