/**
 * Runs a text of Python in the engine of a site, and posts what it comes to; for the tests alone.
 *
 * `python` is the address of that site's python.js, `files` are texts to be laid out first, by their paths.
 */

self.onmessage = async ({ data: { python, files, text } }) => {
  try {
    const { startPython } = await import(python);
    const engine = await startPython();
    for (const [path, content] of Object.entries(files)) {
      engine.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      engine.FS.writeFile(path, content);
    }
    postMessage({ result: engine.runPython(text) });
  } catch (error) {
    postMessage({ error: String(error) });
  }
};
