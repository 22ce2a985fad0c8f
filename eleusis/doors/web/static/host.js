/** The host's page: the table is set here, the game begun, paused, taken back, ended. */

import { showAddresses } from "./addresses.js";
import * as api from "./api.js";
import { oneByOne } from "./attempts.js";
import { ask } from "./dialogs.js";
import { button, h, part, patch } from "./dom.js";
import { several } from "./host_parts.js";
import { askForKey, hasKeyOf, keepKey, takeKey, typedKey } from "./key.js";
import { note, showConnection } from "./live.js";
import { ofThisPage } from "./memory.js";
import { inRoom, keepTable, tableCode } from "./places.js";
import { openRules } from "./rules.js";
import { showRunning } from "./running.js";
import { showSetup } from "./setup.js";
import "./theme.js";

/** Events of one move come together (ms): how the round stands is asked for once. */
const TOGETHER = 150;
/** While no phone has been here, how often (ms) to ask whether one has. */
const LOOK = 5_000;

/** What all parts of the page know, and how they ask for something to be done. */
const desk = {
  key: "",
  /** What is open to all, as `table()` tells it. */
  news: null,
  /** What only the host may see: addresses, settings. */
  state: null,
  /** The round as a spectator sees it; null before the first. */
  view: null,
  /** What has happened in that round, a line each. */
  story: [],
  /** A round that is over, told in whole; null while one is on. */
  over: null,
  editions: [],
  kinds: [],
  /** Asks the table for something; says what is wrong where it refuses → whether it was done. */
  async act(what, more = {}, words = "") {
    part("problem").textContent = "";
    try {
      await api.host(desk.key, what, more);
    } catch (error) {
      fail(error);
      return false;
    }
    await refresh();
    if (words) note(words);
    return true;
  },
  /** Changes the seats: `change` gets them as they are now, which may be newer than what the page shows. */
  async seat(change, words) {
    try {
      desk.state = await api.hostState(desk.key);
    } catch (error) {
      fail(error);
      return false;
    }
    const players = change(desk.state.settings.players.map((player) => ({ ...player })));
    return desk.act("set", { players }, words);
  },
};

let failedAt = "";
/** Whether what is wrong is over as soon as the table answers again. */
let passes = false;
let editionsFor = null;
let overFor = null;

function fail(error) {
  passes = error.status === 0 || api.isAway(error);
  // The host is asked for the key alone.
  if (error.status === 401) showKeyless("That isn't the key of this table.");
  else part("problem").textContent = error.text;
  failedAt = standing();
}

/** How the table stands, for an error: it goes when this is another. */
function standing() {
  const { news, state } = desk;
  return JSON.stringify([news?.n, news?.phase, news?.paused, news?.broken, news?.players, state?.settings]);
}

// The key

function showKeyless(problem = "") {
  desk.key = "";
  askForKey(problem, ["host"]);
}

async function openWith(event) {
  event.preventDefault();
  const key = typedKey();
  try {
    await api.hostState(key);
  } catch (error) {
    part("key-problem").textContent = error.status === 0 ? error.text : "That isn't the key of this table.";
    return;
  }
  desk.key = key;
  part("keyless").hidden = true;
  part("waiting").hidden = false;
  keepKey(key);
  await listenAsHost();
}

// How things stand

/** Asks for all that the page shows; resolves when what was asked for now is shown. */
const refresh = oneByOne(load);

async function load() {
  if (!desk.key) return;
  try {
    const [news, state, seen] = await Promise.all([api.table(), api.hostState(desk.key), api.view("")]);
    Object.assign(desk, { news, state, view: seen.view, story: seen.story ?? [] });
    await tellOver();
    await loadEditions();
  } catch (error) {
    // That nobody answers is said by the banner, and heard by `listen`.
    if (error.status !== 0) fail(error);
    return;
  }
  show();
}

/** The round that is over, where no other has begun; asked for once. */
async function tellOver() {
  const { phase, rounds_over: number, game } = desk.news;
  const wanted = (phase === "between" || phase === "over") && number > 0 ? `${game} ${number}` : null;
  if (wanted === overFor) return;
  desk.over = wanted === null ? null : await api.round(number);
  overFor = wanted;
}

/** The editions, with what suits so many players. */
async function loadEditions() {
  const count = desk.news.players.length;
  if (desk.news.phase !== "lobby" || count === editionsFor) return;
  desk.editions = await api.editions();
  editionsFor = count;
}

const stage = () => [tableCode(), stageWords()].filter(Boolean).join(" · ");

function stageWords() {
  const { phase, round, rounds_over: over } = desk.news;
  if (phase === "lobby") return "Before the game";
  if (phase === "over") return "The game is over";
  if (phase === "between") return `Round ${round} is over`;
  return `Round ${phase === "rule" ? over + 1 : round}`;
}

const DUE = {
  play: (seat) => `${seat} is to play`,
  call: (seat) => `${seat} calls: right or wrong?`,
  judge: (seat) => `${seat} judges: right or wrong?`,
  guess: (seat) => `${seat} may guess the rule`,
  "judge guess": (seat) => `${seat} judges the guess`,
  stay: (seat) => `${seat} may stay in`,
};

function words() {
  const { news, view } = desk;
  if (news.broken) return `The game has stopped: ${news.broken}`;
  if (news.paused) return "Paused. Nobody can move.";
  if (news.phase === "lobby") return readiness();
  if (news.phase === "rule") return `${news.dealer} chooses the secret rule.`;
  if (news.phase === "between")
    return news.last_round ? "That was the last round." : `Next to deal: ${news.next_dealer}.`;
  if (news.phase === "over") return "";
  if (news.thinking) return `${news.thinking} is thinking …`;
  const seat = view?.to_act;
  return seat ? `${DUE[view.phase]?.(seat) ?? `${seat} is to act`}.` : "";
}

function readiness() {
  const { players, players_usual: usual, title } = desk.news;
  const waiting = players.filter((player) => !player.here).map((player) => player.seat);
  if (players.length === 0) return "Add players, or wait for them to come.";
  const needed = usual.min === usual.max ? usual.min : `${usual.min} or more`;
  if (players.length < usual.min) return `${players.length} so far: ${title} needs ${needed}.`;
  if (waiting.length > 0) return `Waiting for ${several(waiting)}.`;
  return "Everyone is here.";
}

/** The buttons of this moment, the one thing to do first. */
function controls() {
  const { phase, paused, broken, last_round: last } = desk.news;
  const goOn = paused || broken;
  const on = phase === "play" || phase === "rule";
  return [
    phase === "lobby" && ["Start", () => desk.act("start"), "primary"],
    phase === "between" && !last && ["Next round", () => desk.act("next"), "primary"],
    phase === "between" && last && ["Count the points", () => desk.act("next"), "primary"],
    on && (goOn ? ["Go on", () => desk.act("go-on"), "primary"] : ["Pause", () => desk.act("pause"), ""]),
    // A round that is over has been told to all, its rule too: it can't be taken back into play.
    phase === "play" && ["Undo", () => desk.act("undo", {}, "The last move has been taken back."), ""],
    phase !== "lobby" && phase !== "over" && ["Stop", stop, "danger"],
    phase === "over" && ["Play again", playAgain, "primary"],
    phase === "over" && ["Change the table", () => desk.act("again"), ""],
  ].filter(Boolean);
}

async function stop() {
  const sure = await ask({
    title: "End the game for good?",
    text: `The points are counted now and the game can't be resumed. To carry on another day, ${inRoom() ? "close this page instead: the table waits for you" : "stop the server instead (Ctrl-C): the file keeps everything"}.`,
    yes: "End the game",
  });
  if (sure) await desk.act("stop");
}

/** Another game of the same people, at once: the file of this one is kept. */
async function playAgain() {
  start.keep("yes");
  if (!(await desk.act("again"))) start.keep(null);
}

/** Whether the game is to start as soon as its table is there: the page begins anew between the two. */
const start = ofThisPage("eleusis.start");

function showControls() {
  const draw = ([name, act, look]) => button(name, () => once(act), { class: look });
  patch(part("controls"), controls().map(draw));
}

let acting = false;

/** A doubled click is meant once. */
async function once(act) {
  if (acting) return;
  acting = true;
  try {
    await act();
  } finally {
    acting = false;
  }
}

function showFile() {
  const { file, resume } = desk.state;
  const over = desk.news.phase === "over";
  part("kept").hidden = !file;
  const more = !over && [" To continue after a break: ", h("code", resume)];
  patch(part("kept"), "The game is kept in ", h("code", file), ".", more);
}

/** The phase of the game that the page shows. */
let shownPhase = null;

function show() {
  if (desk.news === null || desk.state === null) return;
  part("waiting").hidden = part("keyless").hidden = true;
  part("host").hidden = part("bar").hidden = part("rules").hidden = false;
  if (passes || failedAt !== standing()) part("problem").textContent = "";
  if (desk.news.phase === "lobby" && start.text !== null) {
    start.keep(null);
    desk.act("start");
  }
  // The game begins at the top of the page, as it is told there.
  if (shownPhase === "lobby" && desk.news.phase !== "lobby") window.scrollTo(0, 0);
  shownPhase = desk.news.phase;
  patch(part("stage"), stage());
  patch(part("words"), words());
  document.title = `${stage()} · Host · Eleusis`;
  showControls();
  showAddresses(desk);
  showSetup(desk);
  showRunning(desk);
  patch(
    part("notes"),
    desk.state.notes.map((text) => h("li", text)),
  );
  showFile();
}

let soon;

/** Asks how things stand in a moment, once for all that comes until then. */
function refreshSoon() {
  if (soon !== undefined) return;
  soon = setTimeout(() => {
    soon = undefined;
    refresh();
  }, TOGETHER);
}

let ear = null;

async function listenAsHost() {
  if (ear !== null) {
    await refresh();
    return;
  }
  desk.kinds = await api.kinds().catch(() => []);
  ear = api.listen({
    seat: "",
    rest: true,
    onTable: refreshSoon,
    onEvent: refreshSoon,
    onState: (state) => showConnection(part("lost"), state),
  });
  setInterval(() => !document.hidden && desk.state && !desk.state.reached && refresh(), LOOK);
}

if (inRoom())
  part("where-key").textContent =
    "It needs a key. Who made the table finds it at the door, among “Your tables”. Or open the address ending in /host#…";
keepTable();
part("to-room").hidden = !inRoom() || !hasKeyOf("../room");
part("key-form").addEventListener("submit", openWith);
part("rules").addEventListener("click", () => openRules());
desk.key = takeKey();
if (desk.key) listenAsHost();
else showKeyless();
