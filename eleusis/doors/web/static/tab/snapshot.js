/**
 * The heap of a Python that has just been started, kept on this device: from it the next start takes a second.
 *
 * It is made here and nowhere else: a shipped one would be three times what has to be loaded otherwise. Another
 * engine, or another version of the browser, has a heap of its own.
 */

async function open(engine) {
  if (!("caches" in self)) return null;
  const version = new URL(engine).pathname.split("/").at(-3);
  return caches.open(`eleusis-heap-${version}`);
}

const addressOf = (engine) => new URL(`heap?${encodeURIComponent(navigator.userAgent)}`, engine).href;
/** What stands beside a heap while it is tried: where it is found at a start, the last one never came to its end. */
const mark = (engine) => new URL("heap-tried", engine).href;

/** The heap that was kept, as bytes; null where there is none, or the browser keeps nothing here. */
export async function keptSnapshot(engine) {
  try {
    const cache = await open(engine);
    const kept = await cache?.match(addressOf(engine));
    return kept ? new Uint8Array(await kept.arrayBuffer()) : null;
  } catch {
    return null;
  }
}

/** Notes that a heap is about to be tried; whether it may be: a damaged one can stop a start for good. */
export async function beginTrial(engine) {
  const cache = await open(engine);
  if ((await cache.match(mark(engine))) !== undefined) {
    await dropSnapshots(engine);
    return false;
  }
  // Where there is no room even for that, it is tried all the same: "Try again" drops it too.
  await cache.put(mark(engine), new Response("")).catch(() => {});
  return true;
}

/** Notes that the heap is good. */
export async function endTrial(engine) {
  await (await open(engine))?.delete(mark(engine));
}

/** Keeps the heap of a Python in the place of any other, if the browser has room. */
export async function keepSnapshot(engine, python) {
  try {
    const cache = await open(engine);
    if (cache === null) return;
    await dropSnapshots(engine);
    await cache.put(addressOf(engine), new Response(python.makeMemorySnapshot()));
  } catch (error) {
    console.info("The engine is not kept on this device:", error);
  }
}

/** Keeps no heap any longer. */
export async function dropSnapshots(engine) {
  const cache = await open(engine);
  for (const kept of (await cache?.keys()) ?? []) await cache.delete(kept);
}
