"""The docs as a site: `make docs`. Nothing is fetched from outside, neither to build it nor to read it."""

from __future__ import annotations

import ast
import builtins
import inspect
import re
import sys
import tomllib
from contextlib import suppress
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any, get_args, get_type_hints

import attrs
from attrs import NOTHING
from docutils.nodes import (
    Element,
    Node,
    Text,
    document,
    entry,
    image,
    inline,
    literal,
    literal_block,
    paragraph,
    row,
    table,
    tbody,
    thead,
)
from msgspec import NODEFAULT, Struct, structs
from sphinx.addnodes import desc_parameterlist, pending_xref
from sphinx.application import Sphinx
from sphinx.domains.python import PyAttribute, PyProperty
from sphinx.environment import BuildEnvironment
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.logging import getLogger
from sphinx.writers.html5 import HTML5Translator

import eleusis
from eleusis.driving.driver import MAX_STEPS, By
from eleusis.game.events import AnyEvent, Why
from eleusis.game.state import EndReason, Phase
from eleusis.game.view import SeenRound
from eleusis.lab import TABLE
from eleusis.minds.players.registry import PERSON
from eleusis.secret.language.tree import Expr
from eleusis.variant.knobs import knobs_of

_PROJECT = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]

sys.path.append(str(Path(__file__).parent / "_ext"))

project = "eleusis"
author = "the eleusis authors"
copyright = f"2026 {author}"
version = release = _PROJECT["version"]

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton", "sphinx_design", "lexers", "trying"]
exclude_patterns = ["_ext", "_play", "_static", "_templates"]
templates_path = ["_templates"]
source_suffix = {".md": "markdown"}
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
highlight_language = "text"

# Of a `console` block the commands are copied, not what they print.
copybutton_prompt_text = "$ "
copybutton_line_continuation_character = "\\"

html_theme = "furo"
html_title = f"eleusis {version}"
# The mark and the face of the pages are those of the docs, too.
_PAGES = "../eleusis/doors/web/static"
html_static_path = ["_static", f"{_PAGES}/young-serif.woff2"]
html_css_files = ["eleusis.css"]
html_favicon = html_logo = f"{_PAGES}/icon.svg"
html_show_sphinx = False
html_copy_source = False
html_theme_options = {"navigation_with_keys": True}

# The reference: what `eleusis` exports, told by its docstrings.
autodoc_default_options = {"members": True, "exclude-members": "apply, by_type, secrets"}  # the machinery of events
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
maximum_signature_line_length = 88

_WORD = re.compile(r"(?<!`)`(?P<span>[^`\n]+)`(?!`)(?P<behind>\w?)|\b(?P<word>[A-Z]\w+)\b")


def _write_out(union: object) -> str:
    """A union as Sphinx writes it out."""
    return r" \| ".join(rf"~?{kind.__module__}\.{kind.__name__}" for kind in get_args(union))


_DEFAULTS = {
    "MAX_STEPS": str(MAX_STEPS),
    "NOWHERE": "Place()",
    "PERSON": repr(PERSON),
    "SHIPPED": "library()",
    "TABLE": repr(TABLE),
}
"""Defaults that have a name in the code, as a reader would write them."""


def _literal(words: object) -> str:
    """Words one of which a value is, as Sphinx writes them out."""
    return f"Literal[{', '.join(map(repr, get_args(words)))}]"


_LITERALS = {"By": By, "EndReason": EndReason, "Phase": Phase, "Why": Why}
_JSON = re.escape("bool | int | str | list[Json] | dict[str, Json] | None")
_UNIONS = [
    ("AnyEvent", _write_out(AnyEvent)),
    ("Expr", _write_out(Expr)),
    *((name, rf"~?typing\.{re.escape(_literal(words))}") for name, words in _LITERALS.items()),
    *((name, re.escape(_literal(words))) for name, words in _LITERALS.items()),
    ("Json", _JSON),
    ("Json", _JSON),
]
"""Unions by their names; what JSON may hold is unfolded twice."""


def _name_unions(kind: str) -> str:
    """A kind in which every union of ours stands by its name."""
    for union, written_out in _UNIONS:
        kind = re.sub(written_out, union, kind)
    return kind


def _as_property(field: structs.FieldInfo) -> property:
    """A fact of a view as what it is to a reader: a property, described as in its data."""
    kind, *said = get_args(get_type_hints(SeenRound, include_extras=True)[field.name])

    def read(view: eleusis.View) -> object:
        return getattr(view, field.name)

    read.__doc__ = said[-1].description
    read.__annotations__ = {"return": kind}
    return property(read)


for _field in structs.fields(SeenRound):
    setattr(eleusis.View, _field.name, _as_property(_field))


def _mark_up(own: set[str], match: re.Match[str]) -> str:
    """A name that is exported as a link, where it stands in backticks or is an error's; other backticks as code.

    `own` are the arguments and fields of what is described: there `card` is an argument, not the function.
    """
    span, behind, word = match.group("span", "behind", "word")
    if span is None:
        cls = getattr(eleusis, word) if word in eleusis.__all__ else None
        return f":py:exc:`~eleusis.{word}`" if inspect.isclass(cls) and issubclass(cls, Exception) else word
    if re.fullmatch(r"[A-Z][a-z]\w*(\.\w+)?", span) and span not in own and not _is_there(span):
        getLogger(__name__).warning("a docstring names `%s`, which a reader can't look up", span)
    text = f":py:obj:`~eleusis.{span}`" if span in eleusis.__all__ and span not in own else f"``{span}``"
    return f"{text}\\ {behind}" if behind else text  # `Rule`s: what stands right behind it stays there


def _is_there(span: str) -> bool:
    """Whether a class, or a class and its attribute, is one of ours that is exported, or Python's own."""
    name, _, attribute = span.partition(".")
    owner = getattr(eleusis if name in eleusis.__all__ else builtins, name, None)
    return owner is not None and (not attribute or hasattr(owner, attribute))


def plain_docstring(app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """Docstrings are plain text with single backticks: made what the site's markup asks for."""
    if lines and re.fullmatch(r"Field \d+\.", lines[0]):  # what Python says of every field of a value
        lines[:] = []
    if what in ("data", "attribute"):
        lines[:] = words_of_field(name, lines)
    own = own_names(thing)
    lines_out: list[str] = []
    for number, line in enumerate(lines):
        if line.startswith("    ") and not lines[number - 1] and not _is_indented(lines[:number]):
            lines_out += [".. code-block:: python", ""]
        lines_out.append(line if line.startswith("    ") else _link_pages(_WORD.sub(partial(_mark_up, own), line)))
    lines[:] = lines_out


def words_of_field(name: str, lines: list[str]) -> list[str]:
    """What the reference says of a constant, or of a field; `lines` is what Sphinx has found.

    Of a constant, what stands under it in its home; of a section of an edition, what its knob says. The word of a
    move or an event needs no explaining again and again.
    """
    _, owner, *field = name.split(".")
    if not field:
        return ModuleAnalyzer.for_module(home_of(owner)).find_attr_docs().get(("", owner), lines)
    if owner == "Variant" and field[0] in knobs_of(eleusis.Variant):
        return [knobs_of(eleusis.Variant)[field[0]][1].doc, ""]
    if field[0] in ("type", "verb") and owner not in ("Event", "Move"):
        return []
    return lines


def home_of(name: str) -> str:
    """The module that an exported name comes from."""
    exports = ast.parse(Path(eleusis.__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    imports = (node for node in exports.body if isinstance(node, ast.ImportFrom))
    return next(f"eleusis.{node.module}" for node in imports if name in (alias.name for alias in node.names))


def _link_pages(line: str) -> str:
    """A page that a docstring names by its file, as a link."""
    return re.sub(r"\bdocs/([\w-]+)\.md\b", r":doc:`/\1`", line)


def own_names(thing: object) -> set[str]:
    """The arguments of a function; of a class its attributes and fields too."""
    names = set(dir(thing)) if inspect.isclass(thing) else set()
    if callable(thing):
        with suppress(TypeError, ValueError):  # some of Python's own tell none
            names |= set(inspect.signature(thing).parameters)
    return names


def _is_indented(lines: list[str]) -> bool:
    """Whether the last text of a docstring belongs to an example already, or to a list."""
    last = next((line for line in reversed(lines) if line), "")
    return last.startswith((" ", "- "))


def short_signature(
    app: Sphinx, what: str, name: str, thing: object, options: object, signature: str | None, returns: str | None
) -> tuple[str | None, str | None]:
    """The signature as a reader wants it: of a record its fields, and a union by its name."""
    if thing in (eleusis.View, eleusis.Player, eleusis.Suit):
        return "", None  # nobody calls these: a round makes its views, a protocol is never made, suits are there
    if inspect.isclass(thing) and (issubclass(thing, Struct) or attrs.has(thing)):
        signature = record_signature(thing)
    signature, returns = signature and _name_unions(signature), returns and _name_unions(returns)
    for default, value in _DEFAULTS.items():
        signature = signature and re.sub(rf" = {default}\b", f" = {value}", signature)
    return signature, returns


def record_signature(cls: type) -> str:
    """The fields of a record, with their kinds and defaults; a default that is made anew each time is left out."""
    kinds: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        kinds.update(inspect.get_annotations(base))
    fields = (
        structs.fields(cls) if issubclass(cls, Struct) else [field for field in attrs.fields(cls) if field.init]
    )
    parts = []
    for field in fields:
        kind = re.sub(r"^Annotated\[(.*), \w+\(.*\)\]$", r"\1", kinds[field.name])
        made = (
            isinstance(field.default, attrs.Factory)
            or getattr(field, "default_factory", NODEFAULT) is not NODEFAULT
        )
        shown = "..." if made else repr(field.default)
        has_default = made or field.default not in (NOTHING, NODEFAULT)
        parts.append(f"{field.name}: {kind}{f' = {shown}' if has_default else ''}")
    return f"({', '.join(parts)})"


class _Attribute(PyAttribute):
    """A field whose kind names our unions; `type` is Python's own there, not the word of an event."""

    def run(self) -> list[Node]:
        self.options["type"] = _plain_kind(self.options.get("type"))
        return super().run()


class _Property(PyProperty):
    """A property, with its kind in the same way."""

    def run(self) -> list[Node]:
        self.options["type"] = _plain_kind(self.options.get("type"))
        return super().run()


def _plain_kind(kind: str | None) -> str | None:
    """The kind of a field or property as a reader wants it."""
    return kind and re.sub(r"(?<!\.)\btype\[", "~builtins.type[", _name_unions(kind))


def link_union(app: Sphinx, env: BuildEnvironment, node: pending_xref, shown: Element) -> Element | None:
    """Leads from the name of a union in a signature to its entry: Sphinx looks for a class of that name."""
    target = node.get("reftarget", "")
    if node.get("refdomain") != "py" or target not in eleusis.__all__:
        return None
    python = env.domains.python_domain
    return python.resolve_xref(env, node["refdoc"], app.builder, "obj", f"eleusis.{target}", node, shown)


def keep_percent(app: Sphinx, page: document) -> None:
    """A per cent sign stays on the line of its number."""
    for text in list(page.findall(Text)):
        if not isinstance(text.parent, literal | literal_block) and re.search(r"\d %", text):
            text.parent.replace(text, Text(re.sub(r"(?<=\d) %", "\u00a0%", text)))


def straighten_quotes(app: Sphinx, page: document) -> None:
    """The words of a union stand in Python's quotes, not in those of prose."""
    for alias in page.findall(lambda node: isinstance(node, paragraph) and node.astext().startswith("alias of ")):
        for text in list(alias.findall(Text)):
            text.parent.replace(text, Text(text.translate({ord("‘"): "'", ord("’"): "'"})))


FOLDS = 32
"""A table folds on a narrow screen if its rows have more characters than this; a smaller one fits."""

SPREADS = 90
"""A folded table of two columns with longer rows has the head above the cell, which then has the whole width."""

MOST_COLUMNS = 7
"""A wide table of more columns has smaller type."""

LEAST_HEAD, WIDEST_HEAD = 6, 13
"""Between so many characters are set aside for the heads before the cells; a longer one is broken."""


def fold_tables(app: Sphinx, page: document, name: str) -> None:
    """Marks the wide tables of a page, and gives each cell the head of its column; `eleusis.css` does the rest."""
    for wide in page.findall(lambda node: isinstance(node, table) and _width(node) > FOLDS):
        heads = [cell.astext() for head in wide.findall(thead) for cell in head.findall(entry)]
        if len(heads) < 2:
            continue
        wide["classes"] += ["folds"]
        if len(heads) == 2 and _width(wide) > SPREADS:
            wide["classes"].append("pairs")
        elif len(heads) > MOST_COLUMNS and _width(wide) > 2 * SPREADS:
            wide["classes"].append("crowded")
        wide["heads"] = max(LEAST_HEAD, min(max(map(len, heads[1:])), WIDEST_HEAD))
        for body in wide.findall(tbody):
            for line in body.findall(row):
                for head, cell in zip(heads, line.findall(entry), strict=True):
                    cell["head"] = head


def drop_empty_heads(app: Sphinx, page: document, name: str) -> None:
    """A table whose columns have no heads has none: Markdown knows no other way to write it."""
    for head in list(page.findall(thead)):
        if not head.astext().strip():
            head.parent.remove(head)


def _width(wide: Element) -> int:
    """How many characters a row of a table takes where nothing is broken."""
    rows = [[cell.astext() for cell in line.findall(entry)] for line in wide.findall(row)]
    return sum(max(map(len, column)) + 2 for column in zip(*rows, strict=True))


WHOLE = 22
"""A piece of code in a sentence with at most so many characters is never broken."""


def keep_whole(token: str) -> str:
    """A word of code, as HTML: a long one may be broken behind a slash or a comma, never in a name or an option."""
    pieces = [token] if len(unescape(token)) <= WHOLE else re.split(r"(?<=\w[/,])(?=\w)", token)
    kinds = ["pre whole" if len(unescape(piece)) <= WHOLE else "pre" for piece in pieces]
    return "<wbr>".join(f'<span class="{kind}">{piece}</span>' for kind, piece in zip(kinds, pieces, strict=True))


class OpenTranslator(HTML5Translator):
    """Writes the head of its column into each cell of a table that folds, and lets Tab reach code that scrolls.

    Code in a sentence is broken where a reader would break it.
    """

    def visit_Text(self, node: Text) -> None:  # noqa: N802  # docutils's name
        start = len(self.body)
        super().visit_Text(node)
        if isinstance(node.parent, literal):
            words = [re.fullmatch(r'<span class="pre">(.*)</span>', part) for part in self.body[start:]]
            self.body[start:] = [
                keep_whole(word[1]) if word else part for word, part in zip(words, self.body[start:], strict=True)
            ]

    def starttag(self, node: Element | str, *args: object, **attributes: object) -> str:
        if isinstance(node, entry) and node.get("head"):
            attributes["data-head"] = node["head"]
        if isinstance(node, desc_parameterlist):
            attributes["role"] = "presentation"  # a list of definitions without anything that is defined
        if isinstance(node, table) and node.get("heads"):
            attributes["style"] = f"--heads: {node['heads'] * 0.55:.1f}em"
        return super().starttag(node, *args, **attributes)

    def visit_literal_block(self, node: Element) -> None:
        try:
            super().visit_literal_block(node)
        finally:  # it ends by saying that there is nothing below to visit
            self.body[-1] = self.body[-1].replace("<pre>", '<pre tabindex="0">', 1)


def add_twins(app: Sphinx, page: document) -> None:
    """Beside a picture stand its twins, for dark pages, for phones, for who wants no movement: one is shown."""
    for plain in list(page.findall(image)):
        path = Path(app.srcdir, app.env.docname).parent / plain["uri"]
        widths = [("", "moving"), ("-still", "at-rest")]
        if not _twin(path, "-still").is_file():
            widths = [("", "at-desk"), ("-narrow", "on-phone")]
        widths = [(width, shown) for width, shown in widths if _twin(path, width).is_file()]
        both = inline("", "", classes=["twins"])
        for width, shown in widths:
            side = inline("", "", classes=[shown] if len(widths) > 1 else [])
            shades = [(shade, only) for shade, only in _SHADES if _twin(path, width + shade).is_file()]
            for shade, only in shades:
                picture = plain.deepcopy()
                picture["uri"] = str(Path(plain["uri"]).parent / _twin(path, width + shade).name)
                picture["classes"] = [*plain["classes"], *([only] if len(shades) > 1 else [])]
                side += picture
            both += side
        if len(list(both.findall(image))) > 1:
            plain.replace_self(both)


_SHADES = (("", "only-light"), ("-dark", "only-dark"))


def _twin(path: Path, more: str) -> Path:
    """Where a twin of a picture is."""
    return path.with_name(f"{path.stem}{more}{path.suffix}")


def tell_level(app: Sphinx, name: str, template: str, context: dict[str, Any], page: document | None) -> None:
    """The captions of the contents say that they are headings; of what level, Furo leaves out."""
    contents = context.get("furo_navigation_tree", "")
    context["furo_navigation_tree"] = contents.replace('role="heading"', 'role="heading" aria-level="2"')


def setup(app: Sphinx) -> None:
    """Tells Sphinx of what stands above."""
    app.set_translator("html", OpenTranslator)
    app.connect("html-page-context", tell_level, priority=900)  # after Furo
    app.connect("doctree-resolved", fold_tables)
    app.connect("doctree-resolved", drop_empty_heads)
    app.add_directive_to_domain("py", "attribute", _Attribute, override=True)
    app.add_directive_to_domain("py", "property", _Property, override=True)
    app.connect("missing-reference", link_union)
    app.connect("doctree-read", add_twins, priority=400)  # before Sphinx collects the pictures
    app.connect("doctree-read", straighten_quotes)
    app.connect("doctree-read", keep_percent)
    app.connect("autodoc-process-docstring", plain_docstring)
    app.connect("autodoc-process-signature", short_signature)
