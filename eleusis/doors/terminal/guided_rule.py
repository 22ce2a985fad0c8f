"""A rule, or a guess at one, for those who don't write rules: you pick a sentence by its number."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice

import attrs

from eleusis.doors.terminal.asking import Aside, is_meant, pick
from eleusis.doors.terminal.desk import Desk
from eleusis.ground.errors import RuleError
from eleusis.secret.english.explaining import explain
from eleusis.secret.phrasebook.filling import Sentence, Wording, label_of
from eleusis.secret.phrasebook.sentences import CHOICES, EXCEPTIONS, GROUPS, JOINS, Shape
from eleusis.secret.rule import Rule
from eleusis.words.page.ink import wrap, wrap_each

LookAt = Callable[[Rule], tuple[list[str], bool]]
"""What can be said about a rule, and whether it is a fair one."""
_MOST_EXCEPTIONS = 2
UNFAIR = "It may be no fun to play. Take it anyway?"
"""What is asked about a rule that isn't fair."""
_BETTER = "To make it fairer, change what is in a blank, or add an exception."


@attrs.frozen
class Aim:
    """What a rule is put together for, as the lists say it."""

    question: str
    back: str
    so_far: str
    take: str


TO_PLAY_BY = Aim("What should your rule look at?", "type a rule instead", "Your rule so far:", "take this rule")
TO_GUESS = Aim("What does the secret rule look at?", "back to the table", "Your guess so far:", "guess this")
TO_REVEAL = Aim(
    "What did the secret rule look at?", "back to the table", "The rule so far:", "write this rule down"
)


@attrs.define(eq=False)
class Workbench:
    """The lists from which a rule is made, and the page on which it is changed until it is taken.

    The layout can be looked at `aside`. Of a guess, or of a revealed rule, only what it means is said.
    """

    desk: Desk
    aim: Aim
    aside: Aside | None = None
    look_at: LookAt = lambda rule: ([explain(rule)], True)
    can_begin: Callable[[Rule], bool] = lambda rule: True

    def build(self) -> Rule | None:
        """A rule that was put together and taken; None where there was a step back from the first list.

        Raises Left and Stopped, where that is what is typed.
        """
        rules = (self.change(Wording([picked])) for picked in self.pick_sentences(self.aim.question, self.aim.back))
        return next((rule for rule in rules if rule is not None), None)

    def pick_sentences(self, title: str, back: str = "back", join: str | None = None) -> Iterator[Sentence]:
        """The sentences that are picked, one after the other: first what they look at, then which."""
        groups = [f"{group.title}. {group.about}" for group in GROUPS]
        while (place := self.pick(title, groups, back)) is not None:
            group = GROUPS[place]
            lead = f"{group.title}. Pick a sentence; the words in [brackets] can be changed afterwards."
            while (shape := self.pick_shape(lead, group.shapes)) is not None:
                yield Sentence.begin(shape, join)

    def pick(self, title: str, items: Sequence[str], back: str = "back") -> int | None:
        """Which of the items below a title, from 0; None for a step back."""
        return pick(self.desk, [*self.head(title), ""], items, back, self.aside)

    def pick_shape(self, title: str, shapes: Sequence[Shape]) -> Shape | None:
        """One of several sentences, each with what usually stands in its blanks, in brackets."""
        items = [
            "".join(part if isinstance(part, str) else f"[{label_of(part, part.usual)}]" for part in shape.parts)
            for shape in shapes
        ]
        place = self.pick(title, items)
        return None if place is None else shapes[place]

    def head(self, title: str) -> list[str]:
        """What stands above a list: its title, and what shows the table meanwhile."""
        return wrap_each([title] if self.aside is None else [title, self.aside.how], self.desk.size[0])

    def change(self, wording: Wording) -> Rule | None:
        """The rule of a wording once it is taken, after whatever was changed in it; None for a step back."""
        while True:
            head, rule, fair = self.tell(wording)
            actions: list[tuple[str, Callable[[], None] | None]] = [
                (f"change [{label_of(hole, sentence.texts[hole.number])}]", partial(self.fill_in, wording, place))
                for place, (sentence, hole) in enumerate(wording.blanks)
            ]
            actions += [] if rule is None else [(self.aim.take, None)]
            actions += self.additions(wording)
            place = pick(self.desk, head, [label for label, _ in actions], "back to the sentences", self.aside)
            if place is None:
                return None
            act = actions[place][1]
            if act is not None:
                act()
            elif fair or is_meant(self.desk, UNFAIR, "back to the rule"):
                return rule

    def tell(self, wording: Wording) -> tuple[list[str], Rule | None, bool]:
        """The page of a wording, its rule if a round can be played by it, and whether that is fair."""
        width = self.desk.size[0]
        page = [*self.head(self.aim.so_far), *self.say(wording), ""]
        try:
            rule = Rule(wording.rule)
        except RuleError as error:  # too long, or the same on both sides
            return [*page, *wrap([error.message], width, "! ", 2), ""], None, False
        about, fair = self.look_at(rule)
        page += wrap([about[0]], width, "In words  ", 10)
        page += wrap([rule.text], width, "As text   ", 10)
        page += wrap_each([*about[1:], *([] if fair else [_BETTER])], width, " " * 10, 10)
        return [*page, ""], rule if self.can_begin(rule) else None, fair

    def say(self, wording: Wording) -> list[str]:
        """The sentences of a wording, as lines."""
        return wrap_each(wording.say(), self.desk.size[0], "  ", 4)

    def additions(self, wording: Wording) -> Iterator[tuple[str, Callable[[], None]]]:
        """What can be added to a wording, or taken out again, each with how."""
        if len(wording.exceptions) < _MOST_EXCEPTIONS:
            yield "add an exception", partial(self.add_exception, wording)
        if len(wording.sentences) == 1:
            for join, (label, _) in JOINS.items():
                yield f"add a second sentence: {label} …", partial(self.join, wording, join)
        if wording.exceptions or len(wording.sentences) > 1:
            yield "take the last sentence out again", partial(_drop, wording)

    def fill_in(self, wording: Wording, place: int) -> None:
        """Let another text be chosen for a blank."""
        sentence, hole = wording.blanks[place]
        choices = CHOICES[hole.choices]
        head = [*self.say(wording), "", f"What should go in [{place + 1}]?"]
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
        wording.sentences += islice(self.pick_sentences(title, join=join), 1)


def _drop(wording: Wording) -> None:
    """Take out what was added last: an exception, else the second sentence."""
    (wording.exceptions or wording.sentences).pop()
