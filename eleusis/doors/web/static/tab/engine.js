/**
 * The engine as the page sees it: started once, in a worker, and asked like a server.
 */

import { errorOf } from "../api.js";

const SILENCE = "The game has stopped working. Load the page again: nothing is lost.";
/** The longest (ms) that a start may say nothing: on a slow phone a step of it takes ten seconds. */
const PATIENCE = 60_000;
const WORKER = new URL("./worker.js", import.meta.url);

/** A worker that answers; `onTold` is called with what streams tell, `onProgress` while it starts. */
class Engine {
  #worker = new Worker(WORKER, { type: "module" });
  #waiting = new Map();
  #streams = new Map();
  #last = 0;

  constructor(onProgress = () => {}) {
    this.#worker.onmessage = ({ data }) => this.#hear(data, onProgress);
    this.#worker.onerror = (event) => this.#fail(event.message ?? "the engine can't be loaded");
  }

  #hear(message, onProgress) {
    if (message.type === "told") this.#streams.get(message.number)?.(message);
    else if (message.type === "loaded" || message.type === "starting") onProgress(message);
    else {
      const { resolve, reject } = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.type === "answer") resolve(message.answer);
      else reject(new Error(message.text));
    }
  }

  #fail(text) {
    for (const { reject } of this.#waiting.values()) reject(new Error(text));
    this.#waiting.clear();
  }

  /** Asks for something of the worker's own list → what it answers. */
  ask(type, more = {}) {
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ ...more, type, id });
    });
  }

  listen(path, onTold) {
    this.#last += 1;
    const number = this.#last;
    this.#streams.set(number, onTold);
    const opened = this.ask("listen", { number, path });
    const close = () => {
      this.#streams.delete(number);
      this.ask("close", { number });
    };
    return { opened, close };
  }

  end() {
    this.#worker.terminate();
    this.#fail("it was stopped");
  }
}

let engine = null;
let started = null;

/**
 * Starts the engine, once; resolves when it answers.
 *
 * `total` is how many bytes come in at a first start, `onProgress` hears how much of that has come, and then that
 * Python starts.
 */
export function start({ total = 0, onProgress } = {}) {
  if (started === null) {
    let heard = () => {};
    engine = new Engine((progress) => {
      heard();
      onProgress?.(progress);
    });
    started = Promise.race([engine.ask("start", { total }), new Promise((_, fail) => (heard = watch(fail)))]);
  }
  return started;
}

/** Calls `fail` when nothing has been heard for too long → what is to be called whenever something is. */
function watch(fail) {
  let timer;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => fail(new Error("it takes too long")), PATIENCE);
  };
  heard();
  return heard;
}

const asked = ({ method, path, body }) => ({
  method,
  path,
  body: body === undefined ? undefined : JSON.stringify(body),
});

/**
 * A transport whose engine has no games: for a page that asks about rules alone.
 *
 * @returns {{transport: object, started: Promise<object>}}
 */
export function light({ total = 0, onProgress } = {}) {
  const other = new Engine(onProgress);
  const started = other.ask("start", { total, alone: true, keeps: true });
  const request = async (wish) => {
    await started;
    return other.ask("request", asked(wish));
  };
  return { started, transport: { silence: SILENCE, request } };
}

/** What the pages' `useTransport` takes: the engine in the place of a server. */
export const transport = {
  silence: SILENCE,

  async request(wish) {
    await started;
    return engine.ask("request", asked(wish));
  },

  listen({ path, onOpen, onEvent, onTable, onLost }) {
    const stream = engine.listen(path, ({ n, data }) => (n === null ? onTable(data) : onEvent(n, data)));
    stream.opened.then(onOpen, onLost);
    return { close: stream.close };
  },
};

function answerOf({ status, text }) {
  if (status >= 400) throw errorOf(status, text);
  return JSON.parse(text);
}

/**
 * Has something worked out that takes seconds, in a worker of its own.
 *
 * @returns {{answer: Promise<object>, stop: () => void}} what it comes to; `stop` ends the work, and the promise fails
 */
export function workOut(method, path, body) {
  const other = new Engine();
  const answer = (async () => {
    try {
      await other.ask("start", { total: 0, alone: true });
      return answerOf(await other.ask("request", asked({ method, path, body })));
    } finally {
      other.end();
    }
  })();
  return { answer, stop: () => other.end() };
}
