/** While the game is on, and when it is over: who is here, who is due, what to do where somebody leaves; the result. */

import { secret, wrongGuesses } from "./after.js";
import { file } from "./api.js";
import { attempt } from "./attempts.js";
import { ask, openDialog } from "./dialogs.js";
import { button, each, h, options, part, patch } from "./dom.js";
import { several } from "./host_parts.js";
import { inRoom, table as tableOf } from "./places.js";
import { saveAs } from "./saving.js";
import { lastLine } from "./story.js";
import { botWords, nobodyScored, possessive, sentence, winnersOf } from "./words.js";

const PERSON = "person";

let desk = null;

/** Shows the round that is on, or the game that is over. */
export function showRunning(theDesk) {
  desk = theDesk;
  const { phase } = desk.news;
  part("round").hidden = phase === "lobby" || phase === "over";
  part("over").hidden = phase !== "over";
  part("players").hidden = phase === "over";
  if (phase === "lobby") return;
  part("nobody").hidden = true;
  if (phase === "over") showOver();
  else showRound();
}

// A round

function layoutCount(layout) {
  const plays = [layout.sidelines, [layout.before ?? []]].flat(2);
  return layout.mainline.length + plays.reduce((sum, play) => sum + play.length, 0);
}

function figures() {
  const { news, view } = desk;
  return [
    ["Round", news.phase === "rule" ? news.rounds_over + 1 : news.round],
    news.dealer && [news.phase === "between" ? "Deals next" : "Deals", news.dealer],
    view && news.phase !== "rule" && ["Cards on the layout", layoutCount(view.layout)],
    view && news.phase !== "rule" && !news.by_hand && ["In the stock", view.stock],
    view?.turns_left !== null && view?.turns_left !== undefined && ["Turns left", view.turns_left],
    view?.prophet && [news.prophet ?? "Prophet", view.prophet],
  ].filter(Boolean);
}

function showRound() {
  const { news } = desk;
  const away = news.players.filter((player) => player.kind === PERSON && !player.here).map((player) => player.seat);
  const list = figures();
  const last = news.phase === "play" ? desk.story.at(-1) : undefined;
  const isBetween = news.phase === "between";
  patch(part("round"), [
    h("h2", { id: "round-title" }, "How it stands"),
    news.open_hands && h("p", h("span.chip", "Open hands: everyone sees every hand")),
    each("dl.figures.row", list, ([name, value]) => h("div", h("dt.hint", name), h("dd.number", value))),
    last && h("p", lastLine(desk.story)),
    away.length > 0 &&
      h(
        "p",
        `${several(away)} ${away.length === 1 ? "is" : "are"} away. You can wait, or let a bot play: choose the seat below.`,
      ),
    news.hints && news.phase === "play" && hintForm(),
    isBetween && toldRound(),
    (isBetween || isHinted()) && h("div.row", isBetween && lookBack(), isHinted() && hideHint()),
  ]);
  const due = news.phase === "rule" ? news.dealer : news.phase === "play" ? desk.view?.to_act : null;
  patch(
    part("places"),
    news.players.map((player) => place(player, due)),
  );
}

/** The rule of the round that is over, and what was wrong with each guess. */
function toldRound() {
  return desk.over && h("div.after.stack", secret(desk.over), wrongGuesses(desk.over));
}

function lookBack() {
  return h("a.button", { href: tableOf(""), target: "_blank", rel: "noopener" }, "Look back at the round");
}

function hintForm() {
  const input = h("input.grow", {
    "aria-label": "Hint to all",
    placeholder: "A hint to all",
    maxlength: 400,
    autocomplete: "off",
    id: "hint-text",
  });
  const give = async (event) => {
    event.preventDefault();
    const input = part("hint-text");
    const text = input.value.trim();
    if (!text) return;
    input.value = "";
    if (!(await desk.act("hint", { text }, "The hint is given."))) input.value ||= text;
  };
  return h(
    "form.row.tight",
    { "aria-label": "A hint of yours", on: { submit: give } },
    input,
    h("button", "Give a hint"),
  );
}

function isHinted() {
  return desk.news.phase !== "rule" && desk.story.some(({ hint }) => hint);
}

/** For a hint that not everyone ought to read. */
function hideHint() {
  const words = "The hint is off all pages. The game's file keeps it.";
  return button("Hide the hint", () => desk.act("hide-hints", {}, words));
}

function stateText(player) {
  if (player.kind !== PERSON) return botWords(player.kind);
  if (!player.taken) return "nobody sits here";
  return player.here ? "here" : "away";
}

function place(player, due) {
  const { news } = desk;
  const isDue = player.seat === due;
  return h(
    "li",
    { class: isDue ? "seat due" : "seat", "aria-current": isDue ? "true" : null },
    h(
      "div.seat-who",
      player.kind === PERSON && h("span", { class: player.here ? "dot on" : "dot", "aria-hidden": "true" }),
      h("span.seat-name", player.seat),
      player.seat === news.dealer && h("span.chip", "deals"),
      isDue && h("span.chip.accent", news.phase === "rule" ? "chooses the rule" : "to play"),
      h("span.hint", stateText(player)),
    ),
    h("span.place-points.number", points(news.totals[player.seat])),
    button("Seat …", () => openSeat(player.seat), {
      "aria-label": `Seat of ${player.seat}`,
      "aria-haspopup": "dialog",
    }),
  );
}

function points(total) {
  return total === undefined ? "" : `${total}`;
}

// A seat

function openSeat(name) {
  const player = desk.news.players.find((seat) => seat.seat === name);
  const isBot = player.kind !== PERSON;
  const due = desk.news.phase === "play" && desk.view?.to_act === name;
  const isAsked = !isBot && desk.news.phase === "rule" && desk.news.dealer === name;
  const closing = (act) => async () => {
    open.close();
    await act();
  };
  const open = openDialog(name, [
    h("p.muted", `${sentence(stateText(player))}${due ? "; it's their turn" : ""}.`),
    isAsked && h("p.hint", askedWords(player)),
    // A bot can't see real cards.
    !desk.news.by_hand && standIn(name, { isBot, due, kind: player.kind }, closing),
    isBot ? giveToPerson(name, closing) : sendAway(player, closing),
  ]);
}

/** What helps where the table waits for a rule, and its dealer doesn't come. */
function askedWords({ seat, taken }) {
  const who = taken ? 'After "Remove" somebody else' : "Somebody";
  const another = `The table waits for ${possessive(seat)} rule. ${who} may sit down here and choose it`;
  return desk.news.by_hand ? `${another}.` : `${another}; a bot that plays from now on draws one.`;
}

function standIn(name, { isBot, due, kind }, closing) {
  // Who knows the rule might tell it, and is refused while a round is on.
  const strangers = desk.kinds.filter(
    (choice) => (choice.offered || choice.name === kind) && (!choice.knows_rule || desk.news.phase !== "play"),
  );
  const kinds = strangers.map((choice) => [choice.name, botWords(choice.name)]);
  const select = h("select", { "aria-label": "Which bot" }, options(kinds, isBot ? kind : kinds[0]?.[0]));
  const play = (once, words) => closing(() => desk.act("bot", { seat: name, kind: select.value, once }, words));
  return [
    h("h3", isBot ? "Another bot" : "A bot plays instead"),
    h("div.field", select, kindHint(select)),
    h(
      "div.row.tight",
      !isBot && button("For this turn", play(true, `A bot has played for ${name}.`), { disabled: !due }),
      button("From now on", play(false, `A bot plays for ${name} from now on.`)),
    ),
    !isBot && !due && h("p.hint", `It can play for one turn when it's ${possessive(name)} turn.`),
  ];
}

function giveToPerson(name, closing) {
  const give = closing(() => desk.act("person", { seat: name }, `The seat of ${name} is free.`));
  return [
    h("h3", "A person plays"),
    h("p", `The seat is then free: somebody can sit down there as ${name}, with this hand and these points.`),
    h("div.row", button("Give it to a person", give)),
  ];
}

function sendAway({ seat, taken }, closing) {
  return [
    h("h3", "Somebody else sits down, or the PIN is lost"),
    h(
      "p",
      `The person who sits there is sent away. The hand and the points stay, and anybody may sit down as ${seat}.`,
    ),
    h(
      "div.row",
      button(
        `Remove ${seat}`,
        closing(() => remove(seat)),
        { class: "danger", disabled: !taken },
      ),
    ),
  ];
}

function kindHint(select) {
  const words = () => desk.kinds.find((kind) => kind.name === select.value)?.doc ?? "";
  const hint = h("p.hint", words());
  select.addEventListener("change", () => (hint.textContent = words()));
  return hint;
}

async function remove(name) {
  const sure = await ask({
    title: `Remove ${name}?`,
    text: "They lose the seat and their PIN stops working. The hand stays; someone else can sit there.",
    yes: `Remove ${name}`,
  });
  if (sure) await desk.act("remove", { seat: name }, `The seat of ${name} is free.`);
}

// The end

function result(totals) {
  if (nobodyScored(totals)) return "Nobody has scored.";
  const names = winnersOf(totals);
  return names.length === 1 ? `${names[0]} wins.` : `${several(names)} share the win.`;
}

function showOver() {
  const { totals } = desk.news;
  const order = Object.entries(totals).sort((a, b) => b[1] - a[1]);
  patch(part("over"), [
    h("h2", { id: "over-title" }, result(totals)),
    h(
      "table.lines",
      h("thead", h("tr", h("th", { scope: "col" }, "Player"), h("th.number", { scope: "col" }, "Points"))),
      each("tbody", order, ([seat, total]) => h("tr", h("th", { scope: "row" }, seat), h("td.number", total))),
    ),
    h(
      "p.muted",
      "The game file holds every card and every rule",
      inRoom()
        ? "."
        : [
            ": ",
            h("code", "eleusis replay"),
            " shows the game again, ",
            h("code", "eleusis review"),
            " what could have been known.",
          ],
    ),
    toldRound(),
    h("div.row", button("Download the game file", download), lookBack(), isHinted() && hideHint()),
  ]);
}

const download = () => attempt(async () => saveAs(await file(desk.key)), { problem: part("problem") });
