"""A rule that is typed: the text with a mark where it is wrong, and the words that there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from eleusis.doors.terminal.asking.menus import Aside, pick
from eleusis.doors.terminal.desk import Desk
from eleusis.ground.cards import Card
from eleusis.secret.english.card_sets import cards_text, number_word
from eleusis.secret.english.typical_lines import TypicalLine, typical_lines
from eleusis.secret.language.parser import WORDS
from eleusis.secret.rule import Rule
from eleusis.words.page.ink import Ink, cells, fill, wrap
from eleusis.words.rulebook.word_list import WORD_LIST

COMMANDS = ("build", "draw", "show", "words", "quit", "stop")
"""What may be typed instead of a rule."""
_BEFORE, _INDENT = 40, 4
_ROWS = 4
"""After how many lines the right cards are shown, if no card has been played yet."""
_WORDS = 16
"""The columns of the words; those that take more push on what they mean."""


def completions(rules: Mapping[str, Rule]) -> list[str]:
    """What completes a rule: the words of the language, ids of the table's own rules, and commands."""
    return [*dict.fromkeys((*WORDS, *rules, *COMMANDS))]


def tell_right(rule: Rule, line: Sequence[Card], readings: Sequence[Rule] = ()) -> list[str]:
    """The cards that are right next on a line; where no card lies yet, those after a few typical ones.

    Where it is one of several `readings`, also after what tells them apart.
    """
    typical = [*dict.fromkeys([row.line for each in readings or (rule,) for row in typical_lines(each)])]
    telling = [each for each in typical if len({reading.mask(each) for reading in readings}) > 1]
    lines = telling[:1] if line else (telling or typical)[:_ROWS]
    now = [f"Right next: {cards_text(rule.mask(line))}"] if line else []
    rows = [TypicalLine(each, rule.mask(each)) for each in lines]
    return [*now, *[f"After {row.line_text}: {row.right_text}" for row in rows]]


def tell_reading(desk: Desk, reading: tuple[str, str], line: Sequence[Card], readings: Sequence[Rule] = ()) -> str:
    """A rule that a sentence may mean, in words and as its text, with the cards that `tell_right` names."""
    text, words = reading
    return f"{words} ({desk.ink.safe(text, 400)}) {'; '.join(tell_right(Rule(text), line, readings))}"


def pick_reading(
    desk: Desk,
    said: str,
    readings: Sequence[tuple[str, str]],
    line: Sequence[Card] = (),
    aside: Aside | None = None,
    as_said: bool = False,
) -> str | None:
    """Which rule is meant by what was said, as its text; what was said, where `as_said` lets that be picked too.

    None is for a step back. Raises Left and Stopped, where that is what is typed.
    """
    ways = f"in {number_word(len(readings))} ways. Which do you mean?" if len(readings) > 1 else "like this:"
    head = [f'"{desk.ink.safe(said, 120)}" can be read {ways}', ""]
    rules = [Rule(rule) for rule, _ in readings] if len(readings) > 1 else []
    items = [tell_reading(desk, reading, line, rules) for reading in readings]
    items += ["What I said, in these words, for the dealer to judge"] if as_said else []
    place = pick(desk, [row for words in head for row in wrap([words], desk.size[0])], items, aside=aside)
    return None if place is None else [*[rule for rule, _ in readings], said][place]


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
