"""What a rule that is guessed contradicts of what all at the table have seen: told before the guess is made.

It is held against the open events alone, and read with the library alone, so what is told of it can't depend on the
secret rule, nor on rules of a file that the dealer has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from eleusis.driving.replayed import RoundReplay
from eleusis.game.events import AnyEvent
from eleusis.game.round import Round
from eleusis.ground.cards import Card
from eleusis.ground.errors import RuleError
from eleusis.minds.induction.clues import AfterLine, ClueReader, NoneRight, Right, SomeRight, Wrong
from eleusis.reviewing.reviewed import Verdict
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule
from eleusis.variant.saying import count
from eleusis.words.page.telling import Page

Matters = Callable[[Sequence[Card]], bool]
"""Whether it counts what a rule says after a line."""
_NAMED = 8
"""The most cards that are named in a sentence."""


def doubt_guess(record: RoundReplay, guess: str, page: Page) -> str | None:
    """In a sentence, what a guess that is about to be made contradicts; None where nothing on the table does.

    Of several contradictions it tells the last. Only what a judge of the guess would look at counts: where a guess
    need only fit from the present mainline on, what it says of earlier ones does not. None also for a guess that is
    no rule of the language.
    """
    try:
        rule = find_rule(guess)
    except RuleError:
        return None
    matters = _matter_of(record.round)
    clues = read_clues([record.deal, *(event for step in record.steps for event in step.seen_by(None).events)])
    against = {turn: said[1] for turn, clue in clues if (said := contradict(rule, clue, matters)) is not None}
    if not against:
        return None
    turn = max(against)
    more = f" (and {count(len(against) - 1, 'more turn')} against it)" if len(against) > 1 else ""
    return f'"{page.ink.safe(guess, 120)}" is against turn {turn}: {against[turn]}{more}.'


def read_clues(events: Iterable[AnyEvent]) -> Iterator[tuple[int, AfterLine]]:
    """What was said of cards after a line, each with its turn."""
    reader = ClueReader()
    for event in events:
        for clue in reader.read(event):
            if isinstance(clue, AfterLine):
                yield reader.turns, clue


def contradict(rule: Rule, clue: AfterLine, matters: Matters = lambda line: True) -> tuple[Verdict, str] | None:
    """What was said (`right` or `wrong`) and, in words, that the rule says otherwise; None where it doesn't."""
    line, cards = clue.line, clue.cards
    after, named = f"after {line[-1].pretty}," if line else "at the start", _name_cards(cards)
    fitting = [card for card in cards if card.bit & rule.mask(line)]
    match clue:
        case Right() if not _lets(rule, line, cards, matters):
            return "right", f"{after} {named} was right; by this rule it is wrong"
        case Wrong() if matters(line) and rule.accepts(line, cards):
            return "wrong", f"{after} {named} was wrong; by this rule it is right"
        case NoneRight() if matters(line) and fitting:
            would = f"by this rule {_name_cards(fitting)} would be"
            return "wrong", f"{after} no card of the hand was right; {would}"
        case SomeRight() if matters(line) and cards and not fitting:
            return "right", f"{after} a card of {named} was right; by this rule none is"
    return None


def _lets(rule: Rule, line: Sequence[Card], cards: Sequence[Card], matters: Matters) -> bool:
    """Whether a rule lets cards follow a line one after the other, wherever it counts."""
    lines = [[*line, *cards[:number]] for number in range(len(cards))]
    return all(
        not matters(before) or rule.mask(before) & card.bit for before, card in zip(lines, cards, strict=True)
    )


def _name_cards(cards: Sequence[Card]) -> str:
    named = " ".join(card.pretty for card in cards[:_NAMED])
    return f"{named} …" if len(cards) > _NAMED else named


def _matter_of(round_: Round) -> Matters:
    """Whether it counts what a guess says after a line, as this edition judges guesses."""
    starters, mainline = round_.state.starters, round_.state.layout.mainline
    begins = round_.variant.guess.agrees_from(starters, mainline)
    if begins is None:
        return lambda line: len(line) > 0  # after every mainline from a starter on
    return lambda line: len(line) >= len(begins) and [*line[: len(begins)]] == [*begins]
