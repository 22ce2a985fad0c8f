/**
 * A rule is made, tried by a bot, and sent to a friend as a dare.
 */

import { post } from "../api.js";
import { attempt } from "../attempts.js";
import { ruleBuilder } from "../builder.js";
import { button, each, field, h, replace } from "../dom.js";
import { HowHard } from "./how_hard.js";
import { darersLink, LONGEST_NAME, plainName } from "./invitation.js";
import { draft, forgetRule, givenName, keepRule, ownRules, playerName } from "./kept_here.js";
import { enterPage, pageHeading, pageTop } from "./page_view.js";
import { shareButtons } from "./sharing.js";
import { shortDay, today } from "./today.js";

const INVITATION = "I have a secret rule for you. Can you find it?";

/** The page on which a rule is made, as a view. */
export async function openMaking() {
  // A rule is looked at by itself, not beside the cards of a game that is open.
  await post("/api/tab/close");
  return new Making().view;
}

class Making {
  constructor() {
    this.rule = null;
    this.heading = pageHeading("Make a rule");
    this.name = h("input", {
      id: "maker",
      maxlength: LONGEST_NAME,
      autocomplete: "nickname",
      value: givenName(),
      on: { input: () => this.takeName() },
    });
    this.link = button("Get the link", () => this.makeLink(), { class: "primary large wide", disabled: true });
    this.problem = h("p.error", { role: "alert" });
    this.sending = h("div.stack");
    this.hard = new HowHard();
    this.kept = h("section.panel.stack", { "aria-labelledby": "own-rules-title" });
    this.builder = h("div");
    this.view = { element: this.lay(), enter: () => this.enter(), leave: () => this.hard.stop() };
    ruleBuilder(this.builder, { line: [], mode: "dealer", text: draft(), onChange: (rule) => this.take(rule) });
  }

  lay() {
    return h(
      "main.home.making",
      pageTop(this.heading),
      h("p", "Your friend gets a link, plays cards against your rule, and tries to find it."),
      h("section.panel.stack", { "aria-label": "The rule" }, this.builder),
      this.hard.element,
      h(
        "section.panel.accent.stack",
        { "aria-labelledby": "send-title" },
        h("h2", { id: "send-title" }, "Send it"),
        field("Your name", this.name),
        this.problem,
        this.link,
        this.sending,
      ),
      this.kept,
    );
  }

  /** The rules that were sent from here, each to be sent again. */
  showKept() {
    const rules = ownRules();
    this.kept.hidden = rules.length === 0;
    replace(
      this.kept,
      h("h2", { id: "own-rules-title", tabindex: "-1" }, "Your rules"),
      each("ul.plain.stack", rules, (rule) => this.keptRule(rule)),
    );
  }

  keptRule({ words, day, url }) {
    const [buttons, told] = shareButtons(INVITATION, { url, small: true });
    const forget = () => {
      forgetRule(url);
      this.showKept();
      (this.kept.hidden ? this.heading : this.kept.firstElementChild).focus();
    };
    const away = button("Delete", forget, { class: "danger", "aria-label": `Delete: ${words}` });
    return h(
      "li.stack.tight.own-rule",
      h("p", h("strong", words), " ", h("span.small.muted", shortDay(day))),
      h("div.row.tight", buttons, away),
      told,
    );
  }

  enter() {
    enterPage("Make a rule", this.heading);
    this.showKept();
  }

  /** The rule is this text now, or (null) there is none. */
  take(rule) {
    this.rule = rule;
    if (rule !== null) draft(rule);
    this.hard.take(rule);
    this.link.disabled = rule === null;
    this.forgetLink();
  }

  takeName() {
    playerName(plainName(this.name.value));
    this.forgetLink();
  }

  /** What was sent before was another rule, or by another name. */
  forgetLink() {
    this.problem.textContent = "";
    this.link.hidden = false;
    replace(this.sending);
  }

  async makeLink() {
    const { rule } = this;
    const by = plainName(this.name.value) || "A friend";
    this.forgetLink();
    await attempt(
      async () => {
        await post("/api/tab/friend", { rule, by, seed: 0 });
        const url = await darersLink({ rule, by });
        if (rule !== this.rule) return;
        const { english } = await post("/api/rules/look", { rule });
        keepRule({ words: english ?? rule, day: today(), url });
        this.showLink(url);
        this.showKept();
      },
      { problem: this.problem },
    );
  }

  showLink(url) {
    const link = h("input", { id: "link", readonly: true, value: url, on: { focus: () => link.select() } });
    const [buttons, told] = shareButtons(INVITATION, { url, words: "Send the link" });
    replace(
      this.sending,
      field("The link", link),
      h("div.row", buttons),
      told,
      h(
        "p.small.muted",
        "The rule is in the link, packed so that a quick look doesn’t show it. It isn’t a secret: anybody who wants to can unpack it.",
      ),
      h("div", h("a", { href: new URL(url).hash }, "Try it yourself first")),
    );
    this.link.hidden = true;
    link.focus();
  }
}
