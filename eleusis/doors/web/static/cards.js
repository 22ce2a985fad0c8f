/** Cards as people see and say them. Files have `10D`; a card that isn't known is `??`. */

import { svg, h } from "./dom.js";
import { Memory } from "./memory.js";

const SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const SAID = { A: "ace", J: "jack", Q: "queen", K: "king" };

/** Suits as they lie in a hand: black and red take turns. */
const HAND_ORDER = "SHCD";

/** Where the four-colour option is kept. */
const memory = new Memory("eleusis.four-colours");

/** The suits, each in a box of 100 by 100 with its middle at 0, 0. */
const SHAPES = {
  S:
    "M0-48C9-28 44-8 44 17C44 30 34 38 23 38C14 38 7 33 3 25C4 36 9 43 18 48" +
    "H-18C-9 43-4 36-3 25C-7 33-14 38-23 38C-34 38-44 30-44 17C-44-8-9-28 0-48Z",
  H: "M0 47C-10 29-46 6-46-19C-46-34-35-44-23-44C-12-44-4-37 0-26C4-37 12-44 23-44C35-44 46-34 46-19C46 6 10 29 0 47Z",
  D: "M0-49C9-31 22-14 37 0C22 14 9 31 0 49C-9 31-22 14-37 0C-22-14-9-31 0-49Z",
  C:
    "M0-48A22 22 0 0 1 17-12A22 22 0 1 1 4 20C5 33 9 42 18 48" +
    "H-18C-9 42-5 33-4 20A22 22 0 1 1-17-12A22 22 0 0 1 0-48Z",
};

/** What stands above the letter of a court card: a cap with a plume, a coronet, a crown. */
const ORNAMENTS = {
  J: "M-34 16H34V2H-34ZM-30 2C-38-22 6-30 30 2M6-17C10-32 26-40 42-36C38-24 30-14 19-9",
  Q: "M-34 16L-42-16L-20 0L0-24L20 0L42-16L34 16Z",
  K: "M-36 16L-40-20L-18-2L0-20L18-2L40-20L36 16ZM0-20V-36M-8-28H8",
};

/** Where pips stand on a card of 250 by 350: columns and rows. */
const [LEFT, MIDDLE, RIGHT] = [88, 125, 162];
const [TOP, BOTTOM] = [70, 280];
const sides = (...rows) => rows.flatMap((y) => [[LEFT, y], [RIGHT, y]]);
const FOURTHS = sides(TOP, 140, 210, BOTTOM);
const THIRDS = sides(TOP, 175, BOTTOM);
const PIPS = {
  2: [[MIDDLE, TOP], [MIDDLE, BOTTOM]],
  3: [[MIDDLE, TOP], [MIDDLE, 175], [MIDDLE, BOTTOM]],
  4: sides(TOP, BOTTOM),
  5: [...sides(TOP, BOTTOM), [MIDDLE, 175]],
  6: THIRDS,
  7: [...THIRDS, [MIDDLE, 121]],
  8: [...THIRDS, [MIDDLE, 121], [MIDDLE, 229]],
  9: [...FOURTHS, [MIDDLE, 175]],
  10: [...FOURTHS, [MIDDLE, 105], [MIDDLE, 245]],
};

const drawn = new Map();

/** How a card is said: `10 of diamonds`, `ace of spades`; `face-down card` for one that isn't known. */
export function cardName(code) {
  const { rank, suit } = parts(code);
  return suit ? `${SAID[rank] ?? rank} of ${SUITS[suit]}` : "face-down card";
}

/** A card in a few signs: `10♦`. */
export function cardShort(code) {
  return code.replace(/[SHDC]$/, (letter) => "♠♥♦♣"["SHDC".indexOf(letter)]);
}

/** How cards are said one after the other: `7 of spades and 8 of spades`. */
export function cardNames(codes) {
  const names = codes.map(cardName);
  const last = names.pop();
  return names.length ? `${names.join(", ")} and ${last}` : (last ?? "no card");
}

/**
 * A card as a picture, hidden from screen readers: the code that shows it gives its name.
 *
 * It is as wide as `--card-width` there. By its width it shows all that a card has, or rank and suit alone; `size`
 * "small" or "large" says which in any case, and is lighter. "strip" is for a small card of which the next one
 * leaves the upper third in sight: rank and suit stand side by side there. `colour` is the class of who laid it.
 */
export function cardFace(code, { size = "", colour = "" } = {}) {
  const key = `${code} ${size}`;
  if (!drawn.has(key)) {
    drawn.set(key, draw(code, size));
  }
  return h("span", { class: `card ${size} ${colour}`.trim(), "aria-hidden": "true" }, drawn.get(key).cloneNode(true));
}

/** A suit alone (`S`, `H`, `D` or `C`) as a picture, as high as the text around it. */
export function suitSign(letter) {
  const sign = svg("svg", { viewBox: "-50 -50 100 100", class: `suit ${SUITS[letter]}`, "aria-hidden": "true" });
  sign.append(svg("path", { d: SHAPES[letter] }));
  return sign;
}

/** Whether diamonds are blue and clubs green; with `on`, set it. It is kept on this device. */
export function fourColours(on) {
  if (on !== undefined) {
    memory.keep(on ? "on" : "off");
    showColours(on);
  }
  return document.documentElement.dataset.suits === "four";
}

/** A hand in the order in which people hold it: by suit, black and red in turn, the ace first; `??` at the end. */
export function sortHand(cards) {
  return [...cards].sort((a, b) => place(a) - place(b));
}

function parts(code) {
  const [rank, suit] = [String(code).slice(0, -1), String(code).slice(-1)];
  return RANKS.includes(rank) && suit in SUITS ? { rank, suit } : { rank: null, suit: null };
}

function place(code) {
  const { rank, suit } = parts(code);
  return suit ? HAND_ORDER.indexOf(suit) * RANKS.length + RANKS.indexOf(rank) : Infinity;
}

function draw(code, size) {
  const { rank, suit } = parts(code);
  const picture = svg("svg", { viewBox: "0 0 250 350", focusable: "false" });
  picture.append(svg("rect", { class: "paper", x: 2, y: 2, width: 246, height: 346, rx: 22 }));
  picture.append(...(suit ? faces(rank, suit, size) : back()));
  return picture;
}

/** What a card shows in a size; where none is said both a full and a simple face, of which the width chooses. */
function faces(rank, suit, size) {
  const draws = { full, simple, strip };
  const shown = { large: ["full"], small: ["simple"], strip: ["strip"] }[size] ?? ["full", "simple"];
  return shown.map((face) => svg("g", { class: `${face} ${SUITS[suit]}` }, draws[face](rank, suit)));
}

function full(rank, suit) {
  const middle = rank in ORNAMENTS ? court(rank, suit) : pips(rank, suit);
  return [corner(rank, suit, false), corner(rank, suit, true), middle];
}

function simple(rank, suit) {
  return [index(rank, 125, 160, 172, 206), pip(suit, 125, 268, 1.28)];
}

function strip(rank, suit) {
  return [index(rank, 72, 102, 116, 122), pip(suit, 188, 62, 0.92), pip(suit, 125, 238, 1.5)];
}

function corner(rank, suit, turned) {
  return svg(
    "g",
    turned ? { transform: "rotate(180 125 175)" } : {},
    index(rank, 35, 54, 50, 50),
    pip(suit, 35, 83, 0.36),
  );
}

/** A rank as text. Fonts differ in how wide they are: the 10 is told how wide it may be. */
function index(rank, x, y, size, widest) {
  const width = rank === "10" ? { textLength: widest, lengthAdjust: "spacingAndGlyphs" } : {};
  return svg("text", { x, y, "font-size": size, ...width }, rank);
}

function pips(rank, suit) {
  if (rank === "A") {
    return pip(suit, 125, 175, 1.25);
  }
  return svg("g", {}, ...PIPS[rank].map(([x, y]) => pip(suit, x, y, 0.44, y > 175)));
}

function court(rank, suit) {
  return svg(
    "g",
    {},
    svg("rect", { class: "frame", x: 64, y: 42, width: 122, height: 266, rx: 10 }),
    svg("path", { class: "ornament", d: ORNAMENTS[rank], transform: "translate(125 98)" }),
    svg("text", { class: "letter", x: 125, y: 212, "font-size": 108 }, rank),
    pip(suit, 125, 268, 0.48),
  );
}

function pip(suit, x, y, scale, turned = false) {
  const turn = turned ? " rotate(180)" : "";
  return svg("path", { d: SHAPES[suit], transform: `translate(${x} ${y}) scale(${scale})${turn}` });
}

function back() {
  const lines = [];
  for (let x = 40; x <= 210; x += 34) {
    for (let y = 41; y <= 309; y += 33.5) {
      lines.push(`M${x} ${y - 13}L${x + 13} ${y}L${x} ${y + 13}L${x - 13} ${y}Z`);
    }
  }
  return [
    svg("rect", { class: "back", x: 16, y: 16, width: 218, height: 318, rx: 12 }),
    svg("path", { class: "lattice", d: lines.join("") }),
  ];
}

function showColours(four) {
  if (four) {
    document.documentElement.dataset.suits = "four";
  } else {
    delete document.documentElement.dataset.suits;
  }
}

showColours(memory.text === "on");
