"""A picture of the docs as SVG: no font, script or picture from elsewhere, and in words what it shows."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape


def make_svg(width: int, height: int, title: str, words: str, style: str, parts: Sequence[str]) -> str:
    """A picture with its name, and what it shows in words."""
    lines = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}">\n<title>{escape(title)}</title>\n<desc>{escape(words)}</desc>\n'
        f"<style>{style}</style>\n{lines}\n</svg>\n"
    )
