/** Asks again and again how a room stands, as long as the page is in sight. */

/** The pause (ms) between two questions; in a room of more tables than that, the longer one. */
const [PAUSE, LONG_PAUSE, MANY] = [1000, 5000, 20];

export class Polling {
  #ask;
  #hear;
  #fail;
  #asking = null;
  #stale = false;
  #timer;

  /** `ask()` gives a promise of `{tables}`, which `hear` is told; `fail(error)` gives whether to go on. */
  constructor(ask, hear, fail) {
    [this.#ask, this.#hear, this.#fail] = [ask, hear, fail];
    document.addEventListener("visibilitychange", () => document.hidden || this.now());
  }

  /** Asks at once; resolves when what was asked for now has been told. */
  now() {
    this.#stale = true;
    this.#asking ??= this.#askAll().finally(() => (this.#asking = null));
    return this.#asking;
  }

  async #askAll() {
    clearTimeout(this.#timer);
    let pause = PAUSE;
    while (this.#stale) {
      this.#stale = false;
      try {
        const answer = await this.#ask();
        pause = answer.tables.length > MANY ? LONG_PAUSE : PAUSE;
        this.#hear(answer);
      } catch (error) {
        if (!this.#fail(error)) return;
      }
    }
    this.#timer = setTimeout(() => document.hidden || this.now(), pause);
  }
}
