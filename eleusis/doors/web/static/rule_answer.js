/**
 * What the table answers about the text of a rule, drawn: the rule in words, the cards that are right, whether it is
 * fair, which plays on the table it contradicts.
 */

import { cardFace, cardNames, SUITS } from "./cards.js";
import { button, each, h, newId, replace } from "./dom.js";
import { PACK } from "./pack.js";
import { counted, spoken } from "./words.js";

/** So many cards of a mainline are shown before the right ones. */
const SHOWN = 4;
/** So many plays that a guess contradicts are listed. */
const LISTED = 5;

const RANKS = ["ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king"];

/**
 * The answer about a rule, in an element; `mode` is "dealer" or "guess".
 *
 * Which plays a guess contradicts is said when somebody asks, or is about to make it: counted down while the parts of a
 * sentence are turned, it would do the thinking. `onHeld` is called when it is said.
 */
export class RuleAnswer {
  constructor(element, mode, onHeld = () => {}) {
    this.element = element;
    this.mode = mode;
    this.onHeld = onHeld;
    this.held = false;
    this.row = 0;
    element.classList.add("rule-answer", "stack");
  }

  /** Nothing to say yet. */
  clear() {
    replace(this.element);
  }

  /** The answer of the table about a rule. */
  show(answer) {
    this.answer = answer;
    this.held = false;
    this.draw();
  }

  /** Say which plays on the table the guess contradicts. */
  hold() {
    this.held = true;
    this.draw();
    this.onHeld();
  }

  /** Whether the guess contradicts a play, and that has not been said. */
  get hides() {
    return this.mode === "guess" && !this.held && this.answer.contradicts.length > 0;
  }

  draw() {
    const { answer } = this;
    this.row = Math.min(this.row, Math.max(0, answer.after.length - 1));
    replace(
      this.element,
      h("p.in-words", answer.english),
      h("p.as-text.muted", h("code", answer.rule)),
      this.mode === "dealer" && fairness(answer),
      this.nextCards(),
      this.mode === "guess" && this.check(),
    );
  }

  /** What the table says of a guess, or the button that asks for it. */
  check() {
    const { answer } = this;
    if (answer.judged === 0) return null;
    if (this.held) return contradictions(answer);
    return h(
      "div",
      button("Does it fit the plays so far?", () => this.hold(), { class: "plain" }),
    );
  }

  /** What is new, in a sentence or two, for those who listen. */
  get heard() {
    const { english, fair, contradicts, judged } = this.answer;
    if (this.mode === "dealer") return `${english} ${fair ? "Fair." : "Doubtful."}`;
    return judged === 0 || !this.held
      ? english
      : `${english} It contradicts ${contradicts.length || "none"} of ${counted(judged, "play")}.`;
  }

  /** The right cards in a few words: those on the line, or after the first that shows what the rule does. */
  get inShort() {
    const [{ line, right }] = [...this.answer.after, this.answer];
    return `Right ${line.length > 0 ? `after the ${cardNames(line.slice(-1))}` : "as the first card"}: ${inWords(right)}.`;
  }

  /** The right cards: behind the present line or, before there is one, behind one that shows what the rule does. */
  nextCards() {
    const { after, line: lying, right } = this.answer;
    if (after.length === 0) return rightCards(lying, right);
    const place = h("div", rightCards(after[this.row].line, after[this.row].right));
    if (after.length === 1) return place;
    const name = newId("after");
    const choices = after.map(({ line }, row) => {
      const choose = () => {
        this.row = row;
        replace(place, rightCards(after[row].line, after[row].right));
      };
      const input = h("input", {
        type: "radio",
        name,
        checked: row === this.row,
        "aria-label": `after ${cardNames(line)}`,
        on: { change: choose },
      });
      return h("label", input, h("span", { "aria-hidden": "true" }, smallCards(line)));
    });
    return h(
      "div.stack.tight",
      h("fieldset.try-lines", h("legend", "Try it after"), h("div.segmented", choices)),
      place,
    );
  }
}

/** Whether a rule is fair, and why or why not. */
function fairness({ fair, about }) {
  const [verdict = "", ...more] = about;
  const why = verdict.replace(/^(Fair|Doubtful): /, "");
  return h(
    "p.fairness",
    h("span", { class: `chip ${fair ? "good" : "bad"}` }, fair ? "✓ Fair" : "! Doubtful"),
    " ",
    [why, ...more].map((sentence) => `${sentence[0].toUpperCase()}${sentence.slice(1)}.`).join(" "),
  );
}

/** The plays on the table that a guess contradicts; that there are none is said too. */
function contradictions({ contradicts, judged, unchecked }) {
  if (judged === 0) return null;
  const of = unchecked > 0 ? `the last ${counted(judged, "play")}` : counted(judged, "play");
  if (contradicts.length === 0) {
    return h(
      "p.verdict.right",
      judged === 1
        ? "It fits the one play so far."
        : unchecked > 0
          ? `It fits ${of}.`
          : `It fits all ${of} so far.`,
    );
  }
  const more = contradicts.length - LISTED;
  return h(
    "div.contradictions",
    h("p.verdict.wrong", `It contradicts ${contradicts.length} of ${of}:`),
    h("ul.plain", contradicts.slice(0, LISTED).map(contradiction)),
    more > 0 && h("p.hint", `… and ${more} more.`),
  );
}

function contradiction({ turn, cards, after, text }) {
  return h(
    "li.contradiction",
    h(
      "span.small-cards",
      { "aria-hidden": "true" },
      after.length > 0 && [smallCards(after.slice(-1)), h("span.arrow", "→")],
      smallCards(cards.slice(0, 3)),
    ),
    h("span", { "aria-hidden": "true" }, `${text}.`),
    h("span.visually-hidden", `Turn ${turn}: ${spoken(text)}.`),
  );
}

/** The pack, suit by suit, the right cards behind `line` plain and the others pale. */
function rightCards(line, right) {
  const set = new Set(right);
  const words = line.length > 0 ? "Right next" : "Right as the first card";
  return h(
    "figure.right-cards",
    h(
      "figcaption.row.spread",
      h("span", `${words}: ${right.length} of 52`),
      line.length > 0 &&
        h(
          "span.small-cards",
          { "aria-hidden": "true" },
          line.length > SHOWN && h("span.arrow", "…"),
          smallCards(line.slice(-SHOWN)),
          h("span.arrow", "→"),
        ),
      h(
        "span.visually-hidden",
        `${line.length > 0 ? `, after ${cardNames(line.slice(-1))}` : ""}: ${inWords(right)}`,
      ),
    ),
    each("div.pack", { "aria-hidden": "true" }, PACK, (code) =>
      h("span", { class: set.has(code) ? "yes" : "no" }, cardFace(code, { size: "small" })),
    ),
  );
}

export function smallCards(codes) {
  return each("span.small-cards", codes, (code) => cardFace(code, { size: "small" }));
}

/** Many cards in few words: `spades: ace to 7; hearts: all`. */
function inWords(codes) {
  if (codes.length === 0) return "no card";
  if (codes.length === PACK.length) return "every card";
  const suits = Object.entries(SUITS).map(([letter, name]) => {
    const places = PACK.filter((code) => code.endsWith(letter)).flatMap((code, place) =>
      codes.includes(code) ? [place] : [],
    );
    return places.length > 0 && `${name}: ${places.length === RANKS.length ? "all" : runs(places)}`;
  });
  return suits.filter(Boolean).join("; ");
}

function runs(places) {
  const parts = [];
  for (const place of places) {
    const last = parts.at(-1);
    if (last?.at(-1) === place - 1) last.push(place);
    else parts.push([place]);
  }
  return parts
    .map((run) =>
      run.length > 2 ? `${RANKS[run[0]]} to ${RANKS[run.at(-1)]}` : run.map((place) => RANKS[place]).join(", "),
    )
    .join(", ");
}
