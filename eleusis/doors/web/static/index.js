/** The start page: who sits where, a seat for everyone who comes, and the way back for those who have been here. */

import { listen, sit } from "./api.js";
import { attempt } from "./attempts.js";
import { button, h, part, patch, patchOrHide, replace } from "./dom.js";
import { showConnection } from "./live.js";
import { picture } from "./picture.js";
import * as places from "./places.js";
import { openRules } from "./rules.js";
import "./theme.js";

/** How long the PIN of a seat at a running game is shown before the table opens by itself, in ms. */
const TIME_TO_WRITE = 12_000;

let news = null;
/** The seats that this browser holds; null as long as that isn't known. */
let mine = null;
/** The bot's seat that is being taken over: its name stays, its player changes. */
let takeOver = "";
let welcomed = "";

// What stands here

function stageText() {
  if (news.paused && news.phase !== "lobby") return "The host has paused the game.";
  if (news.phase === "lobby") return "The game hasn't begun: the host starts it when everyone is here.";
  if (news.phase === "over") return "The game is over. The host can begin another.";
  return `Round ${news.round} is ${news.phase === "between" ? "over; the next is about to begin" : "on"}.`;
}

function facts() {
  const open = freeSeats().length;
  return [
    open > 0 && `${open} free ${open === 1 ? "seat" : "seats"}`,
    news.by_hand && "with real cards",
    news.open_hands && "open hands",
    news.clock !== null && `${news.clock} seconds a turn`,
  ].filter(Boolean);
}

function stateOf(player) {
  if (mine.includes(player.seat)) return { chip: "you", text: "" };
  if (player.kind !== "person") return { text: `a bot · ${player.kind}` };
  if (!player.taken) return { text: "free" };
  return { dot: true, here: player.here, text: player.here ? "here" : "away" };
}

function seatAction(player) {
  if (mine.includes(player.seat)) return null;
  if (player.kind !== "person" && !mayTakeOver(player)) return null;
  const seat =
    player.kind !== "person"
      ? ["Take over", { bot: player.seat }]
      : player.taken
        ? ["That's me", { pin: true }]
        : ["Sit here", { free: true }];
  const [words, how] = seat;
  return button(words, () => choose(player.seat, how), { "aria-label": `${words}: ${player.seat}` });
}

const dealer = () => news.dealer ?? news.next_dealer;

/** A bot's seat can be had where the host lets anybody in; not that of the dealer. */
function mayTakeOver(player) {
  return news.free && news.phase !== "over" && player.seat !== dealer();
}

function seatRow(player) {
  const state = stateOf(player);
  const deals = player.seat === dealer();
  return h(
    "li.seat",
    h(
      "div.seat-who",
      state.dot && h("span", { class: state.here ? "dot on" : "dot", "aria-hidden": "true" }),
      h("span.seat-name", player.seat),
      state.chip && h("span.chip.accent", state.chip),
      deals && h("span.chip", "deals"),
      h("span.hint", state.text),
    ),
    seatAction(player),
  );
}

function showSeats() {
  patch(part("seats"), news.players.map(seatRow));
  part("nobody").hidden = news.players.length > 0;
}

function showMine() {
  const held = mine.filter((seat) => news.players.some((player) => player.seat === seat));
  part("mine").hidden = held.length === 0;
  part("sit-title").textContent = held.length > 0 ? "Another seat on this device" : "Sit down";
  part("sit-button").classList.toggle("primary", held.length === 0 && !keepsScore());
  replace(
    part("mine"),
    h("h2", "Welcome back"),
    held.map((seat) => h("a.button.primary.large.wide", { href: places.table(seat) }, `Go on as ${seat}`)),
  );
}

const freeSeats = () =>
  news.players.filter((player) => player.kind === "person" && !player.taken).map((player) => player.seat);

const keepsScore = () => news.by_hand && freeSeats().length > 1;

/** At a table with real cards, one phone may speak for everybody. */
async function keepScore() {
  const sitAll = async () => {
    for (const name of freeSeats()) await sit({ name, code: news.code ? part("code").value.trim() : undefined });
    window.location.assign(places.table());
  };
  const refused = await attempt(sitAll, { problem: part("keeper-problem"), busy: part("keep") });
  if (/code/.test(refused?.code)) part("code").focus();
}

function nameHint() {
  if (takeOver) return `You take over from the bot, as ${takeOver}.`;
  if (news.free && news.phase === "lobby") return "What the others call you.";
  if (freeSeats().length > 0) return "One of the free seats below.";
  if (news.players.some((player) => player.kind !== "person" && mayTakeOver(player)))
    return "Take over a bot's seat, or watch and sit down for the next game.";
  if (mine.length > 0) return "A seat that somebody has taken needs its PIN.";
  return "All seats are taken. You can watch, or take back your own seat with its PIN.";
}

function show() {
  part("waiting").hidden = true;
  part("table").hidden = part("sit").hidden = false;
  part("table-title").textContent = news.title;
  // It is read out when it changes, and only then.
  patch(part("stage"), stageText());
  const chips = facts();
  patchOrHide(
    part("facts"),
    chips.map((fact) => h("li.chip", fact)),
  );
  part("keeper").hidden = !keepsScore();
  part("code-field").hidden = !news.code;
  part("name-hint").textContent = nameHint();
  showMine();
  showSeats();
}

// A seat is taken

function choose(name, { bot = "", pin = false, free = false }) {
  takeOver = bot;
  part("name").value = name;
  part("pin-field").hidden = !pin;
  part("problem").textContent = "";
  part("name-hint").textContent = nameHint();
  part("sit").scrollIntoView({ block: "nearest" });
  const missing = [pin && "pin", news.code && !part("code").value && "code"].find(Boolean);
  part(missing || "sit-button").focus();
  // A free seat is taken at once, unless the code of the table is still to be typed.
  if (free && !missing) part("sit").requestSubmit();
}

/** Says what is wrong, at the field that can put it right. */
function complain(text, field) {
  for (const id of ["name", "pin", "code"]) part(id).removeAttribute("aria-invalid");
  part("problem").textContent = text;
  if (!field) return;
  part(`${field}-field`)?.removeAttribute("hidden");
  part(field).setAttribute("aria-invalid", "true");
  part(field).focus();
}

function fieldOf(error) {
  if (/pin|taken|locked/.test(error.code)) return "pin";
  if (/code/.test(error.code)) return "code";
  return /name|seat/.test(error.code) ? "name" : undefined;
}

function wish() {
  const name = part("name").value.trim();
  const asked = { name };
  if (!part("pin-field").hidden && part("pin").value.trim()) asked.pin = part("pin").value.trim();
  if (news.code) asked.code = part("code").value.trim();
  if (takeOver && takeOver === name) asked.take_over = true;
  return asked;
}

async function sitDown(event) {
  event.preventDefault();
  const asked = wish();
  if (!asked.name) return complain("Please type a name.", "name");
  if (news.code && !asked.code) return complain("This table has a code. Please type it here.", "code");
  part("sit-button").disabled = true;
  try {
    welcome(await sit(asked));
  } catch (error) {
    // Enabled before it is named: what is disabled can't give the focus on.
    part("sit-button").disabled = false;
    complain(error.text, fieldOf(error));
  }
  part("sit-button").disabled = false;
  return undefined;
}

function welcome({ seat, pin }) {
  complain("");
  part("sit").reset();
  part("code").value = codeFromAddress();
  part("pin-field").hidden = true;
  takeOver = "";
  if (!mine.includes(seat)) mine.push(seat);
  welcomed = seat;
  part("welcome-title").textContent = `You sit as ${seat}`;
  part("welcome-pin").textContent = pin;
  part("welcome-go").href = places.table(seat);
  part("welcome").showModal();
  show();
  hearAsMine();
  goWhenOn();
}

function isOn() {
  return news.phase !== "lobby" && news.phase !== "over";
}

/** The table opens by itself: at once when the game begins; where it is on already, with time for the PIN. */
function goWhenOn(begins = false) {
  if (!welcomed) return;
  part("welcome-next").textContent = isOn()
    ? "The game is on: the table opens in a moment. You can see the PIN there again."
    : "When the host starts the game, the table opens by itself.";
  if (isOn())
    setTimeout(() => welcomed && window.location.assign(places.table(welcomed)), begins ? 0 : TIME_TO_WRITE);
}

/** A teacher's address may carry the code: what stands behind # never leaves the browser. */
function codeFromAddress() {
  const text = window.location.hash.slice(1);
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function hearTable(table) {
  const wasOn = news !== null && isOn();
  news = table;
  mine = table.you ?? mine;
  if (mine === null) return;
  show();
  if (welcomed && !wasOn && isOn()) goWhenOn(true);
}

let ear;

/** Hears the table with the seats of this browser: so the others see that the person waiting on this page is here. */
function hearAsMine() {
  ear?.close();
  ear = listen({
    rest: true,
    onTable: hearTable,
    onState: (state) => showConnection(part("lost"), state),
  });
}

replace(part("picture"), picture());
const code = places.tableCode();
places.keepTable();
part("where").hidden = !code;
replace(part("where"), h("strong.lead", `Table ${code}`), places.anotherTable());
part("sit").addEventListener("submit", sitDown);
part("name").addEventListener("input", () => {
  if (!takeOver || part("name").value.trim() === takeOver) return;
  takeOver = "";
  part("name-hint").textContent = nameHint();
});
part("keep").addEventListener("click", keepScore);
part("rules").addEventListener("click", () => openRules());
part("welcome").addEventListener("close", () => (welcomed = ""));
part("code").value = codeFromAddress();

hearAsMine();
