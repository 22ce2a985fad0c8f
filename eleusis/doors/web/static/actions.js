/**
 * The buttons below the thumb: which there are, which may be pressed now, and why not the rest.
 */

import { h, replace } from "./dom.js";

/** Each action: the name of its button, its letter on the keyboard, and the word that its move begins with. */
export const ACTIONS = [
  { name: "Play", key: "p", verb: "play" },
  { name: "No play", key: "n", verb: "no-play" },
  { name: "Call right", key: "r", verb: "call", verdict: "right" },
  { name: "Call wrong", key: "w", verb: "call", verdict: "wrong" },
  { name: "Judge right", key: "r", verb: "judge", verdict: "right" },
  { name: "Judge wrong", key: "w", verb: "judge", verdict: "wrong" },
  { name: "Declare", key: "d", verb: "declare" },
  { name: "Guess", key: "g", verb: "guess" },
  { name: "Pass", key: "x", verb: "pass" },
  { name: "Hint", key: "h", verb: "hint" },
  { name: "Undo", key: "u", verb: "undo" },
];

/** What a verb is called where it alone is no English. */
const DOING = { play: "play a card", "no-play": "say no play" };

/** The actions that belong to a seat now, each with `why` it may not be done (null: it may), and whether it is `due`. */
export function actionsFor(moment) {
  const verbs = new Set(moment.options.map((option) => option.split(" ")[0]));
  if (playsOn(moment)) {
    verbs.add("play");
    if (playsAlone(moment)) verbs.delete("pass"); // the next card says it
  }
  return ACTIONS.filter((action) => verbs.has(action.verb) || belongs(action, moment)).map((action) => ({
    ...action,
    due: verbs.has(action.verb),
    why: whyNot(action, verbs, moment),
  }));
}

const playsAlone = ({ view }) => view.players.length === 2;

/** Whether one may play although a guess is offered: where the next turn is one's own too, a card lets it go by. */
export function playsOn({ view, options, mayNot }) {
  return view.phase === "guess" && options.includes("pass") && !mayNot.some((line) => line.startsWith("play: "));
}

/** Whether the action is one that this seat has in this edition at some time. */
function belongs({ verb }, moment) {
  const { table, view, seat } = moment;
  const deals = view.dealer === seat;
  const calls = view.prophet === seat;
  const plays = !deals && !calls && !view.expelled.includes(seat);
  const belongings = {
    play: plays,
    "no-play": plays && table.no_play,
    declare: plays && table.prophet !== null && view.prophet === null,
    guess: plays && table.guess,
    pass: plays && !playsAlone(moment) && (table.guess || (table.prophet !== null && view.prophet === null)),
    call: calls,
    judge: false,
    hint: deals && table.hints,
    undo: true,
  };
  return belongings[verb];
}

function whyNot({ verb }, verbs, moment) {
  const { table, chosen, mayNot, undo, lost } = moment;
  if (lost) return "There is no connection just now";
  if (table.paused) return table.alone ? "The game is paused" : "The host has paused the game";
  if (verb === "undo") return undo ? null : "You have no move to take back now";
  const reason = mayNot.find((line) => line.startsWith(`${verb}: `));
  if (verb === "hint") return reason === undefined ? null : sentence(reason);
  if (!verbs.has(verb)) return reason === undefined ? `You can't ${DOING[verb] ?? verb} just now` : sentence(reason);
  if (verb === "play" && chosen.length === 0) return "Tap a card first";
  return null;
}

/** A line of what may not be done, with the name of the action before the reason. */
export function namedReason(line) {
  const [verb] = line.split(": ", 1);
  return `${sentence(verb.replace("-", " "))}: ${line.slice(verb.length + 2)}`;
}

/** A reason without the verb before it, as a sentence. */
export function sentence(reason) {
  const text = reason.replace(/^[a-z-]+: /, "");
  return text[0].toUpperCase() + text.slice(1);
}

/**
 * The row of buttons: `onAct(action)` for what may be done, `onRefused(text)` with the reason for what may not, and
 * `onAsked()` where it is asked what may be done.
 */
export class Actions {
  constructor(element, { onAct, onRefused, onAsked }) {
    this.element = element;
    this.asks = h(
      "button",
      { type: "button", class: "asks", "aria-label": "What may I do?", on: { click: onAsked } },
      h("span", { class: "in-full" }, "What may I do"),
      "?",
    );
    this.onAct = onAct;
    this.onRefused = onRefused;
    this.shown = [];
    this.buttons = new Map();
  }

  /** Shows the actions that `actionsFor` gave; the one by the name `waiting` has been sent and is not answered yet. */
  show(actions, waiting = null) {
    this.shown = actions;
    this.waiting = waiting;
    const names = actions.map(({ name }) => name);
    if (names.join() !== [...this.buttons.keys()].join()) this.draw(names);
    for (const action of actions) this.mark(this.buttons.get(action.name), action);
  }

  /** Does what a letter stands for; false where it stands for nothing here. */
  press(key) {
    const meant = this.shown.filter((action) => action.key === key);
    const action = meant.find(({ due }) => due) ?? meant[0];
    if (action !== undefined) this.act(action.name);
    return action !== undefined;
  }

  draw(names) {
    const focused = document.activeElement?.dataset?.action;
    this.buttons = new Map(names.map((name) => [name, this.buttons.get(name) ?? this.button(name)]));
    replace(this.element, ...this.buttons.values(), this.asks);
    if (focused !== undefined) this.buttons.get(focused)?.focus();
  }

  button(name) {
    return h("button", { type: "button", class: "act", "data-action": name, on: { click: () => this.act(name) } }, name);
  }

  mark(button, { name, why, due }) {
    const waits = this.waiting !== null;
    // Not `disabled`: such a button can't be asked why.
    button.setAttribute("aria-disabled", String(why !== null || waits));
    button.setAttribute("aria-busy", String(this.waiting === name));
    button.classList.toggle("due", due);
    if (why === null) button.removeAttribute("aria-description");
    else button.setAttribute("aria-description", why);
  }

  act(name) {
    const action = this.shown.find((other) => other.name === name);
    if (action === undefined || this.waiting !== null) return;
    if (action.why === null) this.onAct(action);
    else this.onRefused(action.why);
  }
}
