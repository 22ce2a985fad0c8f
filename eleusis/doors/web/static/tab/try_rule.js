/**
 * A rule tried in the docs: the page in their frame. It has an engine without games, which is gone when the frame is.
 *
 * The address says what may be tried: `#rule=…&rule=…&theme=dark`.
 */

import { useTransport } from "../api.js";
import { ruleBuilder } from "../builder.js";
import { button, h, part, replace } from "../dom.js";
import { light } from "./engine.js";
import { keepForOffline } from "./offline.js";

const wishes = new URLSearchParams(location.hash.slice(1));
const rules = wishes.getAll("rule");
const theme = wishes.get("theme");

if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;

/** Most of the way is what comes in, the rest is Python that starts. */
function showProgress({ type, share = 1 }) {
  part("loaded").value = type === "loaded" ? 75 * share : 80;
  if (type === "starting") part("loading").firstElementChild.textContent = "Shuffling …";
}

async function begin() {
  await keepForOffline(); // packed it is a third of the size
  const { loaded } = await (await fetch(new URL("../../files.json", import.meta.url))).json();
  const engine = light({ total: loaded, onProgress: showProgress });
  useTransport(engine.transport);
  const builder = ruleBuilder(part("builder"), { line: [], mode: "dealer", text: rules[0] ?? "" });
  builder.focus();
  const choose = (rule) => button(h("code", rule), () => builder.write(rule), { class: "plain" });
  replace(part("others"), h("p.hint", "Or one of these:"), rules.map(choose));
  part("others").hidden = rules.length < 2;
  await engine.started;
  part("loading").hidden = true;
}

new ResizeObserver(() => {
  parent.postMessage({ type: "height", height: part("main").getBoundingClientRect().height }, location.origin);
}).observe(part("main"));

begin().catch((error) => {
  console.info(error);
  replace(part("loading"), `The engine can’t be loaded: ${error.message}`);
});
