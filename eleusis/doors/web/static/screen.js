/**
 * The page for a projector: the layout big, whose turn it is, what has just happened, how to join.
 *
 * It always looks with a spectator's eyes: whatever is shown on the wall is open to all.
 */

import * as api from "./api.js";
import { Board } from "./board.js";
import { coloursOfCards, colourOf } from "./players.js";
import { fourColours } from "./cards.js";
import { Clock } from "./clock.js";
import { h, replace } from "./dom.js";
import { aboutRound, isBeginning, turnOf } from "./screen_words.js";
import { drawHint, drawHow, drawInvitation, drawJoin, drawPlayers, drawRule, drawTold, drawTotals, drawWrongGuesses } from "./screen_parts.js";
import "./theme.js";

/** The parts of the page that are filled here, by their ids. */
const PARTS = ["now", "turn", "about", "notices", "rule", "guesses", "calm", "how", "told", "players", "hint", "join", "full", "four"];
/** Events of one move come together (ms): the view is asked for once. */
const TOGETHER = 25;
/** How long to wait (ms) before an answer that didn't come is asked for again. */
const AGAIN = 1500;
/** A connection that is back within so long (ms) was never worth a word. */
const WORTH_A_WORD = 1500;
/** Where the players don't fit into their column, how small they may be drawn, and in what steps that is tried. */
const SMALLEST = 0.6;
const STEP = 0.05;

class Screen {
  table = null;
  answer = null;
  /** A round that is over, told in whole: what /api/rounds/N answered last. */
  over = null;
  qr = null;
  lost = false;
  shown = { round: null, told: null };

  constructor() {
    this.at = Object.fromEntries(PARTS.map((name) => [name, document.getElementById(name)]));
    this.place = document.getElementById("board");
    this.board = new Board(this.place, { spectator: true });
    this.clock = new Clock(document.getElementById("clock"));
    this.at.full.addEventListener("click", () => toggleFullScreen());
    this.at.full.hidden = !document.fullscreenEnabled;
    this.at.four.addEventListener("click", () => this.showColours(!fourColours()));
    this.showColours();
    window.addEventListener("resize", () => this.fitPlayers());
  }

  async start() {
    api.qrCode().then(
      (picture) => this.takeCode(picture),
      () => this.takeCode(null),
    );
    this.hear(await this.untilAnswered(api.table));
    api.listen({
      seat: "",
      after: (await this.refresh())?.n,
      onEvent: () => this.soon(),
      onTable: (table) => this.hear(table),
      onState: (state) => this.setLost(state),
    });
  }

  async untilAnswered(ask) {
    for (;;) {
      try {
        return await ask();
      } catch {
        this.setLost("lost");
        await new Promise((resolve) => setTimeout(resolve, AGAIN));
      }
    }
  }

  hear(table) {
    this.table = { ...this.table, ...table };
    this.clock.set(this.table, performance.now());
    this.soon();
  }

  /** Ask for the view in a moment, once for all that comes until then. */
  soon() {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.refresh();
    }, TOGETHER);
  }

  /** Ask how things stand and draw the page; resolves with the answer that is drawn. */
  refresh() {
    this.stale = true;
    this.refreshing ??= this.load().finally(() => (this.refreshing = null));
    return this.refreshing;
  }

  async load() {
    while (this.stale) {
      this.stale = false;
      try {
        const answer = await api.view("");
        if (this.answer === null || answer.n >= this.answer.n) this.answer = answer;
        if (!this.isOver()) this.over = null;
        this.draw();
        if (this.isOver()) await this.tellOver();
      } catch {
        setTimeout(() => this.soon(), AGAIN);
      }
    }
    return this.answer;
  }

  /** Whether the last round is over and the next has not begun: then it is told in whole. */
  isOver() {
    const { phase, rounds_over: number } = this.table;
    return (phase === "between" || phase === "over") && number > 0;
  }

  /** Ask for the round that is over, which may take a moment, and draw it. */
  async tellOver() {
    const over = await api.round(this.table.rounds_over);
    if (!this.isOver()) return;
    this.over = over;
    this.draw();
  }

  setLost(state) {
    clearTimeout(this.lostTimer);
    const show = (lost) => {
      this.lost = lost;
      if (this.table !== null) this.drawNotices();
    };
    if (state === "lost") this.lostTimer = setTimeout(() => show(true), WORTH_A_WORD);
    else show(false);
  }

  takeCode(picture) {
    this.qr = picture;
    if (this.answer !== null) this.draw();
  }

  showColours(on) {
    this.at.four.setAttribute("aria-pressed", String(fourColours(on)));
  }

  draw() {
    const { table, answer, over, qr } = this;
    document.body.dataset.state = table.phase;
    const view = table.phase === "lobby" || table.phase === "rule" ? null : (answer.view ?? null);
    this.drawTurn(view);
    this.drawNotices();
    replace(this.at.players, drawPlayers({ table, view, over, hands: view && answer.open_hands }));
    document.body.dataset.many = table.players.length > 20 ? "very" : table.players.length > 10 ? "yes" : "no";
    document.body.classList.toggle("open-hands", table.open_hands && view !== null && over === null);
    this.drawStage(view);
    const hint = view && drawHint(answer.story ?? [], view.dealer);
    this.at.hint.hidden = !hint;
    replace(this.at.hint, hint);
    this.at.join.hidden = table.phase === "lobby";
    replace(this.at.join, drawJoin(table, qr));
    this.fitPlayers();
  }

  /** Make all players fit, as small as can still be read; else scroll to the one who is to act, no row cut at the top. */
  fitPlayers() {
    const list = this.at.players;
    for (let zoom = 1; zoom >= SMALLEST; zoom -= STEP) {
      list.style.zoom = zoom;
      if (list.scrollHeight <= list.clientHeight) return;
    }
    const acting = list.querySelector("[aria-current]");
    if (!acting) return;
    const first = [...list.children].find((row) => acting.offsetTop + acting.offsetHeight - row.offsetTop <= list.clientHeight);
    list.scrollTop = (first ?? acting).offsetTop;
  }

  drawTurn(view) {
    const { table, over } = this;
    const { who, what, acts } = turnOf(table, view, over);
    replace(this.at.turn, who && h("span", { class: "who" }, who), who && " ", h("span", { class: "what" }, what));
    this.at.now.classList.toggle("acts", acts && !table.paused);
    replace(this.at.about, aboutRound(table, view).map((text) => [h("span", {}, text), " "]));
    document.title = `${[who, what].filter(Boolean).join(" ")} – Eleusis`;
  }

  drawNotices() {
    const { table, lost } = this;
    const notices = [
      lost && "The connection is lost: reconnecting…",
      table.broken && `The game has stopped: ${table.broken}`,
      table.open_hands && "Open hands: everyone sees every hand.",
    ].filter(Boolean);
    document.body.classList.toggle("paused", table.paused);
    const written = notices.join("\n");
    if (this.written === written) return;
    this.written = written;
    replace(this.at.notices, notices.map((text) => h("p", { class: "notice" }, text)));
  }

  drawStage(view) {
    const { table, answer, over, qr } = this;
    this.at.rule.hidden = over === null;
    replace(this.at.rule, over && drawRule(over));
    const guesses = over && drawWrongGuesses(over);
    this.at.guesses.hidden = !guesses;
    replace(this.at.guesses, guesses);
    this.at.calm.hidden = view !== null;
    this.place.hidden = view === null;
    this.at.told.hidden = view === null || over !== null;
    const begins = view !== null && over === null && isBeginning(view);
    this.at.how.hidden = !begins;
    replace(this.at.how, begins && drawHow(view));
    if (view === null) {
      replace(this.at.calm, table.phase === "rule" ? drawTotals(table) : drawInvitation(table, qr));
      return;
    }
    const { prophet } = table;
    const landed = this.shown.round === table.round;
    const colours = coloursOfCards(table, answer.story, view.starters);
    this.board.show(view, { landed, marks: answer.marks, colours, prophet: prophet ?? undefined });
    this.shown.round = table.round;
    this.tell(answer.story.at(-1));
  }

  /** Say what happened last, once: drawn again it would be read aloud again. */
  tell(line) {
    if (line?.text === this.shown.told) return;
    this.shown.told = line?.text ?? null;
    replace(this.at.told, line ? drawTold(line) : "The cards are dealt.");
    this.at.told.className = `told ${colourOf(this.table, line?.seat)}`;
  }
}

function toggleFullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen();
}

new Screen().start();
