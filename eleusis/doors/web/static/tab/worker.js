/**
 * The worker in which the engine runs: Python, and in it the table, which answers what the page asks.
 *
 * The page says `start` once; then `request`, `listen` and `close`. A second worker of the same kind does what takes
 * seconds: it is started `alone`, without the games, and may be ended at any moment.
 */

import { loadPyodide } from "../../engine/pyodide.mjs";
import { KeptFolder } from "./keeping.js";
import { keptSnapshot, keepSnapshot } from "./snapshot.js";

const ENGINE = new URL("../../engine/", import.meta.url);
const FOLDER = "/games";
/** What Pyodide is told of packages: there are none but those in the archive. */
const NO_PACKAGES = { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" }, packages: {} };
const LOAD = `
import sys, zipfile
zipfile.ZipFile("/eleusis.zip").extractall("/eleusis")
sys.path.insert(0, "/eleusis")
import eleusis.doors.tab.tab
`;

/** Counts what comes in, and tells the page how much of all that is. */
function countBytes(total) {
  const plain = self.fetch;
  let seen = 0;
  const count = () =>
    new TransformStream({
      transform(chunk, controller) {
        seen += chunk.length;
        postMessage({ type: "loaded", share: Math.min(1, seen / total) });
        controller.enqueue(chunk);
      },
    });
  self.fetch = async (...asked) => {
    const answer = await plain(...asked);
    if (!answer.ok || answer.body === null) return answer;
    return new Response(answer.body.pipeThrough(count()), { status: answer.status, headers: answer.headers });
  };
}

async function bytesOf(name) {
  const answer = await fetch(new URL(name, ENGINE));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Python with the table in it: as it was kept on this device, or begun anew and kept for the next time. */
async function startPython(total) {
  const setting = { indexURL: ENGINE.href, lockFileContents: NO_PACKAGES, stdLibURL: new URL("python_stdlib.zip", ENGINE).href };
  const kept = await keptSnapshot(ENGINE);
  if (kept !== null) {
    try {
      const python = await loadPyodide({ ...setting, _loadSnapshot: kept });
      return { python, isNew: false };
    } catch (error) {
      console.warn("The kept engine could not be taken up:", error);
    }
  }
  if (total > 0) countBytes(total);
  const archive = bytesOf("eleusis.zip");
  const python = await loadPyodide({ ...setting, _makeSnapshot: true });
  postMessage({ type: "starting" });
  python.FS.writeFile("/eleusis.zip", await archive);
  python.runPython(LOAD);
  python.FS.unlink("/eleusis.zip");
  return { python, isNew: true };
}

function readFolder({ FS }) {
  const names = FS.readdir(FOLDER).filter((name) => !name.startsWith("."));
  return new Map(names.map((name) => [name, FS.readFile(`${FOLDER}/${name}`, { encoding: "utf8" })]));
}

let tab = null;

async function start({ total, alone }) {
  const [{ python, isNew }, folder] = await Promise.all([startPython(total), alone ? null : KeptFolder.load()]);
  if (isNew && !alone) await keepSnapshot(ENGINE, python);
  python.FS.mkdirTree(FOLDER);
  for (const [name, text] of folder?.files ?? []) python.FS.writeFile(`${FOLDER}/${name}`, text);
  const keep = () => folder?.keep(readFolder(python));
  // The numbers of a heap that was kept would come again each time.
  python.runPython("import random; random.seed()");
  tab = python.pyimport("eleusis.doors.tab.tab").Tab.in_folder(FOLDER, keep);
}

const does = {
  async start(message) {
    await start(message);
    return {};
  },
  async request({ method, path, body }) {
    const answer = await tab.answer(method, path, body ?? "");
    const told = { status: answer.status, text: answer.text, wait: answer.wait || undefined };
    answer.destroy();
    return told;
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

self.onmessage = async ({ data }) => {
  try {
    postMessage({ type: "answer", id: data.id, answer: await does[data.type](data) });
  } catch (error) {
    console.error(error);
    postMessage({ type: "failed", id: data.id, text: String(error?.message ?? error) });
  }
};
