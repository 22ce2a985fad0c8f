/**
 * What a seat may see beside its hand: the dealer's own rule, kept from the neighbours' eyes; the last hint; a guess
 * that waits for its judgement.
 */

import { lookAtRule } from "./api.js";
import { openDialog } from "./dialogs.js";
import { button, h, patch } from "./dom.js";
import { lastHint, madeAs } from "./story.js";

/** The rule of the seat that deals: hidden until it is asked for, and hidden again when the page is left. */
export class OwnRule {
  /** Draws in `element`; `signal` ends its listening to the page. */
  constructor(element, { signal } = {}) {
    this.element = element;
    this.rule = null;
    this.inWords = new Map();
    this.open = false;
    document.addEventListener("visibilitychange", () => document.hidden && this.hide(), { signal });
  }

  /** Offers the rule of `seat` to be looked at; null: there is none to show. */
  show(rule, seat) {
    this.rule = rule ?? null;
    this.seat = seat;
    this.draw();
  }

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
    const words = this.inWords.get(this.rule);
    const pressed = { "aria-pressed": String(this.open) };
    patch(
      this.element,
      this.rule !== null && button("Show my rule", () => this.toggle(), pressed),
      this.rule !== null && this.open && h("div.own-rule", words && h("p", words), h("code.hint", this.rule)),
    );
  }
}

/** The guess that waits for its judgement, in words and as it was made; null where none does. */
export function waitingGuess(view, story) {
  if (view.phase !== "judge guess" || view.guess === null) return null;
  const line = story.findLast(({ guess }) => guess === view.guess);
  const code = line && madeAs(line);
  return h(
    "p.waiting-guess",
    line ? line.what : `${view.mover} guesses "${view.guess}"`,
    code && [" ", h("code", code)],
  );
}

/** The last hint of the round, in sight until the next, in two lines at most: a tap shows all of it; null where none was given. */
export function shownHint(story, dealer) {
  const hint = lastHint(story, dealer);
  if (hint === null) return null;
  const [from, text] = [`Hint from ${hint.whose}`, `"${hint.text}"`];
  return button(h("span", h("strong", `${from}: `), text), () => openDialog(from, h("p.lead", text)), {
    class: "hint-given",
  });
}
