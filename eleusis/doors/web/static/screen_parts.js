/** The parts of the projector's page: players, invitation, what happened, the rule and the scores of a round. */

import { differentGuesses, verdict } from "./after.js";
import { cardFace, cardName, cardNames, suitSign } from "./cards.js";
import { each, h } from "./dom.js";
import { cardList, colourOf, marksOf, nextOf, standings } from "./players.js";
import { smallCards } from "./rule_answer.js";
import { hasFreeSeat, shortTitle, turnOf } from "./screen_words.js";
import { lastHint } from "./story.js";
import { counted, possessive, signed, spoken } from "./words.js";

/** A rule in more letters than this is written smaller. */
const LONG = 110;

/** What somebody did is written smaller in more letters than this: a guess has a rule in it. */
const WORDY = 48;

/** So many wrong guesses are shown when a round is over, and so many cards of the line before the one that tells. */
const GUESSES = 6;
const LINE = 4;

const SUITS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C" };

/** The list of players: who is to act, how many cards each has, their points; their hands where they lie open. */
export function drawPlayers({ table, view, over, hands }) {
  if (over) {
    const heading = h("li.player.heading", h("span"), drawTwo("round", "total"));
    return [heading, byPoints(table, over).map((player) => drawRanked(player, table, over))];
  }
  return table.players.map((player) => drawPlayer(player, { table, view, hands }));
}

/** How to join: a small picture of the address, and the address itself. */
export function drawJoin(table, qr) {
  const [scheme, rest] = addressOf(table).split("//");
  return [
    qr && h("img.qr", { src: qr, alt: "QR code of this address", width: 116, height: 116 }),
    h("p.small", `Join at ${scheme}//`),
    h("strong.address", drawAddress(rest)),
  ];
}

/** Before the first deal: how to join, as big as can be. */
export function drawInvitation(table, qr) {
  const open = hasFreeSeat(table);
  return [
    h("p.title", shortTitle(table)),
    qr && h("img.qr.large", { src: qr, alt: "QR code of the address below", width: 400, height: 400 }),
    h("p.address.large", drawAddress(addressOf(table))),
    h(
      "p.lead",
      open
        ? "Point your phone’s camera at the square, or type the address."
        : "All seats are taken. It’s about to begin.",
    ),
    open && table.code && h("p.lead", "You need the class code to sit down."),
  ];
}

/** While a rule is chosen: the points so far. */
export function drawTotals(table) {
  const { totals, rounds_over: over, dealer } = table;
  return [
    over === 0 && h("p.fan", cardFace("??"), cardFace("??"), cardFace("??")),
    h("p.title", shortTitle(table)),
    h("p.lead", `Soon ${dealer} will deal, by a rule that nobody else knows.`),
    over > 0 && standings(totals),
  ];
}

/** The rule of a round that is over, in words; as it was written where there are none. */
export function drawRule({ rule_in_words: words, rule_text: text, rule }) {
  const written = text ?? rule;
  if (!written) return [h("h2", "The rule"), h("p.in-words", "The dealer judged without a written rule.")];
  const long = (words ?? written).length > LONG;
  return [h("h2", "The rule"), h("p", { class: long ? "in-words long" : "in-words" }, words ?? written)];
}

/** The wrong guesses of a round that is over, each with a card by which it could be told from the rule; the last first. */
export function drawWrongGuesses({ wrong_guesses: guesses }) {
  if (guesses.length === 0) return null;
  const different = differentGuesses(guesses);
  const more = different.length - GUESSES;
  return [
    h("h2", "Wrong guesses"),
    h("ul.plain", different.slice(0, GUESSES).map(drawWrongGuess)),
    more > 0 && h("p.more", `… and ${more} more: the phones show them all.`),
  ];
}

function drawWrongGuess({ seat, guess, in_words: inWords, line, card, right_by_rule: byRule, elsewhere }) {
  const where = line.length === 0 ? "the first card" : `${elsewhere ? "if the line began like this" : "after"}`;
  return h(
    "li",
    h("p", h("strong", seat), ` “${inWords ?? guess}”`),
    card !== null &&
      h(
        "p.witness",
        `${where} `,
        line.length > 0 && [
          smallCards(line.slice(-LINE)),
          h("span.visually-hidden", `${cardNames(line.slice(-LINE))}, `),
        ],
        h("span.arrow", { "aria-hidden": "true" }, "→"),
        smallCards([card]),
        h("span.visually-hidden", `${cardName(card)}: `),
        [
          ["by the rule ", byRule],
          [" by the guess ", !byRule],
        ].map(([whose, right]) => h("span", whose, verdict(right))),
      ),
  );
}

/** How it works: a strip of steps, each a few cards and a few words. */
export function drawHow() {
  const verdict = (name) => h("strong", { class: `verdict ${name}` }, `A ${name} card`);
  const steps = [
    [["??"], "secret", "The rule is secret"],
    [["4H", "9S"], "joins", [verdict("right"), " joins the line"]],
    [["4H", "KD"], "hangs", [verdict("wrong"), " hangs below"]],
    [["8H", "??"], "find", "Find the rule!"],
  ];
  const cards = (codes, kind) =>
    each("span", { class: `few ${kind}`, "aria-hidden": "true" }, codes, (code) =>
      cardFace(code, { size: "small" }),
    );
  return each("ol.plain", { role: "list" }, steps, ([codes, kind, words]) =>
    h("li", cards(codes, kind), h("p", words)),
  );
}

/** What happened last, as one large sentence. */
export function drawTold(line) {
  const { then } = line;
  // The cards of a hand that is shown lie above it.
  const what = line.what.replace(/ \([^()]*\)$/, "");
  return [
    h("span.visually-hidden", spoken(line.text)),
    h("span", { class: what.length > WORDY ? "what long" : "what", "aria-hidden": "true" }, withSuits(what)),
    h("span.then", { "aria-hidden": "true" }, then.map(drawThen)),
  ];
}

/** The last hint, and whose it is; null where none was given. */
export function drawHint(story, dealer) {
  const hint = lastHint(story, dealer);
  return hint && [h("h2", `Hint from ${hint.whose}`), h("p", `"${hint.text}"`)];
}

function drawRanked({ seat }, table, over) {
  const dealt = table.phase === "between" && over.dealer === seat;
  const won = turnOf(table, null, over).won?.includes(seat);
  return h(
    "li",
    { class: `player ${colourOf(table, seat)}${won ? " won" : ""}` },
    h("span.name", won && h("span.visually-hidden", "won: "), seat),
    drawPoints(seat, table, over),
    dealt && h("span.marks", "dealt"),
  );
}

function drawPlayer(player, { table, view, hands }) {
  const { seat } = player;
  const cards = view?.hands[seat];
  const acts = (view?.to_act ?? (table.phase === "rule" ? table.dealer : null)) === seat;
  const marks = drawMarks(player, table, view);
  return h(
    "li",
    {
      class: `player ${colourOf(table, seat)}${view?.expelled.includes(seat) ? " out" : ""}`,
      "data-seat": seat,
      "aria-current": acts ? "true" : null,
    },
    h("span.name", seat),
    nextOf(view) === seat && h("span.next", "next"),
    cards &&
      h("span.count.number", cards.length, h("span.visually-hidden", cards.length === 1 ? " card" : " cards")),
    marks.length > 0 && h("span.marks", marks),
    hands?.[seat] &&
      cardList(hands[seat], { class: "plain hand", role: "list", "aria-label": `${possessive(seat)} hand` }),
  );
}

function drawMarks(player, table, view) {
  const here = table.phase === "lobby" &&
    player.kind === "person" &&
    player.here && { class: "here", said: "✓ here" };
  const forecast = view && `${table.prophet} for ${counted(view.right_since + view.wrong_since, "card")}`;
  return [...marksOf(player, table, view), here]
    .filter((mark) => mark && mark.class !== "next")
    .map(({ class: kind, said }) => h("span", { class: `of ${kind}` }, kind === "prophet" ? forecast : said));
}

function drawPoints(seat, table, { sheet }) {
  const row = sheet.find((line) => line.seat === seat);
  return drawTwo(row ? signed(row.score) : "", table.totals[seat] ?? "");
}

function drawTwo(first, second) {
  return h("span.points.number", h("span", first), " ", h("strong", second));
}

function drawThen(part) {
  const verdict = /^(right|wrong)\b/.exec(part)?.[1];
  return h("span", { class: verdict ? `verdict ${verdict}` : null }, withSuits(part));
}

function withSuits(text) {
  return text.split(/([♠♥♦♣])/).map((part) => (part in SUITS ? suitSign(SUITS[part]) : part));
}

function byPoints(table, { sheet }) {
  const points = Object.fromEntries(sheet.map(({ seat, score }) => [seat, score]));
  const worth = ({ seat }) => (table.phase === "over" ? table.totals[seat] : points[seat]) ?? -Infinity;
  return [...table.players].sort((a, b) => worth(b) - worth(a));
}

function addressOf({ address }) {
  return (address ?? window.location.origin).replace(/\/$/, "");
}

/** An address that is broken before its port, if at all. */
function drawAddress(address) {
  return address.split(/(:\d+)$/).map((part, at) => (at === 1 ? [h("wbr"), h("span.port", part)] : part));
}
