"""Events in the notation of game files, for readers that pay by the word: `Bob play 5H => wrong; Bob draws 2`."""

from __future__ import annotations

from collections.abc import Iterable

from eleusis.game.event_words import put_in_words
from eleusis.game.events import AnyEvent, RoundBegan
from eleusis.ground.cards import text_of


def plain_lines(events: Iterable[AnyEvent]) -> list[str]:
    """A line for each thing that a seat did, with what followed; cards are told as far as the events show them.

    A right that was offered or let go by is left out: who has one is asked, or knows.
    """
    lines: list[tuple[str, list[str]]] = []
    for event in events:
        said = _deal(event) if isinstance(event, RoundBegan) else put_in_words(event.says.line, event)
        if said and event.says.begins:
            lines.append((said, []))
        elif said:
            if not lines:  # what it followed from was told before
                lines.append(("", []))
            lines[-1][1].append(said)
    return [f"{did} => {'; '.join(followed)}".strip() if followed else did for did, followed in lines]


def _deal(event: RoundBegan) -> str:
    """What is on the table before the first turn."""
    starters = f"Mainline: {text_of(event.starters)}." if event.starters else "The mainline is empty."
    aside = f" Set aside: {text_of(event.set_aside)}." if event.set_aside else ""
    return f"{event.dealer} deals; {event.first} begins. {starters}{aside}"
