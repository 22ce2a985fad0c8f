"""Writing YAML: texts, plain data and trees, such that they read back as what they were.

    yaml_text("Ann")                        Ann
    yaml_text("no")                         "no"
    yaml_text("if last.odd then red: 3")    "if last.odd then red: 3"
    flow({"right": 1, "wrong": None})       {right: 1, wrong: null}

Our own reader takes whatever is not in quotes as the text that was written; other readers of YAML make true of
`yes` and 8 of `010`. So a text is left plain only where nobody can read anything else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from eleusis.ground.yaml.nodes import Mapping, Scalar, YamlNode

PLAIN = re.compile(r"[A-Za-z_][\w./-]*(?: [\w./-]+)*", re.ASCII)
"""What needs no quotes in a game file: words of letters, digits and `_./-`."""
PLAIN_PROSE = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:[ /.()+-]+[A-Za-z0-9_]+)*")
"""What needs none in a variant file, where people cite works and years: brackets and `+` between words too."""
_PLAIN_SCALAR = re.compile(r"[+-]?[\w./~]+(?:[ -]+[\w./~]+)*")
"""What may stay as it was read: it was no text in quotes before, so a number or a flag may stand there."""
_NOT_PLAIN = {"null", "true", "false", "yes", "no", "on", "off", "y", "n"}
_LONGEST_PLAIN = 79
_WIDTH = 80
_ESCAPES = {'"': '\\"', "\\": "\\\\"}


def yaml_text(text: str, plain: re.Pattern[str] = PLAIN) -> str:
    """A text: plain where that can be nothing else, in double quotes otherwise."""
    if plain.fullmatch(text) and text.lower() not in _NOT_PLAIN and len(text) <= _LONGEST_PLAIN:
        return text
    return in_double_quotes(text)


def in_double_quotes(text: str) -> str:
    """Any text in double quotes, on one line and with nothing unseen in it."""
    return '"' + "".join(_ESCAPES.get(c) or (c if c.isprintable() else f"\\U{ord(c):08x}") for c in text) + '"'


def flow(value: object, plain: re.Pattern[str] = PLAIN) -> str:
    """Plain data on one line: maps, texts, whole numbers, true, false and null."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {flow(inner, plain)}" for key, inner in value.items()) + "}"
    if value is None:
        return "null"
    if isinstance(value, bool | int):
        return str(value).lower()
    return yaml_text(str(value), plain)


def flow_of_node(node: YamlNode) -> str:
    """A tree that was read, on one line; what stood there without quotes stays without."""
    if isinstance(node, Mapping):
        return "{" + ", ".join(f"{yaml_text(key)}: {flow_of_node(inner)}" for key, _, inner in node.items()) + "}"
    if isinstance(node, Scalar):
        if node.null:
            return node.text or "null"
        plain = not node.quoted and _PLAIN_SCALAR.fullmatch(node.text)
        return node.text if plain else in_double_quotes(node.text)
    return "[" + ", ".join(map(flow_of_node, node)) + "]"


def block(key: str, value: object, indent: str = "") -> Iterator[str]:
    """The lines of one key of a variant: a single one if it is short, else a map below it or a folded text."""
    line = f"{indent}{key}: {flow(value, PLAIN_PROSE)}"
    if len(line) <= _WIDTH:
        yield line
    elif isinstance(value, dict):
        yield f"{indent}{key}:"
        for inner_key, inner in value.items():
            yield from block(inner_key, inner, indent + "  ")
    else:
        import textwrap

        yield f"{indent}{key}: >-"
        width = _WIDTH - len(indent) - 2
        for row in textwrap.wrap(str(value), width, break_long_words=False, break_on_hyphens=False):
            yield f"{indent}  {row}"
