/** A table as a tile of the wall. */

import { drawColumn, drawEarly } from "../board_parts.js";
import { fits } from "../board_size.js";
import { cardFace } from "../cards.js";
import { h, patch, replace } from "../dom.js";
import { colourOf } from "../players.js";
import { listed } from "../words.js";

/** Cards narrower than this part of the wall show rank and suit alone. */
const FROM_AFAR = 0.085;
/** Ways to lay a layout on a tile, the best first: how wide a card is at least, in parts of the wall; how many cards hang below one at most. */
const WAYS = [
  [0.05, Infinity],
  [0.036, Infinity],
  [0.036, 6],
  [0.024, Infinity],
  [0.024, 5],
  [0.024, 3],
  [0.018, 3],
  [0.018, 2],
];
/** The first cards are no larger than these parts of the tile; they are made smaller by such steps. */
const [PART_OF_WIDTH, PART_OF_HEIGHT, SMALLER] = [1 / 8, 1 / 2.2, 0.95];
/** A wall (px) that is narrower has cards as large as one of that width. */
const NARROW = 1200;
/** What stands for left out columns is as wide as so many; more cards than that hang below one only where all do. */
const [AHEAD, LONGEST] = [2, 6];
/** Words of a rule that are longer are written smaller; a name that is no longer is never cut. */
const [LONG, SHORT] = [60, 4];

export class Tile {
  #line = h("ol.mainline", { role: "list", "aria-label": "Mainline" });
  #lying = h("div.lying", this.#line);
  #board = h("div.board.far", this.#lying);
  #code = h("span.code");
  #state = h("p.state");
  #words = h("p.in-words");
  #names = h("ul.plain.names", { role: "list", "aria-label": "Players" });
  #tile;
  #columns = [];
  #table = null;

  /** The item of the list of tiles. */
  item;

  constructor(code) {
    this.#code.textContent = code;
    this.#tile = h(
      "a.tile",
      { href: `${code}/screen` },
      h("div.head-line", this.#code, this.#state),
      this.#board,
      this.#words,
      this.#names,
    );
    this.item = h("li", this.#tile);
    new ResizeObserver(() => this.#fit()).observe(this.#board);
  }

  /** Shows how the table stands; with its layout where there is room for it. */
  show(table, hasRoom) {
    const { who, what, ahead } = stateOf(table);
    const { players, winners, rule, layout, to_act: due } = table;
    const winner = table.solved && winners.length === 1 ? colourOf(table, winners[0]) : "";
    const acts = due !== null && !table.paused && !table.asleep && table.phase === "play";
    this.#tile.className = `tile ${isDone(table) ? `done ${winner}` : acts ? "acts" : table.asleep ? "asleep" : ""}`;
    patch(
      this.#state,
      who && h("span.who", who),
      who && " ",
      h("span.what", what),
      ahead && [" ", drawAhead(ahead)],
    );
    // The bot that deals isn't named.
    const named = players.filter(
      ({ seat, kind }) => kind === "person" || winners.includes(seat) || seat !== table.dealer,
    );
    patch(
      this.#names,
      named.map((player) => drawName(player, table)),
    );
    // As long as others look for the same rule, it isn't told.
    const words = rule ?? (table.solved ? "The rule is found" : "");
    this.#words.hidden = words === "";
    this.#words.textContent = words;
    this.#words.classList.toggle("solved", table.solved);
    this.#words.classList.toggle("long", words.length > LONG);
    this.#board.hidden = !hasRoom;
    const shown = JSON.stringify([layout, rule]);
    const isOther = shown !== this.#table?.shown;
    this.#table = {
      layout,
      shown,
      seen: this.#table !== null && this.#table.round === table.round,
      round: table.round,
    };
    if (isOther) this.#fit();
  }

  /** Draws the layout as large as it fits; of one that doesn't, its last columns. */
  #fit() {
    if (this.#table === null || this.#board.hidden) return;
    const { layout } = this.#table;
    replace(this.#lying, layout ? this.#line : ["??", "??", "??"].map((code) => cardFace(code)));
    const edge = 2 * parseFloat(getComputedStyle(this.#lying).paddingTop);
    const room = { width: this.#board.clientWidth - edge, height: this.#board.clientHeight - edge };
    if (!layout || room.width <= 0) return;
    const { width, most, from } = wayFor(layout, room);
    this.#board.style.setProperty("--w", `${width}px`);
    this.#draw(columnsOf(layout), most, from, width < FROM_AFAR * window.innerWidth);
  }

  /** Draws the columns `from` that one on, anew where they have changed: `most` wrong cards below one. */
  #draw(columns, most, from, small) {
    const before = this.#columns;
    this.#columns = columns.map((column, at) => {
      const [laid, cut] = [JSON.stringify(column), JSON.stringify([most, small])];
      const drawn = before[at];
      if (drawn?.laid === laid && drawn.cut === cut) {
        drawn.element.classList.remove("landed");
        return drawn;
      }
      const element = drawOn(column, most, small);
      if (this.#table.seen && drawn?.laid !== laid) element.classList.add("landed");
      return { laid, cut, element };
    });
    const earlier = from > 0 && h("li.earlier", `… and ${from} earlier`);
    replace(
      this.#line,
      earlier,
      this.#columns.slice(from).map(({ element }) => element),
    );
  }
}

/** The columns of a layout, each a card and the wrong plays below it; those before the first right card have no card. */
function columnsOf({ mainline, sidelines, before }) {
  const early = before.length > 0 ? [{ card: null, plays: before }] : [];
  return [...early, ...mainline.map((card, at) => ({ card, place: at + 1, plays: sidelines[at] }))];
}

/** How a layout is laid: how wide a card is, how many hang below one at most, and from which column on it is shown. */
function wayFor(layout, room) {
  const columns = columnsOf(layout);
  const wide = Math.max(NARROW, window.innerWidth);
  const largest = Math.min(room.width * PART_OF_WIDTH, room.height * PART_OF_HEIGHT);
  const laid = (most, from) => {
    const shown = columns.slice(from);
    return {
      before: [],
      mainline: shown.map(({ card }) => card),
      sidelines: shown.map(({ plays }) => standIn(plays, most)),
    };
  };
  const more = ({ width, most, from }, ahead) => {
    while (most < LONGEST && fits(laid(most + 1, from), width, { ...room, ahead })) most += 1;
    return { width, most, from };
  };
  for (const [part, most] of WAYS) {
    const [shown, least] = [laid(most, 0), Math.min(largest, part * wide)];
    for (let width = largest; width >= least; width *= SMALLER)
      if (fits(shown, width, room)) return more({ width, most, from: 0 });
  }
  const [part, most] = WAYS.at(-1);
  let [width, from] = [Math.min(largest, part * wide), 1];
  const isHighEnough = () => fits(laid(most, 0), width, { ...room, width: Infinity });
  while (width > 1 && !isHighEnough()) width *= SMALLER;
  while (from < columns.length - 1 && !fits(laid(most, from), width, { ...room, ahead: AHEAD })) from += 1;
  return more({ width, most, from }, AHEAD);
}

/** The last wrong plays, no more cards than `most`; and how many cards are left out before them. */
function lastOf(plays, most) {
  if (plays.flat().length <= most) return [plays, 0];
  let from = plays.length - 1;
  // What says how many are left out takes the place of a card.
  while (plays.slice(from - 1).flat().length < most) from -= 1;
  return [plays.slice(from), plays.slice(0, from).flat().length];
}

function standIn(plays, most) {
  const [shown, left] = lastOf(plays, most);
  return left > 0 ? [["??"], ...shown] : shown;
}

function drawOn({ card, place, plays }, most, small) {
  const [shown, left] = lastOf(plays, most);
  const signs = [card, ...shown.flat()].map(() => ({}));
  const column =
    card === null
      ? h("li.column", drawEarly(shown, signs, small))
      : drawColumn({ card, place, starter: false, plays: shown, signs, small });
  if (left > 0) {
    column.firstElementChild.append(`; ${left} more before`);
    column.querySelector(".pile").prepend(h("div.play", h("div.spot.rest", `+${left}`)));
  }
  return column;
}

const isDone = ({ phase, rule }) => phase === "over" || phase === "between" || rule !== null;

/** How it stands: somebody, and what they do or have done. */
function stateOf({ phase, asleep, paused, to_act: due, dealer, winners, players, solved, layout }) {
  if (phase === "over" || phase === "between") {
    if (winners.length > 0 && solved) return { who: listed(winners), what: winners.length === 1 ? "wins" : "win" };
    // Where all have as many points, nobody has the most.
    const isShared = winners.length >= players.filter(({ seat }) => seat !== dealer).length;
    if (layout && !solved) return { what: "Not found", ahead: isShared ? "" : listed(winners) };
    return { what: phase === "over" ? "The game is over" : "The round is over" };
  }
  if (asleep) return { what: "Nobody is here" };
  if (paused) return { what: "Paused" };
  if (phase === "rule") return { who: dealer, what: "picks a rule" };
  if (phase === "play") return due ? { who: due, what: "to play" } : { what: "One moment" };
  const away = players.filter(({ kind, here }) => kind === "person" && !here).map(({ seat }) => seat);
  if (away.length > 0)
    return { what: away.length > 2 ? `Waiting for ${away.length}` : `Waiting for ${listed(away)}` };
  return { what: players.some(({ kind }) => kind === "person") ? "Everyone’s here" : "Take a seat" };
}

function drawAhead(names) {
  return h("span.ahead", h("span.in-full", "Most points: "), names);
}

function drawName({ seat, kind, here }, table) {
  const marks = [
    colourOf(table, seat),
    table.winners.includes(seat) && "won",
    kind === "person" && !here && "absent",
  ];
  // Where there are too many, long ones are cut.
  const shrinks = Math.max(0, 100 * (1 - SHORT / seat.length));
  return h("li", { class: marks, style: { "flex-shrink": shrinks } }, seat);
}
