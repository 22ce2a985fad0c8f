"""Rule text → syntax tree: the one door to the rule language (docs/rule-language.md)."""

from __future__ import annotations

from eleusis.secret.language.checker import Checker
from eleusis.secret.language.parser import Parser
from eleusis.secret.language.tree import Expr
from eleusis.secret.language.unparse import unparse

__all__ = ["parse", "unparse"]


def parse(text: str) -> Expr:
    """The tree of a rule, typed and within bounds.

    Raises RuleError (`rule/…`) with line and column, counted in characters from 1.
    """
    return Checker(text).check(Parser(text).read())
