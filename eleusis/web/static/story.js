/**
 * What has happened, line by line, as the table tells it.
 */

import { h } from "./dom.js";
import { spoken } from "./words.js";

const SUIT = /([♠♥♦♣])/;
const CLASSES = { "♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs" };

/** A line of the story: what a seat did, then what came of it, a verdict marked as one. */
export function storyLine({ number, text }) {
  const [what, ...then] = text.split(" · ");
  return h(
    "li",
    { class: "story-line" },
    h("span", { class: "turn-number number muted", "aria-hidden": "true" }, number ?? ""),
    h("span", { class: "visually-hidden" }, spoken(text)),
    h("span", { "aria-hidden": "true" }, coloured(what), " ", then.map((part, place) => [place > 0 && " · ", told(part)])),
  );
}

/** The last line of a story in one row; null where nothing has happened. */
export function lastLine(story) {
  const line = story.at(-1);
  if (line === undefined) return null;
  const [what, ...then] = line.text.split(" · ");
  return [coloured(what), " ", then.map((part, place) => [place > 0 && " · ", told(part)])];
}

/** What is new in `story` since `earlier`, as sentences to say aloud. */
export function news(earlier, story) {
  const told = new Set(earlier.map(({ text }) => text));
  const pending = earlier.at(-1)?.text.replace(" · not judged yet", "");
  return story
    .filter(({ text }) => !told.has(text) || story.length - earlier.length > 3)
    .slice(-3)
    .map(({ text }) => {
      // Of a play that was told already only its judgement is new.
      const rest = pending !== undefined && text.startsWith(`${pending} · `) ? text.slice(pending.length + 3) : text;
      return sentence(spoken(rest.replace(" · not judged yet", "")));
    });
}

function told(part) {
  const verdict = /^(right|wrong)\b/.exec(part)?.[1];
  return verdict === undefined ? coloured(part) : h("span", { class: `verdict ${verdict}` }, coloured(part));
}

function coloured(text) {
  return text.split(SUIT).map((part) => (CLASSES[part] ? h("span", { class: `sign ${CLASSES[part]}` }, part) : part));
}

function sentence(text) {
  return text[0].toUpperCase() + text.slice(1);
}
