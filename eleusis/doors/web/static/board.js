/**
 * The layout as it lies on the table: the mainline across, under each of its cards the wrong plays made after it.
 *
 * Screen readers get an ordered list, "Mainline", each card an item that also says what was wrong after it; what is
 * drawn is hidden from them.
 */

import { drawAside, drawColumn, drawEarly, drawHand, drawSign, drawWaiting, markOn } from "./board_parts.js";
import { measure } from "./board_size.js";
import { h, patch, replace } from "./dom.js";
import { Moments } from "./moments.js";

/** A layout is looked at closely with cards so wide: this part of its width, within these pixels. */
const [CLOSE_PART, CLOSE_LEAST, CLOSE_MOST] = [0.19, 60, 120];

/** A key makes cards larger by so much, and no wider than this part of the layout. */
const [STEP, WIDEST] = [1.2, 0.4];

/** A card is out of sight where so many pixels of it are; so high is the edge below which one says how many are. */
const [CUT, EDGE] = [6, 40];

/** Two taps are one sign within this time (ms) and this distance (px). */
const [SOON, BESIDE] = [350, 32];

/** A card narrower than this (in pixels) shows rank and suit alone; on a projector, than this part of its width. */
const [NEAR, FROM_AFAR] = [96, 0.085];

/** The layout in an element of the page. */
export class Board {
  #early = h("div.early.column");
  #line = h("ol.mainline", { role: "list", "aria-label": "Mainline" });
  #waiting = h("div.waiting");
  #lying = h("div.lying", this.#early, this.#line, this.#waiting);
  #window = h("div.board-window", { role: "region", "aria-label": "Layout", tabindex: "0" }, this.#lying);
  #above = h("button.above", {
    type: "button",
    hidden: true,
    on: { click: () => this.#window.scrollTo({ top: 0 }) },
  });
  #tray = h("div.board-tray", { hidden: true });
  #columns = [];
  #cards = [];
  #latest = { spots: 0, verdict: null };
  #view = null;
  #words = null;
  #small = false;
  #spectator;
  #moments;
  #fitting = 0;
  #wished = 0;
  #scroll = { at: 0, byHand: null };
  #tapped = { time: -Infinity };
  #pinch = null;

  /** Draw in this element. A spectator's board has no card out of sight, if it can; `moments` plays what happens. */
  constructor(element, { spectator = false, moments = new Moments(this.#window) } = {}) {
    this.#spectator = spectator;
    this.#moments = moments;
    element.classList.add("board", "felt", ...(spectator ? ["far"] : []));
    replace(element, this.#window, this.#above, this.#tray);
    new ResizeObserver(() => this.#resize()).observe(this.#window);
    if (!spectator) this.#listen();
  }

  /**
   * Draw the layout of a view. What has come to it since the last time is seen landing, unless `landed` is false.
   *
   * `moment` is what has happened, where that is known better than by what lies here: `{kind, verdict, waited}`; `from`
   * is where its cards were in hand.
   * `marks` says which cards bear a marker, by their number in the order of play: `{prophet, since, tens}`; where it
   * isn't given, the prophet's marker lies on the last card before he declared. `prophet` is what he is called here;
   * `colours` has the classes of those who laid the cards, in the same order.
   */
  show(view, { landed = true, marks = null, colours = [], prophet = "Prophet", moment, from = [] } = {}) {
    const moves = landed && this.#view !== null;
    const waited = placesOf(this.#waiting.querySelectorAll(".spot"));
    const waits = moment?.waited ?? (this.#view !== null && isWaiting(this.#view));
    const noPlay = moment ? moment.kind === "no play" : isNoPlay(this.#view);
    this.#view = view;
    this.#words = { marks: marks ?? { prophet: view.declared_at || null }, colours, prophet };
    this.#drawTray();
    this.#fit();
    this.#draw();
    const fresh = this.#takeNew(view, Math.max(1, waited.length, from.length), noPlay);
    const spots = this.#point();
    this.#reveal({ newest: isWaiting(view) });
    if (!moves) {
      this.#moments.clear();
      return;
    }
    const judged = moment?.verdict ?? (moment === undefined && fresh ? (this.#latest.verdict ?? "wrong") : null);
    const kind = moment?.kind ?? (noPlay ? "no play" : "play");
    if (judged === null && !waits && isWaiting(view)) {
      this.#moments.begin({ kind, verdict: null, spots: [...this.#waiting.querySelectorAll(".spot")], from });
    } else if (moment || judged !== null) {
      const lands = fresh && judged !== null ? spots : [];
      const starts = waited.length ? waited : from.length || !lands.length ? from : this.#startOf(lands);
      this.#moments.begin({
        kind,
        verdict: judged,
        spots: lands,
        from: starts,
        aside: this.#aside(lands),
        waited: waits,
      });
    }
  }

  /**
   * Whether the cards are larger than they must be for all to be in sight; with `on`, have it so, and what lies at a
   * place `at` of the window stays there.
   */
  closer(on, at) {
    if (on !== undefined) {
      const close = Math.min(CLOSE_MOST, Math.max(CLOSE_LEAST, CLOSE_PART * this.#window.clientWidth));
      this.#zoom(on ? Math.max(close, STEP * this.#fitting) : 0, at);
    }
    return this.#wished > this.#fitting;
  }

  #listen() {
    // One finger scrolls; what two do is heard here.
    this.#window.style.touchAction = "pan-y";
    const taps = (event) => event.touches.length === 2;
    const apart = ({ touches: [a, b] }) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    const listeners = {
      keydown: (event) => this.#press(event),
      scroll: () => this.#noteScroll(),
      click: (event) => this.#tap(event),
      touchstart: (event) =>
        (this.#pinch = taps(event) ? { apart: apart(event), card: this.#wished || this.#fitting } : null),
      touchmove: (event) => {
        if (this.#pinch && taps(event)) {
          event.preventDefault();
          const [{ clientX: x, clientY: y }] = event.touches;
          this.#zoom((this.#pinch.card * apart(event)) / this.#pinch.apart, { x, y });
        }
      },
      wheel: (event) => {
        if (event.ctrlKey) {
          event.preventDefault();
          this.#step(event.deltaY < 0 ? STEP : 1 / STEP, { x: event.clientX, y: event.clientY });
        }
      },
    };
    for (const [type, listener] of Object.entries(listeners))
      this.#window.addEventListener(type, listener, { passive: false });
  }

  #press(event) {
    const acts = {
      "+": () => this.#step(STEP),
      "-": () => this.#step(1 / STEP),
      0: () => this.closer(false),
      Home: () => this.#window.scrollTo(0, 0),
      End: () => this.#reveal({ newest: true }),
    };
    if (event.key in acts && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      acts[event.key]();
    }
  }

  /** Two taps on a place look at it closely, or at everything again. */
  #tap({ timeStamp: time, clientX: x, clientY: y }) {
    const last = this.#tapped;
    const twice = time - last.time < SOON && Math.hypot(x - last.x, y - last.y) < BESIDE;
    this.#tapped = twice ? { time: -Infinity } : { time, x, y };
    if (twice) this.closer(!this.closer(), { x, y });
  }

  #step(factor, at) {
    this.#zoom(factor * Math.max(this.#wished, this.#fitting), at);
  }

  /** Draw cards so wide, but no smaller than all of them can be in sight; the card at a place of the window stays there. */
  #zoom(card, at) {
    const middles = () => [...this.#window.querySelectorAll(".spot")].map(middleOf);
    const away = at ? middles().map(({ x, y }) => Math.hypot(x - at.x, y - at.y)) : [];
    this.#wished = Math.min(card, WIDEST * this.#window.clientWidth);
    this.#resize();
    if (away.length) this.#window.scrollTop += middles()[away.indexOf(Math.min(...away))].y - at.y;
  }

  #resize() {
    if (!this.#view) return;
    const small = this.#small;
    this.#fit();
    if (small !== this.#small) {
      this.#draw();
      this.#point();
    }
    this.#reveal();
  }

  /** Draw the columns that have changed (the others stay as they are), and what waits at their end. */
  #draw() {
    const { layout, starters, prophet } = this.#view;
    const small = this.#small;
    let number = 0;
    const take = (cards) =>
      cards.map(() => {
        number += 1;
        return {
          mark: markOn(number, this.#words.marks, prophet),
          colour: this.#words.colours[number - 1] ?? "",
        };
      });
    this.#early.hidden = layout.before.length === 0;
    replace(this.#early, this.#early.hidden ? null : drawEarly(layout.before, take(layout.before.flat()), small));
    this.#columns = layout.mainline.map((card, i) => {
      const plays = layout.sidelines[i];
      const signs = take([card, ...plays.flat()]);
      const shown = { card, place: i + 1, starter: i < starters.length, plays, signs, small };
      const key = JSON.stringify(shown);
      if (this.#columns[i]?.key === key) return this.#columns[i];
      const element = drawColumn(shown);
      element.dataset.key = key;
      return { key, element };
    });
    this.#line.hidden = this.#columns.length === 0;
    patch(
      this.#line,
      this.#columns.map(({ element }) => element),
    );
    this.#drawWaiting();
  }

  /** What waits for its judgement; where there is no mainline yet, the place where it begins. */
  #drawWaiting() {
    const waits = isWaiting(this.#view);
    const begins = h("p.slot", "The mainline begins here");
    this.#lying.classList.toggle("waits", waits);
    this.#waiting.hidden = !waits && this.#view.layout.mainline.length > 0;
    replace(this.#waiting, waits ? drawWaiting(this.#view, this.#words.prophet, this.#small) : begins);
  }

  #drawTray() {
    const rows = [drawHand(this.#view), drawAside(this.#view)].filter(Boolean);
    this.#tray.hidden = rows.length === 0;
    replace(this.#tray, rows);
  }

  /** Find out which cards came last (of how many at most a right play was); gives back whether they are new. */
  #takeNew({ layout, starters }, most, noPlay) {
    const cards = inOrder(layout);
    const fresh = countNew(this.#cards, cards);
    this.#cards = cards;
    if (fresh !== 0) {
      this.#scroll.byHand = null;
      this.#latest = latestOf(cards, starters.length, fresh === null ? 1 : Math.min(most, fresh), noPlay);
    }
    return fresh > 0 && this.#latest.spots > 0;
  }

  /** Show which cards came last and how they were judged; gives back where they lie. */
  #point() {
    const { spots: many, verdict } = this.#latest;
    for (const spot of this.#window.querySelectorAll(".spot.new")) {
      spot.classList.remove("new", "right", "wrong");
      spot.querySelector(".sign")?.remove();
    }
    this.#window.querySelector(".tip")?.classList.remove("tip");
    const spots = [...this.#window.querySelectorAll(".early .spot, .mainline .spot")];
    const latest = many ? spots.slice(-many) : [];
    for (const spot of latest) spot.classList.add("new", ...(verdict ? [verdict] : []));
    latest.at(-1)?.closest(".column").classList.add("tip");
    if (verdict) latest.at(-1)?.append(drawSign(verdict));
    return latest;
  }

  /** Find how large the cards can be, and whether they are small ones then. */
  #fit() {
    const { layout, pending } = this.#view;
    const waiting = isWaiting(this.#view)
      ? Math.max(2, pending.length)
      : layout.mainline.length && !this.#spectator
        ? 1
        : 2;
    const { paddingLeft, paddingTop } = getComputedStyle(this.#lying);
    const width = this.#window.clientWidth - 2 * parseFloat(paddingLeft);
    const height = this.#window.clientHeight - 2 * parseFloat(paddingTop);
    this.#fitting = measure(layout, { width, height, waiting, spectator: this.#spectator });
    const card = Math.max(this.#wished, this.#fitting);
    this.#window.style.setProperty("--w", `${card}px`);
    this.#small = card < (this.#spectator ? FROM_AFAR * window.innerWidth : NEAR);
  }

  /**
   * Scroll to the end, but so that what came last, or waits, is in sight, and below the head of its column; or back to
   * where somebody has scrolled by hand, unless it shall be the `newest`.
   */
  #reveal({ newest: wants = false } = {}) {
    if (wants) this.#scroll.byHand = null;
    const newest = this.#waiting.hidden ? this.#newestCard() : this.#waiting;
    // While the board is hidden nothing of it has a place.
    if (this.#scroll.byHand !== null) {
      this.#window.scrollTop = this.#scroll.byHand;
    } else if (newest?.offsetParent) {
      const { clientHeight, scrollHeight } = this.#window;
      const above = newest.closest(".pile") ? newest.offsetHeight : 0;
      this.#window.scrollTop = Math.min(scrollHeight - clientHeight, topIn(this.#lying, newest) - above - EDGE);
    }
    this.#scroll.at = this.#window.scrollTop;
    if (!this.#spectator) {
      this.#noteAbove();
    }
  }

  #noteScroll() {
    const { scrollTop } = this.#window;
    if (scrollTop !== this.#scroll.at) this.#scroll = { at: scrollTop, byHand: scrollTop };
    this.#noteAbove();
  }

  /** Say how many cards are out of sight above, or behind the head of the newest column. */
  #noteAbove() {
    const { top } = this.#window.getBoundingClientRect();
    const head = this.#window.querySelector(".tip > .head");
    const edge = (spot) =>
      head?.parentElement.contains(spot) && !head.contains(spot) ? head.getBoundingClientRect().bottom : top;
    const hidden = (spot) => spot.getBoundingClientRect().top < edge(spot) - CUT;
    const many =
      this.#window.scrollTop > CUT ? [...this.#window.querySelectorAll(".spot")].filter(hidden).length : 0;
    this.#above.textContent = `↑ ${many} more`;
    this.#above.hidden = many === 0;
    this.#window.classList.toggle("cut", many > 0);
  }

  /** Where a play lies while nobody has judged it: a right one above its place, a wrong one where a right one would come to lie. */
  #aside(spots) {
    const last = this.#line.lastElementChild;
    if (!spots.length || last === null) return [];
    const { right } = this.#window.getBoundingClientRect();
    const at = last.getBoundingClientRect();
    const { width } = at;
    const left =
      this.#latest.verdict === "wrong"
        ? Math.min(at.left + 1.24 * width, right - 1.1 * width)
        : spots[0].getBoundingClientRect().left;
    return [{ left, top: at.top - 0.12 * width, width: 1.06 * width }];
  }

  /** Where a play comes from of which nobody knows whose it is: from the hands. */
  #startOf(spots) {
    const box = this.#window.getBoundingClientRect();
    const { width, height } = spots[0].getBoundingClientRect();
    const left = box.left + (box.width - spots.length * width) / 2;
    return spots.map((_, i) => ({ left: left + i * width, top: box.bottom - height, width }));
  }

  #newestCard() {
    return this.#window.querySelector(".spot.new:has(.sign)") ?? this.#line.lastElementChild;
  }
}

function isWaiting(view) {
  return view.phase === "call" || view.phase === "judge";
}

function isNoPlay(view) {
  return view !== null && isWaiting(view) && view.pending.length === 0;
}

/** The cards of a layout in the order of play; those of one wrong play have the same number as their `play`. */
function inOrder({ mainline, sidelines, before }) {
  let number = 0;
  const wrong = (plays) =>
    plays.flatMap((cards) => {
      number += 1;
      return cards.map((card) => ({ card, right: false, play: number }));
    });
  const columns = mainline.flatMap((card, i) => [{ card, right: true, play: 0 }, ...wrong(sidelines[i])]);
  return [...wrong(before), ...columns];
}

/** How many cards have come to those that lay there; null where these are others: a new round, or an undo. */
function countNew(before, now) {
  const same = before.every(({ card, play }, i) => now[i]?.card === card && now[i].play === play);
  return same ? now.length - before.length : null;
}

/** How many cards the last play has on the layout, and how it was judged; null where a no play forced its card. */
function latestOf(cards, starters, most, noPlay) {
  const last = cards.at(-1);
  if (cards.length <= starters) return { spots: 0, verdict: null };
  if (!last.right) return { spots: cards.filter(({ play }) => play === last.play).length, verdict: "wrong" };
  const rights = cards.length - 1 - cards.findLastIndex(({ right }) => !right);
  return { spots: Math.min(most, rights), verdict: noPlay ? null : "right" };
}

function placesOf(elements) {
  return [...elements].map((element) => element.getBoundingClientRect());
}

/** How far below the top of another an element lies in it, not counting how far it has flown. */
function topIn(holder, element) {
  let top = 0;
  for (let each = element; each !== holder; each = each.offsetParent) top += each.offsetTop;
  return top;
}

/** The middle of what is in sight of a card that the next one may cover. */
function middleOf(spot) {
  const { left, top, width } = spot.getBoundingClientRect();
  return { x: left + width / 2, y: top + width / 2 };
}
