/** The owner's page of a room: all tables at a glance, and what is done at many of them at once. */

import { editions, qrCode } from "../api.js";
import { ask, askForText } from "../dialogs.js";
import { button, each, h, part, patch, replace } from "../dom.js";
import { askForKey, keepKey, takeKey, typedKey } from "../key.js";
import { note } from "../live.js";
import "../theme.js";
import { counted, listed } from "../words.js";
import { showGlances } from "./glances.js";
import { showMaking } from "./making.js";
import { poll } from "./polling.js";
import * as api from "./room_api.js";

/** Of so many tables all are named. */
const A_FEW = 4;

/** What all parts of the page know, and how they ask for something to be done. */
const desk = {
  key: "",
  /** The tables that are not put away, and those that are. */
  tables: [],
  away: [],
  settings: null,
  editions: [],
  address: "",
  qr: null,
  /** Now, in seconds since 1970. */
  now: 0,
  /** Asks for something; says what is wrong where it is refused, of each as `nameOf` calls it → the answer; null: none of it was done. */
  async act(what, more = {}, words = "", nameOf = (code) => code) {
    part("problem").textContent = "";
    let answer;
    try {
      answer = await api.actInRoom(desk.key, what, more);
    } catch (error) {
      fail(error);
      return null;
    }
    await askNow();
    tell(answer, words, nameOf);
    return answer.done.length > 0 || Object.keys(answer.refused).length === 0 ? answer : null;
  },
};
/** The window of the page to talk it over: asked for again, it is the same one. */
const TALK = "eleusis-talk";
/** The codes of the tables that are ticked; none: all tables are meant. */
const chosen = new Set();

/** Whether what is wrong is over as soon as the server answers again. */
let passes = false;

function fail(error) {
  passes = error.status === 0;
  if (error.status === 401) showKeyless("That isn't the key of this room.");
  else part("problem").textContent = error.text;
}

/** Tables in a sentence: of many only how many they are. */
const named = (codes) => (codes.length > A_FEW ? counted(codes.length, "table") : listed(codes));

/** Says where it was done, and where not, and why. */
function tell({ done, refused, page }, words, nameOf) {
  const codes = Object.keys(refused);
  if (done.length > 0 && words) note(`${words}: ${named(done)}.`);
  else if (codes.length === 0 && words) note(words);
  replace(
    part("outcome"),
    codes.length > 0 &&
      each("ul.plain.small", codes, (code) => h("li", h("strong", nameOf(code)), `: ${refused[code]}`)),
    page && h("p", h("a", { href: page, target: TALK }, "The page to talk it over"), " stays for an hour."),
  );
}

// The key

function showKeyless(problem = "") {
  desk.key = "";
  askForKey(problem, ["room", "to-wall"]);
}

function openWith(event) {
  event.preventDefault();
  open(typedKey());
}

async function open(key) {
  desk.key = key;
  if (!key) {
    showKeyless();
    return;
  }
  keepKey(key);
  await askNow();
}

// What is done at many tables

/** The tables that are meant: those that are ticked, or all. */
const meant = () => desk.tables.filter(({ code }) => chosen.size === 0 || chosen.has(code));

/** The buttons of this moment, each with the tables that it is for, what is asked there, and what is said of it. */
function controls() {
  const tables = meant();
  const those = (fits) => tables.filter(fits).map(({ code }) => code);
  const stopped = ({ paused, broken }) => paused || broken;
  return [
    ["Start", those(({ phase }) => phase === "lobby"), start, "primary"],
    [
      "Next round",
      those((table) => table.phase === "between" && !table.last_round),
      act("next", "Next round"),
      "primary",
    ],
    ["Count the points", those(isAtItsEnd), act("next", "The points are counted"), "primary"],
    ["Go on", those((table) => isOn(table) && stopped(table)), act("go-on", "The game goes on"), "primary"],
    ["Pause", those((table) => isOn(table) && !stopped(table)), act("pause", "Paused")],
    ["Hint", those(({ phase }) => phase === "play"), hint],
    ["Talk it over", those(({ phase, round }) => phase === "between" || phase === "over" || round > 1), talk],
    ["Another game", those((table) => table.phase === "over" || isAtItsEnd(table)), playAnother],
    ["End", those(({ phase }) => phase !== "lobby" && phase !== "over"), end, "danger"],
    ["Put away", chosen.size > 0 ? those(() => true) : [], putAway],
  ];
}

/** Those of the buttons that have something to do can be pressed. All stay in their places: what changes under a finger must not be another button. */
function showControls() {
  const list = controls();
  // Of all that goes on from here, only the first is the one thing to do.
  const first = list.findIndex(([, codes, , look]) => codes.length > 0 && look === "primary");
  const draw = ([words, codes, act, look], at) => {
    const kind = look === "primary" && at !== first ? null : look;
    return button(words, () => act(codes), { class: kind, disabled: codes.length === 0 });
  };
  patch(part("controls"), list.map(draw));
}

/** Whether the last round of a game is over, and its points are still to be counted. */
const isAtItsEnd = ({ phase, last_round: last }) => phase === "between" && last;

async function playAnother(tables) {
  const ending = desk.tables
    .filter((table) => tables.includes(table.code) && isAtItsEnd(table))
    .map(({ code }) => code);
  if (ending.length === 0 || (await desk.act("next", { tables: ending })))
    await desk.act("again", { tables }, "A new game can begin");
}

function act(what, words) {
  return (tables) => desk.act(what, { tables }, words);
}

/** Begins; asks first where somebody hasn't joined who is expected. */
async function start(tables) {
  const lines = desk.tables
    .filter(({ code }) => tables.includes(code))
    .map(missingWords)
    .filter(Boolean);
  const goes =
    lines.length === 0 ||
    (await ask({ title: "Start without everyone?", text: lines.join(" "), yes: "Start anyway", look: "primary" }));
  if (goes) await desk.act("start", { tables }, "Started");
}

/** Who hasn't joined a table yet, as a sentence; false where nobody is missing. */
function missingWords({ code, players }) {
  const names = players.filter(({ kind, taken }) => kind === "person" && !taken).map(({ seat }) => seat);
  return names.length > 0 && `${listed(names)} ${names.length === 1 ? "hasn’t" : "haven’t"} joined ${code}.`;
}

function hint(tables) {
  const title = `A hint for ${counted(tables.length, "table")}`;
  askForText({ title, label: "Your hint", words: "Give the hint", most: 400 }, (text) =>
    desk.act("hint", { tables, text }, "The hint is given"),
  );
}

async function end(tables) {
  const sure = await ask({
    title: `End the game at ${counted(tables.length, "table")}?`,
    text: "The points are counted now, the rule is told, and the game can't be resumed. Its file keeps everything.",
    yes: "End the game",
  });
  if (sure) await desk.act("stop", { tables }, "Ended");
}

async function putAway(tables) {
  const busy = desk.tables.filter((table) => tables.includes(table.code) && isBusy(table)).map(({ code }) => code);
  const sure =
    busy.length === 0 ||
    (await ask({
      title: `Put ${named(tables)} away?`,
      text: `People are at ${named(busy)}. They can't go on until you bring the table back; its file keeps everything.`,
      yes: tables.length === 1 ? "Put it away" : "Put them away",
    }));
  if (sure) await desk.act("put-away", { tables }, "Put away");
}

const isOn = ({ phase }) => phase === "play" || phase === "rule";
/** Whether people are at a table, or have left it for a while in the middle of a round. */
const isBusy = (table) =>
  table.players.some(({ kind, here, taken }) => kind === "person" && (here || (taken && isOn(table))));

/** Opens the page of all tables' rounds; the bar has its address as well, for browsers that open no window by themselves. */
async function talk(tables) {
  const playing = meant().filter(isOn).length;
  const goes =
    playing === 0 ||
    (await ask({
      title: "Talk it over now?",
      text:
        playing === 1
          ? "One table still plays: its round is left out."
          : `${playing} tables still play: their rounds are left out.`,
      yes: "Make the page",
      look: "primary",
    }));
  if (!goes) return;
  note("The page is being made …");
  if (await desk.act("talk", { tables }, "On the page to talk it over")) {
    const page = part("outcome").querySelector("a");
    if (page) window.open(page.href, TALK);
  }
}

// Tables that are put away

function drawAway({ code, players, moved }) {
  const day = new Date(1000 * moved).toLocaleDateString([], { dateStyle: "medium" });
  return h(
    "div.row.spread",
    { "data-key": code },
    h(
      "div",
      h("strong", code),
      " ",
      h("span.small.muted", [listed(players.map(({ seat }) => seat)), day].filter(Boolean).join(" · ")),
    ),
    h(
      "div.row.tight",
      button("Bring back", () => desk.act("bring-back", { tables: [code] }, "Back"), {
        "aria-label": `Bring ${code} back`,
      }),
      button("Delete", () => remove(code), {
        class: "danger",
        "aria-label": `Delete ${code}`,
      }),
    ),
  );
}

async function remove(code) {
  const sure = await ask({
    title: `Delete ${code} for good?`,
    text: "Its file is deleted, with every round that was played there. Nobody can bring it back.",
    yes: `Delete ${code}`,
    no: "Keep it",
  });
  if (sure) await desk.act("delete", { tables: [code] }, "Deleted");
}

// How things stand

function hear(seen) {
  const { tables, settings, address, wall, now } = seen;
  Object.assign(desk, { settings, address, now });
  if (passes) part("problem").textContent = "";
  passes = false;
  desk.tables = tables.filter(({ away }) => !away);
  desk.away = tables.filter(({ away }) => away);
  for (const code of chosen) if (!desk.tables.some((table) => table.code === code)) chosen.delete(code);
  part("lost").hidden = part("keyless").hidden = part("waiting").hidden = true;
  part("room").hidden = part("bar").hidden = part("to-wall").hidden = false;
  part("to-wall").href = wall;
  show();
}

function show() {
  const { tables, away, address, qr } = desk;
  part("title").textContent =
    tables.length === 0
      ? "An empty room"
      : chosen.size > 0
        ? `For ${named([...chosen])}:`
        : counted(tables.length, "table");
  part("words").textContent = summary();
  document.title = `${counted(tables.length, "table")} · Room · Eleusis`;
  showControls();
  part("controls").hidden = tables.length === 0;
  part("make").classList.toggle("primary", tables.length === 0);
  showGlances(part("glances"), desk, chosen, show);
  showMaking(desk);
  patch(part("put-away"), [
    h("h3", "Tables that are put away"),
    away.length > 0
      ? away.map(drawAway)
      : h("p.muted", "None. A table is put away by ticking it, and “Put away”; its file stays."),
  ]);
  patch(part("come"), [
    h("h2", { id: "come-title" }, "How to join"),
    qr && h("img.qr", { src: qr, alt: `QR code of ${address}`, width: 240, height: 240 }),
    h("p.address", address.replace(/\/$/, "")),
    h(
      "p.muted",
      "Players open this address and type the code of their table. The wall shows all codes, and how far each table is.",
    ),
  ]);
}

/** How the tables that are meant stand, in a line. */
function summary() {
  const tables = chosen.size > 0 ? meant() : desk.tables;
  if (desk.tables.length === 0) return "Make the tables below: each has a code of four letters.";
  const numbers = [
    ["at play", (table) => isOn(table) && !table.paused],
    ["paused", ({ phase, paused }) => paused && phase !== "lobby"],
    ["before the game", ({ phase }) => phase === "lobby"],
    ["at the end of a round", ({ phase }) => phase === "between"],
    ["over", ({ phase }) => phase === "over"],
  ].map(([words, fits]) => [tables.filter(fits).length, words]);
  return numbers
    .filter(([number]) => number > 0)
    .map(([number, words]) => `${number} ${words}`)
    .join(" · ");
}

const askNow = poll(
  () => api.room(desk.key),
  hear,
  (error) => {
    part("lost").hidden = error.status !== 0;
    if (error.status !== 0) fail(error);
    passes = true;
    return desk.key !== "";
  },
);

part("key-form").addEventListener("submit", openWith);
part("log").addEventListener("toggle", async () => {
  if (!part("log").open) return;
  const { lines } = await api.log(desk.key).catch((error) => ({ lines: [error.text] }));
  part("log-lines").textContent = lines.reverse().join("\n") || "Nothing yet.";
});
qrCode().then(
  (picture) => (desk.qr = picture),
  () => {},
);
editions().then(
  (list) => (desk.editions = list),
  () => {},
);
open(takeKey());
