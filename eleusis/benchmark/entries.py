"""An entry: what one seat came to in one round; as an object and as a line of JSON."""

from __future__ import annotations

from typing import Annotated

import attrs
import msgspec
from msgspec import Meta

from eleusis.ground.data import from_data
from eleusis.ground.errors import NOWHERE, LabError, Place

_MOST = 10**9
"""More points, turns, guesses or seconds than these are no results: a number was damaged."""
_Count = Annotated[int, Meta(ge=0, le=_MOST)]
_Part = Annotated[float, Meta(ge=0, le=1)]

Confidence = tuple[_Part, bool | None]
"""How probable a player held its best rule, and whether that was the same as the secret one; None: not decided."""


@attrs.frozen
class OwnGuess:
    """A guess of the seat."""

    turn: Annotated[int, Meta(ge=0, le=_MOST)]
    """In which of its own turns, from 1."""
    rule: str
    """What it guessed, as a text."""
    right: bool
    """What the dealer said."""
    repeated: bool
    """Whether it is the same as a guess of this seat that was called wrong before."""
    refuted: bool
    """Whether it contradicts a verdict that lay on the table."""


Key = tuple[str, int, int, str]
"""What an entry is of: file, round, rotation and seat."""


@attrs.frozen
class Entry:
    """The result of one seat in one round of a benchmark; `to_json` is a line of `--out`."""

    file: str
    """The game file that the round is of, the name of a suite that ships, or `generated:SEED:DIFFICULTIES`."""
    round: Annotated[int, Meta(ge=1, le=_MOST)]
    """Which round of the file it is, from 1."""
    seat: str
    """Whose entry it is."""
    rule: str
    """The secret rule's text."""
    edition: str
    """The name of the edition."""
    score: Annotated[int, Meta(ge=-_MOST, le=_MOST)]
    """The seat's points."""
    solved: bool
    """Whether the seat guessed the rule."""
    turns: _Count
    """The seat's plays and no plays that were judged."""
    wrong_guesses: _Count
    """How often the seat guessed wrong."""
    seconds: Annotated[float, Meta(ge=0, le=_MOST)]
    """How long the seat's player took for its answers, in all."""
    tokens: Annotated[int, Meta(ge=0, le=10**18)] | None
    """What its answers took in tokens, in all; None where that is not known."""
    confidences: tuple[Confidence, ...]
    """Its last statement of each turn: how probable it held its rule, and whether that was the secret one."""
    player: str = ""
    """The kind of player that sat there, with its options."""
    rotation: _Count = 0
    """Where kinds take turns in the seats of one deal: which turn it is, from 0."""
    stated: tuple[str, ...] = ()
    """The rules of these statements, as texts."""
    ended: str = ""
    """Why the round ended."""
    error: str | None = None
    """Why the player could not go on; None where it could. Its round counts as not found then."""
    leave_out: bool = False
    """Whether the rule was taken from the library that the player was given."""
    deal: str = ""
    """What stands for cards, rule and edition: rounds with equal ones are the same."""
    version: str = ""
    """The version of eleusis that played it."""
    guesses: tuple[OwnGuess, ...] = ()
    """Its guesses, in their order."""
    waited: _Count | None = None
    """In how many turns it held the right rule and might have guessed it, but didn't.

    None where it stated nothing, or never might guess.
    """
    tokens_out: Annotated[int, Meta(ge=0, le=10**18)] | None = None
    """How many of its tokens it wrote; None where that is not known."""
    cost: Annotated[float, Meta(ge=0, le=10**12)] | None = None
    """What its tokens cost, by the prices that were given; None without any."""

    @property
    def key(self) -> Key:
        """Which one it is: file, round, rotation and seat."""
        return self.file, self.round, self.rotation, self.seat

    def to_json(self) -> dict[str, object]:
        """The entry as a line of `--out` has it; it only grows."""
        return attrs.asdict(self)

    @classmethod
    def from_json(cls, data: object, place: Place = NOWHERE) -> Entry:
        """The entry of such data; keys that are not known are passed over.

        Raises LabError (`lab/not-results`) with the place where they stand.
        """
        try:
            return from_data(data, cls)
        except msgspec.ValidationError as error:
            raise LabError("lab/not-results", f"this isn't a benchmark entry: {error}", place) from None
