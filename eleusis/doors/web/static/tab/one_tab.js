/**
 * One tab at a time: two would write over each other's games.
 */

import { h, replace } from "../dom.js";

const LOCK = "eleusis.tab";

/** Resolves when this tab holds the games; where another does, it is said, and whoever is here may take them over. */
export async function holdTab() {
  // Without a safe connection there are no locks; then nothing is kept by a second tab either, but what both write.
  if (navigator.locks === undefined) return;
  if (await take({ ifAvailable: true })) return;
  await askFor();
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

function askFor() {
  return new Promise((resolve) => {
    const place = document.getElementById("trouble");
    const here = async () => {
      await take({ steal: true });
      replace(place);
      place.hidden = true;
      resolve();
    };
    replace(
      place,
      "Eleusis is open in another tab. ",
      h("button", { type: "button", on: { click: here } }, "Play here"),
    );
    place.hidden = false;
    // The other tab may be closed meanwhile.
    take({}).then(() => {
      place.hidden = true;
      resolve();
    });
  });
}
