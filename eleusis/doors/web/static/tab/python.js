/**
 * Python, started: from the heap that was kept on this device, or begun anew and kept for the next time.
 */

import { loadPyodide } from "../../engine/pyodide.js";
import { beginTrial, dropSnapshots, endTrial, keepSnapshot, keptSnapshot } from "./snapshot.js";
import { unpack } from "./stored_zip.js";

const ENGINE = new URL("../../engine/", import.meta.url);
/** Where the archive is unpacked. */
const HOME = "/eleusis";
const LOAD = `
import sys
sys.path.insert(0, "${HOME}")
import eleusis.doors.tab.browser_tab
`;

/** What a heap is tried with: compiled code is called. */
const TRY = `
import msgspec
assert msgspec.json.decode(msgspec.json.encode([1])) == [1]
`;

async function load(name) {
  const answer = await fetch(new URL(name, ENGINE));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer;
}

const bytesOf = async (name) => new Uint8Array(await (await load(name)).arrayBuffer());

/**
 * The factory of Pyodide's own, which puts all files into the file system before Python starts.
 *
 * The compiled modules are loaded then too, each time at the same place in memory: a kept heap points into them.
 * There is room for `kept`, too: what Python begins with may be less.
 */
async function makeFactory(kept) {
  const archive = bytesOf("eleusis.zip");
  const compiled = await (await load("compiled.json")).json();
  const { default: create } = await import(new URL("pyodide.asm.js", ENGINE).href);
  const layAll = async (module) => {
    module.addRunDependency("eleusis");
    const put = (name, bytes) => {
      const path = `${HOME}/${name}`;
      module.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      module.FS.writeFile(path, bytes, { canOwn: true });
    };
    for (const [name, bytes] of unpack(await archive)) put(name, bytes);
    for (const name of compiled) {
      put(name, await bytesOf(name));
      await module.loadDynamicLibrary(`${HOME}/${name}`, { loadAsync: true, nodelete: true, global: false });
    }
    const size = (await kept)?.length ?? 0;
    if (size > module.HEAPU8.length) module.growMemory(size);
    module.removeRunDependency("eleusis");
  };
  const addressOf = (path) =>
    path.startsWith(`${HOME}/`) ? new URL(path.slice(HOME.length + 1), ENGINE).href : null;
  return (settings) => {
    const { locateFile, preRun } = settings;
    // Nobody waits for what is done before the run: what fails there would leave the start hanging.
    return new Promise((resolve, reject) => {
      const lay = (module) => layAll(module).catch(reject);
      create({
        ...settings,
        preRun: [...preRun, lay],
        locateFile: (path) => addressOf(path) ?? locateFile(path),
      }).then(resolve, reject);
    });
  };
}

/** Notes that the heap which was tried is good: the table has answered. */
export const heapIsGood = () => endTrial(ENGINE).catch(() => {});

/**
 * A Python that has imported the tab.
 *
 * @param {object} wish
 * @param {boolean} [wish.keeps] whether its heap is kept on this device, where none is
 * @param {() => void} [wish.onStarting] called when all has come in and Python starts, at a first start
 */
export async function startPython({ keeps = true, onStarting = () => {} } = {}) {
  const looking = keptSnapshot(ENGINE);
  const [lock, createPyodideModule, kept] = await Promise.all([
    load("pyodide-lock.json"),
    makeFactory(looking),
    looking,
  ]);
  const setting = { indexURL: ENGINE.href, lockFileContents: await lock.text(), createPyodideModule };
  // A second worker beside the first takes the heap as it is: it has been tried.
  if (kept !== null && (!keeps || (await beginTrial(ENGINE)))) {
    try {
      const python = await loadPyodide({ ...setting, _loadSnapshot: kept });
      python.runPython(TRY);
      return python;
    } catch (error) {
      console.info("The kept engine is of no use, and is made anew:", error);
      await dropSnapshots(ENGINE);
    }
  }
  const python = await loadPyodide({ ...setting, _makeSnapshot: true });
  onStarting();
  python.runPython(LOAD);
  if (keeps) await keepSnapshot(ENGINE, python);
  return python;
}
