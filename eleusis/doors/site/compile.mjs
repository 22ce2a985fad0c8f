// Compiles folders of Python sources by the Python that the tab has:
//     node compile.mjs PYODIDE BYTECODE.py FOLDER…

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

async function compileAll(pyodide, script, folders) {
  const { loadPyodide } = await import(pathToFileURL(resolve(pyodide, "pyodide.mjs")).href);
  const python = await loadPyodide({ indexURL: resolve(pyodide) });
  const names = python.toPy({ __name__: "bytecode" });
  python.runPython(readFileSync(script, "utf8"), { globals: names });
  const compileFolder = names.get("compile_folder");
  for (const [n, folder] of folders.entries()) {
    python.FS.mkdir(`/folder${n}`);
    python.FS.mount(python.FS.filesystems.NODEFS, { root: resolve(folder) }, `/folder${n}`);
    compileFolder(`/folder${n}`);
  }
}

try {
  const [pyodide, script, ...folders] = process.argv.slice(2);
  await compileAll(pyodide, script, folders);
} catch (error) {
  console.error(error.message.trim()); // without the line of Pyodide's that it comes from: that is a megabyte
  process.exit(1);
}
