"""Writes into a page of the docs what its commands print now: `python -m tests.helpers.fresh_pages docs/page.md`.

A block `output of` begins with a line of the output, and takes as many paragraphs as it had. `console` blocks and
what Python `prints` are taken whole. Look at the difference afterwards: a page's words are not changed by it.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

from tests.helpers.pages import Block, Reader, blocks


def fresh(path: Path, folder: Path) -> str:
    """The page as it should be."""
    page = path.read_text(encoding="utf-8")
    lines, reader = page.splitlines(), Reader(folder)
    shift = 0
    for block in blocks(page):
        text = renew(block, reader)
        kind = block.mark.partition(": ")[0]
        if text is None and kind not in ("output of", "prints"):
            reader.follow(block)
        if text is not None:
            old, new = block.text.splitlines(), text.splitlines()
            start = block.line + shift
            lines[start : start + len(old)] = new
            shift += len(new) - len(old)
    return "\n".join(lines) + "\n"


def renew(block: Block, reader: Reader) -> str | None:
    """What should stand in a block; None where that is not an output."""
    kind, _, command = block.mark.partition(": ")
    if kind == "prints":
        return reader.printed
    if kind == "output of":
        return excerpt(block.text, reader.run(command))
    if block.language != "console":
        return None
    commands = re.findall(r"^\$ (.*)$", block.text, re.M)
    return "".join(f"$ {command}\n{reader.run(command).rstrip()}\n" for command in commands)


def excerpt(shown: str, output: str) -> str:
    """The paragraphs of an output that begin with the first words shown, as many as are shown."""
    words = re.match(r" *\S+(?: \S+)*", shown)
    assert words is not None, "a block begins with some words"
    lines = output.splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith(words[0]))
    count = shown.strip("\n").count("\n\n") + 1
    return "\n\n".join("\n".join(lines[start:]).split("\n\n")[:count]).rstrip() + "\n"


def main() -> None:
    """Renew the pages that are named."""
    for name in sys.argv[1:]:
        with tempfile.TemporaryDirectory() as folder:
            text = fresh(Path(name), Path(folder))
        Path(name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
