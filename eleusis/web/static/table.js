/**
 * The page at which a person plays: what a seat sees, and what it does.
 *
 * It holds the last answers of the table, draws the page from them, and asks again when something has happened.
 */

import { Actions, actionsFor, namedReason, sentence } from "./actions.js";
import * as api from "./api.js";
import { Board } from "./board.js";
import { ruleBuilder } from "./builder.js";
import { afterRound, choosing, gameOver, lobby } from "./calm.js";
import { Clock } from "./clock.js";
import { Dealing } from "./dealing.js";
import { choose, openDialog } from "./dialogs.js";
import { h, replace } from "./dom.js";
import { Hand, pickOne } from "./hand.js";
import { announce, note } from "./live.js";
import { openKeys, openMenu, openStory } from "./menu.js";
import { PACK } from "./pack.js";
import { openHands, playerItems } from "./players.js";
import { OwnRule, waitingGuess } from "./secrets.js";
import { cover, firstSeat, keepSeat, seatGone, seatSwitch } from "./seats.js";
import { lastLine, news, storyLine } from "./story.js";
import { bannerFor, quoted } from "./words.js";

/** Events of one move come together (ms): the view is asked for once. */
const TOGETHER = 25;
/** A connection that is back within so long (ms) was never worth a word. */
const WORTH_A_WORD = 1200;
/** How long to wait (ms) before an answer that didn't come is asked for again. */
const AGAIN = 1500;

const SORTED = "eleusis.sorted";

class TablePage {
  constructor() {
    this.table = null;
    this.answer = null;
    this.seat = "";
    this.shownTo = null;
    this.gone = null;
    this.lost = false;
    this.waiting = null;
    this.sorted = localStorage.getItem(SORTED) !== "no";
    this.calmKey = null;
    this.told = { story: null, banner: null, round: null };
    this.parts();
  }

  parts() {
    const part = (id) => document.getElementById(id);
    this.at = Object.fromEntries(
      ["turn", "turn-line", "notices", "calm", "players", "open-hands", "story", "last", "seats", "secret", "cover", "asked", "menu"].map((id) => [id, part(id)]),
    );
    this.board = new Board(part("board"));
    this.clock = new Clock(part("clock"));
    this.rule = new OwnRule(this.at.secret);
    this.hand = new Hand(part("hand"), {
      onChange: () => this.drawActions(),
      onFull: (most) => note(`At most ${most} cards at once`),
    });
    this.actions = new Actions(part("actions"), {
      onAct: (action) => this.act(action),
      onRefused: note,
      onAsked: () => this.openMay(),
    });
    this.at.menu.addEventListener("click", () => this.openMenu());
    this.at.last.addEventListener("click", () => openStory(this.answer.story));
    document.addEventListener("keydown", (event) => this.press(event));
  }

  // Talk with the table

  async start() {
    this.table = await this.untilAnswered(api.table);
    this.clock.set(this.table);
    this.seat = firstSeat(this.table.you);
    if (this.keepsNoSecrets()) this.shownTo = this.seat;
    await this.refresh();
    this.listen();
  }

  async untilAnswered(ask) {
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        if (error.status !== 0) throw error;
        this.setLost("lost");
        await new Promise((resolve) => setTimeout(resolve, AGAIN));
      }
    }
  }

  listen() {
    this.ear?.close();
    this.ear = api.listen({
      seat: this.seat,
      after: this.answer?.n,
      onEvent: () => this.soon(),
      onTable: (table) => this.hearTable(table),
      onState: (state) => this.setLost(state),
      onGone: () => this.lose(),
    });
  }

  hearTable(table) {
    const before = this.table;
    this.table = { ...table, you: table.you ?? before.you };
    this.clock.set(this.table);
    // Who comes and goes changes nothing that a view tells.
    if (this.answer !== null && table.n === this.answer.n && table.phase === before.phase) this.draw();
    else this.soon();
  }

  /** Asks for the view in a moment, once for all that comes until then. */
  soon() {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.refresh();
    }, TOGETHER);
  }

  /** Asks how things stand and draws the page; resolves when what was asked for now is drawn. */
  refresh() {
    this.stale = true;
    this.refreshing ??= this.load().finally(() => (this.refreshing = null));
    return this.refreshing;
  }

  async load() {
    while (this.stale) {
      this.stale = false;
      try {
        this.take(await api.view(this.seat));
      } catch (error) {
        if (error.status === 401 || error.status === 403) this.lose();
        else setTimeout(() => this.soon(), AGAIN);
      }
    }
  }

  take(answer) {
    // An answer that was overtaken on its way tells of a past that is drawn already.
    if (this.answer !== null && answer.n < this.answer.n) return;
    this.answer = answer;
    this.follow();
    this.draw();
    this.tell();
  }

  /** Goes to the seat that is to act, where this browser holds several. */
  follow() {
    const { you, phase, dealer } = this.table;
    const next = phase === "rule" ? dealer : this.answer.view?.to_act;
    if (you.length < 2 || next === this.seat || !you.includes(next) || phase === "between" || phase === "over") return;
    this.goTo(next);
  }

  /** Shows another seat of this browser; its hand stays covered until somebody says to hold the device. */
  goTo(seat) {
    this.seat = seat;
    this.shownTo = this.keepsNoSecrets() ? seat : null;
    keepSeat(seat);
    this.hand.clear();
    this.rule.hide();
    this.listen();
    this.refresh();
  }

  /** Whether this browser may show its hands to whoever looks: they lie open, or it holds only one. */
  keepsNoSecrets() {
    const { you, by_hand: byHand, open_hands: open } = this.table;
    return byHand || open || you.length < 2;
  }

  lose() {
    this.ear?.close();
    this.gone = this.seat;
    this.draw();
  }

  async takeBack(pin) {
    try {
      await api.sit({ name: this.gone, pin });
    } catch (error) {
      return error.text;
    }
    this.gone = null;
    this.table = await api.table();
    await this.refresh();
    this.listen();
    return null;
  }

  setLost(state) {
    clearTimeout(this.lostTimer);
    const show = (lost) => {
      if (lost === this.lost) return;
      this.lost = lost;
      this.drawNotices();
      if (this.answer !== null) this.drawActions();
    };
    if (state === "lost") this.lostTimer = setTimeout(() => show(true), WORTH_A_WORD);
    else show(false);
  }

  // Moves

  /** Sends a move in the state that the page shows, once; `name` is the button that waits meanwhile. */
  async send(line, name) {
    if (this.waiting !== null) return;
    this.waiting = name;
    this.drawActions();
    try {
      await api.move(this.answer.n, line, this.seat);
      this.hand.clear();
    } catch (error) {
      this.explain(error);
    }
    await this.refresh();
    this.waiting = null;
    this.drawActions();
  }

  explain(error) {
    if (error.status === 409) note("The table has moved on: look again");
    else if (error.status === 401 || error.status === 403) this.lose();
    else note(error.text ?? String(error));
  }

  act({ name, verb, verdict }) {
    const { view, options } = this.answer;
    const named = options.filter((option) => option.startsWith(`${verb} ${verdict} `));
    if (verb === "play") this.send(`play ${this.hand.chosen.join(" ")}`, name);
    else if (verb === "guess") this.openGuess(name);
    else if (verb === "hint") this.openHint(name);
    else if (verdict === "wrong" && named.length > 0) this.askForCard(name, `${verb} wrong`, named, options.includes(`${verb} wrong`), view);
    else this.send(verdict === undefined ? verb : `${verb} ${verdict}`, name);
  }

  /** Asks which card of a hand that was shown is right. */
  askForCard(name, line, named, needsNone, view) {
    const codes = named.map((option) => option.split(" ").at(-1));
    const marked = view.named === null ? null : { code: view.named, text: `${view.prophet} named this card` };
    const send = (move) => {
      window_.close();
      this.send(move, name);
    };
    const footer = needsNone ? [h("button", { type: "button", on: { click: () => send(line) } }, "Without a card")] : [];
    const window_ = openDialog(`Which card of ${view.mover}'s hand is right?`, pickOne(codes, (code) => send(`${line} ${code}`), marked), { footer });
  }

  openGuess(name) {
    const place = h("div", { class: "rule-place" });
    const window_ = openDialog("Guess the rule", place);
    const onRule = (rule) => {
      window_.close();
      this.send(`guess ${quoted(rule)}`, name);
    };
    ruleBuilder(place, { line: this.answer.view.layout.mainline, mode: "guess", onRule }).focus();
  }

  openHint(name) {
    const input = h("input", { id: "hint", name: "hint", maxlength: 200, required: true, autocomplete: "off" });
    const submit = (event) => {
      event.preventDefault();
      window_.close();
      this.send(`hint ${quoted(input.value)}`, name);
    };
    const form = h(
      "form",
      { class: "stack", on: { submit } },
      h("div", { class: "field" }, h("label", { for: "hint" }, "Your hint"), input),
      h("button", { type: "submit", class: "primary" }, "Tell all"),
    );
    const window_ = openDialog("A hint for all", form);
    input.focus();
  }

  /** Opens what may be done now, and why not the rest. */
  openMay() {
    const { may = [], may_not: mayNot = [] } = this.answer;
    const list = (lines) => h("ul", {}, lines.map((line) => h("li", {}, line)));
    openDialog("What may I do?", [
      h("h3", {}, "Now you may"),
      may.length > 0 ? list(may.map(sentence)) : h("p", {}, `Nothing: ${this.banner().text}.`),
      mayNot.length > 0 && h("h3", {}, "You may not"),
      mayNot.length > 0 && list(mayNot.map(namedReason)),
    ]);
  }

  openHands() {
    return openHands(this.answer?.open_hands ?? {}, this.seat);
  }

  openHandsDialog() {
    openDialog("Open hands", h("ul", { class: "plain stack" }, this.openHands()));
  }

  openMenu() {
    openMenu({
      moment: this.moment(),
      sorted: this.sorted,
      onSorted: (sorted) => {
        this.sorted = sorted;
        localStorage.setItem(SORTED, sorted ? "yes" : "no");
        this.drawHand();
      },
      onLeave: () => window.location.assign("/"),
    });
  }

  press(event) {
    const typing = event.target.closest("input, textarea, select, [contenteditable]");
    if (typing || event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    const key = event.key.toLowerCase();
    const does = { "?": openKeys, m: () => this.openMenu(), c: () => this.hand.focus() }[key];
    if (does !== undefined) does();
    else if (event.repeat || this.mode() !== "playing" || !this.actions.press(key)) return;
    event.preventDefault();
  }

  // The page

  /** What the page shows now, as its parts need it. */
  moment() {
    const { view = null, options = [], may_not: mayNot = [], story = [], undo = false } = this.answer ?? {};
    return { table: this.table, view, options, mayNot, story, undo, seat: this.seat, chosen: this.hand.chosen, lost: this.lost };
  }

  mode() {
    if (this.gone !== null) return "gone";
    const { phase } = this.table;
    if (phase !== "play") return phase === "rule" && this.table.dealer === this.seat ? "dealing" : phase;
    return this.answer?.view ? "playing" : "lobby";
  }

  banner() {
    const { table, seat } = this;
    const texts = {
      gone: `${this.gone} sits elsewhere`,
      lobby: "Waiting for the host to start",
      dealing: "Your turn: choose the secret rule",
      rule: `${table.dealer} is choosing a rule`,
      between: "The round is over",
      over: "The game is over",
    };
    const text = texts[this.mode()];
    return text === undefined ? bannerFor(this.moment()) : { text, own: this.mode() === "dealing" && seat !== "" };
  }

  draw() {
    const mode = this.mode();
    document.body.dataset.state = mode;
    document.body.dataset.byHand = String(this.table.by_hand);
    this.drawBanner();
    this.drawNotices();
    for (const part of document.querySelectorAll(".playing")) part.hidden = mode !== "playing";
    this.at.calm.hidden = mode === "playing";
    if (mode === "playing") this.drawPlaying();
    else this.drawCalm(mode);
  }

  drawBanner() {
    const { text, own } = this.banner();
    this.at.turn.textContent = text;
    this.at["turn-line"].classList.toggle("own", own);
    document.title = own ? `● ${text} – Eleusis` : `${text} – Eleusis`;
  }

  drawNotices() {
    const { table } = this;
    const says = (text, ...more) => h("p", { class: "notice" }, text, ...more);
    replace(
      this.at.notices,
      this.lost && says("Reconnecting…"),
      table?.paused && says("The host has paused the game."),
      table?.broken && says(`The game has stopped: ${table.broken}`),
      table?.open_hands && says("Open hands: all see every hand. ", h("button", { type: "button", on: { click: () => this.openHandsDialog() } }, "Look")),
      table !== null && this.seat === "" && says("You are watching. ", h("a", { href: "/" }, "Choose a seat")),
    );
  }

  drawCalm(mode) {
    const { table, seat } = this;
    const draws = {
      gone: ["gone", () => seatGone(this.gone, (pin) => this.takeBack(pin))],
      lobby: [JSON.stringify([table.players, table.title]), () => lobby(table, seat)],
      rule: [`${table.round} ${table.dealer}`, () => choosing(table)],
      dealing: [`${table.round} ${seat} ${this.shownTo}`, () => this.dealing()],
      between: [`${table.rounds_over} ${seat} ${table.next_dealer} ${this.answer?.undo}`, () => [afterRound(table, seat), this.undoBelow()]],
      over: [`${table.rounds_over} ${seat}`, () => gameOver(table, seat)],
    };
    const [key, drawIt] = draws[mode];
    if (this.calmKey === `${mode} ${key}`) return;
    this.calmKey = `${mode} ${key}`;
    replace(this.at.calm, mode !== "gone" && seatSwitch(table.you, seat, (other) => this.goTo(other)), drawIt());
  }

  dealing() {
    if (this.isCovered()) return this.coverNow();
    return new Dealing({ table: this.table, seat: this.seat, onDealt: () => this.refresh() }).element;
  }

  /** A judgement that ended a round may be taken back where a person gave it. */
  undoBelow() {
    return this.answer?.undo && h("button", { type: "button", on: { click: () => this.send("undo", "Undo") } }, "Undo");
  }

  drawPlaying() {
    const { view, story } = this.answer;
    this.calmKey = null;
    const landed = this.told.round === this.table.round;
    this.board.show(view, { landed, marks, prophet: this.table.prophet ?? undefined });
    replace(this.at.players, playerItems(this.moment()));
    replace(this.at["open-hands"], this.openHands());
    this.at.players.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
    this.drawStory(story);
    replace(this.at.last, lastLine(story) ?? "The cards are dealt.");
    replace(this.at.seats, seatSwitch(this.table.you, this.seat, (seat) => this.goTo(seat)));
    replace(this.at.asked, waitingGuess(view));
    this.drawOwn();
  }

  drawStory(story) {
    const list = this.at.story;
    // Who has scrolled back to read is left in peace.
    const atEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 8;
    replace(list, story.map(storyLine));
    if (atEnd) list.scrollTop = list.scrollHeight;
  }

  drawOwn() {
    const covered = this.isCovered();
    replace(this.at.cover, covered && this.coverNow());
    this.rule.show(covered ? null : this.answer.rule, this.seat);
    this.hand.element.hidden = covered || this.seat === "" || this.answer.view.hand.length === 0;
    this.actions.element.hidden = covered || this.seat === "";
    if (!covered && this.seat !== "") this.drawHand();
    this.drawActions();
  }

  isCovered() {
    return this.seat !== "" && !this.keepsNoSecrets() && this.shownTo !== this.seat;
  }

  coverNow() {
    return cover(this.seat, () => {
      this.shownTo = this.seat;
      this.draw();
      this.hand.focus();
    });
  }

  drawHand() {
    const { hand, prophet, expelled } = this.answer.view;
    const unknown = hand.includes("??");
    this.hand.element.classList.toggle("resting", !unknown && (prophet === this.seat || expelled.includes(this.seat)));
    this.hand.element.classList.toggle("whole-pack", unknown);
    this.hand.show(unknown ? PACK : hand, { most: this.table.max_cards, sorted: this.sorted && !unknown, compact: unknown });
  }

  drawActions() {
    if (this.answer?.view && this.mode() === "playing") this.actions.show(actionsFor(this.moment()), this.waiting);
  }

  /** Says aloud what is new: each judgement, and that it is one's turn. */
  tell() {
    const { story } = this.answer;
    const { text, own } = this.banner();
    if (this.told.story !== null && this.told.round === this.table.round) {
      for (const line of news(this.told.story, story)) announce(line);
    }
    if (own && text !== this.told.banner) announce(text, { assertive: true });
    this.told = { story, banner: own ? text : null, round: this.table.round };
  }
}

new TablePage().start();
