/**
 * Python, started: from the heap that was kept on this device, or begun anew and kept for the next time.
 */

import { loadPyodide } from "../../engine/pyodide.mjs";
import { keptSnapshot, keepSnapshot } from "./snapshot.js";
import { unpack } from "./stored_zip.js";

const ENGINE = new URL("../../engine/", import.meta.url);
/** Where the archive is unpacked. */
const HOME = "/eleusis";
const LOAD = `
import sys
sys.path.insert(0, "${HOME}")
import eleusis.doors.tab.tab
`;

async function bytesOf(name) {
  const answer = await fetch(new URL(name, ENGINE));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/**
 * The factory of Pyodide's own, which puts the archive into the file system before Python starts.
 *
 * The compiled library is loaded then too, each time at the same place: a kept heap points into it.
 */
async function makeFactory(archive) {
  const { default: create } = await import(new URL("pyodide.asm.mjs", ENGINE).href);
  const lay = async (module) => {
    module.addRunDependency("eleusis");
    const files = unpack(await archive);
    for (const [name, bytes] of files) {
      const path = `${HOME}/${name}`;
      module.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      module.FS.writeFile(path, bytes, { canOwn: true });
    }
    for (const name of [...files.keys()].filter((file) => file.endsWith(".so"))) {
      const fs = { findObject: () => true, readFile: () => files.get(name) };
      await module.loadDynamicLibrary(`${HOME}/${name}`, { loadAsync: true, nodelete: true, global: false, fs });
    }
    module.removeRunDependency("eleusis");
  };
  return (settings) => create({ ...settings, preRun: [...settings.preRun, lay] });
}

/**
 * A Python that has imported the tab.
 *
 * @param {object} wish
 * @param {boolean} [wish.keeps] whether its heap is kept on this device, where none is
 * @param {() => void} [wish.onStarting] called when all has come in and Python starts, at a first start
 */
export async function startPython({ keeps = true, onStarting = () => {} } = {}) {
  const lock = await fetch(new URL("pyodide-lock.json", ENGINE));
  const setting = { indexURL: ENGINE.href, lockFileContents: await lock.text(), createPyodideModule: await makeFactory(bytesOf("eleusis.zip")) };
  const kept = await keptSnapshot(ENGINE);
  if (kept !== null) return loadPyodide({ ...setting, _loadSnapshot: kept });
  const python = await loadPyodide({ ...setting, _makeSnapshot: true });
  onStarting();
  python.runPython(LOAD);
  if (keeps) await keepSnapshot(ENGINE, python);
  return python;
}
