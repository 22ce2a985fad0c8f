/**
 * Windows that ask for more than a button tells: a card, a guess, a hint; and the one that says what may be done.
 */

import { namedReason, sentence } from "./actions.js";
import { ruleBuilder } from "./builder.js";
import { sortHand } from "./cards.js";
import { askForText, openDialog } from "./dialogs.js";
import { button, each, h } from "./dom.js";
import { pickOne } from "./hand.js";
import { Memory, thisTab } from "./memory.js";
import { nextOf } from "./players.js";
import { possessive, quoted } from "./words.js";

/**
 * Asks which card of the hand that was shown is right; `send(line)` makes the move.
 *
 * `line` is the move without its card; `options` are the moves that may be made: where a card isn't needed, it is
 * among them. Gives `{close}`.
 */
export function askForCard({ view, options, line, send }) {
  const codes = options.filter((option) => option.startsWith(`${line} `)).map((option) => option.split(" ").at(-1));
  const marked = view.named === null ? null : { code: view.named, text: `${view.prophet} named this card` };
  const choose = (move) => {
    asking.close();
    send(move);
  };
  const none = button("Without a card", () => choose(line));
  const asking = openDialog(
    `Which card of ${possessive(view.mover)} hand is right?`,
    pickOne(sortHand(codes), (code) => choose(`${line} ${code}`), marked),
    { footer: options.includes(line) ? [none] : [] },
  );
  return asking;
}

/** Asks before a no play, which shows the hand and can't be taken back; gives `{close}`. */
export function askForNoPlay({ line, send }) {
  const text =
    "Everyone sees your hand then, and you can't take it back: if it's true you are rid of cards, if not you draw more.";
  return askFirst("Say that none of your cards fits?", text, [
    ["Say no play", () => send(line)],
    ["Play a card instead", null, "primary"],
  ]);
}

/** Asks before a seat declares, and says what that means; gives `{close}`. */
export function askToDeclare({ table, view, line, send }) {
  const text =
    "You play no more cards, but call each play right or wrong before it is judged: the cards that come earn you points, but a wrong call ends it, and may cost you cards.";
  const declares = `${view.phase === "stay" ? "Stay" : "Declare"} as ${table.prophet}`;
  return askFirst(`Be the ${table.prophet}?`, text, [["Not now"], [declares, () => send(line)]]);
}

/** Asks with some answers: the name of each, what it does besides closing the question, and its class. */
function askFirst(title, text, answers) {
  const answer = ([name, act, kind]) => {
    const click = () => {
      asking.close();
      act?.();
    };
    return button(name, click, { class: kind });
  };
  const asking = openDialog(title, h("p", text), { footer: answers.map(answer), kind: "above" });
  return asking;
}

/**
 * Asks for a guess beside the table, with `help` where there is some, `{words, sentence}`: the sentence by this id is
 * marked. A person who deals may be told one in words, a bot reads the rule language only. What was begun is kept until
 * it is guessed, or the round is over. Gives `{close}`.
 */
export function askForGuess({ table, view, seat, send, help }) {
  const place = h("div");
  const asking = openDialog("Guess the rule", [help && h("p.hint", help.words), place], {
    kind: "beside",
  });
  const whose = [window.location.pathname, window.location.hash, table.game, table.round, seat].join(" ");
  const onRule = (rule) => {
    forgetDraft();
    asking.close();
    send(`guess ${quoted(rule)}`);
  };
  const prose = table.players.some((player) => player.seat === view.dealer && player.kind === "person");
  ruleBuilder(place, {
    line: view.layout.mainline,
    mode: "guess",
    seat,
    prose,
    asSaid: table.in_mind,
    onRule,
    marked: help?.sentence,
    draft: draftOf(whose),
    onDraft: (draft) => keepDraft(whose, draft),
  }).focus();
  return asking;
}

const memory = new Memory("eleusis.guess", thisTab);

/** What was begun of a guess by this seat in this round; undefined where nothing was. */
function draftOf(whose) {
  const kept = memory.data;
  return kept?.whose === whose ? kept.draft : undefined;
}

const keepDraft = (whose, draft) => memory.keep(JSON.stringify({ whose, draft }));

/** Forgets what was begun of a guess. */
export const forgetDraft = () => memory.keep(null);

/** Asks the dealer for a hint. */
export function askForHint({ send }) {
  const wish = { title: "A hint for all", label: "Your hint", words: "Tell all", most: 200 };
  askForText(wish, (text) => send(`hint ${quoted(text)}`));
}

/** What a seat does of itself; the rest is asked of it. */
const OWN_MOVES = ["play", "no-play", "guess", "declare"];

/** The reasons why this seat must wait with what it does in this edition, each as it is said to whoever asks. */
function reasonsFor({ table, view, seat, mayNot }) {
  const own = view.dealer === seat ? (table.hints ? ["hint"] : []) : OWN_MOVES;
  const lines = mayNot.filter((line) => own.includes(line.split(": ", 1)[0]) && !line.includes("this edition"));
  // "Ann can't play now: it is Ben's turn": who asks knows the first half.
  return lines.map((line) =>
    namedReason(
      line.replace(/^([a-z-]+: ).*(?:can't|may not) [a-z ]+: /, "$1").replace(`: ${seat} can`, ": you can"),
    ),
  );
}

/** Opens what may be done now, and why not the rest; `waits` says what the table waits for. */
export function openMay({ waits, ...moment }) {
  const { view, table } = moment;
  const may = table.paused ? [] : moment.may;
  const mayNot = reasonsFor(moment);
  const next = nextOf(view);
  const list = (lines) => each("ul", lines, (line) => h("li", line));
  openDialog("What may I do?", [
    h("h3", "Now you may"),
    may.length > 0 ? list(may.map(sentence)) : h("p", `Nothing just now. ${waits}.`),
    next && h("p", `Next: ${next === moment.seat ? "you" : next}.`),
    mayNot.length > 0 && h("h3", "Not now"),
    mayNot.length > 0 && list(mayNot),
  ]);
}
