"""What a game file expects, held against what came out: each expectation that fails is a finding.

expect: {hands: {Ann: 3}}            expected hands of Ann: 3, but it is 4
Bob play 7H => right; Bob out        expected after this move: Bob out, but what followed was: right
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from eleusis.driving.replayed import Finding, RoundReplay
from eleusis.game.events import AnyEvent
from eleusis.ground.cards import Card
from eleusis.record.gamefile.expectations import Expected, ExpectedValue
from eleusis.record.gamefile.facts import facts_of
from eleusis.record.gamefile.lines import ExpectedFact


def find_unmet(expectations: Iterable[Expected], record: RoundReplay) -> list[Finding]:
    """The expectations that a round, played as far as the file goes, does not bear out."""
    findings = []
    for expected in expectations:
        if expected.key == "hands" and expected.seat == record.dealer:
            text: str | None = _but(expected, "the dealer has no hand")
        elif expected.key == "scores" and record.scores is None:
            text = _but(expected, "the round is not over")
        else:
            text = difference(expected, actual(record, expected))
        if text:
            findings.append(Finding("expectation", expected.place, text))
    return findings


def find_unmet_totals(expectations: Iterable[Expected], totals: Mapping[str, int]) -> list[Finding]:
    """The expected totals that a game does not bear out."""
    texts = [(expected, difference(expected, totals[expected.seat or ""])) for expected in expectations]
    return [Finding("expectation", expected.place, text) for expected, text in texts if text]


def find_missing_facts(expected: Iterable[ExpectedFact], events: Iterable[AnyEvent]) -> list[Finding]:
    """The facts that a line expects and that its events do not bear out; each event bears out one fact once.

    `SEAT draws 0` holds where the seat draws nothing.
    """
    facts = facts_of(events)
    left = Counter(facts)
    findings = []
    for fact in expected:
        if left[fact.text]:
            left[fact.text] -= 1
            continue
        if fact.text.endswith(" draws 0") and not any(other.startswith(fact.text[:-1]) for other in facts):
            continue
        more = " (once more)" if fact.text in facts else ""
        followed = "; ".join(facts) or "nothing"
        text = f"expected after this move: {fact.text}{more}, but what followed was: {followed}"
        findings.append(Finding("expectation", fact.place, text))
    return findings


def actual(record: RoundReplay, expected: Expected) -> ExpectedValue:
    """What the round has where the expectation stands, in the same form: the cards, or only how many there are."""
    hidden, value = record.round.hidden, expected.value
    if expected.key == "hands":
        hand = hidden.hands.get(expected.seat or "", [])
        return len(hand) if isinstance(value, int) else _texts(hand)
    if expected.key == "stock":
        return _texts(list(hidden.stock)[: len(value)]) if isinstance(value, tuple) else len(hidden.stock)
    if expected.key == "set_aside":
        aside = record.round.state.set_aside
        return len(aside) if isinstance(value, int) else _texts(aside)
    if expected.key == "scores":
        return None if record.scores is None else record.scores[expected.seat or ""]
    return _ACTUAL[expected.key](record)


_ACTUAL: dict[str, Callable[[RoundReplay], ExpectedValue]] = {
    "ended": lambda record: record.ended,
    "prophet": lambda record: record.round.state.prophet,
    "expelled": lambda record: tuple(sorted(record.round.state.expelled)),
    "mainline": lambda record: _texts(record.round.state.layout.mainline),
    "sidelines": lambda record: tuple(tuple(map(_texts, plays)) for plays in record.round.state.layout.sidelines),
    "before": lambda record: tuple(map(_texts, record.round.state.layout.before)),
    "layout": lambda record: record.round.state.laid,
    "since_marker": lambda record: record.round.state.since_marker(),
    "decks": lambda record: record.round.state.decks,
    "to_act": lambda record: record.round.to_act,
    "may": lambda record: tuple(sorted({move.verb for move in record.round.options()})),
    "sudden_death": lambda record: record.round.state.sudden_death,
    "turn": lambda record: record.round.state.turn,
}
"""For each key but those four, what a round has there."""


def difference(expected: Expected, value: ExpectedValue) -> str | None:
    """The sentence that tells an expectation from the value there is; None where it holds.

    The cards of a hand may be listed in any order.
    """
    wanted = expected.value
    if wanted == value:
        return None
    hands = expected.key == "hands" and isinstance(wanted, tuple) and isinstance(value, tuple)
    if hands and Counter(wanted) == Counter(value):  # type: ignore[arg-type]  # both are tuples of texts then
        return None
    return _but(expected, f"it is {_text(value)}")


def _but(expected: Expected, what: str) -> str:
    return f"expected {expected.what}: {_text(expected.value)}, but {what}"


def _text(value: ExpectedValue) -> str:
    """A value as a message has it."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        if all(isinstance(part, str) for part in value):
            return " ".join(map(str, value)) or "[]"
        return "[" + ", ".join(map(_text, value)) + "]"
    return str(value)


def _texts(cards: Sequence[Card]) -> tuple[str, ...]:
    return tuple(card.text for card in cards)
