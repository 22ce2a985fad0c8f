/** Cards as people see and say them. Files have `10D`; a card that isn't known is `??`. */

import { h, svg } from "./dom.js";
import { Memory } from "./memory.js";

export const SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
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

/**
 * The upper half of each court card, its middle at 0, 0; the lower one is the same, turned. From back to front: what is in
 * the colour of the suit, on paper, in bronze, or a line.
 */
const COURTS = {
  J: [
    ["bronze", "M-20-104C-30-90-29-72-24-64C-16-60-8-62 0-64C8-62 16-60 24-64C29-72 30-90 20-104Z"],
    ["suited", "M-60 0V-26C-57-44-40-52-19-57H19C40-52 57-44 60-26V0Z"],
    ["paper", "M-44 0V-45L-31-51V0ZM31 0V-51L44-45V0ZM-14 0V-50L0-42L14-50V0Z"],
    ["bronze", "M0-36A4 4 0 1 1 0-28A4 4 0 1 1 0-36ZM0-20A4 4 0 1 1 0-12A4 4 0 1 1 0-20Z"],
    ["paper", "M-26-56A6.5 6.5 0 0 1-13-54A6.5 6.5 0 0 1 0-52A6.5 6.5 0 0 1 13-54A6.5 6.5 0 0 1 26-56L18-66H-18Z"],
    ["paper", "M-17-100V-84C-17-70-9-62 0-62C9-62 17-70 17-84V-100Z"],
    ["bronze", "M6-116C14-134 44-136 55-112C48-117 38-113 30-103Z"],
    ["suited", "M-27-98C-34-118-10-128 8-123C24-119 31-108 27-98Z"],
    ["paper", "M-27-98H27V-104H-27Z"],
    ["outline", "M-10-89H-5M5-89H10M0-87V-79M-5-71H5M14-118C28-125 42-122 50-115"],
  ],
  Q: [
    [
      "bronze",
      "M0-114C-24-114-32-98-29-80C-27-66-35-56-42-48C-30-40-8-44 0-52C8-44 30-40 42-48C35-56 27-66 29-80C32-98 24-114 0-114Z",
    ],
    ["suited", "M-60 0V-22C-57-40-42-47-22-51L0-28L22-51C42-47 57-40 60-22V0Z"],
    ["paper", "M-7-68V-55L-22-51L0-27L22-51L7-55V-68Z"],
    ["paper", "M0-18L8-9L0 0L-8-9ZM-24-26L-17-18L-24-10L-31-18ZM24-26L31-18L24-10L17-18Z"],
    ["paper", "M0-62C-10-62-17-73-17-87C-17-98-10-104 0-104C10-104 17-98 17-87C17-73 10-62 0-62Z"],
    ["suited", "M-21-102L-27-121L-13-112L0-127L13-112L27-121L21-102C8-108-8-108-21-102Z"],
    [
      "bronze",
      "M-27-125A4 4 0 1 1-27-117A4 4 0 1 1-27-125ZM0-131A4 4 0 1 1 0-123A4 4 0 1 1 0-131ZM27-125A4 4 0 1 1 27-117A4 4 0 1 1 27-125ZM0-40A4 4 0 1 1 0-32A4 4 0 1 1 0-40Z",
    ],
    ["outline", "M-11-89C-9-91-6-91-4-89M4-89C6-91 9-91 11-89M0-87V-79M-4-71C-2-69 2-69 4-71"],
  ],
  K: [
    ["suited", "M-19-100C-32-92-24-76-31-66C-24-58-14-60-8-64H8C14-60 24-58 31-66C24-76 32-92 19-100Z"],
    ["suited", "M-60 0V-24C-58-46-40-54-22-60H22C40-54 58-46 60-24V0Z"],
    ["paper", "M-26-61C-32-54-40-50-50-47L0-10L50-47C40-50 32-54 26-61Z"],
    ["bronze", "M-7-10L0-17L7-10L0 0Z"],
    ["paper", "M-17-98V-84C-17-70-9-62 0-62C9-62 17-70 17-84V-98Z"],
    ["suited", "M-17-85C-18-60-9-46 0-42C9-46 18-60 17-85C13-80 9-77 5-78C2-80-2-80-5-78C-9-77-13-80-17-85Z"],
    ["bronze", "M-22-97L-29-122L-13-110L0-128L13-110L29-122L22-97Z"],
    ["paper", "M-23-95H23V-102H-23ZM-4-74H4V-71H-4Z"],
    [
      "outline",
      "M-11-90H-5M5-90H11M0-88V-82M-34-48V-42M34-48V-42M-22-40V-34M22-40V-34M-30-34V-30M30-34V-30M-11-31V-25M11-31V-25M0-29V-23",
    ],
  ],
};

/** Where pips stand on a card of 250 by 350: columns and rows. */
const [LEFT, MIDDLE, RIGHT] = [86, 125, 164];
const [TOP, BOTTOM] = [68, 282];
const sides = (...rows) =>
  rows.flatMap((y) => [
    [LEFT, y],
    [RIGHT, y],
  ]);
const FOURTHS = sides(TOP, 139, 211, BOTTOM);
const THIRDS = sides(TOP, 175, BOTTOM);
const PIPS = {
  2: [
    [MIDDLE, TOP],
    [MIDDLE, BOTTOM],
  ],
  3: [
    [MIDDLE, TOP],
    [MIDDLE, 175],
    [MIDDLE, BOTTOM],
  ],
  4: sides(TOP, BOTTOM),
  5: [...sides(TOP, BOTTOM), [MIDDLE, 175]],
  6: THIRDS,
  7: [...THIRDS, [MIDDLE, 121]],
  8: [...THIRDS, [MIDDLE, 121], [MIDDLE, 229]],
  9: [...FOURTHS, [MIDDLE, 175]],
  10: [...FOURTHS, [MIDDLE, 104], [MIDDLE, 246]],
};

/** Every face that was shown, once: what lies on the table only refers to it. */
const drawn = svg("svg", { hidden: true, "aria-hidden": "true" });

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
  const { rank, suit } = parts(code);
  const sizes = { large: ["full"], small: ["simple"], strip: ["strip"] }[size] ?? ["full", "simple"];
  const faces = suit
    ? sizes.map((face) => refer(face, `${rank}${suit}`, () => DRAWS[face](rank, suit)))
    : [refer("back", "", back)];
  const picture = svg("svg", { viewBox: "0 0 250 350", focusable: "false", class: SUITS[suit] ?? null }, ...faces);
  return h("span", { class: `card ${size} ${colour}`.trim(), "aria-hidden": "true" }, picture);
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

/** Shows what was drawn under this name, and draws it where it wasn't yet. */
function refer(kind, name, draw, place = {}) {
  const id = `card-${kind}-${name}`;
  if (!drawn.isConnected) document.body.append(drawn);
  if (!drawn.querySelector(`#${id}`)) drawn.append(svg("g", { id }, ...draw()));
  return svg("use", { href: `#${id}`, class: kind, ...place });
}

const DRAWS = {
  full: (rank, suit) => [
    corner(rank, suit),
    corner(rank, suit, "rotate(180 125 175)"),
    ...(rank in COURTS ? court(rank, suit) : pips(rank, suit)),
  ],
  simple: (rank, suit) => [index(rank, 130, 150, 168, 184), pip(suit, 128, 270, 1.24)],
  strip: (rank, suit) => [index(rank, 88, 98, 110, 106), pip(suit, 197, 62, 0.84), pip(suit, 125, 240, 1.5)],
};

function corner(rank, suit, turned = null) {
  return svg("g", { transform: turned }, index(rank, 39, 60, 56, 50), pip(suit, 39, 92, 0.42));
}

/** A rank as text. The 10 is told how wide it may be. */
function index(rank, x, y, size, widest) {
  const width = rank === "10" ? { textLength: widest, lengthAdjust: "spacingAndGlyphs" } : {};
  return svg("text", { class: "rank", x, y, "font-size": size, ...width }, rank);
}

function pips(rank, suit) {
  return rank === "A" ? [pip(suit, 125, 175, 1.5)] : PIPS[rank].map(([x, y]) => pip(suit, x, y, 0.45, y > 175));
}

function court(rank, suit) {
  const half = () => [
    ...COURTS[rank].map(([kind, d]) => svg("path", { class: kind, d })),
    svg("path", { class: "outline", d: "M-61 0H61" }),
  ];
  const place = "translate(125 175)";
  return [
    svg("rect", { class: "outline", x: 65, y: 41, width: 120, height: 268, rx: 8 }),
    refer("court", rank, half, { transform: place }),
    refer("court", rank, half, { transform: `${place} rotate(180)` }),
    pip(suit, 81, 62, 0.26),
    pip(suit, 169, 288, 0.26, true),
  ];
}

function pip(suit, x, y, scale, turned = false) {
  const turn = turned ? " rotate(180)" : "";
  return svg("path", { d: SHAPES[suit], transform: `translate(${x} ${y}) scale(${scale})${turn}` });
}

function back() {
  const lines = [];
  for (let x = 40; x <= 210; x += 34) {
    for (let y = 41; y <= 309; y += 33.5)
      lines.push(`M${x} ${y - 13}L${x + 13} ${y}L${x} ${y + 13}L${x - 13} ${y}Z`);
  }
  return [
    svg("rect", { class: "backing", x: 16, y: 16, width: 218, height: 318, rx: 12 }),
    svg("path", { class: "lattice", d: lines.join("") }),
  ];
}

function showColours(four) {
  if (four) document.documentElement.dataset.suits = "four";
  else delete document.documentElement.dataset.suits;
}

showColours(memory.text === "on");
