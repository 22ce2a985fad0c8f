"""Whether two rules are the same, and so whether a guess is right: the one place where that is decided."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import attrs

from eleusis.ground.cards import UNKNOWN, Card, cards_in
from eleusis.ground.errors import RuleError
from eleusis.secret.automaton.comparison import Comparison
from eleusis.secret.rule import Rule


class Masked(Protocol):
    """Whatever says which cards are right: a rule, or an idea of one."""

    def mask(self, line: Sequence[Card], /) -> int:
        """The cards that would be right after a mainline, as 52 bits."""
        ...


def compare(a: Rule | str, b: Rule | str, line: Sequence[Card] | None = None) -> Comparison:
    """Whether two rules allow the same cards: everywhere, or from a mainline on; either may be given as a text.

    Everywhere is after every mainline that can be built from any starter that both allow. Raises RuleError
    (`rule/no-starter`) if no starter suits both, or what a text is wrong in.

    >>> compare("red", "not black").same
    True
    >>> print(compare("red", "color == last.color"))
    different: after 2♠ B takes A♠, A does not
    """
    a, b = (Rule(rule) if isinstance(rule, str) else rule for rule in (a, b))
    if line is not None:
        return _decide(a, b, line, 0)
    starters = a.starters() & b.starters()
    if not starters:
        raise RuleError("rule/no-starter", "no starter suits both rules")
    return _decide(a, b, None, starters)


def judge_guess(
    secret: Rule, guess: Rule, line: Sequence[Card], agrees_from: Sequence[Card] | None = None
) -> Comparison:
    """Whether a guess (B) is the secret rule (A): after every mainline that can be built from `agrees_from` on;
    None: everywhere from the starters that the secret rule allows. `line` is the mainline as it lies.

    Where it is not decided, `dear` says whether the guess is why: it remembers more than the secret rule, or takes
    far more work. Such a guess counts as nothing; the same can be said more simply.

    Raises RuleError (`rule/no-starter`) if the secret rule allows no starter and that is asked.

    >>> from eleusis import cards
    >>> judge_guess(Rule("red"), Rule("red or ace"), cards("7H")).witness
    (Card(2S), Card(AS))
    """
    if agrees_from is None:
        starters = secret.starters()
        if not starters:
            raise RuleError("rule/no-starter", "the secret rule allows no starter")
        laid, asked = 1, bool(line and line[0].bit & starters)
    else:
        starters, laid = 0, len(agrees_from)
        asked = list(line[:laid]) == list(agrees_from)
    return _decide(secret, guess, agrees_from, starters, (line, laid) if asked else ((), 0))


def differ_soon(a: Masked, b: Masked, line: Sequence[Card]) -> bool:
    """Whether two rules differ right after a mainline, or after one more card that both take: a quick proof.

    Most rules that differ at all do so there; where they don't, nothing is known of what comes later.
    """
    right = a.mask(line)
    if right != b.mask(line):
        return True
    longer = [*line, UNKNOWN]
    for card in cards_in(right):
        longer[-1] = card
        if a.mask(longer) != b.mask(longer):
            return True
    return False


def compare_quickly(a: Rule, b: Rule, max_work: int) -> Comparison:
    """The same from every starter that the first rule allows, for who only wants to know what can be proved with
    little work: what is not finite is not looked at."""
    from eleusis.secret.automaton.machine import Machine
    from eleusis.secret.automaton.walk import decide

    if a.tree == b.tree:
        return Comparison(True)
    machine = Machine([a.meaning, b.meaning])
    if not machine.finite:
        return Comparison(None, bound=0, reason=machine.reason)
    return decide(a.meaning, b.meaning, None, a.starters(), max_work=max_work)


def _decide(
    a: Rule,
    b: Rule,
    line: Sequence[Card] | None,
    starters: int,
    played: tuple[Sequence[Card], int] = ((), 0),
) -> Comparison:
    """From a line, or from the starters of a mask; also along a line that was `played`, from so many cards on."""
    if a.tree == b.tree:
        return Comparison(True)
    from eleusis.secret.automaton.probing import is_dearer, probe
    from eleusis.secret.automaton.walk import decide

    comparison = decide(a.meaning, b.meaning, line, starters)
    if comparison.same is not None:
        return comparison
    probed = probe(a.meaning, b.meaning, line, starters, *played)
    work = comparison.work + probed.work
    if probed.difference is not None:
        return attrs.evolve(probed.difference, states=comparison.states, work=work)
    dear = not probed.whole or is_dearer(b.meaning, a.meaning)
    return attrs.evolve(comparison, work=work, dear=dear)
