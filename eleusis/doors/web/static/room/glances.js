/** A table at a glance: who sits there, how far it is, how close its last guess came, and whether it needs somebody. */

import { each, h, patch } from "../dom.js";
import { shortTitle } from "../screen_words.js";
import { counted, possessive } from "../words.js";

/** A table at which nothing has happened for so long (s) stands out; a shorter while is told in steps of so much. */
const [STILL, STEP] = [60, 15];

/** Shows the tables of `desk` as cards in a list; `chosen` holds the codes that are ticked, `onChoose()` hears of another. */
export function showGlances(list, desk, chosen, onChoose) {
  const draw = (glance) => {
    const { code } = glance;
    const change = ({ target }) => {
      if (target.checked) chosen.add(code);
      else chosen.delete(code);
      onChoose();
    };
    const box = h("input", { type: "checkbox", checked: chosen.has(code), on: { change } });
    return drawGlance({ ...glance, quiet: quietFor(glance, desk.now) }, box, desk.key);
  };
  patch(list, desk.tables.map(draw));
}

function drawGlance(glance, box, key) {
  const { code, quiet, asleep } = glance;
  return h(
    "li.panel.glance",
    { "data-key": code, class: [quiet >= STILL && "accent", asleep && "asleep"] },
    h("div.row.spread", h("label.check", box, h("span.code", code)), h("div", drawState(glance))),
    h("div.stack", drawStanding(glance)),
    h(
      "div.row.tight.links",
      link("Host", code, `${code}/host#${key}`, "opener"),
      link("Projector", code, `${code}/screen`),
    ),
  );
}

/** For how long (s) nothing has happened at a table where somebody is to act, in steps; 0 where nobody is. */
function quietFor({ phase, paused, asleep, broken, moved }, now) {
  if (paused || asleep || broken || !isOn({ phase })) return 0;
  const seconds = now - moved;
  return seconds < STILL ? STEP * Math.floor(seconds / STEP) : 60 * Math.floor(seconds / 60);
}

/** How a table is, in a word or two; nothing where it plays. */
function drawState({ phase, asleep, paused, broken, solved, quiet }) {
  const chip = (words, look = "") => h("span", { class: `chip ${look}` }, words);
  if (broken) return chip("stopped", "bad");
  if (asleep) return chip("asleep");
  if (paused) return chip("paused");
  if (quiet >= STILL) return chip(`stuck for ${quiet / 60} min`, "accent");
  if (phase === "lobby") return chip("not begun");
  if (phase !== "between" && phase !== "over") return null;
  return solved ? chip("found", "good") : chip(phase === "over" ? "over" : "round over");
}

/** A page in a tab of its own; as `opener` it gets what this tab knows: the way back to the room. */
function link(words, code, href, rel = "noopener") {
  return h("a.button.plain", { href, target: "_blank", rel, "aria-label": `${words} of ${code}` }, words);
}

function drawStanding(glance) {
  const { players, broken, guess } = glance;
  return [
    each("ul.plain.seats", { role: "list" }, players, (player) => drawSeat(player, glance)),
    isOn(glance) && h("p.due", dueWords(glance)),
    players.length === 0 && h("p.muted", "Nobody sits here yet."),
    broken && h("p.error", broken),
    h("p.small.muted", figures(glance).join(" · ")),
    guess && drawGuess(guess),
  ];
}

const isOn = ({ phase }) => phase === "play" || phase === "rule";

/** Who is to act, in a line of its own, which is there as long as a round is: so no card grows or shrinks with it. */
function dueWords({ to_act: due, phase, quiet }) {
  const what = due && (phase === "rule" ? `${due} chooses the rule` : `${possessive(due)} turn`);
  return [what || "…", quiet > STEP && quiet < STILL && `nothing for ${quiet} s`].filter(Boolean).join(" · ");
}

function drawSeat({ seat, kind, here, taken }, { dealer }) {
  const isPerson = kind === "person";
  const said = !isPerson ? "bot" : here ? "" : taken ? "away" : "free";
  return h(
    "li",
    isPerson && h("span", { class: here ? "dot on" : "dot", "aria-hidden": "true" }),
    h("span", seat),
    h("span.hint", [said, seat === dealer && "deals"].filter(Boolean).join(", ")),
  );
}

function figures({ title, phase, round, turn, cards }) {
  if (phase === "lobby") return [shortTitle({ title })];
  return phase === "rule"
    ? ["the rule is being chosen"]
    : [`Round ${round}`, `turn ${turn}`, counted(cards, "right card")];
}

function drawGuess({ seat, right, alike }) {
  if (right) return h("p.verdict.right", `${seat} found the rule`);
  if (alike === null)
    return h("p", `${possessive(seat)} guess ${right === null ? "waits to be judged" : "was wrong"}`);
  const bar = h("div.alike", { "aria-hidden": "true", style: { "--alike": `${100 * alike}%` } });
  return h("div", h("p", `${possessive(seat)} guess: ${Math.round(100 * alike)}% like the rule`), bar);
}
