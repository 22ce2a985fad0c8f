/**
 * The start page: today's puzzle, what may go on, and all else that may be played. It is there before the engine is.
 */

import { get } from "../api.js";
import { cardFace } from "../cards.js";
import { h, replace } from "../dom.js";
import { note } from "../live.js";
import { picture } from "../picture.js";
import { nameOf, stateOf } from "./kept_games.js";
import { isNew, knowsGame } from "./kept_here.js";
import { keepAll } from "./offline.js";
import { inWords, today } from "./today.js";

const FOLDER = new URL("../../", import.meta.url);
/** How many games that aren't over are offered. */
const OFFERED = 4;

// Looked for in the page itself: while something else stands in its place, it is in no document.
const page = document.getElementById("home");
const part = (id) => page.querySelector(`#${id}`);

async function load(name) {
  const answer = await fetch(new URL(name, FOLDER));
  return answer.json();
}

/** A page that isn't kept is gone to only where there is a network; else it is said that it takes one. */
async function followOnline(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const { href } = event.currentTarget;
  try {
    if (!navigator.onLine) throw new Error("no network");
    const { ok } = await fetch(href, { method: "HEAD" });
    if (ok) window.location.assign(href);
    else note("The pages about it aren’t on this site.");
  } catch {
    note("The pages about it need a network.");
  }
}

export class Home {
  constructor(element) {
    this.element = element;
    this.isReady = false;
    replace(part("picture"), picture());
    part("knows").addEventListener("click", () => {
      knowsGame();
      this.showNewcomer();
      part("play-today").focus();
    });
    part("about").addEventListener("click", followOnline);
    this.showNewcomer();
    this.showStarter();
    /** How many bytes the engine has. */
    this.size = load("files.json").then(
      ({ loaded }) => loaded,
      () => 0,
    );
  }

  async showStarter() {
    const { from, cards } = await load("starters.json").catch(() => ({ from: today(), cards: [] }));
    const number = Math.round((Date.parse(today()) - Date.parse(from)) / 86_400_000);
    if (cards[number] !== undefined) replace(part("starter"), cardFace(cards[number], { size: "large" }));
    part("today-title").textContent = `Today’s puzzle · ${inWords(today())}`;
  }

  /** Shows what the day has. */
  renew() {
    this.showStarter();
    return this.enter();
  }

  /** Whoever is new is offered the lesson first. */
  showNewcomer() {
    part("newcomer").hidden = !isNew();
    part("today").classList.toggle("accent", !isNew());
    part("play-today").classList.toggle("primary", !isNew());
  }

  showProgress({ value, words }) {
    part("loaded").value = value;
    if (words !== undefined) part("loading").firstElementChild.textContent = words;
  }

  showReady() {
    this.isReady = true;
    part("loading").hidden = true;
    this.enter();
    keepAll();
  }

  async enter() {
    document.title = "Eleusis";
    this.showNewcomer();
    if (!this.isReady) return;
    const noHistory = { days: {}, streak: 0, longest: 0 }; // as with a clock that stands before the first puzzle
    const [games, history] = await Promise.all([
      get("/api/tab/games"),
      get(`/api/tab/history?today=${today()}`).catch(() => noHistory),
    ]);
    if (games.length > 0) knowsGame();
    this.showNewcomer();
    this.showToday(
      history,
      games.some(({ day, over }) => day === today() && !over),
    );
    const open = games
      .filter(({ over, day, kind, watched }) => !over && !watched && day !== today() && kind !== "lesson")
      .slice(0, OFFERED);
    part("all-games").hidden = games.length === 0;
    part("going-on").hidden = open.length === 0;
    const goOn = (game) =>
      h(
        "a.button.wide.going-on",
        { href: `#kept=${game.file}` },
        h("strong", nameOf(game)),
        " ",
        h("span.small.muted", stateOf(game)),
      );
    replace(
      part("unfinished"),
      open.map((game) => h("li", goOn(game))),
    );
  }

  showToday({ days, streak, longest }, isOn) {
    const played = days[today()];
    part("play-today").textContent = played !== undefined ? "See how it went" : isOn ? "Go on" : "Play";
    part("today-text").textContent =
      played !== undefined
        ? played.line
        : "A new rule every day, the same for everybody: easy on Mondays, hard on Sundays.";
    const row =
      streak > 1 ? `${streak} days in a row${longest > streak ? `; your longest row is ${longest}` : ""}. ` : "";
    replace(part("streak"), row, Object.keys(days).length > 0 && h("a", { href: "#history" }, "All your puzzles"));
  }
}
