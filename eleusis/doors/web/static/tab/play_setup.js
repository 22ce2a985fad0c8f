/**
 * A game among bots is set up: which edition, who plays, who deals.
 */

import { editions, post } from "../api.js";
import { attempt } from "../attempts.js";
import { button, each, field, h, options, replace, segmented } from "../dom.js";
import { openRules } from "../rules.js";
import { PACES, pace, paceChoice } from "../watched.js";
import { editionWords } from "../words.js";
import { botNames } from "./bot_names.js";
import { LONGEST_NAME } from "./invitation.js";
import { shortTitle } from "./kept_games.js";
import { keepSetup, lastSetup, playerName } from "./kept_here.js";
import { pageHeading, pageTop, pageView } from "./page_view.js";

/** So many sit at a table at most, where the edition knows no end. */
const MANY = 8;
const WHO = { one: "Me", two: "Two of us", none: "Only bots" };
const STRENGTHS = { beginner: "Beginners", good: "Good", mixed: "Mixed" };
const HARDNESS = ["Very easy", "Easy", "Medium", "Hard", "Very hard"];
/** How quickly bots find rules of each hardness. */
const QUICKNESS = [
  "Bots find such a rule within two or three turns.",
  "Bots find about every other such rule, most of them within a dozen turns.",
  "Bots seldom find such a rule before the cards run out.",
];

/** The page on which a game is set up, as a view. */
export async function playSetup() {
  const form = new Setup(await editions());
  return pageView("Play with bots", form.heading, form.element);
}

class Setup {
  constructor(all) {
    this.editions = all;
    this.wish = lastSetup();
    if (this.edition === undefined) this.wish.variant = all[0].name;
    this.heading = pageHeading("Play with bots");
    this.you = nameField("your-name", "Your name", playerName(), "nickname");
    this.second = nameField("second-name", "The other’s name", this.wish.second, "off");
    this.bots = h("select", { id: "bots", on: { change: () => this.set({ bots: Number(this.bots.value) }) } });
    this.dealer = h("select", { id: "dealer", on: { change: () => this.set({ dealer: this.dealer.value }) } });
    this.quickness = h("p.hint");
    this.problem = h("p.error", { role: "alert", id: "start-problem" });
    this.start = h("button.primary.large.wide", { type: "submit" }, "Start");
    this.chosen = h("span.chosen-edition");
    this.parts = {
      who: radios("who", "Who plays", WHO, this.wish.who, (who) => this.set({ who })),
      names: h("div.grid"),
      bots: h("div.grid"),
      strength: radios("strength", "How strong the bots are", STRENGTHS, this.wish.strength, (strength) =>
        this.set({ strength }),
      ),
      hardness: this.hardnessField(),
    };
    this.element = this.draw();
    this.show();
  }

  get edition() {
    return this.editions.find(({ name }) => name === this.wish.variant);
  }

  /** The people, by their names. */
  get people() {
    const [you, second] = [this.you, this.second].map(({ input }) => input.value.trim());
    return { one: [you], two: [you, second], none: [] }[this.wish.who];
  }

  /** How few bots there may be, and how many. */
  get room() {
    const { min, max } = this.edition.players;
    const people = { one: 1, two: 2, none: 0 }[this.wish.who];
    return { least: Math.max(0, min - people), most: Math.max(0, (max ?? MANY) - people) };
  }

  get usualBots() {
    const { least, most } = this.room;
    return Math.min(most, least + 1);
  }

  set(change) {
    Object.assign(this.wish, change);
    // How many bots are usual hangs on the rest; whoever has chosen a number keeps it where it can be.
    if (change.variant !== undefined || change.who !== undefined) this.wish.bots = null;
    this.show();
  }

  // How it is drawn

  draw() {
    const { who, names, bots, strength, hardness } = this.parts;
    return h(
      "main.home",
      pageTop(this.heading),
      h(
        "form.stack.play-setup",
        { novalidate: true, on: { submit: (event) => this.submit(event) } },
        h("section.panel.stack", { "aria-label": "Who plays" }, who, names, bots),
        h(
          "details.panel.fold",
          { id: "edition" },
          h("summary", this.chosen),
          h(
            "fieldset",
            h("legend.visually-hidden", "Which edition"),
            each("ul.plain.editions", this.editions, (edition) => this.editionItem(edition)),
          ),
        ),
        h(
          "details.panel.fold",
          { id: "more-choices" },
          h("summary", "More choices"),
          h(
            "div.stack",
            strength,
            h("div.grid", field("Who deals first", this.dealer), hardness),
            this.quickness,
            this.roundsField(),
            h("fieldset", h("legend", "How fast bots play"), paceChoice()),
            h("p.hint", "The strongest bot, “expert”, needs Eleusis on a computer: eleusis serve."),
          ),
        ),
        this.problem,
        h("div.start-bar", this.start),
      ),
    );
  }

  editionItem({ name, title, what, minutes, level, players: { min, max } }) {
    const [differs, words] = editionWords({ title, what });
    const facts = [
      minutes !== null && `${minutes} min a round`,
      level,
      max === null
        ? `${min} or more`
        : max === 2
          ? "for one, against a bot’s rule"
          : min === max
            ? `${min} players`
            : `${min} to ${max} players`,
    ].filter(Boolean);
    const chosen = h("input", {
      type: "radio",
      name: "variant",
      value: name,
      checked: name === this.wish.variant,
      on: { change: () => this.set({ variant: name }) },
    });
    const rules = button("Rules", () => openRules({ variant: name }), {
      class: "plain",
      "aria-label": `Rules: ${title}`,
    });
    return h(
      "li.edition",
      h(
        "label.check",
        chosen,
        h(
          "span",
          h("strong", differs),
          words && h("span", words),
          h("span.small.muted", [differs !== title && title, ...facts].filter(Boolean).join(" · ")),
        ),
      ),
      rules,
    );
  }

  hardnessField() {
    const change = ({ target }) => this.set({ difficulty: Number(target.value) });
    const levels = HARDNESS.map((words, place) => [place + 1, words]);
    const select = h("select", { id: "difficulty", on: { change } }, options(levels, this.wish.difficulty));
    return field("How hard bots’ rules are", select);
  }

  roundsField() {
    return radios(
      "rounds",
      "How many rounds",
      { one: "One", all: "As the edition says" },
      this.wish.rounds,
      (rounds) => this.set({ rounds }),
    );
  }

  /** Shows what hangs on what was chosen. */
  show() {
    const { who, bots } = this.wish;
    replace(this.chosen, h("strong", shortTitle(this.edition.title)), h("span.change", "Change"));
    const { least, most } = this.room;
    const counts = Array.from({ length: most - least + 1 }, (_, index) => least + index);
    if (!counts.includes(bots)) this.wish.bots = this.usualBots;
    replace(this.parts.names, who !== "none" && this.you.element, who === "two" && this.second.element);
    this.parts.names.hidden = who === "none";
    const numbers = counts.map((count) => [count, count === 0 ? "none" : count]);
    replace(this.bots, options(numbers, this.wish.bots));
    replace(this.parts.bots, field("How many bots", this.bots));
    this.parts.bots.hidden = most === 0;
    this.parts.strength.hidden = this.wish.bots === 0;
    const dealers = [
      this.wish.bots > 0 && ["bot", "A bot"],
      who !== "none" && ["you", "Me: I choose the rule"],
      who === "two" && ["second", "The other one of us"],
    ].filter(Boolean);
    if (!dealers.some(([value]) => value === this.wish.dealer)) this.wish.dealer = dealers[0][0];
    replace(this.dealer, options(dealers, this.wish.dealer));
    const quick = QUICKNESS[Math.min(this.wish.difficulty, QUICKNESS.length) - 1];
    if (this.quickness.textContent !== quick) this.quickness.textContent = quick;
    this.parts.hardness.hidden = this.quickness.hidden =
      this.wish.bots === 0 || (this.wish.dealer !== "bot" && this.wish.rounds === "one");
  }

  // The start

  /** What the engine is to open. */
  get game() {
    const { variant, bots, strength, difficulty, rounds } = this.wish;
    const { people } = this;
    const names = botNames(bots, people);
    const kinds = names.map((_, place) => (strength === "mixed" ? ["good", "beginner"][place % 2] : strength));
    const dealer = { bot: names[0], you: people[0], second: people[1] }[this.wish.dealer];
    return {
      kind: "game",
      variant,
      players: [
        ...people.map((seat) => ({ seat, kind: "person" })),
        ...names.map((seat, place) => ({ seat, kind: kinds[place] })),
      ],
      dealer,
      difficulty,
      rounds: rounds === "one" ? 1 : null,
      pace: PACES[pace()][1],
    };
  }

  async submit(event) {
    event.preventDefault();
    this.problem.textContent = "";
    const fields = [this.you, this.second].slice(0, this.people.length);
    for (const one of fields) say(one, "");
    const nameless = fields.find(({ input }) => input.value.trim() === "");
    if (nameless !== undefined) return say(nameless, "Please type a name.");
    const [you, second] = this.people;
    if (second !== undefined && you.toLowerCase() === second.toLowerCase())
      return say(this.second, "Two players can’t have the same name.");
    const open = async () => {
      const { file } = await post("/api/tab/open", this.game);
      this.keep();
      window.location.hash = `kept=${file}`;
    };
    const refused = await attempt(open, { problem: this.problem, busy: this.start });
    if (refused) this.problem.scrollIntoView({ block: "center" });
    return undefined;
  }

  keep() {
    const [you, second] = this.people;
    if (you !== undefined) playerName(you);
    keepSetup({ ...this.wish, second: second ?? this.wish.second });
  }
}

/** A field for a name, and below it the place where it is said what is wrong with that. */
function nameField(id, label, value, autocomplete) {
  const problem = h("p.error", { role: "alert", id: `${id}-problem` });
  const input = h("input", {
    id,
    value,
    autocomplete,
    maxlength: LONGEST_NAME,
    autocapitalize: "words",
    spellcheck: "false",
    "aria-describedby": problem.id,
  });
  return { element: field(label, input, problem), input, problem };
}

/** Says what is wrong with a field, and shows it; "": nothing is. */
function say({ input, problem }, text) {
  problem.textContent = text;
  input.setAttribute("aria-invalid", String(text !== ""));
  if (text === "") return;
  input.focus();
  input.scrollIntoView({ block: "center" });
}

/** A choice of one among a few; `onChange(value)` hears of another. */
function radios(name, title, choices, chosen, onChange) {
  return h("fieldset", h("legend", title), segmented(name, choices, chosen, onChange));
}
