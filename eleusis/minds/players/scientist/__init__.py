"""The scientist: keeps every rule of a large family that fits what was seen, and plays by what they say."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import TYPE_CHECKING

from eleusis.ground.errors import NotationError
from eleusis.minds.induction import lack_of_numpy
from eleusis.secret.library import library_ids
from eleusis.secret.rule import Rule
from eleusis.variant import Variant

if TYPE_CHECKING:
    from eleusis.minds.players.scientist.player import Scientist


def make(
    *,
    variant: Variant,
    chance: random.Random,
    library: Mapping[str, Rule],
    options: Mapping[str, float],
    **others: object,
) -> Scientist:
    """A scientist for a seat, which never learns the rule.

    `options` are `bits`, how long the rules it makes up may be (60 bits make some 180,000 rules),
    and `library`: with 0 it does not know the library.

    Raises NotationError (`notation/player`) where numpy is missing or broken, or the library has rules that
    don't ship.
    """
    if lack := lack_of_numpy("the scientist"):
        raise NotationError("notation/player", lack)
    from eleusis.minds.induction.family import family
    from eleusis.minds.players.scientist.player import Scientist

    missing = frozenset(name for name in library_ids() if name not in library)
    if not library.keys() <= set(library_ids()):
        message = "the scientist knows the library that comes with eleusis, or a part of it, and no other"
        raise NotationError("notation/player", message)
    bits = int(options["bits"])
    knows = bool(library) and options["library"] >= 0.5
    return Scientist(variant, chance, family(bits, knows, missing if knows else frozenset()))
