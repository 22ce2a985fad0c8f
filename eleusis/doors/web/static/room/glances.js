/** A table at a glance: who sits there, how far it is, how close its last guess came, and whether it needs somebody. */

import { h, replace } from "../dom.js";
import { renew } from "../host_parts.js";
import { counted, possessive } from "../words.js";

/** A table at which nothing has happened for so long (s) stands out; a shorter while is told in steps of so much. */
const [STILL, STEP] = [60, 15];

const items = new Map();

/** Shows the tables of `desk` as cards in a list; `chosen` holds the codes that are ticked, `onChoose()` hears of another. */
export function showGlances(list, desk, chosen, onChoose) {
  const here = desk.tables.map((glance) => {
    const item = items.get(glance.code) ?? h("li", { class: "panel glance" });
    items.set(glance.code, item);
    const quiet = quietFor(glance, desk.now);
    const data = { ...glance, moved: 0, quiet, ticked: chosen.has(glance.code) };
    item.className = `panel glance${quiet >= STILL ? " accent" : ""}${glance.asleep ? " asleep" : ""}`;
    renew(item, data, () => drawGlance(data, desk.key, chosen, onChoose));
    return item;
  });
  if (here.some((item, at) => list.children[at] !== item) || list.children.length !== here.length) replace(list, here);
}

/** For how long (s) nothing has happened at a table where somebody is to act, in steps; 0 where nobody is. */
function quietFor({ phase, paused, asleep, broken, moved }, now) {
  if (paused || asleep || broken || (phase !== "play" && phase !== "rule")) return 0;
  const seconds = now - moved;
  return seconds < STILL ? STEP * Math.floor(seconds / STEP) : 60 * Math.floor(seconds / 60);
}

/** How a table is, in a word or two, and how that looks; nothing where it plays. */
function stateOf({ phase, asleep, paused, broken, solved, quiet }) {
  if (broken) return ["stopped", "bad"];
  if (asleep) return ["asleep", ""];
  if (paused) return ["paused", ""];
  if (quiet >= STILL) return [`still ${quiet / 60} min`, "accent"];
  if (phase === "lobby") return ["not begun", ""];
  if (phase === "between" || phase === "over") return solved ? ["found", "good"] : [phase === "over" ? "over" : "round over", ""];
  return null;
}

function drawGlance(glance, key, chosen, onChoose) {
  const { code, ticked, server } = glance;
  const state = stateOf(glance);
  const change = ({ target }) => {
    if (target.checked) chosen.add(code);
    else chosen.delete(code);
    onChoose();
  };
  return [
    h(
      "div",
      { class: "row spread" },
      h("label", { class: "check" }, h("input", { type: "checkbox", checked: ticked, "data-key": "choose", on: { change } }), h("span", { class: "code" }, code)),
      state && h("span", { class: `chip ${state[1]}` }, state[0]),
    ),
    server === null || server === undefined ? drawStanding(glance) : h("p", { class: "muted" }, `On server ${server}.`),
    h(
      "div",
      { class: "row tight links" },
      link("Host", code, `${code}/host#${key}`),
      link("Projector", code, `${code}/screen`),
    ),
  ];
}

function link(words, code, href) {
  return h("a", { class: "button plain", href, target: "_blank", rel: "noopener", "data-key": words, "aria-label": `${words} of ${code}` }, words);
}

function drawStanding(glance) {
  const { players, broken, guess } = glance;
  return [
    h("ul", { class: "plain seats", role: "list" }, players.map((player) => drawSeat(player, glance))),
    players.length === 0 && h("p", { class: "muted" }, "Nobody sits here yet."),
    broken && h("p", { class: "error" }, broken),
    h("p", { class: "small muted" }, figures(glance).join(" · ")),
    guess && drawGuess(guess),
  ];
}

function drawSeat({ seat, kind, here, taken }, { to_act: due, dealer }) {
  const isPerson = kind === "person";
  const said = !isPerson ? "bot" : here ? "" : taken ? "away" : "free";
  return h(
    "li",
    { class: seat === due ? "due" : null },
    isPerson && h("span", { class: here ? "dot on" : "dot", "aria-hidden": "true" }),
    h("span", {}, seat),
    h("span", { class: "hint" }, [said, seat === dealer && "deals", seat === due && "to act"].filter(Boolean).join(", ")),
  );
}

function figures({ title, phase, round, turn, cards, quiet }) {
  if (phase === "lobby") return [title];
  return [
    phase === "rule" ? "the rule is being chosen" : `Round ${round}`,
    phase !== "rule" && `turn ${turn}`,
    phase !== "rule" && counted(cards, "card"),
    quiet > 0 && quiet < STILL && `nothing for ${quiet} s`,
  ].filter(Boolean);
}

function drawGuess({ seat, right, alike }) {
  if (right) return h("p", { class: "verdict right" }, `${seat} found the rule`);
  if (alike === null) return h("p", {}, `${possessive(seat)} guess ${right === null ? "waits to be judged" : "was wrong"}`);
  const bar = h("div", { class: "alike", "aria-hidden": "true" });
  bar.style.setProperty("--alike", `${100 * alike}%`);
  return h("div", {}, h("p", {}, `${possessive(seat)} guess: ${Math.round(100 * alike)} % like the rule`), bar);
}
