// Compiles folders of Python sources by the Python that the tab has:
//     node compile.mjs PYODIDE BYTECODE.py '[{"sources": …, "out": …}, …]'

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

async function compileAll(pyodide, script, jobs) {
  const { loadPyodide } = await import(pathToFileURL(resolve(pyodide, "pyodide.mjs")).href);
  const python = await loadPyodide({ indexURL: resolve(pyodide) });
  const names = python.toPy({ __name__: "bytecode" });
  python.runPython(readFileSync(script, "utf8"), { globals: names });
  const compileFolder = names.get("compile_folder");
  for (const [n, { sources, out }] of jobs.entries()) {
    const [from, to] = [`/sources${n}`, `/out${n}`];
    for (const [folder, place] of [[sources, from], [out, to]]) {
      python.FS.mkdir(place);
      python.FS.mount(python.FS.filesystems.NODEFS, { root: resolve(folder) }, place);
    }
    compileFolder(from, to);
  }
}

try {
  const [pyodide, script, jobs] = process.argv.slice(2);
  await compileAll(pyodide, script, JSON.parse(jobs));
} catch (error) {
  console.error(error.message.trim()); // without the line of Pyodide's that it comes from: that is a megabyte
  process.exit(1);
}
