/**
 * What the page knows of the table, kept up to date: the last answers, asked for anew when something has happened.
 */

import * as api from "./api.js";
import { oneByOne } from "./attempts.js";
import { firstSeat, keepSeat } from "./seats.js";

/** Events of one move come together (ms): the view is asked for once. */
const TOGETHER = 25;
/** While a move is on its way its answer brings the view: only one that takes so long (ms) isn't waited for. */
const MOVING = 400;
/** A connection that is back within so long (ms) was never worth a word. */
const WORTH_A_WORD = 1200;
/** How long to wait (ms) before an answer that didn't come is asked for again. */
const AGAIN = 1500;

/**
 * The talk of one page with the table, through the eyes of one of the seats that its browser holds.
 *
 * `table` and `answer` are the last that /api/table and /api/view told, `heard` is when the table did; `seat` is whose
 * eyes they are ("" is a spectator), `gone` the seat that this browser has lost. `onAnswer()` is called when a view
 * has come, `onTable()` when only the table is another, `onLost()` when the connection is lost or back, `onGone()`
 * when the seat is lost, `onGame()` when another game has begun. It begins with the seat that is `wanted`, "" to be a spectator in any case; without, with
 * the one of the address or the one shown last, which is kept in mind then. While `isCovered()` the view of a spectator is asked for: no hand comes to a page that must
 * not show it.
 */
export class Talk {
  constructor({ onAnswer, onTable, onLost, onGone, onGame, isCovered = () => false, wanted }) {
    this.isCovered = isCovered;
    this.tell = { answer: onAnswer, table: onTable, lost: onLost, gone: onGone };
    this.onGame = onGame;
    this.wanted = wanted;
    this.stopped = false;
    this.table = null;
    this.answer = null;
    /** The number of the last event that was heard of. */
    this.newest = -1;
    this.moving = false;
    this.seat = "";
    this.gone = null;
    /** "lost" while nobody answers, "away" where the table was put away; else false. */
    this.lost = false;
  }

  /** Begins: asks until the table answers, then listens. */
  async start() {
    const table = await this.askUntilAnswered();
    if (this.stopped) return;
    this.setTable(table);
    this.seat =
      this.wanted === "" ? "" : firstSeat(table.you, this.wanted === undefined ? undefined : [this.wanted]);
    this.tell.table();
    await this.refresh();
    this.listen();
  }

  /** Ends: nothing is asked or told any more. */
  stop() {
    this.stopped = true;
    this.ear?.close();
    clearTimeout(this.timer);
    clearTimeout(this.lostTimer);
  }

  /** Looks through the eyes of another seat of this browser. */
  switchTo(seat) {
    this.seat = seat;
    if (this.wanted === undefined) keepSeat(seat);
    this.listen();
    return this.refresh();
  }

  /** Asks how things stand; resolves when the answer to what was asked now is here. */
  refresh = oneByOne(() => this.load());

  /** Makes a move in the state that was shown → the ApiError of one that was refused, or null. */
  async move(line) {
    const { seat } = this;
    this.moving = true;
    try {
      const { seen } = await api.move(this.answer.n, line, seat);
      clearTimeout(this.timer);
      this.timer = null;
      if (seat === this.seat) this.take(seen);
      return null;
    } catch (error) {
      await this.refresh();
      return error;
    } finally {
      this.moving = false;
      this.hearOf(this.newest);
    }
  }

  /** Takes the seat that was lost back by its PIN, and the code of the table where there is one → what is wrong, or null. */
  async takeBack(pin, code) {
    try {
      await api.sit({ name: this.gone, pin, code });
      this.setTable(await api.table());
    } catch (error) {
      return error.text;
    }
    this.gone = null;
    await this.refresh();
    this.listen();
    return null;
  }

  async askUntilAnswered() {
    while (!this.stopped) {
      try {
        return await api.table();
      } catch (error) {
        const isAway = api.isAway(error);
        this.setLost(isAway ? "away" : "lost");
        await new Promise((resolve) => setTimeout(resolve, isAway ? api.AWAY_PAUSE : AGAIN));
      }
    }
    return null;
  }

  listen() {
    if (this.stopped) return;
    this.ear?.close();
    this.ear = api.listen({
      // A browser that holds several seats is present at all of them: a stream for none of them by name.
      seat: this.table.you.length > 1 && this.wanted !== "" ? undefined : this.seat,
      after: this.answer?.n,
      onEvent: (n) => this.hearOf(n),
      onTable: (table) => this.hearTable(table),
      onState: (state) => this.setLost(state),
      onGone: () => this.lose(),
      onGame: this.onGame,
    });
  }

  hearTable(table) {
    const before = this.table;
    // The stream tells what is open to all: what the table said to this browser alone still holds.
    this.setTable({ ...before, ...table });
    if (this.seat !== "" && !this.table.you.includes(this.seat)) {
      this.lose();
      return;
    }
    if (this.answer === null || table.phase !== before.phase || table.hidden !== before.hidden) this.soon();
    // Who comes and goes changes nothing that a view tells.
    else if (table.n <= this.answer.n) this.tell.table();
    else this.hearOf(table.n);
  }

  /** Asks for the view where an event isn't told by the one that is here: the answer to one's own move may know of it. */
  hearOf(n) {
    this.newest = Math.max(this.newest, n);
    if (this.newest > (this.answer?.n ?? -1)) this.soon();
  }

  setTable(table) {
    this.table = table;
    this.heard = performance.now();
  }

  /** Asks for the view in a moment, once for all that comes until then. */
  soon(wait = this.moving ? MOVING : TOGETHER) {
    if (this.stopped) return;
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.refresh();
    }, wait);
  }

  async load() {
    if (this.gone !== null || this.stopped) return;
    try {
      this.take(await api.view(this.isCovered() ? "" : this.seat));
    } catch (error) {
      if (error.status === 401 || error.status === 403) this.lose();
      else if (!api.isAway(error)) this.soon(AGAIN);
    }
  }

  take(answer) {
    if (this.stopped) return;
    // An answer that was overtaken on its way tells of a past that is shown already.
    if (this.answer !== null && answer.n < this.answer.n) return;
    this.answer = answer;
    this.tell.answer();
  }

  /** The seat is lost: to another device, or it is free; which, the table knows. */
  async lose() {
    if (this.gone !== null || this.stopped) return;
    this.ear?.close();
    this.gone = this.seat;
    this.setLost("live");
    this.setTable(await api.table().catch(() => this.table));
    if (!this.stopped) this.tell.gone();
  }

  /** Whether the seat that was lost is held by another device. */
  get isTaken() {
    return this.table.players.some(({ seat, taken }) => seat === this.gone && taken);
  }

  setLost(state) {
    clearTimeout(this.lostTimer);
    if (this.stopped) return;
    const set = (lost) => {
      if (lost === this.lost) return;
      this.lost = lost;
      this.tell.lost();
    };
    if (state === "lost") this.lostTimer = setTimeout(() => set("lost"), WORTH_A_WORD);
    else set(state === "away" && "away");
  }
}
