/**
 * Before a round: the seat that deals chooses the secret rule; at a table of which only the score is kept it also
 * says which card was turned.
 */

import * as api from "./api.js";
import { ruleBuilder } from "./builder.js";
import { cardName } from "./cards.js";
import { choose } from "./dialogs.js";
import { h } from "./dom.js";
import { fullPack } from "./pack.js";

/** The form in which the dealer chooses a rule; `onDealt` is called when the round has been dealt. */
export class Dealing {
  constructor({ table, seat, onDealt }) {
    this.table = table;
    this.seat = seat;
    this.onDealt = onDealt;
    this.waits = false;
    this.problem = h("p", { class: "error", role: "alert" });
    this.hint = h("input", { id: "hint-first", name: "hint", maxlength: 200, autocomplete: "off" });
    this.element = this.draw();
  }

  draw() {
    const { by_hand: byHand, hints, starters } = this.table;
    const place = h("div");
    this.builder = ruleBuilder(place, { line: [], mode: "dealer", onRule: (rule) => this.send({ rule }) });
    return h(
      "div",
      { class: "dealing stack" },
      h("div", {}, h("h2", {}, `${this.seat}, you deal`), h("p", { class: "muted" }, "Choose the secret rule. Nobody else sees it until the round is over.")),
      byHand && starters > 0 && this.starterFields(),
      hints && h("details", {}, h("summary", {}, "A hint for all, if you like"), h("div", { class: "field" }, h("label", { for: "hint-first" }, "Your hint"), this.hint)),
      h(
        "div",
        { class: "row tight other-ways" },
        this.way("Draw one for me", () => this.send({ draw: true })),
        this.way("I judge each play myself", () => this.send({ rule: null })),
      ),
      this.problem,
      h("h3", {}, "Or make one of your own"),
      place,
    );
  }

  way(name, onClick) {
    return h("button", { type: "button", on: { click: onClick } }, name);
  }

  starterFields() {
    this.starters = fullPack({ label: "The card that was turned" });
    if (this.table.sets_aside) this.aside = fullPack({ label: "Cards turned before it and set aside" });
    return h(
      "div",
      { class: "stack" },
      h("h3", {}, "Which card was turned as the starter?"),
      this.starters.element,
      this.aside && h("details", {}, h("summary", {}, "Cards were turned before it and set aside"), this.aside.element),
    );
  }

  /** Sends the choice, once; asks where the starter would give the rule away. */
  async send(choice) {
    if (this.waits) return;
    this.waits = true;
    this.problem.textContent = "";
    this.element.setAttribute("aria-busy", "true");
    try {
      if (await this.deal({ ...this.wish(), ...choice })) this.onDealt();
    } catch (error) {
      this.problem.textContent = error.text ?? String(error);
    } finally {
      this.waits = false;
      this.element.removeAttribute("aria-busy");
    }
  }

  wish() {
    const hint = this.hint.value.trim();
    const starters = this.starters?.chosen ?? [];
    const aside = this.aside?.chosen ?? [];
    return {
      seat: this.seat,
      starter: "ask",
      ...(hint && { hint }),
      ...(starters.length > 0 && { starters: starters.join(" ") }),
      ...(aside.length > 0 && { set_aside: aside.join(" ") }),
    };
  }

  /** True when the round was dealt, false where the dealer thinks again. */
  async deal(wish) {
    try {
      await api.chooseRule(wish);
      return true;
    } catch (error) {
      if (error.code !== "rule/starter-tells") throw error;
      const starter = await askForStarter({ ...error.body.error, ...error.body });
      if (starter === null) return false;
      await api.chooseRule({ ...wish, starter });
      return true;
    }
  }
}

/** Asks the dealer of a starter that gives the rule away: "turn", "keep", or null to think again. */
function askForStarter({ starter, shorter }) {
  const why = `The starter would be the ${cardName(starter)}. From there on your rule is the same as the shorter “${shorter}”, which is easier to find.`;
  return choose("This starter gives the rule away", why, [
    { name: "Think again", value: null },
    { name: "Keep it", value: "keep" },
    { name: "Turn the next card", value: "turn", class: "primary" },
  ]);
}
