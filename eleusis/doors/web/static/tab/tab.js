/**
 * The page of the tab: what its address says (#daily, #play, …) is shown in the one place, and the engine is started.
 */

import { post, useTransport } from "../api.js";
import { wordsOf } from "../attempts.js";
import { button, replace } from "../dom.js";
import "../theme.js";
import { usePlaces } from "../places.js";
import { start, transport } from "./engine.js";
import { Getting } from "./getting.js";
import { Home } from "./home.js";
import { forgetFiles, keepForOffline } from "./offline.js";
import { holdTab } from "./one_tab.js";
import { views } from "./views.js";

const place = document.getElementById("place");
const trouble = document.getElementById("trouble");
const home = new Home(place.firstElementChild);
const getting = new Getting();

/** After so many ms of reckoning, as in a stranger's game, it is said how to stop that. */
const LONG = 4_000;
const stop = button("Stop", stopReckoning);

/** What stands in the place now; `leave()` puts it away. */
let shown = home;
/** What says that the games are open in another tab, as long as they are. */
let elsewhere = null;
/** Which change of the address is being followed: a later one wins. */
let turn = 0;

function say(text) {
  trouble.textContent = text;
  trouble.hidden = text === "";
}

/** Puts what the address names in the place; the start page where it names nothing. */
async function follow() {
  turn += 1;
  const mine = turn;
  const [, name, rest] = window.location.hash.match(/^#([a-z]+)(?:=(.*))?$/s) ?? [];
  const view = Object.hasOwn(views, name) ? views[name] : undefined;
  say("");
  if (elsewhere !== null) return show(elsewhere);
  if (view === undefined) return show(home);
  document.body.dataset.waits = "true";
  let slow;
  try {
    if (document.body.dataset.engine !== "ready") await getIt(name, rest ?? "", () => mine === turn);
    if (mine !== turn) return undefined;
    slow = setTimeout(sayHowToStop, LONG);
    const next = await view(rest ?? "", { goHome });
    if (mine === turn) show(next);
    else next.leave?.();
  } catch (error) {
    if (mine !== turn) return undefined;
    show(home);
    // Where the engine didn't start, the address may be followed when it does.
    if (document.body.dataset.engine === "failed") return sayFailed();
    say(wordsOf(error));
    // What can't be opened isn't tried again when the page is loaded again.
    window.history.replaceState(null, "", window.location.pathname + window.location.search);
  } finally {
    clearTimeout(slow);
    if (trouble.contains(stop)) say("");
    delete document.body.dataset.waits;
  }
  return undefined;
}

function sayHowToStop() {
  replace(trouble, "This takes a while to be reckoned. ", stop);
  trouble.hidden = false;
}

/** Loads the start page anew: with the page its engine ends, whatever it is at. */
function stopReckoning() {
  window.history.replaceState(null, "", window.location.pathname + window.location.search);
  window.location.reload();
}

/** Waits for the engine, at a place that says for what. Throws an Error in words. */
async function getIt(name, rest, isWanted) {
  await getting.tell(name, rest);
  if (isWanted() && document.body.dataset.engine !== "ready") show(getting);
  await ready;
}

/** The bar: most of the way is what comes in, the rest is Python that starts. */
function showProgress({ type, share = 1 }) {
  const progress = type === "starting" ? { value: 80, words: "Shuffling …" } : { value: 75 * share };
  home.showProgress(progress);
  getting.showProgress(progress);
}

function show(next) {
  if (next === shown && next !== home) return;
  if (next !== shown) shown.leave?.();
  shown = next;
  // Bots shan't play on at a table that nobody sees.
  if (!next.isGame && document.body.dataset.engine === "ready") post("/api/tab/close").catch(() => {});
  document.body.className = "in-tab";
  place.replaceChildren(next.element);
  next.enter?.();
}

function goHome() {
  // Pushed, not replaced: the way back leads to the game.
  if (window.location.hash === "") show(home);
  else window.location.hash = "";
}

usePlaces({ home: "#", table: () => "#table", review: () => null, goHome, startAfresh: () => follow() });
useTransport(transport);

const ready = (async () => {
  await holdTab((page) => {
    elsewhere = page;
    follow();
  });
  if (elsewhere !== null) {
    elsewhere = null;
    follow();
  }
  await keepForOffline();
  document.body.dataset.engine = "starting";
  const { keeps } = await start({ total: await home.size, onProgress: showProgress });
  if (!keeps)
    say("This browser keeps nothing here, as in a private window: games are gone when the page is closed.");
  document.body.dataset.engine = "ready";
  home.showReady();
})();
ready.catch((error) => {
  document.body.dataset.engine = "failed";
  console.info(error);
  sayFailed();
});

function sayFailed() {
  const again = button("Try again", startOver);
  replace(trouble, "The cards didn’t all arrive, or this browser can’t run the game. Your games are safe. ", again);
  trouble.hidden = false;
}

/** Loads the page again, and all that belongs to it: something that is kept may be damaged. */
async function startOver() {
  await forgetFiles().catch(() => {});
  window.location.reload();
}

window.addEventListener("hashchange", follow);
// A page that was left open may have come into another day.
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && shown === home) home.renew();
});
follow();
