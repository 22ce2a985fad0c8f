"""What stands before the C sources: names, orders and limits that Python has, so that they have one home."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from eleusis.driving.dealing import MAX_PLAYERS
from eleusis.game.state import END_REASONS
from eleusis.lab.kernel.edition_knobs import BASES, FIELDS, GUESS_FROM, HAND_MAX
from eleusis.lab.tally import Numbers
from eleusis.minds.players.knower import FAR_FROM_OUT, TRIES

REASONS: Final[Mapping[str, str]] = {
    "HAND_FULL": "a hand of too many cards",
    "STOCK_FULL": "too many cards in the stock",
    "LINE_FULL": "too long a mainline",
    "NO_ROOM": "rules with too many states",
    "NO_VERDICT": "a guess that can't be judged",
    "NOT_TO_BE_DEALT": "a deal that can't be made",
    "NOBODY_CAN_MOVE": "nobody who can move",
}
"""Why a round is declined, by its name in C; they are numbered from 1, and 0 is a round that was played."""


def write_prelude() -> str:
    """The text: the limits, the numbers of columns, reasons and base scores, and the struct of the knobs."""
    limits = {"SEATS_MAX": MAX_PLAYERS, "HAND_MAX": HAND_MAX, "TRIES": TRIES, "FAR_FROM_OUT": FAR_FROM_OUT}
    enums = [
        [f"{name} = {value}" for name, value in limits.items()],
        [_constant("COLUMN", name) for name in Numbers._fields],
        ["PLAYED", *REASONS],
        [_constant("END", reason) for reason in END_REASONS],
        [_constant("BASE", base.kind) for base in BASES],
        [_constant("GUESS_FROM", line) for line in GUESS_FROM],
    ]
    fields = [
        f"    int32_t {name}[{size}];" if size > 1 else f"    int32_t {name};" for name, (size, _) in FIELDS.items()
    ]
    lines = ["#include <stdint.h>", *[f"enum {{ {', '.join(names)} }};" for names in enums]]
    return "\n".join([*lines, "typedef struct {", *fields, "} Knobs;", ""])


def _constant(space: str, name: str) -> str:
    """The name of a number in C."""
    return f"{space}_{name.replace(' ', '_').upper()}"
