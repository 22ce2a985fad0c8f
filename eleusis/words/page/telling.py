"""The telling: the events of a round as the lines of a story, one for each turn, told as a player would.

    12  Ann plays 7♥ 8♥      right · Ann is out of cards
    13  Bob plays J♣         wrong · draws 2
        Cleo guesses "red"   wrong

An event begins a line (`what`), or says more about one that stands there (`then`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import attrs

from eleusis.driving.driver import Step
from eleusis.driving.replayed import RoundReplay
from eleusis.game import events as ev
from eleusis.game.event_words import Act, put_in_words
from eleusis.ground.agreement import (
    begin_with,
    go_on,
    is_you,
    name_within,
    say,
    say_within,
)
from eleusis.ground.cards import UNKNOWN, Card
from eleusis.variant.saying import count
from eleusis.words.page.guess_words import explain_guess, is_named
from eleusis.words.page.ink import Ink, cells, fill, wrap

_MARGIN = 5
"""The columns that the number of a turn takes."""
_WORDS = 240
"""The most columns of a hint or a guess."""
_IN_WORDS = 480
"""The most columns of a guess in plain English."""


@attrs.frozen
class Page:
    """How a game is shown: in what ink, how wide, to which seat (None: to one who sees all)."""

    ink: Ink
    width: int
    seat: str | None
    names: dict[str, str]
    """The players' names, safe and short."""
    prophet: str
    """What the prophet is called."""
    in_words: bool = False
    """Whether guesses are told in plain English, for people who read no code."""
    unexplained: Collection[str] = ()
    """Names of rules that nobody may be told the meaning of: those of the dealer's own file."""

    def name(self, seat: str) -> str:
        """A player's name as the page has it."""
        return self.names.get(seat, seat)


@attrs.define
class StoryLine:
    """One line of the story: what a seat did and, after it, what followed. `number` counts the turns."""

    number: int | None
    seat: str
    what: str
    then: list[str] = attrs.field(factory=list)
    late: list[str] = attrs.field(factory=list)
    """What happened in between and is told last."""
    waits: bool = False
    """Whether it still waits for its judgement."""
    cards: range = range(0)
    """The cards that it put on the layout, by their numbers from 0 in the order of play."""
    kind: Act | None = None
    """What is judged of it: a play, a no play, a guess; None where nothing is."""
    right: bool | None = None
    """How it was judged; None as long as nobody has."""
    laid: list[Card] = attrs.field(factory=list)
    """The cards that were played, in their order; of a no play the one that had to be."""
    shown: list[Card] = attrs.field(factory=list)
    """The hand that was shown for a no play."""
    guess: str = ""
    """The guess that it tells of, as it was made."""
    hint: str = ""
    """The hint that it tells of."""
    by_clock: bool = False
    """Whether the time of its player had run out, and the move was made for them."""


def sorted_cards(cards: Iterable[Card]) -> str:
    """Cards as players hold them, by suit and rank; unknown ones last, and counted."""
    open_cards = sorted((card for card in cards if card is not UNKNOWN), key=lambda card: card.index)
    unknown = sum(1 for card in cards if card is UNKNOWN)
    hidden = [f"??×{unknown}"] if unknown > 3 else ["??"] * unknown
    return " ".join([*(card.pretty for card in open_cards), *hidden])


def in_order(cards: Iterable[Card]) -> str:
    """Cards in the order in which they were played or drawn."""
    return " ".join(card.pretty for card in cards)


def story(record: RoundReplay, page: Page, by_clock: Collection[int] = ()) -> list[StoryLine]:
    """All that has happened in a round, as far as the page's seat may know it.

    `by_clock` are the numbers of the steps that were made for seats whose time had run out.
    """
    teller = Teller(page, len(record.starter))
    for step in record.steps:
        teller.tell(step, by_clock=step.n in by_clock)
    return teller.end()


def tell(record: RoundReplay, page: Page) -> list[str]:
    """The story of a round, laid out: the lines of its moves without colour."""
    return lay_out(story(record, page), page)


def lay_out(lines: Sequence[StoryLine], page: Page) -> list[str]:
    """Lines in two columns where the page is wide enough: what was done, and what followed."""
    widest = page.width // 2 - 10 if page.width >= 60 else 0
    sizes = [cells(line.what) for line in lines if line.then]
    column = max((size for size in sizes if size <= widest), default=0) + 2
    rows: list[str] = []
    for line in lines:
        lead = fill("" if line.number is None else str(line.number), _MARGIN - 2, right=True) + "  "
        if line.then and cells(line.what) <= widest:
            hang = _MARGIN + column
            rows += wrap(line.then, page.width, lead + fill(line.what, column), hang)
        else:
            rows += wrap([line.what, *line.then], page.width, lead, _MARGIN + 2)
    return rows


def line_so_far(line: StoryLine) -> StoryLine:
    """A copy of a line, laid out with all that it would tell now."""
    return attrs.evolve(line, then=[*line.then, *line.late], late=[])


class Teller:
    """Listens to the steps of a round, as its page's seat may know them, and notes the lines."""

    def __init__(self, page: Page, on_layout: int) -> None:
        self.page = page
        self.on_layout = on_layout
        """How many cards lie there."""
        self.lines: list[StoryLine] = []
        self.turns = 0
        self.staying: str | None = None
        """The player who has been offered to stay in without a card."""
        self.call: ev.Called | None = None
        """What the prophet has called, until it is judged."""
        self.by_clock = False
        """Whether the step that is being told was made for a seat whose time had run out."""

    def tell(self, step: Step, *, by_clock: bool = False) -> None:
        """Note what a step adds; `by_clock` says that it was made for a seat whose time had run out."""
        self.by_clock = by_clock
        for event in step.events if self.page.seat is None else step.seen_by(self.page.seat).events:
            self._hear(event)

    def end(self) -> list[StoryLine]:
        """All lines so far; a call or a play that nobody has judged says so."""
        lines = [*self.lines]
        if lines and lines[-1].waits:
            called: list[str] = []
            if self.call is not None:
                call = "right" if self.call.right else "wrong"
                called = [f"{self._does(self.call.seat, 'call')} it {call}{self._naming()}"]
            lines[-1] = attrs.evolve(lines[-1], then=[*lines[-1].then, *called, "not judged yet"])
        return [line_so_far(line) for line in lines]

    def _hear(self, event: ev.AnyEvent) -> None:
        """Note what an event adds: as it says itself or, where that hangs on what came before, as is said here."""
        lying = self.on_layout
        self.on_layout += event.laid
        match event:
            case ev.Played(seat, cards):
                if self.by_clock:
                    self._turn_by_clock(seat, cards)
                else:
                    self._turn(seat, "play", in_order(cards))
                self.lines[-1].kind, self.lines[-1].laid = "play", [*cards]
            case ev.NoPlayDeclared(seat, hand):
                hidden = all(card is UNKNOWN for card in hand)
                shown = count(len(hand), "card") if hidden and hand else sorted_cards(hand)
                self._turn(seat, "say", f"no play ({shown})")
                self.lines[-1].kind, self.lines[-1].shown = "no play", [*hand]
            case ev.Called():
                self.call = event
            case ev.NewHandDealt(_, cards) if cards:
                self._then(f"new hand of {len(cards)}{self._own(cards)}")
            case ev.Drew():
                self._draw(event)
            case ev.DeckAdded():
                self.lines[-1].late.append("a deck is added")
            case ev.GuessMade(seat, rule):
                self._begin(seat, "guess", self._tell_guess(rule), waits=True)
                self.lines[-1].kind, self.lines[-1].guess = "guess", rule
            case ev.HintGiven(seat, hint):
                self._begin(seat, "hint", f'"{self.page.ink.safe(hint, _WORDS)}"')
                self.lines[-1].hint = hint
            case ev.StayOffered(seat):
                self.staying = seat
            case ev.ProphetDeclared(seat):
                verb = "stay" if self.staying == seat else "declare"
                self.staying = None
                self._begin(seat, verb, f"as {self.page.prophet}")
                self._then(f"{count(self.on_layout, 'card')} on the layout")
            case ev.Passed(seat) if self.by_clock:
                self._pass_by_clock(seat)
            case _:
                self._as_it_says(event)
        if self.on_layout > lying and self.lines:
            line = self.lines[-1]
            line.cards = range(line.cards.start if line.cards else lying, self.on_layout)

    def _as_it_says(self, event: ev.AnyEvent) -> None:
        """What an event says itself, behind the verdict if it is one."""
        if event.verdict is not None:
            forced = event.accepted if event.judges == "no play" else ()
            self._judge(event.verdict, forced)
            self.lines[-1].laid += forced
        if story := event.says.story:
            words = put_in_words(story, event, self._name, lambda card: card.pretty, prophet=self.page.prophet)
            if event.says.begins:
                seat = self._name(getattr(event, "seat", ""))
                self.lines.append(StoryLine(None, seat, begin_with(seat, words)))
            else:
                self._then(words)

    def _name(self, seat: str) -> str:
        return self.page.name(seat)

    def _does(self, seat: str, verb: str) -> str:
        """A seat and its verb, as said of a player in the middle of a line."""
        return say_within(self._name(seat), verb)

    def _begin(self, seat: str, verb: str, what: str, number: int | None = None, waits: bool = False) -> None:
        """A line of its own for what a seat does."""
        self.lines.append(StoryLine(number, seat, f"{say(self._name(seat), verb)} {what}".rstrip(), waits=waits))

    def _tell_guess(self, rule: str) -> str:
        """A guess as it was made; in words where the page wants that, and where only a name was said."""
        page, made = self.page, self.page.ink.safe(rule, _WORDS)
        named = not page.in_words and "-" in rule and is_named(rule)
        wanted = (page.in_words or named) and rule.strip() not in page.unexplained
        words = explain_guess(rule) if wanted else None
        if words is None:
            return f'"{made}"'
        said = page.ink.safe(words, _IN_WORDS)
        return f'"{said}" ({made})' if named else f'"{said}"'

    def _turn(self, seat: str, verb: str, what: str) -> None:
        """A line with the number of the turn, which waits for its judgement."""
        self.turns += 1
        self.call = None
        self._begin(seat, verb, what, self.turns, waits=True)

    def _turn_by_clock(self, seat: str, cards: Sequence[Card]) -> None:
        """A line for cards that their seat has not chosen."""
        name = self._name(seat)
        whom = "you" if is_you(name) else "them"
        are = "are" if len(cards) > 1 else "is"
        self._turn(seat, "run", f"out of time: {in_order(cards)} {are} played for {whom}")
        self.lines[-1].by_clock = True

    def _then(self, what: str) -> None:
        """What followed from the last line."""
        self.lines[-1].then.append(what)

    def _judge(self, right: bool, forced: Sequence[Card] = ()) -> None:
        """The verdict about the line that waits for one."""
        line = next(line for line in reversed(self.lines) if line.waits)
        if line is not self.lines[-1]:  # a hint came between
            self.lines.remove(line)
            self.lines.append(line)
        line.waits, line.right = False, right
        line.then.append(self._verdict(right, forced))
        self.call = None

    def _verdict(self, right: bool, forced: Sequence[Card]) -> str:
        """The dealer's word and, under a prophet, what the prophet had called it."""
        word, call = "right" if right else "wrong", self.call
        if call is None:
            return word
        who = name_within(self._name(call.seat))
        if call.right != right:
            return f"{word}, but {who} called it {'wrong' if right else 'right'}{self._naming()}"
        if call.card is None:
            return f"{word}, as {who} called"
        if call.card in forced:
            return f"{word}, as {who} called{self._naming()}"
        return f"{word}, but {who} named {call.card.pretty}"

    def _naming(self) -> str:
        """The card that the prophet has named, if any."""
        return f", naming {self.call.card.pretty}" if self.call and self.call.card else ""

    def _draw(self, event: ev.Drew) -> None:
        of_due = f" of {event.due}" if len(event.cards) < event.due else ""
        draws = f"{go_on(self._name(event.seat), 'draw')} {len(event.cards)}{of_due}{self._own(event.cards)}"
        if event.why == "overthrown":
            self.lines[-1].then[-1] += f", {draws}"
        else:
            self._then(draws)

    def _own(self, cards: Sequence[Card]) -> str:
        """The cards by name where the page is for the very seat that got them."""
        if self.page.seat is None or not any(card.known for card in cards):
            return ""
        return f": {in_order(cards)}"

    def _pass_by_clock(self, seat: str) -> None:
        """A right that went by because nobody took it in time: the line of such a turn has told so already."""
        line = self.lines[-1] if self.lines else None
        if line is None or line.seat != seat or (line.number is None and not line.by_clock):
            self._begin(seat, "run", "out of time")
        elif not line.by_clock:
            line.then.append(f"{go_on(self._name(seat), 'run')} out of time")
        self.lines[-1].by_clock = True
