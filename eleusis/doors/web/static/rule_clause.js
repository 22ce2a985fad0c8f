/**
 * A sentence of the phrasebook in which things are chosen, and the rule that it is then.
 *
 * What there is to choose from comes from the table (`phrases()` of api.js); here it is only laid out and put together.
 */

import { button, each, h, replace } from "./dom.js";

/** A part that holds one of these words must be in brackets in a longer rule. */
const BINDS = /\b(?:if|and|or|not)\b/;

/** The text of a rule with `texts` in its holes; `rule` goes where a shape says `{rule}`. */
export function fill(template, texts, rule = "") {
  return template.replace(/\{(\d|rule)\}/g, (_, hole) => (hole === "rule" ? bracket(rule) : texts[Number(hole)]));
}

/** A rule as it may stand inside of another one. */
export function bracket(rule) {
  return BINDS.test(rule) ? `(${rule})` : rule;
}

/** One sentence: first it is picked from a list, then its holes are filled. */
export class Clause {
  /**
   * `groups` are the sentences to pick from, `choices` what may stand in holes. `title` says what the sentence is for;
   * `onChange` is called when it says something else, `onRemove`, where given, when it is not wanted any more;
   * `marked` is the id of a sentence that is shown as the one to pick.
   */
  constructor({ groups, choices, title, onChange, onRemove = null, marked }) {
    this.groups = groups;
    this.choices = choices;
    this.title = title;
    this.onChange = onChange;
    this.onRemove = onRemove;
    this.marked = marked;
    this.shape = null;
    this.texts = [];
    this.element = h("section.clause.stack.tight", { "aria-label": title });
    this.draw();
  }

  /** What is chosen in the holes, by their numbers; null until a sentence is picked. */
  get filling() {
    return this.shape === null ? null : this.texts;
  }

  /** Put the focus on the first thing to choose. */
  focus() {
    const first =
      this.element.querySelector("select, button.marked") ?? this.element.querySelector("summary, button.phrase");
    first?.focus();
  }

  draw() {
    replace(this.element, this.head(), this.shape === null ? this.list() : this.sentence());
  }

  head() {
    const another = this.shape !== null && (this.groups.length > 1 || this.groups[0].shapes.length > 1);
    return h(
      "div.clause-head.row.spread.tight",
      h("h3", this.title),
      h(
        "span.row.tight",
        another && button("Another sentence", () => this.pick(null), { class: "plain" }),
        this.onRemove &&
          button("✕", this.onRemove, { class: "plain icon", "aria-label": `Remove “${this.title}”` }),
      ),
    );
  }

  /** The sentences to pick from: one list, or one for each group. None closes by itself: what is tapped would jump away. */
  list() {
    if (this.groups.length === 1) return this.phrases(this.groups[0].shapes);
    return each("div.phrase-groups", this.groups, ({ title, about, shapes }, place) =>
      h(
        "details",
        { open: place === 1 },
        h("summary", h("span.group-title", title), h("span.hint", about)),
        this.phrases(shapes),
      ),
    );
  }

  phrases(shapes) {
    return each("ul.plain.phrases", shapes, (shape) =>
      h(
        "li",
        button(this.example(shape), () => this.pick(shape), {
          class: shape.id === this.marked ? "phrase marked" : "phrase",
        }),
      ),
    );
  }

  /** A sentence with what stands in its holes at first, each marked as something that can be changed. */
  example({ parts }) {
    return parts.map(
      ({ text, choices, usual }) =>
        text ?? h("b", this.choices[choices].find((choice) => choice.text === usual).label),
    );
  }

  /** Take this sentence; null: go back to the list. */
  pick(shape) {
    this.shape = shape;
    this.texts = shape === null ? [] : usualTexts(shape);
    this.draw();
    this.focus();
    this.onChange();
  }

  /** Takes the sentence by this id with these texts in its holes, as it was picked earlier. */
  takeUp(id, texts) {
    const shape = this.groups.flatMap(({ shapes }) => shapes).find((other) => other.id === id);
    if (shape === undefined) return;
    this.shape = shape;
    this.texts = texts;
    this.draw();
  }

  sentence() {
    let before = "";
    const parts = this.shape.parts.map((part) => {
      if (part.text !== undefined) {
        before = part.text;
        return part.text;
      }
      return this.select(part, before);
    });
    return h("p.sentence", parts);
  }

  select({ hole, choices }, before) {
    const options = this.choices[choices].map(({ label, text }) =>
      h("option", { value: text, selected: text === this.texts[hole] }, label),
    );
    const change = (event) => {
      this.texts[hole] = event.target.value;
      this.onChange();
    };
    return h("select.hole", { "aria-label": `${nameOf(before)} …`, on: { change } }, options);
  }
}

/** The texts that stand in the holes of a shape at first, by their numbers. */
function usualTexts({ parts }) {
  const holes = parts.filter(({ hole }) => hole !== undefined).sort((a, b) => a.hole - b.hole);
  return holes.map(({ usual }) => usual);
}

/** The words before a hole as its name: the last clause of them. */
function nameOf(words) {
  return words.split(/[;,.]/).at(-1).trim() || words.trim() || "Choice";
}
