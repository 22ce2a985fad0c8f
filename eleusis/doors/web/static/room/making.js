/** Tables are made: for groups that were written down or drawn by chance, with what they play. */

import { h, options, part, patch } from "../dom.js";
import { fieldAttrs, fieldsFor, labelled } from "../setting_fields.js";
import { editionWords } from "../words.js";

/** A bot that has the rule at each table, as the command line has it, and its name. */
const [BOT, BOT_NAME] = ["Law:good", "Law"];

let desk = null;

/** Keeps what new tables play. */
const keep = (change) => desk.act("set", change, "Saved: for the tables that are made from now on.");
const fields = fieldsFor(keep);
const doorFields = fieldsFor((change) => desk.act("set", change, "Saved."));

/** Shows what new tables are made with; `theDesk.act` asks for it to be done. */
export function showMaking(theDesk) {
  desk = theDesk;
  const { anybody, forbidden, ...settings } = desk.settings;
  patch(part("settings-form"), drawSettings(settings));
  patch(part("door-form"), [
    doorFields.number(
      "anybody",
      "Tables anyone may make per day",
      anybody,
      "From one network. With 0, only you make tables.",
      { min: 0, max: 1000, required: true },
    ),
    doorFields.lines(
      "forbidden",
      "Forbidden names",
      forbidden,
      "One on each line. Nobody may use one as a name, or as a word in a name.",
    ),
  ]);
}

part("groups").addEventListener("submit", make);
part("mix").addEventListener("click", mix);
for (const id of ["settings-form", "door-form"])
  part(id).addEventListener("submit", (event) => event.preventDefault());

const namesIn = (text) =>
  text
    .split(/[,;\n]/)
    .map((name) => name.trim())
    .filter(Boolean);

const wantedCount = () => Math.max(1, part("group-count").valueAsNumber || 1);

/** Spreads the names over the tables by chance. */
function mix() {
  const names = namesIn(part("group-names").value);
  for (let last = names.length - 1; last > 0; last -= 1) {
    const drawn = Math.floor(Math.random() * (last + 1));
    [names[last], names[drawn]] = [names[drawn], names[last]];
  }
  const groups = Array.from({ length: Math.min(wantedCount(), names.length) }, () => []);
  for (const [at, name] of names.entries()) groups[at % groups.length].push(name);
  part("group-lines").value = groups.map((group) => group.join(", ")).join("\n");
  part("group-lines").rows = Math.max(3, groups.length);
}

async function make(event) {
  event.preventDefault();
  const box = part("group-lines");
  const lines = box.value
    .split("\n")
    .flatMap((line, at) => (line.trim() ? [{ line: line.trim(), number: at + 1 }] : []));
  const groups =
    lines.length > 0 ? lines.map(({ line }) => namesIn(line)) : Array.from({ length: wantedCount() }, () => []);
  // The server counts the tables; who reads it sees the lines, and soon only those that are left.
  const nth = (key) => lines[Number(key.split(" ")[1]) - 1];
  const nameOf = (key) => (nth(key) ? `Line ${nth(key).number} (${nth(key).line})` : key.replace("line", "Table"));
  part("make").disabled = true;
  const answer = await desk.act("make", { groups }, "Made", nameOf);
  if (answer)
    box.value = Object.keys(answer.refused)
      .flatMap((key) => nth(key)?.line ?? [])
      .join("\n");
  part("make").disabled = false;
}

function drawSettings(settings) {
  const { variant, players, dealer, rules } = settings;
  return [
    h(
      "div.grid",
      choice(
        "variant",
        "Edition",
        desk.editions.map((edition) => [edition.name, titleOf(edition)]),
        variant,
        (name) => ({ variant: name }),
        editionHint(variant),
      ),
      choice(
        "players",
        "Who has the rule",
        [
          ["", "the players in turn"],
          [BOT, `a bot called ${BOT_NAME}`],
        ],
        players,
        (text) => ({ players: text, dealer: text === BOT ? BOT_NAME : null }),
        dealer && players !== BOT ? `${dealer} deals first.` : null,
      ),
      fields.difficulty(settings.difficulty),
      fields.clock(settings.clock),
      fields.rounds(settings.rounds),
      fields.code(settings.code),
    ),
    fields.check(
      "same",
      "The same puzzle at every table",
      settings.same,
      "One rule for all, and one deal: groups of the same size get the same cards. At the end you can compare what they made of it.",
    ),
    h(
      "details",
      h("summary", "Secret rules, and changes to the edition"),
      h(
        "div.stack",
        fields.lines(
          "rules",
          "Secret rules",
          rules,
          "One on each line, such as color != last.color. They are dealt in turn, whoever deals. Mind who sees this page.",
        ),
        fields.knobs(settings.settings),
      ),
    ),
  ];
}

/** An edition by its title, with what differs in it. */
function titleOf(edition) {
  const [name] = editionWords(edition);
  return name === edition.title ? name : `${edition.title}: ${name}`;
}

function editionHint(variant) {
  const edition = desk.editions.find(({ name }) => name === variant);
  return (edition && editionWords(edition)[1]) || null;
}

function choice(id, label, choices, chosen, changeOf, hint = null) {
  const change = ({ target }) => keep(changeOf(target.value));
  return labelled(label, h("select", fieldAttrs(id, hint, { on: { change } }), options(choices, chosen)), hint);
}
