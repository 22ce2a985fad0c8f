"""How the docs colour rules, and what games print: blocks of `rule`, and cards and rules in other blocks.

The words of the language are those that its parser knows, so that a new one has its colour at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, ClassVar

from pygments.lexer import RegexLexer, bygroups, using, words
from pygments.lexers.data import YamlLexer
from pygments.lexers.shell import BashSessionLexer
from pygments.token import (
    Generic,
    Keyword,
    Literal,
    Name,
    Number,
    Operator,
    Punctuation,
    Text,
    Whitespace,
    _TokenType,
)
from sphinx.application import Sphinx

from eleusis.secret.language.features import TYPES
from eleusis.secret.language.parser import WORDS
from eleusis.secret.language.tokens import KEYWORDS

JOINS = ("and", "or", "not", "in")
"""The keywords that join what stands beside them; the others make an `if`."""

RED = Generic.Output.Red
"""A card of hearts or diamonds; `eleusis.css` has its colour."""


class RuleLexer(RegexLexer):
    """A rule; what the language doesn't know is left plain."""

    name = "Eleusis rule"
    aliases: ClassVar = ["rule"]
    flags = re.IGNORECASE
    tokens: ClassVar = {
        "root": [
            (r"\s+", Whitespace),
            (words(JOINS, suffix=r"\b"), Operator.Word),
            (words([word for word in KEYWORDS if word not in JOINS], suffix=r"\b"), Keyword),
            (r"(\.)(\w+)(?=\s*\()", bygroups(Punctuation, Name.Function)),  # what is asked of a line
            (words(TYPES, suffix=r"\b"), Name.Attribute),
            (r"last[0-9]+\b", Name.Builtin),
            (words([word for word in WORDS if word not in TYPES], suffix=r"\b"), Name.Builtin),
            (r"[0-9]+", Number.Integer),
            (r"[^\W\d]\w*", Name),
            (r"\.\.|[=!<>]=|[-<>+*%]", Operator),
            (r"[(){},.]", Punctuation),
            (r".", Text),
        ],
    }


class GameLexer(RegexLexer):
    """What a game prints: red cards, the lines between its parts, rules, and what somebody types."""

    name = "Eleusis game"
    flags = re.MULTILINE
    tokens: ClassVar = {
        "root": [
            (r"^── .*$", Generic.Heading),
            (r"^(> )(guess )(.+)$", bygroups(Generic.Prompt, Generic.Strong, using(RuleLexer))),
            (r"^(> )(.+)$", bygroups(Generic.Prompt, Generic.Strong)),
            (r"^( +rule {3,}| *[Tt]he rule was: )(.+)$", bygroups(Generic.Output, using(RuleLexer))),
            (r"(?:10|[2-9AJQK])[♥♦]", RED),
            (r"\w+|\s|.", Generic.Output),
        ],
    }


class CommandLexer(BashSessionLexer):
    """Commands, and what they print."""

    name = "Eleusis commands"

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, _TokenType, str]]:
        """The commands as ever, their output as a game's."""
        printed = GameLexer()
        for start, kind, value in super().get_tokens_unprocessed(text):
            if kind is Generic.Output:
                yield from ((start + at, shade, part) for at, shade, part in printed.get_tokens_unprocessed(value))
            else:
                yield start, kind, value


class FileLexer(YamlLexer):
    """YAML, in which what stands behind `rule:` is a rule."""

    name = "Eleusis file"

    def get_tokens_unprocessed(self, text: str = "") -> Iterator[tuple[int, _TokenType, str]]:
        """The tokens of YAML, but for those of a rule."""
        shades = list(super().get_tokens_unprocessed(text))
        rules = {match.start(1): match.end(1) for match in _RULE_IN_YAML.finditer(text)}
        for start, kind, value in shades:
            begin = next((begin for begin, end in rules.items() if begin <= start < end), None)
            if begin is None or kind is not Literal.Scalar.Plain:
                yield start, kind, value
            elif start == begin:
                rule = RuleLexer().get_tokens_unprocessed(text[begin : rules[begin]])
                yield from ((begin + at, shade, part) for at, shade, part in rule)


_RULE_IN_YAML = re.compile(r"^[ -]*rule: +([^\s'\"|>{#][^#\n]*?) *(?:#.*)?$", re.M)


def setup(app: Sphinx) -> dict[str, Any]:
    """Tells Sphinx of the languages."""
    app.add_lexer("rule", RuleLexer)
    app.add_lexer("text", GameLexer)
    app.add_lexer("console", CommandLexer)
    app.add_lexer("yaml", FileLexer)
    return {"parallel_read_safe": True}
