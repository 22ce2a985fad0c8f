"""A challenge: one round of a suite as it is to be played, with a mark of all that decides it but the players."""

from __future__ import annotations

import hashlib
import json

import attrs

from eleusis.game.round import Round
from eleusis.ground.cards import text_of
from eleusis.record.gamefile.contents import GameFile, RoundScript
from eleusis.record.replaying.replay import deal_round
from eleusis.secret.rule import Rule
from eleusis.variant import Variant
from eleusis.variant.write import settings


@attrs.frozen(eq=False)
class Challenge:
    """One round to be played: its cards, its rule, its variant."""

    game: GameFile
    """The file that it is of, without its rounds."""
    script: RoundScript
    """What that file says of the round."""
    number: int
    """Which round of the file it is, from 1."""
    dealer: str
    """Who deals."""
    rule: Rule
    """The secret rule."""
    variant: Variant
    """The variant."""
    mark: str
    """What stands for the cards, the rule and the variant: equal marks, equal rounds."""

    @property
    def seats(self) -> tuple[str, ...]:
        """Those who play: all but the dealer, clockwise from the dealer's left."""
        players = self.game.players
        place = players.index(self.dealer)
        return players[place + 1 :] + players[:place]

    def deal(self) -> Round:
        """The round, dealt. Raises ScriptError where that can't be."""
        return deal_round(self.game, self.script, self.number, self.variant, self.dealer)


def make_challenge(game: GameFile, script: RoundScript, number: int, dealer: str, variant: Variant) -> Challenge:
    """The challenge of a round that has a rule. Raises ScriptError where it can't be dealt."""
    rule = script.rule
    assert rule is not None
    round_ = deal_round(game, script, number, variant, dealer)
    began = round_.began
    cards = [text_of(row) for row in (*began.hands.values(), began.starters, began.set_aside, began.stock)]
    table = [list(began.players), began.dealer, game.seed, number]
    text = json.dumps([table, cards, rule.text, rule.starter, script.hint, settings(variant)], sort_keys=True)
    mark = hashlib.sha256(text.encode()).hexdigest()[:16]
    bare = attrs.evolve(game, variant=variant.name, rounds=(), expected=(), seats={})
    own = attrs.evolve(script, given=(), lines=(), expected=())
    return Challenge(bare, own, number, round_.dealer, rule, variant, mark)
