"""A played round as the script that makes it again: the way from the table back to the game file."""

from __future__ import annotations

from eleusis.driving.driver import Step
from eleusis.driving.replayed import RoundReplay
from eleusis.driving.rule_dealer import RuleDealer
from eleusis.ground.errors import NOWHERE
from eleusis.record.gamefile.contents import RoundScript
from eleusis.record.gamefile.expectations import Expected
from eleusis.record.gamefile.lines import FileLine
from eleusis.secret.rule import Rule


def script_of(record: RoundReplay, rule: Rule | None = None, full: bool = True) -> RoundScript:
    """The script that repeats a played round, with its results as expectations.

    Every hand, the starter and the stock are written out, so that the script needs no seed. Without `full` they
    are left to the seed of the game: only for a round that was dealt by that seed and its number alone. With a
    rule, the judgements that it gives are left out.
    """
    began = record.deal
    steps = record.steps if rule is None else _not_by_rule(record, rule)
    return RoundScript(
        place=NOWHERE,
        dealer=record.dealer,
        rule_ref=rule.text if rule else None,
        rule=rule,
        hint=record.hint,
        starter=began.starters if full else None,
        set_aside=began.set_aside if full else (),
        hands=dict(began.hands) if full else {},
        stock=began.stock if full else (),
        lines=tuple(FileLine(step.move) for step in steps if step.by != "implied"),
        expected=(
            Expected("ended", record.ended, NOWHERE),
            *(Expected("hands", len(hand), NOWHERE, seat) for seat, hand in record.hands.items()),
            *(Expected("scores", points, NOWHERE, seat) for seat, points in (record.scores or {}).items()),
        ),
    )


def _not_by_rule(record: RoundReplay, rule: Rule) -> list[Step]:
    """The steps without the judgements that the rule gives: one that it can't give, or gives otherwise, stays."""
    dealer, twin = RuleDealer(rule, record.round.variant), record.round.at_deal()
    steps = []
    for step in record.steps:
        if step.move.verb != "judge" or dealer.judgement(twin.view(twin.dealer)) != step.move:
            steps.append(step)
        twin.step(step.move)
    return steps
