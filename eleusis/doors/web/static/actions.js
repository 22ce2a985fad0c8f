/**
 * The buttons below the thumb: those that may be pressed now.
 */

import { button, h, patch } from "./dom.js";

/** Each action: the name of its button, its letter on the keyboard, and the word that its move begins with. */
export const ACTIONS = [
  { name: "Play", key: "p", verb: "play" },
  { name: "No play", key: "n", verb: "no-play" },
  { name: "Call right", key: "r", verb: "call", verdict: "right" },
  { name: "Call wrong", key: "w", verb: "call", verdict: "wrong" },
  { name: "It’s right", key: "r", verb: "judge", verdict: "right" },
  { name: "It’s wrong", key: "w", verb: "judge", verdict: "wrong" },
  { name: "Guess", key: "g", verb: "guess" },
  { name: "Pass", key: "x", verb: "pass" },
  { name: "Declare", key: "d", verb: "declare" },
  { name: "Hint", key: "h", verb: "hint" },
  { name: "Undo", key: "u", verb: "undo" },
];

/** What stands in the place of "Play" until a card is chosen. */
const TAP = "Tap a card";

/**
 * The actions that are due to a seat now, and no others; `why` says of one that it must wait a moment. The one by the
 * name `waiting` has been sent, and stays until that is answered.
 */
export function actionsFor(moment, waiting = null) {
  const { table, view, options, mayNot, undo, seat, chosen, lost } = moment;
  if (table.paused) return [];
  const refused = (verb) => mayNot.some((line) => line.startsWith(`${verb}: `));
  const due = new Set(options.map((option) => option.split(" ")[0]));
  if (view.phase === "guess" && due.has("guess") && !refused("declare")) due.add("declare");
  if (playsOn(moment)) {
    due.delete("pass"); // the next card says it
    due.add("play");
    if (!refused("no-play")) due.add("no-play");
  }
  const may = { hint: table.hints && view.dealer === seat && !refused("hint"), undo };
  return ACTIONS.filter(({ verb }) => due.has(verb) || may[verb]).map((action) => {
    const waits = action.verb === "play" && chosen.length === 0 && waiting !== action.name;
    const why = lost ? "There is no connection just now" : waits ? "Tap a card first" : null;
    return { ...action, name: waits ? TAP : action.name, due: due.has(action.verb), why };
  });
}

/** Whether one may play on instead of guessing or declaring: where the next turn is one's own too, a card says no to both. */
export function playsOn({ view, options, mayNot, seat }) {
  return (
    options.includes("pass") &&
    view.mover === seat &&
    view.phase !== "stay" &&
    !mayNot.some((line) => line.startsWith("play: "))
  );
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
 * The row of buttons: `onAct(action)` for what may be done, `onRefused(text)` with the reason for what must wait, and
 * `onAsked()` where it is asked what may be done.
 */
export class Actions {
  constructor(element, { onAct, onRefused, onAsked }) {
    this.element = element;
    this.asks = button([h("span.in-full", "What may I do"), "?"], onAsked, {
      class: "asks",
      "aria-label": "What may I do?",
    });
    this.onAct = onAct;
    this.onRefused = onRefused;
    this.show([]);
  }

  /** Shows the actions that `actionsFor` gave; the one by the name `waiting` has been sent and is not answered yet. */
  show(actions, waiting = null) {
    this.shown = actions;
    this.waiting = waiting;
    const draw = (action) => this.draw(action);
    patch(this.element, actions.map(draw), this.asks);
  }

  /** Does what a letter stands for; false where it stands for nothing here. */
  press(key) {
    const action = this.shown.find((other) => other.key === key);
    if (action !== undefined) this.act(action.name);
    return action !== undefined;
  }

  draw({ name, why, due }) {
    const kind = ["act", due && "due"];
    if (name === TAP) return h("p.tap", { class: kind, "data-action": "Play" }, TAP);
    return button(name, () => this.act(name), {
      class: kind,
      "data-action": name,
      // Not `disabled`: such a button can't be asked why.
      "aria-disabled": String(why !== null || this.waiting !== null),
      "aria-busy": String(this.waiting === name),
      "aria-description": why,
    });
  }

  act(name) {
    const action = this.shown.find((other) => other.name === name);
    if (action === undefined || this.waiting !== null) return;
    if (action.why === null) this.onAct(action);
    else this.onRefused(action.why);
  }
}
