/** What the projector's page says in words. */

import { counted, endWords, listed, nobodyScored, possessive } from "./words.js";

const A_FEW = 4;

/** Whose turn it is: `{who, what, acts, won}`; `acts` where somebody is to do something now, `won` those who have won. */
export function turnOf(table, view, over) {
  const turn = turnNow(table, view, over);
  if (!table.paused || !turn.acts) return turn;
  return { who: "Paused", what: `then ${turn.who} ${turn.what}`, acts: false };
}

function turnNow(table, view, over) {
  if (over !== null) return ended(table, over);
  if (table.phase === "rule") return { who: table.dealer, what: "is choosing the secret rule", acts: true };
  if (table.phase === "lobby") return lobby(table);
  if (view === null || view.to_act === null) return { who: "", what: "The round is over", acts: false };
  return { who: view.to_act, what: asked(table, view), acts: true };
}

/** Before the game: whether a seat is free, or somebody is away. */
function lobby(table) {
  if (hasFreeSeat(table)) return { who: "Welcome", what: "take a seat", acts: false };
  const away = table.players.filter(({ kind, here }) => kind === "person" && !here).map(({ seat }) => seat);
  return away.length > 0
    ? { who: "", what: `Waiting for ${listed(away)}`, acts: false }
    : { who: "Everyone", what: "is here", acts: false };
}

/** Whether somebody may still sit down. */
export function hasFreeSeat({ free, players }) {
  return free || players.some(({ kind, taken }) => kind === "person" && !taken);
}

/** Which round it is, which turn, how many cards lie where: a list of texts. */
export function aboutRound(table, view) {
  if (table.phase === "lobby") return [];
  const round = `Round ${table.phase === "rule" ? table.rounds_over + 1 : table.round}`;
  const ended = view?.ended ? ` ended: ${endWords(view.ended, view.mover)}` : "";
  return [shortTitle(table), round + ended, ...(view === null ? [] : counts(view))];
}

/** What the edition is called, without its author and year. */
export function shortTitle({ title }) {
  return title.split(" (")[0];
}

function ended(table, { winners, game, scores }) {
  if (table.phase === "over" && nobodyScored(game.totals))
    return { who: "Nobody", what: "has scored", acts: false };
  if (table.phase === "over")
    return { who: listed(game.leading), what: `${wins(game.leading)} the game`, acts: false, won: game.leading };
  if (winners.length === 0 || (scores !== null && nobodyScored(scores)))
    return { who: "", what: "The round is over", acts: false };
  return { who: listed(winners), what: `${wins(winners)} the round`, acts: false, won: winners };
}

function wins(names) {
  return names.length === 1 ? "wins" : "win";
}

function asked(table, view) {
  const play = view.mover && `${possessive(view.mover)} ${view.pending.length ? "play" : "no play"}`;
  const phases = {
    call: `to call ${play}: right or wrong?`,
    judge: `to judge ${play}`,
    guess: "may guess the rule",
    "judge guess": `to judge ${possessive(view.mover)} guess`,
    stay: `may stay as ${table.prophet}`,
  };
  if (view.phase in phases) return phases[view.phase];
  const mayDeclare = table.prophet !== null && view.prophet === null && view.to_act === view.mover;
  return mayDeclare ? `may declare as ${table.prophet}` : "to play";
}

/** Whether no more than a few cards have been played, and no hand is shown: then it is told how it works. */
export function isBeginning(view) {
  const showsHand = view.pending.length === 0 && ["call", "judge"].includes(view.phase);
  return !showsHand && lyingCards(view) - view.starters.length < A_FEW;
}

function lyingCards({ layout: { mainline, sidelines, before } }) {
  return mainline.length + [...sidelines, before].flat(2).length;
}

function counts(view) {
  return [
    view.turns_left !== null && `Turn ${view.turn} of ${view.turn + view.turns_left}`,
    `${counted(lyingCards(view), "card")} on the layout`,
    `${view.stock} in the stock`,
    view.sudden_death && "Sudden death: one wrong play and you’re out",
  ].filter(Boolean);
}
