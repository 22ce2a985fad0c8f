"""A rule, or a guess at one, for those who don't write rules: you pick a sentence by its number."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import attrs

from eleusis.doors.terminal.asking.menus import Aside, pick
from eleusis.doors.terminal.asking.until_answered import is_meant
from eleusis.doors.terminal.desk import Desk
from eleusis.ground.errors import RuleError
from eleusis.secret.english.explaining import explain
from eleusis.secret.phrasebook.filling import Sentence, Wording, label_of
from eleusis.secret.phrasebook.sentences import CHOICES, EXCEPTIONS, GROUPS, JOINS, Shape
from eleusis.secret.rule import Rule
from eleusis.words.page.ink import wrap

LookAt = Callable[[Rule], tuple[list[str], bool]]
"""What can be said about a rule, and whether it is a fair one."""
_MOST_EXCEPTIONS = 2
UNFAIR = "It may be no fun to play. Take it anyway?"
"""What is asked about a rule that isn't fair."""
_BETTER = "To make it fairer, change what is in a blank, or add an exception."


def build_rule(desk: Desk, look_at: LookAt, can_begin: Callable[[Rule], bool]) -> Rule | None:
    """A rule that was put together and taken; None where its dealer has gone back from the first list.

    Raises Left and Stopped, where that is what is typed.
    """
    return _Workbench(desk, _Aim(), look_at, can_begin).build()


def build_guess(desk: Desk, aside: Aside) -> Rule | None:
    """A guess that was put together and taken; None where its player has gone back from the first list.

    Nothing is said of it but what it means; the layout can be looked at `aside`. Raises Left and
    Stopped, where that is what is typed.
    """
    aim = _Aim("What does the secret rule look at?", "back to the table", "Your guess so far:", "guess this")
    return _Workbench(desk, aim, aside=aside).build()


def build_told_rule(desk: Desk, aside: Aside) -> Rule | None:
    """The rule that a dealer reveals, put together; None where there was a step back from the first list.

    Raises Left and Stopped, where that is what is typed.
    """
    aim = _Aim("What did the secret rule look at?", "back to the table", "The rule so far:", "write this rule down")
    return _Workbench(desk, aim, aside=aside).build()


@attrs.frozen
class _Aim:
    """What a rule is put together for, as the lists say it."""

    question: str = "What should your rule look at?"
    back: str = "type a rule instead"
    so_far: str = "Your rule so far:"
    take: str = "take this rule"


@attrs.define(eq=False)
class _Workbench:
    """The lists from which a rule is made, and the page on which it is changed until it is taken."""

    desk: Desk
    aim: _Aim
    look_at: LookAt = lambda rule: ([explain(rule)], True)
    can_begin: Callable[[Rule], bool] = lambda rule: True
    aside: Aside | None = None
    looked_at: dict[str, tuple[list[str], bool]] = attrs.field(factory=dict)
    """What can be said about a rule, by its text: a page is drawn more than once."""

    def build(self) -> Rule | None:
        """A rule that was taken, or None."""
        for sentence in self.pick_sentences(self.aim.question, self.aim.back):
            rule = self.change(Wording([sentence]))
            if rule is not None:
                return rule
        return None

    def pick_sentences(self, title: str, back: str = "back", join: str | None = None) -> Iterator[Sentence]:
        """The sentences that are picked, one after the other: first what they look at, then which."""
        groups = [f"{group.title}. {group.about}" for group in GROUPS]
        while (place := pick(self.desk, [*self.head(title), ""], groups, back, self.aside)) is not None:
            group = GROUPS[place]
            lead = f"{group.title}. Pick a sentence; the words in [brackets] can be changed afterwards."
            while (shape := self.pick_shape(lead, group.shapes)) is not None:
                yield Sentence.begin(shape, join)

    def head(self, title: str) -> list[str]:
        """What stands above a list: its title, and what shows the table meanwhile."""
        aside = [] if self.aside is None else [self.aside.how]
        return [line for text in (title, *aside) for line in wrap([text], self.desk.size[0])]

    def pick_shape(self, title: str, shapes: Sequence[Shape]) -> Shape | None:
        """One of several sentences, each with what usually stands in its blanks."""
        items = [_in_brackets(shape) for shape in shapes]
        place = pick(self.desk, [*self.head(title), ""], items, aside=self.aside)
        return None if place is None else shapes[place]

    def change(self, wording: Wording) -> Rule | None:
        """The rule of a wording once it is taken, after whatever was changed in it; None for a step back."""
        while True:
            head, rule, fair = self.tell(wording)
            actions = self.actions(wording, rule)
            blanks = [
                f"change [{label_of(hole, sentence.texts[hole.number])}]" for sentence, hole in wording.blanks
            ]
            labels = [label for label, _ in actions]
            place = pick(self.desk, head, [*blanks, *labels], "back to the sentences", self.aside)
            if place is None:
                return None
            if place < len(blanks):
                self.fill_in(wording, place)
                continue
            act = actions[place - len(blanks)][1]
            if act is not None:
                act()
            elif rule is not None and (fair or is_meant(self.desk, UNFAIR, "back to the rule")):
                return rule

    def tell(self, wording: Wording) -> tuple[list[str], Rule | None, bool]:
        """The page of a wording, its rule if a round can be played by it, and whether that is fair."""
        width = self.desk.size[0]
        said = [line for sentence in wording.say() for line in wrap([sentence], width, "  ", 4)]
        page = [*self.head(self.aim.so_far), *said, ""]
        try:
            rule = Rule(wording.rule)
        except RuleError as error:  # too long, or the same on both sides
            return [*page, *wrap([error.message], width, "! ", 2), ""], None, False
        if rule.text not in self.looked_at:
            self.looked_at[rule.text] = self.look_at(rule)
        about, fair = self.looked_at[rule.text]
        page += wrap([about[0]], width, "In words  ", 10)
        page += wrap([rule.text], width, "As text   ", 10)
        page += [line for more in about[1:] for line in wrap([more], width, " " * 10, 10)]
        if not fair:
            page += wrap([_BETTER], width, " " * 10, 10)
        return [*page, ""], rule if self.can_begin(rule) else None, fair

    def actions(self, wording: Wording, rule: Rule | None) -> list[tuple[str, Callable[[], None] | None]]:
        """What can be done with a wording besides filling it in, each with how; None takes the rule."""
        actions: list[tuple[str, Callable[[], None] | None]] = []
        if rule is not None:
            actions.append((self.aim.take, None))
        if len(wording.exceptions) < _MOST_EXCEPTIONS:
            actions.append(("add an exception", lambda: self.add_exception(wording)))
        if len(wording.sentences) == 1:
            for join, (label, _) in JOINS.items():
                actions.append((f"add a second sentence: {label} …", lambda join=join: self.join(wording, join)))  # type: ignore[misc]
        if wording.exceptions or len(wording.sentences) > 1:
            actions.append(("take the last sentence out again", lambda: _drop(wording)))
        return actions

    def fill_in(self, wording: Wording, place: int) -> None:
        """Let another text be chosen for a blank."""
        sentence, hole = wording.blanks[place]
        choices = CHOICES[hole.choices]
        width = self.desk.size[0]
        head = [
            *(line for said in wording.say() for line in wrap([said], width, "  ", 4)),
            "",
            f"What should go in [{place + 1}]?",
        ]
        labels = [choice.label for choice in choices]
        numbers = any(label.isdecimal() for label in labels)
        chosen = pick(self.desk, head, labels, aside=self.aside, numbers=numbers)
        if chosen is not None:
            sentence.texts[hole.number] = choices[chosen].text

    def add_exception(self, wording: Wording) -> None:
        """Let an exception be chosen."""
        shape = self.pick_shape("Which exception?", EXCEPTIONS)
        if shape is not None:
            wording.exceptions.append(Sentence.begin(shape))

    def join(self, wording: Wording, join: str) -> None:
        """Let a second sentence be chosen."""
        title = f"{wording.sentences[0].say()} … {JOINS[join][0]}: what?"
        sentence = next(self.pick_sentences(title, join=join), None)
        if sentence is not None:
            wording.sentences.append(sentence)


def _in_brackets(shape: Shape) -> str:
    """A sentence with what usually stands in its blanks, each in brackets."""
    return "".join(part if isinstance(part, str) else f"[{label_of(part, part.usual)}]" for part in shape.parts)


def _drop(wording: Wording) -> None:
    """Take out what was added last: an exception, else the second sentence."""
    (wording.exceptions or wording.sentences).pop()
