/**
 * A round that is over, told in whole: the rule, who won, the points and why, the wrong guesses each with the play that
 * tells them apart, how near each was; and, when asked for, the round as it went and what could have been known.
 */

import { replayRound } from "./after_replay.js";
import { reviewRound } from "./after_review.js";
import { file, round } from "./api.js";
import { attempt, fillWith, later } from "./attempts.js";
import { cardFace, cardName, cardNames } from "./cards.js";
import { button, each, h, replace } from "./dom.js";
import { lightUp } from "./moments.js";
import { review as reviewPage } from "./places.js";
import { flyingSuits } from "./players.js";
import { smallCards } from "./rule_answer.js";
import { saveAs } from "./saving.js";
import { counted, endWords, listed, nobodyScored, numberText, possessive, signed } from "./words.js";

/** So many wrong guesses are seen at once. */
const AT_ONCE = 5;

/**
 * Show round `number` in `element`, for `seat` (undefined: for one who only looks on); `you` is who reads it. `saves` is
 * whether the file of a game that is over can be had here, `tells` whether it is to be said who found the rule: in
 * `head`, where that is given. `maker` is who may have made the rule, where nobody who reads it has played.
 */
export function showRound(element, number, wish = {}) {
  const { seat, you = seat, maker = you, saves = true, tells = true, head } = wish;
  element.classList.add("after", "stack");
  return fillWith(element, async () => {
    const data = await round(number);
    const found = tells && whoFound(data, you, maker);
    if (head) replace(head, found);
    return [
      !head && found,
      secret(data, true),
      wrongGuesses(data, seat),
      data.scores !== null && points(data),
      nearness(data),
      later("The round, move by move", (place) => replayRound(place, data, seat)),
      reviewPage(number) !== null && later("What could have been known", (place) => reviewRound(place, data)),
      saves && data.game.over && keeping(),
    ];
  });
}

/** The round of a game to look at: a button for each, where there are several, and which is shown. */
export class RoundChoice {
  constructor(count, onChoice, nameOf = (number) => `Round ${number}`) {
    this.onChoice = onChoice;
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    this.buttons = numbers.map((number) => button(nameOf(number), () => this.choose(number), { class: "chip" }));
    this.element = count > 1 && h("div.row.tight", { role: "group", "aria-label": "Rounds" }, this.buttons);
  }

  choose(number) {
    for (const [at, each] of this.buttons.entries()) each.setAttribute("aria-pressed", String(at + 1 === number));
    this.onChoice(number);
  }
}

/** Who has found the rule, as `you` are told it; where nobody has guessed at it, who wins. */
function whoFound(data, you, maker) {
  const { near, dealer, ended, winners } = data;
  if (ended === null || ended === "abandoned") return null;
  const [finder, alone] = [guesserOf(near), playedAlone(data)];
  const isWon = winners.length > 0 && !alone && !near.some(({ guesses }) => guesses.length > 0);
  const own = isWon ? winners.includes(you) : finder !== undefined && finder === you;
  const turns = alone && finder ? ` in ${counted(near[0].guesses.at(-1).turn, "turn")}` : "";
  const found = isWon
    ? `${listed(winners)} ${winners.length === 1 ? "wins" : "win"} the round`
    : finder
      ? `${finder} found ${dealer === maker ? "your rule" : "it"}${turns}`
      : alone
        ? "Not found this time"
        : "Nobody found it";
  const words = own ? (isWon ? "You win the round!" : "You found it!") : found;
  const kind = own ? "own" : finder ? "other" : "nobody";
  return h("p.found.big", { "data-found": kind }, words, own && flyingSuits());
}

/** The rule: in words, as large as can be, and as it was written; with its `line`, card by card, where that is wanted. */
export function secret(
  { number, dealer, rule, rule_text: text, rule_in_words: words, ended, hint, near, layout },
  line = false,
) {
  return h(
    "section.secret.panel.stack.tight",
    { "aria-label": "The rule" },
    h("p.kicker.hint", `Round ${number} · ${possessive(dealer)} rule`),
    words === null && text === null && rule === null
      ? h("p.big", `${dealer} judged without a written rule.`)
      : [words && h("p.big", words), asWritten(words && "As written", text ?? rule)],
    line && sweep(layout.mainline),
    hint && h("p", "The hint was: ", h("q", hint)),
    h(
      "p.muted",
      ended === null ? "The round isn't finished." : `The round ended: ${endWords(ended, guesserOf(near))}.`,
    ),
  );
}

/** How something was judged. */
export function verdict(right) {
  const word = right ? "right" : "wrong";
  return h("span", { class: ["verdict", word] }, word);
}

/** A rule in its own language, folded behind words where there are any. */
function asWritten(words, text) {
  const code = h("code", text);
  return words ? h("details.as-written", h("summary", words), code) : h("p", code);
}

/** The line that obeyed the rule: a light goes along it, and leaves each card with its sign. */
function sweep(cards) {
  if (cards.length === 0) return null;
  const items = cards.map((code) =>
    h("li", h("span.visually-hidden", cardName(code)), cardFace(code, { size: "small" })),
  );
  lightUp(items);
  return h("ol.plain.sweep", { role: "list", "aria-label": "Each card of the line obeyed it" }, items);
}

/** Whether one played alone against a rule: there is nobody to win from. */
function playedAlone({ near, dealer, winners }) {
  return near.length === 1 && !winners.includes(dealer);
}

/** The seat that guessed the rule, where there is such a seat. */
function guesserOf(near) {
  return near.find(({ guesses }) => guesses.some(({ right }) => right))?.seat;
}

/** Who won, and the points of all with their reasons. */
function points(data) {
  const { winners, sheet, scores, game, ended } = data;
  const alone = playedAlone(data);
  const isWon = ended !== "abandoned" && !nobodyScored(scores) && !alone;
  const bonuses = sheet.some(({ bonus }) => bonus !== 0);
  const head = ["", "cards", "base", bonuses && "bonus", "score", "total"].filter((title) => title !== false);
  return h(
    "section.points.stack.tight",
    { "aria-label": "The points" },
    h("h2", pointsTitle(data, alone)),
    h(
      "table.lines.score-sheet",
      h(
        "thead",
        each("tr", head, (title, place) =>
          h(
            "th",
            { scope: "col", class: place > 0 ? `number ${title}` : "" },
            place > 0 ? title : h("span.visually-hidden", "player"),
          ),
        ),
      ),
      sheet.map((row) => scoreLines(row, isWon && winners.includes(row.seat), bonuses)),
    ),
    !alone && h("p.muted", standing(game)),
  );
}

function pointsTitle({ winners, scores, ended }, alone) {
  if (ended === "abandoned") return "The round was stopped";
  if (alone) return counted(scores[winners[0]], "point");
  if (nobodyScored(scores)) return "Nobody has scored in this round";
  const best = Math.max(...winners.map((seat) => scores[seat]));
  return `${listed(winners)} ${winners.length > 1 ? "share" : "wins"} the round with ${counted(best, "point")}`;
}

function scoreLines({ seat, cards, base, bonus, score, total, notes }, won, bonuses) {
  const cell = (value, kind) => h("td", { class: `number ${kind}` }, numberText(value ?? ""));
  return h(
    "tbody",
    { class: won ? "won" : "" },
    h(
      "tr",
      h("th", { scope: "row" }, seat, won && h("span.visually-hidden", " (won)")),
      cell(cards, "cards"),
      cell(base, "base"),
      bonuses && cell(bonus === 0 ? "" : signed(bonus), "bonus"),
      cell(score, "score"),
      cell(total, "total"),
    ),
    notes.length > 0 && h("tr.why", h("td.hint", { colspan: bonuses ? 6 : 5 }, numberText(notes.join(" · ")))),
  );
}

function standing({ over, totals, leading }) {
  if (nobodyScored(totals)) return "Nobody has scored.";
  const best = counted(Math.max(...Object.values(totals)), "point");
  if (over) return `${listed(leading)} ${leading.length > 1 ? "win" : "wins"} the game with ${best}.`;
  return `${listed(leading)} ${leading.length > 1 ? "lead" : "leads"} with ${best}.`;
}

/**
 * The wrong guesses, each with the line and the card by which it could be told from the rule; those of `seat` first, and
 * the last ones first.
 */
export function wrongGuesses({ wrong_guesses: guesses, dealer }, seat) {
  if (guesses.length === 0) return null;
  const different = differentGuesses(guesses).sort((a, b) => (b.seat === seat) - (a.seat === seat));
  const list = (some) => each("ul.plain.wrong-guesses", some, (guess) => wrongGuess(guess, dealer));
  const rest = different.slice(AT_ONCE);
  return h(
    "section.stack.tight",
    { "aria-label": "Wrong guesses" },
    h("h2", "Wrong guesses"),
    list(different.slice(0, AT_ONCE)),
    rest.length > 0 && h("details", h("summary", `${rest.length} more, made earlier`), list(rest)),
  );
}

/** The last of the wrong guesses first, each once: who made the same guess twice is told of it once. */
export function differentGuesses(guesses) {
  return [...new Map(guesses.map((guess) => [`${guess.seat}\n${guess.guess}`, guess])).values()].reverse();
}

function wrongGuess({ seat, guess, in_words: inWords, line, card, right_by_rule: byRule, elsewhere }, dealer) {
  const verdicts = [
    [`${possessive(dealer)} rule`, byRule],
    [`${possessive(seat)} guess`, !byRule],
  ];
  return h(
    "li.wrong-guess.stack.tight",
    inWords
      ? asWritten([h("strong", seat), ` guessed “${inWords}”`], guess)
      : h("p", h("strong", seat), " guessed ", h("code", guess)),
    card !== null &&
      h(
        "div.witness",
        h(
          "p.line.row",
          elsewhere ? "If the line had begun like this: " : line.length > 0 ? "After " : "As the first card ",
          smallCards(line),
          h("span.arrow", { "aria-hidden": "true" }, "→"),
          smallCards([card]),
          h("span.visually-hidden", `${line.length > 0 ? cardNames(line) : ""}, the ${cardNames([card])}:`),
        ),
        each("p.row.tight", verdicts, ([whose, right]) => h("span", `${whose}: `, verdict(right))),
      ),
  );
}

/** How near each came: the plays that were right, the guesses, what a bot believed. */
function nearness({ near }) {
  const title = near.length === 1 ? `How close ${near[0].seat} came` : "How close each of you came";
  return h("section.stack.tight", { "aria-label": title }, h("h2", title), h("ul.plain.near", near.map(nearSeat)));
}

function nearSeat({ seat, right, wrong, guesses, believed }) {
  return h(
    "li.near-seat",
    h(
      "p.row.spread.tight",
      h("strong", seat),
      h("span.number", h("span.verdict.right", `${right} right`), "  ", h("span.verdict.wrong", `${wrong} wrong`)),
    ),
    bar(right, wrong),
    guesses.slice(-AT_ONCE).map(guessLine),
    guesses.length > AT_ONCE && h("p.small.muted", `… and ${guesses.length - AT_ONCE} before that.`),
    believed && belief(believed),
  );
}

function guessLine({ turn, guess, in_words: inWords, right, agrees }) {
  const near = !right && agrees !== null && `; it agrees with the rule on ${percent(agrees)} of the cards`;
  return h("p.small", `Turn ${turn}: `, inWords ? `“${inWords}”` : h("code", guess), " ", verdict, near);
}

function bar(right, wrong) {
  const all = right + wrong;
  if (all === 0) return null;
  return h(
    "div.bar",
    { "aria-hidden": "true" },
    h("div.bar-right", { style: { width: `${(100 * right) / all}%` } }),
  );
}

function belief({ rules, alive }) {
  const [first] = rules;
  if (first === undefined) return null;
  return h(
    "p.small",
    "Believed in ",
    h("code", first.rule),
    ` (${percent(first.chance)}), ${alive === 1 ? "the only rule" : `one of ${alive.toLocaleString("en")} rules`} that fitted.`,
  );
}

/** A share in whole percent; what is not quite all doesn't look so. */
function percent(share) {
  const rounded = Math.round(100 * share);
  if (share > 0 && rounded === 0) return "under 1%";
  if (share < 1 && rounded === 100) return "over 99%";
  return `${rounded}%`;
}

/** The game is over: its file may be kept, which can be replayed and reviewed. */
function keeping() {
  const problem = h("p.error", { role: "alert" });
  const save = () => attempt(async () => saveAs(await file()), { problem });
  return h("div.keep.stack.tight", h("div", button("Save the file of this game", save)), problem);
}
