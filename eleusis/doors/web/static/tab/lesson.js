/**
 * The first puzzle: a coach stands above the cards, and says what to try and what it means.
 */

import { get, post } from "../api.js";
import { h, replace } from "../dom.js";
import { openTable } from "./at_table.js";
import { knowsGame } from "./newcomer.js";
import { playerName } from "./player_name.js";

/** The sentence of the phrasebook that is this puzzle's rule, by its id. */
const GUESS_HELP = {
  words: "Tap a sentence that fits all the cards. The one that is marked says that the colours take turns.",
  sentence: "same",
};
/** So many cards tell enough to guess. */
const ENOUGH = 4;
const PLENTY = 7;

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
    coach: coach.element,
    onLeave: () => forget(file),
    onMoment: (moment) => coach.watch(moment),
    guessHelp: GUESS_HELP,
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
    "section",
    { class: "panel accent stack puzzle-over", "aria-label": "What comes next", "data-tells": true },
    h("h2", {}, "That’s Eleusis."),
    h("p", {}, "Every puzzle has a rule of its own, and all of them are found like this. Today’s waits for you."),
    h(
      "div",
      { class: "row" },
      h("a", { class: "button primary large grow", href: "#daily" }, "Today’s puzzle"),
      h("a", { class: "button grow", href: "#" }, "Start page"),
    ),
  );
}

/** What stands above the cards: one or two sentences, by how the game stands. */
class Coach {
  constructor() {
    this.words = h("p", { role: "status" });
    this.element = h("aside", { class: "coach", "aria-label": "The coach", hidden: true }, this.words, h("a", { class: "button plain", href: "#daily" }, "Skip"));
  }

  watch({ mode, view, story }) {
    const isOn = mode === "playing" && view !== null;
    this.element.hidden = !isOn;
    if (!isOn) return;
    const words = view.ended ? "That’s it!" : say(view, story);
    if (this.words.textContent !== words) replace(this.words, words);
  }
}

/** What the coach says now: three lines on a phone. */
function say({ layout, turn }, story) {
  const right = layout.mainline.length - 1;
  const wrong = turn - right;
  const isRight = layout.sidelines.at(-1).length === 0;
  if (turn === 0) return "Tap any of your cards, then Play. A secret rule says whether it fits.";
  if (story.at(-1).guess !== null) return "Not that: a card on the table tells otherwise. Play on, and guess again.";
  if (turn === 1 && isRight) return "Right! It joins the line. Now play one that may follow it.";
  if (turn === 1) return "Wrong: it hangs below the card it can’t follow. That helps too. Try another.";
  if (wrong === 0) return "Right again. Now try one that looks wrong to you: that tells as much.";
  if (right === 0) return "Wrong again. Try one that is quite unlike these.";
  if (turn < ENOUGH) return isRight ? "Right. Look: what follows a card is right, what hangs below it is wrong." : "Wrong. Why may this one not follow, and another may? Compare them.";
  if (turn < PLENTY) return "Compare each right card with the one before it. When you see it, tap Guess.";
  return "Look along the line: red or black? When you see it, tap Guess.";
}
