/** Before the game: who sits where, which edition, and what else can be chosen. */

import { lookAtRule } from "./api.js";
import { ruleBuilder } from "./builder.js";
import { ask, openDialog } from "./dialogs.js";
import { button, h, options, part, patch } from "./dom.js";
import { fieldAttrs, fieldsFor, labelled, linesOf } from "./setting_fields.js";
import { botWords, editionWords } from "./words.js";

const PERSON = "person";
/** Names for bots whose host doesn't think of one. */
const BOT_NAMES = ["Ada", "Basil", "Clio", "Dora", "Emil", "Flora", "Gus", "Hedy", "Ivo", "June", "Kit", "Lou"];

let desk = null;

/** Shows what can be chosen; after the deal only what no deal hangs on. */
export function showSetup(theDesk) {
  desk = theDesk;
  const lobby = desk.news.phase === "lobby";
  part("add").hidden = part("dealer-field").hidden = part("edition").hidden = !lobby;
  part("settings").hidden = desk.news.phase === "over";
  showSettings(lobby);
  if (!lobby) return;
  patch(part("add-kind"), options(kindChoices(), PERSON));
  showPlaces();
  showDealer();
  showEdition();
}

part("add").addEventListener("submit", add);
part("dealer").addEventListener("change", (event) => desk.act("set", { dealer: event.target.value || null }));

/** Who may sit on a seat: what is offered, and the kind that sits there now. */
function kindChoices(now = PERSON) {
  const kinds = desk.kinds.filter((kind) => kind.offered || kind.name === now);
  return [[PERSON, "a person"], ...kinds.map((kind) => [kind.name, botWords(kind.name)])];
}

const kindOf = (player) => player.kind || PERSON;

// Seats

function showPlaces() {
  const seats = desk.state.settings.players;
  part("nobody").hidden = seats.length > 0;
  patch(
    part("places"),
    seats.map((seat, at) => place(seat, at, seats.length)),
  );
}

function place(seat, at, count) {
  const name = seat.seat;
  const change = ({ target }) =>
    desk.seat((seats) => seats.map((other) => (other.seat === name ? { seat: name, kind: target.value } : other)));
  const sits = desk.news.players.find((player) => player.seat === name);
  return h(
    "li.seat.place",
    { "data-key": name },
    h("div.seat-who", h("span.place-number.number.muted", at + 1), h("span.seat-name", name), stateOf(sits)),
    h(
      "div.place-tools",
      h(
        "select",
        { "aria-label": `Who plays ${name}`, on: { change } },
        options(kindChoices(kindOf(seat)), kindOf(seat)),
      ),
      button("↑", () => shift(name, -1), tool(`Move ${name} up`, at === 0)),
      button("↓", () => shift(name, 1), tool(`Move ${name} down`, at === count - 1)),
      button("✕", () => remove(name), tool(`Remove ${name}`)),
    ),
  );
}

function tool(label, disabled = false) {
  return { class: "icon", "aria-label": label, title: label, disabled };
}

function stateOf(sits) {
  if (!sits || sits.kind !== PERSON) return null;
  if (!sits.taken) return h("span.hint", "free: waiting for somebody");
  return [
    h("span", { class: sits.here ? "dot on" : "dot", "aria-hidden": "true" }),
    h("span.hint", sits.here ? "here" : "away"),
  ];
}

function shift(name, by) {
  return desk.seat((seats) => {
    const at = seats.findIndex((seat) => seat.seat === name);
    const to = at + by;
    if (at >= 0 && seats[to]) [seats[at], seats[to]] = [seats[to], seats[at]];
    return seats;
  });
}

async function remove(name) {
  const sits = desk.news.players.find((player) => player.seat === name);
  if (sits?.kind === PERSON && sits.taken) {
    const sure = await ask({
      title: `Remove ${name}?`,
      text: `Somebody sits there. ${name} may sit down again, where new names are let in.`,
      yes: `Remove ${name}`,
    });
    if (!sure) return;
  }
  await desk.seat((seats) => seats.filter((seat) => seat.seat !== name));
}

async function add(event) {
  event.preventDefault();
  const kind = part("add-kind").value;
  const used = new Set(desk.state.settings.players.map((seat) => seat.seat));
  const name = part("add-name").value.trim() || (kind !== PERSON && BOT_NAMES.find((free) => !used.has(free)));
  if (!name) {
    part("add-name").focus();
    return;
  }
  // At once, so that the next name can be typed meanwhile.
  part("add-name").value = "";
  part("add-name").focus();
  const added = await desk.seat((seats) => [...seats, { seat: name, kind }]);
  if (!added && !part("add-name").value) part("add-name").value = name;
}

function showDealer() {
  const { settings } = desk.state;
  const choices = [["", "No preference"], ...settings.players.map((seat) => [seat.seat, seat.seat])];
  patch(part("dealer"), options(choices, settings.dealer ?? ""));
  part("dealer-hint").textContent = dealerHint();
}

function dealerHint() {
  const first = desk.news.next_dealer;
  const player = desk.news.players.find((seat) => seat.seat === first);
  if (!player) return "The dealer has the secret rule, and judges every card by it.";
  if (player.kind === PERSON)
    return `${first} chooses the secret rule, on their own page, and plays no cards in that round.`;
  return `${first}, a bot, draws the secret rule: nobody knows it.`;
}

// The edition

const span = ({ min, max }) =>
  max === null || max === undefined ? `${min} or more` : min === max ? `${min}` : `${min}–${max}`;

function aboutEdition(edition) {
  const players =
    edition.players.max === 2 ? "for one, against a dealer’s rule" : `${span(edition.players)} players`;
  return [edition.level, edition.minutes && `about ${edition.minutes} min a round`, players]
    .filter(Boolean)
    .join(" · ");
}

/** How an edition suits the players there are; its minutes and level, which follow, stand there already. */
function suits({ reason, fits, players }) {
  if (fits && players.max === 2) return "For your table.";
  const [why] = reason.split("; ");
  return fits
    ? `For your table: ${why}.`
    : `It is made ${why.replace(/^is /, "")} players, and you are ${desk.news.players.length}: it works, but less well.`;
}

/** An edition by what differs in it, then its title. */
function named(edition) {
  const [name, words] = editionWords(edition);
  return [
    h("strong", name),
    words && h("span", words),
    name !== edition.title && h("span.small.muted", edition.title),
  ];
}

function showEdition() {
  const edition = desk.editions.find((choice) => choice.name === desk.news.variant);
  patch(part("edition"), [
    h("h2", { id: "edition-title" }, "The edition"),
    h(
      "div",
      h("p.stack.tight", named(edition ?? desk.news)),
      desk.state.settings.settings.length > 0 && h("p.small.muted", "With house rules."),
      edition && h("p.muted", aboutEdition(edition)),
      edition?.reason && h("p", { class: edition.fits ? "muted small" : "small" }, suits(edition)),
    ),
    h("div.row", button("Choose another edition", chooseEdition)),
  ]);
}

function chooseEdition() {
  const open = openDialog(
    "Which edition?",
    desk.editions.map((edition) => editionChoice(edition, take)),
  );
  async function take(edition) {
    open.close();
    await desk.act("set", { variant: edition.name }, `Now: ${edition.what ?? edition.title}`);
  }
}

function editionChoice(edition, take) {
  const attrs = { type: "button", class: "choice", "aria-pressed": String(edition.name === desk.news.variant) };
  return h(
    "button",
    { ...attrs, on: { click: () => take(edition) } },
    named(edition),
    h("span.small.muted", aboutEdition(edition)),
    edition.reason && h("span", { class: edition.fits ? "small muted" : "small" }, suits(edition)),
  );
}

// Settings

const PACES = [
  [0, "at once"],
  [0.5, "after half a second"],
  [1, "after a second"],
  [2, "after two seconds"],
  [4, "after four seconds"],
];

function showSettings(lobby) {
  patch(part("settings-form"), settingFields(desk.state.settings, lobby));
}

const set = (change) => desk.act("set", change, "Saved.");
const fields = fieldsFor(set);

function settingFields(settings, lobby) {
  return [
    h(
      "div.grid",
      fields.code(settings.code),
      fields.clock(settings.clock),
      fields.difficulty(settings.difficulty),
      fields.select("pace", "Bots play", PACES, settings.pace ?? 1, "So everyone can follow."),
      fields.rounds(settings.rounds),
    ),
    fields.check(
      "free",
      "Let anybody in",
      settings.free,
      "New names may sit down before the game, and bots' seats may be taken over. Otherwise only the names above may sit down.",
    ),
    lobby &&
      fields.check(
        "open_hands",
        "Open hands",
        settings.open_hands,
        "Everybody sees every hand, spectators and the projector too, and each page says so. It can only be chosen before the deal.",
      ),
    lobby &&
      fields.check(
        "by_hand",
        "Real cards",
        settings.by_hand,
        "You play at a real table, and one phone keeps the score: it takes all seats and types what is played. No bots.",
      ),
    lobby && fields.knobs(settings.settings),
    lobby && rulesField(settings.rules),
  ];
}

/** A line as a rule: where it is plain English, what the host takes it to be; null where that is given up. */
async function asRule(line) {
  const isEnglish = await lookAtRule(line).then(
    () => false,
    ({ body }) => body?.error?.readings !== undefined,
  );
  if (!isEnglish) return line;
  return new Promise((resolve) => {
    const place = h("div");
    const asked = openDialog("A rule in plain English", place, { onClose: () => resolve(null) });
    const onRule = (rule) => {
      resolve(rule);
      asked.close();
    };
    ruleBuilder(place, { line: [], mode: "dealer", text: line, onRule }).focus();
  });
}

/** The rules that are given: they can be set here, by a teacher who doesn't play, and are never shown again. */
function rulesField(count) {
  const hint = `One on each line, such as color != last.color, or in plain English. They are used in turn, whoever deals, and not shown here again. You will know them, so don't play. ${count > 0 ? `Given now: ${count}.` : "Without any, people choose their own and bots draw."}`;
  const area = h("textarea", fieldAttrs("rules", hint, { rows: 2, spellcheck: "false", autocapitalize: "none" }));
  const keep = async () => {
    const area = part("set-rules");
    const lines = linesOf(area.value);
    area.value = "";
    const rules = [];
    for (const line of lines) if (!rules.includes(null)) rules.push(await asRule(line));
    if (rules.includes(null) || !(await set({ rules }))) area.value = lines.join("\n");
  };
  return h(
    "details",
    h("summary", "Secret rules for bots to deal"),
    h(
      "div.stack",
      labelled("Rules that are dealt", area, hint),
      h("div.row", button("Deal these", keep), count > 0 && button("Forget them", () => set({ rules: [] }))),
    ),
  );
}
