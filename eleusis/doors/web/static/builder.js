/**
 * The rule builder: a rule is made of sentences in which things are chosen, or written as a text, and the table says
 * at once what it means.
 */

import { lookAtRule, phrases } from "./api.js";
import { fillWith, wordsOf } from "./attempts.js";
import { button, h, newId, patch, replace, segmented } from "./dom.js";
import { RuleAnswer } from "./rule_answer.js";
import { bracket, Clause, fill } from "./rule_clause.js";
import { openRules } from "./rules.js";

/** How long one may go on choosing or typing before the table is asked, in ms. */
const PAUSE = 300;
/** So many exceptions a rule may have. */
const EXCEPTIONS = 2;
/** So much of a text is shown where it is wrong: before the place, and in all. */
const BEFORE = 18;
const ACROSS = 30;

const WAYS = { phrases: "From phrases", text: "As text" };

const WORDS = {
  dealer: {
    button: "Take this rule",
    first: "The rule",
    missing: "Pick a sentence; you can change the parts that are marked.",
  },
  guess: {
    button: "Guess",
    first: "My guess",
    missing: "What could the rule be? Pick a sentence; you can change the parts that are marked.",
  },
};

/**
 * Builds a rule in `element`.
 *
 * @param {HTMLElement} element
 * @param {object} wish
 * @param {string[]} wish.line the mainline as it lies, empty before the deal: where it changes, the table is asked again
 * @param {"dealer"|"guess"} wish.mode
 * @param {(rule: string) => void} [wish.onRule] called with the rule when its button is pressed: "Guess", or "Take this
 *   rule"; without it there is no button
 * @param {(rule: string|null) => void} [wish.onChange] called whenever the rule is another; null: there is none
 * @param {string} [wish.text] a rule to begin with, as a text
 * @param {string} [wish.seat] the seat that asks, where this browser holds several
 * @param {string} [wish.marked] the id of a sentence that is shown as the one to pick
 * @param {object} [wish.draft] what was begun earlier, as `onDraft(draft)` was told it whenever that was another
 * @param {boolean} [wish.prose] whether what isn't a rule may be guessed too, for a person who deals
 * @param {boolean} [wish.asSaid] whether plain English may stay as it was said, for a dealer who judges without a rule
 * @returns {{value: () => string|null, setLine: (cards: string[]) => void, write: (text: string) => void, focus: () => void}}
 */
export function ruleBuilder(element, wish) {
  const builder = new Builder(element, wish);
  builder.begin();
  return {
    value: () => builder.rule,
    setLine: (cards) => builder.setLine(cards),
    write: (text) => builder.write(text),
    focus: () => builder.focus(),
  };
}

let book = null;

/** The phrasebook, fetched once; tried again where that failed. */
async function phrasebook() {
  book ??= phrases();
  try {
    return await book;
  } catch (error) {
    book = null;
    throw error;
  }
}

class Builder {
  constructor(
    element,
    {
      line,
      mode,
      onRule = null,
      onChange = () => {},
      text = "",
      seat,
      prose = false,
      asSaid = false,
      marked,
      draft,
      onDraft = () => {},
    },
  ) {
    this.words = WORDS[mode];
    this.onRule = onRule;
    this.onChange = onChange;
    this.seat = seat;
    this.marked = marked;
    this.prose = prose;
    this.asSaid = asSaid;
    this.line = line;
    this.rule = null;
    this.asked = 0;
    this.draft = draft;
    this.onDraft = onDraft;
    this.way = draft?.way ?? (text === "" ? "phrases" : "text");
    this.clauses = [];
    this.lay(element, mode);
    this.area.value = draft?.text ?? "";
    if (text !== "") this.write(text);
  }

  lay(element, mode) {
    this.sentences = h("div.stack");
    this.text = this.writing();
    this.panel = h("div", this.way === "text" ? this.text : this.sentences);
    this.missing = h("p.hint", { hidden: this.way === "text" }, this.words.missing);
    this.answer = new RuleAnswer(h("div"), mode, () => this.hold());
    // In the builder itself: what lies outside of an open window is not read out.
    this.heard = h("p.visually-hidden", { role: "status" });
    this.trouble = h("div.trouble.stack.tight", { "aria-live": "polite" });
    this.own = h("div.own");
    this.meant = h("p.meant", { id: newId("meant") });
    this.button = button(this.words.button, () => this.take(), {
      class: "primary large wide",
      disabled: true,
      "aria-describedby": this.meant.id,
    });
    element.classList.add("rule-builder", "stack");
    replace(
      element,
      this.ways(),
      this.missing,
      this.panel,
      this.trouble,
      this.heard,
      this.answer.element,
      this.onRule && h("div.take.stack.tight", this.meant, this.button, this.own),
    );
  }

  /** The switch between the two ways to say a rule. */
  ways() {
    return segmented(newId("way"), WAYS, this.way, (way) => this.go(way), "How to say the rule");
  }

  writing() {
    const id = newId("rule");
    this.area = h("textarea", {
      id,
      rows: 3,
      maxlength: 5000,
      spellcheck: "false",
      autocapitalize: "off",
      autocorrect: "off",
      autocomplete: "off",
      "aria-describedby": `${id}-hint`,
      on: { input: () => this.ask() },
    });
    const words = button("The words of rules", () => openRules({ tab: "language" }), { class: "plain" });
    return h(
      "div.field",
      h("label", { for: id }, `${this.words.first}, as a text`),
      this.area,
      h(
        "p.hint",
        { id: `${id}-hint` },
        "A rule, or plain English: “if last.odd then black else red”, or “red after black, else lower”",
      ),
      h("div", words),
    );
  }

  begin() {
    const onFilled = () => this.waitsForFocus && this.focus();
    return fillWith(this.sentences, () => this.open(), { onFilled });
  }

  async open() {
    this.book = await phrasebook();
    if (this.clauses.length === 0) {
      this.addClause({ kind: "rule", groups: this.book.groups, title: this.words.first });
      this.takeUp(this.draft);
    }
    return this.sentenceParts();
  }

  /** Go on with what was begun earlier, if anything was. */
  takeUp(draft) {
    if (draft === undefined) return;
    for (const { kind, join, id, texts } of draft.clauses) {
      const clause =
        kind === "rule"
          ? this.clauses[0].clause
          : this.addClause(kind === "exception" ? this.exception : this.joining(join));
      clause.takeUp(id, texts);
    }
    this.ask();
  }

  focus() {
    this.waitsForFocus = this.book === undefined;
    if (this.way === "text") this.area.focus();
    else this.clauses[0]?.clause.focus();
  }

  setLine(cards) {
    if (cards.join() === this.line.join()) return;
    this.line = cards;
    this.ask();
  }

  /** Ask about another text, where the rule is written as one. */
  write(text) {
    this.area.value = text;
    this.ask();
  }

  /** Take one of the two ways; a text begins with what the phrases say. */
  go(way) {
    this.way = way;
    if (way === "text" && this.area.value.trim() === "") this.area.value = this.compose() ?? "";
    replace(this.panel, way === "text" ? this.text : this.sentences);
    this.ask();
    if (way === "text") this.area.focus();
  }

  // Phrases

  addClause({ kind, groups, title, join }) {
    const entry = { kind, join };
    const remove = () => {
      this.clauses = this.clauses.filter((other) => other !== entry);
      this.changed();
      this.clauses.at(-1).clause.focus();
    };
    entry.clause = new Clause({
      groups,
      title,
      choices: this.book.choices,
      marked: this.marked,
      onChange: () => this.changed(),
      onRemove: kind === "rule" ? null : remove,
    });
    this.clauses.push(entry);
    return entry.clause;
  }

  changed() {
    // Only what is new is put there: a select that is moved would lose the focus.
    patch(this.sentences, this.sentenceParts());
    this.ask();
  }

  sentenceParts() {
    return [this.clauses.map(({ clause }) => clause.element), this.moreButtons()];
  }

  /** What may be added to the sentences so far. */
  moreButtons() {
    const picked = this.clauses.every(({ clause }) => clause.filling !== null);
    const joined = this.clauses.some(({ kind }) => kind === "join");
    const exceptions = this.clauses.filter(({ kind }) => kind === "exception").length;
    const add = (label, wish) => {
      const click = () => {
        const clause = this.addClause(wish);
        this.changed();
        clause.focus();
      };
      return button(`+ ${label}`, click, { class: "chip" });
    };
    const joins = this.book.joins.map(({ label, rule }) => add(label, this.joining(rule)));
    const exception = add("an exception", this.exception);
    return h(
      "div.row.tight.more",
      { role: "group", "aria-label": "Add to it", hidden: !picked },
      !joined && joins,
      exceptions < EXCEPTIONS && exception,
    );
  }

  joining(join) {
    const { label } = this.book.joins.find(({ rule }) => rule === join);
    return { kind: "join", join, groups: this.book.groups, title: `… ${label} …` };
  }

  get exception() {
    return { kind: "exception", groups: [{ title: "", shapes: this.book.exceptions }], title: "An exception" };
  }

  /** The text of what the sentences say; null while the first isn't picked. */
  compose() {
    let rule = null;
    const ranked = [...this.clauses].sort((a, b) => (a.kind === "exception") - (b.kind === "exception"));
    for (const { kind, join, clause } of ranked) {
      if (clause.filling === null) {
        if (kind === "rule") return null;
        continue;
      }
      const part = fill(clause.shape.rule, clause.filling, rule ?? "");
      rule = kind === "join" ? fill(join, [bracket(rule), bracket(part)]) : part;
    }
    return rule;
  }

  // The table's answer

  /** Ask the table about the rule, when one has paused. */
  ask() {
    clearTimeout(this.timer);
    this.asked += 1;
    const text = (this.way === "text" ? this.area.value : this.compose()) ?? "";
    this.onDraft({
      way: this.way,
      text: this.area.value,
      clauses: this.clauses.map(({ kind, join, clause }) => ({
        kind,
        join,
        id: clause.shape?.id,
        texts: clause.texts,
      })),
    });
    this.be(null);
    replace(this.own);
    this.missing.hidden = this.way === "text" || text !== "";
    if (text.trim() === "") {
      this.clear();
      this.answer.clear();
      return;
    }
    const turn = this.asked;
    this.answer.element.setAttribute("aria-busy", "true");
    this.timer = setTimeout(() => this.look(text, turn), PAUSE);
  }

  /** Ask what a rule means; one that a sentence was read as is `meant` by what stands there already. */
  async look(text, turn, meant = false) {
    let answer;
    try {
      answer = await lookAtRule(text, this.seat);
    } catch (error) {
      if (turn === this.asked) this.refuse(text, error);
      return;
    }
    if (turn !== this.asked) return;
    if (!meant) this.clear();
    this.answer.element.removeAttribute("aria-busy");
    this.answer.show(answer);
    this.heard.textContent = this.answer.heard;
    this.be(text.trim());
    // Beside the button, which stays in sight where the rest scrolls away.
    if (meant) replace(this.meant, "Read as: ", h("strong", answer.english), ` ${this.answer.inShort}`);
  }

  clear() {
    replace(this.trouble);
    replace(this.own);
    this.area.removeAttribute("aria-invalid");
  }

  /** The rule is this text, or there is none. */
  be(rule) {
    const changed = rule !== this.rule;
    replace(this.meant);
    this.rule = rule;
    this.button.textContent = this.words.button;
    this.button.disabled = rule === null;
    if (changed) this.onChange(rule);
  }

  /** The table says that a text is no rule, and where; or it doesn't answer. */
  refuse(text, error) {
    this.answer.element.removeAttribute("aria-busy");
    const { line, column, readings } = error.body?.error ?? {};
    if (readings) {
      this.offer(text, readings);
      return;
    }
    const sentence = wordsOf(error);
    const parts = [h("p.error", sentence)];
    if (this.way === "text" && line) {
      parts.push(...this.pointer(text, { line, column, sentence }));
      this.area.setAttribute("aria-invalid", "true");
    }
    if (error.status !== 422) parts.push(button("Try again", () => this.ask()));
    replace(this.trouble, parts);
    replace(this.own, this.prose && this.way === "text" && error.status === 422 && this.proseButton(text));
    this.answer.clear();
  }

  /** A sentence of English is answered with the rule that it means; where it may mean several, one is picked. */
  offer(text, readings) {
    this.clear();
    this.answer.clear();
    const name = newId("meant");
    const mean = (rule) => {
      this.be(null);
      this.look(rule, ++this.asked, true);
    };
    const choice = ({ rule, english }) =>
      h(
        "label.check",
        h("input", { type: "radio", name, on: { change: () => mean(rule) } }),
        h("span", english, " ", h("code", rule)),
      );
    const several = h(
      "fieldset.readings.stack.tight",
      h("legend", "That can be read in more than one way. Which do you mean?"),
      readings.map(choice),
    );
    replace(this.trouble, readings.length > 1 ? several : h("p.hint", "Your words are read as:"));
    replace(this.own, this.asSaid && this.proseButton(text));
    if (readings.length === 1) mean(readings[0].rule);
    else several.scrollIntoView({ block: "nearest" });
  }

  /** Where the text is wrong: its line with a mark below, and what helps. */
  pointer(text, { line, column, sentence }) {
    const lines = text.split("\n");
    const from = Math.max(0, column - BEFORE);
    const shown = (lines[line - 1] ?? "").slice(from, from + ACROSS);
    const at = lines.slice(0, line - 1).reduce((sum, words) => sum + words.length + 1, 0) + column - 1;
    const word = /^\w+/.exec(text.slice(at))?.[0] ?? text.slice(at, at + 1);
    const [, nearest] = /\(did you mean '([^']+)'\?\)/.exec(sentence) ?? [];
    const show = () => {
      this.area.focus();
      this.area.setSelectionRange(at, at + word.length);
    };
    const use = () => {
      this.area.setRangeText(nearest, at, at + word.length, "end");
      this.area.focus();
      this.ask();
    };
    return [
      h("pre.pointer", { "aria-hidden": "true" }, `${from > 0 ? "…" : " "}${shown}\n${" ".repeat(column - from)}▲`),
      h("div.row.tight", nearest && button(`Use “${nearest}”`, use), button("Show me where", show)),
    ];
  }

  /** A guess in one's own words, which only a person can judge. */
  proseButton(text) {
    return button("Guess it in these words", () => this.onRule?.(text.trim()));
  }

  /** Which plays a guess contradicts has been said: it may be made all the same. */
  hold() {
    this.heard.textContent = this.answer.heard;
    this.button.textContent = this.answer.answer.contradicts.length > 0 ? "Guess anyway" : this.words.button;
  }

  /** Take the rule; a guess that contradicts a play is shown that first. */
  take() {
    if (this.rule === null) return;
    if (!this.answer.hides) return this.onRule?.(this.rule);
    this.answer.hold();
    this.answer.element.querySelector(".contradictions")?.scrollIntoView({ block: "nearest" });
  }
}
