/**
 * The heap of a Python that has just been started, kept on this device: from it the next start takes a second.
 *
 * It is made here and nowhere else: a shipped one would be three times what has to be loaded otherwise.
 */

const NAME = "heap";

/** Keeps are by version: another engine has another address. */
async function open(engine) {
  if (!("caches" in self)) return null;
  const version = new URL(engine).pathname.split("/").at(-3);
  return caches.open(`eleusis-heap-${version}`);
}

/** The heap that was kept, as bytes; null where there is none, or the browser keeps nothing here. */
export async function keptSnapshot(engine) {
  try {
    const cache = await open(engine);
    const kept = await cache?.match(new URL(NAME, engine));
    return kept ? new Uint8Array(await kept.arrayBuffer()) : null;
  } catch {
    return null;
  }
}

/** Keeps the heap of a Python, if the browser has room. */
export async function keepSnapshot(engine, python) {
  try {
    const cache = await open(engine);
    await cache?.put(new URL(NAME, engine), new Response(python.makeMemorySnapshot()));
  } catch (error) {
    console.info("The engine is not kept on this device:", error);
  }
}
