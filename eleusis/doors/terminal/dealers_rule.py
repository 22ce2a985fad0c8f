"""The secret rule of a person who deals: typed, put together from sentences, drawn, or kept in mind.

Also what is shown of a rule that is typed, a dealer's or a guess: where it is wrong, how it can be read, its words.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial

import attrs

from eleusis.doors.terminal import asking
from eleusis.doors.terminal.desk import Desk
from eleusis.doors.terminal.guided_rule import TO_PLAY_BY, UNFAIR, Workbench
from eleusis.doors.terminal.question import Question, ask_yes, read_yes
from eleusis.driving.dealing import can_begin
from eleusis.ground.cards import Card
from eleusis.ground.errors import NotationError, RuleError, SaidInEnglish
from eleusis.secret.english.card_sets import cards_text, number_word
from eleusis.secret.english.typical_lines import TypicalLine, typical_lines
from eleusis.secret.language.parser import WORDS
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule
from eleusis.table.dealers_rules import about_rule, draw_rule, to_draw
from eleusis.table.game_table import Table
from eleusis.words.page.ink import Ink, cells, fill, wrap
from eleusis.words.rulebook.word_list import WORD_LIST

_WAYS = (
    "  1 or build   make one by numbers, in full view: a sentence, then its blanks",
    "  2 or draw    take one from the library",
    "  or type one  in plain words (black after odd, red after even), or as a rule",
    "               (words: a list of everything you can use)",
    "  show         see what you type; a second show hides it again",
    "  Enter alone  keep it in your head, and judge every play yourself",
    "  ? for help; quit leaves the table (the game is kept), stop ends the game",
)
_HELP = (
    "The rule says which cards may come next. Don't make it hard: what sounds easy can take an evening to find.",
    "If you have never written one, type 1: you only pick from lists, and see what comes of it.",
    "Two examples to type as they stand:",
    "  color != last.color              the colours take turns",
    "  if last.face then low else high  after a jack, queen or king a low card, else a high one",
    "Tab completes a word. The id of a rule in the library, such as abb-1, will do too. Before you take a rule, "
    "show tells you in words what it means, and how it plays.",
)
_TAKING = (
    "show tells you the rule in words, and how it plays. It's no fun when hardly any card is right, or "
    "nearly all are.",
    "  y           play by it",
    "  n           take another; or type it at once",
)

_JUDGE = "You'll keep the rule in your head, and judge every play yourself?"
_UNREAD = "That can't be read as a rule (show: see what you typed, and where it is wrong)"
_NEITHER = "That is neither y nor n, nor can it be read as a rule"
_LOOK_FIRST = "That is plain English: see how it is read before you take it. Do the others look away?"
_LOOKING = "Enter shows you how your sentence is read, and which cards would be right; or type another rule."
NO_STARTER = "No card of the pack is right as the starter by this rule"
_COMMANDS = ("build", "draw", "show", "words", "quit", "stop")
"""What may be typed instead of a rule."""
_BEFORE, _INDENT = 40, 4
_ROWS = 4
"""After how many lines the right cards are shown, if no card has been played yet."""
_COLUMN = 16
"""The columns of the words; those that take more push on what they mean."""


def ask_rule(table: Table, desk: Desk, name: str, difficulty: int | None = None) -> Rule | None:
    """The rule of the person `name`, who deals; None where every play is to be judged by hand.

    One that is drawn from the library has the `difficulty`, if there is one.

    Raises Left and Stopped, where that is what is typed.
    """
    try:
        return _RulePrompt(table, desk, name, difficulty).ask()
    finally:
        asking.wipe(desk)


@attrs.define(eq=False)
class _RulePrompt:
    """Asks for a rule until there is one."""

    table: Table
    desk: Desk
    name: str
    difficulty: int | None = None
    """How hard a rule is that is drawn; None: as it comes."""
    shown: bool = False
    """Whether the dealer sees what is typed."""
    draft: str = ""
    """What was typed and is wrong."""
    trouble: RuleError | None = None
    """What is wrong with it."""
    tipped: bool = False
    """Whether the other ways have been named since: once is enough."""
    drawn: set[str] = attrs.field(factory=set)
    """The rules that were drawn, and not taken."""

    def ask(self) -> Rule | None:
        """A rule that was taken; None where the dealer judges."""
        self.introduce()
        typed: Rule | str | None = None
        while not isinstance(typed, Rule):
            text, typed = typed or self.read_line(), None
            match text.casefold():
                case "":
                    if not self.desk.attended or asking.is_meant(self.desk, _JUDGE, "type a rule"):
                        return None
                case "words" | "? words":
                    asking.show_pages(self.desk, list_words(self.desk.size[0]))
                    self.introduce_again()
                case "show":
                    self.switch()
                case "1" | "build" if text not in self.table.rules:
                    typed = self.build()
                case _:
                    typed = self.read_rule(text)
        return typed

    def introduce(self) -> None:
        """Say what may be typed."""
        unseen = "what you type is shown" if self.shown else "what you type isn't shown"
        self.desk.tell(f"{self.name}, your secret rule: the others look away, and {unseen}.")
        self.desk.say(asking.lay_out(_WAYS, self.desk.size[0]))

    def introduce_again(self) -> None:
        """Say it where the screen has been cleared since."""
        if self.desk.live:
            self.introduce()

    def read_line(self) -> str:
        """A line, with what was wrong in the last one to be mended where it is seen."""
        rules, draft = self.table.rules, self.draft if self.shown else ""
        if self.shown:
            self.draft = ""
        words = [*dict.fromkeys((*WORDS, *rules, *_COMMANDS))]
        question = Question("rule>", None, _HELP, rules, words, unseen=not self.shown, draft=draft)
        return asking.ask(self.desk, question)

    def build(self) -> Rule | None:
        """A rule that is put together; None where the dealer goes back from that."""
        begins = partial(can_begin, self.table.variant)
        # A page is drawn more than once, and a rule takes a while to be measured.
        rule = Workbench(self.desk, TO_PLAY_BY, look_at=cache(self.look_at), can_begin=begins).build()
        if rule is None:
            self.introduce_again()
        return rule

    def switch(self) -> None:
        """Show what is typed from now on, and what was wrong before; or hide it."""
        self.shown = not self.shown
        if self.shown:
            self.desk.say(["What you type is shown from now on (show: hide it again)."])
            self.tell_trouble()
        else:
            asking.wipe(self.desk)
            self.introduce_again()

    def read_rule(self, text: str) -> Rule | str | None:
        """The rule of a text, where it can be one and is taken; what was typed instead of an answer; else None."""
        self.trouble, self.draft = None, ""
        try:
            drawn = text.casefold() in ("draw", "2") and text not in self.table.rules
            rule = self.draw() if drawn else find_rule(text, self.table.rules)
        except SaidInEnglish as said:
            if self.desk.attended:
                return self.read_english(text, said.readings)
            asking.complain(self.desk, said.message)
            return None
        except RuleError as error:
            self.draft, self.trouble = text, error
            self.tell_trouble()
            return None
        return self.take(rule, self.shown)

    def read_english(self, text: str, readings: Sequence[tuple[str, str]]) -> Rule | str | None:
        """What a sentence means, once its dealer has seen that in words; else as `read_rule`."""
        if not self.shown:
            prompt = f"{ask_yes(_LOOK_FIRST, 'another', usual=True)}>"
            typed = asking.ask(self.desk, Question(prompt, helps=(_LOOKING,), unseen=True, fresh=True))
            looks = typed.casefold() == asking.SHOW or read_yes(typed, usual=True)
            if not looks:
                return typed if looks is None else None
        if len(readings) == 1:
            return self.take(Rule(readings[0][0]), shown=True)
        picked = pick_reading(self.desk, text, readings)
        asking.wipe(self.desk)
        if picked is not None:
            return self.take(Rule(picked), shown=True, picked=True)
        self.introduce_again()
        return None

    def take(self, rule: Rule, shown: bool, picked: bool = False) -> Rule | str | None:
        """The rule, if it is taken, which one that was `picked` is where it is fair; else as `read_rule`."""
        if not can_begin(self.table.variant, rule):
            asking.complain(self.desk, NO_STARTER)
            return None
        about, fair = self.look_at(rule)
        if picked and fair:
            return rule
        lines = [about[0], self.desk.ink.safe(rule.text, 400), *_tell_right(rule), *about[1:]]
        question = "Take this rule?" if fair else UNFAIR
        taken = asking.is_accepted(self.desk, lines, question, _TAKING, fair, shown, self.check_other)
        if not taken:
            self.introduce_again()
        return rule if taken is True else taken or None

    def check_other(self, text: str) -> None:
        """Raises NotationError for what can be neither a rule nor a command."""
        try:
            find_rule(text, self.table.rules)
        except RuleError as error:
            if text.casefold() not in (*_COMMANDS, "1", "2") and not isinstance(error, SaidInEnglish):
                raise NotationError("notation/word", _NEITHER) from None

    def draw(self) -> Rule:
        """A rule of the library, if it can be one that has neither been played by here nor just been refused."""
        seed, number = self.table.script.seed or 0, len(self.table.rounds) + 1
        seen = self.drawn | {rule.text for rule in self.table.dealt if rule is not None}
        numbers = range(number, number + len(to_draw(difficulty=self.difficulty)))
        rules = (draw_rule(seed, each, difficulty=self.difficulty) for each in numbers)
        unseen = (rule for rule in rules if rule.text not in seen)
        rule = next(unseen, None) or draw_rule(seed, number, difficulty=self.difficulty)
        self.drawn.add(rule.text)
        return rule

    def look_at(self, rule: Rule) -> tuple[list[str], bool]:
        """What can be said about a rule at this table, and whether it is a fair one that a round can begin by."""
        return about_rule(rule) if can_begin(self.table.variant, rule) else ([NO_STARTER], False)

    def tell_trouble(self) -> None:
        """Say what is wrong with the line, and point at the place; of a hidden line only that it is wrong."""
        desk, trouble = self.desk, self.trouble
        if trouble is None:
            return
        asking.complain(desk, trouble.message if self.shown else _UNREAD)
        if self.shown and trouble.column:
            desk.say(_point_at(self.draft, trouble.column, desk.ink, desk.size[0]))
        if not self.tipped and desk.attended:
            self.tipped = True
            desk.say(["  1: make it by numbers; words: what it is made of; Enter: keep it in your head"])


# A rule that is typed


def _tell_right(rule: Rule, line: Sequence[Card] = (), readings: Sequence[Rule] = ()) -> list[str]:
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
    """A rule that a sentence may mean, in words and as its text, with the cards that are right by it."""
    text, words = reading
    return f"{words} ({desk.ink.safe(text, 400)}) {'; '.join(_tell_right(Rule(text), line, readings))}"


def pick_reading(
    desk: Desk,
    said: str,
    readings: Sequence[tuple[str, str]],
    line: Sequence[Card] = (),
    aside: asking.Aside | None = None,
    as_said: bool = False,
) -> str | None:
    """Which rule is meant by what was said, as its text; what was said, where `as_said` lets that be picked too.

    None is for a step back. Raises Left and Stopped, where that is what is typed.
    """
    ways = f"in {number_word(len(readings))} ways. Which do you mean?" if len(readings) > 1 else "like this:"
    head = wrap([f'"{desk.ink.safe(said, 120)}" can be read {ways}'], desk.size[0])
    rules = [Rule(rule) for rule, _ in readings] if len(readings) > 1 else []
    items = [tell_reading(desk, reading, line, rules) for reading in readings]
    items += ["What I said, in these words, for the dealer to judge"] if as_said else []
    place = asking.pick(desk, [*head, ""], items, aside=aside)
    return None if place is None else [*[rule for rule, _ in readings], said][place]


def _point_at(text: str, column: int, ink: Ink, width: int) -> list[str]:
    """A text and, below it, a mark under the character `column`; of a long one the part around it."""

    def show(part: str) -> str:
        """A part with its blanks as they stand; `Ink.safe` would run them together, and the mark would be off."""
        return " ".join(ink.safe(word, 4 * len(word)) if word else "" for word in part.split(" "))

    start = max(0, column - 1 - _BEFORE)
    before = " " * _INDENT + ("…" if start else "") + show(text[start : column - 1])
    room = width - cells(before)
    return [before + show(text[column - 1 : column - 1 + room])[:room], " " * cells(before) + "^"]


def list_words(width: int) -> list[str]:
    """The words of the rule language by groups, each with a rule that has it."""
    lines = []
    for group in WORD_LIST:
        lines += ["", group.title]
        for entry in group.entries:
            lead = f"  {fill(entry.words, _COLUMN)}  "
            lines += wrap([entry.meaning, f"as in: {entry.example}"], width, lead, _COLUMN + 4, joint=";")
    return lines[1:]
