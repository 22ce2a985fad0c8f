"""What the automaton works out about a compiled rule, once for each, for as long as that rule is kept."""

from __future__ import annotations

from functools import cached_property
from weakref import WeakKeyDictionary

from eleusis.secret.automaton.demands import Demands
from eleusis.secret.automaton.work import Work, work_of
from eleusis.secret.compiled.meaning import Meaning

_ANALYSES: WeakKeyDictionary[Meaning, Analysis] = WeakKeyDictionary()


class Analysis:
    """How exactly a rule must know its slots, and how much work it is to reckon its mask."""

    def __init__(self, meaning: Meaning) -> None:
        # Not the meaning itself: what is kept for a rule must not keep the rule.
        self._code, self._slots = meaning.code, meaning.slots
        self.demands = Demands(meaning.code, meaning.slots, meaning.table)
        """How exactly the rule must know its slots."""

    @cached_property
    def work(self) -> Work:
        """How much work it is to reckon the rule's mask; weighed on first use."""
        return work_of(self._code, self._slots)


def analysis_of(meaning: Meaning) -> Analysis:
    """The analysis of a compiled rule, worked out the first time that it is asked for."""
    analysis = _ANALYSES.get(meaning)
    if analysis is None:
        analysis = _ANALYSES[meaning] = Analysis(meaning)
    return analysis
