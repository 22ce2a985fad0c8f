/**
 * One thing that a browser keeps by a name: on this device, or as long as the tab is open.
 *
 * A browser may forbid it, or be full: then it holds for this page.
 */
export class Memory {
  #name;
  #store;
  #here = null;

  /** `store()` is where it is kept. */
  constructor(name, store = () => localStorage) {
    this.#name = name;
    this.#store = store;
  }

  /** The text that is kept; null where there is none. */
  get text() {
    try {
      return this.#store().getItem(this.#name) ?? this.#here;
    } catch {
      return this.#here;
    }
  }

  /** What is kept as data; null where there is none, or it is damaged. */
  get data() {
    try {
      return JSON.parse(this.text);
    } catch {
      return null;
    }
  }

  /** Keeps a text; null forgets. */
  keep(text) {
    this.#here = text;
    try {
      if (text === null) this.#store().removeItem(this.#name);
      else this.#store().setItem(this.#name, text);
    } catch {
      // It holds for this page.
    }
  }
}

/** Where things are kept as long as the tab is open. */
export const thisTab = () => sessionStorage;

/** What a page keeps as long as the tab is open, by where it is: another table at this server has its own. */
export const ofPage = (name, path) => new Memory(`${name} ${path}`, thisTab);

/** What this page keeps. */
export const ofThisPage = (name) => ofPage(name, window.location.pathname);
