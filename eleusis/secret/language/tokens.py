"""Rule text → tokens, and the errors of the rule language with their places."""

from __future__ import annotations

import re
from typing import NamedTuple, NoReturn

from eleusis.ground.errors import Place, RuleError, quote

MAX_LENGTH = 5_000
"""Characters in a rule."""
MAX_DEPTH = 160
"""Levels of a rule: brackets, arms of `if`, and operators inside operators."""
MAX_NUMBER = 10_000
"""The largest number that a rule may write."""
MAX_BACK = 16
"""How far `back(n)` and `lastN` reach."""
MAX_CYCLE = 100
"""Entries of a `cycle`."""

KEYWORDS = ("if", "then", "else", "and", "or", "not", "in")


class Token(NamedTuple):
    """A word, a number or a symbol of a rule, and its offset in the text."""

    kind: str
    """`number`, `word`, `end`, or the symbol or keyword itself."""
    text: str
    at: int


_TOKEN = re.compile(r"\s+|(?P<number>[0-9]+)|(?P<word>[^\W\d]\w*)|(?P<symbol>\.\.|[=!<>]=|[-<>+*%(){},.])")

_SLIPS = {
    "=": "'=' compares nothing: write '=='",
    "&": "'&' isn't an operator: write 'and'",
    "|": "'|' isn't an operator: write 'or'",
    "!": "'!' isn't an operator: write 'not', or '!='",
    "/": "there is no division: '%' gives the remainder",
    "[": "write round brackets, or {…} for a set",
    "]": "write round brackets, or {…} for a set",
    "…": "write '..' for a range",
    "≤": "write '<='",
    "≥": "write '>='",
    "≠": "write '!='",
    '"': "a rule has no quoted text in it",
    "'": "a rule has no quoted text in it",
}


def fail(text: str, at: int, code: str, message: str) -> NoReturn:
    """Raises a RuleError at an offset of the text, with line and column."""
    before = text[:at]
    column = len(before) - (before.rfind("\n") + 1) + 1
    raise RuleError(f"rule/{code}", message, Place(None, before.count("\n") + 1, column))


def tokens(text: str) -> list[Token]:
    """The tokens of a rule, an `end` token last. Raises RuleError for what is no part of the language."""
    if len(text) > MAX_LENGTH:
        message = f"the rule is too long: {len(text)} characters, and at most {MAX_LENGTH} are allowed"
        fail(text, MAX_LENGTH, "too-long", message)
    read: list[Token] = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            char = text[at]
            reason = _SLIPS.get(char, "it isn't part of the rule language")
            fail(text, at, "character", f"unexpected {quote(char)}: {reason}")
        word = match.group()
        if match.lastgroup == "number":
            digits = word.lstrip("0") or "0"
            if len(digits) > len(str(MAX_NUMBER)) or int(digits) > MAX_NUMBER:
                fail(text, at, "bounds", f"{quote(word, 20)} is too large: numbers go to {MAX_NUMBER}")
            read.append(Token("number", digits, at))
        elif match.lastgroup == "word":
            folded = word.casefold()
            read.append(Token(folded if folded in KEYWORDS else "word", folded, at))
        elif match.lastgroup == "symbol":
            read.append(Token(word, word, at))
        at = match.end()
    end = len(text.rstrip())
    read.append(Token("end", "", end))
    if len(read) == 1:
        fail(text, 0, "empty", "a rule can't be empty: 'any' allows every card")
    return read
