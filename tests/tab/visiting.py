"""How a visitor finds the page of the tab."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.helpers.patience import patient_ms

if TYPE_CHECKING:
    from playwright.sync_api import Page

FIRST_START = patient_ms(90_000)
"""Within so many ms the engine must have started: far more than it takes, since machines may be busy."""

KEPT = """async () => {
  const version = document.querySelector("meta[name=eleusis-version]").content;
  const { files } = await (await fetch(`${version}/files.json`)).json();
  const missing = async () => {
    const cache = await caches.open(`eleusis-${version}`);
    const kept = new Set((await cache.keys()).map(({ url }) => url));
    return files.filter((name) => !kept.has(new URL(`${version}/${name}`, document.baseURI).href));
  };
  const page = new URL("index.html", document.baseURI).href;
  const waits = async () => (await missing()).length > 0 || (await caches.match(page)) === undefined;
  for (let looks = 0; await waits(); looks += 1) {
    if (looks > 1000) throw new Error(`not kept: ${await missing()}`);
    await new Promise((resolve) => { setTimeout(resolve, 50); });
  }
}"""
"""Resolves when the browser has kept all files of the version, and the page."""

OLDER_WEBKIT = """(() => {
  delete ReadableStream.prototype[Symbol.asyncIterator];
  delete ReadableStream.prototype.values;
  delete Element.prototype.checkVisibility;
  delete URL.canParse;
  delete URL.parse;
  delete Object.groupBy;
  delete Promise.withResolvers;
  for (const name of ["map", "filter", "some", "every", "find", "toArray"]) delete Iterator.prototype[name];
  for (const name of ["union", "difference", "intersection", "isSubsetOf"]) delete Set.prototype[name];
  delete Array.fromAsync;
  delete Response.json;
  delete AbortSignal.any;
  delete document.startViewTransition;
})()"""
"""Takes from a page what Safari 16 hasn't."""


def ready(page: Page) -> None:
    """Wait until the engine answers: then all that can be played may be."""
    page.wait_for_selector("body[data-engine=ready]", timeout=FIRST_START)
