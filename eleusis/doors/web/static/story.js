/**
 * What has happened, line by line, as the table tells it.
 */

import { each, h } from "./dom.js";
import { verdictOf } from "./moments.js";
import { possessive, SUITS, sentence, spoken } from "./words.js";

const SUIT = /([♠♥♦♣])/;
/** So many letters find room in the two lines of a narrow phone, beside a verdict. */
const ROOM = 60;
const WAITS = " · not judged yet";

/** A line of the story, in this colour: what a seat did, then what came of it, a verdict marked as one; a guess also as it was made. */
export function storyLine({ number, text, guess }, colour) {
  const code = madeAs({ text, guess });
  return h(
    "li",
    { class: `story-line ${colour}` },
    h("span.turn-number.number.muted", { "aria-hidden": "true" }, number ?? ""),
    h("span.visually-hidden", spoken(text)),
    h("span", { "aria-hidden": "true" }, parts(text), code && [" ", h("code.small.muted", code)]),
  );
}

/** The text of a guess that a line tells in words; null where there is none. */
export function madeAs({ text, guess = null }) {
  return guess !== null && !text.includes(`"${guess}"`) ? guess : null;
}

/** The last hint of a story, with whose it is: `{text, whose}`; null where none was given. */
export function lastHint(story, dealer) {
  const hint = story.findLast((line) => line.hint)?.hint;
  return hint ? { text: hint.text, whose: hint.by_host ? "the host" : dealer } : null;
}

/** What happened last, the verdict first, in two lines on a phone: what doesn't find room there is left to the story. */
export function lastLine(story) {
  const line = story.at(-1);
  if (line === undefined) return null;
  const verdict = verdictOf(line);
  const long = line.guess !== null && line.what.length > ROOM;
  // A hint stands above the buttons.
  const what = line.hint
    ? `${line.hint.by_host ? "The host" : line.seat} gives a hint`
    : long
      ? `${line.what.split(' "')[0]} the rule`
      : line.what.replace(/ \([^()]*\)$/, "");
  // Which cards were drawn is seen in the hand.
  const then = line.then
    .map((part) => part.replace(/: .*$/, "").replace(/^(right|wrong)(, )?/, ""))
    .filter(Boolean);
  let room = ROOM - what.length;
  const more = then.filter((part) => {
    room -= part.length + 3;
    return room >= 0;
  });
  return [
    verdict && [h("span", { class: `verdict ${verdict}` }, `${sentence(verdict)}:`), " "],
    coloured(what),
    more.length > 0 && each("span.then", more, (part) => [" · ", coloured(part)]),
  ];
}

/** What of `earlier` no longer holds in `story`, as a sentence; null where all does. */
export function takenBack(earlier, story) {
  // A hint that the host has hidden is no move that was taken back.
  const said = earlier.filter((line) => !line.hint || story.some(({ text }) => text === line.text));
  if (story.length < said.length) return "A move was taken back";
  const steps = ({ text }) => text.replace(WAITS, "").split(" · ").length;
  const place = story.findIndex((line, i) => said[i]?.number === line.number && steps(said[i]) > steps(line));
  if (place < 0) return null;
  const { seat, kind } = story[place];
  return verdictOf(said[place]) !== null && verdictOf(story[place]) === null
    ? `The verdict on ${possessive(seat)} ${kind} was taken back`
    : "A move was taken back";
}

/** What is new in `story` since `earlier`, as sentences to say aloud; the last three, where a page has slept. */
export function news(earlier, story) {
  const said = earlier.filter((line) => !line.hint || story.some(({ text }) => text === line.text));
  if (said.length < earlier.length) return news(said, story);
  const first = story.findIndex(({ text }, place) => text !== earlier[place]?.text);
  if (first < 0) return [];
  const lines = story.slice(first).map(({ text }, place) => {
    const before = earlier[first + place]?.text.replace(WAITS, "");
    // Of a play that was told already only its judgement is new.
    const rest = before !== undefined && text.startsWith(`${before} · `) ? text.slice(before.length + 3) : text;
    return sentence(spoken(rest.replace(WAITS, "")));
  });
  return lines.slice(-3);
}

/** What a seat is told whose time has run out since `earlier`; null where it hasn't. */
export function lateWords(earlier, story, seat) {
  const line = story.findLast(
    ({ by_clock: late, seat: who }, place) => late && who === seat && !earlier[place]?.by_clock,
  );
  if (line === undefined) return null;
  const played = line.what.split(" out of time: ")[1];
  return played === undefined
    ? "Time’s up: your chance has gone by."
    : `Time’s up: ${played.replace(/ them$/, " you")}.`;
}

function parts(text) {
  return text.split(" · ").map((part, place) => {
    const verdict = place > 0 && /^(right|wrong)\b/.exec(part)?.[1];
    if (verdict) return [" ", h("span", { class: `verdict ${verdict}` }, coloured(part))];
    return [place > 0 && " · ", coloured(part)];
  });
}

function coloured(text) {
  return text.split(SUIT).map((part) => (SUITS[part] ? h("span", { class: `sign ${SUITS[part]}` }, part) : part));
}
