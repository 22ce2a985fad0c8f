/**
 * Cards to choose from: one's hand, or the full pack at a table of which only the score is kept.
 *
 * Each card is a toggle button; those that are chosen are numbered in the order in which they were tapped. Arrow keys
 * go from card to card, and only one of them is in the order of the Tab key.
 */

import { cardFace, cardName, sortHand, suitSign } from "./cards.js";
import { button, h, patch } from "./dom.js";

const PLACES = ["first", "second", "third", "fourth", "fifth", "sixth"];

/** A row of cards to choose from; `onChange` is called when the choice changes, `onFull` when one more is too many; `signal` ends it. */
export class Hand {
  constructor(element, { onChange, onFull = () => {}, signal }) {
    this.element = element;
    this.onChange = onChange;
    this.onFull = onFull;
    this.keys = [];
    this.picked = [];
    this.most = null;
    this.compact = false;
    this.active = null;
    this.fresh = [];
    element.classList.add("hand");
    element.setAttribute("role", "group");
    element.addEventListener("keydown", (event) => this.walk(event), { signal });
    element.addEventListener("focusin", (event) => this.enter(event.target.closest("button")), { signal });
  }

  /** The codes of the cards that are chosen, in the order in which they were tapped. */
  get chosen() {
    return this.picked.map(codeOf);
  }

  /**
   * Shows `cards`; what was chosen stays so where it is still there. `most` of them may be chosen, null: any number.
   * `compact` cards are no more than rank and suit: a full pack must find room on a phone.
   */
  show(cards, { most = null, sorted = false, compact = false } = {}) {
    const keys = keysOf(sorted ? sortHand(cards) : cards);
    const others = compact === this.compact ? this.keys : [];
    const hadFocus = this.element.contains(document.activeElement);
    this.most = most;
    this.compact = compact;
    this.picked = this.picked.filter((key) => keys.includes(key)).slice(0, most ?? undefined);
    if (keys.join() !== others.join()) {
      this.fresh = others.length > 0 && !compact ? keys.filter((key) => !others.includes(key)) : [];
      this.keys = keys;
      if (!keys.includes(this.active)) this.active = keys[0] ?? null;
    }
    this.draw();
    // The card that had it may have been played.
    if (hadFocus) this.focus();
  }

  /** Where these cards are in the window, those that are chosen first; without those that aren't here. */
  places(codes) {
    const keys = [...this.picked, ...this.keys.filter((key) => !this.picked.includes(key))];
    return codes.flatMap((code) => {
      const place = keys.findIndex((key) => codeOf(key) === code);
      return place < 0 ? [] : [this.buttonOf(keys.splice(place, 1)[0]).getBoundingClientRect()];
    });
  }

  /** None of these is chosen any more, by default none at all. */
  clear(keys = this.picked) {
    this.picked = this.picked.filter((key) => !keys.includes(key));
    this.draw();
    this.onChange();
  }

  /** Puts the keyboard on the card that it was on last. */
  focus() {
    this.buttonOf(this.active)?.focus();
  }

  buttonOf(key) {
    return this.element.children[this.keys.indexOf(key)];
  }

  draw() {
    const draw = (key) => this.card(key);
    patch(this.element, this.keys.map(draw));
  }

  card(key) {
    const code = codeOf(key);
    const place = this.picked.indexOf(key);
    const told = place >= 0 && this.picked.length > 1;
    const order = h("span.order", { "aria-hidden": "true" }, told && place + 1);
    return button([this.compact ? shortFace(code) : cardFace(code), order], () => this.toggle(key), {
      class: ["pick", this.fresh.includes(key) && "new"],
      "aria-label": cardName(code),
      "aria-pressed": String(place >= 0),
      "aria-description": told ? `${PLACES[place] ?? `number ${place + 1}`} of the string` : null,
      "data-card": code,
      "data-key": key,
      tabindex: key === this.active ? 0 : -1,
    });
  }

  toggle(key) {
    if (this.picked.includes(key)) {
      this.picked = this.picked.filter((other) => other !== key);
    } else if (this.most === 1) {
      this.picked = [key];
    } else if (this.most !== null && this.picked.length >= this.most) {
      this.onFull(this.most);
      return;
    } else {
      this.picked = [...this.picked, key];
    }
    this.draw();
    this.onChange();
  }

  enter(button) {
    if (!button) return;
    this.active = this.keys[[...this.element.children].indexOf(button)] ?? this.active;
    this.draw();
  }

  walk(event) {
    const at = this.keys.indexOf(this.active);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: this.keys.length - 1 }[event.key];
    const place = to ?? this.inRow(at, { ArrowDown: 1, ArrowUp: -1 }[event.key]);
    if (place === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.buttonOf(this.keys[Math.max(0, Math.min(place, this.keys.length - 1))])?.focus();
  }

  /** The place of the card that is nearest in the row below (1) or above (-1). */
  inRow(at, direction) {
    if (direction === undefined) return undefined;
    const boxes = this.keys.map((key) => this.buttonOf(key).getBoundingClientRect());
    const here = boxes[at];
    const beyond = boxes
      .map((box, place) => ({
        place,
        down: (box.top - here.top) * direction,
        aside: Math.abs(box.left - here.left),
      }))
      .filter(({ down }) => down > 1);
    const nearest = Math.min(...beyond.map(({ down }) => down));
    const row = beyond.filter(({ down }) => down < nearest + 2).sort((a, b) => a.aside - b.aside);
    return row[0]?.place ?? at;
  }
}

/** More cards than any hand has: then they are shown as small as can be. */
const MANY = 30;

/** Buttons for cards of which one is picked at once: `onPick(code)`; `marked` is told of, as `{code, text}`. */
export function pickOne(codes, onPick, marked = null) {
  const isPack = codes.length > MANY;
  const card = (code) => {
    const isMarked = marked?.code === code;
    return button(isPack ? shortFace(code) : cardFace(code), () => onPick(code), {
      class: ["pick", isMarked && "marked"],
      "aria-label": cardName(code),
      "aria-description": isMarked ? marked.text : null,
    });
  };
  return h("div.hand", { class: isPack && "whole-pack", role: "group", "aria-label": "Cards" }, codes.map(card));
}

function shortFace(code) {
  const suit = code.at(-1);
  return h("span", { class: `short-face suit-${suit}`, "aria-hidden": "true" }, code.slice(0, -1), suitSign(suit));
}

/** A key for each card of a hand: two of the same kind are told apart by which copy they are. */
function keysOf(cards) {
  const copies = new Map();
  return cards.map((code) => {
    const copy = copies.get(code) ?? 0;
    copies.set(code, copy + 1);
    return `${code}#${copy}`;
  });
}

function codeOf(key) {
  return key.slice(0, key.indexOf("#"));
}
