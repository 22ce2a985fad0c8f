/**
 * What a seat may see beside its hand: the dealer's own rule, kept from the neighbours' eyes; a hand that was shown
 * for a no play; a guess that waits for its judgement.
 */

import { lookAtRule } from "./api.js";
import { cardFace, cardName } from "./cards.js";
import { h, replace } from "./dom.js";

/** The rule of the seat that deals: hidden until it is asked for, and hidden again when the page is left. */
export class OwnRule {
  constructor(element) {
    this.element = element;
    this.rule = null;
    this.inWords = new Map();
    this.open = false;
    document.addEventListener("visibilitychange", () => document.hidden && this.hide());
  }

  /** Offers the rule of `seat` to be looked at; null: there is none to show. */
  show(rule, seat) {
    this.rule = rule ?? null;
    this.seat = seat;
    this.draw();
  }

  /** Hides the rule. */
  hide() {
    this.open = false;
    this.draw();
  }

  toggle() {
    this.open = !this.open;
    this.draw();
    if (this.open && !this.inWords.has(this.rule)) this.ask(this.rule);
  }

  async ask(rule) {
    try {
      this.inWords.set(rule, (await lookAtRule(rule, this.seat)).english);
    } catch {
      // The rule itself stands there: its words are a help, no more.
      return;
    }
    this.draw();
  }

  draw() {
    if (this.rule === null) {
      replace(this.element);
      return;
    }
    this.button ??= h("button", { type: "button", on: { click: () => this.toggle() } }, "Show my rule");
    this.button.setAttribute("aria-pressed", String(this.open));
    const words = this.inWords.get(this.rule);
    replace(this.element, this.button, this.open && h("div", { class: "own-rule" }, words && h("p", {}, words), h("code", {}, this.rule)));
  }
}

/** The hand that was shown with a no play that waits for its judgement; null where none does. */
export function shownHand(view) {
  if (!["call", "judge"].includes(view.phase) || view.pending.length > 0) return null;
  const cards = (view.hands[view.mover] ?? []).filter((code) => code !== "??");
  return h(
    "div",
    { class: "shown-hand" },
    h("p", {}, h("strong", {}, view.mover), " says no play and shows this hand:"),
    h(
      "ul",
      { class: "plain open-cards" },
      cards.map((code) => h("li", {}, cardFace(code, { size: "small" }), h("span", { class: "visually-hidden" }, cardName(code)))),
    ),
  );
}

/** The guess that waits for its judgement; null where none does. */
export function waitingGuess(view) {
  if (view.phase !== "judge guess" || view.guess === null) return null;
  return h("p", { class: "waiting-guess" }, h("strong", {}, view.mover), " guesses: ", h("q", {}, view.guess));
}
