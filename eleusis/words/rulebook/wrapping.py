"""Chapters as text: for a terminal with a width, for a program without one."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from eleusis.words.rulebook.chapters import Chapter


def write_chapters(title: str, chapters: Iterable[Chapter], width: int | None = None) -> str:
    """Chapters as Markdown, each point on a line of its own, or wrapped to so many characters."""
    blocks = [f"# {title}"] if title else []
    for chapter in chapters:
        points = [
            _fold(text, f"{number}. " if chapter.numbered else "- ", width)
            for number, text in enumerate(chapter.lines, 1)
        ]
        blocks.append("\n".join([f"## {chapter.title}", *points]))
    return "\n\n".join(blocks)


def _fold(text: str, bullet: str, width: int | None) -> str:
    """A point behind its bullet, the lines that follow indented as far."""
    if width is None:
        return bullet + text
    indent = " " * len(bullet)
    return textwrap.fill(
        text, width, initial_indent=bullet, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
    )
