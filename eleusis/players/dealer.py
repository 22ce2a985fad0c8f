"""The dealer who follows a compiled rule."""

from __future__ import annotations

from collections.abc import Mapping

from eleusis.errors import ScriptError
from eleusis.game.moves import Move
from eleusis.game.view import View
from eleusis.script.judging import RuleJudge
from eleusis.secret.rule import Rule
from eleusis.variant import Variant


class RuleDealer:
    """Judges plays, no plays and guesses by a rule; a guess that it can't read is wrong to it."""

    def __init__(self, rule: Rule, variant: Variant, rules: Mapping[str, Rule] | None = None) -> None:
        self.judge = RuleJudge(rule, dict(rules or {}))
        self.variant = variant

    def move(self, view: View) -> Move:
        """The judgement that is due. Raises ScriptError (`script/no-judgement`) where the rule can't tell."""
        judgement = self.judge.judge(view, self.variant)
        if judgement is None:
            raise ScriptError("script/no-judgement", f"{view.seat}'s rule can't judge this: a person must")
        return judgement
