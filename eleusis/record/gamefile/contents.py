"""What a game file says, as data: read by reading.py, written by writing.py, played by replaying/replay.py."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from eleusis.ground.cards import Card
from eleusis.ground.errors import NOWHERE, Place
from eleusis.ground.yaml.parsing import Mapping as YamlMap
from eleusis.ground.yaml.parsing import YamlNode
from eleusis.record.gamefile.expectations import Expected
from eleusis.record.gamefile.given_cards import card_place
from eleusis.record.gamefile.lines import FileLine
from eleusis.secret.rule import Rule


@attrs.frozen
class RoundScript:
    """One round of a game file; what is None is not given.

    `rule_ref` is the rule as the file has it (an id, or its text), and `rule` what that means; without one the
    judgements stand in the `lines`. A hand may hold `??`. The `stock` is its top once all is dealt, top first.
    """

    place: Place = attrs.field(default=NOWHERE, eq=False)
    """Where the round stands in the file."""
    dealer: str | None = None
    """Who deals."""
    rule_ref: str | None = None
    """The rule as the file has it: an id, or its text."""
    rule: Rule | None = None
    """The rule that this means."""
    hint: str | None = None
    """A hint that was given before the first turn."""
    starter: tuple[Card, ...] | None = None
    """The card or cards that the mainline begins with."""
    starter_place: Place = attrs.field(default=NOWHERE, eq=False, kw_only=True)
    """Where they stand in the file."""
    set_aside: tuple[Card, ...] = attrs.field(default=(), kw_only=True)
    """The cards turned before the starter that were not right; out of play."""
    turned_away: tuple[Card, ...] = attrs.field(default=(), kw_only=True)
    """The cards turned before the starter and put back; under the stock."""
    hands: Mapping[str, tuple[Card, ...]] = attrs.field(factory=dict)
    """The hands that are given, by seat; a card that nobody wrote down is `??`."""
    unknown: bool = False
    """Whether the hands are known by their size only (`hands: unknown`)."""
    stock: tuple[Card, ...] = ()
    """The top of the stock once all is dealt, top first."""
    lines: tuple[FileLine, ...] = ()
    """The moves, each with what is expected of it."""
    expected: tuple[Expected, ...] = ()
    """What is expected of the round as a whole."""
    given: tuple[YamlNode, ...] = attrs.field(default=(), eq=False)
    """The texts of starter, of the cards turned before it, hands and stock, in the order of the file."""

    def card_place(self, card: Card | None, nth: int) -> Place:
        """Where the `nth` copy of a given card stands; None: the `nth` card of all that are given.

        Counted from 1, or from the end with -1. The round's place where there are not so many.
        """
        return card_place(self.given, card, nth) or self.place


@attrs.frozen
class GameFile:
    """A game file.

    `variant` is a name, a path, or a map that extends another variant. `expected` are its totals; what is expected
    of a round is in the round. A game that is `stopped` has ended for good.
    """

    file: str
    """The file, as it was named: a path of its variant begins at its folder."""
    variant: str | YamlMap = attrs.field(eq=False)
    """A name, a path, or a map that extends another variant."""
    players: tuple[str, ...]
    """Who sits there, clockwise."""
    variant_place: Place = attrs.field(default=NOWHERE, eq=False, kw_only=True)
    """Where the file names the variant, for errors."""
    seats: Mapping[str, str] = attrs.field(factory=dict, kw_only=True)
    """Who plays for a seat where it is a bot: its kind with options.

    Used when a game is continued; a replay ignores it.
    """
    title: str | None = None
    """What the game is called."""
    seed: int | None = None
    """What the cards that are not given are dealt by."""
    stopped: bool = False
    """Whether the game has ended for good."""
    rounds: tuple[RoundScript, ...] = ()
    """The rounds, in their order."""
    expected: tuple[Expected, ...] = ()
    """The totals that are expected of the game."""
