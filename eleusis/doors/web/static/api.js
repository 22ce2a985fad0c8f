/**
 * All talk with the table: questions, moves, and the stream of what happens.
 *
 * This is the only module that knows an address under a table's /api, and `useTransport` replaces how it
 * gets there: so the same pages can run with the API answered in the tab instead of by a server.
 * Every other module calls the functions below and knows neither fetch nor EventSource.
 */

import { inRoom, startAfresh } from "./places.js";

/** How long an answer may take, in ms: a phone at the edge of the Wi-Fi is slow, a dead one silent. */
const PATIENCE = 15_000;
/** And one that the table must first work out, beside all else that its laptop has to do. */
export const LONG_PATIENCE = 180_000;
/** The longest pause between two tries to reach the table, in ms. */
const LONGEST_PAUSE = 5_000;
/** A stream that has been silent for so long (ms) is checked: a sleeping phone's may be dead and not know. */
const SILENCE = 20_000;
/** How long what is on its way may take (ms) before a stream counts as behind the table. */
const ON_ITS_WAY = 1_500;
/** A hidden page that may rest gives up its stream after so long (ms): browsers grant few to one host. */
const REST = 30_000;
/** How often (ms) a table that was put away is asked for, which may be brought back. */
export const AWAY_PAUSE = 10_000;

/** How often a question that came too soon after many others is asked again, where it may be within so many seconds. */
const TRIES = 3;
const LONGEST_WAIT = 5;

/** What the table answered instead of what was asked for. */
export class ApiError extends Error {
  /**
   * @param {number} status the HTTP status; 0 where nobody answered
   * @param {string} code the stable code of the error, such as "table/moved-on"
   * @param {string} text one sentence for a person
   * @param {object} body the whole answer, where it was JSON
   */
  constructor(status, code, text, body = {}) {
    super(text);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.text = text;
    this.body = body;
  }
}

/** The address of a path such as "/api/table": beside the page, which may be served below any path. */
const addressOf = (path) => `.${path}`;

/** Over HTTP: what the pages use unless `useTransport` gave them another way. */
const overHttp = {
  get silence() {
    return inRoom()
      ? "The server doesn't answer. Are you online?"
      : "The table doesn't answer. Is its laptop awake, and this device on the same Wi-Fi?";
  },

  async request({ method, path, body, key, patience = PATIENCE }) {
    const headers = {};
    if (body !== undefined) headers["Content-Type"] = "application/json";
    if (key) headers.Authorization = `Bearer ${key}`;
    const answer = await fetch(addressOf(path), {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      cache: "no-store",
      signal: AbortSignal.timeout(patience),
    });
    const wait = Number(answer.headers.get("Retry-After")) || undefined;
    const [, name] = answer.headers.get("Content-Disposition")?.match(/filename="([^"]+)"/) ?? [];
    return { status: answer.status, text: await answer.text(), wait, name };
  },

  listen({ path, onOpen, onEvent, onTable, onLost }) {
    const source = new EventSource(addressOf(path));
    source.onopen = onOpen;
    source.onerror = onLost;
    source.onmessage = (message) => onEvent(Number(message.lastEventId), message.data);
    source.addEventListener("table", (message) => onTable(message.data));
    // A stream that hears nothing doesn't notice that the network is gone.
    const leaving = new AbortController();
    window.addEventListener("offline", onLost, { signal: leaving.signal });
    leaving.signal.addEventListener("abort", () => source.close());
    return { close: () => leaving.abort() };
  },
};

let transport = overHttp;

/**
 * Answers the API in another way than over HTTP.
 *
 * @param {{silence: string, request: Function, listen: Function}} another
 *   `silence` is what is said where nobody answers.
 *   `request({method, path, body, key, patience})` → Promise of `{status, text, wait, name}`; rejects where nobody answers,
 *   in so many ms if `patience` is given. `wait`: the seconds after which it may be asked again, where it says so; `name`: what a file is called.
 *   `listen({path, onOpen(), onEvent(n, text), onTable(text), onLost()})` → `{close()}`; it calls none of them before it has returned.
 */
export function useTransport(another) {
  transport = another;
}

function pathOf(name, query = {}) {
  const parts = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== null) parts.set(key, value);
  const tail = parts.toString();
  return `/api/${name}${tail ? `?${tail}` : ""}`;
}

/** An error's words as a sentence: the engine writes them to stand behind a colon. The name of a knob stays as it is. */
function sentence(words) {
  const text = /^[a-z]+[\s,:]/.test(words) ? words.charAt(0).toUpperCase() + words.slice(1) : words;
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** The ApiError that an answer stands for. */
export function errorOf(status, text) {
  let body = {};
  try {
    body = JSON.parse(text);
  } catch {
    // A proxy's own page of an error isn't JSON: the status has to do.
  }
  const { code = `http/${status}`, text: words = `the table answered ${status}` } = body?.error ?? {};
  return new ApiError(status, code, sentence(words), body);
}

/** Whether a request only asks: such may be made again by itself, which a move never is. */
function onlyAsks({ method, path }) {
  return method === "GET" || path === pathOf("rules/look");
}

const textOf = async (request) => (await replyTo(request)).text;

/** The answer to a request that isn't refused; throws ApiError. */
async function replyTo(request) {
  for (let tries = 1; ; tries += 1) {
    const answer = await answerTo(request);
    if (answer.status > 0 && answer.status < 400) return answer;
    const error = errorOf(answer.status, answer.text);
    const { wait = 1 } = answer;
    if (error.code !== "web/too-often" || !onlyAsks(request) || tries > TRIES || wait > LONGEST_WAIT) throw error;
    await new Promise((resolve) => setTimeout(resolve, 1000 * wait));
  }
}

async function answerTo(request) {
  try {
    return await transport.request(request);
  } catch {
    throw new ApiError(0, "page/unreachable", transport.silence);
  }
}

async function jsonOf(request) {
  const text = await textOf(request);
  return text ? JSON.parse(text) : null;
}

/** What GET `path` ("/api/table") answers, as JSON; throws ApiError. */
export function get(path, { key, patience } = {}) {
  return jsonOf({ method: "GET", path, key, patience });
}

/** What POST `path` with `body` answers, as JSON; throws ApiError. */
export function post(path, body = {}, { key, patience } = {}) {
  return jsonOf({ method: "POST", path, body, key, patience });
}

/** The edition, the players and how far the game is: what is open to all, and "you", the seats held here. */
export const table = () => get(pathOf("table"));

/** What `seat` sees and may do; "" is a spectator, undefined the seat that this browser holds. */
export const view = (seat) => get(pathOf("view", { seat }));

/** Whether a table isn't there: its room has put it away. */
export const isAway = ({ code }) => code === "web/no-table";

/** Makes a move, a line such as "play 5H", in the state numbered `n`; 409 where the table has moved on. */
export const move = (n, line, seat) => post(pathOf("moves"), { n, move: line, seat });

/** Sits down: `{name, code?, pin?, take_over?}` → `{seat, pin}`. */
export const sit = (wish) => post(pathOf("seats"), wish);

/** Gives up a seat that this browser holds. */
export const leave = (seat) => post(pathOf("leave"), { seat });

/** The PIN of one's own seat → `{seat, pin}`. */
export const pin = (seat) => get(pathOf("pin", { seat }));

/** Chooses the secret rule, as the seat that deals: `{rule, seat?, draw?, starter?, …}`. */
export const chooseRule = (choice) => post(pathOf("rule"), choice);

/** What a rule text means, its right cards and whether it is fair; ApiError 422 has line and column. */
export async function lookAtRule(rule, seat) {
  const answer = await post(pathOf("rules/look"), { rule, seat });
  // That a text is no rule yet is told in an answer, since a browser notes each refusal among its own errors.
  if (answer.error) throw errorOf(422, JSON.stringify(answer));
  return answer;
}

/** The rules of this edition, in chapters; where no game need be open, of the edition `variant`. */
export const rules = (variant) => get(pathOf("rules", { variant }));

/** The phrases that the rule builder builds from. */
export const phrases = () => get(pathOf("phrases"));

/** The editions that there are, with minutes and players. */
export const editions = () => get(pathOf("editions"));

/** The kinds of bot that there are. */
export const kinds = () => get(pathOf("kinds"));

/** A round that is over, told in whole; 403 until then. */
export const round = (number) => get(pathOf(`rounds/${number}`));

/** A round that is over as `seat` saw it → `{text}`. */
export const transcript = (number, seat) => get(pathOf(`rounds/${number}/transcript`, { seat }));

/** What could have been known in a round that is over. */
export const review = (number) => get(pathOf(`rounds/${number}/review`), { patience: LONG_PATIENCE });

/** The game file → its `text` and its `name`; 403 until the game is over. */
export async function file(key) {
  const { text, name = "eleusis.yaml" } = await replyTo({ method: "GET", path: pathOf("file"), key });
  return { text, name };
}

/** What only the host may see: addresses, settings, how to go on after a stop. */
export const hostState = (key) => get(pathOf("host"), { key });

/** Does what the host asks: `host(key, "remove", {seat: "Bob"})`; whoever plays alone is the host and needs no key: "". */
export const host = (key, what, more = {}) => post(pathOf("host"), { do: what, ...more }, { key });

/** The QR code of the address to sit down at, as the source of an image. */
export async function qrCode(key) {
  const drawing = await textOf({ method: "GET", path: pathOf("qr.svg"), key });
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`;
}

/**
 * Hears what happens at the table, and goes on hearing: a stream that breaks is opened again, at
 * once where the phone wakes or the network is back, and no event is missed or comes twice.
 *
 * @param {object} wish
 * @param {string} [wish.seat] whose eyes; "" is a spectator, undefined the seat that this browser holds
 * @param {number} [wish.after] the number of the last event that is already here
 * @param {(n: number, event: object) => void} [wish.onEvent]
 * @param {(table: object) => void} [wish.onTable] what is open to all, as `table()` tells it
 * @param {(state: "live"|"lost"|"away") => void} [wish.onState] away: the table was put away; it may come back
 * @param {() => void} [wish.onGone] the seat is no longer held here; nothing more will come
 * @param {() => void} [wish.onGame] another game has begun at this address; the page starts afresh
 * @param {boolean} [wish.rest] the page may lose its stream while nobody looks at it
 * @returns {{close: () => void}}
 */
export function listen(wish) {
  const ear = new Ear(wish);
  ear.open();
  return { close: () => ear.close() };
}

class Ear {
  constructor({ seat, after, onEvent, onTable, onState, onGone, onGame, rest = false }) {
    const nothing = () => {};
    this.seat = seat;
    this.after = after;
    this.hear = {
      event: onEvent ?? nothing,
      table: onTable ?? nothing,
      state: onState ?? nothing,
      gone: onGone ?? nothing,
    };
    this.hear.game = onGame ?? startAfresh;
    this.rest = rest;
    this.game = null;
    this.state = null;
    this.stream = null;
    this.tries = 0;
    this.tables = 0;
    this.newest = null;
    this.isAway = false;
    this.lastSign = 0;
    this.timers = {};
    this.leaving = new AbortController();
    this.watch();
  }

  /** Listens to what may wake a stream: the page shown again, the network back; and looks now and then. */
  watch() {
    const { signal } = this.leaving;
    document.addEventListener("visibilitychange", () => (document.hidden ? this.doze() : this.wake()), { signal });
    window.addEventListener("online", () => this.wake(), { signal });
    window.addEventListener("pageshow", (event) => event.persisted && this.wake(), { signal });
    // Without this a page in the back-forward cache keeps one of the few connections.
    window.addEventListener("pagehide", () => this.hangUp(), { signal });
    this.timers.look = setInterval(() => this.look(), SILENCE / 2);
  }

  open() {
    this.hangUp();
    const path = pathOf("events", { seat: this.seat, after: this.after });
    const stream = transport.listen({
      path,
      onOpen: () => this.isMine(stream) && this.opened(),
      onEvent: (n, text) => this.isMine(stream) && this.heardEvent(n, text),
      onTable: (text) => this.isMine(stream) && this.heardTable(JSON.parse(text)),
      onLost: () => this.isMine(stream) && this.lost(),
    });
    this.stream = stream;
    this.lastSign = Date.now();
  }

  /** Whether it is the stream of now that speaks: one that was hung up may still have a word on its way. */
  isMine(stream) {
    return stream !== undefined && stream === this.stream;
  }

  opened() {
    this.tries = 0;
    this.sign();
    this.say("live");
    // What isn't an event has no number, so no stream can make up for it: ask how the table stands.
    this.ask();
  }

  heardEvent(n, text) {
    this.sign();
    if (this.after !== undefined && n <= this.after) return;
    this.after = n;
    this.hear.event(n, JSON.parse(text));
  }

  heardTable(news) {
    this.sign();
    this.tables += 1;
    if (this.game !== null && news.game !== this.game) {
      this.close();
      this.hear.game();
      return;
    }
    this.game = news.game;
    this.newest = news;
    this.hear.table(news);
  }

  /** Asks how the table stands → what it said, or null where it didn't answer. */
  async ask() {
    const before = this.tables;
    this.isAway = false;
    let news;
    try {
      news = await table();
    } catch (error) {
      if (isAway(error) && !this.leaving.signal.aborted) this.goneAway();
      return null;
    }
    if (this.leaving.signal.aborted) return null;
    if (this.seat && !news.you.includes(this.seat)) {
      this.close();
      this.hear.gone();
      return null;
    }
    // What a stream told meanwhile may be newer than this answer; but which seats are held here it never tells.
    this.heardTable(this.tables === before ? news : { ...news, ...this.newest, you: news.you });
    return news;
  }

  /** Looks after a stream that has been silent for long: a dead connection says nothing either. */
  async look() {
    if (this.stream === null || Date.now() - this.lastSign < SILENCE) return;
    const news = await this.ask();
    if (this.stream === null) return;
    if (news === null) {
      this.lost();
      return;
    }
    if (!this.isBehind(news)) return;
    clearTimeout(this.timers.behind);
    this.timers.behind = setTimeout(() => this.stream !== null && this.isBehind(news) && this.open(), ON_ITS_WAY);
  }

  isBehind(news) {
    return news.n > (this.after ?? 0);
  }

  lost() {
    this.hangUp();
    this.say("lost");
    const pause = Math.min(LONGEST_PAUSE, 250 * 2 ** this.tries);
    this.tries += 1;
    // Spread out, so that forty phones don't all knock in the moment the table is back.
    this.timers.again = setTimeout(() => this.retry(), pause * (0.5 + Math.random() / 2));
  }

  async retry() {
    // A stream refused for good looks like a broken one: the table tells whether the seat is still ours.
    const news = await this.ask();
    if (this.leaving.signal.aborted || this.stream !== null) return;
    if (news !== null) this.open();
    else if (!this.isAway) this.lost();
  }

  /** The table was put away: it is asked for now and then. */
  goneAway() {
    this.hangUp();
    this.isAway = true;
    this.say("away");
    this.timers.again = setTimeout(() => this.retry(), AWAY_PAUSE);
  }

  /** At once, where the phone wakes or the network is back. */
  wake() {
    clearTimeout(this.timers.doze);
    if (this.leaving.signal.aborted) return;
    if (this.stream === null) {
      clearTimeout(this.timers.again);
      this.tries = 0;
      if (this.isAway) this.retry();
      else this.open();
      return;
    }
    this.lastSign = 0;
    this.look();
  }

  doze() {
    if (!this.rest) return;
    clearTimeout(this.timers.doze);
    this.timers.doze = setTimeout(() => this.hangUp(), REST);
  }

  sign() {
    this.lastSign = Date.now();
  }

  say(state) {
    if (state === this.state) return;
    this.state = state;
    this.hear.state(state);
  }

  hangUp() {
    clearTimeout(this.timers.again);
    clearTimeout(this.timers.behind);
    this.stream?.close();
    this.stream = null;
  }

  close() {
    this.leaving.abort();
    clearInterval(this.timers.look);
    clearTimeout(this.timers.doze);
    this.hangUp();
  }
}
