"""Tokens → syntax tree by operator precedence; bare names are settled later (checker.py)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NoReturn, TypeVar, cast, get_args

from eleusis.ground.errors import did_you_mean, quote
from eleusis.secret.language import tree as t
from eleusis.secret.language.features import TYPES, Type
from eleusis.secret.language.tokens import MAX_BACK, MAX_CYCLE, MAX_DEPTH, MAX_NUMBER, Token, fail, tokens

_OR, _AND, _NOT, _COMPARE, _SUM, _PRODUCT, _UNARY = range(1, 8)
_INFIX = {
    "or": _OR,
    "and": _AND,
    "in": _COMPARE,
    "not": _COMPARE,
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), _COMPARE),
    "+": _SUM,
    "-": _SUM,
    "*": _PRODUCT,
    "%": _PRODUCT,
}
_JOINS: dict[str, Callable[..., t.Expr]] = {"or": t.Or, "and": t.And, "*": t.Mul}
_CALLS = get_args(t.Function)
_OVER = (*get_args(t.How), "latest")
_LAST_N = re.compile(r"last([0-9]+)")
WORDS = (
    *TYPES, "card", "last", "first", "back", "at", "line", "last2", "last3", "position", "streak", "cycle",
    "next", "place", "any", "none", *_CALLS, "if", "then", "else", "and", "or", "not", "in",
)  # fmt: skip
"""All words of the language: what an unknown one may be a slip of."""

T = TypeVar("T")


class Parser:
    """Reads one rule text; `read()` is the whole of it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = tokens(text)
        self.index = 0
        self.depth = 0
        self.inside = False
        """Inside the brackets of a line, where a bare feature is each card's."""

    def read(self) -> t.Expr:
        """The tree of the whole text. Raises RuleError."""
        expr = self.expression()
        if self.now.kind != "end":
            self.refuse("the end of the rule")
        return expr

    # Helpers

    @property
    def now(self) -> Token:
        """The token at hand."""
        return self.tokens[self.index]

    def take(self, kind: str, wanted: str | None = None) -> Token:
        """The token at hand, which must be of a kind; `wanted` is how an error calls that."""
        token = self.now
        if token.kind != kind:
            self.refuse(wanted or quote(kind))
        self.index += 1
        return token

    def fail(self, at: int, code: str, message: str) -> NoReturn:
        """Raises a RuleError at an offset of the text."""
        fail(self.text, at, code, message)

    def deeper(self) -> None:
        """One level further in."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.fail(self.now.at, "too-deep", f"the rule is nested more than {MAX_DEPTH} levels deep")

    def refuse(self, wanted: str) -> NoReturn:
        """Raises the error that the token at hand is none that may stand there."""
        token = self.now
        if token.kind == "end":
            self.fail(token.at, "syntax", f"the rule ends where {wanted} should be")
        if token.kind == "..":
            self.fail(token.at, "syntax", f"unexpected '..' in place of {wanted}: a range can only follow 'in'")
        hint = did_you_mean(token.text, WORDS) if token.kind == "word" and token.text not in WORDS else ""
        self.fail(token.at, "syntax", f"unexpected {quote(token.text)}{hint} in place of {wanted}")

    # Operators

    def expression(self, floor: int = 0) -> t.Expr:
        """An expression of operators that bind tighter than `floor`."""
        depth = self.depth
        self.deeper()
        left = self.operand(floor)
        while True:
            token = self.now
            power = _INFIX.get(token.kind, 0)
            if power <= floor:
                break
            if token.kind == "not" and self.tokens[self.index + 1].kind != "in":
                break
            if power == _COMPARE:
                left = self.comparison(left)
            elif power == _SUM:
                left = self.sum(left)
            elif token.kind == "%":
                left = self.remainder(left)
            else:
                parts = [left]
                while self.now.kind == token.kind:
                    self.index += 1
                    parts.append(self.expression(power))
                left = _JOINS[token.kind](tuple(parts), at=left.at)
        self.depth = depth
        return left

    def operand(self, floor: int) -> t.Expr:
        """What an expression begins with: a word, a number, brackets, a sign, `not` or `if`."""
        token = self.now
        if token.kind == "word":
            return self.word()
        self.index += 1
        if token.kind == "number":
            return t.Const(Type.NUMBER, int(token.text), token.text, at=token.at)
        if token.kind == "(":
            expr = self.expression()
            self.take(")")
            return expr
        if token.kind == "-":
            return t.Neg(self.expression(_UNARY), at=token.at)
        if token.kind == "not" and floor <= _NOT:
            return t.Not(self.expression(_NOT), at=token.at)
        if token.kind == "if":
            cond = self.expression()
            self.take("then")
            then = self.expression()
            self.take("else")
            return t.If(cond, then, self.expression(), at=token.at)
        self.index -= 1
        if token.kind == "not":
            self.fail(token.at, "syntax", "'not' binds less tightly than what comes before it: put it in brackets")
        if token.kind == "{":
            self.fail(token.at, "syntax", "a set can only follow 'in'")
        return self.refuse("a condition or a value")

    def sum(self, left: t.Expr) -> t.Expr:
        """The terms that are added to the first one, or subtracted."""
        terms = [left]
        while (token := self.now).kind in ("+", "-"):
            self.index += 1
            term = self.expression(_SUM)
            terms.append(term if token.kind == "+" else t.Neg(term, at=token.at))
        return t.Add(tuple(terms), at=left.at)

    def remainder(self, left: t.Expr) -> t.Expr:
        """`%` and what it divides by."""
        self.index += 1
        by = self.now
        if by.kind != "number" or by.text == "0":
            self.fail(by.at, "syntax", "'%' needs a positive number after it, written out")
        self.index += 1
        self.deeper()
        return t.Mod(left, int(by.text), at=left.at)

    def comparison(self, left: t.Expr) -> t.Expr:
        """A chain of comparisons, like `3 < rank <= last.rank`."""
        operands: list[t.Expr | t.Among] = [left]
        ops: list[t.Comparator] = []
        while _INFIX.get(self.now.kind) == _COMPARE:
            token = self.now
            if token.kind == "not" and self.tokens[self.index + 1].kind != "in":
                break
            if isinstance(operands[-1], t.Among):
                self.fail(
                    token.at,
                    "syntax",
                    "a set or a range can't be compared further: join the comparisons with 'and'",
                )
            self.index += 1
            if token.kind == "not":
                self.index += 1
            ops.append(cast(t.Comparator, "not in" if token.kind == "not" else token.kind))
            operands.append(self.among() if ops[-1] in ("in", "not in") else self.expression(_COMPARE))
        return t.Compare(tuple(operands), tuple(ops), at=left.at)

    def among(self) -> t.Among:
        """What stands after `in`: a set or a range."""
        start = self.now
        if start.kind == "{":
            self.index += 1
            if self.now.kind == "}":
                self.fail(start.at, "empty-set", "an empty set holds nothing: every card would be outside it")
            return t.Among(self.list_to("}", lambda: self.member(0)), at=start.at)
        member = self.member(_COMPARE)
        if not isinstance(member, t.Span):
            self.fail(start.at, "syntax", "'in' needs a set like {3, 5, 9} or a range like 5..9 after it")
        return t.Among((member,), at=start.at)

    def list_to(self, end: str, read: Callable[[], T]) -> tuple[T, ...]:
        """A list with commas, and what closes it."""
        entries = [read()]
        while self.now.kind == ",":
            self.index += 1
            entries.append(read())
        self.take(end, f"',' or {quote(end)}")
        return tuple(entries)

    def member(self, floor: int) -> t.Expr | t.Span:
        """A member of a set, or a range."""
        low = self.expression(floor)
        if self.now.kind != "..":
            return low
        self.index += 1
        return t.Span(low, self.expression(floor), at=low.at)

    # Words

    def word(self) -> t.Expr:
        """What begins with a word."""
        token = self.take("word")
        word, at = token.text, token.at
        if word in TYPES:
            if self.now.kind in ("(", "."):
                self.fail(self.now.at, "syntax", f"unexpected {quote(self.now.text)}: {quote(word)} is a feature")
            return t.Name(word, self.inside, at=at)
        if word in ("any", "none"):
            return t.Const(Type.YESNO, word == "any", word, at=at)
        if word == "position":
            return t.Position(at=at)
        if word in ("card", "last", "first", "back", "at"):
            return self.feature(self.source(word, at), at)
        last_n = _LAST_N.fullmatch(word)
        if word == "line" or last_n:
            window = self.within(int(last_n[1][:9]), at, word, MAX_BACK) if last_n else None
            return self.over(word, window, at)
        calls: dict[str, Callable[[int], t.Expr]] = {
            "cycle": self.cycle, "next": self.circle, "place": self.circle, "streak": self.streak,
        }  # fmt: skip
        if word in calls:
            return calls[word](at)
        if word in _CALLS:
            args = self.arguments()
            if (len(args) != 1) if word == "abs" else (len(args) < 2):
                wanted = "one number" if word == "abs" else "two numbers or more"
                self.fail(at, "syntax", f"{word}( ) takes {wanted}, not {len(args)}")
            return t.FunctionCall(cast(t.Function, word), args, at=at)
        return self.fail(at, "unknown-name", f"unknown word {quote(word)}{did_you_mean(word, WORDS)}")

    def within(self, n: int, at: int, what: str, limit: int) -> int:
        """A number that must lie from 1 to a limit."""
        if not 1 <= n <= limit:
            self.fail(at, "bounds", f"{quote(what)} is out of bounds: from 1 to {limit}")
        return n

    def source(self, word: str, at: int) -> t.CardNode:
        """A card: `card`, `last`, `first`, `back(n)`, `at(n)`."""
        if word == "card":
            return t.Candidate(at=at)
        if word in ("last", "first"):
            return t.Back(1, at=at) if word == "last" else t.At(1, at=at)
        self.take("(", f"'(' and the number of a card, as in {word}(2)")
        number = self.take("number", "a number, written out")
        self.take(")")
        limit = MAX_BACK if word == "back" else MAX_NUMBER
        n = self.within(int(number.text), number.at, f"{word}({number.text})", limit)
        return t.Back(n, at=at) if word == "back" else t.At(n, at=at)

    def feature(self, of: t.CardNode, at: int) -> t.Expr:
        """What is asked of a card, behind the dot."""
        if self.now.kind != ".":
            last = self.tokens[self.index - 1]
            card = self.text[at : last.at + len(last.text)]
            self.fail(at, "syntax", f"{quote(card.casefold(), 40)} is a card: ask for a feature, as in last.rank")
        self.index += 1
        token = self.take("word", "a feature of the card")
        if token.text not in TYPES:
            if of == t.Back(1) and token.text in _OVER:
                message = f"'last' is one card: write last2.{token.text}( ) or line.{token.text}( )"
                self.fail(token.at, "syntax", message)
            self.refuse_feature(token)
        return t.Feature(of, token.text, at=at)

    def refuse_feature(self, token: Token) -> NoReturn:
        """Raises the error that a word is no feature."""
        self.fail(token.at, "unknown-name", f"unknown feature {quote(token.text)}{did_you_mean(token.text, TYPES)}")

    def over(self, word: str, window: int | None, at: int) -> t.Expr:
        """What is asked of the line or of its last cards, behind the dot."""
        wanted = f"'.' and a question, as in {word}.count(red)"
        self.take(".", wanted)
        how = self.take("word", wanted)
        if how.text not in _OVER:
            hint = did_you_mean(how.text, _OVER)
            what = "the mainline" if window is None else "several cards"
            hint = hint or f": {quote(word)} is {what}, which has count, sum, min, max, any, all and latest"
            self.fail(how.at, "unknown-name", f"unknown question {quote(how.text)}{hint}")
        self.take("(")
        outer, self.inside = self.inside, True
        body = self.expression()
        self.inside = outer
        self.take(")")
        if how.text == "latest":
            return self.feature(t.Latest(window, body, at=at), at)
        return t.Over(cast(t.How, how.text), window, body, at=at)

    def arguments(self) -> tuple[t.Expr, ...]:
        """What stands in the brackets of a call."""
        self.take("(")
        return self.list_to(")", self.expression)

    def cycle(self, at: int) -> t.Expr:
        """`cycle(x, …)`."""
        entries = self.arguments()
        if len(entries) > MAX_CYCLE:
            self.fail(at, "bounds", f"a cycle of {len(entries)} entries is too long: at most {MAX_CYCLE}")
        return t.Cycle(entries, at=at)

    def circle(self, at: int) -> t.Expr:
        """`next(x, …)` and `place(x, …)`; the checker makes the list constants."""
        node = t.Next if self.tokens[self.index - 1].text == "next" else t.PlaceIn
        body, *circle = self.arguments()
        return node(body, cast(tuple[t.Const, ...], tuple(circle)), at=at)

    def streak(self, at: int) -> t.Expr:
        """`streak(feature)`."""
        self.take("(")
        token = self.take("word", "a feature")
        if token.text not in TYPES:
            self.refuse_feature(token)
        self.take(")")
        return t.Streak(token.text, at=at)
