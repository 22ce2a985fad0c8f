// Starts the engine of a site as a tab does, and imports what a tab imports. Fails where anything is missing:
//     node trial.mjs ENGINE eleusis.doors.tab.browser_tab …

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const IMPORT = `
import sys
sys.path.insert(0, "/eleusis")
for name in names:
    try:
        __import__(name)
    except ModuleNotFoundError as error:
        raise ImportError(f"{name} reaches for {error.name}, which no tab has") from None
`;

async function start(engine, names) {
  const at = (name) => resolve(engine, name);
  const { loadPyodide } = await import(pathToFileURL(at("pyodide.js")).href);
  const python = await loadPyodide({
    indexURL: resolve(engine),
    stdLibURL: at("python_stdlib.zip"),
    lockFileContents: readFileSync(at("pyodide-lock.json"), "utf8"),
  });
  python.unpackArchive(new Uint8Array(readFileSync(at("eleusis.zip"))), "zip", { extractDir: "/eleusis" });
  for (const name of JSON.parse(readFileSync(at("compiled.json"), "utf8"))) python.FS.writeFile(`/eleusis/${name}`, readFileSync(at(name)));
  python.runPython(IMPORT, { globals: python.toPy({ names }) });
}

try {
  const [engine, ...names] = process.argv.slice(2);
  await start(engine, names);
} catch (error) {
  console.error(error.message.trim()); // without the line of Pyodide's that it comes from: that is a megabyte
  process.exit(1);
}
