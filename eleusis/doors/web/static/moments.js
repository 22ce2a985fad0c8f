/**
 * The moment of judgement: what has happened between two views, and how it is seen. What was done lies there judged by
 * nobody ("pending"), then turns right or wrong. Nothing waits for it: a newer moment ends it at once.
 */

import { cardShort } from "./cards.js";
import { button, h, replace } from "./dom.js";
import { cardList } from "./players.js";
import { possessive } from "./words.js";

/** How long (ms) cards fly, lie there judged by nobody, and turn right or wrong: a second in all. */
const [FLY, HOLD, TURN] = [240, 500, 260];
const ALL = FLY + HOLD + TURN;

/** In how many ms a moment is judged that begins now. */
export const judgedIn = ({ waited }) => (waited ? 0 : calm() ? HOLD : FLY + HOLD);

/** Whether things shall not move here. */
export function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** How a line of the story was judged: `right`, `wrong`, or null where nobody has judged it. */
export const verdictOf = ({ right }) => (right === null ? null : right ? "right" : "wrong");

/**
 * What has happened since `before`, by the last line of the story that is another: `{kind, verdict, line, waited, fallen,
 * expelled}`: whether it lay there judged by nobody before, and whom it cost their office or their place. Null where
 * nothing has; undefined where something was taken back. Both are `{story, view}` of one round.
 */
export function momentBetween(before, now) {
  if (now.story.length < before.story.length) return undefined;
  const line = freshLines(before.story, now.story).findLast((other) => other.kind !== null);
  if (line === undefined) return null;
  const { prophet, expelled, call } = before.view;
  const verdict = verdictOf(line);
  // A hint may have come between, and then it stands elsewhere.
  const waits = before.story.findLast((other) => other.what === line.what && other.number === line.number);
  if (verdict === null && waits && verdictOf(waits) !== null) return undefined;
  return {
    line,
    waited: waits !== undefined && verdictOf(waits) === null,
    kind: verdict === null && call === null && now.view.call !== null ? "call" : line.kind,
    verdict,
    fallen: now.view.prophet === null ? prophet : null,
    expelled: now.view.expelled.filter((seat) => !expelled.includes(seat)),
  };
}

/** The lines of a story that are new, or tell more than they did. */
export function freshLines(before, story) {
  return story.filter(({ text }, place) => text !== before[place]?.text);
}

/**
 * Plays one moment at a time. How far it is stands on the `stage`, as `data-moment` and `data-moment-kind`; as long as a
 * verdict is known and not seen yet, the whole page `data-holds` its breath: nothing may tell it.
 */
export class Moments {
  constructor(stage) {
    this.stage = stage;
    this.running = [];
  }

  /**
   * Begins a moment: `spots` are the cards where they lie now, `from` where each comes from, `aside` where they wait, both in
   * the window. Where they `waited` in sight already they are turned at once; without a verdict they go on waiting.
   */
  begin({ kind, verdict, spots = [], from = [], aside = [], waited = false }) {
    this.end();
    if (!calm()) {
      const drops = kind === "play" && verdict === "wrong";
      for (const each of fly({ spots, from, aside, verdict, waited, drops })) this.keep(each);
    }
    Object.assign(this.stage.dataset, {
      momentKind: kind,
      moment: waited && verdict !== null ? verdict : "pending",
    });
    if (verdict === null || waited) return;
    document.body.toggleAttribute("data-holds", true);
    // On nothing at all: it is there for its end.
    const beat = new Animation(new KeyframeEffect(null, null, judgedIn({ waited })));
    beat.onfinish = () => {
      this.stage.dataset.moment = verdict;
      document.body.removeAttribute("data-holds");
    };
    beat.play();
    this.keep(beat);
  }

  keep(animation) {
    this.running.push(animation);
  }

  /** Ends what runs. */
  end() {
    for (const animation of this.running) animation.cancel();
    this.running = [];
    document.body.removeAttribute("data-holds");
  }

  /** Nothing has happened yet, or it was taken back. */
  clear() {
    this.end();
    delete this.stage.dataset.moment;
    delete this.stage.dataset.momentKind;
  }
}

/** So long (ms) a light takes along a whole line, and over one card of it. */
const [SWEEP, LIGHT] = [1500, 300];

/** A light goes along a line of cards that obeyed the rule, and leaves each as it is. */
export function lightUp(cards) {
  if (calm()) return;
  const step = (SWEEP - LIGHT) / cards.length;
  const light = { opacity: [0.35, 1], transform: ["none", "translateY(-4px) scale(1.12)", "none"] };
  for (const [i, card] of cards.entries())
    card.animate(light, { duration: LIGHT, delay: i * step, fill: "backwards" });
}

/** The animations of cards. All places are read before anything moves. */
function fly({ spots, from, aside, verdict, waited, drops }) {
  const places = spots.map((spot) => spot.getBoundingClientRect());
  return spots.flatMap((spot, i) => {
    const start = between(places[i], from[i] ?? from.at(-1) ?? places[i]);
    if (waited) return [turn(spot, [start], drops, TURN)];
    const side = aside.at(-1);
    const rest = between(places[i], side ? { ...side, left: side.left + i * 0.3 * side.width } : places[i]);
    if (from.length === 0 && verdict === null) return [];
    const [ghost, flight] = sendGhost(spot, places[i], start, rest, i / spots.length);
    flight.oncancel = flight.onfinish = () => ghost.remove();
    const hidden = spot.animate({ opacity: [0, 0] }, { duration: FLY });
    return [flight, hidden, verdict === null ? null : turn(spot, [rest, rest], drops, ALL)].filter(Boolean);
  });
}

/** A card from where it waits to where it belongs: a right one slides, a wrong one drops and tilts. */
function turn(spot, waits, drops, duration) {
  const late = waits.map((transform, i) => ({ transform, offset: i && (FLY + HOLD) / ALL }));
  const tilted = {
    transform: "translateY(6%) rotate(-9deg)",
    offset: duration === TURN ? 0.7 : (ALL - TURN * 0.3) / ALL,
  };
  return spot.animate([...late, ...(drops ? [tilted] : []), { transform: "none", offset: 1 }], {
    duration,
    easing: "linear",
  });
}

/** A likeness of a card that flies over everything: the board itself ends at its edge. */
function sendGhost(spot, place, start, rest, late) {
  const ghost = h("div.flying", { "aria-hidden": "true" }, spot.querySelector(".card").cloneNode(true));
  Object.assign(ghost.style, { left: `${place.left}px`, top: `${place.top}px`, width: `${place.width}px` });
  document.body.append(ghost);
  const pace = { duration: FLY * (1 - late / 3), delay: (FLY * late) / 3, easing: "ease-out", fill: "both" };
  return [ghost, ghost.animate({ transform: [start, rest] }, pace)];
}

/** What moves a thing from where it lies to another place, by transform alone. */
function between(to, from) {
  return `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width})`;
}

/** What is said of a moment where no card is laid, or more is lost than a card: on a plaque over the board. */
export class Plaque {
  /** In this element; `onClose` is called when a tap has closed it. */
  constructor(element, onClose = () => {}) {
    this.element = element;
    this.onClose = onClose;
  }

  /** Shows `words` and `cards`, the one that was `played` among them, below a `title`; `own` waits for a tap, what others did goes by itself. */
  show({ title, words, cards, played, verdict, own }) {
    const tap = () => {
      this.close();
      this.onClose();
    };
    const close = button("Go on", tap);
    const head = h("p", { class: verdict === null ? "head" : `head verdict ${verdict}` }, title);
    const hand = cards.length > 0 && cardList(cards, { class: "plain open-cards" }, played, "played");
    replace(
      this.element,
      h("div.row", head, own && close),
      hand,
      words.map((text) => h("p", text)),
    );
    this.element.toggleAttribute("data-own", own);
    this.element.classList.remove("stays");
    this.element.hidden = false;
    this.wait(own ? null : TO_READ);
  }

  /** Goes when its time (ms) is over; null: it stays. */
  wait(time) {
    clearTimeout(this.timer);
    if (time !== null) this.timer = setTimeout(() => this.close(), time);
  }

  /** Something else happens: what is one's own stays as it is, what others did goes. */
  stay() {
    if (this.element.hasAttribute("data-own")) this.element.classList.add("stays");
    else this.close();
  }

  close() {
    clearTimeout(this.timer);
    this.element.hidden = true;
  }
}

/** How long (ms) a verdict stays readable, whatever comes after it. */
export const SEEN = 3000 + HOLD;

/** How long (ms) what others did can be read, if nothing else happens. */
const TO_READ = 8000;

/** How long (ms) the layout stays in sight when a round is over: the last card shall be seen landing. */
export const LAST_LOOK = 2500;

/**
 * Draws how a round stands, with what has happened since `told` seen happening: on the `board`, and for `seat` on the
 * `plaque` what cards don't tell. Both are `{round, story, view}`; `more` is what the board is told besides, `placesOf(moment)` where
 * its cards were. The moment; null where nothing has happened, undefined where that can't be said.
 */
export function showMoment({ told, now, seat, prophet, board, plaque, more, placesOf }) {
  const landed = told.round === now.round;
  const knows = landed && told.story !== null && told.view !== null;
  const moment = knows ? momentBetween(told, now) : null;
  const from = moment ? placesOf(moment) : [];
  board.show(now.view, {
    ...more,
    landed: landed && moment !== undefined,
    prophet: prophet ?? undefined,
    moment: moment ?? null,
    from,
  });
  const said = moment ? plaqueOf(moment, seat, prophet) : null;
  if (!knows || moment === undefined) plaque.close();
  else if (said !== null) plaque.show(said);
  else if (moment?.line.seat === seat) plaque.close();
  else if (moment) plaque.stay();
  return knows ? moment : undefined;
}

/** What stands on the plaque about a moment, for the eyes of `seat`; null where the cards tell it all. */
export function plaqueOf({ kind, verdict, line, fallen, expelled }, seat, prophet) {
  const own = [line.seat, fallen, ...expelled].includes(seat) && seat !== "";
  const lost = fallen !== null || expelled.length > 0;
  if (verdict === null || (!lost && kind !== "guess" && kind !== "no play")) return null;
  const who = expelled[0] ?? fallen ?? line.seat;
  const isSelf = who === seat;
  const are = isSelf ? "You are" : `${who} is`;
  const mine = isSelf ? "Your" : possessive(who);
  const titles = [
    [expelled.length > 1, `${expelled.length} players are expelled`],
    [expelled.length === 1, `${are} expelled`],
    [fallen !== null, `${are} no longer the ${prophet}`],
    [kind === "guess" && verdict === "right", isSelf ? "You found it!" : `${who} found it`],
    [kind === "guess", `${mine} guess is wrong`],
    [true, `${mine} no play is ${verdict}`],
  ];
  const [, title] = titles.find(([holds]) => holds);
  // The title says who and what, the cards which; of a guess its words are left.
  const said = { guess: line.what.replace(/^[^"]*(?=")/, ""), "no play": "" }[kind] ?? line.what;
  const words = [said, line.then.filter((part) => part !== verdict).join(" · ")].filter(Boolean);
  const played = kind === "no play" ? line.laid[0] : undefined;
  return { title, words, cards: line.shown, played, verdict: lost ? "wrong" : verdict, own };
}

/** The verdict of one's own last play in a few words: `Your 3♠: right`; null where no play of `seat` is among these lines. */
export function ownVerdict(lines, seat) {
  const line = lines.findLast((other) => other.seat === seat && other.number !== null && verdictOf(other) !== null);
  if (line === undefined) return null;
  return {
    verdict: verdictOf(line),
    what: `Your ${line.kind === "play" ? line.laid.map(cardShort).join(" ") : "no play"}`,
  };
}
