/**
 * The first puzzle: a coach stands above the cards, and says what to try and what it means.
 */

import { get, post } from "../api.js";
import { button, h, replace } from "../dom.js";
import { openTable } from "./at_table.js";
import { knowsGame, playerName } from "./kept_here.js";

/** The sentence of the phrasebook that is this puzzle's rule, by its id: marked for who asks, or has guessed wrong. */
const SENTENCE = "same";
/** So many cards tell enough to guess. */
const ENOUGH = 4;

/** What is said when there is enough to see it by: each once, the last from then on. */
const LOOK_CLOSER = [
  "Compare each right card with the one before it. When you see it, tap Guess.",
  "Which cards were right after a red one, and which after a black one?",
  "Say the colours of the line, one after the other. When you see it, tap Guess.",
  "Look along the line: red or black? When you see it, tap Guess.",
];

/** Opens the lesson, as it was left where it wasn't ended; it is kept no longer than that. */
export async function openLesson(_, { goHome }) {
  const games = await get("/api/tab/games");
  const kept = games.filter(({ kind }) => kind === "lesson");
  const begun = kept.find(({ over }) => !over);
  const wanted = begun === undefined ? { kind: "lesson", name: playerName() } : { kind: "kept", file: begun.file };
  const { file } = await post("/api/tab/open", wanted);
  for (const old of kept.filter((game) => game !== begun)) forget(old.file);
  knowsGame();
  const coach = new Coach();
  return openTable({
    goHome,
    title: "The first puzzle",
    coach: coach.element,
    onLeave: () => forget(file),
    onMoment: (moment) => coach.watch(moment),
    guessHelp: coach.help,
    overActions: () => [lessonOver()],
  });
}

async function forget(file) {
  try {
    await post("/api/tab/forget", { file });
  } catch {
    // It isn't there any more: so be it.
  }
}

function lessonOver() {
  return h(
    "section.panel.accent.stack.puzzle-over",
    { "aria-label": "What comes next" },
    h("h2", "That’s Eleusis."),
    h("p", "Every puzzle has a rule of its own, and each is found like this one. Today’s is waiting for you."),
    h(
      "div.row",
      h("a.button.primary.large.grow", { href: "#daily" }, "Today’s puzzle"),
      h("a.button.grow", { href: "#" }, "Start page"),
    ),
  );
}

/** What stands above the cards: one or two sentences, by how the game stands; and what helps in the window of a guess. */
class Coach {
  constructor() {
    this.words = h("p", { role: "status" });
    this.asked = button("Show me", () => this.showSentence(), { hidden: true });
    this.skip = h("a.button.plain", { href: "#daily" }, "Skip");
    this.element = h("aside.coach", { "aria-label": "The coach", hidden: true }, this.words, this.asked, this.skip);
    this.help = { words: "Tap a sentence that fits all the cards.", sentence: undefined };
  }

  watch({ mode, view, story }) {
    const isOn = mode === "playing" && view !== null;
    this.element.hidden = !isOn;
    if (!isOn) return;
    if (story.some(({ guess }) => guess !== null)) this.mark();
    this.offer(view.turn >= ENOUGH && this.help.sentence === undefined);
    this.say(view.ended ? "That’s it!" : wordsFor(view, story));
  }

  /** One button at a time: beside two there would be no room for the words on a phone. */
  offer(toShow) {
    this.asked.hidden = !toShow;
    this.skip.hidden = toShow;
  }

  say(words) {
    if (this.words.textContent !== words) replace(this.words, words);
  }

  /** The sentence is marked in the window of the next guess. */
  mark() {
    this.help.sentence = SENTENCE;
    this.help.words = "The sentence that is marked says it: the colours take turns.";
  }

  showSentence() {
    this.mark();
    this.offer(false);
    this.say("Red and black take turns. Tap Guess: the sentence is marked there.");
  }
}

/** What the coach says: three lines on a phone. */
function wordsFor({ layout, turn }, story) {
  const right = layout.mainline.length - 1;
  const wrong = turn - right;
  const isRight = layout.sidelines.at(-1).length === 0;
  if (turn === 0) return "Tap any of your cards, then Play. A secret rule says whether it fits.";
  if (story.at(-1).guess !== null)
    return "Not that rule: a card on the table speaks against it. Play on, or guess again.";
  if (turn === 1 && isRight) return "Right, so it joins the line. Now play one that may follow it.";
  if (turn === 1) return "Wrong, so it drops below. That helps too. Try another card.";
  if (turn === ENOUGH - 1)
    return `${isRight ? "Right" : "Wrong"}. Two packs are mixed, so a card can come twice. Try another card.`;
  if (turn >= ENOUGH) return LOOK_CLOSER[turn - ENOUGH] ?? LOOK_CLOSER.at(-1);
  if (wrong === 0) return "Right again. Now try a card that you think is wrong: you learn just as much.";
  if (right === 0) return "Wrong again. Try a card that is quite different.";
  return isRight
    ? "Right, so it joins the line. What has it that the wrong card hasn’t?"
    : "Wrong, so it drops below. What do the right cards have that this one hasn’t?";
}
