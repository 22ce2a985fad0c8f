"""From the record of a round to its review."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from eleusis.driving.replayed import RoundReplay
from eleusis.ground.agreement import name_owner
from eleusis.ground.cards import UNKNOWN
from eleusis.minds.induction.family import Family
from eleusis.reviewing.reckoning import Reckoner
from eleusis.reviewing.reviewed import PlayerReview, RoundReview, TurnReview
from eleusis.reviewing.sayings import add_up, comment_turns, find_lasting, say_player, tell_story
from eleusis.secret.rule import Rule

KNOWLEDGE = 0.9
"""Who holds a rule so probable knows it."""
LACKS_CONDITION = "was looked at, but not with that condition on the starter"
HAS_CONDITION = "was looked at, but only with a condition on the starter"


def look_back(record: RoundReplay, rule: Rule | None, family: Family) -> RoundReview:
    """The review of a round as far as it went; `rule` is the dealer's, where it may be told."""
    round_ = record.round
    reckoner = Reckoner(family, round_.variant, rule)
    reckoner.read([(0, record.deal), *((step.n, event) for step in record.steps for event in step.events)])
    reckoner.end()
    start = reckoner.start
    assert start is not None
    known_since = find_lasting(reckoner.turns, lambda turn: (turn.rule_chance or 0.0) >= KNOWLEDGE)
    known_at = None if known_since is None else known_since.n
    turns = comment_turns(reckoner.turns, known_at)
    plain = RoundReview(
        number=record.number,
        dealer=record.dealer,
        rule=record.rule if rule is None else record.rule or rule.text,
        rule_in_family=None if rule is None else reckoner.rule is not None,
        known_at=known_at,
        starters=record.starter,
        turns=turns,
        players={seat: _of_player(seat, turns) for seat in round_.state.holders},
        alive_at_start=start.alive,
        bits_at_start=start.bits_left,
        chance_at_start=start.rule_chance,
        top_at_start=start.top,
        family_size=family.size,
        unknown=tuple(_unknown(record, reckoner)),
        edition=round_.variant.title,
        prophet=round_.variant.prophet.title,
        ended=record.ended,
        rule_text=record.rule if rule is None else rule.text,
    )
    if reckoner.starts_otherwise and rule is not None:
        plain = attrs.evolve(plain, outside=LACKS_CONDITION if rule.starter else HAS_CONDITION)
    return attrs.evolve(plain, story=tuple(tell_story(plain)))


def _of_player(seat: str, turns: Sequence[TurnReview]) -> PlayerReview:
    own = [turn for turn in turns if turn.seat == seat]
    expected = add_up(turn.bits_expected for turn in own)
    best = add_up(turn.best.bits_expected for turn in own if turn.best is not None)
    compared = all((turn.best is None) == (turn.bits_expected is None) for turn in own)
    efficiency = min(1.0, expected / best) if best and compared else None
    return PlayerReview(
        turns=len(own),
        bits_gained=add_up(turn.bits_gained for turn in own),
        bits_expected=expected,
        bits_best=best,
        efficiency=efficiency,
        saying=say_player(seat, own, efficiency),
    )


def _unknown(record: RoundReplay, reckoner: Reckoner) -> Iterator[str]:
    """What can't be known of a round, in sentences."""
    starters = record.starter
    if record.rule is None:
        yield "The file has no rule, only judgements: nobody can say when the rule could be known."
    if not reckoner.hands_known:
        hands = record.deal.hands.values()
        bare = all(card is UNKNOWN for hand in hands for card in hand)
        which = "The hands" if bare else "Some cards of the hands"
        yield f"{which} were not written down: nobody knows what else could have been asked."
    if len(starters) > 1:
        yield "The dealer placed several starters: they lie as they are, and say nothing about the rule."
    if not reckoner.state.layout.mainline and not starters:
        yield "The mainline began empty."
    if any(finding.code == "misjudged" for finding in record.findings):
        yield "According to the rule, the dealer misjudged; what counts here is what was said at the table."
    if record.stopped_by is not None:
        yield "The record stops at a move that is not allowed."
    if (waiting := reckoner.unjudged) is not None:
        last = f"{name_owner(waiting.seat, first=True)} last move ({waiting.move})"
        yield f"{last} was not judged, and so taught nothing."
