"""The prose of a file: its text with everything else blanked out, so that each word keeps its line and column.

A page loses its code, its comments and its addresses. A module keeps its docstrings and its messages: every literal
with two words in it.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

BLOCK = re.compile(
    r"""^(?P<indent>[ ]*)(?P<fence>`{3,}|~{3,}).*?^(?P=indent)(?P=fence)$
    | <!--.*?-->
    | <(?P<tag>svg|style|script)\b.*?</(?P=tag)>
    | (?<=\n\n)(?:[ ]{4}[^\n]*\n)+
    | ^[ ]*\|[ :|-]+\|[ ]*$
    """,
    re.M | re.S | re.X,
)
INLINE = re.compile(
    r"""</?[a-z][^<>]*>
    | &\w+;
    | \{[a-z-]+\}`[^`]*`
    | (?<!`)(?P<ticks>`+)(?!`)(?:(?!\n[ ]*\n).)+?(?<!`)(?P=ticks)(?!`)
    | (?<=\])\([^()\s]*\)
    | \bn-th\b
    | [\w./-]+\.(?:md|py|yaml|json)\b
    | \b(?:[AJQK][SHDC]\b|\d+(?:[SHDC]\b|st\b|nd\b|rd\b|th\b|[kd]\b)?)
    """,
    re.S | re.X,
)
"""What stands in a sentence and is no word of it: tags, roles, code, where a link leads, files, cards, figures."""
CODE = re.compile(
    r"""</?[!a-z][^<>]*>?
    | Examples?:(?:.|\n)*?(?=\n[ ]*\n|\Z)
    | (?:·+|\{\w*\}|\b[a-z]+-)th\b
    | `[^`]*`
    | ^[ ]{2,}\S+(?=[ ]{2})
    | \bcolors?\b(?=[ ]*[!=<>)}])
    | ^[ ]*(?:>>>|\.\.\.)[ ].*$
    | :[a-z]+:`
    | (?<!\w)--?[a-z]\S*
    | \b[A-Z][a-z]+(?:[A-Z][a-z]*)+\b
    | [\w.:/-]*[\w)][_./:=<>@#]+[\w./:=<>@#-]*\w
    | \b(?:[AJQK][SHDC]\b|\d+(?:[SHDC]\b|st\b|nd\b|rd\b|th\b|[kd]\b)?)
    """,
    re.M | re.X,
)
"""The same in a docstring, a message or the help, where backticks are rarer: also options, paths and rules."""
STYLE = re.compile(r"[\w-]+:[^;{}]*;[^{}]*\}|\}\s*[.#@\w-]+\s*\{")
"""What gives away a literal of CSS."""
FIELD = re.compile(r"\{[^{}]*\}")
MIDDLE = getattr(tokenize, "FSTRING_MIDDLE", -1)
"""The text of an f-string, from Python 3.12 on; before, it is a string like any other."""


def blank(match: re.Match[str]) -> str:
    """Spaces for all but the ends of lines."""
    return re.sub(r"[^\n]", " ", match[0])


def hide(match: re.Match[str]) -> str:
    """Dots, where a sentence continues: spaces would make neighbours of the words on either side."""
    return re.sub(r"[^\n]", "·", match[0])


def pages() -> list[Path]:
    """The README, the changelog, the help and the pages of the docs."""
    help_texts = ROOT / "tests" / "doors" / "cli" / "__snapshots__" / "test_help.ambr"
    top = [ROOT / "README.md", ROOT / "CHANGELOG.md", help_texts]
    return [*top, *sorted((ROOT / "docs").rglob("*.md"))]


def modules() -> list[Path]:
    """The modules, whose docstrings and messages people read."""
    return sorted((ROOT / "eleusis").rglob("*.py"))


def prose(path: Path) -> str:
    """The prose of a file, each word in its place, no space at the end of a line."""
    return re.sub(r" +$", "", whole_prose(path), flags=re.M)


def whole_prose(path: Path) -> str:
    """The same with all its spaces."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return prose_of_module(text)
    if path.suffix == ".md":
        return INLINE.sub(hide, BLOCK.sub(blank, re.sub(r"^(#+ .*)$", r"\1.", text, flags=re.M)))
    return CODE.sub(hide, text)


def prose_of_module(text: str) -> str:
    """The docstrings and the messages of a module."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    pieces, end = [], 0
    for token in literals(text):
        begin, after = (starts[row - 1] + column for row, column in (token.start, token.end))
        pieces += [re.sub(r"[^\n]", " ", text[end:begin]), words_of(token)]
        end = after
    return "".join([*pieces, re.sub(r"[^\n]", " ", text[end:])])


def literals(text: str) -> Iterator[tokenize.TokenInfo]:
    """The literals of a module that hold two words or more, and no style."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        literal = token.string if token.type in (tokenize.STRING, MIDDLE) else ""
        if re.search(r"\w,? \w", literal) and not STYLE.search(literal):
            yield token


def words_of(token: tokenize.TokenInfo) -> str:
    """A literal without its quotes, its fields and what in it is code."""
    text = token.string
    quoted = re.match(r"(?i)([a-z]*)(\"\"\"|'''|\"|')", text)
    if token.type == tokenize.STRING and quoted:
        quotes = len(quoted[2])
        inside = text[quoted.end() : -quotes]
        inside = FIELD.sub(hide, FIELD.sub(hide, inside)) if "f" in quoted[1].lower() else inside
        text = "·" * quoted.end() + inside + "·" * quotes
        indented = re.compile(rf"(?<=\n\n)(?:[ ]{{{token.start[1] + 4}}}[^\n]*\n)+")
        text = indented.sub(blank, text) if quotes == 3 else text
    return CODE.sub(hide, re.sub(r"\\[nt\"']", "  ", text))
