/**
 * The calm states of the page, when nobody plays: before the game, while a rule is chosen, after a round, at the end.
 */

import { RoundChoice, showRound } from "./after.js";
import { nextButton } from "./alone.js";
import { cardFace } from "./cards.js";
import { each, h } from "./dom.js";
import { fillInvitation } from "./menu.js";
import { anotherTable, tableCode, typedAddress, wholeCode } from "./places.js";
import { podium, standings } from "./players.js";
import { botWords, counted, listed, nobodyScored, winnersOf } from "./words.js";

/** The edition in which one plays alone against a rule. */
export const ALONE = "solo";

/** Before the first deal: who sits there, and how others join, unless one plays alone. */
export function lobby({ players, title, variant, alone }, own) {
  const persons = players.filter(({ kind, taken }) => kind === "person" && !taken).map(({ seat }) => seat);
  return h(
    "div.calm.stack",
    faceDown(),
    h("p.lead", title || variant),
    !alone &&
      h("p.muted", persons.length > 0 ? `Still free: ${listed(persons)}.` : `${players.length} at the table.`),
    each("ul.plain.lobby-seats", players, (player) => lobbySeat(player, own)),
    !alone && wayIn(),
  );
}

function wayIn() {
  const place = h("div.invitation");
  fillInvitation(place);
  return [h("p", "Others join here:"), place, h("p", h("code", wholeCode(typedAddress())))];
}

/** Three cards face down: something to look at while one waits. */
function faceDown() {
  return h(
    "div.face-down",
    { "aria-hidden": "true" },
    ["??", "??", "??"].map((code) => cardFace(code, { size: "large" })),
  );
}

function lobbySeat({ seat, kind, here, taken }, own) {
  const state = kind !== "person" ? botWords(kind) : here ? "here" : taken ? "away" : "free";
  return h(
    "li",
    h("span", { class: here || kind !== "person" ? "dot on" : "dot", "aria-hidden": "true" }),
    " ",
    seat,
    h("span.muted", seat === own ? " (you)" : ` ${state}`),
  );
}

/** While another seat chooses the rule. */
export function choosing({ dealer, totals, rounds_over: over }) {
  return h(
    "div.calm.stack",
    faceDown(),
    h("p.lead", `${dealer} deals, and is choosing the secret rule.`),
    over > 0 && standings(totals),
  );
}

/** A round that is over, told in whole: who has found the rule, then what comes next. */
export function afterRound(table, seat) {
  const [head, place] = [h("div.after"), h("div.round-over")];
  showRound(place, table.rounds_over, { seat, you: ownSeat(table, seat), head });
  return h("div.calm.stack", head, h("p.next", nextText(table)), table.alone && h("div", nextButton(table)), place);
}

/** Whose page it is; null where it is that of several. */
const ownSeat = ({ you = [], by_hand: byHand }, seat) => (byHand || you.length > 1 ? null : seat);

function nextText({ phase, next_dealer: next, last_round: last, alone }) {
  if (phase === "over") return "The game is over.";
  if (alone)
    return last ? "That was the last round." : next ? `${next} deals the next round.` : "The round is over.";
  if (last) return "That was the last round. Waiting for the host to count the points.";
  return next
    ? `${next} deals the next round. Waiting for the host to begin it.`
    : "Waiting for the host to begin the next round.";
}

/**
 * At the end: who has won, `more` that may be done now, and each round to look back upon. Where one of these saves the
 * game's file (`data-saves`) or tells how it went (`data-tells`), that isn't done again.
 */
export function gameOver(table, seat, more = []) {
  const place = h("div.round-over");
  const saves = !more.some(({ dataset }) => dataset.saves !== undefined);
  const tells = !more.some(({ dataset }) => dataset.tells !== undefined);
  // Who plays alone has nobody to win from: first of all it is said whether the rule was found.
  const head = table.variant === ALONE && h("div.after");
  const you = ownSeat(table, seat);
  const show = (number) => showRound(place, number, { seat, you, saves, tells, head });
  const rounds = new RoundChoice(table.rounds_over, show);
  if (table.rounds_over > 0) rounds.choose(table.rounds_over);
  return h(
    "div.calm.stack",
    ownPlace(table.totals, seat),
    tells && (head || h("p.lead", winnersText(table.totals))),
    podium(table, seat),
    more.length > 0 && h("div.row", more),
    tableCode() && h("p", anotherTable()),
    // Of a single round the sheet below says it all.
    table.rounds_over > 1 && standings(table.totals),
    rounds.element,
    place,
  );
}

function winnersText(totals) {
  if (nobodyScored(totals)) return "The game is over. Nobody has scored.";
  const winners = winnersOf(totals);
  return `${listed(winners)} ${winners.length === 1 ? "wins" : "win"} with ${counted(totals[winners[0]], "point")}.`;
}

/** How one came out who is not among the first three. */
function ownPlace(totals, own) {
  const ahead = Object.values(totals).filter((points) => points > totals[own]).length;
  return ahead >= 3 && h("p.lead", `You came ${ahead + 1}th with ${counted(totals[own], "point")}.`);
}
