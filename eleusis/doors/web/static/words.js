/**
 * What the page says in words: whose turn it is, a line of the story, a rule in a move.
 */

/** The suits by their signs. */
export const SUITS = { "♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs" };
const RANKS = { A: "ace", J: "jack", Q: "queen", K: "king" };
const PRETTY_CARD = /(10|[2-9AJQK])([♠♥♦♣])(?=( (?:10|[2-9AJQK])[♠♥♦♣])?)/g;

/** The text as it is said aloud: `7♥` is the 7 of hearts, a dot a pause. */
export function spoken(text) {
  return text
    .replace(PRETTY_CARD, (_, rank, suit, next) => `${RANKS[rank] ?? rank} of ${SUITS[suit]}${next ? "," : ""}`)
    .replaceAll(" · ", ", ")
    .replace(/ {2,}/g, ", ");
}

/** A free text as a move has it: in double quotes, with backslashes where they are needed. */
export function quoted(text) {
  const line = text.replace(/\s+/g, " ").trim();
  return `"${line.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

/** The first words of `count` things: `1 card`, `2 cards`. */
export function counted(count, thing) {
  return `${numberText(count)} ${thing}${count === 1 ? "" : "s"}`;
}

/** A number, or a text with numbers, with the sign for minus that is as wide as a plus. */
export function numberText(value) {
  return String(value).replace(/(^|\W)-(?=\d)/g, "$1−");
}

/** What differs in an edition, `Guess the rule: …`, in two parts: `[name, sentence]`; the title alone where it doesn't say. */
export function editionWords({ title, what }) {
  const at = what?.indexOf(": ") ?? -1;
  return at < 0 ? [title, what ?? ""] : [what.slice(0, at), sentence(what.slice(at + 2))];
}

/** A bot by how strong it is: `good bot`; of one with settings only its kind. */
export function botWords(kind) {
  return `${kind.split("(")[0]} bot`;
}

/** A text that begins as a sentence does. */
export function sentence(text) {
  return text[0].toUpperCase() + text.slice(1);
}

/** Whose something is: `Ann’s`, `Otters’`. */
export function possessive(name) {
  return `${name}’${/s$/.test(name) ? "" : "s"}`;
}

/** Names as a sentence has them: `Ann, Bob and Cleo`. */
export function listed(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** Why a round ended, in words; `guesser` is who guessed the rule, where that was the end of it. */
export function endWords(ended, guesser) {
  if (ended === "right guess") return guesser ? `${guesser} guessed the rule` : "the rule was guessed";
  return ended;
}

/** A number with its sign: `+4`, `0`, `−2`. */
export function signed(number) {
  return number > 0 ? `+${number}` : String(number).replace("-", "−");
}

/** Who has the most points. */
export function winnersOf(points) {
  return Object.keys(points).filter((seat) => points[seat] === Math.max(...Object.values(points)));
}

/** Whether all points are 0, as where a game is stopped in its first round: that is no win. */
export function nobodyScored(points) {
  return Object.values(points).every((number) => number === 0);
}

/** What the seat to act is asked for, after "Your turn: "; `playsOn` is whether it may play at once as well. */
function asked(table, view, options, playsOn) {
  const whose = `${possessive(view.mover)} ${view.pending.length ? "play" : "no play"}`;
  const phases = {
    call: `call ${whose}`,
    judge: `judge ${whose}`,
    guess: "guess the rule, or pass",
    "judge guess": `judge ${possessive(view.mover)} guess`,
    stay: `stay as ${table.prophet}, or pass and go out`,
  };
  if (playsOn) return view.phase === "guess" ? "play or guess" : `play, or declare as ${table.prophet}`;
  if (view.phase !== "play") return phases[view.phase];
  if (options.includes("declare")) return `declare as ${table.prophet}, or pass`;
  return "play a card";
}

/** What another seat is busy with. */
function busyWith(table, view) {
  const who = view.to_act;
  if (table.thinking === who) return `${who} is thinking`;
  const phases = {
    call: `Waiting for ${who} to call it`,
    judge: `Waiting for ${who} to judge`,
    guess: `${who} may guess the rule`,
    "judge guess": `Waiting for ${who} to judge the guess`,
    stay: `${who} chooses: ${table.prophet}, or out`,
  };
  if (view.phase !== "play") return phases[view.phase];
  if (who === view.mover && table.prophet && view.prophet === null)
    return `Waiting for ${who}: ${table.prophet}, or not?`;
  return `${possessive(who)} turn`;
}

/** What a seat should bear in mind in this round, beside whose turn it is: sentences. */
export function reminders({ table, view, seat, worth }) {
  return [
    view.sudden_death && "Sudden death: anyone who is wrong now is expelled.",
    view.expelled.includes(seat) && "You are expelled: you can't play any more in this round.",
    view.prophet === seat && `You are ${table.prophet}: you call each play before the dealer judges it.`,
    worth !== null &&
      (worth > 0
        ? `Finding the rule now brings ${counted(worth, "point")}.`
        : "Finding the rule brings no points any more."),
    view.turns_left !== null && `${counted(view.turns_left, "turn")} left.`,
  ].filter(Boolean);
}

/**
 * The banner: `{text, own}`, where `own` says that the seat of this page is to act; `playsOn` that it may play on
 * instead of guessing.
 */
export function bannerFor({ table, view, options, seat }, playsOn) {
  if (view.to_act === null) return { text: `The round is over: ${endWords(view.ended, view.mover)}`, own: false };
  if (view.to_act !== seat) return { text: busyWith(table, view), own: false };
  const whose = table.by_hand || table.you.length > 1 ? `${possessive(seat)} turn` : "Your turn";
  // Behind a cover it isn't known what the seat is asked for.
  return { text: options.length > 0 ? `${whose}: ${asked(table, view, options, playsOn)}` : whose, own: true };
}
