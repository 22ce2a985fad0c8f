"""What a section says of itself in the rules of its variant: clauses, each for its place there.

A section that has nothing to say at a place leaves it out. `words/rulebook` puts the clauses of all together.
"""

from __future__ import annotations

from typing import Literal

import attrs

Passage = Literal[
    "players",
    "cards",
    "deal",
    "starter",
    "first",
    "hints",
    "lie",
    "marks",
    "move",
    "call",
    "verdict",
    "judgement",
    "laid",
    "moved",
    "overthrow",
    "penalty",
    "expulsion",
    "guess",
    "stay",
    "end",
    "declare",
    "end_guess",
    "end_no_play",
    "end_out",
    "end_cutoff",
    "end_turns",
    "end_expelled",
    "end_stock",
    "score",
    "bonus",
    "dealer",
    "game",
    "absent",
]
"""The places in the rules: the table, the steps of a turn in their order, why a round ends, the scores; and
`absent`, what players of other variants may look for in vain. At a place where the rules say something usually, a
clause is said instead."""

Clauses = dict[Passage, str]
"""What a section says, by its place: whole sentences; a reason for the end and what is absent as the end of one."""


@attrs.frozen
class OtherSections:
    """What a clause must know of the other sections."""

    players: int | None
    """How many sit at the table, the dealer among them; None where that is open."""
    prophet: str
    """What a prophet is called; empty where there can be none."""
    takes_back: bool
    """Whether a no play that the prophet misjudged is taken back."""
    may_stay: bool
    """Whether one may stay as prophet without a card."""
    no_play: bool
    """Whether a no play may be said."""
    strings: bool
    """Whether several cards may be played at once."""
    fills_up: bool
    """Whether the hand is filled up after a turn, so that nobody goes out."""
    expels: bool
    """Whether one may be expelled."""
