"""Every code that the sources can give, of errors and of findings, read from their syntax trees.

A code stands in the source as a whole (`RuleError("rule/id", …)`), or a call names what comes after the slash, and
the room says the rest: `refuse("no-hints", …)`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

from tests.helpers.modules import trees_in

AREAS = (
    "file",
    "yaml",
    "variant",
    "script",
    "notation",
    "rule",
    "move",
    "lab",
    "player",
    "starter",
    "seat",
    "site",
    "web",
)
"""What stands before the slash."""

_WHOLE = re.compile(rf"(?:{'|'.join(AREAS)})/[a-z-]+")
_SLUG = re.compile(r"[a-z]+(-[a-z]+)*")
_CALLS = {"error", "_error", "notation_error", "refuse", "fail", "_fail"}
"""Functions that take a code without its area."""
_AREA_OF = {  # the area that their calls mean, by the beginning of the file's name; the first that fits
    "ground/yaml/parsing.py": "yaml", "variant/": "variant", "record/gamefile/lines.py": "notation",
    "game/line_words.py": "notation", "game/moves.py": "notation",
    "record/": "script", "driving/dealing.py": "script",
    "game/": "move", "driving/driver.py": "player", "minds/players/program/": "player",
    "secret/": "rule", "lab/": "lab", "benchmark/": "lab",
}  # fmt: skip
_READER = "ground/yaml/reader.py"
_READER_AREAS = ("script", "variant", "rule")
"""The areas that share the reader of YAML; each gets its codes, but for these, which nobody asks it for."""
_NEVER = {"variant/unknown-key", "variant/missing-key", "script/choice"}


@cache
def codes() -> dict[str, str]:
    """Every code, with the file that gives it."""
    sources: dict[str, str] = {}
    for name, tree in trees_in("eleusis").items():
        for node in ast.walk(tree):
            sources |= dict.fromkeys(_codes_of(node, name), name)
    return {code: name for code, name in sources.items() if code not in _NEVER}


def _codes_of(node: ast.AST, name: str) -> Iterator[str]:
    """The codes of one node of the syntax tree, that of the file `name`."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and _WHOLE.fullmatch(node.value):
        yield node.value
    if not isinstance(node, ast.Call):
        return
    called = getattr(node.func, "attr", getattr(node.func, "id", ""))
    texts = [argument.value for argument in node.args[:4] if isinstance(argument, ast.Constant)]
    slug = next((text for text in texts if isinstance(text, str) and _SLUG.fullmatch(text)), None)
    # These have a code unless they are given one.
    if called in ("version", "document") and ast.unparse(node.func).endswith(f"reader.{called}"):
        called, slug = "error", slug or "version"
    if slug is None:
        return
    if called == "Finding":
        yield slug
    elif called in _CALLS and name == _READER:
        yield from (f"{area}/{slug}" for area in _READER_AREAS)
    elif called in _CALLS:
        area = next((area for part, area in _AREA_OF.items() if name.startswith(part)), None)
        assert area, f"{name}:{node.lineno}: whose code is {slug!r}? (see _AREA_OF)"
        yield f"{area}/{slug}"
