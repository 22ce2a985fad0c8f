/**
 * The page at which a person plays: what a seat sees, and what it does.
 */

import { Actions, actionsFor, playsOn } from "./actions.js";
import { gameGone } from "./alone.js";
import { askForCard, askForGuess, askForHint, askForNoPlay, askToDeclare, forgetDraft, openMay } from "./asking.js";
import { Board } from "./board.js";
import { afterRound, choosing, gameOver, lobby } from "./calm.js";
import { Clock } from "./clock.js";
import { Dealing } from "./dealing.js";
import { closeDialogs, openDialog } from "./dialogs.js";
import { h, part, partsById, patch, replace } from "./dom.js";
import { Hand } from "./hand.js";
import { AWAY, announce, note } from "./live.js";
import { Memory } from "./memory.js";
import { openKeys, openMenu, openStory } from "./menu.js";
import { freshLines, judgedIn, LAST_LOOK, Moments, ownVerdict, Plaque, SEEN, showMoment } from "./moments.js";
import { notices } from "./notices.js";
import { PACK } from "./pack.js";
import { goHome } from "./places.js";
import { colourOf, coloursOfCards, openHands, placesInList, playerItems } from "./players.js";
import { cover, seatGone, seatSwitch } from "./seats.js";
import { OwnRule, shownHint, waitingGuess } from "./secrets.js";
import { ring, sounding, soundOf, wake } from "./sounds.js";
import { lastLine, lateWords, news, storyLine, takenBack } from "./story.js";
import { Talk } from "./talk.js";
import { watchedGame } from "./watched.js";
import { bannerFor, possessive, reminders } from "./words.js";

/** How wide (px) a card is where it leaves the hand of another. */
const CHIP = 24;

/** From so many cards on a hand is shown as small as the pack is, where the window is as small as that. */
const [MANY, SMALL] = [15, "(max-width: 36rem), (max-height: 30rem)"];

/** Whether the hand lies by suit, as it does until something else is chosen on this device. */
const memory = new Memory("eleusis.sorted");
const sorted = () => memory.text !== "no";

/** The page, in the markup of table.html; there is one at a time in a document. */
export class TablePage {
  /**
   * @param {object} [wish]
   * @param {string} [wish.seat] the seat to begin with; undefined: the one of the address, or the one shown last
   * @param {() => void} [wish.onLeave] called when the seat was given up, or whoever plays alone leaves; the start page
   * @param {() => void} [wish.onGame] called when another game has begun at this table; the page begins anew
   * @param {(moment: {table: object, seat: string}) => Element[]} [wish.overActions] what may be done when the game is over
   * @param {(moment: object) => void} [wish.onMoment] called with `mode` and how things stand, whenever that was drawn
   * @param {{words: string, sentence: string}} [wish.guessHelp] help in the window of a guess, with the id of a sentence
   * @param {boolean} [wish.focus] whether the heading takes the focus, as where the page is put in another's place
   */
  constructor({
    seat,
    onLeave = goHome,
    onGame,
    overActions = () => [],
    onMoment = () => {},
    guessHelp,
    focus = false,
  } = {}) {
    this.onLeave = onLeave;
    this.overActions = overActions;
    this.onMoment = onMoment;
    this.guessHelp = guessHelp;
    this.takesFocus = focus;
    this.leaving = new AbortController();
    const { signal } = this.leaving;
    this.shownTo = null;
    this.waiting = null;
    this.asking = null;
    this.lingers = false;
    this.told = { story: null, banner: null, round: null, view: null };
    this.at = partsById();
    this.moments = new Moments(part("table"));
    this.plaque = new Plaque(part("plaque"), () => this.hand.focus());
    this.board = new Board(part("board"), { moments: this.moments });
    this.clock = new Clock(part("clock"));
    this.rule = new OwnRule(this.at.secret, { signal });
    this.hand = new Hand(part("hand"), {
      onChange: () => this.drawActions(),
      onFull: (most) => note(`At most ${most} cards at once`),
      signal,
    });
    this.actions = new Actions(part("actions"), {
      onAct: (action) => this.act(action),
      onRefused: note,
      onAsked: () => openMay({ ...this.moment, waits: this.banner.text }),
    });
    this.talk = new Talk({
      onAnswer: () => this.hear(),
      onTable: () => this.draw(),
      onLost: () => this.draw(),
      onGone: () => {
        closeDialogs();
        this.draw();
      },
      onGame,
      isCovered: () => this.isCovered,
      wanted: seat,
    });
    part("menu").addEventListener("click", () => this.openMenu(), { signal });
    this.at.last.addEventListener("click", () => openStory(this.moment.story), { signal });
    document.addEventListener("keydown", (event) => this.press(event), { signal });
    for (const kind of ["keydown", "click"])
      document.addEventListener(kind, () => this.sounds && wake(), { signal });
    window.matchMedia(SMALL).addEventListener("change", () => this.draw(), { signal });
    this.readsBack = false;
    this.at.story.addEventListener("scroll", () => this.noteReading(), { signal });
    const sized = new ResizeObserver(() => this.followStory());
    sized.observe(this.at.story);
    signal.addEventListener("abort", () => sized.disconnect());
  }

  start() {
    document.body.classList.add("at-table");
    if (this.takesFocus) {
      this.at.turn.tabIndex = -1;
      this.at.turn.focus();
    }
    this.talk.start();
  }

  /** Ends: it listens to nothing and nobody any more, and its windows are closed. What it drew may be taken away. */
  stop() {
    this.leaving.abort();
    this.talk.stop();
    this.clock.stop();
    clearTimeout(this.timer);
    clearTimeout(this.ownTimer);
    this.moments.clear();
    closeDialogs();
    document.body.classList.remove("at-table");
    delete document.body.dataset.state;
    delete document.body.dataset.byHand;
    delete document.body.dataset.hand;
  }

  get isStopped() {
    return this.leaving.signal.aborted;
  }

  // What the page shows

  /** How things stand, as the parts of the page need it. */
  get moment() {
    const { table, answer, seat, lost } = this.talk;
    const {
      view = null,
      options = [],
      may = [],
      may_not: mayNot = [],
      story = [],
      undo = false,
      marks = null,
      worth = null,
    } = answer ?? {};
    return { table, view, options, may, mayNot, story, undo, marks, worth, seat, lost, chosen: this.hand.chosen };
  }

  /** Which of its states the page is in. */
  get mode() {
    const { table, answer, seat, gone } = this.talk;
    if (gone !== null) return "gone";
    if (this.lingers) return "playing";
    if (table.phase === "rule" && table.dealer === seat) return "dealing";
    if (table.phase !== "play") return table.phase;
    return answer?.view && !answer.view.ended ? "playing" : "lobby";
  }

  get banner() {
    const { table, gone, lost, answer } = this.talk;
    if (gone === null && lost === "away") return { text: AWAY.replace(/\.$/, ""), own: false };
    if (table.paused && ["playing", "dealing", "rule"].includes(this.mode) && !answer?.view?.ended)
      return { text: "The game is paused", own: false };
    const texts = {
      gone: table.alone
        ? "This game isn't open here"
        : this.talk.isTaken
          ? `${gone} is on another device`
          : `${possessive(gone)} seat is free`,
      lobby: table.alone ? "The game is about to begin" : "Waiting for the host to start",
      dealing: "Your turn: choose the secret rule",
      rule: `${table.dealer} is choosing a rule`,
      between: "The round is over",
      over: "The game is over",
    };
    const text = texts[this.mode];
    return text === undefined
      ? bannerFor(this.moment, playsOn(this.moment))
      : { text, own: this.mode === "dealing" };
  }

  /** Whether this browser may show its hands to anyone who looks: they lie open, or it holds only one. */
  get keepsNoSecrets() {
    const { you, by_hand: byHand, open_hands: open } = this.talk.table;
    return byHand || open || you.length < 2;
  }

  get isCovered() {
    return this.talk.seat !== "" && !this.keepsNoSecrets && this.shownTo !== this.talk.seat;
  }

  /** Takes what a view has brought. */
  hear() {
    const { answer } = this.talk;
    const wasPlaying = document.body.dataset.state === "playing" && !this.lingers;
    if (wasPlaying && answer.view?.ended && answer.story.length > 0) this.linger();
    this.closeLate();
    this.draw();
    this.tell();
    this.follow();
  }

  /** Keeps the layout in sight for a moment after the end of a round. */
  linger() {
    this.lingers = true;
    this.timer = setTimeout(() => {
      this.lingers = false;
      this.draw();
    }, LAST_LOOK);
  }

  /** Whether this page is heard. */
  get sounds() {
    return this.talk.table !== null && sounding(this.talk.table);
  }

  /** Goes to the seat that is to act, where this browser holds several. */
  follow() {
    const { table, answer, seat } = this.talk;
    const next = { rule: table.dealer, play: answer.view?.to_act }[table.phase];
    if (table.you.length > 1 && next !== seat && table.you.includes(next)) this.goTo(next);
  }

  /** Shows another seat of this browser; its hand stays covered until somebody says to hold the device. */
  goTo(seat) {
    this.shownTo = null;
    this.told.story = null;
    this.hand.clear();
    this.rule.hide();
    this.talk.switchTo(seat);
  }

  /** Says aloud what is new: each judgement, and that it is one's turn. */
  tell() {
    const { story, table, seat, view } = this.moment;
    const { text, own } = this.banner;
    if (this.told.story !== null && this.told.round === table.round) {
      const undone = takenBack(this.told.story, story);
      if (undone !== null) note(undone);
      else for (const line of news(this.told.story, story)) announce(line);
      const late = lateWords(this.told.story, story, seat);
      if (late !== null) note(late);
    }
    if (own && text !== this.told.banner) announce(text, { assertive: true });
    if (own && this.told.banner === null && this.sounds) ring("turn");
    this.told = { story, banner: own ? text : null, round: table.round, view };
  }

  /** Says which edition it is from now on, where the host has chosen another. */
  tellEdition() {
    const { title } = this.talk.table;
    if (this.title !== undefined && this.title !== title) note(`The host has chosen ${title}`);
    this.title = title;
  }

  // What a seat does

  /** Sends a move once; `name` is the button that waits meanwhile. */
  async send(line, name) {
    if (this.waiting !== null) return;
    this.waiting = name;
    const { picked: chosen } = this.hand;
    this.drawActions();
    const refused = await this.talk.move(line);
    this.waiting = null;
    if (this.isStopped) return;
    // What was chosen since is for the next move: a view may be here before the answer is.
    if (refused === null) this.hand.clear(chosen);
    else if (refused.status === 409 && refused.body.n !== undefined) note("The table has moved on: look again");
    else note(refused.text);
    this.drawActions();
  }

  act({ name, verb, verdict }) {
    this.plaque.close();
    const { options } = this.moment;
    const line = verdict === undefined ? verb : `${verb} ${verdict}`;
    const asking = { ...this.moment, line, send: (move) => this.send(move, name) };
    if (verb === "play") this.send(`play ${this.hand.chosen.join(" ")}`, name);
    else if (verb === "guess")
      document.querySelector("dialog.beside") ?? this.ask(askForGuess({ ...asking, help: this.guessHelp }));
    else if (verb === "hint") askForHint(asking);
    else if (verb === "no-play") this.ask(askForNoPlay(asking));
    else if (verb === "declare") this.ask(askToDeclare(asking));
    else if (options.some((option) => option.startsWith(`${line} `))) this.ask(askForCard(asking));
    else this.send(line, name);
  }

  /** What the seat is asked for now, as a key: another once that is answered, by whomever. */
  get due() {
    const { table, view, seat } = this.moment;
    return [table.game, table.round, view?.turn, view?.phase, view?.to_act, seat].join("\n");
  }

  /** Keeps a window in mind that is of no use once the table has moved on. */
  ask({ close }) {
    this.asking = { close, due: this.due };
  }

  /** Closes a window whose answer would come too late. */
  closeLate() {
    if (this.asking === null || this.asking.due === this.due) return;
    this.asking.close();
    this.asking = null;
  }

  press(event) {
    const typing = event.target.closest("input, textarea, select, [contenteditable]");
    if (typing || event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    const key = event.key.toLowerCase();
    if (key === "escape") this.plaque.close();
    const does = { "?": openKeys, m: () => this.openMenu(), c: () => this.hand.focus() }[key];
    if (does !== undefined) does();
    else if (event.repeat || this.mode !== "playing" || !this.actions.press(key)) return;
    event.preventDefault();
  }

  openMenu() {
    openMenu({
      moment: this.moment,
      board: this.board,
      sorted: sorted(),
      onSorted: (on) => {
        memory.keep(on ? "yes" : "no");
        this.draw();
      },
      onLeave: () => this.onLeave(),
    });
  }

  // How it is drawn

  draw() {
    const { table, answer, heard, gone, lost } = this.talk;
    if (answer === null && gone === null) {
      this.at.turn.textContent = lost === "away" ? AWAY : lost ? "Reconnecting…" : "Eleusis";
      return;
    }
    this.clock.set(table, heard);
    this.tellEdition();
    const { mode } = this;
    const isOther = document.body.dataset.state !== mode;
    document.body.dataset.state = mode;
    document.body.dataset.byHand = String(table.by_hand);
    for (const each of document.querySelectorAll(".playing")) each.hidden = mode !== "playing";
    this.at.calm.hidden = mode === "playing";
    if (mode === "playing") this.drawPlaying();
    else this.drawCalm(mode);
    this.drawBanner();
    this.drawNotices();
    this.onMoment({ ...this.moment, mode });
    if (isOther) window.scrollTo(0, 0); // what comes next begins at its top
    if (isOther && this.takesFocus) this.keepFocus();
  }

  /** Gives the focus to the heading where what had it is gone, or hidden, with all that was there before. */
  keepFocus() {
    const { activeElement: at } = document;
    if (at === document.body || at.getClientRects().length === 0) this.at.turn.focus();
  }

  drawBanner() {
    const { text, own } = this.banner;
    patch(this.at.turn, text);
    this.at["turn-line"].classList.toggle("own", own);
    document.title = `${own ? "● " : ""}${text} – Eleusis`;
  }

  drawNotices() {
    const look = () => openDialog("Open hands", h("ul.plain.stack", this.openHands()));
    patch(this.at.notices, notices(this.talk, look));
  }

  drawCalm(mode) {
    const { table, seat } = this.talk;
    const goTo = (other) => this.goTo(other);
    const draws = {
      gone: [this.talk.isTaken, () => this.gone()],
      lobby: [JSON.stringify([table.players, table.title]), () => lobby(table, seat)],
      rule: [table.dealer, () => choosing(table)],
      dealing: [this.isCovered, () => this.dealing()],
      between: [table.next_dealer, () => afterRound(table, seat)],
      over: ["", () => gameOver(table, seat, this.overActions({ table, seat }))],
    };
    const [key, drawIt] = draws[mode];
    const state = [mode, seat, table.game, table.round, table.rounds_over, key].join(" ");
    if (mode === "between" || mode === "over") forgetDraft();
    // What somebody is at there, such as a rule, isn't made anew.
    if (state === this.calm) return;
    this.calm = state;
    replace(this.at.calm, mode !== "gone" && seatSwitch(table.you, seat, goTo), drawIt());
  }

  gone() {
    const { table, gone, isTaken } = this.talk;
    return table.alone
      ? gameGone(() => this.onLeave())
      : seatGone({ seat: gone, isTaken, asksCode: table.code }, (pin, code) => this.takeBack(pin, code));
  }

  async takeBack(pin, code) {
    const problem = await this.talk.takeBack(pin, code);
    this.draw();
    return problem;
  }

  dealing() {
    if (this.isCovered) return this.coverNow();
    return new Dealing({ table: this.talk.table, seat: this.talk.seat, onDealt: () => this.talk.refresh() })
      .element;
  }

  drawPlaying() {
    const { table, view, story, seat } = this.moment;
    this.calm = "playing";
    replace(this.at.calm);
    this.drawMoment();
    patch(this.at.players, playerItems(this.moment));
    patch(this.at["open-hands"], this.openHands());
    this.drawStory(story);
    patch(this.at.last, lastLine(story) ?? "The cards are dealt.");
    this.at.last.className = `playing ${story.at(-1)?.hint ? "" : colourOf(table, story.at(-1)?.seat)}`;
    const goTo = (other) => this.goTo(other);
    patch(this.at.seats, seatSwitch(table.you, seat, goTo));
    patch(
      this.at.asked,
      shownHint(story, view.dealer),
      reminders(this.moment).map((text) => h("p.reminder.hint", text)),
      waitingGuess(view, story),
    );
    this.drawOwn();
    // Not now: the layout would be reckoned once more for it.
    requestAnimationFrame(() => this.showNewest());
  }

  /** The layout, with what has just happened seen happening. */
  drawMoment() {
    const { table, view, story, seat, marks } = this.moment;
    const { board, plaque, told } = this;
    const now = { round: table.round, story, view };
    const more = { marks, colours: coloursOfCards(table, story, view.starters) };
    const placesOf = (moment) => this.placesOfPlay(moment);
    const moment = showMoment({ told, now, seat, prophet: table.prophet, board, plaque, more, placesOf });
    if (moment === undefined) this.forget();
    if (!moment) return;
    const fresh = freshLines(this.told.story, story);
    const own = ownVerdict(fresh, seat);
    if (own !== null) this.showOwn(own);
    const sound = soundOf(fresh, seat);
    if (sound !== null && this.sounds) ring(sound, judgedIn(moment));
    // Said already where the last line is one's own.
    this.at["own-verdict"].classList.toggle("said", story.at(-1).seat === seat);
  }

  /** Where the cards of a play were in the window: in the own hand, or with the seat that plays them. */
  placesOfPlay({ line }) {
    const { laid: codes } = line;
    const own = line.seat === this.talk.seat && !this.hand.element.hidden ? this.hand.places(codes) : [];
    return own.length > 0 && own.length === codes.length ? own : placesInList(this.at.players, line, CHIP);
  }

  /** Keeps the verdict of one's own play readable while others move on. */
  showOwn({ verdict, what }) {
    replace(this.at["own-verdict"], h("span", { class: `verdict ${verdict}` }, `${what}: ${verdict}`));
    this.at["own-verdict"].hidden = false;
    clearTimeout(this.ownTimer);
    this.ownTimer = setTimeout(() => (this.at["own-verdict"].hidden = true), SEEN);
  }

  /** What was just seen happening didn't happen here, or not any more. */
  forget() {
    clearTimeout(this.ownTimer);
    this.at["own-verdict"].hidden = true;
  }

  openHands() {
    return openHands(this.talk.answer.open_hands ?? {}, this.talk.seat);
  }

  /** Keeps the newest line in sight, but leaves in peace who has scrolled back to read. */
  followStory() {
    const list = this.at.story;
    if (!this.readsBack) list.scrollTop = list.scrollHeight;
  }

  /** Notes whether somebody has scrolled back; that the list is hidden, or has another size, is no wish to read. */
  noteReading() {
    const { scrollTop, clientHeight, scrollHeight } = this.at.story;
    if (clientHeight === this.storyHeight) this.readsBack = scrollTop + clientHeight < scrollHeight - 8;
    this.storyHeight = clientHeight;
  }

  showNewest() {
    this.at.players.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
    this.followStory();
  }

  drawStory(story) {
    const { table } = this.talk;
    const draw = (line) => storyLine(line, colourOf(table, line.seat));
    patch(this.at.story, story.map(draw));
  }

  drawOwn() {
    const { table, view, seat } = this.moment;
    const shows = seat !== "" && !this.isCovered;
    const isWatched = table.alone && seat === "";
    patch(this.at.cover, isWatched ? watchedGame(table) : this.isCovered && this.coverNow());
    this.rule.show(shows ? this.talk.answer.rule : null, seat);
    this.hand.element.hidden = !shows || view.hand.length === 0;
    this.actions.element.hidden = !shows || (this.lingers && !this.moment.undo);
    if (shows) this.drawHand();
    this.drawActions();
  }

  coverNow() {
    return cover(this.talk.seat, async () => {
      this.shownTo = this.talk.seat;
      this.told.story = null;
      await this.talk.refresh();
      this.hand.focus();
    });
  }

  drawHand() {
    const { table, view, seat } = this.moment;
    const isUnknown = view.hand.includes("??");
    const isMany = !isUnknown && view.hand.length >= MANY && window.matchMedia(SMALL).matches;
    const rests = !isUnknown && (view.prophet === seat || view.expelled.includes(seat));
    this.hand.element.classList.toggle("whole-pack", isUnknown);
    this.hand.element.classList.toggle("many", isMany);
    document.body.dataset.hand = isMany ? "many" : "";
    this.hand.element.classList.toggle("resting", rests);
    this.hand.element.setAttribute("aria-label", isUnknown ? "The pack" : "Your hand");
    this.hand.show(isUnknown ? PACK : view.hand, {
      most: table.max_cards,
      sorted: sorted() && !isUnknown,
      compact: isUnknown || isMany,
    });
  }

  drawActions() {
    if (document.body.dataset.state === "playing")
      this.actions.show(actionsFor(this.moment, this.waiting), this.waiting);
  }
}
