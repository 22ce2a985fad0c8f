/**
 * The service worker: what has been here once is here without a network, and each tab goes on with its own version.
 *
 * All files of a version lie in a folder of their own (v-…) and never change. The page at the root names one of them.
 * It is answered as it was kept; a newer one is fetched meanwhile, with all of its files, and shown at the next visit.
 */

const ROOT = new URL("./", self.location).pathname;
const PAGE = new URL("./index.html", self.location).href;
const DAILY = new URL("./daily/", self.location).href;
const PAGES = "eleusis-pages";
const OF_A_VERSION = /^(v-[0-9a-f]+)\//;
/** What is packed on its way: the engine's large files lie there with this ending too. */
const PACKED = /\/engine\/(?:.*\.(so)|(?:pyodide\.asm|python_stdlib|eleusis)\.(mjs|wasm|zip))$/;
const KINDS = { mjs: "text/javascript", wasm: "application/wasm", zip: "application/zip", so: "application/wasm" };

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin || !url.pathname.startsWith(ROOT)) return;
  const path = url.pathname.slice(ROOT.length);
  const version = path.match(OF_A_VERSION)?.[1];
  if (version !== undefined) event.respondWith(fileOf(version, url.href));
  else if (path === "" || path === "index.html") event.respondWith(page(event));
  else if (path === "daily/") event.respondWith(Response.redirect(new URL("./#daily", self.location)));
  else if (!path.startsWith("docs/")) event.respondWith(beside(request));
});

self.addEventListener("message", (event) => {
  if (event.data?.type === "keep") event.waitUntil(keepAll(event.data.version).then(() => keepPage(event.data.version)));
});

// Files of a version

async function fileOf(version, href) {
  const cache = await caches.open(`eleusis-${version}`);
  const kept = await cache.match(href);
  if (kept !== undefined) return kept;
  const answer = await load(href);
  if (answer.ok) await cache.put(href, answer.clone());
  return answer;
}

/** A file from the network; a large one packed, and unpacked here. */
async function load(href) {
  const [, compiled, kind = compiled] = href.match(PACKED) ?? [];
  if (kind === undefined) return fetch(href);
  const packed = await fetch(`${href}.z`);
  if (!packed.ok) return packed;
  return new Response(packed.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": KINDS[kind] } });
}

/** Keeps all files of a version, so that it works without a network; those that are here are left alone. */
async function keepAll(version) {
  const folder = new URL(`${version}/`, PAGE);
  const list = await fileOf(version, new URL("files.json", folder).href);
  if (!list.ok) return;
  const { files } = await list.json();
  for (const name of files) {
    const answer = await fileOf(version, new URL(name, folder).href);
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  }
}

// The page

async function page(event) {
  const cache = await caches.open(PAGES);
  const kept = await cache.match(PAGE);
  if (kept === undefined) {
    const fresh = await fetch(PAGE, { cache: "no-cache" });
    if (fresh.ok) await cache.put(PAGE, fresh.clone());
    return fresh;
  }
  const version = versionOf(await kept.clone().text());
  event.waitUntil(renew(cache, version).catch(() => {})); // without a network there is nothing new
  return kept;
}

const versionOf = (text) => text.match(/name="eleusis-version" content="(v-[0-9a-f]+)"/)?.[1];

/** Keeps the page of a first visit, which came before there was anybody to keep it; and the other way to the puzzle. */
async function keepPage(version) {
  const cache = await caches.open(PAGES);
  if ((await cache.match(PAGE)) !== undefined) return;
  const [fresh, daily] = await Promise.all([fetch(PAGE), fetch(DAILY)]);
  if (daily.ok) await cache.put(DAILY, daily);
  if (fresh.ok && versionOf(await fresh.clone().text()) === version) await cache.put(PAGE, fresh);
}

/** Looks for a newer page; it is kept once all of its files are here. Then what no tab needs is let go. */
async function renew(cache, version) {
  const isAlone = (await self.clients.matchAll({ type: "window", includeUncontrolled: true })).length <= 1;
  const fresh = await fetch(PAGE, { cache: "no-cache" });
  const newer = fresh.ok ? versionOf(await fresh.clone().text()) : undefined;
  if (newer !== undefined && newer !== version) {
    await keepAll(newer);
    await cache.put(PAGE, fresh);
  }
  if (isAlone) await letGo([version, newer]);
}

async function letGo(versions) {
  for (const name of await caches.keys()) {
    const other = name.match(/^eleusis-(?:heap-)?(v-[0-9a-f]+)$/)?.[1];
    if (other !== undefined && !versions.includes(other)) await caches.delete(name);
  }
}

/** Icons and the like, which change without a version: the network first. */
async function beside(request) {
  const cache = await caches.open(PAGES);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await cache.put(request, fresh.clone());
    return fresh;
  } catch {
    return (await cache.match(request)) ?? Response.error();
  }
}
