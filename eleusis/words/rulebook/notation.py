"""How the moves of an edition are written: those that it has, and no others."""

from __future__ import annotations

from eleusis.game.moves import Call, Declare, Guess, Hint, Judge, NoPlay, Pass, Play
from eleusis.ground.cards import cards
from eleusis.variant import Variant
from eleusis.words.rulebook.chapters import Chapter, find_others


def tell_notation(variant: Variant, players: int | None = None, *, dealing: bool = False) -> Chapter:
    """How cards and moves are written in an edition; also the dealer's where one is `dealing`."""
    others = find_others(variant, players)
    several, named, card = cards("5H 6S"), cards("9H")[0], cards("5H")
    lines = [
        "A card is its rank and the letter of its suit: AS, 10D, QH, 2C. A move is one line:",
        f"`{Play('', card).text}`" + (f", several cards as `{Play('', several).text}`" if others.strings else ""),
    ]
    if others.no_play:
        lines.append(f"`{NoPlay('').text}`")
    if variant.guess.offered:
        lines.append(f"`{Guess('', 'RULE').text}`, or `{Pass('').text}` to make no guess")
    if others.prophet:
        lines.append(f"`{Declare('').text}` to become {others.prophet}, or `{Pass('').text}`")
        calls = f"`{Call('', True).text}`, `{Call('', False).text}`"
        no_play = f"; for a no play `{Call('', False, named).text}`, with the card" if others.no_play else ""
        lines.append(f"As {others.prophet} {calls}{no_play}")
    if dealing:
        verdicts = f"`{Judge('', True).text}`, `{Judge('', False).text}`"
        no_play = f" (for a no play `{Judge('', False, named).text}`, with the card)" if others.no_play else ""
        hint = f", `{Hint('', 'TEXT').text}`" if variant.hints.ever else ""
        lines.append(f"As dealer {verdicts}{no_play}{hint}")
    return Chapter("How moves are written", tuple(lines), False)
