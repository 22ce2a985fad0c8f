/**
 * A dare: somebody's rule has come in a link. Who sent it is said first, then it is played as a solo game.
 */

import { post } from "../api.js";
import { attempt, wordsOf } from "../attempts.js";
import { field, h } from "../dom.js";
import { LONGEST_NAME, plainName, readDare } from "./invitation.js";
import { openKept } from "./kept_game.js";
import { givenName, playerName } from "./kept_here.js";
import { pageHeading, pageTop, pageView } from "./page_view.js";

/** The dare of a link as a view; the game itself where it was begun already and isn't over. */
export async function openDare(packed, { goHome }) {
  const dare = await readDare(packed);
  const { file, over } = await gameBy(dare);
  if (file !== null && !over) return openKept(file, { goHome });
  return dareView(dare, file);
}

/** The game by this rule that is kept here → `{file, over}`. Throws an Error in words of a rule that can't be played. */
async function gameBy(dare) {
  try {
    return await post("/api/tab/friend", dare);
  } catch (error) {
    const { line, column } = error.body?.error ?? {};
    const place = column === undefined ? "" : ` (line ${line ?? 1}, character ${column})`;
    throw new Error(`The rule in this link can’t be played${place}. ${wordsOf(error)}`, {
      cause: error,
    });
  }
}

function dareView(dare, file) {
  const heading = pageHeading(h("bdi", dare.by), " dares you: find the secret rule");
  const problem = h("p.error", { role: "alert" });
  const name = h("input", {
    id: "your-name",
    maxlength: LONGEST_NAME,
    autocomplete: "nickname",
    value: givenName(),
  });
  const button = h("button.primary.large.wide", { type: "submit" }, "Play");
  const play = async (event) => {
    event.preventDefault();
    const open = async () => {
      const own = playerName(plainName(name.value));
      const opened = await post("/api/tab/open", { kind: "rule", ...dare, name: own });
      // In the link's place: the way back leads to where one came from.
      window.location.replace(`#kept=${opened.file}`);
    };
    await attempt(open, { problem, busy: button });
  };
  const element = h(
    "main.home",
    pageTop(heading),
    h(
      "form.panel.accent.stack",
      { on: { submit: play } },
      h(
        "p",
        "Play any card: you hear whether it is right or wrong. When you think you know the rule, guess. The fewer cards you need, the better.",
      ),
      field("Your name", name),
      problem,
      button,
      file !== null &&
        h("p", "You have played this one before. ", h("a", { href: `#kept=${file}` }, "See how it went")),
    ),
  );
  return pageView(`${dare.by} dares you`, heading, element);
}
