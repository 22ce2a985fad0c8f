"""The scientist: keeps every rule of a large family that fits what was seen, and plays by what they say."""

from __future__ import annotations

import random
from importlib.util import find_spec
from typing import TYPE_CHECKING

from eleusis.errors import NotationError
from eleusis.secret.rule import Rule
from eleusis.variant import Variant

if TYPE_CHECKING:
    from eleusis.players.scientist.player import Scientist

BITS = 33
"""The length of the longest rules that he makes up, in bits of the prior; it makes some 126,000 rules."""


def make(
    seat: str, variant: Variant, chance: random.Random, rule: Rule | None, options: dict[str, float]
) -> Scientist:
    """A scientist for a seat; he is not told the rule.

    `bits` is how long the rules may be that he makes up; with `library` 0 he does not know the library.

    Raises NotationError (`notation/player`) where numpy is missing.
    """
    if find_spec("numpy") is None:
        raise NotationError("notation/player", "the scientist needs numpy: pip install 'eleusis[bots]'")
    from eleusis.players.scientist.family import family
    from eleusis.players.scientist.player import Scientist

    return Scientist(variant, chance, family(int(options.get("bits", BITS)), options.get("library", 1) >= 0.5))
