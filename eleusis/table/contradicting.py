"""What a guess contradicts of what all at the table have seen: told before it is made, to be thought over.

A guess that would have made a right card wrong can't be the rule, and a person may have overlooked that. It is held
against the open events alone, and read with the library alone, so what is told of it can't depend on the rule, nor
on rules of a file that the dealer has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from eleusis.driving.replayed import RoundReplay
from eleusis.game.round import Round
from eleusis.ground.cards import Card
from eleusis.ground.errors import RuleError
from eleusis.minds.induction.clues import Clue, ClueReader, NoneRight, Right, SomeRight, Wrong
from eleusis.secret.library import find_rule
from eleusis.secret.rule import Rule
from eleusis.variant.saying import count
from eleusis.words.page.telling import Page, in_order

Matters = Callable[[Sequence[Card]], bool]


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
    contradictions = dict(_find_contradictions(record, rule))
    if not contradictions:
        return None
    *others, last = contradictions.values()
    more = f" (and {count(len(others), 'more turn')} against it)" if others else ""
    return f'"{page.ink.safe(guess, 120)}" would make {last}{more}.'


def _find_contradictions(record: RoundReplay, rule: Rule) -> Iterator[tuple[int, str]]:
    """The turns whose verdicts would have been others by this rule, each with the end of a sentence."""
    matters = _matter_of(record.round)
    reader = ClueReader()
    open_events = [record.deal, *(event for step in record.steps for event in step.seen_by(None).events)]
    for event in open_events:
        for clue in reader.read(event):
            what = _contradict(rule, clue, matters)
            if what is not None:
                yield reader.turns, what.format(turn=reader.turns)


def _matter_of(round_: Round) -> Matters:
    """Whether it counts what a guess says after a line, as this edition judges guesses."""
    starters, mainline = round_.state.starters, round_.state.layout.mainline
    begins = round_.variant.guess.agrees_from(starters, mainline)
    if begins is None:
        return lambda line: len(line) > 0  # after every mainline from a starter on
    return lambda line: len(line) >= len(begins) and [*line[: len(begins)]] == [*begins]


def _contradict(rule: Rule, clue: Clue, matters: Matters) -> str | None:
    """What a rule would have made otherwise than it was; None where it agrees, or does not count."""
    match clue:
        case Right(line=line, cards=cards):
            before = line
            for card in cards:
                if matters(before) and not rule.mask(before) & card.bit:
                    break
                before = [*before, card]
            else:
                return None
            if not clue.judges:
                return f"{in_order(cards)} wrong, but the dealer played it as right in turn {{turn}}"
            return f"turn {{turn}}'s {in_order(cards)} wrong, but {_they_were(cards)} right"
        case Wrong(line=line, cards=cards) if matters(line) and rule.accepts(line, cards):
            if clue.judges:
                return f"turn {{turn}}'s {in_order(cards)} right, but {_they_were(cards)} wrong"
            return f"{in_order(cards)} right in turn {{turn}}, but it was wrong when named for the no play"
        case NoneRight(line=line, cards=cards) if matters(line):
            right = [card for card in cards if rule.mask(line) & card.bit]
            return f"{in_order(right)} right in turn {{turn}}, but the no play was right" if right else None
        case SomeRight(line=line, cards=cards) if matters(line):
            right = [card for card in cards if rule.mask(line) & card.bit]
            return None if right else "turn {turn}'s no play right, but it was wrong"
    return None


def _they_were(cards: Sequence[Card]) -> str:
    return "it was" if len(cards) == 1 else "they were"
