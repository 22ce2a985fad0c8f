"""What a syntax tree tells by its shape alone: what the rule looks at, how far back, how hard it may be."""

from __future__ import annotations

from eleusis.secret.language import tree as t


def difficulty(tree: t.Expr) -> int:
    """1 + (nodes − 3) / 5, + 0.5 for each card back after the last (1.5 for the line), + 1 for the position.

    Rounded, and held between 1 and 5.
    """
    back = looks_back(tree)
    score = 1 + (t.size(tree) - 3) / 5
    score += 1.5 if back is None else 0.5 * max(0, back - 1)
    if any(isinstance(node, t.Position | t.Cycle) for node in t.walk(tree)):
        score += 1
    return max(1, min(5, round(score)))


def looks(tree: t.Expr) -> frozenset[str]:
    """What a rule looks at, of: last, back (further back), position, streak, line."""
    aspects = set()
    for node in t.walk(tree):
        match node:
            case t.Back(n=1) | t.Over(window=1) | t.Latest(window=1):
                aspects.add("last")
            case t.Back() | t.Over(window=int()) | t.Latest(window=int()):
                aspects.add("back")
            case t.Position() | t.Cycle():
                aspects.add("position")
            case t.Streak():
                aspects.add("streak")
            case t.At() | t.Over() | t.Latest():
                aspects.add("line")
    return frozenset(aspects)


def looks_back(tree: t.Expr) -> int | None:
    """How many cards back a rule looks; None where that has no bound."""
    far = 0
    for node in t.walk(tree):
        match node:
            case t.Streak() | t.At() | t.Over(window=None) | t.Latest(window=None):
                return None
            case t.Back(n=n) | t.Over(window=int(n)) | t.Latest(window=int(n)):
                far = max(far, n)
    return far


def has_wild_cards(tree: t.Expr) -> bool:
    """Whether some cards are let pass whatever lies: an `or` of which one part asks about the candidate alone."""
    elsewhere = (t.Back, t.At, t.Latest, t.Position, t.Cycle, t.Streak, t.Over)
    return isinstance(tree, t.Or) and any(
        not any(isinstance(node, elsewhere) for node in t.walk(part)) for part in tree.parts
    )
