"""What may stand after `=>`: the facts of an event, one phrase each, as they are written and as they are read."""

from __future__ import annotations

from collections.abc import Iterable

from eleusis.game.event_words import put_in_words
from eleusis.game.events import AnyEvent


def facts(event: AnyEvent) -> tuple[str, ...]:
    """The phrases that an event makes true: docs/game-file.md lists those that may stand after `=>`."""
    fact = event.says.fact
    return tuple([put_in_words(phrase, event) for phrase in fact.split("; ")]) if fact else ()


def facts_of(events: Iterable[AnyEvent]) -> list[str]:
    """The phrases of several events, in order."""
    return [fact for event in events for fact in facts(event)]
