"""What the automaton works out about a compiled rule, once for each, for as long as that rule is kept."""

from __future__ import annotations

from functools import cached_property
from weakref import WeakKeyDictionary

from eleusis.secret.automaton.counters import Counter
from eleusis.secret.automaton.demands import counters_needed
from eleusis.secret.automaton.distinctions import SlotTables, tables_asked
from eleusis.secret.automaton.work import Work, work_of
from eleusis.secret.compiled.meaning import Meaning
from eleusis.secret.compiled.slots import Slot


class Analysis:
    """How exactly a rule must know its slots, and how much work it is to reckon its mask."""

    tables: SlotTables
    """What it asks of the cards that it remembers."""
    counters: dict[Slot, Counter]
    """How far it counts."""

    def __init__(self, meaning: Meaning) -> None:
        # Not the meaning itself: what is kept for a rule must not keep the rule.
        self._code, self._slots = meaning.code, meaning.slots
        if meaning.table is not None:  # it looks at the last card alone
            self.tables, self.counters = {slot: [tuple(meaning.table)] for slot in meaning.slots}, {}
        else:
            self.tables = tables_asked(meaning.code, meaning.slots)
            self.counters = counters_needed(meaning.code, meaning.slots)

    @cached_property
    def work(self) -> Work:
        """How much work it is to reckon the rule's mask; weighed on first use."""
        return work_of(self._code, self._slots)


_ANALYSES: WeakKeyDictionary[Meaning, Analysis] = WeakKeyDictionary()


def analysis_of(meaning: Meaning) -> Analysis:
    """The analysis of a compiled rule, worked out the first time that it is asked for."""
    analysis = _ANALYSES.get(meaning)
    if analysis is None:
        analysis = _ANALYSES[meaning] = Analysis(meaning)
    return analysis
