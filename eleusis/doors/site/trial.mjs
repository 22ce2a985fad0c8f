// Starts the engine of a site as a tab does, and imports what a tab imports. Fails where anything is missing:
//     node trial.mjs ENGINE eleusis.doors.tab.browser_tab '["all", "others", …]'

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const PATH = `
import sys
sys.path.insert(0, "/eleusis")
`;
const IMPORT = `
for name in names:
    try:
        __import__(name)
    except ModuleNotFoundError as error:
        raise ImportError(f"{name} reaches for {error.name}, which no tab has") from None
`;

async function start(engine, first, others) {
  const at = (name) => resolve(engine, name);
  const times = [performance.now()];
  const { loadPyodide } = await import(pathToFileURL(at("pyodide.mjs")).href);
  const python = await loadPyodide({
    indexURL: resolve(engine),
    stdLibURL: at("python_stdlib.zip"),
    lockFileContents: readFileSync(at("pyodide-lock.json"), "utf8"),
  });
  times.push(performance.now());
  python.unpackArchive(new Uint8Array(readFileSync(at("eleusis.zip"))), "zip", { extractDir: "/eleusis" });
  for (const name of JSON.parse(readFileSync(at("compiled.json"), "utf8"))) python.FS.writeFile(`/eleusis/${name}`, readFileSync(at(name)));
  times.push(performance.now());
  python.runPython(PATH);
  python.runPython(IMPORT, { globals: python.toPy({ names: [first] }) });
  times.push(performance.now());
  python.runPython(IMPORT, { globals: python.toPy({ names: others }) });
  const [began, started, unpacked, imported] = times;
  return { start: started - began, unpack: unpacked - started, import: imported - unpacked };
}

try {
  const [engine, first, others] = process.argv.slice(2);
  console.log(JSON.stringify(await start(engine, first, JSON.parse(others))));
} catch (error) {
  console.error(error.message.trim()); // without the line of Pyodide's that it comes from: that is a megabyte
  process.exit(1);
}
