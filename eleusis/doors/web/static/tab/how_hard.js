/**
 * How a bot does at a rule: it plays it a few times, beside all else, and may be stopped.
 */

import { wordsOf } from "../attempts.js";
import { button, h, replace } from "../dom.js";
import { announce } from "../live.js";
import { counted, listed } from "../words.js";
import { workOut } from "./engine.js";

const TIMES = ["never", "once", "twice", "three times", "four times", "five times"];

export class HowHard {
  #rule = null;
  #work = null;

  constructor() {
    this.begin = button("Let a bot try it", () => this.find());
    this.end = button("Stop", () => this.stop());
    this.told = h("div.stack.tight");
    this.element = h(
      "section.panel.stack",
      { "aria-labelledby": "hard-title" },
      h("h2", { id: "hard-title" }, "How hard is it?"),
      this.told,
      h("div", this.begin, this.end),
    );
    this.take(null);
  }

  /** Another rule: what was found of the last one is gone. */
  take(rule) {
    this.#rule = rule;
    this.stop();
    replace(
      this.told,
      h(
        "p.hint",
        rule === null
          ? "When your rule is ready, a bot can play it five times."
          : "A bot can play it five times. That takes a few seconds.",
      ),
    );
  }

  /** Ends the work, where there is some. */
  stop() {
    const hadFocus = document.activeElement === this.end;
    this.#work?.stop();
    this.#work = null;
    this.#show();
    replace(this.told, h("p.hint", "A bot can play it five times. That takes a few seconds."));
    if (hadFocus) this.begin.focus();
  }

  async find() {
    const work = workOut("POST", "/api/tab/rate", { rule: this.#rule });
    this.#work = work;
    this.#show();
    this.end.focus();
    replace(this.told, h("p", { role: "status" }, "A good bot is playing …"));
    let told;
    try {
      const rated = await work.answer;
      told = [h("p", h("strong", verdict(rated))), h("p", sentence(rated))];
    } catch (error) {
      told = [h("p.error", wordsOf(error))];
    }
    // Stopped, or another rule since.
    if (work !== this.#work) return;
    const hadFocus = document.activeElement === this.end;
    this.#work = null;
    this.#show();
    replace(this.told, told);
    announce([...this.told.children].map(({ textContent }) => textContent).join(" "));
    if (hadFocus) this.begin.focus();
  }

  #show() {
    this.begin.hidden = this.#work !== null;
    this.end.hidden = this.#work === null;
    this.begin.disabled = this.#rule === null;
  }
}

/** Whether the bot finds it: how hard the rule is by its parts is said beside it. */
function verdict({ turns }) {
  const found = turns.filter((turn) => turn !== null);
  if (found.length === 0) return "The bot doesn’t find it. A person may.";
  return found.length === turns.length ? "The bot finds it each time." : "The bot finds it now and then.";
}

/** In which turns it was found: "A good bot found it in 7, 9 and 13 turns, and twice not at all." */
function sentence({ bot, turns, limit }) {
  const found = turns.filter((turn) => turn !== null).sort((a, b) => a - b);
  const missed = turns.length - found.length;
  if (found.length === 0)
    return `A ${bot} bot played it ${TIMES[missed]}, ${counted(limit, "turn")} each. This bot thinks of simple rules first, and seldom of others.`;
  const last = found.at(-1);
  const inTurns = `A ${bot} bot found it in ${listed(found.map(String))} ${last === 1 ? "turn" : "turns"}`;
  return missed === 0 ? `${inTurns}.` : `${inTurns}, and ${TIMES[missed]} not at all.`;
}
