"""The docs as a site: `make docs`. Nothing is fetched from outside, neither to build it nor to read it."""

from __future__ import annotations

import inspect
import re
import tomllib
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import get_args

import attrs
from sphinx.application import Sphinx

import eleusis
from eleusis.game.events import AnyEvent
from eleusis.game.view import cached_property
from eleusis.secret.language.tree import Expr
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

_WORD = re.compile(r"(?<!`)`(?P<span>[^`\n]+)`(?!`)(?P<behind>\w?)|\b(?P<word>[A-Z]\w+)\b")


def _write_out(union: object) -> str:
    """A union as Sphinx writes it out."""
    return r" \| ".join(rf"~?{kind.__module__}\.{kind.__name__}" for kind in get_args(union))


_JSON = re.escape("bool | int | str | list[Json] | dict[str, Json] | None")
_UNIONS = [("AnyEvent", _write_out(AnyEvent)), ("Expr", _write_out(Expr)), ("Json", _JSON), ("Json", _JSON)]
"""Unions by their names; what JSON may hold is unfolded twice."""

for _name, _part in list(vars(eleusis.View).items()):
    if isinstance(_part, cached_property):  # to a reader a property, with its type
        setattr(eleusis.View, _name, property(_part.work))


def _mark_up(own: set[str], match: re.Match[str]) -> str:
    """A name that is exported as a link, where it stands in backticks or is an error's; other backticks as code.

    `own` are the arguments and fields of what is described: there `card` is an argument, not the function.
    """
    span, behind, word = match.group("span", "behind", "word")
    if span is None:
        cls = getattr(eleusis, word) if word in eleusis.__all__ else None
        return f":py:exc:`~eleusis.{word}`" if inspect.isclass(cls) and issubclass(cls, Exception) else word
    text = f":py:obj:`~eleusis.{span}`" if span in eleusis.__all__ and span not in own else f"``{span}``"
    return f"{text}\\ {behind}" if behind else text  # `Rule`s: what stands right behind it stays there


def plain_docstring(app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """Docstrings are plain text with single backticks: made what the site's markup asks for."""
    if lines and re.fullmatch(r"Field \d+\.", lines[0]):  # what Python says of every field of a value
        lines[:] = []
    own = own_names(thing)
    lines_out: list[str] = []
    for number, line in enumerate(lines):
        if line.startswith("    ") and not lines[number - 1] and not _is_indented(lines[:number]):
            lines_out += [".. code-block:: python", ""]
        lines_out.append(line if line.startswith("    ") else _WORD.sub(partial(_mark_up, own), line))
    lines[:] = lines_out


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
    if thing in (eleusis.View, eleusis.Player):
        return "", None  # nobody calls these: a round makes its views, and a protocol is never made
    if inspect.isclass(thing) and (issubclass(thing, Value) or attrs.has(thing)):
        signature = record_signature(thing)
    for union, written_out in _UNIONS:
        signature = signature and re.sub(written_out, union, signature)
        returns = returns and re.sub(written_out, union, returns)
    return signature, returns


def record_signature(cls: type) -> str:
    """The fields of a record, with their kinds and defaults; a default that is made anew each time is left out."""
    kinds: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        kinds.update(inspect.get_annotations(base))
    fields = cls._fields if issubclass(cls, Value) else [field.name for field in attrs.fields(cls) if field.init]
    defaults = (
        cls._defaults if issubclass(cls, Value) else {field.name: field.default for field in attrs.fields(cls)}
    )
    parts = []
    for field in fields:
        default = defaults.get(field, attrs.NOTHING)
        shown = "..." if isinstance(default, attrs.Factory) else repr(default)
        parts.append(f"{field}: {kinds[field]}{'' if default is attrs.NOTHING else f' = {shown}'}")
    return f"({', '.join(parts)})"


def setup(app: Sphinx) -> None:
    """Tells Sphinx of the two above."""
    app.connect("autodoc-process-docstring", plain_docstring)
    app.connect("autodoc-process-signature", short_signature)
