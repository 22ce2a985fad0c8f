/**
 * A round that is over, turn by turn: the layout as it lay then, what happened, and the cards that one held.
 */

import { transcript } from "./api.js";
import { fillWith, later } from "./attempts.js";
import { Board } from "./board.js";
import { cardNames, sortHand } from "./cards.js";
import { button, h, replace } from "./dom.js";
import { smallCards } from "./rule_answer.js";
import { storyLine } from "./story.js";
import { possessive } from "./words.js";

/** Let one go through the round of `data` in `element`, with the hand of `seat`, where that held cards. */
export function replayRound(element, data, seat) {
  const { positions } = data;
  const told = byTurn(data.story);
  const board = h("div.replay-board");
  const drawing = new Board(board);
  const words = h("ol.plain.story", { "aria-live": "polite" });
  const hand = h("div.replay-hand");
  const slider = h("input.grow", {
    type: "range",
    min: 0,
    max: positions.length - 1,
    value: 0,
    "aria-label": "Turn",
  });
  const back = button("‹", () => go(at() - 1), { class: "icon", "aria-label": "One turn back" });
  const on = button("›", () => go(at() + 1), { class: "icon", "aria-label": "One turn on" });
  const at = () => Number(slider.value);
  const go = (turn) => {
    slider.value = turn;
    slider.setAttribute("aria-valuetext", `after turn ${turn} of ${positions.length - 1}`);
    back.disabled = turn <= 0;
    on.disabled = turn >= positions.length - 1;
    drawing.show(viewOf(positions[turn], data));
    replace(
      words,
      told[turn].length > 0
        ? told[turn].map(storyLine)
        : h("li.muted", "The cards are dealt, and the starter is on the table."),
    );
    replace(hand, handOf(positions[turn], seat));
  };
  slider.addEventListener("input", () => go(at()));
  replace(element, board, words, hand, h("div.replay-steps", back, slider, on), transcriptOf(data, seat));
  go(0);
}

/** The lines of the story by turn: those without a number belong to the turn before them. */
function byTurn(story) {
  const told = [[]];
  for (const line of story) {
    if (line.number !== null) told[line.number] = [];
    told.at(-1).push(line);
  }
  return told;
}

function viewOf({ layout }, { deal }) {
  return {
    layout,
    starters: deal.starters,
    pending: [],
    phase: "play",
    set_aside: deal.set_aside ?? [],
    hands: {},
    mover: null,
  };
}

function handOf({ hands }, seat) {
  const codes = hands[seat];
  if (codes === undefined) return null;
  const sorted = sortHand(codes);
  return [
    h(
      "p.small.muted",
      `${possessive(seat)} hand then: ${codes.length === 0 ? "no card" : ""}`,
      h("span.visually-hidden", codes.length > 0 ? cardNames(sorted) : ""),
    ),
    smallCards(sorted),
  ];
}

/** The whole round as a text, as this seat saw it. */
function transcriptOf({ number }, seat) {
  const fill = async () => h("pre.transcript", { tabindex: "0" }, (await transcript(number, seat)).text);
  return later(seat ? `As ${seat} saw it, as a text` : "As a text", (place) => fillWith(place, fill), null);
}
