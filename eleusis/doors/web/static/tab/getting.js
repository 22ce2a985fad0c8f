/**
 * What stands in the page's place while the engine comes in, where the address names something: what waits, and a bar.
 */

import { h, replace } from "../dom.js";
import { readDare } from "./invitation.js";

/** The place as a view. Whose dare it is, is said at once: throws an Error in words of a link that is none. */
export class Getting {
  constructor() {
    this.title = h("h1.title", "Eleusis");
    this.label = h("label", { for: "got" }, "Getting the cards …");
    this.bar = h("progress", { id: "got", max: 100, value: 0 });
    this.element = h("main.home.getting", this.title, h("p.loading", this.label, " ", this.bar));
  }

  /** Says what waits. */
  async tell(name, rest) {
    replace(this.title, "Eleusis");
    if (name !== "rule") return;
    const { by } = await readDare(rest);
    replace(this.title, h("bdi", by), " dares you: find the secret rule");
  }

  showProgress({ words, value }) {
    this.bar.value = value;
    if (words !== undefined) this.label.textContent = words;
  }
}
