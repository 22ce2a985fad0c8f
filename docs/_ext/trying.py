"""Rules in the docs that can be tried in place, where the game lies beside them: built with `-t play`.

What the engine reads as a rule gets a mark, in blocks and in the cells of tables; `try.js` makes a button of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from docutils.nodes import Element, document, entry, literal, literal_block, paragraph, raw
from sphinx.application import Sphinx

from eleusis.ground.errors import RuleError
from eleusis.secret.rule import Rule

_IN_A_FILE = re.compile(r"^[ -]*rule:? +([^\s'\"|>{#][^#\n]*?) *(?:#.*)?$", re.M)
"""A rule in a game file, or in what a game prints."""


def is_rule(text: str) -> bool:
    """Whether a text is a rule of more than one word: a single one is rather spoken of."""
    if " " not in text.strip():
        return False
    try:
        Rule(text)
    except RuleError:
        return False
    return True


def rules_in(block: literal_block) -> Iterator[str]:
    """The rules that a block of code shows: its lines, or those that a file or a game has."""
    text = block.astext()
    lines = text.splitlines() if block.get("language") == "rule" else _IN_A_FILE.findall(text)
    return (line.strip() for line in dict.fromkeys(lines) if is_rule(line))


def _mark(tag: str, rules: list[str]) -> raw:
    data = escape(json.dumps(rules), quote=True)
    return raw("", f'<{tag} class="try-rule" data-rules="{data}"></{tag}>', format="html")


def mark_rules(app: Sphinx, page: document, name: str) -> None:
    """Puts a mark below each block that shows a rule, and into each cell that is one."""
    for block in list(page.findall(literal_block)):
        rules = [*rules_in(block)]
        place: Element = block
        if rules and (home := place.parent) is not None:
            home.insert(home.index(place) + 1, _mark("div", rules))
    for cell in list(page.findall(entry)):
        match cell.children:
            case [paragraph(children=[literal() as code]) as words] if is_rule(code.astext()):
                words += _mark("span", [code.astext()])


def setup(app: Sphinx) -> dict[str, Any]:
    """Tells Sphinx of it."""
    if app.tags.has("play"):
        app.config.html_static_path.append(str(Path(__file__).parents[1] / "_play"))
        app.connect("doctree-resolved", mark_rules)
        app.add_js_file("try.js", type="module")
        app.add_css_file("try.css")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
