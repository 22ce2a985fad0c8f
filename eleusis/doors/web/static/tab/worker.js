/**
 * The worker in which the engine runs: Python, and in it the table, which answers what the page asks.
 *
 * The page says `start` once; then `request`, `listen` and `close`. A second worker of the same kind does what takes
 * seconds: it is started `alone`, without the games, and may be ended at any moment.
 */

import { KeptFolder } from "./keeping.js";
import { heapIsGood, startPython } from "./python.js";

const FOLDER = "/games";

/**
 * Counts what comes in, and tells the page how much of all that is → a promise that fails as soon as something doesn't
 * come: the start itself might wait for it for ever.
 */
function countBytes(total) {
  const plain = self.fetch;
  let seen = 0;
  return new Promise((_, fail) => {
    const count = (chunk, controller) => {
      seen += chunk.length;
      postMessage({ type: "loaded", share: Math.min(1, seen / total) });
      controller.enqueue(chunk);
    };
    self.fetch = async (...asked) => {
      const answer = await plain(...asked).catch((error) => {
        fail(error);
        throw error;
      });
      if (!answer.ok) fail(new Error(`${answer.status} ${answer.url}`));
      if (!answer.ok || answer.body === null) return answer;
      const { readable, writable } = new TransformStream({ transform: count });
      answer.body.pipeTo(writable).catch(fail);
      return new Response(readable, { status: answer.status, headers: answer.headers });
    };
  });
}

function readFolder({ FS }) {
  const names = FS.readdir(FOLDER).filter((name) => !name.startsWith("."));
  return new Map(names.map((name) => [name, FS.readFile(`${FOLDER}/${name}`, { encoding: "utf8" })]));
}

function writeFile({ FS }, name, text, changed) {
  const path = `${FOLDER}/${name}`;
  FS.writeFile(path, text);
  FS.utime(path, changed, changed);
}

let tab = null;
let hasAnswered = false;

async function start({ total, alone = false, keeps = !alone }) {
  const missing = total > 0 ? countBytes(total) : new Promise(() => {});
  const onStarting = () => postMessage({ type: "starting" });
  // A browser may keep nothing, as in some private windows: there one plays without.
  const loadFolder = () => KeptFolder.load().catch(() => null);
  const [python, folder] = await Promise.all([
    Promise.race([startPython({ keeps, onStarting }), missing]),
    alone ? null : loadFolder(),
  ]);
  python.FS.mkdirTree(FOLDER);
  for (const [name, text] of folder?.files ?? []) writeFile(python, name, text, folder.times.get(name));
  /** Keeps what has changed; what is said is why it can't. */
  const keep = async () => {
    try {
      await folder?.keep(readFolder(python));
      return "";
    } catch (error) {
      return error?.message || error?.name || "no reason is told";
    }
  };
  // The numbers of a heap that was kept would come again each time.
  python.runPython("import random; random.seed()");
  tab = python.pyimport("eleusis.doors.tab.browser_tab").Tab.in_folder(FOLDER, keep);
  return { keeps: alone || folder !== null };
}

const does = {
  start,
  async request({ method, path, body }) {
    const answer = await tab.ask(method, path, body ?? "");
    const [status, text, name] = answer.toJs();
    answer.destroy();
    if (!hasAnswered) heapIsGood();
    hasAnswered = true;
    return { status, text, name: name ?? undefined };
  },
  listen({ number, path }) {
    tab.listen(number, path, (n, data) => postMessage({ type: "told", number, n: n ?? null, data }));
    return {};
  },
  close({ number }) {
    tab.close_stream(number);
    return {};
  },
};

/** What an error says, without the lines of Python that led to it. */
const lastLine = (error) =>
  String(error?.message ?? error)
    .trim()
    .split("\n")
    .at(-1);

self.onmessage = async ({ data }) => {
  try {
    postMessage({ type: "answer", id: data.id, answer: await does[data.type](data) });
  } catch (error) {
    console.error(error);
    postMessage({ type: "failed", id: data.id, text: lastLine(error) });
  }
};
