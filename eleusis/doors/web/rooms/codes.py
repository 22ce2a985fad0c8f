"""The code of a table: four letters that say which one it is, and that nobody guesses."""

from __future__ import annotations

import re
import secrets
from collections.abc import Container

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels, so that no code is a word, and no letter is taken for a digit."""
_CODE = re.compile(f"[{LETTERS}]{{4}}", re.ASCII)
_FIRST = re.compile("/([A-Za-z]{4})(?=/|$)", re.ASCII)


def draw_code(taken: Container[str]) -> str:
    """A code that is not taken; nobody can tell which comes next."""
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(4))
        if code not in taken:
            return code


def is_code(text: str) -> bool:
    """Whether a text is a code, as it is written."""
    return _CODE.fullmatch(text) is not None


def split_path(path: str) -> tuple[str, str]:
    """The code of the table that a path leads to, in capitals, and the path at that table: `/KWTF`, `/table`.

    Where a path leads to no table, the code is empty, and the path itself follows.
    """
    match = _FIRST.match(path)
    code = "" if match is None else match[1].upper()
    return (code, path[5:]) if is_code(code) else ("", path)
