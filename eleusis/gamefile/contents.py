"""What a game file says, as data: read by reading.py, written by writing.py, played by replaying/replay.py."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from eleusis.errors import NOWHERE, Place
from eleusis.gamefile.expectations import Expected
from eleusis.gamefile.given_cards import card_place
from eleusis.gamefile.lines import FileLine
from eleusis.pack import Card
from eleusis.secret.rule import Rule
from eleusis.values import Compared
from eleusis.yaml.parsing import Mapping as YamlMap
from eleusis.yaml.parsing import Node


@attrs.frozen(eq=False, repr=False)
class RoundScript(Compared):
    """One round of a game file; what is None is not given.

    `rule_ref` is the rule as the file has it (an id, or its text), and `rule` what that means; without one the
    judgements stand in the `lines`. A hand may hold `??`. The `stock` is its top once all is dealt, top first.
    """

    place: Place = attrs.field(default=NOWHERE, eq=False)
    dealer: str | None = None
    rule_ref: str | None = None
    rule: Rule | None = None
    hint: str | None = None
    starter: tuple[Card, ...] | None = None
    hands: Mapping[str, tuple[Card, ...]] = attrs.field(factory=dict)
    unknown: bool = False
    """Whether the hands are known by their size only (`hands: unknown`)."""
    stock: tuple[Card, ...] = ()
    lines: tuple[FileLine, ...] = ()
    expected: tuple[Expected, ...] = ()
    given: tuple[Node, ...] = attrs.field(default=(), eq=False)
    """The texts of starter, hands and stock, in the order of the file."""

    def card_place(self, card: Card | None, nth: int) -> Place:
        """Where a given card stands, counted as in `card_place`; the round's place where it is not given."""
        return card_place(self.given, card, nth) or self.place


@attrs.frozen(eq=False, repr=False)
class GameFile(Compared):
    """A game file.

    `variant` is a name, a path, or a map that extends another variant. `expected` are its totals; what is expected
    of a round stands there. A game that is `stopped` has ended for good.
    """

    file: str
    variant: str | YamlMap = attrs.field(eq=False)
    players: tuple[str, ...]
    variant_place: Place = attrs.field(default=NOWHERE, eq=False, kw_only=True)
    """Where the file names the variant, for errors."""
    seats: Mapping[str, str] = attrs.field(factory=dict, kw_only=True)
    """Who plays for a seat where it is a bot: its kind with options; for going on with a game, without effect."""
    title: str | None = None
    seed: int | None = None
    stopped: bool = False
    rounds: tuple[RoundScript, ...] = ()
    expected: tuple[Expected, ...] = ()
