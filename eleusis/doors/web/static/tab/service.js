/**
 * The service worker: what has been here once is here without a network, and each tab goes on with its own version.
 *
 * All files of a version lie in a folder of their own (v-…) and never change. The page at the root names one of them.
 * It is answered as it was kept; a newer one is fetched meanwhile, with all of its files, and shown at the next visit.
 */

const ROOT = new URL("./", self.location).pathname;
/** Where the page is asked for; under the other name it is kept: a host may lead from either to the other. */
const ADDRESS = new URL("./", self.location).href;
const PAGE = new URL("./index.html", self.location).href;
/** What the page and the home screen show beside it. */
const ICONS = [
  "icon.svg",
  "apple-touch-icon.png",
  "icon-192.png",
  "icon-512.png",
  "icon-maskable-512.png",
  "app.webmanifest",
];
const PAGES = "eleusis-pages";
const OF_A_VERSION = /^(v-[0-9a-f]+)\//;
/** What is packed on its way: the engine's large files lie there with this ending too. */
const PACKED = /\/engine\/(?:.*\.(so)|(?:pyodide\.asm|python_stdlib|eleusis)\.(js|wasm|zip))$/;
const KINDS = { js: "text/javascript", wasm: "application/wasm", zip: "application/zip", so: "application/wasm" };

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin || !url.pathname.startsWith(ROOT)) return;
  const path = url.pathname.slice(ROOT.length);
  const version = path.match(OF_A_VERSION)?.[1];
  if (version !== undefined)
    event.respondWith(fileOf(version, url.origin + url.pathname)); // without a fragment
  else if (path === "" || path === "index.html") event.respondWith(page(event));
  else if (path === "daily/") event.respondWith(Response.redirect(new URL("./#daily", self.location)));
  else if (!path.startsWith("docs/")) event.respondWith(beside(request));
});

self.addEventListener("message", (event) => {
  if (event.data?.type === "keep")
    event.waitUntil(keepAll(event.data.version).then(() => keepPage(event.data.version)));
});

// Files of a version

/** A file, as it is kept or from the network; kept from then on, if there is room. */
async function fileOf(version, href, { mustKeep = false } = {}) {
  const cache = await caches.open(`eleusis-${version}`);
  const kept = await cache.match(href);
  if (kept !== undefined && !isStrange(href, kept)) return kept;
  const answer = await load(href);
  if (!answer.ok) return answer;
  // A hotspot that wants a sign-in first answers everything with its own page.
  if (isStrange(href, answer)) return Response.error();
  const keeping = cache.put(href, answer.clone());
  if (mustKeep) await keeping;
  else keeping.catch(() => {});
  return answer;
}

const isStrange = (href, { headers }) =>
  (headers.get("Content-Type") ?? "").startsWith("text/html") && !href.endsWith(".html");

/** A file from the network; a large one packed, and unpacked here, where the browser can. */
async function load(href) {
  const [, compiled, kind = compiled] = href.match(PACKED) ?? [];
  if (kind === undefined || !("DecompressionStream" in self)) return whole(await fetch(href));
  const packed = await fetch(`${href}.z`);
  if (!packed.ok) return packed;
  return new Response(packed.body.pipeThrough(new DecompressionStream("gzip")), {
    headers: { "Content-Type": KINDS[kind] },
  });
}

/** An answer that came by way of another address, as if it had come from its own: else it may not be given to a page. */
function whole(answer) {
  return answer.redirected ? new Response(answer.body, { status: answer.status, headers: answer.headers }) : answer;
}

/** Keeps all files of a version, so that it works without a network; those that are here are left alone. */
async function keepAll(version) {
  const folder = new URL(`${version}/`, PAGE);
  const list = await fileOf(version, new URL("files.json", folder).href, { mustKeep: true });
  if (!list.ok) throw new Error(`files.json: ${list.status}`);
  const { files } = await list.json();
  for (const name of files) {
    const answer = await fileOf(version, new URL(name, folder).href, { mustKeep: true });
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  }
}

// The page

async function page(event) {
  const cache = await caches.open(PAGES);
  const kept = await cache.match(PAGE);
  if (kept === undefined || kept.redirected) {
    const { answer } = await freshPage();
    return answer;
  }
  const version = versionOf(await kept.clone().text());
  event.waitUntil(renew(cache, version, event).catch(() => {})); // without a network there is nothing new
  return kept;
}

const versionOf = (text) => text.match(/name="eleusis-version" content="(v-[0-9a-f]+)"/)?.[1];

/** The page as the network has it now, and its version; undefined where it is no page of ours. */
async function freshPage() {
  const answer = whole(await fetch(ADDRESS, { cache: "no-cache" }));
  return { answer, version: answer.ok ? versionOf(await answer.clone().text()) : undefined };
}

/** Keeps the page of a first visit, which came before there was anybody to keep it, and its icons. */
async function keepPage(version) {
  const cache = await caches.open(PAGES);
  await cache.addAll(ICONS.map((name) => new URL(name, ADDRESS).href));
  const kept = await cache.match(PAGE);
  if (kept !== undefined && !kept.redirected) return;
  const fresh = await freshPage();
  if (fresh.version === version) await cache.put(PAGE, fresh.answer);
}

/** Looks for a newer page; it is kept once all of its files are here. Then what no tab needs is let go. */
async function renew(cache, version, { clientId, resultingClientId, replacesClientId }) {
  const own = [clientId, resultingClientId, replacesClientId];
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const isAlone = windows.every(({ id }) => own.includes(id));
  const { answer, version: newer } = await freshPage();
  if (newer !== undefined && newer !== version) {
    await keepAll(newer);
    await cache.put(PAGE, answer);
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
  let fresh;
  try {
    fresh = await fetch(request);
  } catch {
    return (await cache.match(request)) ?? Response.error();
  }
  if (fresh.ok) cache.put(request, fresh.clone()).catch(() => {});
  return fresh;
}
