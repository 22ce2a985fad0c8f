"""What the table answers to words typed at it: ?, why, log, score, guesses; each as composed lines of a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from eleusis.doors.terminal.screen import draw_hand, draw_part
from eleusis.doors.terminal.typed_line import AFTERWARDS, FIXES, SCORE_KEEPING, commands_at
from eleusis.driving.replayed import RoundReplay
from eleusis.game.events import AnyEvent
from eleusis.game.legality import bidders, may_declare, passes_in_silence
from eleusis.ground.agreement import is_you, name_owner
from eleusis.ground.errors import NotationError, quote
from eleusis.table.advice import what_now, why
from eleusis.table.afterwards import guess_lines
from eleusis.table.game_table import Table
from eleusis.variant.saying import count
from eleusis.words.page.ink import BOLD, fill, wrap
from eleusis.words.page.scoresheet import score_sheet
from eleusis.words.page.telling import Page, in_order, lay_out, story
from eleusis.words.rulebook import tell_rules

KEYS: Mapping[str, str] = {
    "PgUp": "scroll a long layout up, PgDn down, even while you type; or hold Shift or Ctrl and press an arrow",
    "Home": "the beginning of a long layout, End its newest cards; while you type, hold Ctrl as well",
}
"""The keys that scroll, where there are any."""

_UNEXPLAINED = ("played", "no_play_declared", "passed")
"""Events behind which no clause stands."""


def tell_help(table: Table, seat: str | None, page: Page, keys: bool = False, hidden: str = "") -> list[str]:
    """What `seat` may do now, then the words to the program and the `keys` that scroll, then why not the rest.

    Whose hand is `hidden` may see it first.
    """
    after = _list_words(AFTERWARDS, page)
    always = [f"{BOLD}Always", *_list_words(commands_at(table), page), ""]
    if keys:
        always += [f"{BOLD}Keys", *_list_words(KEYS, page), ""]
    if table.by_hand:
        always += [f"{BOLD}At a real table", *_list_words(SCORE_KEEPING, page), ""]
        always += [f"{BOLD}What fix can correct", *_list_examples(FIXES, page), ""]
    if seat is None:
        return [f"{BOLD}Now that the round is over", *after, "", *always[:-1]]
    may, may_not = what_now(table.now.round, seat, _how_to_type(table))
    if may_declare(table.now.round.state, table.variant):
        title = table.variant.prophet.title
        may.append(f"read what a {title} does, and can win or lose: rules {title.casefold()}")
    if hidden:
        may.insert(0, f"see {name_owner(page.name(hidden))} hand: Enter")
    now = [f"{BOLD}{page.name(seat)} may now", *_paragraphs(may, page), ""]
    return [*now, *always, f"{BOLD}Not now", *_paragraphs(may_not, page), "", f"{BOLD}When a round is over", *after]


def _how_to_type(table: Table) -> dict[str, str]:
    """What is typed for each kind of move, by its verb."""
    state, variant = table.now.round.state, table.variant
    verdict = "r, w" if state.pending or state.phase == "judge guess" else "r, or w and the card: w 9h"
    how = {
        "play": "type it as 5s" + ("" if variant.play.max_cards == 1 else " or 4d 6c"),
        "no-play": "np",
        "declare": "declare",
        "call": verdict,
        "judge": verdict,
        "guess": "guess colours alternate, or by numbers: guess build",
        "pass": "Enter",
        "hint": 'hint "look at the colours"',
    }
    if not table.by_hand:
        how["play"] += ", or its number in the hand"
    elif passes_in_silence(state, variant):
        following, others = state.successor(), bidders(state, variant)[1:]
        how["pass"] = f"{name_owner(following)} play passes for you" if following else "Enter"
        if others:
            how["declare"] += f"; for someone who is asked later, put the name first: {others[0]} declare"
    return how


def tell_why(table: Table, page: Page) -> list[str]:
    """The last line of the story, and the clauses behind it."""
    record = table.now
    events, before = _last_turn(record)
    clauses = why(events, table.variant, page.names, before)
    return [*lay_out(story(record, page)[-1:], page), *_paragraphs(clauses, page)]


def find_cards(table: Table, turn: str, page: Page) -> tuple[range, str]:
    """The cards that a turn (or `starter`) has put on the layout, by their numbers from 0, and what it was.

    Raises NotationError where there is none.
    """
    record = table.now
    if turn == "starter":
        if not record.starter:
            raise NotationError("notation/word", "there is no starter in this round")
        lies = "The starter" if len(record.starter) == 1 else "The starters"
        return range(len(record.starter)), f"{lies}: {in_order(record.starter)}"
    lines = [line for line in story(record, page) if line.number is not None]
    number = int(turn)
    if not 1 <= number <= len(lines):
        there = f"the last one is {len(lines)} (log shows the numbers)" if lines else "nothing has been played"
        raise NotationError("notation/word", f"there is no turn {number}{' yet' if number else ''}: {there}")
    line = lines[number - 1]
    what = " · ".join([line.what, *line.then])
    if not line.cards:
        raise NotationError("notation/word", f"no card on the layout is from turn {number}: {what}")
    return line.cards, f"Turn {number}: {what}"


def tell_cards(table: Table, turn: str, page: Page) -> list[str]:
    """The part of the layout with the cards of a turn, and what it was. Raises as `find_cards`."""
    cards, what = find_cards(table, turn, page)
    return [*draw_part(table.now, page, cards), "", *wrap([what], page.width)]


def tell_hand(table: Table, person: str | None, page: Page) -> list[str]:
    """All cards of the person whose hand may be seen. Raises NotationError where that is nobody."""
    if person is None or not table.playing:
        raise NotationError("notation/word", "no hand is open here: type hand on your own turn")
    hand = table.now.round.hidden.hands[person]
    owner = "Your hand" if is_you(page.name(person)) else f"{page.name(person)}'s hand"
    return [f"{BOLD}{owner}: {count(len(hand), 'card')}", *draw_hand(hand, page)]


def tell_score(table: Table, page: Page) -> list[str]:
    """The score sheet of the rounds that have been scored."""
    game = table.as_replay()
    scored = [record for record in game.rounds if record.scores is not None]
    if not scored:
        return ["No round has been scored yet."]
    return score_sheet(attrs.evolve(game, rounds=scored), page)


def tell_rules_of(table: Table, word: str, page: Page) -> list[str]:
    """The rules of the edition, or of them only the clauses with a word. Raises NotationError where none has it."""
    variant, seek = table.variant, word.casefold()
    if seek == "prophet":  # an edition may call it otherwise
        seek = variant.prophet.title.casefold()
    lines = []
    for chapter in tell_rules(variant, len(table.players)):
        marks = [f"{number}. " if chapter.numbered else "- " for number in range(1, len(chapter.lines) + 1)]
        clauses = [
            line
            for mark, text in zip(marks, chapter.lines, strict=True)
            if seek in text.casefold() or seek in chapter.title.casefold()
            for line in wrap([text], page.width, f"  {mark}", 2 + len(mark))
        ]
        lines += [f"{BOLD}{chapter.title}", *clauses, ""] if clauses else []
    if not lines:
        raise NotationError(
            "notation/word", f"the rules of this edition don't say {quote(word)}; rules shows all of them"
        )
    return lines[:-1]


def tell_guesses(table: Table, page: Page) -> list[str]:
    """Where each wrong guess differs from the rule. Raises NotationError while the round goes on."""
    if table.playing:
        raise NotationError("notation/word", "how a wrong guess differs stays secret until the round is over")
    lines = [line for lines in guess_lines(table, page) for line in lines]
    return lines or ["No guess was wrong, or it isn't known how the wrong ones differ."]


def _last_turn(record: RoundReplay) -> tuple[list[AnyEvent], list[AnyEvent]]:
    """The events to be explained of the last step that has any, or of the deal; and all that happened before."""
    for place, step in reversed([*enumerate(record.steps)]):
        events = [event for event in step.events if event.type not in _UNEXPLAINED]
        if events:
            return events, [event for earlier in record.steps[:place] for event in earlier.events]
    return [] if record.steps else [record.deal], []


def _list_words(words: Mapping[str, str], page: Page, size: int = 7) -> list[str]:
    """Words, in a column of this size, each with what it does."""
    hang = size + 4
    return [
        line for word, what in words.items() for line in wrap([what], page.width, f"  {fill(word, size)}  ", hang)
    ]


def _list_examples(examples: Mapping[str, str], page: Page) -> list[str]:
    """What may be typed, each with what it means: behind it where the page is wide enough, else below it."""
    if page.width >= 60:
        return _list_words(examples, page, max(map(len, examples)))
    return [
        line
        for typed, what in examples.items()
        for line in [*wrap([typed], page.width, "  ", 4), *wrap([what], page.width, "      ", 6)]
    ]


def _paragraphs(texts: Sequence[str], page: Page) -> list[str]:
    """Texts, each on lines of its own."""
    return [line for text in texts for line in wrap([text], page.width, "  ", 6)]
