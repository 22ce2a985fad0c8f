/**
 * The page for a projector: the layout big, whose turn it is, what has just happened, how to join.
 *
 * It always looks with a spectator's eyes: whatever is shown on the wall is open to all.
 */

import * as api from "./api.js";
import { Board } from "./board.js";
import { fourColours } from "./cards.js";
import { Clock } from "./clock.js";
import { h, partsById, patch, patchOrHide } from "./dom.js";
import { AWAY, note } from "./live.js";
import { LAST_LOOK, lightUp, Moments, Plaque, showMoment } from "./moments.js";
import { colourOf, coloursOfCards, flyingSuits, placesInList, podium } from "./players.js";
import {
  drawHint,
  drawHow,
  drawInvitation,
  drawJoin,
  drawPlayers,
  drawRule,
  drawTold,
  drawTotals,
  drawWrongGuesses,
} from "./screen_parts.js";
import { aboutRound, isBeginning, turnOf } from "./screen_words.js";
import { takenBack } from "./story.js";
import { Talk } from "./talk.js";
import "./theme.js";

/** How long to wait (ms) before a round that was not told is asked for again. */
const AGAIN = 1500;
/** Where the players don't fit into their column, how small they may be drawn, and in what steps that is tried. */
const SMALLEST = 0.6;
const STEP = 0.05;

class Screen {
  /** A round that is over, told in whole: what /api/rounds/N answered last. */
  over = null;
  qr = null;
  /** Until when (ms of the page's clock) the layout stays in sight after a round that ended here. */
  lastLook = 0;
  told = { round: null, story: null, view: null };
  talk = new Talk({
    wanted: "",
    onAnswer: () => this.hear(),
    onTable: () => this.hear(),
    onLost: () => this.drawNotices(),
  });

  constructor() {
    this.at = partsById();
    this.place = document.getElementById("board");
    const stage = document.getElementById("stage");
    this.board = new Board(this.place, { spectator: true, moments: new Moments(stage) });
    this.plaque = new Plaque(document.getElementById("plaque"));
    this.clock = new Clock(document.getElementById("clock"));
    this.at.full.addEventListener("click", () => toggleFullScreen());
    this.at.full.hidden = !document.fullscreenEnabled;
    this.at.four.addEventListener("click", () => this.showColours(!fourColours()));
    this.showColours();
    window.addEventListener("resize", () => this.fitPlayers());
  }

  start() {
    const take = (picture) => {
      this.qr = picture;
      this.draw();
    };
    api.qrCode().then(take, () => {});
    this.talk.start();
  }

  get table() {
    return this.talk.table;
  }

  /** Draw what has come; a round that is over is asked for in whole, which may take a moment. */
  async hear() {
    const { phase, rounds_over: number } = this.table;
    const isOver = (phase === "between" || phase === "over") && number > 0;
    if (isOver && document.body.dataset.state === "play") this.lastLook = performance.now() + LAST_LOOK;
    if (!isOver) this.over = null;
    this.draw();
    if (!isOver) return;
    try {
      const over = await api.round(number);
      await new Promise((resolve) => setTimeout(resolve, this.lastLook - performance.now()));
      if (this.table.phase !== phase || this.table.rounds_over !== number) return;
      const seesItEnd = this.over === null && this.lastLook > 0;
      this.over = over;
      this.plaque.close();
      this.draw();
      if (!seesItEnd) return;
      if (this.at.now.matches(".won")) this.place.parentElement.append(flyingSuits());
      if (this.talk.answer.view.ended === "right guess")
        lightUp([...this.place.querySelectorAll(".mainline .head")]);
    } catch {
      this.talk.soon(AGAIN);
    }
  }

  showColours(on) {
    this.at.four.setAttribute("aria-pressed", String(fourColours(on)));
  }

  draw() {
    const { talk, table, over, qr } = this;
    const { answer } = talk;
    if (answer === null) return;
    this.clock.set(table, talk.heard);
    document.body.dataset.state = table.phase;
    const view = table.phase === "lobby" || table.phase === "rule" ? null : (answer.view ?? null);
    this.drawTurn(view);
    this.drawNotices();
    patch(this.at.players, drawPlayers({ table, view, over, hands: view && answer.open_hands }));
    document.body.classList.toggle("crowded", table.players.length > 10);
    document.body.classList.toggle("open-hands", table.open_hands && view !== null && over === null);
    this.drawStage(view);
    const hint = view && over === null && drawHint(answer.story ?? [], view.dealer);
    patchOrHide(this.at.hint, hint);
    this.at.join.hidden = table.phase === "lobby";
    patch(this.at.join, drawJoin(table, qr));
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
    const first = [...list.children].find(
      (row) => acting.offsetTop + acting.offsetHeight - row.offsetTop <= list.clientHeight,
    );
    list.scrollTop = (first ?? acting).offsetTop;
  }

  drawTurn(view) {
    const { table, over } = this;
    const { who, what, acts, won } = turnOf(table, view, over);
    this.at.now.className = `now ${won ? `won ${won.length > 1 ? "shared" : colourOf(table, won[0])}` : acts && !table.paused ? "acts" : ""}`;
    patch(this.at.turn, who && h("span.who", who), who && " ", h("span.what", what));
    patch(
      this.at.about,
      aboutRound(table, view).map((text) => [h("span", text), " "]),
    );
    document.title = `${[who, what].filter(Boolean).join(" ")} – Eleusis`;
  }

  drawNotices() {
    const { table, talk } = this;
    const notices = [
      talk.lost && (talk.lost === "away" ? AWAY : "The connection is lost: reconnecting…"),
      table?.broken && `The game has stopped: ${table.broken}`,
      table?.open_hands && "Open hands: everyone sees every hand.",
    ].filter(Boolean);
    document.body.classList.toggle("paused", table?.paused ?? false);
    patch(
      this.at.notices,
      notices.map((text) => h("p.notice", text)),
    );
  }

  drawStage(view) {
    const { table, over, qr } = this;
    const { answer } = this.talk;
    const steps = over && table.phase === "over" && podium(table);
    patchOrHide(this.at.podium, steps);
    patchOrHide(this.at.rule, over && drawRule(over));
    // All else gives way to the podium.
    patchOrHide(this.at.guesses, over && !steps && drawWrongGuesses(over));
    this.at.calm.hidden = view !== null;
    this.place.hidden = view === null || Boolean(steps);
    this.at.told.hidden = view === null || over !== null;
    patchOrHide(this.at.how, view !== null && over === null && isBeginning(view) && drawHow());
    if (view === null) {
      patch(this.at.calm, table.phase === "rule" ? drawTotals(table) : drawInvitation(table, qr));
      return;
    }
    const { board, plaque, told } = this;
    const { story, marks } = answer;
    const now = { round: table.round, story, view };
    const more = { marks, colours: coloursOfCards(table, story, view.starters) };
    showMoment({
      told,
      now,
      seat: "",
      prophet: table.prophet,
      board,
      plaque,
      more,
      placesOf: ({ line }) => placesInList(this.at.players, line),
    });
    this.told = now;
    const undone = told.round === table.round && told.story !== null && takenBack(told.story, story);
    if (undone) note(undone);
    const line = story.at(-1);
    patch(this.at.told, line ? drawTold(line) : "The cards are dealt.");
    this.at.told.className = `told ${colourOf(table, line?.seat)}`;
  }
}

function toggleFullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen();
}

new Screen().start();
