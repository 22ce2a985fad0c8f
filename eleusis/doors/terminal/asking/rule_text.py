"""A rule that is typed: the text with a mark where it is wrong, and the words that there are."""

from __future__ import annotations

from collections.abc import Mapping

from eleusis.doors.terminal.asking.menus import Aside, pick
from eleusis.doors.terminal.desk import Desk
from eleusis.ground.errors import TwoReadings
from eleusis.secret.english.card_sets import number_word
from eleusis.secret.language.parser import WORDS
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule
from eleusis.words.page.ink import Ink, cells, fill, wrap
from eleusis.words.rulebook.word_list import WORD_LIST

COMMANDS = ("build", "draw", "show", "words", "quit", "stop")
"""What may be typed instead of a rule."""
_BEFORE, _INDENT = 40, 4
_WORDS = 16
"""The columns of the words; those that take more push on what they mean."""


def completions(rules: Mapping[str, Rule]) -> list[str]:
    """What completes a rule: the words of the language, ids of the table's own rules, and commands."""
    return [*dict.fromkeys((*WORDS, *rules, *COMMANDS))]


def read_or_pick(desk: Desk, text: str, rules: Mapping[str, Rule], aside: Aside | None = None) -> Rule | None:
    """The rule of a text; where it can be read in several ways, the one that is picked, or None for a step back.

    Raises RuleError for what is no rule, and in a pipe for what isn't clear; Left and Stopped, where that is typed.
    """
    try:
        return find_rule(text, rules)
    except TwoReadings as error:
        if not desk.attended:
            raise
        ways = number_word(len(error.readings))
        head = [f'"{desk.ink.safe(text, 120)}" can be read in {ways} ways. Which do you mean?', ""]
        items = [f"{english} ({desk.ink.safe(rule, 400)})" for rule, english in error.readings]
        place = pick(desk, [line for words in head for line in wrap([words], desk.size[0])], items, aside=aside)
        return None if place is None else Rule(error.readings[place][0])


def point_at(text: str, column: int, ink: Ink, width: int) -> list[str]:
    """A text and, below it, a mark under the character `column`; of a long one the part around it."""
    start = max(0, column - 1 - _BEFORE)
    lead = "…" if start else ""
    before = _show(text[start : column - 1], ink)
    room = width - _INDENT - cells(lead + before)
    after = _show(text[column - 1 : column - 1 + room], ink)
    shown = " " * _INDENT + lead + before
    return [shown + after[:room], " " * cells(shown) + "^"]


def _show(text: str, ink: Ink) -> str:
    """A text with its blanks as they stand; `Ink.safe` would run them together, and the mark would be off."""
    return " ".join(ink.safe(word, 4 * len(word)) if word else "" for word in text.split(" "))


def list_words(width: int) -> list[str]:
    """The words of the rule language by groups, each with a rule that has it."""
    lines = []
    for group in WORD_LIST:
        lines += ["", group.title]
        for entry in group.entries:
            lead = f"  {fill(entry.words, _WORDS)}  "
            lines += wrap([entry.meaning, f"as in: {entry.example}"], width, lead, _WORDS + 4, joint=";")
    return lines[1:]
