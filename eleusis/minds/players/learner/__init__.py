"""The learner: looks for the rule as people do, with few ideas in mind, a short memory and slips."""

from __future__ import annotations

import random
from collections.abc import Mapping

from eleusis.minds.players.learner.acting import Learner
from eleusis.minds.players.learner.thoughts import Capacity
from eleusis.variant import Variant


def make(
    *, seat: str, variant: Variant, chance: random.Random, options: Mapping[str, float], **others: object
) -> Learner:
    """A learner for a seat, which never learns the rule; `options` say how much it can keep in mind."""
    whole = {name: int(options[name]) for name in ("memory", "ideas", "tries", "trust", "bits")}
    return Learner(seat, variant, chance, Capacity(**whole, slips=options["slips"]))
