/**
 * What makes the page work without a network: the service worker, and room in the browser that isn't cleared by itself.
 */

/** How long (ms) a first visit waits for the service worker before it goes on without. */
const PATIENCE = 4_000;

const version = () => document.querySelector('meta[name="eleusis-version"]').content;

/** Resolves when the service worker answers for this page; also where there is none, or it takes too long. */
export async function keepForOffline() {
  const service = navigator.serviceWorker;
  if (service === undefined) return;
  try {
    await service.register(new URL("../../../service.js", import.meta.url), {
      scope: new URL("../../../", import.meta.url).pathname,
    });
  } catch (error) {
    console.info("Without a service worker:", error);
    return;
  }
  if (service.controller !== null) return;
  await new Promise((resolve) => {
    service.addEventListener("controllerchange", resolve, { once: true });
    setTimeout(resolve, PATIENCE);
  });
}

/** Has all files kept that a later visit may need. */
export function keepAll() {
  navigator.serviceWorker?.controller?.postMessage({ type: "keep", version: version() });
}

/** Keeps no file of this version any longer: the next load brings all of them anew. */
export async function forgetFiles() {
  for (const name of await caches.keys()) {
    if (name.endsWith(version())) await caches.delete(name);
  }
}

/** Asks the browser not to clear by itself what is kept; some ask back, so not before there is something to keep. */
export async function keepForGood() {
  try {
    await navigator.storage?.persist?.();
  } catch {
    // It may be forbidden: then it is kept as long as there is room.
  }
}
