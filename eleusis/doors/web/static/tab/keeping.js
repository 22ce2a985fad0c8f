/**
 * What a browser keeps of the games: each file of the engine's folder, in IndexedDB.
 *
 * A change is kept in one transaction: after a crash there is all of it or nothing.
 */

const NAME = "eleusis";
const STORE = "files";

function open() {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onsuccess = () => {
      // Another tab has a newer form of it, or clears it: it must not wait for this one.
      opening.result.onversionchange = () => opening.result.close();
      resolve(opening.result);
    };
    opening.onerror = () => reject(opening.error);
  });
}

function done(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

/** Fails where the browser has a store, but no room at all in it. */
async function tryKeeping(database) {
  for (const change of [(store) => store.put("", "."), (store) => store.delete(".")]) {
    const transaction = database.transaction(STORE, "readwrite");
    change(transaction.objectStore(STORE));
    await done(transaction);
  }
}

/** A folder that is kept: `files` are its texts by their names, `times` when each was changed, in ms. */
export class KeptFolder {
  #database;

  constructor(database, files, times) {
    this.#database = database;
    this.files = files;
    this.times = times;
  }

  /** The folder as it was left; of what is no file, nothing. */
  static async load() {
    const database = await open();
    const transaction = database.transaction(STORE, "readonly");
    const store = transaction.objectStore(STORE);
    const [names, values] = [store.getAllKeys(), store.getAll()];
    await done(transaction);
    const kept = names.result
      .map((name, place) => [name, values.result[place]])
      .filter(([, value]) => typeof value?.text === "string");
    if (kept.length === 0) await tryKeeping(database);
    return new KeptFolder(
      database,
      new Map(kept.map(([name, { text }]) => [name, text])),
      new Map(kept.map(([name, { changed }]) => [name, changed])),
    );
  }

  /** Keeps what is another than before; resolves when it is on the disk. `now` has all files, by name. */
  async keep(now) {
    try {
      await this.#put(now);
    } catch (error) {
      if (error.name === "QuotaExceededError") throw error;
      // The connection is gone, as when the browser's data are cleared: nobody knows what is left, so all is put anew.
      this.#database = await open();
      this.files = new Map();
      await this.#put(now);
    }
  }

  async #put(now) {
    const changed = [...now].filter(([name, text]) => this.files.get(name) !== text);
    const gone = [...this.files.keys()].filter((name) => !now.has(name));
    if (changed.length === 0 && gone.length === 0) return;
    const transaction = this.#database.transaction(STORE, "readwrite", { durability: "strict" });
    const store = transaction.objectStore(STORE);
    for (const [name, text] of changed) store.put({ text, changed: Date.now() }, name);
    for (const name of gone) store.delete(name);
    await done(transaction);
    this.files = new Map(now);
  }
}
