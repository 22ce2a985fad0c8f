"""The docs as a site: `make docs`. Nothing is fetched from outside, neither to build it nor to read it."""

from __future__ import annotations

import inspect
import re
import tomllib
from pathlib import Path

from sphinx.application import Sphinx

import eleusis
from eleusis.game.events import EVENTS
from eleusis.values import Value

_PROJECT = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]

project = "eleusis"
author = "the eleusis authors"
copyright = f"2026 {author}"
version = release = _PROJECT["version"]

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_static"]
source_suffix = {".md": "markdown"}
myst_heading_anchors = 4
highlight_language = "text"

html_theme = "furo"
html_title = f"eleusis {version}"
html_static_path = ["_static"]
html_css_files = ["eleusis.css"]
html_show_sphinx = False
html_copy_source = False
html_theme_options = {"navigation_with_keys": True}

# The reference: what `eleusis` exports, told by its docstrings.
autodoc_default_options = {"members": True}
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
maximum_signature_line_length = 88

_SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
_ANY_EVENT = r" \| ".join(rf"~?{kind.__module__}\.{kind.__name__}" for kind in EVENTS)
_RAISES = re.compile(r"\b(Raises|and|or|,) ([A-Z]\w+)\b")


def _code_span(span: re.Match[str]) -> str:
    """A word in single backticks: a link where it is an exported name, code otherwise."""
    return f":py:obj:`~eleusis.{span[1]}`" if span[1] in eleusis.__all__ else f"``{span[1]}``"


def _raised(words: re.Match[str]) -> str:
    """A class that a docstring says is raised: a link."""
    return f"{words[1]} :py:exc:`~eleusis.{words[2]}`" if words[2] in eleusis.__all__ else words[0]


def plain_docstring(app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """Docstrings are plain text with single backticks: made what the site's markup asks for."""
    if lines and re.fullmatch(r"Field \d+\.", lines[0]):  # what Python says of every field of a value
        lines[:] = []
    paragraph_raises = False
    for number, line in enumerate(lines):
        paragraph_raises = bool(line) and (paragraph_raises or "Raises " in line)
        line = _SPAN.sub(_code_span, line)
        lines[number] = _RAISES.sub(_raised, line) if paragraph_raises else line


def short_signature(
    app: Sphinx, what: str, name: str, thing: object, options: object, signature: str | None, returns: str | None
) -> tuple[str | None, str | None]:
    """The signature as a reader wants it: of a value its fields, and the union of all events by its name."""
    if thing is eleusis.View:
        return "", None  # a round makes it: nobody else does
    if inspect.isclass(thing) and issubclass(thing, Value):
        signature = value_signature(thing)
    return tuple(text and re.sub(_ANY_EVENT, "AnyEvent", text) for text in (signature, returns))


def value_signature(cls: type[Value]) -> str:
    """The fields of a value, with their kinds and defaults."""
    kinds: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        kinds.update(inspect.get_annotations(base))
    defaults = {field: f" = {value!r}" for field, value in cls._defaults.items()}
    fields = [f"{field}: {kinds[field]}{defaults.get(field, '')}" for field in cls._fields]
    return f"({', '.join(fields)})"


def setup(app: Sphinx) -> None:
    """Tells Sphinx of the two above."""
    app.connect("autodoc-process-docstring", plain_docstring)
    app.connect("autodoc-process-signature", short_signature)
