/** A table as a tile of the wall. */

import { drawColumn } from "../board_parts.js";
import { measure } from "../board_size.js";
import { cardFace } from "../cards.js";
import { h, renew, replace } from "../dom.js";
import { colourOf } from "../players.js";
import { listed } from "../words.js";

/** A card narrower than this part of the wall shows rank and suit alone. */
const FROM_AFAR = 0.085;
/** From afar a card is still seen to be one where it is so wide; it is made smaller by such steps. */
const [LEAST, SMALLER] = [18, 0.9];

export class Tile {
  #line = h("ol", { class: "mainline", role: "list", "aria-label": "Mainline" });
  #lying = h("div", { class: "lying" }, this.#line);
  #board = h("div", { class: "board far" }, this.#lying);
  #code = h("span", { class: "code" });
  #state = h("p", { class: "state" });
  #words = h("p", { class: "in-words" });
  #names = h("ul", { class: "plain names", role: "list", "aria-label": "Players" });
  #tile;
  #columns = [];
  #table = null;

  /** The item of the list of tiles. */
  item;

  constructor(code) {
    this.#code.textContent = code;
    this.#tile = h("a", { class: "tile", href: `${code}/screen` }, h("div", { class: "head-line" }, this.#code, this.#state), this.#board, this.#words, this.#names);
    this.item = h("li", {}, this.#tile);
  }

  /** Shows how the table stands; with its layout where there is room for it. */
  show(table, hasRoom) {
    const { who, what } = stateOf(table);
    const { players, winners, rule, layout, to_act: due } = table;
    const winner = winners.length === 1 ? colourOf(table, winners[0]) : "";
    const acts = due !== null && !table.paused && !table.asleep && table.phase === "play";
    this.#tile.className = `tile ${isDone(table) ? `done ${winner}` : acts ? "acts" : table.asleep ? "asleep" : ""}`;
    renew(this.#state, who && h("span", { class: "who" }, who), who && " ", what);
    // A bot is named while it plays, or where it has won.
    const named = players.filter(({ seat, kind }) => kind === "person" || winners.includes(seat) || (table.phase === "play" && seat !== table.dealer));
    renew(this.#names, named.map((player) => drawName(player, table)));
    this.#words.hidden = rule === null;
    this.#words.textContent = rule ?? "";
    this.#words.classList.toggle("solved", table.solved);
    this.#board.hidden = !hasRoom;
    const shown = JSON.stringify([layout, rule]);
    const isOther = shown !== this.#table?.shown;
    this.#table = { layout, shown, seen: this.#table !== null && this.#table.round === table.round, round: table.round };
    if (isOther) this.fit();
  }

  /** Draws the layout as large as it fits; of one that doesn't, its last cards. */
  fit() {
    const layout = this.#table?.layout;
    if (this.#board.hidden) return;
    if (!layout) {
      replace(this.#lying, ["??", "??", "??"].map((code) => cardFace(code)));
      return;
    }
    replace(this.#lying, this.#line);
    const edge = 2 * parseFloat(getComputedStyle(this.#lying).paddingTop);
    const room = { width: this.#board.clientWidth - edge, height: this.#board.clientHeight - edge, waiting: 0 };
    if (room.width <= 0) return;
    this.#draw(layout, measure(layout, room) < FROM_AFAR * window.innerWidth);
    const isCut = () => this.#lying.scrollHeight > this.#board.clientHeight + 1;
    // Smaller and smaller; then without what was wrong; then only the last cards.
    for (const sidelines of [layout.sidelines, layout.mainline.map(() => [])]) {
      this.#board.classList.toggle("bare", sidelines !== layout.sidelines);
      let width = measure({ ...layout, sidelines }, room);
      do this.#board.style.setProperty("--w", `${width}px`);
      while (isCut() && (width *= SMALLER) > LEAST);
      if (!isCut()) return;
    }
    while (this.#line.children.length > 1 && isCut()) this.#line.firstElementChild.remove();
  }

  /** Draws the columns that have changed; the others stay as they are. */
  #draw(layout, small) {
    const before = this.#columns;
    this.#columns = layout.mainline.map((card, at) => {
      const plays = layout.sidelines[at];
      const shown = { card, place: at + 1, starter: false, plays, signs: [card, ...plays.flat()].map(() => ({})), small };
      const text = JSON.stringify([card, plays]);
      const drawn = before[at];
      if (drawn?.text === text && drawn.small === small) {
        drawn.element.classList.remove("landed");
        return drawn;
      }
      const element = drawColumn(shown);
      if (this.#table.seen && drawn?.text !== text) element.classList.add("landed");
      return { text, small, element };
    });
    replace(this.#line, this.#columns.map(({ element }) => element));
  }
}

const isDone = ({ phase, rule }) => phase === "over" || phase === "between" || rule !== null;

/** How it stands: somebody, and what they do or have done. */
function stateOf({ phase, asleep, paused, to_act: due, dealer, winners, players }) {
  if (phase === "over" || phase === "between") {
    if (winners.length > 0) return { who: listed(winners), what: winners.length === 1 ? "wins" : "win" };
    return { what: phase === "over" ? "The game is over" : "The round is over" };
  }
  if (asleep) return { what: "Nobody is here" };
  if (paused) return { what: "Paused" };
  if (phase === "rule") return { who: dealer, what: "chooses the rule" };
  if (phase === "play") return due ? { who: due, what: "to play" } : { what: "One moment" };
  const away = players.filter(({ kind, here }) => kind === "person" && !here).map(({ seat }) => seat);
  if (away.length > 0) return { what: away.length > 2 ? `Waiting for ${away.length}` : `Waiting for ${listed(away)}` };
  return { what: players.some(({ kind }) => kind === "person") ? "All are here" : "Take a seat" };
}

function drawName({ seat, kind, here }, table) {
  const marks = [colourOf(table, seat), table.winners.includes(seat) && "won", kind === "person" && !here && "absent"];
  return h("li", { class: marks.filter(Boolean).join(" ") }, seat);
}
