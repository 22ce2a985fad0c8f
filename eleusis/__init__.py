"""The engine, the command line and the laboratory for Eleusis, the card game of the dealer's secret rule.

from eleusis import Play, Rule, cards, compare, deal, load_variant, replay
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from eleusis.driving.dealing import deal
    from eleusis.errors import EleusisError, IllegalMove, ManyErrors, RuleError
    from eleusis.game.moves import Call, Declare, Guess, Hint, Judge, NoPlay, Pass, Play
    from eleusis.game.round import Round
    from eleusis.pack import Card, card, cards
    from eleusis.replaying.replay import replay
    from eleusis.secret.rule import Rule
    from eleusis.secret.sameness import compare
    from eleusis.variant import Variant, load_variant

_HOMES = {
    "eleusis.errors": ("EleusisError", "IllegalMove", "ManyErrors", "RuleError"),
    "eleusis.game.moves": ("Call", "Declare", "Guess", "Hint", "Judge", "NoPlay", "Pass", "Play"),
    "eleusis.game.round": ("Round",),
    "eleusis.pack": ("Card", "card", "cards"),
    "eleusis.driving.dealing": ("deal",),
    "eleusis.replaying.replay": ("replay",),
    "eleusis.secret.sameness": ("compare",),
    "eleusis.secret.rule": ("Rule",),
    "eleusis.variant": ("Variant", "load_variant"),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "Call",
    "Card",
    "Declare",
    "EleusisError",
    "Guess",
    "Hint",
    "IllegalMove",
    "Judge",
    "ManyErrors",
    "NoPlay",
    "Pass",
    "Play",
    "Round",
    "Rule",
    "RuleError",
    "Variant",
    "card",
    "cards",
    "compare",
    "deal",
    "load_variant",
    "replay",
]


def __getattr__(name: str) -> object:
    """Each name is imported from its home when it is first asked for: start-up is part of the product."""
    if name not in _HOME:
        raise AttributeError(f"module 'eleusis' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
