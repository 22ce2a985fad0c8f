/**
 * Before a round: the seat that deals chooses the secret rule; at a table of which only the score is kept it also
 * says which card was turned.
 */

import * as api from "./api.js";
import { attempt } from "./attempts.js";
import { ruleBuilder } from "./builder.js";
import { button, field, h } from "./dom.js";
import { fullPack } from "./pack.js";

/** The form in which the dealer chooses a rule; `onDealt` is called when the round has been dealt. */
export class Dealing {
  constructor({ table, seat, onDealt }) {
    this.table = table;
    this.seat = seat;
    this.onDealt = onDealt;
    this.waits = false;
    this.problem = h("p.error", { role: "alert" });
    this.hint = h("input", { id: "hint-first", name: "hint", maxlength: 200, autocomplete: "off" });
    this.element = this.draw();
  }

  draw() {
    const { by_hand: byHand, hints, starters } = this.table;
    const place = h("div");
    this.builder = ruleBuilder(place, { line: [], mode: "dealer", onRule: (rule) => this.send({ rule }) });
    return h(
      "div.dealing.stack",
      h(
        "div",
        h("h2", `${this.seat}, you deal`),
        h("p.muted", "Choose the secret rule. Nobody else sees it until the round is over."),
      ),
      byHand && starters > 0 && this.starterFields(),
      hints && h("details", h("summary", "A hint for all, if you like"), field("Your hint", this.hint)),
      h(
        "div.row.tight.other-ways",
        this.way("Draw one for me", () => this.send({ draw: true })),
        this.way("I judge each play myself", () => this.send({ rule: null })),
      ),
      this.problem,
      h("h3", "Or make one of your own"),
      place,
    );
  }

  way(name, onClick) {
    return button(name, onClick);
  }

  starterFields() {
    this.starters = fullPack("The card that was turned");
    if (this.table.sets_aside) this.aside = fullPack("Cards turned before it and set aside");
    return h(
      "div.stack",
      h("h3", "Which card was turned as the starter?"),
      this.starters.element,
      this.aside && h("details", h("summary", "Cards were turned before it and set aside"), this.aside.element),
    );
  }

  /** Sends the choice, once. */
  async send(choice) {
    if (this.waits) return;
    this.waits = true;
    this.element.setAttribute("aria-busy", "true");
    const chosen = () => api.chooseRule({ ...this.wish(), ...choice });
    if ((await attempt(chosen, { problem: this.problem })) === null) this.onDealt();
    this.waits = false;
    this.element.removeAttribute("aria-busy");
  }

  wish() {
    const hint = this.hint.value.trim();
    const starters = this.starters?.chosen ?? [];
    const aside = this.aside?.chosen ?? [];
    return {
      seat: this.seat,
      ...(hint && { hint }),
      ...(starters.length > 0 && { starters: starters.join(" ") }),
      ...(aside.length > 0 && { set_aside: aside.join(" ") }),
    };
  }
}
