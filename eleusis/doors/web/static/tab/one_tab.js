/**
 * One tab at a time: two would write over each other's games.
 */

import { button, h } from "../dom.js";
import { pageHeading, pageView } from "./page_view.js";

const LOCK = "eleusis.tab";

/** Resolves when this tab holds the games; where another does, `tell(page)` gets what says so: there they may be taken over. */
export async function holdTab(tell) {
  // Without a safe connection there are no locks; then nothing is kept by a second tab either, but what both write.
  if (navigator.locks === undefined) return;
  if (await take({ ifAvailable: true })) return;
  await new Promise((resolve) => {
    tell(elsewhere(() => take({ steal: true }).then(resolve)));
    // The other tab may be closed meanwhile.
    take({}).then(resolve);
  });
}

/** Takes the lock, and holds it as long as the tab is open → whether it was to be had. */
function take(how) {
  return new Promise((resolve) => {
    let holds = false;
    navigator.locks
      .request(LOCK, how, (lock) => {
        holds = lock !== null;
        resolve(holds);
        // Held until the tab is closed, or another takes it by force.
        return holds ? new Promise(() => {}) : undefined;
      })
      .catch(() => {
        if (holds) leave();
        // A browser that stores nothing has no locks either: then there is nothing to hold.
        else resolve(true);
      });
  });
}

/** Another tab has taken the games over: this one must not write any more. */
function leave() {
  window.location.reload();
}

function elsewhere(onHere) {
  const heading = pageHeading("Eleusis is open in another tab");
  return pageView(
    "Open in another tab",
    heading,
    h(
      "main.home",
      heading,
      h("p", "Your games are open there, and two tabs at once would write over each other’s."),
      h("p", "Go on in that tab, or play here: the other one waits then, and nothing is lost."),
      h("div", button("Play here", onHere, { class: "primary large" })),
    ),
  );
}
