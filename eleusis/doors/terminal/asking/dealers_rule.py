"""The secret rule of a person who deals: typed, put together from sentences, drawn, or kept in mind."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from eleusis.doors.terminal.asking import rule_text, until_answered
from eleusis.doors.terminal.asking.guided_rule import UNFAIR, build_rule
from eleusis.doors.terminal.desk import Desk
from eleusis.doors.terminal.question import Question, ask_yes, read_yes
from eleusis.driving.dealing import can_begin
from eleusis.ground.errors import NotationError, RuleError, SaidInEnglish
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule
from eleusis.table.dealers_rules import about_rule, draw_rule, to_draw
from eleusis.table.game_table import Table
from eleusis.words.page.ink import wrap

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

_UNREAD = "That can't be read as a rule (show: see what you typed, and where it is wrong)"
_NEITHER = "That is neither y nor n, nor can it be read as a rule"
_LOOK_FIRST = "That is plain English: see how it is read before you take it. Do the others look away?"
_LOOKING = "Enter shows you how your sentence is read, and which cards would be right; or type another rule."
NO_STARTER = "No card of the pack is right as the starter by this rule"


def ask_rule(table: Table, desk: Desk, name: str, difficulty: int | None = None) -> Rule | None:
    """The rule of the person `name`, who deals; None where every play is to be judged by hand.

    One that is drawn from the library has the `difficulty`, if there is one.

    Raises Left and Stopped, where that is what is typed.
    """
    try:
        return _RulePrompt(table, desk, name, difficulty).ask()
    finally:
        until_answered.wipe(desk)


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
    trouble: tuple[str, int] | None = None
    """What is wrong with it, and in which column (0: nowhere)."""
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
                    if not self.desk.attended or self.is_judging():
                        return None
                case "words" | "? words":
                    until_answered.show_pages(self.desk, rule_text.list_words(self.desk.size[0]))
                    self.introduce(again=True)
                case until_answered.SHOW:
                    self.switch()
                case "1" | "build" if text not in self.table.rules:
                    typed = build_rule(self.desk, self.look_at, lambda rule: can_begin(self.table.variant, rule))
                    if typed is None:
                        self.introduce(again=True)
                case _:
                    typed = self.read_rule(text)
        return typed

    def introduce(self, again: bool = False) -> None:
        """Say what may be typed; `again` only where the screen has been cleared since."""
        if again and not self.desk.live:
            return
        unseen = "what you type is shown" if self.shown else "what you type isn't shown"
        lead = f"{self.name}, your secret rule: the others look away, and {unseen}."
        self.desk.say([*wrap([lead], self.desk.size[0]), *until_answered.lay_out(_WAYS, self.desk.size[0])])

    def read_line(self) -> str:
        """A line, with what was wrong in the last one to be mended where it is seen."""
        words, draft = rule_text.completions(self.table.rules), ""
        if self.shown:
            draft, self.draft = self.draft, ""
        question = Question("rule>", words=words, unseen=not self.shown, draft=draft)
        return until_answered.ask(self.desk, question, _HELP, self.table.rules)

    def is_judging(self) -> bool:
        """Whether Enter was meant."""
        question = "You'll keep the rule in your head, and judge every play yourself?"
        return until_answered.is_meant(self.desk, question, "type a rule")

    def switch(self) -> None:
        """Show what is typed from now on, and what was wrong before; or hide it."""
        self.shown = not self.shown
        if self.shown:
            self.desk.say(["What you type is shown from now on (show: hide it again)."])
            if self.trouble is not None:
                self.tell_trouble(*self.trouble)
        else:
            until_answered.wipe(self.desk)
            self.introduce(again=True)

    def read_rule(self, text: str) -> Rule | str | None:
        """The rule of a text, where it can be one and is taken; what was typed instead of an answer; else None."""
        self.trouble, self.draft = None, ""
        try:
            drawn = text.casefold() in ("draw", "2") and text not in self.table.rules
            rule = self.draw() if drawn else find_rule(text, self.table.rules)
        except SaidInEnglish as said:
            if self.desk.attended:
                return self.read_english(text, said.readings)
            until_answered.complain(self.desk, said.message)
            return None
        except RuleError as error:
            self.draft, self.trouble = text, (error.message, error.column or 0)
            self.tell_trouble(*self.trouble)
            return None
        return self.take(rule, self.shown)

    def read_english(self, text: str, readings: Sequence[tuple[str, str]]) -> Rule | str | None:
        """What a sentence means, once its dealer has seen that in words; else as `read_rule`."""
        if not self.shown:
            prompt = f"{ask_yes(_LOOK_FIRST, 'another', usual=True)}>"
            asked = Question("\n".join(wrap([prompt], self.desk.size[0] - 2)), unseen=True, fresh=True)
            typed = until_answered.ask(self.desk, asked, (_LOOKING,))
            looks = typed.casefold() == until_answered.SHOW or read_yes(typed, usual=True)
            if not looks:
                return typed if looks is None else None
        if len(readings) == 1:
            return self.take(Rule(readings[0][0]), shown=True)
        picked = rule_text.pick_reading(self.desk, text, readings)
        until_answered.wipe(self.desk)
        if picked is not None:
            return self.take(Rule(picked), shown=True, picked=True)
        self.introduce(again=True)
        return None

    def take(self, rule: Rule, shown: bool, picked: bool = False) -> Rule | str | None:
        """The rule, if it is taken, which one that was `picked` is where it is fair; else as `read_rule`."""
        if not can_begin(self.table.variant, rule):
            until_answered.complain(self.desk, NO_STARTER)
            return None
        about, fair = self.look_at(rule)
        if picked and fair:
            return rule
        lines = [about[0], self.desk.ink.safe(rule.text, 400), *rule_text.tell_right(rule, ()), *about[1:]]
        ask = "Take this rule?" if fair else UNFAIR
        taken = until_answered.is_accepted(self.desk, lines, ask, "another", _TAKING, fair, shown, self.check_other)
        if not taken:
            self.introduce(again=True)
        return rule if taken is True else taken or None

    def check_other(self, text: str) -> None:
        """Raises NotationError for what can be neither a rule nor a command."""
        try:
            find_rule(text, self.table.rules)
        except RuleError as error:
            if text.casefold() not in (*rule_text.COMMANDS, "1", "2") and not isinstance(error, SaidInEnglish):
                raise NotationError("notation/word", _NEITHER) from None

    def draw(self) -> Rule:
        """A rule of the library that has neither been played by at this table nor just been refused."""
        seed, number = self.table.script.seed or 0, len(self.table.rounds) + 1
        seen = self.drawn | {rule.text for rule in self.table.dealt if rule is not None}
        rule = first = draw_rule(seed, number, difficulty=self.difficulty)
        for later in range(number + 1, number + 1 + len(to_draw(difficulty=self.difficulty))):
            if rule.text not in seen:
                break
            rule = draw_rule(seed, later, difficulty=self.difficulty)
        else:
            rule = first
        self.drawn.add(rule.text)
        return rule

    def look_at(self, rule: Rule) -> tuple[list[str], bool]:
        """What can be said about a rule at this table, and whether it is a fair one that a round can begin by."""
        return about_rule(rule) if can_begin(self.table.variant, rule) else ([NO_STARTER], False)

    def tell_trouble(self, message: str, column: int) -> None:
        """Say what is wrong with the line, and point at the place; of a hidden line only that it is wrong."""
        desk = self.desk
        if not self.shown:
            until_answered.complain(desk, _UNREAD)
        else:
            until_answered.complain(desk, message)
            desk.say(rule_text.point_at(self.draft, column, desk.ink, desk.size[0]) if column else [])
        if not self.tipped and desk.attended:
            self.tipped = True
            desk.say(["  1: make it by numbers; words: what it is made of; Enter: keep it in your head"])
