/** The fields of what a game is played with: at one table, and for all that are made in a room. */

import { button, field, h, options } from "./dom.js";
import { inRoom } from "./places.js";

const CLOCKS = [
  ["", "none"],
  [30, "30 seconds"],
  [60, "1 minute"],
  [90, "1½ minutes"],
  [120, "2 minutes"],
  [180, "3 minutes"],
  [300, "5 minutes"],
];
const LEVELS = [
  ["", "any"],
  [1, "1, very easy"],
  [2, "2, easy"],
  [3, "3, medium"],
  [4, "4, hard"],
  [5, "5, very hard"],
];

/** The lines of a text that say something. */
export const linesOf = (text) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** An input with its label, and a hint below. */
export const labelled = (label, input, hint) =>
  field(label, input, hint && h("p.hint", { id: `${input.id}-hint` }, hint));

/** What ties the input of a field to its label and its hint. */
export function fieldAttrs(id, hint, more) {
  return { id: `set-${id}`, "aria-describedby": hint ? `set-${id}-hint` : null, ...more };
}

function drawCode() {
  const [number] = crypto.getRandomValues(new Uint32Array(1));
  return String(number % 10_000).padStart(4, "0");
}

/** Fields by what they set; each calls `set({clock: 30})` when something else is chosen. */
export function fieldsFor(set) {
  const setNumber = (id) => (event) => set({ [id]: event.target.value === "" ? null : Number(event.target.value) });
  const fields = {
    select(id, label, choices, chosen, hint) {
      const all = options(choices, chosen, (value) => `${value} seconds`);
      return labelled(label, h("select", fieldAttrs(id, hint, { on: { change: setNumber(id) } }), all), hint);
    },
    check(id, label, on, hint) {
      const change = ({ target }) => set({ [id]: target.checked });
      const box = h("input", fieldAttrs(id, hint, { type: "checkbox", checked: on, on: { change } }));
      return h("div", h("label.check", box, h("span", label)), h("p.hint", { id: `${box.id}-hint` }, hint));
    },
    number(id, label, value, hint, attrs) {
      const more = { ...attrs, defaultValue: value ?? "", on: { change: setNumber(id) } };
      const input = h("input", fieldAttrs(id, hint, { type: "number", inputmode: "numeric", ...more }));
      return labelled(label, input, hint);
    },
    /** A list of texts, one on each line. */
    lines(id, label, texts, hint) {
      const change = (event) => set({ [id]: linesOf(event.target.value) });
      const text = texts.join("\n");
      const attrs = { rows: 2, spellcheck: "false", autocapitalize: "none", defaultValue: text, on: { change } };
      return labelled(label, h("textarea", fieldAttrs(id, hint, attrs)), hint);
    },
    clock: (clock) =>
      fields.select(
        "clock",
        "Turn clock",
        CLOCKS,
        clock ?? "",
        "A guess has twice as long. When the clock runs out, the chance to guess or declare is lost, and a card drawn at random is played for whoever is late.",
      ),
    difficulty: (level) =>
      fields.select("difficulty", "Rules that bots deal", LEVELS, level ?? "", "How hard they are to find."),
    rounds: (rounds) =>
      fields.number("rounds", "Rounds", rounds, "Without a number, as many as the edition says.", {
        min: 1,
        max: 1000,
        placeholder: "as the edition says",
      }),
    knobs: (knobs = []) =>
      fields.lines(
        "settings",
        "Changes to the edition",
        knobs,
        "House rules: one on each line, such as expulsion.layout=50 or wrong_play.draw_per_card=1.",
      ),
    code(code) {
      const anyone = inRoom() ? "anyone with the four letters of the table" : "anyone on your network";
      const hint = `Players need it to sit down. Write it on the board; without one, ${anyone} can join.`;
      const change = (event) => set({ code: event.target.value.trim() || null });
      const attrs = {
        autocomplete: "off",
        autocapitalize: "none",
        spellcheck: "false",
        maxlength: 40,
        placeholder: "none",
        defaultValue: code ?? "",
        on: { change },
      };
      return h(
        "div.field",
        h("label", { for: "set-code" }, "Class code"),
        h(
          "div.row.tight",
          h("div.grow", h("input", fieldAttrs("code", hint, attrs))),
          code
            ? button("No code", () => set({ code: null }))
            : button("Draw a code", () => set({ code: drawCode() })),
        ),
        h("p.hint", { id: "set-code-hint" }, hint),
      );
    },
  };
  return fields;
}
